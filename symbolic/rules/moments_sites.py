"""Products of sums over independent places: the cumulants of Σ_i Y_i are the sums of the cumulants of Y_i.

A *site* is a place along axes whose entries are independent.  When every factor is a sum over one site index or sits at
one site, the joint moment follows from the cumulants at a single site, whatever the size: E[(q·k)^r] costs r² steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from itertools import product as choices

from symbolic.algebra.atoms import Atom
from symbolic.algebra.binders import open_binder
from symbolic.algebra.indices import delta, entry, fresh
from symbolic.algebra.poly import ONE, Poly, atom, monomial, product, symbol
from symbolic.algebra.situation import Situation
from symbolic.algebra.substitute import substitute, transform
from symbolic.algebra.sums import sum_over
from symbolic.rules.moments_cumulants import Orders, joint_cumulant, joint_moment
from symbolic.rules.moments_factors import (
    Factor,
    Names,
    entries,
    holds_bound,
    independent_classes,
    is_declared,
    natural,
)
from symbolic.rules.moments_models import model_of

Axes = dict[str, tuple[int, ...]]
Site = tuple[Poly, ...]
#: At most so many ways to read the axes are tried.
_MOST = 32


@dataclass(frozen=True)
class _Part:
    """A factor as a function of one site.

    body   Y as it stands, at `site`
    order  how often it occurs
    span   the range of the site index when it is summed over, else None
    """

    body: Poly
    site: Site
    order: int
    span: tuple[Poly, Poly] | None


def by_sites(factors: Sequence[Factor], names: Names, situation: Situation) -> Poly | None:
    """E[Π factors] by cumulants at one site, or None when the factors are not of that form."""
    if not is_declared(names, situation) or any(len(c) > 1 for c in independent_classes(names, situation)):
        return None
    opened = [_opened(base, exponent) for base, exponent in factors]
    if any(each is None for each in opened):
        return None
    for axes in islice(_readings(names, situation), _MOST):
        parts = [_placed(*each, names, axes) for each in opened if each is not None]
        found = [part for part in parts if part is not None]
        if len(found) == len(parts) and _separate(found):
            for name in sorted(names):
                model_of(name, situation).use("members", "components")
            return _joint(found, axes, situation)
    return None


def _opened(base: object, exponent: object) -> tuple[Poly, int, str | None, tuple[Poly, Poly] | None] | None:
    """(body, order, summed index, its range) of a factor."""
    if isinstance(base, Atom) and base.kind == "sum" and natural(exponent):
        if len(base.args[1]) > 1:
            return None
        (name,), (span,), body = open_binder(base)
        return body, exponent, name, span  # type: ignore[return-value]
    if natural(exponent):
        return monomial(frozenset(((base, 1),))), exponent, None, None  # type: ignore[return-value]
    return monomial(frozenset(((base, exponent),))), 1, None, None


def _readings(names: Names, situation: Situation) -> Iterator[Axes]:
    """Which axes of each name make the site: all independent ones together, or one."""
    options = []
    for name in sorted(names):
        free = model_of(name, situation).free_axes
        options.append([free, *((axis,) for axis in free if len(free) > 1)] if free else [])
    for chosen in choices(*options):
        yield dict(zip(sorted(names), chosen, strict=True))


def _placed(
    body: Poly, order: int, index: str | None, span: tuple[Poly, Poly] | None, names: Names, axes: Axes
) -> _Part | None:
    """The factor at its one site, when all its random entries share it."""
    sites = {tuple(found.indices[axis] for axis in axes[found.name]) for found in entries(body, names)}
    if len(sites) != 1:
        return None
    (site,) = sites
    if index is not None and site != (symbol(index),):
        return None
    return None if any(holds_bound(poly) for poly in site) else _Part(body, site, order, span)


def _separate(parts: list[_Part]) -> bool:
    """Do the parts sit at more than one site, and are all sums over one range?"""
    spans = {part.span for part in parts if part.span is not None}
    if len({len(part.site) for part in parts}) > 1 or len(spans) > 1:
        return False
    return bool(spans) or len({part.site for part in parts}) > 1


def _joint(parts: list[_Part], axes: Axes, situation: Situation) -> Poly:
    """E[Π parts] = Σ over partitions of cumulants, each summed over the site or fixed by a δ."""
    from symbolic.rules.moments import expectation

    span = next((part.span for part in parts if part.span is not None), None)
    site = tuple(fresh(span) for _ in parts[0].site)
    bodies = [_moved(part, site, axes) for part in parts]

    @cache
    def at_site(orders: Orders) -> Poly:
        return expectation(product(body**order for body, order in zip(bodies, orders, strict=True) if order), situation)

    local = joint_cumulant(at_site)

    @cache
    def cumulant(orders: Orders) -> Poly:
        points = [part.site for part, order in zip(parts, orders, strict=True) if order and part.span is None]
        if not points:
            assert span is not None
            return sum_over(next(iter(site[0].free)), *span, local(orders))
        on = product(delta(a, b) for other in points[1:] for a, b in zip(points[0], other, strict=True))
        if not on:
            return on
        if span is not None:
            on = on * _in_range(points[0][0], span)
        names = (next(iter(index.free)) for index in site)
        return on * substitute(local(orders), dict(zip(names, points[0], strict=True)))

    situation.note(*SITES)
    return joint_moment(tuple(part.order for part in parts), cumulant)


SITES = (
    "independent components",
    "cumulants of sums of independent terms add: terms at different indices have none in common",
)


def _in_range(index: Poly, span: tuple[Poly, Poly]) -> Poly:
    """Σ_i δ_ij = 𝟙[j in range], 1 when that is known."""
    other = fresh(span)
    return sum_over(next(iter(other.free)), *span, delta(other, index))


def _moved(part: _Part, site: Site, axes: Axes) -> Poly:
    """The body with its entries at the common site."""
    if part.span is not None:
        return substitute(part.body, {next(iter(part.site[0].free)): site[0]})

    def change(inner: Atom) -> Poly:
        if inner.kind in ("comp", "scomp") and inner.args[0] in axes:
            indices = list(inner.args[1])
            for axis, index in zip(axes[inner.args[0]], site, strict=True):
                indices[axis] = index
            return entry(inner.args[0], tuple(indices))
        if inner.free.isdisjoint(axes):
            return atom(inner)
        from symbolic.algebra.substitute import mapped

        return mapped(inner, lambda poly: transform(poly, change))

    return transform(part.body, change, frozenset(axes))


__all__ = ["ONE", "SITES", "by_sites"]
