"""Names by themselves: from any spelling to the canonical id, and from the id to each notation.

An id is `accent base_subscript^(label)′…`: "hat y", "d_k", "n_in", "x^(i)", "x'"; see `Spelling`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from symbolic.notation import glyphs
from symbolic.notation.errors import ReadError
from symbolic.notation.lexer import Token, tokens
from symbolic.notation.quantities import spelled_out

_ID = re.compile(r"(?:(bold) )?(?:([a-z]+) )?([^_^' ]+)(?:_([^']*?))?(?:\^([^']+))?('*)")
_OPENING, _CLOSING = "([{⟨", ")]}⟩"
_PIECES = re.compile(r"(?:hat|bar|tilde|dot|ddot|check|breve) .|[A-Za-z]{2,}|.")
_SUBSCRIPTS = frozenset({"name", "run", "num", "+", "-", "/", "(", ")", ",", "{", "}"})
_LABELLING = frozenset({"name", "run", "num", "+", "-", "(", ")", "[", "]", ",", "{", "}"})


@dataclass(frozen=True)
class Spelling:
    """The parts of an id."""

    base: str
    accent: str = ""
    subscript: str = ""
    label: str = ""
    primes: int = 0
    bold: bool = False

    @property
    def id(self) -> str:
        """accent base_subscript^label followed by the primes."""
        return "".join(
            (
                "bold " if self.bold else "",
                f"{self.accent} " if self.accent else "",
                self.base,
                f"_{self.subscript}" if self.subscript else "",
                f"^{self.label}" if self.label else "",
                "'" * self.primes,
            )
        )


@dataclass(frozen=True)
class NameRead:
    """A name as read: its canonical id, the dress of its letter ("bold", …) and the text as typed."""

    id: str
    dress: str
    text: str


def read_name(text: str, labels: bool = False) -> NameRead:
    """The name that the whole of `text` spells; ReadError when it is anything else.

    With `labels`, any superscript but a number or a transpose belongs to the name, as where it is declared.

    >>> read_name(r"\\mathbf{x}_\\ast").id, read_name("n_{in}").id, read_name("hat y").id, read_name("x_1'").id
    ('x_*', 'n_in', 'hat y', "x_1'")
    """
    row = tokens(text)
    spelling, dress, at = spelled(row, 0, text, label_text if labels else label_of)
    if row[at].kind != "end of text":
        raise ReadError("a name ends before this", row[at].start, "a name is a letter or word with its subscript", text)
    return NameRead(spelling.id, dress, text.strip())


def spelled(
    row: list[Token], at: int, text: str, labelled: Callable[[list[Token]], str | None] | None = None
) -> tuple[Spelling, str, int]:
    """(spelling, dress, index after it) of the name that starts at token `at`, its subscript and primes taken whole."""
    labelled = labelled or label_of
    words = spelled_out(row[at].text) if row[at].kind == "text" else None
    if words is not None:
        return Spelling(words[0], "", words[1], "", 0), "", at + 1
    accent, base, dress, at = accented(row, at, text)
    subscript, label, primes = "", "", 0
    while True:
        kind = row[at].kind
        if kind == "_" and not subscript:
            content, at = script_content(row, at + 1)
            subscript = flat(content) or (subscript_text(content) if labelled is label_text else None) or ""
            if not subscript:
                raise ReadError("this subscript is not part of a name", row[at - 1].start, "", text)
        elif kind == "^" and not label:
            content, after = script_content(row, at + 1)
            if content and all(token.kind == "′" for token in content):
                primes += len(content)
            else:
                label = labelled(content) or ""
                if not label:
                    break
            at = after
        elif kind == "′":
            primes += 1
            at += 1
        else:
            return Spelling(base, accent, subscript, label, primes), dress, at
    return Spelling(base, accent, subscript, label, primes), dress, at


def accented(row: list[Token], at: int, text: str) -> tuple[str, str, str, int]:
    """(accent, base, dress, index after) of a letter or word, with `\\hat{y}`, `hat y` and ŷ alike."""
    token = row[at]
    if token.kind == "accent" or (token.text in glyphs.ACCENT_WORDS and row[at + 1].kind in ("name", "run")):
        braced = row[at + 1].kind == "{"
        inner, base, dress, after = accented(row, at + 1 + braced, text)
        if braced and row[after].kind != "}":
            raise ReadError("an accent covers one letter here", row[after].start, "", text)
        return token.text + (f" {inner}" if inner else ""), base, dress, after + braced
    if token.kind == "{" and token.text == "{" and row[at + 1].kind in ("name", "run") and row[at + 2].kind == "}":
        return "", word_id(row[at + 1]), row[at + 1].dress, at + 3
    if token.kind not in ("name", "run"):
        raise ReadError("a name was expected here", token.start, "a name is a letter or word with its subscript", text)
    if row[at + 1].kind == "num" and not row[at + 1].gap and row[at + 1].text.isdigit():
        return "", word_id(token) + row[at + 1].text, token.dress, at + 2
    return "", word_id(token), token.dress, at + 1


def word_id(token: Token) -> str:
    """The id of one letter or word: `sigma` is σ, other words are themselves."""
    glyph = glyphs.WORDS.get(token.text)
    return glyph.id if glyph is not None and glyph.role == glyphs.LETTER else token.text


def script_content(row: list[Token], at: int) -> tuple[list[Token], int]:
    """The tokens of the script that starts at `at` (a group's without its braces), and the index after it."""
    if at >= len(row) or row[at].kind == "end of text":
        return [], at
    if row[at].kind != "{":
        return row[at : at + 1], at + 1
    level, k = 0, at
    while True:
        kind = row[k].kind
        if kind == "end of text":
            return row[at + 1 : k], k
        level += (kind == "{") - (kind == "}")
        if level == 0:
            return row[at + 1 : k], k + 1
        k += 1


def flat(content: list[Token]) -> str | None:
    """A subscript's content as part of an id ("in", "qk", "i,j", "*"), or None when it is an expression."""
    parts = []
    for k, token in enumerate(content):
        if token.kind in ("name", "run"):
            accent = token.text in glyphs.ACCENT_WORDS and k + 1 < len(content)
            parts.append(word_id(token) + " " * accent)
        elif token.kind in ("num", ",", "(", ")", "_", "∗", "⊥") or (token.kind == "+" and len(content) == 1):
            parts.append("*" if token.kind == "∗" else token.text)
        elif token.kind == "×":
            parts.append("*")
        elif token.kind in ("|", "∣") and len(content) > 2:
            parts.append("|")
        elif token.kind == "accent":
            parts.append(f"{token.text} ")
        elif token.kind == "rel" and token.text == "⊥":
            parts.append("⊥")
        elif token.kind not in ("{", "}"):
            return None
    return "".join(parts) or None


def subscript_text(content: list[Token]) -> str | None:
    """The subscript of a declared name: `flat`, and also α/2, k+1, a|b."""
    found = flat(content)
    if found is not None or not all(token.kind in _SUBSCRIPTS for token in content):
        return found
    return "".join(word_id(token) for token in content if token.kind not in ("{", "}")) or None


def label_of(content: list[Token]) -> str | None:
    """The label that a superscript is: "(i)", "*", "†" or "+"; None when it is a power."""
    kinds = [token.kind for token in content]
    if kinds in (["∗"], ["×"]):
        return "*"
    if kinds in (["†"], ["+"]):
        return content[0].text
    if len(kinds) >= 3 and kinds[0] == "(" and kinds[-1] == ")":
        inside = flat(content[1:-1])
        return f"({inside})" if inside and "(" not in inside else None
    return None


def label_text(content: list[Token]) -> str | None:
    """The label of a declared name: `label_of`, and also O, π, [l], l-1, CLIP; None for a number or a transpose."""
    found = label_of(content)
    if found is not None or not content or content[-1].text in ("T", "⊤"):
        return found
    if not all(token.kind in _LABELLING for token in content):
        return None
    if [token.text for token in content] == ["-", "1"]:
        return "-1"
    signed = [token.kind for token in content] == ["-"]
    lettered = signed or any(token.kind in ("name", "run", "[") for token in content)
    return "".join(word_id(token) for token in content if token.kind not in ("{", "}")) if lettered else None


def split_top(text: str, separators: str = ",;") -> list[tuple[str, int]]:
    """The pieces of `text` between separators outside all brackets, each with its offset; `\\;` and `\\,` are spaces.

    >>> split_top("q, k : random vector(d_k), mean f(a, b)", ",")
    [('q', 0), (' k : random vector(d_k)', 2), (' mean f(a, b)', 26)]
    """
    pieces, level, start, at = [], 0, 0, 0
    while at < len(text):
        char = text[at]
        if char == "\\":
            at += 2
            level += {"\\{": 1, "\\}": -1}.get(text[at - 2 : at], 0)
            continue
        if char in _OPENING:
            level += 1
        elif char in _CLOSING:
            level = max(level - 1, 0)
        elif level == 0 and char in separators:
            pieces.append((text[start:at], start))
            start = at + 1
        at += 1
    return [*pieces, (text[start:], start)]


@lru_cache(maxsize=4096)
def parts(name: str) -> Spelling:
    """The parts of a canonical id."""
    match = _ID.fullmatch(name)
    if match is None:
        return Spelling(name)
    bold, accent, base, subscript, label, primes = match.groups()
    return Spelling(base, accent or "", subscript or "", label or "", len(primes), bool(bold))


def latex_name(name: str) -> str:
    """The LaTeX of a canonical id: "d_k", "n_in" → `n_{\\mathrm{in}}`, "hat y" → `\\hat{y}`, "σ" → `\\sigma`."""
    part = parts(name)
    if re.fullmatch(r"[A-Za-z]{2,}_[A-Za-z]{2,}", name):
        return rf"\text{{{part.base}\_{part.subscript}}}"
    base = _latex_word(part.base)
    if part.bold:
        base = rf"\mathbf{{{base}}}" if base.isascii() and "\\" not in base else rf"\boldsymbol{{{base}}}"
    for accent in reversed(part.accent.split()):
        base = rf"\{'mathring' if accent == 'ring' else accent}{{{base}}}"
    if part.subscript:
        base += f"_{_latex_script(part.subscript)}"
    if part.label:
        base += "^" + ({"*": r"\ast", "†": r"\dagger", "+": "+"}.get(part.label) or f"{{{_latex_words(part.label)}}}")
    return base + "'" * part.primes


def _latex_word(word: str) -> str:
    glyph = glyphs.BY_ID.get(word)
    if glyph is not None and glyph.role in (glyphs.LETTER, glyphs.CONSTANT):
        return f"\\{glyph.latex[0]}"
    if word in glyphs.SCRIPT or word in glyphs.FRAKTUR:
        table, command = (glyphs.SCRIPT, "mathcal") if word in glyphs.SCRIPT else (glyphs.FRAKTUR, "mathfrak")
        return rf"\{command}{{{table[word]}}}"
    if word == "𝟏":
        return r"\mathbf{1}"
    if len(word) == 1:
        return rf"\mathbb{{{glyphs.BLACKBOARD[word]}}}" if word in glyphs.BLACKBOARD else word
    return rf"\mathrm{{{word}}}"


def _latex_script(script: str) -> str:
    if len(script) == 1:
        return {"*": r"\ast", "⊥": r"\perp"}.get(script) or _braced(_latex_word(script))
    if script.isascii() and script.isalpha() and script not in glyphs.WORDS:
        return rf"{{\mathrm{{{script}}}}}" if len(script) > 2 or script == "in" else f"{{{script}}}"
    return f"{{{_latex_words(script)}}}"


def _latex_words(script: str) -> str:
    words = [_latex_piece(piece) for piece in _PIECES.findall(script)]
    return "".join(w + (" " if "\\" in w and w[-1].isalpha() else "") for w in words).rstrip()


def _latex_piece(piece: str) -> str:
    accent, gap, letter = piece.partition(" ")
    return rf"\{accent}{{{_latex_word(letter)}}}" if gap and letter else _latex_word(piece)


def _braced(latex: str) -> str:
    return latex if len(latex) == 1 else f"{{{latex}}}"


def unicode_name(name: str) -> str:
    """The Unicode spelling of a canonical id: "d_k", "n_in", "hat y" → "ŷ", "x'" → "x′"."""
    part = parts(name)
    if len(part.base) > 1:
        return (f"{part.accent} " if part.accent else "") + part.base + _plain_scripts(part) + "′" * part.primes
    base = _bold(part.base) if part.bold else part.base
    base += "".join(glyphs.ACCENT_MARKS[accent] for accent in reversed(part.accent.split()))
    return base + _plain_scripts(part) + "′" * part.primes


def _bold(letter: str) -> str:
    if not (letter.isascii() and letter.isalpha()):
        return letter
    first, code = ("A", 0x1D400) if letter.isupper() else ("a", 0x1D41A)
    return chr(code + ord(letter) - ord(first))


def plain_name(name: str) -> str:
    """The ASCII spelling of a canonical id: "σ_q" → "sigma_q", "hat y" → "hat y"; LaTeX where words do not suffice."""
    part = parts(name)
    marked = not set(part.accent.split()) <= set(glyphs.ACCENT_WORDS)
    styled = part.base in glyphs.SCRIPT or part.base in glyphs.FRAKTUR or part.base in ("𝟏", *glyphs.BLACKBOARD)
    if part.bold or marked or styled:
        return latex_name(name)
    glyph = glyphs.BY_ID.get(part.base)
    spelt = glyph is not None and glyph.role in (glyphs.LETTER, glyphs.CONSTANT)
    base = glyph.plain[0] if glyph is not None and spelt else part.base
    return (f"{part.accent} " if part.accent else "") + base + _plain_scripts(part) + "'" * part.primes


def _plain_scripts(part: Spelling) -> str:
    script = part.subscript
    bare = len(script) == 1 or (script.isascii() and script.isalpha()) or script.isdigit()
    sub = "" if not script else f"_{script}" if bare else f"_{{{script}}}"
    return sub + (f"^{{{part.label}}}" if part.label else "")
