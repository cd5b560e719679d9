"""Tokens, the tables that tell LaTeX's structure from its dress, and letters of the mathematical alphabets."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from symbolic.notation import glyphs

LIMIT = 20_000


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


SCAN = re.compile(
    r"(?<=,)\.\.(?=,)|[ \t\r\n]+|\\[A-Za-z]+\*?|\\.|[A-Za-z]+|\d+(?:\.\d+)?|\.\d+"
    r"|<=>|<=|>=|!=|:=|=:|->|=>|==|\*\*|\.\.\.|.",
    re.DOTALL,
)
PAIRS = {"<=": "≤", ">=": "≥", "!=": "≠", ":=": ":=", "=:": "=:", "->": "→", "==": "="}
ARROWS = {"=>": "⟹", "<=>": "⟺"}
SKIPPED = _words(
    r"""\, \; \: \! \> \/ \space \limits \nolimits \displaystyle \textstyle \scriptstyle \nonumber \notag \hfill
    \thinspace \medspace \thickspace \negthinspace \enspace \left \right \middle \mathstrut \strut \bigl \bigr
    \bigm \big \Bigl \Bigr \Bigm \Big \biggl \biggr \biggm \bigg \Biggl \Biggr \Biggm \Bigg \mathopen \mathclose
    \underline \qty \quantity \therefore \because \cancel \bcancel \xcancel \scriptscriptstyle"""
) | {"\\ ", "\\\n", "\\\t"}  # fmt: skip
#: What makes a bracket behind it grow.
GROWING = _words(r"\left \bigl \Bigl \biggl \Biggl \big \Big \bigg \Bigg")
#: Sizes of letters.
SIZES = _words(r"\tiny \scriptsize \footnotesize \small \normalsize \large \Large \LARGE \huge \Huge")
#: What only says how TeX is to space its argument.
TRANSPARENT = _words(r"\ensuremath \mathrel \mathbin \mathord \mathinner \mathpunct")
#: Behind these a group is one argument.
TAKES_GROUP = frozenset({"^", "_", "frac", "binom", "accent", "under", "over", "brace", "√"})
SKIPPED_WITH_ARGUMENT = _words(
    r"\tag \tag* \label \hspace \hspace* \vspace \phantom \hphantom \vphantom \color \textcolor \eqref \mspace"
)
STRUCTURE = {
    "\\frac": "frac", "\\dfrac": "frac", "\\tfrac": "frac", "\\cfrac": "frac", "\\binom": "binom", "\\dbinom": "binom",
    "\\tbinom": "binom", "\\underset": "under", "\\overset": "over", "\\stackrel": "over", "\\underbrace": "brace",
    "\\overbrace": "brace", "\\{": "⦃", "\\}": "⦄", "\\|": "‖", "\\_": "_", "\\\\": "newline", "\\cr": "newline",
    "\\newline": "newline", "\\%": "%", "\\#": "#", "\\xrightarrow": "xarrow", "\\quad": "quad", "\\qquad": "quad",
    "\\substack": "substack", "\\choose": "choose", "\\boxed": "boxed",
}  # fmt: skip
ENVIRONMENTS = frozenset(
    {"matrix", "pmatrix", "bmatrix", "Bmatrix", "smallmatrix", "vmatrix", "array", "cases", "dcases"}
)
LAYOUT = frozenset({"aligned", "align", "alignat", "alignedat", "gather", "gathered", "equation", "multline", "split",
                    "eqnarray", "displaymath", "math", "flalign"})  # fmt: skip
#: Words of prose that may stand beside a formula, and are no factors of it.
BESIDE = frozenset(
    {
        "for", "all", "where", "if", "when", "with", "such", "that", "and", "or", "subject", "to", "then", "provided",
        "unless", "since", "because", "every", "each", "any", "some", "otherwise", "else", "as", "mod", "vs",
    }
)  # fmt: skip
MATH_SIGNS = frozenset({r"\(", r"\)", r"\[", r"\]"})
SWITCHES = frozenset({"bf", "rm", "it"})
ONES = frozenset({"bold", "blackboard"})


@dataclass(slots=True)
class Token:
    """A token: its kind, its canonical text, its place in the source, the gap before it, the dress it wore."""

    kind: str
    text: str
    start: int
    end: int
    gap: bool = False
    dress: str = ""


def styled(letter: str, style: str) -> str:
    """The script, fraktur or blackboard form of an ASCII letter, the canonical id of that name."""
    table = {"script": glyphs.SCRIPT, "fraktur": glyphs.FRAKTUR, "blackboard": glyphs.BLACKBOARD}[style]
    for sign, base in table.items():
        if base == letter:
            return sign
    return chr(0x1D538 + ord(letter) - 65 if letter.isupper() else 0x1D552 + ord(letter) - 97)


def plain_letter(char: str) -> tuple[str, str]:
    """(letter, dress) of a Unicode letter: 𝐪 is q in bold, ŷ is y with its accent, ℒ and 𝓛 are one script letter."""
    if char in glyphs.BLACKBOARD or char in glyphs.SCRIPT or char in glyphs.FRAKTUR or char == "ℓ":
        return char, ""
    base = unicodedata.normalize("NFKC", char)
    name = unicodedata.name(char, "")
    if char in "𝟏𝟙":
        return char, "ones"
    if len(base) == 1 and ("SCRIPT" in name or "FRAKTUR" in name or "DOUBLE-STRUCK" in name or "BLACK-LETTER" in name):
        style = "script" if "SCRIPT" in name else "blackboard" if "DOUBLE" in name else "fraktur"
        return styled(base, style), ""
    if base != char and len(base) == 1:
        dress = "bold" if "BOLD" in name else "italic" if "ITALIC" in name else "sans" if "SANS" in name else ""
        return base, dress
    return unicodedata.normalize("NFD", char), ""
