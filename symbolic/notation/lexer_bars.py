"""Sized bars: `\\bigl|x\\bigr|` is a pair, `X \\bigl| Y` a bar by itself."""

from __future__ import annotations

from dataclasses import replace

from symbolic.notation.lexer_tables import Token

_OPEN, _CLOSE = frozenset("([⦃{⟨"), frozenset(")]⦄}⟩")


def parted(row: list[Token]) -> list[Token]:
    """The row, with each opening bar that no closing one answers within its bracket as a bar of a condition."""
    return [
        replace(token, kind="∣", text="∣") if token.kind == "|<" and not _answered(row, k) else token
        for k, token in enumerate(row)
    ]


def _answered(row: list[Token], at: int) -> bool:
    level = bars = 0
    for token in row[at:]:
        level += (token.kind in _OPEN) - (token.kind in _CLOSE)
        if level < 0:
            return False
        if level == 0:
            bars += (token.kind == "|<") - (token.kind in ("|>", "|"))
            if bars == 0:
                return True
    return False
