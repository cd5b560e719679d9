"""X ~ LAW: laws in the notation of the field, for declared names and for names that the statement declares."""

from __future__ import annotations

from symbolic.given import kinds
from symbolic.given.apply import put
from symbolic.given.entrywise import size_of_index
from symbolic.given.expressions import Reading, identity_sizes
from symbolic.given.forms import Follows
from symbolic.given.laws import TILDE_WORDS, LawForm
from symbolic.given.names import is_known_name
from symbolic.given.properties import Property, checked_law, read_property
from symbolic.given.shapes import Shapes
from symbolic.given.source import Piece, tokens
from symbolic.language.symbols import Relation, Symbol
from symbolic.notation import tree
from symbolic.notation.errors import ReadError
from symbolic.notation.lexer import tokens as lex
from symbolic.notation.names import read_name
from symbolic.notation.tree import Name, Node


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
    name = read_name(head.text).id if is_known_name(reading.table, head) else ""
    symbol = reading.table.symbols.get(name)
    if symbol is None or symbol.kind != "law" or values:
        raise piece.error(
            f"`{head.text}` is not a law that is known here", "N(mu, sigma^2), Bernoulli(p), …, or a declared law"
        )
    return Property("own law", values=(head,), piece=piece)


def follows(reading: Reading, form: Follows, names: list[str]) -> None:
    """X ~ LAW of declared names."""
    said = law_property(reading, form.law)
    for name in names:
        symbol = reading.table.symbols[name]
        if not symbol.random:
            raise form.names.error(f"{name} is not random", f"{name} : random {symbol.kind}")
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


def law_shape(reading: Reading, form: Follows, index: str = "") -> tuple[tuple[Node, ...], Node | None]:
    """(shape, size of the index) of an undeclared X in X ~ LAW: those of its mean vector or covariance.

    In X_i ~ N(mu_i, 1) the family has as many members as mu has entries.
    """
    said = law_property(reading, form.law)
    shapes: list[tuple[Node, ...]] = []
    size: Node | None = None
    for piece in said.values:
        for below in identity_sizes(piece):
            reading.introduce(piece, form.sentence)
            return (reading.expression(below),), None
        unknown = [Symbol(name, "index" if role else "scalar") for name, role, _ in reading.unknown(piece)]
        value = reading.expression(piece, unknown)
        size = size or (size_of_index(value, index, reading.table) if index else None)
        shape = Shapes(reading.with_local(unknown)).of(value)
        if shape is None and Name("I") in tree.walk(value):
            raise form.names.error("how many entries this has is not said", f"{form.names.text} : random vector(n)")
        shapes.append(shape or ())
    if said.law is not None and said.law.governs == ("matrix",):
        return next((shape for shape in shapes if len(shape) == 2), ()), size
    if said.law is not None and said.law.name == "categorical":
        return (), size
    return next((shape[:1] for shape in shapes if shape), ()), size
