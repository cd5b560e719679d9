"""Random and mutated inputs to the reader and to the given: each is read, or stopped with a place.

By hand, a million:  COMPANION_LONG=1 python -m pytest tests/notation/test_fuzz.py -s
"""

from __future__ import annotations

import json
import resource
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

from symbolic.given import GivenError, read_given
from symbolic.language.symbols import Table
from symbolic.notation import ReadError, latex, plain, read, unicode
from symbolic.notation.scope import Undeclared

HERE = Path(__file__).parent
PIECES = [
    "\\frac{", "\\sum_{i=1}^n", "\\left(", "\\right)", "\\left.", "\\right|_{x=0}", "\\begin{cases}",
    "\\end{cases}", "\\text{for all }", "\\quad", "\\mid", "|", "‖", "\\|", "{", "}", "[", "]", "(", ")", "_",
    "^", "&", "\\\\", ",", ";", ":", "=", "∼", "\\overset{iid}{\\sim}", "∫", " dx", "∂", "∇", "\\hat", "′", "!",
    "%", "\\#", "\\{", "\\}", "⟨", "⟩", "⟹", "∀", "∃", "E[", "KL(", "min_{", "x_{1:T}", "x_{<t}", "\\pdv{",
    "\\dv[2]", "12", "0.5", "…", "\\underbrace{", "é", "𝔼", "²", "ᵀ", "\x00", "\t", "\n", "iid", "normal",
    "mean 0", "random vector(d)", "# ", "lemma L1: ", "use ",
]  # fmt: skip


@dataclass
class Report:
    """What a run saw: how many inputs and trees, the slowest input, the memory in MB, and what fell."""

    inputs: int = 0
    read: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    slowest_input: str = ""
    megabytes: float = 0.0
    fallen: list[tuple[str, str]] | None = None

    def __str__(self) -> str:
        rate = self.inputs / max(self.seconds, 1e-9)
        return (
            f"{self.inputs} inputs, {self.read} read, {rate:.0f} a second, slowest {self.slowest:.3f} s, "
            f"{self.megabytes:.0f} MB, {len(self.fallen or [])} fell; slowest input: {self.slowest_input[:200]!r}"
        )


def corpus() -> list[str]:
    """Formulas and givens to start from."""
    texts = [json.loads(line) for line in (HERE / "texts.jsonl").read_text("utf-8").splitlines()]
    cases = [
        json.loads(line)
        for name in ("formulas", "mistakes", "more")
        for line in (HERE.parent / "cases" / f"{name}.jsonl").read_text("utf-8").splitlines()
    ]
    claims = [case[form] for case in cases for form in ("claim", "unicode") if case.get(form)]
    return [*(text["formula"] for text in texts), *claims, *(text["given"] for text in texts), *_givens(cases)]


def _givens(cases: list[dict[str, str]]) -> list[str]:
    return [case["given"] for case in cases if isinstance(case.get("given"), str)]


def mutated(random: Random, seeds: list[str]) -> str:
    """A seed cut, doubled, spliced and strewn with pieces; one in ten is made of pieces alone."""
    if random.random() < 0.1:
        return "".join(random.choice(PIECES) for _ in range(random.randint(1, 60)))
    text = random.choice(seeds)
    for _ in range(random.randint(1, 6)):
        at, to = sorted((random.randint(0, len(text)), random.randint(0, len(text))))
        to = min(to, at + random.randint(0, 30))
        other = random.choice(seeds)
        start = random.randint(0, len(other))
        text = random.choice(
            (
                text[:at] + text[to:],
                text[:at] + text[at:to] * random.randint(2, 8) + text[to:],
                text[:at] + random.choice(PIECES) * random.randint(1, 3) + text[at:],
                text[:at] + other[start : start + 40] + text[to:],
                text[:at] + chr(random.choice((random.randint(0, 127), random.randint(0, 0x2FFF)))) + text[to:],
            )
        )
    return text[:4000]


def inputs(seed: int, count: int) -> Iterator[str]:
    """`count` inputs from one seed."""
    random, seeds = Random(seed), corpus()
    for _ in range(count):
        yield mutated(random, seeds)


def run(seed: int, count: int) -> Report:
    """Each input through the reader, strict and permissive, the printers and, one in four, the given."""
    table = read_given("x, y : vector(n); A : matrix(n, n); a, b : real; X : random scalar; f : function; p : density")
    report, begun = Report(fallen=[]), time.perf_counter()
    for number, text in enumerate(inputs(seed, count)):
        start = time.perf_counter()
        try:
            report.read += one(text, table, number)
        except Exception as problem:
            report.fallen.append((text, repr(problem)))  # type: ignore[union-attr]
        spent = time.perf_counter() - start
        if spent > report.slowest:
            report.slowest, report.slowest_input = spent, text
        report.inputs += 1
    report.seconds = time.perf_counter() - begun
    report.megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return report


def one(text: str, table: Table, number: int) -> bool:
    """Is the input read by some reader?  Whatever is no tree is a ReadError or a GivenError."""
    found = False
    unknown: list[Undeclared] | None = [] if number % 2 else None
    with suppress(ReadError):
        tree = read(text, table, undeclared=unknown)
        (latex, unicode, plain)[number % 3](tree, table)
        found = True
    if number % 4 == 0:
        with suppress(GivenError):
            read_given(text)
    return found
