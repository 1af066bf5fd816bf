"""`adrguard adr deprecate`."""

from __future__ import annotations

from adrguard.cli.adr.moves import move_command

command = move_command(
    "deprecate",
    "Deprecate a decision in force that nothing takes the place of: its invariants end.",
)
