"""Claims about laws, said of transforms: X ∼ LAW, and E[f | Y] = g(Y) for a sum Y.

Two laws with one Laplace transform E[e^{−tX}], finite for small t > 0, are one; so are two with one distribution
function.  E[f | Y] is g(Y) where E[f e^{−tY}] = E[g(Y) e^{−tY}] for these t.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from symbolic.given.drawn import DISCRETE, draw_of
from symbolic.given.queries import random_names
from symbolic.given.shapes import Shapes
from symbolic.language.symbols import Sentence, Symbol, Table
from symbolic.notation import tree as t
from symbolic.verdict import Reason, Verdict

if TYPE_CHECKING:
    from symbolic.api import Given

#: Laws whose transform is finite on both sides of 0: it is then that of linear forms of independent ones too.
LIGHT = frozenset({
    "normal", "uniform", "uniform integer", "bernoulli", "rademacher", "binomial", "geometric", "poisson",
    "exponential", "gamma", "chi-square", "gumbel",
})  # fmt: skip

_ONE_LAW = "two laws with the same {}, are one law"
_TRANSFORM = "Laplace transform E[e^{−tX}], finite for small t > 0"
_DISTRIBUTION = "distribution function P(X ≤ u)"
_CONDITIONAL = "E[f | Y] = g(Y) where E[f e^{−tY}] = E[g(Y) e^{−tY}] for small t > 0"


@dataclass(frozen=True)
class Restated:
    """A claim of equal numbers that says the same, the table with its new names, and why."""

    chain: t.Chain
    table: Table
    why: str


def judged_by_laws(given: Given, chain: t.Chain, verdict: Verdict) -> Verdict:
    """The verdict on a claim about laws by those of what it comes to; the verdict at hand where nothing is gained."""
    if verdict.verdict in ("proved", "refuted") or len(chain.links) != 1:
        return verdict
    relation, right = chain.links[0]
    if relation == "∼":
        tries = _of_law(chain.first, right, given.table)
    elif relation == "=[d]":
        tries = _in_law(chain.first, right, given.table)
    else:
        tries = _given_a_form(chain, given.table)
    for restated in tries:
        found = given.judge(restated.chain, restated.table)
        if found.verdict in ("proved", "refuted") or (found.verdict == "checked" and verdict.verdict == "undecided"):
            return _told(given, chain, found, restated.why)
    return verdict


def _told(given: Given, chain: t.Chain, found: Verdict, why: str) -> Verdict:
    """The verdict with the claim as it was written."""
    relation, right = chain.links[0]
    reason = Reason("claim about a law", why)
    links = [
        replace(link, left=given.plain(chain.first), right=given.plain(right), relation=relation, span=None,
                reason=[reason, *link.reason])
        for link in found.links
    ]  # fmt: skip
    return replace(found, read_as=given.plain(chain), links=links, correct=None, slip=None, layout=None)


def _of_law(left: t.Node, law: t.Node, table: Table) -> Iterator[Restated]:
    """X ∼ LAW by E[e^{−tX}] = E[e^{−tZ}], by P(X ≤ u) = P(Z ≤ u), Z being drawn from the law."""
    drawn = draw_of("Z", law, table)
    named = drawn.law.name if drawn is not None and drawn.law is not None else ""
    if drawn is None or not named or not random_names(left, table):
        return
    z, at, point = _fresh("Z", table, left, law), _fresh("t", table, left, law), _fresh("u", table, left, law)
    said = Sentence("what is drawn from the law")
    drawn = replace(drawn, name=z, facts=dict.fromkeys(("kind", "law", *drawn.moments), said))
    shape = Shapes(table).of(left)
    if bool(shape) != bool(drawn.shape) or len(drawn.shape) > 1:
        return
    if named in LIGHT and _is_light(left, table):
        slope = Symbol(at, "vector" if drawn.shape else "scalar", shape=drawn.shape,
                       signs=frozenset() if drawn.shape else frozenset({"positive"}))  # fmt: skip
        sides = [_transform(each, t.Name(at), bool(drawn.shape)) for each in (left, t.Name(z))]
        yield Restated(_equal(*sides), _with(table, drawn, slope), _ONE_LAW.format(_TRANSFORM))
    if not drawn.shape:
        domain = "integer" if named in DISCRETE else "real"
        signs = frozenset({"nonnegative"}) if domain == "integer" and named != "rademacher" else frozenset()
        bound = Symbol(point, "scalar", domain=domain, signs=signs)
        below = [t.Operator("P", (t.Chain(each, (("≤", t.Name(point)),)),)) for each in (left, t.Name(z))]
        yield Restated(_equal(*below), _with(table, drawn, bound), _ONE_LAW.format(_DISTRIBUTION))


def _in_law(left: t.Node, right: t.Node, table: Table) -> Iterator[Restated]:
    """X and Y have one law, by their transforms, by their distribution functions."""
    at, point = _fresh("t", table, left, right), _fresh("u", table, left, right)
    if Shapes(table).of(left) != () or Shapes(table).of(right) != ():
        return
    if _is_light(left, table) and _is_light(right, table):
        sides = [_transform(each, t.Name(at), False) for each in (left, right)]
        slope = Symbol(at, "scalar", signs=frozenset({"positive"}))
        yield Restated(_equal(*sides), _with(table, slope), _ONE_LAW.format(_TRANSFORM))
    below = [t.Operator("P", (t.Chain(each, (("≤", t.Name(point)),)),)) for each in (left, right)]
    yield Restated(_equal(*below), _with(table, Symbol(point, "scalar")), _ONE_LAW.format(_DISTRIBUTION))


def _is_light(node: t.Node, table: Table) -> bool:
    """Do all random names have laws whose transforms are finite around 0, or laws stated given such?"""
    stated = {r.names[0]: r.law for r in table.relations if r.kind == "conditional"}
    laws = [stated.get(name) or table.symbols[name].law for name in _roots(node, table)]
    return all(law is not None and law.name in LIGHT for law in laws)


def _roots(node: t.Node, table: Table) -> frozenset[str]:
    return frozenset(name for name in random_names(node, table) if name in table.symbols)


def _given_a_form(chain: t.Chain, table: Table) -> Iterator[Restated]:
    """E[f | Y] = g(Y) for a scalar Y that is no bare name, f and Y of light laws."""
    relation, right = chain.links[0]
    node = chain.first
    if relation != "=" or not isinstance(node, t.Operator) or node.kind != "E" or node.subscript is not None:
        return
    form = node.condition
    if form is None or isinstance(form, t.Name | t.Tuple) or t.is_event(form) or len(node.arguments) != 1:
        return
    if Shapes(table).of(form) != () or Shapes(table).of(node.arguments[0]) != ():
        return
    if not _is_sum(form, table) or not _is_light(form, table) or not _is_light(node.arguments[0], table):
        return
    if random_names(_without(right, form), table):
        return
    at = _fresh("t", table, chain.first, right)
    weight = _transform(form, t.Name(at), False).arguments[0]
    sides = [t.Operator("E", (t.Product((each, weight)),)) for each in (node.arguments[0], right)]
    yield Restated(_equal(*sides), _with(table, Symbol(at, "scalar", signs=frozenset({"positive"}))), _CONDITIONAL)


def _is_sum(node: t.Node, table: Table) -> bool:
    """A sum of random quantities, each times what is not random."""
    if not random_names(node, table) or isinstance(node, t.Name):
        return True
    if isinstance(node, t.Component):
        return isinstance(node.array, t.Name) and not any(random_names(index, table) for index in node.indices)
    if isinstance(node, t.Add):
        return all(_is_sum(term, table) for term in node.terms)
    if isinstance(node, t.Negative):
        return _is_sum(node.argument, table)
    if isinstance(node, t.Big):
        return node.operator == "∑" and _is_sum(node.body, table)
    if isinstance(node, t.Product):
        moving = [factor for factor in node.factors if random_names(factor, table)]
        return len(moving) == 1 and _is_sum(moving[0], table)
    return False


def _without(node: t.Node, form: t.Node) -> t.Node:
    """The tree with a number for the form, wherever it stands."""
    return t.Number("1") if node == form else t.rebuild(node, lambda part: _without(part, form))


def _transform(node: t.Node, at: t.Node, vector: bool) -> t.Operator:
    """E[e^{−tX}]; E[e^{tᵀx}] of a vector."""
    exponent = t.Product((t.Transpose(at), node)) if vector else t.Negative(t.Product((at, node)))
    return t.Operator("E", (t.Power(t.Name("e"), exponent),))


def _equal(left: t.Node, right: t.Node) -> t.Chain:
    return t.Chain(left, (("=", right),))


def _fresh(name: str, table: Table, *trees: t.Node) -> str:
    taken = frozenset().union(*(t.names(each) for each in trees))
    while table.knows(name) or name in taken:
        name += "'"
    return name


def _with(table: Table, *symbols: Symbol) -> Table:
    return replace(table, symbols={**table.symbols, **{symbol.name: symbol for symbol in symbols}})
