"""`gc_session_context`: a long conversation made short, and everything that it folds still to be seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adrguard.mcp_server import schemas
from adrguard.mcp_server.bounds import MOST_BYTES
from adrguard.mcp_server.tool import Answer, Tool
from adrguard.report import json

if TYPE_CHECKING:
    from adrguard.mcp_server.tool import Desk, Work
    from adrguard.usecases.memory.collect_context import Collected

_COUNTS = ("turns", "hot", "cold", "folded", "repeated", "digested", "redacted", "orphans")
_LISTS = ("decisions", "edits", "errors", "tasks")


def gc_session_context(
    desk: Desk,
    work: Work,
    *,
    trajectory_json: str,
    threshold: int = 20,
    hot_window: int = 5,
    context_window: int = 128_000,
) -> Answer:
    """Return the trajectory with its old part made small, whole and of the kind that it came as."""
    from adrguard.usecases.memory.collect_context import BY_TOOL, Wanted, collect_text
    from adrguard.usecases.served_places import place

    work.begin("collecting the context")
    done = collect_text(place(desk.places), trajectory_json, Wanted(threshold, hot_window, context_window, BY_TOOL))
    # A trajectory that is cut is none.
    size = len(done.trajectory.encode("utf-8", "replace"))
    large = f"the trajectory has {size:,} bytes, more than some clients show: `adrguard gc FILE` works on a file"
    notes = [large] if size > MOST_BYTES else []
    text = "".join([done.report, *(f"  Note: {one}\n" for one in notes), "\n", done.trajectory])
    return Answer(text, told(done, notes))


def told(done: Collected, notes: list[str]) -> dict[str, Any]:
    """Return all of it for programs. What the cold part held is named in the trajectory's own digest: here counted."""
    all_of_it = done.structured
    return {
        "summary": json.text(done.report),
        "shape": all_of_it["shape"],
        "tokens_before": all_of_it["tokens_before"],
        "tokens_after": all_of_it["tokens_after"],
        "trr": all_of_it["trr"],
        "used": all_of_it["used"],
        "zone": all_of_it["zone"],
        "counts": {name: all_of_it[name] for name in _COUNTS} | {name: len(all_of_it[name]) for name in _LISTS},
        "digest": all_of_it["digest"]["node"],
        "nodes": all_of_it["nodes"],
        "notes": notes,
        "trajectory_json": json.text(done.trajectory),
    }


_PER_CENT = {"type": "number", "minimum": 0}
GIVES = {
    "$schema": schemas.DIALECT,
    **schemas.record(
        {
            "summary": schemas.text("The figures, as people read them."),
            "shape": schemas.text("What kind of trajectory it is."),
            "tokens_before": schemas.number("An upper estimate."),
            "tokens_after": schemas.number("An upper estimate."),
            "trr": {**_PER_CENT, "description": "Per cent of the cold part's tokens that were saved."},
            "used": {**_PER_CENT, "description": "Per cent of the context window that it takes now."},
            "zone": {"enum": ["below", "inside", "above"], "description": "Where that is: the Smart-Zone is 15-60 %."},
            "counts": schemas.record(dict.fromkeys((*_COUNTS, *_LISTS), schemas.number(""))),
            "digest": schemas.text("The node of the turns that gave way to the digest; empty: none did."),
            "nodes": schemas.listed(schemas.text(), "What was folded: inspect_log_node shows each."),
            "notes": schemas.listed(schemas.text(), "What to know."),
            "trajectory_json": schemas.text("The trajectory, of the same kind as it came."),
        }
    ),
}

TOOL = Tool(
    "gc_session_context",
    "Make a long conversation short",
    "Perform long-trajectory context garbage collection (Context GC) on a multi-turn agent session trajectory, folding "
    "verbose tool outputs and repetitive compiler error dumps into symbolic references to keep context within the "
    "cognitive Smart-Zone (15%-60%) with TRR >= 85%.",
    {
        "type": "object",
        "properties": {
            "trajectory_json": {
                "type": "string",
                "description": "JSON serialized SessionTrajectory containing session_id and turns array.",
            },
            "threshold": {
                "type": "integer",
                "description": "Line threshold before tool output is folded (default: 20).",
            },
            "hot_window": {
                "type": "integer",
                "description": "Number of recent turns preserved untouched in hot window (default: 5).",
            },
            "context_window": {
                "type": "integer",
                "description": "Context window size in tokens for Smart-Zone evaluation (default: 128000).",
            },
        },
        "required": ["trajectory_json"],
    },
    gc_session_context,
    GIVES,
    reads_only=False,
    sidecar=False,
    meta={"anthropic/maxResultSizeChars": 500_000},  # the most that Claude Code lets a tool ask for
)
