"""The table: how each node type is laid out, as a template in each notation or as a rule.

A slot ‹field:level› takes a part, in brackets where it binds less than `level` ("sum" when none is named).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from symbolic.notation import glyphs
from symbolic.notation import printer_binders as binders
from symbolic.notation import printer_calls as calls
from symbolic.notation import printer_statements as said
from symbolic.notation import printer_sums as sums
from symbolic.notation import tree as t
from symbolic.notation.printer_core import ATOM, CHAIN, FACTOR, POWER, TERM, Ink, Printer, Rule

_TYPED = frozenset({"=", "<", ">", ":=", "=:"})
#: The relations that plain text has a sign for; the others it writes as LaTeX does.
_RELATIONS = {
    "=": "=", "<": "<", ">": ">", ":=": ":=", "=:": "=:", "≠": "!=", "≤": "<=", "≥": ">=", "→": "->",
    "∼": "~",
}  # fmt: skip


@dataclass(frozen=True)
class Layout:
    """Templates in LaTeX, Unicode and plain text, and how tightly the whole binds; `dotted`: a sign of product."""

    latex: str
    unicode: str
    plain: str
    level: int
    dotted: bool = False

    def __call__(self, printer: Printer, node: t.Node, script: bool) -> Ink:
        template = (self.latex, self.unicode, self.plain)[printer.dialect.column]
        return replace(printer.fill(template, node, script), level=self.level, dotted=self.dotted)


def root(printer: Printer, node: t.Root, script: bool) -> Ink:
    """√x, the n-th root."""
    column = printer.dialect.column
    inner = printer.ink(node.radicand, script)
    if node.degree is not None:
        degree = printer.ink(node.degree, True).text
        forms = rf"\sqrt[{degree}]{{{inner.text}}}", f"√[{degree}]({inner.text})", f"root({degree}, {inner.text})"
        return Ink(forms[column], FACTOR, inner.tall)
    simple = isinstance(node.radicand, (t.Name, t.Number, t.Component)) and inner.text[0] != "("
    sign = inner.text if simple else f"({inner.text})"
    return Ink((rf"\sqrt{{{inner.text}}}", f"√{sign}", f"sqrt({inner.text})")[column], FACTOR, inner.tall)


def transpose(printer: Printer, node: t.Transpose, script: bool) -> Ink:
    """xᵀ; in plain text ^T, unless the given has a T."""
    taken = printer.table is not None and printer.table.knows("T")
    mark = (r"^\top", "ᵀ", r"^\top" if taken else "^T")[printer.dialect.column]
    inner = printer.set(node.argument, ATOM, script)
    return Ink(inner.text + mark, POWER, inner.tall)


def factorial(printer: Printer, node: t.Factorial, script: bool) -> Ink:
    """n!, n!!."""
    return Ink(printer.set(node.argument, ATOM, script).text + "!" * (1 + node.double), POWER)


def norm(printer: Printer, node: t.Norm, script: bool) -> Ink:
    """‖x‖ with its kind below."""
    inner = printer.ink(node.argument, script)
    kind = printer.script("_", printer.dialect.name(node.kind) if node.kind == "∞" else node.kind) if node.kind else ""
    opening, closing = ((r"\lVert", r"\rVert"), ("‖", "‖"), ("norm(", ")"))[printer.dialect.column]
    return Ink(printer.glue(printer.fence(opening, inner, closing), kind), ATOM, inner.tall)


def absolute(printer: Printer, node: t.Absolute, script: bool) -> Ink:
    """|x|."""
    inner = printer.ink(node.argument, script)
    opening, closing = ((r"\lvert", r"\rvert"), ("|", "|"), ("abs(", ")"))[printer.dialect.column]
    if printer.dialect.column == 1 and "|" in inner.text:
        opening, closing = "abs(", ")"
    return Ink(printer.fence(opening, inner, closing), ATOM, inner.tall)


def matrix(printer: Printer, node: t.Matrix, script: bool) -> Ink:
    """A matrix by rows; a column as [a; b]."""
    rows = [[printer.ink(entry, script).text for entry in row] for row in node.rows]
    if printer.dialect.commands:
        body = r"\\".join("&".join(row) for row in rows)
        return Ink(rf"\begin{{pmatrix}}{body}\end{{pmatrix}}", ATOM, True)
    return Ink("[" + ", ".join("[" + ", ".join(row) + "]" for row in rows) + "]")


def cases(printer: Printer, node: t.Cases, script: bool) -> Ink:
    """The branches, each with its condition; every notation writes them in the LaTeX environment."""
    rows = []
    for value, condition in node.branches:
        when = r"\text{otherwise}" if condition is None else printer.ink(condition, script).text
        said = condition is None or isinstance(condition, t.Remark)
        rows.append(printer.ink(value, script).text + "&" + ("" if said else r"\text{if }") + when)
    return Ink(r"\begin{cases}" + r"\\".join(rows) + r"\end{cases}", FACTOR, True)


def space(printer: Printer, node: t.Space, script: bool) -> Ink:
    """ℝ^{m×n}."""
    letter = glyphs.BLACKBOARD.get(node.field_, node.field_)
    head = node.field_ if printer.dialect.column == 1 else rf"\mathbb{{{letter}}}"
    cross = "×" if printer.dialect.column == 1 else r"\times "
    sizes = [printer.set(size, FACTOR, True).text for size in node.shape]
    return Ink(head + (printer.script("^", cross.join(sizes)) if sizes else ""))


def tuple_(printer: Printer, node: t.Tuple, script: bool) -> Ink:
    """(a, b)."""
    return printer.bracketed(printer.listed(node.items, script))


def set_of(printer: Printer, node: t.SetOf, script: bool) -> Ink:
    """{a, b}; one member alone in \\{…\\}, which no dialect takes for a group."""
    inner = printer.listed(node.items, script)
    shown = printer.dialect.commands or len(node.items) == 1
    opening, closing = (r"\{", r"\}") if shown else ("{", "}")
    return Ink(printer.fence(opening, inner, closing), ATOM, inner.tall)


def interval(printer: Printer, node: t.Interval, script: bool) -> Ink:
    """(a, b], [a, b]."""
    inner = printer.listed((node.lower, node.upper), script)
    return printer.bracketed(inner, ("(" if node.open_left else "[") + (")" if node.open_right else "]"))


def chain(printer: Printer, node: t.Chain, script: bool) -> Ink:
    """first = second ≤ third."""
    ink = printer.ink(node.first, script)
    if isinstance(node.first, t.Conditioned) and any(isinstance(part, t.Chain) for part in node.first.given):
        ink = printer.bracketed(ink)
    text, high = ink.text, ink.tall
    for relation, part in node.links:
        inner = printer.ink(part, script)
        sign = relation_sign(printer, relation, text, script)
        text, high = printer.glue(text, sign, inner.text), high or inner.tall
    return Ink(text, CHAIN, high)


def relation_sign(printer: Printer, relation: str, before: str, script: bool) -> str:
    """The relation, spaced as the notation has it."""
    column = printer.dialect.column
    relation, _, note = relation.partition("[")
    command = f"\\{glyphs.BY_ID[relation].latex[0]}"
    if note:
        return rf" \overset{{\text{{{note[:-1]}}}}}{{{command}}} "
    if column == 0:
        return (" " if before.endswith("!") else "") + (relation if relation in _TYPED else command)
    sign = relation if column == 1 else _RELATIONS.get(relation, command)
    return sign if script and sign not in ("~", "!=") and not sign.startswith("\\") else f" {sign} "


def dots(printer: Printer, node: t.Dots, script: bool) -> Ink:
    """…"""
    return Ink((r"\ldots", "…", "...")[printer.dialect.column])


LAYOUTS: dict[type, Rule] = {
    t.Number: calls.number,
    t.Name: calls.name,
    t.Component: calls.component,
    t.Add: sums.add,
    t.Negative: sums.negative,
    t.PlusMinus: sums.plusminus,
    t.Product: sums.product,
    t.Dot: sums.dot,
    t.Hadamard: Layout(
        r"‹left:power›\odot‹right:power›",
        "‹left:power› ⊙ ‹right:power›",
        r"‹left:power› \odot ‹right:power›",
        TERM,
        True,
    ),
    t.Kronecker: Layout(
        r"‹left:power›\otimes‹right:power›",
        "‹left:power› ⊗ ‹right:power›",
        r"‹left:power› \otimes ‹right:power›",
        TERM,
        True,
    ),
    t.Quotient: sums.quotient,
    t.Power: sums.power,
    t.Root: root,
    t.Factorial: factorial,
    t.Transpose: transpose,
    t.Absolute: absolute,
    t.Norm: norm,
    t.Delta: calls.delta,
    t.Indicator: Layout(r"\mathbb{1}[‹relation:chain›]", "𝟙[‹relation:chain›]", "1[‹relation:chain›]", ATOM),
    t.Call: calls.call,
    t.Prime: calls.prime,
    t.Big: binders.big,
    t.Integral: binders.integral,
    t.Operator: calls.operator,
    t.Limit: binders.limit,
    t.OuterLimit: binders.outer_limit,
    t.Derivative: binders.derivative,
    t.Gradient: binders.gradient,
    t.Optimum: binders.optimum,
    t.Matrix: matrix,
    t.Tuple: tuple_,
    t.Dots: dots,
    t.Cases: cases,
    t.Interval: interval,
    t.Space: space,
    t.SetOf: set_of,
    t.Chain: chain,
    t.Infix: said.infix,
    t.Partial: said.partial,
    t.Conditioned: said.conditioned,
    t.Against: said.against,
    t.Blank: said.blank,
    t.Range: said.range_,
    t.Average: said.average,
    t.Differential: said.differential,
    t.OfOrder: said.of_order,
    t.Evaluated: said.evaluated,
    t.IntegralOver: said.integral_over,
    t.Gathered: said.gathered,
    t.Extremum: said.extremum,
    t.Builder: said.builder,
    t.Members: said.members,
    t.Sequence: said.sequence,
    t.Remark: said.remark,
    t.Qualified: said.qualified,
    t.Claims: said.claims,
    t.Labelled: said.labelled,
    t.Quantified: said.quantified,
}
