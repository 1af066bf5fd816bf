"""The tools of the guard: a change judged by the decisions in force."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.mcp_server.tool import Answer, Tool
from adrguard.model.decisions import MCP
from adrguard.model.errors import UsageError
from adrguard.report.verdict_schema import SCHEMA

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.mcp_server.tool import Desk, Work


def guard_check(  # noqa: PLR0913 -- one parameter for each argument
    desk: Desk,
    work: Work,
    *,
    diff: str = "",
    project_name: str = "",
    repo_path: str = "",
    branch: str = "",
    strict: bool | None = None,
    files: Sequence[str] = (),
) -> Answer:
    """Judge a diff, what is new since a branch, named files as they stand, or else everything uncommitted.

    Beside a diff or a branch, `files` narrow it. A violation is an answer; an error is only what stopped the judging.
    """
    from adrguard.report.verdict import report, verdict
    from adrguard.usecases.check_by_project import check_by_project
    from adrguard.usecases.check_changes import CheckRequest
    from adrguard.usecases.served_places import place

    if diff and branch:
        raise UsageError("'diff' and 'branch' name two different changes", "give one of them")
    start = place(desk.places, repo_path)
    source = "diff" if diff else "since" if branch else "files" if files else "worktree"
    request = CheckRequest(
        start,
        source,
        diff or branch,
        tuple(files),
        strict or None,  # False leaves it to the configuration: a caller may ask for more, never for less
        project_name,
        door=MCP,
        vault=desk.vault,
        now_ms=work.now_ms,
    )
    work.begin("judging the change")
    outcome = check_by_project(request)
    work.begin("writing the report")
    return Answer(report(outcome), verdict(outcome))


TOOLS = (
    Tool(
        "guard_check",
        "Check a change against the decisions",
        "Audit git diff or code changes against active Living ADR architectural invariants and project rules (<10ms). "
        "Always invoke this before committing or after implementing features to ensure mandatory patterns are "
        "satisfied.",
        {
            "type": "object",
            "properties": {
                "diff": {
                    "type": "string",
                    "description": "Optional git unified diff text to audit. If omitted, automatically inspects "
                    "working tree changes in current git repository.",
                },
                "project_name": {
                    "type": "string",
                    "description": "Optional target project name to filter ADR invariants for.",
                },
                "repo_path": {
                    "type": "string",
                    "description": "Optional path to the git repository to audit (defaults to current directory).",
                },
                "branch": {
                    "type": "string",
                    "description": "Optional base branch/revision for comparison (e.g. 'main', 'dev').",
                },
                "strict": {
                    "type": "boolean",
                    "description": "Treat advisory warnings as blocking failures.",
                },
                "files": {
                    "type": "array",
                    "items": {"type": "string"},
                    "description": "Optional explicit file paths to audit instead of a diff.",
                },
            },
        },
        guard_check,
        SCHEMA,
    ),
)
