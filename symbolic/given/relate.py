"""What relates names: `⊥`, cross-covariances, equations of moments, conditional laws."""

from __future__ import annotations

import re
from dataclasses import replace

from symbolic.given import kinds
from symbolic.given.apply import on_symbol
from symbolic.given.expressions import Postponed, Reading
from symbolic.given.forms import Apart, Declare, Follows
from symbolic.given.moments import matrix_model, shape_of, with_moment
from symbolic.given.names import Declared, is_known_name, one_name, read_names, spelled
from symbolic.given.properties import Property, read_property
from symbolic.given.shapes import Shapes, describe
from symbolic.given.source import Piece
from symbolic.given.tilde import law_property, law_shape
from symbolic.language.symbols import Relation, Sentence, Symbol
from symbolic.notation.tree import Node, Number

_MATE = re.compile(
    r"(?:\\(?:operatorname|mathrm|text)\s*\{\s*)?\\?(cov|corr|correlation|covariance)(?:\s*\})?\s*(?:\\left)?\s*[(\[]",
    re.IGNORECASE,
)
_MOMENT = re.compile(
    r"(?:\\(?:operatorname|mathrm|mathbb|text)\s*\{?\s*)?(E|𝔼|Var|var|𝕍|V)(?:\s*\})?\s*(?:\\left)?\s*[(\[](?P<inside>[^()\[\]]*?)(?:\\right)?\s*[)\]]"
)


def random_name(reading: Reading, piece: Piece) -> str:
    """The id of a declared random name."""
    declared = one_name(piece)
    symbol = reading.table.symbols.get(declared.id)
    if symbol is None:
        raise piece.error(f"{declared.id} is not declared", f"{piece.text} : random scalar, or random vector(n)")
    if not symbol.random and declared.id not in reading.table.definitions:
        raise piece.error(f"{declared.id} is not random", f"{piece.text} : random {symbol.kind}")
    return declared.id


def mated(reading: Reading, left: Piece) -> tuple[str, list[Piece]] | None:
    """("cov" or "corr", the two names) when the left side is cov(q, k) or corr(q, k) of declared names."""
    found = _MATE.match(left.text)
    inside = re.match(r"(.*?)(?:\\right)?\s*[)\]]\s*$", left.text[found.end() :], re.DOTALL) if found else None
    if found is None or inside is None:
        return None
    parts = left.cut(found.end(), found.end() + inside.end(1)).split(",")
    names = [spelled(part) for part in parts]
    if len(parts) != 2 or not all(name in reading.table.symbols or reading.awaits(name) for name in names):
        return None
    return ("cov" if found.group(1).lower().startswith("cov") else "corr"), parts


def mates(reading: Reading, left: Piece, right: Piece, sentence: Sentence) -> bool:
    """cov(q, k) = S and corr(q, k) = r."""
    found = mated(reading, left)
    if found is None:
        return False
    kind, parts = found
    if any(reading.awaits(spelled(part)) for part in parts):
        raise Postponed
    names = tuple(random_name(reading, part) for part in parts)
    first, second = (reading.table.symbols[name] for name in names)
    model = Symbol("", "scalar")
    if first.shape and second.shape and kind == "cov":
        model = Symbol("", "matrix", (first.shape[-1], second.shape[-1]))
        model = matrix_model(first.shape[-1]) if names[0] == names[1] else model
    reading.introduce(right, sentence, model)
    value = reading.expression(right)
    _check_mates(reading, first, second, kind, value, right)
    reading.table.relations.append(Relation(kind, names, value, sentence=sentence))
    return True


def _check_mates(reading: Reading, first: Symbol, second: Symbol, kind: str, value: Node, piece: Piece) -> None:

    shape = shape_of(reading, value, piece)
    wanted = (*first.shape, *second.shape)
    if shape is None or (kind == "corr" and not shape):
        return
    if (
        len(wanted) <= 2
        and not Shapes(reading.table).fits(wanted, shape)
        and (shape or (len(wanted) == 2 and value != Number("0")))
    ):
        raise piece.error(f"the covariance of {first.name} and {second.name} is {describe(shape)}", describe(wanted))


def moment_equation(reading: Reading, left: Piece, right: Piece, sentence: Sentence) -> bool:
    """E[X] = m and Var(X) = v, of a declared random name, are its mean and variance."""
    found = _MOMENT.fullmatch(left.text)
    if not found:
        return False
    inside = left.cut(*found.span("inside"))
    if reading.awaits(spelled(inside)):
        raise Postponed
    if not is_known_name(reading.table, inside):
        return False
    name = one_name(inside).id
    symbol = reading.table.symbols[name]
    if not symbol.random or name in reading.table.definitions or name in reading.pending:
        return False
    moment = "mean" if found.group(1) in ("E", "𝔼") else "variance"
    said = Property("moment", moment, (right,), piece=right)
    reading.table.symbols[name] = with_moment(reading, symbol, said, sentence)
    return True


def apart(reading: Reading, form: Apart) -> None:
    """q ⊥ k, and (q, k) ⊥ v of groups."""
    groups = []
    for group in form.groups:
        text = group.text
        inside = group.cut(1, len(text) - 1) if text[:1] in "({" and text[-1:] in ")}" else group
        if text.startswith(r"\{"):
            inside = group.cut(2, len(text) - 2)
        groups.append(tuple(random_name(reading, part) for part in inside.split(",")))
    if len(groups) < 2:
        raise form.groups[0].error("`⊥` relates two names", "q ⊥ k")
    names = tuple(name for group in groups for name in group)
    if len(set(names)) != len(names):
        raise form.groups[0].error("a name is said to be independent of itself", "q ⊥ k")
    reading.table.relations.append(Relation("independent", names, groups=tuple(groups), sentence=form.sentence))


def conditional(reading: Reading, form: Declare | Follows) -> None:
    """t | c : normal, mean mu_c, variance v."""
    assert form.condition is not None
    targets = read_names(form.names)
    conditions = tuple(random_name(reading, part) for part in form.condition.split(","))
    for target in targets:
        symbol = _target(reading, target, form)
        bare = replace(symbol, law=None, moments={}, members=None, components=None)
        for said in _said(reading, form):
            if said.form not in ("moment", "law", "sharing", "sign", "jointly normal"):
                assert said.piece is not None
                raise said.piece.error(
                    "a conditional law has a law and moments", "t | c : normal, mean mu_c, variance v"
                )
            bare = on_symbol(reading, bare, said, form.sentence)
        relation = Relation(
            "conditional", (target.id, *conditions), None, bare.law, bare.moments, sentence=form.sentence,
            components=bare.components, members=bare.members,
        )  # fmt: skip
        reading.table.relations.append(relation)


def _said(reading: Reading, form: Declare | Follows) -> list[Property]:
    if isinstance(form, Follows):
        return [law_property(reading, form.law), *(p for piece in form.properties for p in read_property(piece))]
    return [p for piece in form.properties if kinds.read_kind(piece) is None for p in read_property(piece)]


def _target(reading: Reading, target: Declared, form: Declare | Follows) -> Symbol:
    symbol = reading.table.symbols.get(target.id)
    if symbol is None:
        shape = law_shape(reading, form)[0] if isinstance(form, Follows) else ()
        kind = ("scalar", "vector", "matrix")[len(shape)]
        symbol = Symbol(target.id, kind, shape, random=True, dress=target.dress, facts={"kind": form.sentence})
        reading.table.symbols[target.id] = symbol
    if not symbol.random:
        raise target.piece.error(f"{target.id} is not random", f"{target.id} : random {symbol.kind}")
    return symbol
