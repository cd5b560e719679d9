"""Which sentence a claim lacks: sentences that the given could have said, tried one at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from symbolic.given.errors import GivenError
from symbolic.given.read import read_more
from symbolic.language.symbols import Table

#: The fewest and the most sentences that are tried.
FEWEST, MOST = 12, 48

#: Worlds that must confirm a claim before the rules are asked; sentences that numbers confirm and no rule proves.
QUICK, WAITING = 2, 3


class Holds(Protocol):
    """Do numbers confirm the claim under a given, in `most` worlds or in all that can be tried?"""

    def __call__(self, trial: Table, most: int | None = None) -> bool: ...


def saving_sentence(
    sentences: Iterable[str], table: Table, holds: Holds, proves: Callable[[Table], bool | None], tries: int = MOST
) -> str | None:
    """The first sentence that, added to the given, makes the claim hold; None when no single one does.

    One with which the rules prove the claim comes before those with which numbers alone confirm it.

    proves  what the rules say: proved; not so, or not with that alone; None where they are silent
    tries   how many sentences the search can afford
    """
    confirmed: list[str] = []
    for sentence, trial in _trials(sentences, table, min(max(tries, FEWEST), MOST)):
        if not holds(trial, QUICK):
            continue
        proved = proves(trial)
        if proved:
            return sentence
        if proved is None and holds(trial):
            confirmed.append(sentence)
        if len(confirmed) == WAITING:
            break
    return confirmed[0] if confirmed else None


def _trials(sentences: Iterable[str], table: Table, most: int) -> Iterator[tuple[str, Table]]:
    """Each sentence once with the given that says it too; what is none, or contradicts the given, is left out."""
    seen: set[str] = set()
    for sentence in sentences:
        if sentence in seen:
            continue
        if len(seen) == most:
            return
        seen.add(sentence)
        try:
            yield sentence, read_more(table, sentence)
        except GivenError:
            continue
