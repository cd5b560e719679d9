"""The page of a check: self-contained, safe whatever stands in an article, and working in a browser."""

from __future__ import annotations

import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

from symbolic.cli import main
from symbolic.report.mathml import mathml
from tests.report.articles import ARTICLE

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)

EVIL = r"""
# A <script>alert(1)</script> heading

$$\text{<script>alert(2)</script>} = 1$$

$$\href{javascript:alert(3)}{x} = 1 \label{"><script>alert(4)</script>}$$

$$x < y & <img src=x onerror=alert(5)>$$
"""


class Tags(HTMLParser):
    """The tags and attributes of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs


def page(tmp_path: Path, article: str, name: str = "a.md") -> Path:
    (tmp_path / "docs").mkdir(exist_ok=True)
    path, out = tmp_path / "docs" / name, tmp_path / "out.html"
    path.write_text(article, encoding="utf-8")
    main(["check", str(path), "--format", "html", "-o", str(out)])
    return out


def test_it_loads_nothing_and_links_to_places(tmp_path: Path) -> None:
    text = page(tmp_path, ARTICLE, "an article.md").read_text(encoding="utf-8")
    found = Tags(text)
    assert not {"link", "img", "iframe", "object", "embed"} & set(found.tags)
    links = [value for name, value in found.attributes if name in ("href", "src")]
    assert "docs/an%20article.md#L12" in links
    assert all(value and value.startswith("docs/an%20article.md#L") for value in links)
    assert found.tags.count("script") == 1 and found.tags.count("article") == 7
    assert "url(" not in text and "@import" not in text


def test_no_article_puts_markup_into_the_page(tmp_path: Path) -> None:
    found = Tags(page(tmp_path, EVIL).read_text(encoding="utf-8"))
    assert found.tags.count("script") == 1 and "img" not in found.tags
    assert not [name for name, _ in found.attributes if name.startswith("on")]
    assert not [value for _, value in found.attributes if value and "javascript" in value]


@pytest.mark.parametrize(
    "latex",
    [
        r"\text{<script>alert(1)</script>}", r"\href{javascript:x}{y}", r"\unknown{x}", r"\frac{1", r"\begin{x}", "{",
        "", r"\color{red}{x}", r"\style{width:1px}{x}",
    ],
)  # fmt: skip
def test_what_cannot_be_drawn_for_certain_is_not(latex: str) -> None:
    drawn = mathml(latex)
    assert drawn is None or not re.search(r"script|href|style=|\\", drawn)


@pytest.mark.parametrize(
    "latex",
    [
        r"\operatorname{Var}(q\cdot k)=\sum_i\operatorname{Var}(q_ik_i)=d_k \label{eq:var}",
        r"\begin{aligned} a &= b + c \\ &< \frac{d}{\sqrt{e}} \end{aligned}",
        r"\frac{\partial}{\partial z_j}\, p_i = p_i(\delta_{ij}-p_j)",
        r"A = \begin{pmatrix} a & b \\ c & d \end{pmatrix}",
    ],
)
def test_formulas_are_drawn(latex: str) -> None:
    drawn = mathml(latex)
    assert drawn is not None and drawn.startswith("<math") and "label" not in drawn and "&amp;" not in drawn


#: Clicks a filter away, and writes what can be seen then into the title.
PROBE = """
<script>
addEventListener("load", () => {
  const seen = () => [...document.querySelectorAll("article")].filter(card => card.offsetHeight).length;
  const all = seen();
  for (const box of document.querySelectorAll("fieldset input")) if (box.value !== "proved") box.click();
  const drawn = document.querySelector("article:not(.hidden) math").getBoundingClientRect();
  const wide = document.documentElement.scrollWidth <= innerWidth;
  const heads = [...document.querySelectorAll("h3")].filter(head => head.offsetHeight).length;
  const told = [all, seen(), drawn.width > 20 && drawn.height > 10, wide, heads];
  document.body.innerHTML = `<p id="told">${told.join(" ")}</p>`;
});
</script>
"""


@pytest.mark.skipif(CHROMIUM is None, reason="no chromium here")
def test_the_filter_works_in_a_browser(tmp_path: Path) -> None:
    out = page(tmp_path, ARTICLE)
    text = out.read_text(encoding="utf-8")
    out.write_text(text.replace("</html>", PROBE + "</html>"), encoding="utf-8")
    command = [str(CHROMIUM), "--headless", "--no-sandbox", "--disable-gpu", "--window-size=500,900", "--dump-dom"]
    profile = f"--user-data-dir={tmp_path / 'profile'}"
    done = subprocess.run(
        [*command, profile, out.as_uri()], capture_output=True, text=True, timeout=60, check=False
    )
    told = re.search(r'<p id="told">(.*?)</p>', done.stdout)
    assert told is not None, done.stderr[-2000:]
    assert told[1] == "7 1 true true 1"
