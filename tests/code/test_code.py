"""Functions held against formulas: what agrees is checked, every slip is refuted, and the slip is named."""

from __future__ import annotations

import pytest

from symbolic.run.code import CodeTask, check_code
from symbolic.verdict import Verdict

VECTOR = "n : dimension\nx : vector(n)\nε : real, positive\ni : index(n)\nm = (1/n) ∑_{i=1}^n x_i\n"
LAYER = VECTOR + "v = (1/n) ∑_{i=1}^n (x_i - m)^2"
NORMALIZED = r"\operatorname{norm}(x)_i = \frac{x_i - m}{\sqrt{v + \varepsilon}}"
SOFTMAX = "n : dimension\nz : vector(n)\ni, j : index(n)\np = softmax(z)"
JACOBIAN = r"\frac{\partial p_i}{\partial z_j} = p_i(\delta_{ij} - p_j)"
P = "e = np.exp(z - z.max()); p = e / e.sum()"


def judged(given: str, claim: str, code: str, seconds: float = 20, **args: str) -> Verdict:
    name = code.partition("def ")[2].partition("(")[0]
    return list(check_code(CodeTask(given, claim, code, name, args, seconds)))[-1]


def body(head: str, *lines: str) -> str:
    return "\n".join([f"def {head}:", *(f"    {line}" for line in lines)])


RIGHT = {
    "layer norm": (LAYER, NORMALIZED, body("norm(x, eps)", "return (x - x.mean()) / np.sqrt(x.var() + eps)")),
    "Jacobian, indices on the left": (SOFTMAX, JACOBIAN, body("jac(z)", P, "return np.diag(p) - np.outer(p, p)")),
    "Jacobian by differentiation": (
        SOFTMAX, r"J = \frac{\partial p}{\partial z}", body("jac(z)", P, "return np.diag(p) - np.outer(p, p)"),
    ),
    "a definition as an argument": (SOFTMAX, "p_i (1 - p_i)", body("d(p)", "return p * (1 - p)")),
    "an index counted from 0": (SOFTMAX, r"L = -z_i + \log\sum_{j=1}^n e^{z_j}", body(
        "loss(z, i)", "return np.log(np.exp(z).sum()) - z[i]")),
    "an index counted from 1": (SOFTMAX, r"L = -z_i + \log\sum_{j=1}^n e^{z_j}", body(
        "loss(z, i)", "return np.log(np.exp(z).sum()) - z[i - 1]")),
    "a random argument": ("n : dimension; x : random vector(n), iid, mean 0", r"f(x) = \|x\|^2", body(
        "f(x)", "return np.sum(x ** 2)")),
    "a result with more axes": ("n : dimension; A : matrix(n, n); x : vector(n)", "f(x) = A x", body(
        "f(A, x)", "return A @ x.reshape(-1, 1)")),
    "a chain": ("x : real", "f(x) = x^2 + 2x + 1 = (x + 1)^2", body("f(x)", "return (x + 1) ** 2")),
    "cancellation": ("x : real", "f(x) = 0", body("f(x)", "return (x + 1) - x - 1")),
    "undefined where the code raises": ("x : real", r"f(x) = \sqrt{x}", body("f(x)", "return math.sqrt(x)")),
    "a sum over a declared index": (VECTOR, r"\text{mean} = m", body("mean(x)", "return x.mean()")),
    "undefined at n = 1 on both sides": (
        VECTOR, r"s^2 = \frac{1}{n-1}\sum_{i=1}^n (x_i - m)^2", body("var(x)", "return x.var(ddof=1)"),
    ),
}  # fmt: skip

WRONG = {
    "a branch for negative numbers": (
        "x : real; y : real, in (0, 1)", r"f(x, y) = \ln(1 + e^x) - x y",
        body("f(x, y)", "return max(x, 0.0) - x * y + np.log1p(np.exp(-x))"), "",
    ),
    "n for n − 1": (
        VECTOR + "n ≥ 2", r"s^2 = \frac{1}{n-1}\sum_{i=1}^n (x_i - m)^2", body("var(x)", "return x.var()"), "n − 1",
    ),
    "ε outside the root": (
        LAYER, NORMALIZED, body("norm(x, eps)", "return (x - x.mean()) / (np.sqrt(x.var()) + eps)"), "a bracket",
    ),
    "n − 1 inside a definition": (
        LAYER, NORMALIZED, body("norm(x, eps)", "return (x - x.mean()) / np.sqrt(x.var(ddof=1) + eps)"), "n − 1",
    ),
    "log-std for log-variance": (
        "n : dimension; μ, s : vector(n)", r"\mathrm{KL} = -\frac12 \sum_{i=1}^n (1 + s_i - \mu_i^2 - e^{s_i})",
        body("kl(mu, s)", "return -0.5 * np.sum(1 + 2 * s - mu ** 2 - np.exp(2 * s))"), "twice or half",
    ),
    "softmax over the other axis": (
        "m, n : dimension; X : matrix(m, n)", "S(X) = softmax(X)",
        body("S(X)", "e = np.exp(X)", "return e / e.sum(axis=0)"), "the other axis",
    ),
    "1/d for 1/√d": (
        "d : dimension; q, k : vector(d)", "score = (q·k)/√d", body("score(q, k)", "return q @ k / len(q)"), "root",
    ),
    "no 1/√d": (
        "d : dimension; q, k : vector(d)", "score = (q·k)/√d", body("score(q, k)", "return q @ k"), "factor",
    ),
    "the input for the output": (
        "x : real; s = 1/(1 + e^{-x})", r"\sigma'(x) = s(1-s)", body("d(x)", "return x * (1 - x)"), "another quantity",
    ),
    "only the diagonal": (
        SOFTMAX + "\ng : vector(n)", r"b = (\operatorname{diag}(p) - pp^\top)g",
        body("b(z, g)", P, "return p * (1 - p) * g"), "only the diagonal",
    ),
    "a square lost in a Rademacher world": (
        "n : dimension; x : random vector(n), iid, mean 0, variance 1", r"f(x) = \sum_{i=1}^n x_i^4",
        body("f(x)", "return np.sum(x ** 2)"), "",
    ),
    "a size that is fixed": (
        "n : dimension; x : vector(n)", r"f(x) = \frac{1}{n}\sum_{i=1}^n x_i", body("f(x)", "return x.sum() / 2"),
        "a fixed number",
    ),
}  # fmt: skip

HEADS = "n, d : dimension; Q, K, V : matrix(n, d); i, j : index(n)\n"

#: case: given, claim, head, the right line
DRIFTING = {
    "norm": (
        "n : dimension; x : vector(n); ε : positive; i : index(n)",
        r"y_i = \frac{x_i}{\sqrt{\frac1n\sum_{j=1}^n x_j^2+\varepsilon}}",
        "norm(x, eps)", "return x / np.sqrt(np.mean(x**2) + eps)",
    ),
    "attention": (
        HEADS, r"O = \operatorname{softmax}\left(\frac{QK^\top}{\sqrt{d}}\right)V",
        "attend(Q, K, V)", "return soft(Q @ K.T / np.sqrt(Q.shape[1])) @ V",
    ),
    "causal": (
        HEADS + "S = QK^T", r"O_i = \frac{\sum_{j=1}^{i} e^{S_{ij}} V_j}{\sum_{j=1}^{i} e^{S_{ij}}}",
        "attend(Q, K, V)", "return masked(np.tril, Q @ K.T) @ V",
    ),
    "adam": (
        "t : integer, positive; β_1, β_2 : in (0, 1); m : real; v, ε : positive",
        r"s = \frac{m/(1-\beta_1^t)}{\sqrt{v/(1-\beta_2^t)}+\varepsilon}",
        "step(m, v, t, beta1, beta2, eps)", "return m / (1 - beta1**t) / (np.sqrt(v / (1 - beta2**t)) + eps)",
    ),
    "divergence": (
        "m_1, m_2 : real; s_1, s_2 : positive",
        r"D = \log\frac{s_2}{s_1} + \frac{s_1^2+(m_1-m_2)^2}{2s_2^2} - \frac12",
        "kl(m1, s1, m2, s2)", "return np.log(s2 / s1) + (s1**2 + (m1 - m2) ** 2) / (2 * s2**2) - 0.5",
    ),
    "bound": ("n, k : dimension", r"b = \sqrt{\frac{6}{n + k}}", "bound(n, k)", "return np.sqrt(6 / (n + k))"),
    "batch": (
        "n, d : dimension; X : matrix(n, d); ε : positive; i : index(n); j : index(d)\n"
        "m_j = (1/n) ∑_{i=1}^n X_{ij}\nv_j = (1/n) ∑_{i=1}^n (X_{ij} - m_j)^2",
        r"Y_{ij} = \frac{X_{ij}-m_j}{\sqrt{v_j+\varepsilon}}",
        "batch(X, eps)", "return (X - X.mean(0)) / np.sqrt(X.var(0) + eps)",
    ),
}  # fmt: skip

TOOLS = """
soft = lambda s: np.exp(s) / np.exp(s).sum(axis=1, keepdims=True)
masked = lambda part, s: soft(np.where(part(np.ones_like(s)) > 0, s, -np.inf))
"""


@pytest.mark.parametrize("case", RIGHT)
def test_what_agrees_is_checked(case: str) -> None:
    given, claim, code = RIGHT[case]
    verdict = judged(given, claim, code)
    assert verdict.verdict == "checked", verdict
    assert verdict.links[0].evidence is not None
    assert verdict.links[0].evidence.kind == "numeric"


@pytest.mark.parametrize("case", WRONG)
def test_a_slip_is_refuted_and_named(case: str) -> None:
    given, claim, code, named = WRONG[case]
    verdict = judged(given, claim, code)
    assert verdict.verdict == "refuted", verdict
    assert verdict.counterexample is not None
    assert verdict.counterexample.left != verdict.counterexample.right
    assert named in (verdict.note or ""), verdict.note


def test_the_numpy_line_shows_the_counterexample() -> None:
    code = body("score(q, k)", "return q @ k / len(q)")
    verdict = judged("d : dimension; q, k : vector(d)", "score = (q·k)/√d", code)
    assert verdict.counterexample is not None
    printed: list[float] = []
    names: dict[str, object] = {"print": lambda *values: printed.extend(map(float, values))}
    exec("import numpy as np\n" + code, names)
    exec(str(verdict.counterexample.numpy), names)
    assert printed == pytest.approx([verdict.counterexample.left, verdict.counterexample.right])


@pytest.mark.parametrize(
    ("code", "verdict", "said"),
    [
        (body("f(x)", "return x.missing"), "undecided", "AttributeError"),
        (body("f(x)", "while True: pass"), "undecided", "time"),
        (body("f(x)", "return np.ones((1 << 30, 8))"), "undecided", "memory"),
        (body("f(x)", "return np.random.rand()"), "undecided", "different results"),
        (body("f(x)", "return 'text'"), "undecided", "not numbers"),
        ("raise ValueError('at import')\n" + body("f(x)", "return x"), "undecided", "does not load"),
    ],
)
def test_what_crashes_or_hangs_is_undecided(code: str, verdict: str, said: str) -> None:
    found = judged("x : real", "f(x) = x^2", code, seconds=3)
    assert (found.verdict, said in (found.note or "")) == (verdict, True), found


@pytest.mark.parametrize(
    ("given", "claim", "code", "where"),
    [
        ("x : real", "f(x) = x + y", body("f(x)", "return x"), "claim"),
        ("x : nonsense", "f(x) = x", body("f(x)", "return x"), "given"),
        ("x : real", "f(x) = x", body("f(w)", "return w"), "code"),
        ("x : real", "f(x) = x", "def f(x return", "code"),
        ("x : real", "f(x) ≤ x = 2", body("f(x)", "return x"), "claim"),
    ],
)
def test_what_cannot_be_read_says_where(given: str, claim: str, code: str, where: str) -> None:
    found = judged(given, claim, code)
    assert found.verdict == "unread"
    assert found.error is not None
    assert found.error.where == where


def test_a_batch_axis_and_a_change_in_place_are_noted() -> None:
    given = "n : dimension; x : vector(n)"
    found = judged(given, "f(x) = x + 1", body("f(x)", "x += 1", "return x"))
    assert found.verdict == "checked"
    assert "changes x in place" in (found.note or "")
    along = judged(given, "f(x) = softmax(x)", body(
        "f(x)", "e = np.exp(x)", "return e / e.sum(axis=-1, keepdims=True)"))  # fmt: skip
    assert "leading batch axis" in (along.note or "")


def test_names_are_matched_by_their_spelling() -> None:
    given = "fan_in : dimension; W_q : matrix(fan_in, fan_in); σ, ε : real, positive; d_{head} : dimension"
    code = body("f(W_q, std, eps, d_head, fan_in)", "return W_q * std + eps / d_head * fan_in")
    found = judged(given, r"f = W_q \sigma + \frac{\varepsilon}{d_{head}} fan_in \mathbf{1}\mathbf{1}^\top", code)
    assert found.verdict == "checked", found


@pytest.mark.parametrize(
    ("case", "line", "named"),
    [
        ("norm", "return x / np.sqrt((x - x.mean()) @ (x - x.mean()) / len(x) + eps)", "the mean taken off"),
        ("norm", "return x / np.sqrt(x @ x + eps)", "a missing factor"),
        ("attention", "return soft(Q @ K.T * np.sqrt(Q.shape[1])) @ V", "× for ÷"),
        ("attention", "return soft(Q @ K.T) @ V / np.sqrt(Q.shape[1])", "a bracket"),
        ("causal", "return masked(np.triu, Q @ K.T) @ V", "another range of the sum"),
        ("adam", "return m / (1 - beta1) / (np.sqrt(v / (1 - beta2)) + eps)", "t left out"),
        ("adam", "return m / (1 - beta1**t) / np.sqrt(v / (1 - beta2**t) + eps)", "a bracket"),
        ("adam", "return m / (1 - beta1**t) / (np.sqrt(v / (1 - beta1**t)) + eps)", "another quantity in one place"),
        ("adam", "return m / (1 - beta1 ** (t - 1)) / (np.sqrt(v / (1 - beta2 ** (t - 1))) + eps)", "t counted from"),
        ("divergence", "return np.log(s1 / s2) + (s2**2 + (m1 - m2) ** 2) / (2 * s1**2) - 0.5", "exchanged"),
        ("bound", "return np.sqrt(2 / (n + k))", "another constant factor"),
        ("bound", "return np.sqrt(6) / (n + k)", "a bracket"),
        ("batch", "return (X - X.mean(0)) / np.sqrt(X.var(0, ddof=1) + eps)", "n − 1 for n"),
    ],
)
def test_functions_of_neural_networks_that_drifted(case: str, line: str, named: str) -> None:
    given, claim, head, right = DRIFTING[case]
    assert judged(given, claim, TOOLS + body(head, right)).verdict == "checked"
    drifted = judged(given, claim, TOOLS + body(head, line))
    assert drifted.verdict == "refuted", drifted
    assert named in (drifted.note or ""), drifted.note


def test_values_too_small_to_be_told_apart_agree_in_nothing() -> None:
    given, claim = "d : dimension; i, p : integer, positive", r"a = p\,10000^{-2i/d}"
    assert judged(given, claim, body("angle(p, i, d)", "return p * 10000 ** (-2 * i / d)")).verdict == "checked"
    assert judged(given, claim, body("angle(p, i, d)", "return p * 10000 ** (-2 * i // d)")).verdict != "checked"
