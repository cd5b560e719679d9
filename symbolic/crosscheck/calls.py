"""Functions applied: built in, defined by the given, or declared smooth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from symbolic.crosscheck.functions import FUNCTIONS, absolute, larger, smaller
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.values import Data, Mismatch, Unsupported, Value, describe, entrywise, mapped, scalar
from symbolic.language.symbols import UNSHAPED, Definition
from symbolic.notation import tree


def call(node: Any, scope: Scope) -> Value:
    """f(x, …)."""
    from symbolic.crosscheck import calculus
    from symbolic.crosscheck.names import expanded

    if isinstance(node.function, tree.Prime):
        return calculus.primed_call(node.function, node.arguments, scope)
    if not isinstance(node.function, tree.Name):
        raise Unsupported("a function that is not a name")
    return applied(node.function.id, expanded(node.arguments, scope), scope)


def applied(name: str, values: Sequence[Value], scope: Scope) -> Value:
    """The function of this name at values."""
    found = scope.world.table.definitions.get(name)
    if found is not None and found.parameters:
        return _defined(found, values, scope)
    declared = scope.world.table.symbol(name)
    if declared is not None and declared.kind == "function":
        return scope.world.function(name)(values)
    if declared is not None and declared.kind in UNSHAPED:
        raise Unsupported(f"the {declared.kind} {name}")
    scope.effort.rough += name in ROUGH
    special = SPECIAL.get(name)
    if special is not None:
        return special(values)
    if name in FUNCTIONS and len(values) == 1:
        result = mapped(lambda data: FUNCTIONS[name](_floating(data)), values[0])
        return mapped(_finite, result) if scope.effort.edge else result
    raise Unsupported(f"the function {name}")


def _finite(data: Data) -> Data:
    """No value where a function runs to infinity: log 0 is none."""
    return np.where(np.isinf(data), np.nan, data)


def _floating(data: Data) -> Data:
    return np.asarray(data, dtype=np.result_type(data, float))


def _defined(found: Definition, values: Sequence[Value], scope: Scope) -> Value:
    """A function of the given; one of a real variable acts on arrays entry by entry."""
    from symbolic.crosscheck.evaluate import evaluate

    if len(values) != len(found.parameters):
        raise Mismatch(f"{found.name} takes {len(found.parameters)} arguments, not {len(values)}")
    pairs = zip(values, found.parameters, strict=True)
    arrays = [value.rank > 0 and not takes_array(found, parameter, scope) for value, parameter in pairs]
    if not any(arrays):
        return evaluate(found.body, scope.globally(dict(zip(found.parameters, values, strict=True))))
    place = arrays.index(True)
    before, after = values[:place], values[place + 1 :]
    return entry_by_entry(lambda entry: _defined(found, [*before, entry, *after], scope), values[place])


def entry_by_entry(function: Callable[[Value], Value], value: Value) -> Value:
    """A function of a scalar at every entry of an array."""
    flat = value.data.reshape((*value.lanes, -1))
    results = [function(Value(flat[..., i])) for i in range(flat.shape[-1])]
    if any(result.rank for result in results):
        raise Unsupported("a function of arrays, entry by entry")
    data = np.stack(np.broadcast_arrays(*[result.data for result in results]), axis=-1)
    return Value(data.reshape((*data.shape[:-1], *value.shape)), value.rank, value.row, first=value.first)


def takes_array(found: Definition, parameter: str, scope: Scope) -> bool:
    """Is the parameter declared an array, or used as one: transposed, contracted, indexed, summed over."""
    declared = scope.world.table.symbol(parameter)
    if declared is not None and declared.kind not in ("scalar", "index", "dimension"):
        return True
    for node in tree.walk(found.body):
        if isinstance(node, tree.Transpose | tree.Dot | tree.Norm | tree.Hadamard) and parameter in tree.names(node):
            return True
        if isinstance(node, tree.Component) and node.array == tree.Name(parameter):
            return True
        if isinstance(node, tree.Call) and _is_array_function(node.function):
            return any(parameter in tree.names(argument) for argument in node.arguments)
    return False


def _is_array_function(function: tree.Node) -> bool:
    return isinstance(function, tree.Name) and function.id in ARRAY_FUNCTIONS


def norm(value: Value, kind: str) -> Value:
    """‖x‖: Euclidean, of a matrix Frobenius; "1", "∞"; "2" of a matrix is its largest singular value."""
    axes = tuple(range(-value.rank, 0))
    if value.kind:
        raise Unsupported(f"the size of {describe(value)} is not known here")
    if kind == "2" and value.rank == 2:
        return scalar(np.linalg.svd(np.real(value.data), compute_uv=False)[..., 0])
    if kind == "1" and value.rank < 2:
        return scalar(absolute(value.data).sum(axis=axes))
    if kind == "∞" and value.rank < 2:
        return scalar(np.abs(value.data).max(axis=axes))
    if kind in ("", "2", "F"):
        return scalar(np.sqrt(np.sum(value.data * value.data, axis=axes)))
    raise Unsupported(f"the norm ‖·‖_{kind} of {describe(value)}")


def softmax(values: Sequence[Value]) -> Value:
    """e^{z_i} / Σ_j e^{z_j}; of a matrix, along each row."""
    (logits,) = values
    if not logits.rank or logits.kind:
        raise Mismatch(f"softmax of {describe(logits)}")
    shifted = logits.data - np.real(logits.data).max(axis=-1, keepdims=True)
    powers = np.exp(shifted)
    return logits.with_data(powers / powers.sum(axis=-1, keepdims=True))


def log_sum_exp(values: Sequence[Value]) -> Value:
    (logits,) = values
    top = np.real(logits.data).max(axis=-1, keepdims=True)
    return Value(np.log(np.exp(logits.data - top).sum(axis=-1)) + top[..., 0], max(logits.rank - 1, 0))


def trace(values: Sequence[Value]) -> Value:
    (value,) = values
    if value.kind:
        raise Unsupported(f"the size of {describe(value)} is not known here")
    if not value.rank:
        return value
    if value.rank != 2 or value.shape[0] != value.shape[1]:
        raise Mismatch(f"the trace of {describe(value)}")
    return scalar(np.trace(value.data, axis1=-2, axis2=-1))


def determinant(values: Sequence[Value]) -> Value:
    (value,) = values
    if value.kind:
        raise Unsupported(f"the size of {describe(value)} is not known here")
    if value.rank == 0:
        return value
    if value.rank != 2 or value.shape[0] != value.shape[1]:
        raise Mismatch(f"the determinant of {describe(value)}")
    return scalar(np.linalg.det(value.data))


def diagonal(values: Sequence[Value]) -> Value:
    """diag: of a vector, its matrix; of a matrix, its diagonal (and, as `twin`, the diagonal matrix)."""
    (value,) = values
    if value.kind == "ones":
        return Value(value.data, kind="identity")
    if value.rank == 1:
        return Value(value.data[..., None] * np.eye(value.shape[0]), 2)
    if value.rank != 2 or value.shape[0] != value.shape[1]:
        raise Mismatch(f"diag of {describe(value)}")
    entries = np.diagonal(value.data, axis1=-2, axis2=-1)
    return Value(entries, 1, twin=Value(value.data * np.eye(value.shape[0]), 2))


def _reduction(function: Callable[[Data], Data]) -> Callable[[Sequence[Value]], Value]:
    """A function of all entries of its arguments: of one array, or of scalars listed."""

    def reduced(values: Sequence[Value]) -> Value:
        parts = [v.data.reshape((*v.lanes, -1)) for v in values]
        lanes = np.broadcast_shapes(*[part.shape[:-1] for part in parts])
        joined = np.concatenate([np.broadcast_to(part, (*lanes, part.shape[-1])) for part in parts], axis=-1)
        return scalar(function(joined))

    return reduced


def _spread(data: Data) -> Data:
    centred = data - data.mean(axis=-1, keepdims=True)
    return np.asarray((centred * centred).mean(axis=-1))


def _extreme(pick: Callable[[Data, Data], Data], reduce: Callable[..., Data]) -> Callable[[Sequence[Value]], Value]:
    """max and min: of several arguments, entry by entry; of one array, its largest entry."""

    def extreme(values: Sequence[Value]) -> Value:
        if len(values) > 1:
            result = values[0]
            for value in values[1:]:
                result = entrywise(pick, result, value)
            return result
        (value,) = values
        axes = tuple(range(-value.rank, 0))
        return scalar(reduce(np.real(value.data), axis=axes)) if axes else value

    return extreme


def _place(reduce: Callable[..., Data]) -> Callable[[Sequence[Value]], Value]:
    def place(values: Sequence[Value]) -> Value:
        (value,) = values
        if value.rank != 1:
            raise Mismatch(f"the place of the largest entry of {describe(value)}")
        return scalar(reduce(np.real(value.data), axis=-1) + 1.0)

    return place


def _median(values: Sequence[Value]) -> Value:
    return _reduction(lambda data: np.asarray(np.median(data, axis=-1)))(values)


def _binomial(values: Sequence[Value]) -> Value:
    from scipy.special import binom

    return entrywise(lambda n, k: np.asarray(binom(n, k)), values[0], values[1])


def _rank(values: Sequence[Value]) -> Value:
    return scalar(np.linalg.matrix_rank(np.real(values[0].data)) * 1.0)


def _columns(values: Sequence[Value]) -> Value:
    """vec A: the columns one below the other."""
    (value,) = values
    if value.rank != 2 or value.kind:
        raise Mismatch(f"vec of {describe(value)}")
    return Value(np.swapaxes(value.data, -1, -2).reshape(*value.lanes, -1), 1)


def _size(value: Value) -> int:
    return int(np.real(value.data).flat[0])


def _dot(values: Sequence[Value]) -> Value:
    from symbolic.crosscheck.values import inner

    return inner(values[0], values[1])


SPECIAL: dict[str, Callable[[Sequence[Value]], Value]] = {
    "I": lambda values: Value(np.eye(_size(values[0])), 2),
    "𝟏": lambda values: Value(np.ones(_size(values[0])), 1),
    "softmax": softmax,
    "logsumexp": log_sum_exp,
    "LSE": log_sum_exp,
    "tr": trace,
    "det": determinant,
    "diag": diagonal,
    "vec": _columns,
    "mean": _reduction(lambda data: np.asarray(data.mean(axis=-1))),
    "var": _reduction(_spread),
    "median": _median,
    "max": _extreme(larger, np.max),
    "min": _extreme(smaller, np.min),
    "argmax": _place(np.argmax),
    "argmin": _place(np.argmin),
    "binom": _binomial,
    "rank": _rank,
    "norm": lambda values: norm(values[0], ""),
    "dot": _dot,
}

#: Functions with kinks or jumps.
ROUGH = frozenset({"max", "min", "argmax", "argmin", "median", "abs", "sign", "floor", "ceil", "ReLU", "relu"})

#: Functions of whole arrays.
ARRAY_FUNCTIONS = frozenset(SPECIAL) - {"max", "min", "binom"}
