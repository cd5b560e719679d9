"""An article of 1,000 formulas, by hand: `python -m tests.benchmarks.long_article [--formulas 1000] [--runs 3]`.

    length      seconds and memory against the number of formulas, one process, nothing kept
    again       a second run against the first
    section     processors' seconds of 100, 200 and 400 definitions in one section, and the ratios
    cores       two processes against one, in alternation, the best of the runs each; on a busy machine the clock tells
                little, and what the processors' seconds allow tells more

The article is made of the claims in tests/cases, each in a section with a given of its own; so that none is asked
twice, each round through them scales both sides by another number.  Memory is
the largest resident set of any process of the run.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path

CASES = Path(__file__).parents[1] / "cases"
FILES = ("formulas.jsonl", "more.jsonl")


@dataclass(frozen=True)
class Run:
    """One run of `companion check`: seconds by the clock and of processors, megabytes, the last line."""

    seconds: float
    processors: float
    megabytes: float
    counted: str


def claims() -> Iterator[tuple[str, str]]:
    """Given and claim of the cases with one equality, then the same again with both sides scaled by 3, 4, …"""
    rows = [json.loads(line) for name in FILES for line in (CASES / name).read_text(encoding="utf-8").splitlines()]
    plain = [(row["given"], row["claim"]) for row in rows if row["given"].strip() and scalable(row["claim"])]
    yield from plain
    for factor in count(3):
        for given, claim in plain:
            left, right = claim.split("=")
            yield given, rf"{factor}\left({left}\right)={factor}\left({right}\right)"


def definitions(many: int) -> str:
    """Markdown with so many definitions of new names in one section."""
    shown = "".join(f"$$ u_{{{number}}} = x^2 + {number} $$\n\n" for number in range(1, many + 1))
    return f"---\ncompanion:\n  given: |\n    x : real\n---\n# One section\n\n{shown}"


def scalable(claim: str) -> bool:
    signs = ("\\to", "\\le", "\\ge", "\\approx", "\\sim", "<", ">", "\\begin", "_{", ":=")
    return claim.count("=") == 1 and not any(sign in claim for sign in signs)


def article(formulas: int) -> str:
    """Markdown with so many displayed formulas."""
    parts = ["# A long article\n"]
    for number, (given, claim) in enumerate(islice(claims(), formulas), 1):
        parts.append(f"## Section {number}\n\n<!-- companion: given next:\n{given}\n-->\n\n$$\n{claim}\n$$\n")
    return "\n".join(parts)


def check(path: Path, *options: str, cache: Path | None = None) -> Run:
    """Run the command on a file."""
    kept = [] if cache else ["--no-cache"]
    environment = {**os.environ, "COMPANION_CACHE": str(cache or "")}
    command = [sys.executable, "-c", MEASURED, "check", str(path), *kept, *options]
    start = time.perf_counter()
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    took = time.perf_counter() - start
    if done.returncode == 2:
        raise SystemExit(done.stderr)
    *_, counted, peak, spent = done.stdout.splitlines()
    return Run(took, float(spent), float(peak) / 1024, counted)


#: The command, then the largest resident set of it and its children, in kilobytes, and their processors' seconds.
MEASURED = """
import resource, sys
from symbolic.cli import main
status = main(sys.argv[1:])
used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
print(max(one.ru_maxrss for one in used))
print(sum(one.ru_utime + one.ru_stime for one in used))
raise SystemExit(status)
"""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--formulas", type=int, default=1000)
    options.add_argument("--runs", type=int, default=3)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        sections(Path(name))
        measure(Path(name), chosen.formulas, chosen.runs)


def sections(folder: Path) -> None:
    path, before = folder / "section.md", 0.0
    for many in (100, 200, 400):
        path.write_text(definitions(many), encoding="utf-8")
        run = check(path, "--jobs", "1")
        ratio = f", {run.processors / before:.2f} times the half" if before else ""
        print(f"{many} definitions in one section: {run.processors:.2f} s of processors{ratio}", flush=True)
        before = run.processors


def measure(folder: Path, formulas: int, runs: int) -> None:
    path = folder / "long.md"
    for part in (formulas // 4, formulas // 2, formulas):
        path.write_text(article(part), encoding="utf-8")
        run = check(path, "--jobs", "1")
        each = 1000 * run.processors / part
        print(f"{part} formulas: {run.processors:.1f} s of processors, {each:.0f} ms each, {run.megabytes:.0f} MB")
        print(f"  {run.counted}", flush=True)
    first, again = (check(path, "--jobs", "1", cache=folder / "cache") for _ in range(2))
    for what, a, b in (("clock", first.seconds, again.seconds), ("processors", first.processors, again.processors)):
        print(f"again, by {what}: {a:.1f} s, then {b:.2f} s: {a / b:.0f} times faster", flush=True)
    pairs = [[check(path, "--jobs", jobs) for jobs in ("1", "2")] for _ in range(runs)]
    for one, two in pairs:
        ratio, allowed = one.seconds / two.seconds, 2 * one.processors / two.processors
        print(f"cores: {one.seconds:.1f} s with one process, {two.seconds:.1f} s with two: {ratio:.2f} times; ", end="")
        print(f"the processors' seconds allow {allowed:.2f} times on two idle cores", flush=True)
    best = [min(pair[place].seconds for pair in pairs) for place in (0, 1)]
    print(f"cores, the best of each: {best[0] / best[1]:.2f} times")


if __name__ == "__main__":
    main()
