"""From properties to symbols: each property of a declaration is put on the names it speaks of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from symbolic.given.expressions import Reading
from symbolic.given.laws import BY_NAME
from symbolic.given.moments import shape_of, with_law, with_moment
from symbolic.given.names import one_name
from symbolic.given.properties import Property
from symbolic.given.shapes import Shapes
from symbolic.given.source import Piece, tokens
from symbolic.language.symbols import Law, Relation, Sentence, Symbol
from symbolic.notation.tree import Interval, Name, Node, Number, SetOf

RANDOM_FORMS = frozenset({"moment", "sharing", "law", "own law", "standard normal", "jointly normal"})

_OF_MATRICES = frozenset({"antisymmetric", "diagonal", "orthogonal", "invertible", "positive definite",
                          "positive semidefinite", "lower triangular", "upper triangular"})  # fmt: skip
_SQUARE = _OF_MATRICES | {"symmetric"}
_OF_VECTORS = frozenset({"sums to 1", "unit norm", "one-hot"})
_OPPOSITES = (("positive", "negative"), ("positive", "nonpositive"), ("negative", "nonnegative"),
              ("symmetric", "antisymmetric"), ("increasing", "decreasing"))  # fmt: skip


def put(reading: Reading, names: list[str], said: Property, sentence: Sentence) -> None:
    """Puts one property on the named symbols, or relates them to one another."""
    assert said.piece is not None
    if _relates(reading, names, said):
        kind = "jointly normal" if said.form == "jointly normal" else said.name
        reading.table.relations.append(Relation(kind, tuple(names), sentence=sentence))
        return
    for name in names:
        symbol = reading.table.symbols[name]
        if said.form in RANDOM_FORMS and not symbol.random and symbol.kind != "law":
            raise said.piece.error(
                f"{name} is not random, and `{said.piece.text}` is said of what is random", _random(symbol)
            )
        reading.table.symbols[name] = on_symbol(reading, symbol, said, sentence)


def _random(symbol: Symbol) -> str:
    sizes = {"vector": "(n)", "matrix": "(m, n)"}.get(symbol.kind, "")
    kind = symbol.kind if symbol.kind in ("vector", "matrix") else "scalar"
    return f"{symbol.name} : random {kind}{sizes}, …"


def _relates(reading: Reading, names: list[str], said: Property) -> bool:
    """Is the property about the names together?"""
    if said.form == "jointly normal":
        return len(names) > 1
    if said.form != "sharing" or said.of:
        return False
    if said.name == "iid":
        _refuse_two_readings(reading, names, said)
        return False
    return len(names) > 1


def _refuse_two_readings(reading: Reading, names: list[str], said: Property) -> None:
    scalars = [name for name in names if not reading.table.symbols[name].axes]
    if scalars and said.piece is not None:
        listed = ", ".join(names)
        if len(names) == 1:
            message = f"`iid` says nothing of one scalar: {listed} has neither components nor members"
            raise said.piece.error(message, f"`{listed} : family(n) of random scalar, iid`, or no `iid`")
        message = (
            f"`iid` can be read in two ways of the scalars {listed}: they have one and the same law, "
            "or they are also independent of one another"
        )
        raise said.piece.error(
            message, f"`{listed} : independent` on a line of its own if they are, or the laws without `iid`"
        )


def _sign(reading: Reading, symbol: Symbol, said: Property, sentence: Sentence) -> Symbol:
    name, piece = said.name, said.piece
    assert piece is not None
    if name == "symmetric" and symbol.random and symbol.kind != "matrix":
        name = "symmetric law"
    _check_sign(reading, symbol, name, piece)
    signs = {name} | ({"symmetric"} if name in ("positive definite", "positive semidefinite", "diagonal") else set())
    together = symbol.signs | signs
    for one, other in _OPPOSITES:
        if {one, other} <= together:
            raise piece.error(f"{symbol.name} is said to be {one} and {other}", "one of the two")
    return replace(symbol, signs=together, facts={**dict.fromkeys(signs, sentence), **symbol.facts})


def _check_sign(reading: Reading, symbol: Symbol, name: str, piece: Piece) -> None:
    if name in _SQUARE and symbol.kind not in ("matrix", "function"):
        raise piece.error(f"`{name}` is said of matrices, and {symbol.name} is a {symbol.kind}", "a matrix(n, n)")
    if name in _SQUARE and len(symbol.shape) == 2 and not Shapes(reading.table).may_equal(*symbol.shape):
        raise piece.error(f"{symbol.name} is {name}, so it is square", f"{symbol.name} : matrix(n, n)")
    if name in _OF_VECTORS and not symbol.axes:
        raise piece.error(f"`{name}` is said of vectors, and {symbol.name} is a {symbol.kind}", "a vector(n)")


def _bound(reading: Reading, symbol: Symbol, said: Property, sentence: Sentence) -> Symbol:
    piece = said.values[0]
    if said.name == "in":
        value = interval(reading, piece, sentence)
    else:
        reading.introduce(piece, sentence)
        value = reading.expression(piece)
        shape = shape_of(reading, value, piece)
        if shape and not Shapes(reading.table).fits(symbol.shape, shape):
            raise piece.error("a bound is a scalar", "at least 2")
    signs = signs_of(said.name, value) - symbol.signs
    facts = {**dict.fromkeys(signs, sentence), f"{said.name} {piece.text}": sentence, **symbol.facts}
    return replace(symbol, bounds=(*symbol.bounds, (said.name, value)), signs=symbol.signs | signs, facts=facts)


def signs_of(kind: str, value: Node) -> frozenset[str]:
    """The signs that a bound with constant ends implies."""
    from symbolic.given.constants import constant

    lower, upper, open_low, open_high = None, None, False, False
    if isinstance(value, Interval):
        lower, upper = constant(value.lower), constant(value.upper)
        open_low, open_high = value.open_left, value.open_right
    elif kind in ("at least", "above"):
        lower, open_low = constant(value), kind == "above"
    elif kind in ("at most", "below"):
        upper, open_high = constant(value), kind == "below"
    elif kind == "not":
        return frozenset({"nonzero"} if constant(value) == 0 else ())
    found = set()
    if lower is not None and lower >= 0:
        found.add("positive" if lower > 0 or open_low else "nonnegative")
    if upper is not None and upper <= 0:
        found.add("negative" if upper < 0 or open_high else "nonpositive")
    return frozenset(found)


def interval(reading: Reading, piece: Piece, sentence: Sentence) -> Node:
    """(a, b), [a, b), {a, b}, a..b as a tree."""
    text = piece.text
    if text[:2] == r"\{" or text[:1] == "{":
        width = 2 if text.startswith("\\") else 1
        inside = piece.cut(width, len(text) - width)
        items = tuple(
            _read(reading, part, sentence) for part in inside.split(",") if part.text not in ("…", r"\ldots", "...")
        )
        if len(items) < len(inside.split(",")):
            return Interval(items[0], items[-1], False, False)
        return SetOf(items)
    if ".." in text:
        place = text.index("..")
        first, last = piece.cut(0, place), piece.cut(place + 2)
        return Interval(_read(reading, first, sentence), _read(reading, last, sentence), False, False)
    row = list(tokens(text))
    opening, closing = (row[0].text, row[-1].text) if row else ("", "")
    if opening[-1:] not in "([" or closing[-1:] not in ")]" or len(row) < 4:
        raise piece.error(f"`{text}` is not an interval", "in (0, 1), in [0, 1), in {0, 1}")
    ends = piece.cut(row[0].stop, row[-1].start).split(",")
    if len(ends) != 2:
        raise piece.error("an interval has two ends", "in (0, 1)")
    low, high = (_read(reading, end, sentence) for end in ends)
    return Interval(low, high, opening[-1] == "(", closing[-1] == ")")


def _read(reading: Reading, piece: Piece, sentence: Sentence) -> Node:
    reading.introduce(piece, sentence)
    return reading.expression(piece)


def _sharing(reading: Reading, symbol: Symbol, said: Property, sentence: Sentence) -> Symbol:
    """iid, independent or uncorrelated components or members; a bare word speaks of members where there are some."""
    assert said.piece is not None
    if not symbol.axes:
        raise said.piece.error(
            f"{symbol.name} is a scalar: it has no components", f"NAMES : {said.name}, with two names"
        )
    members = symbol.family is not None and (said.of != "components" or not symbol.shape)
    fact = "members" if members else "components"
    old = symbol.members if members else symbol.components
    value = said.name if old is None else min(old, said.name, key=("iid", "independent", "uncorrelated").index)
    facts = {**symbol.facts, fact: sentence}
    return replace(symbol, members=value, facts=facts) if members else replace(symbol, components=value, facts=facts)


def _joint(reading: Reading, symbol: Symbol, said: Property, sentence: Sentence) -> Symbol:
    return replace(symbol, law=Law("normal"), facts={**symbol.facts, "law": sentence})


def _depends(reading: Reading, symbol: Symbol, said: Property, sentence: Sentence) -> Symbol:
    names = []
    for piece in said.values:
        reading.introduce(piece, sentence)
        tree = reading.expression(piece)
        if not isinstance(tree, Name):
            raise piece.error(f"{symbol.name} is a function of names", "function of alpha")
        names.append(tree.id)
    return replace(symbol, depends_on=(*symbol.depends_on, *names), facts={**symbol.facts, "function of": sentence})


def _maximum(reading: Reading, symbol: Symbol, said: Property, sentence: Sentence) -> Symbol:
    assert said.piece is not None
    if symbol.axes != 1:
        raise said.piece.error(
            f"`unique maximum` is said of vectors, and {symbol.name} is a {symbol.kind}", "a vector(n)"
        )
    where: Node | None = None
    if said.values:
        where = _read(reading, said.values[0], sentence)
        if isinstance(where, Number) and (where.value < 1 or where.value.denominator != 1):
            raise said.values[0].error("indices start at 1", "unique maximum at 1")
    return replace(
        symbol,
        maximum_at=where,
        signs=symbol.signs | {"unique maximum"},
        facts={**symbol.facts, "unique maximum": sentence},
    )


def _own_law(reading: Reading, symbol: Symbol, said: Property, sentence: Sentence) -> Symbol:
    """`law P`, X ~ P: X has the law and moments of P."""
    name = one_name(said.values[0]).id
    source = reading.table.symbols.get(name)
    if source is None or source.kind != "law":
        raise said.values[0].error(f"{name} is no law", f"{name} : law, normal, mean mu, variance sigma^2")
    taken = {key: told for key, told in source.facts.items() if key in source.moments}
    return replace(
        symbol, law=source.law or Law(name), moments={**source.moments, **symbol.moments},
        facts={**symbol.facts, "law": sentence, **taken}, signs=symbol.signs | source.signs,
    )  # fmt: skip


def _standard(reading: Reading, symbol: Symbol, said: Property, sentence: Sentence) -> Symbol:
    """A standard normal array has independent standard normal entries."""
    symbol = with_law(reading, symbol, Property("law", law=BY_NAME["normal"], piece=said.piece), sentence)
    for name, value in (("mean", Number("0")), ("variance", Number("1"))):
        symbol = with_moment(reading, symbol, Property("moment", name, constant=value, piece=said.piece), sentence)
    if symbol.shape and symbol.components is None:
        symbol = replace(symbol, components="iid", facts={**symbol.facts, "components": sentence})
    return symbol


_ON_SYMBOL: dict[str, Callable[[Reading, Symbol, Property, Sentence], Symbol]] = {
    "sign": _sign,
    "bound": _bound,
    "moment": with_moment,
    "sharing": _sharing,
    "law": with_law,
    "jointly normal": _joint,
    "own law": _own_law,
    "standard normal": _standard,
    "depends": _depends,
    "maximum": _maximum,
}


def on_symbol(reading: Reading, symbol: Symbol, said: Property, sentence: Sentence) -> Symbol:
    """The symbol with one more property."""
    return _ON_SYMBOL[said.form](reading, symbol, said, sentence)
