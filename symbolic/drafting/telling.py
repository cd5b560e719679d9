"""What the prose of an article tells of its names: each clause speaks of a subject, and phrases say what of it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from symbolic.article.document import Document, Formula
from symbolic.article.names import name_of
from symbolic.article.statements import condition
from symbolic.drafting.guess import Guess, Said
from symbolic.drafting.mentions import Mention, mention
from symbolic.drafting.phrases import APART, FIXED, KINDS, OF, RANDOM, Found, found
from symbolic.drafting.prose import TOKEN, Clause, clauses

#: Words that define with an equation behind them.
DEFINING = frozenset({"let", "put", "set", "write", "define", "denote", "where", "call"})

#: Words behind which an equation says what a name is, if nothing else does.
MODELLING = frozenset({"assume", "consider", "model", "suppose"})

_GROUP = re.compile(r"⟦\d+⟧(?:\s*(?:,|and|, and)\s*⟦\d+⟧)*")
_LETTERS = re.compile(r"(?<![\w⟦\\'’])([b-zA-HJ-Z])(?![\w'’])")
_PRONOUN = re.compile(
    r"\W*(?:and\s+)?(?:their|its|they|whose|the (?:components|entries|coordinates)|with)\b", re.IGNORECASE
)


@dataclass
class Telling:
    """Guesses by name, independence and relations as sentences with their reasons, and equations by their line."""

    document: Document
    letters: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    guesses: dict[str, Guess] = field(default_factory=dict)
    sentences: dict[str, str] = field(default_factory=dict)
    equations: list[tuple[str, int]] = field(default_factory=list)
    subject: tuple[str, ...] = ()

    def read(self) -> Telling:
        for clause in clauses(self.document):
            self._clause(clause)
        return self

    def mention(self, token: str) -> Mention:
        item = self.document.items[int(token.strip("⟦⟧"))]
        assert isinstance(item, Formula)
        said = mention(item.body.text)
        if item.displayed:
            return Mention(said.names)
        bare = tuple(self._array(name) for name in said.names)
        return said if bare == said.names else Mention(bare, said.shape, said.family, moment=said.moment)

    def _array(self, spelled: str) -> str:
        """x of an entry x_i."""
        match = re.fullmatch(r"(.+?)_(?:\{([a-z, ]*)\}|([a-z]))", spelled.strip())
        letters = set(re.findall("[a-z]", match[2] or match[3])) if match else set()
        return match[1] if match and letters and letters <= self.letters else spelled

    def guess(self, spelled: str, line: int) -> Guess:
        name = name_of(spelled)
        return self.guesses.setdefault(name, Guess(name, spelled.strip(), line))

    def _clause(self, clause: Clause) -> None:
        phrases = list(found(clause.text))
        taken = {place for phrase in phrases for place in range(*phrase.taken)}
        others = OF.search(clause.text)
        if others:
            taken |= set(range(*others.span()))
        subject = self._subject(clause, taken)
        for match in TOKEN.finditer(clause.text):
            before = clause.text[: match.start()].rstrip()
            self._mentioned(self.mention(match.group()), clause, bool(_IS.search(before)))
        if not subject:
            return
        self.subject = subject
        dim = self._dimension(clause)
        for spelled in subject:
            self._described(self.guess(spelled, clause.line), clause, phrases, dim)
        self._apart(clause, subject, others.group("others") if others else "")

    def _subject(self, clause: Clause, taken: set[int]) -> tuple[str, ...]:
        """The names that a clause speaks of: those of its first formula that no phrase takes, or those before."""
        if _PRONOUN.match(clause.text) and self.subject:
            return self.subject
        for group in _GROUP.finditer(clause.text):
            if group.start() in taken:
                continue
            said = [self.mention(token) for token in re.findall(r"⟦\d+⟧", group.group())]
            names = tuple(name for one in said if not one.defines or one.law for name in one.names)
            if names:
                return names
        known = [m.group(1) for m in _LETTERS.finditer(clause.text) if m.group(1) in self.names]
        return tuple(dict.fromkeys(known))

    def _mentioned(self, said: Mention, clause: Clause, named: bool) -> None:
        """What a formula of the clause says by itself; `named`: words before it say what its name stands for."""
        named = named or clause.lead in MODELLING
        for spelled in said.names if not said.defines else ():
            guess = self.guess(spelled, clause.line)
            if said.shape is not None:
                guess.shape = said.shape
                guess.why(clause.line, "its space is named")
            if said.family:
                guess.family = said.family
            if said.moment is not None and _ASSUMING.search(f"{clause.lead} {clause.text}"):
                group, text = said.moment
                guess.random = True
                guess.vector |= text.endswith("I")
                guess.properties.setdefault(group, Said(text, clause.line, "its moment is named"))
            if said.law and "law" not in guess.properties:
                guess.random = True
                guess.properties["law"] = Said(f"~ {said.law}", clause.line, "its law is named")
        law = _LAW.search(said.sentence) if said.defines else None
        if law is not None:
            self._law(said.names[0], law, clause)
        elif said.defines and (clause.lead in DEFINING or (named and not self._known(said))):
            self.equations.append((said.sentence, clause.line))
        elif said.sentence and condition(said.sentence):
            self.sentences.setdefault(said.sentence, f"line {clause.line}")

    def _known(self, said: Mention) -> bool:
        """Does prose say anything of the name that an equation begins with?"""
        told = self.guesses.get(name_of(said.names[0]))
        return told is not None and told.described

    def _law(self, spelled: str, law: re.Match[str], clause: Clause) -> None:
        guess = self.guess(spelled, clause.line)
        guess.kind = "law"
        parts = {"law": "normal", "mean": f"mean {law[1]}", "spread": f"variance {law[2]}"}
        guess.properties = {group: Said(text, clause.line, "a normal law") for group, text in parts.items()}

    def _dimension(self, clause: Clause) -> tuple[str, ...] | None:
        """The sizes in `a random vector in ℝ^n`, where the space stands alone."""
        for token in re.findall(r"(?:in|of) (⟦\d+⟧)", clause.text):
            item = self.document.items[int(token.strip("⟦⟧"))]
            assert isinstance(item, Formula)
            shape = mention(f"x \\in {item.body.text}").shape
            if shape is not None and not self.mention(token).names:
                return shape
        return None

    def _described(self, guess: Guess, clause: Clause, phrases: list[Found], dim: tuple[str, ...] | None) -> None:
        for phrase in phrases:
            if guess.kind == "law" or (phrase.phrase.group in guess.properties):
                continue
            it = self._text(phrase.it)
            words = TOKEN.sub(lambda match: self._text(match.group()), phrase.words)
            text = phrase.phrase.says.replace("{it}", it)
            guess.properties[phrase.phrase.group] = Said(text, clause.line, f"“{words}”")
            guess.random |= phrase.phrase.random
            if phrase.phrase.group == "matrix" and guess.shape is None:
                guess.shape = ("n", "n")
        if RANDOM.search(clause.text) and guess.kind != "law" and not FIXED.search(clause.text):
            guess.random = True
            guess.why(clause.line, "random")
        if guess.shape is None:
            kind = next((axes for pattern, axes in KINDS if pattern.search(clause.text)), None)
            guess.shape = dim if dim is not None else () if kind == 0 else None
            guess.vector |= kind == 1

    def _text(self, it: str) -> str:
        if not it.startswith("⟦"):
            return it
        item = self.document.items[int(it.strip("⟦⟧"))]
        return " ".join(item.body.text.split()) if isinstance(item, Formula) else ""

    def _apart(self, clause: Clause, subject: tuple[str, ...], others: str) -> None:
        """`x independent of y`; `x and y are independent`."""
        if others:
            names = [name for token in re.findall(r"⟦\d+⟧", others) for name in self.mention(token).names]
            for name in names:
                self.sentences.setdefault(f"{_grouped(subject)} ⊥ {name}", f"line {clause.line}: “independent of”")
        elif len(subject) == 1 and self.guess(subject[0], clause.line).family and APART.search(clause.text):
            said = Said("independent", clause.line, "“independent”")
            self.guess(subject[0], clause.line).properties.setdefault("sharing", said)
        elif len(subject) > 1 and APART.search(clause.text):
            self.sentences.setdefault(f"{', '.join(subject)} : independent", f"line {clause.line}: “independent”")


#: `the estimator is`, `given by`, `called`: a name and what it stands for come behind.
_IS = re.compile(r"\bthe\b.*\bis$|\b(?:by|called|namely)$", re.IGNORECASE)

#: Words behind which an equation is assumed.
_ASSUMING = re.compile(r"\b(?:with|assum\w*|suppos\w*|let|satisf\w*|such that|having|has|have)\b", re.IGNORECASE)


def _grouped(names: tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 else f"({', '.join(names)})"


_LAW = re.compile(r"=\s*(?:\\mathcal\s*\{?\s*N\s*\}?|𝒩|N)\s*\(\s*([^,]+?)\s*,\s*(.+?)\s*\)\s*\Z")
