"""What makes a finding the same one in two reports: a fingerprint, which no line number is part of.

It is a digest of the finding's identity (rule, path, line as text, occurrence), as a report can hold it: a finding that
was read back from a report has the fingerprint that it had when it was found.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from adrguard.model.record import Record
from adrguard.report.display import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.model.findings import Finding, Outcome

LONGEST_LINE = 400
"""Characters of a line that a report repeats; of a longer one its digest is part of the identity."""


class Fingerprints(Record):
    """The fingerprints of all findings of an outcome, in its order, each of which occurs once."""

    findings: tuple[str, ...]
    suppressed: tuple[str, ...]
    baselined: tuple[str, ...]
    fixed: tuple[str, ...]


def fingerprints(outcome: Outcome) -> Fingerprints:
    """Return the fingerprints of an outcome's findings; of equal ones all but the first are numbered."""
    seen: dict[str, int] = {}

    def of(findings: Sequence[Finding]) -> tuple[str, ...]:
        return tuple([_unique(fingerprint(one), seen) for one in findings])

    return Fingerprints(
        of(outcome.findings),
        of([one.finding for one in outcome.suppressed]),
        of(outcome.baselined),
        of(outcome.fixed),
    )


def fingerprint(finding: Finding) -> str:
    """Return 32 hexadecimal digits."""
    rule, path, _, occurrence = finding.identity
    parts = (written(rule), written(path), line(finding), str(occurrence))
    return _digest("\0".join(parts))[:32]


def line(finding: Finding) -> str:
    """Return the text that stands for the line in the finding's identity, no longer than a report repeats it."""
    text = written(finding.identity[2])
    return text if len(text) <= LONGEST_LINE else f"sha256:{_digest(text)}"


def written(text: str) -> str:
    """Return `text` with lone surrogates, which no file in UTF-8 can carry, shown as the bytes they stand for."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return "".join([visible(char) if "\ud800" <= char <= "\udfff" else char for char in text])
    return text


def _unique(digest: str, seen: dict[str, int]) -> str:
    number = seen[digest] = seen.get(digest, 0) + 1
    return digest if number == 1 else _digest(f"{digest}\0{number}")[:32]


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
