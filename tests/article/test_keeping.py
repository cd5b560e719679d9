"""Blocks: every change of meaning drifts and is mended, typography is left alone, and nothing else is touched."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from symbolic.article.check import check
from symbolic.article.document import Source
from symbolic.article.findings import Finding
from symbolic.article.hosts.markdown import parse
from symbolic.article.session import Session, write
from symbolic.cli import main
from symbolic.derivations import entries
from symbolic.run.tasks import warm

ENTRY = entries()["attention-scaling"]
ARTICLE = Path(__file__).parents[2] / "docs" / "articles" / "attention-scaling.md"
EMPTY = "\n".join(
    f"Step *{step.name}*.\n\n<!-- companion: {ENTRY.name}.{step.name} -->\n<!-- /companion -->\n"
    for step in ENTRY.steps
)


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    warm()
    with Session(60) as opened:
        yield opened


@pytest.fixture(scope="module")
def whole(session: Session) -> str:
    """The article of this project, with every block written by sync."""
    return synced(session, ARTICLE)


def test_the_article_states_every_step_and_holds(whole: str, session: Session) -> None:
    assert {name for name, _, _ in blocks(whole)} == {f"{ENTRY.name}.{step.name}" for step in ENTRY.steps}
    assert not [finding for finding in findings(whole, session) if finding.failed or finding.open]


def synced(session: Session, path: Path) -> str:
    """The text that keeps an article true."""
    return session.synced(path)[0][path][1]


def findings(text: str, session: Session) -> list[Finding]:
    return list(check(parse(Path("a.md"), Source(text)), session.ask))


def blocks(text: str) -> list[tuple[str, int, int]]:
    """The name of each block and the range of its formula."""
    pattern = re.compile(r"<!-- companion: ([\w.-]+) -->\n\$\$\n(.*?)\n\$\$\n<!-- /companion -->", re.DOTALL)
    return [(match[1], *match.span(2)) for match in pattern.finditer(text)]


def test_sync_fills_every_block_and_what_it_writes_is_proved(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text(EMPTY, encoding="utf-8")
    text = synced(session, path)
    assert len(blocks(text)) == len(ENTRY.steps)
    for finding in findings(text, session):
        assert not finding.drift, finding
        assert finding.verdict.verdict in ("proved", "checked"), finding


#: What an edit that changes the meaning does to a formula, at each of its places: pattern, replacement.
SLIPS = (
    (r"(?<![\w^_{])1(?![\w}])", "2"),
    (r"(?<![\w^])0(?!\w)", "1"),
    (r"(?<=[\w})\]])-", "+"),
    (r"=", "=1+"),
    (r"=", r"\\le "),
    (r"d_k", "d_k^2"),
    (r"d_k", "n"),
    (r"\\operatorname\{Var\}", r"\\mathbb{E}"),
    (r"\\mathbb\{E\}", r"\\operatorname{Var}"),
    (r"q(?![\w])", "k"),
    (r"k_i", "q_i"),
    (r"p_i", "p_i^2"),
    (r"p_j", "p_k"),
    (r"\\infty", "0"),
    (r"\\sqrt", "3"),
    (r"=[^=]*\Z", ""),
    (r"\}", ""),
    (r"\)", ""),
    (r"\\sum_i", ""),
    (r"\A", r"\\unknown "),
    (r"\Z", "+1"),
    (r"\Z", "="),
    (r"\A.*\Z", ""),
)

#: Edits of typography alone.
DRESS = (
    (r"=", r" \\;=\\; "),
    (r"=", "\n="),
    (r"\\,", " "),
    (r"\\mathbb\{E\}", r"\\operatorname{E}"),
    (r"\\operatorname\{Var\}", r"\\mathrm{Var}"),
    (r"\\frac", r"\\dfrac"),
    (r"_i(?!\w)", "_{i}"),
    (r"\Z", "."),
    (r"\Z", ","),
    (r"\A", r"\\displaystyle "),
    (r"(?<!\\left)\(([^()]*)\)", r"\\left(\1\\right)"),
    (r"\\infty", "∞"),
    (r"\\delta", "δ"),
    (r"\\cdot", "⋅"),
    (r"\b8\b", "{8}"),
)


def edits(text: str, table: tuple[tuple[str, str], ...]) -> Iterator[tuple[str, str, str]]:
    """Each edit of the table at each of its places: the block's name, its formula before and after, the text."""
    for name, start, end in blocks(text):
        formula = text[start:end]
        for pattern, replacement in table:
            for match in re.finditer(pattern, formula, re.DOTALL):
                edited = formula[: match.start()] + match.expand(replacement) + formula[match.end() :]
                if edited != formula:
                    yield name, edited, text[:start] + edited + text[end:]


def test_every_change_of_meaning_drifts_and_names_its_line(whole: str, session: Session) -> None:
    count = 0
    for name, formula, text in edits(whole, SLIPS):
        drifted = [finding for finding in findings(text, session) if finding.drift]
        assert [finding.id for finding in drifted] == [name], formula
        assert text.split("\n")[drifted[0].place[0] - 1].strip() or not formula
        count += 1
    assert count >= 100


def test_typography_alone_never_drifts(whole: str, session: Session) -> None:
    count = 0
    for _, formula, text in edits(whole, DRESS):
        assert not [finding for finding in findings(text, session) if finding.drift], formula
        count += 1
    assert count >= 60


def test_sync_mends_what_drifted_and_leaves_typography(whole: str, session: Session, tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    for _, formula, text in list(edits(whole, SLIPS))[::9]:
        path.write_text(text, encoding="utf-8")
        path.write_text(synced(session, path), encoding="utf-8")
        assert not [finding for finding in session.check(path)[1] if finding.drift], formula
    for _, formula, text in list(edits(whole, DRESS))[::9]:
        path.write_text(text, encoding="utf-8")
        assert synced(session, path) == text, formula


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("tail", ["", "\n", "no end", "\n\n\n"])
def test_bytes_outside_blocks_stay(newline: str, bom: bytes, tail: str, session: Session, tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    before, after = (
        f"# Head\t \n\n$x$ é 𝔼\n\n> - <!-- companion: {ENTRY.name}.mean -->\n>   ",
        f"<!-- /companion -->\n{tail}",
    )
    path.write_bytes(bom + (before + after).replace("\n", newline).encode())
    path.chmod(0o640)
    texts, mended = session.synced(path)
    write(path, *texts[path])
    data = path.read_bytes()
    assert len(mended) == 1 and stat.S_IMODE(path.stat().st_mode) == 0o640
    assert data.startswith(bom + before.replace("\n", newline).rstrip(" >\r\n").encode())
    assert data.endswith(after.replace("\n", newline).encode())
    assert data.count(b"\r") == (data.count(b"\n") if newline == "\r\n" else 0)
    assert [finding.drift for finding in session.check(path)[1]] == [""]


def test_an_interrupted_write_leaves_the_old_file_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.md"
    path.write_text("old", encoding="utf-8")

    def fail(_: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(KeyboardInterrupt):
        write(path, "old", "new")
    assert path.read_text(encoding="utf-8") == "old" and list(tmp_path.iterdir()) == [path]


def run(tmp_path: Path, text: str, *options: str) -> int:
    path = tmp_path / "a.md"
    path.write_text(text, encoding="utf-8")
    return main([options[0], str(path), *options[1:]])


QK = "---\ncompanion:\n  given: |\n    q, k : random vector(d_k), iid, mean 0, variance 1\n    q ⊥ k\n---\n"


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ("$$\\operatorname{Var}(q\\cdot k)=d_k$$", 0, "1 proved"),
        ("$$\\operatorname{Var}(q\\cdot k)=d_k^2$$", 1, "1 refuted"),
        ("$$\\operatorname{Var}(q\\cdot k)=w$$", 0, "1 unread"),
        ("$$s=q\\cdot k$$\n\n$$\\operatorname{Var}(s)=d_k$$", 0, "1 proved, 1 definition"),
        ("## A\n$$s=q\\cdot k$$\n\n## B\n$$\\operatorname{Var}(s)=d_k$$", 0, "1 definition, 1 unread"),
        ("$$q\\cdot k$$", 0, "1 no claim"),
        ("<!-- companion: expect refuted: a slip -->\n$$\\operatorname{Var}(q\\cdot k)=1$$", 0, "1 refuted"),
        ("<!-- companion: expect proved -->\n$$\\operatorname{Var}(q\\cdot k)=1$$", 1, "1 refuted"),
        ("<!-- companion: given next: d_k = 1 -->\n$$\\operatorname{Var}(q\\cdot k)=1$$", 0, "1 proved"),
        ("<!-- companion: given a : real -->\n$$a+a=2a$$\n\n$q$ is", 0, "1 proved; 1 in sentences not looked at"),
        ("<!-- companion: given a : real -->\n<!-- companion: forget a -->\n$$a+a=2a$$", 0, "1 unread"),
        ("It is $4$ <!-- companion: = sqrt(128/8) -->.", 0, "1 proved"),
        ("It is $5$ <!-- companion: = sqrt(128/8) -->.", 1, "1 drifted"),
        ("It is 11.31 <!-- companion: = sqrt(128) -->.", 0, "; 0 in sentences"),
        ("It is 11.32 <!-- companion: = sqrt(128) -->.", 1, "1 drifted"),
        ("$$a &= b$$ text only", 0, "1 unread"),
    ],
)
def test_check(body: str, status: int, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path, f"{QK}\n{body}\n", "check") == status
    assert words in capsys.readouterr().out.splitlines()[-1]


def test_what_is_given_for_the_next_formula_holds_for_a_block(tmp_path: Path) -> None:
    head = "---\ncompanion:\n  given: |\n    z : vector(n)\n    i : index(n)\n    c > 0\n---\n"
    block = "<!-- companion: attention-scaling.saturation -->\n<!-- /companion -->\n"
    assert run(tmp_path, head + block, "sync") == 0
    path = tmp_path / "a.md"
    written = path.read_text(encoding="utf-8")
    assert main(["check", str(path)]) == 1
    mark = "<!-- companion: given next: z : unique maximum at 1 -->\n"
    path.write_text(written.replace("<!-- companion", mark + "<!-- companion", 1), encoding="utf-8")
    assert main(["check", str(path)]) == 0


def test_strict_counts_what_is_open(tmp_path: Path) -> None:
    assert run(tmp_path, f"{QK}\n$$\\operatorname{{Var}}(q\\cdot k)=w$$", "check", "--strict") == 3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("no formula here\n", "nothing found to check"),
        ("---\ncompanion:\n  given: |\n    q : vektor\n---\n$$q=q$$\n", ":4:"),
        ("<!-- companion: attention-scaling.nothing -->\n<!-- /companion -->\n", "has no step"),
        ("<!-- companion: use nowhere -->\n\n$$1=1$$\n", "no given is called"),
        ("is $4$ <!-- companion: = sqrt( -->\n", "a.md:1:"),
    ],
)
def test_what_is_malformed_is_status_2(
    text: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(tmp_path, text, "check") == 2
    assert words in capsys.readouterr().err


def test_broken_utf8_and_read_only_files_are_status_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"$$x$$\n\n a\xff")
    assert main(["check", str(path)]) == 2
    assert f"{path}:3:3: broken UTF-8" in capsys.readouterr().err
    path.write_text(EMPTY, encoding="utf-8")
    path.chmod(0o444)
    assert main(["sync", str(path)]) == 2
    assert path.read_text(encoding="utf-8") == EMPTY


def test_sync_keeps_values_and_diff_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (
        "It is $5$ <!-- companion: = sqrt(128/8) --> or 11.3 <!-- companion: = sqrt(126) -->.\n"
        "Or 1,000 <!-- companion: = 10^4 --> or $1{,}000$ <!-- companion: = 12345 -->.\n"
        "Or 1e-3 <!-- companion: = 1/1000 -->.\n"
    )
    path = tmp_path / "a.md"
    path.write_text(text, encoding="utf-8")
    assert main(["sync", "--diff", str(path)]) == 0
    assert path.read_text(encoding="utf-8") == text and "+It is $4$" in capsys.readouterr().out
    assert main(["sync", str(path)]) == 0
    mended = text
    for old, new in (("$5$", "$4$"), ("11.3", "11.2"), ("1,000", "10,000"), ("$1{,}000", "$12{,}345")):
        mended = mended.replace(old, new)
    assert path.read_text(encoding="utf-8") == mended
    assert main(["check", str(path)]) == 0


def test_a_block_that_is_typeset_too_is_told_and_not_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.html"
    text = (
        f"<!-- companion: {ENTRY.name}.mean -->\n<math display='block'><mi>a</mi>"
        "<annotation encoding='application/x-tex'>1 = 2</annotation></math>\n<!-- /companion -->\n"
    )
    path.write_text(text, encoding="utf-8")
    assert main(["sync", str(path)]) == 1 and path.read_text(encoding="utf-8") == text
    told = capsys.readouterr()
    assert not told.out and f"{path}:2:" in told.err and "not written" in told.err and "typeset" in told.err
