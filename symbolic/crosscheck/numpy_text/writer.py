"""What writes trees as NumPy text: names that have a line of their own, names that are bound, numbers."""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Iterable
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


@dataclass(frozen=True)
class Writer:
    """Turns trees into NumPy text.

    lines  the assignments made on the way;  known  the names that have one
    bound  names that an enclosing lambda or loop binds: what depends on them is written in place
    size   of I and 𝟏 where they stand
    """

    trial: Trial
    lines: list[str] = field(default_factory=list)
    known: dict[str, str] = field(default_factory=dict)
    bound: frozenset[str] = frozenset()
    size: int | None = None

    def text(self, node: tree.Node, scope: Scope) -> str:
        from symbolic.crosscheck.numpy_text.table import WRITERS

        writer = WRITERS.get(type(node))
        if writer is None:
            raise NoLine(type(node).__name__)
        return writer(self, node, scope)

    def shape(self, node: tree.Node, scope: Scope) -> Value:
        """The value of a part, for its rank alone."""
        return evaluate(node, replace(scope, memo={}))

    def binding(self, names: Iterable[str]) -> Writer:
        """The writer inside a lambda or loop over names."""
        return replace(self, bound=self.bound | frozenset(names))

    def apart(self) -> Writer:
        """A writer whose lines are its own, until they are taken over."""
        return replace(self, lines=list(self.lines), known=dict(self.known))

    def take(self, other: Writer) -> None:
        """The lines of a writer that stood apart."""
        self.lines[:] = other.lines
        self.known.update(other.known)

    def sized(self, size: int | None) -> Writer:
        return replace(self, size=size)

    def assign(self, name: str, text: str) -> str:
        """The Python name of a declared name, assigned once."""
        if name not in self.known:
            self.known[name] = identifier(name)
            self.lines.append(f"{self.known[name]} = {text}")
        return self.known[name]

    def helper(self, name: str, text: str) -> str:
        """The name of a function of the line's own, assigned once."""
        assert name in HELPERS
        key = f"·{name}"
        if key not in self.known:
            self.known[key] = name
            self.lines.append(f"{name} = {text}")
        return name

    def fresh(self, name: str) -> str:
        """A name for a list of the line's own that no other has."""
        taken = {line.partition(" = ")[0] for line in self.lines}
        return next(each for k in range(len(taken) + 1) if (each := f"{name}{k or ''}") not in taken)

    def list_of(self, name: str, text: str) -> str:
        """The name of a list, that of an equal one where there is one."""
        for line in self.lines:
            known, _, written_ = line.partition(" = ")
            if written_ == text:
                return known
        chosen = self.fresh(name)
        self.lines.append(f"{chosen} = {text}")
        return chosen

    def imports(self) -> list[str]:
        """What the line begins with."""
        quiet = ["np.seterr(all='ignore')"] if "·integral" in self.known else []
        return ["import math", "import numpy as np", *quiet]


#: Names that lines define for themselves.
HELPERS = frozenset({"slope", "integral", "softmax", "logsumexp", "grid", "vertex", "erf", "erfc", "digamma"})

#: Names that a declared one must not hide.
TAKEN = HELPERS | frozenset({"np", "math", "z", "z_w", "u", "u_w", "t", "t_w", "s", "x_s", "w_s", "g", "g_w"})
TAKEN |= frozenset({"mean_1", "mean_2"}) | frozenset(dir(builtins))


def identifier(name: str) -> str:
    """A canonical name as a Python identifier."""
    text = re.sub(r"\W+", "_", name.replace("'", "_prime")).strip("_")
    return f"{text}_" if keyword.iskeyword(text) or text in TAKEN or not text.isidentifier() else text


def written(data: Any) -> str:
    """A number or array as short text; an array of floating-point numbers."""
    array = np.real(np.asarray(data))
    if not array.ndim:
        return short(float(array))
    text = listed(array)
    return f"np.array({text})" if re.search(r"[./]", text) else f"np.array({text}) * 1.0"


def listed(data: Any) -> str:
    return f"[{', '.join(listed(part) for part in data)}]" if np.ndim(data) else short(float(np.real(data)))


def short(number: float) -> str:
    """An integer, a small fraction, else fifteen digits."""
    from numeric.search import number as plain

    text = plain(number)
    return text if re.fullmatch(r"-?\d+(/\d+)?", text) else repr(float(f"{number:.15g}"))


def bracketed(text: str) -> str:
    return text if re.fullmatch(r"[\w.]+(\([^()]*\)|\[[^\[\]]*\])?", text) else f"({text})"


def relation(writer: Writer, node: tree.Node, scope: Scope) -> str:
    signs = {"=": "==", "≠": "!=", "<": "<", ">": ">", "≤": "<=", "≥": ">="}
    if not isinstance(node, tree.Chain) or any(relation not in signs for relation, _ in node.links):
        raise NoLine("an event")
    links = "".join(f" {signs[relation]} {bracketed(writer.text(part, scope))}" for relation, part in node.links)
    return f"({bracketed(writer.text(node.first, scope))}{links})"
