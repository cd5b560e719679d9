"""Every rule of the tables fires in a claim that NumPy confirms at generic values; a rule without a case is named.

`CASES` holds (given, claim).  A profiler watches which rules give a value while a claim is decided; the laboratory
judges the same claim without them, and where it agrees, it must refute the right side doubled.  The tables of laws,
densities, kernels and derivatives of functions have tests of their own in tests/rules, one for each row; openings,
inverses and supports in test_tables.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import cache
from types import CodeType, FrameType
from typing import Any

import pytest

from symbolic.crosscheck.experiments import crosscheck
from symbolic.decide import decide
from symbolic.derive import derive
from symbolic.given import read_given
from symbolic.notation import tree
from symbolic.notation.reader import read, read_expression
from symbolic.rules import calculus, moments_blocks
from symbolic.rules.inequalities import BOUNDS
from symbolic.rules.laws_information import LOG_MASS
from symbolic.rules.limits import RULES as LIMITS
from symbolic.rules.moments import STRATEGIES
from symbolic.rules.orders import RULES as ORDERS
from symbolic.rules.steps import STEPS
from symbolic.rules.theorems import THEOREMS

XYZ = "X, Y, Z : random scalar; a, b : real"
QK = "q, k : random vector(d), iid, mean 0, variance 1; q, k : independent"
NORMAL = "m, u : vector(d); S : matrix(d, d), positive definite; x : random vector(d), normal, mean m, covariance S"
LOGITS = "z : vector(n); i, j : index(n); c : positive; x : real"

CASES: tuple[tuple[str, str], ...] = (
    (XYZ, "E[E[X | Y]] = E[X]"),
    ("Y : random scalar, gamma(a, b); a, b : positive; X : random integer, poisson(Y)", "Var(X) = a/b + a/b^2"),
    ("N : random integer, poisson(r); r : positive; x : family(100) of random scalar, iid, mean mu, variance v; "
     "N, x : independent", "E[∑_{i=1}^N x_i] = r mu"),
    (NORMAL, "E[exp(u·x)] = exp(u·m + u' S u/2)"),
    (NORMAL, "E[(u·x)^2] = (u·m)^2 + u' S u"),
    ("w : vector(d); x : random vector(d), iid, normal, mean 0, variance 1", "E[max(0, w·x)^2] = ‖w‖^2/2"),
    ("x : random vector(n), iid, normal, mean 0, variance 1", "E[log(x·x)] = ψ(n/2) + log 2"),
    ("x : random vector(n), iid, normal, mean 0, variance 1; n >= 2", "E[x_1^2/(x·x)] = 1/n"),
    ("n : dimension; u : positive; A : matrix(n, n), positive definite; x : random vector(n), normal, mean 0,"
     " covariance I", "E[exp(-u x' A x)] = det(I + 2 u A)^(-1/2)"),
    ("p, n : dimension; n > p + 1; V : matrix(p, p), positive definite; W : random matrix(p, p), wishart(V, n)",
     "E[W^{-1}] = V^{-1}/(n - p - 1)"),
    (NORMAL, "E[cos(u·x)] = cos(u·m) exp(-u' S u/2)"),
    ("u, v : vector(d), unit norm; x : random vector(d), normal, mean 0, covariance I",
     "P(u·x > 0, v·x > 0) = 1/4 + arcsin(u·v)/(2 pi)"),
    ("X, Y : random scalar, exponential(1); X, Y : independent", "P(X = Y) = 0"),
    ("U : random vector(n), iid, uniform(0, 1)", "E[max_i U_i] - n/(n + 1) = 0"),
    ("p : vector(n), positive, sums to 1; f : vector(n); z : random integer, categorical(p)", "E[f_z] = ∑_i p_i f_i"),
    (QK, "Var(q·k) = d"),
    (QK, "E[‖q‖^2] = d"),
    ("x : random vector(d), iid, normal, mean 0, variance 1", "E[‖x‖] = sqrt(2) Gamma((d + 1)/2)/Gamma(d/2)"),
    (QK, "E[(q·k)^3] = d E[q_1^3] E[k_1^3]"),
    ("x : random vector(n), iid, bernoulli(p); p : in (0, 1); t : real", "E[exp(t x_1)] = 1 - p + p e^t"),
    ("x : family(n) of random scalar, iid, exponential(1)", "E[∏_{i=1}^n x_i] = 1"),
    ("x : family(n) of random scalar, iid, uniform(0, 1); y : vector(n)", "Var(∑_i y_i x_i) = ‖y‖^2/12"),
    ("X : random scalar, student(9)", "E[X^2] = 9/7"),
    ("X : random integer, binomial(n, p); n : integer, positive; p : in (0, 1)", "E[2^X] = (1 + p)^n"),
    ("X : random integer, poisson(r); r : positive", "P(X = 2) = r^2 e^{-r}/2"),
    ("X : random integer, geometric(p); p : in (0, 1)", "P(X = 3) = p (1 - p)^2"),
    ("X : random integer, geometric(p); p : in (0, 1); n : dimension", "P(X > n) = (1 - p)^n"),
    ("X : random integer, uniform integer(1, 6)", "P(X = 3) = 1/6"),
    ("X : random integer, binomial(4, p); p : in (0, 1)", "P(X = 2) = 6 p^2 (1 - p)^2"),
    ("X : random integer, bernoulli(p); p : in (0, 1)", "P(X = 1) = p"),
    ("X : random scalar, mean 0, symmetric law", "E[max(0, X)^2] = Var(X)/2"),
    ("X : random scalar, exponential(r); r, t : positive", "P(X > t) = exp(-r t)"),
    ("X, Y : random scalar, uniform(0, 1); X, Y : independent", "E[abs(X - Y)] = 1/3"),
    ("X : random scalar, rademacher", "E[exp(X)] = cosh(1)"),
    ("A : random matrix(n, n), wishart(V, k); V : matrix(n, n), positive definite; k : integer, at least 9",
     "E[A] = k V"),
    ("X : random scalar, second moment s; s : positive", "E[3 X^2] = 3 s"),
    ("q : random vector(d), mean 0, variance v, uncorrelated components; v : positive; w : vector(d)",
     "Var(w·q) = v ‖w‖^2"),
    ("X : random scalar, mean m, variance v, third central moment c; m, c : real; v : positive",
     "E[X^3] = c + 3 m v + m^3"),
    ("X : random scalar, mean m, variance v, symmetric law; m : real; v : positive", "E[X^3] = m^3 + 3 m v"),
    ("X, Y : random scalar; cov(X, Y) = c; c : real; X, Y : mean 0, variance 1; c : in (-1, 1)", "E[X Y] = c"),
    ("A, X : matrix(n, n)", "∂/∂X tr(A X) = A'"),
    ("S : matrix(n, n), symmetric; A : matrix(n, n)", "∂/∂S tr(S S) = 2 S"),
    ("X : matrix(n, n), invertible; a, b : vector(n)", "∂/∂X (a' X^{-1} b) = -(X^{-1})' a b' (X^{-1})'"),
    (LOGITS, "∂/∂z_i ∑_j exp(z_j) = exp(z_i)"),
    (LOGITS, "∂/∂z_i ∏_j (1 + z_j^2) = 2 z_i/(1 + z_i^2) ∏_j (1 + z_j^2)"),
    (LOGITS, "d/dx sin(x^2) = 2 x cos(x^2)"),
    (LOGITS, "∂ softmax(z)_i/∂z_j = softmax(z)_i (δ_ij - softmax(z)_j)"),
    (LOGITS, "d/dx max(0, x)^2 = 2 max(0, x)"),
    ("X : random scalar, mean 0; theta : real", "d/dtheta E[sin(theta X)] = E[X cos(theta X)]"),
    ("r : positive; x : real", "lim_{x→∞} exp(-r x) x^2 = 0"),
    ("x : real", "lim_{x→∞} (2 x^2 + 1)/(x^2 + 3) = 2"),
    ("x : real", "lim_{x→0} (x^2 + 3) = 3"),
    ("x : real", "lim_{x→∞} cos(1/x) = 1"),
    ("x : real", "lim_{x→0} (exp(x) - 1)/x = 1"),
    ("x : real", "lim_{x→0} (exp(x) - 1 - x)/x^2 = 1/2"),
    ("x : real", "lim_{x→∞} (x - log(exp(x) + 1)) = 0"),
    ("x : real", "lim_{x→0+} x log(x) = 0"),
    ("x : real", "lim_{x→∞} tanh(x) = 1"),
    ("n : dimension", "lim_{n→∞} Gamma(n + 1/2)/(Gamma(n) sqrt(n)) = 1"),
    ("n : dimension", "lim_{n→∞} (1 + 1/n)^n = e"),
    ("n : dimension", "lim_{n→∞} (∑_{k=1}^n 1/k - log(n)) = γ"),
    ("x : real", "lim_{x→∞} x (ψ(x + 1) - log(x)) = 1/2"),
    ("x : real", "lim_{x→∞} x^(1/x) = 1"),
    ("n : dimension", "lim_{n→∞} 1/n ∑_{k=1}^n cos(k/n) = sin(1)"),
    ("x : vector(n); G : random vector(n), iid, gumbel(0, 1); k : index(n)",
     "P(argmax_i (G_i + x_i) = k) = softmax(x)_k"),
    ("x : family(n) of random scalar, iid, normal, mean 0, variance 1",
     "lim_{n→∞} n Var(median(x_1, …, x_n)) = pi/2"),
    ("X : random scalar, exponential(1); c : positive", "P(X ≥ c) ≤ 1/c"),
    ("u : vector(d); x : random vector(d), normal, mean 0, covariance I", "E[(u·x)^4] = 3 ‖u‖^4"),
    ("X, Y, Z : random scalar, normal, mean 0, variance 1; X, Y, Z : jointly normal; X, Y : independent; "
     "cov(X, Z) = a; cov(Y, Z) = b; a, b : in (-1/2, 1/2)", "E[X Y Z^2] = 2 a b"),
    ("p : in (0, 1); X : random integer, bernoulli(p)", "H(X) = -p log(p) - (1 - p) log(1 - p)"),
    ("q, k : random vector(d), normal, mean 0, covariance I; q, k : independent", "E[(q·k)^4] = 3 d (d + 2)"),
    ("z : vector(n), unique maximum at 1; c : positive", "lim_{c→∞} softmax(c z)_1 = 1"),
    ("x : real", "lim_{x→0+} exp(-1/x) = 0"),
    ("X : random integer, uniform integer(1, 8)", "H(X) = log 8"),
    ("X : random integer, rademacher", "H(X) = log 2"),
    ("X : random scalar, mean 0, variance v; v, c : positive", "P(|X| ≥ c) ≤ v/c^2"),
    ("x, y : real", "x y ≤ x^2 + y^2"),
    ("x : positive", "x + 1/x ≥ 2"),
    ("A : matrix(m, n); x : vector(n)", "x' A' A x ≥ 0"),
    ("x : positive", "|sin(x)| ≤ x"),
    ("x, y : real", "|x + y| ≤ |x| + |y|"),
    ("x : vector(n)", "max_i x_i ≤ log(sum_i e^{x_i})"),
    ("x : real", "log(1 + e^x) > max(0, x)"),
    ("z : vector(n); i : index(n)", "softmax(z)_i ≤ 1"),
    ("x, y : vector(n)", "‖x + y‖ ≤ ‖x‖ + ‖y‖"),
    ("x, y : vector(n)", "(x·y)^2 ≤ ‖x‖^2 ‖y‖^2"),
    ("A : matrix(m, n); x : vector(n)", "‖A x‖ ≤ ‖A‖_F ‖x‖"),
    ("x : vector(n)", "‖x‖ ≤ ‖x‖_1"),
    ("X, Y : random scalar", "Var(E[X | Y]) ≤ Var(X)"),
    ("X : random scalar", "E[X]^2 ≤ E[X^2]"),
    ("X : random scalar", "|E[X]| ≤ E[|X|]"),
    ("X : random scalar", "exp(E[X]) ≤ E[exp(X)]"),
    ("p : vector(n), positive, sums to 1", "-sum_i p_i log(p_i) ≥ 0"),
    ("p, q : vector(n), positive, sums to 1", "sum_i p_i log(p_i/q_i) ≥ 0"),
    ("x : real", "1 + x ≤ e^x"),
)  # fmt: skip

#: Expressions whose written derivations take the rules of steps.
DERIVED: tuple[tuple[str, str], ...] = (
    (QK, "Var(q·k)"),
    (QK, "Var(3 q_1 + 2 k_1)"),
    (XYZ + "; X : mean 0, variance 1", "Var(2 X)"),
    (XYZ, "E[2 X + Y]"),
    (XYZ, "Var(X)"),
    (QK, "Var(q·k/sqrt(d))"),
    (QK, "E[q_1 k_1]"),
    (QK, "Var(q_1 k_1)"),
    (QK, "Var(q_1^2)"),
    (LOGITS + "; p = softmax(z)", "∂p_i/∂z_j"),
    (LOGITS, "∂softmax(z)_i/∂z_j"),
    (LOGITS, "d/dx (x^2 + exp(x))"),
    (LOGITS, "d/dx (x exp(x))"),
    ("x : family(n) of random scalar, iid, mean m, variance v; m : real; v : positive; a = 1/n sum_{i=1}^n x_i",
     "Var(a)"),
    ("c : real; X, Y : random scalar", "Var(c X + Y)"),
    ("c : real; X : random scalar", "Var(X + c)"),
    ("A : matrix(m, n); b : vector(m); x : vector(n); f = ‖A x - b‖^2 + b·(A x)", "∇_x f"),
    ("A : matrix(n, n); x : vector(n)", "∇_x (x' A x)"),
)


def rules() -> Iterator[tuple[str, Callable[..., Any]]]:
    """(table and name, the function) of every rule."""
    for rule in STRATEGIES:
        yield f"expectation: {rule.name}, {rule.apply.__name__}", rule.apply
    for each in moments_blocks.RULES:
        yield f"cumulant: {each.name}", each.apply
    for kind, one in calculus.RULES.items():
        yield f"derivative: {kind}", one.derive
    for limit in LIMITS:
        yield f"limit: {limit.name}", limit.apply
    for theorem in THEOREMS:
        yield f"theorem: {theorem.name}", theorem.rewrite
    for bound in BOUNDS:
        yield f"inequality: {bound.name}", bound.propose
    for order in ORDERS:
        yield f"order: {order.name}", order.propose
    for step in STEPS:
        yield f"step: {step.name}", step.rewrite
    for name, function in LOG_MASS.items():
        yield f"log mass: {name}", function


def watched(work: Callable[[], object]) -> set[CodeType]:
    """The code of every function that returned something other than None."""
    seen: set[CodeType] = set()

    def note(frame: FrameType, event: str, value: Any) -> None:
        if event == "return" and value is not None:
            seen.add(frame.f_code)

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return seen


def claim_of(given: str, claim: str) -> tuple[Any, tree.Node, str, tree.Node]:
    table = read_given(given)
    chain = read(claim, table)
    assert isinstance(chain, tree.Chain)
    ((relation, right),) = chain.links
    return table, chain.first, relation, right


@cache
def fired() -> frozenset[CodeType]:
    found: set[CodeType] = set()
    for given, claim in CASES:
        table, left, relation, right = claim_of(given, claim)
        found |= watched(lambda at=(left, relation, right, table): decide(*at))
    for given, expression in DERIVED:
        table = read_given(given)
        node = read_expression(expression, table)
        found |= watched(lambda at=(node, table): derive(*at))
    return frozenset(found)


@pytest.mark.parametrize(("given", "claim"), CASES)
def test_the_engine_and_numpy_agree(given: str, claim: str) -> None:
    table, left, relation, right = claim_of(given, claim)
    assert decide(left, relation, right, table).status == "equal"
    seen = crosscheck(left, relation, right, table).status
    assert seen != "differs"
    if seen == "agrees" and relation == "=" and decide(right, "=", tree.Number("0"), table).status != "equal":
        doubled = tree.Product((tree.Number("2"), right))
        assert crosscheck(left, relation, doubled, table).status == "differs"


@pytest.mark.parametrize("rule", [name for name, _ in rules()])
def test_every_rule_has_a_case(rule: str) -> None:
    assert dict(rules())[rule].__code__ in fired()
