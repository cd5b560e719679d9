"""Dataclasses as data and back: what JSON holds becomes again the record that it was."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints


def rebuilt(kind: Any, data: Any) -> Any:
    """The value of type `kind` whose `asdict`, or itself, is `data`; raises ValueError when it is none.

    Known are records, unions, lists, tuples, dictionaries with text as keys, text, numbers and None; `Any` takes all.

    >>> from symbolic.verdict import Failure
    >>> rebuilt(Failure | None, {"message": "missing )", "line": 1, "column": 9, "where": "claim"}).column
    9
    """
    if kind is Any or kind is object:
        return data
    origin, inner = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        return _one_of(inner, data)
    if is_dataclass(kind) and isinstance(kind, type):
        return _record(kind, data)
    if origin is list and isinstance(data, list):
        return [rebuilt(inner[0], part) for part in data]
    if origin is tuple and isinstance(data, list | tuple):
        return tuple(rebuilt(inner[0], part) for part in data)
    if origin is dict and isinstance(data, dict):
        return {str(name): rebuilt(inner[1], part) for name, part in data.items()}
    if type(data) is kind:
        return data
    if kind is float and type(data) is int:
        return float(data)
    raise ValueError(f"{data!r} is no {kind}")


def _one_of(kinds: tuple[Any, ...], data: Any) -> Any:
    if data is None and NoneType in kinds:
        return None
    for kind in kinds:
        try:
            return rebuilt(kind, data)
        except ValueError:
            continue
    raise ValueError(f"{data!r} is none of {kinds}")


def _record(kind: type, data: Any) -> Any:
    hints = _hints(kind)
    if not isinstance(data, dict) or set(data) != set(hints):
        raise ValueError(f"{data!r} is no {kind.__name__}")
    return kind(**{name: rebuilt(hint, data[name]) for name, hint in hints.items()})


@cache
def _hints(kind: type) -> dict[str, Any]:
    known = get_type_hints(kind)
    return {item.name: known[item.name] for item in fields(kind)}
