"""I and 𝟏 without a size take the one that the formula or the given leaves, and none where several are possible."""

import pytest

from symbolic.api import Given
from symbolic.notation import tree


def units(node: tree.Node) -> set[tree.Node]:
    """The sizes that were put in."""
    calls = (part for part in tree.walk(node) if isinstance(part, tree.Call))
    return {call.arguments[0] for call in calls if call.function in (tree.Name("I"), tree.Name("𝟏"))}


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        ("n : dimension; H = I - 1/n 𝟏𝟏^T", "H^2 = H", "proved"),
        ("n : dimension; H = I - 1/n 𝟏𝟏^T", "tr(H) = n - 1", "proved"),
        ("n : dimension; H = I - 1/n 𝟏𝟏^T", "tr(H) = n", "refuted"),
        ("n : dimension; H = I - 1/n 𝟏𝟏^T; x : vector(n)", "H x = x - mean(x) 𝟏", "proved"),
        ("n : dimension", "tr(I) = n", "proved"),
        ("m, n : dimension; A : matrix(m, n)", "tr(I) = n", "undecided"),
        ("m, n : dimension; x : vector(n); y : vector(m)", "∂(x - mean(x) 𝟏)/∂x = I - 1/n 𝟏𝟏^T", "proved"),
        ("n : dimension; x : vector(n)", "∂(x - mean(x) 𝟏)/∂x = I - 𝟏𝟏^T", "refuted"),
    ],
)
def test_the_size_that_fits(given: str, claim: str, verdict: str):
    assert Given(given).prove(claim).verdict == verdict


@pytest.mark.parametrize(
    ("given", "claim", "verdict"),
    [
        ("m, n : dimension", "tr(I_n) = n", "proved"),
        ("m, n : dimension", "tr(I_n) = m", "refuted"),
        ("d : dimension", r"\operatorname{tr}(I_3) = 3", "proved"),
        ("d : dimension", r"\operatorname{tr}(I_3) = d", "refuted"),
        ("d : dimension", r"\operatorname{tr}(I_{d\times d}) = d", "proved"),
        ("A : matrix(m, n)", "A I_n = A", "proved"),
        ("A : matrix(m, n)", "A I_m = A", "refuted"),
        ("x : vector(n); m : dimension", r"\mathbf{1}_n^\top x = \sum_i x_i", "proved"),
        ("x : vector(n); m : dimension", r"\mathbf{1}_m^\top x = \sum_i x_i", "refuted"),
        ("n : dimension", r"(I_n - \frac1n\mathbf{1}_n\mathbf{1}_n^\top)\mathbf{1}_n = 0", "proved"),
        ("n : dimension", "tr(I_k) = n", "unread"),
        ("x : real; A : set", r"\mathbf{1}_{A}(x) = \mathbf{1}_A(x)^2", "undecided"),
    ],
)
def test_the_size_that_is_written_counts(given: str, claim: str, verdict: str):
    assert Given(given).prove(claim).verdict == verdict


def test_neighbours_that_say_the_size_are_left_alone():
    from symbolic.given.sizes import with_sizes

    face = Given("n : dimension; A : matrix(n, n); λ : real")
    claim = face.read("A + λ I = λ I + A")
    assert with_sizes(claim, face.table) is claim
    loose = face.read("A = I - 1/n 𝟏𝟏^T")
    assert units(with_sizes(loose, face.table)) == {tree.Name("n")}
