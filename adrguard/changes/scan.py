"""A unified diff, well-formed or careless, as files with what is known of either side.

Where a hunk's header counts its lines the counts rule: `--- old` is then a removed line `-- old`, not a header. Without
them (`diff --git` and `+` lines only, `@@ @@`) lines are taken as they come, and added ones are counted from 1 in each
file. Mails of `git format-patch`, `git show` and `git log -p` are read over what stands around their diffs.
"""

from __future__ import annotations

import io
import re

from adrguard.changes.binary_patch import literal
from adrguard.changes.change import MAX_FILE_SIZE, too_large
from adrguard.changes.decode import decode, wide
from adrguard.changes.diff_paths import NOTHING, git_pair, unquote, without_prefix
from adrguard.changes.sections import FileDiff, Section
from adrguard.model.changes import BINARY, Content
from adrguard.model.errors import AdrguardError

MOST_BYTES = 256_000_000
"""Size of a diff that is not read any more."""

_HUNK = re.compile(rb"@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@")
_COMBINED = re.compile(rb"(@@@{1,15})((?: -\d{1,9}(?:,\d{1,9})?){2,15}) \+(\d{1,9})(?:,(\d{1,9}))? @@@")
_NUMBERED = re.compile(rb"(?:^| )[-+]\d")
_RANGE = re.compile(rb"-(\d+)(?:,(\d+))?")
_BETWEEN = re.compile(rb"(?:From|commit) [0-9a-f]{40}")
_BINARY_BLOCK = re.compile(rb"(literal|delta) (\d{1,12})$")
_NEVER = (b"1970-01-01 ", b"1969-12-31 ")
_GIT, _COMBINED_GIT = b"diff --git ", (b"diff --cc ", b"diff --combined ")


class DiffError(AdrguardError):
    """A diff that cannot be understood; `line` (1-based) is where."""

    def __init__(self, name: str, line: int, message: str, hint: str = "") -> None:
        super().__init__(f"{name}:{line}: {message}", hint)
        self.line = line


def scan(data: bytes, name: str = "diff", limit: int = MAX_FILE_SIZE) -> list[FileDiff]:
    """Read a diff; each file comes once, in the order of the diff. Raises `DiffError`; an empty diff is fine.

    `limit` is the size in bytes over which one side of a file is not kept; `name` is what errors call the diff.
    """
    if len(data) > MOST_BYTES:
        raise DiffError(name, 1, "the diff is too large", "give it in parts, or name the commits: --range A..B")
    if wide(data):
        data = decode(data).text.encode("utf-8")
    merged: dict[bytes, Section] = {}
    for section in _Scanner(data.removeprefix(b"\xef\xbb\xbf"), name, limit).sections():
        if section.key in merged:
            merged[section.key].absorb(section)
        else:
            merged[section.key] = section
    return [section.result() for section in merged.values()]


class _Scanner:
    """Reads a diff line by line, with one line of foresight: `line` is None behind the last, `number` counts from 1."""

    def __init__(self, data: bytes, name: str, limit: int) -> None:
        self._data = data
        self._name = name
        self._limit = limit
        self._file = io.BytesIO(data)
        self._following = self._file.readline()
        self.line: bytes | None = None
        self.number = 0
        self._advance()

    def _advance(self) -> None:
        self.line = self._following.removesuffix(b"\n") if self._following else None
        self._following = self._file.readline()
        self.number += 1

    def _error(self, message: str, hint: str = "", line: int = 0) -> DiffError:
        return DiffError(self._name, line or self.number, message, hint)

    def sections(self) -> list[Section]:
        """Read everything."""
        found: list[Section] = []
        between = False
        while self.line is not None:
            if self._at_header():
                found.append(self._section())
                continue
            between = between or _BETWEEN.match(self.line) is not None
            if not between and _HUNK.match(self.line):
                raise self._error("a hunk that belongs to no file", "put `diff --git a/PATH b/PATH` in front of it")
            self._advance()
        if not found and not between and self._data.strip():
            if b"\x1b[" in self._data:
                raise self._error("the diff is coloured", "make it with `git diff --no-color`", 1)
            raise self._error("this is no diff: it names no file", "start with `diff --git a/PATH b/PATH`", 1)
        return found

    def _at_header(self) -> bool:
        line = self.line or b""
        if line.startswith((b"--- ", b"+++ ")):
            return line.startswith(b"+++ ") or self._following.startswith(b"+++ ")
        return line.startswith((_GIT, *_COMBINED_GIT))

    def _section(self) -> Section:
        line = self.line or b""
        section = Section(self.number, self._limit, crlf=line.endswith(b"\r"))
        line = self._bare(section)
        if line.startswith(_GIT):
            section.git = git_pair(line.removeprefix(_GIT))
            self._advance()
        elif line.startswith(_COMBINED_GIT):
            path = unquote(line.split(b" ", 2)[2])[0]
            section.git = (b"a/" + path, b"b/" + path)
            self._advance()
        self._header(section)
        section.settle()
        if not section.key:
            raise self._error("the header names no file", "write `diff --git a/PATH b/PATH`", section.line)
        self._body(section)
        contradiction = section.contradiction
        if contradiction:
            raise self._error(contradiction, "correct its header", section.line)
        return section

    def _bare(self, section: Section) -> bytes:
        line = self.line or b""
        return line.removesuffix(b"\r") if section.crlf else line

    def _header(self, section: Section) -> None:
        while self.line is not None:
            line = self._bare(section)
            if section.names is None and line.startswith(b"--- ") and self._following.startswith(b"+++ "):
                self._advance()
                section.names = (_name(line), _name(self._bare(section)))
            elif section.names is None and line.startswith(b"+++ "):
                section.names = section.git if section.git[1] else (without_prefix(_name(line)),) * 2
            elif not _extended(section, line):
                return
            self._advance()

    def _body(self, section: Section) -> None:
        while self.line is not None and not self._at_header():
            line = self._bare(section)
            if line.startswith(b"@@"):
                self._hunk(section, line)
            elif line == b"GIT binary patch":
                self._binary(section)
            elif line.startswith(b"Binary files ") and line.endswith(b" differ"):
                section.binary = {side: Content("", problem=BINARY) for side in ("old", "new")}
                self._advance()
            elif _BETWEEN.match(line):
                return
            else:
                self._loose(section, line)
                self._advance()

    def _loose(self, section: Section, line: bytes) -> None:
        if not section.careless and self._at_signature(section):
            section.loose, section.hunk = False, 0
        elif section.loose:
            section.take_loose(line)
        elif section.hunk and line.startswith(b"+"):
            raise self._beyond(section.hunk)

    def _at_signature(self, section: Section) -> bool:
        """Say whether the signature of a mail begins here: a removed ``-`` looks like it, but the diff goes on then."""
        if (self.line or b"").rstrip() != b"--":
            return False
        if not self._following.strip(b"\r\n"):
            return section.hunks > 0 or not self._following
        return not self._following.startswith((b"+", b"-", b" ", b"@@"))

    def _hunk(self, section: Section, line: bytes) -> None:
        start = self.number
        section.part()
        self._advance()
        if line.startswith(b"@@@"):
            self._combined(section, line, start)
        elif _HUNK.match(line):
            self._counted(section, line, start)
        elif _NUMBERED.search(line.split(b"@@")[1]):
            hint = "write `@@ -START,COUNT +START,COUNT @@`, or `@@ @@` without numbers"
            raise self._error("this hunk header cannot be read", hint, start)
        else:
            section.loose = section.careless = True
            return
        section.hunks += 1
        section.loose, section.hunk = False, start
        self._check_end(section, start)

    def _counted(self, section: Section, header: bytes, start: int) -> None:
        found = _HUNK.match(header)
        assert found is not None  # noqa: S101 -- the caller looked
        old, old_left, new, new_left = [1 if part is None else int(part) for part in found.groups()]
        while old_left or new_left:
            line = self._bare(section)
            mark, text = line[:1], line[1:]
            if self.line is None or not self._fits(mark, old_left, new_left):
                raise self._short(start, old_left, new_left)
            if mark in (b"-", b" ", b"", b"\r"):
                section.old.add(old, line if mark == b"\r" else text)
                old, old_left = old + 1, old_left - 1
            if mark in (b"+", b" ", b"", b"\r"):
                section.new.add(new, line if mark == b"\r" else text)
                new, new_left = new + 1, new_left - 1
            self._advance()
            self._remark(section, mark)

    @staticmethod
    def _fits(mark: bytes, old_left: int, new_left: int) -> bool:
        """Say whether the counts have room for a line; an empty one is context that lost its blank on the way."""
        if mark == b"+":
            return new_left > 0
        if mark == b"-":
            return old_left > 0
        return mark in (b" ", b"", b"\r") and old_left > 0 and new_left > 0

    def _remark(self, section: Section, mark: bytes) -> None:
        if self.line is not None and self.line.startswith(b"\\"):
            if mark != b"+":
                section.old.unended()
            if mark != b"-":
                section.new.unended()
            self._advance()

    def _short(self, start: int, old_left: int, new_left: int) -> DiffError:
        missing = " and ".join(
            f"{count} {what} line{'s' if count > 1 else ''}"
            for count, what in ((old_left, "old"), (new_left, "new"))
            if count
        )
        where = "the diff ends" if self.line is None else "another line comes"
        message = f"{where} where the hunk of line {start} announces {missing} more"
        return self._error(message, "the diff was cut or edited: make it anew, or write `@@ @@` without numbers")

    def _check_end(self, section: Section, start: int) -> None:
        """Refuse lines beyond what the header announced: were they skipped, nobody would judge them."""
        if self.line is None or self._at_signature(section):
            return
        alone = self.line.startswith(b"+++ ")
        if self._bare(section)[:1] in (b"+", b"-", b" ") and (alone or not self._at_header()):
            raise self._beyond(start)

    def _beyond(self, start: int) -> DiffError:
        message = f"the hunk of line {start} goes on here, beyond the lines that its header announces"
        return self._error(message, "correct its numbers, or write `@@ @@` without numbers")

    def _combined(self, section: Section, header: bytes, start: int) -> None:
        """Read a hunk of a merge: a line that some parent has is old, one that the result has is new."""
        found = _COMBINED.match(header)
        if found is None:
            hint = "show one parent only: `git show -m --first-parent`"
            raise self._error("this hunk header cannot be read", hint, start)
        parents = [int(count or 1) for _, count in _RANGE.findall(found[2])]
        old, new, new_left = 1, int(found[3]), int(found[4] or 1)
        while new_left or any(parents):
            line = self._bare(section)
            marks, text = line[: len(parents)].ljust(len(parents)), line[len(parents) :]
            gone = b"-" in marks
            counted = b"-" if gone else b" "
            parents = [left - (marks[at : at + 1] == counted) for at, left in enumerate(parents)]
            new_left -= not gone
            if self.line is None or marks.strip(b" +-") or new_left < 0 or min(parents) < 0:
                raise self._short(start, max(parents), max(new_left, 0))
            if counted in marks:
                section.old.add(old, text)
                old += 1
            if not gone:
                section.new.add(new, text)
                new += 1
            self._advance()
            self._remark(section, b"-" if gone else b" ")

    def _binary(self, section: Section) -> None:
        self._advance()
        for side in ("new", "old"):
            found = _BINARY_BLOCK.match(self._bare(section))
            if found is None:
                break
            self._advance()
            lines: list[bytes] = []
            while self.line is not None and self._bare(section):
                lines.append(self._bare(section))
                self._advance()
            self._advance()
            section.binary[side] = self._unpacked(found[1], lines, int(found[2]))
        if not section.binary:
            raise self._error("a binary patch without data", "make the diff anew with `git diff --binary`")

    def _unpacked(self, kind: bytes, lines: list[bytes], size: int) -> Content:
        if kind == b"delta":
            return Content("", problem=BINARY)
        if self._limit and size > self._limit:
            return too_large(size, self._limit)
        data = literal(lines, size)
        if data is None:
            raise self._error("a damaged binary patch", "make the diff anew with `git diff --binary`")
        return decode(data)


def _name(line: bytes) -> bytes:
    """Return the name behind ``---`` or ``+++``; diff marks a file that is not there by the first of all dates."""
    name, rest = unquote(line[4:])
    return NOTHING if rest.startswith(_NEVER) else name


def _extended(section: Section, line: bytes) -> bool:
    """Take one of git's own header lines; False when it is none."""
    words = line.split(b" ")
    two, three = b" ".join(words[:2]), b" ".join(words[:3])
    if two in (b"rename from", b"rename to", b"copy from", b"copy to"):
        section.moved[two] = unquote(line[len(two) + 1 :])[0]
    elif two in (b"old mode", b"new mode"):
        section.modes[two] = _mode(words[-1])
    elif three in (b"new file mode", b"deleted file mode"):
        section.modes[three] = _mode(words[-1].partition(b",")[0])
    elif words[0] == b"index" and b".." in line:
        section.modes[b"index"] = _mode(words[-1])
    elif words[0] == b"mode" and b".." in line:
        section.modes[b"index"] = _mode(line.rpartition(b"..")[2])
    else:
        return two in (b"similarity index", b"dissimilarity index")
    return True


def _mode(digits: bytes) -> int:
    """Read a mode; 0 for what is none, as behind an ``index`` line without one."""
    return int(digits, 8) if len(digits) == 6 and not digits.strip(b"01234567") else 0  # noqa: PLR2004 -- 100644
