"""Functions applied: built in, defined by the given, or declared smooth."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any

from symbolic.algebra.binders import lam
from symbolic.algebra.functions import OPENINGS, function
from symbolic.algebra.indices import delta
from symbolic.algebra.poly import ONE, Poly, product, symbol
from symbolic.algebra.powers import exponential, power
from symbolic.algebra.substitute import substitute
from symbolic.algebra.sums import sum_over
from symbolic.language.symbols import UNSHAPED
from symbolic.lowering import arrays, kronecker
from symbolic.lowering.arrays import Array, ShapeError, describe, remembered, scalar
from symbolic.lowering.scope import Scope, Unsupported
from symbolic.notation import tree

#: Spellings of built-in functions whose opening has another name.
ALIASES = {
    "ln": "log", "Γ": "Gamma", "ψ": "psi", "Φ": "normal cdf", "Φ⁻¹": "normal quantile", "φ": "normal pdf",
    "erf⁻¹": "erfinv", "ReLU": "relu", "sgn": "sign",
}  # fmt: skip
#: Functions without an opening that act entry by entry.
PLAIN = frozenset({"erfinv", "arctan", "polygamma"})


def lower_call(node: Any, scope: Scope) -> Array:
    """f(x, …)."""
    if isinstance(node.function, tree.Prime):
        return _primed(node.function, node.arguments, scope)
    if isinstance(node.function, tree.Partial):
        return _by_places(node.function, node.arguments, scope)
    if not isinstance(node.function, tree.Name):
        raise Unsupported("a function that is not a name")
    name = node.function.id
    table = scope.situation.table
    found = table.definitions.get(name)
    if found is not None and found.parameters:
        return _defined(found, node.arguments, scope)
    declared = table.symbol(name)
    if declared is not None and declared.kind == "function":
        return _declared(name, node.arguments, scope)
    if declared is not None and declared.kind in UNSHAPED:
        raise Unsupported(f"the {declared.kind} {name}")
    return _built_in(name, node.arguments, scope)


def _defined(found: Any, arguments: tuple[tree.Node, ...], scope: Scope) -> Array:
    """A function of the given; a function of one real variable acts on arrays entry by entry."""
    from symbolic.lowering.lower import lower

    values = [lower(argument, scope) for argument in arguments]
    if len(values) != len(found.parameters):
        raise ShapeError(f"{found.name} takes {len(found.parameters)} arguments, not {len(values)}")
    declared = scope.situation.table.symbol(found.name)
    if len(values) == 1 and values[0].shape and declared is not None and declared.parameter_shapes == ((),):
        (name,) = found.parameters
        return arrays.each(values[0], lambda value: lower(found.body, scope.globally({name: scalar(value)})).scalar)
    return lower(found.body, scope.globally(dict(zip(found.parameters, values, strict=True))))


def _declared(name: str, arguments: tuple[tree.Node, ...], scope: Scope) -> Array:
    from symbolic.lowering.lower import lower

    values = [lower(argument, scope) for argument in arguments]
    if len(values) == 1 and values[0].shape and not scope.situation.table.symbols[name].parameters:
        return arrays.each(values[0], lambda value: function(name, (value,)))
    return scalar(function(name, tuple(_whole(value) for value in values)))


def _whole(value: Array) -> Any:
    """An argument of an opaque function: a polynomial, or the array by components."""
    if value.kind:
        raise ShapeError("the size of I or 𝟏 is not known here")
    return lam(value.shape, lambda *at: value.entry(at)) if value.shape else value.scalar


def _built_in(name: str, arguments: tuple[tree.Node, ...], scope: Scope) -> Array:
    from symbolic.lowering.lower import lower

    special = SPECIAL.get(name)
    if special is not None:
        return special([lower(argument, scope) for argument in arguments])
    opening = ALIASES.get(name, name)
    if opening not in OPENINGS and opening not in PLAIN:
        raise Unsupported(f"the function {name}")
    values = [lower(argument, scope) for argument in arguments]
    if opening == "log" and len(values) == 2:
        opening = "log_base"
    if opening in OPENINGS and not _takes(OPENINGS[opening], len(values)):
        raise Unsupported(f"the function {name} of {len(values)} arguments")
    if len(values) == 1 and opening in ("max", "min") and values[0].shape:
        return scalar(function(opening, (_whole(values[0]),)))
    if len(values) == 1:
        return arrays.each(values[0], lambda value: function(opening, (value,)))
    return _broadcast(opening, values)


def _takes(opening: Callable[..., object], count: int) -> bool:
    try:
        signature(opening).bind(*range(count))
    except TypeError:
        return False
    return True


def _broadcast(name: str, values: list[Array]) -> Array:
    model = next((value for value in values if value.shape), None)
    if model is None:
        return scalar(function(name, tuple(value.scalar for value in values)))

    def entry(at: tuple[Poly, ...]) -> Poly:
        return function(name, tuple(value.entry(at) if value.shape else value.scalar for value in values))

    return Array(model.shape, remembered(entry), model.row, "", model.first)


def softmax(values: list[Array]) -> Array:
    """softmax(z)_i = e^{z_i} / Σ_j e^{z_j}; of a matrix, along each row."""
    (logits,) = values
    if not logits.shape or logits.kind:
        raise ShapeError(f"softmax of {describe(logits)}")
    axis = len(logits.shape) - 1

    def total(rows: tuple[Poly, ...]) -> Poly:
        from symbolic.algebra.indices import fresh

        index = fresh(logits.span(axis))
        body = exponential(logits.entry((*rows, index)))
        return power(sum_over(next(iter(index.free)), *logits.span(axis), body), -1)

    below = remembered(total)
    return Array(
        logits.shape,
        remembered(lambda at: exponential(logits.entry(at)) * below(at[:axis])),
        logits.row,
        "",
        logits.first,
    )


def log_sum_exp(values: list[Array]) -> Array:
    (logits,) = values
    return scalar(function("log", (arrays.summed(logits, lambda at: exponential(logits.entry(at))),)))


def _count(array: Array) -> Poly:
    return product(array.span(axis)[1] - array.span(axis)[0] + ONE for axis in range(len(array.shape)))


def mean(values: list[Array]) -> Array:
    """(1/n) Σ_i x_i of a plain array."""
    (array,) = values
    return scalar(arrays.summed(array, array.entry) * power(_count(array), -1))


def variance(values: list[Array]) -> Array:
    """(1/n) Σ_i (x_i - mean)² of a plain array."""
    centre = mean(values).scalar
    (array,) = values
    return scalar(arrays.summed(array, lambda at: (array.entry(at) - centre) ** 2) * power(_count(array), -1))


def _primed(prime: Any, arguments: tuple[tree.Node, ...], scope: Scope) -> Array:
    """f'(x): the derivative in the function's own variable, entry by entry."""
    from symbolic.lowering.lower import lower

    (argument,) = (lower(part, scope) for part in arguments)
    inside = symbol("·")
    opened = lower_call(tree.Call(prime.argument, (tree.Name("·"),)), scope.with_locals({"·": scalar(inside)}))
    derived = _derivative(opened.scalar, inside, prime.order)
    return arrays.each(argument, lambda value: substitute(derived, {"·": value}))


def _by_places(partial: Any, arguments: tuple[tree.Node, ...], scope: Scope) -> Array:
    """∂_1 f(x, y): the derivative by the arguments at these places, taken at scalars."""
    from symbolic.lowering.lower import lower

    values = [lower(argument, scope) for argument in arguments]
    if any(value.shape or value.kind for value in values) or max(partial.places) > len(values):
        raise Unsupported("a partial derivative by the place of an argument, other than of scalars")
    own = [f"·{place}" for place in range(1, len(values) + 1)]
    opened = scope.with_locals({name: scalar(symbol(name)) for name in own})
    derived = lower_call(tree.Call(partial.function, tuple(map(tree.Name, own))), opened).scalar
    for place in partial.places:
        derived = _derivative(derived, symbol(f"·{place}"), 1)
    return scalar(substitute(derived, dict(zip(own, (value.scalar for value in values), strict=True))))


def _derivative(value: Poly, variable: Poly, order: int) -> Poly:
    from symbolic.rules.calculus import differentiate

    inner = variable.atom
    assert inner is not None
    for _ in range(order):
        value = differentiate(value, inner)
    return value


def lower_prime(node: Any, scope: Scope) -> Array:
    """(x Φ(x))': the derivative in the one real variable that the expression has."""
    from symbolic.lowering.lower import lower

    array = lower(node.argument, scope)
    table = scope.situation.table
    variables = sorted(
        name for name in tree.names(node.argument) if (s := table.symbol(name)) and s.kind == "scalar" and not s.axes
    )
    if len(variables) != 1:
        raise Unsupported("a prime on an expression that has not exactly one real variable")
    return arrays.each(array, lambda value: _derivative(value, symbol(variables[0]), node.order))


SPECIAL: dict[str, Callable[[list[Array]], Array]] = {
    "I": lambda values: Array((values[0].scalar,) * 2, lambda at: delta(*at)),
    "𝟏": lambda values: Array((values[0].scalar,), lambda _: ONE),
    "softmax": softmax,
    "logsumexp": log_sum_exp,
    "LSE": log_sum_exp,
    "tr": lambda values: scalar(kronecker.trace(values[0])),
    "det": lambda values: scalar(kronecker.determinant(values[0])),
    "diag": lambda values: arrays.diagonal(values[0]),
    "vec": lambda values: kronecker.vec(values[0]),
    "mean": mean,
    "var": variance,
}

