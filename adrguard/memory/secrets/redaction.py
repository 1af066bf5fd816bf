"""Secrets taken out of a log before it is kept or shown.

What secrets look like is known to `bc-detect-secrets`, the kept-up fork of Yelp's detector. Its shapes are run by RE2,
as its own engine can be made to hang by a hostile line; a shape that RE2 does not know is tried without its assertions,
which takes more for a secret, never less. The detector costs 0.2 s to load, so it is loaded only once a line looks like
holding a secret. Its measure of randomness is left out: a log is full of digests.
"""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

import re2

from adrguard.memory.secrets import redaction_names as names
from adrguard.memory.secrets.redaction_commands import OPTION
from adrguard.memory.secrets.redaction_shapes import (
    ENCODED,
    FIELD,
    HINTS,
    OWN,
    PARAMETER,
    PROMPT,
    RANDOM,
    SEVERAL,
    TOLD,
)
from adrguard.memory.spans import ANYWHERE, asked
from adrguard.memory.traces.folding import blanked
from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from adrguard.memory.spans import Matched

_LONGEST = 1 << 14
_OVERLAP = 1 << 12
_MOST_KEY_LINES = 200
_MEMORY = 32 << 20
_MARK = b"[redacted: %s]"

# A word that names a secret, and its value: in quotes, or as an assignment that a person or a program printed.
_NAMED = (
    r"(?i)(?:[\w.-]*?(?:%s))[\w-]{0,20}[\"'\]]{0,2}\s*(?:=>|:=|[:=]{1,3})\s*"
    r"(?:[bru]{0,2}\"([^\"\r\n]{3,200})\"|[bru]{0,2}'([^'\r\n]{3,200})'|([^\s\"'`,;&)}\]]{3,200}))"
)
_WORDS = (
    "passphrase",
    "passcode",
    r"\bpass\b",
    r"_psw\b",
    r"_pw\b",
    "(?:api|access|secret) key",
    r"(?:secret|access|master|encryption|signing|session)_?key",
)
"""What names a secret, beside what the detector knows."""
_BARE = 3
"""The group of `_NAMED` that has no quotes."""

_BEGIN = b"PRIVATE KEY"
_PUTTY = re.compile(rb"\s*Private-Lines:\s{0,10}(\d{1,4})\s*$")
_KEY_ENDS = re.compile(rb"-----END [A-Z0-9 ]*PRIVATE KEY")
_KEY_BEGINS = re.compile(rb"-----BEGIN (?>[A-Z0-9 ]*PRIVATE KEY)[A-Z ]*-----")
_KEY_NAME = "Private Key"
# A key within one line, its own lines told apart by escapes or blanks: in JSON, in a variable, in a dump of settings.
_KEY_IN_LINE = re.compile(
    rb"-----BEGIN (?>[A-Z0-9 ]*PRIVATE KEY)[A-Z ]*-----((?:[A-Za-z0-9+/=,: \t-]|\\+[nrt])*?)"
    rb"(?:-----END|[^A-Za-z0-9+/=,: \t\\-]|\\+(?![nrt\\])|$)"
)

# The name of a variable in a list of them, and the line after it.
_LISTED = re.compile(rb"\b(?:[nN]ame|[kK]ey)[\"']?:\s{0,10}[\"']?([A-Za-z][\w.-]{0,199})[\"']?,?\s{0,10}$")
_VALUE = re.compile(rb"\s{0,200}[\"']?[vV]alue[\"']?:\s{0,10}[\"']?([^\"'\r\n]{1,200})")
_LONGEST_NAME = 260
_MOST_OF_ONE = 16
_ONE_LETTER = ("x", "X")


class Shape(Record):
    """What one sort of secret looks like: its name, the compiled pattern, and the groups that hold the secret."""

    name: str
    pattern: re2._Regexp[bytes]
    groups: tuple[int, ...]
    one: bool = False
    """Whether a line has one beginning of it (a program, a statement), and there may be several secrets after that."""


class Redactor:
    """Takes the secrets out of a text that comes in pieces; `count` says how many there were."""

    def __init__(self) -> None:
        self.count = 0
        self._hints = _hints()
        self._key_lines = 0
        self._named = False

    def redacted(self, data: bytes) -> bytes:
        """Return the piece without its secrets: the very same object where it has none."""
        if self._key_lines:
            return self._rest_of_key(data)
        parts, at = self._value(data, 0) if self._named and data else ([], 0)
        begins, ends = self._hint(data, at)
        if begins < 0 and not parts:
            return data
        while begins >= 0:
            start = data.rfind(b"\n", at, begins) + 1 or at
            stop = data.find(b"\n", ends)
            stop = len(data) if stop < 0 else stop
            line = data[start:stop]
            parts += [data[at:start], self._line(line)]
            at = stop
            self._key_lines = self._lines_of_key(line)
            if self._key_lines:
                parts.append(self._rest_of_key(data[at:], first=True))
                at = len(data)
            elif _is_name(line):
                value, at = self._value(data, at + 1)
                parts += [data[stop : stop + 1], *value]
            begins, ends = self._hint(data, at)
        parts.append(data[at:])
        changed = b"".join(parts)
        return data if changed == data else changed

    def _value(self, data: bytes, at: int) -> tuple[list[bytes], int]:
        """Return the line at a place without its value, which the line before it named, and where it ends."""
        self._named = at >= len(data)
        stop = data.find(b"\n", at)
        stop = len(data) if stop < 0 else stop
        line = data[at:stop]
        found = _VALUE.match(line)
        if not found or not _is_meant(FIELD, line, found.span(1)):
            return [], min(at, len(data))
        return [self._without(line, [(*found.span(1), FIELD)])], stop

    def _hint(self, data: bytes, at: int) -> tuple[int, int]:
        """Return from where to where something stands that may be a secret, (-1, -1) for nothing."""
        return self._hints(ANYWHERE, data, at, len(data))[0]

    def _lines_of_key(self, line: bytes) -> int:
        """Return how many lines at most follow that are a private key."""
        if _BEGIN in line:
            return _MOST_KEY_LINES if _goes_on(line) else 0
        putty = _PUTTY.match(line)
        if not putty:
            return 0
        self.count += 1
        return min(int(putty[1]), _MOST_KEY_LINES)

    def _rest_of_key(self, data: bytes, *, first: bool = False) -> bytes:
        """Leave out the lines of a private key up to its end; a key that never ends is not the whole log."""
        kept, at = [], 0
        if first:
            at = 1 if data.startswith(b"\n") else 0
            kept.append(data[:at])
        while self._key_lines and at < len(data):
            stop = data.find(b"\n", at)
            stop = len(data) if stop < 0 else stop
            line = data[at:stop]
            self._key_lines -= 1
            if _KEY_ENDS.search(line):
                self._key_lines = 0
                kept.append(line)
            elif line.strip():
                kept.append(_MARK % _KEY_NAME.encode())
            kept.append(data[stop : stop + 1])
            at = stop + 1
        return b"".join(kept) + (self.redacted(data[at:]) if at < len(data) else b"")

    def _line(self, line: bytes) -> bytes:
        if len(line) <= _LONGEST:
            return self._kept(line, self._spans(line))
        # A line without end is looked at piece by piece, so that no shape has to be looked for in all of it at once;
        # the pieces overlap, so that no secret is cut in two.
        spans: list[tuple[int, int, str]] = []
        for at in range(0, len(line), _LONGEST - _OVERLAP):
            piece = line[at : at + _LONGEST]
            if self._hint(piece, 0)[0] >= 0:
                spans += [(at + start, at + end, name) for start, end, name in self._spans(piece)]
        return self._kept(line, spans)

    def _kept(self, line: bytes, spans: list[tuple[int, int, str]]) -> bytes:
        if _BEGIN in line:
            within = [(*found.span(1), _KEY_NAME) for found in _keys(line) if found.group(1).strip()]
            self.count += not within and bool(_KEY_BEGINS.search(line))
            spans = [*spans, *within]
        return self._without(line, spans) if spans else line

    def _spans(self, line: bytes) -> list[tuple[int, int, str]]:
        plain = blanked(line)
        spans: list[tuple[int, int, str]] = []
        # Most lines that look like holding a secret hold none: one search for all shapes tells that.
        for shape in shapes() if _any_shape()(ANYWHERE, plain, 0, len(plain))[0][0] >= 0 else ():
            for found in _found(shape, plain):
                held = [found.span(group) for group in shape.groups if found.span(group)[0] >= 0] or [found.span()]
                if _is_meant(shape.name, plain, held[0]):
                    spans += [(*span, shape.name) for span in held]
        return [*spans, *_named(plain)]

    def _without(self, line: bytes, spans: list[tuple[int, int, str]]) -> bytes:
        parts, at = [], 0
        for start, end, name in sorted(spans, key=lambda one: (one[0], -one[1])):
            if start < at or end <= start:
                continue
            parts += [line[at:start], _MARK % name.encode()]
            at = end
            self.count += 1
        return b"".join([*parts, line[at:]])


def redact(text: str) -> tuple[str, int]:
    """Return a text without its secrets, and how many there were."""
    redactor = Redactor()
    data = text.encode("utf-8", "surrogatepass")
    changed = redactor.redacted(data)
    return (text if changed is data else changed.decode("utf-8", "surrogatepass")), redactor.count


def _keys(line: bytes) -> Iterator[re.Match[bytes]]:
    return _KEY_IN_LINE.finditer(blanked(line))


def _goes_on(line: bytes) -> bool:
    """Say whether a private key begins in the line, and goes on in the next one."""
    begun = [*_KEY_BEGINS.finditer(line)]
    if not begun or _KEY_ENDS.search(line, begun[-1].end()):
        return False
    last = [*_keys(line)][-1:]
    return not last or not last[0].group(1).strip() or last[0].end(1) >= len(line.rstrip())


def _is_meant(sort: str, line: bytes, span: tuple[int, int]) -> bool:
    """Say whether what a shape found is a secret, and no word that stands in the place of one."""
    value = line[slice(*span)].decode("utf-8", "replace")
    if sort == OPTION:
        before = line[: span[1]].decode("utf-8", "replace")
        rest = line[span[1] :].decode("utf-8", "replace")
        return not names.is_said(value) and names.is_given(before + rest, value, len(before))
    if value in _ONE_LETTER and sort in (PROMPT, "SQL Password"):
        return True  # there it masks nothing
    return not names.is_said(value) and (sort not in _JUDGES or _JUDGES[sort](value))


_JUDGES: dict[str, Callable[[str], bool]] = {
    **dict.fromkeys(RANDOM, names.is_random),
    FIELD: names.is_field,
    PROMPT: names.is_field,
    PARAMETER: names.is_parameter,
    TOLD: names.is_told,
    ENCODED: names.is_encoded,
}
"""By the sort of a shape, what says whether a value that it found is a secret."""


def _named(line: bytes) -> Iterator[tuple[int, int, str]]:
    for found in _assignments().finditer(line):
        group = next((group for group in (1, 2, 3) if found.span(group)[0] >= 0), 0)
        value = found.group(group).decode("utf-8", "replace")
        named = line[found.start() : found.start(group)].decode("utf-8", "replace")
        if names.is_secret(line, named, value, quoted=group != _BARE):
            yield (*found.span(group), "Secret Keyword")


def _options() -> re2.Options:
    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.log_errors = False
    options.max_mem = _MEMORY
    return options


@functools.cache
def _hints() -> Matched:
    options = _options()
    options.never_nl = True
    return asked("|".join(HINTS).encode("latin-1"), options)


@functools.cache
def _assignments() -> re2._Regexp[bytes]:
    from detect_secrets.plugins.keyword import DENYLIST

    words = [*(word for word in DENYLIST if word.isascii() and ".*" not in word), *_WORDS]
    return re2.compile((_NAMED % "|".join(words)).encode(), _options())


@functools.cache
def shapes() -> tuple[Shape, ...]:
    """Return what secrets look like, by the detector and by us."""
    found = []
    for name, source, first in OWN:
        made = re2.compile(source.encode(), _options())
        found.append(Shape(name, made, _own(made, first), name in SEVERAL))
    for name, shape in _detectors():
        found.append(Shape(name, _compiled(shape), _groups(shape)))
    return tuple(found)


@functools.cache
def _any_shape() -> Matched:
    options = _options()
    options.never_capture = True
    return asked(b"|".join(b"(?:%s)" % shape.pattern.pattern for shape in shapes()), options)


def _found(shape: Shape, line: bytes) -> Iterator[re2._Match[bytes]]:
    if not shape.one:
        yield from shape.pattern.finditer(line)
        return
    for _ in range(_MOST_OF_ONE):
        found: re2._Match[bytes] | None = shape.pattern.search(line)
        if not found:
            return
        yield found
        start, end = found.span(1)
        line = line[:start] + b"<" * (end - start) + line[end:]


def _is_name(line: bytes) -> bool:
    """Say whether a line names a secret whose value the next line has, as Kubernetes and AWS list variables."""
    named = _LISTED.search(line[-_LONGEST_NAME:])
    return named is not None and names.is_named(named[1].decode("ascii", "replace"))


def _own(shape: re2._Regexp[bytes], first: int) -> tuple[int, ...]:
    """Return the groups from the first that may hold a secret on: one of them does."""
    return tuple(range(first, shape.groups + 1)) if first else (0,)


def _detectors() -> Iterator[tuple[str, re.Pattern[str]]]:
    import importlib
    import pkgutil

    from detect_secrets import plugins
    from detect_secrets.plugins.base import RegexBasedDetector

    for module in sorted(one.name for one in pkgutil.iter_modules(plugins.__path__)):
        if module in _LEFT_OUT:
            continue
        named = importlib.import_module(f"{plugins.__name__}.{module}")
        for one in vars(named).values():
            if isinstance(one, type) and issubclass(one, RegexBasedDetector) and one.__module__ == named.__name__:
                detector = one()
                yield from ((detector.secret_type, shape) for shape in detector.denylist)


_LEFT_OUT = frozenset(("base", "high_entropy_strings", "ip_public", "keyword", "private_key"))
_ASSERTIONS = re.compile(r"\(\?<?[!=](?:\\.|\[(?:\\.|[^\]\\])*\]|[^()\\\[])*\)")


def _compiled(shape: re.Pattern[str]) -> re2._Regexp[bytes]:
    source = f"(?i){shape.pattern}" if shape.flags & re.IGNORECASE else shape.pattern
    try:
        return re2.compile(source.encode(), _options())
    except re2.error:
        return re2.compile(_ASSERTIONS.sub("", source).encode(), _options())


def _groups(shape: re.Pattern[str]) -> tuple[int, ...]:
    """Return the groups that hold the secret: all of the match where a group is only its beginning."""
    return tuple(range(1, shape.groups + 1)) if shape.groups and "(ghp|" not in shape.pattern else (0,)
