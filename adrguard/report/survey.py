"""What a page about a whole repository shows: its decisions, how far they reach, the verdict on all of its files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.model.record import Record

if TYPE_CHECKING:
    from adrguard.model.decisions import Decision
    from adrguard.model.findings import Outcome
    from adrguard.model.rules import Rule
    from adrguard.report.diagram import Edge, Node


class Surveyed(Record):
    """One decision: its node among the links, its standing in words, and the last day one of its rules found anything.

    `day` is an ISO date, "" where nothing is known.
    """

    decision: Decision
    node: Node
    day: str = ""


class Reach(Record):
    """One rule: its scope in words ("" : wherever its kind can look), and how many of the files it judges.

    `why_not` says why it does not bind today, "" when it does; `day` is as in `Surveyed`.
    """

    rule: Rule
    scope: str
    files: int
    why_not: str = ""
    day: str = ""


class Coverage(Record):
    """Which of the files decisions govern. Every path is in one of the groups.

    named      a rule with a scope of its own reaches them
    general    only rules without one do, such as a forbidden word that binds in every file
    left_out   generated, vendored, locked or decisions themselves: passed over unless a scope names them
    ungoverned no rule says anything about them
    """

    named: tuple[str, ...] = ()
    general: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    ungoverned: tuple[str, ...] = ()

    @property
    def files(self) -> int:
        """How many files there are."""
        return len(self.named) + len(self.general) + len(self.left_out) + len(self.ungoverned)


class Earlier(Record):
    """A report given beside the present state: what it is called, and what it says."""

    name: str
    outcome: Outcome


class Survey(Record):
    """The whole repository.

    name      what the repository's folder is called
    day       ISO date that the rules were judged at
    commit    full id of the commit that is checked out, "" where there is none or it cannot be told
    outcome   the verdict on every file, with a full account
    decisions in the order of their notes; missing: names in notes that lead to no decision
    edges     the links between the nodes of both
    rules     in the order of their notes
    earlier   reports of other days, oldest first
    root      relative path from the page's folder to the repository's, as in a link (``..``, ``.``); "" where the
              page lies somewhere else, so that no link can lead to a file
    """

    name: str
    day: str
    outcome: Outcome
    commit: str = ""
    decisions: tuple[Surveyed, ...] = ()
    missing: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    rules: tuple[Reach, ...] = ()
    coverage: Coverage = Coverage()
    earlier: tuple[Earlier, ...] = ()
    root: str = ""
