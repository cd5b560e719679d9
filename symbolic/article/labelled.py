"""The labelled formulas of an article, so that a later one can rest on them by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from symbolic.article.document import Formula, MarkError
from symbolic.article.hosts.labels import labels
from symbolic.article.lemmas import Lemma
from symbolic.article.marks import Leans
from symbolic.article.outline import Block, Directive
from symbolic.article.statements import statements


@dataclass
class Labelled:
    """Label → its formulas that claim something, and the sentences that it defines."""

    lemmas: dict[str, list[Lemma]] = field(default_factory=dict)
    sentences: dict[str, list[str]] = field(default_factory=dict)

    def note(self, names: tuple[str, ...], text: str, sentence: str) -> None:
        """A formula of these labels was judged: what it states, and what it defines."""
        for label in names:
            if sentence:
                self.sentences.setdefault(label, []).append(sentence)
            else:
                self.lemmas.setdefault(label, []).append(Lemma(label, text))

    def by(self, names: tuple[str, ...]) -> tuple[list[Lemma], list[str]]:
        """The lemmas and the sentences of some labels."""
        lemmas = [lemma for name in names for lemma in self.lemmas.get(name, ())]
        return lemmas, [sentence for name in names for sentence in self.sentences.get(name, ())]


def labels_known(parts: list[Any]) -> None:
    """Raises `MarkError` where a mark rests on a label that no formula before it has, or several have."""
    every = [label for part in parts for label in _labels(part)]
    bearing = Counter(label for part in parts for label in set(_labels(part)))
    before: set[str] = set()
    for part in parts:
        before.update(_labels(part))
        if not isinstance(part, Directive) or not isinstance(part.does, Leans):
            continue
        for label in part.does.labels:
            if label not in before:
                raise MarkError(f"`by {label}`: {_missing(label, every)}", part.place)
            if bearing[label] > 1:
                raise MarkError(f"`by {label}`: {bearing[label]} formulas have that label", part.place)


def _missing(label: str, every: list[str]) -> str:
    if label in every:
        return "that formula stands below; only one before can be used"
    near = get_close_matches(label, every, 3, 0.5) or list(dict.fromkeys(every))[:5]
    return "no formula has that label" + (f"; there is {', '.join(near)}" if near else "; no formula here has one")


def _labels(part: Any) -> Iterator[str]:
    if isinstance(part, Block):
        yield part.name
    elif isinstance(part, Formula) and part.displayed:
        found = statements(part.body)
        for names in labels(part, [statement.body.origins[0] for statement in found]):
            yield from names
