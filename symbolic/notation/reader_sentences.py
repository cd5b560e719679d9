"""Claims as prose says them: lists before a relation, remarks behind one, claims that follow from one another."""

from __future__ import annotations

from symbolic.notation import tree as t
from symbolic.notation.lexer import Token
from symbolic.notation.lexer_tables import BESIDE
from symbolic.notation.reader_cursor import CLOSING, OPENING
from symbolic.notation.reader_grammar import Grammar

_RELATIONS = ("rel", "over", "xarrow", "not")
_ENDS = frozenset({"end of text", "text", "then", "newline", "∀", "∃", ":", ";"})
_SEPARATORS = (",", ";", ".", "newline")
_CONNECTIVES = {
    "or equivalently": "⟺", "equivalently": "⟺", "if and only if": "⟺", "iff": "⟺", "is equivalent to": "⟺",
    "implies": "⟹", "which implies": "⟹", "implies that": "⟹",
}  # fmt: skip
_LOGIC = ("∧", "∨")
_CLAIMS = (t.Chain, t.Quantified, t.Labelled, t.Claims)
#: Words that stand between gaps in plain text are words, though their letters be names.
_TYPED = frozenset({"if", "for", "where", "when", "with"})
_ALL = frozenset({"for all", "for every", "for each", "for any"})


class Sentences(Grammar):
    """sentence → claim (⟹ claim)* remark*; claim → list (relation list)*; remark → words sentence | condition."""

    def sentence(self) -> t.Node:
        """A claim with what is said beside it, to the end of the text or bracket."""
        start = self.at
        words = self.words()
        if words:
            body = self.sentence() if self.says() else None
            return t.Remark(words, body, span=self.since(start))
        node = self.joined_claims()
        remarks = self.remarks()
        return t.Qualified(node, tuple(remarks), span=self.since(start)) if remarks else node

    def joined_claims(self) -> t.Node:
        """Claims joined by ⟹, ⟸, ⟺; ∧ and ∨ bind closer."""
        start, first = self.at, self.conjunction()
        links: list[tuple[str, t.Node]] = []
        while (sign := self.connective()) is not None:
            links.append((sign, self.conjunction()))
        return t.Claims(first, tuple(links), span=self.since(start)) if links else first

    def conjunction(self) -> t.Node:
        """Claims joined by ∧, or by ∨: each of them has a relation."""
        start, first = self.at, self.system() or self.one_claim()
        links: list[tuple[str, t.Node]] = []
        while (sign := self.logic()) is not None:
            at = self.at - 1
            links.append((sign, self.system() or self.one_claim()))
            if sign != links[0][0]:
                raise self.fail("∧ and ∨ in a row", at, "use words, or two formulas")
        if links and not all(isinstance(part, _CLAIMS) for part in (first, *(part for _, part in links))):
            raise self.fail(f"{links[0][0]} joins claims only", start, "write min(a, b), or max(a, b)")
        return t.Claims(first, tuple(links), span=self.since(start)) if links else first

    def logic(self) -> str | None:
        """∧, ∨ and the word `or` between claims."""
        token = self.token
        words = self.kind in ("text", "name", "run") and token.text.strip() == "or"
        word = words and (self.kind == "text" or self.is_beside())
        if not word and not (self.kind == "then" and token.text in _LOGIC):
            return None
        self.at += 1
        return "∨" if word else token.text

    def connective(self) -> str | None:
        """The arrow at hand, or the words that mean it."""
        if self.kind == "then" and self.token.text not in _LOGIC:
            self.at += 1
            return self.row[self.at - 1].text
        found = _CONNECTIVES.get(self.token.text.strip(" ,;:").lower()) if self.kind == "text" else None
        self.at += found is not None
        return found

    def claim(self) -> t.Node:
        """An expression or a chain of relations, whose sides may be lists: x, y ∈ ℝ, k = 0, 1, …, n."""
        start = self.at
        first = self.conditional_law() or self.listed(self.expression(), start, left=True)
        links: list[tuple[str, t.Node]] = []
        while self.kind in _RELATIONS:
            at = self.at
            sign = self.relation()
            if not (self.starts() or self.kind in ("-", "+", "±", "{", "⊤", "left.", "⦃")):
                raise self.fail("a relation without a right side", at)
            links.append((sign, self.right_list(sign, links[-1][1] if links else first)))
        return t.Chain(first, tuple(links), span=self.since(start)) if links else first

    def conditional_law(self) -> t.Node | None:
        """θ ∣ y before ∼, in brackets or not; None, and nothing read, where no such relation comes."""
        if self.kind == "(" and self.peek(self.matching(self.at) + 1 - self.at).text == "∼":
            return self.bracketed_law()
        level, bars = 0, 0
        for token in self.row[self.at : len(self.row) - self.beyond]:
            level += (token.kind in OPENING) - (token.kind in CLOSING)
            if level < 0 or (level == 0 and token.kind in (*_RELATIONS, *_ENDS)):
                break
            bars += level == 0 and token.kind in ("|", "∣")
        else:
            return None
        if token.kind not in ("rel", "over") or bars % 2 == 0 or (token.kind == "rel" and token.text != "∼"):
            return None
        start = self.at
        with self.nested("given"):
            events = self.items()
            self.at += 1
            given = self.items()
        return t.Conditioned(tuple(events), tuple(given), span=self.since(start))

    def bracketed_law(self) -> t.Node | None:
        """(Y ∣ X = x) before ∼; None, and nothing read, where no bar parts the bracket."""
        opening = self.at
        if not any(token.kind in ("|", "∣") for token in self.row[opening : self.matching(opening)]):
            return None
        with self.nested("given"):
            self.at += 1
            events = self.items()
            found = self.kind in ("|", "∣") and bool(self.accept(self.kind))
            given = [self.statement()] if found else []
            while found and self.accept(","):
                given.append(self.statement())
        if not found:
            self.at = opening
            return None
        self.expect(")", opening)
        return t.Conditioned(tuple(events), tuple(given), span=self.since(opening))

    def listed(self, first: t.Node, start: int, left: bool) -> t.Node:
        """`first` with the items behind it, where commas make a list of them."""
        items = [first]
        while self.kind == "," and self.is_item(left):
            self.at += 1
            items.append(self.expression())
        return first if len(items) == 1 else t.Sequence(tuple(items), span=self.since(start))

    def is_item(self, left: bool) -> bool:
        """Does the comma at hand part items of a list?  Before a relation one must come; behind it, none of its own."""
        if self.peek().text == "quad" or self.token.text == "quad":
            return False
        level = 0
        for k in range(self.at + 1, len(self.row) - self.beyond):
            token = self.row[k]
            level += (token.kind in OPENING or token.kind == "begin") - (token.kind in CLOSING or token.kind == "end")
            if level < 0 or (level == 0 and self.parts_claims(token)):
                return not left and k > self.at + 1
            if level == 0 and token.kind in _RELATIONS:
                return left
            if level == 0 and token.kind == "," and not left:
                return k > self.at + 1
        return not left

    def parts_claims(self, token: Token) -> bool:
        beside = token.kind in ("name", "run") and token.text in BESIDE and not self.scope.declared(token.text)
        return beside or token.text == "quad" or token.kind in _ENDS

    def right_list(self, sign: str, left: t.Node) -> t.Node:
        """What stands behind a relation, with the values after it that no relation follows."""
        if sign == "⊥":
            return self.independent_of()
        start = self.at
        return self.listed(self.right_side(sign, left), start, left=False)

    def independent_of(self) -> t.Node:
        """Y, and Y ∣ Z behind ⊥."""
        start = self.at
        with self.nested("given"):
            node = self.expression()
            if self.kind not in ("∣", "|"):
                return node
            self.at += 1
            return t.Conditioned((node,), (self.expression(),), span=self.since(start))

    def remarks(self) -> list[t.Remark]:
        """The remarks and conditions behind a claim."""
        found: list[t.Remark] = []
        while True:
            start, parted = self.at, False
            while self.kind in _SEPARATORS:
                self.at, parted = self.at + 1, True
            if self.kind in ("end of text", "fence", "end", "}", ")", "]", "⦄"):
                return found
            words = self.words()
            if not words and self.kind in ("∀", "∃"):
                words = "for all" if self.kind == "∀" else "for some"
                self.at += 1
            if not words and not (parted and self.says()):
                self.at = start
                return found
            body = self.joined_claims() if self.says() else None
            found.append(t.Remark(words, body, span=self.since(start)))

    def words(self) -> str:
        """The words at hand, in one string; "" where none stand."""
        found: list[str] = []
        while self.kind == "text" or (self.kind in ("name", "run") and self.is_beside()):
            found.append(self.token.text.strip(" ,;:"))
            self.at += 1
        text = " ".join(word for word in found if word)
        return "for all" if text.lower() in _ALL else text

    def says(self) -> bool:
        """Does something that can be read as a claim stand here?"""
        return self.starts() or self.kind in ("-", "+", "±", "left.", "∀", "∃")

    def is_beside(self) -> bool:
        """Is the name or run at hand a word of prose, and no name?"""
        token = self.token
        if token.text not in BESIDE or self.scope.declared(token.text):
            return False
        typed = token.text in _TYPED and not self.latex and token.gap and self.peek().gap
        return token.dress in ("upright", "command") or typed or not self.scope.all_letters(token.text)
