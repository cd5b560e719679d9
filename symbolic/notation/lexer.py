"""Text to tokens: LaTeX, Unicode and plain spellings become the same few kinds of token.

kinds   "num"; "name" (one letter, or a word whose letters belong together); "run" (letters that the table may split);
        "text" (a remark with spaces); "ones"; "vulgar" (½); "accent"; "rel"; "big"; "frac", "binom", "begin", "end",
        "newline", "&", "over" (a relation with something above it), "brace" (\\underbrace), "{", "}";
        for every other sign, its id in the glyph table.
"""

from __future__ import annotations

import re

from symbolic.notation import glyphs
from symbolic.notation import lexer_tables as tables
from symbolic.notation.errors import ReadError
from symbolic.notation.lexer_bars import parted
from symbolic.notation.lexer_dress import Dress
from symbolic.notation.lexer_letters import Letters
from symbolic.notation.lexer_physics import PHYSICS, Physics
from symbolic.notation.lexer_tables import Token, styled


def tokens(text: str) -> list[Token]:
    """The tokens of `text`, ended by one of kind "end of text"; ReadError on what no table knows."""
    if len(text) > tables.LIMIT:
        raise ReadError(
            f"a formula of {len(text)} characters is longer than {tables.LIMIT}", tables.LIMIT, "split it", text
        )
    lexer = _Lexer(text)
    lexer.scan(0, len(text), "", 0)
    lexer.out.append(Token("end of text", "", len(text), len(text), True))
    return parted(lexer.out)


#: Ways to set := by hand.
_COLON_EQUALS = re.compile(r"\\mathrel\s*\{\s*\\mathop\s*\{?:\}?\s*\}\s*=|\\mathop\s*\{?:\}?\s*=|\\vcentcolon\s*=")

#: What makes a ~ before it a space: a relation, or nothing more.
_RELATION_AHEAD = re.compile(
    r"\s*(?:~\s*)*(?:[=<>≤≥≠≈∼∝]|:=|\\(?:le|leq|ge|geq|ne|neq|approx|sim|equiv|propto|in|to)(?![A-Za-z])|\Z)"
)

#: A bracket that a sizing command makes grow; it stands where it would without.
_BRACKET_AHEAD = re.compile(r"\s*[(\[]")


class _Lexer(Letters, Dress, Physics):
    """The scanner: white space, commands, ASCII, and the rest."""

    def scan(self, at: int, end: int, dress: str, depth: int) -> None:
        """Tokenize text[at:end], every letter in the given dress."""
        while at < end:
            match = tables.SCAN.match(self.text, at, end)
            assert match is not None
            piece = match.group()
            first = piece[0]
            if first in " \t\r\n":
                self.gap, at = True, match.end()
            elif first == "\\":
                at = self.command(piece, at, end, dress, depth)
            elif first.isascii():
                at = self.ascii(piece, at, match.end(), dress)
            else:
                at = self.sign(first, at, end, dress, depth)

    def ascii(self, piece: str, at: int, end: int, dress: str) -> int:
        first = piece[0]
        if first.isalpha():
            self.letters(piece, at, end, dress)
        elif first.isdigit() or (first == "." and piece.strip(".")):
            self.number(piece, at, end, dress)
        elif piece == "!=" and self.latex and not self.gap:
            self.put("!", "!", at, at + 1)
            return at + 1
        elif piece in tables.PAIRS:
            self.put("rel", tables.PAIRS[piece], at, end)
        elif piece in tables.ARROWS:
            self.put("then", tables.ARROWS[piece], at, end)
        elif piece == "**" or ".." in piece:
            self.put("^" if piece == "**" else "…", "^" if piece == "**" else "…", at, end)
        elif piece == "~":
            self.tilde(at, end)
        elif piece in "{}&.":
            self.put(piece, piece, at, end)
        elif piece == "$":
            self.dollar(at)
        else:
            self.known_sign(piece, at, end)
        return end

    def dollar(self, at: int) -> None:
        if self.text[:at].strip("$ \n") and self.text[at:].strip("$ \n\\)]"):
            raise self.fail("a $ inside the formula", at, "read one formula at a time")
        self.gap = True

    def opened(self, after: int, end: int, dress: str, depth: int) -> int:
        """The group behind a command that only spaces it, without its braces."""
        self.gap = True
        if depth > 20 or self.text[after : after + 1] != "{" or (self.out and self.out[-1].kind in tables.TAKES_GROUP):
            return after
        start, stop = self.argument(after, end)
        self.scan(start, stop - 1, dress, depth + 1)
        self.gap = True
        return stop

    def tilde(self, at: int, end: int) -> None:
        r"""A ~ is a space of LaTeX where it touches something, stands at an end, or beside a relation: `a ~ = ~ b`."""
        around = self.text[max(at - 1, 0) : at] + self.text[end : end + 1]
        beside = not self.out or self.out[-1].kind == "rel" or _RELATION_AHEAD.match(self.text, end)
        if beside or (self.latex and around.strip()):
            self.gap = True
        else:
            self.put("rel", "∼", at, end)

    def number(self, piece: str, at: int, end: int, dress: str) -> None:
        if piece == "1" and dress in tables.ONES:
            self.put("ones", "𝟏" if dress == "bold" else "𝟙", at, end, dress)
        else:
            self.put("num", piece, at, end, dress)

    def letters(self, piece: str, at: int, end: int, dress: str) -> None:
        if dress == "blackboard" and glyphs.WORDS.get(piece) is not None and len(piece) > 1:
            self.word(piece, at, end, "command")
        elif dress in ("script", "fraktur", "blackboard"):
            for k, letter in enumerate(piece):
                self.put("name", styled(letter, dress), at + k, at + k + 1)
        elif len(piece) == 1:
            self.put("name", piece, at, end, dress)
        elif piece in ("max", "min"):
            self.word(piece, at, end, "command")
        else:
            self.put("run", piece, at, end, dress)

    def known_sign(self, piece: str, at: int, end: int) -> None:
        glyph = glyphs.SIGNS.get(piece)
        if glyph is None:
            raise self.unknown(piece, at)
        if glyph.role == glyphs.RELATION:
            self.put("rel", glyph.id, at, end)
        elif glyph.role == glyphs.CONNECTIVE:
            self.put("then", glyph.id, at, end)
        elif glyph.role == glyphs.BIG:
            self.put("big", glyph.id, at, end)
        elif glyph.role in (glyphs.LETTER, glyphs.CONSTANT, glyphs.OPERATOR):
            self.put("name", piece if glyph.role == glyphs.OPERATOR else glyph.id, at, end)
        elif glyph.id in "″‴":
            for _ in range(2 if glyph.id == "″" else 3):
                self.put("′", "′", at, end)
        else:
            self.put(glyph.id, glyph.id, at, end)

    def unknown(self, piece: str, at: int) -> ReadError:
        if ord(piece[0]) < 32 or ord(piece[0]) == 127:
            hint = "a quoting ate a backslash; write the text raw, as in r'…'"
            return self.fail("a control character", at, hint)
        return self.fail(f"the sign {piece!r} is not known here", at)

    def command(self, piece: str, at: int, end: int, dress: str, depth: int) -> int:
        after = at + len(piece)
        name = piece[1:]
        built = _COLON_EQUALS.match(self.text, at, end)
        if built:
            self.put("rel", ":=", at, built.end())
            return built.end()
        if piece in tables.SKIPPED or piece in tables.SIZES:
            self.gap = self.gap or not (piece in tables.GROWING and _BRACKET_AHEAD.match(self.text, after))
            return self.delimiter(piece, after)
        if piece in tables.TRANSPARENT:
            return self.opened(after, end, dress, depth)
        if piece in tables.SKIPPED_WITH_ARGUMENT:
            self.gap = True
            return self.argument(after, end)[1]
        if piece in tables.STRUCTURE:
            self.put(tables.STRUCTURE[piece], tables.STRUCTURE[piece], at, after)
            return self.spacing(after) if piece == "\\\\" else after
        if piece in tables.MATH_SIGNS:
            self.dollar(at)
            return after
        if piece in ("\\begin", "\\end"):
            return self.environment(piece, at, after, end)
        if name in PHYSICS:
            return self.physics(name, at, after, end, depth)
        if name in glyphs.DRESS:
            return self.dressed(name, at, after, end, depth)
        if name in glyphs.ACCENTS and name.isascii():
            self.put("accent", glyphs.ACCENTS[name], at, after)
            return after
        return self.named(piece, name.rstrip("*"), at, after, dress)

    def named(self, piece: str, name: str, at: int, after: int, dress: str) -> int:
        glyph = glyphs.COMMANDS.get(name) or glyphs.WORDS.get(name)
        if piece == "\\not":
            self.put("not", "not", at, after)
        elif name in glyphs.WORD_COMMANDS:
            self.put("name", name, at, after, "" if name == "arg" else "command")
        elif glyph is None:
            raise self.fail(f"the command {piece} is not known here", at)
        elif glyph.role in (glyphs.RELATION, glyphs.BIG):
            self.put("rel" if glyph.role == glyphs.RELATION else "big", glyph.id, at, after)
        elif glyph.role == glyphs.CONNECTIVE:
            self.put("then", glyph.id, at, after)
        elif glyph.role == glyphs.SIGN:
            self.put(glyph.id, glyph.id, at, after)
        elif glyph.role in (glyphs.FUNCTION, glyphs.OPERATOR):
            self.word(name, at, after, "command")
        else:
            self.put("name", glyph.id, at, after, dress)
        return after

    def delimiter(self, piece: str, after: int) -> int:
        """The bar or the dot behind \\left, \\right, \\middle and the sized commands."""
        match = re.compile(r"\s*(\\\||\\vert|\\Vert|[|.<>‖])").match(self.text, after)
        sized = piece.startswith(("\\left", "\\right", "\\middle", "\\b", "\\B"))
        if not match or not sized:
            return after
        bar, last = match.group(1), piece[-1]
        side = "<" if piece == "\\left" or last == "l" else ">" if piece == "\\right" or last == "r" else ""
        middle = piece == "\\middle" or last == "m"
        if bar == "." and piece in ("\\left", "\\right"):
            self.put(f"{piece[1:]}.", "", match.start(1), match.end())
            return match.end()
        if bar in "<>" and side:
            kind = "⟨" if bar == "<" else "⟩"
        elif bar in ("|", "\\vert"):
            kind = "∣" if middle else "|" + side
        elif bar in ("‖", "\\|", "\\Vert"):
            kind = "‖" + side
        else:
            return after
        self.put(kind, kind, match.start(1), match.end())
        return match.end()

    def spacing(self, after: int) -> int:
        match = re.compile(r"\s*\[-?[\d.]+\s*(?:pt|em|ex|mm|cm|in)\]").match(self.text, after)
        return match.end() if match else after

    def environment(self, piece: str, at: int, after: int, end: int) -> int:
        start, stop = self.argument(after, end)
        name = self.text[start : stop - 1].strip()
        plain = name.rstrip("*")
        if plain in tables.LAYOUT:
            self.gap = True
            if piece == "\\begin" and plain in ("alignat", "alignedat"):
                return self.argument(stop, end)[1]
            return stop
        if plain == "subarray":
            stop = self.argument(stop, end)[1] if piece == "\\begin" else stop
            if piece == "\\begin":
                self.put("substack", "substack", at, stop)
            self.put("{" if piece == "\\begin" else "}", "{", at, stop)
            return stop
        if plain not in tables.ENVIRONMENTS:
            raise self.fail(f"the environment {name} is not known here", start)
        if piece == "\\begin" and plain == "array":
            stop = self.argument(stop, end)[1]
        self.put("begin" if piece == "\\begin" else "end", plain, at, stop)
        return stop


__all__ = ["Token", "tokens"]
