"""A text stitched from parts of several files, and the way back to each of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from symbolic.article.document import MarkError, Place, Source, Spot


@dataclass(frozen=True)
class Part:
    """The half-open range of a file's text that stands in the whole."""

    path: Path
    source: Source
    start: int
    end: int


class Stitched(Source):
    """The source whose text is that of its parts, one behind the other."""

    def __init__(self, parts: Iterable[Part]) -> None:
        self_parts = tuple(parts)
        super().__init__("".join(part.source.text[part.start : part.end] for part in self_parts))
        begins, place = [], 0
        for part in self_parts:
            begins.append(place)
            place += part.end - part.start
        object.__setattr__(self, "parts", self_parts)
        object.__setattr__(self, "begins", tuple(begins))

    parts: tuple[Part, ...]
    begins: tuple[int, ...]

    def part(self, offset: int) -> tuple[Part, int]:
        """The part in which an offset is, and the offset in its file."""
        number = max(bisect_right(self.begins, offset) - 1, 0)
        part = self.parts[number]
        return part, part.start + offset - self.begins[number]

    def spot(self, place: Place) -> Spot:
        part, offset = self.part(self.offset(place))
        return Spot(part.source.place(offset), part.path)

    def shown(self, place: Place) -> str:
        part, offset = self.part(self.offset(place))
        return part.source.line(part.source.place(offset)[0])

    def rewritten(self, edits: Iterable[tuple[int, int, str]]) -> dict[Path | None, tuple[str, str]]:
        sources = {part.path: part.source for part in self.parts}
        grouped: dict[Path, list[tuple[int, int, str]]] = {path: [] for path in sources}
        for start, end, new in edits:
            part, first = self.part(start)
            if first + end - start > part.end:
                raise MarkError("what is to be written goes across files", part.source.place(first), part.path)
            grouped[part.path].append((first, first + end - start, new))
        return {path: (sources[path].raw, sources[path].edited(own)) for path, own in grouped.items()}
