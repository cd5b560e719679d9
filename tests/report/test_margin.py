"""Verdicts in the margin of a PDF: only with the option, only for the text that was judged, and for every display."""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from symbolic.cli import main

PAPER = r"""\documentclass{article}
\usepackage{amsmath}
%STYLE
% companion: given
%   x, y : real
\begin{document}
\section{One}
Before it,
\begin{equation}\label{eq:sum}
x + x = 2x
\end{equation}
and after it.
\begin{align}
 (x+y)^2 &= x^2 + 2xy + y^2 \\
 (x-y)^2 &= x^2 + y^2
\end{align}

A paragraph.
\[ x + x = 4x \]
\input{parts/more_1}
\begin{itemize}\item An item $$ x y = y x $$ here.\end{itemize}
\begin{figure}\begin{minipage}{5cm}\[ x = x + 0 \]\end{minipage}\caption{A figure}\end{figure}
\end{document}
"""

ENGINES = [
    pytest.param(name, marks=pytest.mark.skipif(shutil.which(name) is None, reason=f"no {name} here"))
    for name in ("pdflatex", "xelatex", "lualatex")
]


@pytest.fixture
def paper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("parts").mkdir()
    Path("parts/more_1.tex").write_text("More\n\\[\n x - x = 0\n\\]\nat the end.\n", encoding="utf-8")
    return Path("paper.tex")


def judged(paper: Path, style: str) -> None:
    paper.write_text(PAPER.replace("%STYLE", style), encoding="utf-8")
    assert main(["check", str(paper), "--latex-status"]) == 1


def words(paper: Path, engine: str) -> list[str]:
    """The words of the PDF."""
    done = subprocess.run(
        [engine, "-interaction=nonstopmode", "-halt-on-error", paper.name], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-2000:]
    if shutil.which("pdftotext") is None:
        pytest.skip("no pdftotext here")
    subprocess.run(["pdftotext", "-layout", "paper.pdf", "out.txt"], check=True)
    return Path("out.txt").read_text(encoding="utf-8").split()


def verdicts(found: list[str]) -> list[str]:
    return sorted(word for word in found if word in ("proved", "refuted", "stale", "checked", "unread"))


@pytest.mark.parametrize("engine", ENGINES)
def test_with_its_option_every_display_has_its_verdict_while_the_text_is_the_same(paper: Path, engine: str) -> None:
    judged(paper, r"\usepackage[status]{companion}")
    assert verdicts(words(paper, engine)) == ["proved"] * 5 + ["refuted"] * 2
    part = Path("parts/more_1.tex")
    part.write_text(part.read_text(encoding="utf-8").replace("= 0", "= 1"), encoding="utf-8")
    assert verdicts(words(paper, engine)) == ["stale"] * 6


RESTS_ON = {
    "facts.given": ("use deeper.given\n", "# another"),
    "deeper.given": ("x, y : real\n", "# another"),
    "companion.toml": ('macros = ["mine.tex"]\n[givens]\nfacts = "facts.given"\n', "# another"),
    "mine.tex": ("\\newcommand{\\again}{x}\n", "% another"),
    "notation.sty": ("\\newcommand{\\twice}[1]{2#1}\n", "% another"),
}


@pytest.fixture
def resting(paper: Path) -> Path:
    """The paper with its given in other files, and macros in two."""
    for name, (text, _) in RESTS_ON.items():
        Path(name).write_text(text, encoding="utf-8")
    text = PAPER.replace("% companion: given\n%   x, y : real", "% companion: use facts").replace(
        "%STYLE", "\\usepackage[status]{companion}\\usepackage{notation}"
    )
    paper.write_text(text, encoding="utf-8")
    assert main(["check", str(paper), "--latex-status"]) == 1
    return paper


def test_the_verdicts_are_bound_to_all_that_they_rest_on(resting: Path) -> None:
    status = resting.with_suffix(".companion").read_text(encoding="utf-8")
    bound = dict(re.findall(r"\\companionfile\{(.*?)\}\{(\w+)\}", status))
    assert bound.keys() == {"paper.tex", "parts/more_1.tex", *RESTS_ON}
    assert all(
        bound[name] == hashlib.md5(Path(name).read_bytes(), usedforsecurity=False).hexdigest().upper() for name in bound
    )


@pytest.mark.parametrize("engine", ENGINES[:1])
@pytest.mark.parametrize("name", ["facts.given", "deeper.given"])
def test_verdicts_are_stale_when_a_shared_given_changes(resting: Path, engine: str, name: str) -> None:
    assert verdicts(words(resting, engine)) == ["proved"] * 5 + ["refuted"] * 2
    text, change = RESTS_ON[name]
    Path(name).write_text(text + change, encoding="utf-8")
    assert verdicts(words(resting, engine)) == ["stale"] * 6


@pytest.mark.parametrize("engine", ENGINES)
def test_without_its_option_it_changes_nothing(paper: Path, engine: str) -> None:
    judged(paper, "%")
    plain = words(paper, engine)
    judged(paper, r"\usepackage{companion}")
    assert words(paper, engine) == plain and not verdicts(plain)


def test_what_is_written_names_files_sums_and_verdicts_and_no_text(paper: Path) -> None:
    judged(paper, "%")
    text = Path("paper.companion").read_text(encoding="utf-8")
    assert re.findall(r"\\companionfile\{(.*?)\}\{[0-9A-F]{32}\}", text) == ["paper.tex", "parts/more_1.tex"]
    for line in text.splitlines()[1:]:
        assert re.fullmatch(r"\\companion(file|verdict)\{[\w./]+\}\{\w+\}|\\endinput", line)
    lines = PAPER.split("\n")
    assert [number for number, word in re.findall(r"verdict\{(\d+)\}\{(refuted)\}", text)] == [
        str(lines.index(line) + 1) for line in (r" (x-y)^2 &= x^2 + y^2", r"\[ x + x = 4x \]")
    ]


def test_what_someone_else_wrote_stays(paper: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("companion.sty").write_text("% mine\n", encoding="utf-8")
    paper.write_text(PAPER, encoding="utf-8")
    assert main(["check", str(paper), "--latex-status"]) == 1
    assert "companion.sty:1:1: this file was not written by the companion" in capsys.readouterr().err
    assert Path("companion.sty").read_text(encoding="utf-8") == "% mine\n" and not Path("paper.companion").exists()
