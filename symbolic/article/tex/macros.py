"""Macros as data: their parameters as \\newcommand, \\def and \\NewDocumentCommand declare them, and their bodies."""

from __future__ import annotations

from dataclasses import dataclass, field

from symbolic.article.tex.tokens import Token


@dataclass(frozen=True)
class Parameter:
    """A parameter of a macro.

    kind     m (a group or token), o (in brackets, or `default`), s (a star), t (the token `closing`),
             d (between `opening` and `closing`, or `default`), u (all before `closing`)
    default  None: no value
    """

    kind: str = "m"
    default: tuple[Token, ...] | None = None
    opening: str = ""
    closing: str = ""


@dataclass(frozen=True)
class Macro:
    """A macro: what follows its name before any argument, its parameters, its body."""

    parameters: tuple[Parameter, ...]
    body: tuple[Token, ...]
    prefix: str = ""


@dataclass
class Macros:
    """The macros known here by name (without the backslash), and environments as what begins and ends them.

    flags  conditions without an argument, `\\iftrue` and those of \\newif, and whether they hold
    spent  tokens that expansion has made or looked through in vain, for all that is read with these macros
    """

    commands: dict[str, Macro] = field(default_factory=dict)
    environments: dict[str, tuple[Macro, Macro]] = field(default_factory=dict)
    flags: dict[str, bool] = field(default_factory=lambda: {"iftrue": True, "iffalse": False})
    spent: int = 0

    def copy(self) -> Macros:
        return Macros(dict(self.commands), dict(self.environments), dict(self.flags))

    def __bool__(self) -> bool:
        return bool(self.commands or self.environments)


#: Parameters that a macro may have.
MOST = 9

#: Names with which a document is built; they keep their meaning.
STRUCTURE = frozenset({
    "begin", "end", "left", "right", "middle", "documentclass", "input", "include", "subfile", "label", "tag", "part",
    "chapter", "section", "subsection", "subsubsection", "paragraph", "text", "textrm", "item", "frac", "sqrt",
    "\\", "(", ")", "[", "]", "{", "}", "$", "%", "&", "#", "_",
})  # fmt: skip


def word(name: str, at: Token, kind: str = "word") -> Token:
    """The control word at the place of another token."""
    return Token(f"\\{name}", at.start, at.end, kind)


def sign(text: str, at: Token, kind: str = "text") -> Token:
    return Token(text, at.start, at.end, kind)


def wrapped(content: tuple[Token, ...], at: Token) -> tuple[Token, ...]:
    """The content in braces."""
    return (sign("{", at, "open"), *content, sign("}", at, "close"))


def operator(body: tuple[Token, ...], limits: bool, at: Token) -> Macro:
    """\\DeclareMathOperator: \\operatorname or, with limits below, \\operatorname*."""
    star = (sign("*", at),) if limits else ()
    return Macro((), (word("operatorname", at), *star, *wrapped(body, at)))


def paired(left: tuple[Token, ...], right: tuple[Token, ...], inner: tuple[Token, ...], count: int) -> Macro:
    """\\DeclarePairedDelimiter: \\name*[\\big]{x} is left x right, whatever size is asked for."""
    size = (Parameter("s"), Parameter("o"))
    shifted = tuple(_shifted(token, len(size)) for token in inner if token.text != "\\delimsize")
    return Macro((*size, *(Parameter() for _ in range(count))), (*left, *shifted, *right))


def _shifted(token: Token, by: int) -> Token:
    if token.kind != "parameter" or not token.text[1:].isdigit():
        return token
    return token._replace(text=f"#{int(token.text[1:]) + by}")
