"""A line of NumPy that shows both sides of a counterexample."""

from __future__ import annotations

from symbolic.crosscheck.compare import Trial
from symbolic.notation import tree


def line(found: Trial, left: tree.Node, right: tree.Node) -> str | None:
    """None where a side has no plain NumPy form."""
    return None
