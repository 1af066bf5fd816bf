"""The tools of the memory: what is known here, and what was learnt."""

from __future__ import annotations

from adrguard.mcp_server.toolsets.memory import distill, flush, loadout, recall

TOOLS = (loadout.TOOL, recall.TOOL, flush.TOOL, distill.TOOL)
