"""Identities of calculus as people write them, decided by the rules alone; and slips, which must not be proved.

`identities.txt` holds blocks: a name after `##`, the lines of a given, then claims after the words `true` and `false`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from symbolic.decide import decide
from symbolic.given import read_given
from symbolic.notation import tree
from symbolic.notation.reader import read


def cases() -> Iterator[tuple[str, str, bool]]:
    """(given, claim, is it true) of every case."""
    text = Path(__file__).with_name("identities.txt").read_text(encoding="utf-8")
    for block in text.split("## ")[1:]:
        lines = [line for line in block.splitlines()[1:] if line]
        given = "\n".join(line for line in lines if not line.startswith(("true ", "false ")))
        for line in lines:
            word, _, claim = line.partition(" ")
            if word in ("true", "false"):
                yield given, claim.strip(), word == "true"


CASES = list(cases())


def statuses(given: str, claim: str) -> set[str]:
    """What the rules say of the links of a claim."""
    table = read_given(given)
    chain = read(claim, table)
    assert isinstance(chain, tree.Chain)
    found, left = set(), chain.first
    for relation, right in chain.links:
        found.add(decide(left, relation, right, table).status)
        left = right
    return found


@pytest.mark.parametrize(("given", "claim"), [case[:2] for case in CASES if case[2]])
def test_true(given: str, claim: str) -> None:
    assert statuses(given, claim) == {"equal"}


@pytest.mark.parametrize(("given", "claim"), [case[:2] for case in CASES if not case[2]])
def test_false(given: str, claim: str) -> None:
    assert statuses(given, claim) != {"equal"}


@pytest.mark.parametrize(("given", "claim"), [case[:2] for case in CASES if case[2]])
def test_a_doubled_side_is_not_proved(given: str, claim: str) -> None:
    table = read_given(given)
    chain = read(claim, table)
    assert isinstance(chain, tree.Chain)
    relation, right = chain.links[0]
    if relation == "=" and right != tree.Number("0"):
        doubled = tree.Product((tree.Number("2"), right))
        assert decide(chain.first, relation, doubled, table).status != "equal"


def test_there_are_cases_of_both_kinds() -> None:
    assert len([case for case in CASES if case[2]]) > 100
    assert len([case for case in CASES if not case[2]]) > 10
