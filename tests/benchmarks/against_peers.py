"""Speed as ratios in one run, by hand: `python -m tests.benchmarks.against_peers [--size 8] [--runs 5]`.

    variance    Var(q·k) with a symbolic size by the engine, against sympy.stats at a concrete size
    article     `companion check docs/articles/attention-scaling.md`, against `python -c "import sympy, numpy"`
    start       `companion --help`, against the same import
    engine      single derivations, sizes symbolic

Each figure is the median of the runs; sympy.stats runs once, since it takes half a minute at size 8.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

GIVEN = "q, k : random vector(d_k), iid, mean 0, variance 1\nq, k : independent"
NORMAL = "q, k : random vector(d), iid, normal, mean 0, variance 1\nq, k : independent"
LOGITS = "z, y : vector(n)\np = softmax(z)\nsum_j y_j = 1\nL = -sum_l y_l log(p_l)\ni, j : index(n)"
FORM = "x : random vector(n), normal, mean 0, covariance S\nA : matrix(n, n), symmetric"
ARTICLE = "docs/articles/attention-scaling.md"
IMPORTS = [sys.executable, "-c", "import sympy, numpy"]
COMPANION = [sys.executable, "-m", "symbolic.cli"]

#: What the engine derives, and its given.
ENGINE = (
    ("E[(q·k)^4]", NORMAL),
    ("E[(q·k)^8]", NORMAL),
    ("E[(q·k)^20]", NORMAL),
    ("∂softmax(z)_i/∂z_j", LOGITS),
    ("∇_z^2 L", LOGITS),
    ("Var(x^T A x)", FORM),
)


def seconds(work: Callable[[], object], runs: int) -> float:
    """The median time of the work."""
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def engine(expression: str, given: str) -> str:
    """expression = its closed form, from the text of the given."""
    from symbolic.derive import closed_form
    from symbolic.given import read_given
    from symbolic.notation import read_expression, unicode

    table = read_given(given)
    return unicode(closed_form(read_expression(expression, table), table)[0], table)


def peer_variance(size: int) -> object:
    """Var(q·k) by sympy.stats with `size` pairs of standard normal components."""
    from sympy.stats import Normal, variance

    pairs = [(Normal(f"q{i}", 0, 1), Normal(f"k{i}", 0, 1)) for i in range(size)]
    return variance(sum(q * k for q, k in pairs)).doit()


def command(words: list[str]) -> Callable[[], object]:
    def run() -> object:
        return subprocess.run(words, capture_output=True, check=True)

    return run


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=8, help="the concrete size for sympy.stats; 0 leaves it out")
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    engine("Var(q·k)", GIVEN)
    if options.size:
        ours = seconds(lambda: engine("Var(q·k)", GIVEN), options.runs)
        theirs = seconds(lambda: peer_variance(options.size), 1)
        peer = f"sympy.stats at d={options.size} {theirs:6.2f} s"
        print(f"variance  engine {1e3 * ours:8.2f} ms   {peer}   ratio {theirs / ours:9.0f}")
    imports = seconds(command(IMPORTS), options.runs)
    for label, words in (("article", [*COMPANION, "check", ARTICLE]), ("start", [*COMPANION, "--help"])):
        own = seconds(command(words), options.runs)
        print(f"{label:8}  {own:6.3f} s   import sympy, numpy {imports:6.3f} s   ratio {own / imports:6.2f}")
    for expression, given in ENGINE:
        own = seconds(lambda expression=expression, given=given: engine(expression, given), options.runs)
        print(f"engine    {1e3 * own:8.1f} ms   {expression} = {engine(expression, given)}")


if __name__ == "__main__":
    main()
