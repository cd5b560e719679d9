"""Memory of one claim, by hand: `python -m tests.benchmarks.memory [--files formulas mistakes …] [--most 500]`.

Each claim of tests/cases is judged in a process of its own; told are the largest resident set of such a process, what
it had at its start, the five largest, and the claims that were stopped for want of memory.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from symbolic.run.tasks import Claim, prove, warm
from symbolic.run.worker import Worker

CASES = Path(__file__).parents[1] / "cases"


def peak(worker: Worker) -> float:
    """The largest resident set that the process of a worker has had, in megabytes."""
    process = worker._process
    if process is None or process.pid is None:
        return 0.0
    lines = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM"))


def measure(rows: list[dict[str, str]], seconds: float) -> tuple[list[tuple[float, str]], list[str]]:
    """Megabytes and name of each claim, the largest first; the names of those that were stopped."""
    found, stopped = [], []
    for row in rows:
        with Worker(prove) as worker:
            answer = worker.ask(Claim(row["given"], row["claim"]), seconds)
            if answer.fate == "memory":
                stopped.append(row["id"])
            else:
                found.append((peak(worker), row["id"]))
    return sorted(found, reverse=True), stopped


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--files", nargs="+", default=["formulas", "mistakes", "peers", "more"])
    options.add_argument("--most", type=float, default=500.0)
    options.add_argument("--seconds", type=float, default=60.0)
    chosen = options.parse_args()
    lines = [line for name in chosen.files for line in (CASES / f"{name}.jsonl").read_text("utf-8").splitlines()]
    warm()
    with Worker(prove) as worker:
        worker.ask(Claim("", "1 = 2"), chosen.seconds)
        print(f"a claim about nothing: {peak(worker):.0f} MB")
    found, stopped = measure([json.loads(line) for line in lines], chosen.seconds)
    over = [name for size, name in found if size > chosen.most]
    print(f"{len(found)} claims: {found[0][0]:.0f} MB at most; " + ", ".join(f"{n} {s:.0f}" for s, n in found[:5]))
    print(f"above {chosen.most:g} MB: {', '.join(over) or 'none'}; stopped: {', '.join(stopped) or 'none'}")


if __name__ == "__main__":
    main()
