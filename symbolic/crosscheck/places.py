"""Values at which a side of a claim may have no value: where a divisor vanishes, a root or logarithm has no argument.

They are few and plain: 0, ±1, ±2, ±½ and the numbers that the divisors hold; names that are equal or opposite; small
values together; the least sizes; arrays that are 0, all ones, or ±I, alone and opposite.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations, product

from symbolic.crosscheck.instance import Scaled, Special
from symbolic.language.symbols import Symbol
from symbolic.notation import tree

#: A few names with the values that they take.
Place = Mapping[str, Special]

#: Values at which divisors that authors write vanish; the value that equal names take.
PLACES, TOGETHER = (0.0, 1.0, -1.0, 2.0, 0.5, -2.0, -0.5), 0.75

#: Sizes of the values with every pattern of signs, inside and outside of (−1, 1); names that take part in patterns.
PATTERNED, SIGNED = (0.75, 1.75), 3

#: Values that up to SIGNED names take together, and the sizes that are tried.
SMALL, LEAST = (-1.0, 0.5, 2.0, 0.0, 1.0), (1.0, 2.0, 3.0)


def places(
    scalars: Sequence[Symbol], arrays: Sequence[Symbol], sizes: Sequence[str], guarded: Sequence[tree.Node]
) -> Iterator[Place]:
    """The plainest first: one name alone, all names equal, patterns of signs, arrays, small values together."""
    names = [symbol.name for symbol in scalars]
    reals = [symbol.name for symbol in scalars if symbol.domain == "real"][:SIGNED]
    yield from ({name: size} for name in sizes for size in LEAST)
    values = dict.fromkeys((*PLACES, *_written(guarded)))
    yield from ({name: value} for name in names for value in values)
    if len(names) > 1:
        yield dict.fromkeys(names, TOGETHER)
    for size in PATTERNED if reals else ():
        for signs in product((-1, 1), repeat=len(reals)):
            yield {name: sign * (size + k / 7) for k, (name, sign) in enumerate(zip(reals, signs, strict=True))}
    for one, other in combinations(reals, 2):
        yield {one: TOGETHER, other: TOGETHER}
        yield {one: TOGETHER, other: -TOGETHER}
    yield from _of_arrays([symbol.name for symbol in arrays], names)
    for symbol in arrays if sizes else ():
        yield from ({**dict.fromkeys(sizes, 1.0), symbol.name: value} for value in SMALL)
    if len(reals) > 1:
        yield from (dict(zip(reals, point, strict=True)) for point in product(SMALL, repeat=len(reals)))


def _of_arrays(arrays: Sequence[str], scalars: Sequence[str]) -> Iterator[Place]:
    """Each array 0, all of them and the scalars beside them, each all ones, each ±I."""
    yield from ({name: 0.0} for name in arrays)
    if len(arrays) > 1:
        yield dict.fromkeys(arrays, 0.0)
    if arrays and scalars:
        yield dict.fromkeys((*arrays, *scalars), 0.0)
    yield from ({name: 1.0} for name in arrays)
    yield from ({name: Scaled(factor)} for name in arrays for factor in (1.0, -1.0))
    for one, other in permutations(arrays, 2):
        yield {one: Scaled(1.0), other: Scaled(-1.0)}
        yield {one: 1.0, other: -1.0}


def _written(guarded: Sequence[tree.Node]) -> Iterator[float]:
    """The numbers in what must not vanish, either way round."""
    for part in guarded:
        for node in tree.walk(part):
            if isinstance(node, tree.Number) and node.value:
                yield from (float(node.value), -float(node.value), 1 / float(node.value))
