"""Errors planted in a rule, an experiment, a step or a printer: another witness catches each.

A check that cannot fail is a defect.  The three witnesses are planted in apart; what they say together is then never
a false `proved`, and never a false `refuted`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from symbolic.api import Given
from symbolic.cli import main
from symbolic.crosscheck import evaluate
from symbolic.derivations import library
from symbolic.notation import latex, plain, printer, tree, unicode
from symbolic.rules import derivatives, laws, moments_blocks, steps
from symbolic.verdict import Verdict
from tests.contract.verdicts import APART, IID, QK, because

Patch = pytest.MonkeyPatch


def doubled(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function whose every answer is twice what it was."""

    def wrong(*arguments: Any, **named: Any) -> Any:
        answer = function(*arguments, **named)
        return None if answer is None else answer + answer

    return wrong


def misread(experiment: Callable[..., Any]) -> Callable[..., Any]:
    """The experiment whose every value is twice what it was."""

    def wrong(*arguments: Any) -> Any:
        value = experiment(*arguments)
        return replace(value, data=2 * value.data)

    return wrong


def judged(given: str, claim: str) -> Verdict:
    return Given(given).prove(claim)


def planted_derivative(patch: Patch) -> None:
    patch.setitem(derivatives.DERIVATIVES, "sin", doubled(derivatives.DERIVATIVES["sin"]))


def planted_law(patch: Patch) -> None:
    law = laws.SCALAR_LAWS["exponential"]
    patch.setitem(laws.SCALAR_LAWS, "exponential", replace(law, moment=doubled(law.moment)))


def planted_cumulant(patch: Patch) -> None:
    rules = moments_blocks.RULES
    at = next(number for number, rule in enumerate(rules) if rule.name == "variance")
    wrong = replace(rules[at], apply=doubled(rules[at].apply))
    patch.setattr(moments_blocks, "RULES", (*rules[:at], wrong, *rules[at + 1 :]))


#: name: plant, given, a true claim, what the planted rule would make of its right side
RULES: dict[str, tuple[Callable[[Patch], None], str, str, str]] = {
    "the derivative of the sine": (planted_derivative, "t : real", "d(sin(t))/dt = cos(t)", "d(sin(t))/dt = 2cos(t)"),
    "the moments of a law": (
        planted_law,
        "r : positive; x : random scalar, exponential(r)",
        "E[x] = 1/r",
        "E[x] = 2/r",
    ),
    "a cumulant": (
        planted_cumulant,
        "x : random vector(n), iid, mean 0, variance v",
        "E[x_1^2] = v",
        "E[x_1^2] = 2v",
    ),
}
RULE_ROWS = pytest.mark.parametrize(("plant", "given", "true", "false"), RULES.values(), ids=RULES)


@RULE_ROWS
def test_before_the_plant_true_is_proved_and_false_refuted(
    plant: Callable[[Patch], None], given: str, true: str, false: str
) -> None:
    assert judged(given, true).verdict == "proved"
    assert judged(given, false).verdict == "refuted"


@RULE_ROWS
def test_what_a_wrong_rule_proves_the_numbers_contradict(
    plant: Callable[[Patch], None], given: str, true: str, false: str, monkeypatch: Patch
) -> None:
    plant(monkeypatch)
    verdict = judged(given, false)
    assert verdict.verdict == "undecided" and verdict.disagreement, because(verdict)
    assert false.split(" = ")[1][:1] in verdict.disagreement


@RULE_ROWS
def test_a_wrong_rule_refutes_nothing(
    plant: Callable[[Patch], None], given: str, true: str, false: str, monkeypatch: Patch
) -> None:
    plant(monkeypatch)
    verdict = judged(given, true)
    assert verdict.verdict in ("checked", "undecided"), because(verdict)


def test_a_disagreement_is_status_4_and_a_report(monkeypatch: Patch, capsys: pytest.CaptureFixture[str]) -> None:
    planted_derivative(monkeypatch)
    assert main(["prove", "d(sin(t))/dt = 2cos(t)", "-g", "t : real"]) == 4
    said = capsys.readouterr()
    report = next(line for line in said.out.splitlines() if "disagreement" in line)
    assert "d/dt sin t = 2 cos t" in report and "given t : real" in report and "at t = 3/4" in report
    line = report.partition("import math")
    printed: list[float] = []
    exec(line[1] + line[2], {"print": lambda *values: printed.extend(map(float, values))})
    assert f"left {printed[0]:.6f}"[:12] in report and printed[1] == pytest.approx(2 * printed[0])


def test_a_disagreement_in_an_article_is_status_4(monkeypatch: Patch, tmp_path: Path) -> None:
    planted_derivative(monkeypatch)
    page = tmp_path / "article.md"
    page.write_text("---\ncompanion:\n  given: 't : real'\n---\n\n$$\\frac{d}{dt}\\sin(t)=2\\cos(t)$$\n\n$$1=2$$\n")
    assert main(["check", str(page)]) == 4


EXPERIMENTS: dict[str, tuple[type[tree.Node], str, str, str]] = {
    "expectations": (tree.Operator, QK, "Var(q·k) = d_k", "Var(q·k) = 2d_k"),
    "inner products": (tree.Dot, "a, b : vector(n)", "a·b = ∑_i a_i b_i", "a·b = 2∑_i a_i b_i"),
    "derivatives": (tree.Derivative, "t : real", "d(t^3)/dt = 3t^2", "d(t^3)/dt = 6t^2"),
    "sums": (tree.Big, "a : vector(n); s : real", "∑_{i=1}^n s = n s", "∑_{i=1}^n s = 2n s"),
    "quotients": (tree.Quotient, "a, b : positive", "a/b = a b^{-1}", "a/b = 2a b^{-1}"),
}
EXPERIMENT_ROWS = pytest.mark.parametrize(("kind", "given", "true", "false"), EXPERIMENTS.values(), ids=EXPERIMENTS)


@EXPERIMENT_ROWS
def test_what_a_wrong_experiment_contradicts_the_rules_still_prove(
    kind: type[tree.Node], given: str, true: str, false: str, monkeypatch: Patch
) -> None:
    assert judged(given, true).verdict == "proved"
    monkeypatch.setitem(evaluate.HANDLERS, kind, misread(evaluate.HANDLERS[kind]))
    verdict = judged(given, true)
    assert verdict.verdict == "undecided" and verdict.disagreement, because(verdict)


@EXPERIMENT_ROWS
def test_what_a_wrong_experiment_confirms_is_never_proved(
    kind: type[tree.Node], given: str, true: str, false: str, monkeypatch: Patch
) -> None:
    assert judged(given, false).verdict == "refuted"
    monkeypatch.setitem(evaluate.HANDLERS, kind, misread(evaluate.HANDLERS[kind]))
    verdict = judged(given, false)
    assert verdict.verdict != "proved", because(verdict)


SPOKEN = "a, b, c : real; q, k : vector(n); A : matrix(n, n); i, j : index(n)"
WRITTEN = [
    "a/b = c",
    "-a = b",
    "a - b = c",
    "q·k = a",
    "A^T = A",
    "a^b = c",
    "√a = b",
    "∑_{i=1}^n q_i = c",
    "A_ij = δ_ij",
]
SWAPS: dict[type[tree.Node], Callable[[Any], tree.Node]] = {
    tree.Quotient: lambda node: tree.Quotient(node.denominator, node.numerator),
    tree.Power: lambda node: tree.Power(node.exponent, node.base),
    tree.Negative: lambda node: node.argument,
    tree.Dot: lambda node: tree.Dot(node.left, node.left),
    tree.Transpose: lambda node: node.argument,
    tree.Root: lambda node: node.radicand,
    tree.Component: lambda node: tree.Component(node.array, node.indices[::-1]),
    tree.Delta: lambda node: tree.Delta(node.left, node.left),
}


def faithful(text: str) -> bool:
    """Does every notation of a formula read back as the formula?"""
    table = Given(SPOKEN)
    node = table.read(text)
    return all(Given(SPOKEN).read(write(node)) == node for write in (latex, unicode, plain))


@pytest.mark.parametrize("kind", SWAPS, ids=lambda kind: kind.__name__)
def test_a_slip_of_the_printer_is_seen_by_reading_back(kind: type[tree.Node], monkeypatch: Patch) -> None:
    assert all(map(faithful, WRITTEN))
    right, swap = dict(printer.LAYOUTS), SWAPS[kind]

    def wrong(printing: Any, node: tree.Node, script: bool) -> Any:
        other = swap(node)
        return right[type(other)](printing, other, script)

    monkeypatch.setitem(printer.LAYOUTS, kind, wrong)
    assert not all(map(faithful, WRITTEN))


def test_what_a_wrong_printer_wrote_is_drift(tmp_path: Path, monkeypatch: Patch) -> None:
    page = tmp_path / "article.md"
    block = "<!-- companion: attention-scaling.normalized -->\n<!-- /companion -->\n"
    page.write_text(f"---\ncompanion:\n  given: |\n    {IID}\n    {APART}\n---\n\n{block}", encoding="utf-8")
    layouts = dict(printer.LAYOUTS)
    library.statement.cache_clear()
    with monkeypatch.context() as patch:
        patch.setitem(printer.LAYOUTS, tree.Quotient, _upside_down(layouts[tree.Quotient]))
        wrote = main(["sync", "--no-cache", str(page)])
    library.statement.cache_clear()
    if wrote == 0:
        assert main(["check", str(page)]) == 1
    else:
        assert block in page.read_text(encoding="utf-8")
    assert main(["sync", str(page)]) == 0
    assert main(["check", str(page)]) == 0


def _upside_down(layout: Callable[..., Any]) -> Callable[..., Any]:
    return lambda printing, node, script: layout(printing, tree.Quotient(node.denominator, node.numerator), script)


@pytest.mark.parametrize("name", ["variances add", "scaling", "variance of a product", "stated moment"])
def test_a_wrong_step_is_not_taken(name: str, monkeypatch: Patch) -> None:
    """Rules propose, the normal form decides: what a wrong step makes of an expression is not what it comes to."""
    rules = steps.STEPS
    at = next(number for number, rule in enumerate(rules) if rule.name == name)

    def wrong(*arguments: Any) -> Any:
        answer = rules[at].rewrite(*arguments)
        if not isinstance(answer, tree.Node):
            return answer
        return tree.Product((tree.Number("2"), answer))

    monkeypatch.setattr(steps, "STEPS", (*rules[:at], replace(rules[at], rewrite=wrong), *rules[at + 1 :]))
    derived = Given(QK).derive("Var(q·k/√d_k)")
    chain = [derived.expression, *(step.after for step in derived.steps), tree.Number("1")]
    verdict = judged(QK, " = ".join(map(plain, chain)))
    assert verdict.verdict == "proved", because(verdict)
