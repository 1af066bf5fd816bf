"""The tools that keep what a model reads short: long logs are put away, and looked into where that is needed."""

from __future__ import annotations

from adrguard.mcp_server.toolsets.context import inspect, offload

TOOLS = (offload.TOOL, inspect.TOOL)
