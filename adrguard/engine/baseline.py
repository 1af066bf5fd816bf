r"""The baseline: findings that are known and were there before anyone looked.

One line a finding, tab-separated and sorted: rule id, path, occurrence, white-space-normalised line. No line numbers,
so that edits elsewhere leave it alone and two branches merge without a conflict. Tabs, line ends and backslashes within
a field are written as ``\t``, ``\n``, ``\r``, ``\\``.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adrguard.model.findings import Finding, Unjudged

HEADER = "# Known findings of adrguard, one a line: rule, path, occurrence, text. Made by `adrguard baseline write`.\n"
MENDED = "the baseline holds an entry that is mended: "
"""How a verdict begins to speak of an entry that is stale."""
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


def rule_of(line: str) -> str:
    """Return the id of the rule that an entry names."""
    return line.partition("\t")[0]


def path_of(line: str) -> str:
    """Return the file that an entry names, as an entry holds it."""
    return line.partition("\t")[2].partition("\t")[0]


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

    def undecided(self, unjudged: Iterable[Unjudged]) -> frozenset[str]:
        """Return the entries about what could not be judged: nothing says whether that has been mended."""
        skipped = {(escaped(one.path), one.rule) for one in unjudged} if self.entries else ()
        return frozenset(
            [one for one in self.entries if not {(path_of(one), ""), (path_of(one), rule_of(one))}.isdisjoint(skipped)]
        )


def text(entries: Iterable[str]) -> str:
    """Return the baseline file of these entries."""
    return HEADER + "".join(one + "\n" for one in sorted(entries))
