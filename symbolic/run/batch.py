"""Many tasks, answered in their order while they run, each under its own guard."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from symbolic.run.crew import Crew
from symbolic.run.worker import PULSE, Answer, Handler


def answers(handler: Handler, payloads: Iterable[Any], seconds: float, workers: int = 1) -> Iterator[Answer]:
    """One answer for each payload, in order; at most `workers` are under way at once, and as many wait."""
    ready: dict[Any, Answer] = {}
    source = enumerate(payloads)
    due, more = 0, True
    with Crew(handler, seconds, workers) as crew:
        while more or crew.working:
            while more and crew.waiting < workers:
                place, payload = next(source, (-1, None))
                more = place >= 0
                if more:
                    crew.put(place, payload)
            ready.update(crew.finished(PULSE))
            while due in ready:
                yield ready.pop(due)
                due += 1
