"""What the typesetters are given: the LaTeX of every statement of the cases, and of trees drawn at random."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from hypothesis import HealthCheck, given, seed, settings

from symbolic.given import GivenError, read_given
from symbolic.notation import ReadError, latex, read
from symbolic.notation.tree import Node
from tests.notation.strategies import TABLE, statements

CASES = Path(__file__).parents[1] / "cases"


def cases() -> Iterator[dict[str, str]]:
    """Every case that has a claim in LaTeX."""
    for path in sorted(CASES.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield json.loads(line)


def of_cases() -> list[str]:
    """The claims of the cases, printed in LaTeX; without those that are not to be read."""
    printed = {}
    for case in cases():
        try:
            table = read_given(case["given"])
            printed[latex(read(case["claim"], table), table)] = None
        except (GivenError, ReadError):
            continue
    return list(printed)


def drawn(count: int = 300) -> list[str]:
    """`count` random statements, the same ones each time."""
    printed: dict[str, None] = {}

    @seed(1)
    @settings(max_examples=count, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(statements)
    def draw(tree: Node) -> None:
        printed[latex(tree, TABLE)] = None

    draw()
    return list(printed)
