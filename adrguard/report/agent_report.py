"""The verdict for an agent that asks for it: all of it, grouped by rule, with what to do; however long it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.report import agent, text

if TYPE_CHECKING:
    from adrguard.model.findings import Outcome


def render(outcome: Outcome) -> str:
    """Return the whole report, ended by a line feed."""
    return (agent.reason(outcome) if agent.holds(outcome) else text.render(outcome).rstrip("\n")) + "\n"
