"""What a given declares: symbols, laws, definitions and relations, as data without algebra.

The reader asks this table which names exist and what shape they have; the rules ask it for moments, independence and
signs, and get with each answer the `Sentence` that says so, which a verdict then lists under `uses`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from symbolic.notation.tree import Chain, Node, names

#: The kinds of names that hold no numbers by themselves.
UNSHAPED = frozenset({"function", "law", "density", "event", "set"})


@dataclass(frozen=True)
class Sentence:
    """One statement of a given, as its author wrote it, and where it stands (line and column from 1)."""

    text: str
    line: int = 1
    column: int = 1


@dataclass(frozen=True)
class Law:
    """A named law and its parameters as trees: Law("uniform", (a, b)), Law("normal", ()) whose moments stand beside."""

    name: str
    parameters: tuple[Node, ...] = ()


@dataclass(frozen=True)
class Symbol:
    """A declared name.

    kind     "scalar", "vector", "matrix", "index", "dimension", "function", "law", "density", "event" or "set"
    shape    the sizes of its own axes: () for a scalar, (n,) for a vector, (m, n) for a matrix
    family   (first, last) of the family index when it is a family; that axis comes before `shape`
    span     (first, last) of the values of an index
    domain   "real", "integer" or "complex"
    signs    what holds of each entry or of the whole: "positive", "nonzero", "symmetric", "orthogonal", "sums to 1", …
             ("in" and "at least" carry trees and stand in `bounds`)
    random   is it a random quantity
    law      its law, when one is named
    components  "iid", "independent", "uncorrelated" or None: what was said of its entries, one of another
    members  the same for the members of a family
    moments  "mean", "variance", "covariance", "second moment", "third moment", "fourth moment", "excess kurtosis",
             "standard deviation" → tree, as stated; a scalar holds for each component
    parameters  the arguments of a function as declared or defined; parameter_shapes their shapes, () for a scalar.  A
             function of one scalar acts on an array entry by entry
    dress    how the author typed the name (`\\mathbf{q}`), for printing in the author's dress
    facts    property → the sentence that said it ("kind" for the declaration itself)
    """

    name: str
    kind: str
    shape: tuple[Node, ...] = ()
    family: tuple[Node, Node] | None = None
    span: tuple[Node, Node] | None = None
    domain: str = "real"
    signs: frozenset[str] = frozenset()
    bounds: tuple[tuple[str, Node], ...] = ()
    random: bool = False
    law: Law | None = None
    components: str | None = None
    members: str | None = None
    moments: dict[str, Node] = field(default_factory=dict)
    depends_on: tuple[str, ...] = ()
    parameters: tuple[Node, ...] = ()
    parameter_shapes: tuple[tuple[Node, ...], ...] = ()
    maximum_at: Node | None = None
    dress: str = ""
    facts: dict[str, Sentence] = field(default_factory=dict)

    @property
    def axes(self) -> int:
        """How many indices one entry takes, the family's included."""
        return len(self.shape) + (self.family is not None)


@dataclass(frozen=True)
class Definition:
    """NAME = BODY.

    parameters  the names of a function's own arguments: f(x) = … has ("x",)
    indices     index trees of a definition by components: y_i = … has (Name("i"),), v_t of a recurrence (Name("t"),)
    initial     the initial values of a recurrence, ((index tree, value tree), …): m_0 = 0
    """

    name: str
    body: Node
    parameters: tuple[str, ...] = ()
    indices: tuple[Node, ...] = ()
    initial: tuple[tuple[tuple[Node, ...], Node], ...] = ()
    sentence: Sentence = Sentence("")

    @property
    def recurrent(self) -> bool:
        return bool(self.initial) or self.name in names(self.body)


@dataclass(frozen=True)
class Relation:
    """What relates random names: kind "independent", "uncorrelated", "jointly normal", "cov", "corr" (value: the tree)
    or "conditional" (names (t, c): the law of t given c, in `law` and `moments`).

    components, members  of a conditional law, as of a symbol
    groups  for `(q, k) ⊥ v`: what is independent are the groups, ((q, k), (v,)), and nothing is said within one
    """

    kind: str
    names: tuple[str, ...]
    value: Node | None = None
    law: Law | None = None
    moments: dict[str, Node] = field(default_factory=dict)
    groups: tuple[tuple[str, ...], ...] = ()
    sentence: Sentence = Sentence("")
    components: str | None = None
    members: str | None = None


@dataclass(frozen=True)
class Assumption:
    """An assumed relation between expressions (c > 0, ∑_j y_j = 1, i ≠ j, n → ∞, P(X ≤ m) = 1/2)."""

    relation: Chain
    sentence: Sentence = Sentence("")


@dataclass(frozen=True)
class Lemma:
    """`lemma L1: CLAIM`: believed, and reported wherever it is used."""

    name: str
    claim: Chain
    sentence: Sentence = Sentence("")


@dataclass
class Table:
    """Everything that a given says, by name.  Built by `symbolic.given.read_given`; not changed afterwards."""

    symbols: dict[str, Symbol] = field(default_factory=dict)
    definitions: dict[str, Definition] = field(default_factory=dict)
    relations: list[Relation] = field(default_factory=list)
    assumptions: list[Assumption] = field(default_factory=list)
    lemmas: list[Lemma] = field(default_factory=list)
    sentences: list[Sentence] = field(default_factory=list)
    layout: str = "jacobian"
    order: tuple[str, int] | None = None

    def symbol(self, name: str) -> Symbol | None:
        return self.symbols.get(name)

    def knows(self, name: str) -> bool:
        return name in self.symbols or name in self.definitions
