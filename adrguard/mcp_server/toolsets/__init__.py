"""The registry: one file for each set of tools, loaded only when it is asked for."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from adrguard.model.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.mcp_server.tool import Tool

TOOLSETS = {
    "memory": "what is known here, and what was learnt",
    "guard": "a change judged by the decisions in force",
    "context": "long logs and conversations made short",
}
"""Name of a set, which is also its module here: what it is about."""
_ORDER = (
    "get_project_loadout", "recall_memory", "guard_check", "flush_session", "distill_session_skill", "offload_context",
    "inspect_log_node", "gc_session_context",
)  # fmt: skip
"""How tools are listed: as one comes to need them."""


def tools(names: Sequence[str] = (), *, sidecar: bool = False) -> tuple[Tool, ...]:
    """Return the tools of these sets (of all, when none is named); `sidecar` leaves out what such agents have.

    Raises `UsageError` for a set that is not there.
    """
    unknown = [name for name in names if name not in TOOLSETS]
    if unknown:
        listed = "; ".join(f"{name}: {what}" for name, what in TOOLSETS.items())
        raise UsageError(f"there is no set of tools '{unknown[0]}'", f"--toolset takes {listed}")
    found: list[Tool] = []
    for name in TOOLSETS:
        if not names or name in names:
            found += importlib.import_module(f"{__name__}.{name}").TOOLS
    found.sort(key=lambda one: _ORDER.index(one.name))
    return tuple(one for one in found if one.sidecar or not sidecar)
