"""Slips are single and new, and each kind of slip makes at least one tree."""

from __future__ import annotations

from symbolic.api import Given
from symbolic.slips import NAMES, PARTS, WHOLES, slips

GIVEN = Given(
    "m, n : dimension; A, B : matrix(n, n); x, y : vector(n); p, q : real; i, j : index(n); "
    "k : integer; s_1, s_2 : real"
)
FORMULAS = (
    "√(x_i^2 + p) + 1 - p", r"\frac{x_i + p}{n - 1 + p}", r"A^\top x", r"\sum_{i=1}^n x_i^3", r"A_{ij} \delta_{ij}",
    "softmax(x)", "p n", "p^{-1}", "A + B", "e^{p}", r"k \sum_{l=1}^i x_l^2", "s_1/s_2", "e^{k + p k}",
)  # fmt: skip


def test_every_slip_differs_from_the_formula_and_from_the_others() -> None:
    for text in FORMULAS:
        formula = GIVEN.read(text)
        made = [slip.node for slip in slips(formula, GIVEN.table)]
        assert formula not in made
        assert len(set(made)) == len(made)


def test_every_kind_of_slip_occurs() -> None:
    named = {slip.name for text in FORMULAS for slip in slips(GIVEN.read(text), GIVEN.table)}
    kinds = {name for name, _ in (*PARTS, *WHOLES)} | {name.format("k") for name, _ in NAMES}
    assert kinds <= named, kinds - named
