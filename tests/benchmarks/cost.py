"""Cost against degree and number of vectors, as docs/cost.svg, by hand: `python -m tests.benchmarks.cost [file]`.

    degree    E[(q·k)^r] for r = 2, 4, …, 24
    vectors   E[(q_1·k_1 + … + q_m·k_m)^4] for m = 1 … 6

All vectors are independent, standard normal, of symbolic size d; the closed form, warm, median processor time.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

from tests.benchmarks.against_tensorgrad import engine, seconds

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 380, 260, 62, 40, 48
Points = list[tuple[int, float]]


def by_degree(runs: int = 5) -> Points:
    given = "q, k : random vector(d), iid, normal, mean 0, variance 1; q, k : independent"
    return [(r, 1e3 * seconds(engine(f"E[(q·k)^{r}]", given), runs)) for r in range(2, 25, 2)]


def by_vectors(runs: int = 5) -> Points:
    found = []
    for count in range(1, 7):
        names = [f"{letter}_{place}" for letter in "qk" for place in range(1, count + 1)]
        listed = ", ".join(names)
        given = f"{listed} : random vector(d), iid, normal, mean 0, variance 1; {listed} : independent"
        total = " + ".join(f"q_{place}·k_{place}" for place in range(1, count + 1))
        found.append((2 * count, 1e3 * seconds(engine(f"E[({total})^4]", given), runs)))
    return found


def panel(points: Points, title: str, below: str, offset: int) -> list[str]:
    """One diagram with a logarithmic axis of milliseconds."""
    low = math.floor(math.log10(min(y for _, y in points)))
    high = math.ceil(math.log10(max(y for _, y in points)))
    last = max(x for x, _ in points)
    inner = WIDTH - LEFT - 20

    def across(x: float) -> float:
        return offset + LEFT + inner * x / last

    def up(y: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - math.log10(y)) / (high - low)

    lines = [f'<text x="{offset + LEFT}" y="22" font-weight="bold">{title}</text>']
    for power in range(low, high + 1):
        y, label = up(10**power), f"{10**power:g} ms"
        lines.append(f'<path d="M{across(0):.1f} {y:.1f}H{across(last):.1f}" stroke="#ddd"/>')
        lines.append(f'<text x="{offset + LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{label}</text>')
    for x, _ in points:
        lines.append(f'<text x="{across(x):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{x}</text>')
    path = " ".join(f"{across(x):.1f},{up(y):.1f}" for x, y in points)
    lines.append(f'<polyline points="{path}" fill="none" stroke="#2563eb" stroke-width="2"/>')
    lines += [f'<circle cx="{across(x):.1f}" cy="{up(y):.1f}" r="3" fill="#2563eb"/>' for x, y in points]
    middle = (across(0) + across(last)) / 2
    lines.append(f'<text x="{middle:.1f}" y="{HEIGHT - 10}" text-anchor="middle">{below}</text>')
    return lines


def drawn(degree: Points, vectors: Points) -> str:
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{2 * WIDTH}" height="{HEIGHT}" font-size="12"'
    body = [
        '<rect width="100%" height="100%" fill="white"/>',
        *panel(degree, "E[(q·k)^r], symbolic d", "degree r", 0),
        *panel(vectors, "E[(q₁·k₁ + … + qₘ·kₘ)⁴], symbolic d", "number of independent vectors 2m", WIDTH),
    ]
    return "\n".join([f'{head} font-family="sans-serif" fill="#222">', *body, "</svg>", ""])


def main() -> None:
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "docs/cost.svg")
    degree, vectors = by_degree(), by_vectors()
    for points in (degree, vectors):
        print("  ".join(f"{x}: {y:.1f} ms" for x, y in points))
    target.write_text(drawn(degree, vectors), encoding="utf-8")


if __name__ == "__main__":
    main()
