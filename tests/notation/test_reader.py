"""What the reader makes of formulas: each rule of the language by small trees, in all three notations."""

from __future__ import annotations

import pytest

from symbolic.language.symbols import Definition, Symbol, Table
from symbolic.notation import tree as t
from symbolic.notation.reader import read, read_expression, read_otherwise, undeclared_names

n, d = t.Name("n"), t.Name("d_k")
q, k, x, z, p, A = (t.Name(name) for name in ("q", "k", "x", "z", "p", "A"))
i, j, c, one, two = t.Name("i"), t.Name("j"), t.Name("c"), t.Number("1"), t.Number("2")
SOFTMAX = t.Call(t.Name("softmax"), (z,))
TABLE = Table(
    {
        symbol.name: symbol
        for symbol in (
            *(Symbol(name, "dimension", domain="integer") for name in ("n", "d_k", "n_in")),
            *(Symbol(name, "vector", (n,)) for name in ("x", "x'", "z", "p", "v_3")),
            *(Symbol(name, "vector", (d,), random=True) for name in ("q", "k")),
            *(Symbol(name, "matrix", (n, n)) for name in ("A", "B", "W", "Σ_qk")),
            *(Symbol(name, "scalar") for name in ("a", "b", "c", "σ", "σ_m", "hat y", "fan_in", "ℓ", "y", "h'")),
            *(Symbol(name, "index", span=(one, n)) for name in ("i", "j")),
            Symbol("f", "function"),
            Symbol("X", "scalar", random=True),
            Symbol("Y", "scalar", random=True),
            Symbol("w", "vector", (n,), family=(one, n)),
            Symbol("t", "scalar", domain="integer"),
            Symbol("m", "scalar", family=(one, n)),
        )
    },
    {"p": Definition("p", SOFTMAX), "g": Definition("g", t.Power(t.Name("u"), two), ("u",))},
)


def entry(array: t.Node, *indices: t.Node) -> t.Component:
    return t.Component(array, indices)


def times(*factors: t.Node) -> t.Product:
    return t.Product(factors)


def equal(left: t.Node, *rights: t.Node) -> t.Chain:
    return t.Chain(left, tuple(("=", right) for right in rights))


def call(name: str, *arguments: t.Node) -> t.Call:
    return t.Call(t.Name(name), arguments)


def over(top: t.Node, bottom: t.Node) -> t.Quotient:
    return t.Quotient(top, bottom)


def minus(node: t.Node) -> t.Negative:
    return t.Negative(node)


def add(*terms: t.Node) -> t.Add:
    return t.Add(terms)


def big(index: str, body: t.Node, lower: t.Node | None = None, upper: t.Node | None = None) -> t.Big:
    return t.Big("∑", (t.Bound(index, lower, upper),), body)


def expect(*arguments: t.Node) -> t.Operator:
    return t.Operator("E", arguments)


def var(*arguments: t.Node) -> t.Operator:
    return t.Operator("Var", arguments)


VAR_DOT = var(t.Dot(q, k))
EXPRESSIONS: list[tuple[str, t.Node]] = [
    # names, subscripts, indices
    ("q_ik_i", times(entry(q, i), entry(k, i))),
    ("d_kd_k", times(d, d)),
    (r"\mathbf{q}_i", entry(q, i)),
    ("W_{ij}", entry(t.Name("W"), i, j)),
    ("W_ij", entry(t.Name("W"), i, j)),
    ("W_{i,j}", entry(t.Name("W"), i, j)),
    ("W_{i+1,j}", entry(t.Name("W"), add(i, one), j)),
    ("W_iq_j", times(entry(t.Name("W"), i), entry(q, j))),
    ("W_ix", times(entry(t.Name("W"), i), x)),
    ("W_12", entry(t.Name("W"), one, two)),
    ("x_{i+1}", entry(x, add(i, one))),
    ("x₁", entry(x, one)),
    ("x_1x_1'", times(entry(x, one), entry(t.Name("x'"), one))),
    (r"n_\mathrm{in}", t.Name("n_in")),
    ("n_{in}", t.Name("n_in")),
    (r"\text{fan\_in}", t.Name("fan_in")),
    ("fan_in", t.Name("fan_in")),
    ("ŷ", t.Name("hat y")),
    (r"\hat{y}", t.Name("hat y")),
    (r"\hat y^2", t.Power(t.Name("hat y"), two)),
    ("h'", t.Name("h'")),
    ("h′", t.Name("h'")),
    (r"\ell^2", t.Power(t.Name("ℓ"), two)),
    ("w_i", entry(t.Name("w"), i)),
    ("w_{ij}", entry(t.Name("w"), i, j)),
    ("w^{(i)}", entry(t.Name("w"), i)),
    ("m_{t-1}", entry(t.Name("m"), add(t.Name("t"), minus(one)))),
    ("σ_m²", t.Power(t.Name("σ_m"), two)),
    (r"\delta_{ij}", t.Delta(i, j)),
    ("δ_ij", t.Delta(i, j)),
    ("δ_{i,j+1}", t.Delta(i, add(j, one))),
    # products and quotients
    ("ab", times(t.Name("a"), t.Name("b"))),
    ("1/2 a", times(over(one, two), t.Name("a"))),
    ("a/b c", times(over(t.Name("a"), t.Name("b")), c)),
    ("a b/c", over(times(t.Name("a"), t.Name("b")), c)),
    ("a/b/c", over(over(t.Name("a"), t.Name("b")), c)),
    (r"\frac12 a", times(over(one, two), t.Name("a"))),
    ("½a", times(over(one, two), t.Name("a"))),
    ("a·b", times(t.Name("a"), t.Name("b"))),
    ("a * -b", times(t.Name("a"), minus(t.Name("b")))),
    ("q·k", t.Dot(q, k)),
    (r"q\cdot k", t.Dot(q, k)),
    (r"\langle q,k\rangle", t.Dot(q, k)),
    ("⟨q, k⟩", t.Dot(q, k)),
    ("q·k/√d_k", over(t.Dot(q, k), t.Root(d))),
    ("q·k√d_k", times(t.Dot(q, k), t.Root(d))),
    ("−x·z + b", add(minus(t.Dot(x, z)), t.Name("b"))),
    ("x·A z", t.Dot(x, times(A, z))),
    ("c·(q·k)", times(c, t.Dot(q, k))),
    ("q^⊤k", times(t.Transpose(q), k)),
    (r"q^\top k", times(t.Transpose(q), k)),
    ("qᵀk", times(t.Transpose(q), k)),
    ("q^T k", times(t.Transpose(q), k)),
    (r"q^{\mathsf T}k", times(t.Transpose(q), k)),
    (r"q^{\mathrm T}k", times(t.Transpose(q), k)),
    (r"q^\mathsf{T}k", times(t.Transpose(q), k)),
    ("A'", t.Transpose(A)),
    ("A^{-T}", t.Transpose(t.Power(A, minus(one)))),
    ("A⁻¹ᵀ", t.Transpose(t.Power(A, minus(one)))),
    ("x ⊙ z", t.Hadamard(x, z)),
    (r"A\otimes B", t.Kronecker(A, t.Name("B"))),
    ("-a^2", minus(t.Power(t.Name("a"), two))),
    ("a ± b", add(t.Name("a"), t.PlusMinus(t.Name("b")))),
    ("n!/(n-1)!", over(t.Factorial(n), t.Factorial(add(n, minus(one))))),
    ("n!!", t.Factorial(n, True)),
    # functions with and without brackets
    ("log a b", times(call("log", t.Name("a")), t.Name("b"))),
    (r"\log a^2", call("log", t.Power(t.Name("a"), two))),
    ("log(a)^2", t.Power(call("log", t.Name("a")), two)),
    ("log f(a)", call("log", call("f", t.Name("a")))),
    ("√πℓ", times(t.Root(t.Name("π")), t.Name("ℓ"))),
    ("√Var(q·k)", t.Root(VAR_DOT)),
    (r"\sqrt[3]{a}", t.Root(t.Name("a"), t.Number("3"))),
    ("tanh²(a)", t.Power(call("tanh", t.Name("a")), two)),
    (r"\sin^2 a", t.Power(call("sin", t.Name("a")), two)),
    (r"\log_2 a", call("log", t.Name("a"), two)),
    (r"\mathrm{erf}^{-1}(0)", call("erf⁻¹", t.Number("0"))),
    ("erf⁻¹(0)", call("erf⁻¹", t.Number("0"))),
    ("f(1-a)", call("f", add(one, minus(t.Name("a"))))),
    ("p_i(1-p_i)", times(entry(p, i), add(one, minus(entry(p, i))))),
    ("c(1-c)", times(c, add(one, minus(c)))),
    ("f'(a)", t.Call(t.Prime(t.Name("f")), (t.Name("a"),))),
    ("g''(a)", t.Call(t.Prime(t.Name("g"), 2), (t.Name("a"),))),
    (r"\tanh'(a)", t.Call(t.Prime(t.Name("tanh")), (t.Name("a"),))),
    ("(a f(a))'", t.Prime(times(t.Name("a"), call("f", t.Name("a"))))),
    (r"\exp\left[a\right]", call("exp", t.Name("a"))),
    ("softmax(z)_i", entry(SOFTMAX, i)),
    ("softmax_i(x)", entry(call("softmax", x), i)),
    ("softmax_i", entry(SOFTMAX, i)),
    ("softmax_i(1 − softmax_j)", times(entry(SOFTMAX, i), add(one, minus(entry(SOFTMAX, j))))),
    ("max(0, a)", call("max", t.Number("0"), t.Name("a"))),
    (r"\max\{0, a\}", call("max", t.Number("0"), t.Name("a"))),
    ("Γ(a)ψ(b)", times(call("Γ", t.Name("a")), call("ψ", t.Name("b")))),
    (r"\operatorname{Tr}(A)", call("tr", A)),
    ("tr A", call("tr", A)),
    # bars
    ("|a|", t.Absolute(t.Name("a"))),
    (r"\left|a\right||b|", times(t.Absolute(t.Name("a")), t.Absolute(t.Name("b")))),
    ("|a||b|", times(t.Absolute(t.Name("a")), t.Absolute(t.Name("b")))),
    ("‖x‖²", t.Power(t.Norm(x), two)),
    (r"\|x\|_2^2", t.Power(t.Norm(x, "2"), two)),
    ("||x||", t.Norm(x)),
    ("½‖x‖²", times(over(one, two), t.Power(t.Norm(x), two))),
    (r"\lVert A\rVert_F", t.Norm(A, "F")),
    # operators of probability
    ("E[X]²", t.Power(expect(t.Name("X")), two)),
    ("E X", expect(t.Name("X"))),
    (r"\mathrm{Var}\|q\|^2", var(t.Power(t.Norm(q), two))),
    ("𝔼[q_i]𝔼[k_i]", times(expect(entry(q, i)), expect(entry(k, i)))),
    (r"\mathbb{E}\left[X\mid Y\right]", t.Operator("E", (t.Name("X"),), t.Name("Y"))),
    ("E[X | Y]", t.Operator("E", (t.Name("X"),), t.Name("Y"))),
    ("E[|X| | Y]", t.Operator("E", (t.Absolute(t.Name("X")),), t.Name("Y"))),
    ("E[|X|]", expect(t.Absolute(t.Name("X")))),
    ("𝕍[X]", var(t.Name("X"))),
    (r"\mathbb V(X)", var(t.Name("X"))),
    ("var[X]", var(t.Name("X"))),
    ("var(x)", call("var", x)),
    (r"\operatorname{Cov}(X, Y)", t.Operator("Cov", (t.Name("X"), t.Name("Y")))),
    ("P(X ≤ a)", t.Operator("P", (t.Chain(t.Name("X"), (("≤", t.Name("a")),)),))),
    ("Var_p(z)", t.Operator("Var", (z,), None, p)),
    (r"\mathrm{KL}(p\,\|\,z)", t.Operator("KL", (p, z))),
    ("KL(p || z)", t.Operator("KL", (p, z))),
    ("𝟙(i = j)", t.Indicator(equal(i, j))),
    (r"\mathbb{1}[i=j]", t.Indicator(equal(i, j))),
    (r"\mathbf{1}^\top x", times(t.Transpose(t.Name("𝟏")), x)),
    # big operators
    ("∑_i x_i", big("i", entry(x, i))),
    (r"\sum_{i=1}^n x_i", big("i", entry(x, i), one, n)),
    ("sum_{i=1}^n x_i", big("i", entry(x, i), one, n)),
    ("∑_{τ=0}^∞ c^τ", big("τ", t.Power(c, t.Name("τ")), t.Number("0"), t.Name("∞"))),
    ("∑_ip_i", big("i", entry(p, i))),
    (r"\sum_i x_i + c", add(big("i", entry(x, i)), c)),
    ("∑_i x_i · c", times(big("i", entry(x, i)), c)),
    ("(∑_i x_i)c", times(big("i", entry(x, i)), c)),
    ("1/n ∑_i x_i", times(over(one, n), big("i", entry(x, i)))),
    ("a/∑_i x_i", over(t.Name("a"), big("i", entry(x, i)))),
    ("∑_i ∑_j x_i z_j", big("i", big("j", times(entry(x, i), entry(z, j))))),
    ("∑_i -x_i", big("i", minus(entry(x, i)))),
    ("∑_{i,j} W_ij", t.Big("∑", (t.Bound("i"), t.Bound("j")), entry(t.Name("W"), i, j))),
    ("∏_{l≠i} x_l", t.Big("∏", (t.Bound("l", condition=t.Chain(t.Name("l"), (("≠", i),))),), entry(x, t.Name("l")))),
    ("lim_{r→∞} c/r", t.Limit(t.Name("r"), t.Name("∞"), over(c, t.Name("r")))),
    ("lim_{r→∞} c − c/r", t.Limit(t.Name("r"), t.Name("∞"), add(c, minus(over(c, t.Name("r")))))),
    ("lim_{r→∞} c/r − c", add(t.Limit(t.Name("r"), t.Name("∞"), over(c, t.Name("r"))), minus(c))),
    ("min_c c + 1 + f(c) + x", add(t.Optimum("min", c, add(c, one, call("f", c))), x)),
    (r"\lim_{c\to 0^+}f(c)", t.Limit(c, t.Number("0"), call("f", c), "+")),
    (r"\int_0^\infty f(s)\,ds", t.Integral("s", t.Number("0"), t.Name("∞"), call("f", t.Name("s")))),
    ("∫_{−∞}^∞ f(s) d s", t.Integral("s", minus(t.Name("∞")), t.Name("∞"), call("f", t.Name("s")))),
    ("min_c (c + a)", t.Optimum("min", c, add(c, t.Name("a")))),
    (r"\operatorname*{arg\,min}_{c} f(c)", t.Optimum("argmin", c, call("f", c))),
    (r"\arg\max_i x_i", t.Optimum("argmax", i, entry(x, i))),
    # derivatives
    ("∂softmax_i/∂z_j", t.Derivative(entry(SOFTMAX, i), (entry(z, j),))),
    (r"\frac{\partial\,\mathrm{softmax}_i}{\partial z_j}", t.Derivative(entry(SOFTMAX, i), (entry(z, j),))),
    (r"\frac{dy}{dc}", t.Derivative(t.Name("y"), (c,))),
    ("dy/dc", t.Derivative(t.Name("y"), (c,))),
    ("d²y/dc²", t.Derivative(t.Name("y"), (c, c))),
    (r"\frac{\partial^2 y}{\partial a\partial b}", t.Derivative(t.Name("y"), (t.Name("a"), t.Name("b")))),
    (r"\frac{d}{dc}c\,f(c)", t.Derivative(times(c, call("f", c)), (c,))),
    ("d/dc [c f(c)]", t.Derivative(times(c, call("f", c)), (c,))),
    (r"\partial_{x_j}c", t.Derivative(c, (entry(x, j),))),
    ("∂(−log p_i)/∂z_j", t.Derivative(minus(call("log", entry(p, i))), (entry(z, j),))),
    ("∇_x c", t.Gradient(c, x)),
    ("∇ₓ c", t.Gradient(c, x)),
    ("∇f(x)", t.Gradient(call("f", x))),
    (r"\nabla_x^2 c", t.Gradient(c, x, 2)),
    (r"\nabla_x\nabla_x c", t.Gradient(t.Gradient(c, x), x)),
    # matrices and tuples
    (r"\begin{pmatrix}a&b\\0&1\end{pmatrix}", t.Matrix(((t.Name("a"), t.Name("b")), (t.Number("0"), one)))),
    ("[[a, b], [0, 1]]", t.Matrix(((t.Name("a"), t.Name("b")), (t.Number("0"), one)))),
    ("[[a, b]; [0, 1]]", t.Matrix(((t.Name("a"), t.Name("b")), (t.Number("0"), one)))),
    ("[a; b]", t.Matrix(((t.Name("a"),), (t.Name("b"),)))),
    ("[a, b]ᵀ", t.Transpose(t.Matrix(((t.Name("a"), t.Name("b")),)))),
    ("(a, b)", t.Tuple((t.Name("a"), t.Name("b")))),
    (r"(x_1,\ldots,x_n)", t.Tuple((entry(x, one), t.Dots(), entry(x, n)))),
    (r"\begin{cases}a & a>0\\ 0 & \text{otherwise}\end{cases}",
     t.Cases(((t.Name("a"), t.Chain(t.Name("a"), ((">", t.Number("0")),))), (t.Number("0"), None)))),
    # dress
    (r"\left\{a+b\right\}c", times(add(t.Name("a"), t.Name("b")), c)),
    (r"\bigl(a + b\bigr)\,c", times(add(t.Name("a"), t.Name("b")), c)),
    ("{a + b}c", times(add(t.Name("a"), t.Name("b")), c)),
    (r"a\;b~c\quad", times(t.Name("a"), t.Name("b"), c)),
    (r"\underbrace{a+b}_{\text{label}}", add(t.Name("a"), t.Name("b"))),
    (r"{\rm Var}(X)", var(t.Name("X"))),
    (r"{\bf x}_i", entry(x, i)),
    (r"\mathbb{V}\mathrm{ar}[X]", var(t.Name("X"))),
    (r"x⊤z", times(t.Transpose(x), z)),
    (r"{n \choose 2}", call("binom", n, two)),
    (r"\mathbb{1}_{\{i=j\}}", t.Indicator(equal(i, j))),
    ("1_{i=j}", t.Indicator(equal(i, j))),
    (r"\int_0^1\frac{ds}{1+s}", t.Integral("s", t.Number("0"), one, over(one, add(one, t.Name("s"))))),
    (r"\mathbb{E}_{u\sim p}[u]", t.Operator("E", (t.Name("u"),), None, t.Chain(t.Name("u"), (("∼", p),)))),
    (r"\mathbb{E}\left[\left.X\right|Y\right]", t.Operator("E", (t.Name("X"),), t.Name("Y"))),
    ("Σ_{i=1}^n x_i", big("i", entry(x, i), one, n)),
    (r"\underset{i}{\operatorname{argmax}}\;x_i", t.Optimum("argmax", i, entry(x, i))),
    (r"\mathcal{O}(c^2)", call("O", t.Power(c, two))),
    ("D_KL(p ‖ z)", t.Operator("KL", (p, z))),
    (r"\nabla f(x)^\top z", times(t.Transpose(t.Gradient(call("f", x))), z)),
    (r"\nabla_x f(x)^2", t.Gradient(t.Power(call("f", x), two), x)),
    (r"\frac{df}{dc}(c)", t.Derivative(call("f", c), (c,))),
    (r"\|x\|^2_2", t.Power(t.Norm(x, "2"), two)),
    ("E_{X,Y}[X Y]", t.Operator("E", (times(t.Name("X"), t.Name("Y")),), None, t.Tuple((t.Name("X"), t.Name("Y"))))),
    ("∑ᵢ₌₁ⁿ xᵢ²", big("i", t.Power(entry(x, i), two), one, n)),
    ("c^-1", t.Power(c, minus(one))),
    ("e^-c", t.Power(t.Name("e"), minus(c))),
    ("q.k", t.Dot(q, k)),
    ("∂/∂a ∂/∂c y", t.Derivative(t.Derivative(t.Name("y"), (c,)), (t.Name("a"),))),
    ("2π", times(two, t.Name("π"))),
    (r"\mathbf{I}", t.Name("I")),
]  # fmt: skip

STATEMENTS: list[tuple[str, t.Node]] = [
    ("Var(q·k) = d_k.", equal(VAR_DOT, d)),
    (r"\begin{aligned}\operatorname{Var}(q\cdot k)&=d_k\\&=d_k\end{aligned}", equal(VAR_DOT, d, d)),
    (r"a &= b \\ &\quad + c", equal(t.Name("a"), add(t.Name("b"), c))),
    ("a <= b < c", t.Chain(t.Name("a"), (("≤", t.Name("b")), ("<", c)))),
    (r"a \neq b", t.Chain(t.Name("a"), (("≠", t.Name("b")),))),
    ("a != b", t.Chain(t.Name("a"), (("≠", t.Name("b")),))),
    ("a ~ b", t.Chain(t.Name("a"), (("∼", t.Name("b")),))),
    (r"A\in\mathbb{R}^{n\times n}", t.Chain(A, (("∈", t.Space("ℝ", (n, n))),))),
    ("c ∈ (0, 1]", t.Chain(c, (("∈", t.Interval(t.Number("0"), one, True, False)),))),
    (r"c\in\{0,1\}", t.Chain(c, (("∈", t.SetOf((t.Number("0"), one))),))),
    (r"a\stackrel{(a)}{=}b", equal(t.Name("a"), t.Name("b"))),
    (r"a = b \tag{3} \label{eq:x}", equal(t.Name("a"), t.Name("b"))),
    (r"X\sim\mathcal{N}(0,1)", t.Chain(t.Name("X"), (("∼", call("normal", t.Number("0"), one)),))),
    (r"X \sim \mathrm{Bernoulli}(c)", t.Chain(t.Name("X"), (("∼", call("bernoulli", c)),))),
    (r"a = b \qquad (3)", equal(t.Name("a"), t.Name("b"))),
    (r"\boxed{a = b}", equal(t.Name("a"), t.Name("b"))),
    (r"\[a = b\]", equal(t.Name("a"), t.Name("b"))),
    ("q ⊥ k", t.Chain(q, (("⊥", k),))),
]  # fmt: skip


@pytest.mark.parametrize(("text", "tree"), EXPRESSIONS)
def test_expressions_mean_what_they_say(text: str, tree: t.Node) -> None:
    assert read_expression(text, TABLE) == tree


@pytest.mark.parametrize(("text", "tree"), STATEMENTS)
def test_chains_are_read_link_by_link(text: str, tree: t.Node) -> None:
    assert read(text, TABLE) == tree


def test_a_declared_letter_is_not_built_in() -> None:
    table = Table({"E": Symbol("E", "matrix", (n, n)), "T": Symbol("T", "scalar"), "c": Symbol("c", "scalar")})
    assert read("E(c)", table) == times(t.Name("E"), c)
    assert read("c^T", table) == t.Power(c, t.Name("T"))
    assert read(r"E^\top", table) == t.Transpose(t.Name("E"))


def test_both_dresses_of_a_letter_are_two_names_where_both_are_declared() -> None:
    table = Table({"x": Symbol("x", "scalar"), "bold x": Symbol("bold x", "vector", (n,))})
    assert read(r"x\mathbf{x}", table) == times(x, t.Name("bold x"))


def test_words_are_parted_only_into_known_names() -> None:
    table = Table({name: Symbol(name, "scalar") for name in ("p", "i", "b")})
    assert read("plogp", table) == times(p, call("log", p))
    assert read("pi", table) == t.Name("π")


def test_undeclared_names_are_collected_with_their_use() -> None:
    found = undeclared_names("sigma^2 v_i + rate(u) + loss", TABLE)
    assert [(name.id, name.use) for name in found if name.id != "u"] == [("v", "entry"), ("rate", "call"), ("loss", "")]


def test_undeclared_names_side_by_side_with_subscripts_are_factors() -> None:
    assert [name.id for name in undeclared_names("D_XD_Y", TABLE)] == ["D_X", "D_Y"]


def test_the_other_reading_of_a_division_is_told() -> None:
    assert read("c^2/2σ^2", TABLE) == times(over(t.Power(c, two), two), t.Power(t.Name("σ"), two))
    other = over(t.Power(c, two), times(two, t.Power(t.Name("σ"), two)))
    assert read_otherwise("c^2/2σ^2", TABLE) == other
    assert read_otherwise("c^2/2 + σ", TABLE) is None


def test_bound_names_of_the_caller_are_in_force() -> None:
    assert read_expression("u^2", TABLE, bound=("u",)) == t.Power(t.Name("u"), two)


def test_nodes_know_their_place() -> None:
    text = "Var(q·k) = d_k"
    tree = read(text, TABLE)
    assert isinstance(tree, t.Chain)
    spans = [node.span for node in (tree.first, tree.links[0][1])]
    assert [text[span[0] : span[1]] for span in spans if span] == ["Var(q·k)", "d_k"]


@pytest.mark.parametrize(
    ("text", "meant"),
    [("q^Tk", "q^T k"), ("x^TAz", "x^T A z"), ("A^TB", "A^T B"), (r"\frac{q^Tk}{2}", r"\frac{q^T k}{2}")],
)
def test_what_follows_an_unbraced_transpose_is_the_next_factor(text: str, meant: str) -> None:
    assert read(text, TABLE) == read(meant, TABLE)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        (r"\sin 2a", r"\sin(2a)"),
        (r"\cos a\sigma", r"\cos(a\sigma)"),
        (r"\cos\sigma a\,b", r"\cos(\sigma a)\,b"),
        (r"\cos\sigma\,a", r"\cos(\sigma)\,a"),
        (r"\cos\sigma\sin a", r"\cos(\sigma)\sin(a)"),
        (r"\ln 2\pi", r"\ln(2\pi)"),
        (r"\log a b", r"\log(a) b"),
        ("cos aσ", "cos(aσ)"),
        ("cos σ a", "cos(σ) a"),
        (r"\sigma^tr(A)", r"\sigma^{t} r(A)"),
        (r"\nabla_z\log a\nabla_z\log b", r"(\nabla_z\log a)(\nabla_z\log b)"),
        (r"\nabla_z\log a(\nabla_z\log b)^\top", r"(\nabla_z\log a)(\nabla_z\log b)^\top"),
        (r"\nabla_z\log a\nabla_z\log b^\top", r"(\nabla_z\log a)(\nabla_z\log b)^\top"),
        (r"\nabla_z\nabla_z\log a", r"\nabla_z(\nabla_z\log a)"),
    ],
)
def test_a_product_without_brackets_is_read_as_it_is_typeset(text: str, meant: str) -> None:
    table = Table(TABLE.symbols | {"r": Symbol("r", "function")}, TABLE.definitions)
    assert read(text, table) == read(meant, table)
