"""Rules for markdown-it: formulas in their delimiters and companion's comments, as tokens that know their offsets.

An inline token's `meta` holds `start` and `end` in the text of its paragraph; a block token holds its lines in `map`.
"""

from __future__ import annotations

import re
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.ruler import RuleOptionsType
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline

from symbolic.article.hosts.comments import COMMENTS, MARK
from symbolic.article.tex.environments import OPENING

#: Opening delimiter → closing delimiter, for formulas on lines of their own; some hosts want the backslash doubled.
DISPLAY = {"$$": "$$", "\\[": "\\]", "\\\\[": "\\\\]"}

#: … for formulas in a sentence; `\\$$` tells kramdown that what follows is one.
SENTENCE = {"\\$$": "$$", "\\(": "\\)", "\\\\(": "\\\\)", "$": "$"}

#: Lines that no displayed formula goes across.
BORDER = re.compile(rf"{MARK.pattern}|#{{1,6}}\s|```|~~~|:::", re.IGNORECASE)

#: A formula in a sentence: `$`, no space, … no space, `$`, no digit; what holds a code span is none (`$`…`$` is one).
SINGLE = re.compile(r"\$(?:`[^`$]+`|(?=[^\s`$])(?:\\.|[^$`\\])*(?<!\s))\$(?![\d$])", re.DOTALL)

#: A formula that kramdown is told to set in a sentence.
TOLD = re.compile(r"\\\$\$(?:\\.|[^$\\])+\$\$", re.DOTALL)

#: Lines of a displayed formula.
LONGEST = 500

#: What may follow a displayed formula on its last line: a label, an equation number, punctuation.
TAIL = re.compile(r"\s*(?:\{#[\w:.-]+[^}]*\}|\([\w:.-]+\))?\s*[.,;]?\s*$")


def plugin(host: MarkdownIt) -> None:
    """Teach a parser formulas and marks."""
    before: RuleOptionsType = {"alt": ["paragraph", "reference", "blockquote", "list"]}
    host.block.ruler.before("fence", "formula_block", _block, before)
    host.block.ruler.before("fence", "comment_block", _comment_block, before)
    host.inline.ruler.before("escape", "formula", _inline)
    host.inline.ruler.before("html_inline", "mark", _mark)


def opening(text: str) -> tuple[str, str] | None:
    """The delimiter of a displayed formula that `text` begins with, and the one that closes it."""
    for left, right in DISPLAY.items():
        if text.startswith(left):
            return left, right
    match = OPENING.match(text)
    return (match.group(), f"\\end{{{match.group(1)}}}") if match else None


def _block(state: StateBlock, first: int, last: int, silent: bool) -> bool:
    if state.is_code_block(first):
        return False
    line = _line(state, first)
    found = opening(line)
    if found is None:
        return False
    left, right = found
    end = _closing_line(state, first, last, left, right)
    if end is None:
        return False
    if silent:
        return True
    token = state.push("formula_block", "math", 0)
    token.map = [first, end + 1]
    token.content = state.getLines(first, end + 1, state.blkIndent, False)
    token.meta = {"left": left, "right": right}
    state.line = end + 1
    return True


def _line(state: StateBlock, number: int) -> str:
    return state.src[state.bMarks[number] + state.tShift[number] : state.eMarks[number]]


def _closing_line(state: StateBlock, first: int, last: int, left: str, right: str) -> int | None:
    """The line on which the formula closes, with nothing but a label behind."""
    for number in range(first, min(last, first + LONGEST)):
        text = _line(state, number)
        if number > first and ((state.sCount[number] < state.blkIndent and text.strip()) or BORDER.match(text)):
            return None
        text = text[len(left) :] if number == first else text
        if right in text:
            return number if TAIL.match(text[text.index(right) + len(right) :]) else None
    return None


def _inline(state: StateInline, silent: bool) -> bool:
    text, start = state.src, state.pos
    if text[start] not in "$\\":
        return False
    for left, right in (*DISPLAY.items(), *SENTENCE.items()):
        if text.startswith(left, start):
            end = _closing(state, start, left, right)
            if end is not None:
                return _push(state, silent, left, right, end)
            if left in ("$$", "\\["):
                comment = text.find("<!--", start)
                return _push(state, silent, left, "", comment if comment >= 0 else len(text))
            return False
    found = opening(text[start:]) if text[start] == "\\" else None
    end = _find(state, found[1], start) if found else -1
    if found is None or end < 0:
        return False
    return _push(state, silent, *found, end + len(found[1]))


def _find(state: StateInline, sign: str, start: int) -> int:
    """Where a sign stands next, −1 for nowhere; that it does not come is found out once."""
    absent: dict[tuple[str, str], int] = state.env.setdefault("absent", {})
    if start >= absent.get((sign, state.src), len(state.src) + 1):
        return -1
    end = state.src.find(sign, start)
    if end < 0:
        absent[sign, state.src] = start
    return end


def _closing(state: StateInline, start: int, left: str, right: str) -> int | None:
    """The offset behind the closing delimiter; a single $ opens before and closes behind what is no space."""
    text = state.src
    if left in ("$", "\\$$"):
        match = (SINGLE if left == "$" else TOLD).match(text, start)
        return match.end() if match else None
    end = _find(state, right, start + len(left))
    while end > 0 and right == "$$" and text[end - 1] == "\\":
        end = _find(state, right, end + 1)
    return end + len(right) if end > start + len(left) else None


def _push(state: StateInline, silent: bool, left: str, right: str, end: int) -> bool:
    if not silent:
        token = state.push("formula", "math", 0)
        token.meta = {"start": state.pos, "end": end, "left": left, "right": right}
    state.pos = end
    return True


def _mark(state: StateInline, silent: bool) -> bool:
    text, start = state.src, state.pos
    opening = next((opening for opening in COMMENTS if text.startswith(opening, start)), None)
    if opening is None or (opening == "%%" and not MARK.match(text, start)):
        return False
    closing = COMMENTS[opening]
    end = _find(state, closing, start + len(opening))
    if end < 0 and not MARK.match(text, start):
        return False
    end = end + len(closing) if end >= 0 else len(text)
    if not silent:
        meta: dict[str, Any] = {"start": start, "end": end}
        state.push("comment", "", 0).meta = meta
    state.pos = end
    return True


def _comment_block(state: StateBlock, first: int, last: int, silent: bool) -> bool:
    """A mark in %% or {/* */} on lines of its own, which may have blank lines between them."""
    line = _line(state, first)
    if state.is_code_block(first) or line.startswith("<!--") or not MARK.match(line):
        return False
    opening = line[:2] if line.startswith("%%") else line[:3]
    closing, behind = COMMENTS[opening], line[len(opening) :]
    for number in range(first, last):
        if closing in behind:
            if behind.split(closing, 1)[1].strip():
                return False
            if not silent:
                token = state.push("comment_block", "", 0)
                token.map = [first, number + 1]
                token.content = state.getLines(first, number + 1, state.blkIndent, False)
                state.line = number + 1
            return True
        behind = _line(state, number + 1) if number + 1 < last else ""
    return False
