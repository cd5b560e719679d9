"""Tables of functions, row by row, against mpmath and SciPy: identities that open a function, inverses, supports."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath
import pytest
from scipy import stats

from symbolic.algebra.functions import OPENINGS, function
from symbolic.algebra.poly import Poly, constant
from symbolic.decide import decide
from symbolic.given import read_given
from symbolic.notation import tree
from symbolic.notation.reader import read
from symbolic.rules.equations import INVERSES
from symbolic.rules.moments_discrete import VALUES
from symbolic.rules.values import value

#: name → (mpmath's function, its arguments); none of them special.
ORACLES: dict[str, tuple[Callable[..., Any], tuple[str, ...]]] = {
    "exp": (mpmath.exp, ("0.37",)), "log": (mpmath.log, ("2.6",)),
    "sqrt": (mpmath.sqrt, ("1.7",)), "abs": (abs, ("-1.3",)), "sign": (mpmath.sign, ("-0.4",)),
    "max": (max, ("0.3", "1.2")), "min": (min, ("0.3", "1.2")), "relu": (lambda x: max(x, 0), ("0.7",)),
    "sin": (mpmath.sin, ("-0.7",)), "cos": (mpmath.cos, ("-0.7",)), "tan": (mpmath.tan, ("0.7",)),
    "cot": (mpmath.cot, ("0.7",)), "sec": (mpmath.sec, ("0.7",)), "csc": (mpmath.csc, ("0.7",)),
    "sinh": (mpmath.sinh, ("0.7",)), "cosh": (mpmath.cosh, ("0.7",)), "tanh": (mpmath.tanh, ("0.7",)),
    "sech": (mpmath.sech, ("0.7",)), "Gamma": (mpmath.gamma, ("3.7",)), "psi": (mpmath.digamma, ("3.7",)),
    "polygamma": (lambda n, x: mpmath.polygamma(int(n), x), ("1", "3.7")),
    "factorial": (mpmath.factorial, ("5",)), "binom": (mpmath.binomial, ("7", "3")),
    "erf": (mpmath.erf, ("-0.7",)), "erfc": (mpmath.erfc, ("0.7",)), "erfinv": (mpmath.erfinv, ("-0.4",)),
    "arctan": (mpmath.atan, ("-0.7",)), "arcsin": (mpmath.asin, ("-0.7",)), "arccos": (mpmath.acos, ("-0.7",)),
    "normal cdf": (mpmath.ncdf, ("0.7",)), "normal quantile": (
        lambda q: mpmath.sqrt(2) * mpmath.erfinv(2 * q - 1), ("0.3",)
    ), "normal pdf": (mpmath.npdf, ("0.7",)),
    "log_base": (mpmath.log, ("2.6", "3")),
}  # fmt: skip
SUPPORTS = {
    "bernoulli": (stats.bernoulli, (Fraction(3, 10),)), "binomial": (stats.binom, (5, Fraction(3, 10))),
    "poisson": (stats.poisson, (Fraction(13, 10),)), "geometric": (stats.geom, (Fraction(2, 5),)),
    "uniform integer": (lambda a, b: stats.randint(int(a), int(b) + 1), (3, 7)),
}  # fmt: skip


def exact(number: str) -> Poly:
    return constant(Fraction(number))


def test_every_row_has_an_oracle() -> None:
    assert set(ORACLES) == set(OPENINGS)
    assert set(SUPPORTS) == set(VALUES)


@pytest.mark.parametrize("name", OPENINGS)
def test_openings(name: str) -> None:
    oracle, arguments = ORACLES[name]
    found = value(function(name, tuple(map(exact, arguments))), {})
    assert abs(found - oracle(*(mpmath.mpf(each) for each in arguments))) < 1e-12


@pytest.mark.parametrize("name", INVERSES)
def test_inverses(name: str) -> None:
    """f(f⁻¹(v)) = v."""
    inverse = INVERSES[name](exact("0.37"))
    assert inverse is not None
    oracle, _ = ORACLES[name]
    assert abs(oracle(value(inverse, {})) - mpmath.mpf("0.37")) < 1e-12


@pytest.mark.parametrize("name", VALUES)
def test_supports(name: str) -> None:
    law, parameters = SUPPORTS[name]
    found = [float(value(end, {})) if end.number is not None else float("inf") for end in
             VALUES[name](*(constant(each) for each in parameters))]  # fmt: skip
    assert found == [float(end) for end in law(*map(float, parameters)).support()]


@pytest.mark.parametrize(("claim", "status"), [("log_2(8) = 3", "equal"), ("log_2(8) = 4", "different"),
                                               ("exp(x, 2) = x", "unknown")])  # fmt: skip
def test_functions_of_other_numbers_of_arguments(claim: str, status: str) -> None:
    table = read_given("x : positive")
    chain = read(claim, table)
    assert isinstance(chain, tree.Chain)
    ((relation, right),) = chain.links
    assert decide(chain.first, relation, right, table).status == status
