"""The guard ends what overruns, whatever it does; answers come in order."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

import pytest

from symbolic.run.batch import answers
from symbolic.run.crew import Crew
from symbolic.run.tasks import settled
from symbolic.run.worker import MEMORY, Worker
from symbolic.verdict import Verdict

HELD: list[bytes] = []


def work(task: object) -> Iterator[object]:
    yield "begun"
    if task == "hang":
        while True:
            pass
    if task == "break":
        raise ValueError("broken")
    if task == "fill":
        bytearray(1 << 40)
    if task == "hold":
        HELD.append(b"x" * (300 << 20))
    if task == "size":
        task = sum(map(len, HELD))
    if isinstance(task, float):
        time.sleep(task)
    yield task


def test_a_task_that_hangs_is_ended_by_its_guard_and_the_next_is_answered() -> None:
    with Worker(work) as worker:
        start = time.monotonic()
        cut = worker.ask("hang", 0.3)
        assert (cut.fate, cut.value) == ("time", "begun")
        assert 0.3 <= time.monotonic() - start < 2
        done = worker.ask("next", 5)
        assert (done.fate, done.value) == ("done", "next")


def test_one_worker_serves_many_tasks() -> None:
    with Worker(work) as worker:
        worker.ask(1, 5)
        first = worker._process.pid
        worker.ask(2, 5)
        assert worker._process.pid == first


@pytest.mark.parametrize(("task", "fate"), [("break", "crash"), ("fill", "memory")])
def test_a_task_that_fails_says_how(task: str, fate: str) -> None:
    with Worker(work, memory=2 << 30) as worker:
        assert worker.ask(task, 5).fate == fate
        assert worker.ask("next", 5).value == "next"


@pytest.mark.skipif(sys.platform != "linux", reason="the system does not hold processes to their memory")
def test_no_worker_holds_more_than_it_may_and_a_grown_one_is_replaced() -> None:
    with Worker(work, memory=4 * MEMORY) as worker:  # whatever the process of the tests holds by now
        assert worker.ask("hold", 20).fate == "done"
        assert worker.ask("size", 5).value == 0
    with Worker(hoard) as worker:
        answer = worker.ask(None, 20)
        assert answer.fate == "memory" and 200 < answer.value < MEMORY >> 20


def hoard(task: object) -> Iterator[int]:
    held = []
    while True:
        held.append(b"x" * (10 << 20))
        yield 10 * len(held)


def test_what_ends_for_want_of_memory_in_a_used_worker_is_asked_in_a_fresh_one() -> None:
    with Crew(touchy, 20) as crew:
        for key in range(3):
            crew.put(key, key)
        answers_of: dict[object, str] = {}
        while crew.working:
            answers_of.update((key, answer.fate) for key, answer in crew.finished(5))
    assert answers_of == {0: "done", 1: "done", 2: "done"}


def touchy(task: object) -> Iterator[object]:
    """Fails in a process that has worked before."""
    HELD.append(b"x")
    if len(HELD) > 1:
        raise MemoryError
    yield task


def test_waiting_is_told_of_the_time() -> None:
    told: list[float] = []
    with Worker(work) as worker:
        worker.ask(1.2, 5, told.append)
    assert told == sorted(told) and len(told) >= 2 and told[-1] >= 1


@pytest.mark.parametrize("workers", [1, 2])
def test_answers_keep_the_order_of_their_tasks(workers: int) -> None:
    tasks = [0.2, "hang", 0.0, "break", "last"]
    fates = [answer.fate for answer in answers(work, tasks, 0.6, workers)]
    assert fates == ["done", "time", "done", "crash", "done"]


def test_answers_are_streamed() -> None:
    stream = answers(work, ["first", "hang"], 30)
    assert next(stream).value == "first"
    stream.close()  # type: ignore[attr-defined]


def test_a_verdict_cut_short_is_undecided_and_says_so() -> None:
    def slow(task: object) -> Iterator[Verdict]:
        yield Verdict("undecided", read_as="x = y")
        time.sleep(30)

    with Worker(slow) as worker:
        verdict = settled(worker.ask(None, 0.2), 0.2)
    assert verdict.verdict == "undecided" and verdict.read_as == "x = y"
    assert verdict.note is not None and verdict.note.startswith("time")
