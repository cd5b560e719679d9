"""What writes trees as NumPy text: names, numbers, relations."""

from __future__ import annotations

import keyword
import re
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from symbolic.crosscheck.compare import Trial
from symbolic.crosscheck.evaluate import evaluate
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.values import Value
from symbolic.notation import tree


class NoLine(Exception):
    """The expression has no short form in NumPy."""


@dataclass
class Writer:
    """Turns trees into NumPy text; `lines` are the assignments made on the way, `known` the names that have one."""

    trial: Trial
    lines: list[str] = field(default_factory=list)
    known: dict[str, str] = field(default_factory=dict)

    def text(self, node: tree.Node, scope: Scope) -> str:
        from symbolic.crosscheck.numpy_line import WRITERS

        writer = WRITERS.get(type(node))
        if writer is None:
            raise NoLine(type(node).__name__)
        return writer(self, node, scope)

    def shape(self, node: tree.Node, scope: Scope) -> Value:
        """The value of a part, for its rank alone."""
        return evaluate(node, replace(scope, memo={}))

    def assign(self, name: str, text: str) -> str:
        """The Python name of a declared name, assigned once."""
        if name not in self.known:
            self.known[name] = identifier(name)
            self.lines.append(f"{self.known[name]} = {text}")
        return self.known[name]


def identifier(name: str) -> str:
    """A canonical name as a Python identifier."""
    text = re.sub(r"\W+", "_", name.replace("'", "_prime")).strip("_")
    return f"{text}_" if keyword.iskeyword(text) or text in ("np", "W", "E") or not text.isidentifier() else text


def written(data: Any) -> str:
    """An array as short text."""
    array = np.asarray(data)
    if array.ndim:
        return f"np.array([{', '.join(listed(part) for part in array)}])"
    return _short(float(np.real(array)))


def listed(data: Any) -> str:
    return f"[{', '.join(listed(part) for part in data)}]" if np.ndim(data) else _short(float(data))


def _short(number: float) -> str:
    if number == round(number) and abs(number) < 1e15:
        return str(round(number))
    return repr(float(f"{number:.15g}"))


def bracketed(text: str) -> str:
    return text if re.fullmatch(r"[\w.]+(\([^()]*\))?", text) else f"({text})"


def relation(writer: Writer, node: tree.Node, scope: Scope) -> str:
    signs = {"=": "==", "≠": "!=", "<": "<", ">": ">", "≤": "<=", "≥": ">="}
    if not isinstance(node, tree.Chain) or any(relation not in signs for relation, _ in node.links):
        raise NoLine("an event")
    links = "".join(f" {signs[relation]} {bracketed(writer.text(part, scope))}" for relation, part in node.links)
    return f"({bracketed(writer.text(node.first, scope))}{links})"
