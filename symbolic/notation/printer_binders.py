"""Operators with a bound variable, and derivatives: what they take as their body, and how it is bracketed."""

from __future__ import annotations

from dataclasses import replace

from symbolic.notation import glyphs
from symbolic.notation import tree as t
from symbolic.notation.printer_core import FACTOR, POWER, SUM, TERM, Ink, Printer


def big(printer: Printer, node: t.Big, script: bool) -> Ink:
    """∑_{i=1}^n body, ∑_{i,j} body; bounds that differ need an operator each."""
    outer, rest = _alike(node.bounds)
    if rest:
        inner = t.Big(node.operator, rest, node.body)
        return headed(printer, limits(printer, node.operator, outer), inner, script)
    return headed(printer, limits(printer, node.operator, outer), node.body, script)


def _alike(bounds: tuple[t.Bound, ...]) -> tuple[tuple[t.Bound, ...], tuple[t.Bound, ...]]:
    """The first bounds that share their limits, and the rest; a condition on several indices ends its group."""
    first = bounds[0]
    same = 1
    while same < len(bounds) and _limits_of(bounds[same]) == _limits_of(first) and bounds[same - 1].condition is None:
        if bounds[same].condition is not None and not _relates(bounds[: same + 1]):
            break
        same += 1
    return bounds[:same], bounds[same:]


def _limits_of(bound: t.Bound) -> tuple[t.Node | None, ...]:
    return bound.lower, bound.upper


def _relates(bounds: tuple[t.Bound, ...]) -> bool:
    """Is the last bound's condition about all of these indices, in their order (∑_{i≠j}, ∑_{1≤i<j≤n})?"""
    condition = bounds[-1].condition
    if not isinstance(condition, t.Chain):
        return False
    sides = [condition.first, *(side for _, side in condition.links)]
    indices = [t.Name(bound.index) for bound in bounds]
    return [side for side in sides if side in indices] == indices


def limits(printer: Printer, operator: str, bounds: tuple[t.Bound, ...]) -> str:
    """The operator with what hangs on it."""
    glyph = glyphs.BY_ID[operator]
    first = bounds[0]
    head = (f"\\{glyph.latex[0]}", operator, (*glyph.plain, f"\\{glyph.latex[0]}")[0])[printer.dialect.column]
    below = ",".join(printer.ink(t.Name(bound.index), True).text for bound in bounds)
    if first.lower is not None:
        below = f"{below}={printer.ink(first.lower, True).text}"
    if bounds[-1].condition is not None:
        condition = printer.ink(bounds[-1].condition, True).text
        led = first.lower is None and _leads(bounds)
        below = condition if led else f"{below},{condition}" if first.lower is not None else f"{below}:{condition}"
    head = printer.glue(head, printer.script("_", below))
    return head if first.upper is None else printer.glue(head, printer.script("^", printer.ink(first.upper, True).text))


def _leads(bounds: tuple[t.Bound, ...]) -> bool:
    """Does the condition bind these very indices by itself (i ≠ j, i ∈ S)?"""
    condition = bounds[-1].condition
    if not isinstance(condition, t.Chain):
        return True
    indices = [bound.index for bound in bounds]
    sides = (condition.first, *(side for _, side in condition.links))
    return len(indices) > 1 or t.Name(indices[0]) in sides


def headed(printer: Printer, head: str, body: t.Node, script: bool, level: int = TERM) -> Ink:
    """An operator before its body, which takes all that follows up to + or −."""
    inner = printer.set(body, level, script, body=True)
    joined = printer.dialect.commands and head.endswith("}") and inner.text.startswith(("\\", "("))
    return Ink(head + ("" if joined else " ") + inner.text, FACTOR, True, greedy=True)


def integral(printer: Printer, node: t.Integral, script: bool) -> Ink:
    """∫_a^b body dx."""
    head = (r"\int", "∫", "int")[printer.dialect.column]
    if node.lower is not None and node.upper is not None:
        head += printer.script("_", printer.ink(node.lower, True).text)
        head = printer.glue(head, printer.script("^", printer.ink(node.upper, True).text))
    inner = printer.set(node.body, POWER if isinstance(node.body, t.Derivative) else TERM, script, body=True)
    variable = printer.ink(t.Name(node.variable), script).text
    closing = printer.glue(r"\,d" if printer.dialect.commands else " d", variable)
    return Ink(printer.glue(f"{head} {inner.text}", closing), FACTOR, True, greedy=True)


def outer_limit(printer: Printer, node: t.OuterLimit, script: bool) -> Ink:
    """limsup_{n→∞} body."""
    return limit(printer, node.of, script, node.kind)


def limit(printer: Printer, node: t.Limit, script: bool, kind: str = "lim") -> Ink:
    """lim_{x→a⁺} body."""
    target = printer.ink(node.target, True).text
    if node.side:
        raised = len(target) == 1 and printer.dialect.column < 2
        target = target + (printer.script("^", node.side) if raised else node.side)
    arrow = (r"\to", "→", " -> ")[printer.dialect.column]
    space = " " if printer.dialect.commands and target[0].isalnum() else ""
    below = printer.glue(printer.ink(node.variable, True).text, arrow + space, target)
    head = printer.glue((rf"\{kind}", kind, kind)[printer.dialect.column], f"_{{{below}}}")
    return headed(printer, head, node.body, script)


def optimum(printer: Printer, node: t.Optimum, script: bool) -> Ink:
    """min_c body, argmax_{x ∈ D} body."""
    command = {"argmin": r"\operatorname*{arg\,min}", "argmax": r"\operatorname*{arg\,max}"}.get(node.kind)
    head = command or f"\\{node.kind}" if printer.dialect.commands else node.kind
    variable = printer.ink(node.variable, True).text
    below = condition_below(printer, variable, (node.variable,), node.domain)
    ink = headed(printer, printer.glue(head, printer.script("_", below)), node.body, script)
    return replace(ink, level=SUM) if command else ink


def condition_below(printer: Printer, names: str, variables: tuple[t.Node, ...], domain: t.Node | None) -> str:
    """The variables below an optimum; a condition stands behind a colon where it does not begin with them."""
    if domain is None:
        return names
    text = printer.ink(domain, True).text
    first = domain.first if isinstance(domain, t.Chain) else None
    named = first == variables[0] if len(variables) == 1 else first == t.Sequence(variables)
    return text if named else f"{names}:{text}"


def derivative(printer: Printer, node: t.Derivative, script: bool) -> Ink:
    """∂f/∂x with a short f above the bar, otherwise ∂/∂x before its body."""
    latex = printer.dialect.commands
    sign = _sign(printer, node)
    order = str(len(node.variables)) if len(node.variables) > 1 else ""
    above = printer.glue(sign, printer.script("^", order) if order else "")
    below = _differentials(printer, node.variables, sign)
    body = printer.ink(node.body, script)
    if body.level >= POWER and not body.tall and not body.greedy and not _hides_slash(body.text, latex):
        above = _after_sign(printer, above + " " * bool(order and latex and body.text[0].isalnum()), body.text)
        return _fraction(printer, above, below, latex and not script)
    head = _fraction(printer, above, below, latex and not script).text
    inner = printer.set(node.body, FACTOR, script, body=True)
    space = "" if latex and not inner.text[0].isalnum() else " "
    return Ink(printer.glue(head + space, inner.text), FACTOR if latex else TERM, True, greedy=True)


def _sign(printer: Printer, node: t.Derivative) -> str:
    """d or ∂; plain text writes d, and \\partial where d is a name of the given or a bracket would follow it."""
    round_ = (r"\partial", "∂", r"\partial")[printer.dialect.column]
    straight = node.style == "d" or printer.dialect.column == 2
    taken = printer.table is not None and printer.table.knows("d")
    bracket = any(printer.ink(variable).text.startswith("(") for variable in node.variables)
    return "d" if straight and not taken and not bracket else round_


def _hides_slash(text: str, latex: bool) -> bool:
    """Would a reader of text lose the slash behind this body: bars inside, or a number after d?"""
    return text[0].isdigit() or (not latex and ("|" in text or "‖" in text))


def _fraction(printer: Printer, above: str, below: str, bar: bool) -> Ink:
    if bar:
        return Ink(rf"\frac{{{above}}}{{{below}}}", FACTOR, tall=True)
    return Ink(f"{above}/{below}", TERM)


def _differentials(printer: Printer, variables: tuple[t.Node, ...], sign: str) -> str:
    """∂x ∂y², each run of one variable as a power."""
    groups: list[tuple[t.Node, int]] = []
    for variable in variables:
        if groups and groups[-1][0] == variable:
            groups[-1] = variable, groups[-1][1] + 1
        else:
            groups.append((variable, 1))
    texts = []
    for variable, times in groups:
        text = _after_sign(printer, sign, printer.set(variable, POWER).text)
        texts.append(printer.glue(text, printer.script("^", str(times)) if times > 1 else ""))
    return printer.dialect.thin.join(texts) if sign != "∂" else "".join(texts)


def _after_sign(printer: Printer, sign: str, text: str) -> str:
    """∂x, dx; a space where d would run into a word."""
    if sign.startswith("\\") and text.startswith(("\\mathrm", "\\operatorname")):
        return rf"{sign}\,{text}"
    if sign[-1] == "d" and text[:2].isalpha() and len(text) > 1:
        return f"{sign} {text}"
    return printer.glue(sign, text)


def gradient(printer: Printer, node: t.Gradient, script: bool) -> Ink:
    """∇_x f, ∇²f."""
    head = (r"\nabla", "∇", r"\nabla")[printer.dialect.column]
    if node.variable is not None:
        head = printer.glue(head, printer.script("_", printer.ink(node.variable, True).text))
    if node.order > 1:
        head = printer.glue(head, printer.script("^", str(node.order)))
    inner = printer.set(node.body, FACTOR, script, body=True)
    spaced = head[-1] != "∇" if not printer.dialect.commands else inner.text[0].isalnum()
    return Ink(printer.glue(head + (" " if spaced else ""), inner.text), FACTOR, inner.tall, greedy=True)
