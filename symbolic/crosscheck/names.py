"""Names, components, definitions and recurrences as values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from symbolic.crosscheck import ranges
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.unending import is_unending, member, open_end
from symbolic.crosscheck.values import Unsupported, Value, own_axis, scalar, taken
from symbolic.language.symbols import Definition
from symbolic.notation import tree

CONSTANTS = {"e": np.e, "π": np.pi, "γ": np.euler_gamma, "∞": np.inf}

#: Steps that a recurrence may be run from its initial values.
STEPS = 200


def is_declared(name: str, scope: Scope) -> bool:
    return name in scope.locals or scope.world.table.knows(name)


def name(node: Any, scope: Scope) -> Value:
    """A bound index, what is varied, a definition opened, a declared value, or a built-in constant."""
    key = node.id
    if key in scope.locals:
        return scope.locals[key]
    if key in scope.varied:
        return starting(key, scope.varied[key], scope)
    found = scope.world.table.definitions.get(key)
    if found is not None and not found.parameters:
        return definition(found, scope)
    if found is not None:
        return _at_own_parameters(found, scope)
    value = scope.world.value(key, scope)
    if value is not None:
        return starting(key, value, scope)
    if key in CONSTANTS:
        return scalar(CONSTANTS[key])
    if key in ("I", "𝟏"):
        return Value(np.asarray(1.0), kind="identity" if key == "I" else "ones")
    declared = scope.world.table.symbol(key)
    if declared is not None:
        raise Unsupported(f"the {'random ' if declared.random else ''}{declared.kind} {key} here")
    raise Unsupported(f"the name {key}, which the given does not declare")


def starting(key: str, value: Value, scope: Scope) -> Value:
    """The value of a family as a whole."""
    if is_unending(scope.world.table.symbol(key)):
        raise Unsupported(f"the family {key} without an end, as a whole")
    return _starting(key, value, scope)


def _starting(key: str, value: Value, scope: Scope) -> Value:
    """The value of a family, with the first of its indices where that is not 1."""
    declared = scope.world.table.symbol(key)
    if declared is None or declared.family is None or value.first or declared.family[0] == tree.Number("1"):
        return value
    first = ranges.whole(declared.family[0], scope.globally())
    return replace(value, first=(first, *(1,) * (value.rank - 1)))


def _at_own_parameters(found: Definition, scope: Scope) -> Value:
    """A function written without its argument, as in dℓ/dφ: at its parameters, where they stand for values."""
    from symbolic.crosscheck.evaluate import evaluate

    if not all(is_declared(parameter, scope) for parameter in found.parameters):
        raise Unsupported(f"the function {found.name} without its argument")
    values = {parameter: name(tree.Name(parameter), scope) for parameter in found.parameters}
    return evaluate(found.body, scope.globally(values))


def definition(found: Definition, scope: Scope) -> Value:
    """What a defined name stands for, once in each context."""
    if found.name not in scope.memo:
        scope.memo[found.name] = _opened(found, scope)
    return scope.memo[found.name]


def _opened(found: Definition, scope: Scope) -> Value:
    from symbolic.crosscheck.evaluate import evaluate

    if not found.indices:
        return evaluate(found.body, scope.globally())
    inner = scope.globally()
    spans = []
    for index in found.indices:
        label, _ = index_label(index)
        spans.append((label, *ranges.index_range(label, found.body, inner)))
    return _by_components(found, spans, inner)


def _by_components(found: Definition, spans: Sequence[tuple[str, int, int]], scope: Scope) -> Value:
    """The array of a definition that is written for its entries."""
    from symbolic.crosscheck.evaluate import evaluate

    if not spans:
        return _entry(found, scope) if is_recurrent(found) else evaluate(found.body, scope)
    (label, first, last), rest = spans[0], spans[1:]
    lane = Value(scope.lane(np.arange(first, last + 1.0)))
    inner = scope.opened().local({label: lane})
    whole = own_axis(_by_components(found, rest, inner), scope.depth, last - first + 1)
    starts = (first, *(span[1] for span in rest), *(1,) * (whole.rank - len(spans)))
    return Value(whole.data, whole.rank, first=starts if any(s != 1 for s in starts) else ())


def _entry(found: Definition, scope: Scope) -> Value:
    at = [scope.locals[index_label(index)[0]] for index in found.indices]
    return recurrent(found, at, scope)


def index_label(index: tree.Node) -> tuple[str, int]:
    """The name in an index tree and what is added to it: v_{t+1} has ("t", 1)."""
    if isinstance(index, tree.Name):
        return index.id, 0
    if isinstance(index, tree.Add) and isinstance(index.terms[0], tree.Name):
        shift = 0
        for term in index.terms[1:]:
            number = term.argument if isinstance(term, tree.Negative) else term
            if not isinstance(number, tree.Number):
                raise Unsupported("a definition at such an index")
            shift += int(number.value) * (-1 if isinstance(term, tree.Negative) else 1)
        return index.terms[0].id, shift
    raise Unsupported("a definition at such an index")


def component(node: Any, scope: Scope) -> Value:
    """x_i; fewer indices than axes leave an array."""
    from symbolic.crosscheck.evaluate import evaluate, evaluate_scalar

    at = [evaluate_scalar(index, scope) for index in node.indices]
    base = node.array
    if isinstance(base, tree.Name) and base.id not in scope.locals and base.id not in scope.varied:
        found = scope.world.table.definitions.get(base.id)
        if found is not None and found.indices:
            return _defined_component(found, at, scope)
        if base.id == "softmax" and not is_declared("softmax", scope):
            return taken(evaluate(only_softmax(scope), scope.globally()), at)
        known = scope.world.value(base.id, scope)
        if known is not None and is_unending(scope.world.table.symbol(base.id)):
            return member(base.id, _starting(base.id, known, scope), at, scope)
    return taken(evaluate(base, scope), at)


def _defined_component(found: Definition, at: list[Value], scope: Scope) -> Value:
    from symbolic.crosscheck.evaluate import evaluate

    own = len(found.indices)
    if len(at) < own:
        return taken(definition(found, scope), at)
    if is_recurrent(found):
        value = recurrent(found, at[:own], scope)
    else:
        labels = {}
        for index, place in zip(found.indices, at[:own], strict=True):
            label, shift = index_label(index)
            labels[label] = scalar(place.data - shift)
        value = evaluate(found.body, scope.globally(labels))
    return taken(value, at[own:]) if len(at) > own else value


def is_recurrent(found: Definition) -> bool:
    """Does the body speak of the defined name itself, or of what is defined by it."""
    shifted = any(index_label(index)[1] for index in found.indices)
    return bool(found.initial) or shifted or found.name in tree.names(found.body)


def recurrent(found: Definition, at: list[Value], scope: Scope) -> Value:
    """A recurrence at whole indices: run from its initial values, each step once."""
    places = np.broadcast_arrays(*[np.rint(np.real(index.data)).astype(int) for index in at])
    stacked = np.stack([place.reshape(-1) for place in places])
    result: Value | None = None
    for column in np.unique(stacked, axis=1).T:
        value = _step(found, tuple(int(c) for c in column), scope.globally())
        here = np.logical_and.reduce([place == c for place, c in zip(places, column, strict=True)])
        if result is None:
            result = value
            continue
        mask = here.reshape(here.shape + (1,) * value.rank)
        result = Value(np.where(mask, value.data, result.data), value.rank, value.row, first=value.first)
    assert result is not None
    return result


def _step(found: Definition, at: tuple[int, ...], scope: Scope) -> Value:
    from symbolic.crosscheck.evaluate import evaluate

    key = f"{found.name}_{','.join(map(str, at))}"
    if key in scope.memo:
        return scope.memo[key]
    ending = open_end(found, at, scope)
    if ending is not None:
        return ending
    if max(map(abs, at)) > STEPS or key in scope.running:
        raise Unsupported(f"the recurrence of {found.name}, which does not reach its initial values")
    initial = _initial(found, at, scope)
    if initial is None:
        labels = {}
        for index, place in zip(found.indices, at, strict=True):
            label, shift = index_label(index)
            labels[label] = scalar(float(place - shift))
        scope.running.add(key)
        try:
            initial = evaluate(found.body, scope.globally(labels))
        finally:
            scope.running.discard(key)
    scope.memo[key] = initial
    return initial


def _initial(found: Definition, at: tuple[int, ...], scope: Scope) -> Value | None:
    """The value that is stated for this index, in the definition or as a declared name (v_0)."""
    from symbolic.crosscheck.evaluate import evaluate, evaluate_scalar

    for indices, value in found.initial:
        places = [evaluate_scalar(index, scope.globally()) for index in indices]
        if all(float(np.real(p.data)) == c for p, c in zip(places, at, strict=True)):
            return evaluate(value, scope.globally())
    written = f"{found.name}_{at[0]}"
    if len(at) == 1 and scope.world.table.knows(written):
        return name(tree.Name(written), scope.globally())
    return None


def only_softmax(scope: Scope) -> tree.Node:
    """The given's only softmax, which a bare softmax_i means."""
    found = [
        part
        for known in scope.world.table.definitions.values()
        for part in tree.walk(known.body)
        if isinstance(part, tree.Call) and part.function == tree.Name("softmax")
    ]
    if len(set(found)) != 1:
        raise Unsupported("a bare softmax, of which the given has not exactly one")
    return found[0]


def expanded(items: Sequence[tree.Node], scope: Scope) -> list[Value]:
    """The items of a list, x_1, …, x_n written out."""
    from symbolic.crosscheck.evaluate import evaluate

    if not any(isinstance(item, tree.Dots) for item in items):
        return [evaluate(item, scope) for item in items]
    place = next(i for i, item in enumerate(items) if isinstance(item, tree.Dots))
    before, after = items[place - 1], items[place + 1] if place + 1 < len(items) else None
    if not (isinstance(before, tree.Component) and isinstance(after, tree.Component) and before.array == after.array):
        raise Unsupported("such a list with …")
    start = evaluate(before.indices[-1], scope)
    stop = evaluate(after.indices[-1], scope)
    between = np.arange(float(np.real(start.data)) + 1, float(np.real(stop.data)))
    steps = [(*before.indices[:-1], tree.Number(str(int(k)))) for k in between]
    filled = [component(tree.Component(before.array, at), scope) for at in steps]
    head = [evaluate(item, scope) for item in items[:place]]
    return head + filled + [evaluate(item, scope) for item in items[place + 1 :]]
