"""No test reads or writes the cache of the person who runs it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    before = os.environ.get("COMPANION_CACHE")
    folder = tmp_path_factory.mktemp("cache")
    os.environ["COMPANION_CACHE"] = str(folder)
    yield folder
    del os.environ["COMPANION_CACHE"]
    if before is not None:
        os.environ["COMPANION_CACHE"] = before
