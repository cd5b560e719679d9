"""Laws of verdicts: what leaves a verdict as it is, what may only make it better or worse, and what overturns it."""

from __future__ import annotations

import re
from itertools import pairwise, permutations
from typing import NamedTuple

import pytest

from symbolic.api import Given
from symbolic.verdict import ORDER, worst
from tests.contract.verdicts import ACCEPTED, because, lines, prove, word


class Base(NamedTuple):
    """left = right under a given (statements parted by `;`), with its verdict."""

    given: str
    left: str
    right: str
    verdict: str

    @property
    def claim(self) -> str:
        return f"{self.left} = {self.right}"


QK = "q, k : random vector(d), iid, mean 0, variance 1; q, k : independent"
Z = "z : vector(n); p = softmax(z); i, j : index(n)"
MATRIX = "A : matrix(n, n), symmetric; x, y : vector(n)"
NORMAL = "x : random scalar, normal, mean mu, variance sigma^2"
FAMILY = "x : family(N) of random scalar, iid, mean mu, variance sigma^2"
XY = "x, y : random scalar, mean 0, variance 1"

BASES = {
    "E[q·k]": Base(QK, "E[q·k]", "0", "proved"),
    "Var(q·k)": Base(QK, "Var(q·k)", "d", "proved"),
    "Var(q·k), one by one": Base(QK, "Var(q·k)", "∑_i Var(q_i k_i)", "proved"),
    "fourth moment": Base(f"{QK}; q, k : fourth moment 3", "E[(q·k)^4]", "3d(d+2)", "proved"),
    "Jacobian": Base(Z, "∂p_i/∂z_j", "p_i(δ_ij - p_j)", "proved"),
    "symmetric form": Base(MATRIX, "x^T A y", "y^T A x", "proved"),
    "gradient": Base(MATRIX, "∇_x (x^T A x)", "2 A x", "proved"),
    "normal second moment": Base(NORMAL, "E[x^2]", "mu^2 + sigma^2", "proved"),
    "sample mean": Base(FAMILY, "Var(1/N sum_{m=1}^N x_m)", "sigma^2/N", "proved"),
    "double sum": Base("a, b : vector(n)", "(∑_i a_i)(∑_i b_i)", "∑_{i,j} a_j b_i", "proved"),
    "not d²": Base(QK, "Var(q·k)", "d^2", "refuted"),
    "not without the mean": Base(QK.replace(" mean 0,", ""), "Var(q·k)", "d", "refuted"),
    "not without independence": Base(QK.split(";")[0], "Var(q·k)", "d", "refuted"),
    "not uncorrelated alone": Base(f"{XY}; x, y : uncorrelated", "E[x^2 y^2]", "1", "refuted"),
    "not 1 − p_j": Base(Z, "∂p_i/∂z_j", "p_i(1 - p_j)", "refuted"),
    "not of any matrix": Base("A : matrix(n, n); x, y : vector(n)", "x^T A y", "y^T A x", "refuted"),
    "not the square of a sum": Base("a : vector(n)", "∑_i a_i^2", "(∑_i a_i)^2", "refuted"),
}
EVERY = pytest.mark.parametrize("base", BASES.values(), ids=BASES)
PROVED = {name: base for name, base in BASES.items() if base.verdict == "proved"}
REFUTED = {name: base for name, base in BASES.items() if base.verdict == "refuted"}
NAMES = {
    "q": "u",
    "k": "w",
    "d": "m",
    "z": "s",
    "p": "r",
    "A": "B",
    "x": "g",
    "y": "h",
    "a": "f_1",
    "b": "f_2",
    "N": "T",
}
GREEK = {"mu": "θ", "sigma": "τ"}


def renamed(text: str, names: dict[str, str]) -> str:
    """The text with whole names replaced; `q_i` is the name q with an index, and words of the language stay."""
    return re.sub(r"[A-Za-zα-ω]+", lambda found: names.get(found[0], found[0]), text)


@EVERY
def test_the_verdict_itself(base: Base) -> None:
    assert word(base.given, base.claim) == base.verdict, because(prove(base.given, base.claim))


@EVERY
def test_swapping_the_sides(base: Base) -> None:
    assert word(base.given, f"{base.right} = {base.left}") == base.verdict


@EVERY
def test_taking_all_to_one_side(base: Base) -> None:
    assert word(base.given, f"{base.left} - ({base.right}) = 0") == base.verdict


@EVERY
def test_adding_the_same_to_both_sides(base: Base) -> None:
    claim = f"{base.left} + 2({base.right}) = ({base.right}) + 2({base.right})"
    assert word(base.given, claim) == base.verdict


@pytest.mark.parametrize("name", ["l", "m", "r", "t_1"])
@pytest.mark.parametrize(
    ("text", "claim", "verdict"),
    [
        (QK, "Var(q·k) = ∑_BOUND Var(q_BOUND k_BOUND)", "proved"),
        (QK, "E[q·k] = ∑_{BOUND=1}^d E[q_BOUND]E[k_BOUND] = 0", "proved"),
        ("a, b : vector(n); c : real", "∑_{BOUND=1}^n (c a_BOUND + b_BOUND) = c ∑_i a_i + ∑_i b_i", "proved"),
        ("a : vector(n)", "∑_{BOUND=1}^n a_BOUND^2 = (∑_{BOUND=1}^n a_BOUND)^2", "refuted"),
        ("z : vector(n); i, j : index(n)", "∂(log ∑_{BOUND=1}^n e^{z_BOUND})/∂z_j = softmax(z)_j", "proved"),
    ],
)
def test_renaming_a_bound_index(text: str, claim: str, verdict: str, name: str) -> None:
    written = re.sub(r"_BOUND", "_{" + name + "}", claim).replace("BOUND", name)
    assert word(text, written) == verdict, because(prove(text, written))


def test_a_bound_index_may_bear_the_name_of_a_free_one() -> None:
    assert word(Z, "∑_{j=1}^n p_j = 1") == "proved"
    assert word(Z, "p_j ∑_{j=1}^n p_j = p_j") == "proved"
    assert word(Z, "p_i ∑_{i=1}^n p_i^2 = p_i^3") == "refuted"


@EVERY
def test_renaming_what_is_declared(base: Base) -> None:
    given, left, right = (renamed(text, NAMES | GREEK) for text in (base.given, base.left, base.right))
    assert given != base.given
    assert word(given, f"{left} = {right}") == base.verdict, (given, left, right)


@EVERY
def test_a_dressed_name_is_the_name(base: Base) -> None:
    dressed = re.sub(r"\b([qkxyz])(?=[·_^ )]|$)", r"\\mathbf{\1}", base.claim)
    assert word(base.given, dressed) == base.verdict, dressed


@EVERY
def test_reordering_the_lines_of_the_given(base: Base) -> None:
    orders = list(permutations(lines(base.given)))[:6]
    for order in orders:
        assert word("\n".join(order), base.claim) == base.verdict, order


@EVERY
def test_lines_or_semicolons_comments_and_blanks(base: Base) -> None:
    text = "\n\n# what is assumed\n" + "  # and why\n\n".join(f"   {line}" for line in lines(base.given)) + "\n"
    assert word(text, base.claim) == base.verdict


IRRELEVANT = [
    "w : positive",
    "v : random vector(l), iid, mean 0, variance 1",
    "B : matrix(l, l), orthogonal",
    "f : function",
]


@EVERY
def test_an_irrelevant_sentence(base: Base) -> None:
    for sentence in IRRELEVANT:
        verdict = prove(f"{base.given}; {sentence}", base.claim)
        assert verdict.verdict == base.verdict, (sentence, because(verdict))
        assert sentence not in verdict.uses
    assert word("; ".join([*IRRELEVANT, base.given]), base.claim) == base.verdict


SPELLINGS = [
    (
        QK,
        "proved",
        [
            r"\operatorname{Var}(q\cdot k)=d",
            r"\mathrm{Var}\left[q^\top k\right] = d",
            "Var(q·k) = d",
            "Var[qᵀk]=d",
            "Var(⟨q, k⟩) = d",
            r"\text{Var}\left(\langle q,k\rangle\right)\;=\;d.",
            "Var(dot(q, k)) = d",
            "Var(q^T k) = d",
            r"\operatorname{Var}\left(\sum_{i=1}^{d} q_i k_i\right) &= d \\",
        ],
    ),
    (
        QK,
        "refuted",
        [
            r"\operatorname{Var}(q\cdot k)=\sqrt{d}",
            "Var(q·k) = √d",
            "Var(q·k) = sqrt(d)",
            "Var(q·k) = d^(1/2)",
            r"\operatorname{Var}(q\cdot k)=d^{1/2}",
            "Var(q^T k) = d^{1/2}",
        ],
    ),
    (
        QK,
        "proved",
        [
            r"\mathbb{E}[q\cdot k]=0",
            r"\mathbb E\left(q\cdot k\right)=0",
            "𝔼[q·k] = 0",
            "E[q·k] = 0",
            r"\operatorname{E}[q^Tk]=0",
            r"\mathrm{E}\,[q\cdot k]=0",
            "E(q·k) = 0",
        ],
    ),
    (
        Z,
        "proved",
        [
            r"\frac{\partial p_i}{\partial z_j}=p_i\left(\delta_{ij}-p_j\right)",
            "∂p_i/∂z_j = p_i(δ_ij − p_j)",
            "∂p_i/∂z_j = p_i(delta_ij - p_j)",
            r"\partial p_i / \partial z_j = p_i (\mathbb{1}[i=j] - p_j)",
            r"\dfrac{\partial p_i}{\partial z_j} = p_i(\delta_{i,j}-p_j)",
            "∂softmax(z)_i/∂z_j = p_i(𝟙[i=j] − p_j)",
        ],
    ),
    (
        Z,
        "refuted",
        [
            r"\frac{\partial p_i}{\partial z_j}=p_i\left(\delta_{ij}+p_j\right)",
            "∂p_i/∂z_j = p_i(δ_ij + p_j)",
            r"\partial p_i / \partial z_j = p_i (\mathbb{1}[i=j] + p_j)",
        ],
    ),
    (
        QK,
        "proved",
        [
            r"\mathbb{E}\left[\|q\|^2\right]=d",
            "E[‖q‖²] = d",
            "E[norm(q)^2] = d",
            r"\mathbb{E}\,\lVert q\rVert^{2}=d",
            r"\mathbb{E}\left[q^\top q\right] = d",
            "𝔼[q·q] = d",
        ],
    ),
    (
        "z : vector(n)",
        "proved",
        [
            r"\sum_{i=1}^n \frac{e^{z_i}}{\sum_{j=1}^n e^{z_j}} = 1",
            "∑_i e^{z_i}/∑_j e^{z_j} = 1",
            "sum_{i=1}^n softmax(z)_i = 1",
            r"\mathbf{1}^\top\operatorname{softmax}(z)=1",
            r"\sum_i \exp(z_i)\Big/\sum_j\exp(z_j) = 1",
        ],
    ),
]


@pytest.mark.parametrize(
    ("given", "verdict", "claim"),
    [(given, verdict, claim) for given, verdict, claims in SPELLINGS for claim in claims],
    ids=[claim for _, _, claims in SPELLINGS for claim in claims],
)
def test_one_claim_in_many_spellings(given: str, verdict: str, claim: str) -> None:
    got = prove(given, claim)
    assert got.verdict == verdict, because(got)


@pytest.mark.parametrize(
    "text",
    [
        "q, k : random vector(d), iid, mean 0, variance 1; q, k : independent",
        "q, k : random vector(d), iid components, mean 0, variance 1; q ⊥ k",
        r"\mathbf{q}, \mathbf{k} : random vector(d), iid components, mean 0, variance 1; \mathbf{q} \perp \mathbf{k}",
        "q : random vector(d), iid, mean 0, variance 1; k : random vector(d), iid, mean 0, variance 1; k ⊥ q",
        "q, k : random vector(d), iid, mean 0, standard deviation 1; q, k : independent",
        "q, k : random vector(d); q, k : iid, mean 0; q, k : second moment 1; q, k : independent",
    ],
)
def test_one_given_in_many_spellings(text: str) -> None:
    assert word(text, "Var(q·k) = d") == "proved", because(prove(text, "Var(q·k) = d"))
    assert word(text, "Var(q·k) = d^2") == "refuted"


STRONGER = [
    "d : at least 3",
    "n : at least 3",
    "q : normal",
    "x : positive",
    "z : positive",
    "A : positive definite",
    "mu > 0",
]


@pytest.mark.parametrize("base", PROVED.values(), ids=PROVED)
def test_one_more_assumption_never_refutes_what_was_proved(base: Base) -> None:
    for sentence in _fitting(base):
        verdict = prove(f"{base.given}; {sentence}", base.claim)
        assert verdict.verdict in ACCEPTED, (sentence, because(verdict))


def _fitting(base: Base) -> list[str]:
    """The stronger sentences that speak of this given's names and do not contradict it."""
    declared = set(re.findall(r"\b[A-Za-z]+\b", base.given))
    random = "random" in base.given
    fits = [s for s in STRONGER if s.split()[0] in declared and not (random and s == "x : positive")]
    return [s for s in fits if not ("normal" in s and "fourth moment" in base.given)]


def _weaker(text: str) -> list[str]:
    """The given with one statement, or one property of a statement, left out."""
    statements = lines(text)
    out = []
    for number, statement in enumerate(statements):
        head, _, tail = statement.partition(" : ")
        kind, *properties = tail.split(", ") if "(" not in tail else re.split(r", (?![^(]*\))", tail)
        others = statements[:number], statements[number + 1 :]
        for gone in range(len(properties)):
            left = [kind, *properties[:gone], *properties[gone + 1 :]]
            out.append("; ".join([*others[0], f"{head} : {', '.join(left)}", *others[1]]))
        if number:
            out.append("; ".join([*others[0], *others[1]]))
    return out


@pytest.mark.parametrize("base", REFUTED.values(), ids=REFUTED)
def test_one_assumption_less_never_saves_what_was_refuted(base: Base) -> None:
    for text in _weaker(base.given):
        verdict = prove(text, base.claim)
        assert verdict.verdict not in ACCEPTED, (text, because(verdict))


def test_weaker_givens_leave_out_each_property() -> None:
    assert _weaker("x : real, positive; y : real") == ["x : real; y : real", "x : real, positive"]


@pytest.mark.parametrize("base", PROVED.values(), ids=PROVED)
@pytest.mark.parametrize("slip", ["2({})", "({})/3", "-({})", "({}) + 1", "({}) - 1/7", "1.001({})"])
def test_a_planted_factor_or_offset_is_refuted(base: Base, slip: str) -> None:
    if base.right == "0" and "+ 1" not in slip and "1/7" not in slip:
        pytest.skip("a multiple of 0 is 0")
    verdict = prove(base.given, f"{base.left} = {slip.format(base.right)}")
    assert verdict.verdict == "refuted", because(verdict)


CHAINS = [
    (QK, ["Var(q·k)", "∑_{i=1}^d Var(q_i k_i)", "∑_{i=1}^d 1", "d"], ["proved", "proved", "proved"]),
    (QK, ["Var(q·k)", "∑_{i=1}^d Var(q_i k_i)", "d^2"], ["proved", "refuted"]),
    (QK, ["Var(q·k)", "d^2", "d"], ["refuted", "refuted"]),
    (QK, ["Var(q·k)", "2d", "d + d", "2d"], ["refuted", "proved", "proved"]),
    (Z, ["∂p_i/∂z_j", "p_i(δ_ij - p_j)", "p_j(δ_ij - p_i)"], ["proved", "proved"]),
    (Z, ["∂p_i/∂z_j", "p_i(δ_ij - p_j)", "p_i(1 - p_j)"], ["proved", "refuted"]),
]


@pytest.mark.parametrize(("given", "parts", "words"), CHAINS, ids=[" = ".join(row[1]) for row in CHAINS])
def test_a_chain_is_judged_between_neighbours_and_is_its_worst_link(
    given: str, parts: list[str], words: list[str]
) -> None:
    verdict = prove(given, " = ".join(parts))
    assert [link.verdict for link in verdict.links] == words, because(verdict)
    assert verdict.verdict == min(words, key=ORDER.index) == worst(words)
    alone = [word(given, f"{left} = {right}") for left, right in pairwise(parts)]
    assert alone == words


def test_the_right_value_of_a_chain_is_the_leftmost_sides() -> None:
    verdict = prove(QK, "Var(q·k) = ∑_{i=1}^d 1 = d^2")
    assert verdict.correct is not None
    assert word(QK, f"{verdict.correct.plain} = d") == "proved"


def test_one_unread_part_leaves_the_chain_unread() -> None:
    assert word(QK, "Var(q·k) = d = y") == "unread"


def test_other_relations_follow_their_equation() -> None:
    assert word(QK, "Var(q·k) ≤ d") in ACCEPTED
    assert word(QK, "Var(q·k) < d") == "refuted"
    assert word(QK, "Var(q·k) ≥ d + 1") == "refuted"
    assert word(QK, "Var(q·k) ≠ d") == "refuted"


@EVERY
def test_the_same_input_gives_the_same_verdict(base: Base) -> None:
    first, again = prove(base.given, base.claim), Given(base.given).prove(base.claim)
    assert {**first.to_json(), "seconds": 0} == {**again.to_json(), "seconds": 0}
