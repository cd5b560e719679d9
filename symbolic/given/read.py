"""read_given: the text of a given becomes a `Table`.

Names are collected first, so that the order of statements does not matter; then sizes, assumptions, properties and
definitions are read against them, and the whole is checked against itself.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field, fields
from itertools import combinations
from typing import Any

from symbolic.given import kinds, relate, tilde
from symbolic.given.apply import RANDOM_FORMS, put
from symbolic.given.assume import assume
from symbolic.given.consistency import check
from symbolic.given.declare import Declarations, read_space
from symbolic.given.define import Definitions
from symbolic.given.errors import GivenError
from symbolic.given.expressions import Postponed, Reading
from symbolic.given.followers import Followers
from symbolic.given.forms import (
    Apart,
    Assume,
    Believe,
    Declare,
    Equal,
    Follows,
    Form,
    Member,
    Ranges,
    Setting,
    classify,
)
from symbolic.given.implied import imply
from symbolic.given.kinds import Kind
from symbolic.given.names import numbered, one_name, read_names
from symbolic.given.properties import Property, read_property
from symbolic.given.source import Piece, statements
from symbolic.language.symbols import Assumption, Lemma, Sentence, Symbol, Table
from symbolic.notation.tree import Chain, Name

Resolver = Callable[[str], str]
MAX_USES = 20
_LAYOUTS = {"jacobian": "jacobian", "numerator": "jacobian", "gradient": "gradient", "denominator": "gradient",
            "hessian": "gradient"}  # fmt: skip
_ORDERS = {"leading": 1, "first": 1, "second": 2, "third": 3}


def read_given(text: str, resolve: Resolver | None = None) -> Table:
    """The table of a given; `resolve` gives the text that `use NAME` takes in.  Raises GivenError.

    >>> read_given("q : random vector(d), iid, mean 0").symbols["q"].components
    'iid'
    """
    return _Given(resolve).read(text)


def read_more(table: Table, text: str) -> Table:
    """A new table, as if the text had stood at the end of its given.  Raises GivenError.

    >>> read_more(read_given("q, k : random vector(d), iid"), "q, k : independent").relations[0].names
    ('q', 'k')
    """
    copies: dict[str, Any] = {field.name: copy(getattr(table, field.name)) for field in fields(table)}
    return _Given(None, Reading(Table(**copies))).read(text)


@dataclass
class _Given:
    """One reading of a given: its forms by kind of statement, and the steps that turn them into a table."""

    resolve: Resolver | None
    reading: Reading = field(default_factory=lambda: Reading(Table()))
    forms: list[Form] = field(default_factory=list)
    later: list[tuple[Callable[[], None], Piece]] = field(default_factory=list)
    used: set[str] = field(default_factory=set)
    properties: list[tuple[list[str], Property, Sentence]] = field(default_factory=list)
    undeclared: list[tuple[list[str], str, list[Property], Declare]] = field(default_factory=list)
    equations: list[Equal] = field(default_factory=list)
    followers: list[tuple[Follows, list[str]]] = field(default_factory=list)

    def read(self, text: str) -> Table:
        self.collect(text)
        self.declarations = Declarations(self.reading)
        self.definitions = Definitions(self.reading)
        self.declare()
        self.declarations.settle()
        self.define()
        self.laws()
        self.assume()
        self.describe()
        self.definitions.settle()
        for action, piece in self.later:
            self.attempt(action, piece, last=True)
        self.relate()
        self.promise()
        self.table.relations.sort(key=lambda relation: (relation.sentence.line, relation.sentence.column))
        imply(self.table)
        check(self.table)
        return self.table

    @property
    def table(self) -> Table:
        return self.reading.table

    def of(self, form: type) -> list[Form]:
        return [found for found in self.forms if isinstance(found, form)]

    def attempt(self, action: Callable[[], None], piece: Piece, last: bool = False) -> None:
        """Runs a step; one that needs a definition's name waits until the definitions are read."""
        try:
            action()
        except Postponed:
            if last:
                raise piece.error(
                    "a name here is defined by what this statement says", "a definition by what is known"
                ) from None
            self.later.append((action, piece))

    def collect(self, text: str) -> None:
        """The forms of all statements, those of used givens included."""
        for piece in statements(text):
            for form in classify(piece):
                if form.sentence not in self.table.sentences:
                    self.table.sentences.append(form.sentence)
                if isinstance(form, Setting):
                    self.set(form)
                else:
                    self.forms.append(form)

    def set(self, form: Setting) -> None:
        value = form.values[0]
        if form.kind == "layout":
            if value.text.lower() not in _LAYOUTS:
                raise value.error(f"`{value.text}` is no layout", "layout: gradient, or layout: jacobian")
            self.table.layout = _LAYOUTS[value.text.lower()]
        elif form.kind == "order":
            order = _ORDERS.get(value.text) or (
                int(value.text) if value.text.isdecimal() and len(value.text) < 4 else None
            )
            if order is None:
                raise value.error("an order is a number", "to order 1 in h")
            self.table.order = (one_name(form.values[1]).id, order)
        else:
            self.use(value)

    def use(self, piece: Piece) -> None:
        name = piece.text
        if self.resolve is None:
            raise piece.error(f"the given `{name}` cannot be looked up here", "a place where givens have names")
        if name in self.used:
            return
        if len(self.used) >= MAX_USES:
            raise piece.error("too many givens use one another", f"at most {MAX_USES}")
        self.used.add(name)
        try:
            text = self.resolve(name)
        except (LookupError, OSError) as problem:
            raise piece.error(f"there is no given `{name}`: {problem}", "the name of a given") from None
        try:
            self.collect(text)
        except GivenError as problem:
            raise piece.error(f"in the given `{name}`, {problem}", problem.expected) from None

    def declare(self) -> None:
        """Names and kinds of every declaration; indices first, since x_i speaks of a family then."""
        for form in sorted(self.forms, key=lambda form: not _is_index(form)):
            if isinstance(form, Ranges):
                self.declare_range(form)
            elif isinstance(form, Declare) and form.condition is None:
                self.declare_names(form)
            elif isinstance(form, Member):
                self.declare_member(form)
            elif isinstance(form, Follows) and form.condition is None:
                self.reading.announced.update(declared.id for declared in read_names(form.names))

    def declare_range(self, form: Ranges) -> None:
        names = read_names(form.name)
        self.declarations.add(names, Kind("index", span=(form.first, form.last), domain="integer"), form.sentence)

    def declare_names(self, form: Declare) -> None:
        names = read_names(form.names)
        kind, pieces = _kind_of(form)
        said = [prop for piece in pieces for prop in read_property(piece)]
        if kind is not None:
            pairs = [self.declarations.family_of(declared, kind) for declared in names]
            ids = [name for d, k in pairs for name in self.declarations.add([d], k, form.sentence)]
        else:
            ids = [declared.id for declared in names]
            self.reading.announced.update(ids)
            self.undeclared.extend((ids, declared.dress, said, form) for declared in names)
        for prop in said:
            self.properties.append((ids, prop, form.sentence))

    def declare_member(self, form: Member) -> None:
        names = read_names(form.names)
        kind = read_space(form.set)
        said = [prop for piece in form.properties for prop in read_property(piece)]
        if kind is None:
            inner = Property("bound", "in", (form.set,), piece=form.set)
            said = [inner, *said]
            new = [name for name in names if name.id not in self.declarations.drafts]
            self.declarations.add(new, Kind("scalar"), form.sentence)
        else:
            new = [name for name in names if name.id not in self.declarations.drafts]
            self.declarations.add(new, kind, form.sentence)
        for prop in said:
            self.properties.append(([name.id for name in names], prop, form.sentence))

    def define(self) -> None:
        """Notes definitions; what has their form and can be none is an assumption or a relation."""
        equals = [form for form in self.forms if isinstance(form, Equal)]
        for form in sorted(equals, key=lambda equal: numbered(equal.left)):
            mated = relate.mated(self.reading, form.left) is not None
            if mated or not self.definitions.add(form.left, form.right, form.sentence):
                self.equations.append(form)

    def laws(self) -> None:
        """X ~ LAW declares X when nothing else does."""
        followers = Followers(self.reading, self.declarations.size)
        for form in self.forms:
            if isinstance(form, Follows) and form.condition is None:
                names = [followers.declare(form, declared) for declared in read_names(form.names)]
                self.followers.append((form, names))

    def assume(self) -> None:
        for form in self.forms:
            if isinstance(form, Assume):
                self.attempt(lambda f=form: assume(self.reading, f), form.piece)  # type: ignore[misc]
        for equal in self.equations:
            self.attempt(lambda e=equal: self.assume_equal(e), equal.whole)  # type: ignore[misc]

    def assume_equal(self, form: Equal) -> None:
        if relate.mates(self.reading, form.left, form.right, form.sentence):
            return
        if relate.moment_equation(self.reading, form.left, form.right, form.sentence):
            return
        assume(self.reading, Assume(form.whole, form.sentence))

    def describe(self) -> None:
        """Puts the properties on the names; a name that only has properties is real, or random if they are."""
        for ids, dress, said, form in self.undeclared:
            for name in ids:
                if name not in self.table.symbols and name not in self.reading.pending:
                    random = any(prop.form in RANDOM_FORMS for prop in said)
                    if random and all(prop.form == "sharing" or prop.form == "jointly normal" for prop in said):
                        raise form.names.error(
                            f"{name} is not declared", f"{name} : random scalar, or random vector(n)"
                        )
                    facts = {"kind": form.sentence}
                    self.table.symbols[name] = Symbol(name, "scalar", random=random, dress=dress, facts=facts)
        for ids, prop, sentence in self.properties:
            assert prop.piece is not None
            self.attempt(lambda i=ids, p=prop, s=sentence: self.put(i, p, s), prop.piece)  # type: ignore[misc]
        for follows, names in self.followers:
            self.attempt(lambda f=follows, n=names: tilde.follows(self.reading, f, n), follows.law)  # type: ignore[misc]

    def put(self, ids: list[str], prop: Property, sentence: Sentence) -> None:
        if any(name in self.reading.pending for name in ids if name not in self.table.symbols):
            raise Postponed
        if prop.form == "relation":
            assume(self.reading, Assume(prop.values[0], sentence))
        elif prop.form == "distinct":
            for one, other in combinations(ids, 2):
                chain = Chain(Name(one), (("≠", Name(other)),))
                self.table.assumptions.append(Assumption(chain, sentence))
        else:
            put(self.reading, ids, prop, sentence)

    def relate(self) -> None:
        for form in self.forms:
            if isinstance(form, Apart):
                relate.apart(self.reading, form)
            elif isinstance(form, Declare | Follows) and form.condition is not None:
                relate.conditional(self.reading, form)

    def promise(self) -> None:
        """Lemmas are read last, against everything."""
        for form in self.of(Believe):
            assert isinstance(form, Believe)
            name = form.name.text
            if any(lemma.name == name for lemma in self.table.lemmas):
                raise form.name.error(f"the lemma {name} is stated twice", "another name")
            self.table.lemmas.append(Lemma(name, self.reading.relation(form.claim), form.sentence))


def _is_index(form: Form) -> bool:
    """Does the statement declare indices?"""
    return isinstance(form, Ranges) or (isinstance(form, Declare) and form.properties[0].text.startswith("index"))


def _alone(text: str) -> Piece:
    return Piece(text, 0, len(text))


def _kind_of(form: Declare) -> tuple[Kind | None, list[Piece]]:
    """The kind among the properties, and the rest of them."""
    kind: Kind | None = None
    rest: list[Piece] = []
    for place, piece in enumerate(form.properties):
        found = kinds.read_kind(piece) if kind is None else None
        if found is None and kind is None and place == 0:
            found = read_space(piece)
        if found is not None and not (found.kind == "function" and place and found.parameters):
            kind = found
        else:
            rest.append(piece)
    return kind, rest
