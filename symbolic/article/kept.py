"""What an article asks, and what it was answered, as data: for the cache."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from symbolic.article.judging import Compare, Compared, Judge, Judged
from symbolic.article.keeping import Keep, Kept
from symbolic.run.cache import Cache
from symbolic.run.records import rebuilt

#: Task → what answers it.  What code computes is not a matter of its text alone: it is run anew each time.
ANSWERS: dict[type, type] = {Judge: Judged, Compare: Compared, Keep: Kept}


def question(task: Any) -> str:
    """The content of a task, as text."""
    return json.dumps([type(task).__name__, asdict(task)], ensure_ascii=False, sort_keys=True)


def keep(cache: Cache, key: str, task: Any, answer: Any) -> None:
    """Keep an answer that rests on its question alone, if it comes back as it was; disagreements are not kept."""
    verdict = getattr(answer, "verdict", None)
    if type(task) not in ANSWERS or (verdict is not None and verdict.disagreement):
        return
    try:
        data = json.loads(json.dumps(asdict(answer)))
    except (TypeError, ValueError):
        return
    if recalled(task, data) == answer:
        cache.put(key, data)


def recalled(task: Any, data: Any) -> Any:
    """The answer that the cache holds for a task, or None."""
    kind = ANSWERS.get(type(task))
    if kind is None or data is None:
        return None
    try:
        return rebuilt(kind, data)
    except ValueError:
        return None
