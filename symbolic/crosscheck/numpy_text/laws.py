"""The outcomes and chances of a law as NumPy text: a table, a product of tables, nodes of a rule moved to place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from symbolic.crosscheck.blocks import Block, Coordinates, Finite, Rows, Weighted
from symbolic.crosscheck.dependencies import mentioned
from symbolic.crosscheck.numpy_text import rules
from symbolic.crosscheck.numpy_text.writer import NoLine, Writer, bracketed, identifier, listed, written
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.values import Data, Value
from symbolic.notation import tree

#: Outcomes that a table may list.
TABLE = 64

#: Standard values by which an affine map is told.
NEAR = 30.0

#: Points for rules of which a table is made where nothing else is known.
FEW = (4, 3, 2)


@dataclass(frozen=True)
class Loop:
    """`for chance, x in zip(chances, outcomes)`: the names it binds, models of their values, and the rows it visits.

    rows  None where the law depends on what an enclosing lambda binds
    """

    names: tuple[str, ...]
    chance: str
    text: str
    models: Mapping[str, Value]
    rows: Rows | None


def loops(blocks: Sequence[Block], writer: Writer, scope: Scope, rough: bool) -> list[Loop]:
    """One loop a block; `rough` asks for points so many that a kink does no harm."""
    return [_loop(block, place, writer, replace(scope, depth=0), rough) for place, block in enumerate(blocks)]


def _loop(block: Block, place: int, writer: Writer, scope: Scope, rough: bool) -> Loop:
    table = scope.world.table
    reached = frozenset().union(*[mentioned(tree.Name(name), table) for name in block.names]) - set(block.names)
    if reached & writer.bound:
        return _moving(block, place, writer, scope)
    if isinstance(block, Weighted) and len(block.names) == 1 and not block.rank:
        found = rules.discrete(block.names[0], writer, scope)
        if found is not None:
            return _named(block, place, writer, block.rows(scope, 0), [found[0]], found[1])
    if isinstance(block, Coordinates):
        found_rule = _by_rule(block, writer, scope, rough)
        if found_rule is not None:
            return _named(block, place, writer, *found_rule)
    rows = _few(block, scope)
    if rows is None and isinstance(block, Finite):
        return _named(block, place, writer, *_product(block, writer, scope))
    if rows is None:
        raise NoLine("too many outcomes")
    outcomes = [written(_full(rows.values[name], rows.count)) for name in block.names]
    return _named(block, place, writer, rows, outcomes, listed(rows.weights.reshape(-1)))


def _few(block: Block, scope: Scope) -> Rows | None:
    """The outcomes where they fit into a table."""
    for points in FEW if block.coordinates else (0,):
        rows = block.rows(scope, points)
        if rows.count <= TABLE and rows.weights.size == rows.count:
            return rows
    return None


def _full(value: Value, count: int) -> Data:
    return np.broadcast_to(np.real(value.data), (count, *value.shape))


def _named(
    block: Block, place: int, writer: Writer, rows: Rows, outcomes: Sequence[str], chances: str
) -> Loop:
    """The lines `q_outcomes = …; q_chances = …`, and the loop over both."""
    names = tuple(block.names)
    stem = "_".join(identifier(name) for name in names)
    key = f"·{stem}"
    chance = f"chance_{place + 1}"
    lists = [f"{identifier(name)}_outcomes" for name in names]
    if key not in writer.known:
        writer.known[key] = stem
        for one, text in zip(lists, outcomes, strict=True):
            writer.lines.append(f"{one} = {text}")
        writer.lines.append(f"{stem}_chances = {chances}")
    variables = ", ".join([chance, *map(identifier, names)])
    text = f"for {variables} in zip({stem}_chances, {', '.join(lists)})"
    return Loop(names, chance, text, _models(rows), rows)


def _models(rows: Rows) -> dict[str, Value]:
    """One outcome of each name, for its shape."""
    return {
        name: Value(np.real(value.data[0]), value.rank, value.row, first=value.first)
        for name, value in rows.values.items()
    }


def _moving(block: Block, place: int, writer: Writer, scope: Scope) -> Loop:
    """A law whose parameters are bound outside: outcomes and chances are written in place."""
    if len(block.names) != 1:
        raise NoLine("a joint law that depends on what varies")
    (name,) = block.names
    found = rules.discrete(name, writer, scope) or rules.moved_normal(name, writer, scope)
    if found is None:
        raise NoLine("a law that depends on what varies")
    chance = f"chance_{place + 1}"
    text = f"for {chance}, {identifier(name)} in zip({found[1]}, {found[0]})"
    return Loop((name,), chance, text, _models(block.rows(scope, 2)), None)


def _product(block: Finite, writer: Writer, scope: Scope) -> tuple[Rows, list[str], str]:
    """A finite law of independent standardized entries, moved: the grid of their tables, and the map to each name."""
    flat = np.concatenate([c.reshape(block.base.rows, -1) for c in block.base.columns], axis=1)
    tables = []
    for column in flat.T:
        values, group = np.unique(np.round(column, 12), return_inverse=True)
        tables.append((values, np.bincount(group.reshape(-1), weights=block.base.weights)))
    if np.prod([float(len(values)) for values, _ in tables]) != block.base.rows:
        raise NoLine("too many outcomes that are not independent")
    grid, weights = rules.grid(tables)
    order = np.lexsort(np.round(flat, 12).T[::-1])
    if np.abs(flat[order] - grid).max() > 1e-9 or np.abs(block.base.weights[order] - weights).max() > 1e-12:
        raise NoLine("too many outcomes that are not independent")
    rows = block.rows(scope, 0)
    same = all(np.array_equal(t[0], tables[0][0]) and np.array_equal(t[1], tables[0][1]) for t in tables)
    if same:
        one = zip(("entry_values", "entry_chances"), tables[0], strict=True)
        texts = [f"[{writer.list_of(name, listed(part))}] * {len(tables)}" for name, part in one]
    else:
        texts = [f"[{', '.join(listed(t[part]) for t in tables)}]" for part in (0, 1)]
    placed = {name: _full(value, rows.count).reshape(rows.count, *value.shape)[order] for name, value in
              rows.values.items()}
    sorted_rows = Rows({n: Value(placed[n], v.rank, v.row) for n, v in rows.values.items()}, weights)
    return sorted_rows, *_placed(block, grid, placed, texts, writer)


def _placed(
    block: Block, grid: Data, placed: Mapping[str, Data], texts: Sequence[str], writer: Writer
) -> tuple[list[str], str]:
    """The texts of the outcomes as an affine map of a grid, and of the chances."""
    size = grid.shape[1]
    if size == 1:
        one = [text.removeprefix("[").removesuffix("]") if text.endswith("]") else text for text in texts]
        return [_on_line(bracketed(one[0]), grid[:, 0], placed[each]) for each in block.names], one[1]
    stem = "grid_of_" + "_".join(identifier(each) for each in block.names)
    name = writer.list_of(stem, rules.GRID.format(tables=texts[0], size=size))
    chances = f"np.prod({rules.GRID.format(tables=texts[1], size=size)}, axis=1)"
    return [_affine(name, grid, placed[each]) for each in block.names], chances


def _on_line(name: str, points: Data, data: Data) -> str:
    """c + k x for a scalar x, or arrays all of whose entries are so."""
    own, near = data.shape[1:], np.abs(points) <= NEAR
    points, data = points[near], data[near]
    slopes, centre = np.polynomial.polynomial.polyfit(points, data.reshape(len(points), -1), 1)[::-1]
    fit = centre + points[:, None] * slopes
    if np.abs(fit - data.reshape(len(points), -1)).max() > 1e-8 * max(1.0, float(np.abs(data).max())):
        raise NoLine("outcomes that are no affine map of standard ones")
    slopes, centre = (np.asarray(np.round(part, 12)) for part in (slopes, centre))
    if own:
        return f"[np.reshape(np.array({listed(centre)}) + x_ * np.array({listed(slopes)}), {own}) for x_ in {name}]"
    text = name if abs(slopes[0] - 1) < 1e-12 else f"{bracketed(listed(slopes[0]))} * {name}"
    return text if not centre[0] else f"{listed(centre[0])} + {text}"


def _affine(name: str, grid: Data, data: Data) -> str:
    """c + grid @ K, reshaped: found by least squares, and refused where it does not fit."""
    flat, own = data.reshape(len(data), -1), data.shape[1:]
    full = np.concatenate([np.ones((len(grid), 1)), grid], axis=1)
    solution = np.linalg.lstsq(full, flat, rcond=None)[0]
    if np.abs(full @ solution - flat).max() > 1e-9 * max(1.0, float(np.abs(flat).max())):
        raise NoLine("outcomes that are no affine map of standard ones")
    solution = np.asarray(np.round(solution, 12))
    centre, slopes = np.asarray(solution[0]), np.asarray(solution[1:])
    identity = slopes.shape[0] == slopes.shape[1] and np.array_equal(slopes, slopes[:1, :1] * np.eye(len(slopes)))
    moved = name if identity and slopes[0, 0] == 1 else f"{name} * {bracketed(listed(slopes[0, 0]))}"
    text = moved if identity else f"{name} @ np.array({listed(slopes)})"
    if np.any(centre):
        text = f"np.array({listed(centre)}) + {text}"
    return f"({text}).reshape(({', '.join(['-1', *map(str, own)])},))"


def _by_rule(block: Coordinates, writer: Writer, scope: Scope, rough: bool) -> tuple[Rows, list[str], str] | None:
    """The nodes of a product rule for the standard laws, moved to their place."""
    laws = block.laws(scope)
    size = len(laws)
    parts = [rules.standard(law.name, parameters, size, rough) for law, parameters in laws]
    if any(part is None for part in parts):
        return None
    tables = [part for part in parts if part is not None]
    if np.prod([float(len(table.values)) for table in tables]) > rules.MOST:
        raise NoLine("too many outcomes")
    grid, weights = rules.grid([(table.values, table.chances) for table in tables])
    values = block.placed([scope.lane(column) for column in grid.T], scope.opened())
    rows = Rows(values, scope.lane(weights))
    placed = {name: _full(value, len(grid)) for name, value in values.items()}
    for table in tables:
        table.write(writer)
    texts = [f"[{', '.join(getattr(table, part) for table in tables)}]" for part in ("name", "weights")]
    if size > 1 and len({table.name for table in tables}) == 1:
        texts = [f"[{getattr(tables[0], part)}] * {size}" for part in ("name", "weights")]
    if size == 1:
        curved = rules.curved(block.names[0], tables[0].name, writer, scope)
        if curved is not None:
            return rows, [curved], tables[0].weights
    return rows, *_placed(block, grid, placed, texts, writer)
