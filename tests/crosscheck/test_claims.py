"""Every construct and law that experiments reach, by claims whose truth is known (claims.jsonl)."""

import json
from pathlib import Path

import pytest

from symbolic.crosscheck.experiments import crosscheck
from symbolic.given import read_given
from symbolic.given.bare import with_bounds
from symbolic.notation import read
from symbolic.notation.tree import Chain

CLAIMS = [json.loads(line) for line in Path(__file__).with_name("claims.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("case", CLAIMS, ids=lambda case: case["claim"])
def test_experiments_tell_true_from_false(case: dict[str, str]) -> None:
    table = read_given(case["given"])
    chain = read(case["claim"], table)
    assert isinstance(chain, Chain)
    chain = with_bounds(chain, table)
    ((relation, right),) = chain.links
    outcome = crosscheck(chain.first, relation, right, table)
    assert outcome.status == ("agrees" if case["truth"] else "differs"), outcome.reason
    assert (outcome.counterexample is None) == bool(case["truth"])
