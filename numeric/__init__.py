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
    between       a continuous law between two of its quantiles

A name is loaded when it is first used.  docs/laboratory.md shows each at work.

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

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numeric.adaptive import adaptive
    from numeric.between import between
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
    from numeric.montecarlo import Spending, iid_draws, independent_draws, lattice, monte_carlo
    from numeric.search import first_failure, holds_only_at, literal, number, shrink, simpler_sizes, simpler_values

#: module → the public names that it has
PUBLIC = {
    "adaptive": "adaptive",
    "between": "between",
    "compare": "Comparison compare",
    "dependence": (
        "coupled couplings equal independent standard_vectors uncorrelated_pair vector_couplings with_covariance"
    ),
    "derivatives": "derivative directional hessian jacobian",
    "ensembles": "Ensemble TooLarge iid merged mixture product stacked",
    "expectation": "Estimate covariance expectation variance",
    "experiments": "Experiment Relations all_pairs experiments",
    "families": "Stated families",
    "fitting": "scalar_laws standard_laws three_point two_point",
    "foreign": "compare_code takes_batches which",
    "generic": "Chooser exceptional sizes",
    "integrals": "integral mean_of",
    "laws": "LAWS Law",
    "limits": "infinite_sum limit sequence_limit",
    "montecarlo": "Spending iid_draws independent_draws lattice monte_carlo",
    "search": "first_failure holds_only_at literal number shrink simpler_sizes simpler_values",
}

__all__ = [
    "LAWS",
    "Chooser",
    "Comparison",
    "Ensemble",
    "Estimate",
    "Experiment",
    "Law",
    "Relations",
    "Spending",
    "Stated",
    "TooLarge",
    "adaptive",
    "all_pairs",
    "between",
    "compare",
    "compare_code",
    "coupled",
    "couplings",
    "covariance",
    "derivative",
    "directional",
    "equal",
    "exceptional",
    "expectation",
    "experiments",
    "families",
    "first_failure",
    "hessian",
    "holds_only_at",
    "iid",
    "iid_draws",
    "independent",
    "independent_draws",
    "infinite_sum",
    "integral",
    "jacobian",
    "lattice",
    "limit",
    "literal",
    "mean_of",
    "merged",
    "mixture",
    "monte_carlo",
    "number",
    "product",
    "scalar_laws",
    "sequence_limit",
    "shrink",
    "simpler_sizes",
    "simpler_values",
    "sizes",
    "stacked",
    "standard_laws",
    "standard_vectors",
    "takes_batches",
    "three_point",
    "two_point",
    "uncorrelated_pair",
    "variance",
    "vector_couplings",
    "which",
    "with_covariance",
]

_MODULE = {name: module for module, names in PUBLIC.items() for name in names.split()}


class _Laboratory(ModuleType):
    """The package, of which a function keeps its name when a module of the same name is loaded (`compare`)."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (isinstance(value, ModuleType) and name in _MODULE):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Laboratory


def __getattr__(name: str) -> Any:
    """A public name, from its module, which is loaded now."""
    if name not in _MODULE:
        raise AttributeError(f"module 'numeric' has no attribute '{name}'")
    return getattr(import_module(f"numeric.{_MODULE[name]}"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
