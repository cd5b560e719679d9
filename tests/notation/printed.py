"""What the typesetters are given: the LaTeX of every statement of the cases, and of trees drawn at random."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from hypothesis import HealthCheck, given, seed, settings

from symbolic.given import GivenError, read_given
from symbolic.language.symbols import Table
from symbolic.notation import ReadError, latex, read
from symbolic.notation.tree import Node
from tests.notation.strategies import TABLE, statements

CASES = Path(__file__).parents[1] / "cases"


def cases() -> Iterator[dict[str, str]]:
    """Every case that has a claim in LaTeX."""
    for path in sorted(CASES.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            yield json.loads(line)


@cache
def trees() -> list[tuple[str, Node, Table]]:
    """(id, tree, table) of every claim of the cases, in both spellings; without those that are not to be read."""
    found = []
    for case in cases():
        for text in filter(None, (case["claim"], case.get("unicode"))):
            try:
                table = read_given(case["given"])
                found.append((case["id"], read(text, table), table))
            except (GivenError, ReadError):
                continue
    return found


def of_cases() -> list[str]:
    """The claims of the cases, printed in LaTeX, each once."""
    return list(dict.fromkeys(latex(tree, table) for _, tree, table in trees()))


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
