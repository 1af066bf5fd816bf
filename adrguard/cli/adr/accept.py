"""`adrguard adr accept`."""

from __future__ import annotations

from adrguard.cli.adr.moves import move_command

command = move_command(
    "accept",
    "Accept a proposed decision: its invariants bind from now on."
    "\n\nA decision in force that it says it supersedes gives way in the same step.",
)
