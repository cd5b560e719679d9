"""Binders: Σ, Π and arrays by components.  Opened with fresh indices, closed with canonical levels.

A closed sum is connected: its bound indices hang together through its factors, everything else stands outside.  Two
sums that differ by a renaming of bound indices are the same atom, since closing picks the least of all renamings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from symbolic.algebra.atoms import Atom, key
from symbolic.algebra.facts import facts, spend
from symbolic.algebra.indices import fresh
from symbolic.algebra.poly import ONE, Monomial, Poly, atom

Range = tuple[Poly, Poly]


def open_binder(binder: Atom) -> tuple[list[str], tuple[Any, ...], Poly]:
    """(fresh index names, ranges, body) of a binder, ready for algebra."""
    base, ranges, body = binder.args
    indices = [fresh() for _ in ranges]
    levels = {base + 1 + place: index for place, index in enumerate(indices)}
    names = [next(iter(index.free)) for index in indices]
    spans = release(ranges, levels)
    for name, span in zip(names, spans, strict=True):
        facts().open[name] = span if isinstance(span, tuple) else (ONE, span)
    return names, spans, release(body, levels)


def release(value: Any, levels: dict[int, Poly]) -> Any:
    """`value` with the bound levels replaced by open indices."""
    if isinstance(value, tuple):
        return tuple(release(part, levels) for part in value)
    if isinstance(value, Poly):
        from symbolic.algebra.substitute import transform

        return transform(value, lambda inner: _released(inner, levels)) if _mentions(value, levels) else value
    return value


def _released(inner: Atom, levels: dict[int, Poly]) -> Poly:
    if inner.kind == "bound":
        return levels.get(inner.args[0], atom(inner))
    from symbolic.algebra.substitute import mapped

    if not _mentions(inner, levels):
        return atom(inner)
    return mapped(inner, lambda poly: release(poly, levels))


def _mentions(value: Any, levels: dict[int, Poly]) -> bool:
    if isinstance(value, tuple):
        return any(_mentions(part, levels) for part in value)
    if isinstance(value, Atom):
        return value.args[0] in levels if value.kind == "bound" else _mentions(value.args, levels)
    if isinstance(value, Poly):
        return any(_mentions(part, levels) for mono in value.terms for pair in mono for part in pair)
    return False


def bind(kind: str, names: Sequence[str], ranges: Sequence[Any], body: Poly) -> Atom:
    """The closed binder over the named indices, its levels in canonical order."""
    order = _canonical_order(names, ranges, body) if kind == "sum" and len(names) > 1 else list(range(len(names)))
    base = max(body.height, max((_range_height(part) for part in ranges), default=0))
    mapping = {names[place]: atom(Atom("bound", base + 1 + level)) for level, place in enumerate(order)}
    return Atom(kind, base, tuple(_close(ranges[place], mapping) for place in order), _close(body, mapping))


def _close(part: Any, mapping: dict[str, Poly]) -> Any:
    from symbolic.algebra.substitute import substitute

    if isinstance(part, tuple):
        return tuple(_close(inner, mapping) for inner in part)
    return substitute(part, mapping)


def _range_height(part: Any) -> int:
    if isinstance(part, tuple):
        return max((_range_height(inner) for inner in part), default=0)
    return int(getattr(part, "height", 0))


def rebind(binder: Atom, change: Callable[[Poly], Poly]) -> Poly:
    """The binder with `change` applied to its ranges and body."""
    from symbolic.algebra import sums

    names, ranges, body = open_binder(binder)
    new = _changed(ranges, change)
    if binder.kind == "sum":
        return sums.sum_over_all(list(zip(names, new, strict=True)), change(body))
    if binder.kind == "prod":
        low, high = new[0]
        return sums.product_over(names[0], low, high, change(body))
    return atom(bind("lam", names, new, change(body)))


def _changed(part: Any, change: Callable[[Poly], Poly]) -> Any:
    if isinstance(part, tuple):
        return tuple(_changed(inner, change) for inner in part)
    return change(part)


def lam(sizes: Sequence[Poly], body: Callable[..., Poly]) -> Atom:
    """The array whose entry at (i, …) is body(i, …)."""
    indices = [fresh((ONE, size)) for size in sizes]
    return bind("lam", [next(iter(index.free)) for index in indices], tuple(sizes), body(*indices))


def apply_lam(array: Atom, *indices: Poly) -> Poly:
    """The entry of an array by components."""
    from symbolic.algebra.substitute import substitute

    names, _, body = open_binder(array)
    return substitute(body, dict(zip(names, indices, strict=True)))


def _canonical_order(names: Sequence[str], ranges: Sequence[Any], body: Poly) -> list[int]:
    """The order of bound indices whose renamed body is least: colour refinement, then individualisation."""
    single = body.single()
    assert single is not None
    search = _Search(names, ranges, single[1])
    return search.best()


class _Search:
    """Finds the least renaming of the bound indices of one monomial."""

    def __init__(self, names: Sequence[str], ranges: Sequence[Any], mono: Monomial) -> None:
        self.names, self.ranges, self.factors = names, ranges, list(mono)
        self.near = {
            name: [pair for pair in self.factors if any(name in getattr(part, "free", ()) for part in pair)]
            for name in names
        }
        self.found: list[int] | None = None

    def best(self) -> list[int]:
        blank = dict.fromkeys(self.names, "?")
        start = {name: key(part, blank) for name, part in zip(self.names, self.ranges, strict=True)}
        self._descend(self._refined(self._ranked(start)))
        assert self.found is not None
        return self.found

    def _ranked(self, colours: dict[str, str]) -> dict[str, str]:
        places = {colour: f"?{rank:03d}" for rank, colour in enumerate(sorted(set(colours.values())))}
        return {name: places[colour] for name, colour in colours.items()}

    def _refined(self, colours: dict[str, str]) -> dict[str, str]:
        while len(set(colours.values())) < len(colours):
            finer = self._ranked({name: colours[name] + self._surroundings(name, colours) for name in self.names})
            if len(set(finer.values())) == len(set(colours.values())):
                return finer
            colours = finer
        return colours

    def _surroundings(self, name: str, colours: dict[str, str]) -> str:
        spend(len(self.near[name]))
        env = {**colours, name: "!"}
        return "|".join(sorted(key(base, env) + "^" + key(exponent, env) for base, exponent in self.near[name]))

    def _descend(self, colours: dict[str, str]) -> None:
        classes: dict[str, list[str]] = {}
        for name in self.names:
            classes.setdefault(colours[name], []).append(name)
        tied = next((classes[colour] for colour in sorted(classes) if len(classes[colour]) > 1), None)
        if tied is None:
            self._record(colours)
            return
        for place, name in enumerate(tied):
            if place == 0 or not self._alike(tied[0], name):
                self._descend(self._refined(self._ranked({**colours, name: colours[name] + "!"})))

    def _alike(self, first: str, second: str) -> bool:
        """Does swapping two indices leave the monomial as it is?"""
        near = set(self.near[first]) | set(self.near[second])
        here = sorted(key(base, {}) + "^" + key(exponent, {}) for base, exponent in near)
        swap = {first: second, second: first}
        return here == sorted(key(base, swap) + "^" + key(exponent, swap) for base, exponent in near)

    def _record(self, colours: dict[str, str]) -> None:
        order = sorted(range(len(self.names)), key=lambda place: colours[self.names[place]])
        if self.found is None or self._text(order) < self._text(self.found):
            self.found = order

    def _text(self, order: Sequence[int]) -> str:
        """The monomial with the indices renamed by their places in the order."""
        env = {self.names[place]: f"#{rank:03d}" for rank, place in enumerate(order)}
        return "·".join(sorted(key(base, env) + "^" + key(exponent, env) for base, exponent in self.factors))

