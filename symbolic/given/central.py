"""Which central moments a law can have: E[(x² + a x + b)²] ≥ 0 for all a and b, with x centred."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Impossible:
    """The moment that no law has beside the others, what is wrong with it, and what was expected."""

    moment: str
    message: str
    expected: str


def impossible(value: Callable[[str], Fraction | None]) -> Impossible | None:
    """What contradicts the stated constants: variance 0 leaves no moment, μ₄ σ² ≥ μ₃² + σ⁶.

    >>> impossible({"variance": Fraction(0), "third moment": Fraction(1)}.get).moment
    'third moment'
    >>> impossible({"variance": Fraction(1), "third moment": Fraction(2), "fourth moment": Fraction(5)}.get) is None
    True
    """
    variance, third = _variance(value), value("third moment")
    if variance is None or variance < 0:
        return None
    name, fourth = _fourth(value, variance)
    for moment, stated in (("third moment", third), (name, fourth)):
        if not variance and stated:
            return Impossible(moment, f"what has variance 0 is constant, and its {moment} is 0", f"{moment} 0")
    if fourth is None or not variance:
        return None
    if fourth < variance**2:
        return Impossible(name, f"the {name} is less than the squared variance allows", _least(name, variance, None))
    if third is not None and fourth * variance < third**2 + variance**3:
        message = f"no law with variance {variance} and third moment {third} has this {name}"
        return Impossible(name, message, _least(name, variance, third))
    return None


def _variance(value: Callable[[str], Fraction | None]) -> Fraction | None:
    stated, deviation = value("variance"), value("standard deviation")
    mean, second = value("mean"), value("second moment")
    if stated is None and deviation is not None:
        return deviation**2
    return second - mean**2 if stated is None and second is not None and mean is not None else stated


def _fourth(value: Callable[[str], Fraction | None], variance: Fraction) -> tuple[str, Fraction | None]:
    stated, excess = value("fourth moment"), value("excess kurtosis")
    if stated is None and excess is not None:
        return "excess kurtosis", (excess + 3) * variance**2
    return "fourth moment", stated


def _least(name: str, variance: Fraction, third: Fraction | None) -> str:
    """The least value that the moment can have."""
    least = variance**2 + (third or Fraction(0)) ** 2 / variance
    return f"at least {least if name == 'fourth moment' else least / variance**2 - 3}"
