"""Forms that books use, and what each of them is not to be taken for."""

from __future__ import annotations

import pytest

from symbolic.given import read_given
from symbolic.notation import ReadError, latex, plain, read, unicode

TABLE = read_given(
    """
f, g : function
F : family(N) of function
A : family(N) of random vector(k)
Y, e : family(N) of random scalar
X : random scalar
P_t, Q_t : law
a, b, y, m, lambda : real
w : vector(n)
M, V : matrix(n, n)
S, T : set
i : index(N)
"""
)

SAME = [
    (r"\Large a = b", r"{\small a} = b", "a = b"),
    (r"a ~ = ~ b", r"a\;=\;b"),
    (r"\ensuremath{a} = \ensuremath{\ensuremath{b}}", "a = b"),
    (r"f\big{(}a\big{)} \mathrel{=} b", "f(a) = b"),
    (r"a \stackrel{\text{\tiny{P}}}{\rightarrow} b", r"a \overset{P}{\to} b"),
    (r"\cancel{a} + b = b", "a + b = b"),
    (r"\mathop{\mathrm{minimize~}}_{w} f(w)", r"\min_w f(w)"),
    (r"\begin{array}{rcl} a & = & b \\ & = & y \end{array}", "a = b = y"),
    (r"\begin{array}{rcl} a = b & \Leftrightarrow & b = a \end{array}", r"a = b \iff b = a"),
    (r"a &= b & y &= m", r"a = b \quad y = m"),
    (r"\begin{cases} a &= b \\ y &= m \end{cases}", r"a = b \land y = m"),
    (r"a \neq 0 \text{ or } b \neq 0", r"a \neq 0 \vee b \neq 0"),
    (r"(\forall \varepsilon > 0) \; a < \varepsilon", r"\forall \varepsilon > 0\colon a < \varepsilon"),
    (r"\mathbb{P}[X \le a \;\forall a] = 1", r"\mathbb{P}[\forall a\colon X \le a] = 1"),
    (r"(X \,|\, S = T) \sim \mathcal{N}({a, b})", r"(X \mid S = T) \sim N(a, b)"),
    (r"P_t = N(a, b)", r"P_t = \mathcal{N}(a, b)"),
    (r"I(X \le a)", r"\mathbb{1}[X \le a]", r"I[X \le a]"),
    (r"f(S \cup \{a\})", r"f(S ∪ \{a\})"),
    (r"f \circ g(a)", r"(f\circ g)(a)"),
    (r"\arg\min_w f(w) + \lambda \|w\|^2", r"\arg\min_w (f(w) + \lambda \|w\|^2)"),
    (r"\mathbb{E}(X - m)^2", r"\mathbb{E}[(X-m)^2]"),
    (r"A_iY_i", r"A_i\,Y_i"),
    (r"F_i^{-1}(a)", r"(F^{-1}(a))_i"),
    (r"f(a,..,b)", r"f(a, \dots, b)"),
    (r"\underset{\begin{subarray}{c}X\sim P_t\end{subarray}}{{\mathrm E}}[X]", r"\mathbb{E}_{X\sim P_t}[X]"),
    (r"\mathbb{E}_{\substack{a \sim P_t \\ b \sim Q_t}}[ab]", r"\mathbb{E}_{a \sim P_t, b \sim Q_t}[ab]"),
    (r"\sum_i^n w_i", r"\sum_{i=1}^n w_i"),
    (r"\int f(x)\,dg(x)", "int f(x) dg(x)"),
    (r"\nabla_{w,b} f(b)", r"\nabla_{(w,b)} f(b)"),
    (r"\limsup_{n\to\infty} \frac{a}{n}", "limsup_{n → ∞} a/n"),
    (r"KL(N(a, b) \| N(m, b))", r"\operatorname{KL}(\mathcal{N}(a,b)\,\|\,\mathcal{N}(m,b))"),
]


@pytest.mark.parametrize("forms", SAME)
def test_spellings_of_one_meaning(forms: tuple[str, ...]) -> None:
    first, *others = (read(form, TABLE) for form in forms)
    assert all(other == first for other in others)
    for write in (latex, unicode, plain):
        assert read(write(first, TABLE), TABLE) == first


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (r"I[X \le a]", r"I \cdot \mathbb{1}[X \le a]"),
        (r"f(S \cup \{a\})", r"f(S \cup a)"),
        (r"\mathbb{E}(X - m)^2", r"\mathbb{E}[X - m]^2"),
        (r"w \sim \mathcal{N}(w; w, M)", r"w \sim \mathcal{N}(w, w, M)"),
        (r"f^{-1}(a)", r"\frac{1}{f}(a)"),
        (r"(\arg\min_w f(w)) + \lambda w", r"\arg\min_w f(w) + \lambda w"),
        (r"\min_a f(a) + b", r"\min_a (f(a) + b)"),
        (r"a &= b & y &= m", r"a = b\,y = m"),
        (r"H_0: a = 0", "a = 0"),
        (r"H_1: a \neq 0", r"H_0: a \neq 0"),
        (r"(f^{-1})'(a)", r"(f')^{-1}(a)"),
        (r"a = b \land y = m", r"a = b \lor y = m"),
        (r"\limsup_{n\to\infty} a/n", r"\lim_{n\to\infty} a/n"),
        (r"\int f(x)\,dg(x)", r"\int f(x)\,dx"),
    ],
)
def test_meanings_that_differ_are_told_apart(one: str, other: str) -> None:
    try:
        different = read(other, TABLE)
    except ReadError:
        different = None
    assert read(one, TABLE) != different


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (r"a \wedge b", "∧ joins claims only"),
        (r"a = b \land b = m \lor y = m", "∧ and ∨ in a row"),
        (r"f^{-2}(a)", "f to a negative power"),
        (r"H_0", "H is not declared"),
    ],
)
def test_what_could_be_misread_stops(text: str, message: str) -> None:
    with pytest.raises(ReadError) as stop:
        read(text, TABLE)
    assert message in stop.value.message
