"""Values of an experiment: NumPy arrays whose last `rank` axes are their own, before which stand *lanes*.

A lane axis is opened by whatever is varied: the outcomes of a random quantity, a bound or free index, the nodes of an
integral, the points of a difference quotient.  Lanes opened later stand further left, so that NumPy's broadcasting
lines up what was opened together, and closing the newest context is a reduction over one axis.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

Data = NDArray[Any]


class Mismatch(Exception):
    """Shapes that cannot fit, in words."""


class Unsupported(Exception):
    """A construct that no experiment evaluates, in words."""


@dataclass(frozen=True, eq=False)
class Value:
    """A scalar (rank 0), vector (1; a column unless `row`), matrix (2) or larger array at every lane.

    kind   "identity", "ones" and "full": I, 𝟏 and 𝟏𝟏ᵀ before their size is known; data is then the factor before them
    first  the first index of each own axis where it is not 1 (families that start elsewhere)
    twin   the diagonal matrix that diag(matrix) may also mean
    """

    data: Data
    rank: int = 0
    row: bool = False
    kind: str = ""
    first: tuple[int, ...] = ()
    twin: Value | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.data, np.ndarray):
            object.__setattr__(self, "data", np.asarray(self.data))

    @property
    def shape(self) -> tuple[int, ...]:
        """The sizes of its own axes."""
        return self.data.shape[self.data.ndim - self.rank :]

    @property
    def lanes(self) -> tuple[int, ...]:
        """The sizes of the lane axes, the newest first."""
        return self.data.shape[: self.data.ndim - self.rank]

    def with_data(self, data: Data) -> Value:
        return Value(data, self.rank, self.row, self.kind, self.first)


def scalar(number: Any) -> Value:
    return Value(np.asarray(number))


def describe(value: Value) -> str:
    """The shape in words.

    >>> describe(Value(np.zeros((2, 3)), 2)), describe(Value(np.zeros(3), 1))
    ('a matrix 2×3', 'a vector of size 3')
    """
    if value.kind:
        return {"identity": "I", "ones": "𝟏", "full": "𝟏𝟏ᵀ"}[value.kind]
    sizes = "×".join(map(str, value.shape))
    if value.rank == 1:
        return f"a row of size {sizes}" if value.row else f"a vector of size {sizes}"
    return "a scalar" if value.rank == 0 else f"a matrix {sizes}" if value.rank == 2 else f"an array {sizes}"


def lifted(value: Value, rank: int) -> Data:
    """The data of a scalar with `rank` own axes of size 1 appended."""
    return value.data.reshape(value.data.shape + (1,) * rank) if rank else value.data


def sized(value: Value, like: Value) -> Value:
    """I and 𝟏 with the size that a neighbour asks for."""
    if not value.kind or not like.rank:
        return value
    size = like.shape[0]
    if value.kind == "identity":
        if like.rank != 2 or like.shape[0] != like.shape[1]:
            raise Mismatch(f"I stands where {describe(like)} is needed")
        return Value(lifted(value, 2) * np.eye(size), 2)
    if value.kind == "full":
        if like.rank != 2:
            raise Mismatch(f"𝟏𝟏ᵀ stands where {describe(like)} is needed")
        return Value(lifted(value, 2) * np.ones(like.shape), 2)
    return Value(lifted(value, 1) * np.ones(size), 1, value.row)


def matched(left: Value, right: Value) -> tuple[Value, Value]:
    """Both with sizes and one rank where they can have it; raises Mismatch where two arrays cannot be added."""
    left, right = sized(left, right), sized(right, left)
    if left.twin and left.rank != right.rank and right.rank == left.twin.rank:
        left = left.twin
    if right.twin and left.rank != right.rank and left.rank == right.twin.rank:
        right = right.twin
    if left.rank and right.rank and (left.shape != right.shape or (left.rank == 1 and left.row != right.row)):
        raise Mismatch(f"{describe(left)} beside {describe(right)}")
    return left, right


def entrywise(operation: Callable[[Data, Data], Data], left: Value, right: Value) -> Value:
    """operation on every pair of entries; a scalar meets each entry."""
    left, right = matched(left, right)
    if left.kind or right.kind:
        return _of_unknown_size(operation, left, right)
    model = left if left.rank >= right.rank else right
    first, second = lifted(left, model.rank - left.rank), lifted(right, model.rank - right.rank)
    return Value(operation(first, second), model.rank, model.row, first=model.first)


def _of_unknown_size(operation: Callable[[Data, Data], Data], left: Value, right: Value) -> Value:
    if left.kind == right.kind and left.row == right.row:
        return left.with_data(operation(left.data, right.data))
    if operation is np.multiply:
        return (left if left.kind else right).with_data(left.data * right.data)
    raise Unsupported("the size of I or 𝟏 is not known here")


def mapped(function: Callable[[Data], Data], value: Value) -> Value:
    """function on every entry."""
    if value.kind:
        raise Unsupported(f"the size of {describe(value)} is not known here")
    return Value(function(value.data), value.rank, value.row, first=value.first)


def negative(value: Value) -> Value:
    twin = negative(value.twin) if value.twin else None
    return replace(value, data=-value.data, twin=twin)


def transposed(value: Value) -> Value:
    if value.kind == "ones" or value.rank == 1:
        return replace(value, row=not value.row)
    if value.kind in ("identity", "full") or value.rank == 0:
        return value
    if value.rank == 2:
        return Value(np.swapaxes(value.data, -1, -2), 2, first=value.first[::-1])
    raise Mismatch(f"the transpose of {describe(value)}")


def times(left: Value, right: Value) -> Value:
    """The product as matrices are multiplied; a scalar scales, I changes nothing."""
    if _scales(left) or _scales(right):
        return _scaled(left, right)
    if "identity" in (left.kind, right.kind):
        plain, unit = (right, left) if left.kind == "identity" else (left, right)
        return Value(lifted(unit, plain.rank) * plain.data, plain.rank, plain.row, plain.kind, plain.first)
    left, right = left.twin or left, right.twin or right
    if left.kind == right.kind == "ones" and right.row and not left.row:
        return Value(left.data * right.data, kind="full")
    if left.kind == "full" and right.rank == 1 and not right.row:
        return Value(left.data * right.data.sum(axis=-1), kind="ones")
    left, right = _full(left, right, 0), _full(right, left, -1)
    if left.kind == "ones" and right.rank:
        left = sized(left, right)
    if right.kind == "ones" and left.rank:
        right = Value(lifted(right, 1) * np.ones(left.shape[-1]), 1, right.row)
    if left.kind or right.kind:
        raise Unsupported("the size of 𝟏 is not known in this product")
    return _matrix_product(left, right)


def _full(value: Value, neighbour: Value, axis: int) -> Value:
    """𝟏𝟏ᵀ, square, with the size of the axis that it is contracted with."""
    if value.kind != "full" or not neighbour.rank:
        return value
    size = neighbour.shape[axis]
    return Value(lifted(value, 2) * np.ones((size, size)), 2)


def _scales(value: Value) -> bool:
    return value.rank == 0 and not value.kind


def _scaled(left: Value, right: Value) -> Value:
    result = entrywise(np.multiply, left, right)
    array, factor = (right, left) if _scales(left) else (left, right)
    if array.twin is not None:
        return replace(result, twin=_scaled(factor, array.twin))
    return result


def _matrix_product(left: Value, right: Value) -> Value:
    if left.rank > 2 or right.rank > 2:
        raise Mismatch(f"{describe(left)} times {describe(right)}")
    column, row = left.rank == 1 and not left.row, right.rank == 1 and right.row
    if column and row:
        return Value(left.data[..., :, None] * right.data[..., None, :], 2)
    if column and not (right.rank == 2 and right.shape[0] == 1):
        raise Mismatch(f"{describe(left)} times {describe(right)}: a transpose is missing")
    if column:
        return Value(left.data[..., :, None] @ right.data, 2)
    if row and not (left.rank == 2 and left.shape[1] == 1):
        raise Mismatch(f"{describe(left)} times {describe(right)}")
    if row:
        return Value(left.data @ right.data[..., None, :], 2)
    if left.shape[-1] != right.shape[0]:
        raise Mismatch(f"{describe(left)} times {describe(right)}: the inner sizes differ")
    return _contracted(left, right)


def _contracted(left: Value, right: Value) -> Value:
    if left.rank == 1 and right.rank == 1:
        return Value(np.sum(left.data * right.data, axis=-1))
    if left.rank == 1:
        return Value((left.data[..., None, :] @ right.data)[..., 0, :], 1, row=True)
    if right.rank == 1:
        return Value((left.data @ right.data[..., :, None])[..., 0], 1)
    return Value(left.data @ right.data, 2)


def inner(left: Value, right: Value) -> Value:
    """Σ of the products of corresponding entries; rows and columns alike."""
    left, right = sized(left, right), sized(right, left)
    if left.shape != right.shape or left.kind or right.kind:
        raise Mismatch(f"the inner product of {describe(left)} and {describe(right)}")
    return Value(np.sum(left.data * right.data, axis=tuple(range(-left.rank, 0))))


def taken(value: Value, indices: list[Value]) -> Value:
    """value at the given indices of its leading own axes, each a scalar of integers, lane by lane."""
    if value.twin is not None and len(indices) == 2:
        value = value.twin
    if value.kind == "identity" and len(indices) == 2:
        return Value(np.where(indices[0].data == indices[1].data, value.data, 0))
    if value.kind == "ones" and len(indices) == 1:
        return Value(value.data + 0 * indices[0].data)
    if len(indices) > value.rank:
        raise Mismatch(f"{len(indices)} indices of {describe(value)}")
    places, valid = [], np.asarray(True)
    for axis, index in enumerate(indices):
        start = value.first[axis] if value.first else 1
        wanted = np.real(index.data) - start
        place = np.rint(wanted).astype(int)
        valid = valid & (place >= 0) & (place < value.shape[axis]) & (np.abs(wanted - place) < 1e-9)
        places.append(np.clip(place, 0, value.shape[axis] - 1))
    return _gathered(value, places, valid)


def _along_one_lane(value: Value, place: NDArray[np.int64]) -> Data | None:
    """A single index that varies along one lane, along which the value does not: entries are taken without copying."""
    wide = [axis for axis, size in enumerate(place.shape) if size > 1]
    lane = place.ndim - wide[0] if wide else 0
    if len(wide) != 1 or (len(value.lanes) >= lane and value.lanes[len(value.lanes) - lane] > 1):
        return None
    lanes = max(len(value.lanes), place.ndim)
    own = value.data.reshape((1,) * (lanes - len(value.lanes)) + value.data.shape)
    found = np.take(own, place.reshape(-1), axis=lanes)
    return np.squeeze(np.moveaxis(found, lanes, lanes - lane), lanes - lane + 1)


def _gathered(value: Value, places: list[NDArray[np.int64]], valid: Data) -> Value:
    """Where an index lies outside its axis the entry is undefined; sizes at which none lies inside tell nothing."""
    if not np.any(valid):
        raise Unsupported("an entry that an array of this size lacks")
    rest = value.rank - len(places)
    if len(places) == 1 and np.all(valid):
        quick = _along_one_lane(value, places[0])
        if quick is not None:
            return Value(quick, rest, first=value.first[1:])
    lanes = np.broadcast_shapes(value.lanes, *(place.shape for place in places))
    own = value.data.reshape((1,) * (len(lanes) - len(value.lanes)) + value.data.shape)
    grids: list[Data] = []
    for axis in range(len(lanes)):
        along = np.arange(lanes[axis]) if own.shape[axis] > 1 else np.zeros(1, dtype=int)
        grids.append(along.reshape((-1,) + (1,) * (len(lanes) - axis - 1)))
    found = own[tuple(np.broadcast_arrays(*grids, *places))] if lanes or places else own
    if not np.all(valid):
        found = np.where(valid.reshape(valid.shape + (1,) * rest), found, np.nan)
    first = value.first[len(places) :]
    return Value(found, rest, first=first)


def own_axis(value: Value, depth: int, size: int) -> Value:
    """The newest lane axis (opened at `depth`) made the first own axis, as when x_i becomes the vector x."""
    data = value.data
    if len(value.lanes) <= depth:
        data = np.broadcast_to(data, (size,) + (1,) * (depth - len(value.lanes)) + data.shape)
    data = np.broadcast_to(data, (size, *data.shape[1:]))
    return Value(np.moveaxis(data, 0, data.ndim - value.rank - 1), value.rank + 1)
