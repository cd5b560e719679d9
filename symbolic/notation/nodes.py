"""The nodes of arithmetic: numbers, names, entries, sums, products, functions and operators applied."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

Span = tuple[int, int]


@dataclass(frozen=True)
class Node:
    """A node of a syntax tree; `span` is its half-open range of characters in the text that was read."""

    span: Span | None = field(default=None, compare=False, repr=False, kw_only=True)


@dataclass(frozen=True)
class Number(Node):
    """A decimal numeral as written: `2`, `0.25`."""

    text: str

    @property
    def value(self) -> Fraction:
        return Fraction(self.text)


@dataclass(frozen=True)
class Name(Node):
    """A declared or built-in symbol: `d_k`, `σ`, `hat y`, `π`, `e`, `∞`, `I` (identity), `𝟏` (ones)."""

    id: str


@dataclass(frozen=True)
class Component(Node):
    """The entry of an array or family: x_i, w_ij, softmax(z)_i.  One index for each leading axis."""

    array: Node
    indices: tuple[Node, ...]


@dataclass(frozen=True)
class Add(Node):
    """A sum of two or more terms; a difference holds `Negative` terms."""

    terms: tuple[Node, ...]


@dataclass(frozen=True)
class Negative(Node):
    argument: Node


@dataclass(frozen=True)
class PlusMinus(Node):
    argument: Node


@dataclass(frozen=True)
class Product(Node):
    """A product of two or more factors in the written order; matrix products are products too.

    `style` holds the signs as written ("", "·", "×"), and does not count in equality.
    """

    factors: tuple[Node, ...]
    style: str = field(default="", compare=False)


@dataclass(frozen=True)
class Dot(Node):
    """The inner product of two vectors: q·k, ⟨q,k⟩ (`style` "·" or "⟨⟩").  q^⊤k is a Product with a Transpose."""

    left: Node
    right: Node
    style: str = field(default="·", compare=False)


@dataclass(frozen=True)
class Hadamard(Node):
    """The product entry by entry: x ⊙ y."""

    left: Node
    right: Node


@dataclass(frozen=True)
class Kronecker(Node):
    """x ⊗ y."""

    left: Node
    right: Node


@dataclass(frozen=True)
class Quotient(Node):
    """numerator/denominator; `style` is "frac" or "slash"."""

    numerator: Node
    denominator: Node
    style: str = field(default="frac", compare=False)


@dataclass(frozen=True)
class Power(Node):
    """base^exponent; the inverse of a matrix is its power -1."""

    base: Node
    exponent: Node


@dataclass(frozen=True)
class Root(Node):
    """The square root, or the root of the given degree."""

    radicand: Node
    degree: Node | None = None


@dataclass(frozen=True)
class Factorial(Node):
    argument: Node
    double: bool = False


@dataclass(frozen=True)
class Transpose(Node):
    argument: Node


@dataclass(frozen=True)
class Absolute(Node):
    """|x|; of a square matrix, its determinant."""

    argument: Node


@dataclass(frozen=True)
class Norm(Node):
    """‖x‖; `kind` is "" (Euclidean, or Frobenius of a matrix), "1", "2", "F" or "∞"."""

    argument: Node
    kind: str = ""


@dataclass(frozen=True)
class Delta(Node):
    """Kronecker's δ_{left,right}."""

    left: Node
    right: Node


@dataclass(frozen=True)
class Indicator(Node):
    """𝟙[relation]: 1 where it holds, else 0."""

    relation: Node


@dataclass(frozen=True)
class Call(Node):
    """A function applied: exp(x), softmax(z), f(x), σ'(x) (the function is then a `Prime`), tr(A).

    `function` is a `Name` (built-in: `glyphs.FUNCTIONS`; or declared) or a `Prime` of one.
    e^x is a Power of Name("e"); exp(x) is a Call.
    """

    function: Node
    arguments: tuple[Node, ...]


@dataclass(frozen=True)
class Prime(Node):
    """The derivative of a function, or of an expression in the one variable in force: f', (xΦ(x))'."""

    argument: Node
    order: int = 1


@dataclass(frozen=True)
class Operator(Node):
    """E, Var, Cov, P, median, density, cdf, H, h, KL, I of random quantities.

    `condition` is what stands behind a bar: E[X | Y].  `subscript` is what hangs below: E_{x∼P}, Var_p.
    KL(P ‖ Q) has the arguments (P, Q).
    """

    kind: str
    arguments: tuple[Node, ...]
    condition: Node | None = None
    subscript: Node | None = None


@dataclass(frozen=True)
class Infix(Node):
    """left ∘ right and other signs between two things: ∘ (functions), ∩ ∪ ∖ (sets, events), ⊕, ∗ (convolution)."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True)
class Conditioned(Node):
    """x, y ∣ z; θ as the argument of a density or law: what it speaks of, what is given, its parameters."""

    events: tuple[Node, ...]
    given: tuple[Node, ...] = ()
    parameters: tuple[Node, ...] = ()


@dataclass(frozen=True)
class Against(Node):
    """p ‖ q: the two laws that a divergence compares."""

    left: Node
    right: Node


@dataclass(frozen=True)
class Blank(Node):
    """The dot of π(·∣s): a place left open for an argument."""


@dataclass(frozen=True)
class Range(Node):
    """Several values of an index at once: 1:T, <t, ∖t (all but t); `sign` is ":", "<", "≤", ">", "≥" or "∖"."""

    sign: str
    lower: Node | None = None
    upper: Node | None = None


@dataclass(frozen=True)
class Average(Node):
    """⟨x⟩, the mean as physicists write it."""

    argument: Node


@dataclass(frozen=True)
class Differential(Node):
    """dx, d tr(X): the differential by itself, outside of quotients and integrals."""

    argument: Node


@dataclass(frozen=True)
class Partial(Node):
    """∂_1 f, ∂_{1,2} f: the derivative of a function by its arguments at these places, counted from 1."""

    function: Node
    places: tuple[int, ...]
