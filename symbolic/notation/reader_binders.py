"""Integrals, limits and optima: each binds one name in its body."""

from __future__ import annotations

from symbolic.notation import glyphs
from symbolic.notation import tree as t
from symbolic.notation.lexer import Token
from symbolic.notation.names import flat, script_content, spelled, word_id
from symbolic.notation.reader_cursor import CLOSING, OPENING
from symbolic.notation.reader_grammar import Grammar

#: What may stand above its variable in \\underset.
_UNDER = {
    "max": "max", "min": "min", "argmax": "argmax", "argmin": "argmin", "sup": "sup", "inf": "inf", "minimize": "min",
    "maximize": "max", "minimise": "min", "maximise": "max", "𝔼": "𝔼", "E": "E", "ℙ": "ℙ", "Pr": "Pr",
}  # fmt: skip


class Binders(Grammar):
    """∫ body dx, lim_{x→a} body, min_c body."""

    def integral(self, start: int) -> t.Node:
        if self.over_region():
            return self.region_integral(start)
        lower, upper = self.integral_limits()
        at, size = self.differential()
        size = 3 if self.measure_behind(at) else size
        if size > 2 and lower is None and (self.entry_behind(at) or self.measure_behind(at)):
            return self.region_integral(start)
        variable = word_id(self.row[at + 1]) if size == 2 else spelled(self.row, at + 1, self.text)[0].id
        with self.binding([variable]), self.nested(), self.fenced(at):
            body: t.Node = t.Number("1") if self.kind == "fence" else self.expression()
            if self.kind != "fence":
                raise self.unexpected()
        self.at = self.at + 2 if size == 2 else spelled(self.row, self.at + 1, self.text)[2]
        return t.Integral(variable, lower, upper, body, span=self.since(start))

    def entry_behind(self, at: int) -> bool:
        saved, self.at = self.at, at + 1
        entry = self.is_entry()
        self.at = saved
        return entry

    def measure_behind(self, at: int) -> bool:
        """Is it dF(x), the differential of a declared function applied?"""
        spelling, _, after = spelled(self.row, at + 1, self.text)
        return self.scope.is_function(spelling.id) and self.row[after].kind == "("

    def over_region(self) -> bool:
        """Does a region hang below the integral, and nothing above?"""
        if self.kind != "_":
            return False
        content, after = script_content(self.row, self.at + 1)
        return self.row[after].kind != "^" and not (len(content) == 1 and content[0].text == "ℝ")

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
        self.lower_differential()
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

    def lower_differential(self) -> None:
        """∫ \\frac{ds}{f} is ∫ \\frac{1}{f} ds."""
        level = 0
        for k in range(self.at, len(self.row) - self.beyond):
            token = self.row[k]
            level += (token.kind in OPENING) - (token.kind in CLOSING)
            stop = level < 0 or token.kind == "end of text" or (level == 0 and token.kind == "rel")
            if stop or (level == 0 and self.is_differential(k)):
                return
            if token.kind == "frac" and level == 0 and self.row[k + 1].kind == "{":
                closing = self.matching(k + 1)
                size = 1 if self.row[closing - 1].kind == "run" else 2
                if closing - size > k and self.is_differential(closing - size):
                    moved = self.row[closing - size : closing]
                    after = self.matching(closing + 1) + 1
                    filling = [Token("num", "1", token.start, token.start)] if closing - size == k + 2 else []
                    self.row[closing - size : after] = [*filling, *self.row[closing:after], *moved]
                    return

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

    def limit(self, start: int) -> t.Limit:
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
            body = self.body_about([name])
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
        """min_c body, argmax_{x ∈ D} body, sup_x body, min_{w,b} body."""
        self.at += 1
        domain: t.Node | None = None
        if self.kind in ("{", "("):
            names, domain = self.below_optimum()
        else:
            names = self.bare_indices()[:1]
        fresh = [name for name in names if name != "…" and (not self.scope.declared(name) or self.scope.is_index(name))]
        own = [name for name in names if not (self.scope.declared(name) and self.scope.is_index(name))]
        with self.binding(fresh):
            body = self.optimized_body() if kind in ("argmin", "argmax") else self.body_about(own)
        if len(names) > 1 or kind in ("sup", "inf"):
            variables = (t.Dots() if name == "…" else t.Name(name) for name in names)
            return t.Extremum(kind, tuple(variables), body, domain, span=self.since(start))
        return t.Optimum(kind, t.Name(names[0]), body, domain, span=self.since(start))

    def optimized_body(self) -> t.Node:
        """The whole sum behind argmin, whose value no number can be added to."""
        self.deeper()
        saved, self.in_body = self.in_body, False
        node = self.expression()
        self.in_body = saved
        self.depth -= 1
        return node

    def below_optimum(self) -> tuple[list[str], t.Node | None]:
        """The variables and the condition in the group below."""
        opening = self.at
        closing = OPENING[self.row[opening].kind]
        with self.nested():
            self.at += 1
            at, domain = self.at, None
            names = [self.optimized()]
            while self.accept(","):
                names.append("…" if self.accept("…") else self.optimized())
            fresh = [name for name in names if name != "…" and not self.scope.declared(name)]
            if self.kind != closing:
                self.at = at if self.kind != ":" or len(names) > 1 else self.at + 1
                with self.binding(fresh):
                    domain = self.claim()
                if self.kind == ":":
                    self.at += 1
                    with self.binding(fresh):
                        domain = self.claim()
        self.expect(closing, opening)
        return names, domain

    def optimized(self) -> str:
        """The variable of min_{c}, min_{c > 0}, max_{1 ≤ i ≤ n}."""
        applied = self.token.text in glyphs.FUNCTIONS or self.scope.is_function(word_id(self.token))
        if self.kind in ("name", "run", "accent") and not (applied and self.peek().kind == "("):
            spelling, _, self.at = spelled(self.row, self.at, self.text)
            return spelling.id
        names = self.fresh_names()
        if not names:
            raise self.fail("a variable was expected here")
        return names[0]

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
        kind = _UNDER.get(word, "")
        if not kind and len(content) == 1 and content[0].kind == "big":
            kind = content[0].text
        if not kind:
            raise self.fail("what stands above this is no operator", self.at)
        token = Token("big" if kind in "∑∏lim" else "name", kind, content[0].start, content[0].end, False, "command")
        mark = Token("_", "_", token.end, token.end)
        self.row[start:after] = [token, mark, *below]
        self.at = start
        return self.atom()
