r"""What a file says besides what stands in it letter by letter: names that its language reads as others.

Python takes `requests` in full-width letters for `requests`, JavaScript ``ev\u0061l`` for `eval`, and in a string an
escape is as good as the character. A needle looked for in the letters alone would miss them, and with it the rule.
"""

from __future__ import annotations

import re

_ESCAPE = re.compile(
    rb"\\(?:x([0-9a-fA-F]{2})|u+([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|U([0-9a-fA-F]{8})|N\{([^}\n]{1,80})\}|([0-7]{1,3}))"
)
# Literals side by side are one, over line ends too, where a diff puts its own character.
_SEAM = re.compile(rb"""["'][ \t\r\n+\\-]{0,80}[fFrRuU]{0,2}["']""")
_IMPORTERS = (b"__import__", b"import_module", b"importorskip")
_OCTAL = 6


def respelled(text: bytes, *, python: bool) -> bytes:
    """Return, lower-cased, the text as the language reads it where that differs from how it is written; else b""."""
    read = _ESCAPE.sub(_character, text) if b"\\" in text else text
    if python:
        if not read.isascii():
            import unicodedata

            read = unicodedata.normalize("NFKC", read.decode("utf-8", "replace")).encode("utf-8", "replace")
        if any(word in text for word in _IMPORTERS):
            read = _SEAM.sub(b"", read)
    return b"" if read == text else b"\n" + read.lower()


def _character(escape: re.Match[bytes]) -> bytes:
    index = escape.lastindex or 0
    digits = escape.group(index).decode("ascii", "replace")
    if escape.group(5) is not None:
        import unicodedata

        try:
            return unicodedata.lookup(digits).encode()
        except KeyError:
            return escape.group()
    code = int(digits, 8 if index == _OCTAL else 16)
    return chr(code).encode("utf-8", "replace") if code <= 0x10FFFF else escape.group()  # noqa: PLR2004 - Unicode's last
