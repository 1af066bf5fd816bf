"""The verdict as SARIF for GitHub's code scanning, which shows a suppressed result as an open alert.

So what a comment allows, and what the baseline knows, is counted in the run's properties and no result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.report import sarif

if TYPE_CHECKING:
    from adrguard.model.findings import Outcome


def render(outcome: Outcome) -> str:
    """Return the JSON document, ended by a line feed."""
    allowed = len(outcome.suppressed)
    notes = (*outcome.notes, *([f"{allowed} suppressed by a comment, not shown"] if allowed else []))
    return sarif.render(outcome.replace(suppressed=(), baselined=(), notes=notes))
