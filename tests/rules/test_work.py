"""What would grow without end is stopped by counted work, and says so; what SymPy can't take is given up."""

from __future__ import annotations

import pytest

from symbolic.decide import decide
from symbolic.given import read_given
from symbolic.notation import tree
from symbolic.notation.reader import read
from symbolic.rules.metered import metered

VECTORS = "x, y, z, w : random vector(n), iid, normal, mean 0, variance 1; x, y, z, w : independent"

GROWING = [
    ("x : random vector(n), iid, mean 0, variance 1", "E[(∑_i x_i)^200] = 1"),
    (VECTORS, "E[((x·y)(z·w)(x·z)(y·w))^6] = 1"),
    ("x : real", "((((x + 1)^9 + 1)^9 + 1)^9 + 1)^9 = 1"),
]


@pytest.mark.parametrize(("given", "claim"), GROWING)
def test_growth_is_stopped_by_work(given: str, claim: str) -> None:
    found = _decided(given, claim)
    assert found.status == "unknown" and found.stopped_by is not None and "work" in found.stopped_by


@pytest.mark.parametrize(
    ("given", "claim"),
    [
        ("A : matrix(n, n)", "det(A + I)^50 = 3"),
        ("nu : at least 5; T : random scalar, student(nu)", "E[exp(exp(T))] = 3"),
    ],
)
def test_what_no_rule_reaches_is_unknown(given: str, claim: str) -> None:
    assert _decided(given, claim).status == "unknown"


def test_what_fits_is_still_worked_out() -> None:
    given = "q, k : random vector(d), iid, normal, mean 0, variance 1; q, k : independent"
    assert _decided(given, "E[(q·k)^8] = 105 d (d + 2) (d + 4) (d + 6)").status == "equal"


def test_a_question_to_sympy_ends_at_its_bound() -> None:
    def endless() -> int:
        while True:
            abs(-1)

    assert metered(endless, calls=1000) is None


def _decided(given: str, claim: str):  # type: ignore[no-untyped-def]
    table = read_given(given)
    chain = read(claim, table)
    assert isinstance(chain, tree.Chain)
    ((relation, right),) = chain.links
    return decide(chain.first, relation, right, table)
