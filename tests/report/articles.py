"""An article with every fate of a formula, for the tests of reports."""

from __future__ import annotations

ARTICLE = r"""---
companion:
  given: |
    q, k : random vector(d_k), iid, mean 0, variance 1
    q ⊥ k
    A : matrix(n, n)
    x : vector(n)
    c > 0
---
# Ünits: 100 %, a

$$\operatorname{Var}(q\cdot k)=\sum_i\operatorname{Var}(q_ik_i)=d_k^2 \label{eq:var}$$

$$
\begin{aligned}
\frac{\partial x^\top A x}{\partial x} &= (A + A^\top)x \\
 &= 2Ax
\end{aligned}
$$

Here $a$ is.

## More <b>

$$(c + 1 < 2$$

$$s = c + 1$$

<!-- companion: expect refuted: known -->
$$c = 1$$

$$c + c = 2c$$

<!-- companion: attention-scaling.mean -->
$$\mathbb{E}[q\cdot k]=1$$
<!-- /companion -->
"""
