"""x ⊗ y, A ⊗ B and vec A: arrays whose axes are made of parts, by the components at the places of the parts.

The place (i − 1)p + k of an axis of size mp is the pair (i, k).  `Cells` stands as the entry function of such an array:
an operation that knows nothing of parts asks it for an entry, and learns that the engine has no mathematics for it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from symbolic.algebra.indices import delta, fresh
from symbolic.algebra.poly import ONE, Poly, add, as_exponent, product
from symbolic.algebra.powers import power
from symbolic.algebra.sums import sum_over_all
from symbolic.lowering import arrays, matrices
from symbolic.lowering.arrays import Array, Entry, ShapeError, Unsupported, describe, remembered

Parts = tuple[tuple[Poly, ...], ...]


@dataclass(frozen=True)
class Cells:
    """The components of an array of split axes.

    parts    the sizes that each axis is the product of
    cell     the component at the places of all parts, axis by axis
    factors  A and B of A ⊗ B
    """

    parts: Parts
    cell: Entry
    factors: tuple[Array, ...] = ()

    def __call__(self, at: tuple[Poly, ...]) -> Poly:
        raise Unsupported("a single component of a Kronecker product or of vec")

    def grouped(self, at: tuple[Poly, ...]) -> list[tuple[Poly, ...]]:
        """The places of the parts, by axis."""
        ends = list(accumulate(len(sizes) for sizes in self.parts))
        return [at[end - len(sizes) : end] for end, sizes in zip(ends, self.parts, strict=True)]


def cells(array: Array) -> Cells | None:
    return array.entry if isinstance(array.entry, Cells) else None


def _is_split(*given: Array) -> bool:
    return any(cells(array) is not None for array in given)


def kronecker(left: Array, right: Array) -> Array:
    """(A ⊗ B)_{(i,k),(j,l)} = A_ij B_kl."""
    left, right = left.twin or left, right.twin or right
    for array in (left, right):
        if array.kind or not array.shape or any(start != ONE for start in array.first):
            raise Unsupported(f"a Kronecker product with {describe(array)}")
    if len(left.shape) != len(right.shape) or left.row != right.row:
        raise Unsupported(f"the Kronecker product of {describe(left)} and {describe(right)}")
    one, other = _cells_of(left), _cells_of(right)
    parts = tuple(a + b for a, b in zip(one.parts, other.parts, strict=True))

    def cell(at: tuple[Poly, ...]) -> Poly:
        groups = Cells(parts, other.cell).grouped(at)
        heads = tuple(place for own, sizes in zip(groups, one.parts, strict=True) for place in own[: len(sizes)])
        tails = tuple(place for own, sizes in zip(groups, one.parts, strict=True) for place in own[len(sizes) :])
        return one.cell(heads) * other.cell(tails)

    return _array(Cells(parts, cell, (left, right)), left.row)


def vec(array: Array) -> Array:
    """vec(A)_{(j,i)} = A_ij: the columns one below the other."""
    if array.kind or len(array.shape) != 2 or any(start != ONE for start in array.first):
        raise Unsupported(f"vec of {describe(array)}")
    if _is_split(array):
        raise Unsupported("vec of a Kronecker product")
    rows, columns = array.shape
    return _array(Cells(((columns, rows),), lambda at: array.entry(at[::-1])), False)


def _array(made: Cells, row: bool) -> Array:
    """The array of the cells; where no axis is split, a plain one."""
    shape = tuple(product(sizes) for sizes in made.parts)
    if all(len(sizes) == 1 for sizes in made.parts):
        return Array(shape, remembered(made.cell), row)
    return Array(shape, Cells(made.parts, remembered(made.cell), made.factors), row)


def _cells_of(array: Array, parts: Parts | None = None) -> Cells:
    """The cells of an array at the parts that are asked for; a plain one has them at composite places."""
    own = cells(array) or Cells(tuple((size,) for size in array.shape), array.entry)
    if parts is None or parts == own.parts:
        return own
    if _is_split(array):
        raise Unsupported("Kronecker products of sizes that do not fit part by part")
    groups = Cells(parts, array.entry)
    return Cells(parts, lambda at: array.entry(tuple(map(_place, groups.grouped(at), parts))))


def _place(at: Sequence[Poly], sizes: Sequence[Poly]) -> Poly:
    """(i − 1)p + k of the pair (i, k)."""
    place = at[0]
    for index, size in zip(at[1:], sizes[1:], strict=True):
        place = (place - ONE) * size + index
    return place


def _identity(parts: Parts, factor: Poly) -> Cells:
    def cell(at: tuple[Poly, ...]) -> Poly:
        rows, columns = Cells(parts, lambda _: ONE).grouped(at)
        return product(delta(a, b) for a, b in zip(rows, columns, strict=True)) * factor

    return Cells(parts, cell)


def scaled(array: Array, factor: Poly) -> Array:
    own = cells(array)
    if own is None:
        return arrays.scaled(array, factor)
    factors = (scaled(own.factors[0], factor), *own.factors[1:]) if own.factors else ()
    return _array(Cells(own.parts, lambda at: own.cell(at) * factor, factors), array.row)


def total(parts: Sequence[Array]) -> Array:
    """The sum, part by part where one of the terms is split."""
    model = next((part for part in parts if _is_split(part)), None)
    if model is None:
        return arrays.total(parts)
    like = _cells_of(model).parts
    found = [_fitted(part, model, like) for part in parts]
    return _array(Cells(like, lambda at: add(each.cell(at) for each in found)), model.row)


def _fitted(part: Array, model: Array, like: Parts) -> Cells:
    if part.kind == "identity" and len(like) == 2 and model.shape[0] == model.shape[1]:
        return _identity((like[0], like[0]), part.entry(()))
    if part.kind or not part.shape:
        raise Unsupported(f"a sum of {describe(part)} and a Kronecker product")
    if not arrays.same_shape(part, model) or (len(like) == 1 and part.row != model.row):
        raise ShapeError(f"{describe(model)} and {describe(part)} cannot be added unless the sizes agree")
    return _cells_of(part, like)


def transposed(array: Array) -> Array:
    own = cells(array)
    if own is None or len(array.shape) == 1:
        return arrays.transposed(array)
    columns = len(own.parts[1])
    turned = tuple(transposed(factor) for factor in own.factors)
    return _array(Cells(own.parts[::-1], lambda at: own.cell(at[columns:] + at[:columns]), turned), False)


def times(left: Array, right: Array) -> Array:
    """The product of matrices, summed over the parts of the axis between them."""
    if not _is_split(left, right):
        return arrays.times(left, right)
    for one, other in ((left, right), (right, left)):
        if one.kind == "identity":
            return scaled(other, one.entry(()))
        if not one.shape and not one.kind:
            return scaled(other, one.scalar)
    if left.kind or right.kind:
        raise Unsupported("the size of 𝟏 is not known in this product")
    if len(left.shape) == 1 and not left.row:
        return _outer(left, right)
    if len(right.shape) == 1 and right.row:
        raise ShapeError(f"{describe(left)} times {describe(right)}")
    return _contracted(left, right)


def _outer(left: Array, right: Array) -> Array:
    if len(right.shape) != 1 or not right.row:
        raise ShapeError(f"{describe(left)} times {describe(right)}: a transpose is missing")
    one, other = _cells_of(left), _cells_of(right)
    count = len(one.parts[0])
    return _array(Cells(one.parts + other.parts, lambda at: one.cell(at[:count]) * other.cell(at[count:])), False)


def _contracted(left: Array, right: Array) -> Array:
    if left.shape[-1] != right.shape[0]:
        raise ShapeError(f"{describe(left)} times {describe(right)}: the inner sizes differ")
    one, other = _cells_of(left), _cells_of(right)
    between = one.parts[-1] if len(one.parts[-1]) > 1 else other.parts[0]
    one = _cells_of(left, (*one.parts[:-1], between))
    other = _cells_of(right, (between, *other.parts[1:]))
    split = sum(len(sizes) for sizes in one.parts[:-1])

    def cell(at: tuple[Poly, ...]) -> Poly:
        inner, ranges = _free(between)
        return sum_over_all(ranges, one.cell((*at[:split], *inner)) * other.cell((*inner, *at[split:])))

    row = len(left.shape) == 1 and len(right.shape) == 2
    return _array(Cells(one.parts[:-1] + other.parts[1:], cell, _mixed(one.factors, other.factors)), row)


def _mixed(left: tuple[Array, ...], right: tuple[Array, ...]) -> tuple[Array, ...]:
    """AC and BD of (A ⊗ B)(C ⊗ D), where they are matrices that fit."""
    pairs = list(zip(left, right, strict=False))
    fit = all(len(a.shape) == len(b.shape) == 2 and a.shape[1] == b.shape[0] for a, b in pairs)
    return tuple(times(a, b) for a, b in pairs) if fit else ()


def entrywise(left: Array, right: Array) -> Array:
    """The Hadamard product."""
    if not _is_split(left, right):
        return arrays.entrywise(left, right)
    model, other = (left, right) if _is_split(left) else (right, left)
    like = _cells_of(model).parts
    fitted = _fitted(other, model, like)
    own = _cells_of(model)
    return _array(Cells(like, lambda at: own.cell(at) * fitted.cell(at)), model.row)


def summed(array: Array, change: Callable[[Poly], Poly]) -> Poly:
    """Σ change(x) over all entries x."""
    own = cells(array)
    if own is None:
        return arrays.summed(array, lambda at: change(array.entry(at)))
    at, ranges = _free(tuple(size for sizes in own.parts for size in sizes))
    return sum_over_all(ranges, change(own.cell(at)))


def _free(sizes: tuple[Poly, ...]) -> tuple[tuple[Poly, ...], list[tuple[str, tuple[Poly, Poly]]]]:
    """New indices for the sizes, and their ranges by name."""
    at = tuple(fresh((ONE, size)) for size in sizes)
    return at, [(next(iter(index.free)), (ONE, size)) for index, size in zip(at, sizes, strict=True)]


def trace(array: Array) -> Poly:
    """tr M = Σ over the parts of the diagonal."""
    own = cells(array)
    if own is None:
        return arrays.trace(array)
    if len(array.shape) != 2 or array.shape[0] != array.shape[1]:
        raise ShapeError(f"the trace of {describe(array)}")
    at, ranges = _free(_square(own))
    return sum_over_all(ranges, own.cell(at + at))


def _square(own: Cells) -> tuple[Poly, ...]:
    if own.parts[0] != own.parts[1]:
        raise Unsupported("Kronecker products of sizes that do not fit part by part")
    return own.parts[0]


def inverse(array: Array) -> Array:
    """(A ⊗ B)^{-1} = A^{-1} ⊗ B^{-1} for square A and B."""
    own = cells(array)
    return kronecker(*map(inverse, _factors(own))) if own is not None else matrices.matrix_power(array, -1)


def determinant(array: Array) -> Poly:
    """|A ⊗ B| = |A|^n |B|^m for A of size m and B of size n."""
    own = cells(array)
    if own is None:
        return matrices.determinant(array)
    left, right = _factors(own)
    sizes = (right.shape[0], left.shape[0])
    return product(power(determinant(one), as_exponent(size)) for one, size in zip((left, right), sizes, strict=True))


def _factors(own: Cells) -> tuple[Array, ...]:
    """The square matrices that the array is the Kronecker product of."""
    if not own.factors or any(len(each.shape) != 2 or each.shape[0] != each.shape[1] for each in own.factors):
        raise Unsupported("an inverse or a determinant of a sum of Kronecker products")
    return own.factors


def matrix_power(base: Array, exponent: int) -> Array:
    """M^k by repeated products, M^{-k} by those of the inverse."""
    if not _is_split(base) or exponent == 0:
        return matrices.matrix_power(base, exponent)
    if len(base.shape) != 2 or base.shape[0] != base.shape[1]:
        raise ShapeError(f"a power of {describe(base)}")
    factor = inverse(base) if exponent < 0 else base
    result = factor
    for _ in range(abs(exponent) - 1):
        result = times(result, factor)
    return result


def opened(first: Array, second: Array) -> tuple[Array, Array]:
    """Both sides with one axis for each part, where one of them is split and the shapes agree."""
    model, other = (first, second) if _is_split(first) else (second, first)
    if not _is_split(model):
        return first, second
    like = _cells_of(model).parts
    plain = other.kind == "identity" and len(like) == 2 and model.shape[0] == model.shape[1]
    if not plain and (not arrays.same_shape(model, other) or (len(like) == 1 and model.row != other.row)):
        return first, second
    flat = tuple(size for sizes in like for size in sizes)
    return Array(flat, _fitted(first, model, like).cell), Array(flat, _fitted(second, model, like).cell)
