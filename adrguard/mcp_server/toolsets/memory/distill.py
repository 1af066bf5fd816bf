"""`distill_session_skill`: what failed, why, and what helped, kept as a skill."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adrguard.mcp_server import schemas
from adrguard.mcp_server.bounds import fitted
from adrguard.mcp_server.tool import Answer, Tool
from adrguard.mcp_server.toolsets.memory.wording import in_arguments, refused, warned
from adrguard.model.errors import AdrguardError, UsageError
from adrguard.report import json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.mcp_server.tool import Desk, Work
    from adrguard.usecases.memory.skills.distill_skill import Distilled

_WRITE_IT = "without dry_run all of it is written to the file"


def distill_session_skill(  # noqa: PLR0913 -- one parameter for each argument
    desk: Desk,
    work: Work,
    *,
    raw_trace: str = "",
    node_id: str = "",
    title: str = "",
    context_hint: str = "",
    category: str = "",
    tags: Sequence[str] = (),
    related_notes: Sequence[str] = (),
    dry_run: bool = False,
    target: str = "",
) -> Answer:
    """Write the skill that a trace holds, only of what the trace shows; with `dry_run` only say what it would be."""
    from adrguard.usecases.memory.skills.distill_skill import Asked, distill, from_node, from_text
    from adrguard.usecases.served_places import place

    if bool(raw_trace.strip()) == bool(node_id):
        said = "the trace is given twice" if node_id else "there is no trace"
        raise UsageError(said, "give raw_trace, or the node_id of a log that was put away")
    start = place(desk.places)
    asked = Asked(title, context_hint, category, tuple(tags), tuple(related_notes), target, desk.vault, dry_run)
    try:
        origin = from_node(start, node_id) if node_id else from_text(raw_trace)

        def source(size: int) -> bytes:
            work.begin("reading the trace")
            return origin.source(size)

        done = distill(start, origin.replace(source=source), asked)
    except AdrguardError as error:
        raise UsageError(in_arguments(error.message), in_arguments(error.hint)) from error
    if done.exit_code:
        raise refused(done.problems)
    return Answer(written(done), told(done))


def written(done: Distilled) -> str:
    """Return what became of a trace, as people read it."""
    from adrguard.usecases.memory.skills.distill_answer import text

    return fitted(text(done), _WRITE_IT)


def told(done: Distilled) -> dict[str, Any]:
    """Return the same for programs. The text of the skill is in its file: only a preview has it here."""
    from adrguard.usecases.memory.skills.distill_answer import lines

    kept = done.kept
    notes = [*warned(done.problems), *done.remarks]
    return {
        "distilled": done.playbook is not None,
        "summary": json.text("\n".join(lines(done))),
        "target": done.target,
        "title": json.text(done.title),
        "name": json.text(kept.name if kept else ""),
        "signature": json.text(done.signature),
        "path": json.text(kept.path if kept else ""),
        "written": bool(kept and kept.written),
        "same": bool(kept and kept.same),
        "dry_run": done.dry_run,
        "preview": json.text(fitted(kept.text, _WRITE_IT)) if kept and done.dry_run else "",
        "redacted": done.redacted,
        "notes": [json.text(one) for one in notes],
        "recovered": json.text(kept.recovered if kept else ""),
    }


GIVES = {
    "$schema": schemas.DIALECT,
    **schemas.record(
        {
            "distilled": schemas.flag("Whether the trace holds something that failed."),
            "summary": schemas.text("What was written where; cause and remedy, each with its line in the trace."),
            "target": {"enum": ["default", "hermes", "omp"]},
            "title": schemas.text(),
            "name": schemas.text("Of the skill, where it has one."),
            "signature": schemas.text("What tells this failure from others."),
            "path": schemas.text("The file: relative to the top of the repository, or absolute."),
            "written": schemas.flag("Whether it was written now."),
            "same": schemas.flag("Whether a skill says the same already, so that nothing was to be written."),
            "dry_run": schemas.flag("Whether this is only a preview."),
            "preview": schemas.text("The file's text, where this is a preview."),
            "redacted": schemas.number("How many secrets were taken out."),
            "notes": schemas.listed(schemas.text(), "What to know."),
            "recovered": schemas.text("What an interrupted change was brought to its end first; empty: none."),
        }
    ),
}

TOOL = Tool(
    "distill_session_skill",
    "Make a skill of what went wrong",
    "Distill an execution trace, compilation error, or debugging session into a reusable troubleshooting "
    "playbook/skill note and save it to the vault or export to Hermes Agent or omp.",
    {
        "type": "object",
        "properties": {
            "raw_trace": {
                "type": "string",
                "description": "Raw execution log, error stack trace, or debugging terminal output.",
            },
            "node_id": {
                "type": "string",
                "description": "Optional offloaded node ID from offload_context (e.g. node_1a2b3c4d).",
            },
            "title": {
                "type": "string",
                "description": "Optional explicit skill title (auto-inferred if omitted).",
            },
            "context_hint": {
                "type": "string",
                "description": "Optional context hint or explanation describing what happened.",
            },
            "category": {"type": "string", "description": "Target category (defaults to 'skill')."},
            "tags": {"type": "array", "items": {"type": "string"}, "description": "Optional tags array."},
            "related_notes": {
                "type": "array",
                "items": {"type": "string"},
                "description": "Optional related notes or WikiLinks array.",
            },
            "dry_run": {"type": "boolean", "description": "If true, returns preview without writing to vault."},
            "target": {
                "type": "string",
                "enum": ["default", "hermes", "omp"],
                "description": "Optional target ecosystem schema: 'default' (vault), 'hermes' (Hermes skill), or 'omp' "
                "(omp skill).",
            },
        },
    },
    distill_session_skill,
    GIVES,
    reads_only=False,
)
