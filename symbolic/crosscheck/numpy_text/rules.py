"""Tables of scalar laws as NumPy text, with the numbers that the text makes.

Continuous laws stand on the nodes of a Gauss rule where NumPy has one, else on equal steps after a doubly exponential
change of variable; where what is averaged has kinks, on very many.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from symbolic.crosscheck.law_parts import parameters
from symbolic.crosscheck.numpy_text.writer import Writer, bracketed, short
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.values import Data

#: Points of one coordinate, by how many there are; points for what has kinks; rows that a loop may visit.
POINTS = {1: 64, 2: 24, 3: 10, 4: 7, 5: 5, 6: 5, 7: 4, 8: 4, 9: 3, 10: 3}
DENSE, MOST = 40_000, 120_000

#: All combinations of tables, a row each.
GRID = "np.stack(np.meshgrid(*{tables}, indexing='ij'), -1).reshape(-1, {size})"

STEPS = "np.pi / 2 * np.sinh(np.linspace(-4, 4, 321))"


@dataclass(frozen=True)
class Table:
    """Values and chances of a standard law: `name` and `weights` are their texts, after the lines."""

    name: str
    weights: str
    lines: tuple[str, ...]
    values: Data
    chances: Data

    def write(self, writer: Writer) -> None:
        for line in self.lines:
            if line not in writer.lines:
                writer.lines.append(line)


def grid(tables: Sequence[tuple[Data, Data]]) -> tuple[Data, Data]:
    """Every combination of the values, with the product of the chances."""
    points = np.stack(np.meshgrid(*[values for values, _ in tables], indexing="ij"), -1).reshape(-1, len(tables))
    chances = np.stack(np.meshgrid(*[chances for _, chances in tables], indexing="ij"), -1).reshape(-1, len(tables))
    return points, np.prod(chances, axis=1)


def standard(law: str, numbers: tuple[float, ...], size: int, rough: bool) -> Table | None:
    """The table of one standard law, None where there is none of it."""
    if rough:
        return _dense(law) if size == 1 else None
    points = POINTS.get(size, 3)
    made = GAUSS.get(law)
    if made is not None:
        return made(points)
    curve = CURVES.get(law)
    return curve(*numbers) if curve is not None and size < 3 else None


def _normal(points: int) -> Table:
    z, w = np.polynomial.hermite_e.hermegauss(points)
    lines = (f"z, z_w = np.polynomial.hermite_e.hermegauss({points})",)
    return Table("z", "(z_w / z_w.sum())", lines, z, w / w.sum())


def _uniform(points: int) -> Table:
    z, w = np.polynomial.legendre.leggauss(points)
    lines = (f"u, u_w = np.polynomial.legendre.leggauss({points})",)
    return Table("((u + 1) / 2)", "(u_w / 2)", lines, (z + 1) / 2, w / 2)


def _exponential(points: int) -> Table:
    z, w = np.polynomial.laguerre.laggauss(points)
    return Table("t", "t_w", (f"t, t_w = np.polynomial.laguerre.laggauss({points})",), z, w)


def _laplace(points: int) -> Table:
    z, w = np.polynomial.laguerre.laggauss(points)
    lines = (f"t, t_w = np.polynomial.laguerre.laggauss({points})",)
    values, chances = np.concatenate([-z, z]), np.concatenate([w, w]) / 2
    return Table("np.concatenate([-t, t])", "(np.concatenate([t_w, t_w]) / 2)", lines, values, chances)


GAUSS: dict[str, Callable[[int], Table]] = {
    "normal": _normal, "uniform": _uniform, "exponential": _exponential, "laplace": _laplace,
}  # fmt: skip


def _curve(value: str, weight: str, make: Callable[[Data], tuple[Data, Data]]) -> Table:
    """x(s) with the weight density·slope at the steps s, normalized."""
    steps = np.pi / 2 * np.sinh(np.linspace(-4, 4, 321))
    with np.errstate(all="ignore"):
        values, weights = make(steps)
    weights = weights * np.sqrt(1 + (2 * steps / np.pi) ** 2)
    lines = (f"s = {STEPS}", f"x_s = {value}", f"w_s = {weight} * np.sqrt(1 + (2 * s / np.pi)**2)")
    return Table("x_s", "(w_s / w_s.sum())", lines, values, weights / weights.sum())


def _gamma(shape: float, _rate: float = 1.0, scale: float = 1.0) -> Table:
    a = bracketed(short(shape))
    value = "np.exp(s)" if scale == 1 else f"{short(scale)} * np.exp(s)"
    return _curve(value, f"np.exp({a} * s - np.exp(s))", lambda s: (scale * np.exp(s), np.exp(shape * s - np.exp(s))))


def _chi_square(k: float) -> Table:
    return _gamma(k / 2, scale=2.0)


def _beta(a: float, b: float) -> Table:
    text = f"(1 + np.exp(-2 * s))**-{bracketed(short(a))} * (1 + np.exp(2 * s))**-{bracketed(short(b))}"

    def make(s: Data) -> tuple[Data, Data]:
        return 1 / (1 + np.exp(-2 * s)), (1 + np.exp(-2 * s)) ** -a * (1 + np.exp(2 * s)) ** -b

    return _curve("1 / (1 + np.exp(-2 * s))", text, make)


def _student(nu: float) -> Table:
    v = bracketed(short(nu))
    text = f"(1 + np.sinh(s)**2 / {v})**(-({v} + 1) / 2) * np.cosh(s)"

    def make(s: Data) -> tuple[Data, Data]:
        return np.sinh(s), (1 + np.sinh(s) ** 2 / nu) ** (-(nu + 1) / 2) * np.cosh(s)

    return _curve("np.sinh(s)", text, make)


def _gumbel(_m: float = 0.0, _b: float = 1.0) -> Table:
    x = np.linspace(-4.5, 45, 4001)
    w = np.exp(-x - np.exp(-x))
    lines = ("g = np.linspace(-4.5, 45, 4001)", "g_w = np.exp(-g - np.exp(-g))")
    return Table("g", "(g_w / g_w.sum())", lines, x, w / w.sum())


CURVES: dict[str, Callable[..., Table]] = {
    "gamma": _gamma, "chi-square": _chi_square, "beta": _beta, "student": _student, "gumbel": _gumbel,
}  # fmt: skip


def _dense(law: str) -> Table | None:
    """Midpoints of very many equal cells: what jumps at a round number, or has kinks, is averaged well."""
    spans = {"normal": (-10, 20), "uniform": (0, 1), "exponential": (0, 40), "laplace": (-40, 80)}
    densities: dict[str, tuple[str, Callable[[Data], Data]]] = {
        "normal": ("np.exp(-z**2 / 2)", lambda z: np.exp(-(z**2) / 2)),
        "uniform": ("np.ones(len(z))", lambda z: np.ones(len(z))),
        "exponential": ("np.exp(-z)", lambda z: np.exp(-z)),
        "laplace": ("np.exp(-abs(z))", lambda z: np.exp(-np.abs(z))),
    }
    if law not in spans:
        return None
    (low, width), (text, density) = spans[law], densities[law]
    z = low + (np.arange(DENSE) + 0.5) * width / DENSE
    w = density(z)
    start = f"{low} + " if low else ""
    lines = (f"z = {start}(np.arange({DENSE}) + 0.5) * {width} / {DENSE}", f"z_w = {text}")
    return Table("z", "(z_w / z_w.sum())", lines, z, w / w.sum())


def _texts(name: str, writer: Writer, scope: Scope) -> tuple[str, list[str], list[Data]] | None:
    """The law of a name, its parameters as texts and as numbers."""
    law = scope.world.table.symbols[name].law
    if law is None:
        return None
    values = [value.data for value in parameters(law, scope)]
    return law.name, [writer.text(part, scope.globally()) for part in law.parameters], values


def discrete(name: str, writer: Writer, scope: Scope) -> tuple[str, str] | None:
    """Outcomes and chances of a discrete named scalar, as functions of its parameters."""
    found = _texts(name, writer, scope)
    if found is None:
        return None
    law, texts, numbers = found
    a = [bracketed(text) for text in texts]
    if law == "bernoulli":
        return "[0, 1]", f"[1 - {a[0]}, {a[0]}]"
    if law == "rademacher":
        return "[-1, 1]", "[1/2, 1/2]"
    if law == "uniform integer":
        over = f"range(int({texts[0]}), int({texts[1]}) + 1)"
        return over, f"[1 / ({a[1]} - {a[0]} + 1) for _ in {over}]"
    if law == "categorical":
        return f"range(1, len({texts[0]}) + 1)", texts[0]
    if law == "binomial":
        n = round(float(np.real(numbers[0]).reshape(-1)[0]))
        weight = f"math.comb({n}, n_) * {a[1]}**n_ * (1 - {a[1]})**({n} - n_)"
        return f"range({n + 1})", f"[{weight} for n_ in range({n + 1})]"
    if law == "geometric":
        most = int(np.ceil(-40 / np.log1p(-float(np.real(numbers[0]).reshape(-1)[0])))) + 2
        return f"range(1, {most})", f"[{a[0]} * (1 - {a[0]})**(n_ - 1) for n_ in range(1, {most})]"
    if law == "poisson":
        rate = float(np.real(numbers[0]).reshape(-1)[0])
        most = min(30 + int(np.ceil(rate + 12 * np.sqrt(rate))), 150)
        return f"range({most})", f"[np.exp(-{a[0]}) * {a[0]}**n_ / math.factorial(n_) for n_ in range({most})]"
    return None


def moved_normal(name: str, writer: Writer, scope: Scope) -> tuple[str, str] | None:
    """m + √v z for a normal scalar whose moments are bound outside."""
    symbol = scope.world.table.symbols[name]
    if symbol.law is None or symbol.law.name != "normal" or symbol.shape or symbol.family is not None:
        return None
    if not {"mean", "variance"} <= symbol.moments.keys():
        return None
    mean, variance = (writer.text(symbol.moments[which], scope.globally()) for which in ("mean", "variance"))
    table = _normal(POINTS[1])
    table.write(writer)
    return f"({mean} + np.sqrt({variance}) * {table.name})", table.weights


def curved(name: str, table: str, writer: Writer, scope: Scope) -> str | None:
    """The outcomes of a law that is a curved map of a standard one."""
    found = _texts(name, writer, scope)
    if found is None:
        return None
    law, texts, _ = found
    a = [bracketed(text) for text in texts]
    if law == "lognormal":
        return f"np.exp({a[0]} + {a[1]} * {table})"
    if law == "pareto":
        return f"{a[0]} * np.exp({table} / {a[1]})"
    return None
