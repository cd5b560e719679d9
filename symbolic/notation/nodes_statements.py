"""The nodes of what is listed, and of what is said: matrices, sets, relations, and claims with their remarks."""

from __future__ import annotations

from dataclasses import dataclass

from symbolic.notation.nodes import Node
from symbolic.notation.nodes_binding import Bound


@dataclass(frozen=True)
class Matrix(Node):
    """A matrix written out by rows; a column vector is a matrix of one column."""

    rows: tuple[tuple[Node, ...], ...]


@dataclass(frozen=True)
class Tuple(Node):
    """(a, b, …): a vector written out, or a list of arguments; `Dots` may stand in it."""

    items: tuple[Node, ...]


@dataclass(frozen=True)
class Dots(Node):
    """The … of x_1, …, x_n or x_1 + … + x_n."""


@dataclass(frozen=True)
class Cases(Node):
    """Branches (value, condition); the condition None means otherwise."""

    branches: tuple[tuple[Node, Node | None], ...]


@dataclass(frozen=True)
class Interval(Node):
    lower: Node
    upper: Node
    open_left: bool = True
    open_right: bool = True


@dataclass(frozen=True)
class Space(Node):
    """ℝ, ℝ^{d}, ℝ^{m×n}, ℤ, ℕ (`field` is the blackboard letter)."""

    field_: str
    shape: tuple[Node, ...] = ()


@dataclass(frozen=True)
class SetOf(Node):
    """{a, b, c}: a finite set written out."""

    items: tuple[Node, ...]


@dataclass(frozen=True)
class Chain(Node):
    """first op₁ x₁ op₂ x₂ …: the relations `=`, `≠`, `<`, `≤`, `>`, `≥`, `≈`, `∼`, `∝`, `∈`, `→`, `⊥`, `:=` …

    A note above a relation belongs to its sign: `→[d]` is convergence in law, `∼[iid]` independent draws.
    """

    first: Node
    links: tuple[tuple[str, Node], ...]


@dataclass(frozen=True)
class Builder(Node):
    """{element ∣ conditions}: a set by what holds of its members."""

    element: Node
    conditions: tuple[Node, ...]


@dataclass(frozen=True)
class Members(Node):
    """{item}_{i=1}^n: the members of a family as a set."""

    item: Node
    bounds: tuple[Bound, ...]


@dataclass(frozen=True)
class Sequence(Node):
    """a, b, …, z without brackets: the values or names that one relation speaks of."""

    items: tuple[Node, ...]


@dataclass(frozen=True)
class Remark(Node):
    """Words beside a claim, and what they speak of: `for all` x ∈ S, `where` y = …; no words: a bare condition."""

    words: str
    body: Node | None = None


@dataclass(frozen=True)
class Qualified(Node):
    """A claim with its remarks: when it holds, or what its names stand for."""

    claim: Node
    remarks: tuple[Remark, ...]


@dataclass(frozen=True)
class Claims(Node):
    """first ⟹ second ⟺ third: claims joined by `⟹`, `⟸`, `⟺`."""

    first: Node
    links: tuple[tuple[str, Node], ...]


@dataclass(frozen=True)
class Labelled(Node):
    """subject : body, as in f : X → Y and H_0 : μ = 0."""

    subject: Node
    body: Node


@dataclass(frozen=True)
class Quantified(Node):
    """∀ over : body, ∃ over : body (`sign` "∀" or "∃")."""

    sign: str
    over: Node
    body: Node
