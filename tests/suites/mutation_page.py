"""page(results): what numbers made of the mutants, as a page for the documentation."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator

from tests.suites.mutation import Result, fate, why

HEAD = """\
# Slips that numbers catch

Every true claim of the cases and of the library is made wrong by one slip, at every place and on every side, and judged
by experiments alone, the rules switched off. This page is written by

    python -m tests.suites.mutation RESULTS.jsonl --processes 2 --report docs/mutation.md

which resumes where it was stopped; `--again` judges anew what was not refuted, as after a change of the experiments.
`tests/suites/test_mutation.py` does the same for a small seeded sample in each test run.

A mutant is *refuted* where a counterexample was found. It *holds* where the rules prove it after all, or where a reason
is given below: a slip need not do harm (a transpose of a symmetric matrix, a weaker bound). It *survived* where numbers
agree and neither says that it holds, and is *unreached* where no experiment could evaluate it.
"""


def page(results: Iterable[Result]) -> str:
    """The whole page, in Markdown."""
    last = {result.key: result for result in results}
    true = [result for result in last.values() if result.kind == "none"]
    made = [result for result in last.values() if result.kind != "none"]
    return "\n".join([HEAD, *_figures(true, made), *_table(made), *_lists(true, made)]) + "\n"


def rate(results: Iterable[Result]) -> tuple[float, float]:
    """(share refuted of what could be evaluated and does not hold, share that no experiment reached)."""
    count = Counter(fate(result) for result in results)
    return count["refuted"] / max(1, count["refuted"] + count["survived"]), count["unreached"] / max(1, count.total())


def _figures(true: list[Result], made: list[Result]) -> Iterator[str]:
    refuted, unreached = rate(made)
    wrong = [result for result in true if result.numbers == "refuted"]
    reached = sum(result.numbers == "agrees" for result in true)
    yield f"- {len(true)} true claims: {len(wrong)} refuted, {reached} confirmed, {len(true) - reached} unreached."
    yield f"- {len(made)} mutants: {100 * refuted:.2f} % of those that were evaluated and do not hold are refuted;"
    yield f"  {100 * unreached:.2f} % of all are unreached.\n"


def _table(made: list[Result]) -> Iterator[str]:
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    for result in made:
        kinds[result.kind][fate(result)] += 1
    yield "| slip | made | refuted | hold | survived | unreached |"
    yield "| --- | --- | --- | --- | --- | --- |"
    rows = [*sorted(kinds.items()), ("all", sum(kinds.values(), Counter()))]
    for kind, count in rows:
        numbers = [count.total(), *(count[name] for name in ("refuted", "holds", "survived", "unreached"))]
        yield f"| {kind} | {' | '.join(map(str, numbers))} |"


def _lists(true: list[Result], made: list[Result]) -> Iterator[str]:
    yield "\n## Survived\n"
    yield from _listed([result for result in made if fate(result) == "survived"], lambda r: why(r)[0])
    yield "\n## Hold, for a reason that no rule gives\n"
    yield from _listed([result for result in made if fate(result) == "holds" and why(result)[1]], lambda r: why(r)[0])
    yield "\n## True claims that no experiment reached\n"
    yield from _listed([result for result in true if result.numbers == "unclear"], lambda result: result.reason)
    yield "\n## Unreached\n"
    yield from _listed([result for result in made if fate(result) == "unreached"], lambda result: result.reason)


def _listed(results: list[Result], reason: Callable[[Result], str]) -> Iterator[str]:
    """The mutants by reason, each with its claim and the number of its slip."""
    groups: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        groups[reason(result)].append(result)
    for said, members in sorted(groups.items(), key=lambda group: -len(group[1])):
        yield f"- {said or 'not explained'} ({len(members)}):"
        yield from (f"  - {result.key}: `{result.claim}`" for result in sorted(members, key=lambda r: r.key))
    if not results:
        yield "None."
