"""What is guessed of one name, and the line of given that says it."""

from __future__ import annotations

from dataclasses import dataclass, field

from symbolic.drafting.usage import Use
from symbolic.language.symbols import Table
from symbolic.notation import latex


@dataclass(frozen=True)
class Said:
    """A property as a given says it, and the words of the article, with their line, that it was guessed from."""

    text: str
    line: int
    words: str


@dataclass
class Guess:
    """A name as its author spells it, its kind, and its properties in order; `whys` say where the kind was found.

    shape   sizes as texts; () for a scalar; None when nothing tells
    family  the last index of a family x_1, …, x_N
    vector  is it said to be a vector, whatever its size?
    """

    name: str
    spelled: str
    line: int
    random: bool = False
    shape: tuple[str, ...] | None = None
    family: str = ""
    kind: str = ""
    vector: bool = False
    properties: dict[str, Said] = field(default_factory=dict)
    whys: list[tuple[int, str]] = field(default_factory=list)

    def why(self, line: int, words: str) -> None:
        if (line, words) not in self.whys:
            self.whys.append((line, words))

    @property
    def described(self) -> bool:
        """Does the article's prose say anything of it?"""
        return bool(self.whys or self.properties)

    @property
    def unsized(self) -> bool:
        """Is it a vector of which nothing says the size?"""
        return self.shape is None and self.vector

    def reasons(self, said: list[Said]) -> str:
        """`line 5: “iid”, “mean zero”; line 9: it takes 1 index`."""
        pairs = list(dict.fromkeys([*self.whys, *((one.line, one.words) for one in said)]))
        lines = dict.fromkeys(line for line, _ in pairs)
        told = (f"line {line}: " + ", ".join(words for at, words in pairs if at == line) for line in lines)
        return "; ".join(told) or f"line {self.line}: used as a number"

    def declaration(self, said: list[Said]) -> str:
        """`NAME : KIND, PROPERTY, …`."""
        return f"{self.spelled} : {', '.join((self._kind(), *(one.text for one in said)))}"

    def used(self, use: Use, vectors: bool = False) -> Guess:
        """The guess with what the formulas add to it; `vectors`: its one index numbers vectors."""
        if vectors and use.axes == 1 and self.shape is None and not self.family:
            size = use.sizes.get(0)
            self.family, self.vector = latex(size, Table()) if size is not None else "n", True
            self.why(use.line, "a vector for each index")
        if use.holds and not use.axes and not use.array:
            self.kind, self.shape, self.vector, self.whys = "set", (), False, [(use.line, "something lies in it")]
            self.properties = {}
            return self
        if self.shape is None or self.shape == ():
            self._shaped(use)
        if use.applied and not use.axes and self.shape is None and not self.described:
            self.kind = "function"
            self.why(use.line, "applied to something")
        latin = self.spelled[:1].isascii() and self.spelled[:1].isalpha()
        if use.averaged and latin and not self.random and not self.described:
            self.random = True
            self.why(use.line, "it stands under an expectation")
        return self

    def _shaped(self, use: Use) -> None:
        """The shape that the use of indices, traces and transposes shows."""
        own = 1 if self.family else 0
        if use.axes > own:
            sizes = [use.sizes.get(axis) for axis in range(own, use.axes)]
            self.shape = tuple(
                latex(size, Table()) if size is not None else free for size, free in zip(sizes, "nmpr", strict=False)
            )
            self.why(use.line, f"it takes {use.axes} ind{'ex' if use.axes == 1 else 'ices'}")
        elif self.shape is None and use.square:
            self.shape = ("n", "n")
            self.why(use.line, "under a trace or determinant")
        elif self.shape is None and use.array:
            self.shape = ("m", "n") if self.spelled[:1].isupper() else ("n",)
            self.why(use.line, "used as an array")

    def _kind(self) -> str:
        if self.kind:
            return self.kind
        shape = self.shape or ()
        own = "random " if self.random else ""
        base = f"{own}{('scalar', 'vector', 'matrix')[min(len(shape), 2)]}" if self.random or shape else "real"
        base += f"({', '.join(shape)})" if shape else ""
        return f"family({self.family}) of {base}" if self.family else base
