"""Sums, products and relations: what stands between factors, and in which order it binds."""

from __future__ import annotations

from dataclasses import replace

from symbolic.notation import tree as t
from symbolic.notation.glyphs import LAWS
from symbolic.notation.lexer import Token
from symbolic.notation.reader_cursor import HEIGHT
from symbolic.notation.reader_grammar import Grammar

_TIMES = frozenset({"·", "×"})
_JOINED = {"⊙": t.Hadamard, "⊗": t.Kronecker}
#: Notes above = that speak of laws.
_IN_LAW = frozenset({"d", "D", "𝓓", "𝒟", "L", "𝓛", "law", "dist", "dist.", "st"})
_OF_SETS = frozenset({"∈", "∉", "⊂", "⊆", "⊃", "⊇"})
_SET_SIGNS = frozenset({"∩", "∪", "∖"})
_SETS = (t.SetOf, t.Builder, t.Members)
_INFIX = frozenset({"∩", "∪", "∖", "⊕", "∗"})


class Terms(Grammar):
    """statement → expression (relation expression)*; expression → ± term …; term → factor ((· | / |) factor)*."""

    def statement(self) -> t.Node:
        start, first = self.at, self.expression()
        links: list[tuple[str, t.Node]] = []
        while self.kind in ("rel", "over", "not", "xarrow"):
            at = self.at
            sign = self.relation()
            if sign == ":" or (sign == "⊥" and not self.starts() and self.kind != "-"):
                raise self.fail("a relation without a right side", at)
            links.append((sign, self.right_side(sign, links[-1][1] if links else first)))
        return t.Chain(first, tuple(links), span=self.since(start)) if links else first

    def relation(self) -> str:
        """The relation sign at hand; one that stands below an annotation such as (a) or ? keeps its meaning."""
        if self.kind == "over":
            return self.annotated()
        if self.accept("xarrow"):
            return f"→[{self.annotation()}]"
        if self.accept("not"):
            sign = self.token.text
            if self.kind != "rel" or sign not in ("=", "∈"):
                raise self.fail("expected = or ∈ after \\not")
            self.at += 1
            return "≠" if sign == "=" else "∉"
        sign = self.token.text
        self.at += 1
        if sign == "⊥" and self.kind == "rel" and self.token.text == "⊥":
            self.at += 1
        return sign

    def annotation(self) -> str:
        """The note above or below a relation, as text."""
        opening = self.at
        self.at = self.matching(self.at) + 1 if self.kind == "{" else self.at + 1
        return "".join(token.text for token in self.row[opening : self.at]).strip("{}")

    def annotated(self) -> str:
        """\\overset{…}{=}: a mark such as (a) is dress; `def` makes it a definition, other notes stay with the sign.

        `d`, `law` and the like over = say that two quantities have one law.
        """
        self.at += 1
        note = self.annotation()
        braced = self.accept("{")
        if self.kind != "rel":
            raise self.fail("expected a relation below the annotation")
        sign = self.relation()
        if braced:
            self.expect("}")
        if note in ("def", "Δ", "△", "set") and sign == "=":
            return ":="
        if sign == "=" and note in _IN_LAW:
            return "=[d]"
        dress = sign == "=" or not note or note.startswith("(") or note in ("?", "!")
        return sign if dress else f"{sign}[{note}]"

    def right_side(self, sign: str, left: t.Node) -> t.Node:
        """What stands behind a relation: a set behind ∈, a law behind ∼ and where the left side is a law."""
        if sign in _OF_SETS:
            return self.set_expression()
        if sign.partition("[")[0] in ("∼", "⇝") or sign.startswith("→[") or self.is_law(left):
            law = self.law()
            if law is not None:
                return law
        return self.expression()

    def is_law(self, node: t.Node) -> bool:
        """Is it a law: declared to be one, a member of a family of them, or N(0, 1)?"""
        if isinstance(node, t.Call) and isinstance(node.function, t.Name):
            return node.function.id in LAWS
        head = node.array if isinstance(node, t.Component) else node
        symbol = self.scope.symbol(head.id) if isinstance(head, t.Name) else None
        return symbol is not None and symbol.kind == "law"

    def expression(self) -> t.Node:
        start, terms = self.at, [self.leading_term()]
        while True:
            kind = self.kind
            if kind not in ("+", "-", "±", "∓") or self.side_sign():
                break
            at = self.at
            self.at += 1
            plus_minus = kind in ("±", "∓") or (kind == "+" and self.token.text == "-" and not self.token.gap)
            if plus_minus and kind == "+":
                self.at += 1
            term = self.term()
            if plus_minus:
                term = t.PlusMinus(term, span=self.since(at))
            if kind in ("-", "∓"):
                term = t.Negative(term, span=self.since(at))
            terms.append(term)
        return terms[0] if len(terms) == 1 else t.Add(tuple(terms), span=self.since(start))

    def leading_term(self) -> t.Node:
        """A term with the signs before it."""
        start, signs = self.at, []
        while self.kind in ("+", "-", "±", "∓"):
            kind = self.kind
            self.at += 1
            if kind == "+" and self.kind == "-" and not self.token.gap:
                self.at += 1
                kind = "±"
            signs.append(kind)
            if len(signs) > 3:
                raise self.fail("too many signs in a row")
        node = self.term()
        for sign in reversed(signs):
            if sign in ("±", "∓"):
                node = t.PlusMinus(node, span=self.since(start))
            if sign in ("-", "∓"):
                node = t.Negative(node, span=self.since(start))
        return node

    def side_sign(self) -> bool:
        """Is this + or − the side of a limit (x→0⁺), that is, nothing follows it in its group?"""
        return self.kind in ("+", "-") and self.peek().kind in ("}", ")") and self.bar == "side"

    def term(self) -> t.Node:
        start = self.at
        node = self.factor()
        factors, style, height = [node], "", 0
        while True:
            kind = self.kind
            if kind == "/":
                node = self.quotient(self.made(factors, style, start), start)
                factors, style, height = [node], "", height + 1
            elif kind in _TIMES:
                if self.in_body:
                    break
                self.at += 1
                right = self.right_factor(kind)
                if kind == "×" and self.is_set(factors[-1]) and self.is_set(right):
                    factors[-1] = t.Infix("×", factors[-1], right, span=self.since(start))
                    continue
                if kind == "×" and self.unapplied(factors[-1]) and self.unapplied(right):
                    factors[-1] = t.Infix("∗", factors[-1], right, span=self.since(start))
                    continue
                if kind == "·":
                    dotted = self.dot(factors, style, right, start)
                    if dotted is not None:
                        factors, style, height = [dotted], "", height + 1
                        continue
                factors.append(right)
                style = style or kind
            elif kind == "." and self.peek().kind in ("name", "run"):
                factors, style, height = [self.full_stop(factors, style, start)], "", height + 1
            elif kind in _JOINED:
                self.at += 1
                left = self.made(factors, style, start)
                right = self.right_factor(kind)
                composed = kind == "⊙" and self.unapplied(left)
                node = self.composition(left, right) if composed else _JOINED[kind](left, right)
                factors, style, height = [replace(node, span=self.since(start))], "", height + 1
            elif kind in _INFIX:
                factors, style, height = [self.infix(self.made(factors, style, start), start)], "", height + 1
            elif self.evaluates():
                factors, style, height = [self.evaluated(self.made(factors, style, start), start)], "", height + 1
            elif self.starts():
                self.not_glued()
                if self.kind in ("(", "[") and self.unapplied(factors[-1]):
                    factors[-1] = self.applied_in_brackets(factors[-1], start)
                else:
                    factors.append(self.factor())
            else:
                break
            if height > HEIGHT // 4:
                raise self.fail("too many quotients in a row", None, "use brackets")
        return self.made(factors, style, start)

    def composition(self, left: t.Node, right: t.Node) -> t.Node:
        """f ∘ g; f ∘ g(x) is (f ∘ g)(x)."""
        inner = right.array if isinstance(right, t.Component) else right
        if not isinstance(inner, t.Call) or not self.unapplied(inner.function):
            return t.Infix("∘", left, right)
        last = t.Component(inner.function, right.indices) if isinstance(right, t.Component) else inner.function
        return t.Call(t.Infix("∘", left, last), inner.arguments)

    def is_set(self, node: t.Node) -> bool:
        """Is `node` a set, or a product of sets?"""
        symbol = self.scope.symbol(node.id) if isinstance(node, t.Name) else None
        product = isinstance(node, t.Infix) and node.operator == "×"
        return isinstance(node, t.Space) or product or (symbol is not None and symbol.kind == "set")

    def infix(self, left: t.Node, start: int) -> t.Node:
        """left ∩ right and its kin; two different signs in a row need brackets."""
        sign = self.kind
        if isinstance(left, t.Infix) and left.operator != sign and self.row[self.at - 1].kind != ")":
            raise self.fail(f"{left.operator} and {sign} in a row", None, "use brackets")
        if sign in _SET_SIGNS and self.row[start].kind == "⦃" and self.matching(start) == self.at - 1:
            left = left if isinstance(left, _SETS) else t.SetOf((left,), span=left.span)
        self.at += 1
        right = self.one_set() if sign in _SET_SIGNS and self.kind == "⦃" else self.right_factor(sign)
        return t.Infix(sign, left, right, span=self.since(start))

    def applied_in_brackets(self, function: t.Node, start: int) -> t.Node:
        """(f ∘ g)(x), (∇f)(x): a function made in brackets, applied."""
        primed = isinstance(function, t.Prime) and isinstance(function.argument, (t.Infix, t.Power))
        if self.row[self.at - 1].kind != ")" and not primed:
            raise self.fail("this function stands before a bracket that is not its argument")
        return self.postfix(t.Call(function, self.arguments(), span=self.since(start)))

    def unapplied(self, node: t.Node) -> bool:
        """Is `node` a function itself, its derivative, or one made of others, without an argument?"""
        while isinstance(node, (t.Prime, t.Gradient, t.Derivative)):
            node = node.argument if isinstance(node, t.Prime) else node.body
        if isinstance(node, t.Component):
            node = node.array
        if isinstance(node, t.Power) and node.exponent == t.Negative(t.Number("1")):
            node = node.base
        if isinstance(node, t.Partial):
            return True
        if isinstance(node, t.Infix):
            return node.operator in ("∘", "∗")
        return isinstance(node, t.Name) and self.scope.is_function(node.id)

    def made(self, factors: list[t.Node], style: str, start: int) -> t.Node:
        """One factor, or the product of several."""
        if len(factors) == 1:
            return factors[0]
        return t.Product(tuple(factors), style, span=self.since(start))

    def quotient(self, numerator: t.Node, start: int) -> t.Node:
        at = self.at
        self.at += 1
        if self.kind == "/":
            raise self.fail("two slashes in a row", None, "write one /")
        denominator = self.right_factor("/", at)
        while self.tight and self.starts():
            denominator = self.made([denominator, self.factor()], "", at)
        return t.Quotient(numerator, denominator, "slash", span=self.since(start))

    def right_factor(self, sign: str, at: int | None = None) -> t.Node:
        """The factor behind an explicit sign, which may carry a minus."""
        if self.kind == sign or (self.kind in _TIMES and sign in _TIMES):
            name = "dots" if self.kind == "·" else "multiplication signs"
            raise self.fail(f"two {name} in a row", None, "write one")
        start = self.at
        if self.accept("-"):
            return t.Negative(self.factor(), span=self.since(start))
        return self.factor()

    def dot(self, factors: list[t.Node], style: str, right: t.Node, start: int) -> t.Node | None:
        """left·right when both sides are vectors; matrices between the dot and its vector belong to the right side."""
        if abs(self.rank(right) or 0) == 0 or abs(self.rank(self.made(factors, style, start)) or 0) != 1:
            return None
        at, pieces, before = self.at, [right], right
        while self.rank(before) == 2 and self.starts():
            pieces.append(self.factor())
            before = t.Product(tuple(pieces))
        if abs(self.rank(before) or 0) == 1:
            right = before if len(pieces) == 1 else t.Product(tuple(pieces), span=before.span)
            return t.Dot(self.made(factors, style, start), right, span=self.since(start))
        self.at = at
        return None

    def full_stop(self, factors: list[t.Node], style: str, start: int) -> t.Node:
        """q.k is q·k between vectors, and nothing else."""
        at = self.at
        self.at += 1
        dotted = self.dot(factors, style, self.factor(), start)
        if dotted is None:
            raise self.fail("a full stop inside the formula", at, "write · for a product")
        return dotted

    def not_glued(self) -> None:
        """x2 is neither x_2 nor x·2: stop."""
        last, token = self.row[self.at - 1], self.token
        if token.kind == "num" and not token.gap and last.kind in ("name", "run") and self.is_letter(last):
            shown = self.text[last.start : token.end]
            raise self.fail(f"{shown} is neither a name nor a product", self.at - 1, f"write {last.text}_{token.text}")

    def is_letter(self, token: Token) -> bool:
        """Was this name typed as a letter, not as a command?"""
        return self.text[token.start : token.end].isalpha() and token.end == self.token.start
