"""The same input gives the same verdict, whatever the hashes, the clock and the number of cores."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

CASES = Path(__file__).parents[1] / "cases"

#: Judges the cases handed in, after the clock was made to run a thousand times slower, or faster.
JUDGE = """
import json, sys, time
factor, start = float(sys.argv[1]), time.monotonic()
real = time.monotonic
time.monotonic = lambda: start + (real() - start) * factor
time.perf_counter = time.monotonic
from symbolic.api import Given
for line in sys.stdin:
    case = json.loads(line)
    found = Given(case["given"]).prove(case["claim"])
    example = found.counterexample and [found.counterexample.left, found.counterexample.right, found.counterexample.law]
    print(json.dumps([case["id"], found.verdict, found.missing, found.note, example]))
"""


@pytest.fixture(scope="module")
def sample() -> str:
    """Every twenty-fifth case with known truth."""
    lines = [line for name in ("formulas", "mistakes") for line in (CASES / f"{name}.jsonl").open(encoding="utf-8")]
    return "".join(line for line in lines[::25] if json.loads(line).get("truth") is not None)


def judged(sample: str, seed: str, factor: str, threads: str) -> str:
    settings = {"PYTHONHASHSEED": seed, "OMP_NUM_THREADS": threads, "OPENBLAS_NUM_THREADS": threads}
    run = subprocess.run(
        [sys.executable, "-c", JUDGE, factor], input=sample, capture_output=True, text=True, check=True,
        env={**os.environ, **settings, "PYTHONIOENCODING": "utf-8"}, encoding="utf-8",
    )  # fmt: skip
    return run.stdout


def test_neither_hashes_nor_clock_nor_cores_change_a_verdict(sample: str) -> None:
    first = judged(sample, "0", "1", "1")
    assert first.count("\n") == sample.count("\n")
    assert judged(sample, "1", "0.001", "1") == first
    assert judged(sample, "4242", "50", "2") == first
