"""Which symbol of the given each argument of a function stands for."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from symbolic.language.symbols import Table
from symbolic.notation import tree
from symbolic.notation.errors import ReadError
from symbolic.notation.reader import read_expression


class NoArgument(ValueError):
    """An argument that no symbol of the given stands for."""


#: How programmers spell symbols, besides their own names, by the words that a canonical name has.
SPELLINGS = {
    "σ": ("sigma", "std", "scale"), "μ": ("mu", "mean", "loc"), "λ": ("lam", "lamda", "lmbda", "lambda_"),
    "α": ("alpha",), "ε": ("eps", "epsilon"), "η": ("lr", "learning_rate"), "τ": ("temperature", "tau"),
}  # fmt: skip


def arguments_of(named: Mapping[str, str], parameters: list[str], required: int, table: Table) -> dict[str, tree.Node]:
    """The symbol, or expression, for each argument: as `named`, else by its own name; raises NoArgument or ReadError.

    parameters  the names in the function's head, of which the first `required` have no default
    """
    found: dict[str, tree.Node] = {}
    for name, text in named.items():
        if name not in parameters:
            raise NoArgument(f"the function has no argument {name}; it has {', '.join(parameters) or 'none'}")
        found[name] = read_expression(text, table)
    for place, name in enumerate(parameters):
        if name in found:
            continue
        symbol = symbol_for(name, table)
        if symbol is not None and (place < required or not named):
            found[name] = tree.Name(symbol)
        elif place < required:
            raise NoArgument(f"which symbol is the argument {name}? say it with --args {name}=SYMBOL")
    return found


def symbol_for(name: str, table: Table) -> str | None:
    """The declared name that a Python name spells: `W_q`, `mu`, `beta1`, `fan_in`, `d_head`, `x_hat`, `std`."""
    from symbolic.notation.glyphs import canonical

    known = [*table.symbols, *(n for n in table.definitions if n not in table.symbols)]
    for spelled in _spellings(name):
        try:
            found = canonical(spelled)
        except (ReadError, ValueError):
            continue
        if found in known:
            return found
    plain = name.replace("_", "").lower()
    loose = [k for k in known if k.replace("_", "").replace(" ", "") == name.replace("_", "")]
    loose += [k for k in known if name in SPELLINGS.get(k, ())]
    if not loose:
        loose = [k for k in known if len(plain) > 1 and k.replace("_", "").replace(" ", "").lower() == plain]
    return loose[0] if len(set(loose)) == 1 else None


def _spellings(name: str) -> list[str]:
    spelled = [name, name.rstrip("_")]
    for accent in ("hat", "bar", "tilde"):
        if name.endswith(f"_{accent}"):
            spelled.append(f"\\{accent}{{{name.removesuffix(f'_{accent}')}}}")
    head, _, tail = name.partition("_")
    if tail:
        spelled.append(f"{head}_{{{tail}}}")
    letters = name.rstrip("0123456789")
    if letters and letters != name:
        spelled.append(f"{letters}_{name[len(letters):]}")
    return spelled


def signature(source: str, function: str) -> tuple[list[str], int]:
    """The names of a function's arguments, and how many have no default; raises NoArgument or SyntaxError.

    The text is parsed and not run.
    """
    module = ast.parse(source)
    heads = [n for n in module.body if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    head = next((n for n in reversed(heads) if n.name == function), None)
    arguments = head.args if head is not None else _lambda(module, function)
    if arguments is None:
        defined = ", ".join(n.name for n in heads)
        raise NoArgument(f"the code defines no function {function}; it defines {defined or 'none'}")
    names = [a.arg for a in (*arguments.posonlyargs, *arguments.args)]
    own = len(names) - len(arguments.defaults)
    bare = [a.arg for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if d is None]
    more = [a.arg for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if d is not None]
    return [*names[:own], *bare, *names[own:], *more], own + len(bare)


def _lambda(module: ast.Module, function: str) -> ast.arguments | None:
    for node in module.body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        named = any(isinstance(target, ast.Name) and target.id == function for target in targets)
        if named and isinstance(node, ast.Assign) and isinstance(node.value, ast.Lambda):
            return node.value.args
    return None
