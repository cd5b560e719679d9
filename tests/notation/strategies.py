"""Well-formed trees over one fixed table, for properties of readers, printers and everything that takes a tree.

`scalars`, `vectors`, `matrices`, `relations` and `statements` are strategies; a tree they give has fitting shapes,
declared names, and bound indices only below their operators.
"""

from __future__ import annotations

from dataclasses import replace

from hypothesis import strategies as st

from symbolic.language.symbols import Symbol, Table
from symbolic.notation import tree as t

Trees = st.SearchStrategy[t.Node]

n, m = t.Name("n"), t.Name("m")
TABLE = Table(
    {
        symbol.name: symbol
        for symbol in (
            Symbol("n", "dimension"),
            Symbol("m", "dimension"),
            Symbol("d_k", "dimension"),
            Symbol("a", "scalar"),
            Symbol("b", "scalar"),
            Symbol("c", "scalar", signs=frozenset({"positive"})),
            Symbol("σ", "scalar"),
            Symbol("σ_1", "scalar"),
            Symbol("μ", "scalar"),
            Symbol("hat y", "scalar"),
            Symbol("x'", "scalar"),
            Symbol("gain", "scalar"),
            Symbol("fan_in", "scalar"),
            Symbol("x", "vector", (n,)),
            Symbol("z", "vector", (n,)),
            Symbol("w", "vector", (n,)),
            Symbol("v_3", "vector", (n,)),
            Symbol("A", "matrix", (n, n)),
            Symbol("B", "matrix", (n, n)),
            Symbol("Σ", "matrix", (n, n), signs=frozenset({"symmetric"})),
            Symbol("W_q", "matrix", (n, n)),
            Symbol("f", "function", parameters=(t.Name("x"),), parameter_shapes=((),)),
            Symbol("φ_1", "function", parameters=(t.Name("x"),), parameter_shapes=((),)),
            Symbol("i", "index", span=(t.Number("1"), n)),
            Symbol("j", "index", span=(t.Number("1"), n)),
            Symbol("X", "scalar", random=True),
            Symbol("Y", "scalar", random=True),
            Symbol("q", "vector", (n,), random=True),
            Symbol("k", "vector", (n,), random=True),
        )
    }
)

_SCALARS = ("a", "b", "c", "σ", "σ_1", "μ", "hat y", "x'", "gain", "fan_in", "n", "d_k", "X", "Y", "π")
_VECTORS = ("x", "z", "w", "v_3", "q", "k")
_MATRICES = ("A", "B", "Σ", "W_q")
_FUNCTIONS = ("exp", "log", "sin", "tanh", "Γ", "erf", "f", "φ_1")
_BOUND = ("l", "r", "s")


def names(ids: tuple[str, ...]) -> Trees:
    """One of the names."""
    return st.sampled_from(ids).map(t.Name)


numbers: Trees = st.sampled_from(["0", "1", "2", "3", "12", "0.5"]).map(t.Number)
indices: Trees = st.one_of(
    names(("i", "j")),
    st.sampled_from(["1", "2"]).map(t.Number),
    names(("i", "j")).map(lambda index: t.Add((index, t.Number("1")))),
)


def _entry(ids: tuple[str, ...], axes: int, index: Trees = indices) -> Trees:
    return st.builds(t.Component, names(ids), st.tuples(*[index] * axes))


_ATOMS = st.one_of(
    names(_SCALARS), numbers, _entry(_VECTORS, 1), _entry(_MATRICES, 2), st.builds(t.Delta, indices, indices)
)


def _tuples(part: Trees, least: int = 2, most: int = 3) -> st.SearchStrategy[tuple[t.Node, ...]]:
    return st.lists(part, min_size=least, max_size=most).map(tuple)


def sums(part: Trees) -> Trees:
    """Two or three terms, some of them with a minus."""
    return st.builds(t.Add, _tuples(st.one_of(part, part.map(t.Negative))))


def products(part: Trees) -> Trees:
    """Two or three factors."""
    return st.builds(t.Product, _tuples(part))


def calls(part: Trees, functions: tuple[str, ...] = _FUNCTIONS) -> Trees:
    """A function of one argument."""
    return st.builds(t.Call, names(functions), st.tuples(part))


def derived_calls(part: Trees) -> Trees:
    """f'(x), f''(x) and functions of two arguments."""
    primed = st.builds(t.Prime, names(("f", "φ_1", "tanh")), st.sampled_from([1, 2]))
    pair = st.tuples(part, part)
    return st.one_of(
        st.builds(t.Call, primed, st.tuples(part)),
        st.builds(t.Call, names(("max", "min", "binom")), pair),
        st.builds(t.Call, names(("floor", "ceil")), st.tuples(part)),
    )


def relation(part: Trees) -> Trees:
    """left = right and its kin."""
    signs = st.sampled_from(["=", "≠", "<", "≤", ">", "≥"])
    return st.builds(lambda left, sign, right: t.Chain(left, ((sign, right),)), part, signs, part)


def _bounds(index: str) -> st.SearchStrategy[tuple[t.Bound, ...]]:
    return st.one_of(
        st.just((t.Bound(index),)),
        st.just((t.Bound(index, t.Number("1"), n),)),
        st.just(
            (
                t.Bound(
                    index,
                    t.Number("0"),
                    t.Add((n, t.Negative(t.Number("1")))),
                ),
            )
        ),
    )


def bigs(part: Trees) -> Trees:
    """∑ or ∏ of a body that uses its index."""

    def over(index: str) -> Trees:
        entry = _entry(_VECTORS, 1, st.just(t.Name(index)))
        body = st.one_of(entry, st.builds(lambda e, p: t.Product((e, p)), entry, part), sums(st.one_of(entry, part)))
        return st.builds(t.Big, st.sampled_from("∑∏"), _bounds(index), body)

    return st.sampled_from(_BOUND).flatmap(over)


def operators(part: Trees) -> Trees:
    """E, Var, Cov, P of random quantities."""
    one = part.map(lambda argument: (argument,))
    return st.one_of(
        st.builds(t.Operator, st.sampled_from(["E", "Var"]), one),
        st.builds(t.Operator, st.just("Cov"), st.tuples(part, part)),
        st.builds(t.Operator, st.just("E"), one, names(("X", "Y"))),
        st.builds(t.Operator, st.just("P"), relation(part).map(lambda claim: (claim,))),
        st.builds(t.Operator, st.just("KL"), st.tuples(names(("X",)), names(("Y",)))),
    )


def derivatives(part: Trees) -> Trees:
    """∂ and d of first and second order, ∇ and limits."""
    variables = st.one_of(_tuples(names(("a", "b", "σ")), 1, 2), _tuples(_entry(("x", "v_3"), 1), 1, 2))
    return st.one_of(
        st.builds(t.Derivative, part, variables),
        st.builds(
            lambda name, target, body: t.Limit(name, *target[:1], body, *target[1:]),
            names(("a", "c")),
            st.sampled_from([(t.Name("∞"), ""), (t.Number("0"), ""), (t.Number("0"), "+"), (t.Name("b"), "-")]),
            part,
        ),
        st.builds(t.Integral, st.just("a"), st.just(t.Number("0")), st.just(t.Name("∞")), part),
        st.builds(t.Optimum, st.sampled_from(["min", "max"]), names(("a", "c")), part),
    )


def _vectors_from(scalar: Trees, vector: Trees) -> Trees:
    return st.one_of(
        sums(vector),
        st.builds(lambda s, v: t.Product((s, v)), scalar, vector),
        st.builds(lambda a, v: t.Product((t.Name(a), v)), st.sampled_from(_MATRICES), vector),
        st.builds(t.Hadamard, vector, vector),
        st.builds(lambda entries: t.Matrix(tuple((entry,) for entry in entries)), _tuples(scalar)),
        st.builds(t.Call, st.just(t.Name("softmax")), vector.map(lambda v: (v,))),
        st.builds(t.Gradient, scalar, names(("x", "z"))),
    )


def _matrices_from(vector: Trees) -> Trees:
    matrix = names(_MATRICES)
    return st.one_of(
        matrix,
        matrix.map(t.Transpose),
        matrix.map(lambda a: t.Power(a, t.Negative(t.Number("1")))),
        st.builds(lambda v, w: t.Product((v, t.Transpose(w))), vector, vector),
        st.builds(t.Call, st.just(t.Name("diag")), vector.map(lambda v: (v,))),
        st.builds(t.Kronecker, matrix, matrix),
        st.builds(lambda a, b: t.Matrix((a, b)), *[st.tuples(_ATOMS, _ATOMS)] * 2),
    )


def _scalars_from(scalar: Trees) -> Trees:
    vector = st.one_of(names(_VECTORS), _vectors_from(scalar, names(_VECTORS)))
    matrix = _matrices_from(names(_VECTORS))
    return st.one_of(
        sums(scalar),
        products(scalar),
        st.builds(t.Quotient, scalar, scalar, st.sampled_from(["frac", "slash"])),
        st.builds(t.Power, scalar, st.one_of(numbers, scalar)),
        scalar.map(t.Negative),
        st.builds(t.Root, scalar, st.one_of(st.none(), st.just(t.Number("3")))),
        st.builds(lambda s, u: t.Add((s, t.PlusMinus(u))), scalar, scalar),
        scalar.map(t.Absolute),
        scalar.map(t.Factorial),
        calls(scalar),
        derived_calls(scalar),
        bigs(scalar),
        operators(scalar),
        derivatives(scalar),
        relation(scalar).map(t.Indicator),
        st.builds(t.Dot, vector, vector, st.sampled_from(["·", "⟨⟩"])),
        st.builds(lambda v, w: t.Product((t.Transpose(v), w)), vector, vector),
        st.builds(lambda v, a, w: t.Product((t.Transpose(v), a, w)), vector, matrix, vector),
        st.builds(t.Norm, vector, st.sampled_from(["", "1", "2", "∞"])),
        calls(matrix, ("tr", "det")),
        st.builds(t.Component, vector, st.tuples(indices)),
    )


scalars: Trees = st.recursive(_ATOMS, _scalars_from, max_leaves=8)
vectors: Trees = st.one_of(names(_VECTORS), _vectors_from(scalars, names(_VECTORS)))
matrices: Trees = _matrices_from(vectors)
_CASES: Trees = st.builds(
    lambda one, claim, other: t.Cases(((one, claim), (other, None))), scalars, relation(_ATOMS), scalars
)
_SETS: Trees = st.one_of(
    st.builds(t.Interval, scalars, scalars, st.booleans(), st.booleans()),
    st.builds(t.SetOf, _tuples(_ATOMS)),
    st.sampled_from([t.Space("ℝ"), t.Space("ℝ", (n,)), t.Space("ℝ", (n, t.Add((m, t.Number("1")))))]),
)
relations: Trees = st.one_of(
    relation(scalars),
    st.builds(lambda s, domain: t.Chain(s, (("∈", domain),)), scalars, _SETS),
    st.builds(lambda s, body: t.Chain(s, (("=", body),)), _ATOMS, _CASES),
    st.builds(
        lambda first, links: t.Chain(first, tuple(links)),
        scalars,
        st.lists(st.tuples(st.sampled_from(["=", "≈", "≤", "→", ":=", "∝"]), scalars), min_size=2, max_size=3),
    ),
)
statements: Trees = st.one_of(scalars, vectors, matrices, relations)

#: Names that look like words, operators, constants, differentials or labels, for each part that a name can play.
_PARTS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (
        ("a", "b", "c", "σ", "σ_1", "μ", "hat y", "x'", "gain", "X", "Y"),
        ("d", "o", "g", "T", "E", "H", "P", "h", "I", "O", "t", "γ", "Φ", "𝓛", "x1", "e", "loss", "Var", "β_1", "n_in",
         "L", "p", "m_t", "q^(1)", "ν",  "hat θ", "bar X", "h'", "tilde x", "x_*"),
    ),
    (
        ("x", "z", "w", "v_3", "q", "k"),
        ("u", "v", "d", "e", "p", "t", "y", "o", "h", "H", "E", "I", "𝓛", "γ", "x^(1)", "θ", "g", "bar x", "x''",
         "hat p", "w_1", "m_k"),
    ),
    (("A", "B", "Σ", "W_q"), ("U", "T", "D", "E", "H", "I", "P", "Λ", "J_s", "Σ_qk", "R", "hat A", "A'")),
    (("f", "φ_1"), ("g", "d", "σ", "ψ", "H", "E", "P", "p", "selu", "h", "γ", "Φ", "r_1")),
)  # fmt: skip


def _renaming(part: tuple[tuple[str, ...], tuple[str, ...]]) -> st.SearchStrategy[dict[str, str]]:
    mine, others = part
    return st.permutations(others).map(lambda order: dict(zip(mine, order, strict=False)))


def _renamed(node: t.Node, names_of: dict[str, str]) -> t.Node:
    if isinstance(node, t.Name):
        return t.Name(names_of.get(node.id, node.id))
    return t.rebuild(node, lambda child: _renamed(child, names_of))


def _with_table(node: t.Node, renamings: tuple[dict[str, str], ...]) -> tuple[t.Node, Table]:
    names_of: dict[str, str] = {}
    taken = {"n", "m", "d_k", "fan_in", "i", "j", *_BOUND}
    for old, new in (pair for renaming in renamings for pair in renaming.items()):
        names_of[old] = new if new not in taken else f"{old}_0"
        taken.add(names_of[old])
    symbols = [replace(symbol, name=names_of.get(name, name)) for name, symbol in TABLE.symbols.items()]
    return _renamed(node, names_of), Table({symbol.name: symbol for symbol in symbols})


renamed: st.SearchStrategy[tuple[t.Node, Table]] = st.builds(
    _with_table, statements, st.tuples(*[_renaming(part) for part in _PARTS])
)
