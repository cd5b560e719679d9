"""Names: the longest declared one first, then one index for each axis; what is left of a subscript is a factor."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from symbolic.notation import glyphs
from symbolic.notation import tree as t
from symbolic.notation.lexer import Token
from symbolic.notation.names import (
    Spelling,
    flat,
    label_of,
    script_content,
    subscript_text,
    word_id,
)
from symbolic.notation.reader_grammar import Grammar
from symbolic.notation.scope import Undeclared


@dataclass
class Head:
    """A name before its meaning is known: its spelling, its dress, and where its scripts stand."""

    start: int
    spelling: Spelling
    dress: str
    primes: int = 0


class Names(Grammar):
    """reference → name, entry, function applied, operator applied."""

    def reference(self) -> t.Node:
        start = self.at
        leibniz = self.leibniz()
        if leibniz is not None:
            return leibniz
        head = self.head()
        base = head.spelling.id
        self.subscript_before_power(head.spelling)
        self.label_first(head.spelling)
        if self.kind == "_":
            divergence = self.divergence(head, start)
            if divergence is not None:
                return divergence
            named = self.with_subscript(head)
            if named is not None:
                return self.completed(named, start)
        named = self.longest(head)
        if named is not None:
            return self.completed(named, start)
        if not head.spelling.accent:
            built_in = self.built_in(base, start)
            if built_in is not None:
                return built_in
        return self.undeclared(head, start)

    def divergence(self, head: Head, start: int) -> t.Node | None:
        """D_KL(p ‖ q) and 𝓓_KL(p ‖ q), whatever D by itself is, unless D_KL is declared or D an array."""
        content, after = script_content(self.row, self.at + 1)
        base = head.spelling.id
        if base not in ("D", "𝓓") or flat(content) != "KL" or self.row[after].kind not in ("(", "[", "⦃"):
            return None
        if self.scope.declared(f"{base}_KL") or self.scope.is_array(base):
            return None
        self.at = after
        return self.operator("KL", start)

    def head(self) -> Head:
        """The letter or word at hand with its accent; its primes are counted, not yet read."""
        start, accents, braces = self.at, [], 0
        while True:
            if self.kind == "run":
                self.split_run()
            token = self.token
            accent_word = token.text in glyphs.ACCENT_WORDS and not self.scope.declared(token.text)
            if self.kind == "accent" or (accent_word and self.peek().kind in ("name", "run")):
                accents.append(token.text)
                self.at += 1
                if self.kind == "{":
                    self.at += 1
                    braces += 1
            elif self.kind == "name":
                break
            else:
                raise self.fail("a name was expected here")
            if len(accents) > 3:
                raise self.fail("too many accents")
        base, dress = word_id(token) if token.dress != "command" else token.text, token.dress
        if token.text in self.scope.words:
            base = token.text
        self.at += 1
        self.close_accents(braces)
        spelling = Spelling(base, " ".join(accents), bold=False)
        if dress == "bold" and self.scope.declared(replace(spelling, bold=True).id):
            spelling = replace(spelling, bold=True)
        return self.numbered(Head(start, spelling, dress))

    def close_accents(self, braces: int) -> None:
        """\\hat{y_j} is \\hat{y}_j: the accent belongs to the letter."""
        if not braces:
            return
        at, level = self.at, braces
        while level and at < len(self.row) - 1:
            kind = self.row[at].kind
            if kind == "}" and level == 1 and self.inner_level(at) == 0:
                del self.row[at]
                level -= 1
                continue
            if at - self.at > 20:
                break
            at += 1
        if level:
            raise self.fail("an accent covers one letter here", None, "put the accent on the letter")
        if self.at < at and self.row[self.at].kind not in ("_", "^", "′"):
            raise self.fail("an accent covers one letter here", None, "put the accent on the letter")

    def inner_level(self, at: int) -> int:
        inside = [self.row[k].kind for k in range(self.at, at)]
        return inside.count("{") - inside.count("}")

    def numbered(self, head: Head) -> Head:
        """x1 is a name only where it was declared so."""
        token = self.token
        if self.kind == "num" and not token.gap and self.scope.declared(head.spelling.base + token.text):
            self.at += 1
            return Head(head.start, replace(head.spelling, base=head.spelling.base + token.text), head.dress)
        return head

    def longest(self, head: Head) -> str | None:
        """The longest declared name with the primes and the label at hand; they are read when they belong to it."""
        spelling = self.labelled(head.spelling)
        primes = 0
        while self.row[self.at + primes].kind == "′" and primes < 4:
            primes += 1
        for count in range(primes, -1, -1):
            name = replace(spelling, primes=count).id
            if self.scope.declared(name):
                self.at += count
                return name
        return None

    def with_subscript(self, head: Head) -> str | None:
        """The declared name that takes the subscript at hand, or None, and nothing read, when none does."""
        start = self.at
        token = self.row[self.at + 1]
        for content, after, rest in self.prefixes(token):
            spelt = subscript_text(content)
            if spelt is None:
                continue
            self.at = after
            rest_start = self.at
            if rest:
                named = replace(head.spelling, subscript=spelt).id
                named_or_none = named if self.scope.declared(named) else None
            else:
                named_or_none = self.longest(Head(head.start, replace(head.spelling, subscript=spelt), head.dress))
            if named_or_none is not None:
                if rest:
                    self.leave(rest, rest_start)
                return named_or_none
            self.at = start
        return None

    def prefixes(self, token: Token) -> Iterator[tuple[list[Token], int, str]]:
        """(content, index after, letters left over) of the subscript, longest first."""
        content, after = script_content(self.row, self.at + 1)
        yield content, after, ""
        if token.kind == "run":
            for size in range(len(token.text) - 1, 0, -1):
                kind = "run" if size > 1 else "name"
                yield [Token(kind, token.text[:size], token.start, token.start + size)], after, token.text[size:]

    def leave(self, rest: str, after: int) -> None:
        """Put the letters left over from a subscript back, as the next factor."""
        last = self.row[after - 1]
        start = last.end - len(rest)
        kind = "run" if len(rest) > 1 else "name"
        self.row.insert(after, Token(kind, rest, start, last.end, False, last.dress))
        self.at = after

    def completed(self, name: str, start: int) -> t.Node:
        """What a declared name at hand means: an entry, a function applied, or itself."""
        node = t.Name(name, span=self.since(start))
        axes = self.scope.axes(name)
        if self.kind == "_" and self.row[self.at + 1].kind in ("∗", "×"):
            return self.unindexed(name, start)
        if self.kind == "_" and (axes is None or axes > 0) and not self.scope.is_function(name):
            if self.word_below():
                return self.unindexed(name, start)
            if self.is_ordered(node):
                raise self.fail("x_{(k)} is the k-th smallest, which has no meaning here", None, "x_k for an entry")
            self.at += 1
            indices = self.indices(1 if axes is None else axes)
            name = self.primed_array(name)
            return t.Component(t.Name(name, span=node.span), tuple(indices), span=self.since(start))
        if self.scope.is_function(name):
            return self.applied(name, start)
        if self.kind == "_":
            return self.unindexed(name, start)
        return self.family_label(node, name, start)

    def unindexed(self, name: str, start: int) -> t.Node:
        """A subscript on a declared name that takes none: an error, or one more name for the caller's list."""
        content, after = script_content(self.row, self.at + 1)
        shown = f"{name}_{flat(content) or '{…}'}"
        if self.scope.undeclared is not None and flat(content):
            self.at = after
            called = self.scope.is_function(name) and self.kind == "("
            self.collect(shown, start, "call" if called else "")
            named = t.Name(shown, span=self.since(start))
            return t.Call(named, self.conditional_arguments(), span=self.since(start)) if called else named
        hint = f"{name} takes no index; declare {shown}, or declare {name} as a vector"
        raise self.fail(f"{shown} is not declared", start, hint)

    def primed_array(self, name: str) -> str:
        """x' where the primes behind an entry x_1' belong to a declared array."""
        primes = 0
        while self.row[self.at + primes].kind == "′" and primes < 4:
            primes += 1
        for count in range(primes, 0, -1):
            if self.scope.is_array(name + "'" * count):
                self.at += count
                return name + "'" * count
        return name

    def undeclared(self, head: Head, start: int) -> t.Node:
        """A name that nothing declares: an error, or one more for the caller's list."""
        spelling = head.spelling
        free = self.scope.undeclared is not None
        if self.kind == "_":
            self.part_factor()
            content, after = script_content(self.row, self.at + 1)
            operator = glyphs.OF_A_QUANTITY.get(spelling.id)
            if operator is not None and self.scope.is_random(t.Name(flat(content) or "")) and self.opens(after):
                self.at = after
                return t.Operator(operator, (t.Name(flat(content) or ""), *self.arguments()), span=self.since(start))
            cumulant = self.cumulant(spelling.id, content, after, start)
            if cumulant is not None:
                return cumulant
            count = self.leading_indices(content)
            if not free:
                self.collect(replace(spelling, subscript="").id, start, "entry")
            if count:
                self.collect(spelling.id, start, "entry")
                self.at += 1
                return t.Component(t.Name(spelling.id), tuple(self.indices(count)), span=self.since(start))
            spelling, self.at = replace(spelling, subscript=flat(content) or ""), after
        if free and self.kind == "^":
            content, after = script_content(self.row, self.at + 1)
            label = label_of(content)
            spelling, self.at = (replace(spelling, label=label), after) if label else (spelling, self.at)
        primes = 0
        while free and self.accept("′"):
            primes += 1
        name = replace(spelling, primes=primes).id
        called = self.kind == "(" and not self.token.gap and self.applies
        self.collect(name, start, "call" if called else "")
        if called:
            return t.Call(t.Name(name), self.conditional_arguments(), span=self.since(start))
        return t.Name(name, span=self.since(start))

    def part_factor(self) -> None:
        """D_XD_Y is D_X D_Y: a last letter that has a subscript of its own is the next factor."""
        run = self.row[self.at + 1]
        if run.kind == "run" and self.row[self.at + 2].kind == "_" and not self.scope.declared(run.text):
            middle, kind = run.end - 1, "run" if len(run.text) > 2 else "name"
            self.row[self.at + 1 : self.at + 2] = [
                Token(kind, run.text[:-1], run.start, middle, run.gap, run.dress),
                Token("name", run.text[-1], middle, run.end, False, run.dress),
            ]

    def opens(self, at: int) -> bool:
        return self.row[min(at, len(self.row) - 1)].kind == "("

    def leading_indices(self, content: list[Token]) -> int:
        """How many indices an undeclared name's subscript begins with; 0 when it belongs to the name."""
        spelt = flat(content)
        if spelt is None:
            return max(1, sum(token.kind == "," for token in content) + 1)
        if self.scope.is_index(spelt):
            return 1
        letters = spelt.split(",") if "," in spelt else list(spelt)
        count = 0
        counts = any(self.scope.is_index(letter) for letter in letters)
        while count < len(letters) and (self.scope.is_index(letters[count]) or (counts and letters[count].isdigit())):
            count += 1
        return count if count == len(letters) or (content[0].kind == "run" and len(content) == 1) else 0

    def collect(self, name: str, at: int, use: str = "") -> None:
        """Note an undeclared name when the caller permits that, or stop."""
        if self.scope.undeclared is not None:
            self.scope.undeclared.append(Undeclared(name, use, self.row[at].start))
            return
        line = {"entry": "vector(n)", "index": "index(n)", "call": "function", "size": "dimension"}.get(use, "real")
        hint = f"add a line such as `{name} : {line}`"
        letter = self.scope.lacking(name)
        if letter:
            hint += f", or `{letter} : real` if a product is meant"
        raise self.fail(f"{name} is not declared", at, hint)
