"""Where code and formula part, for a reader: sizes, arguments, both values, a line to paste."""

from __future__ import annotations

from typing import Any

import numpy as np

from symbolic.crosscheck import compare
from symbolic.crosscheck.code.trials import Arguments, Trial
from symbolic.crosscheck.described import readable
from symbolic.crosscheck.numpy_text import LENGTH, NoLine, Writer
from symbolic.crosscheck.numpy_text.writer import listed
from symbolic.crosscheck.scope import Effort
from symbolic.crosscheck.values import Mismatch, Unsupported
from symbolic.notation import tree
from symbolic.verdict import Counterexample


def counterexample(
    trial: Trial, formula: tree.Node, names: Arguments, name: str, value: Any, wanted: Any
) -> Counterexample:
    """Both values at the arguments of the trial; `numpy` calls the function and works out the formula."""
    handed = {key: readable(np.asarray(given)) for key, given in trial.arguments.items()}
    line = _line(trial, formula, names, name, wanted)
    return Counterexample(dict(trial.world.sizes), handed, None, _readable(value), _readable(wanted), line)


def _readable(value: Any) -> Any:
    try:
        return readable(np.asarray(value))
    except (TypeError, ValueError):
        return str(value)


def _line(trial: Trial, formula: tree.Node, names: Arguments, name: str, wanted: Any) -> str | None:
    writer = Writer(compare.Trial("differs", trial.world, Effort()))
    try:
        text = writer.text(formula, trial.scope)
        lines, known = writer.lines, writer.known
    except (NoLine, Unsupported, Mismatch, ValueError, LookupError, TypeError):
        text, lines, known = _written(wanted), [], {}
    handed = [f"{key}={_handed(names[key], value, known)}" for key, value in trial.arguments.items()]
    call = f"print({name}({', '.join(handed)}), {text})"
    whole = "; ".join([*writer.imports(), *dict.fromkeys(lines), call])
    return whole if len(whole) <= LENGTH else None


def _handed(node: tree.Node, value: Any, known: dict[str, str]) -> str:
    return known[node.id] if isinstance(node, tree.Name) and node.id in known else _written(value)


def _written(value: Any) -> str:
    """A number or array as NumPy text, to the last digit that matters."""
    array = np.asarray(value)
    return f"np.array({listed(array)})" if array.ndim else repr(array.item())
