"""E[f(θ) | x] where the law of x is stated given θ: Bayes' rule.

A scalar θ is averaged against prior times likelihood.  A Dirichlet vector keeps its law, its parameters moved by what
was counted.  Normal vectors lean on what is given by Cov(θ, x) Cov(x)^{-1}; so do all that are jointly normal.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any

from symbolic.algebra.binders import lam
from symbolic.algebra.indices import fresh
from symbolic.algebra.matrix_atoms import inverse_entry
from symbolic.algebra.poly import ONE, ZERO, Monomial, Poly, add, as_exponent, as_poly, atom, monomial, symbol
from symbolic.algebra.powers import exponential
from symbolic.algebra.signs import is_positive
from symbolic.algebra.situation import Situation
from symbolic.algebra.substitute import substitute, transform
from symbolic.language.symbols import Law, Table
from symbolic.notation import tree
from symbolic.rules.laws_arrays import total
from symbolic.rules.laws_densities import INFINITY
from symbolic.rules.laws_information import Stated, joint_log_density, support
from symbolic.rules.moments_blocks import atom_of
from symbolic.rules.moments_cumulants import moment_of
from symbolic.rules.moments_exponential import is_linear, jointly_normal
from symbolic.rules.moments_factors import Names, is_declared, is_polynomial, parameters_of, random_names
from symbolic.rules.moments_models import Occurrence, model_of
from symbolic.rules.moments_quantities import continuous, density_of, integrated

if TYPE_CHECKING:
    from symbolic.algebra.atoms import Atom

_names = count(1)
#: Laws of what is counted, for which a Dirichlet law of the chances is moved by the counts.
COUNTS = frozenset({"multinomial", "one-hot categorical"})


def by_posterior(value: Poly, held: Names, situation: Situation) -> Poly | None:
    """E[f(θ) | x], the law of x being stated given θ alone; None where no rule gives it."""
    others = random_names(value, situation) - held
    (name,) = held
    if not others or not is_declared(others, situation):
        return None
    if others == _stated_given(name, situation):
        (parameter, *more) = sorted(others)
        for rule in (_scalar, _dirichlet):
            found = rule(value, parameter, name, situation) if not more else None
            if found is not None:
                return found
    return _normal(value, others, name, situation)


def _stated_given(name: str, situation: Situation) -> Names:
    """The random names that the law of a name is stated given."""
    for relation in situation.table.relations:
        if relation.kind == "conditional" and relation.names[0] == name:
            return frozenset(relation.names[1:])
    return parameters_of(name, situation)


def _observed(name: str, parameter: str, situation: Situation) -> Stated:
    """The law of x at a fixed θ."""
    from symbolic.rules.conditional import given

    inner = given(frozenset({parameter}), frozenset({name}), situation)
    return Stated(model_of(name, inner), inner)


def _scalar(value: Poly, parameter: str, name: str, situation: Situation) -> Poly | None:
    """E[f(θ) | x] = ∫ f(t) p(t) p(x | t) dt / ∫ p(t) p(x | t) dt."""
    prior = None if model_of(parameter, situation).symbol.axes else density_of(Occurrence(parameter, ()), situation)
    if prior is None or prior[0].through is not None:
        return None
    of = _observed(name, parameter, situation)
    with of.situation.working():
        sizes = of.sizes
        log = joint_log_density(of, of, sizes) if sizes is not None else None
        ends = support(of, of.model.first) if log is not None else None
    if log is None or ends is None or any(parameter in end.free for end in ends):
        return None
    own = f"{parameter}′{next(_names)}"
    (row, values), at = prior, {parameter: symbol(own)}
    span = row.support(*values)
    if span[0].number == 0:
        situation.facts.learn(own, "positive")
    if span[1] != INFINITY:
        situation.facts.positive.append((span[1] - symbol(own), True))
    weight = _varying(exponential(substitute(log, at)) * row.density(symbol(own), *values), own)
    if weight is None:
        return None
    parts = [
        integrated(continuous(body, own) * weight, own, span, situation) for body in (substitute(value, at), ONE)
    ]
    if parts[0] is None or not parts[1]:
        return None
    _said(name, parameter, situation)
    return parts[0] / parts[1]


def _varying(poly: Poly, name: str) -> Poly | None:
    """The factors of one term that depend on a name, −b for each b known to be negative."""
    if len(poly.terms) != 1:
        return None
    exponents: dict[Any, Poly] = {}
    for base, exponent in next(iter(poly.terms)):
        if any(name in getattr(part, "free", ()) for part in (base, exponent)):
            above = -base if isinstance(base, Poly) and is_positive(-base) else base
            exponents[above] = exponents.get(above, ZERO) + as_poly(exponent)
    return monomial(frozenset((base, as_exponent(exponent)) for base, exponent in exponents.items()))


def _said(name: str, parameter: str, situation: Situation) -> None:
    for relation in situation.table.relations:
        if relation.kind == "conditional" and relation.names[0] == name:
            situation.use(relation.sentence)
    for each in (name, parameter):
        situation.use(situation.table.symbols[each].facts.get("law"))
    situation.note("posterior", "Bayes' rule: the law given what is observed is prior times likelihood, normalized")


def _dirichlet(value: Poly, parameter: str, name: str, situation: Situation) -> Poly | None:
    """p ~ Dirichlet(a), x counted with the chances p: given x, p ~ Dirichlet(a + x)."""
    from symbolic.rules.moments import expectation

    prior = situation.table.symbols[parameter]
    counted = _observed(name, parameter, situation).model.symbol
    if prior.law is None or prior.law.name != "dirichlet" or counted.law is None or counted.law.name not in COUNTS:
        return None
    if counted.family is not None or prior.family is not None or counted.law.parameters[-1] != tree.Name(parameter):
        return None
    moved = Law("dirichlet", (tree.Add((prior.law.parameters[0], tree.Name(name))),))
    symbols = situation.table.symbols
    changed = {parameter: replace(prior, law=moved), name: replace(symbols[name], random=False)}
    relations = [each for each in situation.table.relations if not {name, parameter} & set(each.names)]
    table: Table = replace(situation.table, symbols={**symbols, **changed}, relations=relations)
    _said(name, parameter, situation)
    inner = replace(situation, table=table, memory={})
    model = model_of(name, inner)
    number = model.array(counted.law.parameters[0]).scalar if counted.law.name == "multinomial" else ONE
    drawn = total(model.array(tree.Name(name))).atom
    return transform(expectation(value, inner), lambda part: number if part == drawn else atom(part))


def _entry(name: str, at: Poly) -> Poly:
    return atom_of(Occurrence(name, (at,)))


@dataclass(frozen=True)
class _Leaning:
    """Jointly normal quantities given all entries of one: x has the mean E[x] + Cov(x, y) Cov(y)^{-1} (y − E[y])."""

    name: str
    size: Poly
    situation: Situation
    inverse: Atom

    def lean(self, x: Poly, other: Poly | None) -> Poly:
        """Cov(x, y) Cov(y)^{-1} times y − E[y], or times Cov(y, other)."""
        from symbolic.algebra.sums import sum_over_all
        from symbolic.rules.moments import covariance, expectation

        span = (ONE, self.size)
        k, m = fresh(span), fresh(span)
        y = _entry(self.name, m)
        right = y - expectation(y, self.situation) if other is None else covariance(y, other, self.situation)
        body = covariance(x, _entry(self.name, k), self.situation) * inverse_entry(self.inverse, k, m) * right
        return sum_over_all([(next(iter(at.free)), span) for at in (k, m)], body)

    def cumulant(self, block: tuple[Poly, ...]) -> Poly:
        from symbolic.rules.moments import covariance, expectation

        if len(block) == 1:
            return expectation(block[0], self.situation) + self.lean(block[0], None)
        if len(block) > 2:
            return ZERO
        one, other = block
        return covariance(one, other, self.situation) - self.lean(one, other)


def _normal(value: Poly, others: Names, name: str, situation: Situation) -> Poly | None:
    """E[f(x) | y] of jointly normal vectors, for products of linear forms f and an invertible Cov(y)."""
    from symbolic.rules.moments import covariance

    symbol_of = situation.table.symbols[name]
    if symbol_of.family is not None or len(symbol_of.shape) != 1:
        return None
    if not _together(others, name, situation):
        return None
    size = _observed_size(name, situation)
    y = partial(_entry, name)
    matrix = lam((size, size), lambda i, j: covariance(y(i), y(j), situation))
    leaning = _Leaning(name, size, situation, matrix)
    parts = []
    for mono, coefficient in value.terms.items():
        moving = [pair for pair in mono if random_names(pair, situation) & others]
        if not all(is_polynomial(p, situation) and is_linear(atom(p[0]), others, situation) for p in moving):
            return None
        fixed = monomial(mono - frozenset(moving), coefficient)
        parts.append(fixed * moment_of([atom(base) for base, times in moving for _ in range(times)], leaning.cumulant))
    situation.note(
        "regression of vectors",
        "of jointly normal vectors, x given y is normal with mean E[x] + Cov(x, y) Cov(y)⁻¹ (y − E[y]) and covariance"
        " Cov(x) − Cov(x, y) Cov(y)⁻¹ Cov(y, x)",
    )
    return add(parts)


def _observed_size(name: str, situation: Situation) -> Poly:
    from symbolic.lowering.names import axes
    from symbolic.lowering.scope import Scope

    return axes(situation.table.symbols[name], Scope(situation))[0][0]


def _together(others: Names, name: str, situation: Situation) -> bool:
    """Are all jointly normal with an invertible covariance of y, as stated, or as y | x with a mean linear in x?"""
    if is_declared(frozenset({name}), situation) and not _stated_given(name, situation):
        known = jointly_normal(others | {name}, situation)
        return known and _definite(Stated(model_of(name, situation), situation))
    if _stated_given(name, situation) != others or not jointly_normal(others, situation):
        return False
    (parameter, *more) = sorted(others)
    if more:
        return False
    of = _observed(name, parameter, situation)
    law = of.model.symbol.law
    if law is None or law.name != "normal":
        return False
    index = fresh((ONE, _observed_size(name, situation)))
    with of.situation.working():
        mean, spread = of.model.mean((index,)), _spread(of, index)
        definite = _definite(of)
    if mean is None or spread is None or parameter in spread.free or not definite:
        return False
    moving = Poly({mono: c for mono, c in mean.terms.items() if parameter in monomial(mono).free})
    if not is_linear(moving, others, situation):
        return False
    _said(name, parameter, situation)
    return True


def _spread(of: Stated, index: Poly) -> Poly | None:
    """A variance or an entry of the covariance, to see what it depends on."""
    if of.covariance is not None:
        return of.covariance.entry((index, index) if of.covariance.shape else ())
    return of.model.variance((index,)) if of.model.entries_apart else None


def _definite(of: Stated) -> bool:
    """Is the covariance of a normal vector known to be positive definite?"""
    covariance, place = of.covariance, fresh()
    if covariance is None:
        variance = of.model.variance((place,)) if of.model.entries_apart else None
        return variance is not None and is_positive(variance)
    if covariance.kind == "identity":
        return is_positive(covariance.entry(()))
    node = of.model.symbol.moments.get("covariance")
    if isinstance(node, tree.Name) and of.situation.facts.has(node.id, "positive definite"):
        return True
    return _is_scaled_definite(covariance.entry((place, fresh())), of.situation)


def _is_scaled_definite(entry: Poly, situation: Situation) -> bool:
    """c·S_ij with c > 0 and S positive definite."""
    single: tuple[object, Monomial] | None = entry.single()
    if single is None:
        return False
    matrices = [
        pair for pair in single[1] if getattr(pair[0], "kind", "") == "scomp" and pair[1] == 1
        and situation.facts.has(pair[0].args[0], "positive definite")
    ]  # fmt: skip
    return len(matrices) == 1 and is_positive(entry / monomial(frozenset(matrices)))
