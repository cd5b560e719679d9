"""Built-in functions entry by entry, on real and (for complex steps) complex arrays, in one table."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from symbolic.crosscheck.scope import NotAnalytic
from symbolic.crosscheck.values import Data


def real_only(function: Callable[[Data], Data]) -> Callable[[Data], Data]:
    """A function that has no complex continuation here."""

    def guarded(x: Data) -> Data:
        if np.iscomplexobj(x):
            raise NotAnalytic
        return np.asarray(function(x))

    return guarded


def sign(x: Data) -> Data:
    return np.asarray(np.sign(np.real(x)))


def absolute(x: Data) -> Data:
    """|x|, continued analytically from the real point."""
    return x * sign(x) if np.iscomplexobj(x) else np.abs(x)


def larger(x: Data, y: Data) -> Data:
    return np.where(np.isnan(x) | np.isnan(y), np.nan, np.where(np.real(x) >= np.real(y), x, y))


def smaller(x: Data, y: Data) -> Data:
    return np.where(np.isnan(x) | np.isnan(y), np.nan, np.where(np.real(x) <= np.real(y), x, y))


def root(x: Data) -> Data:
    return np.sqrt(x)


def power(base: Data, exponent: Data) -> Data:
    """base^exponent; undefined where a negative base meets a broken exponent, 0^0 = 1."""
    whole = np.real(exponent)
    if not np.iscomplexobj(base) and not np.iscomplexobj(exponent):
        return np.power(base, exponent)
    integral = (np.imag(exponent) == 0) & (whole == np.rint(whole)) & (np.abs(whole) < 64)
    if np.all(integral) and exponent.size == 1:
        return _whole_power(base, int(np.rint(whole.reshape(-1)[0])))
    defined = np.where((np.real(base) < 0) & ~integral, np.nan, 1.0)
    return np.asarray(defined * np.power(np.asarray(base, dtype=complex), exponent))


def divided(above: Data, below: Data) -> Data:
    """above/below, undefined where it divides by 0."""
    return np.where(below == 0, np.nan, np.asarray(above) / np.asarray(below, dtype=np.result_type(below, float)))


def raised_there(base: Data, exponent: Data) -> Data:
    """base^exponent, undefined where 0 has a negative exponent or the base is undefined."""
    return np.where(np.isnan(base) | ((base == 0) & (np.real(exponent) < 0)), np.nan, power(base, exponent))


def _whole_power(base: Data, exponent: int) -> Data:
    """By products, which keep the tiny imaginary part that NumPy's complex power loses."""
    if exponent < 0:
        return 1.0 / _whole_power(base, -exponent)
    result = np.ones_like(base)
    for bit in bin(exponent)[2:] if exponent else "":
        result = result * result * base if bit == "1" else result * result
    return result


def logarithm(x: Data) -> Data:
    if np.iscomplexobj(x):
        return np.where(np.real(x) > 0, np.log(x), np.nan)
    return np.log(x)


def _scipy(name: str) -> Callable[[Data], Data]:
    def call(x: Data) -> Data:
        from scipy import special

        return np.asarray(getattr(special, name)(x))

    return call


def gamma(x: Data) -> Data:
    """Γ; beyond the floating-point range it overflows as NumPy's own functions do."""
    found = _scipy("gamma")(x)
    large = np.isinf(found) & (np.real(x) > 1)
    return np.where(large, np.exp(np.where(large, 1e4, 0.0)), found)


def factorial(x: Data) -> Data:
    return np.where(np.real(x) < 0, np.nan, gamma(x + 1))


def double_factorial(x: Data) -> Data:
    """n!! = 2^{n/2} Γ(n/2 + 1), times √(2/π) for odd n."""
    odd = np.where(np.rint(x) % 2 == 1, np.sqrt(2 / np.pi), 1.0)
    return np.where(x < -1, np.nan, odd * 2 ** (x / 2) * gamma(x / 2 + 1))


def normal_cdf(x: Data) -> Data:
    return np.asarray(_scipy("erfc")(-x / np.sqrt(2)) / 2)


def normal_density(x: Data) -> Data:
    return np.asarray(np.exp(-x * x / 2) / np.sqrt(2 * np.pi))


def _erf_inverse(x: Data) -> Data:
    return real_only(_scipy("erfinv"))(x)


FUNCTIONS: dict[str, Callable[[Data], Data]] = {
    "exp": np.exp,
    "log": logarithm,
    "ln": logarithm,
    "sqrt": root,
    "sin": np.sin,
    "cos": np.cos,
    "tan": np.tan,
    "cot": lambda x: 1 / np.tan(x),
    "sec": lambda x: 1 / np.cos(x),
    "csc": lambda x: 1 / np.sin(x),
    "sinh": np.sinh,
    "cosh": np.cosh,
    "tanh": np.tanh,
    "coth": lambda x: 1 / np.tanh(x),
    "arcsin": np.arcsin,
    "arccos": np.arccos,
    "arctan": np.arctan,
    "arsinh": np.arcsinh,
    "arcosh": np.arccosh,
    "artanh": np.arctanh,
    "erf": _scipy("erf"),
    "erfc": _scipy("erfc"),
    "erf⁻¹": _erf_inverse,
    "Φ": normal_cdf,
    "φ": normal_density,
    "Φ⁻¹": real_only(_scipy("ndtri")),
    "Γ": gamma,
    "ψ": _scipy("digamma"),
    "abs": absolute,
    "sign": sign,
    "floor": real_only(np.floor),
    "ceil": real_only(np.ceil),
    "sigmoid": lambda x: 1 / (1 + np.exp(-x)),
    "ReLU": lambda x: larger(x, 0 * x),
    "relu": lambda x: larger(x, 0 * x),
}
