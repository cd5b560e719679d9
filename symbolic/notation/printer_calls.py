"""Names, components, functions and the operators of probability."""

from __future__ import annotations

from functools import lru_cache

from symbolic.notation import glyphs
from symbolic.notation import tree as t
from symbolic.notation.errors import ReadError
from symbolic.notation.names import parts
from symbolic.notation.printer_core import ATOM, CHAIN, FACTOR, POWER, SUM, Ink, Printer
from symbolic.notation.printer_sums import POWERED, separable

#: Functions that LaTeX writes without \\operatorname, or in a form of their own.
_LATEX = {
    "softmax": r"\mathrm{softmax}", "erf⁻¹": r"\operatorname{erf}^{-1}", "Φ⁻¹": r"\Phi^{-1}",
    "argmax": r"\operatorname{arg\,max}", "argmin": r"\operatorname{arg\,min}",
}  # fmt: skip
_UNICODE = {"erf⁻¹": "erf⁻¹", "Φ⁻¹": "Φ⁻¹"}
#: Functions that stand before a simple argument without brackets.
_BARE = POWERED | {"log", "arcsin", "arccos", "arctan", "det"}
#: Arguments that say more than an expression, and stand bare between commas.
_SPOKEN = (t.Conditioned, t.Against, t.Blank, t.Chain)
_SQUARE = frozenset({"E"})
_HOLLOW = {"E": (r"\mathbb{E}", "𝔼"), "P": (r"\mathbb{P}", "ℙ")}


def number(printer: Printer, node: t.Number, script: bool) -> Ink:
    """The numeral as it was written."""
    return Ink(node.text)


def name(printer: Printer, node: t.Name, script: bool) -> Ink:
    """A name in its author's dress, where the table knows it."""
    text = spelled(printer, node.id)
    tail = text if len(text) == 1 and text.isalpha() else ""
    return Ink(text, POWER if parts(node.id).label else ATOM, tail=tail)


def spelled(printer: Printer, name: str) -> str:
    """The name as this dialect spells it; LaTeX in the dress that the given shows."""
    symbol = printer.table.symbol(name) if printer.table and printer.dialect.commands else None
    if symbol is not None and symbol.dress and _spells(symbol.dress, name):
        return symbol.dress
    return (
        glyphs.latex_name(name)
        if printer.dialect.column == 2 and _dissolves(printer, name)
        else printer.dialect.name(name)
    )


def _dissolves(printer: Printer, name: str) -> bool:
    """Would the word of a built-in Greek letter be read as single letters, because each of them is a name?"""
    if printer.table is None or printer.table.knows(name) or name not in glyphs.BY_ID or name == "π":
        return False
    glyph = glyphs.BY_ID[name]
    return glyph.role == glyphs.LETTER and printer.letters.issuperset(glyph.plain[0])


@lru_cache(maxsize=4096)
def _spells(dress: str, name: str) -> bool:
    """Is the dress LaTeX for this very name?"""
    if "\\" not in dress or not dress.isascii():
        return False
    try:
        return glyphs.canonical(dress) == name
    except ReadError:
        return False


def component(printer: Printer, node: t.Component, script: bool) -> Ink:
    """x_i, w_ij, softmax(z)_i."""
    array = node.array
    plain_name = isinstance(array, t.Name) and not parts(array.id).subscript and not parts(array.id).label
    if plain_name or isinstance(array, t.Operator):
        base = printer.ink(array, script)
    elif isinstance(array, t.Call):
        base = printer.set(array, ATOM, script)
    else:
        base = printer.bracketed(printer.ink(array, script))
    return Ink(printer.glue(base.text, subscript(printer, node.indices)), ATOM, base.tall)


def subscript(printer: Printer, indices: tuple[t.Node, ...]) -> str:
    """The indices: side by side when each is one letter that no array has, otherwise with commas."""
    texts = [printer.ink(index, True).text for index in indices]
    run = "".join(texts)
    letters = all(len(text) == 1 and text.isalpha() and text.isascii() for text in texts)
    if len(texts) > 1 and letters and separable(printer, run) and not _has_axes(printer, texts[1:]):
        return f"_{{{run}}}" if printer.dialect.commands else f"_{run}"
    return printer.script("_", ",".join(texts))


def _has_axes(printer: Printer, letters: list[str]) -> bool:
    """Is one of the letters an array, which a reader would not take for an index?"""
    return printer.table is not None and any(
        symbol is not None and symbol.axes for symbol in map(printer.table.symbol, letters)
    )


def delta(printer: Printer, node: t.Delta, script: bool) -> Ink:
    """δ_ij; the indicator 𝟙[i = j] where the given has a δ of its own."""
    if printer.table is not None and printer.table.knows("δ"):
        return printer.ink(t.Indicator(t.Chain(node.left, (("=", node.right),))), script)
    return Ink(printer.glue(spelled(printer, "δ"), subscript(printer, (node.left, node.right))))


def _knows(printer: Printer, name: str) -> bool:
    return printer.table is not None and (printer.table.knows(name) or printer.table.knows("𝓝"))


def _primed(printer: Printer, name: str, order: int) -> bool:
    """Is the name with so many primes, or fewer, a name of its own?"""
    return printer.table is not None and any(printer.table.knows(name + "'" * k) for k in range(1, order + 1))


def function_name(printer: Printer, function: t.Node) -> str:
    """The function before its arguments."""
    if isinstance(function, t.Power) and isinstance(function.base, t.Name):
        return printer.ink(function).text
    if isinstance(function, t.Prime) and isinstance(function.argument, t.Power):
        return printer.bracketed(printer.ink(function.argument)).text + "'" * function.order
    if isinstance(function, t.Prime):
        inner, marks = function.argument, "'" * function.order
        taken = isinstance(inner, t.Name) and _primed(printer, inner.id, function.order)
        return function_name(printer, inner) + (f"^{{({function.order})}}" if taken else marks)
    if isinstance(function, (t.OfOrder, t.Component)):
        return printer.ink(function).text
    if not isinstance(function, t.Name):
        return printer.bracketed(printer.ink(function)).text
    if function.id == "normal" and printer.dialect.column < 2 and not _knows(printer, function.id):
        return (r"\mathcal{N}", "𝓝")[printer.dialect.column]
    glyph = glyphs.BY_ID.get(function.id)
    declared = printer.table is not None and printer.table.knows(function.id)
    if function.id in glyphs.LAWS and not declared:
        return spelled(printer, glyphs.law_word(function.id))
    if declared or glyph is None or glyph.role != glyphs.FUNCTION:
        return spelled(printer, function.id)
    if printer.dialect.commands:
        command = f"\\{glyph.latex[0]}" if glyph.latex else rf"\operatorname{{{glyph.plain[0]}}}"
        return _LATEX.get(function.id, command)
    return _UNICODE.get(function.id, glyph.plain[0]) if printer.dialect.column == 1 else glyph.plain[0]


def call(printer: Printer, node: t.Call, script: bool) -> Ink:
    """f(x), log x; ⌊x⌋ and binomials in LaTeX."""
    sized = isinstance(node.function, t.Name) and node.function.id in ("I", "𝟏")
    if sized and not (printer.table is not None and printer.table.knows("I")):
        return component(printer, t.Component(node.function, node.arguments), script)
    special = _form(printer, node.function) if printer.dialect.commands else None
    if special is not None:
        inks = [printer.ink(argument, script) for argument in node.arguments]
        opening, between, closing, level = special
        return Ink(printer.glue(opening, between.join(ink.text for ink in inks), closing), level, True)
    closed = applied(printer, node, script)
    bare = _bare(printer, node, script)
    return Ink(bare.text, FACTOR, bare.tall, greedy=True, closed=closed) if bare else closed


def _form(printer: Printer, function: t.Node) -> tuple[str, str, str, int] | None:
    """The brackets that LaTeX has for this function; none where the given declares the name."""
    declared = isinstance(function, t.Name) and printer.table is not None and printer.table.knows(function.id)
    return None if declared or not isinstance(function, t.Name) else _FORMS.get(function.id)


_FORMS = {
    "floor": (r"\lfloor ", ",", r"\rfloor", ATOM),
    "ceil": (r"\lceil ", ",", r"\rceil", ATOM),
    "binom": (r"\binom{", "}{", "}", FACTOR),
}


def applied(printer: Printer, node: t.Call, script: bool, raised: str = "") -> Ink:
    """The function, raised to a power perhaps, before its arguments in brackets."""
    head = printer.glue(function_name(printer, node.function), raised)
    spoken = any(isinstance(argument, _SPOKEN) for argument in node.arguments)
    inner = printer.listed(node.arguments, script, CHAIN if spoken else SUM)
    return Ink(printer.glue(head, printer.bracketed(inner).text), ATOM, inner.tall)


def _bare(printer: Printer, node: t.Call, script: bool) -> Ink | None:
    if not isinstance(node.function, t.Name) or node.function.id not in _BARE or len(node.arguments) != 1:
        return None
    (argument,) = node.arguments
    framed = printer.dialect.commands and not script and isinstance(argument, t.Quotient)
    if not (framed or isinstance(argument, (t.Name, t.Number, t.Component, t.Big))):
        return None
    inner = printer.set(argument, FACTOR, script)
    if inner.text[0] == "(":
        return None
    space = " " if not printer.dialect.commands or inner.text[0].isalnum() else ""
    return Ink(printer.glue(function_name(printer, node.function) + space, inner.text), FACTOR, inner.tall)


def operator(printer: Printer, node: t.Operator, script: bool) -> Ink:
    """E[X | Y], Var(X), Cov(X, Y), P(X ≤ m), KL(P ‖ Q)."""
    head = operator_name(printer, node.kind)
    if node.subscript is not None:
        content = _bare_list(printer, node.subscript, True)
        head = printer.glue(head, printer.script("_", content.text))
    if node.kind == "KL" and len(node.arguments) == 2:
        inner = _parted(printer, (r"\,\|\,", " ‖ ", " || ")[printer.dialect.column], *node.arguments, script)
    else:
        inner = printer.listed(node.arguments, script, CHAIN)
    if node.condition is not None:
        condition = _bare_list(printer, node.condition, script)
        bar = (r"\mid ", " ∣ ", " | ")[printer.dialect.column]
        bar = bar.rstrip() if condition.text.startswith("\\") else bar
        inner = Ink(printer.glue(inner.text, bar, condition.text), SUM, inner.tall or condition.tall)
    pair = "[]" if node.kind in _SQUARE else "()"
    return Ink(printer.glue(head, printer.bracketed(inner, pair).text), ATOM, inner.tall)


def _bare_list(printer: Printer, node: t.Node, script: bool) -> Ink:
    """A condition or a subscript; several are parted by commas."""
    if isinstance(node, t.Tuple):
        return printer.listed(node.items, script, CHAIN)
    return printer.set(node, CHAIN, script)


def _parted(printer: Printer, sign: str, left: t.Node, right: t.Node, script: bool) -> Ink:
    one, two = printer.ink(left, script), printer.ink(right, script)
    return Ink(printer.glue(one.text, sign, two.text), SUM, one.tall or two.tall)


def operator_name(printer: Printer, kind: str) -> str:
    """The operator's name; another spelling of it where the given uses that letter for something else."""
    glyph = glyphs.BY_ID.get(kind)
    if printer.dialect.column < 2 and kind in _HOLLOW:
        return _HOLLOW[kind][printer.dialect.column]
    words = [kind, *(glyph.plain if glyph is not None else ())]
    free = [word for word in words if printer.table is None or not printer.table.knows(word)]
    word = free[0] if free else words[0]
    return (rf"\operatorname{{{word}}}" if len(word) > 1 else word) if printer.dialect.commands else word


def prime(printer: Printer, node: t.Prime, script: bool) -> Ink:
    """(…)′: the derivative in the one variable in force."""
    mark = "′" if printer.dialect.column == 1 else "'"
    if isinstance(node.argument, (t.Name, t.Prime)):
        return Ink(function_name(printer, node), POWER)
    inner = printer.set(node.argument, ATOM, script)
    return Ink(inner.text + mark * node.order, POWER, inner.tall)
