"""Why attention divides its logits by √d_k: their spread grows as √d_k, and a saturated softmax passes no gradient.

After Vaswani et al., "Attention is all you need" (2017), section 3.2.1 and its footnote.
"""

from __future__ import annotations

from symbolic.derivations.library import Entry, Step

ENTRY = Entry(
    name="attention-scaling",
    title="Why attention divides by √d_k",
    given="""\
d_k, n : dimension
q, k : random vector(d_k), iid, mean 0, variance 1
q, k : independent
c : positive
z : vector(n)
i, j : index(n)""",
    steps=(
        Step("mean", "The mean of a logit", "E[q·k]", shows=("independence",)),
        Step("variance", "Its variance: one for each component", "Var(q·k)", shows=("variances add", "arithmetic")),
        Step("scaled-mean", "The mean of a scaled logit", "E[c (q·k)]"),
        Step("scaled-variance", "The variance of a scaled logit", "Var(c (q·k))"),
        Step("normalized", "The divisor that keeps the variance at one", "Var((q·k)/√d_k)"),
        Step("jacobian", "The Jacobian of the softmax", "∂softmax(z)_i/∂z_j", given="p = softmax(z)"),
        Step(
            "vanishing",
            "It vanishes at a one-hot p",
            "p_i (δ_ij - p_j)",
            given="p : vector(n), one-hot",
        ),
        Step(
            "saturation",
            "With a unique maximum the softmax becomes one-hot",
            "lim_{c→∞} softmax(c z)_i",
            given="z : unique maximum at 1",
        ),
        Step("tie", "At a tie it does not", "lim_{c→∞} softmax(c (1, 1, 0))"),
        Step(
            "sharpening",
            "Scaling sharpens: the entropy falls as the spread of the logits under p",
            "d/dc H(p)",
            given="p = softmax(c z)",
        ),
        Step("ratio", "The spread of logits at d_k = 128 against d_k = 8", "√128/√8"),
    ),
)
