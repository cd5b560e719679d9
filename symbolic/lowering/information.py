"""H, h, KL and I of laws, of random quantities and of vectors of probabilities."""

from __future__ import annotations

from typing import Any

from symbolic.algebra.functions import function
from symbolic.algebra.poly import ZERO, Poly, add
from symbolic.algebra.powers import power
from symbolic.language.symbols import Symbol
from symbolic.lowering.arrays import Array, ShapeError, same_shape, scalar, summed
from symbolic.lowering.scope import Scope, Unsupported
from symbolic.notation import tree
from symbolic.rules import laws_information as laws
from symbolic.rules.laws_joint import joint_entropy
from symbolic.rules.moments_factors import independent_classes, random_names


def lower_entropy(node: Any, scope: Scope) -> Array:
    """H(X) = −E[log P(X)], h(X) = −E[log p(X)]; H(p) = −Σ p_i log p_i, H(p, q) = −Σ p_i log q_i of probabilities.

    H of one quantity with a density is h, as many write it.  Of several quantities it is the joint entropy;
    H(X | Y) = H(X, Y) − H(Y).
    """
    if node.condition is not None or _are_random(node.arguments, scope):
        held = _parts(node.condition)
        return scalar(_joint(node.kind, (*node.arguments, *held), scope) - _joint(node.kind, held, scope))
    _plain(node)
    named = [_law(argument, scope) for argument in node.arguments]
    if len(named) == 1 and named[0] is not None:
        of = laws.stated(named[0], scope.situation)
        return scalar(_needed(laws.entropy(of, discrete=node.kind == "H" and of.counted), f"{node.kind} of this law"))
    if node.kind == "h" or any(each is not None for each in named):
        raise Unsupported(f"{node.kind} of something other than a law")
    p, q = (_probabilities(argument, scope) for argument in (node.arguments[0], node.arguments[-1]))
    return scalar(_paired(p, q, lambda a, b: -a * function("log", (b,))))


def lower_mutual(node: Any, scope: Scope) -> Array:
    """I(X; Y) = H(X) + H(Y) − H(X, Y); given Z, each with Z beside it, less H(Z)."""
    if len(node.arguments) != 2 or node.subscript is not None:
        raise Unsupported("mutual information of other than two quantities")
    held = _parts(node.condition)
    first, second = (_parts(argument) for argument in node.arguments)
    groups = ((*first, *held), (*second, *held), (*first, *second, *held), held)
    found = [_entropy_together(group, scope) for group in groups if group]
    if len({kind for kind, _ in found}) != 1:
        raise Unsupported("mutual information of such laws")
    values = [value for _, value in found]
    scope.situation.note("mutual information", "I(X; Y) = H(X) + H(Y) − H(X, Y)")
    return scalar(values[0] + values[1] - values[2] - (values[3] if held else 0))


def _parts(node: tree.Node | None) -> tuple[tree.Node, ...]:
    return () if node is None else node.items if isinstance(node, tree.Tuple) else (node,)


def _are_random(arguments: tuple[tree.Node, ...], scope: Scope) -> bool:
    """Several random quantities, or one that has no name with a law of its own."""
    from symbolic.given import queries

    table = scope.situation.table
    if not all(queries.random_names(argument, table) for argument in arguments):
        return False
    (only, *more) = arguments
    declared = table.symbol(only.id) if isinstance(only, tree.Name) else None
    return bool(more) or declared is None or (declared.law is None and not declared.axes)


def _joint(kind: str, parts: tuple[tree.Node, ...], scope: Scope) -> Poly:
    """The joint entropy, of the kind that is asked for; 0 of nothing."""
    if not parts:
        return ZERO
    found, value = _entropy_together(parts, scope)
    if found != kind:
        raise Unsupported(f"{kind} of such a law")
    return value


def _entropy_together(parts: tuple[tree.Node, ...], scope: Scope) -> tuple[str, Poly]:
    """The joint entropy; of independent groups of quantities, the sum of theirs."""
    from symbolic.lowering.lower import lower

    arrays = [lower(part, scope) for part in parts]
    names = [random_names(array.entry(array.free_indices()), scope.situation) for array in arrays]
    found = []
    for one in independent_classes(frozenset().union(*names), scope.situation):
        own = [k for k, each in enumerate(names) if each & one]
        if any(not names[k] <= one for k in own):
            return _of_forms(arrays, scope)
        alone = _entropy_alone(parts[own[0]], scope) if len(own) == 1 and arrays[own[0]].shape else None
        found.append(alone or _of_forms([arrays[k] for k in own], scope))
    if len({kind for kind, _ in found}) != 1:
        raise Unsupported("the joint entropy of a discrete and a continuous law")
    return found[0][0], add(value for _, value in found)


def _entropy_alone(node: tree.Node, scope: Scope) -> tuple[str, Poly] | None:
    """The entropy of one quantity with a law of its own."""
    single = _law(node, scope)
    if single is None:
        return None
    of = laws.stated(single, scope.situation)
    for kind in ("H", "h"):
        value = laws.entropy(of, discrete=kind == "H")
        if value is not None:
            return kind, value
    return None


def _of_forms(arrays: list[Array], scope: Scope) -> tuple[str, Poly]:
    if any(array.shape or array.kind for array in arrays):
        raise Unsupported("the joint entropy of arrays that depend on one another")
    found = joint_entropy(tuple(array.scalar for array in arrays), scope.situation)
    if found is None:
        raise Unsupported("the joint entropy of such laws")
    return found


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
