"""Sets in braces: by their members, by a condition, and as the members of a family."""

from __future__ import annotations

from symbolic.notation import tree as t
from symbolic.notation.glyphs import SPACES
from symbolic.notation.names import word_id
from symbolic.notation.reader_cursor import CLOSING, OPENING
from symbolic.notation.reader_grammar import Grammar

_TIMES = frozenset({"·", "×"})
_BARS = ("∣", "|", ":", "|>")
_OF_SETS = ("∩", "∪", "∖")


class Sets(Grammar):
    """{a, b}, {x ∈ S : x > 0}, {x_i}_{i=1}^n."""

    def braces(self) -> t.Node | None:
        """The set in the braces at hand; None, and nothing read, when they are a group or hold a plain list."""
        start, closing = self.at, self.matching(self.at)
        after = min(closing + 1, len(self.row) - 1)
        family = self.row[start].kind == "⦃" and self.row[after].kind == "_" and self.row[after + 1].kind == "{"
        bar = self.parting(start, closing)
        if bar is None and not family:
            return None
        bounds = self.members_bounds(after) if family else []
        names = [bound.index for bound in bounds]
        fresh = self.fresh_letters(start + 1, bar if bar is not None else start)
        with self.binding([*names, *(name for name in fresh if name not in names)]), self.nested("set"):
            self.at = start + 1
            item: t.Node = self.claim()
            conditions = self.conditions() if bar is not None else []
            if bar is None and self.kind == ",":
                item = self.more_items(item)
        self.expect(OPENING[self.row[start].kind], start)
        node = t.Builder(item, tuple(conditions), span=self.since(start)) if bar is not None else item
        if not family:
            return node
        self.bounds()
        return t.Members(node, tuple(bounds), span=self.since(start))

    def more_items(self, first: t.Node) -> t.Node:
        items = [first]
        while self.accept(","):
            items.append(self.expression())
        return t.Sequence(tuple(items))

    def members_bounds(self, at: int) -> list[t.Bound]:
        """The bounds that hang behind the braces, read ahead."""
        saved, row = self.at, list(self.row)
        self.at = at
        found = self.bounds()
        self.at, self.row = saved, row
        return found

    def conditions(self) -> list[t.Node]:
        """What stands behind the bar."""
        if self.kind not in _BARS:
            raise self.fail("expected | or : here", None, "write {x | x > 0}")
        self.at += 1
        found = [self.claim()]
        while self.accept(","):
            found.append(self.claim())
        return found

    def parting(self, start: int, closing: int) -> int | None:
        """The index of the bar or colon that parts the set at `start`; None when none stands free in it."""
        level = bars = 0
        for k in range(start + 1, closing):
            kind = self.row[k].kind
            level += (kind in OPENING) - (kind in CLOSING)
            if level or kind not in _BARS:
                continue
            if kind in ("∣", ":"):
                return k
            bars += 1
        lone = bars % 2 == 1
        places = (k for k in range(start + 1, closing) if self.row[k].kind in ("|", "|>"))
        return next(places, None) if lone else None

    def fresh_letters(self, start: int, stop: int) -> list[str]:
        """The names before the bar that nothing declares: the set binds them."""
        found: list[str] = []
        for k in range(start, stop):
            token = self.row[k]
            if token.kind == "name" and self.row[k - 1].kind not in ("_", "∈") and self.row[k + 1].kind != "_":
                name = word_id(token)
                if not self.scope.declared(name) and name.isalpha() and len(name) == 1 and name not in "ℝℤℕℚℂ":
                    found.append(name)
        return list(dict.fromkeys(found))

    def set_expression(self) -> t.Node:
        """ℝ^{m×n}, an interval, a finite set, or a name; ∩, ∪, ∖ and × of them."""
        start, node = self.at, self.one_set()
        while self.kind in _OF_SETS:
            sign = self.kind
            if isinstance(node, t.Infix) and node.operator != sign:
                raise self.fail(f"{node.operator} and {sign} in a row", None, "use brackets")
            self.at += 1
            node = t.Infix(sign, node, self.one_set(), span=self.since(start))
        return node

    def one_set(self) -> t.Node:
        """One of the sets that a sign may join."""
        start = self.at
        if self.kind == "name" and self.token.text in SPACES:
            return self.space()
        if self.kind in ("(", "["):
            interval = self.interval()
            if interval is not None:
                return interval
            self.at = start
        if self.kind in ("⦃", "{"):
            found = self.braces()
            if found is not None:
                return found
            opening = self.at
            with self.nested():
                self.at += 1
                items = self.items()
            self.expect(OPENING[self.row[opening].kind], opening)
            return t.SetOf(tuple(items), span=self.since(start))
        return self.expression()

    def space(self) -> t.Node:
        start, letter = self.at, self.token.text
        self.at += 1
        shape: list[t.Node] = []
        if self.accept("^"):
            if self.kind == "{":
                opening = self.at
                self.at += 1
                shape = [self.size()]
                while self.kind in _TIMES:
                    self.at += 1
                    shape.append(self.size())
                self.expect("}", opening)
            else:
                shape = [self.script()]
        return t.Space(letter, tuple(shape), span=self.since(start))

    def size(self) -> t.Node:
        with self.nested(in_body=True):
            return self.expression()

    def interval(self) -> t.Node | None:
        start = self.at
        opening = self.kind
        with self.nested():
            self.at += 1
            items = self.items()
        if len(items) == 2 and self.kind in (")", "]"):
            closing = self.kind
            self.at += 1
            return t.Interval(items[0], items[1], opening == "(", closing == ")", span=self.since(start))
        return None

    def items(self) -> list[t.Node]:
        """Expressions between commas."""
        found = [self.expression()]
        while self.accept(","):
            found.append(self.expression())
        return found
