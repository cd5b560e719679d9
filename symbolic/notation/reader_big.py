"""Operators that bind a name: ∑, ∏, ∫, lim, min and argmax, with the bounds that hang on them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from symbolic.notation import glyphs
from symbolic.notation import tree as t
from symbolic.notation.lexer import Token
from symbolic.notation.names import flat, script_content, spelled, word_id
from symbolic.notation.reader_cursor import CLOSING, OPENING, Cursor

_MEMBERS = frozenset({"=", "≠", "<", "≤", ">", "≥", "∈"})


class Big(Cursor):
    """∑_{i=1}^n body: the body runs to + − or an explicit ·."""

    def big(self) -> t.Node:
        start, sign = self.at, self.token.text
        self.at += 1
        if sign == "∫":
            return self.integral(start)
        if sign == "lim":
            return self.limit(start)
        bounds = self.bounds()
        with self.binding([bound.index for bound in bounds]):
            body = self.body()
        return t.Big(sign, tuple(bounds), body, span=self.since(start))

    @contextmanager
    def binding(self, names: list[str]) -> Iterator[None]:
        """The names are bound within."""
        for name in names:
            self.scope.bind(name)
        yield
        for name in names:
            self.scope.release(name)

    def body(self) -> t.Node:
        """The rest of the product, with a minus before it perhaps."""
        start = self.at
        self.deeper()
        saved, self.in_body = self.in_body, True
        if self.accept("-"):
            node: t.Node = t.Negative(self.term(), span=self.since(start))
        else:
            node = self.term()
        self.in_body = saved
        self.depth -= 1
        return node

    def bounds(self) -> list[t.Bound]:
        """What hangs on ∑ or ∏, above and below, in either order."""
        upper = self.above()
        if not self.accept("_"):
            raise self.fail("a sum or product without its index", None, "write ∑_i or ∑_{i=1}^n")
        if self.kind in ("{", "("):
            found = self.below()
        else:
            found = [t.Bound(name) for name in self.bare_indices()]
        upper = upper or self.above()
        if upper is None:
            return found
        if found[0].lower is None:
            raise self.fail("an upper bound without a lower one", self.at - 1, "write ∑_{i=1}^n")
        return [t.Bound(b.index, b.lower, b.upper or upper, b.condition) for b in found]

    def above(self) -> t.Node | None:
        """The upper bound at hand."""
        if not self.accept("^"):
            return None
        if self.kind in ("{", "("):
            return self.script()
        if self.kind == "run" and not self.scope.is_word(self.token.text):
            return self.tex_argument()
        return self.script()

    def bare_indices(self) -> list[str]:
        """The letters behind ∑_ : one index or several; a letter that has a subscript of its own is a factor."""
        token = self.token
        if token.kind == "name" or (token.kind == "run" and self.scope.is_word(token.text)):
            self.at += 1
            return [word_id(token)]
        if token.kind == "accent":
            spelling, _, self.at = spelled(self.row, self.at, self.text)
            return [spelling.id]
        if token.kind != "run":
            raise self.fail("an index was expected here")
        count = 1
        followed = self.peek().kind == "_"
        while count < len(token.text) - followed and self.may_bind(token.text[count]):
            count += 1
        self.replace_run(list(token.text[:count]))
        self.at += count
        rest = token.text[count:]
        if rest:
            kind = "run" if len(rest) > 1 else "name"
            self.row.insert(self.at, Token(kind, rest, token.end - len(rest), token.end))
        return list(token.text[:count])

    def may_bind(self, letter: str) -> bool:
        """Is a letter beside an index another index, and not a factor?"""
        return not self.scope.declared(letter) or self.scope.is_index(letter)

    def below(self) -> list[t.Bound]:
        """The group below: i, i,j, i=1, i,j=1, i≠j, 1≤i<j≤n."""
        opening = self.at
        found: list[t.Bound] = []
        pending: list[str] = []
        closing = OPENING[self.kind]
        with self.nested():
            self.at += 1
            substack = self.accept("substack") and self.accept("{")
            while self.kind not in (closing, "fence", "end of text"):
                self.below_item(found, pending)
                if self.kind not in (",", "newline") or self.kind == closing:
                    break
                self.at += 1
            if substack:
                self.expect("}")
        self.expect(closing, opening)
        found += [t.Bound(name) for name in pending]
        if not found:
            raise self.fail("an index was expected here", opening)
        return found

    def below_item(self, found: list[t.Bound], pending: list[str]) -> None:
        """One item of the group: a name, name = lower, or a condition on the names before it."""
        start = self.at
        names = self.item_names()
        if names and self.kind == "rel" and self.token.text == "=":
            self.at += 1
            lower = self.expression()
            upper = None
            found += [t.Bound(name, lower, upper) for name in (*pending, *names)]
            pending.clear()
        elif names and self.kind in (",", "}", ")", "newline"):
            pending += names
        else:
            self.at = start
            self.conditioned(found, pending)

    def item_names(self) -> list[str]:
        """The names at the start of an item; letters side by side are several."""
        token = self.token
        if token.kind == "run" and not self.scope.is_word(token.text):
            self.at += 1
            return list(token.text)
        if token.kind in ("name", "run", "accent"):
            spelling, _, self.at = spelled(self.row, self.at, self.text)
            return [spelling.id]
        return []

    def conditioned(self, found: list[t.Bound], pending: list[str]) -> None:
        """A condition such as i≠j: it binds the names before it, or its own first name and those that are new."""
        names = [*pending, *(bound.index for bound in found)]
        fresh = [] if names else self.fresh_names()
        with self.binding([*names, *fresh]):
            condition = self.statement()
        if not isinstance(condition, t.Chain):
            raise self.fail("a condition on the index was expected here")
        found += [t.Bound(name) for name in (*pending, *fresh)]
        pending.clear()
        if not found:
            raise self.fail("an index was expected here")
        last = found[-1]
        both = last.condition is not None
        if both:
            raise self.fail("more than one condition on an index")
        found[-1] = t.Bound(last.index, last.lower, last.upper, condition)

    def fresh_names(self) -> list[str]:
        """The names that a condition binds: its first one, and every one that nothing declares."""
        names: list[str] = []
        k = self.at
        while k < len(self.row) and self.row[k].kind not in ("}", ")", ",", "end of text"):
            if self.row[k].kind == "name" and self.row[k - 1].kind != "_":
                name = word_id(self.row[k])
                if (not names or not self.scope.declared(name)) and name not in glyphs.CONSTANTS:
                    names.append(name)
            k += 1
        return list(dict.fromkeys(names))

    def integral(self, start: int) -> t.Node:
        lower, upper = self.integral_limits()
        at, size = self.differential()
        variable = word_id(self.row[at + 1]) if size == 2 else spelled(self.row, at + 1, self.text)[0].id
        with self.binding([variable]), self.nested(), self.fenced(at):
            body: t.Node = t.Number("1") if self.kind == "fence" else self.expression()
            if self.kind != "fence":
                raise self.unexpected()
        self.at = self.at + 2 if size == 2 else spelled(self.row, self.at + 1, self.text)[2]
        return t.Integral(variable, lower, upper, body, span=self.since(start))

    def integral_limits(self) -> tuple[t.Node | None, t.Node | None]:
        lower = upper = None
        for _ in range(2):
            if self.kind == "_" and lower is None:
                self.at += 1
                lower = self.limit_script()
            elif self.kind == "^" and upper is None:
                upper = self.above()
        if isinstance(lower, t.Space) and upper is None:
            return t.Negative(t.Name("∞")), t.Name("∞")
        if (lower is None) != (upper is None):
            raise self.fail("an integral with one limit", None, "write both limits or none")
        return lower, upper

    def limit_script(self) -> t.Node:
        content, after = script_content(self.row, self.at)
        if len(content) == 1 and content[0].text == "ℝ":
            self.at = after
            return t.Space("ℝ")
        return self.tex_argument() if self.kind in ("num", "run") else self.script()

    def differential(self) -> tuple[int, int]:
        """(index of the d, tokens of d and its variable) of the differential that closes this integral."""
        level, inner, k = 0, 0, self.at
        while k < len(self.row) - self.beyond:
            token = self.row[k]
            level += (token.kind in OPENING) - (token.kind in CLOSING)
            if level < 0 or token.kind == "end of text" or (level == 0 and token.kind == "rel"):
                break
            inner += level == 0 and token.text in ("∫", "int", "integral") and token.kind in ("big", "run")
            if level == 0 and self.is_differential(k):
                if inner == 0:
                    return self.parted_differential(k)
                inner -= 1
            k += 1
        raise self.fail("an integral without its differential", self.at, "write the dx at its end")

    def is_differential(self, k: int) -> bool:
        """Does `d` and a name stand at token k, no quotient before it?"""
        token, before = self.row[k], self.row[k - 1].kind
        if before in ("/", "_", "^"):
            return False
        if token.kind == "run" and len(token.text) > 1 and not self.scope.declared(token.text):
            head, name = token.text[:-1], token.text[-1]
            if token.text[0] == "d" and self.scope.is_word(token.text[1:]):
                return True
            known = head == "d" or (head.endswith("d") and not self.scope.is_word(token.text) and name.isalpha())
            return known and self.row[k + 1].kind != "/"
        if token.kind != "name" or token.text != "d":
            return False
        after = self.row[k + 1]
        loose = token.dress != "upright" and self.scope.declared("d") and after.gap
        return after.kind in ("name", "run", "accent") and not loose

    def parted_differential(self, k: int) -> tuple[int, int]:
        """Part `xdx` into x, d, x, and tell where the d stands."""
        token = self.row[k]
        if token.kind == "run":
            text = token.text
            cut = 0 if text[0] == "d" and self.scope.is_word(text[1:]) else len(text) - 2
            pieces = [piece for piece in (text[:cut], "d", text[cut + 1 :]) if piece]
            saved, self.at = self.at, k
            self.replace_run(pieces)
            if cut > 1:
                self.row[k].kind = "run"
            self.at = saved
            k += cut > 0
        following = self.row[k + 1]
        plain = following.kind == "name" and self.row[k + 2].kind not in ("_", "′")
        return k, 2 if plain else 3

    def limit(self, start: int) -> t.Node:
        if not self.accept("_") or self.kind not in ("{", "("):
            raise self.fail("a limit without its variable", None, "write lim_{x→0}")
        opening = self.at
        with self.nested("side"):
            self.at += 1
            spelling, _, self.at = spelled(self.row, self.at, self.text)
            name = spelling.id
            variable = t.Name(name, span=self.since(opening + 1))
            if self.kind != "rel" or self.token.text != "→":
                raise self.fail("expected → here", None, "write lim_{x→0}")
            self.at += 1
            target, side = self.limit_target()
        self.expect(OPENING[self.row[opening].kind], opening)
        with self.binding([] if self.scope.declared(name) else [name]):
            body = self.body()
        return t.Limit(variable, target, body, side, span=self.since(start))

    def limit_target(self) -> tuple[t.Node, str]:
        """(target, side): 0, ∞, 0⁺, 0^+, 0+."""
        if self.kind in ("num", "name") and self.peek().kind == "^":
            content, after = script_content(self.row, self.at + 2)
            if [token.kind for token in content] in (["+"], ["-"]):
                node = self.atom()
                self.at = after
                return node, content[0].kind
        target = self.expression()
        if self.kind in ("+", "-"):
            side = self.kind
            self.at += 1
            return target, side
        return target, ""

    def optimum(self, kind: str, start: int) -> t.Node:
        """min_c body, argmax_{x ∈ D} body."""
        self.at += 1
        domain: t.Node | None = None
        if self.kind in ("{", "("):
            opening = self.at
            with self.nested():
                self.at += 1
                at = self.at
                spelling, _, self.at = spelled(self.row, self.at, self.text)
                name = spelling.id
                if self.kind != OPENING[self.row[opening].kind]:
                    self.at = at
                    with self.binding([] if self.scope.declared(name) else [name]):
                        domain = self.statement()
            self.expect(OPENING[self.row[opening].kind], opening)
        else:
            name = self.bare_indices()[0]
        with self.binding([] if self.scope.declared(name) and not self.scope.is_index(name) else [name]):
            body = self.body()
        return t.Optimum(kind, t.Name(name), body, domain, span=self.since(start))

    def under(self) -> t.Node:
        """\\underset{i}{\\operatorname{argmin}} is argmin_{i}."""
        start = self.at
        self.at += 1
        if self.kind != "{":
            raise self.fail("expected { here")
        below = self.row[self.at : self.matching(self.at) + 1]
        self.at += len(below)
        content, after = script_content(self.row, self.at)
        word = flat(content) or ""
        kind = word if word in ("max", "min", "argmax", "argmin") else ""
        if not kind and len(content) == 1 and content[0].kind == "big":
            kind = content[0].text
        if not kind:
            raise self.fail("what stands above this is no operator", self.at)
        token = Token("big" if kind in "∑∏lim" else "name", kind, content[0].start, content[0].end, False, "command")
        mark = Token("_", "_", token.end, token.end)
        self.row[start:after] = [token, mark, *below]
        self.at = start
        return self.atom()
