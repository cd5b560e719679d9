"""What stands before a claim: ∀ and ∃ with what they bind, in brackets or not, and the label of a hypothesis."""

from __future__ import annotations

from symbolic.notation import tree as t
from symbolic.notation.names import script_content, spelled, word_id
from symbolic.notation.reader_cursor import CLOSING, OPENING
from symbolic.notation.reader_grammar import Grammar

_RELATIONS = ("rel", "over", "xarrow", "not")
_ENDS = frozenset({"end of text", "text", "then", "newline", "∀", "∃", ":", ";"})
_SEPARATORS = (",", ";", ".", "newline", ":", "∀", "∃")
_SIGNS = ("∀", "∃")


class Quantifiers(Grammar):
    """one_claim → ∀ claim [, | :] one_claim | (∀ claim) one_claim | NAME : claim | claim."""

    def one_claim(self) -> t.Node:
        """A claim with its quantifier or its label."""
        start = self.at
        if self.kind in _SIGNS or (self.kind == "(" and self.peek().kind in _SIGNS):
            return self.quantified()
        label = self.fresh_label()
        if label is not None:
            return t.Labelled(label, self.claim(), span=self.since(start))
        node = self.claim()
        if self.kind == ":" and not isinstance(node, t.Chain):
            self.at += 1
            return t.Labelled(node, self.claim(), span=self.since(start))
        return node

    def quantified(self) -> t.Node:
        """∀ over, claim; (∀ over) claim; ∀ over alone is a remark."""
        start = self.at
        opened = self.accept("(")
        sign = self.kind
        self.at += 1
        with self.binding(self.quantified_names()):
            over = self.claim()
            if opened:
                self.expect(")", start)
                self.accept(":")
            elif self.kind not in _SEPARATORS:
                return t.Remark("for all", over, span=self.since(start)) if sign == "∀" else over
            elif self.kind not in _SIGNS:
                self.at += 1
            return t.Quantified(sign, over, self.one_claim(), span=self.since(start))

    def quantified_names(self) -> list[str]:
        """The undeclared names behind ∀, up to ∈, a separator or a bracket that closes: it binds them."""
        found: list[str] = []
        for k in range(self.at, len(self.row) - self.beyond):
            token = self.row[k]
            if token.kind in (*_SEPARATORS, *CLOSING, "end of text", "∣", "text"):
                break
            if token.kind == "rel" and token.text in ("∈", "⊂", "⊆"):
                break
            named = token.kind == "name" or (token.kind == "run" and self.scope.is_word(token.text))
            lone = named and self.row[k - 1].kind != "_" and self.row[k + 1].kind not in ("_", "(", "′")
            if lone and not self.scope.declared(word_id(token)) and len(word_id(token)) == 1:
                found.append(word_id(token))
        return list(dict.fromkeys(found))

    def fresh_label(self) -> t.Node | None:
        """H_0: before a claim, where nothing declares such a name; None, and nothing read, for anything else."""
        start, colon = self.at, self.at + 1
        if self.kind == "name" and self.peek().kind == "_":
            colon = script_content(self.row, self.at + 2)[1]
        if self.kind != "name" or self.row[colon].kind != ":" or not self.relates(colon + 1):
            return None
        spelling, _, after = spelled(self.row, self.at, self.text)
        if after != colon or self.scope.declared(spelling.id):
            return None
        self.at = after + 1
        return t.Name(spelling.id, span=(self.row[start].start, self.row[after - 1].end))

    def relates(self, at: int) -> bool:
        """Does a relation other than an arrow stand behind token `at`, outside brackets and before any other part?"""
        level = 0
        for token in self.row[at : len(self.row) - self.beyond]:
            level += (token.kind in OPENING) - (token.kind in CLOSING)
            if level < 0 or (level == 0 and token.kind in _ENDS):
                return False
            if level == 0 and token.kind in _RELATIONS:
                return token.text not in ("→", "↦")
        return False
