"""A function of a program against a formula, as numbers: over shapes, precisions and batches.

The formula is any callable of the same arguments.  Code is called here as it is; whoever does not trust it calls this
in a process of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from numeric.compare import ULPS, Comparison, compare

Function = Callable[..., Any]
Arguments = Mapping[str, Any]

#: What a finding is about: the values, the shape, an exception, an argument changed in place, or chance.
About = Literal["value", "shape", "raises", "undefined", "changes its argument", "random"]


@dataclass(frozen=True)
class Finding:
    """Where code and formula part: at which arguments, what each gave, and what the finding is about."""

    about: About
    arguments: Arguments
    code: Any
    formula: Any
    text: str


@dataclass(frozen=True)
class Report:
    """What the trials showed.

    agrees     True: at every trial, in every precision; False: some finding; None: no trial could tell
    findings   one for each trial at which code and formula part
    trials     how many trials told something
    precision  the largest error by dtype, in units of its rounding, relative to the scale
    candidates names of near formulas that the code agrees with instead
    """

    agrees: bool | None
    findings: list[Finding] = field(default_factory=list)
    trials: int = 0
    precision: dict[str, float] = field(default_factory=dict)
    candidates: list[str] = field(default_factory=list)


def compare_code(
    code: Function,
    formula: Function,
    trials: Sequence[Arguments],
    dtypes: Sequence[str] = ("float64", "float32"),
    near: Mapping[str, Function] | None = None,
    scale: float = 0.0,
    ulps: float = ULPS,
) -> Report:
    """Does `code` compute `formula` at every trial?  `near` names formulas to try when it does not.

    Arguments that are floating arrays are handed over in each of `dtypes`; others as they are.  `scale` is the least
    magnitude of what is added up on the way to a result, `ulps` the roundings allowed relative to the scale.

    >>> trials = [{"x": np.array([0.3, -1.2, 2.1])}, {"x": np.array([0.7, 1.9])}]
    >>> def code(x):
    ...     return x / np.std(x, ddof=1)
    >>> report = compare_code(code, lambda x: x / np.std(x), trials, near={"n − 1 for n": lambda x: x / x.std(ddof=1)})
    >>> report.agrees, report.candidates
    (False, ['n − 1 for n'])
    """
    findings: list[Finding] = []
    precision: dict[str, float] = {}
    told = 0
    for arguments in trials:
        for dtype in dtypes:
            handed = _cast(arguments, dtype)
            expected = _called(formula, _cast(handed, "float64"))
            finding, comparison = _trial(code, handed, expected, dtype, scale, ulps)
            told += (comparison is not None and comparison.equal is not None) or finding is not None
            if comparison is not None and np.isfinite(comparison.error):
                units = comparison.error / float(np.finfo(np.dtype(dtype)).eps)
                precision[dtype] = max(precision.get(dtype, 0.0), units)
            if finding is not None:
                findings.append(finding)
                break
    agrees = False if findings else True if told else None
    return Report(agrees, findings, told, precision, [] if agrees is not False else which(code, near or {}, trials))


def which(code: Function, candidates: Mapping[str, Function], trials: Sequence[Arguments]) -> list[str]:
    """The names of the formulas that the code agrees with at every trial."""
    return [name for name, formula in candidates.items() if compare_code(code, formula, trials, ("float64",)).agrees]


@dataclass(frozen=True)
class _Raised:
    error: Exception


def _called(function: Function, arguments: Arguments) -> Any:
    with np.errstate(all="ignore"):
        try:
            return function(**{name: _copy(value) for name, value in arguments.items()})
        except Exception as error:  # whatever foreign code raises is a finding
            return _Raised(error)


def _copy(value: Any) -> Any:
    return value.copy() if isinstance(value, np.ndarray) else value


def _cast(arguments: Arguments, dtype: str) -> Arguments:
    return {
        name: value.astype(dtype) if isinstance(value, np.ndarray) and value.dtype.kind == "f" else value
        for name, value in arguments.items()
    }


def _trial(
    code: Function, handed: Arguments, expected: Any, dtype: str, scale: float, ulps: float
) -> tuple[Finding | None, Comparison | None]:
    kept = {name: _copy(value) for name, value in handed.items()}
    with np.errstate(all="ignore"):
        try:
            got = code(**kept)
        except Exception as error:  # as above
            got = _Raised(error)

    def finding(about: About, text: str) -> tuple[Finding, None]:
        return Finding(about, handed, got, expected, text), None

    if isinstance(expected, _Raised):
        return None, None
    if isinstance(got, _Raised):
        return finding("raises", f"{type(got.error).__name__}: {got.error}")
    for name, value in handed.items():
        if isinstance(value, np.ndarray) and not np.array_equal(value, kept[name], equal_nan=True):
            return finding("changes its argument", f"{name} is not what it was before the call")
    if not _same(got, _called(code, handed)):
        return finding("random", "two calls with the same arguments give different results")
    values, wanted = _numbers(got), _numbers(expected)
    if values is None or wanted is None:
        return finding("value", f"a result of type {type(got).__name__} is not numbers")
    if values.shape != wanted.shape:
        return finding("shape", f"shape {values.shape}, not {wanted.shape}")
    scale = np.abs(wanted[np.isfinite(wanted)]).max(initial=scale)
    rounding = float(np.finfo(np.dtype(dtype)).eps) / float(np.finfo(np.float64).eps)
    comparison = compare(values, wanted, scale=scale, ulps=ulps * max(1.0, rounding / 64))
    if comparison.equal is False:
        about: About = "undefined" if comparison.reason else "value"
        text = comparison.reason or f"{comparison.left} instead of {comparison.right} ({dtype})"
        return Finding(about, handed, got, expected, text), comparison
    return None, comparison


def _numbers(value: Any) -> NDArray[Any] | None:
    try:
        array = np.asarray(value)
    except ValueError:
        return None
    return array.astype(np.result_type(array, np.float64)) if array.dtype.kind in "biufc" else None


def _same(first: Any, second: Any) -> bool:
    one, other = _numbers(first), _numbers(second)
    if one is None or other is None or one.shape != other.shape:
        return first is second or (one is None and other is None)
    return bool(np.array_equal(one, other, equal_nan=True))


def takes_batches(code: Function, trials: Sequence[Arguments], arrays: Sequence[str]) -> bool | None:
    """Does the code, given a leading batch axis on the named arrays, give the stack of its single results?

    None when fewer than two trials have the same shapes, or a single call fails.

    >>> trials = [{"x": np.array([1.0, 2.0])}, {"x": np.array([3.0, 5.0])}]
    >>> takes_batches(lambda x: x.sum(axis=-1), trials, ["x"]), takes_batches(lambda x: x.sum(axis=0), trials, ["x"])
    (True, False)
    """
    shapes = [tuple(np.shape(t[name]) for name in arrays) for t in trials]
    alike = [t for t, shape in zip(trials, shapes, strict=True) if shape == shapes[0]]
    others = {name for name in alike[0] if name not in arrays} if alike else set()
    alike = [t for t in alike if all(np.array_equal(t[n], alike[0][n]) for n in others)]
    singles = [_called(code, t) for t in alike]
    if len(alike) < 2 or any(isinstance(s, _Raised) for s in singles):
        return None
    stacked = {**alike[0], **{name: np.stack([np.asarray(t[name]) for t in alike]) for name in arrays}}
    together = _called(code, stacked)
    if isinstance(together, _Raised):
        return False
    values, wanted = _numbers(together), _numbers(np.stack([np.asarray(s) for s in singles]))
    return values is not None and wanted is not None and compare(values, wanted).equal is True
