"""Commands that only dress letters: \\mathbf{x}, \\mathrm{word}, {\\bf x}, \\operatorname*{arg\\,max}."""

from __future__ import annotations

import re

from symbolic.notation import glyphs
from symbolic.notation import lexer_tables as tables
from symbolic.notation.lexer_state import State

_SIZE = re.compile(rf"(?:{'|'.join(map(re.escape, sorted(tables.SIZES)))})(?![A-Za-z])")


class Dress(State):
    """The letters inside wear the dress; an upright word is one word."""

    def dressed(self, command: str, at: int, after: int, end: int, depth: int) -> int:
        """\\mathbf{…}: the letters inside wear its dress; \\mathrm{word} and \\text{word} are one word."""
        if depth > 20:
            raise self.fail("nested too deeply", at)
        dress = glyphs.DRESS[command]
        while after < end and self.text[after] in " \n\t":
            after += 1
        if command in tables.SWITCHES:
            return self.switched(dress, at, after, end, depth)
        if after >= end or self.text[after] != "{":
            return self.bare(dress, after, end, depth)
        start, stop = self.argument(after, end)
        content = self.text[start : stop - 1]
        if dress in glyphs.WORDY and self.wordy(content, at, stop, dress):
            return stop
        before, gap = len(self.out), self.gap
        self.put("{", "{", after, after + 1)
        self.gap = gap
        self.scan(start, stop - 1, dress, depth + 1)
        if len(self.out) == before + 2:
            del self.out[before]
        else:
            self.put("}", "}", stop - 1, stop)
        return stop

    def switched(self, dress: str, at: int, after: int, end: int, depth: int) -> int:
        """{\\bf x y}: the dress holds to the end of the group."""
        level, stop = 0, after
        while stop < end and level >= 0:
            char = self.text[stop]
            stop += 1 + (char == "\\")
            level += (char == "{") - (char == "}")
        stop = min(stop - (level < 0), end)
        if not (dress in glyphs.WORDY and self.wordy(self.text[after:stop], at, stop, dress)):
            self.scan(after, stop, dress, depth + 1)
        return stop

    def bare(self, dress: str, after: int, end: int, depth: int) -> int:
        """\\mathbf x, \\bf x: the next letter or command wears the dress."""
        match = re.compile(r"\\[A-Za-z]+|.", re.DOTALL).match(self.text, after, end)
        if match is None:
            raise self.fail("a letter was expected here", after)
        self.scan(after, match.end(), dress, depth + 1)
        return match.end()

    def wordy(self, content: str, at: int, stop: int, dress: str) -> bool:
        content = _SIZE.sub(" ", content).replace("~", " ")
        squeezed = re.sub(r"\\[,;:! ]|\s+", "", content).replace("\\_", "_")
        prose = content.strip()
        word = squeezed.rstrip(".,;:")
        remark = (" " in prose and squeezed not in glyphs.WORDS) or prose[:1] in tuple(",;") or "." in word
        if remark and dress == "upright" and "\\" not in prose and re.search(r"[A-Za-z]{2}|[a-z]\.[a-z]\.", prose):
            self.put("text", prose, at, stop)
        elif dress == "upright" and re.fullmatch(r"[A-Za-z]{2,}", word):
            self.word(word, at, stop, dress)
        elif re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", squeezed):
            self.word(squeezed, at, stop, dress)
        else:
            return not squeezed
        return True

    def word(self, text: str, at: int, end: int, dress: str) -> None:
        last = self.out[-1] if self.out else None
        if last is not None and text in ("max", "min") and last.text == "arg":
            last.kind, last.text, last.end = "name", "arg" + text, end
            return
        if last is not None and (last.text, text) in (("𝕍", "ar"), ("ℂ", "ov")):
            last.text, last.end = {"ar": "Var", "ov": "Cov"}[text], end
            return
        self.put("name", text, at, end, dress)
