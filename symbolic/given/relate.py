"""What relates names: `~`, `⊥`, cross-covariances, conditional laws, and assumptions with what they declare."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from symbolic.given import kinds
from symbolic.given.apply import put, signs_of
from symbolic.given.expressions import Postponed, Reading
from symbolic.given.forms import Apart, Assume, Declare, Follows
from symbolic.given.laws import TILDE_WORDS, LawForm
from symbolic.given.moments import matrix_model, shape_of, with_moment
from symbolic.given.names import Declared, one_name, read_names
from symbolic.given.properties import Property, checked_law, read_property
from symbolic.given.source import Piece, tokens
from symbolic.language.symbols import Assumption, Law, Relation, Sentence, Symbol, Table
from symbolic.notation import tree
from symbolic.notation.errors import ReadError
from symbolic.notation.lexer import tokens as lex
from symbolic.notation.names import read_name
from symbolic.notation.tree import Chain, Component, Name, Node, Number

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
    if len(parts) != 2 or not all(_is_symbol(reading.table, part) for part in parts):
        return None
    return ("cov" if found.group(1).lower().startswith("cov") else "corr"), parts


def mates(reading: Reading, left: Piece, right: Piece, sentence: Sentence) -> bool:
    """cov(q, k) = S and corr(q, k) = r."""
    found = mated(reading, left)
    if found is None:
        return False
    kind, parts = found
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


def _is_symbol(table: Table, piece: Piece) -> bool:
    try:
        return read_name(piece.text).id in table.symbols
    except ReadError:
        return False


def _check_mates(reading: Reading, first: Symbol, second: Symbol, kind: str, value: Node, piece: Piece) -> None:
    from symbolic.given.shapes import Shapes, describe

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
    if not _is_symbol(reading.table, inside):
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


def law_property(reading: Reading, piece: Piece) -> Property:
    """`N(mu, sigma^2)`, `\\mathcal{N}(0, I)`, `\\chi^2_k`, `P` as a law."""
    opening = next((t for t in tokens(piece.text) if t.depth == 0 and t.text in ("(", r"\left(")), None)
    head = piece.cut(0, opening.start) if opening else piece
    values: tuple[Piece, ...] = ()
    if opening:
        found = kinds._arguments(piece.cut(opening.start))
        if found is None or found[1].text:
            raise piece.error(f"`{piece.text}` is not a law", "N(mu, sigma^2), Bernoulli(p), …")
        values = tuple(found[0])
    form, extra = _law_form(head)
    if form is None:
        return _own_law(reading, head, piece, values)
    if form.name == "normal" and not values:
        raise piece.error("`N` has 2 parameters", "N(mu, sigma^2)")
    return checked_law(form, extra or values, piece)


def _law_form(head: Piece) -> tuple[LawForm | None, tuple[Piece, ...]]:
    """The law that a word means, and a parameter hung below it (χ²_k, t_ν)."""
    try:
        row = lex(head.text)
    except ReadError as problem:
        raise head.error(problem.message, problem.hint, problem.offset) from None
    under = next((k for k, token in enumerate(row) if token.kind == "_"), len(row) - 1)
    word = "".join(
        f" {t.text}" if t.gap and k else t.text for k, t in enumerate(row[:under]) if t.kind not in ("{", "}")
    )
    form = TILDE_WORDS.get(word.strip()) or TILDE_WORDS.get(word.strip().lower())
    if form is None or row[under].kind != "_" or form.name not in ("chi-square", "student"):
        return form, ()
    text = head.text[row[under].end :].strip()
    inside = head.cut(row[under].end + head.text[row[under].end :].index(text))
    return form, (inside.cut(1, len(inside.text) - 1) if text.startswith("{") else inside,)


def _own_law(reading: Reading, head: Piece, piece: Piece, values: tuple[Piece, ...]) -> Property:
    """A law that the given declares: its own name stands for it."""
    name = read_name(head.text).id if _is_symbol(reading.table, head) else ""
    symbol = reading.table.symbols.get(name)
    if symbol is None or symbol.kind != "law" or values:
        raise piece.error(
            f"`{head.text}` is not a law that is known here", "N(mu, sigma^2), Bernoulli(p), …, or a declared law"
        )
    return Property("own law", name, piece=piece)


def follows(reading: Reading, form: Follows, names: list[str]) -> None:
    """X ~ LAW of declared names."""
    said = law_property(reading, form.law)
    for name in names:
        symbol = reading.table.symbols[name]
        if not symbol.random:
            raise form.names.error(f"{name} is not random", f"{name} : random {symbol.kind}")
        if said.form == "own law":
            reading.table.symbols[name] = _like(reading, symbol, said.name, form.sentence)
            continue
        put(reading, [name], said, form.sentence)
    share(reading, form, names)
    for piece in form.properties:
        for prop in read_property(piece):
            put(reading, names, prop, form.sentence)


def share(reading: Reading, form: Follows, names: list[str]) -> None:
    """The iid over a `~`: components and members, and the names among one another."""
    if not form.shared:
        return
    for name in names:
        if reading.table.symbols[name].axes:
            put(reading, [name], Property("sharing", form.shared, piece=form.names), form.sentence)
    if len(names) > 1:
        reading.table.relations.append(Relation("independent", tuple(names), sentence=form.sentence))


def _like(reading: Reading, symbol: Symbol, law: str, sentence: Sentence) -> Symbol:
    """X ~ P: X has the law and moments of P."""
    source = reading.table.symbols[law]
    facts = {
        **symbol.facts,
        "law": sentence,
        **{key: said for key, said in source.facts.items() if key in source.moments},
    }
    return replace(
        symbol, law=source.law or Law(law), moments={**source.moments, **symbol.moments}, facts=facts,
        signs=symbol.signs | source.signs,
    )  # fmt: skip


def law_shape(reading: Reading, form: Follows) -> tuple[Node, ...]:
    """The shape of an undeclared X in X ~ LAW: that of a mean vector, a covariance, a probability vector."""
    from symbolic.given.shapes import Shapes

    said = law_property(reading, form.law)
    shapes: list[tuple[Node, ...]] = []
    for piece in said.values:
        unknown = [Symbol(name, "scalar") for name, _, _ in reading.unknown(piece)]
        shapes.append(Shapes(reading.with_local(unknown)).of(reading.expression(piece, unknown)) or ())
    form_ = said.law
    if form_ is not None and form_.governs == ("matrix",):
        return next((shape for shape in shapes if len(shape) == 2), ())
    if form_ is not None and form_.name == "categorical":
        return ()
    return next((shape[:1] for shape in shapes if shape), ())


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
            bare = _conditional_part(reading, bare, said, form.sentence)
        relation = Relation(
            "conditional", (target.id, *conditions), None, bare.law, bare.moments, sentence=form.sentence
        )
        reading.table.relations.append(relation)


def _conditional_part(reading: Reading, symbol: Symbol, said: Property, sentence: Sentence) -> Symbol:
    from symbolic.given.apply import _ON_SYMBOL

    return _ON_SYMBOL[said.form](reading, symbol, said, sentence)


def _said(reading: Reading, form: Declare | Follows) -> list[Property]:
    if isinstance(form, Follows):
        return [law_property(reading, form.law), *(p for piece in form.properties for p in read_property(piece))]
    return [p for piece in form.properties if kinds.read_kind(piece) is None for p in read_property(piece)]


def _target(reading: Reading, target: Declared, form: Declare | Follows) -> Symbol:
    symbol = reading.table.symbols.get(target.id)
    if symbol is None:
        shape = law_shape(reading, form) if isinstance(form, Follows) else ()
        kind = ("scalar", "vector", "matrix")[len(shape)]
        symbol = Symbol(target.id, kind, shape, random=True, dress=target.dress, facts={"kind": form.sentence})
        reading.table.symbols[target.id] = symbol
    if not symbol.random:
        raise target.piece.error(f"{target.id} is not random", f"{target.id} : random {symbol.kind}")
    return symbol


def assume(reading: Reading, form: Assume) -> None:
    """An assumed relation; undeclared names in it become reals, signs that it says are put on the names."""
    _euler(reading, form)
    found = reading.unknown(form.piece)
    indices = [Symbol(name, "index", domain="integer") for name, role, _ in found if role == "index"]
    if any(name in reading.pending for name, role, _ in found):
        raise Postponed
    _grow_limits(reading, form)
    for piece in (form.piece, *form.also):
        reading.introduce(piece, form.sentence)
    relation = reading.relation(form.piece, indices)
    shape_of_chain(reading, relation, form.piece, indices)
    sides = [*(reading.expression(piece) for piece in form.also), relation.first]
    for side in sides:
        said = replace(relation, first=side)
        reading.table.assumptions.append(Assumption(said, form.sentence))
        learn(reading.table, said, form.sentence)


def _euler(reading: Reading, form: Assume) -> None:
    """`0 < gamma < 1` and `p/n -> gamma` declare γ, although γ alone is Euler's constant."""
    sides = re.split(r"<=|>=|!=|->|[<>≤≥≠→]|\\(?:le|leq|ge|geq|ne|neq|to|rightarrow|lt|gt)(?![a-z])", form.piece.text)
    for side in sides:
        if side.strip() in ("γ", "gamma", r"\gamma", "π", "pi", r"\pi"):
            name = read_name(side).id
            if name not in reading.table.symbols and name not in reading.pending:
                reading.declare_new(name, form.sentence)


def _grow_limits(reading: Reading, form: Assume) -> None:
    """`n -> oo` of an undeclared n."""
    found = re.fullmatch(r"\s*(\S+)\s*(?:->|→|\\to|\\rightarrow)\s*(?:oo|∞|\\infty|\+∞|\+\\infty)\s*", form.piece.text)
    if found and reading.unknown(form.piece):
        name = reading.unknown(form.piece)[0][0]
        integer = name[:1] in "nNmMkKdDTtpP"
        model = Symbol(name, "dimension", domain="integer") if integer else Symbol(name, "scalar")
        reading.declare_new(name, form.sentence, model)


def shape_of_chain(reading: Reading, relation: Chain, piece: Piece, local: list[Symbol]) -> None:
    """Both sides of a relation have one shape, or one is a scalar."""
    from symbolic.given.shapes import Misfit, Shapes, describe

    shapes = Shapes(reading.table, {symbol.name: () for symbol in local})
    try:
        sides = [shapes.of(side) for side in (relation.first, *(node for _, node in relation.links))]
    except Misfit as problem:
        raise piece.error(f"shapes do not fit: {problem.message}", "sizes that agree") from None
    arrays = [side for side in sides if side]
    for one, other in pairwise(arrays):
        if not shapes.fits(one, other):
            raise piece.error(f"{describe(one)} and {describe(other)} are compared", "sizes that agree")


_MIRROR = {"<": ">", ">": "<", "≤": "≥", "≥": "≤", "=": "=", "≠": "≠"}
_BOUND = {"<": "below", ">": "above", "≤": "at most", "≥": "at least", "≠": "not"}


def learn(table: Table, relation: Chain, sentence: Sentence) -> None:
    """Puts what `NAME < value` says on the symbol of the name."""
    sides = (relation.first, *(node for _, node in relation.links))
    for place, (operator, _) in enumerate(relation.links):
        left, right = sides[place], sides[place + 1]
        if operator in _MIRROR:
            _learn(table, left, operator, right, sentence)
            _learn(table, right, _MIRROR[operator], left, sentence)


def _learn(table: Table, side: Node, operator: str, value: Node, sentence: Sentence) -> None:
    name = side.id if isinstance(side, Name) else _whole_array(table, side)
    symbol = table.symbols.get(name)
    kind = _BOUND.get(operator)
    if symbol is None or kind is None or name in tree.names(value):
        return
    signs = signs_of(kind, value) - symbol.signs
    facts = {**dict.fromkeys(signs, sentence), **symbol.facts}
    bounds = symbol.bounds if (kind, value) in symbol.bounds else (*symbol.bounds, (kind, value))
    table.symbols[name] = replace(symbol, signs=symbol.signs | signs, bounds=bounds, facts=facts)


def _whole_array(table: Table, side: Node) -> str:
    """p for p_{ij} with free indices that range over the whole array."""
    if not isinstance(side, Component) or not isinstance(side.array, Name):
        return ""
    symbol = table.symbols.get(side.array.id)
    if symbol is None or len(side.indices) != symbol.axes or len(set(side.indices)) != symbol.axes:
        return ""
    sizes = (symbol.family[1], *symbol.shape) if symbol.family else symbol.shape
    for index, size in zip(side.indices, sizes, strict=True):
        declared = table.symbols.get(index.id) if isinstance(index, Name) else None
        if not isinstance(index, Name) or (declared is not None and declared.span != (Number("1"), size)):
            return ""
    return side.array.id
