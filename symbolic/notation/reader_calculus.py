"""Derivatives: ∂f/∂x and df/dx as fractions and quotients, ∂/∂x before its body, ∂_x f, ∇f."""

from __future__ import annotations

from dataclasses import replace

from symbolic.notation import tree as t
from symbolic.notation.names import flat, script_content, spelled, word_id
from symbolic.notation.reader_cursor import CLOSING, OPENING
from symbolic.notation.reader_grammar import Grammar

_AHEAD = 200
#: What ∇ holds tighter than a product, without brackets too: ∇ log p(x) f is (∇ log p(x)) f.
_APPLIED = frozenset({"log", "ln", "exp"})
_BARS_OPEN, _BARS_CLOSE = ("|<", "‖<", "left."), ("|>", "‖>")
_BEHIND_D = frozenset({"name", "run", "accent", "^", "}", "(", "[", "⦃", "frac", "|", "|<", "‖", "‖<"})


class Calculus(Grammar):
    """Every form of derivative; before its body, an operator takes the rest of the product."""

    def quotient_or_derivative(self) -> t.Node:
        """\\frac{∂f}{∂x} is a derivative, \\frac{∂}{∂x} awaits its body, any other \\frac a quotient."""
        start = self.at
        below = min(self.matching(self.at + 1) + 1, len(self.row) - 1)
        opening = self.at + 1
        if self.row[opening].kind != "{" or self.row[below].kind != "{":
            return self.fraction()
        sign = self.differential_sign(below + 1)
        lone = self.row[below + 1].kind != "run" and self.row[below + 2].kind in ("}", "^")
        if sign is None or lone or self.differential_sign(opening + 1) != sign:
            return self.with_factor_below(opening) or self.fraction()
        self.part_differential(opening + 1)
        self.at = opening + 2
        if self.kind == "^" and (symbol := self.symbol_order()) is not None:
            return self.of_order(symbol, sign, opening, start)
        order = self.order()
        body = None
        if self.kind != "}":
            with self.nested():
                body = self.term()
        self.expect("}", opening)
        below = self.at
        self.part_differential(below + 1)
        self.at = below + 1
        variables = self.differentials(sign)
        self.expect("}", below)
        return self.differentiated_by(body, variables, order, sign, start)

    def with_factor_below(self, opening: int) -> t.Node | None:
        """\\frac{∂f}{T · ∂x} is ∂f/∂x over T; None, and nothing read, where no factor stands before ∂x."""
        below, close = self.matching(opening) + 1, self.matching(self.matching(opening) + 1)
        signs = [k for k in range(below + 1, close) if self.row[k].kind == "∂"]
        if self.row[opening + 1].kind != "∂" or len(signs) != 1 or signs[0] == below + 1:
            return None
        start = self.at
        self.at = opening + 2
        with self.nested():
            body = self.term()
        self.expect("}", opening)
        factors = []
        self.at = below + 1
        with self.nested():
            while self.at < signs[0] and not self.accept("·"):
                factors.append(self.factor())
        variables = self.differentials("∂")
        self.expect("}", below)
        derivative = self.differentiated_by(body, variables, 1, "∂", start)
        divisor = factors[0] if len(factors) == 1 else t.Product(tuple(factors))
        return t.Quotient(derivative, divisor, "frac", span=self.since(start))

    def differential_sign(self, at: int) -> str | None:
        """∂ or d where token `at` begins a differential."""
        token = self.row[at]
        if token.kind == "∂":
            return "∂"
        if token.kind == "run" and token.text[0] == "d" and not self.scope.is_word(token.text):
            return "d"
        after = self.row[min(at + 1, len(self.row) - 1)].kind
        differs = token.kind == "name" and token.text == "d" and after in _BEHIND_D
        return "d" if differs else None

    def part_differential(self, at: int) -> None:
        """Part the letters of `dxy` at token `at` into d and what follows."""
        token = self.row[at]
        if token.kind == "run":
            rest = token.text[1:]
            saved, self.at = self.at, at
            whole = len(rest) == 1 or self.scope.is_word(rest)
            self.replace_run(["d", rest] if whole else ["d", *self.scope.split(rest)])
            self.at = saved

    def order(self) -> int:
        """The order behind a differential sign: the 2 of ∂²."""
        if self.kind != "^":
            return 1
        content, after = script_content(self.row, self.at + 1)
        if len(content) != 1 or content[0].kind != "num" or not content[0].text.isdigit():
            raise self.fail("an order of derivative was expected here")
        order = int(content[0].text)
        if not 1 <= order <= 20:
            raise self.fail("a derivative of so high an order is not read")
        self.at = after
        return order

    def differentials(self, sign: str) -> list[t.Node]:
        """The variables of ∂x∂y², each as often as its power says."""
        variables: list[t.Node] = []
        while self.kind != "fence" and self.differential_sign(self.at) == sign:
            if self.kind != "run" and self.peek().kind in ("/", "_"):
                break
            self.part_differential(self.at)
            self.at += 1
            variable = self.variable()
            variables += [variable] * self.order()
            if len(variables) > 20:
                raise self.fail("a derivative of so high an order is not read")
        if not variables:
            raise self.fail(f"expected {sign} and a variable here", None, f"write {sign}f/{sign}x")
        return variables

    def bracketed_variable(self) -> t.Node:
        """(x), and an entry (W_q)_{ij} of a name that has a subscript."""
        opening = self.at
        self.at += 1
        variable = self.variable()
        self.expect(")", opening)
        return self.entry(variable) if self.kind == "_" else variable

    def variable(self) -> t.Node:
        """A name or an entry, no function applied."""
        start = self.at
        node = self.bracketed_variable() if self.kind == "(" else self.plain_reference()
        if not isinstance(node, (t.Name, t.Component)):
            raise self.fail("a variable was expected here", start)
        return node

    def differentiated_by(
        self, body: t.Node | None, variables: list[t.Node], order: int, sign: str, start: int
    ) -> t.Node:
        if order == 1 and len(variables) > 1 and variables == variables[:1] * len(variables):
            variables = [t.Power(variables[0], t.Number(str(len(variables))), span=variables[0].span)]
        if len(variables) != order:
            raise self.fail(f"the orders above ({order}) and below ({len(variables)}) differ", start, "write ∂²f/∂x²")
        if body is None:
            body = self.body()
        elif self.unapplied(body) and self.kind == "(":
            body = self.at_its_argument(body, variables, start)
        return t.Derivative(body, tuple(variables), sign, span=self.since(start))

    def at_its_argument(self, body: t.Node, variables: list[t.Node], start: int) -> t.Node:
        """df/dx(x) is the derivative of f(x); at any other argument it is not read."""
        arguments = self.arguments()
        if not set(variables) <= set(arguments):
            raise self.fail("a derivative at another argument", start, "write f'(…)")
        return t.Call(body, arguments, span=self.since(start))

    def partial(self) -> t.Node:
        """∂f/∂x, ∂/∂x f, ∂_x f."""
        start = self.at
        if self.peek().kind == "_":
            return self.by_places(start) or self.subscripted(start)
        self.at += 1
        if self.kind not in ("^", "/") and self.slash_ahead("∂") is None:
            alone = self.differential_alone(start)
            if alone is not None:
                return alone
        return self.sloped("∂", start)

    def subscripted(self, start: int) -> t.Node:
        """∂_x f, ∂_x² f, ∂_{x_i} f."""
        self.at += 2
        if self.kind == "{" and self.peek().kind == "(":
            variable = self.gradient_variable()
            if isinstance(variable, t.Tuple):
                return t.Gradient(self.body(), variable, span=self.since(start))
            return t.Derivative(self.body(), (variable,), "sub", span=self.since(start))
        if self.kind == "{":
            opening = self.at
            with self.nested():
                self.at += 1
                variables = [self.variable()]
                while self.accept(",") or self.kind in ("name", "run"):
                    variables.append(self.variable())
            self.expect("}", opening)
        else:
            variables = [self.one_variable()]
        if self.kind == "^":
            variables = variables * self.order()
        if any(isinstance(v, t.Name) and self.scope.is_index(v.id) for v in variables):
            raise self.fail("∂ by an index", start, "name the variable: ∂/∂x_i")
        with self.fenced(self.next_of("∂")):
            body = self.body()
        return t.Derivative(body, tuple(variables), "sub", span=self.since(start))

    def one_variable(self) -> t.Node:
        """The one name behind ∂_ or ∇_ without braces."""
        token = self.token
        if token.kind == "run" and not self.scope.is_word(token.text):
            return self.tex_argument()
        if token.kind not in ("name", "run", "accent"):
            raise self.fail("a variable was expected here")
        return self.variable()

    def sloped(self, sign: str, start: int) -> t.Node:
        """∂f/∂x and ∂/∂x f, after the first sign."""
        order = self.order()
        body = None
        if self.kind != "/":
            slash = self.slash_ahead(sign)
            if slash is None:
                raise self.fail(f"{sign} without its quotient", start, f"write {sign}f/{sign}x")
            with self.nested(), self.fenced(slash):
                body = self.term()
                if self.kind != "fence":
                    raise self.unexpected()
        self.at += 1
        variables = self.differentials(sign)
        return self.differentiated_by(body, variables, order, sign, start)

    def slash_ahead(self, sign: str) -> int | None:
        """The index of the / before the next differential, when only one product stands between."""
        level = 0
        for k in range(self.at, min(len(self.row) - 1, self.at + _AHEAD)):
            kind = self.row[k].kind
            level += (kind in OPENING) - (kind in CLOSING)
            if (
                level < 0
                or kind == "end of text"
                or (level == 0 and kind in ("rel", "+", "-", ",", "∂") and k > self.at)
            ):
                return None
            if level == 0 and kind == "/" and self.begins_differential(k + 1, sign):
                return k
        return None

    def begins_differential(self, at: int, sign: str) -> bool:
        token, after = self.row[at], self.row[min(at + 1, len(self.row) - 1)]
        if sign == "∂":
            return token.kind == "∂"
        if token.kind == "run":
            return token.text[0] == "d" and not self.scope.is_word(token.text)
        return token.kind == "name" and token.text == "d" and after.kind in ("name", "run", "accent")

    def leibniz(self) -> t.Node | None:
        """df/dx and d/dx f where a d stands at hand; None when it is no differential."""
        token = self.token
        if self.kind != "name" or token.text != "d":
            return None
        start, at = self.at, self.at + 1
        if self.row[at].kind == "^":
            at = script_content(self.row, at + 1)[1]
        if self.row[min(at, len(self.row) - 1)].kind == "/":
            if not self.begins_differential(at + 1, "d"):
                return None
            self.at += 1
            return self.sloped("d", start)
        if self.row[at].kind not in ("name", "run", "accent", "(", "["):
            return None
        saved, self.at = self.at, at
        slash = self.slash_ahead("d")
        self.at = saved
        apart = slash is not None and self.row[start + 1].gap and self.row[slash + 1].kind != "run"
        if slash is None or (apart and self.scope.declared("d")):
            return self.lone_differential(start)
        self.at += 1
        return self.sloped("d", start)

    def nabla(self) -> t.Node:
        """∇f, ∇_x f, ∇²f, ∇_x∇_x f."""
        start, variable, order = self.at, None, 1
        self.at += 1
        for _ in range(2):
            if self.kind == "_" and variable is None:
                self.at += 1
                variable = self.gradient_variable()
            elif self.kind == "^" and order == 1:
                order = self.order()
        body = self.differentiated_function()
        if body is None:
            with self.fenced(self.next_of("∇")):
                body = self.body()
        plain = self.without_transpose(body) if self.row[self.at - 1].kind in ("⊤", "}", "name") else None
        node = t.Gradient(plain or body, variable, order, span=self.since(start))
        return t.Transpose(node, span=self.since(start)) if plain else node

    def next_of(self, sign: str) -> int:
        """Where the body of ∇ or ∂_x ends in ∇f ∇g, ∇f (∇g)ᵀ, ∂_x f ∂_x g: before the factor with that sign itself."""
        level, at, bars = 0, self.at, {"|": 0, "‖": 0}
        while self.kind != sign and at < len(self.row) - 1 and level >= 0:
            kind = self.row[at].kind
            opens = kind in ("(", "[") and self.row[at + 1].kind == sign
            within = any(count % 2 for count in bars.values())
            if level == 0 and at > self.at and not within and (kind == sign or opens):
                return at
            if kind in bars:
                bars[kind] += 1
            level += (kind in OPENING or kind in _BARS_OPEN) - (kind in CLOSING or kind in _BARS_CLOSE)
            at += 1
        return len(self.row)

    def without_transpose(self, body: t.Node) -> t.Node | None:
        """∇ log pᵀ is (∇ log p)ᵀ: a body that ends with the transpose of a scalar, without it; else None."""
        if isinstance(body, t.Transpose):
            return body.argument if self.rank(body.argument) == 0 else None
        if isinstance(body, t.Call) and len(body.arguments) == 1:
            inner = self.without_transpose(body.arguments[0])
            return replace(body, arguments=(inner,)) if inner else None
        if isinstance(body, t.Product):
            inner = self.without_transpose(body.factors[-1])
            return replace(body, factors=(*body.factors[:-1], inner)) if inner else None
        return None

    def differentiated_function(self) -> t.Node | None:
        """∇f(x)ᵀv is (∇f(x))ᵀv: ∇ holds a declared function, or a scalar before ᵀ, tighter than a product."""
        if self.kind == "run":
            self.split_run()
        if self.kind != "name":
            return None
        name = word_id(self.token)
        if self.applies_function():
            return self.factor()
        if not self.scope.is_function(name):
            scalar = self.scope.rank(name) == 0 and self.peek().kind == "^" and self.is_transpose(self.at + 1)
            return self.reference() if scalar else None
        node = self.reference()
        return node if self.kind == "^" and self.is_transpose(self.at) else self.postfix(node)

    def applies_function(self) -> bool:
        """Does log f(x), or a declared function whose name has a subscript, stand behind ∇?"""
        name = self.token.text
        if name in _APPLIED and not self.scope.declared(name):
            return True
        if self.peek().kind != "_" or not flat(script_content(self.row, self.at + 2)[0]):
            return False
        return self.scope.is_function(spelled(self.row, self.at, self.text)[0].id)

    def is_transpose(self, at: int) -> bool:
        content, _ = script_content(self.row, at + 1)
        return [token.text for token in content] in (["⊤"], ["T"])

    def gradient_variable(self) -> t.Node:
        if self.kind != "{":
            return self.one_variable()
        opening = self.at
        bracketed = self.peek().kind == "(" and self.matching(self.at + 1) == self.matching(self.at) - 1
        with self.nested():
            self.at += 1 + bracketed
            variables = [self.variable()]
            while self.accept(","):
                variables.append(self.variable())
            if bracketed:
                self.expect(")", opening + 1)
        self.expect("}", opening)
        return variables[0] if len(variables) == 1 else t.Tuple(tuple(variables))
