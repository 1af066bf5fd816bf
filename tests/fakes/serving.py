"""The MCP server as a client has it: the SDK's own client over real pipes, or plain calls of a tool."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adrguard.mcp_server.tool import Answer, Desk, Tool
from adrguard.mcp_server.toolsets import tools
from adrguard.mcp_server.work import Task
from adrguard.usecases.served_places import served

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Self

ROOT = Path(__file__).parents[2]
MODES = ("legacy", "auto")
"""How a client begins: by the handshake of the older revisions, or by asking for the newest, which it finds."""


def desk(repo: Any, *named: str, vault: str = "") -> Desk:
    return Desk(served(str(repo.root), named), vault)


def tool(name: str) -> Tool:
    return next(one for one in tools() if one.name == name)


def call(repo: Any, name: str, **arguments: Any) -> Answer:
    """Call a tool as the server does, without a server."""
    return tool(name).run(desk(repo), Task(), arguments)


def command(*options: str) -> list[str]:
    return [sys.executable, "-m", "adrguard", "mcp", *options]


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(ROOT), **more}


def talk(
    folder: Path,
    say: Callable[[Any], Awaitable[Any]],
    *options: str,
    mode: str = "auto",
    env: dict[str, str] | None = None,
    **client: Any,
) -> Any:
    """Start `adrguard mcp` in a folder, let the SDK's client say something to it, and end both."""
    from mcp import Client, StdioServerParameters

    async def conversation() -> Any:
        program, *arguments = command(*options)
        started = StdioServerParameters(
            command=program, args=arguments, cwd=str(folder), env=environment(**(env or {}))
        )
        async with Client(started, mode=mode, **client) as connected:
            return await say(connected)

    return asyncio.run(conversation())


START = (
    '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},'
    '"clientInfo":{"name":"a test","version":"1"}}}'
)
"""What a client of the older era says first."""


def asked(number: int, name: str = "guard_check", **arguments: object) -> str:
    """Return a call of a tool as one line."""
    params = {"name": name, "arguments": arguments}
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params})


class Wire:
    """A server over pipes that is written to by hand, and has to end without a word."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            command(),
            cwd=folder,
            env=environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.send(START)
        self.hear()
        self.send('{"jsonrpc":"2.0","method":"notifications/initialized"}')

    def send(self, *lines: str | bytes) -> None:
        for line in lines:
            self.process.stdin.write((line if isinstance(line, bytes) else line.encode()) + b"\n")
        self.process.stdin.flush()

    def hear(self) -> Any:
        return json.loads(self.process.stdout.readline())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.stdin.close()
        assert self.process.stderr.read() == b""
        assert self.process.wait(60) == 0
        self.process.stdout.close()
        self.process.stderr.close()
