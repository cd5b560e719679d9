"""Syntax trees: what an author wrote, resolved against the declared names, before any algebra.

A tree is made of frozen dataclasses and needs neither SymPy nor NumPy.  It keeps what algebra would lose
(`d_k/d_k` stays a quotient) and forgets what is only dress (spacing, `\\left`, the sign of a product).  Fields that
record dress or place (`style`, `span`) take no part in equality, so two trees are equal when they say the same.

One meaning has one shape.  Brackets are kept: (ab)c is a product in a product, a + (b + c) a sum in a sum; side by
side, factors and terms lie in one node.  Numbers carry no sign: −2 is the Negative of 2, and a − b the sum of a and a
Negative; −ab is the Negative of a product, (−a)b a product.  ab/c is the quotient of a product, (a/b)c a product with a
quotient in it.  A power behind a function's name is a Power of the Call.  So reading undoes printing.

Names are canonical: see `glyphs.canonical`.  Everything below is total data; nothing here evaluates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from typing import Any

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
class Bound(Node):
    """The binding of one index of a big operator: ∑_{i=1}^{n}, ∑_i (no bounds), ∏_{i≠j} (a condition)."""

    index: str
    lower: Node | None = None
    upper: Node | None = None
    condition: Node | None = None


@dataclass(frozen=True)
class Big(Node):
    """∑ or ∏ (`operator` "∑" | "∏") of the body over its bounds."""

    operator: str
    bounds: tuple[Bound, ...]
    body: Node


@dataclass(frozen=True)
class Integral(Node):
    """∫_lower^upper body d(variable); both limits None for an indefinite one."""

    variable: str
    lower: Node | None
    upper: Node | None
    body: Node


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


def is_event(node: Node | None) -> bool:
    """A relation, or several that hold together: what P takes, and may stand behind a bar."""
    return isinstance(node, Chain) or (isinstance(node, Tuple) and all(isinstance(item, Chain) for item in node.items))


@dataclass(frozen=True)
class Limit(Node):
    """lim_{variable → target} body; `side` is "", "+" or "-"."""

    variable: Node
    target: Node
    body: Node
    side: str = ""


@dataclass(frozen=True)
class Derivative(Node):
    """The derivative of body by each of `variables` in turn: ∂²f/∂x∂y has (x, y), d²f/dx² has (x, x).

    A variable is a Name or a Component; `style` is "∂", "d" or "sub" (∂_x f).
    """

    body: Node
    variables: tuple[Node, ...]
    style: str = field(default="∂", compare=False)


@dataclass(frozen=True)
class Gradient(Node):
    """∇_variable body, applied `order` times (2: ∇², the Hessian of a scalar, as is ∇∇).  Variable None: bare ∇."""

    body: Node
    variable: Node | None = None
    order: int = 1


@dataclass(frozen=True)
class Optimum(Node):
    """min, max, argmin, argmax (`kind`) over a variable; the variable may carry a condition in `domain`."""

    kind: str
    variable: Node
    body: Node
    domain: Node | None = None


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
    """first op₁ x₁ op₂ x₂ …: the relations `=`, `≠`, `<`, `≤`, `>`, `≥`, `≈`, `∼`, `∝`, `∈`, `→`, `⊥`, `:=`."""

    first: Node
    links: tuple[tuple[str, Node], ...]


def children(node: Node) -> Iterator[Node]:
    """The nodes directly below `node`, in written order."""
    for item in fields(node):
        if item.name != "span":
            yield from _nodes(getattr(node, item.name))


def _nodes(value: object) -> Iterator[Node]:
    if isinstance(value, Node):
        yield value
    elif isinstance(value, tuple):
        for part in value:
            yield from _nodes(part)


def walk(node: Node) -> Iterator[Node]:
    """`node` and every node below it, parents first."""
    stack = [node]
    while stack:
        top = stack.pop()
        yield top
        stack.extend(reversed(list(children(top))))


def extent(node: Node) -> Span | None:
    """The half-open range of characters over which a tree was read; None for one that was made."""
    spans = [part.span for part in walk(node) if part.span is not None]
    return (min(start for start, _ in spans), max(end for _, end in spans)) if spans else None


def rebuild(node: Node, change: Callable[[Node], Node]) -> Node:
    """`node` with each direct child c replaced by change(c); the same object when nothing changed."""
    new: dict[str, Any] = {}
    for item in fields(node):
        if item.name != "span":
            old = getattr(node, item.name)
            value = _mapped(old, change)
            if value is not old:
                new[item.name] = value
    return replace(node, **new) if new else node


def _mapped(value: object, change: Callable[[Node], Node]) -> object:
    if isinstance(value, Node):
        return change(value)
    if isinstance(value, tuple):
        parts = tuple(_mapped(part, change) for part in value)
        return value if all(a is b for a, b in zip(parts, value, strict=True)) else parts
    return value


def names(node: Node) -> set[str]:
    """The ids of all `Name` nodes in the tree, bound or free."""
    return {part.id for part in walk(node) if isinstance(part, Name)}
