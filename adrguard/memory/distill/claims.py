"""What a trace itself says of its errors: why they are, what would help, how they are kept from coming again.

A line counts only where it stands with an error: what a compiler says of a warning is no cause of what failed.
"""

from __future__ import annotations

import functools
import re

import re2

from adrguard.memory.distill.quotes import Quote, likeness, shown
from adrguard.memory.traces.kind import STAMP, options
from adrguard.model.record import Record

CAUSE, SUGGESTION, PREVENTION = "cause", "suggestion", "prevention"
MOST_CLAIMS = 80
MOST_LINES = 8
_LONGEST_LINE = 4000
_TO_BLANK = r"\S|\s+\S"


class Claim(Record):
    """A statement of the trace: what it is about (`CAUSE` and the like), and its lines."""

    kind: str
    quote: Quote


# Kind, what its first line looks like, and what the lines look like that go on with it ("": there are none).
_TABLE = (
    (
        PREVENTION,
        r"(?i:\W*(?:prevention\b|to (?:prevent|avoid) (?:this|it|that)\b|in (?:the )?future\b|next time\b)).",
        "",
    ),
    (SUGGESTION, r"\s*(?:= )?help: .", r"\s*\d+\s*[|~+-]|\s*[|~]"),
    (SUGGESTION, r"hint: .", r"hint:"),
    (SUGGESTION, r"\s+\(use \"git ", r"\s+\(use \"git "),
    (SUGGESTION, r"(?i:.*\b(?:did you mean|perhaps you meant)\b)", ""),
    (SUGGESTION, r"(?i:\s*(?:hint|suggestion|suggested fix|tip|fix|solution|resolution|remedy|workaround) ?: *)\S", ""),
    (SUGGESTION, r".*; to add (?:it|them):$|.*to add missing requirements:$", r"\s+\S"),
    (SUGGESTION, r"\* Try:", _TO_BLANK),
    (
        SUGGESTION,
        r"(?:npm|pnpm) (?:ERR!|error) .*(?:Fix the upstream|retry|--force|this command|npm \w+ -)",
        r"(?:npm|pnpm) (?:ERR!|error) \S",
    ),
    (
        SUGGESTION,
        (
            r"(?i:(?:.*[.;,:] |\s*)(?:please (?:run|install|use|try|add|upgrade|set)|try (?:running|adding|using|"
            r"installing|setting)|you(?:'ll| may| might| should| can) (?:need|want|have|try)\b|"
            r"to (?:fix|resolve|solve) this\b))."
        ),
        "",
    ),
    (CAUSE, r"\s*(?:= )?note: .", ""),
    (CAUSE, r"\S[^:]*:\d+(?::\d+)?: note: .", ""),
    (CAUSE, r"\s*\|[\s|]*[-^~]+ +\S", ""),
    (CAUSE, r"\s*\|\s+(?:\|\s*)*[a-z`][\w`]* \S", ""),
    (CAUSE, r"\s*Caused by: .", ""),
    (CAUSE, r"\s*Caused by:$", r"\s+\S"),
    (CAUSE, r"\s*\[cause\]: .", ""),
    (CAUSE, r"(?i:\s*(?:root cause|cause|reason|because) ?[:=] *)\S", ""),
    (CAUSE, r"E   +\S", r"E   +\S|E$"),
    (CAUSE, r"(?:npm|pnpm) (?:ERR!|error) \S", r"(?:npm|pnpm) (?:ERR!|error) \S"),
    (CAUSE, r" ! \[(?:remote )?rejected\]", ""),
    (CAUSE, r"remote: (?i:error|fatal|permission)", ""),
    (CAUSE, r"CONFLICT \(", ""),
    (CAUSE, r"\* What went wrong:", _TO_BLANK),
    (CAUSE, r"\s*╰─> \S", ""),
    (CAUSE, r"\S.*(?:\(\d+,\d+\): |:\d+:\d+ - )error TS\d+: ", r"  +\S"),
)
_LABELS = tuple(index for index, one in enumerate(_TABLE) if one[1].startswith(r"\s*\|"))
"""What rustc writes beside the source: the words are quoted, not the marks before them."""
_IDLE = (
    r"\s*(?:= )?note: (?:run with|`#\[|for more information|see (?:above|below))|"
    r"(?:npm|pnpm) (?:ERR!|error) (?:code |syscall |errno |path |command |cwd |A complete log|.*debug-\d|"
    r"  -{1,2}\w| {4,}\S|\[-|(?:Usage|Options|aliases):|Run \"npm help|npm [\w-]+$|Clean install a|"
    r"For a full report|.*-(?:eresolve-)?report\.txt)|"
    r"hint: (?:See above|Disable this message)|.*for more info(?:rmation)?\.?$"
)
_WARNS = r"\s*(?:warning|WARNING|WARN|\[WARNING\]|(?:npm|pnpm) (?:WARN|warn))\b|\S[^:]*:\d+(?::\d+)?: warning: "
_FAILS = (
    r"\s*(?:error|ERROR|fatal|FATAL|\[ERROR\]|(?:npm|pnpm) (?:ERR!|error))\b|\S[^:]*:\d+(?::\d+)?: (?:fatal )?error|"
    r"E   |Traceback|thread '"
)
_FIGURES = bytes.maketrans(b"123456789", b"0" * 9)
_MOST_SEEN = 20_000
_NOTHING, _CALM, _WARNED, _AGAIN = range(4)
_TRACEBACK = r"[\s|+-]*(?:Exception Group )?Traceback \(most recent call last\):"
_LINK = r"During handling of the above exception|The above exception was the direct cause"
_LABEL = re.compile(rb"\s*\|[\s|]*(?:[-^~]+ +)*")
_RAISED = re.compile(r"[A-Za-z_][\w.]*(?:: .*)?$")


class Claims:
    """Takes the lines of what failed, in order; `found` is what they claim."""

    def __init__(self) -> None:
        self.found: list[Claim] = []
        self._known: set[tuple[str, str]] = set()
        self._warns = False
        self._open: tuple[int, int, list[str]] | None = None
        self._in_traceback = False
        self._raised: Quote | None = None
        self._seen: dict[bytes, int] = {}
        self._stamp, self._set, self._follows, self._idle, self._any = _compiled()

    def take(self, at: int, line: bytes) -> None:
        """Take the line of the number `at`."""
        line = line[:_LONGEST_LINE].rstrip(b"\r\n")
        stamp = self._stamp.match(line)
        line = line[stamp.end() :] if stamp else line
        if self._open and self._goes_on(line):
            return
        self.close()
        if not line.strip():
            self._warns = False
            return
        if self._in_traceback:
            self._traced(at, line)
        # A log may repeat one line a million times, with other figures in it.
        figures = line.translate(_FIGURES)
        known = self._seen.get(figures)
        if known is None:
            known = self._closely(at, line) if self._any.match(line) else _NOTHING
            if known != _AGAIN and len(self._seen) < _MOST_SEEN:
                self._seen[figures] = known
        elif known != _NOTHING:
            self._warns = known == _WARNED

    def _closely(self, at: int, line: bytes) -> int:
        """Look at a line; return what the next one that is like it would bring."""
        matched = sorted(self._set.Match(line) or ())
        rows = [one for one in matched if one < len(_TABLE)]
        heads = [one - len(_TABLE) for one in matched[len(rows) :]]
        for one in heads:
            self._headed(one, at, line)
        # What continues, or depends on what stood before, is looked at each time.
        again = any(one > 1 for one in heads) or any(_TABLE[one][2] for one in rows) or (bool(rows) and self._warns)
        if rows and not self._warns and not self._idle.match(line):
            label = _LABEL.match(line) if rows[0] in _LABELS else None
            self._open = (rows[0], at, [shown(line[label.end() :] if label else line)])
            if not _TABLE[rows[0]][2]:
                self.close()
        if again:
            return _AGAIN
        return (_WARNED if self._warns else _CALM) if heads else _NOTHING

    def _headed(self, which: int, at: int, line: bytes) -> None:
        if which < 2:  # noqa: PLR2004 - a head of a warning, or of an error
            self._warns = which == 0
        elif which == 2:  # noqa: PLR2004 - a traceback
            self._in_traceback = True
        elif self._raised or self.found:
            # What was raised first is why the other was; what links them says how.
            if self._raised:
                self._add(CAUSE, self._raised)
            self._add(CAUSE, Quote(at, (shown(line),)))
            self._raised = None

    def _traced(self, at: int, line: bytes) -> None:
        text = shown(line)
        if line[:1] not in (b" ", b"\t", b"|", b"+") and _RAISED.match(text):
            self._in_traceback = False
            self._raised = Quote(at, (text,))

    def _goes_on(self, line: bytes) -> bool:
        row, _, lines = self._open or (0, 0, [])
        follows = self._follows[row]
        if follows is None or not follows.match(line) or len(lines) >= MOST_LINES:
            return False
        others = [one for one in self._set.Match(line) or () if one < row]
        if others:
            return False
        if not self._idle.match(line) and (text := shown(line)):
            lines.append(text)
        return True

    def close(self) -> None:
        """Write down what is still open."""
        if self._open:
            row, at, lines = self._open
            self._open = None
            self._add(_TABLE[row][0], Quote(at, tuple(lines)))

    def _add(self, kind: str, quote: Quote) -> None:
        known = (kind, likeness("\n".join(quote.lines)))
        if quote.text and known not in self._known and len(self.found) < MOST_CLAIMS:
            self._known.add(known)
            self.found.append(Claim(kind, quote))


@functools.cache
def _compiled() -> tuple[
    re2._Regexp[bytes], re2.Set, list[re2._Regexp[bytes] | None], re2._Regexp[bytes], re2._Regexp[bytes]
]:
    heads = (_WARNS, _FAILS, _TRACEBACK, _LINK)
    patterns = [one[1] for one in _TABLE] + list(heads)
    every = re2.Set.SearchSet(_options())
    for one in patterns:
        every.Add(f"^(?:{one})".encode())
    every.Compile()
    follows = [re2.compile(f"^(?:{one[2]})".encode(), _options()) if one[2] else None for one in _TABLE]
    idle, whole = (re2.compile(f"^(?:{one})".encode(), _options()) for one in (_IDLE, "|".join(patterns)))
    return re2.compile(STAMP.encode(), _options()), every, follows, idle, whole


def _options() -> re2.Options:
    made = options()
    made.encoding = re2.Options.Encoding.UTF8
    return made
