"""A repository with decisions, judged by the real engine through the use case that every door calls."""

from __future__ import annotations

from typing import Any

from adrguard.model.findings import Outcome
from adrguard.usecases.check_changes import CheckRequest, check

NO_STAR = "- deny: `SELECT * FROM`"


def adr(number: int, *invariants: str, status: str = "accepted", extra: str = "") -> str:
    body = "\n".join(invariants)
    return (
        f"---\nid: ADR-{number:03d}\nstatus: {status}\n{extra}---\n\n# {number}. Decision\n\n## Invariants\n\n{body}\n"
    )


def decide(repo: Any, *invariants: str, number: int = 1, status: str = "accepted", extra: str = "") -> str:
    """Write a decision with these invariants and return its path."""
    path = f"docs/adr/{number:04d}-decision.md"
    repo.write(path, adr(number, *invariants, status=status, extra=extra))
    return path


def staged(repo: Any, **options: Any) -> Outcome:
    return check(CheckRequest(str(repo.root), "staged", **options))


def judge(repo: Any, source: str = "worktree", argument: str = "", **options: Any) -> Outcome:
    return check(CheckRequest(str(repo.root), source, argument, **options))


def places(outcome: Outcome) -> list[tuple[str, int]]:
    """Return (path, line) of each violation."""
    return [(one.path, one.line) for one in outcome.violations]
