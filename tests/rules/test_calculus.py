"""Derivatives: laws on random expressions, numbers, the identities of matrix calculus, and what SymPy gets wrong."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from symbolic.algebra.atoms import Atom
from symbolic.algebra.binders import lam
from symbolic.algebra.facts import assuming
from symbolic.algebra.fractions import is_zero
from symbolic.algebra.functions import OPENINGS, function
from symbolic.algebra.indices import delta, entry
from symbolic.algebra.poly import ONE, ZERO, Poly, atom, constant, symbol
from symbolic.algebra.powers import exponential, power
from symbolic.lowering.scope import Unsupported
from symbolic.rules.calculus import RULES, differentiate
from symbolic.rules.derivatives import DERIVATIVES
from symbolic.rules.values import value
from tests.algebra.evaluate import World
from tests.algebra.evaluate import value as evaluated
from tests.algebra.strategies import SIZE, Pair, PlainFacts, pairs, world
from tests.rules.worlds import matrix, real, situation, total, vector

RELAXED = settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
ROW, COLUMN, LABEL, SCALE = map(symbol, ("i", "j", "k", "a"))


@pytest.fixture(autouse=True)
def plain_facts() -> Iterator[None]:
    with assuming(PlainFacts(work=50_000_000)):
        yield


def by(poly: Poly, target: Poly) -> Poly:
    inner = target.atom
    assert inner is not None
    return differentiate(poly, inner)


TARGETS = st.sampled_from([SCALE, entry("x", (COLUMN,)), entry("A", (ROW, COLUMN)), entry("A", (ROW, ROW))])


@RELAXED
@given(pairs(depth=2), pairs(depth=2), TARGETS, st.integers(-3, 3))
def test_linear(f: Pair, g: Pair, target: Poly, c: int) -> None:
    combined = f.poly + g.poly.scale(Fraction(c))
    assert is_zero(by(combined, target) - by(f.poly, target) - by(g.poly, target).scale(Fraction(c)))


@RELAXED
@given(pairs(depth=2), pairs(depth=2), TARGETS)
def test_product_rule(f: Pair, g: Pair, target: Poly) -> None:
    assert is_zero(by(f.poly * g.poly, target) - by(f.poly, target) * g.poly - f.poly * by(g.poly, target))


@RELAXED
@given(pairs(depth=2), TARGETS)
def test_chain_rule(f: Pair, target: Poly) -> None:
    assert is_zero(by(function("sin", (f.poly,)), target) - function("cos", (f.poly,)) * by(f.poly, target))
    square = f.poly * f.poly
    assert is_zero(by(power(square + 1, -1), target) + by(square, target) * (square + 1) ** -2)


@RELAXED
@given(pairs(depth=2), TARGETS, TARGETS)
def test_derivatives_commute(f: Pair, first: Poly, second: Poly) -> None:
    if first.free.isdisjoint({"i", "j"}) or second.free.isdisjoint({"i", "j"}):
        assert is_zero(by(by(f.poly, first), second) - by(by(f.poly, second), first))


@RELAXED
@given(pairs(), st.integers(0, 8), st.sampled_from(["a", "x", "A"]))
def test_agrees_with_differences(f: Pair, seed: int, kind: str) -> None:
    here = world(seed)
    target = {"a": SCALE, "x": entry("x", (COLUMN,)), "A": entry("A", (ROW, COLUMN))}[kind]
    i, j = (int(here.scalars[name]) - 1 for name in "ij")

    def moved(step: float) -> float:
        arrays = {name: np.array(each) for name, each in here.arrays.items()}
        scalars = dict(here.scalars)
        if kind == "a":
            scalars["a"] += step
        else:
            arrays[kind][(j,) if kind == "x" else (i, j)] += step
        return f.value(World(scalars, arrays), {})

    step = 1e-4
    expected = (8 * (moved(step) - moved(-step)) - (moved(2 * step) - moved(-2 * step))) / (12 * step)
    size = 1 + abs(expected) + abs(moved(0))
    assert evaluated(by(f.poly, target), here) == pytest.approx(expected, rel=1e-6, abs=1e-7 * size)


@pytest.mark.parametrize("name", sorted(DERIVATIVES))
def test_elementary_functions_against_differences(name: str) -> None:
    import mpmath

    x = symbol("x")
    leading = (constant(2),) if name == "polygamma" else ()
    f = function(name, (*leading, x))
    slope = by(f, x)
    for at in ("0.3137", "0.7219"):
        with mpmath.workdps(40):
            here = mpmath.mpf(at)
            expected = mpmath.diff(lambda t: value(f, {Atom("sym", "x"): t}), here)
            assert abs(value(slope, {Atom("sym", "x"): here}) - expected) < mpmath.mpf(10) ** -12


def test_every_opened_function_has_a_derivative() -> None:
    """What stays an atom after opening is in the table of derivatives."""
    x = symbol("x")
    kept = {name for name in OPENINGS if (made := _opened(name, x)) is not None and made.kind == "fun"}
    assert kept - {"max", "min"} <= set(DERIVATIVES)


def _opened(name: str, x: Poly) -> Atom | None:
    try:
        return function(name, (x,)).atom
    except TypeError:
        return None


def test_an_unknown_function_has_no_derivative() -> None:
    with pytest.raises(Unsupported):
        by(atom(Atom("fun", "max", (lam((symbol("n"),), lambda m: entry("x", (m,))),))), entry("x", (ROW,)))


def softmax(i: Poly) -> Poly:
    return exponential(entry("z", (i,))) * power(total(lambda m: exponential(entry("z", (m,)))), -1)


def test_softmax_jacobian() -> None:
    jacobian = by(softmax(ROW), entry("z", (COLUMN,)))
    assert is_zero(jacobian - softmax(ROW) * (delta(ROW, COLUMN) - softmax(COLUMN)))
    assert not is_zero(jacobian - softmax(ROW) * delta(ROW, COLUMN))
    assert not is_zero(jacobian - softmax(ROW) * (ONE - softmax(COLUMN)))


def test_log_sum_exp_and_cross_entropy() -> None:
    log_sum = function("log", (total(lambda m: exponential(entry("z", (m,)))),))
    assert is_zero(by(log_sum, entry("z", (ROW,))) - softmax(ROW))
    loss = log_sum - entry("z", (LABEL,))
    hessian = by(by(loss, entry("z", (ROW,))), entry("z", (COLUMN,)))
    assert is_zero(hessian - softmax(ROW) * (delta(ROW, COLUMN) - softmax(COLUMN)))


def test_entropy_falls_as_the_scale_grows() -> None:
    def p(i: Poly) -> Poly:
        below = total(lambda m: exponential(SCALE * entry("z", (m,))))
        return exponential(SCALE * entry("z", (i,))) * power(below, -1)

    entropy = -total(lambda m: p(m) * function("log", (p(m),)))
    spread = total(lambda m: p(m) * entry("z", (m,)) ** 2) - total(lambda m: p(m) * entry("z", (m,))) ** 2
    assert is_zero(by(entropy, SCALE) + SCALE * spread)


def test_indices_are_not_captured() -> None:
    assert by(total(lambda m: entry("c", (m,)) * entry("x", (m,))), entry("x", (ROW,))) == entry("c", (ROW,))


def test_trace_of_a_square() -> None:
    square = total(lambda r: total(lambda s: entry("E", (s, r)) * entry("E", (s, r))))
    assert by(square - 3, entry("E", (ROW, COLUMN))) == entry("E", (ROW, COLUMN)).scale(Fraction(2))


def test_traces() -> None:
    x_squared_b = total(
        lambda r: total(lambda s: total(lambda u: entry("A", (r, s)) * entry("A", (s, u)) * entry("B", (u, r))))
    )

    def both_orders(m: Poly) -> Poly:
        return entry("A", (COLUMN, m)) * entry("B", (m, ROW)) + entry("B", (COLUMN, m)) * entry("A", (m, ROW))

    expected = total(both_orders)
    assert is_zero(by(x_squared_b, entry("A", (ROW, COLUMN))) - expected)
    trace = total(lambda r: total(lambda s: entry("B", (r, s)) * entry("A", (s, r))))
    assert by(trace, entry("A", (ROW, COLUMN))) == entry("B", (COLUMN, ROW))


def whole(name: str) -> Atom:
    return lam((symbol("n"), symbol("n")), lambda i, j: entry(name, (i, j)))


def inverse(name: str, i: Poly, j: Poly) -> Poly:
    from symbolic.algebra.matrix_atoms import inverse_entry

    return inverse_entry(whole(name), i, j)


def test_log_determinant_and_inverse() -> None:
    log_det = function("log", (atom(Atom("fun", "det", (whole("A"),))),))
    assert by(log_det, entry("A", (ROW, COLUMN))) == inverse("A", COLUMN, ROW)
    moved = by(inverse("A", ROW, COLUMN), entry("A", (COLUMN, ROW)))
    assert is_zero(moved + inverse("A", ROW, COLUMN) * inverse("A", ROW, COLUMN))


def test_inverse_against_numbers() -> None:
    here = world(4)
    slope = evaluated(by(inverse("A", ROW, COLUMN), entry("A", (COLUMN, ROW))), here)
    i, j = (int(here.scalars[name]) - 1 for name in "ij")
    step = np.zeros((SIZE, SIZE))
    step[j, i] = 1e-6
    a = here.arrays["A"]
    expected = (np.linalg.inv(a + step) - np.linalg.inv(a - step))[i, j] / 2e-6
    assert slope == pytest.approx(expected, rel=1e-5)


def test_symmetric_matrices() -> None:
    here = situation(matrix("S", "symmetric"), matrix("B"), vector("x"))
    with here.working():
        quadratic = total(lambda r: total(lambda s: entry("x", (r,)) * entry("S", (r, s)) * entry("x", (s,))))
        assert by(quadratic, entry("S", (ROW, COLUMN))) == entry("x", (ROW,)) * entry("x", (COLUMN,))
        with pytest.raises(Unsupported):
            by(total(lambda r: total(lambda s: entry("B", (r, s)) * entry("S", (s, r)))), entry("S", (ROW, COLUMN)))


def test_declared_functions() -> None:
    x, y = symbol("x"), symbol("y")
    f = function("f", (x * y,))
    assert is_zero(by(by(f, x), y) - by(by(f, y), x))
    assert not is_zero(by(f, x))
    of_array = atom(Atom("fun", "L", (lam((symbol("n"),), lambda m: entry("z", (m,)) ** 2),)))
    hessian = by(by(of_array, entry("z", (ROW,))), entry("z", (COLUMN,)))
    assert is_zero(hessian - by(by(of_array, entry("z", (COLUMN,))), entry("z", (ROW,))))


def test_product_over_an_index() -> None:
    from symbolic.algebra.sums import product_over

    f = product_over("m", ONE, symbol("n"), entry("x", (symbol("m"),)) ** 2 + 1)
    here = World({"n": 3, "i": 2}, {"x": np.array([0.3, 0.7, 1.1])})
    expected = (0.3**2 + 1) * (1.1**2 + 1) * 2 * 0.7
    assert evaluated(by(f, entry("x", (ROW,))), here) == pytest.approx(expected)


def test_notes_name_the_rules_used() -> None:
    here = situation(real("t"))
    with here.working():
        differentiate(total(lambda m: exponential(symbol("t") * entry("x", (m,)))), Atom("sym", "t"), here)
    assert {"derivative of a sum"} <= {reason.rule for reason in here.reasons} <= {rule.name for rule in RULES.values()}


def test_a_planted_slip_is_seen() -> None:
    x = entry("x", (COLUMN,))
    f = total(lambda m: entry("A", (ROW, m)) * entry("x", (m,)) ** 3)
    slope = by(f, x)
    here, transposed = entry("A", (ROW, COLUMN)), entry("A", (COLUMN, ROW))
    assert is_zero(slope - here * x * x * 3)
    for wrong in (transposed * x * x * 3, here * x * x, here * x * 3, ZERO):
        assert not is_zero(slope - wrong)


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        ("A : matrix(n, n), antisymmetric; x : vector(n)", "x^T A x = 0", "proved"),
        ("A : matrix(n, n), antisymmetric; S : matrix(n, n), symmetric", "tr(A S) = 0", "proved"),
        ("A : matrix(n, n), antisymmetric", "A^T = A", "refuted"),
        ("n : dimension; c : real", "det(c I) = c^n", "proved"),
        ("f : function; x : real; h -> 0", "(f(x + h) - f(x))/h = f'(x) + O(h^2)", "refuted"),
        ("A : matrix(n, n); ε -> 0", "(I + ε A)^{-1} = I - ε A + O(ε^2)", "proved"),
        ("A : matrix(n, n); ε -> 0", "det(I + ε A) = 1 + ε tr(A) + O(ε^2)", "proved"),
        ("A : matrix(n, n); ε -> 0", "det(I + ε A) = 1 + ε det(A) + O(ε^2)", "refuted"),
    ],
)
def test_structured_matrices_and_their_determinants(given: str, claim: str, verdict: str):
    from symbolic.api import Given

    assert Given(given).prove(claim).verdict == verdict
