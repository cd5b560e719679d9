"""A given that contradicts itself is refused: impossible moments, parameters, bounds and correlations.

Only what constants and certain signs show is refused here; whether the whole can be satisfied the laboratory shows, by
an instance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from symbolic.given.central import impossible
from symbolic.given.constants import certain_sign, constant, table_sign
from symbolic.given.errors import GivenError
from symbolic.given.laws import BY_NAME, Parameter
from symbolic.language.symbols import Law, Relation, Sentence, Symbol, Table
from symbolic.notation import tree
from symbolic.notation.tree import Chain, Interval, Matrix, Name, Node, Number, Tuple

_NEVER_NEGATIVE = ("variance", "standard deviation", "second moment", "fourth moment")


def check(table: Table) -> None:
    """Raises GivenError where constants alone show that nothing can satisfy the given."""
    for problem in _problems(table):
        raise problem


def _problems(table: Table) -> Iterator[GivenError]:
    for symbol in table.symbols.values():
        yield from _moments(table, symbol)
        yield from _law(table, symbol)
        yield from _bounds(table, symbol)
    for relation in table.relations:
        yield from _relation(table, relation)
    for assumption in table.assumptions:
        yield from _assumption(assumption.relation, assumption.sentence)
    for definition in table.definitions.values():
        yield from _divisions(definition.body, definition.sentence)


def _error(message: str, sentence: Sentence | None, expected: str) -> GivenError:
    place = sentence or Sentence("")
    return GivenError(message, place.line, place.column, expected)


def _seen_through(table: Table, node: Node) -> Node:
    """A name that is plainly defined, as what it is."""
    for _ in range(20):
        definition = table.definitions.get(node.id) if isinstance(node, Name) else None
        if definition is None or definition.parameters or definition.indices:
            break
        node = definition.body
    return node


def _value(table: Table, symbol: Symbol, name: str) -> Fraction | None:
    node = symbol.moments.get(name)
    return constant(_seen_through(table, node)) if node is not None else None


def _moments(table: Table, symbol: Symbol) -> Iterator[GivenError]:
    for name in _NEVER_NEGATIVE:
        node = symbol.moments.get(name)
        if node is not None and table_sign(table, node) == -1:
            yield _error(f"the {name} of {symbol.name} is negative", symbol.facts.get(name), f"a {name} of at least 0")
    kurtosis = _value(table, symbol, "excess kurtosis")
    if kurtosis is not None and kurtosis < -2:
        yield _error(f"no law has an excess kurtosis of {kurtosis}", symbol.facts.get("excess kurtosis"), "at least -2")
    mean, variance = _value(table, symbol, "mean"), _value(table, symbol, "variance")
    second = _value(table, symbol, "second moment")
    if second is not None and mean is not None and second < mean * mean:
        said = symbol.facts.get("second moment")
        yield _error(
            f"the second moment of {symbol.name} is less than the square of its mean", said, f"at least {mean * mean}"
        )
    if None not in (second, mean, variance) and second != variance + mean * mean:  # type: ignore[operator]
        said = symbol.facts.get("second moment")
        yield _error(
            f"mean, variance and second moment of {symbol.name} contradict one another",
            said,
            "second moment = variance + mean²",
        )
    found = impossible(lambda name: _value(table, symbol, name))
    if found is not None:
        yield _error(f"{symbol.name}: {found.message}", symbol.facts.get(found.moment), found.expected)
    if "symmetric law" in symbol.signs and _value(table, symbol, "third moment"):
        said = symbol.facts.get("third moment")
        yield _error(f"the law of {symbol.name} is symmetric, and its third moment is not 0", said, "third moment 0")
    yield from _covariance(table, symbol)


def _covariance(table: Table, symbol: Symbol) -> Iterator[GivenError]:
    """A covariance written out is symmetric and positive semidefinite."""
    node = _seen_through(table, symbol.moments.get("covariance", Number("1")))
    if not isinstance(node, Matrix):
        return
    rows = [[constant(entry) for entry in row] for row in node.rows]
    said = symbol.facts.get("covariance")
    pairs = [(i, j) for i in range(len(rows)) for j in range(i) if j < len(rows[i]) and i < len(rows[j])]
    if any(node.rows[i][j] != node.rows[j][i] and None not in (rows[i][j], rows[j][i]) for i, j in pairs):
        yield _error(f"the covariance of {symbol.name} is not symmetric", said, "a symmetric matrix")
    numbers = [[entry for entry in row if entry is not None] for row in rows]
    if len(rows) <= 20 and all(len(row) == len(rows) for row in numbers) and not _semidefinite(numbers):
        yield _error(
            f"the covariance of {symbol.name} is one that no law can have", said, "a positive semidefinite matrix"
        )


def _semidefinite(rows: list[list[Fraction]]) -> bool:
    """Is a symmetric matrix of rationals positive semidefinite?  By elimination, exactly."""
    work = [list(row) for row in rows]
    for k in range(len(work)):
        pivot = work[k][k]
        if pivot < 0 or (pivot == 0 and any(work[k][j] for j in range(k, len(work)))):
            return False
        for i in range(k + 1, len(work)):
            if pivot:
                factor = work[i][k] / pivot
                work[i] = [a - factor * b for a, b in zip(work[i], work[k], strict=True)]
    return True


def _law(table: Table, symbol: Symbol) -> Iterator[GivenError]:
    law = symbol.law
    if law is None or law.name not in BY_NAME:
        return
    said = symbol.facts.get("law")
    before: Node | None = None
    for parameter, node in zip(BY_NAME[law.name].parameters, law.parameters, strict=False):
        problem = _parameter(table, parameter, _seen_through(table, node), before)
        if problem:
            yield _error(f"the parameter {parameter.name} of `{law.name}` is {problem[0]}", said, problem[1])
        before = node
    yield from _against_law(table, symbol, law)


def _parameter(table: Table, parameter: Parameter, node: Node, before: Node | None) -> tuple[str, str] | None:
    """(what is wrong, what was expected) of a parameter outside its domain."""
    value, domain = constant(node), parameter.domain
    if domain == "probability" and value is not None and not 0 <= value <= 1:
        return f"{value}, no probability", "a number from 0 to 1"
    if domain == "positive" and ((value is not None and value <= 0) or table_sign(table, node) == -1):
        return "not positive", "a positive number"
    if domain == "count" and value is not None and (value < 1 or value.denominator != 1):
        return f"{value}, no count", "a positive integer"
    if domain == "upper" and before is not None:
        low = constant(before)
        if node == before or (value is not None and low is not None and value <= low):
            return "not above the first", "uniform(a, b) with a < b"
    if domain == "probability vector" and isinstance(node, Tuple):
        parts = [constant(item) for item in node.items]
        if all(part is not None for part in parts) and sum(part for part in parts if part is not None) != 1:
            return "a vector that does not sum to 1", "probabilities"
    return None


#: mean and variance of laws with constant parameters, to hold against what is also stated.
_KNOWN: dict[str, Callable[..., tuple[Fraction, Fraction]]] = {
    "rademacher": lambda: (Fraction(0), Fraction(1)),
    "bernoulli": lambda p: (p, p * (1 - p)),
    "uniform": lambda a, b: ((a + b) / 2, (b - a) ** 2 / 12),
    "poisson": lambda r: (r, r),
    "exponential": lambda rate: (1 / rate, 1 / rate**2),
    "binomial": lambda n, p: (n * p, n * p * (1 - p)),
    "geometric": lambda p: (1 / p, (1 - p) / p**2),
}


def _against_law(table: Table, symbol: Symbol, law: Law) -> Iterator[GivenError]:
    values = [constant(node) for node in law.parameters]
    known = _KNOWN.get(law.name)
    if (
        known is None
        or any(value is None for value in values)
        or (any(value == 0 for value in values) and law.name in ("exponential", "geometric"))
    ):
        return
    for name, value in zip(("mean", "variance"), known(*values), strict=True):
        stated = _value(table, symbol, name)
        if stated is not None and stated != value:
            yield _error(f"`{law.name}` has {name} {value}, not {stated}", symbol.facts.get(name), f"{name} {value}")


def _bounds(table: Table, symbol: Symbol) -> Iterator[GivenError]:
    """The constant bounds of a scalar leave something between them, its own value too."""
    low, low_open, high, high_open = _range(symbol)
    said = list(symbol.facts.values())[-1] if symbol.facts else None
    if low is not None and high is not None and (low > high or (low == high and (low_open or high_open))):
        yield _error(
            f"no value of {symbol.name} satisfies what is said of it", said, f"a range above {low} and below {high}"
        )
    definition = table.definitions.get(symbol.name)
    value = constant(_seen_through(table, Name(symbol.name))) if definition is not None and not symbol.axes else None
    if definition is None or value is None:
        return
    outside = low is not None and (value < low or (value == low and low_open))
    outside = outside or (high is not None and (value > high or (value == high and high_open)))
    fraction = symbol.domain == "integer" and value.denominator != 1
    if outside or fraction or (symbol.kind == "dimension" and value < 1):
        yield _error(
            f"{symbol.name} = {value} contradicts what is said of it", definition.sentence, "a value in its range"
        )


def _range(symbol: Symbol) -> tuple[Fraction | None, bool, Fraction | None, bool]:
    """(lowest, is it excluded, highest, is it excluded) as constants say."""
    lows: list[tuple[Fraction, bool]] = []
    highs: list[tuple[Fraction, bool]] = []
    for sign, ends, open_ in (
        ("positive", lows, True),
        ("nonnegative", lows, False),
        ("negative", highs, True),
        ("nonpositive", highs, False),
    ):
        if sign in symbol.signs:
            ends.append((Fraction(0), open_))
    for kind, node in symbol.bounds:
        if isinstance(node, Interval):
            found = ((constant(node.lower), node.open_left, lows), (constant(node.upper), node.open_right, highs))
        else:
            found = ((constant(node), kind in ("above", "below"), lows if kind in ("at least", "above") else highs),)  # type: ignore[assignment]
        for value, open_, ends in found:
            if value is not None and kind != "not":
                ends.append((value, open_))
    low = max(lows, default=(None, False), key=lambda end: (end[0], end[1]))
    high = min(highs, default=(None, False), key=lambda end: (end[0], not end[1]))
    return (*low, *high)


def _relation(table: Table, relation: Relation) -> Iterator[GivenError]:
    value = constant(relation.value) if relation.value is not None else None
    if value is None or len(relation.names) != 2:
        return
    if relation.kind == "corr" and abs(value) > 1:
        yield _error(f"a correlation of {value} is impossible", relation.sentence, "from -1 to 1")
    first, second = (table.symbols[name] for name in relation.names)
    variances = _value(table, first, "variance"), _value(table, second, "variance")
    if relation.kind == "cov" and None not in variances and value**2 > variances[0] * variances[1]:  # type: ignore[operator]
        yield _error(
            f"the covariance {value} of {first.name} and {second.name} makes their correlation exceed 1",
            relation.sentence, "|covariance| at most the product of the standard deviations",
        )  # fmt: skip
    for other in table.relations:
        apart = other.kind in ("independent", "uncorrelated") and set(relation.names) <= set(other.names)
        if apart and value and not _one_group(other, relation.names):
            yield _error(
                f"{first.name} and {second.name} are {other.kind} and have the covariance {value}",
                relation.sentence,
                "covariance 0",
            )


def _one_group(relation: Relation, names: tuple[str, ...]) -> bool:
    return any(set(names) <= set(group) for group in relation.groups)


def _assumption(chain: Chain, sentence: Sentence) -> Iterator[GivenError]:
    """A relation between constants that does not hold, or of a thing with itself."""
    sides = (chain.first, *(node for _, node in chain.links))
    for place, (operator, _) in enumerate(chain.links):
        left, right = sides[place], sides[place + 1]
        low, high = constant(left), constant(right)
        if left == right and operator in ("<", ">", "≠"):
            yield _error("nothing satisfies this", sentence, "a relation that can hold")
        if low is not None and high is not None and operator in _HOLDS and not _HOLDS[operator](low, high):
            yield _error("this does not hold", sentence, "a relation that can hold")


_HOLDS = {
    "=": lambda a, b: a == b, "≠": lambda a, b: a != b, "<": lambda a, b: a < b, ">": lambda a, b: a > b,
    "≤": lambda a, b: a <= b, "≥": lambda a, b: a >= b,
}  # fmt: skip


def _divisions(body: Node, sentence: Sentence) -> Iterator[GivenError]:
    for node in tree.walk(body):
        if isinstance(node, tree.Quotient) and certain_sign(node.denominator) == 0:
            yield _error("this definition divides by zero", sentence, "a denominator that is not zero")
