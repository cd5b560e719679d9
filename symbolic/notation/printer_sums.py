"""Sums, products, quotients and powers: what stands between terms and factors, and when nothing need."""

from __future__ import annotations

import re
from dataclasses import replace

from symbolic.notation import glyphs
from symbolic.notation import tree as t
from symbolic.notation.printer_core import (
    ATOM,
    FACTOR,
    POWER,
    PRODUCT,
    SIGNED,
    SUM,
    TERM,
    Ink,
    Printer,
)
from symbolic.notation.scope import Scope
from symbolic.notation.shapes import rank

#: Functions whose powers stand behind the name: tanh²(x).
POWERED = frozenset({"sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "coth"})
#: So many letters at most stand side by side.
_LONGEST_RUN = 12
_DIGITS = frozenset("0123456789.")


def add(printer: Printer, node: t.Add, script: bool) -> Ink:
    """first + second − third."""
    dialect = printer.dialect
    text, tall = "", False
    for place, term in enumerate(node.terms):
        sign, part = dialect.plus, term
        if isinstance(term, t.Negative) and text:
            sign, part = dialect.minus, term.argument
        elif isinstance(term, t.PlusMinus) and text:
            sign, part = dialect.plusminus, term.argument
        level = TERM if text else SIGNED
        ink = Ink(dots(printer)) if isinstance(term, t.Dots) else printer.set(part, level, script)
        ink = printer.bracketed(ink) if _reaches(part, node.terms[place + 1 :]) else ink
        sign = sign.replace(" ", "") if script and not dialect.commands else sign
        text = printer.glue(text, sign, ink.text) if text else ink.text
        tall = tall or ink.tall
    return Ink(text, SUM, tall)


def _reaches(term: t.Node, behind: tuple[t.Node, ...]) -> bool:
    """Would a limit or an optimum in this term be read as one of the terms behind it too, which name what it binds?"""
    if not behind:
        return False
    bound: set[str] = set()
    for part in t.walk(term):
        if isinstance(part, t.Limit | t.Optimum):
            bound |= t.names(part.variable)
        elif isinstance(part, t.Extremum):
            bound |= {name for variable in part.variables for name in t.names(variable)}
    return any(bound & t.names(other) for other in behind)


def dots(printer: Printer) -> str:
    """The … between terms and factors."""
    return (r"\cdots", "…", "...")[printer.dialect.column]


def negative(printer: Printer, node: t.Negative, script: bool) -> Ink:
    """−x."""
    return _signed(printer, printer.dialect.leading[0], node.argument, script)


def plusminus(printer: Printer, node: t.PlusMinus, script: bool) -> Ink:
    """±x."""
    return _signed(printer, printer.dialect.leading[1], node.argument, script)


def _signed(printer: Printer, sign: str, argument: t.Node, script: bool) -> Ink:
    ink = printer.set(argument, TERM, script)
    return Ink(printer.glue(sign, ink.text), SIGNED, ink.tall, ink.greedy, ink.dotted)


def product(printer: Printer, node: t.Product, script: bool) -> Ink:
    """The factors side by side, with a sign where they would be misread."""
    end = len(node.factors) - 1
    inks = [printer.set(factor, FACTOR, script, last=k == end) for k, factor in enumerate(node.factors)]
    whole = inks[0]
    dotted = False
    for k in range(1, end + 1):
        between = _between(printer, node.factors[k - 1], whole, node.factors[k], inks[k])
        dotted = dotted or between == printer.dialect.times
        joined = between == "" and len(inks[k].tail) == len(inks[k].text)
        tail = whole.tail + inks[k].tail if joined else inks[k].tail
        text = printer.glue(whole.text, between, inks[k].text)
        whole = Ink(text, ATOM, whole.tall or inks[k].tall, tail=tail)
    return replace(whole, level=PRODUCT, greedy=inks[-1].greedy, dotted=dotted)


def _between(printer: Printer, left: t.Node, before: Ink, right: t.Node, after: Ink) -> str:
    first, last = after.text[0], before.text[-1]
    if first in _DIGITS or (first in "([" and callable_name(printer, left)):
        return printer.dialect.times
    if first in "|‖" and last in "|‖":
        return " "
    if isinstance(left, t.Dots) or isinstance(right, t.Dots) or _parted(printer, left, right, after):
        return printer.dialect.thin
    if first.isalnum() and last.isalnum() and last not in "ᵀ⁰¹²³⁴⁵⁶⁷⁸⁹":
        counted = isinstance(left, t.Number) or (printer.dialect.commands and last in _DIGITS)
        return "" if (counted and first != "e") or _may_join(printer, before, after) else " "
    if not printer.dialect.letters and first not in "([":
        return printer.dialect.thin
    return ""


def _parted(printer: Printer, left: t.Node, right: t.Node, after: Ink) -> bool:
    """Is there a thin space between words, where no bracket parts them?"""
    if isinstance(right, t.Indicator):
        return True
    if not printer.dialect.commands:
        return len(_run(after.text)) > 1
    if _wordy(right):
        return not isinstance(left, t.Number) and not after.text.startswith((r"\operatorname", r"\log", "("))
    return _wordy(left) and after.text[0] not in "(["


def _wordy(node: t.Node) -> bool:
    """An operator or function with its argument, or a power of one."""
    return isinstance(node.base if isinstance(node, t.Power) else node, (t.Operator, t.Call))


def callable_name(printer: Printer, node: t.Node) -> bool:
    """Would a bracket behind this name be read as its argument?"""
    if isinstance(node, t.Prime):
        return callable_name(printer, node.argument)
    if not isinstance(node, t.Name):
        return False
    table = printer.table
    symbol = table.symbol(node.id) if table else None
    if symbol is not None:
        return symbol.kind == "function"
    definition = table.definitions.get(node.id) if table else None
    if definition is not None:
        return bool(definition.parameters)
    return node.id in glyphs.FUNCTIONS or node.id in glyphs.OPERATORS or node.id == "φ"


def _may_join(printer: Printer, before: Ink, after: Ink) -> bool:
    """Letters stand side by side when every name is one letter and no known word arises."""
    if not printer.dialect.letters or not before.tail:
        return False
    first = _run(after.text) or after.text[0]
    return len(first) == 1 and len(before.tail) < _LONGEST_RUN and separable(printer, before.tail + first)


def _run(text: str) -> str:
    match = re.match(r"[A-Za-z]+", text)
    return match.group() if match else ""


def separable(printer: Printer, run: str) -> bool:
    """Do the letters of a run stay single names to a reader?

    A run that begins with d may be a differential; any known word inside would be read as one.
    """
    longest = len(max(printer.words, key=len))
    pieces = (run[i:j] for i in range(len(run)) for j in range(i + 2, min(i + longest, len(run)) + 1))
    return not run.startswith("d") and printer.words.isdisjoint(pieces)


def quotient(printer: Printer, node: t.Quotient, script: bool) -> Ink:
    """A fraction bar; in small type and in a line of text, a slash."""
    if not printer.dialect.commands or script:
        dotted = isinstance(node.numerator, t.Dot)
        above = printer.set(node.numerator, TERM if dotted else PRODUCT, script, last=False)
        below = printer.set(node.denominator, FACTOR, script)
        text = printer.glue(above.text, "/", below.text)
        return Ink(text, TERM, above.tall or below.tall, below.greedy, above.dotted)
    above, below = printer.ink(node.numerator), printer.ink(node.denominator)
    return Ink(rf"\frac{{{above.text}}}{{{below.text}}}", FACTOR, tall=True)


def power(printer: Printer, node: t.Power, script: bool) -> Ink:
    """base^exponent; the power of a named function stands behind its name."""
    exponent = printer.ink(node.exponent, True)
    called = callable_name(printer, node.exponent)
    raised = f"^{{{exponent.text}}}" if called else printer.script("^", exponent.text)
    base = node.base
    if isinstance(base, t.Call) and isinstance(base.function, t.Name) and base.function.id in POWERED:
        from symbolic.notation.printer_calls import applied

        if isinstance(node.exponent, t.Number) and node.exponent.text.isdigit():
            return applied(printer, base, script, raised)
    ink = printer.set(base, ATOM, script)
    return Ink(printer.glue(ink.text, raised), POWER, ink.tall)


def dot(printer: Printer, node: t.Dot, script: bool) -> Ink:
    """q·k, or ⟨q,k⟩ where that was written, or where a dot would not say that these are vectors."""
    if node.style == "⟨⟩" or printer.dialect.column == 2 or not _vectors(printer, node):
        inner = printer.listed((node.left, node.right), script)
        opening, closing = ((r"\langle", r"\rangle"), ("⟨", "⟩"), ("dot(", ")"))[printer.dialect.column]
        return Ink(printer.glue(opening, inner.text, closing), ATOM, inner.tall)
    left, right = printer.set(node.left, POWER, script), printer.set(node.right, POWER, script)
    text = printer.glue(left.text, (r"\cdot ", "·")[printer.dialect.column], right.text)
    return Ink(text, TERM, left.tall or right.tall, dotted=True)


def _vectors(printer: Printer, node: t.Dot) -> bool:
    """Does the table say that both sides are vectors?  Without a table, they are taken to be."""
    if printer.table is None:
        return True
    ranks = Scope(printer.table).rank
    return all(abs(rank(side, ranks) or 0) == 1 for side in (node.left, node.right))
