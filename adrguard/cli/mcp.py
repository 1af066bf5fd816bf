"""`adrguard mcp`: the guard and the memory as tools of any client that speaks the Model Context Protocol."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from adrguard.cli.output import Paper, example
from adrguard.model.errors import CLEAN, AdrguardError

if TYPE_CHECKING:
    from collections.abc import Sequence

MISSING = "the MCP server needs the package mcp, 2.3 or a later 2.x, which pip install 'adrguard[mcp]' brings"


@click.command(
    epilog=example(
        "adrguard mcp                        what clients start, see `adrguard install`",
        "adrguard mcp --repo ../other        calls may name that repository as well",
        "adrguard mcp --toolset guard        only the guard",
    )
)
@click.option("--vault", default="", metavar="PATH", help="The vault, when not the one that is bound here.")
@click.option(
    "--repo",
    "repos",
    multiple=True,
    metavar="PATH",
    help="A repository that calls may name, beside the current one and its working trees; repeatable.",
)
@click.option("--sidecar", is_flag=True, help="Leave out the tools that agents such as omp bring themselves.")
@click.option(
    "--toolset",
    "toolsets",
    multiple=True,
    metavar="NAME",
    help="Only this set of tools: memory, guard or context; repeatable.",
)
def command(*, vault: str, repos: Sequence[str], sidecar: bool, toolsets: Sequence[str]) -> int:
    """Serve one MCP client on standard input and output, until it closes them.

    Clients start it: `adrguard install claude`, `codex`, `cursor` and so on register it. It needs the extra
    `adrguard[mcp]`. What is to be told to a person goes to stderr.
    """
    from adrguard.mcp_server.tool import Desk
    from adrguard.mcp_server.toolsets import tools
    from adrguard.usecases.served_places import served, vault_folder
    from adrguard.usecases.surroundings import current_folder

    chosen = tools(toolsets, sidecar=sidecar)
    start = current_folder()
    desk = Desk(served(start, repos), vault_folder(start, vault))
    try:
        from adrguard.mcp_server.server import serve
    except ImportError as error:
        raise AdrguardError(MISSING, f"Python says: {error}") from error
    if sys.stdin.isatty():
        paper = Paper(sys.stderr)
        paper.add("adrguard mcp waits for an MCP client on standard input: `adrguard install` registers it with yours.")
        paper.write()
    serve(desk, chosen)
    return CLEAN
