"""Numbers alone against single slips: `python -m tests.suites.mutation RESULTS.jsonl` measures, resumes, and reports.

Every mutant (see `mutants`) of every true claim is judged by experiments with the rules switched off.  Those that were
not refuted are then shown to the rules: what these prove holds in truth, and is no survivor.  Beside them stand the
survivors that a person has explained (`explained.jsonl`).  `--again` judges anew what was not refuted, `--report PAGE`
writes the table, the survivors and what no experiment reached, `--each N` takes a seeded sample of N mutants a claim.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from multiprocessing import Process
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from symbolic.api import given
from symbolic.crosscheck.code.claim import read_code_claim
from symbolic.crosscheck.experiments import Worlds
from symbolic.crosscheck.judge import in_some_layout
from symbolic.crosscheck.links import Decide, Judged, Silent
from symbolic.decide import decide
from symbolic.derivations import entries, statement
from symbolic.given.bare import with_bounds
from symbolic.given.relevant import relevant
from symbolic.notation import plain
from symbolic.notation.tree import Chain
from symbolic.run.tasks import warm
from symbolic.run.worker import Worker
from tests.contract.verdicts import handed
from tests.suites.mutants import mutants

FILES = ("formulas", "mistakes", "peers", "code", "more")

#: Seconds that one mutant may take, as a guard; work is bounded by the experiments themselves.
SECONDS = 30.0


#: Mutants that numbers do not refute, each with the reason: {"id", "claim", "why", "holds": does it in truth}.
EXPLAINED = Path(__file__).with_name("explained.jsonl")


@cache
def explained() -> dict[tuple[str, str], tuple[str, bool]]:
    """(id, claim) to the reason, and whether the claim holds."""
    rows = [json.loads(line) for line in EXPLAINED.read_text(encoding="utf-8").splitlines()]
    return {(row["id"], row["claim"]): (row["why"], row["holds"]) for row in rows}


def why(result: Result) -> tuple[str, bool]:
    """What a person has said of a mutant: why it was not refuted, and whether it holds."""
    return explained().get((result.key.rsplit(" ", 1)[0], result.claim), ("", False))


@dataclass(frozen=True)
class Task:
    """One claim to be judged by numbers: `key` names the true claim and the number of its slip, 0 for none."""

    key: str
    kind: str
    given: str
    chain: Chain


@dataclass(frozen=True)
class Result:
    """What became of a mutant.

    numbers  refuted, agrees, or unclear
    truth    "true" where the rules prove it after all, "" where they were not asked, else "open"
    """

    key: str
    kind: str
    claim: str
    numbers: str
    truth: str
    reason: str


def true_claims() -> Iterator[tuple[str, str, Chain]]:
    """(id, given, chain) of every claim that is true: the cases', those behind right code, and the library's."""
    for file in FILES:
        for case in handed(file):
            if case["truth"] is True:
                yield case["id"], case["given"], _claim(case)
    for name, entry in entries().items():
        for step in entry.steps:
            found = statement(f"{name}.{step.name}")
            yield f"{name}.{step.name}", entry.given_of(step), found.chain


def _claim(case: dict[str, Any]) -> Chain:
    """The claim of a case; a formula of code beside itself, so that each slip of it must be told from it."""
    if "code" not in case:
        return given(case["given"]).read_claim(case["claim"])
    (formula,) = read_code_claim(case["claim"], given(case["given"]).table).rights
    return Chain(formula, (("=", formula),))


def tasks(each: int | None = None, seed: int = 0, claims: int | None = None) -> Iterator[Task]:
    """True claims as they are, all or a sample, each followed by its mutants, all or a sample."""
    chosen = list(true_claims())
    for key, text, chain in chosen if claims is None else Random(seed).sample(chosen, claims):
        table = given(text).table
        made = list(enumerate(mutants(chain, table), 1))
        if each is not None and len(made) > each:
            made = sorted(Random(f"{seed} {key}").sample(made, each), key=lambda pair: pair[0])
        yield Task(f"{key} 0", "none", text, chain)
        yield from (Task(f"{key} {number}", slip.kind, text, slip.chain) for number, slip in made)


def _silent(*_: Any) -> Silent:
    return Silent("the rules are switched off")


def _links(task: Task, rules: Decide) -> list[Judged]:
    """The links of a claim with these rules and without a value that they derive."""
    table = relevant(given(task.given).table, task.chain)
    with np.errstate(all="ignore"):
        return in_some_layout(with_bounds(task.chain, table), table, rules, Worlds(table), None)[0]


def judged(task: Task) -> Iterator[Result]:
    """What numbers say; of a mutant that they did not refute, what the rules say then."""
    claim = plain(task.chain, given(task.given).table)
    links = _links(task, _silent)
    status = [link.numeric.status for link in links]
    numbers = "refuted" if "differs" in status else "unclear" if "unclear" in status else "agrees"
    reason = next((link.numeric.reason for link in links if link.numeric.status == "unclear"), "")
    yield Result(task.key, task.kind, claim, numbers, "" if numbers == "refuted" else "open", reason)
    if numbers != "refuted":
        proved = all(link.symbolic.status == "equal" for link in _links(task, decide))
        yield Result(task.key, task.kind, claim, numbers, "true" if proved else "open", reason)


def measure(todo: list[Task], path: Path, seconds: float = SECONDS) -> None:
    """Judge every task in a worker of its own and append the results to a file of JSON lines."""
    warm()
    with Worker(judged) as worker, path.open("a", encoding="utf-8") as out:
        for task in todo:
            answer = worker.ask(task, seconds)
            found = answer.value or Result(task.key, task.kind, "", "unclear", "open", f"stopped: {answer.fate}")
            out.write(json.dumps(asdict(found), ensure_ascii=False) + "\n")
            out.flush()


def results(path: Path) -> list[Result]:
    """What was measured so far."""
    if not path.exists():
        return []
    return [Result(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def fate(result: Result) -> str:
    """refuted; "holds" where the rules or a person say that the slip does no harm; else survived or unreached."""
    if result.numbers == "refuted":
        return "refuted"
    if result.truth == "true" or why(result)[1]:
        return "holds"
    return "survived" if result.numbers == "agrees" else "unreached"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=Path)
    parser.add_argument("--each", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--again", action="store_true", help="judge anew what was not refuted")
    parser.add_argument("--report", type=Path)
    options = parser.parse_args()
    done = {result.key for result in results(options.results) if result.numbers == "refuted" or not options.again}
    todo = [task for task in tasks(options.each, options.seed) if task.key not in done]
    Random(options.seed).shuffle(todo)  # so that a part of the whole is a fair sample
    parts = [todo[k :: options.processes] for k in range(options.processes)]
    running = [Process(target=measure, args=(part, options.results)) for part in parts]
    for process in running:
        process.start()
    for process in running:
        process.join()
    if options.report is not None:
        from tests.suites.mutation_page import page

        options.report.write_text(page(results(options.results)), encoding="utf-8")


if __name__ == "__main__":
    main()
