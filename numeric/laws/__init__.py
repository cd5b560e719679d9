"""The named laws of the given language: how to draw from them, their supports or rules of quadrature, their moments.

>>> from numeric.laws import LAWS
>>> LAWS["gamma"].moment(2, 3.0, 0.5)
48.0
>>> rule = LAWS["normal"].ensemble(3, 1.0, 4.0)
>>> round(float(rule.mean(lambda x: x**4)), 9), rule.degree
(73.0, 5)
>>> LAWS["beta"].ensemble(3, -1, 2)
Traceback (most recent call last):
ValueError: there is no beta(a, b) with -1, 2
"""

from numeric.laws.arrays import ARRAYS
from numeric.laws.continuous import CONTINUOUS
from numeric.laws.discrete import DISCRETE
from numeric.laws.law import Law

#: Every law by its name in the given language; "normal" of a scalar takes (mean, variance), "normal vector" of a vector
#: (mean, covariance).  "geometric" lives on 1, 2, …, "categorical" on 1 … n.
LAWS: dict[str, Law] = {law.name: law for law in (*CONTINUOUS, *DISCRETE, *ARRAYS)}

__all__ = ["LAWS", "Law"]
