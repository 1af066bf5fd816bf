"""How untrusted text is shown: nothing of it can move the cursor, forge a line of the report, or push the caret aside.

Paths, excerpts and the words of a note come from a repository that may be hostile. Whatever a terminal would obey
instead of show (control characters, direction marks, bytes that are not UTF-8) is written as an escape.

A warm hook imports this module: `unicodedata` is looked up only for a line that is not ASCII.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

UTF8 = "utf-8"
RED, GREEN, YELLOW, CYAN, BOLD, DIM = "31", "32", "33", "36", "1", "2"

_NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_TAB = "    "
_CUT = "…"
_PLAIN_SIGNS = {
    "❌": "X",
    "✅": "OK",
    "✓": "OK",
    "⚠": "!",
    "…": "...",
    "→": "->",
    "·": "-",
    "μ": "u",
    "§": "|",
}
_FOUR_HEX_DIGITS = 0xFFFF
_FIRST_RAW_BYTE, _LAST_RAW_BYTE = 0xDC80, 0xDCFF


def visible(text: str, encoding: str = UTF8) -> str:
    r"""Return `text` on one line with everything escaped that is not simply a sign on the screen.

    A byte that was not UTF-8 (a surrogate escape, as in odd file names) is shown as the byte it was: ``\xff``.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join([_shown(char, encoding) for char in text])


def visible_line(line: str, encoding: str = UTF8) -> str:
    """Return a line of a file as `visible`, but with a tab as blanks, as one is used to see it."""
    return "".join([cell(char, encoding)[0] for char in line.rstrip()])


def folded(text: str, encoding: str = UTF8) -> str:
    """Return prose on one line: runs of white space, line ends included, become one space; the rest as `visible`."""
    return visible(" ".join(text.split()), encoding)


def shortened(text: str, most: int, encoding: str = UTF8) -> str:
    """Return `folded(text)`, its middle cut out when it is longer than `most` characters."""
    if len(text) > 2 * most:
        text = text[:most] + text[-most:]
    text = folded(text, encoding)
    if len(text) <= most:
        return text
    half = (most - 1) // 2
    return text[: most - 1 - half] + sign(_CUT, encoding) + text[len(text) - half :]


def sign(char: str, encoding: str) -> str:
    """Return one of the report's own signs, or its ASCII spelling where the output's encoding lacks it."""
    return char if _can_say(char, encoding) else _PLAIN_SIGNS[char]


def spelled(text: str, encoding: str) -> str:
    """Return an answer's text with each `sign` in it as the encoding can say it."""
    if encoding == UTF8 or text.isascii():
        return text
    return "".join([sign(char, encoding) if char in _PLAIN_SIGNS else char for char in text])


def window(line: str, start: int, end: int, room: int, encoding: str = UTF8) -> tuple[str, int, int]:
    """Cut from `line` what fits into `room` columns around the characters `start` to `end`.

    Returns the text to show, and the column and width at which carets underline that range on the screen (wide
    characters take two columns, combining ones none). Leading white space is left out, cuts are marked.
    """
    line = line.rstrip()
    start = max(0, min(start, len(line)))
    end = max(start, min(end, len(line)))
    first_shown = min(len(line) - len(line.lstrip()), start)

    used = 0
    right, used = _advance(line, start, used, room * 2 // 3, encoding)
    left = start
    while left > first_shown:
        width = cell(line[left - 1], encoding)[1]
        if used + width > room:
            break
        left, used = left - 1, used + width
    right, used = _advance(line, right, used, room, encoding)

    cells = [cell(char, encoding) for char in line[left:right]]
    before, after = (sign(_CUT, encoding) if cut else "" for cut in (left > first_shown, right < len(line)))
    indent = len(before) + sum([width for _, width in cells[: start - left]])
    marked = sum([width for _, width in cells[start - left : end - left]])
    return before + "".join([text for text, _ in cells]) + after, indent, max(1, marked)


def _advance(line: str, at: int, used: int, room: int, encoding: str) -> tuple[int, int]:
    while at < len(line):
        width = cell(line[at], encoding)[1]
        if used + width > room:
            break
        at, used = at + 1, used + width
    return at, used


def cell(char: str, encoding: str = UTF8) -> tuple[str, int]:
    """Return how one character of a source line is shown and how many columns that takes."""
    if " " <= char <= "~":
        return char, 1
    if char == "\t":
        return _TAB, len(_TAB)
    text = _shown(char, encoding)
    return text, len(text) if len(text) > 1 else _columns(char)


def _columns(char: str) -> int:
    import unicodedata

    if unicodedata.category(char) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def _shown(char: str, encoding: str) -> str:
    if (char.isprintable() or char == "\u3000") and _can_say(char, encoding):
        return char
    if char in _NAMED:
        return _NAMED[char]
    code = ord(char)
    if _FIRST_RAW_BYTE <= code <= _LAST_RAW_BYTE:
        code -= 0xDC00
    if code <= 0xFF:  # noqa: PLR2004 - two hexadecimal digits
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= _FOUR_HEX_DIGITS else f"\\U{code:08x}"


def _can_say(char: str, encoding: str) -> bool:
    if encoding == UTF8 or char.isascii():
        return True
    try:
        char.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def paint(text: str, code: str, *, on: bool) -> str:
    """Return `text` in one of the colours above, or as it is."""
    return f"\x1b[{code}m{text}\x1b[0m" if on and text else text


def wants_colour(environ: Mapping[str, str], *, terminal: bool) -> bool:
    """Say whether to write colours: NO_COLOR and FORCE_COLOR decide where they are set and not empty."""
    if environ.get("NO_COLOR"):
        return False
    if environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return terminal and environ.get("TERM") != "dumb"


def encoding_of(name: str | None) -> str:
    """Return the codec's usual name for a stream's `encoding`, ASCII when there is none."""
    name = (name or "ascii").lower().replace("_", "-")
    return UTF8 if name in ("utf8", "utf-8", "utf-8-sig") else name
