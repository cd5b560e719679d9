"""Properties: the words that say something of a declared name, in ordered tables.

`read_property` turns one piece of text into a `Property`, or raises a `GivenError` that suggests the nearest word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from symbolic.given import kinds
from symbolic.given.laws import PROPERTY_WORDS, TILDE_WORDS, LawForm
from symbolic.given.source import Piece, tokens
from symbolic.notation.tree import Node, Number


@dataclass(frozen=True)
class Property:
    """What one property says.

    form    "sign" (name), "bound" (name, values), "moment" (name, values[0] or constant), "sharing" (name: "iid",
            "independent", "uncorrelated"; of: "components", "members" or ""), "law" (law, values), "depends" (values),
            "own law" (values[0]), "maximum" (values[0]), "relation" (values[0]: an inequality), "standard normal",
            "jointly normal" or "distinct"
    """

    form: str
    name: str = ""
    values: tuple[Piece, ...] = ()
    constant: Node | None = None
    of: str = ""
    law: LawForm | None = None
    piece: Piece | None = None


ZERO, ONE = Number("0"), Number("1")

SIGNS: tuple[str, ...] = (
    "positive", "negative", "nonnegative", "nonpositive", "nonzero", "symmetric", "antisymmetric", "diagonal",
    "orthogonal", "invertible", "positive definite", "positive semidefinite", "full column rank", "full row rank",
    "lower triangular", "upper triangular", "sums to 1", "unit norm", "one-hot", "symmetric law", "moments finite",
    "increasing", "decreasing", "smooth", "differentiable", "convex", "bounded", "continuous", "finite",
    "constant",
)  # fmt: skip

#: Other words for the same.
SAME: dict[str, str] = {
    "non-negative": "nonnegative", "non-positive": "nonpositive", "non-zero": "nonzero", "non zero": "nonzero",
    "not zero": "nonzero", "skew-symmetric": "antisymmetric", "skew symmetric": "antisymmetric",
    "nonsingular": "invertible", "non-singular": "invertible", "regular": "invertible",
    "positive-definite": "positive definite", "spd": "positive definite", "pd": "positive definite",
    "symmetric positive definite": "positive definite", "positive semi-definite": "positive semidefinite",
    "positive-semidefinite": "positive semidefinite", "psd": "positive semidefinite",
    "nonnegative definite": "positive semidefinite", "symmetric positive semidefinite": "positive semidefinite",
    "full rank": "full column rank", "sums to one": "sums to 1", "sum to 1": "sums to 1", "sum to one": "sums to 1",
    "sum 1": "sums to 1", "unit length": "unit norm", "norm 1": "unit norm", "one hot": "one-hot", "onehot": "one-hot",
    "symmetric distribution": "symmetric law", "symmetrically distributed": "symmetric law",
    "finite moments": "moments finite", "finite variance": "moments finite", "finite mean": "moments finite",
    "all moments finite": "moments finite", "finite second moment": "moments finite",
    "twice differentiable": "smooth",
    "strictly positive": "positive", "strictly negative": "negative", "elementwise": "smooth",
}  # fmt: skip

#: Fixed phrases: (form, name, of).
SHARING: dict[str, tuple[str, str]] = {
    f"{word}{tail}": (name, of)
    for name, words in {
        "iid": ("iid", "i.i.d.", "i.i.d", "IID", "independent and identically distributed"),
        "independent": ("independent", "mutually independent"),
        "uncorrelated": ("uncorrelated", "pairwise uncorrelated"),
    }.items()
    for word in words
    for tail, of in {
        "": "", " components": "components", " entries": "components", " elements": "components",
        " coordinates": "components", " members": "members", " samples": "members", " draws": "members",
    }.items()
}  # fmt: skip

FIXED: dict[str, tuple[tuple[str, Node], ...]] = {
    "zero mean": (("mean", ZERO),),
    "zero-mean": (("mean", ZERO),),
    "mean zero": (("mean", ZERO),),
    "centered": (("mean", ZERO),),
    "centred": (("mean", ZERO),),
    "unit variance": (("variance", ONE),),
    "unit-variance": (("variance", ONE),),
    "variance one": (("variance", ONE),),
}

#: Words before a value: (words, moment).
MOMENTS: tuple[tuple[str, str], ...] = (
    ("mean", "mean"), ("expectation", "mean"), ("expected value", "mean"),
    ("variance", "variance"), ("var", "variance"),
    ("covariance matrix", "covariance"), ("covariance", "covariance"), ("cov", "covariance"),
    ("standard deviation", "standard deviation"), ("std", "standard deviation"), ("sd", "standard deviation"),
    ("second moment", "second moment"), ("raw second moment", "second moment"),
    ("third central moment", "third moment"), ("third moment", "third moment"),
    ("fourth central moment", "fourth moment"), ("fourth moment", "fourth moment"),
    ("excess kurtosis", "excess kurtosis"), ("kurtosis", "kurtosis"),
)  # fmt: skip

BOUNDS: tuple[tuple[str, str], ...] = (
    ("at least", "at least"), ("at most", "at most"), ("greater than", "above"), ("more than", "above"),
    ("larger than", "above"), ("above", "above"), ("less than", "below"), ("smaller than", "below"),
    ("below", "below"), ("not less than", "at least"), ("not greater than", "at most"), ("between", "in"), ("in", "in"),
    ("∈", "in"), ("\\in", "in"), (">=", "at least"), ("≥", "at least"), ("\\geq", "at least"), ("\\ge", "at least"),
    ("<=", "at most"), ("≤", "at most"), ("\\leq", "at most"), ("\\le", "at most"), (">", "above"), ("<", "below"),
    ("!=", "not"), ("≠", "not"), ("\\neq", "not"), ("\\ne", "not"),
)  # fmt: skip

_RELATIONS = frozenset({"<", ">", "<=", ">=", "!=", "=", "≤", "≥", "≠", "∈", r"\le", r"\leq", r"\ge", r"\geq", r"\ne",
                        r"\neq", r"\in", r"\lt", r"\gt"})  # fmt: skip
_JOINED = re.compile(
    r"(iid|IID|i\.i\.d\.?|independent)\s+(?!(?:components|entries|elements|coordinates|members|samples|draws|and)\b)(?=\S)"
)
_LEADING = re.compile(r"(?:(?:with|and|has|having|each|its|of|an?|the)\s+)+(?=\S)")


def read_property(piece: Piece) -> list[Property]:
    """The properties that one piece between commas says; several only for phrases such as `standard normal`."""
    lead = _LEADING.match(piece.text)
    if lead:
        piece = piece.cut(lead.end())
    if not piece.text:
        raise piece.error("a property was expected here", "for example `positive`, `mean 0`, `iid`")
    joined = _JOINED.match(piece.text)
    if joined and " ".join(joined.group(1).split()) in SHARING:
        return [*read_property(piece.cut(0, joined.end(1))), *read_property(piece.cut(joined.end()))]
    for reader in (_phrase, _moment, _law, _bound, _other, _relation):
        found = reader(piece)
        if found is not None:
            return found
    raise piece.error(f"`{piece.text}` is not a property that is known here", suggestion(piece.text))


def _phrase(piece: Piece) -> list[Property] | None:
    """A phrase that stands for itself, without a value."""
    text = " ".join(re.sub(r"\\[,;: ]|~", " ", piece.text).split())
    low = text if text in SHARING or text in PROPERTY_WORDS else text.lower()
    if low in SHARING:
        name, of = SHARING[low]
        return [Property("sharing", name, of=of, piece=piece)]
    sign = SAME.get(low, low)
    if sign in SIGNS:
        return [Property("sign", sign, piece=piece)]
    if low in FIXED:
        return [Property("moment", name, constant=value, piece=piece) for name, value in FIXED[low]]
    if low in ("jointly normal", "jointly gaussian", "joint normal"):
        return [Property("jointly normal", piece=piece)]
    if low in ("standard normal", "standard gaussian"):
        return [Property("standard normal", piece=piece)]
    if low in ("distinct", "different"):
        return [Property("distinct", piece=piece)]
    return None


def _value(piece: Piece, words: str) -> Piece | None:
    """What follows `words` at the start of the piece; None when it does not start so."""
    pattern = re.escape(words).replace(r"\ ", r"\s+") + (r"(?![A-Za-z])" if words[-1].isalpha() else "")
    found = re.match(pattern, piece.text)
    if not found:
        return None
    rest = piece.cut(found.end())
    joined = re.match(r"(?:=(?!=)|:|of\b|is\b|(?:\\[,;:! ]|~)+)\s*", rest.text)
    return rest.cut(joined.end()) if joined else rest


def _moment(piece: Piece) -> list[Property] | None:
    for words, name in MOMENTS:
        value = _value(piece, words)
        if value is None:
            continue
        if not value.text:
            raise piece.error(f"`{words}` needs a value", f"{words} {'0' if name == 'mean' else 'S'}")
        spelled = {"zero": ZERO, "one": ONE}.get(value.text)
        return [Property("moment", name, () if spelled else (value,), spelled, piece=piece)]
    return None


def _law(piece: Piece) -> list[Property] | None:
    """A law's word, longest first, with its parameters in brackets."""
    for word in sorted(TILDE_WORDS, key=len, reverse=True):
        bracket = "" if word in PROPERTY_WORDS else r"\s*\("
        if not re.match(re.escape(word) + r"(?![A-Za-z-])" + bracket, piece.text):
            continue
        rest = piece.cut(len(word))
        tail = re.match(r"(?:distribution|law|distributed|components|entries)\b", rest.text)
        rest = rest.cut(tail.end()) if tail else rest
        form = TILDE_WORDS[word]
        if not rest.text:
            return [checked_law(form, (), piece)]
        found = kinds._arguments(rest)
        if found is None or found[1].text:
            place = found[1] if found else rest
            raise place.error(f"`{place.text}` after `{word}` is not understood", form_of(form))
        return [checked_law(form, tuple(found[0]), piece)]
    return None


def checked_law(form: LawForm, values: tuple[Piece, ...], piece: Piece) -> Property:
    """The law with its parameters counted; `normal(m, v)` is allowed besides `normal, mean m, variance v`."""
    wanted = (0, 2) if form.name == "normal" else (len(form.parameters),)
    optional = form.name == "exponential" and not values
    if len(values) not in wanted or not all(value.text for value in values) or optional:
        raise piece.error(f"`{form.name}` has {len(form.parameters)} parameters, not {len(values)}", form_of(form))
    return Property("law", form.name, values, law=form, piece=piece)


def form_of(form: LawForm) -> str:
    """How the law is written: `gamma(shape, rate)`."""
    if form.name == "normal":
        return "normal, mean M, variance V"
    listed = ", ".join(parameter.name for parameter in form.parameters)
    return f"{form.name}({listed})" if listed else form.name


def _bound(piece: Piece) -> list[Property] | None:
    for words, name in BOUNDS:
        value = _value(piece, words)
        if value is not None:
            if not value.text:
                raise piece.error(f"`{words}` needs a value", f"{words} {'(0, 1)' if name == 'in' else '1'}")
            if words == "between":
                ends = re.split(r"\band\b", value.text)
                if len(ends) == 2:
                    middle = len(ends[0])
                    return [
                        Property("bound", "at least", (value.cut(0, middle),), piece=piece),
                        Property("bound", "at most", (value.cut(middle + 3),), piece=piece),
                    ]
            return [Property("bound", name, (value,), piece=piece)]
    return None


def _other(piece: Piece) -> list[Property] | None:
    """`unique maximum at 1`, `function of alpha`."""
    value = _value(piece, "law")
    if value is not None and value.text:
        return [Property("own law", values=(value,), piece=piece)]
    for words in ("unique maximum at", "unique maximum in", "unique argmax", "strict maximum at"):
        value = _value(piece, words)
        if value is not None and value.text:
            return [Property("maximum", values=(value,), piece=piece)]
    if " ".join(piece.text.split()) in ("unique maximum", "strict maximum"):
        return [Property("maximum", piece=piece)]
    value = _value(piece, "function")
    if value is not None and value.text:
        found = kinds._arguments(value)
        return [Property("depends", values=tuple(found[0]) if found else (value,), piece=piece)]
    return None


def _relation(piece: Piece) -> list[Property] | None:
    """An inequality among the properties (`c : real, c > 0`)."""
    if any(token.depth == 0 and token.text in _RELATIONS for token in tokens(piece.text)):
        return [Property("relation", values=(piece,), piece=piece)]
    return None


def suggestion(text: str) -> str:
    """The nearest property, or the kinds of property there are."""
    from difflib import get_close_matches

    words = [*SIGNS, *SAME, *SHARING, *FIXED, *PROPERTY_WORDS, *kinds.SIMPLE]
    words += [w for w, _ in (*MOMENTS, *BOUNDS)] + [
        "unique maximum at",
        "function of",
        "vector",
        "matrix",
        "family",
        "index",
    ]
    wanted = " ".join(text.lower().split())
    head = re.split(r"[\s(]*[(\d\\]", wanted)[0].strip() or wanted
    for attempt in (head, wanted, head.rsplit(" ", 1)[0]):
        near = get_close_matches(attempt, words, 1, 0.65)
        if near:
            return f"did you mean `{near[0]}`?"
    return "a sign (positive), a moment (mean M), `iid`, a law (normal), or another property of the given"
