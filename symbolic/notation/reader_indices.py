"""Subscripts of arrays: one index for each axis; letters left over are the next factor."""

from __future__ import annotations

from symbolic.notation import tree as t
from symbolic.notation.lexer import Token
from symbolic.notation.names import word_id
from symbolic.notation.reader_grammar import Grammar


class Indices(Grammar):
    """The indices behind a _ , unbraced or in a group."""

    def indices(self, axes: int) -> list[t.Node]:
        """The indices at hand, at most one for each axis; letters left over go back as the next factor."""
        kind = self.kind
        if kind == "{" or kind == "(":
            return self.braced_indices(axes)
        token = self.token
        if kind == "run":
            taken = self.counting(token.text, axes)
            pieces = [token.text] if self.scope.declared(word_id(token)) else list(token.text[:taken])
            rest = "" if len(pieces) == 1 and pieces[0] == token.text else token.text[taken:]
            self.replace_run(pieces)
            found = [self.index() for _ in pieces]
            if rest:
                self.row.insert(
                    self.at, Token("run" if len(rest) > 1 else "name", rest, token.end - len(rest), token.end)
                )
            return found
        if kind == "num" and len(token.text) > 1 and len(token.text) == axes:
            self.at += 1
            return [t.Number(digit, span=(token.start, token.end)) for digit in token.text]
        return [self.index()]

    def counting(self, letters: str, axes: int) -> int:
        """How many letters at hand are indices: v_jk_j is v_j k_j, for an array, or what has a subscript, is none."""
        most = min(axes, len(letters))
        if self.peek().kind == "_" and most == len(letters) > 1:
            most -= 1
        return next((k for k in range(1, most) if self.scope.is_array(letters[k])), most)

    def index(self) -> t.Node:
        """One unbraced index: a digit, a letter."""
        if self.kind == "num":
            return self.digits()
        token = self.token
        if self.kind == "run":
            self.split_run()
        if self.kind != "name" and self.kind != "accent":
            raise self.fail("an index was expected here", None, "bracket it: x_{i+1}")
        name = word_id(token)
        self.at += 1
        if self.scope.declared(name) or name == "∞":
            return t.Name(name, span=(token.start, token.end))
        self.collect(name, self.at - 1, "index")
        return t.Name(name, span=(token.start, token.end))

    def braced_indices(self, axes: int) -> list[t.Node]:
        opening = self.at
        inner: list[t.Node] = []
        with self.nested("abs"):
            self.at += 1
            if axes > 1 and not self.has_sign(opening):
                while self.kind not in ("}", ")") and len(inner) < axes:
                    inner.append(self.index_atom())
            else:
                inner.append(self.one_index())
                while self.accept(","):
                    inner.append(self.one_index())
        self.expect("}" if self.row[opening].kind == "{" else ")", opening)
        if len(inner) > axes or (axes == 1 and self.looks_double(inner[0])):
            plural = "one index" if axes == 1 else f"{axes} indices"
            raise self.fail(f"too many indices: this takes {plural}", opening, "what is a factor stands outside")
        return inner

    def one_index(self) -> t.Node:
        """An index, or several at once: i, 1:T, <t, and i|j."""
        start = self.at
        self.letters_first()
        if self.kind == "∖" or (self.kind == "rel" and self.token.text in ("<", "≤", ">", "≥")):
            sign = self.token.text
            self.at += 1
            return t.Range(sign, None, self.expression(), span=self.since(start))
        if self.kind == ":":
            node: t.Node | None = None
        else:
            node = self.expression()
        if node is not None and self.kind in ("|", "∣"):
            self.at += 1
            return t.Conditioned((node,), (self.expression(),), span=self.since(start))
        if not self.accept(":"):
            assert node is not None
            return node
        last = None if self.kind in (",", "}", ")") else self.expression()
        return t.Range(":", node, last, span=self.since(start))

    def parted_indices(self) -> None:
        """Letters side by side in the subscript at hand are indices, declared or not: δ_{ij}."""
        token = self.peek()
        pair = self.kind == "{" and token.kind == "run" and len(token.text) == 2
        if pair and not self.scope.declared(word_id(token)):
            self.at += 1
            self.replace_run(list(token.text))
            self.at -= 1

    def letters_first(self) -> None:
        """In a subscript, letters side by side are letters when each is known, whatever word they spell."""
        word = self.token.text
        letters = self.kind == "run" and all(map(self.scope.known_letter, word))
        if letters and not self.scope.declared(word_id(self.token)):
            self.replace_run(list(word))

    def looks_double(self, node: t.Node) -> bool:
        """Two letters side by side where one index is due."""
        if not isinstance(node, t.Product) or node.style or not isinstance(node.factors[0], t.Name):
            return False
        return all(isinstance(factor, t.Name) and self.scope.is_index(factor.id) for factor in node.factors)

    def has_sign(self, opening: int) -> bool:
        """Does the group at hand hold a comma or a sign, so that its indices are expressions?"""
        level = 0
        for k in range(opening, self.matching(opening)):
            kind = self.row[k].kind
            level += (kind in "({[") - (kind in ")}]")
            if kind in (",", "+", "-", "·", "×", "/", ":", "rel", "|", "∣", "∖") and level == 1:
                return True
        return False

    def index_atom(self) -> t.Node:
        """One of several indices side by side: ij, ii, 1j, y_i j."""
        self.letters_first()
        if self.kind == "num":
            token = self.token
            self.at += 1
            if len(token.text) == 2 and self.kind in ("}", ")"):
                second = Token("num", token.text[1], token.start + 1, token.end)
                self.row.insert(self.at, second)
                return t.Number(token.text[0], span=(token.start, token.end))
            return t.Number(token.text, span=(token.start, token.end))
        return self.factor()
