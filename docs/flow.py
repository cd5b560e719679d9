"""Draws docs/flow.svg, how a formula goes through the packages: `python docs/flow.py > docs/flow.svg`."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 1000, 640
INK, FAINT = "#1f2933", "#52606d"
TEXT, ALGEBRA, NUMBERS, OUT = "#e3f2fd", "#e8f5e9", "#fff3e0", "#f3e5f5"


@dataclass(frozen=True)
class Box:
    """A room of the package: its name, the files, and what happens there, a line each."""

    x: int
    y: int
    width: int
    title: str
    where: str
    lines: tuple[str, ...]
    fill: str

    @property
    def height(self) -> int:
        return 58 + 19 * len(self.lines)

    @property
    def middle(self) -> int:
        return self.x + self.width // 2

    @property
    def bottom(self) -> int:
        return self.y + self.height


GIVEN = Box(40, 60, 270, "given", "symbolic/given, language", ("what is assumed,", "in a table of symbols"), TEXT)
CLAIM = Box(
    365, 60, 270, "notation", "symbolic/notation", ("LaTeX, Unicode or plain text", "to a lossless syntax tree"), TEXT
)
ARTICLE = Box(690, 60, 270, "article", "symbolic/article", ("formulas, blocks and marks", "of a Markdown file"), TEXT)
RULES = Box(
    40,
    240,
    430,
    "rules",
    "symbolic/lowering, algebra, rules, lifting",
    (
        "components under bound indices, sizes stay symbols;",
        "moments, derivatives, limits, integrals, optima;",
        "a normal form decides",
    ),
    ALGEBRA,
)
NUMERIC = Box(
    530,
    240,
    430,
    "experiments",
    "symbolic/crosscheck, numeric (NumPy alone)",
    (
        "laws, sizes and values that the given allows;",
        "enumeration, sampling, derivatives, sequences;",
        "a search for counterexamples",
    ),
    NUMBERS,
)
VERDICT = Box(
    285,
    415,
    430,
    "verdict",
    "symbolic/verdict, crosscheck/judge",
    ("proved · checked · refuted · undecided · unread,", "with reasons, evidence, and what would save the claim"),
    OUT,
)
PRINTED = Box(40, 550, 430, "derivation", "symbolic/derive, derivations, notation", (), ALGEBRA)
FACE = Box(530, 550, 430, "command line, Python, blocks of articles", "symbolic/cli, api, article, run", (), OUT)
BOXES = (GIVEN, CLAIM, ARTICLE, RULES, NUMERIC, VERDICT, PRINTED, FACE)


def drawn(box: Box) -> str:
    words = [
        f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}" '
        f'rx="10" fill="{box.fill}" stroke="{INK}"/>',
        text(box.middle, box.y + 25, box.title, 17, INK, "bold"),
        text(box.middle, box.y + 45, box.where, 13, FAINT),
    ]
    words += [text(box.middle, box.y + 67 + 19 * i, line, 14, INK) for i, line in enumerate(box.lines)]
    return "\n".join(words)


def text(x: int, y: int, words: str, size: int, colour: str, weight: str = "normal") -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" fill="{colour}" font-weight="{weight}" '
        f'text-anchor="middle">{escape(words)}</text>'
    )


def arrow(*points: tuple[int, int]) -> str:
    path = " ".join(f"{x},{y}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{INK}" stroke-width="1.6" marker-end="url(#tip)"/>'


def line(left: int, top: int, right: int, bottom: int) -> str:
    return f'<line x1="{left}" y1="{top}" x2="{right}" y2="{bottom}" stroke="{INK}" stroke-width="1.6"/>'


def arrows() -> list[str]:
    level = 205
    return [
        line(GIVEN.middle, level, ARTICLE.middle, level),
        *(line(box.middle, box.bottom, box.middle, level) for box in (GIVEN, CLAIM, ARTICLE)),
        arrow((RULES.middle, level), (RULES.middle, RULES.y - 3)),
        arrow((NUMERIC.middle, level), (NUMERIC.middle, NUMERIC.y - 3)),
        arrow((380, RULES.bottom), (380, VERDICT.y - 3)),
        arrow((620, NUMERIC.bottom), (620, VERDICT.y - 3)),
        arrow((160, RULES.bottom), (160, PRINTED.y - 3)),
        arrow((620, VERDICT.bottom), (620, FACE.y - 3)),
        arrow((PRINTED.x + PRINTED.width, 579), (FACE.x - 3, 579)),
    ]


def main() -> None:
    print(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="DejaVu Sans, sans-serif">'
    )
    print("<title>How a formula goes through the companion</title>")
    print(
        '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto">'
        f'<path d="M0,0 L10,5 L0,10 z" fill="{INK}"/></marker></defs>'
    )
    print(f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>')
    print(text(WIDTH // 2, 36, "One statement: read once, worked out twice, judged", 19, INK, "bold"))
    print("\n".join([*arrows(), *(drawn(box) for box in BOXES)]))
    print("</svg>")


if __name__ == "__main__":
    main()
