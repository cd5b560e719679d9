"""Several workers on one queue: tasks are handed out in order, answers come as they are ready."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator
from multiprocessing.connection import wait
from types import TracebackType
from typing import Any

from symbolic.run.worker import Answer, Handler, Worker


class Crew:
    """At most `workers` tasks are under way at once, each under its own guard of `seconds`.

    What ends for want of memory in a worker that had worked before is asked again in a fresh one: an answer depends on
    its task alone.
    """

    def __init__(self, handler: Handler, seconds: float, workers: int = 1) -> None:
        self._all = [Worker(handler) for _ in range(workers)]
        self._idle = list(self._all)
        self._busy: dict[Worker, tuple[Hashable, Any]] = {}
        self._queue: deque[tuple[Hashable, Any]] = deque()
        self._seconds = seconds

    def __enter__(self) -> Crew:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @property
    def waiting(self) -> int:
        """How many tasks have not begun."""
        return len(self._queue)

    @property
    def working(self) -> bool:
        return bool(self._busy)

    def put(self, key: Hashable, payload: Any, first: bool = False) -> None:
        """Line up a task; its answer is told by its key.  `first`: before all that wait."""
        if first:
            self._queue.appendleft((key, payload))
        else:
            self._queue.append((key, payload))
        self._hand_out()

    def drop(self) -> list[Hashable]:
        """Forget the tasks that have not begun; their keys."""
        keys = [key for key, _ in self._queue]
        self._queue.clear()
        return keys

    def finished(self, most: float) -> Iterator[tuple[Hashable, Answer]]:
        """The answers that came within `most` seconds; none when nothing is under way."""
        if not self._busy:
            return
        wait([worker.pipe for worker in self._busy], min(most, *(worker.remaining for worker in self._busy)))
        for worker, (key, payload) in list(self._busy.items()):
            answer = worker.poll()
            if answer is None:
                continue
            if answer.fate == "memory" and worker.served > 1:
                worker.begin(payload, self._seconds)
                continue
            del self._busy[worker]
            self._idle.append(worker)
            self._hand_out()
            yield key, answer

    def close(self) -> None:
        """End all workers, whatever they are doing."""
        for worker in self._all:
            worker.close()

    def _hand_out(self) -> None:
        while self._idle and self._queue:
            worker = self._idle.pop()
            task = self._queue.popleft()
            self._busy[worker] = task
            worker.begin(task[1], self._seconds)
