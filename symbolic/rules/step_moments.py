"""Derivation rules for moments: definitions put in, linearity, variances and covariances of sums, stated moments."""

from __future__ import annotations

from itertools import combinations

from symbolic.given.expansion import random_names
from symbolic.language.symbols import Symbol, Table
from symbolic.lifting import build
from symbolic.notation import tree
from symbolic.rules.step_arrays import COMPONENTS, axes
from symbolic.rules.step_rule import StepRule, arithmetic

_TWO, _ZERO = tree.Number("2"), tree.Number("0")


def is_random(node: tree.Node, table: Table) -> bool:
    """Does the value of the node depend on what is random, definitions seen through?"""
    return bool(random_names(node, table))


def _is(node: tree.Node, kind: str) -> bool:
    return isinstance(node, tree.Operator) and node.kind == kind and len(node.arguments) == 1 and node.condition is None


def _operator(kind: str, argument: tree.Node) -> tree.Node:
    return tree.Operator(kind, (argument,))


def definition(node: tree.Node, table: Table) -> tree.Node | None:
    """A random quantity that the given defines, under Var or alone under E, is what it is defined to be."""
    if not isinstance(node, tree.Operator) or node.kind not in ("E", "Var", "Cov") or node.condition is not None:
        return None
    if node.kind == "E" and not isinstance(node.arguments[0], tree.Name):
        return None

    def change(part: tree.Node) -> tree.Node:
        made = table.definitions.get(part.id) if isinstance(part, tree.Name) else None
        if made is not None and not (made.parameters or made.indices or made.initial) and is_random(made.body, table):
            return made.body
        return tree.rebuild(part, change)

    after = tree.rebuild(node, change)
    return None if after == node else after


def scaling(node: tree.Node, table: Table) -> tree.Node | None:
    """E[cX] = c E[X], Var(cX) = c² Var(X) for what is not random."""
    if not (_is(node, "E") or _is(node, "Var")):
        return None
    assert isinstance(node, tree.Operator)
    fixed, rest = _taken_out(node.arguments[0], table)
    if fixed is None:
        return None
    outside = _square(fixed) if node.kind == "Var" else fixed
    return build.product([outside, _operator(node.kind, rest)])


def _square(node: tree.Node) -> tree.Node:
    if isinstance(node, tree.Quotient):
        return tree.Quotient(_square(node.numerator), _square(node.denominator))
    if isinstance(node, tree.Root) and node.degree is None:
        return node.radicand
    return build.number(node.value**2) if isinstance(node, tree.Number) else tree.Power(node, _TWO)


def _taken_out(node: tree.Node, table: Table) -> tuple[tree.Node | None, tree.Node]:
    """(what is not random, the rest) of a product or quotient."""
    if isinstance(node, tree.Negative):
        return tree.Negative(build.ONE), node.argument
    if isinstance(node, tree.Quotient) and not is_random(node.denominator, table):
        return tree.Quotient(build.ONE, node.denominator), node.numerator
    if isinstance(node, tree.Product):
        fixed = [factor for factor in node.factors if not is_random(factor, table)]
        rest = [factor for factor in node.factors if is_random(factor, table)]
        if fixed and rest:
            return build.product(fixed), build.product(rest)
    return None, node


def linearity(node: tree.Node, table: Table) -> tree.Node | None:
    """E[∑ X_i] = ∑ E[X_i], E[X + Y] = E[X] + E[Y]."""
    return _distributed(node, "E")


def variance_of_sum(node: tree.Node, table: Table) -> tree.Node | None:
    """Var(∑ X_i) = ∑ Var(X_i) for uncorrelated terms."""
    return _distributed(node, "Var")


def _distributed(node: tree.Node, kind: str) -> tree.Node | None:
    if not _is(node, kind):
        return None
    assert isinstance(node, tree.Operator)
    inner = node.arguments[0]
    if isinstance(inner, tree.Big) and inner.operator == "∑":
        return tree.Big("∑", inner.bounds, _operator(kind, inner.body))
    if isinstance(inner, tree.Add):
        terms = [
            build.negative(_operator(kind, term.argument)) if isinstance(term, tree.Negative) and kind == "E"
            else _operator(kind, term)
            for term in inner.terms
        ]
        return build.add(terms)
    return None


def independence(node: tree.Node, table: Table) -> tree.Node | None:
    """E[XY] = E[X] E[Y] for independent factors."""
    if not _is(node, "E"):
        return None
    assert isinstance(node, tree.Operator)
    inner = node.arguments[0]
    if not isinstance(inner, tree.Product) or not all(is_random(factor, table) for factor in inner.factors):
        return None
    return build.product([_operator("E", factor) for factor in inner.factors])


def variance_of_product(node: tree.Node, table: Table) -> tree.Node | None:
    """Var(XY) = E[X²]E[Y²] − E[X]²E[Y]² for independent factors."""
    if not _is(node, "Var"):
        return None
    assert isinstance(node, tree.Operator)
    inner = node.arguments[0]
    if not isinstance(inner, tree.Product) or not all(is_random(factor, table) for factor in inner.factors):
        return None
    squares = build.product([_operator("E", tree.Power(factor, _TWO)) for factor in inner.factors])
    means = build.product([tree.Power(_operator("E", factor), _TWO) for factor in inner.factors])
    return tree.Add((squares, tree.Negative(means)))


def variance_by_moments(node: tree.Node, table: Table) -> tree.Node | None:
    """Var(f(X)) = E[f(X)²] − E[f(X)]²; of a name itself the variance is stated or stays."""
    if not _is(node, "Var"):
        return None
    assert isinstance(node, tree.Operator)
    if isinstance(node.arguments[0], tree.Name | tree.Component):
        return None
    inner = node.arguments[0]
    return tree.Add((_operator("E", tree.Power(inner, _TWO)), tree.Negative(tree.Power(_operator("E", inner), _TWO))))


def variance_of_terms(node: tree.Node, table: Table) -> tree.Node | None:
    """Var(X + Y) = Var(X) + Var(Y) + 2 Cov(X, Y)."""
    if not _is(node, "Var") or not isinstance(node, tree.Operator) or not isinstance(node.arguments[0], tree.Add):
        return None
    terms = [term for term in node.arguments[0].terms if is_random(term, table)]
    if not 1 < len(terms) < 4:
        return None
    pairs = [build.product([_TWO, tree.Operator("Cov", pair)]) for pair in combinations(terms, 2)]
    return build.add([*(_operator("Var", term) for term in terms), *pairs])


def covariance_of_terms(node: tree.Node, table: Table) -> tree.Node | None:
    """Cov(X + Y, Z) = Cov(X, Z) + Cov(Y, Z), Cov(aX, Z) = a Cov(X, Z), Cov(X, X) = Var(X)."""
    if not isinstance(node, tree.Operator) or node.kind != "Cov" or len(node.arguments) != 2:
        return None
    first, second = node.arguments
    if first == second:
        return _operator("Var", first)
    for place, argument in enumerate(node.arguments):
        def put(part: tree.Node, place: int = place) -> tree.Node:
            return tree.Operator("Cov", (part, second) if place == 0 else (first, part))

        if isinstance(argument, tree.Add):
            return build.add([
                build.negative(put(term.argument)) if isinstance(term, tree.Negative) else put(term)
                for term in argument.terms if is_random(term, table)
            ])  # fmt: skip
        fixed, rest = _taken_out(argument, table)
        if fixed is not None:
            return build.product([fixed, put(rest)])
    return None


def stated_moment(node: tree.Node, table: Table) -> tree.Node | None:
    """E[x_i], E[x_i²], E[x_i x_j], Var(x_i) and Cov(x_i, x_j) as the given, or the law that it states, has them."""
    if not isinstance(node, tree.Operator) or node.kind not in ("E", "Var", "Cov") or node.condition is not None:
        return None
    parts = _moment_parts(node)
    bases = [part.array if isinstance(part, tree.Component) else part for part in parts]
    symbols = [table.symbol(base.id) if isinstance(base, tree.Name) else None for base in bases]
    symbol = symbols[0] if symbols and all(found == symbols[0] for found in symbols) else None
    if symbol is None or not symbol.random or symbol.name in table.definitions or len(parts) > 2:
        return None
    if symbol.law is not None and "mean" not in symbol.moments:
        from symbolic.derive import right_value

        return right_value(node, table)
    means = [_mean(symbol, part, table) for part in parts]
    if len(parts) == 1:
        return means[0]
    spread = _spread(symbol, parts[0], parts[1], table)
    if node.kind in ("Var", "Cov") or spread is None:
        return spread
    first, second = means
    if first is None or second is None:
        return None
    return spread if _ZERO in means else build.add([spread, _times(first, second)])


def _times(first: tree.Node, second: tree.Node) -> tree.Node:
    return tree.Power(first, _TWO) if first == second else build.product([first, second])


def _moment_parts(node: tree.Operator) -> list[tree.Node]:
    """The quantities whose product is averaged, each about its mean for Var and Cov."""
    if node.kind != "E":
        return [*node.arguments, *node.arguments] if node.kind == "Var" else [*node.arguments]
    (inner,) = node.arguments
    if isinstance(inner, tree.Power) and inner.exponent == _TWO:
        return [inner.base, inner.base]
    return [*inner.factors] if isinstance(inner, tree.Product) else [inner]


def _mean(symbol: Symbol, part: tree.Node, table: Table) -> tree.Node | None:
    found = symbol.moments.get("mean")
    return found if found is None else _entry(found, part, table)


def _entry(array: tree.Node, part: tree.Node, table: Table) -> tree.Node:
    """The entry of a stated array at the place of a component; a stated number serves all places."""
    if not isinstance(part, tree.Component) or array == _ZERO or axes(array, table) != len(part.indices):
        return array
    return tree.Component(array, part.indices)


def _spread(symbol: Symbol, first: tree.Node, second: tree.Node, table: Table) -> tree.Node | None:
    """Cov of two entries."""
    variance, covariance = symbol.moments.get("variance"), symbol.moments.get("covariance")
    if first == second and variance is not None:
        return _entry(variance, first, table)
    if not (isinstance(first, tree.Component) and isinstance(second, tree.Component)):
        return None
    if covariance is not None and len(first.indices) == len(second.indices) == 1:
        return tree.Component(covariance, (*first.indices, *second.indices))
    apart = symbol.components in ("iid", "independent", "uncorrelated")
    return _ZERO if variance is not None and apart and len(set(first.indices + second.indices)) > 1 else None


def constant(node: tree.Node, table: Table) -> tree.Node | None:
    """E[c] = c, Var(c) = Cov(c, X) = 0 for what is not random."""
    if not isinstance(node, tree.Operator) or node.kind not in ("E", "Var", "Cov") or node.condition is not None:
        return None
    if all(is_random(argument, table) for argument in node.arguments):
        return None
    if node.kind == "E":
        return node.arguments[0] if len(node.arguments) == 1 and node.subscript is None else None
    return _ZERO


def equal_terms(node: tree.Node, table: Table) -> tree.Node | None:
    """∑_{i=1}^n c = nc."""
    if not isinstance(node, tree.Big) or node.operator != "∑" or len(node.bounds) != 1:
        return None
    (bound,) = node.bounds
    if bound.index in tree.names(node.body) or bound.condition is not None or is_random(node.body, table):
        return None
    count = bound.upper if bound.lower == build.ONE else None
    if bound.lower is None:
        sizes = [s.name for s in table.symbols.values() if s.kind == "dimension" and s.name not in table.definitions]
        count = tree.Name(sizes[0]) if len(sizes) == 1 else None
    if count is None or any(arithmetic(part, table) is not None for part in tree.walk(node.body)):
        return None
    return count if node.body == build.ONE else node.body if node.body == _ZERO else build.product([count, node.body])


MOMENT_RULES: tuple[StepRule, ...] = (
    StepRule("definition of a quantity", "put the definition in", "", definition),
    StepRule("constant", "what is not random is its own mean and does not vary",
             r"\mathbb{E}[c]=c,\ \operatorname{Var}(c)=0", constant),
    StepRule("scaling", "what is not random comes out, squared from a variance",
             r"\operatorname{Var}(cX)=c^2\operatorname{Var}(X)", scaling),
    COMPONENTS,
    StepRule("linearity", "expectation is linear", r"\mathbb{E}[X+Y]=\mathbb{E}[X]+\mathbb{E}[Y]", linearity),
    StepRule("variances add", "variances of uncorrelated terms add",
             r"\operatorname{Var}\left(\sum_i X_i\right)=\sum_i\operatorname{Var}(X_i)", variance_of_sum),
    StepRule("stated moment", "the given states this moment", r"\mathbb{E}[X]=\mu", stated_moment),
    StepRule("independence", "independence lets the expectation factor",
             r"\mathbb{E}[XY]=\mathbb{E}[X]\,\mathbb{E}[Y]", independence),
    StepRule("variance of a sum", "a variance of a sum has the covariances of its terms twice",
             r"\operatorname{Var}(X+Y)=\operatorname{Var}(X)+\operatorname{Var}(Y)+2\operatorname{Cov}(X,Y)",
             variance_of_terms),
    StepRule("covariance of a sum", "a covariance is linear in both places",
             r"\operatorname{Cov}(aX+Y,Z)=a\operatorname{Cov}(X,Z)+\operatorname{Cov}(Y,Z)", covariance_of_terms),
    StepRule("variance of a product", "second moments of independent factors multiply",
             r"\operatorname{Var}(XY)=\mathbb{E}[X^2]\,\mathbb{E}[Y^2]-\mathbb{E}[X]^2\,\mathbb{E}[Y]^2",
             variance_of_product),
    StepRule("variance by moments", "the variance is the second moment less the squared mean",
             r"\operatorname{Var}(X)=\mathbb{E}[X^2]-\mathbb{E}[X]^2", variance_by_moments),
    StepRule("equal terms", "a sum of equal terms is their number times one of them",
             r"\sum_{i=1}^nc=nc", equal_terms),
)  # fmt: skip
