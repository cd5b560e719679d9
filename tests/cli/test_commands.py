"""The command line: what is printed where, and the exit status, the first of 4, 1, 2, 3, 0 that applies."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from symbolic.cli import exits, main
from symbolic.verdict import Verdict

QK = "q, k : random vector(d_k), iid, mean 0, variance 1\nq, k : independent"
SOFTMAX = "z : vector(n)\np = softmax(z)\ni, j : index(n)"


def test_the_first_status_that_applies() -> None:
    assert exits.first([0, 3, 2, 1, 4]) == 4
    assert exits.first([0, 3, 2, 1]) == 1
    assert exits.first([0, 3, 2]) == 2
    assert exits.first([0, 3]) == 3
    assert exits.first([]) == 0


@pytest.mark.parametrize(
    ("verdict", "strict", "status"),
    [
        (Verdict("proved"), True, 0),
        (Verdict("checked"), True, 0),
        (Verdict("refuted"), False, 1),
        (Verdict("undecided"), True, 3),
        (Verdict("unread"), True, 3),
        (Verdict("undecided"), False, 0),
        (Verdict("undecided", disagreement="here"), False, 4),
    ],
)
def test_the_status_of_a_verdict(verdict: Verdict, strict: bool, status: int) -> None:
    assert exits.of(verdict, strict) == status


@pytest.mark.parametrize(
    ("claim", "given", "verdict", "status"),
    [
        ("Var(q·k) = d_k", QK, "proved", 0),
        (r"\operatorname{Var}(q\cdot k)=\sum_i\operatorname{Var}(q_ik_i)=d_k", QK, "proved", 0),
        ("Var(q·k) = d_k^2", QK, "refuted", 1),
        ("Var(q·k", QK, "unread", 3),
        ("x_i = 3", QK, "unread", 3),
        ("p_i(δ_ij - p_j) = p_j(δ_ij - p_i)", SOFTMAX, "proved", 0),
    ],
)
def test_prove(claim: str, given: str, verdict: str, status: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", claim, "--given", given, "--json"]) == status
    printed = json.loads(capsys.readouterr().out)
    assert printed["verdict"] == verdict
    assert printed["seconds"] > 0
    if verdict == "unread":
        assert printed["error"]["where"] == "claim" and printed["error"]["column"] >= 1


def test_the_right_value_and_a_counterexample_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    main(["prove", "Var(q·k) = d_k^2", "-g", QK, "--json"])
    printed = json.loads(capsys.readouterr().out)
    assert printed["correct"]["plain"] == "d_k"
    assert printed["counterexample"]["sizes"]["d_k"] > 1 and printed["counterexample"]["law"]


def test_the_claim_comes_from_standard_input_and_givens_join(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first = tmp_path / "given.txt"
    first.write_text(QK.split("\n")[0], encoding="utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO("Var(q·k) = d_k\n"))
    assert main(["prove", "-g", f"@{first}", "-g", QK.split("\n")[1]]) == 0
    assert "proved" in capsys.readouterr().out


def test_a_malformed_given_is_status_2_with_a_caret(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "x = x", "-g", "x : real\ny : vektor(3)"]) == 2
    said = capsys.readouterr()
    assert not said.out
    assert "line 2" in said.err and "^" in said.err


def test_an_unread_claim_shows_a_caret_below_the_place(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "Var(q··k) = 1", "-g", QK]) == 3
    lines = capsys.readouterr().out.split("\n")
    caret = next(number for number, line in enumerate(lines) if line.strip() == "^")
    assert lines[caret - 1][lines[caret].index("^")] == "·"


def test_a_batch_answers_each_line_in_order(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    rows = [
        {"id": "a", "given": QK, "claim": "Var(q·k) = d_k"},
        {"id": "b", "given": "q : vektor", "claim": "q = q"},
        {"id": "c", "given": QK, "claim": "Var(q·k) = d_k^2"},
        {"id": "d", "given": QK, "claim": "Var(q·k"},
    ]
    batch = tmp_path / "batch.jsonl"
    batch.write_text("\n".join(json.dumps(row) for row in rows) + "\n\n", encoding="utf-8")
    assert main(["prove", "--batch", str(batch), "--seconds", "20", "--json"]) == 1
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["id"] for row in printed] == ["a", "b", "c", "d"]
    assert [row["verdict"] for row in printed] == ["proved", "unread", "refuted", "unread"]
    assert printed[1]["error"]["where"] == "given" and printed[3]["error"]["where"] == "claim"


@pytest.mark.parametrize("line", ["not json", "[1]", '{"id": "x", "claim": 3}', "[" * 100_000])
def test_a_malformed_line_of_a_batch_is_answered_and_status_2(
    line: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    batch = tmp_path / "batch.jsonl"
    batch.write_text(f"\n{line}\n" + json.dumps({"id": "a", "given": QK, "claim": "Var(q·k) = d_k"}), encoding="utf-8")
    assert main(["prove", "--batch", str(batch), "--seconds", "20"]) == 2
    printed = [json.loads(row) for row in capsys.readouterr().out.splitlines()]
    assert [row["verdict"] for row in printed] == ["unread", "proved"]
    error = printed[0]["error"]
    assert error["line"] == 2 and error["where"] == "batch" and error["message"].startswith("line 2 ")


@pytest.mark.parametrize(
    "arguments",
    [
        ["prove", "--batch", "/nowhere.jsonl"],
        ["prove", "x = 1", "--given", "@/nowhere"],
        ["check", "/nowhere.md"],
        ["show", "nothing"],
        ["show", "attention-scaling.nothing"],
    ],
)
def test_what_cannot_be_done_is_one_line_and_status_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert not said.out and said.err.count("\n") == 1


def test_usage_is_status_2() -> None:
    for arguments in (["prove", "x", "--seconds", "-1"], ["nothing"], []):
        with pytest.raises(SystemExit) as caught:
            main(arguments)
        assert caught.value.code == 2


def test_derive_prints_its_steps(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["derive", "Var(q·k)", "-g", QK, "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["plain"].replace(" ", "").endswith("=d_k")
    assert printed["steps"] and all(step["rule"] and step["text"] for step in printed["steps"])


def test_given_says_back_and_shows_an_instance(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["given", QK + "\nc > 0"]) == 0
    said = capsys.readouterr().out
    assert "independent" in said and "For instance: d_k = " in said


def test_list_and_show_name_every_step(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--json"]) == 0
    (entry,) = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert main(["show", entry["name"], "--json"]) == 0
    shown = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [row["name"] for row in shown] == [f"{entry['name']}.{step['name']}" for step in entry["steps"]]
    assert all(row["latex"] and row["steps"] for row in shown)


def test_help_loads_nothing_heavy() -> None:
    code = "import sys; from symbolic.cli.parser import parser; parser().format_help(); print(sorted(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert not any(f"'{name}'" in loaded for name in ("sympy", "numpy", "yaml", "markdown_it", "multiprocessing"))


def test_a_claim_that_never_ends_is_ended_by_its_guard(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def hang(*_: object) -> None:
        while True:
            pass

    monkeypatch.setattr("symbolic.crosscheck.judge.judge", hang)
    start = time.monotonic()
    assert main(["prove", "Var(q·k) = d_k", "-g", QK, "--seconds", "0.5", "--json"]) == 3
    printed = json.loads(capsys.readouterr().out)
    assert printed["verdict"] == "undecided" and printed["note"].startswith("time")
    assert printed["read_as"] and time.monotonic() - start < 10
