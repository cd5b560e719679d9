"""The task of `companion code`: a function's source text and a claim become a verdict."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from symbolic.verdict import Failure, Verdict

if TYPE_CHECKING:
    from symbolic.crosscheck.code.claim import CodeClaim
    from symbolic.language.symbols import Table
    from symbolic.notation.tree import Node

#: Part of the guard of a task that the code may take.
SHARE = 0.8


@dataclass(frozen=True)
class CodeTask:
    """What `code` is asked: is `function` of the source text `code` what the claim says?

    args  argument name → symbol of the given; an argument that is not named stands for the symbol that it spells
    """

    given: str
    claim: str
    code: str
    function: str
    args: Mapping[str, str] = field(default_factory=dict)
    seconds: float = 30.0


def check_code(task: CodeTask) -> Iterator[Verdict]:
    """First what was read, as an undecided verdict, then the verdict itself."""
    from symbolic import api
    from symbolic.crosscheck.code.arguments import NoArgument, arguments_of, signature
    from symbolic.crosscheck.code.claim import read_code_claim
    from symbolic.notation.errors import ReadError

    try:
        table = api.given(task.given).table
        claim = read_code_claim(task.claim, table)
    except api.Unread as problem:
        yield Verdict("unread", error=problem.failure)
        return
    except ReadError as problem:
        yield Verdict("unread", error=api.claim_failure(problem, task.claim))
        return
    try:
        arguments = arguments_of(task.args, *signature(task.code, task.function), table)
    except (NoArgument, ReadError, SyntaxError, ValueError) as problem:
        yield Verdict("unread", error=_code_failure(problem))
        return
    yield Verdict("undecided", read_as=claim.text(task.function, table))
    yield _called(task, claim, arguments, table)


def _code_failure(problem: Exception) -> Failure:
    if isinstance(problem, SyntaxError):
        return Failure(f"SyntaxError: {problem.msg}", problem.lineno, problem.offset, "code")
    return Failure(getattr(problem, "message", str(problem)), where="code")


def _called(task: CodeTask, claim: CodeClaim, arguments: dict[str, Node], table: Table) -> Verdict:
    """The verdict on a function in its sandbox."""
    from symbolic.crosscheck.code.judge import Code, judge_code
    from symbolic.run.sandbox import Raised, Sandbox, Stopped

    try:
        with Sandbox(task.code, task.function, SHARE * task.seconds) as sandbox:
            code = Code(sandbox, task.function, arguments, lambda: sandbox.stopped, sandbox.changed)
            return judge_code(code, claim, table)
    except Raised as problem:
        return Verdict("undecided", claim.text(task.function, table), note=f"the code does not load: {problem}")
    except Stopped as problem:
        return Verdict("undecided", claim.text(task.function, table), note=f"the code was stopped: {problem}")
