"""Room on Python's stack for the deepest formula that is read or printed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

_FRAMES = 12_000


@contextmanager
def deep() -> Iterator[None]:
    """At least _FRAMES frames inside; the limit that was in force afterwards."""
    saved = sys.getrecursionlimit()
    sys.setrecursionlimit(max(saved, _FRAMES))
    try:
        yield
    finally:
        sys.setrecursionlimit(saved)
