"""The command line as its users meet it: a process, its status, what goes to which stream, in what encoding."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.contract.verdicts import APART, IID, QK

COMPANION = [sys.executable, "-c", "import sys; from symbolic.cli import main; sys.exit(main())"]
FIELDS = {
    "verdict", "read_as", "links", "uses", "missing", "correct", "counterexample", "layout", "lemmas", "disagreement",
    "error", "seconds",
}  # fmt: skip
WORDS = ("proved", "checked", "refuted", "undecided", "unread")
ESCAPE = "\x1b"


def companion(
    *arguments: str, text: str | bytes | None = None, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    given = text.encode() if isinstance(text, str) else text
    return subprocess.run(
        [*COMPANION, *arguments],
        input=given,
        stdin=subprocess.DEVNULL if given is None else None,
        capture_output=True,
        check=False,
        timeout=120,
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
    )


@cache
def run(*arguments: str) -> tuple[int, str, str]:
    done = companion(*arguments)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def article(folder: Path, *formulas: str, given: str = "x : real", name: str = "article.md") -> Path:
    path = folder / name
    shown = "\n\n".join(f"$${formula}$$" for formula in formulas)
    path.write_text(f"---\ncompanion:\n  given: |\n    {given}\n---\n\nWords.\n\n{shown}\n", encoding="utf-8")
    return path


PROVE = {
    "proved": ("Var(q·k) = d_k", 0),
    "refuted": ("Var(q·k) = d_k^2", 1),
    "unread": ("Var(q·k", 3),
}


@pytest.mark.parametrize(("word", "claim", "status"), [(word, *row) for word, row in PROVE.items()], ids=PROVE)
def test_prove_prints_a_verdict_and_its_status(word: str, claim: str, status: int) -> None:
    code, out, err = run("prove", claim, "--given", QK)
    assert code == status
    assert word in out.splitlines()[0]
    assert ESCAPE not in out + err
    assert not err or word == "unread"


@pytest.mark.parametrize(("word", "claim", "status"), [(word, *row) for word, row in PROVE.items()], ids=PROVE)
def test_prove_json_is_one_object_with_every_field(word: str, claim: str, status: int) -> None:
    code, out, _ = run("prove", claim, "--given", QK, "--json")
    assert code == status
    (answer,) = objects(out)
    schema(answer)
    assert answer["verdict"] == word


def schema(answer: dict[str, Any]) -> None:
    """Holds an object to what `prove --json` is said to print."""
    assert answer.keys() >= FIELDS
    assert answer["verdict"] in (*WORDS, "definition", "redefined")
    assert isinstance(answer["read_as"], str) and isinstance(answer["seconds"], (int, float)) and answer["seconds"] >= 0
    for sentences in (answer["uses"], answer["missing"]):
        assert isinstance(sentences, list) and all(isinstance(sentence, str) for sentence in sentences)
    for link in answer["links"]:
        assert link.keys() >= {"left", "right", "verdict", "reason", "evidence"}
        assert link["verdict"] in WORDS
        assert all(reason.keys() >= {"rule", "text"} for reason in link["reason"])
        assert link["evidence"] is None or link["evidence"].keys() >= {"kind", "sizes", "laws", "seed", "max_error"}
    assert answer["correct"] is None or answer["correct"].keys() >= {"latex", "plain"}
    shown = answer["counterexample"]
    assert shown is None or shown.keys() >= {"sizes", "values", "law", "left", "right", "numpy"}
    assert answer["error"] is None or answer["error"].keys() >= {"message", "line", "column", "where"}
    assert (answer["verdict"] == "unread") == (answer["error"] is not None)


def test_json_is_strict() -> None:
    """Neither NaN nor Infinity, and one line an object."""
    for claim, _ in PROVE.values():
        out = run("prove", claim, "--given", QK, "--json")[1]
        assert len(out.splitlines()) == 1
        json.loads(out, parse_constant=pytest.fail)


def test_a_refutation_opens_with_the_sentence_that_saves_it() -> None:
    code, out, _ = run("prove", "Var(q·k) = d_k", "-g", IID)
    assert code == 1
    lines = [line.strip() for line in out.splitlines()]
    assert f"true if also `{APART}`" in "\n".join(lines[:2]), out


def test_the_counterexample_and_the_right_value_are_printed() -> None:
    out = run("prove", "Var(q·k) = d_k^2", "--given", QK)[1]
    assert "right: d_k" in out and "d_k = 2" in out and "np" in out


@pytest.mark.parametrize(("claim", "below"), [("Var(q··k)=1", "·"), ("x_i = 3", "x"), (r"\frac{1}{0 = d_k", None)])
def test_an_unread_claim_is_shown_with_a_caret(claim: str, below: str | None) -> None:
    code, out, err = run("prove", claim, "--given", QK)
    assert code == 3
    lines = (out + err).splitlines()
    at = next(number for number, line in enumerate(lines) if line.strip() == "^")
    assert lines[at - 1].strip() == claim
    if below:
        assert lines[at - 1][lines[at].index("^")] == below


def test_the_claim_is_read_from_standard_input() -> None:
    done = companion("prove", "-g", QK, text="Var(q·k) = d_k\n")
    assert done.returncode == 0 and b"proved" in done.stdout
    done = companion("prove", "-g", QK, text=r"\operatorname{Var}(q\cdot k)" + "\n  = d_k^2\n")
    assert done.returncode == 1 and b"refuted" in done.stdout


@pytest.mark.parametrize("text", [b"", b"\n \n", b"\xff\xfe = \x00", b"Var(q\xb7k) = d_k"])
def test_standard_input_that_is_no_claim_is_no_traceback(text: bytes) -> None:
    done = companion("prove", "-g", QK, text=text)
    assert done.returncode in (2, 3)
    assert b"Traceback" not in done.stderr


def test_givens_join_and_are_read_from_files(tmp_path: Path) -> None:
    (tmp_path / "given.txt").write_text(f"# the article's\n{IID}\n", encoding="utf-8")
    at = f"@{tmp_path / 'given.txt'}"
    assert companion("prove", "Var(q·k) = d_k", "-g", at, "-g", APART).returncode == 0
    assert companion("prove", "Var(q·k) = d_k", "-g", at).returncode == 1
    assert run("prove", "Var(q·k) = d_k", "-g", IID, "-g", APART)[0] == 0
    assert run("prove", "Var(q·k) = d_k", "--given", IID, "-g", APART)[0] == 0


USAGE = {
    "no command": [],
    "an unknown command": ["prov", "x = x"],
    "an unknown option": ["prove", "x = x", "--givn", "x : real"],
    "a malformed given": ["prove", "x = x", "-g", "x : reel"],
    "an unreadable second given": ["prove", "x = x", "-g", "x : real", "-g", "y is real"],
    "a given's file that is not there": ["prove", "x = x", "-g", "@/nowhere/given.txt"],
    "a batch that is not there": ["prove", "--batch", "/nowhere/batch.jsonl"],
    "seconds that are none": ["prove", "x = x", "-g", "x : real", "--seconds", "soon"],
    "derive under a malformed given": ["derive", "x", "-g", "x : reel"],
    "check of nothing": ["check"],
    "check of what is not there": ["check", "/nowhere/article.md"],
    "sync of what is not there": ["sync", "/nowhere/article.md"],
    "a malformed given said back": ["given", "x : reel"],
    "an unknown derivation": ["show", "nowhere"],
    "an unknown step": ["show", "attention-scaling.nowhere"],
}


@pytest.mark.parametrize("arguments", USAGE.values(), ids=USAGE)
def test_wrong_use_is_status_2_and_said_on_standard_error(arguments: list[str]) -> None:
    code, out, err = run(*arguments)
    assert code == 2
    assert not out and err.strip()
    assert "Traceback" not in err


def test_a_malformed_given_is_told_by_line_and_column() -> None:
    err = run("prove", "x = x", "-g", "x : real\ny : reel")[2]
    assert "line 2" in err and "column 5" in err and "reel" in err


def test_an_undecided_claim_is_status_3() -> None:
    done = companion("prove", "Var((q·k)^9) = d_k^9", "-g", QK, "--seconds", "0.001", "--json")
    (answer,) = objects(done.stdout.decode())
    assert done.returncode == 3 and answer["verdict"] == "undecided" and "time" in answer["note"]


DISAGREE = """
import sys
from symbolic.crosscheck import judge as module
from symbolic.verdict import Verdict
module.judge = lambda *_, **__: Verdict("undecided", read_as="x = x", disagreement="planted")
from symbolic.cli import main
sys.exit(main())
"""


def test_witnesses_that_disagree_are_status_4_before_any_other() -> None:
    arguments = ["prove", "Var(q·k) = d_k", "-g", QK]
    done = subprocess.run([sys.executable, "-c", DISAGREE, *arguments], capture_output=True, check=False)
    assert done.returncode == 4 and b"planted" in done.stdout + done.stderr


ROWS = [
    {"id": "first", "given": QK, "claim": "Var(q·k) = d_k"},
    {"id": "unread given", "given": "q : vektor(d)", "claim": "q = q"},
    {"id": "refuted", "given": QK, "claim": r"\operatorname{Var}(q\cdot k)=d_k^2"},
    {"id": "unread", "given": QK, "claim": "Var(q·k"},
    {"id": 5, "given": "x : real", "claim": "x + x = 2x"},
    {"id": "first", "given": "x : real", "claim": "x = x"},
]


def batch(folder: Path, *rows: dict[str, Any] | str) -> str:
    path = folder / "batch.jsonl"
    text = "".join((row if isinstance(row, str) else json.dumps(row)) + "\n" for row in rows)
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_batch_prints_one_object_a_line_in_the_same_order(tmp_path: Path) -> None:
    done = companion("prove", "--batch", batch(tmp_path, *ROWS), "--seconds", "20", "--json")
    answers = objects(done.stdout.decode())
    assert [answer["id"] for answer in answers] == [row["id"] for row in ROWS]
    assert [answer["verdict"] for answer in answers] == ["proved", "unread", "refuted", "unread", "proved", "proved"]
    for answer in answers:
        schema(answer)
    assert [answer["error"]["where"] for answer in answers if answer["error"]] == ["given", "claim"]
    assert done.returncode == 1


def test_in_a_batch_a_malformed_given_is_unread_and_the_rest_is_judged(tmp_path: Path) -> None:
    done = companion("prove", "--batch", batch(tmp_path, ROWS[1], ROWS[4]), "--json")
    assert [answer["verdict"] for answer in objects(done.stdout.decode())] == ["unread", "proved"]
    assert done.returncode == 3


MALFORMED = ["not json", "{", "[]", "3", "null", '{"id": "x"}', '{"id": "x", "given": 3, "claim": "x = x"}', "NaN"]


def test_a_malformed_line_of_a_batch_has_its_own_answer(tmp_path: Path) -> None:
    done = companion("prove", "--batch", batch(tmp_path, ROWS[4], *MALFORMED, ROWS[0]), "--json")
    answers = objects(done.stdout.decode())
    assert [answer["verdict"] for answer in answers] == ["proved", *["unread"] * len(MALFORMED), "proved"]
    assert [answer["error"]["line"] for answer in answers if answer["error"]] == list(range(2, len(MALFORMED) + 2))
    assert done.returncode == 2 and b"Traceback" not in done.stderr


def test_an_empty_batch_is_nothing_to_check(tmp_path: Path) -> None:
    done = companion("prove", "--batch", batch(tmp_path), "--json")
    assert done.returncode == 2 and not done.stdout


def test_each_line_of_a_batch_has_its_own_guard(tmp_path: Path) -> None:
    hard = {"id": "hard", "given": QK, "claim": "Var((q·k)^9) = d_k^9"}
    done = companion("prove", "--batch", batch(tmp_path, hard, ROWS[4]), "--seconds", "0.05", "--json")
    answers = {answer["id"]: answer["verdict"] for answer in objects(done.stdout.decode())}
    assert list(answers) == ["hard", 5]
    assert answers["hard"] in ("undecided", "refuted")


def test_derive_prints_the_statement_and_named_steps() -> None:
    code, out, err = run("derive", "Var(q·k/√d_k)", "-g", QK)
    assert code == 0 and not err
    assert out.splitlines()[0] == "Var(q·k/√d_k) = 1"
    assert "variances add" in out and APART in out
    code, out, _ = run("derive", r"\operatorname{Var}(q\cdot k)", "-g", QK, "--json")
    (answer,) = objects(out)
    assert code == 0 and answer["plain"].endswith("= d_k") and answer["latex"].startswith(r"\operatorname{Var}")
    assert all(step.keys() >= {"rule", "text", "latex", "uses"} for step in answer["steps"])


def test_what_derive_cannot_read_is_status_3_with_a_caret() -> None:
    code, out, err = run("derive", "Var(q·k", "-g", QK)
    assert code == 3 and "^" in out + err


def test_derive_reads_standard_input() -> None:
    assert companion("derive", "-g", QK, text="E[q·k]").stdout.decode().splitlines()[0] == "𝔼[q·k] = 0"


def test_check_counts_every_formula_and_exits_by_the_worst(tmp_path: Path) -> None:
    done = companion("check", str(article(tmp_path, "x + x = 2x", r"\sqrt{x^2} = |x|")))
    out = done.stdout.decode()
    assert done.returncode == 0 and "2" in out.splitlines()[-1]
    done = companion("check", str(article(tmp_path, "x + x = 2x", "x + x = 3x")))
    assert done.returncode == 1
    line = next(row for row in done.stdout.decode().splitlines() if "refuted" in row)
    assert "article.md:11:" in line and "✗" in line


def test_unread_counts_only_when_strict(tmp_path: Path) -> None:
    path = str(article(tmp_path, "x + x = 2x", "x + y = 2x"))
    assert companion("check", path).returncode == 0
    assert companion("check", path, "--strict").returncode == 3


def test_check_json_has_a_place_for_each_formula(tmp_path: Path) -> None:
    path = article(tmp_path, "x + x = 2x", "x + x = 3x")
    done = companion("check", str(path), "--json")
    answers = [answer for answer in objects(done.stdout.decode()) if "verdict" in answer]
    assert [answer["verdict"] for answer in answers] == ["proved", "refuted"]
    for answer in answers:
        schema(answer)
        assert answer.keys() >= {"file", "line", "column", "id", "latex"}
        assert Path(answer["file"]).name == "article.md"
    assert [answer["line"] for answer in answers] == [9, 11]
    assert [answer["latex"] for answer in answers] == ["x + x = 2x", "x + x = 3x"]


def test_check_takes_files_and_folders_and_finds_nothing_in_an_empty_one(tmp_path: Path) -> None:
    assert companion("check", str(tmp_path)).returncode == 2
    article(tmp_path, "x = x")
    article(tmp_path, "x = x + 1", name="second.md")
    done = companion("check", str(tmp_path))
    assert done.returncode == 1 and b"second.md" in done.stdout


def test_an_expected_verdict_is_accepted_and_any_other_fails(tmp_path: Path) -> None:
    mark = "<!-- companion: expect refuted: the usual slip -->\n"
    path = article(tmp_path, "x + x = 3x")
    path.write_text(path.read_text().replace("$$x + x = 3x$$", mark + "$$x + x = 3x$$"))
    assert companion("check", str(path)).returncode == 0
    path.write_text(path.read_text().replace("= 3x", "= 2x"))
    assert companion("check", str(path)).returncode == 1


def test_sync_fills_an_empty_block_and_leaves_every_other_byte(tmp_path: Path) -> None:
    path = tmp_path / "article.md"
    head = f"---\ncompanion:\n  given: |\n    {IID}\n    {APART}\n---\n\nWords  \twith\u00a0odd spaces.\n\n"
    opened, closed = "<!-- companion: attention-scaling.variance -->\n", "<!-- /companion -->\n\nLast line, no newline"
    path.write_text(head + opened + closed, encoding="utf-8")
    assert companion("check", str(path)).returncode == 1
    assert companion("sync", str(path)).returncode == 0
    text = path.read_text(encoding="utf-8")
    assert text.startswith(head + opened) and text.endswith(closed) and len(text) > len(head + opened + closed)
    assert companion("check", str(path)).returncode == 0
    assert companion("sync", str(path)).returncode == 0
    assert path.read_text(encoding="utf-8") == text
    assert [entry.name for entry in tmp_path.iterdir()] == ["article.md"]


def test_given_says_back_what_was_understood() -> None:
    code, out, err = run("given", QK)
    assert code == 0 and not err
    for word in ("q", "k", "d_k", "independent", "mean 0", "variance 1"):
        assert word in out


def test_list_and_show() -> None:
    code, out, err = run("list")
    assert code == 0 and "attention-scaling" in out and not err
    code, out, err = run("show", "attention-scaling")
    assert code == 0 and "Var(q·k)" in out and not err
    code, out, _ = run("show", "attention-scaling.variance", "--latex")
    assert code == 0 and r"\operatorname{Var}(q\cdot k)" in out


@pytest.mark.parametrize(
    "arguments",
    [
        ("prove", "Var(q·k) = d_k", "-g", QK),
        ("prove", "Var(q·k) = d_k^2", "-g", QK, "--json"),
        ("prove", "Var(q··k)", "-g", QK),
        ("derive", "Var(q·k/√d_k)", "-g", QK),
        ("given", QK),
        ("list",),
        ("show", "attention-scaling.saturation"),
        ("prove", "√ = ℝ", "-g", "ξ : reel"),
    ],
    ids=lambda arguments: " ".join(arguments[:2]),
)
def test_a_terminal_without_unicode_is_no_traceback(arguments: tuple[str, ...]) -> None:
    usual, said, _ = run(*arguments)
    plain = companion(*arguments, PYTHONIOENCODING="ascii")
    assert plain.returncode == usual
    assert b"Traceback" not in plain.stderr and b"Error:" not in plain.stderr
    plain.stdout.decode("ascii"), plain.stderr.decode("ascii")
    assert bool(plain.stdout) == bool(said)
    if "--json" in arguments:
        ours, theirs = json.loads(plain.stdout), json.loads(said)
        assert {**ours, "seconds": 0} == {**theirs, "seconds": 0}


@pytest.mark.parametrize("environment", [{}, {"NO_COLOR": "1"}, {"TERM": "xterm-256color"}])
def test_a_pipe_gets_no_colour(environment: dict[str, str], tmp_path: Path) -> None:
    for arguments in (("prove", "d_k = d_k", "-g", QK), ("check", str(article(tmp_path, "x = x"))), ("prove",)):
        done = companion(*arguments, **environment)
        assert ESCAPE.encode() not in done.stdout + done.stderr


def test_no_colour_on_a_terminal_that_asks_for_none() -> None:
    pty = pytest.importorskip("pty")
    assert ESCAPE in _on_a_terminal(pty, {"TERM": "xterm-256color"})
    assert ESCAPE not in _on_a_terminal(pty, {"TERM": "xterm-256color", "NO_COLOR": "1"})
    assert ESCAPE in _on_a_terminal(pty, {"TERM": "xterm-256color", "NO_COLOR": ""})


def _on_a_terminal(pty: Any, environment: dict[str, str]) -> str:
    """What the command prints where standard output is a terminal."""
    ours, theirs = pty.openpty()
    kept = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    command = [*COMPANION, "prove", "d_k = d_k", "-g", QK]
    subprocess.run(command, stdin=theirs, stdout=theirs, stderr=theirs, env={**kept, **environment}, check=False)
    os.close(theirs)
    text = b""
    while chunk := _read(ours):
        text += chunk
    os.close(ours)
    return text.decode()


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


def test_a_closed_pipe_is_no_traceback() -> None:
    script = '"$0" -c "$1" show attention-scaling | head -n 1'
    done = subprocess.run(["bash", "-c", script, sys.executable, COMPANION[2]], capture_output=True, check=False)
    assert b"Traceback" not in done.stderr and b"BrokenPipe" not in done.stderr


def test_help_is_printed_on_standard_output() -> None:
    code, out, err = run("--help")
    assert code == 0 and not err
    assert all(command in out for command in ("prove", "derive", "check", "sync", "given", "list", "show"))
    assert run("prove", "--help")[0] == 0
