"""Peak memory of one process that judges the cases with known truth: python -m tests.benchmarks.memory."""

from __future__ import annotations

import json
import resource
import sys
from pathlib import Path

CASES = Path(__file__).parents[1] / "cases"


def peak() -> int:
    """Megabytes that this process has used at the most."""
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit >> 20


def main() -> None:
    from symbolic.api import Given

    files = [CASES / f"{name}.jsonl" for name in ("formulas", "mistakes", "peers")]
    cases = [json.loads(line) for file in files for line in file.read_text("utf-8").splitlines()]
    known = [case for case in cases if case.get("truth") is not None and "code" not in case]
    steps = []
    for case in known:
        before = peak()
        Given(case["given"]).prove(case["claim"])
        steps.append((peak() - before, case["id"]))
    print(f"{len(known)} claims in one process: {peak()} MB at the most; the greatest steps {sorted(steps)[-3:]}")


if __name__ == "__main__":
    main()
