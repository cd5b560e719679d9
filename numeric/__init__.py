"""The laboratory: NumPy arrays in, evidence out.  It knows nothing of algebra, rules or articles.

    ensembles     finite joint laws, their products, exact averages
    fitting       scalar laws that share only the stated moments
    dependence    vectors and pairs with every dependence that was not excluded
    families      a statement about one array → laws that have all of it and differ in what is open
    experiments   the same for several arrays, independent of one another or not
    laws          the named laws: sampler, support or quadrature, moments
    expectation   E f exactly, in bounded memory, with its error bound
    derivatives   complex step and extrapolated differences, Jacobians, Hessians, kinks
    integrals     ∫ f, E f(X) for a scalar law, by the double exponential rule
    adaptive      ∫ f by bisection, for kinks and jumps of unknown place
    limits        limits along sequences, infinite sums
    montecarlo    draws with a bound that holds over all looks; shifted lattices
    foreign       a function of a program against a formula, over shapes and precisions
    search        counterexamples found, shrunk, written as NumPy
    generic       parameter values and sizes away from blind spots
    compare       agree, differ for certain, or unclear

A question that moments alone cannot settle, put to several laws with mean 0 and variance 1:

>>> import numpy as np
>>> from numeric import expectation, iid, standard_laws
>>> def norm(x):
...     return (x**2).sum(axis=1)
>>> [round(float(expectation(norm, iid(law, 3)).value), 9) for law in standard_laws()[:3]]
[3.0, 3.0, 3.0]
>>> [round(float(expectation(lambda x: norm(x)**2, iid(law, 3)).value), 9) for law in standard_laws()[:2]]
[15.75, 9.0]
"""

from numeric.adaptive import adaptive
from numeric.compare import Comparison, compare
from numeric.dependence import (
    coupled,
    couplings,
    equal,
    independent,
    standard_vectors,
    uncorrelated_pair,
    vector_couplings,
    with_covariance,
)
from numeric.derivatives import derivative, directional, hessian, jacobian
from numeric.ensembles import Ensemble, TooLarge, iid, merged, mixture, product, stacked
from numeric.expectation import Estimate, covariance, expectation, variance
from numeric.experiments import Experiment, Relations, all_pairs, experiments
from numeric.families import Stated, families
from numeric.fitting import scalar_laws, standard_laws, three_point, two_point
from numeric.foreign import compare_code, takes_batches, which
from numeric.generic import Chooser, exceptional, sizes
from numeric.integrals import integral, mean_of
from numeric.laws import LAWS, Law
from numeric.limits import infinite_sum, limit, sequence_limit
from numeric.montecarlo import lattice, monte_carlo
from numeric.search import first_failure, holds_only_at, literal, number, shrink

__all__ = [
    "LAWS", "Chooser", "Comparison", "Ensemble", "Estimate", "Experiment", "Law", "Relations", "Stated", "TooLarge",
    "adaptive", "all_pairs", "compare", "compare_code", "coupled", "couplings", "covariance", "derivative",
    "directional", "equal", "exceptional", "expectation", "experiments", "families", "first_failure", "hessian",
    "holds_only_at", "iid", "independent", "infinite_sum", "integral", "jacobian", "lattice", "limit", "literal",
    "mean_of", "merged", "mixture", "monte_carlo", "number", "product", "scalar_laws", "sequence_limit", "shrink",
    "sizes", "stacked", "standard_laws", "standard_vectors", "takes_batches", "three_point", "two_point",
    "uncorrelated_pair", "variance", "vector_couplings", "which", "with_covariance",
]
