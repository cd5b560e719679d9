"""Which declared names an expression depends on, through definitions; which random ones its outcome depends on."""

from __future__ import annotations

from collections.abc import Iterator

from symbolic.given.substitution import free_names
from symbolic.language.symbols import Table
from symbolic.notation import tree


def mentioned(node: tree.Node, table: Table) -> frozenset[str]:
    """All declared names that the value of `node` depends on, definitions and laws opened."""
    return frozenset(_reached(node, table, set(), open_averages=True))


def outcomes(node: tree.Node, table: Table) -> frozenset[str]:
    """The random names whose outcome the value of `node` depends on: of an average, those that it is conditioned on."""
    reached = _reached(node, table, set(), open_averages=False)
    return frozenset(name for name in reached if is_random(name, table))


def spoken(node: tree.Node, table: Table) -> frozenset[str]:
    """The declared names whose values a reader of `node` needs: what is bound where it stands is left out.

    A sum that writes no bounds runs over the range of its index, so that the sizes in it count.
    """
    found: set[str] = set()
    waiting = _free(node, table)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        definition = table.definitions.get(name)
        if definition is not None:
            own = set(definition.parameters).union(*map(tree.names, definition.indices))
            for body in (definition.body, *(value for _, value in definition.initial)):
                waiting |= _free(body, table) - own
        if table.symbol(name) is not None:
            waiting = waiting.union(*(_free(inner, table) for inner in stated(name, table)))
    return frozenset(found)


def _free(node: tree.Node, table: Table) -> set[str]:
    found = set(free_names(node))
    for part in tree.walk(node):
        if isinstance(part, tree.Component) and (initial := _written(part)):
            found.add(initial)
        for bound in part.bounds if isinstance(part, tree.Big) else ():
            index = table.symbol(bound.index)
            if bound.lower is None and index is not None and index.kind == "index":
                found = found.union(*(free_names(inner) for inner in stated(bound.index, table)))
    return found


def is_random(name: str, table: Table) -> bool:
    """Is the name declared random, and not defined by others."""
    declared = table.symbol(name)
    return declared is not None and declared.random and name not in table.definitions


def _reached(node: tree.Node, table: Table, seen: set[str], open_averages: bool) -> set[str]:
    found: set[str] = set()
    for part in _parts(node, open_averages):
        if part in seen:
            continue
        seen.add(part)
        found.add(part)
        definition = table.definitions.get(part)
        if definition is not None:
            bodies = [definition.body, *(value for _, value in definition.initial)]
            for body in bodies:
                found |= _reached(body, table, seen, open_averages)
        declared = table.symbol(part)
        if declared is not None and open_averages:
            for inner in stated(part, table):
                found |= _reached(inner, table, seen, open_averages)
    return found


def stated(name: str, table: Table) -> Iterator[tree.Node]:
    """The trees in a declaration: sizes, moments, parameters of the law."""
    declared = table.symbols[name]
    yield from declared.shape
    yield from (*(declared.family or ()), *(declared.span or ()))
    yield from declared.moments.values()
    if declared.law is not None:
        yield from declared.law.parameters
    yield from (tree.Name(other) for other in declared.depends_on)
    for relation in table.relations:
        if name in relation.names and declared.random:
            yield from ([relation.value] if relation.value is not None else [])
            yield from relation.moments.values()


def _parts(node: tree.Node, open_averages: bool) -> Iterator[str]:
    stack = [node]
    while stack:
        top = stack.pop()
        if isinstance(top, tree.Name):
            yield top.id
        if isinstance(top, tree.Component) and isinstance(top.array, tree.Name):
            written = _written(top)
            if written:
                yield written
        if isinstance(top, tree.Operator) and not open_averages:
            closed = tree.is_event(top.condition) or top.kind in ("H", "h", "I")
            stack.extend([] if closed or top.condition is None else [top.condition])
            continue
        stack.extend(tree.children(top))


def _written(node: tree.Component) -> str | None:
    """v_0 as a name of its own, as the initial value of a recurrence may be declared."""
    index = node.indices[0]
    if not isinstance(node.array, tree.Name) or not isinstance(index, tree.Number):
        return None
    return f"{node.array.id}_{index.text}"
