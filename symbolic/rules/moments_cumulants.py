"""Moments from cumulants and back: E[x_1 … x_r] = Σ over set partitions of the product of the blocks' cumulants.

Equal factors are carried with their multiplicities, so that equal blocks are counted once with a binomial coefficient.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product as combinations_of
from math import comb, prod
from typing import TypeVar

from symbolic.algebra.facts import spend
from symbolic.algebra.poly import ONE, Poly, add, multiply

Orders = tuple[int, ...]
Cumulant = Callable[[Orders], Poly]
T = TypeVar("T")


def moment_of(items: Sequence[T], cumulant: Callable[[tuple[T, ...]], Poly]) -> Poly:
    """E[Π items] from the cumulants of blocks, equal items counted with multiplicity."""
    distinct = tuple(dict.fromkeys(items))
    orders = tuple(sum(item == other for other in items) for item in distinct)
    return joint_moment(orders, lambda block: cumulant(_listed(distinct, block)))


def _listed(distinct: tuple[T, ...], orders: Orders) -> tuple[T, ...]:
    return tuple(item for item, order in zip(distinct, orders, strict=True) for _ in range(order))


def cumulant_of(items: Sequence[T], moment: Callable[[tuple[T, ...]], Poly]) -> Poly:
    """κ(items) from the moments of blocks, equal items counted with multiplicity."""
    distinct = tuple(dict.fromkeys(items))
    orders = tuple(sum(item == other for other in items) for item in distinct)
    return joint_cumulant(lambda block: moment(_listed(distinct, block)) if any(block) else ONE)(orders)


def joint_moment(orders: Orders, cumulant: Cumulant) -> Poly:
    """E[Π F_a^{α_a}] = Σ_β C(α - e, β) κ(β + e) E[F^{α - e - β}], e the first factor present."""

    @cache
    def moment(left: Orders) -> Poly:
        if not any(left):
            return ONE
        parts = []
        for block, rest, times in _splits(left):
            value = cumulant(block)
            if value:
                parts.append(multiply(value, moment(rest)) * times)
        return add(parts)

    return moment(orders)


def joint_cumulant(moment: Cumulant) -> Cumulant:
    """κ(α) = E[F^α] - Σ_{β < α - e} C(α - e, β) κ(β + e) E[F^{α - e - β}], as a function of α."""

    @cache
    def cumulant(orders: Orders) -> Poly:
        parts = [moment(orders)]
        for block, rest, times in _splits(orders):
            if block != orders:
                value = cumulant(block)
                if value:
                    parts.append(multiply(value, moment(rest)) * -times)
        return add(parts)

    return cumulant


def _splits(orders: Orders) -> Iterator[tuple[Orders, Orders, int]]:
    """(block with the first factor, rest, in how many ways)."""
    first = next(place for place, order in enumerate(orders) if order)
    free = tuple(order - (place == first) for place, order in enumerate(orders))
    for chosen in combinations_of(*(range(order + 1) for order in free)):
        spend(1)
        block = tuple(c + (place == first) for place, c in enumerate(chosen))
        rest = tuple(order - c for order, c in zip(free, chosen, strict=True))
        yield block, rest, prod(comb(order, c) for order, c in zip(free, chosen, strict=True))
