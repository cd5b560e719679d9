"""Closed numbers are told apart however close they are, and however large."""

from __future__ import annotations

import pytest

from tests.contract.verdicts import because, prove

TRUE = (
    r"e^{800}>1",
    r"\ln(e^{1000})=1000",
    r"\tanh(50)<1",
    r"10^{20}+1\ne10^{20}",
    r"\sqrt2\sqrt3=\sqrt6",
    r"\cosh(1000)^2-\sinh(1000)^2=1",
)
FALSE = (
    r"\pi=3.14159265358979",
    r"e^{-1000}=0",
    r"e^{\pi\sqrt{163}}=262537412640768744",
    r"\Phi(10)=1",
    r"\tanh(1000)\ge1",
    r"\frac{1000!}{998!}=999001",
)


@pytest.mark.parametrize("claim", TRUE)
def test_a_true_relation_of_numbers_is_accepted(claim: str) -> None:
    verdict = prove("", claim)
    assert verdict.verdict in ("proved", "checked"), because(verdict)


@pytest.mark.parametrize("claim", FALSE)
def test_a_false_relation_of_numbers_is_refuted(claim: str) -> None:
    verdict = prove("", claim)
    assert verdict.verdict == "refuted" and verdict.disagreement is None, because(verdict)


GIVEN = "n, m : dimension\nx : vector(n)\nA : matrix(n, n), positive definite\nb : vector(n)\nc = mean(x)"


def test_the_matrix_of_ones_takes_the_size_that_it_is_multiplied_with() -> None:
    assert prove(GIVEN, r"\frac1n\mathbf{1}\mathbf{1}^\top x=c\mathbf{1}").verdict == "proved"
    assert prove(GIVEN, r"\mathbf{1}\mathbf{1}^\top x=c\mathbf{1}").verdict == "refuted"


def test_a_place_that_nothing_declares_has_the_one_shape_that_fits() -> None:
    claim = r"\arg\min_y\left(\frac12y^\top Ay-b^\top y\right)"
    assert prove(GIVEN, claim + "=A^{-1}b").verdict == "proved"
    assert prove(GIVEN, claim + "=-A^{-1}b").verdict == "refuted"


def test_a_place_that_several_shapes_fit_refutes_nothing() -> None:
    verdict = prove(GIVEN, r"\arg\min_y\|y\|^2=0")
    assert verdict.verdict not in ("refuted", "proved"), because(verdict)
