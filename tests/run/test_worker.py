"""The guard ends what overruns, whatever it does; answers come in order."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from symbolic.run.batch import answers
from symbolic.run.tasks import settled
from symbolic.run.worker import Worker
from symbolic.verdict import Verdict


def work(task: object) -> Iterator[object]:
    yield "begun"
    if task == "hang":
        while True:
            pass
    if task == "break":
        raise ValueError("broken")
    if task == "fill":
        bytearray(1 << 40)
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
