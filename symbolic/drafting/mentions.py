"""What a formula in a sentence says of names by itself: x ∈ ℝⁿ, X ∼ N(0, 1), 0 < β < 1, X_1, …, X_n, p = softmax(z)."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from symbolic.article.definitions import as_equation, first_link
from symbolic.article.meanings import heads
from symbolic.article.names import name_of
from symbolic.article.signs import DEFINING, relations, signs


@dataclass(frozen=True)
class Mention:
    """The names of a formula as their author spells them, and what it says of them.

    shape     the sizes of ℝ^n, ℝ^{m×n}; None when no space is named
    family    the last index of X_1, …, X_n; "∞" of X_1, X_2, …
    law       the right side of X ∼ LAW
    sentence  the equation or the relation, as a sentence of given
    defines   is the sentence an equation?
    moment    (group, property) of an equation such as E[X] = μ
    """

    names: tuple[str, ...] = ()
    shape: tuple[str, ...] | None = None
    family: str = ""
    law: str = ""
    sentence: str = ""
    defines: bool = False
    moment: tuple[str, str] | None = None


_SIZES = r"(?:\{(?P<braced>[^{}]*(?:\{[^{}]*\}[^{}]*)*)\}|(?P<one>\\?\w+))"
_SPACE = re.compile(rf"\s*(?:\\mathbb\s*\{{?\s*R\s*\}}?|\\R(?![A-Za-z])|ℝ)\s*(?:\^\s*{_SIZES})?\s*")
_FAMILY = re.compile(rf"\s*(?P<name>.+?)_\{{?1\}}?\s*,.*?(?:\\[lc]?dots|…|\.\.\.)\s*,?\s*(?:(?P=name)_{_SIZES})?\s*")


def mention(text: str) -> Mention:
    """What a formula says.

    >>> said = mention(r"q, k \\in \\mathbb{R}^{d_k}")
    >>> said.names, said.shape
    (('q', 'k'), ('d_k',))
    >>> mention(r"X_1, \\dots, X_n").family
    'n'
    """
    text = " ".join(as_equation(text).split()).rstrip(".,;")
    found = relations(text)
    sign = text[found[0].start : found[0].end] if found else ""
    left, right = (text[: found[0].start], text[found[0].end :]) if found else (text, "")
    named = _family(left) or Mention(_names(left))
    if sign in ("∈", "\\in") and len(found) == 1:
        shape = _shape(right)
        return replace(named, sentence=text) if shape is None else replace(named, shape=shape)
    if sign.endswith(("∼", "\\sim", "\\sim}")) or sign == "~":
        return replace(named, law=right.strip())
    if DEFINING.fullmatch(sign):
        moment = _moment(left, right) if len(found) == 1 else None
        if moment is not None:
            return moment
        sides = first_link(text)
        single = sides is not None and len(found) == 1 and bool(heads(sides.left))
        return Mention((left.strip(),), sentence=text, defines=True) if single else Mention()
    if found:
        return Mention(sentence=text)
    return named


_OPERATOR = r"(?:\\(?:mathbb|operatorname|mathrm|mathsf|text)\s*\{\s*(?:%s)\s*\}|\\?(?:%s)(?![A-Za-z]))"
_INNER = r"[^\[\]()]+?"
_MOMENTS = tuple(
    (re.compile(rf"\s*{_OPERATOR % (names, names)}\s*(?:\\left)?[\[(]({_INNER})(?:\\right)?[\])]\s*"), group, word)
    for names, group, word in (("E|𝔼", "mean", "mean"), ("Var", "spread", "variance"), ("Cov", "spread", "covariance"))
)


def _moment(left: str, right: str) -> Mention | None:
    """What E[X] = μ, Var(X) = v or Cov(X) = S says of X."""
    for pattern, group, word in _MOMENTS:
        match = pattern.fullmatch(left)
        if match and name_of(match[1]):
            return Mention((match[1].strip(),), moment=(group, f"{word} {right.strip()}"))
    return None


def _shape(space: str) -> tuple[str, ...] | None:
    match = _SPACE.fullmatch(space)
    if match is None:
        return None
    sizes = match["braced"] or match["one"] or ""
    return tuple(size.strip() for size in re.split(r"\\times|×", sizes)) if sizes else ()


def _family(text: str) -> Mention | None:
    match = _FAMILY.fullmatch(text)
    if match is None or not name_of(match["name"]):
        return None
    return Mention((match["name"],), family=match["braced"] or match["one"] or "∞")


def _names(text: str) -> tuple[str, ...]:
    commas = [sign.start for sign in signs(text) if sign.kind == "comma"]
    parts = [text[a:b].strip(" ,") for a, b in zip((0, *commas), (*commas, len(text)), strict=True)]
    return tuple(parts) if all(map(name_of, parts)) else ()
