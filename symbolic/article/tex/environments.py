"""Environments that display formulas, and the arguments that they take."""

from __future__ import annotations

import re

#: Environment → a pattern of the arguments behind its beginning.
DISPLAYED = {
    **dict.fromkeys(("equation", "align", "flalign", "gather", "multline", "eqnarray", "displaymath", "dmath"), ""),
    "dgroup": "",
    **dict.fromkeys(("alignat", "xalignat", "xxalignat"), r"\s*\{[^{}]*\}"),
    "IEEEeqnarray": r"\s*(?:\[[^][]*\])?\s*\{(?:[^{}]|\{[^{}]*\})*\}",
    "empheq": r"\s*(?:\[(?:[^][{}]|\{[^{}]*\})*\])?\s*\{[^{}]*\}",
}

#: A pattern of the names of these environments.
NAMES = rf"(?:{'|'.join(DISPLAYED)})\*?"

#: The beginning of an environment that displays a formula.
OPENING = re.compile(rf"\\begin\{{({NAMES})\}}")


def displayed(name: str) -> bool:
    return name.removesuffix("*") in DISPLAYED


def arguments_end(name: str, text: str) -> int:
    """Where the arguments of an environment end in the text behind its beginning."""
    match = re.match(DISPLAYED[name.removesuffix("*")], text)
    return match.end() if match else 0
