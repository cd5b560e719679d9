"""expanded(tokens, macros): what TeX would see: definitions taken in and gone, macros replaced by what they stand for.

Work is bounded: a macro that never ends, or that grows without measure, becomes a `runaway` token.
"""

from __future__ import annotations

from collections.abc import Iterable

from symbolic.article.tex import conditions
from symbolic.article.tex.conditions import BOTH, ELSE, THEN
from symbolic.article.tex.definitions import DEFINITIONS
from symbolic.article.tex.macros import Macro, Macros
from symbolic.article.tex.mouth import BOOLEANS, Missing, Mouth, Tokens
from symbolic.article.tex.tokens import Token

#: Tokens that one macro of the source may become.
ONE = 20_000

#: Tokens that all macros of an article may become, those counted that were looked through for a missing argument.
ALL = 1_000_000

#: Commands that leave nothing behind.
EMPTY = frozenset({
    "xspace", "relax", "protect", "leavevmode", "ignorespaces", "unskip", "global", "long", "protected",
    "makeatletter", "makeatother",
})  # fmt: skip

#: Commands that ask whether their first argument is empty → which of those behind it holds then.
_BLANK = {"ifblank": "TF", "notblank": "FT"}

_NO_VALUE = Token("\\NoValue", 0, 0, "word")

#: \\IfBooleanTF and its kin → (which arguments follow the condition, the token for which the first holds)
_CONDITIONS = {
    "IfBooleanTF": ("TF", BOOLEANS[True][0]),
    "IfBooleanT": ("T", BOOLEANS[True][0]),
    "IfBooleanF": ("F", BOOLEANS[True][0]),
    "IfNoValueTF": ("TF", _NO_VALUE),
    "IfNoValueT": ("T", _NO_VALUE),
    "IfNoValueF": ("F", _NO_VALUE),
    "IfValueTF": ("FT", _NO_VALUE),
    "IfValueT": ("F", _NO_VALUE),
    "IfValueF": ("T", _NO_VALUE),
}


def expanded(source: Iterable[Token], macros: Macros) -> list[Token]:
    """The tokens that a source comes to; what it defines is put into `macros`."""
    return _Expansion(source, macros).run()


class _Expansion:
    def __init__(self, source: Iterable[Token], macros: Macros) -> None:
        self.mouth = Mouth(source)
        self.macros = macros
        self.found: list[Token] = []
        self.begun: tuple[Token, int, int, int] | None = None
        self.branches: list[str] = []

    def run(self) -> list[Token]:
        stack = self.mouth.stack
        while stack:
            token = stack.pop()
            if self.begun and len(stack) < self.begun[1]:
                self.begun = None
            if not token.name or not self._done(token):
                self.found.append(token)
                self._commented_out(token)
        return self.found

    def _commented_out(self, token: Token) -> None:
        """The text tells that the \\else of an \\iffalse is still to come."""
        if token.kind == "verbatim" and self.mouth.stack and self.mouth.stack[-1].name == "else":
            self.mouth.stack.pop()
            self.branches.append(ELSE)

    def _done(self, token: Token) -> bool:
        """Was the control word a definition, a macro or a condition, and has it been replaced?"""
        name = token.name
        self.mouth.begin()
        try:
            if name in DEFINITIONS and self.macros.spent <= ALL:
                DEFINITIONS[name](token, self.mouth, self.macros)
            elif name in self.macros.commands and self.macros.spent > ALL:
                self.found.append(token._replace(kind="runaway"))
            elif name in self.macros.commands:
                self._call(token, self.macros.commands[name])
            elif name in ("begin", "end") and self.macros.environments:
                return self._environment(token)
            elif name == "ensuremath":
                self.mouth.push(self.mouth.group())
            elif name in _CONDITIONS:
                branches, true = _CONDITIONS[name]
                self._decide(branches, any(part.text == true.text for part in self.mouth.group()))
            elif name in _BLANK:
                self._decide(_BLANK[name], all(part.kind in ("space", "comment") for part in self.mouth.group()))
            elif name in ("else", "fi") and self.branches:
                return self._branch(name)
            elif self.macros.spent <= ALL and conditions.is_condition(token, self.mouth, self.macros):
                return self._condition(token)
            else:
                return name in EMPTY
        except Missing:
            self.macros.spent += len(self.mouth.taken)
            self.mouth.put_back()
            return False
        return True

    def _condition(self, token: Token) -> bool:
        """Begin a condition: only what holds is left of one that can be told; False where it cannot."""
        held = conditions.holds(token, self.mouth, self.macros)
        if held is None or (not held and conditions.skip(self.mouth, self.macros, True) == "else"):
            self.branches.append(BOTH if held is None else ELSE)
        elif held:
            self.branches.append(THEN)
        return held is not None

    def _branch(self, name: str) -> bool:
        """Go on at the \\else or \\fi of a condition; False where both of its parts stay."""
        branch = self.branches[-1]
        if name == "fi" or branch == THEN:
            self.branches.pop()
        if name == "else" and branch == THEN:
            conditions.skip(self.mouth, self.macros, False)
        return branch != BOTH

    def _environment(self, token: Token) -> bool:
        name = self.mouth.name()
        if name not in self.macros.environments:
            self.mouth.put_back()
            return False
        self._call(token, self.macros.environments[name][token.name == "end"])
        return True

    def _call(self, token: Token, macro: Macro) -> None:
        """Replace a call by the macro's body; raises `Missing` when it lacks an argument."""
        for sign in macro.prefix:
            if not self.mouth.next_is(sign):
                raise Missing
        below = len(self.mouth.stack)
        given = [self.mouth.argument(parameter) for parameter in macro.parameters]
        if self.begun is None:
            self.begun = (token, min(below, len(self.mouth.stack)), len(self.found), self.macros.spent)
        at = token._replace(end=max((part.end for part in self.mouth.taken), default=token.end))
        body = [part for piece in macro.body for part in _substituted(piece, given, at)]
        self.macros.spent += len(body) + 1
        if self.macros.spent - self.begun[3] > ONE or self.macros.spent > ALL:
            self._stop()
        else:
            self.mouth.push(body)

    def _stop(self) -> None:
        assert self.begun is not None
        token, below, before, _ = self.begun
        del self.mouth.stack[below:]
        del self.found[before:]
        self.found.append(token._replace(kind="runaway"))
        self.begun = None

    def _decide(self, branches: str, held: bool) -> None:
        chosen = {branch: self.mouth.group() for branch in branches}
        self.mouth.push(chosen.get("T" if held else "F", ()))


def _substituted(piece: Token, given: list[Tokens | None], at: Token) -> Tokens:
    """A token of a body at the place of the call, or the argument that it stands for."""
    if piece.kind == "parameter":
        if piece.text.startswith("##"):
            return (piece._replace(text=piece.text[1:], start=at.start, end=at.end),)
        number = int(piece.text[1:] or 0)
        if 0 < number <= len(given):
            found = given[number - 1]
            return found if found is not None else (_NO_VALUE._replace(start=at.start, end=at.end),)
    return (piece._replace(start=at.start, end=at.end),)
