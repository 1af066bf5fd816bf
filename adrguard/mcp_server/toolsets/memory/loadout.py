"""`get_project_loadout`: what somebody has to know who is about to begin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.mcp_server.tool import Answer, Tool

if TYPE_CHECKING:
    from adrguard.mcp_server.tool import Desk, Work


def get_project_loadout(
    desk: Desk, work: Work, *, project_name: str = "", diff: bool = False, branch: str = ""
) -> Answer:
    """Say in fewer than 300 tokens what somebody has to know who is about to begin."""
    from adrguard.usecases.memory.loadout import loadout
    from adrguard.usecases.served_places import place

    work.begin("looking around")
    found = loadout(place(desk.places), project_name, diff=diff, branch=branch, vault=desk.vault)
    # The text is all: a second copy for programs would cost the reader the tokens that it was packed to save.
    return Answer(found.text, None, found.remarks)


TOOL = Tool(
    "get_project_loadout",
    "What binds here, and what was done last",
    "Fetch high-priority architectural blueprint, core invariants, project vision, and recent ADR decision logs "
    "(<300 tokens) from the vault. Always call this at the start of any new coding session or before planning "
    "major changes. Supports change-aware diff inspection to dynamically activate module-relevant ADRs.",
    {
        "type": "object",
        "properties": {
            "project_name": {
                "type": "string",
                "description": "Optional target project name or keyword. Auto-detected from repository/vault when "
                "omitted.",
            },
            "diff": {
                "type": "boolean",
                "description": "Inspect Git changes in workspace and dynamically activate module-relevant ADRs "
                "(<300 tokens).",
            },
            "branch": {
                "type": "string",
                "description": "Optional base branch for comparison (e.g. 'main', 'dev').",
            },
        },
    },
    get_project_loadout,
)
