"""Allow the findings of one file by comments with a reason, where comments can stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.fixer.comments import candidates
from adrguard.fixer.edits import CannotRewriteError, apply, sound
from adrguard.fixer.sameness import same_program
from adrguard.model.rules import CHANGE_KINDS
from adrguard.usecases.fixing.outcome import Kept, Mended
from adrguard.usecases.fixing.rewrites import SET_ASIDE, mended, worse

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from adrguard.fixer.edits import Edit
    from adrguard.model.findings import Finding
    from adrguard.usecases.fixing.desk import Desk, Findings

NO_FILE = "it is about the change, not about what stands in a file"
NO_PLACE = "a comment beside it would not be one, or would take another comment's place"


class Suppressing:
    """The work on one file: all comments at once where that does it, else line by line, each in one of its places."""

    def __init__(self, desk: Desk, path: str, text: str, names: Callable[[Finding], str], reason: str) -> None:
        self._desk = desk
        self._path = path
        self._names = names
        self._reason = reason
        self.text = text
        self.mended: list[Mended] = []
        self.left: list[Kept] = []

    def allow(self, findings: Findings) -> None:
        """Allow the findings that `names` has a name for."""
        lines: dict[tuple[int, str], list[Finding]] = {}
        for one in findings:
            name = self._names(one)
            if name:
                lines.setdefault((one.line, name), []).append(one)
        ways = {key: self._ways(own, key[1]) for key, own in lines.items()}
        first = [ways[key][0] for key in ways if ways[key]]
        allowed = [one for key, own in lines.items() if ways[key] for one in own]
        apart = sound(first) and len({edit.start for edit in first}) == len(first)
        if apart and self._try(first, findings, allowed) is not None:
            return
        # From the end, so that the places above stay where they are.
        for key in sorted(ways, reverse=True):
            after = self._one(ways[key], findings, lines[key])
            findings = findings if after is None else after

    def _ways(self, findings: Sequence[Finding], name: str) -> list[Edit]:
        finding = findings[0]
        reason = NO_FILE if finding.rule.kind in CHANGE_KINDS else ""
        if self._desk.is_set_aside(finding.rule, self._path):
            reason = SET_ASIDE
        try:
            if not reason:
                return candidates(self._desk.source(self._path, self.text), finding, name, self._reason)
        except CannotRewriteError as error:
            reason = str(error)
        self.left += [Kept(one, reason) for one in findings]
        return []

    def _one(self, ways: Sequence[Edit], findings: Findings, own: Sequence[Finding]) -> Findings | None:
        for way in ways:
            after = self._try([way], findings, own)
            if after is not None:
                return after
        if ways:
            self.left += [Kept(one, NO_PLACE) for one in own]
        return None

    def _try(self, edits: Sequence[Edit], findings: Findings, allowed: Sequence[Finding]) -> Findings | None:
        """Make the edits if that allows just these findings and changes nothing else; return what is still found."""
        text = apply(self.text, edits)
        if not edits or not same_program(self._path, self.text, text):
            return None
        after = self._desk.findings_in(self._path, text)
        if worse(findings, after, allowed):
            return None
        self.text = text
        self.mended += [mended(one) for one in allowed]
        return after
