"""Atoms: what the normal form treats as indeterminates, compared by structure alone.

kinds and arguments:
    sym    name                              a scalar symbol or a free index
    bound  level                             an index bound by a binder around it
    comp   array, (index, …)                 an entry of an array; `scomp` when the array is symmetric
    δ      i, j                              Kronecker's delta, never with equal or provably different indices
    ind    relation, p                       𝟙[p relation 0], relation one of "<" "≤" "="
    fun    name, (argument, …)               an elementary or declared function that no rule opened
    inv    lam, i, j                         an entry of an inverse matrix; `sinv` where i and j are known to commute
    mean   body                              an expectation that the given does not fix
binders: their own indices are the levels base+1 … base+k, above every binder inside
    sum    base, ((lower, upper), …), body   Σ of a monomial whose indices are connected
    prod   base, ((lower, upper),), body     Π over one index
    lam    base, (size, …), body             an array by its components, for functions of whole arrays
An argument is a `Poly`, an atom, a string, an integer or a tuple of these.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

#: Kinds whose index arguments commute.
SYMMETRIC = frozenset({"scomp", "δ"})
#: Entries of inverse matrices.
INVERSES = frozenset({"inv", "sinv"})
BINDERS = frozenset({"sum", "prod", "lam"})


class Atom:
    """An indeterminate of the normal form: immutable, hashed once, ordered by `key`.

    free    the names of scalar symbols, free indices and arrays in it
    height  the highest level that a binder in it uses for its own indices
    """

    __slots__ = ("_hash", "_key", "args", "free", "height", "kind")

    def __init__(self, kind: str, *args: Any) -> None:
        self.kind = kind
        self.args = args
        self._hash = hash((kind, args))
        self._key: str | None = None
        self.free: frozenset[str] = _free(args)
        if kind in ("sym", "comp", "scomp") and isinstance(args[0], str):
            self.free |= {args[0]}
        self.height: int = args[0] + len(args[1]) if kind in BINDERS else _height(args)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Atom) or self._hash != other._hash:
            return False
        return self.kind == other.kind and self.args == other.args

    @property
    def key(self) -> str:
        """A string that orders atoms the same way in every process."""
        return key(self, None)

    def __repr__(self) -> str:
        return self.key


def _free(value: Any) -> frozenset[str]:
    if isinstance(value, tuple):
        return frozenset().union(*(_free(part) for part in value))
    return getattr(value, "free", frozenset())


def _height(value: Any) -> int:
    if isinstance(value, tuple):
        return max((_height(part) for part in value), default=0)
    return getattr(value, "height", 0)


def key(value: Any, env: dict[str, str] | None) -> str:
    """The ordering string of an atom, polynomial, tuple or scalar; `env` renames free symbols in it."""
    if isinstance(value, Atom):
        if env is not None and not value.free.isdisjoint(env):
            return _atom_key(value, env)
        if value._key is None:
            value._key = _atom_key(value, None)
        return value._key
    if isinstance(value, tuple):
        return "(" + ",".join(key(part, env) for part in value) + ")"
    if isinstance(value, (str, int, Fraction)):
        return str(value)
    return value.key_in(env)  # type: ignore[no-any-return]


def _atom_key(atom: Atom, env: dict[str, str] | None) -> str:
    if atom.kind == "sym":
        name: str = atom.args[0]
        return env.get(name, name) if env else name
    if atom.kind == "bound":
        return f"#{atom.args[0]}"
    if atom.kind == "scomp":
        return f"{atom.args[0]}[{','.join(sorted(key(index, env) for index in atom.args[1]))}]"
    if atom.kind == "comp":
        return f"{atom.args[0]}[{','.join(key(index, env) for index in atom.args[1])}]"
    if atom.kind == "sinv":
        row, column = sorted(key(index, env) for index in atom.args[1:])
        return f"sinv({key(atom.args[0], env)},{row},{column})"
    if atom.kind in SYMMETRIC:
        return f"{atom.kind}({','.join(sorted(key(index, env) for index in atom.args))})"
    return f"{atom.kind}({','.join(key(part, env) for part in atom.args)})"
