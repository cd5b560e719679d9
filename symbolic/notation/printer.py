"""Trees as LaTeX, Unicode and plain text: one printer, three dialects; read(print(x)) == x."""

from __future__ import annotations

from symbolic.language.symbols import Table
from symbolic.notation.printer_core import Printer
from symbolic.notation.printer_dialects import LATEX, PLAIN, UNICODE
from symbolic.notation.printer_layouts import LAYOUTS
from symbolic.notation.tree import Node


def latex(node: Node, table: Table | None = None) -> str:
    """`node` as LaTeX, the names in the dress that the table's given shows.

    >>> from symbolic.notation.tree import Name, Power, Number
    >>> latex(Power(Name("σ_q"), Number("2")))
    '\\\\sigma_q^2'
    """
    return Printer(LATEX, table, LAYOUTS).whole(node)


def unicode(node: Node, table: Table | None = None) -> str:
    """`node` in mathematical Unicode.

    >>> from symbolic.notation.tree import Name, Power, Number
    >>> unicode(Power(Name("σ_q"), Number("2")))
    'σ_q²'
    """
    return Printer(UNICODE, table, LAYOUTS).whole(node)


def plain(node: Node, table: Table | None = None) -> str:
    """`node` in ASCII.

    >>> from symbolic.notation.tree import Name, Power, Number
    >>> plain(Power(Name("σ_q"), Number("2")))
    'sigma_q^2'
    """
    return Printer(PLAIN, table, LAYOUTS).whole(node)
