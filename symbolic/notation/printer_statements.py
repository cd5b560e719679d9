"""Claims with their remarks, sets, conditions and values at a place: what stands around and beside an expression."""

from __future__ import annotations

from dataclasses import replace

from symbolic.notation import glyphs
from symbolic.notation import tree as t
from symbolic.notation.lexer_tables import BESIDE
from symbolic.notation.printer_binders import condition_below, headed, limits
from symbolic.notation.printer_core import ATOM, CHAIN, FACTOR, POWER, SUM, TERM, Ink, Printer

_INFIX = {"∘": "circ", "∩": "cap", "∪": "cup", "∖": "setminus", "⊕": "oplus", "∗": "ast", "×": "times", "‖": "|"}


def infix(printer: Printer, node: t.Infix, script: bool) -> Ink:
    """left ∘ right."""
    joins = node.operator == "‖"
    left, right = (printer.set(side, TERM if joins else POWER, script) for side in (node.left, node.right))
    if joins:
        sign = (r"\,\|\,", " ‖ ", " ‖ ".replace("‖", r"\|"))[printer.dialect.column]
        return printer.bracketed(Ink(printer.glue(left.text, sign, right.text), SUM, left.tall or right.tall), "[]")
    sign = node.operator if printer.dialect.column == 1 else f"\\{_INFIX[node.operator]}"
    spaced = sign if printer.dialect.column == 0 else f" {sign} "
    return Ink(printer.glue(left.text, spaced, right.text), TERM, left.tall or right.tall, dotted=True)


def partial(printer: Printer, node: t.Partial, script: bool) -> Ink:
    """∂_1 f."""
    sign = "∂" if printer.dialect.column == 1 else r"\partial"
    places = printer.script("_", ",".join(map(str, node.places)))
    return Ink(f"{sign}{places} {printer.set(node.function, ATOM, script).text}", FACTOR)


def conditioned(printer: Printer, node: t.Conditioned, script: bool) -> Ink:
    """x, y ∣ z; θ."""
    ink = _commas(printer, node.events, script)
    for sign, parts in (("∣", node.given), (";", node.parameters)):
        if parts:
            inner = _commas(printer, parts, script)
            between = bar(printer, inner.text) if sign == "∣" else ";" if script else "; "
            ink = Ink(printer.glue(ink.text, between, inner.text), CHAIN, ink.tall or inner.tall)
    return ink


def bar(printer: Printer, after: str) -> str:
    """The bar before a condition."""
    sign = (r"\mid ", " ∣ ", " | ")[printer.dialect.column]
    return sign.rstrip() if after.startswith("\\") and printer.dialect.commands else sign


def _commas(printer: Printer, nodes: tuple[t.Node, ...], script: bool) -> Ink:
    return Ink(printer.listed(nodes, script, CHAIN).text, CHAIN)


def against(printer: Printer, node: t.Against, script: bool) -> Ink:
    """p ‖ q."""
    left, right = printer.set(node.left, SUM, script), printer.set(node.right, SUM, script)
    sign = (r"\,\|\,", " ‖ ", " || ")[printer.dialect.column]
    return Ink(printer.glue(left.text, sign, right.text), CHAIN, left.tall or right.tall)


def blank(printer: Printer, node: t.Blank, script: bool) -> Ink:
    """·"""
    return Ink((r"\cdot", "·", r"\cdot")[printer.dialect.column])


def range_(printer: Printer, node: t.Range, script: bool) -> Ink:
    """1:T, <t."""
    ends = [printer.set(end, SUM, True).text if end is not None else "" for end in (node.lower, node.upper)]
    if node.sign == ":":
        return Ink(f"{ends[0]}:{ends[1]}", CHAIN)
    commands = {"≤": r"\le", "≥": r"\ge", "∖": r"\setminus"}
    sign = node.sign if printer.dialect.column == 1 else commands.get(node.sign, node.sign)
    return Ink(printer.glue(sign, ends[1]), CHAIN)


def average(printer: Printer, node: t.Average, script: bool) -> Ink:
    """⟨x⟩."""
    inner = printer.ink(node.argument, script)
    opening, closing = ("⟨", "⟩") if printer.dialect.column == 1 else (r"\langle", r"\rangle")
    return Ink(printer.glue(opening, inner.text, closing), ATOM, inner.tall)


def differential(printer: Printer, node: t.Differential, script: bool) -> Ink:
    """dx; the d upright, so that it is no name."""
    inner = printer.set(node.argument, ATOM, script)
    if inner.text[0] == "(":
        sign = "∂" if printer.dialect.column == 1 else r"\partial"
        return Ink(printer.glue(sign, inner.text), FACTOR, inner.tall)
    space = " " if inner.text[0].isalnum() and not printer.dialect.commands else ""
    return Ink(r"\mathrm{d}" + space + inner.text, FACTOR, inner.tall)


def of_order(printer: Printer, node: t.OfOrder, script: bool) -> Ink:
    """f^{(n)}, dⁿ/dxⁿ f."""
    order = printer.ink(node.order, True).text
    if node.variable is None:
        inner = printer.set(node.body, ATOM, script)
        return Ink(f"{inner.text}^{{({order})}}", POWER, inner.tall)
    variable = printer.set(node.variable, ATOM).text
    space = " " if variable[0].isalnum() and printer.dialect.column else ""
    head = rf"\frac{{d^{{{order}}}}}{{d{space}{variable}^{{{order}}}}}"
    body = printer.set(node.body, FACTOR, script, body=True)
    return Ink(printer.glue(head + " ", body.text), FACTOR, True, greedy=True)


def evaluated(printer: Printer, node: t.Evaluated, script: bool) -> Ink:
    """body|_{at}^{upper}, in the brackets of LaTeX in every notation."""
    body = printer.ink(node.body, script)
    text = printer.glue(r"\left.", body.text, r"\right|")
    text += f"_{{{printer.ink(node.at, True).text}}}"
    if node.upper is not None:
        text += f"^{{{printer.ink(node.upper, True).text}}}"
    return Ink(text, POWER, True)


def integral_over(printer: Printer, node: t.IntegralOver, script: bool) -> Ink:
    """∫_D body dx dy."""
    count = min(len(node.variables), 2)
    head = (("\\iint" if count == 2 else r"\int"), ("∬" if count == 2 else "∫"), ("\\iint" if count == 2 else "int"))
    text = head[printer.dialect.column]
    if node.region is not None:
        text = printer.glue(text, printer.script("_", printer.ink(node.region, True).text))
    inner = printer.set(node.body, TERM, script, body=True)
    closing = "".join(
        printer.glue(r"\,d" if printer.dialect.commands else " d", printer.ink(variable, script).text)
        for variable in node.variables
    )
    return Ink(printer.glue(f"{text} {inner.text}", closing), FACTOR, True, greedy=True)


def gathered(printer: Printer, node: t.Gathered, script: bool) -> Ink:
    """⋃_i body."""
    return headed(printer, limits(printer, node.operator, node.bounds), node.body, script)


def extremum(printer: Printer, node: t.Extremum, script: bool) -> Ink:
    """sup_x body, min_{w,b} body."""
    command = {"argmin": r"\operatorname*{arg\,min}", "argmax": r"\operatorname*{arg\,max}"}.get(node.kind)
    head = command or f"\\{node.kind}" if printer.dialect.commands else node.kind
    names = ",".join(printer.ink(variable, True).text for variable in node.variables)
    below = condition_below(printer, names, node.variables, node.domain)
    ink = headed(printer, printer.glue(head, printer.script("_", below)), node.body, script)
    return replace(ink, level=SUM) if command else ink


def builder(printer: Printer, node: t.Builder, script: bool) -> Ink:
    """{element ∣ conditions}."""
    element, conditions = printer.set(node.element, CHAIN, script), _commas(printer, node.conditions, script)
    inner = Ink(printer.glue(element.text, bar(printer, conditions.text), conditions.text), CHAIN)
    return Ink(_braces(printer, inner), ATOM)


def members(printer: Printer, node: t.Members, script: bool) -> Ink:
    """{item}_{i=1}^n."""
    braced = isinstance(node.item, t.Builder)
    inner = printer.ink(node.item, script)
    text = inner.text if braced else rf"\{{{inner.text}\}}"
    hanging = limits(printer, "∑", node.bounds)
    return Ink(text + hanging[min(k for k in (hanging.find("_"), hanging.find("^")) if k >= 0) :], POWER)


def _braces(printer: Printer, inner: Ink) -> str:
    return printer.fence(r"\{", inner, r"\}")


def sequence(printer: Printer, node: t.Sequence, script: bool) -> Ink:
    """a, b, …, z."""
    return Ink(printer.listed(node.items, script, CHAIN).text, CHAIN)


def remark(printer: Printer, node: t.Remark, script: bool) -> Ink:
    """The words, and what they speak of."""
    body = printer.ink(node.body, script).text if node.body is not None else ""
    alone = " " not in node.words and node.words not in BESIDE
    words = rf"\text{{{', ' * alone}{node.words} }}" if node.words else ""
    return Ink(printer.glue(words, body), CHAIN)


def qualified(printer: Printer, node: t.Qualified, script: bool) -> Ink:
    """The claim and its remarks, parted by commas."""
    parts = [printer.ink(part, script) for part in (node.claim, *node.remarks)]
    between = r",\quad " if printer.dialect.commands else ", "
    return Ink(between.join(part.text for part in parts), CHAIN)


def claims(printer: Printer, node: t.Claims, script: bool) -> Ink:
    """first ⟹ second."""
    text = printer.ink(node.first, script).text
    for sign, part in node.links:
        arrow = sign if printer.dialect.column == 1 else f"\\{glyphs.BY_ID[sign].latex[0]}"
        text = printer.glue(text, f" {arrow} ", printer.ink(part, script).text)
    return Ink(text, CHAIN)


def labelled(printer: Printer, node: t.Labelled, script: bool) -> Ink:
    """f : X → Y."""
    colon = r"\colon " if printer.dialect.commands else " : "
    return Ink(printer.glue(printer.ink(node.subject, script).text, colon, printer.ink(node.body, script).text), CHAIN)


def quantified(printer: Printer, node: t.Quantified, script: bool) -> Ink:
    """∀ over : body."""
    sign = node.sign if printer.dialect.column == 1 else {"∀": r"\forall", "∃": r"\exists"}[node.sign]
    over, body = printer.ink(node.over, script).text, printer.ink(node.body, script).text
    return Ink(printer.glue(sign + " ", over, r"\colon " if printer.dialect.commands else " : ", body), CHAIN)
