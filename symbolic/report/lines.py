"""JSON lines: one object a formula."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from symbolic.article.document import Place
from symbolic.report.items import Item


@dataclass
class JsonLines:
    """The objects of `check --json`; `wide`: characters beyond ASCII stand as they are."""

    wide: bool = True

    def found(self, item: Item) -> Iterator[str]:
        accepted = {"accepted": True} if item.accepted else {}
        yield dumped({**item.finding.to_json(), **accepted}, self.wide)

    def broken(self, path: Path, place: Place | None, message: str) -> Iterator[str]:
        return iter(())

    def ended(self, counted: str, status: int) -> Iterator[str]:
        return iter(())


def dumped(content: Any, wide: bool = True) -> str:
    """The object on one line, without numbers that JSON lacks."""
    return json.dumps(finite(content), ensure_ascii=not wide, allow_nan=False)


def finite(content: Any) -> Any:
    """The content with the numbers that JSON lacks (∞, not a number) as text."""
    if isinstance(content, float) and not math.isfinite(content):
        return str(content)
    if isinstance(content, dict):
        return {key: finite(value) for key, value in content.items()}
    return [finite(value) for value in content] if isinstance(content, list | tuple) else content
