"""Why attention divides its logits by √d_k: their spread grows as √d_k, and a saturated softmax passes no gradient.

After Vaswani et al., "Attention is all you need" (2017), section 3.2.1 and its footnote.
"""

from __future__ import annotations

from symbolic.derivations.library import Entry, Step

ENTRY = Entry(
    name="attention-scaling",
    title="Why attention divides by √d_k",
    given="""\
q, k : random vector(d_k), iid, mean 0, variance 1
q, k : independent
z : vector(n)
c : positive""",
    steps=(
        Step("mean", "The mean of a logit", "𝔼[q·k]", shows=("independence",)),
        Step("variance", "Its variance: one for each component", "Var(q·k)", shows=("variances add", "arithmetic")),
        Step("scaled-mean", "The mean of a scaled logit", "𝔼[c(q·k)]"),
        Step("scaled-variance", "The variance of a scaled logit", "Var(c(q·k))"),
        Step(
            "saturation",
            "With a unique maximum the softmax becomes one-hot",
            "lim_{c→∞} softmax(cz)_i",
            given="""\
z : unique maximum at 1
i : index(n)""",
        ),
        Step("tie", "At a tie of two it does not", "lim_{c→∞} softmax(c(a, a, b))_1", given="a > b"),
        Step(
            "sharpening",
            "Scaling sharpens: the entropy falls with the spread of the logits",
            "dH(p)/dc",
            given="p = softmax(c z)",
            terms=("c", "Var_p(z)"),
        ),
        Step(
            "jacobian",
            "The Jacobian of the softmax",
            "∂softmax(z)_i/∂z_j",
            given="""\
p = softmax(z)
i, j : index(n)""",
        ),
        Step(
            "vanishing",
            "It vanishes at a one-hot p",
            "p_i(δ_ij − p_j)",
            given="""\
p : vector(n), one-hot
i, j : index(n)""",
        ),
        Step("normalized", "The divisor that keeps the variance at one", "Var(\\frac{q·k}{√d_k})"),
        Step("ratio", "The spread of logits at d_k = 128 against d_k = 8", "\\frac{√128}{√8}"),
    ),
)
