"""Peak memory of the cases with known truth, each claim in a process of its own: python -m tests.benchmarks.memory."""

from __future__ import annotations

import json
import resource
import sys
from multiprocessing import get_context
from pathlib import Path

CASES = Path(__file__).parents[1] / "cases"


def peak(case: dict[str, str]) -> tuple[int, str]:
    """Megabytes at the most, in a process that judges one claim."""
    from symbolic.api import Given

    Given(case["given"]).prove(case["claim"])
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit >> 20, case["id"]


def main() -> None:
    files = [CASES / f"{name}.jsonl" for name in ("formulas", "mistakes", "peers")]
    lines = [line for file in files for line in file.read_text("utf-8").splitlines()]
    cases = [case for case in map(json.loads, lines) if case.get("truth") is not None and "code" not in case]
    with get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        found = sorted(pool.imap_unordered(peak, cases, chunksize=1))
    print(f"{len(found)} claims: median {found[len(found) // 2][0]} MB, most {found[-1][0]} MB ({found[-1][1]})")


if __name__ == "__main__":
    main()
