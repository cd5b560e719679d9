"""Characters outside ASCII: letters with accents, styled letters, and runs of superscripts and subscripts."""

from __future__ import annotations

import unicodedata

from symbolic.notation import glyphs
from symbolic.notation.lexer_state import State
from symbolic.notation.lexer_tables import Token, plain_letter


class Letters(State):
    """One character at a time, as Unicode's own tables decompose it."""

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
        elif len(base) == 1 and base.isdecimal():
            self.put("num", str(unicodedata.decimal(base)), at, at + 1, style)
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
        inner = type(self)("".join(chr(int(unicodedata.decomposition(c).split()[1], 16)) for c in self.text[at:stop]))
        inner.scan(0, stop - at, "", depth + 1)
        for token in inner.out:
            self.put(token.kind, token.text, token.start + at, token.end + at)
        self.put("}", "script", stop, stop)
        return stop
