"""`adrguard report`: what becomes of reports. Only the command that is called is loaded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adrguard.cli.group import LazyGroup
from adrguard.cli.output import example

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS: dict[str, tuple[str, str]] = {
    "html": ("html", "Show decisions, findings and coverage of the whole tree on one page."),
    "convert": ("convert", "Write a JSON report in another format."),
    "merge": ("merge", "Make one report of the reports of all shards."),
}
"""Name on the command line: the module in this package, and the line shown in the list of commands."""


class _Reports(LazyGroup):
    """Takes `--html` for the command of that name, wherever it stands."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put the command's name in front."""
        return super().parse_args(ctx, _named(args, self.table))


def _named(args: Sequence[str], table: object) -> list[str]:
    if "--html" not in args or not isinstance(table, dict) or args[0] in table:
        return list(args)
    return ["html", *[word for word in args if word != "--html"]]


@click.command(
    cls=_Reports,
    package="adrguard.cli.report",
    table=COMMANDS,
    epilog=example(
        "adrguard report --html --output adrguard.html",
        "adrguard report convert report.json --format sarif --output adrguard.sarif",
        "adrguard report merge shard-1.json shard-2.json --format json --output report.json",
    ),
)
def command() -> None:
    """Merge, convert and show reports that `adrguard check --format json` wrote."""
