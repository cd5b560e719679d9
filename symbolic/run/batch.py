"""Many tasks, answered in their order while they run, each under its own guard."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from multiprocessing.connection import wait
from typing import Any

from symbolic.run.worker import Answer, Handler, Worker


def answers(handler: Handler, payloads: Iterable[Any], seconds: float, workers: int = 1) -> Iterator[Answer]:
    """One answer for each payload, in order; at most `workers` are under way at once."""
    crew = [Worker(handler) for _ in range(workers)]
    idle = list(crew)
    busy: dict[Worker, int] = {}
    ready: dict[int, Answer] = {}
    source = enumerate(payloads)
    due, more = 0, True
    try:
        while more or busy:
            while more and idle:
                place, payload = next(source, (-1, None))
                more = place >= 0
                if more:
                    worker = idle.pop()
                    worker.begin(payload, seconds)
                    busy[worker] = place
            for worker, answer in _finished(list(busy)):
                ready[busy.pop(worker)] = answer
                idle.append(worker)
            while due in ready:
                yield ready.pop(due)
                due += 1
    finally:
        for worker in crew:
            worker.close()


def _finished(busy: list[Worker]) -> Iterator[tuple[Worker, Answer]]:
    if not busy:
        return
    wait([worker.pipe for worker in busy], min(worker.remaining for worker in busy))
    for worker in busy:
        answer = worker.poll()
        if answer is not None:
            yield worker, answer
