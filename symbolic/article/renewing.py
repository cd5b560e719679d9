"""Which claims of an article may be a new meaning of a name that has one, so that they are never refuted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from symbolic.article.definitions import head

if TYPE_CHECKING:
    from symbolic.api import Given
    from symbolic.notation.tree import Chain


def renews(claim: bool, given: Given, chain: Chain) -> bool:
    """May the claim be a new meaning of a name that has one: a definition, or for a random name its law alone?"""
    from symbolic.notation.tree import Name, names

    name, table = head(chain.first), given.table
    if claim or name in table.definitions:
        return not claim
    others = {one for _, node in chain.links for one in names(node)} - {name}
    random = {one for one in {name, *others} & table.symbols.keys() if table.symbols[one].random}
    made = isinstance(chain.first, Name) and [sign for sign, _ in chain.links] == ["="]
    return made and name in random and len(random) > 1


def by_squares(chain: Chain) -> bool:
    """Does f(x; μ, σ²) = … say what f is, by a square that stands for a parameter?"""
    from symbolic.notation.tree import Call, Name, Power

    parameters = chain.first.arguments if isinstance(chain.first, Call) else ()
    squares = [one for one in parameters if isinstance(one, Power) and isinstance(one.base, Name)]
    return bool(squares) and all(isinstance(one, Name) for one in parameters if one not in squares)
