"""A group of commands of which only the one that is called is loaded."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Mapping


class LazyGroup(click.Group):
    """Loads a command's module when it is called, and none of them to list them all.

    `table` maps a name on the command line to the module in `package` whose `command` it is, and to the line shown in
    the list of commands.
    """

    def __init__(self, *args: Any, package: str, table: Mapping[str, tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.package = package
        self.table = table

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names, in the table's order."""
        del ctx
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load one command."""
        del ctx
        if cmd_name not in self.table:
            return None
        module = importlib.import_module(f"{self.package}.{self.table[cmd_name][0]}")
        command = module.command
        assert isinstance(command, click.Command)  # noqa: S101 -- a module of ours without its command is a bug
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in self.table.items()])
