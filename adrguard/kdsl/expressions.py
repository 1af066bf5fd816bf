"""Regular expressions: RE2's syntax, checked by RE2 itself, with a word about what it does not have."""

from __future__ import annotations

import re
from functools import cache

from adrguard.kdsl.faults import Fault, clipped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LONGEST = 1000
"""Characters of an expression."""

BIGGEST = 10_000
"""Instructions of the compiled expression: a thousand rules must fit into one pass."""

_LACKS = (
    (re.compile(r"\(\?<?[=!]"), "look-around", "let the expression itself say what stands around it, or use two rules"),
    (re.compile(r"\\[1-9]|\(\?P=|\\[gk][<{]"), "back-references", "write out the alternatives"),
    (re.compile(r"\(\?>|[*+?}]\+"), "possessive and atomic groups", "leave them out: RE2 never backtracks"),
    (re.compile(r"\(\?\("), "conditions", "write two alternatives"),
    (re.compile(r"\(\?[a-zA-Z]*x"), "verbose mode", "take the 'x' and the blanks out"),
    (re.compile(r"\(\?#"), "comments", "put the comment into a nested item"),
    (re.compile(r"\\Z"), "'\\Z'", "write \\z for the end of the text"),
    (re.compile(r"\\u[0-9a-fA-F]{4}"), "'\\u' escapes", "write \\x{…} with the same digits"),
)  # fmt: skip
_ESCAPE = re.compile(r"\\.", re.DOTALL)
_PROBES = ("", "a", "1 a\n")
_SKIP = re.compile(r"\\.|\[\^?\]?(?:\\.|\[:\w+:\]|[^\]\\])*\]", re.DOTALL)


def fault_of(source: str, flags: str) -> tuple[int, Fault] | None:
    """Return what is wrong with an expression and where in it (an index), None when it is sound."""
    if len(source) > LONGEST:
        message = f"an expression of {len(source)} characters, the limit is {LONGEST}"
        return LONGEST, Fault("bad-regex", message, "split it into several rules")
    if len(set(flags)) < len(flags):
        return len(source) + 1, Fault("bad-regex", f"a flag stands twice in '{flags}'", "write it once")
    return _halves(source) or _compiles(source, flags) or _anchors(source, flags)


def re2_source(source: str, flags: str) -> str:
    """Return the expression with its flags in front, as rules hold it."""
    return f"(?{''.join(sorted(flags))}){source}" if flags else source


@cache
def _options() -> Any:
    import re2

    options = re2.Options()
    options.log_errors = False
    return options


def _halves(source: str) -> tuple[int, Fault] | None:
    """Refuse what matches single bytes: a hit may begin or end within a character."""
    for escape in _ESCAPE.finditer(source):
        if escape[0] == r"\C":
            message = r"'\C' matches a byte, which may be a part of a character"
            return escape.start(), Fault("bad-regex", message, "write (?s:.) for any character, line ends included")
    return None


def _compiles(source: str, flags: str) -> tuple[int, Fault] | None:
    import re2

    try:
        compiled = re2.compile(re2_source(source, flags), _options())
    except re2.error as error:
        return _refused(source, error)
    if max(compiled.programsize, compiled.reverseprogramsize) > BIGGEST:
        return 0, Fault("bad-regex", "the expression is too large when compiled", "lower the numbers in {…}")
    if any(found is not None and not found.group() for found in map(compiled.search, _PROBES)):
        return 0, Fault(
            "bad-regex", "the expression matches the empty text, and so everywhere", "make a part obligatory"
        )
    return None


def _refused(source: str, error: Exception) -> tuple[int, Fault]:
    for sign, name, way_out in _LACKS:
        found = sign.search(source)
        if found:
            return found.start(), Fault("bad-regex", f"RE2 has no {name}", way_out)
    words = error.args[0] if error.args else ""
    words = words.decode("utf-8", "replace") if isinstance(words, bytes) else str(words)
    what, _, part = words.partition(": ")
    index = max(source.find(part), 0) if part and part != source else 0
    hint = "see the syntax of RE2; a character that is meant as such has a backslash before it"
    return index, Fault("bad-regex", f"no regular expression: {clipped(words if part else what, 80)}", hint)


def _anchors(source: str, flags: str) -> tuple[int, Fault] | None:
    """Refuse ``^`` and ``$`` without the flag ``m``: whoever writes them means lines, and RE2 the whole file."""
    if "m" in flags or re.search(r"\(\?[a-zA-Z]*m", source):
        return None
    rest = _SKIP.sub(lambda found: " " * len(found[0]), source)
    for char, of_file in (("^", r"\A"), ("$", r"\z")):
        index = rest.find(char)
        if index >= 0:
            message = f"'{char}' without the flag m means the {'start' if char == '^' else 'end'} of the file"
            return index, Fault("bad-regex", message, f"add m for lines: /…/m, or write {of_file} for the file")
    return None
