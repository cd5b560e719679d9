"""f(x) = …: the body read with each shape that the parameters could have; the one that strains nothing is kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product as combinations

from symbolic.given.errors import GivenError
from symbolic.given.expressions import Reading
from symbolic.given.pending import Pending
from symbolic.given.shapes import Shape, Shapes, shape_in
from symbolic.given.source import Piece
from symbolic.language.symbols import Symbol
from symbolic.notation import tree
from symbolic.notation.lexer import tokens
from symbolic.notation.names import parts, word_id
from symbolic.notation.tree import Name, Node

KINDS = ("scalar", "vector", "matrix")
MAX_ATTEMPTS = 40


def read_function(reading: Reading, pending: Pending) -> tuple[Node, Shape, tuple[Symbol, ...]]:
    """(body, its shape, the parameters with theirs)."""
    best: tuple[int, Node, Shape, tuple[Symbol, ...]] | None = None
    problem: GivenError | None = None
    free = _free_size(reading)
    for parameters in _candidates(reading, pending, free):
        shapes = Shapes(reading.table, {parameter.name: parameter.shape for parameter in parameters})
        try:
            body = reading.expression(pending.right, parameters)
            shape = shape_in(shapes, body, pending.right)
        except GivenError as error:
            problem = problem or error
            continue
        if best is None or shapes.strained < best[0]:
            best = (shapes.strained, body, shape, parameters)
        if not shapes.strained:
            break
    if best is None:
        assert problem is not None
        raise problem
    return best[1], best[2], tuple(_sized(parameter, best[1], free) for parameter in best[3])


def _free_size(reading: Reading) -> Node:
    """A size that nothing else has."""
    name = "n"
    while name in reading.table.symbols:
        name += "'"
    return Name(name)


def _candidates(reading: Reading, pending: Pending, free: Node) -> Iterator[tuple[Symbol, ...]]:
    """The shapes the parameters could have: as declared, scalars, vectors of the sizes at hand, matrices."""
    names = pending.parameters or ()
    sizes = [*sizes_mentioned(reading, pending.right), free]
    choices: list[list[Symbol]] = []
    for name in names:
        declared = reading.table.symbols.get(name)
        listed = [Symbol(name, "scalar"), *(Symbol(name, "vector", (size,)) for size in sizes)]
        if declared is not None and declared.kind in KINDS:
            known = Symbol(name, declared.kind, declared.shape, declared.family, domain=declared.domain)
            listed = [known, *(other for other in listed if other.shape != known.shape)]
        choices.append(listed[:6])
    yield from list(combinations(*choices))[:MAX_ATTEMPTS]
    yield tuple(Symbol(name, "matrix", (free, free)) for name in names)


def sizes_mentioned(reading: Reading, piece: Piece) -> list[Node]:
    """The sizes of the arrays that the text mentions."""
    try:
        row = tokens(piece.text)
    except ValueError:
        return []
    words = {word_id(token) for token in row if token.kind in ("name", "run")}
    words |= {letter for word in words for letter in word}
    arrays = [symbol for name, symbol in reading.table.symbols.items() if parts(name).base in words]
    return list(dict.fromkeys(size for symbol in arrays for size in symbol.shape))


def _sized(parameter: Symbol, body: Node, free: Node) -> Symbol:
    """The free size of a vector that is summed over is the last value of its index."""
    if parameter.shape != (free,):
        return parameter
    uppers = {
        bound.index: bound.upper
        for node in tree.walk(body)
        if isinstance(node, tree.Big)
        for bound in node.bounds
        if bound.upper is not None
    }
    for node in tree.walk(body):
        if isinstance(node, tree.Component) and node.array == Name(parameter.name):
            index = node.indices[0]
            if isinstance(index, Name) and index.id in uppers:
                return replace(parameter, shape=(uppers[index.id],))
    return parameter
