"""The LaTeX that an author would have written, pinned and read back; and the rules of bracketing one by one."""

from __future__ import annotations

import pytest

from symbolic.given import read_given
from symbolic.notation import latex, plain, read, unicode
from symbolic.notation import tree as t
from tests.notation.strategies import TABLE as STRATEGY_TABLE

GIVEN = read_given("""
q, k : random vector(d_k), iid, mean 0, variance 1
z, x, v, p : vector(n)
i, j : index(n)
n_in : dimension
A, U, V : matrix(n, n)
Sigma_q, Sigma_k : matrix(n, n)
X, Y : random scalar
W : random matrix(n_in, n)
a, b, c, beta, eta, ell, x' : real
sigma, tau : positive
hat y, mu, epsilon, gain, fan_in, t : real
f, g : function
L : function of (z)
""")
TABLE = GIVEN

GOLDEN: list[tuple[str, str]] = [
    ("𝔼[q·k] = ∑_i 𝔼[q_i]𝔼[k_i] = 0", r"\mathbb{E}[q\cdot k]=\sum_i \mathbb{E}[q_i]\,\mathbb{E}[k_i]=0"),
    ("Var(q·k) = ∑_i Var(q_ik_i) = ∑_i 1 = d_k",
     r"\operatorname{Var}(q\cdot k)=\sum_i \operatorname{Var}(q_i k_i)=\sum_i 1=d_k"),
    ("Var((q·k)/√d_k) = d_k/d_k = 1",
     r"\operatorname{Var}\left(\frac{q\cdot k}{\sqrt{d_k}}\right)=\frac{d_k}{d_k}=1"),
    ("p_i(δ_ij − p_j)", r"p_i(\delta_{ij}-p_j)"),
    ("∂softmax(z)_i/∂z_j", r"\frac{\partial\,\mathrm{softmax}(z)_i}{\partial z_j}"),
    ("qᵀk", r"q^\top k"),
    ("tr(Σ_q Σ_k)", r"\operatorname{tr}(\Sigma_q\Sigma_k)"),
    ("diag(p) − ppᵀ", r"\operatorname{diag}(p)-pp^\top"),
    ("(1/n) ∑_{i=1}^n x_i", r"\frac{1}{n}\sum_{i=1}^n x_i"),
    ("lim_{c→∞} e^{c z_1}/∑_j e^{c z_j} = 1", r"\lim_{c\to\infty}\frac{e^{cz_1}}{\sum_j e^{cz_j}}=1"),
    ("𝟙[i = j]", r"\mathbb{1}[i=j]"),
    ("‖x‖²", r"\lVert x\rVert^2"),
    ("e^{-x'^2/2}", r"e^{-x'^2/2}"),
    ("2·3", r"2\cdot 3"),
    ("2a", "2a"),
    ("-a + b - c", "-a+b-c"),
    ("(a + b)^2", "(a+b)^2"),
    ("a - (b + c)", "a-(b+c)"),
    ("(∑_i x_i) a", r"\left(\sum_i x_i\right)a"),
    ("(∑_i x_i)^2", r"\left(\sum_i x_i\right)^2"),
    ("∑_i (x_i + 1)", r"\sum_i (x_i+1)"),
    ("∑_{i,j} A_ij x_i x_j", r"\sum_{i,j} A_{ij}x_i x_j"),
    ("−∑_i p_i log p_i", r"-\sum_i p_i\log p_i"),
    ("log(x_1/x_2)", r"\log\frac{x_1}{x_2}"),
    ("exp(−(a − mu)^2/(2 sigma^2))", r"\exp\left(-\frac{(a-\mu)^2}{2\sigma^2}\right)"),
    ("tanh^2(a)", r"\tanh^2(a)"),
    ("f'(a)", "f'(a)"),
    ("a f(a)", r"a\,f(a)"),
    ("d/da (a f(a))", r"\frac{d}{da}(a\,f(a))"),
    ("∂²f(a)/∂a²", r"\frac{\partial^2 f(a)}{\partial a^2}"),
    ("∇_x ‖Ax‖²", r"\nabla_x\lVert Ax\rVert^2"),
    ("x^T A^{-1} x", r"x^\top A^{-1}x"),
    ("(A x)_i", "(Ax)_i"),
    ("x_{i+1}", "x_{i+1}"),
    ("W_ij^2", "W_{ij}^2"),
    ("√(2/n_in)", r"\sqrt{\frac{2}{n_{\mathrm{in}}}}"),
    ("hat y - epsilon", r"\hat{y}-\epsilon"),
    ("gain √3", r"\mathrm{gain}\sqrt{3}"),
    ("E[X | Y]", r"\mathbb{E}[X\mid Y]"),
    ("Cov(X, Y)", r"\operatorname{Cov}(X,Y)"),
    ("P(|X| ≥ epsilon) ≤ 1", r"\mathbb{P}(\lvert X\rvert\ge\epsilon)\le 1"),
    ("min_c Var(X + c Y)", r"\min_c \operatorname{Var}(X+cY)"),
    ("∫_0^∞ f(a) da", r"\int_0^\infty f(a)\,da"),
    ("∏_{i≠j} (x_i - x_j)", r"\prod_{i\neq j}(x_i-x_j)"),
    ("n!/(n-1)!", r"\frac{n!}{(n-1)!}"),
    ("[[a, b], [0, 1]]", r"\begin{pmatrix}a&b\\0&1\end{pmatrix}"),
    ("Sigma_q ⊗ A", r"\Sigma_q\otimes A"),
    ("x ⊙ z", r"x\odot z"),
]  # fmt: skip


@pytest.mark.parametrize(("source", "written"), GOLDEN)
def test_latex_is_what_an_author_writes(source: str, written: str) -> None:
    assert latex(read(source, TABLE)) == written


@pytest.mark.parametrize(("source", "written"), GOLDEN)
@pytest.mark.parametrize("write", [latex, unicode, plain])
def test_golden_reads_back_as_it_was_meant(source: str, written: str, write) -> None:
    tree = read(source, TABLE)
    assert read(written, TABLE) == tree
    assert read(write(tree, TABLE), TABLE) == tree


@pytest.mark.parametrize(
    ("source", "written"),
    [
        (r"\mathbb{E}[q\cdot k]=\sum_i\mathbb{E}[q_i]\,\mathbb{E}[k_i]=0", "𝔼[q·k] = ∑_i 𝔼[q_i]𝔼[k_i] = 0"),
        (r"\sqrt{d_k}", "√d_k"),
        (r"p_i(\delta_{ij}-p_j)", "p_i(δ_ij − p_j)"),
        (r"x_i^2", "x_i²"),
        (r"q^\top k", "qᵀk"),
        (r"\frac{\partial\,\mathrm{softmax}(z)_i}{\partial z_j}", "∂softmax(z)_i/∂z_j"),
        (r"\frac{a+b}{2c}", "(a + b)/(2c)"),
        (r"e^{-x'}", "e^{−x′}"),
        (r"A^{-1}", "A⁻¹"),
    ],
)
def test_unicode_is_what_a_page_shows(source: str, written: str) -> None:
    assert unicode(read(source, TABLE), TABLE) == written


@pytest.mark.parametrize(
    ("source", "written"),
    [
        (r"\sum_i\mathbb{E}[q_i]\,\mathbb{E}[k_i]", "sum_i E[q_i] E[k_i]"),
        (r"\sqrt{d_k}", "sqrt(d_k)"),
        (r"q^\top k", "q^T k"),
        (r"\delta_{ij}", "delta_ij"),
        (r"\lim_{c\to\infty}\frac{1}{c}", "lim_{c -> oo} 1/c"),
        (r"\sigma\ne 0", "sigma != 0"),
    ],
)
def test_plain_is_ascii_that_reads_aloud(source: str, written: str) -> None:
    assert plain(read(source, TABLE), TABLE) == written


def test_the_dress_of_the_given_is_kept() -> None:
    table = read_given(r"\mathbf{x} : vector(n); \boldsymbol{\mu} : vector(n)")
    assert latex(read("x - mu", table), table) == r"\mathbf{x}-\boldsymbol{\mu}"


def test_letters_do_not_grow_together_into_a_word() -> None:
    e, x, p = t.Name("e"), t.Name("x"), t.Name("p")
    assert latex(t.Product((e, x, p))) == "ex p"
    assert latex(t.Product((x, p))) == "xp"


def test_a_number_after_a_factor_takes_a_sign() -> None:
    tree = t.Product((t.Name("a"), t.Number("2")))
    assert [write(tree, STRATEGY_TABLE) for write in (latex, unicode, plain)] == [r"a\cdot 2", "a·2", "a * 2"]


def test_the_body_of_a_sum_ends_at_a_sign_of_product() -> None:
    body = t.Product((t.Number("2"), t.Number("3")))
    assert latex(t.Big("∑", (t.Bound("l"),), body)) == r"\sum_l (2\cdot 3)"


def test_kronecker_delta_gives_way_to_a_declared_delta() -> None:
    table = read_given("delta : real; i, j : index(3)")
    kronecker = t.Delta(t.Name("i"), t.Name("j"))
    assert latex(kronecker, table) == r"\mathbb{1}[i=j]"
    assert read(plain(kronecker, table), table) == t.Indicator(t.Chain(t.Name("i"), (("=", t.Name("j")),)))


def test_deep_and_long_trees_are_printed() -> None:
    deep: t.Node = t.Name("a")
    for _ in range(350):
        deep = t.Call(t.Name("f"), (deep,))
    assert latex(deep).count("f(") == 350
    assert latex(t.Product((t.Name("a"),) * 2000)).count("a") == 2000


def test_every_node_type_has_a_layout() -> None:
    from symbolic.notation.printer_layouts import LAYOUTS

    kinds = {kind for kind in vars(t).values() if isinstance(kind, type) and issubclass(kind, t.Node)}
    assert kinds - {t.Node, t.Bound} == set(LAYOUTS)
