"""draft(document): lines of given, each read back before it is taken, with what each was guessed from."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from symbolic.article.definitions import as_equation, first_link
from symbolic.article.document import Document, Formula, Place
from symbolic.article.meanings import heads
from symbolic.article.names import lacking, name_of
from symbolic.article.statements import statements
from symbolic.drafting.guess import Guess
from symbolic.drafting.said import definitions, numbers_vectors, spelled
from symbolic.drafting.telling import Telling
from symbolic.drafting.usage import Usage, usage
from symbolic.language.symbols import Table
from symbolic.notation.tree import Node

#: The line of the article with which a reason begins.
_LINE = re.compile(r"(?:^|(?<=; ))line (\d+)(?=[:;]|$)")

#: `x' ∈ S`, and f(x').
_PRIMED = re.compile(r"(?<![\\A-Za-z])([A-Za-z])'\s*(?:\\in(?![A-Za-z])|∈)|(?<=[A-Za-z]\()([A-Za-z])'(?=\))")


@dataclass
class Draft:
    """The lines of a given with a comment each, and what remains unknown: (name, where it first stands)."""

    lines: list[tuple[str, str]] = field(default_factory=list)
    unknown: list[tuple[str, str]] = field(default_factory=list)

    @property
    def given(self) -> str:
        return "\n".join(line for line, _ in self.lines)

    @property
    def text(self) -> str:
        """The given with its comments; what is unknown stands at its end, as comments."""
        width = min(max((len(line) for line, _ in self.lines), default=0), 60)
        shown = [f"{line:<{width}}  # {why}".rstrip() if why else line for line, why in self.lines]
        shown += [f"# {name} ({where}): nothing tells what it is" for name, where in self.unknown]
        return "\n".join(shown) + "\n"

    def table(self) -> Table:
        from symbolic.given import read_given

        return read_given(self.given)

    def add(self, line: str, why: str = "") -> bool:
        """Take a line on when the given with it can be read."""
        from symbolic.given import GivenError, read_given

        try:
            read_given(f"{self.given}\n{line}")
        except (GivenError, ValueError):
            return False
        self.lines.append((line, " ".join(why.split())))
        return True


def draft(document: Document) -> Draft:
    """A given for an article, from its prose and from the use of its symbols, for its author to correct."""
    return _Drafting(document).made()


@dataclass
class _Drafting:
    """The making of a draft: declarations first, then what relates them, definitions, indices, and what is left."""

    document: Document

    def __post_init__(self) -> None:
        self.usage: Usage = usage(self.document)
        self.telling = Telling(self.document, frozenset(self.usage.letters), frozenset(self.usage.uses)).read()
        self.draft = Draft()
        self.defined = definitions(self.document)

    def made(self) -> Draft:
        equated = {name for sentence, _ in self.telling.equations for name in _heads(sentence)}
        defined = equated | self.defined.keys()
        guesses = [guess for guess in self._guesses() if guess.name not in defined or guess.kind == "law"]
        for guess in sorted(guesses, key=lambda guess: (guess.unsized, not guess.properties, guess.line)):
            if not (guess.spelled and self.draft.table().knows(guess.name)):
                self._declare(guess)
        self._primed()
        for sentence, why in self.telling.sentences.items():
            self.draft.add(sentence, why)
        self._define()
        self._positive()
        self._index()
        self._define()
        self._leave()
        self.draft.lines = [(line, _LINE.sub(self._where, why)) for line, why in self.draft.lines]
        return self.draft

    def _where(self, line: re.Match[str]) -> str:
        """A line of the article as its author sees it: in which cell, or in which file."""
        return self._shown((int(line[1]), 1))

    def _shown(self, place: Place) -> str:
        spot = self.document.spot(place)
        if spot.cell:
            return spot.cell
        file = "" if spot.path in (None, self.document.path) else f"{spot.path}, "
        return f"{file}line {spot.place[0]}"

    def _guesses(self) -> list[Guess]:
        """The names that displayed formulas use, or that prose describes and formulas use."""
        found = {}
        for name, use in self.usage.uses.items():
            told = self.telling.guesses.get(name)
            described = told is not None and told.described
            if not (use.displayed or described) or (name in self.usage.sizes and not described):
                continue
            guess = told or Guess(name, spelled(name, self.document), use.line)
            found[name] = guess.used(use, numbers_vectors(name, self.document))
        for name, guess in self.telling.guesses.items():
            if guess.described and (guess.kind == "law" or guess.family) and name not in found:
                found[name] = guess
        sized = {size for guess in found.values() for size in (*(guess.shape or ()), guess.family)}
        return [guess for guess in found.values() if guess.spelled not in sized]

    def _declare(self, guess: Guess) -> None:
        """The declaration with as many of its properties as can be read."""
        if guess.family == "∞":
            guess.family = next(letter for letter in ("T", "N", "M", "N_{max}") if letter not in self.usage.uses)
        said = list(guess.properties.values())
        if any(one.text.startswith("~") for one in said):
            self.draft.add(f"{guess.spelled} {guess.properties['law'].text}", guess.reasons(said))
            return
        self._matrices(guess)
        self._multiplied(guess)
        if guess.unsized:
            guess.shape = (self._size(guess),)
        for kept in range(len(said), -1, -1):
            if self.draft.add(guess.declaration(said[:kept]), guess.reasons(said[:kept])):
                for one in said[kept:]:
                    self.draft.add(f"{guess.spelled} : {one.text}", f"line {one.line}: {one.words}")
                return

    def _multiplied(self, guess: Guess) -> None:
        """A small letter behind a matrix, of which nothing else tells, is a vector that it multiplies."""
        from symbolic.notation import latex

        use, table = self.usage.uses.get(guess.name), self.draft.table()
        if use is None or guess.shape is not None or guess.kind or guess.family or guess.name[:1].isupper():
            return
        for left in use.behind:
            symbol = table.symbols.get(left)
            if symbol is not None and len(symbol.shape) == 2:
                guess.shape = (latex(symbol.shape[1], table),)
                guess.why(use.line, f"behind the matrix {left}")
                return

    def _size(self, guess: Guess) -> str:
        """The size with which most definitions of the article that use the name can be read."""
        from symbolic.notation import latex

        table = self.draft.table()
        sizes = {latex(size, table): None for symbol in table.symbols.values() for size in symbol.shape}
        using = [told.sentence for told in self.defined.values() if guess.name in lacking(told.sentence, table)]

        def fitting(size: str) -> int:
            trial = Draft([*self.draft.lines, (f"{guess.spelled} : vector({size})", "")])
            return sum(trial.add(sentence) for sentence in using)

        return max((*sizes, "n"), key=fitting) if using else next(iter(sizes), "n")

    def _primed(self) -> None:
        """x' is of the kind of x, where it lies in a set or is all that a function is applied to."""
        texts = [item.body.text for item in self.document.items if isinstance(item, Formula)]
        found = {letter for text in texts for pair in _PRIMED.findall(text) for letter in pair if letter}
        for letter in sorted(found):
            for line, _ in list(self.draft.lines):
                shown, _, kind = line.partition(" : ")
                symbol = self.draft.table().symbols.get(letter)
                if name_of(shown) == letter and symbol is not None and symbol.kind != "function":
                    self.draft.add(f"{letter}' : {kind}", f"as {letter}")

    def _matrices(self, guess: Guess) -> None:
        """The covariance of the members of a family is declared before them."""
        spread = guess.properties.get("spread")
        name = spread.text.removeprefix("covariance ") if spread is not None else ""
        if guess.family and spread is not None and name != spread.text and guess.shape and name_of(name):
            size = guess.shape[0]
            line = f"{name} : matrix({size}, {size}), positive semidefinite"
            self.draft.add(line, f"line {spread.line}: a covariance")

    def _define(self) -> None:
        """Equations of sentences, and displayed ones that are used where their section has ended."""
        waiting = [(sentence, f"line {line}") for sentence, line in self.telling.equations if self._used(sentence)]
        waiting += [(told.sentence, f"line {told.line}") for told in self.defined.values() if told.outlives]
        for _ in waiting:
            table = self.draft.table()
            waiting = [pair for pair in waiting if not (_heads(pair[0]) & table.definitions.keys())]
            waiting = [pair for pair in waiting if not self.draft.add(*pair)]

    def _used(self, sentence: str) -> bool:
        return any(name in self.usage.uses and self.usage.uses[name].displayed for name in _heads(sentence))

    def _positive(self) -> None:
        """What stands under a root or in a logarithm, where that is all that is known of its sign."""
        for name, use in self.usage.uses.items():
            symbol = self.draft.table().symbols.get(name)
            if not use.positive or symbol is None or symbol.random or symbol.signs:
                continue
            if symbol.kind == "scalar":
                shown = spelled(name, self.document)
                self.draft.add(f"{shown} > 0", f"line {use.line}: under a root, or in a logarithm")

    def _index(self) -> None:
        """`i, j : index(n)` for the letters that stand free in formulas."""
        from symbolic.notation import latex

        table = self.draft.table()
        by_size: dict[str, list[str]] = {}
        for letter, places in self.usage.indices.items():
            size = next((_extent(name, axis, table) for name, axis in places if _extent(name, axis, table)), None)
            if size is not None and not table.knows(letter):
                by_size.setdefault(latex(size, table), []).append(letter)
        for shown, letters in by_size.items():
            self.draft.add(f"{', '.join(letters)} : index({shown})", "free indices")

    def _leave(self) -> None:
        """The names that no line gives and no formula defines."""
        table = self.draft.table()
        for item in self.document.items:
            if isinstance(item, Formula) and item.displayed and item.closed:
                for statement in statements(item.body):
                    for name in lacking(as_equation(statement.body.text), table):
                        known = name in self.defined or name.split("_")[0] in self.defined
                        if not known and name not in {told for told, _ in self.draft.unknown}:
                            self.draft.unknown.append((name, self._shown(item.place)))


def _extent(name: str, axis: int, table: Table) -> Node | None:
    """The size that an index at this axis runs to."""
    symbol = table.symbols.get(name)
    if symbol is None:
        return None
    sizes = (*((symbol.family[1],) if symbol.family else ()), *symbol.shape)
    return sizes[axis] if axis < len(sizes) else None


def _heads(sentence: str) -> set[str]:
    sides = first_link(sentence)
    return heads(sides.left) if sides is not None else set()
