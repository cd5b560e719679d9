"""A quantity given a sum of laws without end: right where they are not cut off, and nothing shown where they are."""

from symbolic.api import Given

WAITING = "p : in (0, 1); x, y : random integer, geometric(p); x, y : independent"


def test_one_of_two_waiting_times_given_their_sum() -> None:
    assert Given(WAITING).prove("E[x | x + y] = (x + y)/2").verdict in ("proved", "checked")
    assert Given(WAITING).prove("E[x | x + y] = (x + y)/3").verdict == "refuted"
