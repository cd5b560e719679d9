"""A verdict in words: the chain, its reasons, what it used, what it lacks, what refutes it."""

from __future__ import annotations

from collections.abc import Iterator

from symbolic.cli.terminal import below, paint, sign
from symbolic.report.items import likely, sides, written
from symbolic.verdict import Counterexample, Evidence, Link, Verdict


def print_verdict(verdict: Verdict, claim: str) -> None:
    """The verdict and all that speaks for it, on standard output."""
    print(f"{sign(verdict.verdict)}  {verdict.read_as or claim.strip()}")
    for line in details(verdict, claim):
        print(f"  {line}")


def details(verdict: Verdict, claim: str) -> Iterator[str]:
    """The lines below a verdict, the sentence that would save it first."""
    if verdict.missing:
        yield "true if also " + "; ".join(f"`{sentence}`" for sentence in verdict.missing)
    if verdict.correct:
        yield f"right: {verdict.correct.plain}"
    if verdict.slip:
        yield likely(verdict.slip)
    if verdict.counterexample:
        yield from counterexample(verdict.counterexample)
    if verdict.error:
        yield verdict.error.message
        caret = below(claim, verdict.error.line, verdict.error.column)
        yield from (line.removeprefix("  ") for line in caret.split("\n") if caret)
    for link in verdict.links:
        yield from link_lines(link)
    if verdict.uses:
        yield "uses: " + "; ".join(verdict.uses)
    for name in ("note", "layout", "disagreement"):
        if getattr(verdict, name):
            yield f"{name}: {getattr(verdict, name)}"
    if verdict.lemmas:
        yield "given " + ", ".join(verdict.lemmas)


def link_lines(link: Link) -> Iterator[str]:
    yield f"{link.left} {link.relation} {link.right}  {sign(link.verdict)}"
    for reason in link.reason:
        yield paint(f"  {reason.rule}: {reason.text}", "2")
    if link.evidence:
        yield paint(f"  {evidence(link.evidence)}", "2")


def evidence(found: Evidence) -> str:
    """What the laboratory did, in one line."""
    parts = [found.kind]
    if found.sizes:
        parts.append("sizes " + ", ".join(assigned(sizes) for sizes in found.sizes))
    if found.laws:
        parts.append("laws " + ", ".join(found.laws))
    if found.max_error is not None:
        parts.append(f"largest error {found.max_error:.1e}")
    return "; ".join(parts)


def counterexample(found: Counterexample) -> Iterator[str]:
    """Where the two sides differ, and a line to paste."""
    values = {name: value for name, value in found.values.items() if not (found.shape and name == "entry")}
    where = [part for part in (assigned(found.sizes), assigned(values), found.law or "") if part]
    yield "counterexample: " + "; ".join(where)
    yield f"  {sides(found)}"
    if found.numpy:
        yield f"  {found.numpy}"


def assigned(values: dict[str, object] | dict[str, int]) -> str:
    return ", ".join(f"{name} = {written(value)}" for name, value in values.items())
