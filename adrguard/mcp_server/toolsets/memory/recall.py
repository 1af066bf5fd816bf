"""`recall_memory`: the notes that say something about a query."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.mcp_server.bounds import MOST_BYTES, fitted
from adrguard.mcp_server.tool import Answer, Tool

if TYPE_CHECKING:
    from adrguard.mcp_server.tool import Desk, Work

_ROOM = MOST_BYTES * 9 // 10
"""Bytes of whole notes: the rest is for what is said around them."""


def recall_memory(
    desk: Desk, work: Work, *, query: str, limit: int = 5, full: bool = False, mode: str = "hybrid"
) -> Answer:
    """Search the notes as they are now. The index is kept open from one call to the next."""
    from adrguard.usecases.memory.search.recall import Question, recall
    from adrguard.usecases.memory.search.recall_words import told
    from adrguard.usecases.served_places import place

    def progress(done: int, total: int) -> None:
        work.begin(f"indexing notes: {done} of {total}")

    work.begin("looking at the notes")
    found = recall(place(desk.places), Question(query, mode, limit, full, _ROOM), desk.vault, progress)
    # The text is all: one line for a note is as short as it can be said.
    lines = [told(found, full=full), *(f"({one})\n" for one in found.remarks)]
    return Answer(fitted("".join(lines), "ask for fewer, or in more words"))


TOOL = Tool(
    "recall_memory",
    "Search notes and decisions",
    "Search and retrieve documentation, technical research reports, project context, past architectural decisions, "
    "configurations, setup guides, and notes from the user's local knowledge vault. Always call this tool first "
    "whenever the user asks for domain information or past decisions.",
    {
        "type": "object",
        "properties": {
            "query": {"type": "string", "description": "Search query keywords or technical question."},
            "limit": {"type": "integer", "description": "Maximum number of results to return (default: 5)."},
            "full": {
                "type": "boolean",
                "description": "When true, returns full verbose markdown documents. When false (default), returns "
                "compact single-line K-DSL wire format "
                "(!μ:<tier>|<path>|score:<score>|links:<in>/<out> § <snippet>).",
            },
            "mode": {
                "type": "string",
                "enum": ["hybrid", "bm25", "vector"],
                "description": "Search mode (default: hybrid).",
            },
        },
        "required": ["query"],
    },
    recall_memory,
)
