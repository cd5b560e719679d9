"""An article of 1,000 formulas, by hand: `python -m tests.benchmarks.long_article [--formulas 1000] [--runs 3]`.

    length      seconds and memory against the number of formulas, one process, nothing kept
    again       a second run against the first
    cores       two processes against one, in alternation, the best of the runs each

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
    """One run of `companion check`: seconds, megabytes of the largest process, the last line."""

    seconds: float
    megabytes: float
    counted: str


def claims() -> Iterator[tuple[str, str]]:
    """Given and claim of the cases with one equality, then the same again with both sides scaled by 3, 4, …"""
    rows = [json.loads(line) for name in FILES for line in (CASES / name).read_text(encoding="utf-8").splitlines()]
    plain = [(row["given"], row["claim"]) for row in rows if scalable(row["claim"])]
    yield from plain
    for factor in count(3):
        for given, claim in plain:
            left, right = claim.split("=")
            yield given, rf"{factor}\left({left}\right)={factor}\left({right}\right)"


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
    *_, counted, peak = done.stdout.splitlines()
    return Run(took, float(peak) / 1024, counted)


#: The command, and then the largest resident set of it and its children, in kilobytes.
MEASURED = """
import resource, sys
from symbolic.cli import main
status = main(sys.argv[1:])
print(max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))
raise SystemExit(status)
"""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--formulas", type=int, default=1000)
    options.add_argument("--runs", type=int, default=3)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        measure(Path(name), chosen.formulas, chosen.runs)


def measure(folder: Path, formulas: int, runs: int) -> None:
    path = folder / "long.md"
    for part in (formulas // 4, formulas // 2, formulas):
        path.write_text(article(part), encoding="utf-8")
        run = check(path, "--jobs", "1")
        print(f"{part} formulas: {run.seconds:.1f} s, {1000 * run.seconds / part:.0f} ms each, {run.megabytes:.0f} MB")
        print(f"  {run.counted}", flush=True)
    first, again = (check(path, "--jobs", "1", cache=folder / "cache") for _ in range(2))
    print(f"again: {first.seconds:.1f} s, then {again.seconds:.2f} s: {first.seconds / again.seconds:.0f} times faster")
    pairs = [[check(path, "--jobs", jobs).seconds for jobs in ("1", "2")] for _ in range(runs)]
    for one, two in pairs:
        print(f"cores: {one:.1f} s with one process, {two:.1f} s with two: {one / two:.2f} times", flush=True)
    one, two = (min(pair[place] for pair in pairs) for place in (0, 1))
    print(f"cores, the best of each: {one / two:.2f} times")


if __name__ == "__main__":
    main()
