"""The laboratory: NumPy arrays in, evidence out.  It knows nothing of algebra, rules or articles.

    ensembles     finite joint laws, their products, exact averages
    fitting       scalar laws that share only the stated moments
    dependence    vectors and pairs with every dependence that was not excluded
    laws          the named laws: sampler, support or quadrature, moments
    expectation   E f exactly, in bounded memory, with its error bound
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
from numeric.ensembles import Ensemble, TooLarge, iid, merged, mixture, product, stacked
from numeric.expectation import Estimate, covariance, expectation, variance
from numeric.fitting import scalar_laws, standard_laws, three_point, two_point
from numeric.generic import Chooser, exceptional, sizes
from numeric.laws import LAWS, Law

__all__ = [
    "LAWS", "Chooser", "Comparison", "Ensemble", "Estimate", "Law", "TooLarge",
    "compare", "coupled", "couplings", "covariance", "equal", "exceptional", "expectation", "iid", "independent",
    "merged", "mixture", "product", "scalar_laws", "sizes", "stacked", "standard_laws", "standard_vectors",
    "three_point", "two_point", "uncorrelated_pair", "variance", "vector_couplings", "with_covariance",
]
