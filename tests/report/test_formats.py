"""What other programs read of a check: JSON lines, annotations, SARIF."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from symbolic.cli import main
from symbolic.report.github import command
from symbolic.report.sarif import RULES
from tests.report.articles import ARTICLE


@pytest.fixture
def article(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = Path("an article.md")
    path.write_text(ARTICLE, encoding="utf-8")
    return path


UNREAD = "$$(c + 1 < 2$$"


def row(text: str) -> int:
    return ARTICLE.split("\n").index(text) + 1


def printed(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 1) -> str:
    assert main(["check", *arguments]) == status
    return capsys.readouterr().out


def test_json_lines_tell_where_what_is_wrong_stands(article: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [json.loads(line) for line in printed(capsys, str(article), "--json").splitlines()]
    assert printed(capsys, str(article), "--format", "json").splitlines()[0] == json.dumps(rows[0], ensure_ascii=False)
    lines = ARTICLE.split("\n")
    wrong = []
    for row in rows:
        if row["wrong"]:
            start, end = row["wrong"]
            assert start["line"] == end["line"]
            wrong.append(lines[start["line"] - 1][start["column"] - 1 : end["column"] - 1])
    assert wrong == ["d_k^2", "2Ax", "1", "1"]
    assert {row["heading"] for row in rows} == {"Ünits: 100 %, a", "More"}


def test_annotations_are_errors_at_what_is_wrong(article: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, str(article), "--format", "github").splitlines()
    assert [line.split(" ")[0] for line in lines] == ["::error"] * 3
    column = ARTICLE.split("\n")[11].index("d_k^2") + 1
    assert lines[0].startswith(f"::error file=an article.md,line=12,endLine=12,col={column},endColumn={column + 5},")
    assert "title=refuted%3A eq%3Avar::right: d_k%0Alikely slip: a square too many" in lines[0]
    strict = printed(capsys, str(article), "--format", "github", "--strict").splitlines()
    warning = f"::warning file=an article.md,line={row(UNREAD)},col="
    assert len(strict) == 4 and [line.startswith(warning) for line in strict].count(True) == 1


@pytest.mark.parametrize("text", ["a\nb", "a\r\nb", "100 %0A", "::error::x", "a,b:c", "é 𝔼"])
def test_no_text_breaks_out_of_its_annotation(text: str) -> None:
    said = command("error", {"file": text, "line": 1}, text)
    assert "\n" not in said and "\r" not in said
    properties, _, message = said.removeprefix("::error ").partition("::")
    for part in (properties.split(",")[0].removeprefix("file="), message):
        whole = part.replace("%0A", "\n").replace("%0D", "\r").replace("%3A", ":").replace("%2C", ",")
        assert whole.replace("%25", "%") == text
    assert len(properties.split(",")) == 2


def test_a_file_that_cannot_be_checked_is_in_every_format(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.md").write_text("$$1 = 1$$\n<!-- companion: nonsense! -->\n", encoding="utf-8")
    assert printed(capsys, "a.md", "--format", "github", status=2).startswith("::error file=a.md,line=2,col=1::")
    run = json.loads(printed(capsys, "a.md", "--format", "sarif", status=2))["runs"][0]
    assert not run["invocations"][0]["executionSuccessful"]
    assert "nonsense" in run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"]
    assert "nonsense" in printed(capsys, "a.md", "--format", "html", status=2)


def test_a_report_is_written_whole_or_not_at_all(article: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("sarif", "html", "json", "github", "text"):
        assert printed(capsys, str(article), "--format", name, "-o", f"out.{name}") == ""
        assert Path(f"out.{name}").read_text(encoding="utf-8") == printed(capsys, str(article), "--format", name)
    before = Path("out.html").read_bytes()
    assert main(["check", str(article), "--format", "html", "-o", "no/such.html"]) == 2
    assert main(["check", str(article), "-o", "."]) == 2
    assert Path("out.html").read_bytes() == before
    assert sorted(path.name for path in Path().iterdir()) == sorted(
        ["an article.md", "out.sarif", "out.html", "out.json", "out.github", "out.text"]
    )


# What SARIF 2.1.0 requires of the objects that are used here (sections 3.13 to 3.58); no property besides.
LEVEL = {"enum": ["none", "note", "warning", "error"]}
POSITIVE = {"type": "integer", "minimum": 1}


def record(required: list[str], **properties: Any) -> dict[str, Any]:
    return {"type": "object", "required": required, "properties": properties, "additionalProperties": False}


def listed(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


TEXT = record(["text"], text={"type": "string"})
REGION = record(
    ["startLine"], startLine=POSITIVE, startColumn=POSITIVE, endLine=POSITIVE, endColumn=POSITIVE, snippet=TEXT
)
ARTIFACT = record(["uri"], uri={"type": "string", "pattern": r"^[\w./%~-]+$"})
LOCATION = record(
    ["physicalLocation"], physicalLocation=record(["artifactLocation"], artifactLocation=ARTIFACT, region=REGION)
)
RULE = record(
    ["id"], id={"type": "string"}, shortDescription=TEXT, defaultConfiguration=record(["level"], level=LEVEL)
)
DRIVER = record(
    ["name"], name={"type": "string"}, version={"type": "string"}, rules={**listed(RULE), "uniqueItems": True}
)
RESULT = record(
    ["message", "ruleId", "ruleIndex", "locations", "partialFingerprints"],
    message=TEXT,
    ruleId={"type": "string"},
    ruleIndex={"type": "integer", "minimum": 0},
    kind={"enum": ["notApplicable", "pass", "fail", "review", "open", "informational"]},
    level=LEVEL,
    locations=listed(LOCATION),
    partialFingerprints={"type": "object", "additionalProperties": {"type": "string"}},
    suppressions=listed(record(["kind"], kind={"enum": ["inSource", "external"]})),
    baselineState={"enum": ["new", "unchanged", "updated", "absent"]},
)
NOTE = record(["message"], message=TEXT, level=LEVEL, locations=listed(LOCATION))
INVOCATION = record(
    ["executionSuccessful"],
    executionSuccessful={"type": "boolean"},
    exitCode={"type": "integer"},
    toolExecutionNotifications=listed(NOTE),
)
RUN = record(
    ["tool"],
    tool=record(["driver"], driver=DRIVER),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    invocations=listed(INVOCATION),
    results=listed(RESULT),
    properties={"type": "object"},
)
LOG = record(
    ["version", "runs"],
    **{"$schema": {"type": "string", "format": "uri"}, "version": {"const": "2.1.0"}, "runs": listed(RUN)},
)


def sarif(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 1) -> dict[str, Any]:
    log = json.loads(printed(capsys, *arguments, "--format", "sarif", status=status))
    jsonschema.validate(log, LOG)
    run: dict[str, Any] = log["runs"][0]
    return run


def test_sarif_is_as_the_standard_requires(article: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for strict in ((), ("--strict",)):
        run = sarif(capsys, str(article), *strict)
        ids = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
        assert len(set(ids)) == len(ids) == len(RULES)
        for result in run["results"]:
            assert ids[result["ruleIndex"]] == result["ruleId"]
            assert (result["kind"] == "fail") == (result["level"] != "none")
            region = result["locations"][0]["physicalLocation"]["region"]
            assert region["snippet"]["text"] == ARTICLE.split("\n")[region["startLine"] - 1]
        levels = {result["ruleId"]: result["level"] for result in run["results"] if "suppressions" not in result}
        assert levels["companion/refuted"] == levels["companion/drifted"] == "error"
        assert levels["companion/proved"] == "none"
        assert levels["companion/unread"] == ("warning" if strict else "none")
    suppressed = [result for result in run["results"] if "suppressions" in result]
    places = [result["locations"][0]["physicalLocation"]["region"]["startLine"] for result in suppressed]
    assert places == [row("$$c = 1$$")]


def test_fingerprints_stay_when_text_moves_and_change_with_the_formula(
    article: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def prints() -> list[str]:
        return [result["partialFingerprints"]["formula/v1"] for result in sarif(capsys, str(article))["results"]]

    first = prints()
    assert len(set(first)) == len(first)
    article.write_text(ARTICLE.replace("# Ünits", "Some more text.\n\n# Ünits"), encoding="utf-8")
    assert prints() == first
    article.write_text(ARTICLE.replace("= 2Ax", "= 3Ax"), encoding="utf-8")
    assert [old == new for old, new in zip(first, prints(), strict=True)].count(False) == 1
