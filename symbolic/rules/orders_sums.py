"""Sums: Cauchy–Schwarz, quadratic forms, and a sum of nonnegative terms against one of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import Any

from symbolic.algebra.atoms import Atom, key
from symbolic.algebra.binders import open_binder
from symbolic.algebra.facts import facts
from symbolic.algebra.functions import mean
from symbolic.algebra.indices import fresh, moved, span_of
from symbolic.algebra.poly import ONE, Monomial, Poly, atom, monomial, symbol
from symbolic.algebra.signs import is_nonnegative
from symbolic.algebra.substitute import substitute
from symbolic.algebra.sums import INFINITY, sum_over, sum_over_all
from symbolic.rules.orders_fresh import Goal, Known, Proposals, atoms_of

#: Factors of a summand that are parted in every way, and indices of a form.
_FACTORS, _INDICES = 4, 4


def cauchy_schwarz(poly: Poly, strict: bool) -> Proposals:
    """−c⟨f, g⟩² + r ≥ 0 by r − c⟨f, f⟩⟨g, g⟩ ≥ 0, for c ≥ 0."""
    for mono, coefficient in poly.terms.items():
        for base, exponent in mono:
            squared = isinstance(base, Atom) and base.kind in ("sum", "mean") and exponent == 2
            rest = monomial(mono - {(base, exponent)})
            if coefficient < 0 and squared and is_nonnegative(rest):
                for bound in dict.fromkeys(_bounds(base)):
                    goal = poly - (monomial(mono) - rest * bound).scale(coefficient)
                    if len(goal.terms) < len(poly.terms):
                        yield [Goal(goal, strict)]


def _bounds(functional: Atom) -> Iterator[Poly]:
    """⟨f, f⟩⟨g, g⟩ for every way to write the functional as ⟨f, g⟩ = L[w f g] with w ≥ 0."""
    names, ranges, body = open_binder(functional) if functional.kind == "sum" else ([], (), functional.args[0])
    single = body.single()
    if single is None or single[0] != 1:
        return
    for first, second in _parted(single[1]):
        if functional.kind == "sum":
            spans = list(zip(names, ranges, strict=True))
            yield sum_over_all(spans, first) * sum_over_all(spans, second)
        else:
            yield _average(first) * _average(second)


def _average(inside: Poly) -> Poly:
    return ONE if inside == ONE else mean(inside)


def _parted(mono: Monomial) -> Iterator[tuple[Poly, Poly]]:
    """(w f², w g²) for every way to part a monomial into w f g with w ≥ 0."""
    if len(mono) > _FACTORS:
        return
    for parts in product(*(_shares(base, exponent) for base, exponent in mono)):
        f, g, w = ONE, ONE, ONE
        for first, second, third in parts:
            f, g, w = f * first, g * second, w * third
        yield w * f * f, w * g * g


def inner_cauchy_schwarz(poly: Poly, strict: bool) -> Proposals:
    """−c·Σ_s w_s(Σ_a f_sa g_sa)² + r ≥ 0 by r − c·Σ_s w_s(Σ_a f²)(Σ_a g²) ≥ 0."""
    for mono, coefficient in poly.terms.items():
        if coefficient > 0 or len(mono) != 1:
            continue
        ((base, exponent),) = mono
        if exponent != 1 or not isinstance(base, Atom) or base.kind != "sum":
            continue
        for spans, shared, weights, own, half in _squares(base):
            for first, second in _parted(frozenset(half)):
                inside = [(name, spans[name]) for name in own]
                parts = sum_over_all(inside, first) * sum_over_all(inside, second)
                bound = sum_over_all([(name, spans[name]) for name in shared], weights * parts)
                goal = poly - (monomial(mono) - bound).scale(coefficient)
                if len(goal.terms) < len(poly.terms):
                    yield [Goal(goal, strict)]


def _squares(functional: Atom) -> Iterator[tuple[dict[str, Any], tuple[str, ...], Poly, list[str], list[Any]]]:
    """(ranges, shared indices, weights, the others, factors of h) of Σ = Σ_s w_s (Σ_a h_sa)²."""
    names, ranges, body = open_binder(functional)
    single = body.single()
    if single is None or single[0] != 1 or len(names) > _INDICES:
        return
    spans = dict(zip(names, ranges, strict=True))
    for count in range(len(names)):
        for shared in combinations(names, count):
            own = [name for name in names if name not in shared]
            if _halved(single[1], spans, frozenset(shared), None):
                weights = frozenset(pair for pair in single[1] if not _touched(pair, own))
                first, half = _groups([pair for pair in single[1] if pair not in weights], own)[0]
                yield spans, shared, monomial(weights), sorted(first), half


def diagonal(poly: Poly, strict: bool) -> Proposals:
    """c·Σ_ij f_ij + r ≥ 0 by c·Σ_i f_ii + r ≥ 0, where c f ≥ 0; a product of two sums counts as a double sum."""
    for mono, coefficient in poly.terms.items():
        sums = [(base, x) for base, x in mono if isinstance(base, Atom) and base.kind == "sum" and x in (1, 2)]
        beside = monomial(frozenset(pair for pair in mono if pair not in sums), coefficient)
        names: list[str] = []
        spans: list[Any] = []
        body = ONE
        for base, exponent in sums:
            for _ in range(exponent):
                own, ranges, inside = open_binder(base)
                names, spans, body = [*names, *own], [*spans, *ranges], body * inside
        if coefficient < 0 or len(names) != 2 or spans[0] != spans[1] or not is_nonnegative(beside * body):
            continue
        merged = sum_over_all([(names[0], spans[0])], substitute(body, {names[1]: symbol(names[0])}))
        yield [Goal(poly - monomial(mono, coefficient) + beside * merged, strict)]


def _shares(base: Any, exponent: Any) -> list[tuple[Poly, Poly, Poly]]:
    """What one factor may give to f, g and w."""
    whole = monomial(frozenset(((base, exponent),)))
    found = [(whole, ONE, ONE), (ONE, whole, ONE)]
    if isinstance(exponent, int) and exponent % 2 == 0:
        half = monomial(frozenset(((base, exponent // 2),)))
        found.append((half, half, ONE))
    if is_nonnegative(whole):
        found.append((ONE, ONE, whole))
    return found


def one_term(poly: Poly, strict: bool) -> Proposals:
    """c·Σ_j f(j) + r ≥ 0 by c·f(i) + r ≥ 0, where f ≥ 0 and i is an index of the claim in the same range."""
    for mono, coefficient in poly.terms.items():
        for base, exponent in mono:
            beside = monomial(mono - {(base, exponent)}, coefficient)
            if coefficient < 0 or exponent != 1 or not isinstance(base, Atom) or base.kind != "sum":
                continue
            names, ranges, body = open_binder(base)
            if len(names) == 1 and is_nonnegative(body) and is_nonnegative(beside):
                rest = poly - monomial(mono, coefficient)
                for index in sorted(rest.free):
                    if _in(index, ranges[0]):
                        yield [Goal(rest + beside * substitute(body, {names[0]: symbol(index)}), strict)]


def at_most_one(poly: Poly) -> Known:
    """1 − p_i ≥ 0 for every entry in poly of an array of nonnegative entries that sum to 1."""
    found = []
    for inner in dict.fromkeys(atoms_of(poly)):
        if inner.kind != "comp" or len(inner.args[1]) != 1 or not facts().has(inner.args[0], "nonnegative"):
            continue
        place = inner.args[1][0].atom
        span = span_of(place.args[0]) if place is not None and place.kind == "sym" else None
        if span is not None and span[1] != INFINITY:
            index = fresh()
            if sum_over(next(iter(index.free)), span[0], span[1], moved(inner.args[0], (index,))) == ONE:
                found.append((ONE - atom(inner), False))
    return tuple(found)


def _in(name: str, span: Any) -> bool:
    known = span_of(name)
    return known is not None and tuple(known) == tuple(span)


def forms(poly: Poly, strict: bool) -> Proposals:
    """c·Σ K_ij u_i u_j + r ≥ 0 by r ≥ 0 for c ≥ 0 and K = I or positive definite, or its inverse."""
    for mono, coefficient in poly.terms.items():
        for base, exponent in mono:
            beside = monomial(mono - {(base, exponent)}, coefficient)
            closed = exponent == 1 and isinstance(base, Atom) and base.kind == "sum"
            if closed and is_nonnegative(beside) and _form(base):
                yield [Goal(poly - monomial(mono, coefficient), strict)]


def _form(functional: Atom) -> bool:
    """Is Σ = Σ_s w_s (Σ_a h_sa)², or the same with a positive definite kernel between the halves?"""
    names, ranges, body = open_binder(functional)
    single = body.single()
    if single is None or single[0] < 0 or len(names) > _INDICES:
        return False
    spans = dict(zip(names, ranges, strict=True))
    kernels: list[Any] = [None, *(pair for pair in single[1] if _kernel(*pair))]
    for count in range(len(names)):
        for shared in combinations(names, count):
            for kernel in kernels:
                if _halved(single[1] - {kernel}, spans, frozenset(shared), kernel):
                    return True
    return False


def _kernel(base: Any, exponent: Any) -> bool:
    """An entry of a positive definite matrix, or of the inverse of one."""
    if exponent != 1 or not isinstance(base, Atom):
        return False
    if base.kind == "inv":
        base = base.args[0].args[2].atom
    return base is not None and base.kind == "scomp" and facts().has(base.args[0], "positive definite")


def _halved(mono: Monomial, spans: dict[str, Any], shared: frozenset[str], kernel: Any) -> bool:
    """Do the factors fall into weights over shared indices and pairs of halves that are alike?"""
    own = [name for name in spans if name not in shared]
    if any(name in bound.free for span in spans.values() for bound in span for name in own):
        return False
    ends = _ends(kernel, own) if kernel is not None else ()
    if ends is None:
        return False
    weights = [pair for pair in mono if not _touched(pair, own)]
    if not all(is_nonnegative(monomial(frozenset((pair,)))) for pair in weights):
        return False
    groups = _groups([pair for pair in mono if _touched(pair, own)], own)
    if len(groups) != 2:
        return False
    (first, one), (second, other) = groups
    if not first or len(first) != len(second):
        return False
    if ends and not (len(first) == 1 and {*first, *second} == set(ends)):
        return False
    return _alike(sorted(first), one, sorted(second), other, spans)


def _ends(kernel: Any, own: list[str]) -> tuple[str, ...] | None:
    """The two bare indices of a kernel."""
    base = kernel[0]
    places = base.args[1] if base.kind == "scomp" else base.args[1:]
    names = [place.atom.args[0] for place in places if place.atom is not None and place.atom.kind == "sym"]
    return tuple(names) if len(set(names)) == 2 and set(names) <= set(own) else None


def _touched(pair: Any, own: list[str]) -> set[str]:
    return {name for name in own if any(name in getattr(part, "free", ()) for part in pair)}


def _groups(pairs: list[Any], own: list[str]) -> list[tuple[set[str], list[Any]]]:
    """Factors that hang together by indices that are not shared."""
    groups: list[tuple[set[str], list[Any]]] = []
    for pair in pairs:
        met = _touched(pair, own)
        joined = [group for group in groups if group[0] & met]
        groups = [group for group in groups if not any(group is each for each in joined)]
        groups.append((met.union(*(g[0] for g in joined)), [pair, *(p for g in joined for p in g[1])]))
    return groups


def _alike(first: list[str], one: list[Any], second: list[str], other: list[Any], spans: dict[str, Any]) -> bool:
    """Is the second half the first with its indices renamed?"""
    here = _text(one, {name: f"?{place}" for place, name in enumerate(first)})
    for order in permutations(second):
        same = all(spans[a] == spans[b] for a, b in zip(first, order, strict=True))
        if same and _text(other, {name: f"?{place}" for place, name in enumerate(order)}) == here:
            return True
    return False


def _text(pairs: list[Any], names: dict[str, str]) -> list[str]:
    return sorted(key(base, names) + "^" + key(exponent, names) for base, exponent in pairs)
