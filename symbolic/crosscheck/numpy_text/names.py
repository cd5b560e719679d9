"""Declared names, definitions, recurrences and components as NumPy text."""

from __future__ import annotations

from typing import Any

import numpy as np

from symbolic.crosscheck import names, ranges
from symbolic.crosscheck.dependencies import mentioned
from symbolic.crosscheck.numpy_text.writer import NoLine, Writer, bracketed, identifier, written
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.values import scalar
from symbolic.language.symbols import Definition
from symbolic.notation import tree

CONSTANTS = {"e": "np.e", "π": "np.pi", "γ": "np.euler_gamma", "∞": "np.inf"}


def name(writer: Writer, node: Any, scope: Scope) -> str:
    key = node.id
    if key in scope.locals or key in writer.bound:
        return identifier(key)
    found = scope.world.table.definitions.get(key)
    if found is not None and key not in scope.varied:
        return _defined(writer, found, scope)
    if key in writer.known:
        return writer.known[key]
    value = names.name(node, scope) if key in scope.varied else scope.world.value(key, scope)
    if value is not None and not value.kind:
        if scope.world.table.symbols[key].depends_on:
            raise NoLine("an array that is a function of a scalar")
        return writer.assign(key, written(value.data))
    if key in CONSTANTS:
        return CONSTANTS[key]
    if key in ("I", "𝟏") and writer.size:
        return f"np.eye({writer.size})" if key == "I" else f"np.ones({writer.size})"
    raise NoLine(key)


def _defined(writer: Writer, found: Definition, scope: Scope) -> str:
    if found.parameters:
        if all(names.is_declared(parameter, scope) for parameter in found.parameters):
            return f"({writer.text(found.body, scope.globally())})"
        raise NoLine("a function without its argument")
    if _moves(writer, found):
        return f"({_body(writer, found, scope)})"
    if found.name in writer.known:
        return writer.known[found.name]
    return writer.assign(found.name, _body(writer, found, scope))


def _moves(writer: Writer, found: Definition) -> bool:
    """Does what a definition stands for depend on what is bound?"""
    return bool(mentioned(tree.Name(found.name), writer.trial.world.table) & writer.bound)


def _body(writer: Writer, found: Definition, scope: Scope) -> str:
    """The text of a definition; of one by entries, the array of them."""
    if not found.indices:
        return writer.text(found.body, scope.globally())
    if names.is_recurrent(found):
        if _moves(writer, found):
            raise NoLine("a recurrence of what varies, whole")
        return written(names.definition(found, scope.globally()).data)
    spans, inner = [], scope.globally()
    for index in found.indices:
        label, _ = names.index_label(index)
        first, last = ranges.index_range(label, found.body, inner)
        spans.append((label, first, last))
        inner = inner.local({label: scalar(float(first))})
    text = writer.binding(label for label, _, _ in spans).text(found.body, inner)
    for label, first, last in reversed(spans):
        text = f"[{text} for {identifier(label)} in range({first}, {last + 1})]"
    return f"np.array({text})"


def component(writer: Writer, node: Any, scope: Scope) -> str:
    base = node.array
    if isinstance(base, tree.Name) and base.id not in scope.locals and base.id not in scope.varied:
        found = scope.world.table.definitions.get(base.id)
        if found is not None and found.indices and len(node.indices) == len(found.indices):
            return _entry(writer, found, node, scope)
        if base.id == "softmax" and not names.is_declared("softmax", scope):
            base = names.only_softmax(scope)
    value = writer.shape(base, scope)
    if value.kind:
        if value.kind == "identity" and len(node.indices) == 2:
            return f"float({' == '.join(writer.text(index, scope) for index in node.indices)})"
        raise NoLine("an entry of I")
    first = value.first or (1,) * value.rank
    pairs = zip(node.indices, first, strict=False)
    at = [shifted(writer.text(index, scope), start) for index, start in pairs]
    text = writer.text(base, scope)
    return f"{bracketed(f'np.diag({text})' if value.twin is not None and len(at) == 2 else text)}[{', '.join(at)}]"


def shifted(text: str, start: int) -> str:
    if text.isdigit():
        return str(int(text) - start)
    return f"int({text}) - {start}" if "/" in text else f"{text} - {start}"


def _entry(writer: Writer, found: Definition, node: Any, scope: Scope) -> str:
    """One entry of a definition by entries: its body at these indices, or a recurrence called."""
    indices = [writer.text(index, scope) for index in node.indices]
    if names.is_recurrent(found):
        return _recurrence(writer, found, indices, scope)
    labels = [names.index_label(index) for index in found.indices]
    model = {label: scalar(0.0) for label, _ in labels}
    for (label, shift), index in zip(labels, node.indices, strict=True):
        place = writer.shape(index, scope)
        model[label] = scalar(float(np.real(place.data).reshape(-1)[0]) - shift)
    head = ", ".join(identifier(label) for label, _ in labels)
    body = writer.binding(label for label, _ in labels).text(found.body, scope.globally(model))
    moved = [index if not shift else f"{index} - {shift}" for index, (_, shift) in zip(indices, labels, strict=True)]
    return f"(lambda {head}: {body})({', '.join(moved)})"


def _recurrence(writer: Writer, found: Definition, indices: list[str], scope: Scope) -> str:
    """v(t): v(t − 1) and so on, down to the values that are stated."""
    if len(indices) != 1:
        raise NoLine("a recurrence in several indices")
    table = writer.trial.world.table
    labels = {names.index_label(index)[0] for each in table.definitions.values() for index in each.indices}
    varied = sorted((mentioned(tree.Name(found.name), table) & writer.bound) - labels)
    if found.name not in writer.known:
        _define(writer, found, varied, scope)
    given = "".join(f", {identifier(each)}" for each in varied)
    return f"{writer.known[found.name]}({indices[0]}{given})"


def _define(writer: Writer, found: Definition, varied: list[str], scope: Scope) -> None:
    (index,) = found.indices
    label, shift = names.index_label(index)
    python = identifier(found.name)
    writer.known[found.name] = python
    starts = _starts(writer, found, scope)
    if not starts:
        raise NoLine("a recurrence without a beginning")
    at = max(starts) + 1
    inside = writer.binding([label, *varied])
    body = inside.text(found.body, scope.globally({label: scalar(float(at - shift))}))
    moved = f"(lambda {identifier(label)}: {body})(n - {shift})" if shift else body
    step = "n" if shift else identifier(label)
    known = " else ".join(f"{text} if {step} == {place}" for place, text in starts.items())
    head = ", ".join([step, *map(identifier, varied)])
    writer.lines.append(f"{python} = lambda {head}: {known} else {moved}")


def _starts(writer: Writer, found: Definition, scope: Scope) -> dict[int, str]:
    """The stated values of a recurrence, by index."""
    starts = {}
    for indices, value in found.initial:
        place = writer.shape(indices[0], scope.globally())
        starts[round(float(np.real(place.data)))] = bracketed(writer.text(value, scope.globally()))
    for key in scope.world.values:
        stem, _, at = key.rpartition("_")
        if stem == found.name and at.isdigit():
            starts[int(at)] = writer.text(tree.Name(key), scope.globally())
    return starts
