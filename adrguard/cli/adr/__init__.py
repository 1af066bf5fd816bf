"""`adrguard adr`: the life of decisions. Only the command that is called is loaded."""

from __future__ import annotations

import click

from adrguard.cli.group import LazyGroup
from adrguard.cli.output import example

COMMANDS: dict[str, tuple[str, str]] = {
    "new": ("new", "Write a new decision, as the others of its folder are written."),
    "list": ("list", "List the decisions: status, rules enforced, last hit."),
    "show": ("show", "Show a decision with its links, rules, last hit and text."),
    "for": ("governing", "Say which decisions govern a file or a folder."),
    "graph": ("graph", "Draw which decision supersedes, needs or links to which."),
    "accept": ("accept", "Accept a proposed decision."),
    "reject": ("reject", "Reject a proposed decision."),
    "deprecate": ("deprecate", "Deprecate a decision that nothing takes the place of."),
    "supersede": ("supersede", "Let one decision take the place of others."),
}
"""Name on the command line: the module in this package, and the line shown in the list of commands."""


@click.command(
    cls=LazyGroup,
    package="adrguard.cli.adr",
    table=COMMANDS,
    epilog=example("adrguard adr list", "adrguard adr supersede ADR-0001 --by ADR-0012"),
)
def command() -> None:
    """Write, list and change decisions: each change is one transaction over all notes that it touches."""
