"""Prompts that a person may choose in a client."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from adrguard.model.record import Record
from adrguard.report.json import text as sayable

if TYPE_CHECKING:
    from collections.abc import Callable

    from adrguard.mcp_server.tool import Desk

MOST_PROSE = 40


class Prompt(Record):
    """One prompt: `takes` are its optional arguments by name, each with what it means; `write` makes the text."""

    name: str
    title: str
    description: str
    takes: dict[str, str]
    write: Callable[..., str]


def review(desk: Desk, *, branch: str = "") -> str:
    """Ask for a review of the change: what the guard finds, and what only a reader can judge."""
    from adrguard.mcp_server.resources import uri_of
    from adrguard.usecases.decisions.list_decisions import decisions
    from adrguard.usecases.served_places import place

    since = f" since '{branch}' was left" if branch else ""
    argument = f" with {json.dumps({'branch': branch})}" if branch else ""
    rows = decisions(place(desk.places), ("in-force",), vault=desk.vault).rows
    prose = [(row.decision, one) for row in rows for one in row.decision.prose]
    lines = [
        f"Review my change{since} against the architecture decisions of this repository.",
        "",
        f"1. Call guard_check{argument}. Mend every finding that blocks as its remediation says.",
        "   Do not suppress a finding, edit a decision or add to the baseline to get past it: tell me instead.",
        "2. Read the decision behind each finding at adr://ID, and say which part of the change goes against it.",
        "3. List what was not judged or not reached, and look at it yourself.",
    ]
    if prose:
        lines.append("4. No machine enforces these invariants. Judge the change by each one that it meets:")
        lines += [f"   - [{one.id}]({uri_of(one.id)}): {' '.join(said.split())}" for one, said in prose[:MOST_PROSE]]
    if len(prose) > MOST_PROSE:
        lines.append(f"   - and {len(prose) - MOST_PROSE} more, in the decisions themselves")
    lines += ["", "End with one line: whether the change may be committed as it is."]
    return sayable("\n".join(lines))


PROMPTS = (
    Prompt(
        "review_my_change",
        "Review my change against the decisions",
        "Have the change judged by the guard, and read against what no machine enforces.",
        {"branch": "Review all that is new since this branch or revision was left, not only what is uncommitted."},
        review,
    ),
)
