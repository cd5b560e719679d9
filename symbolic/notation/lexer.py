"""Text to tokens: LaTeX, Unicode and plain spellings become the same few kinds of token.

kinds   "num"; "name" (one letter, or a word whose letters belong together); "run" (letters that the table may split);
        "text" (a remark with spaces); "ones"; "vulgar" (½); "accent"; "rel"; "big"; "frac", "binom", "begin", "end",
        "newline", "&", "over" (a relation with something above it), "brace" (\\underbrace), "{", "}";
        for every other sign, its id in the glyph table.
"""

from __future__ import annotations

import re
import unicodedata

from symbolic.notation import glyphs
from symbolic.notation.errors import ReadError
from symbolic.notation.lexer_tables import (
    ENVIRONMENTS,
    LAYOUT,
    LIMIT,
    ONES,
    PAIRS,
    SCAN,
    SKIPPED,
    SKIPPED_WITH_ARGUMENT,
    STRUCTURE,
    Token,
    plain_letter,
    styled,
)


def tokens(text: str) -> list[Token]:
    """The tokens of `text`, ended by one of kind "end of text"; ReadError on what no table knows."""
    if len(text) > LIMIT:
        raise ReadError(f"a formula of {len(text)} characters is longer than {LIMIT}", LIMIT, "split it", text)
    lexer = _Lexer(text)
    lexer.scan(0, len(text), "", 0)
    lexer.out.append(Token("end of text", "", len(text), len(text), True))
    return lexer.out


class _Lexer:
    def __init__(self, text: str) -> None:
        self.text = text
        self.latex = "\\" in text
        self.out: list[Token] = []
        self.gap = False

    def fail(self, message: str, at: int, hint: str = "") -> ReadError:
        return ReadError(message, at, hint, self.text)

    def put(self, kind: str, text: str, start: int, end: int, dress: str = "") -> None:
        self.out.append(Token(kind, text, start, end, self.gap, dress))
        self.gap = False

    def scan(self, at: int, end: int, dress: str, depth: int) -> None:
        """Tokenize text[at:end], every letter in the given dress."""
        while at < end:
            match = SCAN.match(self.text, at, end)
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
        elif first.isdigit() or (first == "." and len(piece) > 1 and piece != "..."):
            self.number(piece, at, end, dress)
        elif piece == "!=" and self.latex and not self.gap:
            self.put("!", "!", at, at + 1)
            return at + 1
        elif piece in PAIRS:
            self.put("rel", PAIRS[piece], at, end)
        elif piece in ("**", "..."):
            self.put("^" if piece == "**" else "…", piece, at, end)
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
        if self.text[:at].strip("$ \n") and self.text[at:].strip("$ \n"):
            raise self.fail("a $ inside the formula", at, "read one formula at a time")
        self.gap = True

    def tilde(self, at: int, end: int) -> None:
        around = self.text[max(at - 1, 0) : at] + self.text[end : end + 1]
        if self.latex and around.strip():
            self.gap = True
        else:
            self.put("rel", "∼", at, end)

    def number(self, piece: str, at: int, end: int, dress: str) -> None:
        if piece == "1" and dress in ONES:
            self.put("ones", "𝟏" if dress == "bold" else "𝟙", at, end, dress)
        else:
            self.put("num", piece, at, end, dress)

    def letters(self, piece: str, at: int, end: int, dress: str) -> None:
        if dress in ("script", "fraktur", "blackboard"):
            for k, letter in enumerate(piece):
                self.put("name", styled(letter, dress), at + k, at + k + 1)
        elif len(piece) == 1:
            self.put("name", piece, at, end, dress)
        else:
            self.put("run", piece, at, end, dress)

    def known_sign(self, piece: str, at: int, end: int) -> None:
        glyph = glyphs.SIGNS.get(piece)
        if glyph is None:
            raise self.unknown(piece, at)
        if glyph.role == glyphs.RELATION:
            self.put("rel", glyph.id, at, end)
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

    def sign(self, char: str, at: int, end: int, dress: str, depth: int) -> int:
        """One character outside ASCII: a sign, a letter with an accent, a script, a styled letter."""
        if char in glyphs.SIGNS:
            known = glyphs.SIGNS[char]
            self.known_sign(char, at, at + 1)
            if known.role == glyphs.LETTER:
                self.out[-1].dress = dress
            return at + 1
        if char in glyphs.ACCENTS:
            return self.combining(char, at)
        shape = unicodedata.decomposition(char)
        if shape.startswith(("<super>", "<sub>")):
            return self.script(at, end, shape.split()[0], depth)
        if shape.startswith("<fraction>"):
            top, bottom = unicodedata.normalize("NFKC", char).split("⁄")
            self.put("vulgar", f"{top}/{bottom}", at, at + 1)
            return at + 1
        if char.isspace() or char in "\u200b\u2061\u2062\u2063\ufeff":
            self.gap = True
            return at + 1
        return self.letter(char, at)

    def letter(self, char: str, at: int) -> int:
        base, style = plain_letter(char)
        if style == "ones":
            self.put("ones", char, at, at + 1)
        elif base.isdigit() and len(base) == 1:
            self.put("num", base, at, at + 1, style)
        elif len(base) == 2 and base[1] in glyphs.ACCENTS:
            self.put("accent", glyphs.ACCENTS[base[1]], at, at + 1)
            self.put("name", base[0], at, at + 1)
        elif len(base) == 1 and (base.isalpha() or base in glyphs.SIGNS):
            known = glyphs.SIGNS.get(base)
            self.put("name", known.id if known else base, at, at + 1, style)
            if known and known.id in "∂∇":
                self.out[-1].kind = known.id
        else:
            raise self.unknown(char, at)
        return at + 1

    def combining(self, mark: str, at: int) -> int:
        """A combining mark becomes an accent token before its letter; the last letter of a run parts from it."""
        if not self.out or self.out[-1].kind not in ("name", "run") or self.out[-1].end != at:
            raise self.fail("an accent without its letter", at)
        letter = self.out.pop()
        if letter.kind == "run":
            kind = "run" if len(letter.text) > 2 else "name"
            self.out.append(Token(kind, letter.text[:-1], letter.start, at - 1, letter.gap, letter.dress))
            letter = Token("name", letter.text[-1], at - 1, at, False, letter.dress)
        self.out.append(Token("accent", glyphs.ACCENTS[mark], letter.start, at + 1, letter.gap))
        self.out.append(Token("name", letter.text, letter.start, at + 1, False, letter.dress))
        return at + 1

    def script(self, at: int, end: int, form: str, depth: int) -> int:
        """A run of superscript or subscript characters: `^{…}` or `_{…}`, and ᵀ a transpose."""
        stop = at
        while stop < end and (shape := unicodedata.decomposition(self.text[stop])).startswith(form):
            if shape == "<super> 0054" and (stop == at or self.text[stop - 1] != "⁻"):
                break
            stop += 1
        mark = "^" if form == "<super>" else "_"
        self.put(mark, mark, at, at)
        if stop == at:
            self.put("⊤", "⊤", at, at + 1)
            return at + 1
        self.put("{", "script", at, at)
        inner = _Lexer("".join(chr(int(unicodedata.decomposition(c).split()[1], 16)) for c in self.text[at:stop]))
        inner.scan(0, stop - at, "", depth + 1)
        for token in inner.out:
            self.put(token.kind, token.text, token.start + at, token.end + at)
        self.put("}", "script", stop, stop)
        return stop

    def command(self, piece: str, at: int, end: int, dress: str, depth: int) -> int:
        after = at + len(piece)
        name = piece[1:]
        if piece in SKIPPED:
            self.gap = True
            return self.delimiter(piece, after)
        if piece in SKIPPED_WITH_ARGUMENT:
            self.gap = True
            return self.argument(after, end)[1]
        if piece in STRUCTURE:
            self.put(STRUCTURE[piece], STRUCTURE[piece], at, after)
            return self.spacing(after) if piece == "\\\\" else after
        if piece in ("\\begin", "\\end"):
            return self.environment(piece, at, after, end)
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
        elif piece in ("\\dd", "\\differential"):
            self.put("name", "d", at, after, "upright")
        elif piece == "\\arg":
            self.put("name", "arg", at, after)
        elif glyph is None:
            raise self.fail(f"the command {piece} is not known here", at)
        elif glyph.role in (glyphs.RELATION, glyphs.BIG):
            self.put("rel" if glyph.role == glyphs.RELATION else "big", glyph.id, at, after)
        elif glyph.role == glyphs.SIGN:
            self.put(glyph.id, glyph.id, at, after)
        elif glyph.role in (glyphs.FUNCTION, glyphs.OPERATOR):
            self.word(name, at, after, "command")
        else:
            self.put("name", glyph.id, at, after, dress)
        return after

    def word(self, text: str, at: int, end: int, dress: str) -> None:
        last = self.out[-1] if self.out else None
        if last is not None and text in ("max", "min") and last.text == "arg":
            last.kind, last.text, last.end = "name", "arg" + text, end
            return
        self.put("name", text, at, end, dress)

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
        match = re.compile(r"\s*\[[\d.]+\s*(?:pt|em|ex|mm|cm)\]").match(self.text, after)
        return match.end() if match else after

    def argument(self, at: int, end: int) -> tuple[int, int]:
        """(start, stop) around the content of the next {…}: content is text[start:stop-1]."""
        while at < end and self.text[at] in " \n\t":
            at += 1
        if at >= end or self.text[at] != "{":
            raise self.fail("expected {", min(at, end))
        level = 0
        k = at
        while k < end:
            char = self.text[k]
            if char == "\\":
                k += 1
            elif char in "{}":
                level += 1 if char == "{" else -1
                if level == 0:
                    return at + 1, k + 1
            k += 1
        raise self.fail("this { is not closed", at, "add a }")

    def environment(self, piece: str, at: int, after: int, end: int) -> int:
        start, stop = self.argument(after, end)
        name = self.text[start : stop - 1].strip()
        plain = name.rstrip("*")
        if plain in LAYOUT:
            self.gap = True
            if piece == "\\begin" and plain in ("alignat", "alignedat"):
                return self.argument(stop, end)[1]
            return stop
        if plain not in ENVIRONMENTS:
            raise self.fail(f"the environment {name} is not known here", start)
        if piece == "\\begin" and plain == "array":
            stop = self.argument(stop, end)[1]
        self.put("begin" if piece == "\\begin" else "end", plain, at, stop)
        return stop

    def dressed(self, command: str, at: int, after: int, end: int, depth: int) -> int:
        """\\mathbf{…}: the letters inside wear its dress; \\mathrm{word} and \\text{word} are one word."""
        if depth > 20:
            raise self.fail("nested too deeply", at)
        dress = glyphs.DRESS[command]
        while after < end and self.text[after] in " \n\t":
            after += 1
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

    def bare(self, dress: str, after: int, end: int, depth: int) -> int:
        """\\mathbf x, \\bf x: the next letter or command wears the dress."""
        match = re.compile(r"\\[A-Za-z]+|.", re.DOTALL).match(self.text, after, end)
        if match is None:
            raise self.fail("a letter was expected here", after)
        self.scan(after, match.end(), dress, depth + 1)
        return match.end()

    def wordy(self, content: str, at: int, stop: int, dress: str) -> bool:
        squeezed = re.sub(r"\\[,;:! ]|\s+", "", content).replace("\\_", "_")
        remark = " " in content.strip() and squeezed not in glyphs.WORDS
        if remark and dress == "upright" and "\\" not in content and re.search(r"[A-Za-z]{2}", content):
            self.put("text", content.strip(), at, stop)
        elif re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", squeezed):
            self.word(squeezed, at, stop, dress)
        else:
            return not squeezed
        return True


__all__ = ["Token", "tokens"]
