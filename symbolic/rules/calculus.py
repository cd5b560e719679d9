"""∂/∂x of polynomials over atoms, at sizes that stay symbols: linear, product rule, chain rule, ∂x_i/∂x_k = δ_ik.

`RULES` holds one rule for each kind of atom, `derivatives.DERIVATIVES` the elementary functions.  Sums are opened with
fresh indices, so no bound index is ever captured.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from symbolic.algebra.atoms import Atom
from symbolic.algebra.binders import apply_lam, open_binder
from symbolic.algebra.facts import facts
from symbolic.algebra.fractions import is_zero
from symbolic.algebra.functions import function, mean
from symbolic.algebra.indices import delta, fresh
from symbolic.algebra.matrix_atoms import inverse_entry
from symbolic.algebra.poly import ONE, ZERO, Exponent, Monomial, Poly, add, as_poly, atom, monomial, product
from symbolic.algebra.powers import E, as_base, plus, power, raised
from symbolic.algebra.situation import Situation
from symbolic.algebra.smooth import partial
from symbolic.algebra.substitute import substitute
from symbolic.algebra.sums import sum_over_all
from symbolic.lowering.scope import Unsupported
from symbolic.notation.glyphs import FUNCTIONS
from symbolic.rules.derivatives import DERIVATIVES
from symbolic.rules.laws_of import depends_on, is_random

HALF = Fraction(1, 2)


def differentiate(poly: Poly, target: Atom, situation: Situation | None = None) -> Poly:
    """∂poly/∂target for a scalar symbol or an array's entry; entries of an array are free of one another.

    For a symmetric array the entries count as free too, where both orders of the indices give the same; elsewhere the
    derivative would depend on a convention, and `Unsupported` says so.
    """
    work = Differentiation(target)
    result = work.poly(poly)
    if situation is not None:
        for rule in RULES.values():
            if rule.name in work.applied:
                situation.note(rule.name, rule.text)
    if target.kind == "scomp":
        _need_symmetry(poly, target)
    return result


class Differentiation:
    """One derivative in progress: what it is by, the atoms done so far, the names of the rules applied."""

    def __init__(self, target: Atom, oriented: bool = False) -> None:
        self.target = target
        self.name: str = target.args[0]
        self.oriented = oriented
        self.known: dict[Atom, Poly] = {}
        self.applied: set[str] = set()

    def poly(self, poly: Poly) -> Poly:
        """(Σ c·m)' = Σ c·m'."""
        if self.name not in poly.free:
            return ZERO
        return add(self._term(coefficient, mono) for mono, coefficient in poly.terms.items())

    def _term(self, coefficient: Fraction, mono: Monomial) -> Poly:
        """(Π f)' = Σ f'·Π of the others."""
        parts = []
        for pair in mono:
            inner = self._factor(*pair)
            if inner:
                parts.append(product((monomial(mono - {pair}, coefficient), inner)))
        return add(parts)

    def _factor(self, base: Any, exponent: Exponent) -> Poly:
        """(b^x)' = x b^{x-1} b' + b^x x' log b."""
        moving = self.poly(exponent) if isinstance(exponent, Poly) else ZERO
        whole = raised(base, exponent)
        if base == E:
            return product((whole, moving))
        inside = _absolute(as_base(base)) if exponent != 1 else None
        if inside is not None:
            inner = product((as_base(base), self.poly(inside), power(inside, -1)))
        else:
            inner = self._base(base)
        below = product((as_poly(exponent), raised(base, plus(exponent, -1)), inner)) if inner else ZERO
        above = product((whole, moving, function("log", (as_base(base),)))) if moving else ZERO
        return below + above

    def _base(self, base: Any) -> Poly:
        if isinstance(base, int) or self.name not in base.free:
            return ZERO
        return self.poly(base) if isinstance(base, Poly) else self.atom(base)

    def atom(self, inner: Atom) -> Poly:
        """The derivative of an atom by the rule for its kind."""
        if self.name not in inner.free:
            return ZERO
        if inner not in self.known:
            rule = RULES.get(inner.kind)
            if rule is None:
                raise Unsupported(f"the derivative of {inner.kind}")
            self.applied.add(rule.name)
            self.known[inner] = rule.derive(inner, self)
        return self.known[inner]


def _need_symmetry(poly: Poly, target: Atom) -> None:
    """Raises Unsupported unless the derivative by a free matrix is symmetric too."""
    row, column = target.args[1]
    if row == column:
        return
    places = [index.atom for index in (row, column)]
    oriented = Differentiation(target, oriented=True).poly(poly)
    if all(place is not None and place.kind == "sym" for place in places):
        names = [place.args[0] for place in places if place is not None]
        if is_zero(oriented - substitute(oriented, {names[0]: column, names[1]: row})):
            return
    raise Unsupported("a derivative by a symmetric matrix that is not the same for S_ij and S_ji")


def _symbol(inner: Atom, work: Differentiation) -> Poly:
    return ONE if inner == work.target else ZERO


def _component(inner: Atom, work: Differentiation) -> Poly:
    """∂x_i/∂x_k = δ_ik."""
    if inner.args[0] != work.name:
        return ZERO
    return product(delta(mine, theirs) for mine, theirs in zip(inner.args[1], work.target.args[1], strict=True))


def _symmetric(inner: Atom, work: Differentiation) -> Poly:
    """∂S_ij/∂S_kl = (δ_ik δ_jl + δ_il δ_jk)/2."""
    if inner.args[0] != work.name:
        return ZERO
    (i, j), (k, m) = inner.args[1], work.target.args[1]
    straight = delta(i, k) * delta(j, m)
    return straight if work.oriented else (straight + delta(i, m) * delta(j, k)).scale(HALF)


def _constant(inner: Atom, work: Differentiation) -> Poly:
    """Jumps are flat almost everywhere."""
    return ZERO


def _function(inner: Atom, work: Differentiation) -> Poly:
    """(f(u, v))' = ∂₁f·u' + ∂₂f·v'; of an array argument, summed over its entries."""
    name, arguments = inner.args
    if name == "det":
        return _determinant(inner, work)
    inside = _absolute(arguments[0]) if name == "log" else None
    if inside is not None:
        return work.poly(inside) * power(inside, -1)
    known = DERIVATIVES.get(name)
    if known is None and name in FUNCTIONS:
        raise Unsupported(f"the derivative of {name}")
    parts = []
    for place, argument in enumerate(arguments, start=1):
        if work.name not in argument.free:
            continue
        if isinstance(argument, Atom):
            parts.append(_through_array(name, arguments, place, work))
        elif known is not None:
            parts.append(known(place, *arguments) * work.poly(argument))
        else:
            parts.append(partial(name, arguments, place, ()) * work.poly(argument))
    return add(parts)


def _absolute(argument: Any) -> Poly | None:
    """u when the argument is |u|."""
    held = argument.atom if isinstance(argument, Poly) else None
    return held.args[1][0] if held is not None and held.kind == "fun" and held.args[0] == "abs" else None


def _through_array(name: str, arguments: tuple[Any, ...], place: int, work: Differentiation) -> Poly:
    """Σ_i ∂f/∂u_i · u_i'."""
    sizes = arguments[place - 1].args[1]
    at = tuple(fresh((ONE, size)) for size in sizes)
    inner = work.poly(apply_lam(arguments[place - 1], *at))
    spans = [(next(iter(index.free)), (ONE, size)) for index, size in zip(at, sizes, strict=True)]
    return sum_over_all(spans, partial(name, arguments, place, at) * inner)


def _contracted(array: Atom, work: Differentiation, weight: Callable[[Poly, Poly], Poly]) -> Poly:
    """Σ_kl weight(k, l)·(A_kl)'."""
    sizes = array.args[1]
    row, column = (fresh((ONE, size)) for size in sizes)
    inner = work.poly(apply_lam(array, row, column))
    spans = [(next(iter(index.free)), (ONE, size)) for index, size in zip((row, column), sizes, strict=True)]
    return sum_over_all(spans, weight(row, column) * inner)


def _determinant(inner: Atom, work: Differentiation) -> Poly:
    """(det A)' = det A · tr(A^{-1} A')."""
    (array,) = inner.args[1]
    return atom(inner) * _contracted(array, work, lambda k, m: inverse_entry(array, m, k))


def _inverse(inner: Atom, work: Differentiation) -> Poly:
    """(A^{-1})' = −A^{-1} A' A^{-1}."""
    array, row, column = inner.args
    return -_contracted(array, work, lambda k, m: inverse_entry(array, row, k) * inverse_entry(array, m, column))


def _sum(inner: Atom, work: Differentiation) -> Poly:
    """(Σ_i f_i)' = Σ_i f_i'."""
    names, ranges, body = _opened(inner, work)
    return sum_over_all(list(zip(names, ranges, strict=True)), work.poly(body))


def _product(inner: Atom, work: Differentiation) -> Poly:
    """(Π_i f_i)' = Π_i f_i · Σ_i f_i'/f_i."""
    names, ranges, body = _opened(inner, work)
    return atom(inner) * sum_over_all(list(zip(names, ranges, strict=True)), work.poly(body) * power(body, -1))


def _opened(inner: Atom, work: Differentiation) -> tuple[list[str], Any, Poly]:
    names, ranges, body = open_binder(inner)
    if any(work.name in bound.free for span in ranges for bound in span):
        raise Unsupported("a derivative by a bound of a sum")
    return names, ranges, body


def _mean(inner: Atom, work: Differentiation) -> Poly:
    """(E[f])' = E[f'] where the law does not depend on the variable."""
    (body,) = inner.args
    table = getattr(facts(), "table", None)
    if depends_on(body, work.name, table):
        raise Unsupported("the derivative of an expectation whose law depends on the variable")
    parts = [_at_moving_ends(body, work, table)]
    for mono, coefficient in work.poly(body).terms.items():
        fixed = frozenset(pair for pair in mono if not is_random(monomial(frozenset((pair,))), table))
        varying = monomial(mono - fixed)
        parts.append(monomial(fixed, coefficient) * (varying if varying == ONE else mean(varying)))
    return add(parts)


def _at_moving_ends(body: Poly, work: Differentiation, table: Any) -> Poly:
    """What E[g 𝟙[X < c]] gains where c moves with the variable: g and the density at c."""
    from symbolic.rules.laws_boundaries import boundary

    parts = []
    for mono, coefficient in body.terms.items():
        for base, exponent in mono:
            if _moving_indicator(base, work.name) or _moving_indicator(exponent, work.name):
                direct = isinstance(base, Atom) and base.kind == "ind"
                found = boundary(mono, base, work.poly(base.args[1]), Situation(table, facts())) if direct else None  # type: ignore[arg-type]
                if found is None:
                    raise Unsupported("the derivative of an expectation over a moving region")
                parts.append(found.scale(coefficient))
    return add(parts)


def _moving_indicator(part: Any, name: str) -> bool:
    """Does an indicator in it depend on the variable?"""
    if isinstance(part, tuple):
        return any(_moving_indicator(inner, name) for inner in part)
    if isinstance(part, Poly):
        return name in part.free and any(_moving_indicator(pair, name) for mono in part.terms for pair in mono)
    if not isinstance(part, Atom) or name not in part.free:
        return False
    return part.kind == "ind" or _moving_indicator(part.args, name)


@dataclass(frozen=True)
class DerivativeRule:
    """The rule for one kind of atom: its name, the identity in words and in LaTeX, and the derivative."""

    name: str
    text: str
    latex: str
    derive: Callable[[Atom, Differentiation], Poly]


#: atom kind → rule.
RULES: dict[str, DerivativeRule] = {
    "sym": DerivativeRule("derivative", "differentiate term by term, factor by factor", r"(fg)'=f'g+fg'", _symbol),
    "comp": DerivativeRule(
        "derivative of a component", "components of one array are free of each other",
        r"\frac{\partial x_i}{\partial x_k}=\delta_{ik}", _component),
    "scomp": DerivativeRule(
        "derivative by a symmetric matrix", "the entries of a symmetric matrix count as free of each other",
        r"\frac{\partial S_{ij}}{\partial S_{kl}}=\tfrac12(\delta_{ik}\delta_{jl}+\delta_{il}\delta_{jk})", _symmetric),
    "δ": DerivativeRule("derivative of a constant", "δ does not vary", r"\delta_{ij}'=0", _constant),
    "ind": DerivativeRule(
        "derivative of an indicator", "an indicator is flat almost everywhere", r"\mathbb 1[x<0]'=0", _constant),
    "fun": DerivativeRule("chain rule", "the chain rule", r"(f\circ u)'=f'(u)\,u'", _function),
    "inv": DerivativeRule(
        "derivative of an inverse", "the derivative of A⁻¹ is −A⁻¹A′A⁻¹", r"(A^{-1})'=-A^{-1}A'A^{-1}", _inverse),
    "sum": DerivativeRule(
        "derivative of a sum", "differentiate under the sum", r"\Bigl(\sum_i f_i\Bigr)'=\sum_i f_i'", _sum),
    "prod": DerivativeRule(
        "derivative of a product", "the logarithmic derivative of a product is the sum of those of its factors",
        r"\Bigl(\prod_i f_i\Bigr)'=\prod_i f_i\sum_i\frac{f_i'}{f_i}", _product),
    "mean": DerivativeRule(
        "derivative of an expectation", "differentiate under the expectation", r"(\mathbb E[f])'=\mathbb E[f']", _mean),
}  # fmt: skip
