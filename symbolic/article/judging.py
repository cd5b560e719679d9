"""What a worker does for an article: a statement, a block or a value, judged under the given in force there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from symbolic.article.coding import Hold, hold
from symbolic.article.statements import signs
from symbolic.verdict import Failure, Verdict

if TYPE_CHECKING:
    from symbolic.api import Given
    from symbolic.notation.tree import Chain, Node


@dataclass(frozen=True)
class Judge:
    """Judge one statement of an article; as a `claim` it may not define anything."""

    given: str
    text: str
    claim: bool = False


@dataclass(frozen=True)
class Judged:
    """The verdict, and the sentence of given that a definition adds (`replaces`: the name that it gives anew).

    certain  False in a first answer when only the verdict tells whether it is a definition
    """

    verdict: Verdict
    sentence: str = ""
    replaces: str = ""
    certain: bool = True


def judge(task: Judge) -> Iterator[Judged]:
    """First what was read, then the verdict: a definition is one only where every other symbol is known."""
    from symbolic import api
    from symbolic.notation.tree import Chain

    try:
        given = api.given(task.given)
        sentence = "" if task.claim else _definition(task, given, "")
        if sentence:
            yield from _defined(sentence, task)
            return
        tree = given.read(task.text)
    except api.Unread as problem:
        yield Judged(Verdict("unread", error=problem.failure))
        return
    read_as = given.plain(tree)
    if not isinstance(tree, Chain):
        yield Judged(Verdict("no claim", read_as=read_as))
        return
    yield Judged(Verdict("undecided", read_as=read_as), certain=not _renews(task, given, tree))
    yield _claimed(task, given, tree)


def _renews(task: Judge, given: Given, chain: Chain) -> bool:
    """May the claim be a new definition of a name that has one?"""
    return not task.claim and len(chain.links) == 1 and _head(chain.first) in given.table.definitions


def _claimed(task: Judge, given: Given, chain: Chain) -> Judged:
    """The verdict of a claim; where it fails only because its left side has another meaning, `redefined`."""
    verdict = given.judge(chain)
    head = _head(chain.first)
    if verdict.verdict == "refuted" and _renews(task, given, chain):
        sentence = _definition(task, given, head)
        if sentence:
            return Judged(Verdict("redefined", read_as=verdict.read_as), sentence, head)
    return Judged(verdict)


def _head(node: Node) -> str:
    """The name that a left side gives a meaning to: of x, x_i and f(x)."""
    from symbolic.notation.tree import Call, Component, Name

    while not isinstance(node, Name):
        if isinstance(node, Component):
            node = node.array
        elif isinstance(node, Call):
            node = node.function
        else:
            return ""
    return node.id


def _defined(sentence: str, task: Judge) -> Iterator[Judged]:
    """A definition; when its chain goes on, what the chain claims is judged with the definition in force."""
    from symbolic import api

    given = api.given(f"{task.given}\n{sentence}")
    try:
        chain = given.read_claim(task.text.replace(":=", "=").replace("≔", "="))
    except api.Unread as problem:
        yield Judged(Verdict("unread", error=problem.failure))
        return
    verdict = Verdict("definition", read_as=given.plain(chain))
    if len(chain.links) == 1:
        yield Judged(verdict, sentence)
        return
    yield Judged(replace(verdict, verdict="undecided"), sentence)
    judged = given.judge(replace(chain, first=chain.links[0][1], links=chain.links[1:]))
    yield Judged(verdict if judged.verdict == "proved" else judged, sentence)


def _definition(task: Judge, given: Given, again: str) -> str:
    """The sentence LEFT = RIGHT when that gives LEFT its first meaning (or `again`, a new one), else ""."""
    from symbolic import api
    from symbolic.notation.tree import names

    sentence = _first_link(task.text)
    if not sentence:
        return ""
    text = _forgetting(task.given, again) if again else task.given
    try:
        before = given.table if not again else api.given(text).table
        after = api.given(f"{text}\n{sentence}").table
    except api.Unread:
        return ""
    new = [name for name in after.definitions if name not in before.definitions]
    if not new or len(after.assumptions) != len(before.assumptions) or not _free(new[0], given, again):
        return ""
    defined = after.definitions[new[0]]
    return sentence if defined.indices or new[0] not in names(defined.body) else ""


def _free(name: str, given: Given, again: str) -> bool:
    """May a formula still say what the name is?  It is new, or declared and neither random nor a size."""
    from symbolic.notation.glyphs import OPERATORS

    if name in OPERATORS:
        return False
    symbol = given.table.symbols.get(name)
    return name == again or symbol is None or not (symbol.random or symbol.kind in ("dimension", "index"))


def _forgetting(text: str, name: str) -> str:
    """The given without its definition of a name."""
    from symbolic import api

    said = api.given(text).table.definitions[name].sentence.text
    return text.replace(said, "", 1)


_TRIM = re.compile(r"\\(?:[,;:! ]|quad|qquad)(?![A-Za-z])|&")


def _first_link(text: str) -> str:
    """`LEFT = RIGHT` of the first link on one line, without alignment and final punctuation; "" where there is none."""
    relations = [place for place, sign in signs(text) if sign == "relation"]
    end = relations[1] if len(relations) > 1 else len(text)
    if not relations or not re.match(r":=|≔|=|\\coloneqq", text[relations[0] :]):
        return ""
    left, right = text[: relations[0]], re.sub(r"^(:=|≔|=|\\coloneqq)", "", text[relations[0] : end])
    parts = [" ".join(_TRIM.sub(" ", part.replace("\\\\", " ")).split()) for part in (left, right)]
    right = parts[1].rstrip(".,; ")
    return f"{parts[0]} = {right}" if parts[0] and right else ""


@dataclass(frozen=True)
class Compare:
    """Hold the formula of a block against the library's statement."""

    name: str
    text: str


@dataclass(frozen=True)
class Compared:
    """The library's statement and what it is given there, and why the formula is not it ("" when it is)."""

    latex: str
    unicode: str
    given: str
    drift: str


def compare(task: Compare) -> Iterator[Compared]:
    """Drift is any loss or change of meaning; to be unreadable is one."""
    from symbolic import api
    from symbolic.article.same import same_meaning, same_text
    from symbolic.derivations import statement
    from symbolic.notation.tree import Chain

    said = statement(task.name)
    given = api.given(said.entry.given_of(said.step))
    drift = "its meaning changed"
    try:
        tree = given.read(task.text)
    except api.Unread as problem:
        drift = f"it cannot be read: {problem.failure.message}"
    else:
        yield Compared(said.latex, said.unicode, given.text, drift)
        if same_text(tree, said.chain) or (isinstance(tree, Chain) and same_meaning(tree, said.chain, given.table)):
            drift = ""
    yield Compared(said.latex, said.unicode, given.text, drift)


@dataclass(frozen=True)
class Keep:
    """Hold a number or formula in a sentence against an expression."""

    given: str
    shown: str
    relation: str
    expression: str


@dataclass(frozen=True)
class Kept:
    """The verdict on shown = expression, and what to write instead ("" when nothing is known)."""

    verdict: Verdict
    latex: str = ""
    plain: str = ""


def keep(task: Keep) -> Iterator[Kept]:
    """A whole number or a formula is kept exactly, a decimal to the digits shown."""
    from symbolic import api
    from symbolic.article.decimals import rounded
    from symbolic.notation import latex, plain
    from symbolic.notation.tree import Chain

    try:
        given = api.given(task.given)
        wanted = given.read(task.expression)
    except api.Unread as problem:
        yield Kept(Verdict("unread", error=replace(problem.failure, where="mark")))
        return
    if isinstance(wanted, Chain):
        yield Kept(Verdict("unread", error=Failure("`= …` takes an expression, not a relation", 1, 1, "mark")))
        return
    digits = re.fullmatch(r"[-+−]?\d*\.(\d+)", task.shown)
    relation = "≈" if digits else task.relation
    result = given.derive(wanted).result
    decimal = rounded(result, len(digits[1]) if digits else 0) if relation == "≈" else None
    written = (decimal, decimal) if decimal else (latex(result, given.table), plain(result, given.table))
    try:
        shown = given.read(task.shown)
        verdict = given.judge(Chain(shown, ((relation, wanted),)))
    except api.Unread as problem:
        verdict = Verdict("unread", error=problem.failure)
    yield Kept(verdict, *written)


def handle(task: Judge | Compare | Keep | Hold) -> Iterator[Judged | Compared | Kept]:
    """Whatever an article asks of a worker."""
    if isinstance(task, Judge):
        yield from judge(task)
    elif isinstance(task, Compare):
        yield from compare(task)
    elif isinstance(task, Hold):
        yield from map(Judged, hold(task))
    else:
        yield from keep(task)
