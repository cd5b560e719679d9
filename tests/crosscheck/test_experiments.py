"""True statements agree in every world, false ones meet a counterexample; what is not said is varied."""

from dataclasses import replace

import pytest

from symbolic.crosscheck.experiments import Outcome, crosscheck
from symbolic.given import read_given
from symbolic.language.symbols import Relation, Sentence, Symbol, Table
from symbolic.notation import read
from symbolic.notation.tree import (
    Add,
    Call,
    Chain,
    Component,
    Delta,
    Derivative,
    Dot,
    Name,
    Negative,
    Node,
    Norm,
    Number,
    Operator,
    Power,
    Product,
    Transpose,
)

SAID = Sentence("said")
Q, K, D = Name("q"), Name("k"), Name("d_k")
ONE, TWO = Number("1"), Number("2")


def attention(components: str | None = "iid", independent: bool = True) -> Table:
    """q, k : random vector(d_k), mean 0, variance 1, with what is said of components and of each other."""
    table = Table()
    table.symbols["d_k"] = Symbol("d_k", "dimension", facts={"kind": SAID})
    for name in ("q", "k"):
        moments: dict[str, Node] = {"mean": Number("0"), "variance": ONE}
        table.symbols[name] = Symbol(
            name, "vector", shape=(D,), random=True, components=components, moments=moments,
            facts={"kind": SAID, "mean": SAID, "variance": SAID, "components": SAID},
        )
    if independent:
        table.relations.append(Relation("independent", ("q", "k"), sentence=SAID))
    return table


def logits() -> Table:
    table = Table()
    table.symbols["n"] = Symbol("n", "dimension", facts={"kind": SAID})
    table.symbols["z"] = Symbol("z", "vector", shape=(Name("n"),), facts={"kind": SAID})
    for index in ("i", "j"):
        table.symbols[index] = Symbol(index, "index", span=(ONE, Name("n")), facts={"kind": SAID})
    return table


def variance(node: Node) -> Node:
    return Operator("Var", (node,))


def check(left: Node, right: Node, table: Table, relation: str = "=") -> Outcome:
    return crosscheck(left, relation, right, table)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (variance(Dot(Q, K)), D),
        (Operator("E", (Power(Dot(Q, K), TWO),)), D),
        (variance(Product((Dot(Q, K), Name("d_k")))), Power(D, Number("3"))),
        (Operator("E", (Dot(Q, K),)), Number("0")),
    ],
)
def test_true_claims_agree_exactly(left: Node, right: Node) -> None:
    outcome = check(left, right, attention())
    assert outcome.status == "agrees" and outcome.evidence is not None
    assert outcome.evidence.kind == "exact" and (outcome.evidence.max_error or 0) < 1e-12
    assert len(outcome.evidence.laws) >= 4 and {s["d_k"] for s in outcome.evidence.sizes} >= {1, 2, 3}


@pytest.mark.parametrize(
    ("left", "right", "components", "independent"),
    [
        (variance(Dot(Q, K)), Power(D, TWO), "iid", True),
        (variance(Power(Norm(Q), TWO)), Product((TWO, D)), "iid", True),
        (variance(Dot(Q, K)), D, None, True),
        (variance(Dot(Q, K)), D, "iid", False),
    ],
)
def test_false_claims_meet_a_counterexample(left: Node, right: Node, components: str | None, independent: bool) -> None:
    outcome = check(left, right, attention(components, independent))
    assert outcome.status == "differs" and outcome.counterexample is not None
    assert outcome.counterexample.law and outcome.counterexample.left != outcome.counterexample.right
    assert outcome.counterexample.sizes["d_k"] <= 3


def test_one_uncorrelated_vector_suffices() -> None:
    table = attention(None)
    table.symbols["q"] = replace(table.symbols["q"], components="uncorrelated")
    assert check(variance(Dot(Q, K)), D, table).status == "agrees"


def test_shapes_that_cannot_fit_refute() -> None:
    outcome = check(Product((Q, Transpose(K))), Product((Transpose(Q), K)), attention())
    assert outcome.status == "differs" and "matrix" in outcome.reason and "scalar" in outcome.reason


def test_softmax_jacobian() -> None:
    z, i, j = Name("z"), Name("i"), Name("j")
    p = Call(Name("softmax"), (z,))
    p_i, p_j = Component(p, (i,)), Component(p, (j,))
    jacobian = Derivative(p_i, (Component(z, (j,)),))
    right = Product((p_i, Add((Delta(i, j), Negative(p_j)))))
    wrong = Product((p_i, Add((ONE, Negative(p_j)))))
    assert check(jacobian, right, logits()).status == "agrees"
    found = check(jacobian, wrong, logits())
    assert found.status == "differs" and found.counterexample is not None
    assert found.counterexample.values["i"] != found.counterexample.values["j"]


def test_same_seed_same_outcome() -> None:
    table = attention(None)
    assert check(variance(Dot(Q, K)), D, table) == check(variance(Dot(Q, K)), D, table)


def test_numbers_hold_to_their_printed_digits() -> None:
    table = Table()
    assert check(Name("π"), Number("3.14"), table, "≈").status == "agrees"
    assert check(Name("π"), Number("3.15"), table, "≈").status == "differs"


def test_what_only_sizes_of_one_confirm_is_not_confirmed() -> None:
    table = read_given("n : dimension; x : random vector(n), iid, exponential(r); r > 0")
    claim = read("E[min_i x_i] = n/r", table)
    assert isinstance(claim, Chain)
    assert crosscheck(claim.first, "=", claim.links[0][1], table).status != "agrees"
