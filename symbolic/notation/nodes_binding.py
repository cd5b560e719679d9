"""The nodes that bind a name in their body: ∑, ∫, lim, ∂, min and their kin."""

from __future__ import annotations

from dataclasses import dataclass, field

from symbolic.notation.nodes import Node


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
class Limit(Node):
    """lim_{variable → target} body; `side` is "", "+" or "-"."""

    variable: Node
    target: Node
    body: Node
    side: str = ""


@dataclass(frozen=True)
class OuterLimit(Node):
    """limsup and liminf (`kind`) of what a limit speaks of."""

    kind: str
    of: Limit


@dataclass(frozen=True)
class Derivative(Node):
    """The derivative of body by each of `variables` in turn: ∂²f/∂x∂y has (x, y), d²f/dx² has (x, x).

    A variable is a Name or a Component, or a Power of one (∂f/∂σ², by the square itself).

    `style` is "∂", "d" or "sub" (∂_x f).
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
class OfOrder(Node):
    """The derivative of an order that is a symbol: f^{(n)} (`variable` None), dⁿf/dxⁿ."""

    body: Node
    order: Node
    variable: Node | None = None


@dataclass(frozen=True)
class Evaluated(Node):
    """body|_{x=0} (`at` a relation), body|_a^b (the difference of its values at `upper` and `at`)."""

    body: Node
    at: Node
    upper: Node | None = None


@dataclass(frozen=True)
class IntegralOver(Node):
    """∫_D body dx dy: an integral over a region, or over all values of its variables."""

    variables: tuple[Node, ...]
    region: Node | None
    body: Node


@dataclass(frozen=True)
class Gathered(Node):
    """⋃ or ⋂ of the body over its bounds."""

    operator: str
    bounds: tuple[Bound, ...]
    body: Node


@dataclass(frozen=True)
class Extremum(Node):
    """sup and inf, and max, min, argmax, argmin over several variables; `domain` is the condition below."""

    kind: str
    variables: tuple[Node, ...]
    body: Node
    domain: Node | None = None
