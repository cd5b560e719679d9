"""Whatever stands around a block, and in whichever format: `sync` changes no byte of it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from symbolic.article.check import check
from symbolic.article.document import MarkError, decoded
from symbolic.article.hosts import NAMED
from symbolic.article.judging import Compare, Compared, Judged
from symbolic.article.keeping import Keep, Kept
from symbolic.article.tex.macros import Macros
from symbolic.verdict import Verdict

STEPS = ("mean", "variance", "scaled-mean", "ratio")
LATEX = r"\mathbb{E}[q]<0"


def ask(task: Any) -> Any:
    """Every block has drifted, and nothing else can be read."""
    if isinstance(task, Compare):
        return Compared(LATEX, "", "q : real", "its meaning changed")
    return Kept(Verdict("undecided")) if isinstance(task, Keep) else Judged(Verdict("unread"))


@dataclass(frozen=True)
class Form:
    """A format: what may stand around its blocks, how a mark is written, and how a text becomes a file."""

    pieces: tuple[str, ...]
    mark: str
    file: Callable[[str], str] = str


def notebook(text: str) -> str:
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": part.splitlines(keepends=True)}
        for part in text.split("\n----\n")
    ]
    book = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}
    return json.dumps(book, indent=1, ensure_ascii=False) + "\n"


MARKDOWN = (
    "# Head\n", "\n", "\n\n", "text é 𝔼 ", "> ", "- ", "1. ", "   ", "\t", "$x$ ", "$$y = 1$$\n\n",
    "\n```python\n$$x$$\n```\n", "\n~~~\n", "\n````md\n```\n````\n", "<!-- a note -->", "<div>\n",
    "</div>\n\n", "| a | b |\n|---|---|\n| $u$ | v |\n", "\\[z\\]", "\\\n", "::: note\n", ":::\n", "---\n",
    "%% a %%", "{/* b */}", "&amp;", "*a", "$$", "  \n",
)  # fmt: skip
LATEX_TEXT = (
    "\\section{A}\n", "\n", "\n\n", "text é $x$ ", "% note\n", "\\begin{align}a&=b\\end{align}\n",
    "\\newcommand{\\q}{z}\n", "\\[\\q\\] ", "\\verb|$|",
    "\\begin{verbatim}\n% companion: x\n\\end{verbatim}\n", "{", "}", "\\iffalse\n", "\\fi\n", "$", "$$", "\\",
    "\\def\\x{\\x}\\x", "\t", "\\begin{document}\n", "\\end{document}\n", "#1",
)  # fmt: skip
HTML = (
    "<p>", "</p>\n", "<h2>A</h2>\n", "\n", "text &lt; é ", "\\(x\\) ", "$$a &amp; b$$", "<pre>\n$$x$$\n</pre>",
    "<br>", "<script>", "</script>", "<!-- note -->", "<", "&", "<div class='a'>", "</div>",
    "<span class='math display'>", "</span>", "<!", "$$",
)  # fmt: skip
FORMS = {
    "md": Form(MARKDOWN, "<!-- {} -->"),
    "tex": Form(LATEX_TEXT, "% {}"),
    "html": Form(HTML, "<!-- {} -->"),
    "ipynb": Form((*MARKDOWN, "\n----\n", "\n----\n\n", '"', "\\u0041"), "<!-- {} -->", notebook),
}

BLOCKS = ("", "\n", "$$a = b$$", "\n$$\na\n$$\n", "\n\\[a\\]\n", "text")


@settings(max_examples=250, deadline=None)
@given(st.data())
def test_bytes_outside_blocks_stay(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(sorted(FORMS)))
    form = FORMS[kind]
    around = st.lists(st.sampled_from(form.pieces), max_size=7).map("".join)
    text = data.draw(around)
    for step in STEPS[: data.draw(st.integers(1, 4))]:
        opening, closing = form.mark.format(f"companion: attention-scaling.{step}"), form.mark.format("/companion")
        inner = data.draw(st.sampled_from(BLOCKS))
        inner = f"\n{inner}\n" if kind == "tex" else inner
        text += f"\n{opening}{inner}{closing}\n{data.draw(around)}"
    newline, mark = data.draw(st.sampled_from(["\n", "\r\n", "\r"])), data.draw(st.sampled_from(["", "\ufeff"]))
    data_before = (mark + form.file(text).replace("\n", newline)).encode()
    source = decoded(data_before)
    try:
        document = NAMED[kind].parse(Path("a"), source, Macros())
        edits = [found.edit for found in check(document, ask) if found.edit is not None]
        texts = document.source.rewritten(edits)
    except MarkError as problem:
        assert problem.message and "\n" not in problem.message
        return
    for before, after in texts.values():
        assert before.encode() == data_before
        assert outside(after.encode()) == outside(data_before)
        assert after.count("\\mathbb{E}[q]") + after.count("\\\\mathbb{E}[q]") >= len(edits)
        assert newline != "\r\n" or "\n" not in after.replace("\r\n", "")


def outside(data: bytes) -> list[bytes]:
    """The bytes that are in no block, marks included."""
    block = rb"(?<=companion: attention-scaling\.)([\w-]+(?: -->)?).*?(?=(?:<!-- |% )/companion)"
    return re.split(block, data, flags=re.DOTALL)


def test_every_form_is_written_to() -> None:
    """The property above is not empty: in each format a plain block is written, in its host's own dress."""
    for kind, form in FORMS.items():
        opening, closing = form.mark.format("companion: attention-scaling.mean"), form.mark.format("/companion")
        source = decoded(form.file(f"Text.\n\n{opening}\n{closing}\n").encode())
        document = NAMED[kind].parse(Path("a"), source, Macros())
        edits = [found.edit for found in check(document, ask) if found.edit is not None]
        ((_, after),) = document.source.rewritten(edits).values()
        again = NAMED[kind].parse(Path("a"), decoded(after.encode()), Macros())
        (finding,) = check(again, ask)
        assert finding.latex == LATEX and finding.drift == "its meaning changed"
        assert ("&lt;" in after) == (kind == "html")


