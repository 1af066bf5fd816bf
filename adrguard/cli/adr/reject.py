"""`adrguard adr reject`."""

from __future__ import annotations

from adrguard.cli.adr.moves import move_command

command = move_command(
    "reject",
    "Reject a proposed decision; its note stays on record.",
)
