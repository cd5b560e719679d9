"""The library: named derivations, each a given and steps whose closed forms the engine finds."""

from symbolic.derivations.library import Entry, Statement, Step, entries, entry, statement

__all__ = ["Entry", "Statement", "Step", "entries", "entry", "statement"]
