"""`offload_context`: a long log put away, and a diagram of what matters of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.mcp_server.bounds import fitted
from adrguard.mcp_server.tool import Answer, Tool

if TYPE_CHECKING:
    from adrguard.mcp_server.tool import Desk, Work


def offload_context(desk: Desk, work: Work, *, raw_text: str, task_name: str = "") -> Answer:
    """Put a log away with its secrets taken out, unless it is short: then it comes back as it is."""
    from adrguard.usecases.memory.logs.offload_log import BY_TOOL, Wanted, offload
    from adrguard.usecases.served_places import place

    rest = memoryview(raw_text.encode("utf-8", "surrogatepass"))

    def source(size: int) -> bytes:
        nonlocal rest
        work.begin("reading the log")
        part, rest = bytes(rest[:size]), rest[size:]
        return part

    done = offload(place(desk.places), source, Wanted(task_name, how=BY_TOOL))
    # The text is all: that it is short is its point.
    text = done.text if done.node else done.passed.decode("utf-8", "replace")
    return Answer(fitted(text, f"inspect_log_node shows {done.node}" if done.node else "it was given as it is"))


TOOL = Tool(
    "offload_context",
    "Put a long log away",
    "Externalize and compress verbose terminal logs, build outputs, test traces, or error dumps (>30 lines) into a "
    "compact symbolic Mermaid state diagram on disk.",
    {
        "type": "object",
        "properties": {
            "raw_text": {
                "type": "string",
                "description": "The raw terminal output or stack trace to compress and store.",
            },
            "task_name": {"type": "string", "description": "Optional task identifier prefix."},
        },
        "required": ["raw_text"],
    },
    offload_context,
    reads_only=False,
    sidecar=False,
)
