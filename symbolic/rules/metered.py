"""SymPy under a bound of work: calls of functions are counted, and too many end it.

SymPy has no budget of its own, and an integral that it can't take may run for hours.  Calls are counted alike on any
machine.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, TypeVar

Result = TypeVar("Result")

#: Calls that one question to SymPy may take: a second or two.
CALLS = 1_000_000


class OutOfCalls(BaseException):
    """The bound is reached; no `except Exception` on the way may hold it up."""


def metered(work: Callable[[], Result], calls: int = CALLS) -> Result | None:
    """The result of `work`, or None when it takes more calls.

    >>> metered(lambda: sum(divmod(k, 2)[0] for k in range(10))), metered(lambda: [abs(k) for k in range(99)], calls=9)
    (20, None)
    """
    left, before = calls, sys.getprofile()

    def count(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal left
        if event in ("call", "c_call"):
            left -= 1
            if left < 0:
                raise OutOfCalls

    sys.setprofile(count)
    try:
        return work()
    except OutOfCalls:
        return None
    finally:
        sys.setprofile(before)
