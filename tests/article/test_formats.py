"""The same article in each format; standard input; macros and givens shared by folder; what is malformed."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from symbolic.article.document import Formula, MarkError
from symbolic.article.hosts import read
from symbolic.article.session import write
from symbolic.cli import main

GIVEN = "q, k : random vector(d_k), iid, mean 0, variance 1\nq ⊥ k"
VAR = r"\operatorname{Var}(q\cdot k)"
BLOCK = ("companion: attention-scaling.normalized", "/companion")


def article(kind: str, right: str = "d_k", block: str = "\n") -> str:
    """An article of a formula, an inline formula and a block, as the host writes it."""
    if kind == "tex":
        given = "".join(f"% {line}\n" for line in f"companion: given\n{GIVEN}".split("\n"))
        return f"{given}\\[{VAR} = {right}\\]\nand $d_k = d_k$.\n% {BLOCK[0]}\n{block}% {BLOCK[1]}\n"
    marks = f"<!-- {BLOCK[0]} -->{block}<!-- {BLOCK[1]} -->\n"
    if kind == "html":
        return f"<!-- companion: given\n{GIVEN}\n-->\n<p>\\[{VAR} = {right}\\]</p>\n<p>\\(d_k = d_k\\)</p>\n{marks}"
    head = "---\ncompanion:\n  given: |\n    " + GIVEN.replace("\n", "\n    ") + "\n---\n"
    text = f"{head}$${VAR} = {right}$$\n\nand $d_k = d_k$.\n\n{marks}"
    if kind == "md":
        return text
    cell = {"cell_type": "markdown", "metadata": {}, "source": text.splitlines(keepends=True)}
    return json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 4}, indent=1) + "\n"


KINDS = ("md", "tex", "html", "ipynb")


@pytest.mark.parametrize("kind", KINDS)
def test_an_article_is_judged_and_kept_in_each_format(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"a.{kind}"
    path.write_text(article(kind), encoding="utf-8")
    assert main(["check", str(path)]) == 1
    assert "1 proved, 1 drifted; 1 in sentences not looked at" in capsys.readouterr().out
    assert main(["sync", str(path)]) == 0
    assert main(["check", "--inline", str(path)]) == 0
    assert capsys.readouterr().out.endswith("3 formulas: 3 proved; 0 in sentences not looked at\n")
    path.write_text(path.read_text(encoding="utf-8").replace("= d_k", "= d_k^2", 1), encoding="utf-8")
    assert main(["check", str(path)]) == 1
    out = capsys.readouterr().out
    assert "right: d_k" in out and "1 proved, 1 refuted" in out


@pytest.mark.parametrize("kind", KINDS)
def test_standard_input(kind: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def feed(text: str) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode()), encoding="ascii"))

    feed(article(kind))
    assert main(["sync", "-", "--as", kind]) == 0
    written = capsys.readouterr().out
    feed(written)
    assert main(["check", "-", "--as", kind]) == 0
    assert "2 proved" in capsys.readouterr().out
    feed("$$1 = 1$$\n")
    assert main(["check", "-"]) == 0


def test_macros_and_givens_are_shared_by_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = '[tool.companion]\nmacros = ["tex/macros.tex"]\n[tool.companion.givens]\nattention = "qk.txt"\n'
    (tmp_path / "pyproject.toml").write_text(settings, encoding="utf-8")
    (tmp_path / "tex").mkdir()
    (tmp_path / "tex" / "macros.tex").write_text("\\DeclareMathOperator{\\V}{Var}\\def\\w{1}\n", encoding="utf-8")
    (tmp_path / "qk.txt").write_text(GIVEN, encoding="utf-8")
    inner = tmp_path / "notes" / "deep"
    inner.mkdir(parents=True)
    (inner / "companion.toml").write_text('macros = ["own.tex"]\n', encoding="utf-8")
    (inner / "own.tex").write_text("\\renewcommand{\\w}{d_k}\n", encoding="utf-8")
    use = "<!-- companion: use attention -->\n\n"
    (inner / "a.md").write_text(use + "$$\\V(q\\cdot k) = \\w$$\n", encoding="utf-8")
    (inner / "b.html").write_text(use + "<p>\\[\\V(q\\cdot k) = \\w\\]</p>\n", encoding="utf-8")
    (inner / "c.tex").write_text("% companion: use attention\n\\[\\V(q\\cdot k) = \\w\\]\n", encoding="utf-8")
    (tmp_path / "notes" / "d.md").write_text(use + "$$\\V(q\\cdot k) = d_k \\w$$\n", encoding="utf-8")
    assert main(["check", str(tmp_path)]) == 0
    assert capsys.readouterr().out.endswith("4 formulas: 4 proved; 0 in sentences not looked at\n")


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ('macros = ["none.tex"]', "no such file"),
        ('macros = "a.tex"', "a list of files"),
        ("macros = [", "companion.toml:1:1:"),
    ],
)
def test_settings_that_cannot_be_followed(
    settings: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "companion.toml").write_text(settings, encoding="utf-8")
    (tmp_path / "a.md").write_text("$$1 = 1$$\n", encoding="utf-8")
    assert main(["check", str(tmp_path / "a.md")]) == 2
    assert words in one_line(capsys.readouterr().err)


SAMPLES = Path(__file__).parent / "samples"


@pytest.mark.parametrize(
    ("name", "count"),
    [("posts.qmd", 4), ("hugo.md", 2), ("page.html", 5), ("softmax.ipynb", 5)],
)
def test_a_sample_of_each_format_holds(name: str, count: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Each is true but for the slips that its marks tell."""
    assert main(["check", "--strict", "--run-code", str(SAMPLES / "formats" / name)]) == 0
    assert capsys.readouterr().out.split("\n")[-2].startswith(f"{count} formulas: ")


def test_a_book_of_several_files_is_judged_to_its_one_mistake(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--strict", str(SAMPLES / "book")]) == 1
    refuted = [line for line in capsys.readouterr().out.split("\n\n")[0].split("\n") if "✗" in line]
    assert ["eq:slip  (as expected)" in line for line in refuted] == [True, False]
    assert "chapters/loss.tex:11:3:" in refuted[1] and "(x + 1)^2 = x^2 + 1" in refuted[1]


def one_line(text: str) -> str:
    assert text.count("\n") == 1 and text.endswith("\n"), text
    return text


DOUBLE = "<!-- companion: attention-scaling.mean -->\n<!-- /companion -->\n" * 2
MALFORMED = {
    "broken.md": (b"$$x$$\n\n a\xff", ":3:3: broken UTF-8"),
    "broken.tex": (b"\\[x\\]\xe9", ":1:6: broken UTF-8"),
    "broken.html": (b"<p>\xc3</p>", ":1:4: broken UTF-8"),
    "broken.ipynb": (b'{"cells": "\xff"}', ":1:12: broken UTF-8"),
    "unclosed.md": (b"<!-- companion: given x : real\n", ":1:1: the mark is not closed"),
    "unclosed.html": (b"<p>\n<!-- companion: given x : real", ":2:1: the mark is not closed"),
    "block.tex": (b"% companion: attention-scaling.mean\n\\[a\\]\n", ":1:1: the block `attention-scaling.mean` is not"),
    "unknown.tex": (b"% companion: attention-scaling.none\n% /companion\n", ":1:1: "),
    "unknown.md": (b"<!-- companion: use nowhere -->\n\n$$1=1$$\n", "no given is called `nowhere`"),
    "twice.md": (DOUBLE.encode(), ":3:1: the block `attention-scaling.mean` stands twice"),
    "given.tex": (b"% companion: given\n%  x : real\n%  y : vektor\n\\[x=x\\]\n", ":3:8: given:"),
    "given.md": (b"---\ncompanion:\n  given: |\n    x : real\n    x : vector(n)\n---\n$$x=x$$\n", ":5:"),
    "eaten.md": (b'---\ncompanion:\n  given: "\\beta : real"\n---\n', ":3:10: a quoting ate a backslash"),
    "eaten.qmd": (b'+++\n[companion]\ngiven = "\\beta : real"\n+++\n', ":3:9: a quoting ate a backslash"),
    "arrow.md": (b"<!-- companion: given x --> 0 -->\n", ":1:1: the mark ends at its first `-->`"),
    "arrow.html": (b"<p>x</p><!-- companion: given x --> 0 -->\n", ":1:9: the mark ends at its first `-->`"),
    "no.ipynb": (b"not JSON", ":1:1: the notebook is not JSON"),
    "loop.tex": (b"\\input{loop}\n", ":1:1: `\\input{loop}`: the file goes into itself"),
}


@pytest.mark.parametrize("command", ["check", "sync"])
@pytest.mark.parametrize("name", sorted(MALFORMED))
def test_what_is_malformed_is_one_clear_line_and_status_2(
    name: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, words = MALFORMED[name]
    path = tmp_path / name
    path.write_bytes(data)
    assert main([command, str(path)]) == 2
    err = one_line(capsys.readouterr().err)
    assert err.startswith(f"companion: {path}:") and words in err
    assert path.read_bytes() == data


@pytest.mark.parametrize("kind", KINDS)
def test_a_read_only_file_is_one_clear_line(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / f"a.{kind}"
    path.write_text(article(kind), encoding="utf-8")
    path.chmod(0o444)
    assert main(["sync", str(path)]) == 2
    assert "read-only" in one_line(capsys.readouterr().err)
    assert path.read_text(encoding="utf-8") == article(kind)


def test_a_file_that_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("what an editor saved", encoding="utf-8")
    with pytest.raises(MarkError, match="changed meanwhile"):
        write(path, "what was read", "what sync would write")
    assert path.read_text(encoding="utf-8") == "what an editor saved"


def test_two_at_once_write_as_one(tmp_path: Path) -> None:
    alone, shared = tmp_path / "alone.md", tmp_path / "shared.md"
    text = article("md") + "\nIt is $5$ <!-- companion: = sqrt(128/8) -->.\n"
    for path in (alone, shared):
        path.write_text(text, encoding="utf-8")
    assert main(["sync", str(alone)]) == 0
    command = [sys.executable, "-m", "symbolic.cli", "sync", str(shared)]
    both = [subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=Path(__file__).parents[2]) for _ in range(2)]
    assert [process.wait(120) for process in both] == [0, 0]
    assert shared.read_bytes() == alone.read_bytes() != text.encode()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["alone.md", "shared.md"]


def test_a_chapter_is_written_and_its_root_stays(tmp_path: Path) -> None:
    root, chapter = tmp_path / "main.tex", tmp_path / "ch.tex"
    root.write_text("\\documentclass{book}\n\\begin{document}\n\\input{ch}\n\\end{document}\n", encoding="utf-8")
    chapter.write_text(article("tex"), encoding="utf-8")
    before = root.read_bytes()
    assert main(["sync", str(tmp_path)]) == 0
    assert root.read_bytes() == before and "\\[\n" in chapter.read_text(encoding="utf-8")
    assert main(["check", str(tmp_path)]) == 0


def test_a_formula_typeset_beside_its_source_is_not_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.html"
    annotation = '<math display="block"><annotation encoding="application/x-tex">1=2</annotation></math>'
    path.write_text(article("html", block=annotation), encoding="utf-8")
    (formula,) = (item for item in read(path).items if isinstance(item, Formula) and item.rendered)
    assert formula.body.text == "1=2"
    assert main(["sync", str(path)]) == 1
    assert path.read_text(encoding="utf-8") == article("html", block=annotation) and not capsys.readouterr().out
    assert main(["check", str(path)]) == 1
