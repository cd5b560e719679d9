"""Operators that bind a name: ∑, ∏, ∫, lim, min and argmax, with the bounds that hang on them."""

from __future__ import annotations

from symbolic.notation import glyphs
from symbolic.notation import tree as t
from symbolic.notation.lexer import Token
from symbolic.notation.names import spelled, word_id
from symbolic.notation.reader_cursor import OPENING
from symbolic.notation.reader_grammar import Grammar
from symbolic.notation.scope import Scope

_MEMBERS = frozenset({"=", "≠", "<", "≤", ">", "≥", "∈"})


def _listed(condition: t.Node) -> tuple[t.Node, ...]:
    return condition.items if isinstance(condition, t.Sequence) else (condition,)


class Big(Grammar):
    """∑_{i=1}^n body: the body runs to + − or an explicit ·."""

    def big(self) -> t.Node:
        start, sign = self.at, self.token.text
        self.at += 1
        if sign == "∫":
            return self.integral(start)
        if sign == "lim":
            return self.limit(start)
        if sign in ("limsup", "liminf"):
            return t.OuterLimit(sign, self.limit(start), span=self.since(start))
        if sign in ("∬", "∭"):
            return self.region_integral(start)
        bounds = self.bounds() if self.kind in ("_", "^") else [t.Bound(self.only_index(sign, start))]
        with self.binding([bound.index for bound in bounds]):
            body = self.body()
        kind = t.Gathered if sign in ("⋃", "⋂") else t.Big
        return kind(sign, tuple(bounds), body, span=self.since(start))

    def body(self) -> t.Node:
        """The rest of the product, with a minus before it perhaps."""
        start = self.at
        self.deeper()
        saved, self.in_body = self.in_body, True
        if self.accept("-"):
            node: t.Node = t.Negative(self.term(), span=self.since(start))
        else:
            node = self.term()
        self.in_body = saved
        self.depth -= 1
        return node

    def body_about(self, names: list[str]) -> t.Node:
        """The body, and the terms behind it to the last that speaks of what it binds: lim_{n→∞} H_n − ln n."""
        start = self.at
        terms, kept = [self.body()], 1
        end, row, known = self.at, list(self.row), len(self.scope.undeclared or ())
        while self.kind in ("+", "-") and not self.side_sign():
            at, minus = self.at, self.kind == "-"
            self.at += 1
            term = self.term()
            terms.append(t.Negative(term, span=self.since(at)) if minus else term)
            if t.names(term).intersection(names):
                kept, end, row, known = len(terms), self.at, list(self.row), len(self.scope.undeclared or ())
        self.at, self.row = end, row
        if self.scope.undeclared is not None:
            del self.scope.undeclared[known:]
        return terms[0] if kept == 1 else t.Add(tuple(terms[:kept]), span=self.since(start))

    def bounds(self) -> list[t.Bound]:
        """What hangs on ∑ or ∏, above and below, in either order."""
        upper = self.above()
        if not self.accept("_"):
            raise self.fail("a sum or product without its index", None, "write ∑_i or ∑_{i=1}^n")
        braced = self.kind in ("{", "(")
        found = self.below() if braced else [t.Bound(name) for name in self.bare_indices()]
        upper = upper or self.above()
        if upper is None:
            return found
        if found[0].lower is None and found[0].condition is not None:
            raise self.fail("an upper bound beside a condition", self.at - 1, "write ∑_{i=1}^n")
        if found[0].lower is None:
            found = [t.Bound(b.index, t.Number("1"), b.upper, b.condition) for b in found]
        return [t.Bound(b.index, b.lower, b.upper or upper, b.condition) for b in found]

    def only_index(self, sign: str, start: int) -> str:
        """The index of a bare ∑ x_i: the one free index letter that its body has; the body is read again afterwards."""
        at, row, scope = self.at, list(self.row), self.scope
        self.scope = Scope(scope.table, scope.bound, [])
        body = self.body()
        self.at, self.row, self.scope = at, row, scope
        letters = {
            index.id
            for node in t.walk(body)
            if isinstance(node, t.Component)
            for index in node.indices
            if isinstance(index, t.Name) and index.id not in scope.bound and self.may_bind(index.id)
        } - {bound.index for node in t.walk(body) if isinstance(node, t.Big) for bound in node.bounds}
        if len(letters) != 1:
            several = f" (one of {', '.join(sorted(letters))})" if letters else ""
            missing = f"a sum or product without its index{several}"
            raise self.fail(missing, start, f"write {sign}_i or {sign}_{{i=1}}^n")
        return letters.pop()

    def above(self) -> t.Node | None:
        """The upper bound at hand."""
        if not self.accept("^"):
            return None
        if self.kind in ("{", "("):
            return self.script()
        if self.kind == "run" and (self.latex or not self.scope.is_word(self.token.text)):
            return self.tex_argument()
        return self.script()

    def bare_indices(self) -> list[str]:
        """The letters behind ∑_ : one index or several; a last letter that has a script of its own is a factor."""
        token = self.token
        if token.kind == "name" or (token.kind == "run" and self.scope.is_word(token.text)):
            self.at += 1
            return [word_id(token)]
        if token.kind == "accent":
            spelling, _, self.at = spelled(self.row, self.at, self.text)
            return [spelling.id]
        if token.kind != "run":
            raise self.fail("an index was expected here")
        count = 1
        followed = self.peek().kind in ("_", "^", "(")
        while count < len(token.text) - followed and self.may_bind(token.text[count]):
            count += 1
        self.replace_run(list(token.text[:count]))
        self.at += count
        rest = token.text[count:]
        if rest:
            kind = "run" if len(rest) > 1 else "name"
            self.row.insert(self.at, Token(kind, rest, token.end - len(rest), token.end))
        return list(token.text[:count])

    def may_bind(self, letter: str) -> bool:
        """Is a letter beside an index another index, and not a factor?"""
        return not self.scope.declared(letter) or self.scope.is_index(letter)

    def below(self) -> list[t.Bound]:
        """The group below: i, i,j, i=1, i,j=1, i≠j, 1≤i<j≤n."""
        opening = self.at
        found: list[t.Bound] = []
        pending: list[str] = []
        closing = OPENING[self.kind]
        with self.nested():
            self.at += 1
            while self.kind not in (closing, "fence", "end of text"):
                self.below_item(found, pending)
                if self.kind != "," or self.kind == closing:
                    break
                self.at += 1
        self.expect(closing, opening)
        found += [t.Bound(name) for name in pending]
        if not found:
            raise self.fail("an index was expected here", opening)
        return found

    def below_item(self, found: list[t.Bound], pending: list[str]) -> None:
        """One item of the group: a name, name = lower, or a condition on the names before it."""
        start = self.at
        names = self.item_names()
        if names and self.kind == "rel" and self.token.text == "=":
            self.at += 1
            lower = self.expression()
            upper = None
            found += [t.Bound(name, lower, upper) for name in (*pending, *names)]
            pending.clear()
        elif names and self.kind in (",", "}", ")"):
            pending += names
        elif names and self.accept(":"):
            with self.binding(names):
                condition = self.statement()
            found += [*map(t.Bound, names[:-1]), t.Bound(names[-1], None, None, condition)]
        else:
            self.at = start
            self.conditioned(found, pending)

    def item_names(self) -> list[str]:
        """The names at the start of an item; letters side by side are several."""
        token = self.token
        if token.kind == "run" and not self.scope.is_word(token.text):
            self.at += 1
            return list(token.text)
        if token.kind in ("name", "run", "accent"):
            spelling, _, self.at = spelled(self.row, self.at, self.text)
            return [spelling.id]
        return []

    def conditioned(self, found: list[t.Bound], pending: list[str]) -> None:
        """A condition such as i≠j: it binds the names before it, or its own first name and those that are new."""
        names = [*pending, *(bound.index for bound in found)]
        fresh = [] if names else self.fresh_names()
        with self.binding([*names, *fresh]):
            condition = self.statement()
        if not isinstance(condition, t.Chain):
            raise self.fail("a condition on the index was expected here")
        found += [t.Bound(name) for name in (*pending, *fresh)]
        pending.clear()
        if not found:
            raise self.fail("an index was expected here")
        last = found[-1]
        both = condition if last.condition is None else t.Sequence((*_listed(last.condition), condition))
        found[-1] = t.Bound(last.index, last.lower, last.upper, both)

    def is_applied(self, name: str, at: int) -> bool:
        """Is it the name of a constant, or a function with its argument, which nothing binds?"""
        applied = self.scope.is_function(name) and self.row[min(at + 1, len(self.row) - 1)].kind == "("
        return name in glyphs.CONSTANTS or name in glyphs.FUNCTIONS or applied

    def fresh_names(self) -> list[str]:
        """The names that a condition binds: its first one, and every one that nothing declares."""
        names: list[str] = []
        k = self.at
        while k < len(self.row) and self.row[k].kind not in ("}", ")", ",", "end of text"):
            if self.row[k].kind == "rel" and self.row[k].text in ("∈", "∼") and names:
                break
            primes = next((n for n in range(4) if self.row[min(k + 1 + n, len(self.row) - 1)].kind != "′"), 0)
            name = word_id(self.row[k]) + "'" * primes
            word = self.row[k].kind == "run" and self.scope.is_word(self.row[k].text)
            named = self.row[k].kind == "name" or word
            if named and self.row[k - 1].kind != "_" and not self.is_applied(name, k):
                names.append(name)
            k += 1
        fresh = [name for name in names if not self.scope.declared(name)]
        symbol = self.scope.symbol(names[0]) if names else None
        leads = not fresh or (symbol is not None and symbol.kind == "index")
        return list(dict.fromkeys([*names[:1], *fresh] if leads else fresh))
