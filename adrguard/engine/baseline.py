r"""The baseline: findings that are known and were there before anyone looked.

One line a finding, tab-separated and sorted: rule id, path, occurrence, white-space-normalised line. No line numbers,
so that edits elsewhere leave it alone and two branches merge without a conflict. Tabs, line ends and backslashes within
a field are written as ``\t``, ``\n``, ``\r``, ``\\``.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adrguard.model.findings import Finding

HEADER = "# Known findings of adrguard, one a line: rule, path, occurrence, text. Made by `adrguard baseline write`.\n"
_FIELDS = 4
_ESCAPES = (("\\", "\\\\"), ("\t", "\\t"), ("\n", "\\n"), ("\r", "\\r"))


def entry(finding: Finding) -> str:
    """Return the finding as a line of the baseline, without its line end."""
    rule, path, line, occurrence = finding.identity
    return "\t".join(escaped(field) for field in (rule, path, str(occurrence), line))


def escaped(text: str) -> str:
    """Return a field as an entry holds it."""
    for plain, written in _ESCAPES:
        text = text.replace(plain, written)
    return text.encode("utf-8", "backslashreplace").decode()


def is_entry(line: str) -> bool:
    """Say whether a line of the file is built as an entry is."""
    fields = line.split("\t")
    return len(fields) == _FIELDS and fields[2].isdecimal()


def lines_of(text: str) -> Iterator[str]:
    """Yield the lines of a baseline file that should be entries."""
    return (line for line in text.split("\n") if line.strip() and not line.startswith("#"))


class Baseline:
    """The entries of a baseline file."""

    def __init__(self, text: str) -> None:
        self.entries = frozenset(lines_of(text))

    def split(self, findings: Iterable[Finding]) -> tuple[list[Finding], list[Finding]]:
        """Part the findings into new and known ones."""
        new: list[Finding] = []
        known: list[Finding] = []
        for finding in findings:
            (known if self.entries and entry(finding) in self.entries else new).append(finding)
        return new, known

    def stale(self, findings: Iterable[Finding]) -> list[str]:
        """Return the entries that none of these findings (all of the tree) explains."""
        return sorted(self.entries - {entry(finding) for finding in findings})


def text(entries: Iterable[str]) -> str:
    """Return the baseline file of these entries."""
    return HEADER + "".join(one + "\n" for one in sorted(entries))
