"""A world in words: sizes, values, and the laws with their outcomes as a table where it is short."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from symbolic.crosscheck.blocks import Block, Finite, Weighted
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.values import Unsupported
from symbolic.crosscheck.world import World, scope_of

#: Outcomes that a table may have.
OUTCOMES = 6


def describe(world: World) -> str:
    """The instance in one line: `d_k = 2; c = 3/4; q: iid two-point (each component is 2 with probability 1/5 …)`."""
    from symbolic.notation.names import unicode_name

    said = [f"{unicode_name(name)} = {size}" for name, size in world.sizes.items()]
    said += [f"{unicode_name(name)} = {text(value.data)}" for name, value in world.values.items()]
    said += [law(block, scope_of(world)) for block in world.blocks]
    return "; ".join(said)


def law(block: Block, scope: Scope) -> str:
    """The law of a block, with its outcomes where they are few, or those of one component where they are alike."""
    table = "; ".join(_tables(block, replace(scope, depth=0)))
    return f"{block.said} ({table})" if table else block.said


def _tables(block: Block, scope: Scope) -> Iterator[str]:
    if not isinstance(block, Finite | Weighted):
        return
    try:
        rows = block.rows(scope, 0)
    except (Unsupported, ValueError):
        return
    weights = np.real(rows.weights).reshape(-1)
    joint = [np.round(np.real(value.data).reshape(rows.count, -1), 12) for value in rows.values.values()]
    if "iid" in block.said:
        for name, columns in zip(rows.values, joint, strict=True):
            single = _table(columns[:, :1], weights)
            listed = ", ".join(f"{text(point[0])} with probability {text(chance)}" for point, chance in single)
            yield f"each component of {name} is {listed}"
        return
    whole = _table(np.concatenate(joint, axis=1), weights)
    if len(whole) <= OUTCOMES:
        shapes = {name: value.shape for name, value in rows.values.items()}
        yield ", ".join(f"{_outcome(outcome, shapes)} with probability {text(chance)}" for outcome, chance in whole)


def _table(points: Any, weights: Any) -> list[tuple[Any, float]]:
    found, group = np.unique(points, axis=0, return_inverse=True)
    mass = np.bincount(group.reshape(-1), weights=weights)
    return list(zip(found[::-1], mass[::-1], strict=True))


def _outcome(point: Any, shapes: dict[str, tuple[int, ...]]) -> str:
    parts, start = [], 0
    for name, shape in shapes.items():
        size = int(np.prod(shape, dtype=int))
        parts.append(f"{name} = {text(point[start : start + size].reshape(shape))}")
        start += size
    return ", ".join(parts)


def text(data: Any) -> str:
    """A number or array as short as it is.

    >>> text(np.array([0.5, -2.0, 1 / 3])), text(0.123456789)
    ('(1/2, −2, 1/3)', '0.123456789')
    """
    found = readable(np.asarray(data))
    return _spelled(found)


def _spelled(found: Any) -> str:
    if isinstance(found, list):
        return f"({', '.join(_spelled(part) for part in found)})"
    return str(found).replace("-", "−")


def readable(data: Any) -> Any:
    """Numbers as short as they are: integers, small fractions as text, else twelve digits."""
    if data.ndim:
        return [readable(part) for part in data]
    number = float(np.real(data))
    if not np.isfinite(number):
        return str(number)
    if abs(number - round(number)) < 1e-12 and abs(number) < 1e15:
        return round(number)
    if abs(number) >= 1e15:
        return float(f"{number:.12g}")
    near = Fraction(number).limit_denominator(64)
    if abs(number - float(near)) < 2e-12 * max(1.0, abs(number)):
        return f"{near.numerator}/{near.denominator}"
    return float(f"{number:.12g}")
