"""Moments and laws said of a random name: their values read, their shapes checked, new names in them declared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from symbolic.given.constants import constant
from symbolic.given.entrywise import free_indices, without_index
from symbolic.given.expressions import Reading, identity_sizes
from symbolic.given.laws import LawForm, Parameter
from symbolic.given.names import is_name
from symbolic.given.properties import Property, form_of
from symbolic.given.shapes import Shapes, axes_of, describe, shape_in
from symbolic.given.sizes import with_sizes
from symbolic.given.source import Piece
from symbolic.language.symbols import Law, Sentence, Symbol
from symbolic.notation import tree
from symbolic.notation.tree import Add, Name, Negative, Node, Number

#: Moments that are nonnegative, so that a new name in them is taken positive.
_SIZES = frozenset({"variance", "standard deviation", "fourth moment", "second moment", "covariance"})


def with_moment(reading: Reading, symbol: Symbol, said: Property, sentence: Sentence) -> Symbol:
    """The symbol with one more moment."""
    assert said.piece is not None
    name, value = said.name, said.constant
    if value is None:
        value = moment_value(reading, symbol, name, said.values[0], sentence)
    if name == "kurtosis":
        name, value = "excess kurtosis", Add((value, Negative(Number("3"))))
    shape = shape_of(reading, value, said.piece)
    if symbol.kind == "law" and not symbol.shape:
        symbol = replace(symbol, shape=_size_of_law(reading, shape, said.values))
    name = _by_shape(name, shape, symbol, value)
    if shape is None and name in ("covariance", "second moment") and symbol.axes:
        value = with_sizes(value, reading.table, axes_of(symbol)[-1:] * 2)
    _check_shape(reading, symbol, name, shape, said.piece)
    if name in symbol.moments and symbol.moments[name] != value:
        told = symbol.facts[name]
        raise said.piece.error(
            f"the {name} of {symbol.name} is said twice; `{told.text}` (line {told.line}) said another", f"one {name}"
        )
    return replace(symbol, moments={**symbol.moments, name: value}, facts={**symbol.facts, name: sentence})


def _size_of_law(reading: Reading, shape: tuple[Node, ...] | None, pieces: Sequence[Piece]) -> tuple[Node, ...]:
    """The size of what a law by itself is the law of: that of its mean vector, of its covariance, of I_n."""
    if shape:
        return shape[:1]
    below = [size for piece in pieces for size in identity_sizes(piece)] if shape is None else []
    return tuple(reading.expression(size) for size in below[:1])


def moment_value(reading: Reading, symbol: Symbol, name: str, piece: Piece, sentence: Sentence) -> Node:
    """The tree of a moment; names first seen in it are reals that it allows, or the arrays it asks for."""
    size = axes_of(symbol)
    alone = is_name(piece)
    model = Symbol("", "scalar")
    if name in _SIZES and not any(sign in piece.text for sign in "-−"):
        model = replace(model, signs=frozenset({"positive"}), facts={"positive": sentence})
    if name == "covariance" and len(size) == 1 and alone:
        model = matrix_model(size[0])
    elif alone and size and _is_bold(piece):
        model = Symbol("", symbol.kind, symbol.shape)
    return read_value(reading, symbol, piece, sentence, model)


def read_value(reading: Reading, symbol: Symbol, piece: Piece, sentence: Sentence, model: Symbol) -> Node:
    """A value said of a name; with an index (`mean mu_i` of a family) it is the array of these values."""
    reading.introduce(piece, sentence, model)
    strangers = [name for name, role, _ in reading.unknown(piece) if role == "index"]
    value = reading.expression(piece, [Symbol(name, "index", domain="integer") for name in strangers])
    indices = free_indices(value, reading.table, strangers)
    if not indices or not symbol.axes:
        return value
    whole = without_index(value, indices[0]) if len(indices) == 1 and symbol.axes == 1 else None
    if whole is None:
        raise piece.error("this value of each entry cannot be read as an array", "an array, such as `mean mu`")
    return whole


def matrix_model(size: Node) -> Symbol:
    """A covariance that declares itself: a symmetric positive definite matrix."""
    return Symbol("", "matrix", (size, size), signs=frozenset({"symmetric", "positive definite"}))


def _is_bold(piece: Piece) -> bool:
    """Does the author write the name as an array?"""
    return any(command in piece.text for command in (r"\mathbf", r"\boldsymbol", r"\bm", r"\vec"))


def shape_of(reading: Reading, value: Node, piece: Piece) -> tuple[Node, ...] | None:
    """The shape of a value; an error where its parts do not fit."""
    return shape_in(Shapes(reading.table), value, piece)


def _by_shape(name: str, shape: tuple[Node, ...] | None, symbol: Symbol, value: Node) -> str:
    """A matrix said as variance is a covariance; a scalar covariance of a scalar is a variance."""
    matrix = (shape is not None and len(shape) == 2) or (shape is None and Name("I") in tree.walk(value))
    if name == "variance" and 1 in (symbol.axes, len(symbol.shape)) and matrix:
        return "covariance"
    return "variance" if name == "covariance" and not symbol.axes else name


def _check_shape(reading: Reading, symbol: Symbol, name: str, shape: tuple[Node, ...] | None, piece: Piece) -> None:
    size = axes_of(symbol)
    if shape is None:
        return
    shapes = Shapes(reading.table)
    if name in ("covariance",) or (name == "second moment" and len(shape) == 2 and len(size) == 1):
        wanted = (size[-1], size[-1]) if size else ()
        if len(size) == 2:
            wanted = (symbol.shape[-1], symbol.shape[-1]) if symbol.shape else size
        if not shapes.fits(wanted, shape):
            told = "is not square" if len(shape) == 2 and not shapes.may_equal(*shape) else f"is {describe(shape)}"
            raise piece.error(f"the {name} of {symbol.name} {told}", describe(wanted))
        return
    if shape and not shapes.fits(size, shape) and not shapes.fits(symbol.shape, shape):
        raise piece.error(
            f"the {name} of {symbol.name}, {describe(size)}, is {describe(shape)}", f"a scalar or {describe(size)}"
        )


def with_law(reading: Reading, symbol: Symbol, said: Property, sentence: Sentence) -> Symbol:
    """The symbol with its law; `normal(m, v)` is normal with these moments."""
    form, piece = said.law, said.piece
    assert form is not None and piece is not None
    law, moments = law_of(reading, symbol, form, said.values, piece, sentence)
    if symbol.law is not None and symbol.law != law:
        raise piece.error(f"{symbol.name} has two laws, {symbol.law.name} and {law.name}", "one law")
    _check_governed(symbol, form, piece)
    for name, value in moments.items():
        symbol = with_moment(reading, symbol, Property("moment", name, constant=value, piece=piece), sentence)
    return replace(symbol, law=law, facts={**symbol.facts, "law": sentence})


def law_of(
    reading: Reading, symbol: Symbol, form: LawForm, values: tuple[Piece, ...], piece: Piece, sentence: Sentence
) -> tuple[Law, dict[str, Node]]:
    """The law of a form with its parameters read; a normal law's parameters are given back as moments."""
    if form.name == "normal":
        moments = {}
        for name, value in zip(("mean", "variance"), values, strict=False):
            moments[name] = moment_value(reading, symbol, name, value, sentence)
        return Law("normal"), moments
    trees = [
        _parameter(reading, symbol, parameter, value, sentence)
        for parameter, value in zip(form.parameters, values, strict=True)
    ]
    if form.parameters and form.parameters[-1].domain == "upper":
        _spread(reading, trees[0], trees[1], sentence)
    return Law(form.name, tuple(trees)), {}


def _spread(reading: Reading, low: Node, high: Node, sentence: Sentence) -> None:
    """uniform(-s, s) and uniform(0, s) declare a positive s."""
    lowest = constant(low)
    if isinstance(high, Name) and (low == Negative(high) or (lowest is not None and lowest >= 0)):
        symbol = reading.table.symbols[high.id]
        if symbol.facts.get("declares itself") == sentence:
            signs, facts = symbol.signs | {"positive"}, {**symbol.facts, "positive": sentence}
            reading.table.symbols[high.id] = replace(symbol, signs=signs, facts=facts)


def _parameter(reading: Reading, symbol: Symbol, parameter: Parameter, piece: Piece, sentence: Sentence) -> Node:
    model = _model(symbol, parameter)
    value = read_value(
        reading, symbol, piece, sentence, model if is_name(piece) or not model.shape else Symbol("", "scalar")
    )
    shape = shape_of(reading, value, piece)
    rank = {"probability vector": 1, "positive vector": 1, "matrix": 2, "spd matrix": 2}.get(parameter.domain)
    if shape is not None and rank is not None and len(shape) != rank:
        wanted = "a vector" if rank == 1 else "a matrix"
        raise piece.error(f"the parameter {parameter.name} is {describe(shape)}", wanted)
    if shape and rank is None and not Shapes(reading.table).fits(axes_of(symbol), shape):
        raise piece.error(
            f"the parameter {parameter.name} is {describe(shape)}", f"a scalar or {describe(axes_of(symbol))}"
        )
    return value


def _model(symbol: Symbol, parameter: Parameter) -> Symbol:
    """What an undeclared name is when it first stands as this parameter."""
    size = symbol.shape[0] if symbol.shape else Name("K")
    domain = parameter.domain
    if domain == "probability":
        from symbolic.notation.tree import Interval

        inside = Interval(Number("0"), Number("1"))
        return Symbol("", "scalar", signs=frozenset({"positive"}), bounds=(("in", inside),))
    if domain == "count":
        return Symbol("", "scalar", domain="integer", signs=frozenset({"positive"}))
    if domain == "probability vector":
        return Symbol("", "vector", (size,), signs=frozenset({"positive", "sums to 1"}))
    if domain == "positive vector":
        return Symbol("", "vector", (size,), signs=frozenset({"positive"}))
    if domain == "spd matrix":
        last = symbol.shape[0 if parameter.name == "U" else -1] if symbol.shape else size
        return matrix_model(last)
    if domain == "matrix":
        return Symbol("", "matrix", symbol.shape)
    return Symbol("", "scalar", signs=frozenset({"positive"} if domain == "positive" else ()))


def _check_governed(symbol: Symbol, form: LawForm, piece: Piece) -> None:
    """A multinomial law is no scalar's, a normal one no integer's."""
    if symbol.kind not in (*form.governs, "law"):
        other = " (write `one-hot categorical(p)`)" if form.name == "categorical" else ""
        raise piece.error(
            f"`{form.name}` is no law of a random {symbol.kind}{other}",
            f"random {form.governs[0]}{'(n)' if form.governs[0] == 'vector' else ''}, {form_of(form)}",
        )
    if symbol.domain == "integer" and not form.discrete:
        raise piece.error(f"`{form.name}` is no law of an integer", "random scalar, or a law of integers")
