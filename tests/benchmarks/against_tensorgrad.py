"""Symbolic expectations against tensorgrad's, in one run, by hand: `python -m tests.benchmarks.against_tensorgrad`.

    E[(q·k)^4]   q, k standard normal vectors of symbolic size d
    Var(xᵀAx)    x normal with a mean and a covariance, A any matrix, symbolic size d

Both sides are warm: the figures are medians of processor time after a first run.  tensorgrad (0.3.0) is no dependency
of the project; where it is absent only the engine's times are shown.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from importlib.util import find_spec

SCORES = "q, k : random vector(d), iid, normal, mean 0, variance 1\nq, k : independent"
FORM = "x : random vector(d), normal, mean m, covariance S; m : vector(d); S, A : matrix(d, d); S : symmetric"
Work = Callable[[], object]


def engine(expression: str, given: str) -> Work:
    """The closed form by the engine, from the tree of the expression."""
    from symbolic.derive import closed_form
    from symbolic.given import read_given
    from symbolic.notation import read_expression, unicode

    table = read_given(given)
    tree = read_expression(expression, table)
    return lambda: unicode(closed_form(tree, table)[0], table)


def tensorgrad_scores() -> object:
    """E[(q·k)^4] as nested expectations of a product of renamed copies."""
    from sympy import symbols
    from tensorgrad.extras.expectation import Expectation
    from tensorgrad.tensor import Product, Variable

    d = symbols("d")
    q, k = Variable("q", i=d), Variable("k", i=d)
    copies = [Product([q.rename(i=f"i{place}"), k.rename(i=f"i{place}")]) for place in range(4)]
    return Expectation(Expectation(Product(copies), q), k).full_simplify()


def tensorgrad_form() -> object:
    """Var(xᵀAx) as the expectation of the square less the square of the expectation."""
    from sympy import symbols
    from tensorgrad.extras.expectation import Expectation
    from tensorgrad.tensor import Product, Variable

    d = symbols("d")
    x, a, mean = Variable("x", i=d), Variable("A", i=d, j=d), Variable("m", i=d)
    covariance = Variable("S", i=d, j=d).with_symmetries("i j")

    def form(place: int) -> object:
        left, right = f"a{place}", f"b{place}"
        return Product([x.rename(i=left), a.rename(i=left, j=right), x.rename(i=right)])

    def expected(tensor: object) -> object:
        return Expectation(tensor, x, mean, covariance, {"i": "j"})

    return (expected(form(1) @ form(2)) - expected(form(1)) @ expected(form(2))).full_simplify()


CASES: tuple[tuple[str, str, Callable[[], object], int], ...] = (
    ("E[(q·k)^4]", SCORES, tensorgrad_scores, 200),
    ("Var(x^T A x)", FORM, tensorgrad_form, 20),
)


def seconds(work: Work, runs: int) -> float:
    """The median processor time of the work, after a first run."""
    work()
    times = []
    for _ in range(runs):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return statistics.median(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=15, help="of the engine; tensorgrad runs a fifth as often")
    options = parser.parse_args()
    peer = find_spec("tensorgrad") is not None
    if not peer:
        print("tensorgrad is not installed (pip install tensorgrad==0.3.0): the engine's times alone")
    for expression, given, theirs, target in CASES:
        work = engine(expression, given)
        print(f"{expression} = {work()}")
        ours = seconds(work, options.runs)
        line = f"    engine {1e3 * ours:8.1f} ms"
        if peer:
            other = seconds(theirs, max(1, options.runs // 5))
            line += f"   tensorgrad {1e3 * other:8.0f} ms   ratio {other / ours:6.0f} (at least {target} wanted)"
        print(line)


if __name__ == "__main__":
    main()
