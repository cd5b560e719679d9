"""A fence of Python held against the formula of the mark before it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from symbolic.verdict import Verdict


@dataclass(frozen=True)
class Hold:
    """Hold `function` of the Python text `code` against a formula."""

    given: str
    formula: str
    code: str
    function: str
    seconds: float


def hold(task: Hold) -> Iterator[Verdict]:
    """First what was read, then the verdict."""
    from symbolic.run.code import CodeTask, check_code

    yield from check_code(CodeTask(task.given, task.formula, task.code, task.function, {}, task.seconds))


def function_of(code: str, formula: str) -> str:
    """The function of a text that a formula is about: the one that its left side names, else the last; "" for none.

    >>> function_of("def f(x): return x\\ndef g(x): return 2 * f(x)", "f(x) = x")
    'f'
    """
    try:
        defined = [node.name for node in ast.parse(code).body if isinstance(node, ast.FunctionDef)]
    except (SyntaxError, ValueError):
        return ""
    words = re.findall(r"\w+", formula.partition("=")[0].replace("\\_", "_"))
    named = [name for name in defined if name in words]
    return (named or defined or [""])[-1]
