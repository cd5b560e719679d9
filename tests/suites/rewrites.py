"""True rewrites of syntax trees, one line each in REWRITES; `rewritten` applies some at random places."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from symbolic.notation.tree import (
    Add,
    Big,
    Bound,
    Call,
    Component,
    Delta,
    Dot,
    Name,
    Negative,
    Node,
    Norm,
    Number,
    Power,
    Product,
    Quotient,
    Root,
    Transpose,
    rebuild,
    walk,
)
from tests.suites.expressions import ONE, TWO, A, B, N, call, component, letter, positive, sigma
from tests.suites.value import MATRICES, VECTORS

Rewrite = Callable[[Node, Random], Node | None]


def put(node: Node, name: str, new: Node) -> Node:
    """The tree with every free place of a name taken by another tree."""
    if isinstance(node, Big) and any(bound.index == name for bound in node.bounds):
        return node
    return new if node == Name(name) else rebuild(node, lambda part: put(part, name, new))


def is_scalar(node: Node) -> bool:
    if isinstance(node, Name):
        return node.id not in (*VECTORS, *MATRICES)
    if isinstance(node, (Transpose, Product)):
        return all(is_scalar(part) for part in (node.factors if isinstance(node, Product) else (node.argument,)))
    return True


def bounds_of(node: Node) -> tuple[str, Node, Node, Node] | None:
    match node:
        case Big(operator="∑", bounds=(Bound(index=index, lower=Node() as low, upper=Node() as high),), body=body):
            return index, low, high, body
    return None


def rename(node: Node, rng: Random) -> Node | None:
    if (found := bounds_of(node)) is None:
        return None
    index, low, high, body = found
    new = letter()
    return sigma(new, put(body, index, Name(new)), low, high)


def shift(node: Node, rng: Random) -> Node | None:
    if (found := bounds_of(node)) is None:
        return None
    index, low, high, body = found
    step = Number(str(rng.randint(1, 3)))
    back = Add((Name(index), Negative(step)))
    return sigma(index, put(body, index, back), Add((low, step)), Add((high, step)))


def split(node: Node, rng: Random) -> Node | None:
    found = bounds_of(node)
    if found is None or found[1:3] != (ONE, N):
        return None
    index, _, _, body = found
    if rng.random() < 0.5:
        return Add((put(body, index, ONE), sigma(index, body, TWO, N)))
    return Add((sigma(index, body, ONE, Add((N, Negative(ONE)))), put(body, index, N)))


def split_terms(node: Node, rng: Random) -> Node | None:
    found = bounds_of(node)
    if found is None or not isinstance(found[3], Add):
        return None
    index, low, high, body = found
    return Add(tuple(sigma(index, term, low, high) for term in body.terms))


def move_in(node: Node, rng: Random) -> Node | None:
    """f Σ g = Σ f g."""
    if not isinstance(node, Product) or len(node.factors) != 2 or not is_scalar(node):
        return None
    for outer, inner in (node.factors, node.factors[::-1]):
        if found := bounds_of(inner):
            index, low, high, body = found
            new = letter()
            return sigma(new, Product((outer, put(body, index, Name(new)))), low, high)
    return None


def interchange(node: Node, rng: Random) -> Node | None:
    outer = bounds_of(node)
    inner = bounds_of(outer[3]) if outer else None
    if outer is None or inner is None or Name(outer[0]) in {*walk(inner[1]), *walk(inner[2])}:
        return None
    return sigma(inner[0], sigma(outer[0], inner[3], outer[1], outer[2]), inner[1], inner[2])


def insert_delta(node: Node, rng: Random) -> Node | None:
    if not isinstance(node, Component):
        return None
    place, new = rng.randrange(len(node.indices)), letter()
    indices = (*node.indices[:place], Name(new), *node.indices[place + 1 :])
    return sigma(new, Product((Delta(node.indices[place], Name(new)), Component(node.array, indices))))


def symmetric(node: Node, rng: Random) -> Node | None:
    match node:
        case Component(array=Name(id="S"), indices=(row, column)):
            return Component(Name("S"), (column, row))
        case Delta(left=left, right=right):
            return Delta(right, left)
        case Product() if Name("S") in node.factors and not is_scalar(node):
            return Product(tuple(Transpose(part) if part == Name("S") else part for part in node.factors))
    return None


def turned(node: Node) -> Node:
    return node.argument if isinstance(node, Transpose) else Transpose(node)


def cycle(node: Node, rng: Random) -> Node | None:
    match node:
        case Call(function=Name(id="tr"), arguments=(Product(factors=factors),)):
            if rng.random() < 0.5:
                return call("tr", Product((*factors[1:], factors[0])))
            return call("tr", Product(tuple(turned(factor) for factor in reversed(factors))))
    return None


def transposed(node: Node, rng: Random) -> Node | None:
    """(x'A…y)' = y'…A'x."""
    if isinstance(node, Product) and isinstance(node.factors[0], Transpose) and not is_scalar(node):
        return Product(tuple(turned(factor) for factor in reversed(node.factors)))
    return Dot(node.right, node.left) if isinstance(node, Dot) else None


def in_components(node: Node, rng: Random) -> Node | None:
    k, m = letter(), letter()
    match node:
        case Dot(left=Name(id=x), right=Name(id=y)):
            return sigma(k, Product((component(x, k), component(y, k))))
        case Power(base=Norm(argument=Name(id=x))):
            return sigma(k, Power(component(x, k), TWO))
        case Call(function=Name(id="tr"), arguments=(Product(factors=(Name(id=f), Name(id=g))),)):
            return sigma(k, sigma(m, Product((component(f, k, m), component(g, m, k)))))
        case Product(factors=(Transpose(argument=Name(id=x)), Name(id=f), Name(id=y))) if x in VECTORS:
            return sigma(k, sigma(m, Product((component(x, k), component(f, k, m), component(y, m)))))
    return None


def opened(node: Node, rng: Random) -> Node | None:
    """p_i = e^{z_i} / Σ_k e^{z_k}."""
    match node:
        case Component(array=Name(id="p"), indices=(index,)):
            k = letter()
            below = sigma(k, call("exp", component("z", k)))
            return Quotient(call("exp", Component(Name("z"), (index,))), below)
    return None


def _is_size(node: Node) -> bool:
    """A numeral or n, which stand in exponents and bounds too."""
    return isinstance(node, Number) or node == N


def ones(node: Node, rng: Random) -> Node | None:
    if not is_scalar(node) or _is_size(node):
        return None
    k, at = letter(), rng.choice([A, B, Name("c")])
    one = rng.choice(
        [
            sigma(k, component("p", k)),
            Add((Power(call("sin", at), TWO), Power(call("cos", at), TWO))),
            Add((Power(call("cosh", at), TWO), Negative(Power(call("sinh", at), TWO)))),
            Product((call("exp", at), call("exp", Negative(at)))),
        ]
    )
    return Product((one, node))


def function_identity(node: Node, rng: Random) -> Node | None:
    match node:
        case Call(function=Name(id=name), arguments=(u,)) if name in IDENTITIES:
            return IDENTITIES[name](u)
        case Root(radicand=u):
            return Quotient(u, Root(u))
    return None


def _less(u: Node, v: Node) -> Node:
    return Add((u, Negative(v)))


def _exps(u: Node, sign: bool) -> Node:
    other = call("exp", Negative(u))
    return Add((call("exp", u), other if sign else Negative(other)))


#: f(u) written otherwise.
IDENTITIES: dict[str, Callable[[Node], Node]] = {
    "exp": lambda u: Product((call("exp", _less(u, B)), call("exp", B))),
    "log": lambda u: _less(call("log", Product((u, B))), call("log", B)),
    "sin": lambda u: Add((Product((call("sin", _less(u, B)), call("cos", B))),
                          Product((call("cos", _less(u, B)), call("sin", B))))),
    "cos": lambda u: _less(Product((call("cos", _less(u, B)), call("cos", B))),
                           Product((call("sin", _less(u, B)), call("sin", B)))),
    "sinh": lambda u: Quotient(_exps(u, False), TWO),
    "cosh": lambda u: Quotient(_exps(u, True), TWO),
    "tanh": lambda u: Quotient(_exps(u, False), _exps(u, True)),
    "Gamma": lambda u: Quotient(call("Gamma", Add((u, ONE))), u),
    "psi": lambda u: _less(call("psi", Add((u, ONE))), Quotient(ONE, u)),
}  # fmt: skip


def cancelled(node: Node, rng: Random) -> Node | None:
    if not is_scalar(node) or _is_size(node):
        return None
    below = positive(rng)
    return Quotient(Product((node, below)), below)


def distribute(node: Node, rng: Random) -> Node | None:
    if not isinstance(node, Product) or len(node.factors) != 2 or not is_scalar(node):
        return None
    first, second = node.factors
    if isinstance(second, Add):
        return Add(tuple(Product((first, term)) for term in second.terms))
    return Add(tuple(Product((term, second)) for term in first.terms)) if isinstance(first, Add) else None


def factor(node: Node, rng: Random) -> Node | None:
    """f + g = h (f/h + g/h)."""
    if not isinstance(node, Add):
        return None
    outer = positive(rng)
    return Product((outer, Add(tuple(Quotient(term, outer) for term in node.terms))))


def square(node: Node, rng: Random) -> Node | None:
    if not isinstance(node, Power) or node.exponent != TWO:
        return None
    if isinstance(node.base, Add) and len(node.base.terms) == 2:
        f, g = node.base.terms
        return Add((Power(f, TWO), Product((TWO, f, g)), Power(g, TWO)))
    return Product((node.base, node.base))


def reorder(node: Node, rng: Random) -> Node | None:
    if isinstance(node, Add):
        return Add(tuple(rng.sample(node.terms, len(node.terms))))
    if isinstance(node, Product) and is_scalar(node):
        return Product(tuple(rng.sample(node.factors, len(node.factors))))
    return None


REWRITES: tuple[tuple[str, Rewrite], ...] = (
    ("a bound index renamed", rename),
    ("bounds shifted", shift),
    ("a term split off a sum", split),
    ("a sum of sums", split_terms),
    ("a factor moved into a sum", move_in),
    ("sums interchanged", interchange),
    ("a δ inserted", insert_delta),
    ("a symmetric pair swapped", symmetric),
    ("a trace cycled or transposed", cycle),
    ("a scalar transposed", transposed),
    ("matrix notation in components", in_components),
    ("softmax opened", opened),
    ("a factor one", ones),
    ("an identity of a function", function_identity),
    ("multiplied and divided", cancelled),
    ("distributed", distribute),
    ("factored", factor),
    ("a square opened", square),
    ("terms and factors reordered", reorder),
)


def at_random(node: Node, rewrite: Rewrite, rng: Random) -> Node | None:
    """The tree with the rewrite applied at one of the places where it applies; None where there is none."""
    places = [(part, new) for part in _parts(node) if (new := rewrite(part, rng)) is not None]
    if not places:
        return None
    place, new = rng.choice(places)
    return _replaced(node, place, new)


def _parts(node: Node) -> list[Node]:
    """The parts that stand in value position: not the array of an entry, not an index."""
    found = [node]
    for part in _below(node):
        found.extend(_parts(part))
    return found


def _below(node: Node) -> tuple[Node, ...]:
    match node:
        case Add(terms=parts) | Product(factors=parts) | Call(arguments=parts):
            return parts
        case Negative(argument=part):
            return (part,)
        case Quotient(numerator=f, denominator=g):
            return (f, g)
        case Power(base=base):
            return (base,) if not isinstance(base, (Norm, Name)) else ()
        case Big(body=body):
            return (body,)
    return ()


def _replaced(node: Node, old: Node, new: Node) -> Node:
    return new if node is old else rebuild(node, lambda part: _replaced(part, old, new))


def rewritten(node: Node, rng: Random, steps: int) -> tuple[Node, list[str]]:
    """The tree after at most so many true rewrites, and their names; a bare numeral has none."""
    done: list[str] = []
    for _ in range(40):
        name, rewrite = rng.choice(REWRITES)
        new = at_random(node, rewrite, rng) if len(done) < steps else None
        if new is not None:
            node = new
            done.append(name)
    return node, done
