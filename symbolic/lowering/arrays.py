"""Arrays by components: a shape of symbolic sizes and a function from indices to polynomials.

A vector is a column unless it was transposed (`row`).  `I` and `𝟏` have no size of their own: they take the one their
neighbours have, so they travel as `kind` "identity", "ones" and "full" (𝟏𝟏ᵀ) with a scalar factor.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from symbolic.algebra.indices import delta, fresh
from symbolic.algebra.poly import ONE, ZERO, Poly, add, constant
from symbolic.algebra.sums import sum_over

Entry = Callable[[tuple[Poly, ...]], Poly]


class Unsupported(Exception):
    """A construct whose mathematics the engine does not have; the claim is then undecided."""


class ShapeError(Exception):
    """Two shapes that cannot fit, in words."""


@dataclass(frozen=True)
class Array:
    """shape () is a scalar; entry(indices) gives the component.

    first  the first value of each axis (1, save for families that start elsewhere)
    twin   the other reading of diag(matrix): the diagonal matrix where this one is the vector
    factors  the square matrices whose product it is, when it was written as a product
    """

    shape: tuple[Poly, ...]
    entry: Entry
    row: bool = False
    kind: str = ""
    first: tuple[Poly, ...] = ()
    twin: Array | None = None
    factors: tuple[Array, ...] = ()

    @property
    def scalar(self) -> Poly:
        """The value of a scalar array."""
        return self.entry(())

    def span(self, axis: int) -> tuple[Poly, Poly]:
        """(first, last) along an axis."""
        return (self.first[axis] if self.first else ONE, self.shape[axis])

    def free_indices(self) -> tuple[Poly, ...]:
        """New indices that run over the axes."""
        return tuple(fresh(self.span(axis)) for axis in range(len(self.shape)))


def scalar(value: Poly) -> Array:
    return Array((), lambda _: value)


def remembered(entry: Entry) -> Entry:
    """The entry function with its answers kept."""
    seen: dict[tuple[Poly, ...], Poly] = {}

    def cached(indices: tuple[Poly, ...]) -> Poly:
        if indices not in seen:
            seen[indices] = entry(indices)
        return seen[indices]

    return cached


def each(array: Array, change: Callable[[Poly], Poly]) -> Array:
    """change applied to every entry."""
    if array.kind:
        raise Unsupported("the size of I or 𝟏 is not known here")
    return Array(array.shape, remembered(lambda indices: change(array.entry(indices))), array.row, "", array.first)


def scaled(array: Array, factor: Poly) -> Array:
    if factor == ONE:
        return array
    twin = scaled(array.twin, factor) if array.twin is not None else None
    return replace(array, entry=lambda indices: array.entry(indices) * factor, twin=twin, factors=())


def describe(array: Array) -> str:
    """The shape in words."""
    if array.kind:
        return {"identity": "I", "ones": "𝟏", "full": "𝟏𝟏ᵀ"}[array.kind]
    if not array.shape:
        return "a scalar"
    sizes = " × ".join(_size(size) for size in array.shape)
    word = {1: "a row of size" if array.row else "a vector of size", 2: "a matrix"}.get(len(array.shape), "an array")
    return f"{word} {sizes}"


def _size(size: Poly) -> str:
    inner = size.atom
    number = size.number
    return str(number) if number is not None else str(inner.args[0]) if inner is not None else size.key


def sized(array: Array, like: Array) -> Array:
    """I or 𝟏 with the size that a neighbour of the given shape asks for."""
    if not array.kind or not like.shape:
        return array
    factor = array.entry(())
    if array.kind == "identity":
        if len(like.shape) != 2:
            raise ShapeError(f"I stands where {describe(like)} is needed")
        return Array(like.shape, lambda at: factor * delta(*at))
    if array.kind == "full":
        if len(like.shape) != 2:
            raise ShapeError(f"𝟏𝟏ᵀ stands where {describe(like)} is needed")
        return Array(like.shape, lambda _: factor)
    return Array(like.shape[:1], lambda _: factor, array.row)


def total(parts: Sequence[Array]) -> Array:
    """The sum; a scalar is added to each component, I takes the shape of the others."""
    model = next((part for part in parts if part.shape), None)
    if model is None:
        if any(part.kind for part in parts):
            kinds = {(part.kind, part.row) for part in parts}
            if len(kinds) == 1:
                return replace(parts[0], entry=lambda _: add(part.entry(()) for part in parts))
            raise Unsupported("the size of I or 𝟏 is not known in this sum")
        return scalar(add(part.scalar for part in parts))
    fitted = [_fitted(sized(part, model), model) for part in parts]
    return Array(model.shape, remembered(lambda at: add(part.entry(at) for part in fitted)), model.row, "", model.first)


def _fitted(part: Array, model: Array) -> Array:
    if not part.shape:
        value = part.scalar
        return Array(model.shape, lambda _: value, model.row)
    if part.twin is not None and len(part.twin.shape) == len(model.shape):
        part = part.twin
    if len(part.shape) != len(model.shape) or (len(model.shape) == 1 and part.row != model.row):
        raise ShapeError(f"{describe(model)} and {describe(part)} cannot be added")
    if not same_shape(part, model):
        raise ShapeError(f"{describe(model)} and {describe(part)} cannot be added unless the sizes agree")
    return part


def same_shape(left: Array, right: Array) -> bool:
    return len(left.shape) == len(right.shape) and all(a == b for a, b in zip(left.shape, right.shape, strict=True))


def transposed(array: Array) -> Array:
    if array.kind:
        return replace(array, row=array.kind == "ones" and not array.row)
    if len(array.shape) == 1:
        return replace(array, row=not array.row)
    if len(array.shape) == 2:
        factors = tuple(transposed(factor) for factor in reversed(array.factors))
        flipped = array.shape[::-1]
        return Array(flipped, lambda at: array.entry(at[::-1]), first=array.first[::-1], factors=factors)
    return array


def times(left: Array, right: Array) -> Array:
    """The product of two factors as matrices are multiplied; a scalar scales."""
    if left.kind == "identity" and not right.kind:
        return scaled(right, left.entry(())) if right.shape else replace(left, entry=_product_of(left, right))
    if right.kind == "identity" and not left.kind:
        return scaled(left, right.entry(())) if left.shape else replace(right, entry=_product_of(left, right))
    if not left.shape and not left.kind:
        return scaled(right, left.scalar)
    if not right.shape and not right.kind:
        return scaled(left, right.scalar)
    if left.kind == right.kind == "ones" and right.row and not left.row:
        return replace(left, kind="full", entry=_product_of(left, right))
    if left.kind == "full" and len(right.shape) == 1 and not right.row:
        summed = times(Array(right.shape, _constant_entry(left), row=True), right)
        return Array((), summed.entry, kind="ones")
    left, right = _neighbours(left, right)
    return _matrix_product(left, right)


def _product_of(left: Array, right: Array) -> Entry:
    return lambda _: left.entry(()) * right.entry(())


def _neighbours(left: Array, right: Array) -> tuple[Array, Array]:
    """Both factors with sizes: 𝟏 takes its size from its contracted side, diag(matrix) its matrix reading."""
    left, right = left.twin or left, right.twin or right
    if left.kind == right.kind == "identity":
        return left, right
    if left.kind == "full" and right.shape:
        left = Array(right.shape[:1] * 2, _constant_entry(left))
    if right.kind == "full" and left.shape:
        right = Array(left.shape[-1:] * 2, _constant_entry(right))
    if left.kind == "ones" and right.shape:
        left = Array(right.shape[:1], _constant_entry(left), left.row)
    if right.kind == "ones" and left.shape:
        right = Array(left.shape[-1:], _constant_entry(right), right.row)
    if left.kind or right.kind:
        raise Unsupported("the size of 𝟏 is not known in this product")
    return left, right


def _constant_entry(array: Array) -> Entry:
    value = array.entry(())
    return lambda _: value


def _matrix_product(left: Array, right: Array) -> Array:
    if left.kind == "identity" and right.kind == "identity":
        return replace(left, entry=_product_of(left, right))
    if len(left.shape) == 1 and not left.row:
        if len(right.shape) == 1 and right.row:
            return Array(left.shape + right.shape, lambda at: left.entry(at[:1]) * right.entry(at[1:]))
        raise ShapeError(f"{describe(left)} times {describe(right)}: a transpose is missing")
    if len(right.shape) == 1 and right.row:
        raise ShapeError(f"{describe(left)} times {describe(right)}")
    span = right.span(0)
    if left.shape[-1] != right.shape[0]:
        raise ShapeError(f"{describe(left)} times {describe(right)}: the inner sizes differ")
    split = len(left.shape) - 1

    def entry(at: tuple[Poly, ...]) -> Poly:
        index = fresh(span)
        name = next(iter(index.free))
        return sum_over(name, *span, left.entry((*at[:split], index)) * right.entry((index, *at[split:])))

    shape = left.shape[:-1] + right.shape[1:]
    square = _is_square(left) and _is_square(right)
    factors = (left.factors or (left,)) + (right.factors or (right,)) if square else ()
    return Array(shape, remembered(entry), row=len(left.shape) == 1 and len(right.shape) == 2, factors=factors)


def _is_square(array: Array) -> bool:
    return len(array.shape) == 2 and array.shape[0] == array.shape[1]


def inner(left: Array, right: Array) -> Poly:
    """Σ of the products of corresponding entries."""
    left, right = sized(left, right), sized(right, left)
    if not same_shape(left, right):
        raise ShapeError(f"the inner product of {describe(left)} and {describe(right)}")
    return summed(left, lambda at: left.entry(at) * right.entry(at))


def summed(array: Array, term: Entry) -> Poly:
    """Σ term(indices) over all indices of the array."""
    at = array.free_indices()
    result = term(at)
    for axis in range(len(at) - 1, -1, -1):
        result = sum_over(next(iter(at[axis].free)), *array.span(axis), result)
    return result


def entrywise(left: Array, right: Array) -> Array:
    """The Hadamard product."""
    left, right = sized(left, right), sized(right, left)
    if not left.shape or not right.shape:
        return times(left, right)
    if not same_shape(left, right):
        raise ShapeError(f"the entry-by-entry product of {describe(left)} and {describe(right)}")
    return Array(left.shape, remembered(lambda at: left.entry(at) * right.entry(at)), left.row, "", left.first)


def diagonal(array: Array) -> Array:
    """diag: of a vector, its matrix; of a matrix, its diagonal (and, as `twin`, that diagonal as a matrix)."""
    if len(array.shape) == 1:
        return Array(array.shape * 2, lambda at: delta(*at) * array.entry(at[:1]))
    if len(array.shape) == 2:
        twin = Array(array.shape, lambda at: delta(*at) * array.entry((at[0], at[0])))
        return Array(array.shape[:1], lambda at: array.entry((at[0], at[0])), twin=twin)
    raise ShapeError(f"diag of {describe(array)}")


def trace(array: Array) -> Poly:
    if array.kind:
        raise Unsupported(f"the size of {describe(array)} is not known here")
    if len(array.shape) != 2 or array.shape[0] != array.shape[1]:
        if not array.shape:
            return array.scalar
        raise ShapeError(f"the trace of {describe(array)}")
    index = fresh(array.span(0))
    return sum_over(next(iter(index.free)), *array.span(0), array.entry((index, index)))


def picked(index: Poly, values: list[Poly]) -> Poly:
    """values[index] for a number, Σ_k δ_{index,k} values[k] for a symbol."""
    number = index.number
    if number is not None:
        if number.denominator != 1 or not 1 <= number <= len(values):
            raise ShapeError(f"there is no component {number} among {len(values)}")
        return values[int(number) - 1]
    result = ZERO
    for place, value in enumerate(values, start=1):
        result = result + delta(index, constant(place)) * value
    return result
