"""One table of glyphs: what each sign, letter and word means, and how LaTeX, Unicode and plain text spell it.

Reader, printers and given all ask this table.  A `Glyph` has one canonical id; its first LaTeX, Unicode and plain
spellings are the ones that are printed, all of them are read.
"""

from __future__ import annotations

from dataclasses import dataclass

LETTER, CONSTANT, FUNCTION, OPERATOR, BIG, RELATION, SIGN, SPACE, CONNECTIVE = (
    "letter", "constant", "function", "operator", "big", "relation", "sign", "space", "connective",
)  # fmt: skip


@dataclass(frozen=True)
class Glyph:
    """A sign with its canonical id, its role, and its spellings; the first of each kind is the one printed."""

    id: str
    role: str
    latex: tuple[str, ...] = ()
    unicode: tuple[str, ...] = ()
    plain: tuple[str, ...] = ()


_GREEK = """
α alpha | β beta | γ gamma | δ delta | ε epsilon varepsilon ϵ | ζ zeta | η eta | θ theta vartheta ϑ | ι iota
κ kappa varkappa ϰ | λ lambda | μ mu µ | ν nu | ξ xi | π pi varpi ϖ | ρ rho varrho ϱ | σ sigma varsigma ς | τ tau
υ upsilon | φ phi varphi ϕ | χ chi | ψ psi | ω omega | Γ Gamma | Δ Delta ∆ | Θ Theta | Λ Lambda | Ξ Xi | Π Pi
Σ Sigma | Υ Upsilon | Φ Phi | Ψ Psi | Ω Omega | ℓ ell
"""

# id, LaTeX commands, Unicode signs, plain words; the first of each is the one printed
_TABLE: dict[str, tuple[tuple[str, ...], ...]] = {
    CONSTANT: (
        ("∞", "infty", "∞", "oo infty infinity"),
    ),
    FUNCTION: (
        ("exp", "exp", "", "exp"),
        ("log", "log ln", "", "log ln"),
        ("sin", "sin", "", "sin"),
        ("cos", "cos", "", "cos"),
        ("tan", "tan", "", "tan"),
        ("cot", "cot", "", "cot"),
        ("sec", "sec", "", "sec"),
        ("csc", "csc", "", "csc"),
        ("sinh", "sinh", "", "sinh"),
        ("cosh", "cosh", "", "cosh"),
        ("tanh", "tanh", "", "tanh"),
        ("coth", "coth", "", "coth"),
        ("arcsin", "arcsin", "", "arcsin asin"),
        ("arccos", "arccos", "", "arccos acos"),
        ("arctan", "arctan", "", "arctan atan"),
        ("arsinh", "", "", "arsinh asinh"),
        ("arcosh", "", "", "arcosh acosh"),
        ("artanh", "", "", "artanh atanh"),
        ("erf", "", "", "erf"),
        ("erfc", "", "", "erfc"),
        ("erf⁻¹", "", "", "erfinv"),
        ("Φ⁻¹", "", "", "probit"),
        ("tr", "", "", "tr Tr trace Trace"),
        ("det", "det", "", "det Det"),
        ("diag", "", "", "diag Diag"),
        ("vec", "", "", "vec"),
        ("softmax", "", "", "softmax Softmax"),
        ("logsumexp", "", "", "logsumexp lse LSE"),
        ("max", "max", "", "max maximize maximise"),
        ("min", "min", "", "min minimize minimise"),
        ("argmax", "", "", "argmax"),
        ("argmin", "", "", "argmin"),
        ("sup", "sup", "", "sup"),
        ("inf", "inf", "", "inf"),
        ("mean", "", "", "mean"),
        ("var", "", "", "var"),
        ("sign", "", "", "sign sgn"),
        ("rank", "", "", "rank"),
        ("sqrt", "", "", "sqrt"),
        ("root", "", "", "root"),
        ("norm", "", "", "norm"),
        ("floor", "", "", "floor"),
        ("ceil", "", "", "ceil"),
        ("binom", "", "", "binom"),
        ("O", "", "", "O"),
        ("o", "", "", "o"),
        ("abs", "", "", "abs"),
        ("dot", "", "", "dot"),
    ),
    OPERATOR: (
        ("E", "", "𝔼", "E Expectation"),
        ("Var", "", "𝕍", "Var Variance"),
        ("Cov", "", "", "Cov cov"),
        ("P", "", "ℙ", "P Pr Prob"),
        ("median", "", "", "median Median"),
        ("density", "", "", "density pdf"),
        ("cdf", "", "", "cdf"),
        ("quantile", "", "", "quantile"),
        ("mode", "", "", "mode Mode"),
        ("mgf", "", "", "mgf"),
        ("cgf", "", "", "cgf"),
        ("cumulant", "", "", "cumulant cum"),
        ("Corr", "", "", "Corr corr"),
        ("Skew", "", "", "Skew skew skewness"),
        ("Kurt", "", "", "Kurt kurt kurtosis"),
        ("H", "", "ℍ", "H"),
        ("h", "", "", "h"),
        ("KL", "", "", "KL"),
        ("I", "", "", "MI"),
    ),
    BIG: (
        ("∑", "sum", "∑", "sum"),
        ("∏", "prod", "∏", "prod"),
        ("∫", "int", "∫", "int integral"),
        ("lim", "lim", "", "lim"),
        ("limsup", "limsup", "", "limsup"),
        ("liminf", "liminf", "", "liminf"),
        ("∬", "iint", "∬"),
        ("∭", "iiint", "∭"),
        ("⋃", "bigcup", "⋃"),
        ("⋂", "bigcap", "⋂"),
    ),
    RELATION: (
        ("=", "equiv", "= ≡"),
        (":=", "coloneqq triangleq doteq", "≔ ≜ ≝"),
        ("≠", "neq ne", "≠"),
        ("≤", "le leq leqslant leqq", "≤ ⩽ ≦"),
        ("≥", "ge geq geqslant geqq", "≥ ⩾ ≧"),
        ("<", "lt", "<"),
        (">", "gt", ">"),
        ("≈", "approx simeq", "≈ ≃"),
        ("∼", "sim", "∼"),
        ("∝", "propto", "∝"),
        ("∈", "in", "∈"),
        ("→", "to rightarrow longrightarrow", "→ ⟶"),
        ("⊥", "perp bot indep independent Perp", "⊥ ⫫ ⟂"),
        ("=:", "eqqcolon", "≕"),
        ("←", "leftarrow gets longleftarrow", "← ⟵"),
        ("↦", "mapsto longmapsto", "↦ ⟼"),
        ("⇝", "rightsquigarrow leadsto", "⇝ ⤳"),
        ("≻", "succ", "≻"),
        ("⪰", "succeq succcurlyeq", "⪰ ≽"),
        ("≺", "prec", "≺"),
        ("⪯", "preceq preccurlyeq", "⪯ ≼"),
        ("≪", "ll", "≪"),
        ("≫", "gg", "≫"),
        ("≲", "lesssim", "≲"),
        ("≳", "gtrsim", "≳"),
        ("≅", "cong", "≅"),
        ("∉", "notin", "∉"),
        ("⊂", "subset", "⊂"),
        ("⊆", "subseteq", "⊆"),
        ("⊃", "supset", "⊃"),
        ("⊇", "supseteq", "⊇"),
    ),
    CONNECTIVE: (
        ("⟹", "implies Rightarrow Longrightarrow", "⟹ ⇒"),
        ("⟸", "impliedby Leftarrow Longleftarrow", "⟸ ⇐"),
        ("⟺", "iff Leftrightarrow Longleftrightarrow", "⟺ ⇔"),
        ("∧", "land wedge", "∧"),
        ("∨", "lor vee", "∨"),
    ),
    SIGN: (
        ("+", "", "+"),
        ("-", "", "- − –"),
        ("±", "pm", "±"),
        ("∓", "mp", "∓"),
        ("·", "cdot cdotp bullet", "· ⋅ ∙ •"),
        ("×", "times", "× *"),
        ("⊙", "odot circ", "⊙ ∘"),
        ("⊗", "otimes", "⊗"),
        ("⊕", "oplus", "⊕"),
        ("∩", "cap", "∩"),
        ("∪", "cup", "∪"),
        ("∖", "setminus", "∖"),
        ("∀", "forall", "∀"),
        ("∃", "exists", "∃"),
        ("%", "", "%"),
        ("/", "div", "/ ÷ ⁄"),
        ("∂", "partial", "∂"),
        ("∇", "nabla", "∇"),
        ("√", "sqrt surd", "√"),
        ("…", "ldots dots cdots hdots dotsc dotsb dotsi dotsm dotso vdots ddots", "… ⋯ ⋮ ⋱"),
        ("′", "prime", "' ′ ’"),
        ("″", "", "″"),
        ("‴", "", "‴"),
        ("⊤", "top intercal", "⊤ ⊺"),
        ("†", "dagger", "†"),
        ("!", "", "!"),
        ("∗", "ast star", "∗ ⋆"),
        ("‖", "Vert parallel", "‖ ∥"),
        ("|", "vert", "|"),
        ("∣", "mid given", "∣"),
        ("⟨", "langle", "⟨ 〈"),
        ("⟩", "rangle", "⟩ 〉"),
        ("⌊", "lfloor", "⌊"),
        ("⌋", "rfloor", "⌋"),
        ("⌈", "lceil", "⌈"),
        ("⌉", "rceil", "⌉"),
        ("(", "lparen", "("),
        (")", "rparen", ")"),
        ("[", "lbrack", "["),
        ("]", "rbrack", "]"),
        ("⦃", "lbrace"),
        ("⦄", "rbrace"),
        ("|<", "lvert"),
        ("|>", "rvert"),
        ("‖<", "lVert"),
        ("‖>", "rVert"),
        (",", "", ","),
        (";", "", ";"),
        (":", "colon", ":"),
        ("^", "", "^"),
        ("_", "", "_"),
    ),
}  # fmt: skip

ACCENTS = {
    "hat": "hat", "widehat": "hat", "bar": "bar", "overline": "bar", "tilde": "tilde", "widetilde": "tilde",
    "dot": "dot", "ddot": "ddot", "check": "check", "breve": "breve", "mathring": "ring",
    "\u0302": "hat", "\u0304": "bar", "\u0305": "bar", "\u0303": "tilde", "\u0307": "dot", "\u0308": "ddot",
    "\u030c": "check", "\u0306": "breve", "\u030a": "ring",
}  # fmt: skip
ACCENT_WORDS = ("hat", "bar", "tilde")
ACCENT_MARKS = {
    "hat": "\u0302", "bar": "\u0304", "tilde": "\u0303", "dot": "\u0307", "ddot": "\u0308", "check": "\u030c",
    "breve": "\u0306", "ring": "\u030a",
}  # fmt: skip

DRESS = {
    "mathbf": "bold", "bm": "bold", "boldsymbol": "bold", "pmb": "bold", "textbf": "bold", "bf": "bold",
    "mathit": "italic", "textit": "italic", "mathnormal": "italic", "it": "italic",
    "mathrm": "upright", "text": "upright", "textrm": "upright", "textnormal": "upright", "operatorname": "upright",
    "operatorname*": "upright", "mathop": "upright", "rm": "upright", "mbox": "upright", "mathsf": "sans",
    "hbox": "upright", "textsf": "sans", "mathtt": "mono", "texttt": "mono", "vec": "arrow", "overrightarrow": "arrow",
    "overleftarrow": "arrow", "va": "arrow", "vb": "bold", "symbf": "bold", "symup": "upright", "textsc": "upright",
    "mathcal": "script", "mathscr": "script", "mathfrak": "fraktur", "mathbb": "blackboard", "mathds": "blackboard",
}  # fmt: skip
WORDY = frozenset({"upright", "sans", "mono"})

LAWS = {
    "normal": "normal N 𝓝 Normal Gaussian gaussian", "uniform": "uniform U Unif Uniform 𝓤",
    "bernoulli": "bernoulli Bernoulli Ber Bern", "rademacher": "rademacher Rademacher Rad",
    "binomial": "binomial Binomial Bin Binom", "geometric": "geometric Geometric Geom Geo",
    "poisson": "poisson Poisson Pois Poi", "exponential": "exponential Exponential Exp Expo",
    "gamma": "gamma Gamma Gam Ga", "beta": "beta Beta", "chi-square": "chisquare",
    "laplace": "laplace Laplace Lap", "lognormal": "lognormal Lognormal LogNormal", "student": "student Student",
    "pareto": "pareto Pareto", "gumbel": "gumbel Gumbel", "categorical": "categorical Categorical Cat",
    "multinomial": "multinomial Multinomial Mult Multi", "dirichlet": "dirichlet Dirichlet Dir",
    "wishart": "wishart Wishart",
}  # fmt: skip
LAW_WORDS = {word: law for law, words in LAWS.items() for word in words.split()}

SCRIPT = {chr(0x1D4D0 + k): chr(65 + k) for k in range(26)} | {chr(0x1D4EA + k): chr(97 + k) for k in range(26)}
FRAKTUR = {chr(0x1D56C + k): chr(65 + k) for k in range(26)} | {chr(0x1D586 + k): chr(97 + k) for k in range(26)}
#: What LaTeX sets upright as the name of an operator, and the table has no meaning for.
WORD_COMMANDS = frozenset(["dim", "ker", "deg", "gcd", "hom", "arg"])
BLACKBOARD = {"ℂ": "C", "ℍ": "H", "ℕ": "N", "ℙ": "P", "ℚ": "Q", "ℝ": "R", "ℤ": "Z", "𝔼": "E", "𝕍": "V", "𝕀": "I"}
SPACES = frozenset("ℝℤℕℚℂ")


def _greek() -> list[Glyph]:
    glyphs = []
    for entry in _GREEK.replace("\n", "|").split("|"):
        if entry.strip():
            letter, *rest = entry.split()
            words = tuple(word for word in rest if word.isascii())
            signs = (letter, *(sign for sign in rest if not sign.isascii()))
            glyphs.append(Glyph(letter, LETTER, words, signs, words))
    return glyphs


def _table() -> list[Glyph]:
    return [
        Glyph(row[0], role, *(tuple(cell.split()) for cell in row[1:])) for role, rows in _TABLE.items() for row in rows
    ]


GLYPHS: tuple[Glyph, ...] = (*_greek(), *_table())
BY_ID: dict[str, Glyph] = {glyph.id: glyph for glyph in reversed(GLYPHS)}
COMMANDS: dict[str, Glyph] = {name: glyph for glyph in GLYPHS for name in glyph.latex}
SIGNS: dict[str, Glyph] = {sign: glyph for glyph in GLYPHS for sign in glyph.unicode}
WORDS: dict[str, Glyph] = {word: glyph for glyph in GLYPHS for word in glyph.plain}

#: f_X(x) and its kin, where nothing declares the letter and X is random: the operator that each stands for.
OF_A_QUANTITY = {"f": "density", "p": "density", "F": "cdf", "M": "mgf", "K": "cgf"}
FUNCTION_LETTERS = frozenset("ΓψΦφ")
FUNCTIONS: frozenset[str] = frozenset(glyph.id for glyph in GLYPHS if glyph.role == FUNCTION) | FUNCTION_LETTERS
OPERATORS: frozenset[str] = frozenset(glyph.id for glyph in GLYPHS if glyph.role == OPERATOR)
#: What is a number where nothing declares it; with an index it is none.
NUMBERS: frozenset[str] = frozenset({"e", "π", "γ", "∞"})
CONSTANTS: frozenset[str] = NUMBERS | {"I", "𝟏"}
INVERSES = {
    "erf": "erf⁻¹", "Φ": "Φ⁻¹", "sin": "arcsin", "cos": "arccos", "tan": "arctan", "sinh": "arsinh", "cosh": "arcosh",
    "tanh": "artanh", "exp": "log", "log": "exp",
}  # fmt: skip


def law_word(law: str) -> str:
    """The word that is printed for a law: its first that spells no letter."""
    return next((word for word in LAWS.get(law, law).split() if word not in WORDS), law)


def canonical(text: str) -> str:
    r"""The canonical id of the name that `text` spells in LaTeX, Unicode or words.

    >>> canonical(r"\mathbf{x}"), canonical(r"n_\mathrm{in}"), canonical("ŷ"), canonical("sigma_1")
    ('x', 'n_in', 'hat y', 'σ_1')
    """
    from symbolic.notation.names import read_name

    return read_name(text).id


def latex_name(name: str) -> str:
    """The LaTeX spelling of a canonical id."""
    from symbolic.notation import names

    return names.latex_name(name)


def unicode_name(name: str) -> str:
    """The Unicode spelling of a canonical id."""
    from symbolic.notation import names

    return names.unicode_name(name)


def plain_name(name: str) -> str:
    """The ASCII spelling of a canonical id."""
    from symbolic.notation import names

    return names.plain_name(name)
