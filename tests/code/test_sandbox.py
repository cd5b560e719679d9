"""The sandbox: code is bounded, its errors are data, and numbers cross unchanged."""

from __future__ import annotations

import time

import numpy as np
import pytest

from symbolic.run.sandbox import Raised, Sandbox, Stopped
from symbolic.run.sandboxed import Unfit, decoded, encoded


@pytest.mark.parametrize("value", [1.5, 3, True, np.float32(0.1), np.arange(6.0).reshape(2, 3), np.array([np.nan, 1j])])
def test_numbers_cross_unchanged(value: object) -> None:
    again = decoded(encoded(value))
    assert np.array_equal(again, np.asarray(value), equal_nan=True)
    assert np.asarray(again).dtype == np.asarray(value).dtype


@pytest.mark.parametrize("value", [None, "text", object(), [1, "a"], np.array([None])])
def test_what_is_no_number_does_not_cross(value: object) -> None:
    with pytest.raises(Unfit):
        encoded(value)


def test_an_exception_has_its_line() -> None:
    source = "def f(x):\n    y = x\n    return y / [1]"
    with Sandbox(source, "f", 10) as f, pytest.raises(Raised, match="TypeError") as caught:
        f(x=1.0)
    assert caught.value.line == 3


def test_time_ends_the_code_and_all_later_calls() -> None:
    start = time.monotonic()
    with Sandbox("def f(x):\n    while x: pass\n    return x", "f", 1.5) as f:
        assert f(x=0) == 0
        for _ in range(2):
            with pytest.raises(Stopped, match="time"):
                f(x=1)
    assert time.monotonic() - start < 10


def test_no_file_is_written_and_no_surroundings_seen() -> None:
    with Sandbox("import os\ndef f(x):\n    return len(os.environ.get('HOME', ''))", "f", 10) as f:
        assert f(x=0) == 0
    source = "def f(x):\n    with open('a', 'w') as file: file.write('b')\n    return 1"
    with Sandbox(source, "f", 10) as f, pytest.raises((Raised, Stopped)):
        f(x=0)


def test_what_the_code_prints_does_not_disturb_the_answer() -> None:
    with Sandbox("import os\ndef f(x):\n    print('{}'); os.write(1, b'{}\\n')\n    return x", "f", 10) as f:
        assert f(x=2.5) == 2.5
