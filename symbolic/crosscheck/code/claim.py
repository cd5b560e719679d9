r"""`f(x)_i = FORMULA`, of which the right side counts: the left side names the function and orders the indices.

The name on the left need not be declared, so that only what stands behind the first relation is read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from symbolic.language.symbols import Table
from symbolic.notation import tree
from symbolic.notation.errors import ReadError
from symbolic.notation.reader import read
from symbolic.notation.scope import Undeclared

_RELATION = re.compile(r":=|==?|≔|\\(?:coloneqq|equiv|triangleq)")
_OTHER = re.compile(r"[<>!]=?|[≤≥≠≈∝∼~]|\\(?:leq?|geq?|neq?|approx|propto|sim|lt|gt)")
_TOKEN = re.compile(r"\\[A-Za-z]+|\\.|:=|==?|[<>!]=|.", re.DOTALL)
_DEPTH = {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1, "\\begin": 1, "\\end": -1}


@dataclass(frozen=True)
class CodeClaim:
    """left: the text before the first relation, None where there is none; rights: what the function is said to be."""

    left: str | None
    rights: tuple[tree.Node, ...]

    def text(self, called: str, table: Table) -> str:
        """The claim as it was read, of the function called so."""
        from symbolic.notation import plain

        return " = ".join([called, *(plain(right, table) for right in self.rights)])


def read_code_claim(text: str, table: Table) -> CodeClaim:
    """The claim that a text makes of a function; raises ReadError.

    >>> read_code_claim(r"\\operatorname{twice}(3) = 2 + 2 + 2 = 6", Table()).rights[1]
    Number(text='6')
    """
    at = first_relation(text)
    if at is None:
        return _whole(text, table)
    start, stop = at
    return CodeClaim(text[:start].strip(" &\n"), _sides(read(" " * stop + text[stop:], table), text))


def first_relation(text: str) -> tuple[int, int] | None:
    """Where the first relation outside all brackets stands; None where there is none, or it is no equality.

    >>> first_relation("f(x)=x"), first_relation(r"\\sum_{i=1}^n i")
    ((4, 5), None)
    """
    depth = 0
    for token in _TOKEN.finditer(text):
        piece = token.group()
        depth += _DEPTH.get(piece, 0)
        if depth == 0 and _RELATION.fullmatch(piece):
            return token.span()
        if depth == 0 and _OTHER.fullmatch(piece) and piece != "!":
            return None
    return None


def _whole(text: str, table: Table) -> CodeClaim:
    """An expression alone, or a chain in an environment, whose left side may name what nobody declares."""
    unknown: list[Undeclared] = []
    node = read(text, table, undeclared=unknown)
    if not isinstance(node, tree.Chain):
        return CodeClaim(None, (read(text, table),))
    end = node.first.span[1] if node.first.span else 0
    stray = next((name for name in unknown if name.offset >= end), None)
    if stray is not None:
        raise ReadError(f"{stray.id} is not declared", stray.offset, "declare it in the given", text)
    return CodeClaim(text[:end], _sides(node, text)[1:])


def _sides(node: tree.Node, text: str) -> tuple[tree.Node, ...]:
    """The members of a chain of equalities."""
    if not isinstance(node, tree.Chain):
        return (node,)
    for relation, _ in node.links:
        if relation not in ("=", ":="):
            raise ReadError(f"{relation} does not say what the function computes", 0, "write `f(x) = …`", text)
    return (node.first, *(side for _, side in node.links))


def index_order(left: str | None, free: list[str]) -> list[str]:
    """The free indices of a formula in the order in which the left side names them, then the rest.

    >>> index_order(r"J_{ji}", ["i", "j"]), index_order(None, ["i"])
    (['j', 'i'], ['i'])
    """
    from symbolic.notation.glyphs import canonical

    text = re.sub(r"\\(?:operatorname|text|mathrm|mathbf)\*?\{[^}]*\}", " ", left or "")
    subscripts = re.findall(r"_(\{[^{}]*\}|\\[A-Za-z]+|\w)", text)
    named: list[str] = []
    for subscript in subscripts:
        for piece in re.findall(r"\\[A-Za-z]+|[^\W\d_]'*", subscript):
            named.append(canonical(piece))
    order = [name for name in dict.fromkeys(named) if name in free]
    return order + [name for name in free if name not in order]
