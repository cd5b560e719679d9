"""Commands that define macros, in one table: each reads its arguments and says what is known after it."""

from __future__ import annotations

from collections.abc import Callable

from symbolic.article.tex.macros import MOST, STRUCTURE, Macro, Macros, Parameter, operator, paired
from symbolic.article.tex.mouth import Missing, Mouth, Tokens
from symbolic.article.tex.tokens import Token

Definition = Callable[[Token, Mouth, Macros], None]


def _command(at: Token, mouth: Mouth, macros: Macros) -> None:
    """\\newcommand{\\name}[count][default]{body}."""
    mouth.next_is("*")
    name = mouth.control()
    parameters = _counted(mouth)
    body = mouth.group()
    if at.name != "providecommand" or name.text[1:] not in macros.commands:
        _set(macros, name, Macro(parameters, body))


def _counted(mouth: Mouth) -> tuple[Parameter, ...]:
    count = mouth.optional()
    default = mouth.optional() if count else None
    many = _number(count)
    first = (Parameter("o", default),) if default is not None and many else ()
    return (*first, *(Parameter() for _ in range(many - len(first))))


def _extended(at: Token, mouth: Mouth, macros: Macros) -> None:
    """\\newcommandx{\\name}[count][1=default, 3=default]{body}: every parameter may have a default."""
    mouth.next_is("*")
    name = mouth.control()
    many = _number(mouth.optional())
    defaults = _numbered(mouth.optional() or ()) if many else {}
    found = tuple(Parameter("o", defaults[k]) if k in defaults else Parameter() for k in range(1, many + 1))
    _set(macros, name, Macro(found, mouth.group()))


def _numbered(parts: Tokens) -> dict[int, Tokens]:
    """`1=x, 2={a,b}` → each number with its tokens."""
    found: dict[int, Tokens] = {}
    item: list[Token] = []
    level = 0
    for token in (*parts, None):
        level += token is not None and (token.kind == "open") - (token.kind == "close")
        if token is not None and not (level == 0 and token.text == ","):
            item.append(token)
            continue
        places = [k for k, one in enumerate(item) if one.text == "="]
        if places:
            found[_number(tuple(item[: places[0]]))] = _bare(item[places[0] + 1 :])
        item = []
    return found


def _bare(parts: list[Token]) -> Tokens:
    """The tokens without the braces around all of them."""
    grouped = len(parts) > 1 and parts[0].kind == "open" and parts[-1].kind == "close"
    return tuple(parts[1:-1] if grouped else parts)


def _number(parts: Tokens | None) -> int:
    text = "".join(token.text for token in parts or ()).strip() or "0"
    if not (text.isascii() and text.isdigit() and int(text) <= MOST):
        raise Missing
    return int(text)


def _set(macros: Macros, name: Token, macro: Macro) -> None:
    if name.text[1:] not in STRUCTURE:
        macros.commands[name.text[1:]] = macro


def _def(at: Token, mouth: Mouth, macros: Macros) -> None:
    """\\def\\name#1,#2.{body}: what stands between the parameters delimits them."""
    name = mouth.control()
    prefix, parameters, closing = "", list[Parameter](), ""
    while True:
        token = mouth.take()
        if token.kind == "parameter" or token.kind == "open":
            if parameters:
                parameters[-1] = Parameter("u", closing=closing) if closing else Parameter()
            else:
                prefix = closing
            if token.kind == "open":
                break
            parameters.append(Parameter())
            closing = ""
        else:
            closing += token.text
    body = mouth.until("}")
    if len(parameters) <= MOST:
        _set(macros, name, Macro(tuple(parameters), body, prefix.strip()))


def _let(at: Token, mouth: Mouth, macros: Macros) -> None:
    """\\let\\name=\\other: what the other means now, whatever is made of it later."""
    name = mouth.control()
    mouth.next_is("=")
    mouth.peek()
    other = mouth.take()
    if other.name in macros.flags:
        macros.flags[name.name] = macros.flags[other.name]
        return
    kind = "frozen" if other.kind == "word" else other.kind
    _set(macros, name, macros.commands.get(other.name) or Macro((), (other._replace(kind=kind),)))


def _newif(at: Token, mouth: Mouth, macros: Macros) -> None:
    """\\newif\\ifname: a flag that does not hold until \\nametrue."""
    name = mouth.control().name
    if not name.startswith("if"):
        raise Missing
    macros.flags[name] = False
    for value in (True, False):
        said = Token("\\" + SET[value], at.start, at.end, "word")
        body = (said, Token(f"\\{name}", at.start, at.end, "frozen"))
        macros.commands[f"{name[2:]}{str(value).lower()}"] = Macro((), body)


def _set_flag(at: Token, mouth: Mouth, macros: Macros) -> None:
    macros.flags[mouth.take().text[1:]] = at.name == SET[True]


#: The words that \\nametrue and \\namefalse stand for.
SET = {True: "companion@true", False: "companion@false"}


def _operator(at: Token, mouth: Mouth, macros: Macros) -> None:
    limits = mouth.next_is("*")
    name = mouth.control()
    _set(macros, name, operator(mouth.group(), limits, at))


def _paired(at: Token, mouth: Mouth, macros: Macros) -> None:
    """\\DeclarePairedDelimiter{\\name}{left}{right}; with X, [count] and a {body} besides."""
    name = mouth.control()
    count = _number(mouth.optional()) if at.name.endswith("X") else 1
    left, right = mouth.group(), mouth.group()
    inner = mouth.group() if at.name.endswith("X") else (Token("#1", at.start, at.end, "parameter"),)
    _set(macros, name, paired(left, right, inner, count))


def _document(at: Token, mouth: Mouth, macros: Macros) -> None:
    """\\NewDocumentCommand{\\name}{specification}{body}."""
    name = mouth.control()
    parameters = _specified(Mouth(mouth.group()))
    body = mouth.group()
    if at.name != "ProvideDocumentCommand" or name.text[1:] not in macros.commands:
        _set(macros, name, Macro(parameters, body))


def _specified(mouth: Mouth) -> tuple[Parameter, ...]:
    """The parameters of a specification such as `s O{x} m`."""
    found = []
    while mouth.peek():
        letter = mouth.take().text
        if letter in "+!":
            continue
        if letter in "ms":
            found.append(Parameter(letter))
        elif letter == "t":
            found.append(Parameter("t", closing=mouth.take().text))
        elif letter in "oO":
            found.append(Parameter("o", mouth.group() if letter == "O" else None))
        elif letter in "dDrR":
            opening, closing = mouth.take().text, mouth.take().text
            found.append(Parameter("d", mouth.group() if letter in "DR" else None, opening, closing))
        else:
            raise Missing
    return tuple(found)


def _environment(at: Token, mouth: Mouth, macros: Macros) -> None:
    """\\newenvironment{name}[count][default]{begin}{end}."""
    mouth.next_is("*")
    name = mouth.name()
    parameters = _counted(mouth)
    begin, end = mouth.group(), mouth.group()
    macros.environments[name] = (Macro(parameters, begin), Macro((), end))


#: What defines → how.
DEFINITIONS: dict[str, Definition] = {
    **dict.fromkeys(("newcommand", "renewcommand", "providecommand", "DeclareRobustCommand"), _command),
    **dict.fromkeys(("newcommandx", "renewcommandx", "providecommandx"), _extended),
    **dict.fromkeys(("newrobustcmd", "renewrobustcmd"), _command),
    **dict.fromkeys(("def", "gdef", "edef", "xdef"), _def),
    "let": _let,
    "newif": _newif,
    **dict.fromkeys(SET.values(), _set_flag),
    "DeclareMathOperator": _operator,
    **dict.fromkeys(("DeclarePairedDelimiter", "DeclarePairedDelimiterX"), _paired),
    **dict.fromkeys(("NewDocumentCommand", "RenewDocumentCommand", "ProvideDocumentCommand"), _document),
    "DeclareDocumentCommand": _document,
    **dict.fromkeys(("newenvironment", "renewenvironment"), _environment),
}
