"""`inspect_log_node`: lines of a log that was put away, as they are, a page at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.mcp_server.bounds import MOST_BYTES, fitted
from adrguard.mcp_server.tool import Answer, Tool
from adrguard.report.display import shortened

if TYPE_CHECKING:
    from adrguard.mcp_server.tool import Desk, Work
    from adrguard.usecases.memory.logs.inspect_node import Inspected

_ROOM = MOST_BYTES * 3 // 4
"""Bytes of a page: the rest is for what is said below it."""
_MOST_ERRORS = 20
_QUICKLY_READ = 4 << 20
"""Bytes of a log in which errors are looked for while somebody waits."""
_WORDS = 160


def inspect_log_node(desk: Desk, work: Work, *, node_id: str) -> Answer:
    """Show a page of a node's lines. `ID:A:B` is its lines A to B, as the answer says where there is more."""
    from adrguard.usecases.memory.logs.inspect_node import Wanted, inspect
    from adrguard.usecases.served_places import place

    start = place(desk.places)
    node, _, lines = node_id.partition(":")
    work.begin("reading the log")
    found = inspect(start, node, Wanted(lines, most_bytes=_ROOM))
    text = found.text + _more(found)
    # Where the errors are is told once, with the first page.
    if found.more and not lines:
        text += _errors(start, work, found)
    return Answer(fitted(text, f'ask for a part: node_id "{node}:A:B"'))


def _more(found: Inspected) -> str:
    if not found.lines:
        return "(there are no lines)\n"
    first, last = found.lines[0][0], found.lines[-1][0]
    said = f"lines {first} to {last} of {found.facts.lines or 'an unknown number'}"
    whole = f"`adrguard inspect {found.node} --raw` shows it whole"
    cut = f"; the last one goes on for {found.cut} bytes, {whole}" if found.cut else ""
    if not found.more:
        return f"({said}{cut})\n" if cut or (first, last) != (found.first, found.last) else ""
    return f'({said}{cut}; what follows: node_id "{found.node}:{found.more}")\n'


def _errors(start: str, work: Work, found: Inspected) -> str:
    from adrguard.usecases.memory.logs.inspect_node import Wanted, inspect

    if found.facts.size > _QUICKLY_READ:
        return f"(`adrguard inspect {found.node} --errors` tells where its errors are)\n"
    work.begin("looking for errors")
    trace = inspect(start, found.node, Wanted(errors=True)).trace
    here = [one for one in trace.failures if found.first <= one.at <= found.last] if trace else []
    if not here:
        return ""
    told = [f"{one.at}: {shortened(f'{one.code} {one.place} {one.message}', _WORDS)}" for one in here[:_MOST_ERRORS]]
    more = [f"and {len(here) - _MOST_ERRORS} more kinds"] if here[_MOST_ERRORS:] else []
    head = f'(the first error of each kind, by its line; node_id "{found.node}:A:B" shows lines A to B)'
    return "".join(f"{line}\n" for line in [head, *told, *more])


TOOL = Tool(
    "inspect_log_node",
    "Show lines of a log that was put away",
    "Retrieve and inspect the full offloaded raw terminal log or compiler trace content by its node ID (e.g. "
    "node_1a2b3c4d).",
    {
        "type": "object",
        "properties": {
            "node_id": {
                "type": "string",
                "description": "The symbolic node identifier from the Mermaid state diagram.",
            },
        },
        "required": ["node_id"],
    },
    inspect_log_node,
    sidecar=False,
)
