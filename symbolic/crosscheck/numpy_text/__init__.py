"""A line of NumPy that shows both sides of a counterexample, to paste and run.

    whole      both sides of a relation as one line
    writer     what turns trees into text: names that have a line, names that a lambda or a loop binds
    names      declared names, definitions, recurrences, components
    algebra    sums, products, quotients, powers, arrays
    functions  functions, built in and defined
    calculus   derivatives by differences, integrals, series, limits, optima
    averages   E, Var, Cov and P: a sum over outcomes, written out or on the nodes of a rule
    laws       the outcomes and weights of a law as text
"""

from symbolic.crosscheck.numpy_text.whole import LENGTH, line
from symbolic.crosscheck.numpy_text.writer import NoLine, Writer

__all__ = ["LENGTH", "NoLine", "Writer", "line"]
