"""What stands behind ^ on a factor: powers, transposes, primes, and labels that nothing declares."""

from __future__ import annotations

from dataclasses import replace

from symbolic.notation import glyphs
from symbolic.notation import tree as t
from symbolic.notation.lexer import Token
from symbolic.notation.names import label_of, label_text, script_content
from symbolic.notation.reader_grammar import Grammar


class Scripts(Grammar):
    """superscript → ⊤ | −⊤ | ′ | label | power."""

    def superscript(self, node: t.Node) -> t.Node:
        """A power, a transpose, an inverse transpose, or primes."""
        start = self.at - 1
        self.part_run()
        content, after = script_content(self.row, self.at + 1)
        kinds = [self.mark(token) for token in content]
        if kinds and all(kind == "′" for kind in kinds):
            self.at = after
            return self.differentiated(node, len(kinds))
        marked = kinds[-1:] in (["⊤"], ["T"]) and kinds[:-1] in ([], ["-"])
        if marked and self.transposes(node, content[-1], kinds[-1]):
            self.at = after
            if len(kinds) == 2:
                node = t.Power(node, t.Negative(t.Number("1")), span=self.since(start))
            return t.Transpose(node, span=self.since(start))
        braced = self.row[self.at + 1].kind == "{"
        if kinds in (["∗"], ["†"], ["×"]) or kinds == ["+"] or self.bare_minus(kinds, braced):
            array = node.array if isinstance(node, t.Component) else node
            name = array.id if isinstance(array, t.Name) else "this name"
            shown = f"{name}^{label_of(content) or content[0].text}"
            if self.scope.undeclared is not None and isinstance(array, t.Name):
                self.collect(shown, start, "entry" if array is not node else "")
                self.at = after
                label = t.Name(shown, span=self.since(start))
                return replace(node, array=label) if isinstance(node, t.Component) else label
            raise self.fail(f"{shown} is not declared", start, f"add a line such as `{shown} : real`")
        if self.labels(node, content):
            return self.marked(node, content, after, start)
        self.at += 1
        return t.Power(node, self.script(), span=self.since(start))

    def labels(self, node: t.Node, content: list[Token]) -> bool:
        """Is x^{(i)} or z^{[l]} a label, and no power?  On numbers, e and what stands in brackets it is a power."""
        array = node.array if isinstance(node, t.Component) else node
        named = isinstance(array, t.Name) and array.id not in glyphs.CONSTANTS
        return named and self.row[self.at + 1].kind == "{" and self.in_brackets(content)

    def marked(self, node: t.Node, content: list[Token], after: int, start: int) -> t.Node:
        """x^{(i)} where nothing declares it: an error, or one more name for the caller's list."""
        array = node.array if isinstance(node, t.Component) else node
        assert isinstance(array, t.Name)
        label = label_text(content) or "".join(token.text for token in content)
        shown = f"{array.id}^{label}"
        if self.scope.undeclared is None:
            hint = f"declare {shown}, or {array.id} as a family; without the brackets it is a power"
            raise self.fail(f"{shown} is not declared", start, hint)
        self.collect(shown, start, "entry" if array is not node else "")
        self.at = after
        named = t.Name(shown, span=self.since(start))
        return replace(node, array=named) if isinstance(node, t.Component) else named

    def bare_minus(self, kinds: list[str], braced: bool) -> bool:
        """x^{-}, and x^- with nothing behind that it could be the sign of."""
        if kinds != ["-"] or braced:
            return kinds == ["-"]
        self.at += 2
        signs = self.starts()
        self.at -= 2
        return not signs

    def part_run(self) -> None:
        """q^Tk is q^T k, and in TeX γ^tr is γ^t r: one letter stands behind ^, the rest of the run follows."""
        run = self.row[self.at + 1]
        spelt = glyphs.WORDS.get(run.text)
        letter = spelt is not None and spelt.role == glyphs.LETTER and not self.scope.all_letters(run.text)
        one = self.latex or run.text.startswith("T")
        if run.kind == "run" and one and not letter and not self.scope.declared(run.text):
            rest, middle = run.text[1:], run.start + 1
            kind = "run" if len(rest) > 1 else "name"
            self.row[self.at + 1 : self.at + 2] = [
                Token("name", run.text[0], run.start, middle, run.gap, run.dress),
                Token(kind, rest, middle, run.end, False, run.dress),
            ]

    def mark(self, token: Token) -> str:
        return "T" if token.kind == "name" and token.text == "T" else token.kind

    def transposes(self, node: t.Node, token: Token, mark: str) -> bool:
        """Is ^T a transpose here?  Not when T is declared: of a scalar it is then a power, of an array an error."""
        if mark == "⊤" or token.dress == "sans" or not self.scope.declared("T"):
            return True
        if self.rank(node) == 0:
            return False
        hint = r"write ^\top or ᵀ for the transpose"
        raise self.fail("T is declared, so ^T could be a power or a transpose", self.at + 1, hint)
