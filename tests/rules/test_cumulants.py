"""Cumulants and their generating function: proved, refuted, read back, of no other things than random quantities."""

from __future__ import annotations

import pytest

from symbolic.api import given

LAWS = (
    "r, b : positive\nX : random integer, poisson(r)\nZ : random scalar, exponential(b)\nX, Z : independent\n"
    "t : real"
)


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\kappa_3(X) = r", "proved"),
        (r"\kappa_3(X) = r^2", "refuted"),
        (r"\kappa_4(Z) = 6/b^4", "proved"),
        (r"\kappa_4(Z) = 9/b^4", "refuted"),
        (r"\kappa_4(X + Z) = \kappa_4(X) + \kappa_4(Z)", "proved"),
        (r"\kappa_3(2X) = 4\kappa_3(X)", "refuted"),
        (r"\operatorname{cum}(X, X, Z) = 0", "proved"),
        (r"\operatorname{cum}(X, X, X) = 0", "refuted"),
        ("K_X(t) = r(e^t - 1)", "proved"),
        ("K_X(t) = r e^t", "refuted"),
        (r"K_{X}(t) = \log M_X(t)", "proved"),
    ],
)
def test_cumulants_of_named_laws(claim: str, verdict: str) -> None:
    assert given(LAWS).prove(claim).verdict == verdict


def test_a_cumulant_is_printed_as_it_is_read() -> None:
    read = given(LAWS).read_claim(r"\kappa_3(X) = r")
    assert given(LAWS).read_claim(given(LAWS).plain(read)) == read


def test_a_declared_letter_keeps_its_meaning() -> None:
    found = given(LAWS + "\nκ : vector(5)").prove(r"\kappa_3(X) = r")
    assert found.verdict != "proved" and "cumulant" not in found.read_as


def test_a_cumulant_of_no_order_stays_undecided() -> None:
    assert given(LAWS + "\nn : dimension").prove("cumulant(X, n) = r").verdict not in ("proved", "refuted")
