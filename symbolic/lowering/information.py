"""H, h, KL and I of laws, of random quantities and of vectors of probabilities."""

from __future__ import annotations

from typing import Any

from symbolic.algebra.functions import function
from symbolic.algebra.poly import Poly
from symbolic.algebra.powers import power
from symbolic.language.symbols import Symbol
from symbolic.lowering.arrays import Array, ShapeError, same_shape, scalar, summed
from symbolic.lowering.scope import Scope, Unsupported
from symbolic.notation import tree
from symbolic.rules import laws_information as laws


def lower_entropy(node: Any, scope: Scope) -> Array:
    """H(X) = −E[log P(X)], h(X) = −E[log p(X)]; H(p) = −Σ p_i log p_i, H(p, q) = −Σ p_i log q_i of probabilities."""
    _plain(node)
    named = [_law(argument, scope) for argument in node.arguments]
    if len(named) == 1 and named[0] is not None:
        value = laws.entropy(laws.stated(named[0], scope.situation), discrete=node.kind == "H")
        return scalar(_needed(value, f"{node.kind} of this law"))
    if node.kind == "h" or any(each is not None for each in named):
        raise Unsupported(f"{node.kind} of something other than a law")
    p, q = (_probabilities(argument, scope) for argument in (node.arguments[0], node.arguments[-1]))
    return scalar(_paired(p, q, lambda a, b: -a * function("log", (b,))))


def lower_divergence(node: Any, scope: Scope) -> Array:
    """KL(P ‖ Q) of two laws of one kind; Σ p_i log(p_i/q_i) of probabilities."""
    _plain(node)
    one, other = (_law(argument, scope) for argument in node.arguments)
    if one is not None and other is not None:
        pair = (laws.stated(each, scope.situation) for each in (one, other))
        return scalar(_needed(laws.divergence(*pair), "the divergence of these laws"))
    p, q = (_probabilities(argument, scope) for argument in node.arguments)
    return scalar(_paired(p, q, lambda a, b: a * function("log", (a * power(b, -1),))))


def _plain(node: Any) -> None:
    if node.condition is not None or node.subscript is not None:
        raise Unsupported(f"{node.kind} with a condition")


def _law(argument: tree.Node, scope: Scope) -> Symbol | None:
    """The symbol of a law or of a random quantity; None for anything that is not random."""
    if isinstance(argument, tree.Name) and argument.id not in scope.locals:
        declared = scope.situation.table.symbol(argument.id)
        if declared is not None and (declared.random or declared.kind == "law"):
            if declared.law is None:
                raise Unsupported(f"the entropy of {argument.id}, whose law is left open")
            return declared
    return None


def _probabilities(argument: tree.Node, scope: Scope) -> Array:
    from symbolic.lowering.lower import lower
    from symbolic.rules.moments_factors import random_names

    array = lower(argument, scope)
    if len(array.shape) != 1 or random_names(array.entry(array.free_indices()), scope.situation):
        raise Unsupported("the entropy of something other than a law or a vector of probabilities")
    return array


def _paired(p: Array, q: Array, term: Any) -> Poly:
    if not same_shape(p, q):
        raise ShapeError("two vectors of probabilities of different sizes")
    return summed(p, lambda at: term(p.entry(at), q.entry(at)))


def _needed(value: Poly | None, what: str) -> Poly:
    if value is None:
        raise Unsupported(what)
    return value
