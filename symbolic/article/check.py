"""check(document, ask): every formula, block and value of an article, judged in order under the given in force."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from symbolic.article.coding import Hold, function_of
from symbolic.article.continuing import continuing
from symbolic.article.document import Document, Formula, Fragment, Heading, MarkError, Place, offset_of
from symbolic.article.findings import Edit, Finding, wrong_part
from symbolic.article.habits import Habits, habits
from symbolic.article.hosts.labels import labels
from symbolic.article.judging import Compare, Compared, Judge, Judged
from symbolic.article.keeping import Keep, Kept
from symbolic.article.labelled import Labelled, labels_known
from symbolic.article.lemmas import Lemma
from symbolic.article.marks import Expects, Forgets, Gives, Leans, Uses
from symbolic.article.meanings import Meanings, defined
from symbolic.article.names import name_of
from symbolic.article.outline import Block, Coded, Directive, Value, fragment_at, outline
from symbolic.article.placing import in_file, in_text, placed
from symbolic.article.scope import Scope
from symbolic.article.shared import expanded, shared_given
from symbolic.article.statements import Statement, statements
from symbolic.verdict import Failure, Verdict

#: A formula in a sentence that gives a name a number.
NUMBERED = re.compile(r"[^=<>]{1,40}(?:=|:=|≔)[\s\d.,/{}()+\-−^\\]*(?:\\(?:t|d)?frac|\\sqrt|√)?[\s\d.,/{}()+\-−^\\]*")

#: Answers a task of `judging`, within a guard.
Ask = Callable[[Any], Any]


def check(document: Document, ask: Ask, code_seconds: float = 0.0, inline: bool = False) -> Iterator[Finding]:
    """The findings of an article in the order of its text; raises `MarkError` before any when a mark is malformed.

    code_seconds  the guard of the code that marks speak of; 0: it is not run
    inline        judge the formulas in sentences too
    """
    try:
        parts = outline(document)
        _names_known(parts)
        labels_known(parts)
        headings = [item.start for item in document.items if isinstance(item, Heading)]
        joined = continuing(parts, document.source.text)
        for finding in _Walk(document, ask, code_seconds, inline).over(joined):
            yield in_file(in_text(finding, document, headings), document)
    except MarkError as problem:
        raise document.located(problem) from problem


def _names_known(parts: list[Any]) -> None:
    from symbolic.derivations import entry

    for part in parts:
        if isinstance(part, Block):
            try:
                entry(part.name)
            except LookupError as problem:
                raise MarkError(str(problem.args[0]), part.place) from problem


@dataclass
class _Walk:
    """The walk through an article: the scope here, and what the next formula is given and expected to be."""

    document: Document
    ask: Ask
    code_seconds: float = 0.0
    inline: bool = False
    scope: Scope = field(default_factory=Scope)
    once: list[Fragment] = field(default_factory=list)
    lemmas: tuple[Lemma, ...] = ()
    labelled: Labelled = field(default_factory=Labelled)
    expected: str = ""
    habits: Habits = field(default_factory=Habits)

    def __post_init__(self) -> None:
        self.meanings = Meanings(self.document)

    def over(self, parts: list[Any]) -> Iterator[Finding]:
        if self.document.given is not None:
            self._take(expanded(self.document.given, self.document.path))
        kept = {part.start for part in parts if isinstance(part, Value)}
        self.habits = habits(self.document, [(part.start, part.end) for part in parts if isinstance(part, Block)])
        for part in parts:
            if isinstance(part, Heading):
                self.scope = self.scope.entering(part.level)
            elif isinstance(part, Directive):
                self._direct(part)
            elif isinstance(part, Value):
                yield self._value(part)
            elif isinstance(part, Block):
                yield from self._expecting(map(self._block, (part,)))
            elif isinstance(part, Coded):
                yield from self._expecting(map(self._coded, (part,)))
            elif part.displayed:
                yield from self._expecting(self._formula(part))
            elif self.inline and self.document.source.offset(part.place) not in kept:
                yield from self._formula(part)
            else:
                self._example(part)

    def _take(self, fragments: list[Fragment]) -> None:
        scope = self.scope
        for fragment in fragments:
            if fragment.text not in {piece.fragment.text for piece in scope.pieces}:
                scope = scope.adding(fragment)
        self._give(scope)

    def _give(self, scope: Scope) -> None:
        """Take on more given; raises `MarkError` where it is malformed."""
        from symbolic import api

        try:
            api.given(scope.text)
        except api.Unread as problem:
            failure = problem.failure
            place = scope.place(failure.line or 1, failure.column or 1)
            raise MarkError(f"given: {failure.message}", place) from problem
        self.scope = scope

    def _direct(self, part: Directive) -> None:
        does = part.does
        if isinstance(does, Expects):
            self.expected = does.verdict
        elif isinstance(does, Gives) and does.once:
            self.once += expanded(does.text, self.document.path)
        elif isinstance(does, Gives):
            self._take(expanded(does.text, self.document.path))
        elif isinstance(does, Uses):
            self._take(shared_given(does.name, self.document.path, part.place))
        elif isinstance(does, Forgets):
            self._forget(does.names, part.place)
        elif isinstance(does, Leans):
            lemmas, sentences = self.labelled.by(does.labels)
            self.lemmas += tuple(lemmas)
            self.once += [fragment_at(sentence, part.place) for sentence in sentences]

    def _forget(self, names: tuple[str, ...], place: Place) -> None:
        from symbolic import api

        table = api.given(self.scope.text).table
        for name in names:
            if not table.knows(name_of(name)):
                raise MarkError(f"`{name}` is not given here, so it cannot be forgotten", place)
        self._give(self.scope.without(names))

    def _expecting(self, findings: Any) -> Iterator[Finding]:
        """The findings of the next formula, with what a mark expects of it."""
        kept = self.scope
        for fragment in self.once:
            self._give(self.scope.adding(fragment))
        extra = len(self.scope.pieces) - len(kept.pieces)
        for finding in findings:
            yield replace(finding, expected=self.expected)
        if extra:
            now = self.scope.pieces
            start = len(kept.pieces)
            self.scope = replace(self.scope, pieces=now[:start] + now[start + extra :])
        self.once, self.expected, self.lemmas = [], "", ()

    def _formula(self, formula: Formula) -> Iterator[Finding]:
        if formula.unreadable:
            failure = Failure(formula.unreadable, *formula.place)
            names = tuple(filter(None, (formula.label,)))
            yield self._finding(formula.body.stripped(), names, Verdict("unread", error=failure))
            return
        found = statements(formula.body)
        begins = [statement.body.origins[0] for statement in found]
        for statement, names, judged in self._in_turn(found, labels(formula, begins)):
            verdict = self.meanings.told(judged, statement.body.origins[0])
            yield self._finding(statement.body, names, verdict)

    def _in_turn(
        self, found: list[Statement], names: list[tuple[str, ...]]
    ) -> list[tuple[Statement, tuple[str, ...], Judged]]:
        """The statements of a display judged, in order; one that lacks what a later one defines waits for that."""
        answers: dict[int, Judged] = {}
        order = list(range(len(found)))
        for turn in order:
            statement = found[turn]
            judged = self._worked(statement, self._judged(statement, self.scope))
            later = set().union(*(defined(other.body.text) for other in found[turn + 1 :]))
            if turn not in answers and later & set(judged.unknown):
                order.append(turn)
            answers[turn] = judged
            self._define(judged, statement.body)
            self.labelled.note(names[turn], statement.body.text, judged.sentence)
        return [(statement, names[turn], answers[turn]) for turn, statement in enumerate(found)]

    def _judged(self, statement: Statement, scope: Scope, claim: bool = False) -> Judged:
        task = Judge(scope.text, statement.body.text, claim or bool(self.expected), statement.under, self.lemmas)
        answer: Judged = self.ask(task)
        return answer

    def _worked(self, statement: Statement, judged: Judged) -> Judged:
        """A worked number that does not hold in general is judged at the numbers that its section works with."""
        examples = self.scope.examples
        if not examples or judged.verdict.verdict not in ("refuted", "undecided"):
            return judged
        scope = self.scope
        for example in examples:
            scope = scope.adding(example.fragment)
        again = self._judged(statement, scope, claim=True)
        if again.verdict.verdict not in ("proved", "checked"):
            return judged
        numbers = "; ".join(example.fragment.text for example in examples)
        if judged.worked:
            return replace(again, verdict=replace(again.verdict, note=f"worked at {numbers}"))
        told = f"it holds at {numbers}: if that is meant, `given next: {numbers}` before it"
        return replace(judged, verdict=replace(judged.verdict, note=told))

    def _define(self, judged: Judged, statement: Fragment) -> None:
        if judged.replaces:
            self.scope = self.scope.redefining(judged.replaces)
        sentence = fragment_at(judged.sentence, statement.origins[0])
        if judged.example:
            self.scope = self.scope.working(judged.sentence.split("=")[0].strip(), sentence)
        elif judged.sentence:
            self.scope = self.scope.defining(sentence)

    def _example(self, formula: Formula) -> None:
        """A sentence may say with which number it works: `with $\\sigma = 2$`."""
        if formula.closed and NUMBERED.fullmatch(formula.body.text):
            judged = self._judged(Statement(formula.body.stripped()), self.scope)
            if judged.example:
                self._define(judged, formula.body.stripped())

    def _finding(self, body: Fragment, names: tuple[str, ...], verdict: Verdict) -> Finding:
        at, wrong, path = body.origins[0], wrong_part(verdict, body), self.document.path
        name, also = next(iter(names), ""), names[1:]
        return Finding(path, at, name, body.text.strip(), placed(verdict, body), wrong=wrong, also=also)

    def _block(self, block: Block) -> Finding:
        formula = block.formulas[0] if len(block.formulas) == 1 and block.formulas[0].closed else None
        body = formula.body.stripped() if formula else fragment_at("", block.place)
        compared: Compared = self.ask(Compare(block.name, body.text, self.habits))
        drift = compared.drift if formula else self._lost(block)
        written = bool(drift and compared.latex) and not (formula and formula.rendered)
        edit = self._block_edit(block, body if formula else None, compared.latex) if written else None
        verdict = self._of_block(body, compared) if formula else Verdict("unread")
        self.labelled.note((block.name,), body.text, "")
        place = formula.place if formula else block.place
        wrong = wrong_part(verdict, body)
        found = Finding(self.document.path, place, block.name, body.text, placed(verdict, body), drift, wrong=wrong)
        return replace(found, states=compared.unicode, edit=edit)

    def _lost(self, block: Block) -> str:
        if not self.document.source.text[block.start : block.end].strip():
            return "it is empty, for `companion sync` to write"
        if not block.formulas:
            return "its formula is lost"
        return "its formula is not closed" if len(block.formulas) == 1 else "it holds more than one formula"

    def _of_block(self, body: Fragment, compared: Compared) -> Verdict:
        """Under the article's given; where that does not know the library's names, under the library's."""
        if self.scope.text.strip():
            verdict = self._judged(Statement(body), self.scope, claim=True).verdict
            if verdict.verdict != "unread":
                return verdict
        return self._judged(Statement(body), Scope().adding(fragment_at(compared.given, (1, 1))), claim=True).verdict

    def _block_edit(self, block: Block, body: Fragment | None, latex: str) -> Edit:
        source, (left, right) = self.document.source, self.document.dress.display
        latex = self.document.dress.escape(latex)
        if body is not None and body.text:
            start = source.offset(body.origins[0])
            return start, source.offset(body.place(len(body.text))), latex
        if "\n" not in source.text[block.start : block.end]:
            return block.start, block.end, f"{left}{latex}{right}"
        line = source.line(block.place[0])[: block.place[1] - 1]
        prefix = "\n" + "".join(char if char in "> \t" else " " for char in line)
        return block.start, block.end, f"{prefix}{left}{prefix}{latex}{prefix}{right}{prefix}"

    def _coded(self, coded: Coded) -> Finding:
        name = function_of(coded.fence.text, coded.formula.text)
        verdict = Verdict("not run")
        if self.code_seconds:
            hold = Hold(self.scope.text, coded.formula.text, coded.fence.text, name, self.code_seconds)
            verdict = self.ask(hold).verdict
        return self._finding(coded.formula, (f"code {name}".strip(),), verdict)

    def _value(self, value: Value) -> Finding:
        expression = value.kept.expression
        kept: Kept = self.ask(Keep(self.scope.text, value.shown, value.kept.relation, expression.text))
        error = kept.verdict.error
        if error is not None and error.where == "mark":
            offset = offset_of(expression.text, error)
            raise MarkError(f"`{expression.text}`: {error.message}", expression.place(offset))
        wrong = kept.verdict.verdict in ("refuted", "unread")
        new = kept.latex if self.document.source.text[value.start - 1 : value.start] in ("$", "(") else kept.plain
        place = self.document.source.place(value.start)
        error = replace(error, line=place[0], column=place[1]) if error is not None else None
        verdict = replace(kept.verdict, error=error)
        name, ends = f"= {expression.text}", (place, self.document.source.place(value.end))
        verdict = replace(verdict, correct=None, counterexample=None)
        found = Finding(self.document.path, place, name, value.shown, verdict, wrong=ends if wrong else None)
        drift = f"it is no longer what stands in its mark: {kept.plain or 'another value'}"
        edit = (value.start, value.end, new) if new else None
        return replace(found, drift=drift, states=kept.plain, edit=edit) if wrong else found
