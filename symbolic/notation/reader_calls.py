"""Functions and the operators of probability, applied: with brackets, or to one factor with its power."""

from __future__ import annotations

from itertools import pairwise

from symbolic.notation import glyphs
from symbolic.notation import tree as t
from symbolic.notation.lexer import Token
from symbolic.notation.names import label_of, script_content, word_id
from symbolic.notation.reader_cursor import OPENING
from symbolic.notation.reader_grammar import Grammar
from symbolic.notation.reader_probability import ONLY_BRACKETED

_BRACKETS = ("(", "[", "⦃", "{")
_OF_ANGLES = frozenset({"sin", "cos", "tan", "cot", "sec", "csc"})
_OPTIMA = frozenset({"max", "min", "argmax", "argmin", "sup", "inf"})
_CAPITALS = {"Σ": "∑", "Π": "∏"}
_WORDS_ALONE = {"E": "E", "P": "P", "H": "H", "h": "h", "I": "I"}


class Calls(Grammar):
    """What a built-in name or a declared function takes as its argument."""

    def built_in(self, name: str, start: int) -> t.Node | None:
        """The built-in meaning of `name`, already read; None when it has none here."""
        if name == "δ" and self.kind == "_":
            pair = self.kronecker(start)
            if pair is not None:
                return pair
        if name in ("𝕀",) and self.kind in (*_BRACKETS, "_"):
            self.at -= 1
            return self.ones_like()
        if name == "I" and self.kind in _BRACKETS:
            relation = self.relation_in_bracket()
            if relation is not None:
                return t.Indicator(relation, span=self.since(start))
        if name == "𝓞" and self.kind == "(":
            name = "O"
        if name in _CAPITALS and self.kind == "_" and self.text[self.row[start].start] in name:
            self.row[start : self.at] = [Token("big", _CAPITALS[name], self.row[start].start, self.row[start].end)]
            self.at = start
            return self.big()
        glyph = glyphs.WORDS.get(name) or glyphs.SIGNS.get(name)
        kind = glyph.id if glyph is not None and glyph.role != glyphs.LETTER else name
        if kind in glyphs.OPERATORS or name in _WORDS_ALONE:
            found = self.operator(_WORDS_ALONE.get(name, kind), start)
            if found is not None:
                return found
        law = self.law_applied(start) or self.deviation(name, start)
        if law is not None:
            return law
        if kind in glyphs.FUNCTIONS and not (kind in glyphs.FUNCTION_LETTERS | {"O", "o"} and self.kind == "_"):
            return self.function(kind, start)
        if name in glyphs.SPACES:
            self.at -= 1
            return self.space()
        if (name == "I" and self.is_no_identity(start)) or (kind in glyphs.NUMBERS and self.kind == "_"):
            return None
        return self.constant(kind, start) if kind in glyphs.CONSTANTS else None

    def is_no_identity(self, start: int) -> bool:
        """I_t counts no size, and I(θ) of one name is not told from a function."""
        if self.kind == "_":
            content, _ = script_content(self.row, self.at + 1)
            name = word_id(content[0]) if len(content) == 1 and content[0].kind == "name" else ""
            symbol = self.scope.symbol(name)
            return name in self.scope.bound or (symbol is not None and symbol.kind == "index")
        one = self.kind == "(" and not self.token.gap and self.matching(self.at) == self.at + 2
        if one and self.peek().kind == "name" and self.scope.undeclared is None:
            raise self.fail("I before a bracket could be a function", start, "declare `I : function`, or write I·x")
        return one and self.peek().kind == "name"

    def constant(self, name: str, start: int) -> t.Node:
        """e, π, γ, ∞, 𝟏, and I, whose subscript, if any, is its size."""
        if name == "I" and self.accept("_"):
            return self.sized(name, start)
        return t.Name(name, span=self.since(start))

    def sized(self, name: str, start: int) -> t.Node:
        """I_n, I_{n×n} and 𝟏_n: the size at hand is their argument."""
        token = self.row[self.at + 1] if self.kind == "{" else self.token
        alone = self.kind == "name" or (self.kind == "{" and self.peek(2).kind == "}")
        known = self.scope.undeclared is not None or self.scope.declared(word_id(token))
        if alone and token.kind == "name" and not known:
            self.collect(word_id(token), self.at + (self.kind == "{"), "size")
        size = self.script()
        if isinstance(size, t.Product) and len(set(size.factors)) == 1:
            size = size.factors[0]
        return t.Call(t.Name(name), (size,), span=self.since(start))

    def kronecker(self, start: int) -> t.Node | None:
        """δ_{ij}; None, and nothing read, where one index hangs below."""
        at = self.at
        self.at += 1
        self.parted_indices()
        pair = self.indices(2)
        if len(pair) != 2 and self.scope.undeclared is None:
            raise self.fail("δ takes two indices", start, "write δ_{i,j}, or declare this name")
        if len(pair) != 2:
            self.at = at
            return None
        return t.Delta(pair[0], pair[1], span=self.since(start))

    def applied(self, name: str, start: int) -> t.Node:
        """A declared function: f(x), f'(x), f²(x), f_i(x); without brackets, the function itself."""
        function: t.Node = t.Name(name, span=self.since(start))
        order = self.prime_order()
        if order:
            function = t.Prime(function, order, span=self.since(start))
        elif self.kind == "^" and [self.peek().kind, self.peek(2).kind] == ["{", "("] and self.bracket_follows_script():
            function = t.OfOrder(function, self.symbolic_order(), span=self.since(start))
        power, entry = None, None
        if self.kind == "^" and self.bracket_follows_script():
            function = self.starred(function, start)
        if self.kind == "^" and self.bracket_follows_script():
            self.at += 1
            power = self.script()
            if power == t.Negative(t.Number("1")):
                function, power = t.Power(function, power, span=self.since(start)), None
            elif isinstance(power, t.Negative):
                raise self.fail(f"{name} to a negative power", start, f"write 1/{name}(…)^n")
        if self.kind == "_" and self.bracket_follows_script():
            if self.names_function():
                return self.unindexed(name, start)
            self.at += 1
            entry = tuple(self.indices(2))
        if self.kind == "_" and self.bracket_follows_scripts():
            self.at += 1
            entry = tuple(self.indices(2))
            self.at += 1
            power = self.script()
            if power == t.Negative(t.Number("1")):
                function, power = t.Power(function, power, span=self.since(start)), None
        below = not self.applies and (self.latex or self.kind == "[")
        if below or self.kind not in ("(", "[") or (self.kind == "[" and not self.scope.is_function(name)):
            return self.of_entry(function, entry, start)
        symbol = self.scope.symbol(name)
        if entry is not None and symbol is not None and symbol.kind == "density":
            function, entry = t.Component(function, entry, span=self.since(start)), None
        node: t.Node = t.Call(function, self.arguments_of(name), span=self.since(start))
        return self.raised(self.of_entry(node, entry, start), power, start)

    def names_function(self) -> bool:
        """Does the subscript at hand, one word or a name that counts nothing, belong to the function's name?"""
        content, _ = script_content(self.row, self.at + 1)
        if len(content) != 1 or content[0].kind not in ("name", "run"):
            return False
        name = word_id(content[0])
        symbol = self.scope.symbol(name)
        word = len(content[0].text) > 2 and content[0].dress in ("upright", "command")
        counts = symbol is None or symbol.kind in ("index", "dimension") or symbol.domain == "integer"
        return word if not self.scope.declared(name) else not counts

    def starred(self, function: t.Node, start: int) -> t.Node:
        """Q^* where only Q is declared: an error, or one more name for the caller's list."""
        label = label_of(script_content(self.row, self.at + 1)[0])
        if label is None or label[0] == "(" or not isinstance(function, t.Name):
            return function
        name = f"{function.id}^{label}"
        self.collect(name, start, "call")
        self.at = script_content(self.row, self.at + 1)[1]
        return t.Name(name, span=self.since(start))

    def symbolic_order(self) -> t.Node:
        """The n of f^{(n)}."""
        self.at += 2
        order = self.bracket()
        self.expect("}")
        return order

    def arguments_of(self, name: str) -> tuple[t.Node, ...]:
        """The arguments of a declared function; a density has conditions too."""
        symbol = self.scope.symbol(name)
        parted = any(token.kind in ("∣", "|", "‖") for token in self.row[self.at : self.matching(self.at)])
        if symbol is not None and (symbol.kind == "density" or (parted and self.opens_condition())):
            return self.conditional_arguments()
        return self.arguments()

    def opens_condition(self) -> bool:
        """Does one bar stand free in the bracket at hand?"""
        saved, self.at = self.at, self.at + 1
        inner = self.row[saved : self.matching(saved)]
        double = any(one.kind == two.kind == "|" and not two.gap for one, two in pairwise(inner))
        free = any(token.kind == "∣" for token in inner) or any(self.bars_ahead(bar) % 2 for bar in "|‖")
        free = free or (double and self.bars_ahead() == 2)
        self.at = saved
        return free

    def of_entry(self, node: t.Node, entry: tuple[t.Node, ...] | None, start: int) -> t.Node:
        return node if entry is None else t.Component(node, entry, span=self.since(start))

    def raised(self, node: t.Node, power: t.Node | None, start: int) -> t.Node:
        return node if power is None else t.Power(node, power, span=self.since(start))

    def prime_order(self) -> int:
        """How often the function at hand is differentiated: f', f'', f^{(3)}, f^{\\prime}."""
        order = 0
        while self.accept("′"):
            order += 1
        if self.kind == "^" and not order:
            content, after = script_content(self.row, self.at + 1)
            kinds = [token.kind for token in content]
            if kinds and all(kind == "′" for kind in kinds):
                self.at, order = after, len(kinds)
            elif kinds == ["(", "num", ")"] and self.row[self.at + 1].kind == "{" and content[1].text.isdigit():
                if int(content[1].text) > 20:
                    raise self.fail("a derivative of so high an order is not read")
                self.at, order = after, int(content[1].text)
        return order

    def bracket_follows_script(self) -> bool:
        """Does a round bracket stand behind the script at hand?"""
        after = script_content(self.row, self.at + 1)[1]
        return self.row[min(after, len(self.row) - 1)].kind in ("(", "[") and self.row[self.at + 1].kind != "("

    def bracket_follows_scripts(self) -> bool:
        """Does a round bracket stand behind the subscript at hand and the power behind it: f_i^{-1}(x)?"""
        after = script_content(self.row, self.at + 1)[1]
        if self.row[after].kind != "^":
            return False
        behind = script_content(self.row, after + 1)[1]
        return self.row[min(behind, len(self.row) - 1)].kind == "("

    def arguments(self) -> tuple[t.Node, ...]:
        """The arguments in the bracket at hand."""
        opening = self.at
        with self.nested():
            self.at += 1
            if self.kind == OPENING[self.row[opening].kind]:
                raise self.fail("a function without its argument")
            found = [self.argument()]
            while self.kind in (",", ";"):
                self.at += 1
                found.append(self.argument())
        self.expect(OPENING[self.row[opening].kind], opening)
        return tuple(found)

    def argument(self) -> t.Node:
        """An expression, or · for a place left open; a function that stands for an indicator takes a relation."""
        return self.blank() or self.expression()

    def function(self, name: str, start: int) -> t.Node:
        """A built-in function with its scripts and its argument."""
        if name == "softmax":
            return self.softmax(start)
        if name == "var" and self.kind in ("(", "[") and self.opens_condition():
            spread = self.operator("Var", start)
            if spread is not None:
                return spread
        if name in _OPTIMA and self.kind == "_":
            return self.optimum(name, start)
        function: t.Node = t.Name(name, span=self.since(start))
        order, power, base = self.prime_order(), None, None
        while self.kind in ("^", "_"):
            if self.accept("_"):
                if name != "log" or base is not None:
                    raise self.fail(f"{name} takes no subscript", self.at - 1)
                base = self.script()
            else:
                power = self.function_power(name, start)
                if power is None:
                    name = glyphs.INVERSES[name]
                    function = t.Name(name, span=self.since(start))
        if order:
            function = t.Prime(function, order, span=self.since(start))
        if self.kind not in _BRACKETS and not self.starts():
            return self.bare(name, function, start)
        if name in ONLY_BRACKETED and self.kind not in ("(", "["):
            return self.bare(name, function, start)
        chosen = self.braces() if self.kind == "⦃" else None
        given = (chosen,) if chosen else self.arguments() if self.kind in _BRACKETS else (self.unbracketed(name),)
        if base is not None:
            given = (*given, base)
        return self.raised(self.called(name, function, given, start), power, start)

    def unbracketed(self, name: str) -> t.Node:
        """One factor; with it the letters that it multiplies without a gap, as in cos mθ, sin ωt and log 2π."""
        start, factors = self.at, [self.factor()]
        while (name in _OF_ANGLES or isinstance(factors[0], t.Number)) and self.goes_on():
            at = self.at
            factor = self.factor()
            if self.rank(factor) != 0 or self.unapplied(factor):
                self.at = at
                break
            factors.append(factor)
        return factors[0] if len(factors) == 1 else t.Product(tuple(factors), span=self.since(start))

    def goes_on(self) -> bool:
        """Is a letter at hand, with no gap before it but the one that ends a command?"""
        token, last = self.token, self.row[self.at - 1]
        word = self.text[last.start : last.end]
        ended = self.text[last.end : token.start] == " " and word.startswith("\\") and word[1:].isalpha()
        if self.kind not in ("name", "run", "accent") or (token.gap and not ended):
            return False
        glyph = glyphs.WORDS.get(token.text)
        letter = glyph is None or glyph.role in (glyphs.LETTER, glyphs.CONSTANT)
        return letter and token.text not in glyphs.FUNCTIONS and not self.scope.is_function(token.text)

    def function_power(self, name: str, start: int) -> t.Node | None:
        """The exponent behind a function's name; None for −1, which names the inverse function."""
        at = self.at
        content, _ = script_content(self.row, self.at + 1)
        if any(token.kind == "⊤" or token.text == "T" for token in content):
            raise self.fail(f"a transpose of the function {name}", at)
        self.at += 1
        power = self.script()
        if power == t.Negative(t.Number("1")):
            if name not in glyphs.INVERSES:
                raise self.fail(f"the inverse of {name} has no name here", start)
            return None
        return power

    def bare(self, name: str, function: t.Node, start: int) -> t.Node:
        """A function without argument: itself, where a derivative or a relation may speak of it."""
        if name in ("O", "o", "sqrt", "norm", "abs", "dot", "binom") and self.scope.undeclared is None:
            raise self.fail(f"{name} is not declared", start, f"add a line such as `{name} : real`")
        if name in ("Φ", "φ", "Γ", "ψ", "O", "o") and self.scope.undeclared is not None:
            self.collect(name, start)
            return t.Name(name, span=self.since(start))
        hint = f"write {name}(…)"
        raise self.fail(f"{name} without its argument", start, hint)

    def called(self, name: str, function: t.Node, given: tuple[t.Node, ...], start: int) -> t.Node:
        """The call, or the node that the word is another spelling of."""
        span = self.since(start)
        if name == "sqrt" and len(given) == 1:
            return t.Root(given[0], span=span)
        if name == "norm" and len(given) == 1:
            return t.Norm(given[0], self.norm_kind(), span=self.since(start))
        if name == "abs" and len(given) == 1:
            return t.Absolute(given[0], span=span)
        if name == "root" and len(given) == 2:
            return t.Root(given[1], given[0], span=span)
        if name == "dot" and len(given) == 2:
            return t.Dot(given[0], given[1], "⟨⟩", span=span)
        if name == "var" and any(self.scope.is_random(argument) for argument in given):
            return t.Operator("Var", given, span=span)
        return t.Call(function, given, span=span)

    def softmax(self, start: int) -> t.Node:
        """softmax(z), softmax_i(z), and a bare softmax_i of the given's only softmax."""
        function = t.Name("softmax", span=self.since(start))
        entry: tuple[t.Node, ...] | None = None
        if self.kind == "_":
            self.at += 1
            entry = tuple(self.indices(1))
        if self.kind in _BRACKETS:
            at = self.at
            given = self.arguments()
            if entry is None or self.rank(given[0]) != 0:
                return self.of_entry(t.Call(function, given, span=self.since(start)), entry, start)
            self.at = at
        only = {definition.body for definition in self.scope.table.definitions.values() if _is_softmax(definition.body)}
        if len(only) == 1:
            return self.of_entry(only.pop(), entry, start)
        if entry is None and self.starts():
            return t.Call(function, (self.factor(),), span=self.since(start))
        count = "several softmaxes" if only else "no softmax"
        raise self.fail(f"softmax without its argument, and the given has {count}", start, "write softmax(z)_i")


def _is_softmax(body: t.Node) -> bool:
    return isinstance(body, t.Call) and body.function == t.Name("softmax")
