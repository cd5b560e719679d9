"""What stands beside and inside the formulas of real texts means what it says."""

from __future__ import annotations

import pytest

from symbolic.given import read_given
from symbolic.notation import ReadError, latex, plain, read, unicode

TABLE = read_given(
    """
p, p_\\theta, q : density
x : family(T) of vector(d)
y, z, a, b, t, \\theta, \\mu, \\sigma : real
w, v : vector(n)
X, Y, Z : random scalar
f, g : function
h : function of (a, b)
i, j : index(n)
S : set
E_1, E_2 : event
W^O : matrix(n, n)
V^\\pi : function
"""
)

SAME = [
    (r"p(y\mid z)", "p(y|z)", "p(y ∣ z)"),
    (r"p_\theta(y\mid z,a)=p(y|z;a)", "p_theta(y | z, a) = p(y | z; a)"),
    (r"x_{1:T}", "x_{1:T}"),
    (r"p(x_{<t})", "p(x_{<t})"),
    (r"a\ge0,\quad\forall a\in\mathbb{R}", r"a \ge 0 \text{ for all } a \in \mathbb{R}"),
    (r"y = z \quad \text{where } z = a", "y = z, where z = a"),
    (r"\{a : a>0\}", r"\{a \mid a>0\}"),
    (r"a \Longrightarrow b", r"a \implies b", "a => b"),
    (r"y, z \in S", "y,z ∈ S"),
    (r"\left.f(a)\right|_{a=0}", r"f(a)\big|_{a=0}"),
    (r"\left[f(a)\right]_0^1", r"\left.f(a)\right|_0^1"),
    (r"(f\circ g)(a)", "(f ∘ g)(a)"),
    (r"\int_S f(a)\,da", "∫_S f(a) da"),
    (r"\sup_{a\in S} f(a)", "sup_{a ∈ S} f(a)"),
    (r"\min_{y,z} a", "min_{y,z} a"),
    (r"P(E_1\cap E_2)", "P(E_1 ∩ E_2)"),
    (r"X\perp\!\!\!\perp Y\mid Z", "X ⊥ Y ∣ Z"),
    (r"X\overset{\text{iid}}{\sim}p", r"X \stackrel{iid}{\sim} p"),
    (r"\mathbf{w}^2_i", "w_i^2"),
    (r"\pdv{f(a)}{a}", r"\frac{\partial f(a)}{\partial a}"),
    (r"\dv[2]{f(a)}{a}", r"\frac{d^2f(a)}{da^2}"),
    (r"(\partial_1 h)(a,b)", r"\partial_1 h(a,b)", "∂_1 h(a, b)"),
    (r"75\%", r"\frac{75}{100}"),
    (r"(a-b)_+", "max(a-b, 0)"),
    (r"\underset{a}{\mathrm{minimize}}\ f(a)", "min_a f(a)"),
    (r"\mathbf{1}_S(a)", "𝟙[a ∈ S]"),
    (r"\mathcal{N}(y;\mu,\sigma)", "normal(y; mu, sigma)"),
    (r"D_{\mathrm{KL}}(p\,\|\,q)", "KL(p || q)"),
    (r"f(a)=\left\{\begin{array}{ll}a & \text{if } a>0\\ 0 & \text{if } a\le0\end{array}\right.",
     r"f(a)=\begin{cases}a & a>0\\ 0 & a\le0\end{cases}"),
]  # fmt: skip


@pytest.mark.parametrize("forms", SAME)
def test_spellings_of_one_meaning(forms: tuple[str, ...]) -> None:
    first, *others = (read(form, TABLE) for form in forms)
    assert all(other == first for other in others)
    for write in (latex, unicode, plain):
        assert read(write(first, TABLE), TABLE) == first


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("p(y, z)", "p(y | z)"),
        ("p(y | z)", "p(y; z)"),
        ("x_{1:t}", "x_{<t}"),
        (r"a \overset{d}{\to} b", r"a \to b"),
        (r"y = z, \quad z = a", "y = z"),
        (r"\{a \mid a>0\}", r"\{a \mid a\ge0\}"),
        (r"W^O", "W^{O} W^{O}"),
        (r"\frac{\partial f(a)}{\partial a^2}", r"\frac{\partial^2 f(a)}{\partial a^2}"),
        (r"\sup_a f(a)", r"\max_a f(a)"),
    ],
)
def test_meanings_that_differ_are_told_apart(one: str, other: str) -> None:
    assert read(one, TABLE) != read(other, TABLE)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("y^{(i)}", "y^(i) is not declared"),
        (r"w^{[1]}", "w^[1] is not declared"),
        (r"y^*", "y^* is not declared"),
        (r"f_{\mathrm{Huber}}(a)", "f_Huber is not declared"),
        ("I(a)", "I before a bracket could be a function"),
        (r"\sum_{i \neq 1}^n w_i", "an upper bound beside a condition"),
        (r"\frac0.50.5", "0.50 without braces is ambiguous"),
        ("p(y; z | a)", "a bar behind the parameters"),
    ],
)
def test_what_could_be_misread_stops(text: str, message: str) -> None:
    with pytest.raises(ReadError) as stop:
        read(text, TABLE)
    assert message in stop.value.message


def test_a_wide_space_parts_two_claims() -> None:
    assert read(r"a = b \quad y = z", TABLE) == read("a = b, y = z", TABLE)
    assert read(r"a = b \quad y", TABLE) == read("a = b y", TABLE)


def test_digits_of_other_scripts() -> None:
    assert read("٣ a", TABLE) == read("3 a", TABLE)
    with pytest.raises(ReadError, match="not known here"):
        read("a + \u136c", TABLE)
