"""O(·), ∼ and ≈: true expansions hold, slips in a coefficient or an order do not, and no limit means no verdict."""

from __future__ import annotations

import pytest

from symbolic.decide import decide
from symbolic.language.symbols import Assumption, Symbol, Table
from symbolic.notation import tree
from tests.rules.worlds import real

H, X, N, A = (tree.Name(name) for name in ("h", "x", "n", "a"))
ZERO, ONE, TWO = (tree.Number(text) for text in "012")


def table(target: tree.Node | None = ZERO, name: str = "h", order: tuple[str, int] | None = None) -> Table:
    symbols = [real("h"), real("x"), real("a"), Symbol("n", "dimension"), Symbol("f", "function")]
    made = Table({each.name: each for each in symbols}, order=order)
    if target is not None:
        made.assumptions.append(Assumption(tree.Chain(tree.Name(name), (("→", target),))))
    return made


def call(name: str, argument: tree.Node) -> tree.Node:
    return tree.Call(tree.Name(name), (argument,))


def add(*terms: tree.Node) -> tree.Node:
    return tree.Add(terms)


def times(*factors: tree.Node) -> tree.Node:
    return tree.Product(factors)


def over(above: tree.Node, below: tree.Node) -> tree.Node:
    return tree.Quotient(above, below)


def big_o(k: int) -> tree.Node:
    return call("O", tree.Power(H, tree.Number(str(k))))


SQUARE = tree.Power(H, TWO)
EXPANSIONS = {
    "exp": (call("exp", H), add(ONE, H), 2),
    "exp to second order": (call("exp", H), add(ONE, H, over(SQUARE, TWO)), 3),
    "cosine": (call("cos", H), add(ONE, tree.Negative(over(SQUARE, TWO))), 4),
    "root": (tree.Root(add(ONE, H)), add(ONE, over(H, TWO)), 2),
    "taylor": (call("f", add(X, H)), add(call("f", X), times(H, tree.Call(tree.Prime(tree.Name("f")), (X,)))), 2),
    "logarithm": (call("log", add(ONE, times(A, H))), times(A, H), 2),
}


@pytest.mark.parametrize("name", EXPANSIONS)
def test_remainders(name: str) -> None:
    left, right, order = EXPANSIONS[name]
    assert decide(left, "=", add(right, big_o(order)), table()).status == "equal"
    assert decide(left, "=", add(right, H, big_o(order)), table()).status == "different"
    small = call("o", tree.Power(H, tree.Number(str(order - 1))))
    assert decide(left, "=", add(right, small), table()).status == "equal"


def test_too_good_an_order_is_refused() -> None:
    left, right, order = EXPANSIONS["exp"]
    assert decide(left, "=", add(right, big_o(order + 1)), table()).status == "different"


@pytest.mark.parametrize("name", ["exp", "cosine", "root", "exp to second order"])
def test_approximately(name: str) -> None:
    left, right, _ = EXPANSIONS[name]
    assert decide(left, "≈", right, table()).status == "equal"
    assert decide(left, "≈", add(right, H), table()).status == "different"


def test_the_given_may_name_the_order() -> None:
    first_order = table(None, order=("h", 1))
    assert decide(call("exp", H), "≈", over(ONE, add(ONE, tree.Negative(H))), first_order).status == "equal"
    assert decide(call("exp", H), "≈", over(ONE, add(ONE, tree.Negative(H))), table(order=("h", 2))).status != "equal"


def test_large_sizes() -> None:
    endless = table(tree.Name("∞"), "n")
    left = over(add(N, ONE), add(tree.Power(N, TWO), A))
    assert decide(left, "≈", over(ONE, N), endless).status == "equal"
    assert decide(left, "≈", over(TWO, N), endless).status != "equal"
    assert decide(left, "=", add(over(ONE, N), call("O", over(ONE, tree.Power(N, TWO)))), endless).status == "equal"


def test_without_a_limit_nothing_is_said() -> None:
    outcome = decide(call("exp", H), "≈", add(ONE, H), table(None))
    assert outcome.status == "unknown"
    assert outcome.stopped_by is not None and "h -> 0" in outcome.stopped_by


DIGITS = [("3.14", "equal"), ("3.1416", "equal"), ("3.15", "different"), ("3", "equal")]


@pytest.mark.parametrize(("text", "status"), DIGITS)
def test_numbers_hold_to_their_digits(text: str, status: str) -> None:
    assert decide(tree.Name("π"), "≈", tree.Number(text), table(None)).status == status
