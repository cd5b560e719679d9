"""What a worker does for an article: a statement, a block or a value, judged under the given in force there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from symbolic.article.coding import Hold, hold
from symbolic.article.definitions import Meaning, as_equation, first_link, forgetting, head, meaning_of, opened
from symbolic.article.document import moved
from symbolic.article.habits import Habits
from symbolic.article.keeping import Keep, Kept, keep
from symbolic.article.lemmas import Leant, Lemma, lean
from symbolic.article.names import lacking, name_of
from symbolic.article.renewing import by_squares, renews
from symbolic.article.same import same_meaning, same_text
from symbolic.article.signs import relations
from symbolic.article.statements import condition
from symbolic.verdict import Failure, Verdict

if TYPE_CHECKING:
    from symbolic.api import Given, Unread
    from symbolic.notation.tree import Chain


@dataclass(frozen=True)
class Judge:
    """Judge one statement of an article `under` conditions of its own, by `lemmas` that stand before it.

    As a `claim` it may not define anything.
    """

    given: str
    text: str
    claim: bool = False
    under: tuple[str, ...] = ()
    lemmas: tuple[Lemma, ...] = ()


@dataclass(frozen=True)
class Judged:
    """The verdict, and what the statement does to the given.

    sentence  the sentence of given that a definition adds; `replaces`: the name that it gives anew
    example   that sentence is a number for a name that is given already: it holds for worked numbers alone
    worked    does a member of the chain hold numbers alone?
    unknown   the names that the given lacks
    certain   False in a first answer when only the verdict tells whether it is a definition
    """

    verdict: Verdict
    sentence: str = ""
    replaces: str = ""
    example: bool = False
    worked: bool = False
    unknown: tuple[str, ...] = ()
    certain: bool = True


def judge(task: Judge) -> Iterator[Judged]:
    """First what was read, then the verdict: a definition is one only where every other symbol is known."""
    from symbolic import api
    from symbolic.notation.tree import Chain
    from symbolic.said import SAID, judge_said

    text = as_equation(task.text)
    try:
        given = _given(task)
    except _Unusable as problem:
        yield _left_open(problem, text, task)
        return
    except api.Unread as problem:
        yield _unread(problem, text, task)
        return
    try:
        meaning = None if task.claim else meaning_of(text, given, given.text)
        if isinstance(meaning, Meaning):
            yield from _defined(meaning, task, given)
            return
        tree = given.read(text)
    except api.Unread as problem:
        yield _unread(problem, text, task)
        return
    read_as = given.plain(tree)
    if isinstance(tree, SAID):
        yield Judged(Verdict("undecided", read_as=read_as))
        yield Judged(judge_said(given, tree))
        return
    if not isinstance(tree, Chain):
        yield Judged(Verdict("no claim", read_as=read_as))
        return
    yield Judged(Verdict("undecided", read_as=read_as), certain=not renews(task.claim, given, tree))
    yield _claimed(task, given, tree)


def _given(task: Judge) -> Given:
    """The given with the conditions of the statement; what it knows of an index already is not said again."""
    from symbolic import api

    given = api.given(task.given)
    for sentence in task.under:
        try:
            given = api.given(f"{given.text}\n{sentence}")
        except api.Unread as problem:
            names = sentence.split("=")[0].split(",")
            if not all(_is_index(name, given) for name in names):
                raise _Unusable(f"the condition `{sentence}` cannot be used: {problem.failure.message}") from problem
    return given


class _Unusable(Exception):
    """A condition beside a formula that no given can say."""


def _left_open(problem: _Unusable, text: str, task: Judge) -> Judged:
    """A formula under a condition that cannot be used is read, and left open."""
    from symbolic import api

    try:
        given = api.given(task.given)
        return Judged(Verdict("undecided", read_as=given.plain(given.read(text)), note=str(problem)))
    except api.Unread as unread:
        return Judged(Verdict("unread", error=unread.failure))


def _is_index(name: str, given: Given) -> bool:
    symbol = given.table.symbol(name_of(name))
    return symbol is not None and symbol.kind == "index"


def _claimed(task: Judge, given: Given, chain: Chain) -> Judged:
    """The verdict of a claim; where it fails only because its left side has another meaning, `redefined`."""
    from symbolic.notation.tree import names

    leant = lean(given, chain, task.lemmas) if task.lemmas else Leant(None)
    verdict = leant.verdict or given.judge_text(chain, task.text)
    if leant.refused:
        verdict = replace(verdict, note="; ".join(filter(None, (*leant.refused, verdict.note))))
    if verdict.verdict in ("refuted", "undecided") and not task.claim and _assumes(task.text, chain, given):
        note = "a condition on what the given leaves open"
        return Judged(Verdict("no claim", read_as=verdict.read_as, note=note))
    worked = any(not names(member) for member in (chain.first, *(node for _, node in chain.links)))
    if verdict.verdict != "refuted" or not renews(task.claim, given, chain):
        return Judged(verdict, worked=worked)
    name = head(chain.first)
    known = given.table.definitions.get(name)
    before = known.sentence.text if known is not None else f"{given.plain(chain.first)} has a law already"
    if known is None or by_squares(chain):
        return Judged(Verdict("redefined", read_as=verdict.read_as, note=f"before: {before}"))
    fresh = _read(forgetting(given.text, name))
    meaning = meaning_of(as_equation(task.text), fresh, fresh.text) if fresh is not None else None
    if fresh is None or not isinstance(meaning, Meaning) or meaning.name != name:
        return Judged(verdict, worked=worked)
    *_, again = _defined(meaning, replace(task, given=fresh.text, under=()), fresh)
    word = "redefined" if again.verdict.verdict == "definition" else again.verdict.verdict
    return replace(again, verdict=replace(again.verdict, verdict=word, note=f"before: {before}"), replaces=name)


def _assumes(text: str, chain: Chain, given: Given) -> bool:
    """Is a formula only a condition on bare names (`c > 1`) that the given leaves open, and allows?"""
    from symbolic.notation.tree import names

    said, table = names(chain), given.table
    fixed = said & table.definitions.keys() or any(table.symbols[name].random for name in said & table.symbols.keys())
    reaches = all(sign != "→" or not names(end) & table.symbols.keys() for sign, end in chain.links)
    return condition(text) and reaches and not fixed and _read(f"{given.text}\n{_one_line(text)}") is not None


def _one_line(text: str) -> str:
    return " ".join(text.split()).rstrip(".,; ")


def _read(text: str) -> Given | None:
    from symbolic import api

    try:
        return api.given(text)
    except api.Unread:
        return None


def _defined(meaning: Meaning, task: Judge, given: Given) -> Iterator[Judged]:
    """A definition; when its chain goes on, what the chain claims is judged with the definition in force."""
    from symbolic import api

    within = opened(api.given(f"{given.text}\n{meaning.sentence}"), meaning.name)
    try:
        chain = within.read_claim(as_equation(task.text))
    except api.Unread as problem:
        yield Judged(Verdict("unread", error=problem.failure))
        return
    note = "a number for what the given leaves open: worked numbers alone use it" if meaning.example else None
    defined = Judged(
        Verdict("definition", read_as=within.plain(chain), note=note), _standing(meaning, task), example=meaning.example
    )
    if len(chain.links) == 1:
        yield defined
        return
    yield replace(defined, verdict=replace(defined.verdict, verdict="undecided"))
    judged = within.judge(replace(chain, first=chain.links[0][1], links=chain.links[1:]))
    yield defined if judged.verdict == "proved" else replace(defined, verdict=judged)


def _standing(meaning: Meaning, task: Judge) -> str:
    """What a definition adds to the given behind it: its sentence, with the conditions that it cannot do without."""
    if not task.under or _read(f"{task.given}\n{meaning.sentence}") is not None:
        return meaning.sentence
    return "\n".join((*task.under, meaning.sentence))


def _unread(problem: Unread, text: str, task: Judge) -> Judged:
    """What could not be read: of a definition that fails, what its right side lacks."""
    from symbolic import api

    given = _read("\n".join((task.given, *task.under)))
    if given is None or problem.failure.where == "given":
        return Judged(Verdict("unread", error=problem.failure))
    unknown = lacking(text, given.table)
    failure = problem.failure
    sides = None if task.claim else first_link(text)
    if sides is not None and unknown:
        start = relations(text)[0].end
        try:
            given.read(text[start:])
            told = meaning_of(text, given, given.text)
            failure = replace(told, line=1, column=1, where="claim") if isinstance(told, Failure) else failure
        except api.Unread as inner:
            failure = moved(inner.failure, text, start)
            unknown = lacking(text[start:], given.table)
    return Judged(Verdict("unread", error=failure), unknown=unknown)


@dataclass(frozen=True)
class Compare:
    """Hold the formula of a block against the library's statement, which is written in the author's `habits`."""

    name: str
    text: str
    habits: Habits = field(default_factory=Habits)


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
    from symbolic.derivations import statement
    from symbolic.notation.tree import Chain

    said = statement(task.name)
    given = api.given(said.entry.given_of(said.step))
    latex = _dressed(said.chain, task.habits, given)
    drift = "its meaning changed"
    try:
        tree = given.read(task.text)
    except api.Unread as problem:
        drift = f"it cannot be read: {problem.failure.message}"
    else:
        yield Compared(latex, said.unicode, given.text, drift)
        if same_text(tree, said.chain) or (isinstance(tree, Chain) and same_meaning(tree, said.chain, given.table)):
            drift = ""
    yield Compared(latex, said.unicode, given.text, drift)


def _dressed(chain: Chain, habits: Habits, given: Given) -> str:
    """The statement as the author would write it, where that reads back as the same; else as it is printed."""
    from symbolic import api
    from symbolic.notation import latex

    text = habits.latex(chain, given.table)
    try:
        back = given.read(_standard(text, habits))
    except api.Unread:
        return latex(chain, given.table)
    same = same_text(back, chain) or (isinstance(back, type(chain)) and same_meaning(back, chain, given.table))
    return text if same else latex(chain, given.table)


def _standard(text: str, habits: Habits) -> str:
    """The text with the author's macros as the printer's words, as the host expands them."""
    for printed, own in habits.words:
        text = printed.join(re.split(re.escape(own) + r"(?![A-Za-z])", text))
    return text


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
