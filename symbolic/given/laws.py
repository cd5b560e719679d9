"""The named laws: how they are spelled, how many parameters they take, and what each parameter must be.

One table; whatever needs a law's arity, the domain of a parameter or the kind of quantity it governs asks it.
"""

from __future__ import annotations

from dataclasses import dataclass

from symbolic.notation.glyphs import LAWS as FORMULA_WORDS

#: What a parameter must be.  "vector" and "matrix" ones are arrays, the others scalars.
DOMAINS = (
    "real", "positive", "probability", "count", "upper", "probability vector", "positive vector", "matrix",
    "spd matrix",
)  # fmt: skip


@dataclass(frozen=True)
class Parameter:
    """A parameter of a law: its name in the table of given.md, and its domain (one of DOMAINS).

    "upper" is a real above the parameter before it; "count" a positive integer.
    """

    name: str
    domain: str = "real"


@dataclass(frozen=True)
class LawForm:
    """A law by name: its parameters, the words that mean it, the quantities it governs, whether it is discrete."""

    name: str
    parameters: tuple[Parameter, ...] = ()
    words: tuple[str, ...] = ()
    governs: tuple[str, ...] = ("scalar", "vector", "matrix")
    discrete: bool = False


def _law(
    name: str, parameters: str = "", words: str = "", governs: str = "scalar vector matrix", discrete: bool = False
) -> LawForm:
    """A row: parameters as "name domain; name domain", words parted by `|` beside those that formulas may use too."""
    forms = [part.strip().split(" ", 1) for part in parameters.split(";") if part.strip()]
    row = tuple(Parameter(form[0], form[1] if len(form) > 1 else "real") for form in forms)
    spelled = (*FORMULA_WORDS.get(name, "").split(), *(word.strip() for word in words.split("|") if word.strip()))
    return LawForm(name, row, spelled, tuple(governs.split()), discrete)


LAWS: tuple[LawForm, ...] = (
    _law("normal", "", "normally distributed | multivariate normal"),
    _law("uniform", "a; b upper", "continuous uniform"),
    _law("uniform integer", "a; b upper", "discrete uniform | DiscreteUniform | integer uniform", discrete=True),
    _law("bernoulli", "p probability", discrete=True),
    _law("rademacher", discrete=True),
    _law("binomial", "n count; p probability", discrete=True),
    _law("geometric", "p probability", discrete=True),
    _law("poisson", "r positive", discrete=True),
    _law("exponential", "rate positive"),
    _law("gamma", "shape positive; rate positive", "Γ"),
    _law("beta", "a positive; b positive"),
    _law("chi-square", "k positive", "chi square | chi-squared | chi squared | χ^2 | chi^2 | χ²"),
    _law("laplace", "m; b positive"),
    _law("lognormal", "m; s positive", "log-normal | Log-normal | Log-Normal"),
    _law("student", "nu positive", "student-t | Student-t | student t | t"),
    _law("pareto", "m positive; a positive"),
    _law("gumbel", "m; b positive"),
    _law("categorical", "p probability vector", "", "scalar", True),
    _law("one-hot categorical", "p probability vector", "one hot categorical | OneHotCategorical", "vector", True),
    _law("multinomial", "n count; p probability vector", "", "vector", True),
    _law("dirichlet", "a positive vector", "", "vector"),
    _law("wishart", "V spd matrix; n positive", "W | 𝓦", "matrix"),
    _law("matrix normal", "M matrix; U spd matrix; V spd matrix", "matrix-normal | MatrixNormal | MN | 𝓜𝓝", "matrix"),
)

BY_NAME: dict[str, LawForm] = {form.name: form for form in LAWS}

#: Words that stand for a law in a list of properties; single letters do so only after `~`.
PROPERTY_WORDS: dict[str, LawForm] = {word: form for form in LAWS for word in (form.name, *form.words) if len(word) > 2}
TILDE_WORDS: dict[str, LawForm] = {word: form for form in LAWS for word in (form.name, *form.words)}
