"""Functions as NumPy text: built in, of the standard library, defined by the given."""

from __future__ import annotations

from typing import Any

from symbolic.crosscheck.calls import takes_array
from symbolic.crosscheck.dependencies import mentioned
from symbolic.crosscheck.numpy_text.writer import NoLine, Writer, identifier
from symbolic.crosscheck.scope import Scope
from symbolic.crosscheck.values import Value
from symbolic.language.symbols import Definition
from symbolic.notation import tree

#: Functions that act on arrays entry by entry, or on whole arrays.
PLAIN = {
    name: f"np.{name}" for name in ("exp", "log", "sqrt", "sin", "cos", "tan", "sinh", "cosh", "tanh", "floor", "ceil")
} | {
    "ln": "np.log", "abs": "np.abs", "tr": "np.trace", "det": "np.linalg.det", "diag": "np.diag", "sign": "np.sign",
    "mean": "np.mean", "var": "np.var", "median": "np.median", "arctan": "np.arctan", "arcsin": "np.arcsin",
    "arccos": "np.arccos", "arsinh": "np.arcsinh", "arcosh": "np.arccosh", "artanh": "np.arctanh", "max": "np.max",
    "min": "np.min", "norm": "np.linalg.norm", "Γ": "math.gamma",
}  # fmt: skip

#: Patterns in the argument.
PATTERNS = {
    "sigmoid": "1 / (1 + np.exp(-({0})))", "ReLU": "np.maximum({0}, 0)", "relu": "np.maximum({0}, 0)",
    "φ": "np.exp(-({0})**2 / 2) / np.sqrt(2 * np.pi)",
    "vec": "({0}).T.ravel()", "argmax": "(np.argmax({0}) + 1)", "argmin": "(np.argmin({0}) + 1)",
    "sec": "1 / np.cos({0})", "csc": "1 / np.sin({0})", "cot": "1 / np.tan({0})", "coth": "1 / np.tanh({0})",
}  # fmt: skip

#: Functions of the standard library, of arrays too.
VECTORIZED = {"erf": "np.vectorize(math.erf)", "erfc": "np.vectorize(math.erfc)"}

SOFTMAX = "lambda z: np.exp(z - np.max(z)) / np.exp(z - np.max(z)).sum(axis=-1, keepdims=True)"
LOG_SUM_EXP = "lambda z: np.log(np.sum(np.exp(z - np.max(z)))) + np.max(z)"
DIGAMMA = (
    "lambda x: (8 * (math.lgamma(x + 1e-3) - math.lgamma(x - 1e-3))"
    " - math.lgamma(x + 2e-3) + math.lgamma(x - 2e-3)) / 12e-3"
)


def call(writer: Writer, node: Any, scope: Scope) -> str:
    if isinstance(node.function, tree.Prime):
        from symbolic.crosscheck.numpy_text.calculus import primed

        return primed(writer, node.function, node.arguments, scope)
    if not isinstance(node.function, tree.Name):
        raise NoLine("a function that is not a name")
    name = node.function.id
    values = [writer.shape(part, scope) for part in node.arguments]
    arguments = [writer.text(part, scope) for part in node.arguments]
    found = scope.world.table.definitions.get(name)
    if found is not None and found.parameters:
        return _defined(writer, found, values, arguments, scope)
    declared = scope.world.table.symbol(name)
    if declared is not None and declared.kind == "function":
        raise NoLine("a function that the given leaves open")
    return _built_in(writer, name, arguments, values)


def _built_in(writer: Writer, name: str, arguments: list[str], values: list[Value]) -> str:
    joined = ", ".join(arguments)
    if name == "softmax":
        return f"{writer.helper('softmax', _rows(SOFTMAX, values))}({joined})"
    if name in ("logsumexp", "LSE"):
        return f"{writer.helper('logsumexp', LOG_SUM_EXP)}({joined})"
    if name == "ψ":
        return f"{writer.helper('digamma', DIGAMMA)}({joined})"
    if name == "Φ":
        return f"{writer.helper('erfc', VECTORIZED['erfc'])}(-({joined}) / np.sqrt(2)) / 2"
    if name in VECTORIZED:
        return f"{writer.helper(name, VECTORIZED[name])}({joined})"
    if name in ("max", "min") and len(arguments) > 1:
        text = arguments[0]
        for other in arguments[1:]:
            text = f"np.{name}imum({text}, {other})"
        return text
    if name == "binom" and len(arguments) == 2:
        return f"math.comb(int({arguments[0]}), int({arguments[1]}))"
    if name == "dot" and len(arguments) == 2:
        return f"np.sum({arguments[0]} * {arguments[1]})"
    if len(arguments) != 1 or values[0].kind:
        raise NoLine(name)
    if name in PATTERNS:
        return PATTERNS[name].format(joined)
    if name in ("tr", "det") and not values[0].rank:
        return joined
    if name not in PLAIN or (name == "Γ" and values[0].rank):
        raise NoLine(name)
    return f"{PLAIN[name]}({joined})"


def _rows(text: str, values: list[Value]) -> str:
    return text.replace("np.max(z)", "z.max(axis=-1, keepdims=True)") if values[0].rank > 1 else text


def _defined(writer: Writer, found: Definition, values: list[Value], arguments: list[str], scope: Scope) -> str:
    """A function of the given, as a lambda that is assigned once, or in place where it depends on what is bound."""
    pairs = list(zip(found.parameters, values, strict=True))
    spread = [place for place, (name, value) in enumerate(pairs) if value.rank and not takes_array(found, name, scope)]
    model = {
        name: Value(value.data.reshape(*value.lanes, -1)[..., 0]) if place in spread else value
        for place, (name, value) in enumerate(pairs)
    }
    head = f"lambda {', '.join(identifier(p) for p in found.parameters)}: "
    inside = writer.binding(found.parameters)
    moved = bool((mentioned(tree.Name(found.name), writer.trial.world.table) - set(found.parameters)) & writer.bound)
    if found.name in writer.known and not moved:
        text = writer.known[found.name]
    else:
        text = head + inside.text(found.body, scope.globally(model))
        text = f"({text})" if moved else writer.assign(found.name, text)
    if spread:
        text = f"np.vectorize({text})"
    return f"{text}({', '.join(arguments)})"
