"""Joint laws with the stated means and variances and every kind of dependence that was not excluded.

Vectors: independent components, merely uncorrelated ones, freely dependent ones, a stated covariance matrix.
Pairs: couplings of given laws that keep each marginal exactly (comonotone, reversed, uncorrelated but dependent).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from numeric.ensembles import LIMIT, Array, Ensemble, iid, merged, mixture, product, stacked
from numeric.fitting import two_point

#: A random scale s > 0 with E s² = 1: s = 1/2 or 3/2, E s² = 5/8·1/4 + 3/8·9/4.
SCALE = Ensemble.of([0.5, 1.5], [5 / 8, 3 / 8], "scale")


def independent(scalars: Sequence[Ensemble], shape: int | tuple[int, ...], limit: int = LIMIT) -> Ensemble:
    """Independent components that take the laws of `scalars` in turn, so that neighbours differ."""
    sizes = (shape,) if isinstance(shape, int) else tuple(shape)
    count = int(np.prod(sizes))
    used = [scalars[i % len(scalars)] for i in range(count)]
    return stacked(used, sizes, limit, "independent components of different laws")


def common_scale(base: Ensemble, limit: int = LIMIT) -> Ensemble:
    """x = s·r with one random scale s, E s² = 1: the covariance of r stays (if E r = 0), independence is lost."""
    joint = product(SCALE, base, limit=limit)
    return joint.map(lambda s, r: _along(s, r) * r, f"common random scale of {base.name}")


def common_sign(base: Ensemble, limit: int = LIMIT) -> Ensemble:
    """x = s·r with one random sign s: the covariance of r stays (if E r = 0), independence is lost."""
    joint = product(two_point(0.0), base, limit=limit)
    return joint.map(lambda s, r: _along(s, r) * r, f"common random sign of {base.name}")


def _along(scalar: Array, array: Array) -> Array:
    return scalar.reshape(-1, *[1] * (array.ndim - 1))


def one_at_a_time(scalar: Ensemble, size: int) -> Ensemble:
    """x = √d·ξ·e_I, I uniform: one component is not 0.  Uncorrelated with the mean 0 and variance 1 of ξ."""
    values = [np.sqrt(size) * x * np.eye(size)[i] for x in scalar.values for i in range(size)]
    weights = [w / size for w in scalar.weights for _ in range(size)]
    return Ensemble.of(values, weights, f"one component at a time, {scalar.name}")


def pairwise_independent(size: int) -> Ensemble:
    """Signs, pairwise independent, of which the last is the product of the first two (of size ≥ 3)."""
    def tie(x: Array) -> Array:
        return np.concatenate([x, (x[:, 0] * x[:, 1])[:, None]], axis=1)

    return iid(two_point(0.0), size - 1).map(tie, "signs, pairwise independent only")


def equal(scalar: Ensemble, size: int, alternate: bool = False) -> Ensemble:
    """All components are one variable, x_i = ξ; with `alternate` x_i = (−1)^(i+1) ξ (for ξ of mean 0)."""
    signs = (-1.0) ** np.arange(size) if alternate else np.ones(size)
    name = "components equal up to sign" if alternate else "all components equal"
    return scalar.map(lambda x: x[:, None] * signs, f"{name}, {scalar.name}")


def one_factor(scalar: Ensemble, size: int, limit: int = LIMIT) -> Ensemble:
    """x_i = 3/5·ξ_0 + 4/5·ξ_i for independent ξ: mean 0, variance 1, correlation 9/25."""
    joint = iid(scalar, size + 1, limit)
    return joint.map(lambda x: 0.6 * x[:, :1] + 0.8 * x[:, 1:], f"one shared factor, {scalar.name}")


def rotated(size: int) -> Ensemble:
    """A cyclic shift, uniform, of fixed values of mean 0 and variance 1: the components always sum to 0."""
    fixed = np.arange(1.0, size + 1) ** 2
    fixed = (fixed - fixed.mean()) / fixed.std()
    return Ensemble.of([np.roll(fixed, k) for k in range(size)], np.full(size, 1 / size), "permuted fixed values")


def standard_vectors(
    size: int, scalars: Sequence[Ensemble], components: str | None = None, limit: int = LIMIT
) -> list[Ensemble]:
    """Vectors whose components have mean 0 and variance 1, and are "iid", "independent", "uncorrelated" or free (None).

    `scalars` are standardized scalar laws, those that the given allows for one component; "iid" and "independent" use
    nothing else.  "uncorrelated" and None add dependent laws whose first two moments are right; their higher moments
    are free, so use them only where no more is stated.
    """
    same = [iid(law, size, limit) for law in scalars if law.rows**size <= limit]
    if components == "iid" or size == 1:
        return same
    varied = [independent(scalars, size, limit)] if len(scalars) > 1 and _fits(scalars, size, limit) else []
    if components == "independent":
        return varied + same
    base = same[0] if same else iid(two_point(0.0), size, limit)
    loose = [one_at_a_time(scalars[0], size), one_at_a_time(two_point(0.0), size)]
    loose += [common_scale(base, limit), common_sign(base, limit)] if 2 * base.rows <= limit else []
    loose += [pairwise_independent(size)] if size >= 3 and 2 ** (size - 1) <= limit else []
    if components == "uncorrelated":
        return loose + varied + same
    tied = [equal(scalars[0], size), equal(scalars[0], size, alternate=True), rotated(size)]
    tied += [one_factor(scalars[0], size, limit)] if scalars[0].rows ** (size + 1) <= limit else []
    return tied + loose + varied + same


def _fits(scalars: Sequence[Ensemble], size: int, limit: int) -> bool:
    return int(np.prod([scalars[i % len(scalars)].rows for i in range(size)], dtype=object)) <= limit


def roots(covariance: Array) -> list[Array]:
    """Several L with LLᵀ = covariance: the symmetric root, a triangular one, and a turned one, where they differ."""
    values, vectors = np.linalg.eigh(covariance)
    if values.min() < -1e-10 * max(1.0, values.max()):
        raise ValueError(f"not a covariance matrix: eigenvalue {values.min():.3g}")
    half = vectors * np.sqrt(np.clip(values, 0, None))
    triangular = np.linalg.qr(half.T)[1].T
    return [triangular, half @ vectors.T, half]


def with_covariance(mean: ArrayLike, covariance: ArrayLike, bases: Sequence[Ensemble]) -> list[Ensemble]:
    """Vectors m + L·r with this mean vector and covariance matrix, one for each base r of covariance I and mean 0."""
    centre, spread = np.asarray(mean, dtype=np.float64), np.asarray(covariance, dtype=np.float64)
    candidates = roots(spread)
    laws = []
    for place, base in enumerate(bases):
        root = candidates[place % len(candidates)]
        law = Ensemble((centre + base.values @ root.T,), base.weights, f"linear map of {base.name}", base.degree)
        laws.append(law)
    return laws


def split(ensemble: Ensemble, shapes: Sequence[tuple[int, ...]]) -> Ensemble:
    """One stacked random vector cut into consecutive arrays of the given shapes, as columns."""
    sizes = [int(np.prod(shape, dtype=int)) for shape in shapes]
    parts = np.split(ensemble.values, np.cumsum(sizes)[:-1], axis=1)
    columns = tuple(part.reshape(ensemble.rows, *shape) for part, shape in zip(parts, shapes, strict=True))
    return Ensemble(columns, ensemble.weights, ensemble.name, ensemble.degree)


def coupled(ensembles: Sequence[Ensemble], reverse: Sequence[bool] | None = None, name: str = "comonotone") -> Ensemble:
    """Ensembles driven by one uniform variable: each keeps its own law exactly, together they move as one.

    Rows are ordered by the sum of their components; where `reverse` is true, from the top.  Laws that are equal and not
    reversed become equal variables.
    """
    flips = list(reverse) if reverse is not None else [False] * len(ensembles)
    orders, cuts = [], [np.array([0.0, 1.0])]
    for ensemble, flip in zip(ensembles, flips, strict=True):
        flat = np.concatenate([c.reshape(ensemble.rows, -1) for c in ensemble.columns], axis=1)
        order = np.lexsort([*flat.T[::-1], flat.sum(axis=1)])
        orders.append(order[::-1] if flip else order)
        cuts.append(np.cumsum(ensemble.weights[orders[-1]])[:-1])
    edges = np.sort(np.concatenate(cuts))
    edges = edges[np.concatenate([[True], np.diff(edges) > 1e-13])]
    edges[-1] = 1.0
    middle, weights = (edges[1:] + edges[:-1]) / 2, np.diff(edges)
    columns: list[Array] = []
    for ensemble, order in zip(ensembles, orders, strict=True):
        steps = np.cumsum(ensemble.weights[order])
        chosen = order[np.clip(np.searchsorted(steps, middle), 0, ensemble.rows - 1)]
        columns += [column[chosen] for column in ensemble.columns]
    return Ensemble(tuple(columns), weights, name)


def uncorrelated_pair(x: Ensemble, y: Ensemble) -> Ensemble:
    """Two arrays with the given laws, all covariances between them 0, that are dependent.

    P(x_i, y_j) = w_i v_j (1 + ε α(x_i) β(y_j)), where E α = E β = 0 and E α x = 0 entry by entry, or E β y = 0.  Two
    scalars on two points each are independent when they are uncorrelated, and then nothing is left to tie.
    """
    tilts = [(curved(x), _waved(y)), (_waved(x), curved(y))]
    joint = product(x, y)
    for alpha, beta in tilts:
        tilt = np.outer(alpha, beta).reshape(-1)
        if np.abs(tilt).max() > 1e-9:
            weights = joint.weights * (1 + tilt / np.abs(tilt).max())
            kept = weights > 1e-15
            columns = tuple(column[kept] for column in joint.columns)
            return Ensemble(columns, weights[kept] / weights[kept].sum(), f"uncorrelated but dependent: {joint.name}")
    return joint.named("independent (uncorrelated on two points)")


def independent_in_pairs(x: Ensemble, y: Ensemble, z: Ensemble) -> Ensemble:
    """Three arrays with the given laws, any two of them independent, all three dependent.

    P(x_i, y_j, z_k) = w_i v_j u_k (1 + ε α(x_i) β(y_j) γ(z_k)) with E α = E β = E γ = 0: summing any one of the three
    out leaves a product.  E[α β γ] = ε E[α²] E[β²] E[γ²] is not 0.
    """
    joint = product(x, y, z)
    tilt = np.einsum("i,j,k->ijk", *(_leaning(law) for law in (x, y, z))).reshape(-1)
    weights = joint.weights * (1 + tilt / np.abs(tilt).max())
    kept = weights > 1e-15
    columns = tuple(column[kept] for column in joint.columns)
    return Ensemble(columns, weights[kept] / weights[kept].sum(), f"independent in pairs only: {joint.name}")


def _leaning(law: Ensemble) -> Array:
    """The first entry of the array, centred."""
    first = law.values.reshape(law.rows, -1)[:, 0]
    return np.asarray(first - law.weights @ first)


def curved(law: Ensemble) -> Array:
    """What Σ x², or else x_1 x_n, or Σ x³ has beyond 1 and the entries of x, by least squares; 0 if nothing."""
    flat = law.values.reshape(law.rows, -1)
    root = np.sqrt(law.weights)[:, None]
    base = np.concatenate([np.ones((law.rows, 1)), flat], axis=1)
    for feature in ((flat**2).sum(axis=1), flat[:, 0] * flat[:, -1], (flat**3).sum(axis=1)):
        solution = np.linalg.lstsq(root * base, root[:, 0] * feature, rcond=None)[0]
        rest = feature - base @ solution
        if np.abs(rest).max() > 1e-9 * (1 + np.abs(feature).max()):
            return np.asarray(rest)
    return np.zeros(law.rows)


def _waved(law: Ensemble) -> Array:
    """Σ x + Σ x², centred."""
    flat = law.values.reshape(law.rows, -1)
    feature = flat.sum(axis=1) + (flat**2).sum(axis=1)
    return np.asarray(feature - law.weights @ feature)


def random_sign(law: Ensemble, first: str = "q", second: str = "k") -> Ensemble:
    """(q, s·q) with a random sign s: E q_i k_j = 0, and k has the law of q where that is even."""
    along = (-1, *[1] * len(law.shape))
    name = f"{second} = ±{first}, random sign, {law.name}"
    return product(two_point(0.0), law).map(lambda s, q: (q, s.reshape(along) * q), name)


def pair_with_covariance(x: Ensemble, y: Ensemble, covariance: float) -> Ensemble:
    """Two scalars with the given laws and this covariance: the mixture of the comonotone and the reversed coupling.

    Raises ValueError when no coupling of the two laws has it (Hoeffding–Fréchet bounds).
    """
    up, down = coupled([x, y]), coupled([x, y], [False, True])
    high, low = up.covariance()[0, 1], down.covariance()[0, 1]
    if high - low < 1e-14:
        if abs(covariance) > 1e-12:
            raise ValueError(f"a constant has covariance 0, not {covariance}")
        return product(x, y)
    share = (covariance - low) / (high - low)
    if not -1e-12 <= share <= 1 + 1e-12:
        raise ValueError(f"covariance {covariance} outside [{low:.4g}, {high:.4g}] that these laws allow")
    share = min(max(share, 0.0), 1.0)
    return merged(mixture([up, down], [share, 1 - share], f"covariance {covariance:.4g}"))


def couplings(x: Ensemble, y: Ensemble, size: int | None = None, limit: int = LIMIT) -> list[Ensemble]:
    """Dependent pairs of which each keeps its law: k = q where the laws agree, reversed, uncorrelated but dependent.

    With `size`, x and y are scalar laws and the pair becomes two vectors of `size`, whose components are independent
    within each vector, and coupled across.
    """
    pairs = [coupled([x, y]), coupled([x, y], [False, True], "reversed")]
    if x.shape == () and y.shape == ():
        pairs.append(uncorrelated_pair(x, y))
    if size is None:
        return pairs
    return [stacked([pair] * size, (size,), limit, f"components {pair.name}") for pair in pairs
            if pair.rows**size <= limit]


def vector_couplings(x: Ensemble, limit: int = LIMIT) -> list[Ensemble]:
    """Pairs (q, k) with q of law `x` and k tied to the whole of q: k = q, −q, q permuted, s·q with a random sign.

    E k = ±E q and the variances agree: for laws of mean 0 all moments up to the second are those of q.
    """
    pairs = [
        x.map(lambda q: (q, q), "k = q"),
        x.map(lambda q: (q, -q), "k = −q"),
        x.map(lambda q: (q, np.roll(q, 1, axis=1)), "k = q permuted"),
    ]
    if 2 * x.rows <= limit:
        pairs.append(random_sign(x))
    return pairs
