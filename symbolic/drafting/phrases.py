"""What prose says of a symbol → what a given says: one ordered table of phrases."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_IT = r"(?:of |equal to |is |are )?(?P<it>⟦\d+⟧|zero|one|\d+(?:\.\d+)?)"
_VALUE = r"(?P<it>⟦\d+⟧|zero|one|\d+(?:\.\d+)?)"
_PARTS = r"(?:components?|entries|coordinates|elements)"


@dataclass(frozen=True)
class Phrase:
    """Words, and the property that they are in a given; `{it}` is the number or formula in them.

    group  phrases of one group exclude one another: the first that is found is taken
    """

    words: str
    says: str
    group: str = ""
    random: bool = False


def _moment(words: str) -> str:
    """`mean 0`, `mean is 0`, `with a mean of 0`; the mean of X is none of these."""
    of = rf"\b(?:with|has|have|having)(?: an?| common| the same)* {words} of "
    return rf"(?:{of}|\b{words} (?:equal to |is |are )?){_VALUE}"


_WITH = r"(?: distributed| variables?)?(?: with (?:parameter|probability|rate|mean))?"

#: In order: an earlier phrase of a group is the more special one.
_RANDOM = (
    (r"\biid\b|independent(?:ly)?,? (?:and )?identically distributed", "iid", "sharing"),
    (rf"independent(?: \w+)? {_PARTS}|{_PARTS} (?:are|is|be|being) (?:mutually |all )?independent",
     "independent components", "sharing"),
    (rf"{_PARTS}\b[^.;]*\b(?:are|being) (?:mutually |all )?independent(?! (?:of|from|and))",
     "independent components", "sharing"),
    (rf"uncorrelated {_PARTS}|{_PARTS} (?:are|is|be) uncorrelated", "uncorrelated components", "sharing"),
    (r"standard (?:normal|Gaussian)", "normal, mean 0, variance 1", "law"),
    (r"\b(?:normal(?:ly)?|Gaussian)\b(?! (?:equations?|vectors? to))", "normal", "law"),
    (r"\buniform(?:ly)?(?: distributed| law| distribution)? (?:on|over|in) (?P<it>⟦\d+⟧)", "uniform{it}", "law"),
    (rf"\bBernoulli{_WITH} ?{_IT}", "bernoulli({it})", "law"),
    (rf"\bPoisson{_WITH} ?{_IT}", "poisson({it})", "law"),
    (rf"\bexponential(?:ly)?{_WITH} ?{_IT}", "exponential({it})", "law"),
    (r"\bRademacher\b|random signs?", "rademacher", "law"),
    (r"zero[- ]mean|mean[- ]zero|\bcent(?:re|ere)d\b", "mean 0", "mean"),
    (_moment(r"(?:mean|expectation)s?(?: vector)?"), "mean {it}", "mean"),
    (r"unit[- ]variances?", "variance 1", "spread"),
    (_moment(r"covariance(?: matrix)?"), "covariance {it}", "spread"),
    (r"identity covariance", "covariance I", "spread"),
    (_moment(r"variances?"), "variance {it}", "spread"),
    (_moment(r"standard deviations?"), "standard deviation {it}", "spread"),
    (r"symmetric (?:about|around|law|distribution)|symmetrically distributed", "symmetric law", "symmetry"),
)  # fmt: skip

_FIXED = (
    (r"(?:symmetric(?:,| and)? )?positive[- ]definite", "positive definite", "matrix"),
    (r"positive semi-?definite", "positive semidefinite", "matrix"),
    (r"\bsymmetric\b(?! (?:about|around|law|distribution))", "symmetric", "matrix"),
    (r"\borthogonal matri(?:x|ces)", "orthogonal", "matrix"),
    (r"\b(?:invertible|non-?singular)\b", "invertible", "matrix"),
    (r"\bdiagonal matri(?:x|ces)", "diagonal", "matrix"),
    (r"full (?:column )?rank", "full column rank", "matrix"),
    (r"unit[- ](?:norm|length|vectors?)|(?:norm|length) (?:one|1)\b", "unit norm", "norm"),
    (r"one-hot", "one-hot", "simplex"),
    (r"sums? to (?:one|1)|probability vector", "sums to 1", "simplex"),
    (r"\bpositive (?:number|real|constant|scalar|parameter)s?", "positive", "sign"),
    (r"\b(?:is|are|be|and|strictly) positive\b(?![- ]?(?:semi|def))", "positive", "sign"),
    (r"\bnon-?negative\b", "nonnegative", "sign"),
    (r"\bnon-?zero\b", "nonzero", "sign"),
)  # fmt: skip

PHRASES = (*(Phrase(*row, random=True) for row in _RANDOM), *(Phrase(*row) for row in _FIXED))

#: Words that make a quantity random by themselves, those that say it is not, and those that name its kind.
RANDOM = re.compile(r"\brandom(?:ly)?\b|\bdrawn\b|\bnoise\b|\bsampled?\b(?! (?:mean|variance))", re.IGNORECASE)
FIXED = re.compile(r"\b(?:fixed|deterministic|non-?random|known)\b", re.IGNORECASE)
KINDS = (
    (re.compile(r"\bmatri(?:x|ces)\b", re.IGNORECASE), 2),
    (re.compile(r"\bvectors?\b", re.IGNORECASE), 1),
    (re.compile(r"\b(?:scalars?|numbers?|(?:random )?variables?|constants?)\b", re.IGNORECASE), 0),
)

#: `x is independent of y`; and `x and y are independent`, where no components are meant.
OF = re.compile(
    r"(?:independent (?:of|from)|⊥) (?:the (?:[\w-]+ ){0,3})?(?P<others>⟦\d+⟧(?:(?:,| and|, and) ⟦\d+⟧)*)",
    re.IGNORECASE,
)
APART = re.compile(rf"\bindependent\b(?! (?:of|from)| and identically| identically|(?: \w+)? {_PARTS})", re.IGNORECASE)


@dataclass(frozen=True)
class Found:
    """A phrase in a text, the words of it, and the token, number or word that it takes, with its place."""

    phrase: Phrase
    words: str
    it: str
    taken: tuple[int, int]


def found(text: str) -> Iterator[Found]:
    """The phrases of a text, of each group the first in the table."""
    taken: set[str] = set()
    for phrase in PHRASES:
        match = re.search(phrase.words, text, re.IGNORECASE)
        if match and phrase.group not in taken:
            taken.add(phrase.group)
            it = match.groupdict().get("it") or ""
            place = match.span("it") if it else (0, 0)
            yield Found(phrase, match.group(), {"zero": "0", "one": "1"}.get(it.lower(), it), place)
