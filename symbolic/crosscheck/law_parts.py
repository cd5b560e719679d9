"""What the blocks of all named laws are made of: parameters, the laboratory's laws, arrays of their entries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.values import Data, Value
from symbolic.language.symbols import Law

if TYPE_CHECKING:
    from numeric.laws import Law as NumericLaw


def parameters(law: Law, scope: Scope) -> list[Value]:
    """The values of the stated parameters, in the order of the given."""
    from symbolic.crosscheck.evaluate import evaluate

    return [evaluate(node, scope.globally()) for node in law.parameters]


def numeric_law(name: str) -> NumericLaw:
    """The law of the laboratory."""
    from numeric.laws import LAWS

    return LAWS[name]


def shaped(entries: list[Data], shape: tuple[int, ...]) -> Value:
    """Entries in row-major order as an array; one entry fills it."""
    if not shape:
        return Value(entries[0])
    size = int(np.prod(shape, dtype=int))
    full = entries * size if len(entries) == 1 else entries
    data = np.stack(np.broadcast_arrays(*full), axis=-1)
    return Value(data.reshape((*data.shape[:-1], *shape)), len(shape))
