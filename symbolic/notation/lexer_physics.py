"""Macros of the physics package that stand for a derivative or a mean: \\dv, \\pdv, \\expval, \\grad."""

from __future__ import annotations

import re

from symbolic.notation.lexer_state import State

_SIGNS = {"dv": "d", "derivative": "d", "pdv": "∂", "partialderivative": "∂", "pderivative": "∂"}
_MEANS = frozenset({"expval", "ev", "expectationvalue"})
PHYSICS = frozenset({*_SIGNS, *_MEANS, "grad", "gradient", "dd", "differential", "pmod", "mod", "bmod"})
_ORDER = re.compile(r"\s*\[([^\[\]{}]*)\]")


class Physics(State):
    """Each macro becomes the tokens of the notation that it prints."""

    def physics(self, name: str, at: int, after: int, end: int, depth: int) -> int:
        """The macro at hand with its arguments; the index after it."""
        if depth > 20:
            raise self.fail("nested too deeply", at)
        if name in _SIGNS:
            return self.quotient(_SIGNS[name], at, after, end, depth)
        if name in _MEANS:
            start, stop = self.argument(after, end)
            self.put("⟨", "⟨", at, after)
            self.scan(start, stop - 1, "", depth + 1)
            self.put("⟩", "⟩", stop - 1, stop)
            return stop
        if name in ("pmod", "mod", "bmod"):
            self.put("text", "mod", at, after)
            return after
        if name in ("dd", "differential"):
            self.put("name", "d", at, after, "upright")
            if self.text[after : after + 1] == "{":
                start, stop = self.argument(after, end)
                self.scan(start, stop - 1, "", depth + 1)
                return stop
            return after
        self.put("∇", "∇", at, after)
        return after

    def quotient(self, sign: str, at: int, after: int, end: int, depth: int) -> int:
        """\\dv[n]{f}{x} is dⁿf/dxⁿ, \\dv{x} is d/dx, \\pdv{f}{x}{y} is ∂²f/∂x∂y."""
        found = _ORDER.match(self.text, after, end)
        order, stop = (found.span(1), found.end()) if found else (None, after)
        groups: list[tuple[int, int]] = []
        most = 3 if sign == "∂" else 2
        while len(groups) < most and (not groups or self.text[stop : stop + 1] == "{"):
            start, stop = self.argument(stop, end)
            groups.append((start, stop - 1))
        body = groups[0] if len(groups) > 1 else None
        variables = groups[len(groups) > 1 :]
        self.put("frac", "frac", at, after)
        self.put("{", "{", after, after)
        self.differential(sign, after, order, len(variables))
        if body is not None:
            self.scan(*body, "", depth + 1)
        for bracket in "}{":
            self.put(bracket, bracket, after, after)
        for variable in variables:
            self.differential(sign, after)
            self.scan(*variable, "", depth + 1)
            self.power(after, order)
        self.put("}", "}", stop - 1, stop)
        return stop

    def differential(self, sign: str, at: int, order: tuple[int, int] | None = None, count: int = 1) -> None:
        self.put("∂" if sign == "∂" else "name", sign, at, at, "upright")
        if count > 1 and order is None:
            self.put("^", "^", at, at)
            self.put("num", str(count), at, at)
        self.power(at, order)

    def power(self, at: int, order: tuple[int, int] | None) -> None:
        if order is not None:
            self.put("^", "^", at, at)
            self.put("{", "{", at, at)
            self.scan(*order, "", 1)
            self.put("}", "}", at, at)
