"""Powers of linear forms of central jointly normal quantities where other such forms are negative.

|L| = L (1 − 2·𝟙[L < 0]), and erf(L) = E_Z[1 − 2·𝟙[L + Z/√2 < 0]] with a standard normal Z independent of all: both are
indicators.  Powers go by parts (Stein), where an indicator leaves its form fixed at 0; what remains are orthants.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product

from symbolic.algebra.atoms import Atom
from symbolic.algebra.facts import spend
from symbolic.algebra.functions import function
from symbolic.algebra.poly import ONE, ZERO, Poly, add, atom
from symbolic.algebra.powers import PI, power
from symbolic.algebra.signs import is_positive
from symbolic.algebra.situation import Situation
from symbolic.rules.moments_exponential import is_linear, jointly_normal
from symbolic.rules.moments_factors import Factor, Names, is_declared, is_polynomial

HALF = Fraction(1, 2)
_MOST_POWERS, _MOST_SIGNS = 12, 4
Covariances = tuple[tuple[Poly, ...], ...]


@dataclass
class _Parts:
    """The forms of a product: powers by place, indicators by place, and places of weight 1 − 2·𝟙."""

    forms: list[Poly]
    powers: list[int]
    negative: list[int]
    signs: list[int]
    noisy: list[int]

    def place(self, form: Poly) -> int:
        """The place of a form; equal forms share one."""
        if form not in self.forms:
            self.forms.append(form)
        return self.forms.index(form)


def by_orthants(factors: list[Factor], names: Names, situation: Situation) -> Poly | None:
    """E[Π L_a Π 𝟙[M_b < 0]] for central jointly normal linear forms."""
    if not is_declared(names, situation) or all(is_polynomial(factor, situation) for factor in factors):
        return None
    parts = _read(factors, names, situation)
    if parts is None or not jointly_normal(names, situation) or not _central(parts, situation):
        return None
    matrix = _covariances(parts, situation)
    jumping = [k for k in (*parts.negative, *parts.signs) if k not in parts.powers]
    if not all(is_positive(matrix[k][k]) for k in jumping):
        return None
    found = []
    for chosen in _subsets(parts.signs):
        value = _moment(matrix, tuple(parts.powers), frozenset((*parts.negative, *chosen)))
        if value is None:
            return None
        found.append(value.scale(Fraction((-2) ** len(chosen))))
    return add(found)


def _subsets(places: Sequence[int]) -> Iterator[tuple[int, ...]]:
    for size in range(len(places) + 1):
        yield from combinations(places, size)


def _read(factors: list[Factor], names: Names, situation: Situation) -> _Parts | None:
    """The forms of all factors, or None when one is something else."""
    parts = _Parts([], [], [], [], [])
    for base, exponent in factors:
        if not isinstance(base, Atom) or not isinstance(exponent, int) or exponent < 1:
            return None
        form = _form(base)
        if not is_linear(form, names, situation):
            return None
        _place(parts, base, form, exponent)
    few = len(parts.powers) <= _MOST_POWERS and len(parts.signs) + len(parts.negative) <= _MOST_SIGNS
    return parts if few and (parts.negative or parts.signs) else None


def _form(base: Atom) -> Poly:
    if base.kind == "ind" and base.args[0] == "<":
        return base.args[1]  # type: ignore[no-any-return]
    if base.kind == "fun" and base.args[0] in ("abs", "erf"):
        return base.args[1][0]  # type: ignore[no-any-return]
    return atom(base)


def _place(parts: _Parts, base: Atom, form: Poly, exponent: int) -> None:
    """Puts a factor among the parts."""
    spend(exponent)
    if base.kind == "ind":
        parts.negative.append(parts.place(form))
    elif base.kind == "fun" and base.args[0] == "abs":
        place = parts.place(form)
        parts.powers += [place] * exponent
        parts.signs += [place] * (exponent % 2)
    elif base.kind == "fun":
        for _ in range(exponent):
            parts.forms.append(form)
            parts.noisy.append(len(parts.forms) - 1)
            parts.signs.append(len(parts.forms) - 1)
    else:
        parts.powers += [parts.place(form)] * exponent


def _central(parts: _Parts, situation: Situation) -> bool:
    from symbolic.rules.moments import expectation

    return not any(expectation(form, situation) for form in parts.forms)


def _covariances(parts: _Parts, situation: Situation) -> Covariances:
    """Cov(L_a, L_b), ½ more for the noise of an error function."""
    from symbolic.rules.moments import covariance

    size = range(len(parts.forms))
    found: dict[tuple[int, int], Poly] = {}
    for a, b in product(size, size):
        found[a, b] = found[b, a] if b < a else covariance(parts.forms[a], parts.forms[b], situation)
        found[a, b] += ONE.scale(HALF) if a == b and a in parts.noisy else ZERO
    return tuple(tuple(found[a, b] for b in size) for a in size)


def _moment(matrix: Covariances, powers: tuple[int, ...], below: frozenset[int]) -> Poly | None:
    """E[x g] = Σ_y Cov(x, y) E[∂g/∂y] − Σ_b Cov(x, M_b) p_{M_b}(0) E[g/𝟙_b | M_b = 0]."""
    if not powers:
        return _orthant(matrix, sorted(below))
    first, rest = powers[0], powers[1:]
    parts: list[Poly] = []
    for place, other in enumerate(rest):
        inner = _moment(matrix, rest[:place] + rest[place + 1 :], below) if matrix[first][other] else ZERO
        if inner is None:
            return None
        parts.append(matrix[first][other] * inner)
    for held in sorted(below):
        inner = _moment(_given_zero(matrix, held), rest, below - {held}) if matrix[first][held] else ZERO
        if inner is None:
            return None
        parts.append(-matrix[first][held] * power(2 * PI * matrix[held][held], -HALF) * inner)
    return add(parts)


def _given_zero(matrix: Covariances, held: int) -> Covariances:
    """The covariances given that one form is 0."""
    under, size = power(matrix[held][held], -1), range(len(matrix))
    return tuple(tuple(matrix[a][b] - matrix[a][held] * matrix[held][b] * under for b in size) for a in size)


def _orthant(matrix: Covariances, below: list[int]) -> Poly | None:
    """P(M < 0) = ½; P(M_1 < 0, M_2 < 0) = ¼ + arcsin ρ/2π; of three, ⅛ + Σ arcsin ρ/4π (Sheppard 1899)."""
    if len(below) > 3:
        return None
    angles = add(_angle(matrix, a, b) for a, b in combinations(below, 2))
    share = Fraction(1, 2 * (len(below) - 1)) if len(below) > 1 else Fraction(0)
    return ONE.scale(Fraction(1, 2 ** len(below))) + angles * power(PI, -1).scale(share)


def _angle(matrix: Covariances, a: int, b: int) -> Poly:
    """arcsin of the correlation."""
    spread = power(matrix[a][a] * matrix[b][b], -HALF)
    return function("arcsin", (matrix[a][b] * spread,))
