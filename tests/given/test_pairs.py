"""Sums over pairs of indices that a given declares: both bound, unless the claim speaks of one elsewhere."""

from __future__ import annotations

import pytest

from symbolic.api import given

TEXT = "n : dimension\nn >= 2\ni, j : index(n)\nw : matrix(n, n)\nx : vector(n)"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        (r"\sum_{i\ne j}x_ix_j=\left(\sum_ix_i\right)^2-\sum_ix_i^2", "proved"),
        (r"\sum_{i\ne j}x_ix_j=\left(\sum_ix_i\right)^2", "refuted"),
        (r"\sum_{i\ne j}w_{ij}=\sum_i\sum_jw_{ij}-\operatorname{tr}w", "proved"),
        (r"\sum_{j\ne i}w_{ij}=\sum_jw_{ij}-w_{ii}", "proved"),
        (r"\sum_{j\ne i}1=n-1", "proved"),
        (r"\sum_{1\le i<j\le n}1=n(n-1)", "refuted"),
        (r"\sum_{i<j}x_ix_j=\left(\sum_ix_i\right)^2-\sum_ix_i^2", "refuted"),
    ],
)
def test_which_indices_a_condition_binds(claim: str, verdict: str) -> None:
    assert given(TEXT).prove(claim).verdict == verdict
