"""What a trace shows after a failure: lines that say that it worked, and what was edited."""

from __future__ import annotations

import functools

import re2

from adrguard.memory.distill.quotes import Quote, shown
from adrguard.memory.traces.kind import STAMP, options

MOST_EDITS = 8
MOST_LINES = 60
_LONGEST_LINE = 4000

_WORKED = (
    r"\s+Finished .* target\(s\) in ",
    r"test result: ok\.",
    r"(?:=+ )?(?:\d+ (?:passed|skipped|deselected|xfailed|xpassed|warnings?|rerun)(?:, )?)*\d+ passed[^=]* in [\d.]+s",
    r"OK(?: \(.*\))?$",
    r"(?:added \d+ packages?|up to date\b|changed \d+ packages?|found 0 vulnerabilities)",
    r"Successfully (?:installed|built|tagged|rebased)",
    r"(?:\[INFO\] )?BUILD SUCCESS",
    r"ok  ?\s*\S+\s+(?:\(cached\)|[\d.]+s)",
    r"PASS\b",
    r"(?:Tests:?|Test Files)\s+(?:\d+ skipped, )?\d+ passed",
    r"# fail 0$",
    r"All checks passed",
    r"Success: no issues found",
    r"(?i:.*\bexit(?:ed)?(?: with)?(?: code| status)?:? 0\.?$)",
    r"\s+[0-9a-f]{4,}\.\.[0-9a-f]{4,}\s+\S+ -> \S+",
    r" \* \[new (?:branch|tag)\]",
    r"(?:Everything up-to-date|Already up to date)",
    r"\[\S+(?: \(root-commit\))? [0-9a-f]{7,}\] ",
    r"(?i:(?:the )?(?:build|tests?|compilation|deployment|migration)s? (?:succeeded|passed|completed successfully))",
    r".*\bis up to date\.$",
)
_FAILED = r".*\b[1-9]\d* (?:failed|failing|errors?)\b"
_FELL = r".*\b[1-9]\d* (?:failed|failing)\b"
_BROKEN_OFF = r"\^C|.*\bKeyboardInterrupt\b|(?:Aborted|Interrupted|Killed|Terminated)\b"
_IDLE = r"(?i:.*\bno tests? (?:ran|found|to run|were run|collected|executed)\b|collected 0 items)"
_EDIT = r"diff --git |--- \S|\+\+\+ \S|@@ -\d"


class Outcome:
    """Takes the lines of a step without errors.

    worked      the last line that says that it did
    edits       its diffs
    fell        whether a line counts what failed all the same
    broken_off  whether a line says so; `idle`: whether one says that nothing was tested
    """

    def __init__(self) -> None:
        self.worked: Quote | None = None
        self.edits: list[Quote] = []
        self.fell = self.broken_off = self.idle = False
        self._lines: list[str] = []
        self._at = 0
        self._worked, self._failed, self._fell, self._off, self._idle, self._edit = _compiled()

    def take(self, at: int, line: bytes) -> None:
        """Take the line of the number `at`."""
        line = line[:_LONGEST_LINE].rstrip(b"\r\n")
        if (self._lines or line.startswith((b"diff --git ", b"--- ", b"@@ -"))) and self._edits(at, line):
            return
        idle = bool(self._idle.match(line))
        self.idle = self.idle or idle
        self.fell = self.fell or bool(self._fell.match(line))
        self.broken_off = self.broken_off or bool(self._off.match(line))
        if self._worked.match(line) and not idle and not self._failed.match(line):
            self.worked = Quote(at, (shown(line),))

    def _edits(self, at: int, line: bytes) -> bool:
        within = line[:1] in (b" ", b"+", b"-", b"\\") if self._lines else False
        header = line.startswith((b"index ", b"new file ", b"deleted file ", b"rename ", b"similarity ", b"old mode "))
        if not (self._edit.match(line) or (self._lines and (within or header or line.startswith(b"new mode ")))):
            self.close()
            return False
        if line.startswith(b"diff --git ") and self._lines:
            self.close()
        self._at = self._at or at
        if len(self._lines) < MOST_LINES:
            self._lines.append(_as_it_stands(line))
        return True

    def close(self) -> None:
        """Write down what is still open."""
        if any(one.startswith("@@ ") for one in self._lines) and len(self.edits) < MOST_EDITS:
            self.edits.append(Quote(self._at, tuple(self._lines)))
        self._lines, self._at = [], 0


def _as_it_stands(line: bytes) -> str:
    """Return a line of a diff: its indentation means something."""
    sign = line[:1].decode("ascii", "replace") if line[:1] in (b" ", b"+", b"-") else ""
    rest = line[len(sign) :]
    blanks = len(rest) - len(rest.lstrip(b" "))
    return (sign + " " * blanks + shown(rest)).rstrip()


@functools.cache
def _compiled() -> tuple[re2._Regexp[bytes], ...]:
    made = options()
    return (
        re2.compile(f"^{STAMP}(?:{'|'.join(_WORKED)})".encode(), made),
        re2.compile(f"^{_FAILED}".encode(), made),
        re2.compile(f"^{STAMP}{_FELL}".encode(), made),
        re2.compile(f"^{STAMP}(?:{_BROKEN_OFF})".encode(), made),
        re2.compile(f"^{STAMP}(?:{_IDLE})".encode(), made),
        re2.compile(f"^(?:{_EDIT})".encode(), made),
    )
