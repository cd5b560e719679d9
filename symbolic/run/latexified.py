"""A function as latexify-py reads it, where that can be trusted; the text is parsed and not run.

latexify-py drops keywords such as `axis` and `ddof` and takes `@` for `*`, so that only arithmetic, roots and functions
of numbers are shown.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

#: What latexify-py sets as it computes: the grammar of functions of numbers.
FAITHFUL = (
    ast.Assign, ast.Return, ast.BinOp, ast.UnaryOp, ast.Call, ast.Name, ast.Constant, ast.Attribute, ast.Expr,
    ast.operator, ast.unaryop, ast.expr_context,
)  # fmt: skip

#: Functions whose LaTeX says what they compute.
FUNCTIONS = frozenset({"exp", "log", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh"})


@dataclass(frozen=True)
class Latexified:
    """The LaTeX, or "" and the reason why it is not to be trusted."""

    latex: str
    reason: str


def latexified(source: str, function: str) -> Latexified:
    r"""The function of a source text in LaTeX.

    >>> latexified("def f(q, k): return q @ k", "f").reason
    'it takes @ for *'
    """
    try:
        from latexify import codegen, transformers
    except ImportError:
        return Latexified("", "it is not installed")
    heads = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef) and node.name == function]
    if not heads:
        return Latexified("", f"no function {function}")
    head = heads[-1]
    reason = next((why for node in head.body for part in ast.walk(node) if (why := doubt(part))), "")
    if reason:
        return Latexified("", reason)
    try:
        node: ast.AST = ast.Module([head], [])
        prefixes = transformers.PrefixTrimmer({"np", "math", "numpy"})
        for change in (prefixes, transformers.DocstringRemover(), transformers.AssignmentReducer()):
            node = change.visit(node)
        latex = codegen.FunctionCodegen(use_math_symbols=True).visit(node)
        return Latexified(latex.replace(r"\mathopen{}", "").replace(r"\mathclose{}", ""), "")
    except Exception as problem:  # its own errors, and those of its visitors
        return Latexified("", f"it fails: {problem}")


def doubt(part: ast.AST) -> str:
    """Why latexify-py would say something else than the code does; "" where it would not."""
    if isinstance(part, ast.keyword):
        return f"it drops the keyword {part.arg}"
    if isinstance(part, ast.MatMult):
        return "it takes @ for *"
    if isinstance(part, ast.Call):
        name = part.func.attr if isinstance(part.func, ast.Attribute) else getattr(part.func, "id", "")
        return "" if name in FUNCTIONS and len(part.args) == 1 else f"it does not know {name or 'such a call'}"
    if isinstance(part, ast.Attribute) and not isinstance(part.value, ast.Name):
        return "it does not know such an attribute"
    return "" if isinstance(part, FAITHFUL) else f"it does not know {type(part).__name__}"
