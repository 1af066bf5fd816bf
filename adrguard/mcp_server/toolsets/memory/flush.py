"""`flush_session`: what a session decided or learnt, kept as a note."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adrguard.mcp_server import schemas
from adrguard.mcp_server.tool import Answer, Tool
from adrguard.mcp_server.toolsets.memory.wording import in_arguments, refused, warned
from adrguard.model.errors import AdrguardError, UsageError
from adrguard.report import json
from adrguard.report.display import visible
from adrguard.report.text import count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.mcp_server.tool import Desk, Work
    from adrguard.usecases.memory.notes.flush_note import Flushed


def flush_session(  # noqa: PLR0913 -- one parameter for each argument
    desk: Desk,
    work: Work,
    *,
    title: str,
    content: str,
    summary: str = "",
    category: str = "",
    tags: Sequence[str] = (),
    related_notes: Sequence[str] = (),
    supersedes: str | Sequence[str] = (),
) -> Answer:
    """Write one note, and end what it supersedes, all of it or nothing; again with the same content does nothing."""
    from adrguard.usecases.memory.notes.flush_note import Draft, flush
    from adrguard.usecases.served_places import place

    names = (supersedes,) if isinstance(supersedes, str) else tuple(supersedes)
    draft = Draft(
        title, content, summary, category, tuple(tags), tuple(related_notes), names, source="content", by_agent=True
    )
    work.begin("writing the note")
    try:
        done = flush(place(desk.places), draft, desk.vault)
    except AdrguardError as error:
        raise UsageError(in_arguments(error.message), in_arguments(error.hint)) from error
    if done.exit_code:
        raise refused(done.problems)
    return Answer(written(done), told(done))


def written(done: Flushed) -> str:
    """Return what became of a note, as people read it."""
    name = visible(done.path) + (f" ({visible(done.id)})" if done.id else "")
    lines = [visible(done.recovered)] if done.recovered else []
    lines.append(f"✓ {name} says the same already: nothing to write" if done.same else f"✓ Wrote {name}")
    lines += [f"Superseded {visible(f'{one.id} {one.title}'.strip())} ({visible(one.path)})" for one in done.superseded]
    for what, rules in ((_standing(done), done.rules), ("No longer enforced", done.rules_ended)):
        if rules:
            lines.append(f"{what} ({count(len(rules), 'rule')}):")
            lines += [f"- {visible(one.invariant)}" for one in rules]
    lines += [f"Note: {visible(one)}" for one in _notes(done)]
    return "\n".join(lines) + "\n"


def _standing(done: Flushed) -> str:
    if any(rule.shadow for rule in done.rules):
        return "To be enforced once it is accepted"
    return "Enforced now" if done.enforced else "Declared, but not enforced here"


def _notes(done: Flushed) -> list[str]:
    return [*warned(done.problems), *map(in_arguments, done.remarks)]


def told(done: Flushed) -> dict[str, Any]:
    """Return the same for programs."""
    return {
        "path": json.text(done.path),
        "id": json.text(done.id),
        "title": json.text(done.title),
        "category": json.text(done.category),
        "written": done.written,
        "same": done.same,
        "superseded": [json.plain(one) for one in done.superseded],
        "rules": [json.text(one.invariant) for one in done.rules],
        "enforced": done.enforced,
        "rules_ended": [json.text(one.invariant) for one in done.rules_ended],
        "changed": [json.text(one.path) for one in done.changed],
        "made": [json.text(one.path) for one in done.laid if one.made],
        "notes": [json.text(one) for one in _notes(done)],
        "recovered": json.text(done.recovered),
    }


GIVES = {
    "$schema": schemas.DIALECT,
    **schemas.record(
        {
            "path": schemas.text(
                "The note, relative to the top of the repository, or to the vault where that is in none."
            ),
            "id": schemas.text("Of a decision: `adr://ID` is its text; else empty."),
            "title": schemas.text(),
            "category": schemas.text(),
            "written": schemas.flag("Whether it was written now."),
            "same": schemas.flag("Whether a note says the same already, so that nothing was to be written."),
            "superseded": schemas.listed(
                schemas.record({"id": schemas.text(), "title": schemas.text(), "path": schemas.text()}),
                "The notes that gave way to it.",
            ),
            "rules": {**schemas.TEXTS, "description": "The invariants that it declares."},
            "enforced": schemas.flag("Whether they bind now."),
            "rules_ended": {**schemas.TEXTS, "description": "The invariants that bind no more."},
            "changed": {**schemas.TEXTS, "description": "Other notes that were changed."},
            "made": {**schemas.TEXTS, "description": "Files and folders of a new vault."},
            "notes": {**schemas.TEXTS, "description": "What to know, and what to tell the person."},
            "recovered": schemas.text("What an interrupted change was brought to its end first; empty: none."),
        }
    ),
}

TOOL = Tool(
    "flush_session",
    "Keep a decision or a lesson as a note",
    "Crystallize technical decisions, verified bug fixes, architecture decisions (ADRs), or task milestones back into "
    "the local Markdown vault as permanent notes.",
    {
        "type": "object",
        "properties": {
            "title": {"type": "string", "description": "Title of the decision or log note."},
            "content": {"type": "string", "description": "Detailed Markdown content."},
            "summary": {"type": "string", "description": "Brief one-line summary or executive conclusion."},
            "category": {
                "type": "string",
                "description": "Category: 'decision', 'log', 'concept' (alias: 'card'), 'skill', or custom (default: "
                "'log').",
            },
            "tags": {
                "type": "array",
                "items": {"type": "string"},
                "description": 'Associated tags (e.g. ["redis", "mutex"]).',
            },
            "related_notes": {
                "type": "array",
                "items": {"type": "string"},
                "description": "Related existing notes to link via WikiLinks.",
            },
            "supersedes": {
                "description": "Existing note(s) or ADR(s) that this note supersedes. Automatically marks old notes as "
                "status: superseded.",
                "oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}],
            },
        },
        "required": ["title", "content"],
    },
    flush_session,
    GIVES,
    reads_only=False,
)
