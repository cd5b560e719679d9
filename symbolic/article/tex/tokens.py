"""tokens(text): the tokens of a TeX text, verbatim parts and comments each as one; joined, they are the text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from symbolic.article.document import Fragment, Place, assembled


class Token(NamedTuple):
    """A token and the half-open range of the source that it came from.

    kind    word (a control word), symbol (\\\\ and a character), open, close, math ($ or $$), space, text,
            parameter (#1), comment, verbatim; frozen: a word that is not to be expanded;
            runaway: a macro whose expansion has no end
    """

    text: str
    start: int
    end: int
    kind: str

    @property
    def name(self) -> str:
        """The name of a control word or symbol, "" for any other token."""
        return self.text[1:] if self.kind in ("word", "symbol") else ""


#: Environments whose content is not TeX, or not part of the document.
VERBATIM = (
    "verbatim", "Verbatim", "BVerbatim", "LVerbatim", "lstlisting", "minted", "alltt", "comment", "filecontents",
    "luacode", "python", "pycode", "asy",
)  # fmt: skip

_TOKEN = re.compile(
    r"(?P<comment>%[^\n]*)"
    r"|(?P<verbatim>\\(?:verb\*?|lstinline(?:\[[^]\n]*\])?)(?P<fence>[^A-Za-z\s*{])[^\n]*?(?P=fence)"
    r"|\\(?:url|href|nolinkurl|path)\s*\{[^{}\n]*\}"
    rf"|\\begin\{{(?P<environment>(?:{'|'.join(VERBATIM)})\*?)\}}.*?(?:\\end\{{(?P=environment)\}}|\Z))"
    r"|(?P<word>\\[A-Za-z@]+)|(?P<symbol>\\.)|(?P<math>\$\$?)|(?P<open>\{)|(?P<close>\})"
    r"|(?P<parameter>#+\d?)|(?P<space>\s+)|(?P<text>[^\\%${}#\s]+|\\\Z)",
    re.DOTALL,
)

_CONDITION = re.compile(r"\\(if[A-Za-z@]*|else|fi)(?![A-Za-z@])(?=\s*(\S?))")

#: \\iffalse behind these is only named.
_NAMED = re.compile(r"\\(?:let|newif)\s*(?:\\[A-Za-z@]+\s*=?\s*)?\Z")


#: Conditions that ask nothing, so that a group may follow them.
_BARE = frozenset({"iftrue", "iffalse", "ifmmode", "ifinner", "ifhmode", "ifvmode"})


def opens_condition(name: str, following: str) -> bool:
    """Does a control word begin what \\fi ends?  Those that end by themselves take groups: \\ifthenelse{…}{…}{…}."""
    return name.startswith("if") and name != "iff" and (following[:1] != "{" or name in _BARE)


def tokens(text: str) -> Iterator[Token]:
    """The tokens of a text; what stands between \\iffalse and its \\else or \\fi counts as verbatim."""
    place = 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        assert match is not None and match.lastgroup is not None
        kind, end = _kind(match), match.end()
        if match.group() == "\\iffalse" and not _NAMED.search(text, max(place - 60, 0), place):
            kind, end = "verbatim", _behind_condition(text, end)
        yield Token(text[place:end], place, end, kind)
        place = end


def _kind(match: re.Match[str]) -> str:
    return "verbatim" if match["verbatim"] else str(match.lastgroup)


def _behind_condition(text: str, place: int) -> int:
    """The place behind the \\fi of a condition, or before its \\else."""
    depth = 1
    for match in _CONDITION.finditer(text, place):
        if match[1] == "else" and depth == 1:
            return match.start()
        depth += opens_condition(match[1], match[2]) - (match[1] == "fi")
        if not depth:
            return match.end()
    return len(text)


#: Kinds of tokens that stand for nothing in a formula.
UNSEEN = frozenset({"comment", "verbatim"})


def joined(parts: Iterable[Token]) -> str:
    """The text of tokens, a control word kept apart from a letter behind it."""
    return "".join(text for text, _ in _spaced(parts))


def fragment(parts: list[Token], place: Callable[[int], Place], end: int) -> Fragment:
    """The text of tokens up to the offset `end`, each letter with its place in the source."""
    letters: list[Place] = []
    text = []
    for piece, token in _spaced(parts):
        text.append(piece)
        line, column = place(token.start)
        if len(piece) != token.end - token.start:
            letters.extend([(line, column)] * len(piece))
        elif "\n" in piece:
            letters.extend(place(token.start + k) for k in range(len(piece)))
        else:
            letters.extend((line, column + k) for k in range(len(piece)))
    return assembled("".join(text), (*letters, place(end)))


def _full(parts: Iterable[Token]) -> list[Token]:
    """The tokens that a formula shows: an index that a macro left empty is none."""
    found: list[Token] = []
    for token in parts:
        if token.kind in UNSEEN:
            continue
        if token.kind == "close" and len(found) > 1 and found[-1].kind == "open" and _index(found[-2]):
            index = found[-2]
            del found[-2:]
            if len(index.text) > 1:
                found.append(index._replace(text=index.text[:-1], end=max(index.end - 1, index.start)))
            continue
        found.append(token)
    return found


def _index(token: Token) -> bool:
    return token.kind == "text" and token.text[-1] in "_^"


def _spaced(parts: Iterable[Token]) -> Iterator[tuple[str, Token]]:
    word = None
    for token in _full(parts):
        if word is not None and word.end != token.start and token.text[:1].isalpha():
            yield " ", word
        yield token.text, token
        word = token if token.kind in ("word", "frozen") else None
