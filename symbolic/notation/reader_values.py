"""Values at a place, differentials by themselves, integrals over regions: calculus beside its main forms."""

from __future__ import annotations

from functools import partial, reduce

from symbolic.notation import tree as t
from symbolic.notation.names import flat, script_content, spelled, word_id
from symbolic.notation.reader_grammar import Grammar

#: Where a bar closes what it opened.
_CLOSING_BARS = frozenset({"abs", "norm2", "set", "value"})


class Values(Grammar):
    """f|_{x=0}, [F]_a^b, dx, ∫_D f dx dy."""

    def left_dot(self) -> t.Node:
        """\\left. f \\right|_{x=0}."""
        start = self.at
        with self.nested("value"):
            self.at += 1
            node = self.expression()
        self.expect("|>", start)
        self.at -= 1
        return self.evaluated(node, start)

    def evaluates(self) -> bool:
        """Does the bar at hand say where the product before it is evaluated?"""
        return self.kind in ("|", "|>", "∣") and self.peek().kind == "_" and self.bar not in _CLOSING_BARS

    def evaluated(self, node: t.Node, start: int) -> t.Node:
        """`node` at what hangs on the bar at hand: a relation, or the ends of a difference."""
        self.at += 1
        if not self.accept("_"):
            raise self.fail("a bar without the place of evaluation", None, "write |_{x=0}")
        place = self.place()
        upper = None
        if self.accept("^"):
            upper = self.place()
        return t.Evaluated(node, place, upper, span=self.since(start))

    def place(self) -> t.Node:
        if self.kind != "{":
            return self.tex_argument() if self.kind in ("num", "run") else self.script()
        opening = self.at
        with self.nested():
            self.at += 1
            node = self.claim()
            if self.kind == ",":
                items = [node]
                while self.accept(","):
                    items.append(self.claim())
                node = t.Sequence(tuple(items))
        self.expect("}", opening)
        return node

    def difference(self, node: t.Node) -> t.Node | None:
        """[F]_a^b, the bracket already read; None, and nothing read, where only an index hangs on it."""
        middle = script_content(self.row, self.at + 1)[1]
        if self.row[self.at - 1].kind != "]" or self.row[middle].kind != "^" or (self.rank(node) or 0) != 0:
            return None
        start = self.at - 1
        self.at -= 1
        return self.evaluated(node, start)

    def differential_alone(self, start: int) -> t.Node | None:
        """dx, d tr(X) and ∂(XY), the sign already read; None, and nothing read, where no factor follows."""
        if not self.starts() or self.kind in ("num", "∂", "big"):
            return None
        return t.Differential(self.factor(), span=self.since(start))

    def region_integral(self, start: int) -> t.Node:
        """∫_D f dx dy, ∬ f dx dy, the sign already read: it closes with its last differential."""
        region = None
        if self.accept("_"):
            region = self.region()
        at, variables, behind = self.differentials_ahead()
        if region is None and len(variables) < 2 and isinstance(variables[0], t.Name):
            raise self.fail("a double integral with one differential and no region", start, "write dx dy")
        names = [name for node in variables for name in self.bound_by(node) if not self.scope.declared(name)]
        with self.binding(names), self.nested(), self.fenced(at):
            body: t.Node = t.Number("1") if self.kind == "fence" else self.expression()
            if self.kind != "fence":
                raise self.unexpected()
        self.at = len(self.row) - behind
        return t.IntegralOver(tuple(variables), region, body, span=self.since(start))

    def measure(self) -> t.Node:
        """F(x) behind the d of dF(x); x is bound by it."""
        inside = self.row[self.at : self.matching_call()]
        fresh = [word_id(token) for token in inside if token.kind == "name" and token.text.isalpha()]
        with self.binding([name for name in fresh if not self.scope.declared(name)]):
            return self.reference()

    def matching_call(self) -> int:
        """The index of the bracket that closes the call at hand."""
        opening = next((k for k in range(self.at, len(self.row) - 1) if self.row[k].kind == "("), self.at)
        return self.matching(opening)

    def bound_by(self, node: t.Node) -> list[str]:
        """The names that d of `node` binds: the name itself, or the arguments of a measure."""
        parts = node.arguments if isinstance(node, t.Call) else (node,)
        return [part.id for part in parts if isinstance(part, t.Name)]

    def region(self) -> t.Node:
        if self.kind != "{":
            letters = self.kind == "run" and not self.scope.is_word(self.token.text)
            return self.tex_argument() if letters else self.script()
        opening = self.at
        with self.nested():
            self.at += 1
            node: t.Node = self.interval_product()
            items = [node]
            while self.accept(","):
                items.append(self.claim())
        self.expect("}", opening)
        return node if len(items) == 1 else t.Sequence(tuple(items))

    def interval_product(self) -> t.Node:
        """[a,b]×[c,d], or whatever else names a region."""
        start, sides = self.at, []
        while self.kind in ("[", "("):
            side = self.interval()
            if side is None:
                break
            sides.append(side)
            if not self.accept("×"):
                break
        if not sides:
            self.at = start
            return self.claim()
        return sides[0] if len(sides) == 1 else reduce(partial(t.Infix, "×"), sides)

    def is_entry(self) -> bool:
        """Is the variable at hand an entry by its subscript, as in dz_{t-1}?"""
        return self.kind == "name" and self.peek().kind == "_" and not flat(script_content(self.row, self.at + 2)[0])

    def differentials_ahead(self) -> tuple[int, list[t.Node], int]:
        """(index of the first d, the variables, tokens behind the last) of the differentials that close an integral."""
        first, _ = self.differential()
        saved, self.at = self.at, first
        variables: list[t.Node] = []
        while self.is_differential(self.at):
            self.parted_differential(self.at)
            self.at += 1
            if self.measure_behind(self.at - 1):
                variables.append(self.measure())
            elif self.is_entry():
                variables.append(self.plain_reference())
            else:
                spelling, _, self.at = spelled(self.row, self.at, self.text)
                variables.append(t.Name(spelling.id))
        behind, self.at = len(self.row) - self.at, saved
        return first, variables, behind

    def symbol_order(self) -> t.Node | None:
        """The n of dⁿ; None, and nothing read, for a number."""
        content, after = script_content(self.row, self.at + 1)
        if len(content) != 1 or content[0].kind != "name" or not self.scope.declared(word_id(content[0])):
            return None
        self.at = after
        return t.Name(word_id(content[0]))

    def of_order(self, order: t.Node, sign: str, opening: int, start: int) -> t.Node:
        """\\frac{dⁿ f}{dxⁿ}, the first sign and its order already read."""
        body = None
        if self.kind != "}":
            with self.nested():
                body = self.term()
        self.expect("}", opening)
        below = self.at
        self.part_differential(below + 1)
        self.at = below + 2
        variable = self.variable()
        if self.kind != "^" or self.symbol_order() != order:
            raise self.fail("the orders above and below differ", start, "write dⁿf/dxⁿ")
        self.expect("}", below)
        return t.OfOrder(body or self.body(), order, variable, span=self.since(start))

    def by_places(self, start: int) -> t.Node | None:
        """∂_1 f(x, y), ∂_{1,2} f: by the arguments at these places; None, and nothing read, for a named variable."""
        content, after = script_content(self.row, self.at + 2)
        digits = [token for token in content if token.kind == "num" and token.text.isdigit()]
        if not digits or any(token.kind not in ("num", ",") for token in content):
            return None
        self.at = after
        function = self.plain_reference()
        if not isinstance(function, t.Name) or not self.scope.is_function(function.id):
            raise self.fail("a declared function was expected here", after, "write ∂_1 f(x, y)")
        places = tuple(int(token.text) for token in digits)
        node = t.Partial(function, places, span=self.since(start))
        return t.Call(node, self.arguments(), span=self.since(start)) if self.kind == "(" else node

    def lone_differential(self, start: int) -> t.Node | None:
        """dx with nothing between, where d is no name."""
        after = self.peek()
        spaced = after.gap and self.token.dress != "upright"
        if self.scope.declared("d") or spaced or after.kind not in ("name", "run", "accent"):
            return None
        self.at += 1
        return self.differential_alone(start)
