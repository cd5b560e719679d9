"""Interval arithmetic to any number of digits: every result encloses the true value, whatever its size.

What double precision rounds away (1 + 10⁻²⁰ > 1), overflows (1000!) or underflows (e⁻¹⁰⁰⁰) is told apart here.
Endpoints are rounded outward (mpmath's intervals); functions that these lack are enclosed by their monotone pieces.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import comb, factorial
from typing import Any

#: Binary digits that the exponent of a number may take: beyond e^(2^40) nothing is followed.
REACH = 40

#: Whole numbers up to which factorials are products.
WHOLE = 20_000

#: Digits up to which the series of Γ is summed.
SERIES = 200


class Beyond(ArithmeticError):
    """Where a function is not defined on all of an interval, or leaves what can be followed."""


@lru_cache(maxsize=8)
def arithmetic(digits: int) -> Arithmetic:
    """The arithmetic that carries so many decimal digits."""
    return Arithmetic(digits)


class Arithmetic:
    """Intervals of one precision.

    lost  was a term smaller than what is rounded away from its sum, or a function as good as its limit

    >>> at = arithmetic(60)
    >>> tiny = at.number(Fraction(1, 10**20))
    >>> compare(at.sum(at.number(1), tiny), at.number(1)), compare(at.number(1), at.number(1))
    (1, 0)
    """

    def __init__(self, digits: int) -> None:
        from mpmath.ctx_iv import MPIntervalContext
        from mpmath.ctx_mp import MPContext

        self.intervals, self.points = MPIntervalContext(), MPContext()
        self.intervals.dps, self.points.dps = digits, digits + 10
        self.slack = self.intervals.mpf(10) ** -digits
        self.factorials: dict[int, Any] = {}
        self.lost = False

    def number(self, value: int | float | Fraction) -> Any:
        """The interval of a rational number or of a float as it is."""
        if isinstance(value, int):
            return self.intervals.mpf(value)
        exact = Fraction(value)
        return self.intervals.mpf(exact.numerator) / self.intervals.mpf(exact.denominator)

    def sum(self, x: Any, y: Any) -> Any:
        total = x + y
        width = total.delta
        self.lost = self.lost or any(term.b != 0 and term.b < width for term in (abs(x), abs(y)))
        return total

    def divided(self, x: Any, y: Any) -> Any:
        if 0 in y:
            raise Beyond("a division by what may be zero")
        return x / y

    def exp(self, x: Any) -> Any:
        if abs(x).b > 2**REACH:
            raise Beyond("an exponential beyond what is followed")
        return self.intervals.exp(x)

    def log(self, x: Any) -> Any:
        if not x.a > 0:
            raise Beyond("a logarithm of what may not be positive")
        return self.intervals.log(x)

    def sqrt(self, x: Any) -> Any:
        if not x.a >= 0:
            raise Beyond("a root of what may be negative")
        return self.intervals.sqrt(x)

    def power(self, base: Any, exponent: Any) -> Any:
        """base^exponent; by products for a whole exponent, 0^0 = 1."""
        whole = self._whole(exponent)
        if whole is None:
            return self.exp(exponent * self.log(base))
        if whole < 0 and 0 in base:
            raise Beyond("a negative power of what may be zero")
        bits = max(abs(exponent + length) for _, _, exponent, length in base._mpi_)
        if abs(whole) * max(1, bits) > 2**REACH:
            raise Beyond("a power beyond what is followed")
        return base**whole

    def gamma(self, x: Any) -> Any:
        """Γ(x) for x > 0."""
        if not x.a > 0 or x.b > 10**6:
            raise Beyond("Γ where it is not followed")
        whole = self._whole(x)
        if whole is None or whole > WHOLE:
            if self.intervals.dps > SERIES:
                raise Beyond("Γ to so many digits, whose series costs too much")
            return self.intervals.gamma(x)
        if whole not in self.factorials:
            self.factorials[whole] = self.number(factorial(whole - 1))
        return self.factorials[whole]

    def binomial(self, n: Any, k: Any) -> Any:
        """n over k, a whole number where both are."""
        wholes = self._whole(n), self._whole(k)
        if wholes[0] is not None and wholes[1] is not None and 0 <= wholes[1] <= wholes[0] <= WHOLE:
            return self.number(comb(wholes[0], wholes[1]))
        return self.divided(self.gamma(n + 1), self.gamma(k + 1) * self.gamma(n - k + 1))

    def monotone(self, name: str, x: Any) -> Any:
        """A rising function of mpmath, at the ends of the interval."""
        function: Callable[[Any], Any] = getattr(self.points, name)
        ends = [function(self.points.make_mpf(end)) for end in x._mpi_]
        if not all(hasattr(end, "_mpf_") for end in ends):
            raise Beyond(f"{name} where it is not real")
        low, high = (self.intervals.make_mpf((end._mpf_, end._mpf_)) for end in ends)
        found = self.intervals.mpf([(low - abs(low) * self.slack).a, (high + abs(high) * self.slack).b])
        self.lost = self.lost or 1 in abs(found)
        return found

    def _whole(self, x: Any) -> int | None:
        """The whole number that a point is."""
        if x.a != x.b or abs(x).b > 2**REACH:
            return None
        point = self.points.make_mpf(x._mpi_[0])
        return int(point) if point == int(point) else None

    def larger(self, x: Any, y: Any) -> Any:
        return self.intervals.mpf([max(x.a, y.a), max(x.b, y.b)])

    def smaller(self, x: Any, y: Any) -> Any:
        return self.intervals.mpf([min(x.a, y.a), min(x.b, y.b)])


def compare(x: Any, y: Any) -> int | None:
    """1 or −1 where x is certainly larger or smaller, 0 where both are one point, None where they overlap."""
    if x.a > y.b:
        return 1
    if x.b < y.a:
        return -1
    return 0 if x.a == x.b == y.a == y.b else None
