"""The tools that keep what a model reads short: long logs and old turns are put away, and looked into where needed."""

from __future__ import annotations

from adrguard.mcp_server.toolsets.context import collect, inspect, offload

TOOLS = (offload.TOOL, inspect.TOOL, collect.TOOL)
