"""E_{x∼P}[…]: the law below an operator, read as a random name of its own.

The name is x, with primes where x already stands for something else.  An operator under which something else is random
too is left as it is: it averages over x alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from symbolic.given.queries import random_names
from symbolic.given.shapes import Shapes
from symbolic.language.symbols import Law, Relation, Sentence, Symbol, Table
from symbolic.notation import plain, tree
from symbolic.notation.glyphs import LAW_WORDS, LAWS
from symbolic.notation.tree import Name, Node, Operator


def drawn(node: Node, table: Table) -> tuple[Node, Table]:
    """The tree without laws below operators, and the table that declares what is drawn from them."""
    drawing = _Drawing(table)
    changed = drawing.of(node)
    names = tuple(dict.fromkeys(drawing.found.values()))
    if len(names) > 1:
        drawing.table.relations.append(Relation("independent", names, sentence=Sentence("each drawn by itself")))
    return (node, table) if changed == node else (changed, drawing.table)


def draw_of(name: str, law: Node, table: Table) -> Symbol | None:
    """What is drawn from a law, as a symbol of that name; None for what is no law."""
    return _Drawing(table).symbol(name, law)


class _Drawing:
    """One reading of a tree: names that are drawn so far, by what stands below the operators."""

    def __init__(self, table: Table) -> None:
        self.table = replace(table, symbols=dict(table.symbols), relations=list(table.relations))
        self.given, self.found = table, dict[tuple[str, Node], str]()

    def of(self, node: Node) -> Node:
        inner = tree.rebuild(node, self.of)
        if not isinstance(inner, Operator) or inner.subscript is None:
            return inner
        below = inner.subscript.items if isinstance(inner.subscript, tree.Tuple) else (inner.subscript,)
        bound = _laws_below(below)
        if not bound:
            return inner
        symbols = [self.symbol(name, law) for name, law in bound]
        if None in symbols or self._others(inner, {name for name, _ in bound}):
            return inner
        whole: Node = replace(inner, subscript=None)
        for (name, law), symbol in zip(bound, symbols, strict=True):
            if symbol is not None:
                whole = _renamed(whole, name, self.declare(name, law, symbol))
        return whole

    def _others(self, node: Operator, bound: set[str]) -> bool:
        """Is anything random under the operator, other than what is drawn below it?"""
        parts = (*node.arguments, *((node.condition,) if node.condition is not None else ()))
        return any(random_names(part, self.given) - bound for part in parts)

    def declare(self, name: str, law: Node, symbol: Symbol) -> str:
        """The name that the draw goes by: the same for the same law."""
        if (name, law) not in self.found:
            own = name
            while own in self.table.symbols or own in self.table.definitions:
                own += "'"
            self.found[name, law] = own
            said = Sentence(plain(tree.Chain(Name(name), (("∼", law),)), self.given))
            facts = dict.fromkeys(("kind", "law", *symbol.moments), said)
            self.table.symbols[own] = replace(symbol, name=own, facts=facts)
        return self.found[name, law]

    def symbol(self, name: str, law: Node) -> Symbol | None:
        """What is drawn from a law: of a declared law, of LAW(a, b), of a vector of probabilities."""
        if isinstance(law, Name):
            declared = self.given.symbol(law.id)
            if declared is not None and declared.kind == "law":
                shape = declared.shape or self._shape(declared.moments, name)
                if "covariance" in declared.moments and not shape:
                    return None
                return replace(declared, kind="vector" if shape else "scalar", shape=shape, random=True)
            if declared is not None and "sums to 1" in declared.signs and declared.axes == 1:
                return Symbol(name, "scalar", domain="integer", random=True, law=Law("categorical", (law,)))
        if not isinstance(law, tree.Call) or not isinstance(law.function, Name):
            return None
        word = LAW_WORDS.get(law.function.id, law.function.id if law.function.id in LAWS else None)
        if word == "normal" and len(law.arguments) == 2:
            return self._normal(name, *law.arguments)
        if word is None or word in _OF_ARRAYS or word == "normal":
            return None
        domain = "integer" if word in DISCRETE else "real"
        return Symbol(name, "scalar", domain=domain, random=True, law=Law(word, law.arguments))

    def _normal(self, name: str, mean: Node, spread: Node) -> Symbol | None:
        shape = self._shape({"mean": mean, "covariance": spread}, name)
        if not shape and Name("I") in tree.walk(spread):
            return None
        moments = {"mean": mean, "covariance" if shape else "variance": spread}
        kind = "vector" if shape else "scalar"
        return Symbol(name, kind, shape=shape, random=True, law=Law("normal"), moments=moments)

    def _shape(self, moments: dict[str, Node], name: str) -> tuple[Node, ...]:
        """The size of a vector: of the mean, of the covariance, of the name as it was declared."""
        for node in moments.values():
            shape = Shapes(self.given).of(node)
            if shape:
                return shape[:1]
        declared = self.given.symbol(name)
        vector = declared is not None and declared.kind == "vector" and declared.family is None
        return declared.shape if declared is not None and vector and "covariance" in moments else ()


DISCRETE = frozenset({"bernoulli", "rademacher", "binomial", "geometric", "poisson", "categorical"})
_OF_ARRAYS = frozenset({"multinomial", "dirichlet", "wishart"})


def _laws_below(parts: Sequence[Node]) -> list[tuple[str, Node]]:
    """(x, law) of every x∼law, names before it sharing the law: q, k∼N; none where something else stands there."""
    found: list[tuple[str, Node]] = []
    waiting: list[str] = []
    for part in parts:
        if isinstance(part, Name):
            waiting.append(part.id)
            continue
        if not isinstance(part, tree.Chain) or [r for r, _ in part.links] != ["∼"] or not isinstance(part.first, Name):
            return []
        found += [(name, part.links[0][1]) for name in (*waiting, part.first.id)]
        waiting = []
    return [] if waiting else found


def _renamed(node: Node, old: str, new: str) -> Node:
    if old == new:
        return node
    return Name(new) if node == Name(old) else tree.rebuild(node, lambda part: _renamed(part, old, new))
