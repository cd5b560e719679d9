"""read(print(x)) == x for every well-formed tree, in LaTeX, Unicode and plain text."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from symbolic.api import Given
from symbolic.derivations.library import entries, statement
from symbolic.given import read_given
from symbolic.language.symbols import Symbol, Table
from symbolic.notation import ReadError, latex, plain, read, unicode
from symbolic.notation.printer_core import Printer
from symbolic.notation.tree import Add, Name, Node, Number, Power
from tests.notation.printed import trees
from tests.notation.strategies import TABLE, renamed, statements

PRINTERS = pytest.mark.parametrize("write", [latex, unicode, plain])


@PRINTERS
@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(tree=statements)
def test_reading_inverts_printing(write, tree: Node) -> None:
    assert read(write(tree, TABLE), TABLE) == tree


@PRINTERS
@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(case=renamed)
def test_names_that_look_like_something_else(write, case: tuple[Node, Table]) -> None:
    tree, table = case
    assert read(write(tree, table), table) == tree


def test_a_printer_without_brackets_is_caught(monkeypatch) -> None:
    tree = Power(Add((Name("a"), Name("b"))), Number("2"))
    assert read(latex(tree, TABLE), TABLE) == tree
    monkeypatch.setattr(Printer, "fits", staticmethod(lambda *_: True))
    assert read(latex(tree, TABLE), TABLE) != tree


@given(tree=statements)
@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
def test_plain_text_is_ascii(tree: Node) -> None:
    assert plain(tree, TABLE).isascii()
    assert latex(tree, TABLE).isascii()


@PRINTERS
def test_the_cases_read_back(write) -> None:
    lost = []
    for name, tree, table in trees():
        written = write(tree, table)
        try:
            if read(written, table) != tree:
                lost.append((name, written, ""))
        except ReadError as problem:
            lost.append((name, written, problem.caret()))
    assert lost == []
    assert len(trees()) > 600


@pytest.mark.parametrize("below", [r"i\ne j", r"i<j", r"1\le i<j\le n", r"i,j=1,i\ne j"])
def test_a_condition_on_two_indices_stays_one_sum(below: str) -> None:
    upper = "^n" if "=1" in below else ""
    table = Table({"A": Symbol("A", "matrix", (Name("n"), Name("n"))), "n": Symbol("n", "dimension")})
    read_tree = read(rf"\sum_{{{below}}}{upper} A_{{ij}}", table)
    for printed in (latex, unicode, plain):
        assert read(printed(read_tree, table), table) == read_tree


@PRINTERS
@pytest.mark.parametrize(
    ("given_text", "expression"),
    [
        ("f : function of (x, y); x, y, t : real", r"\frac{\partial}{\partial t} f(t^2, y)"),
        ("f : function of (x, y); a : real", r"\frac{d}{da} f(a, a)"),
        ("f : function; x : real", r"\frac{d}{dx} f(x^2)"),
        ("L : function of (z); z : vector(n); i : index(n)", r"\frac{\partial L(z)}{\partial z_i}"),
    ],
)
def test_derivatives_of_declared_functions_read_back(write, given_text: str, expression: str) -> None:
    given_ = Given(given_text)
    statement = given_.derive(expression).statement
    assert read(write(statement, given_.table), given_.table) == statement


def test_the_statements_of_the_library_read_back() -> None:
    for name, entry in entries().items():
        for step in entry.steps:
            found = statement(f"{name}.{step.name}")
            table = read_given(entry.given_of(step))
            for text in (found.latex, found.unicode, found.plain):
                assert read(text, table) == found.chain, (name, step.name, text)
