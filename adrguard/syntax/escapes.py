r"""Escapes of characters by their numbers, as languages have them in names and literals.

These are ``\x6c``, ``\u006c``, ``\u{6c}``, ``\U0000006c`` and ``\154``.
"""

from __future__ import annotations

from re import Match
from re import compile as compile_regex

_ESCAPE = compile_regex(
    r"\\(?:x([0-9a-fA-F]{2})|u+([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|U([0-9a-fA-F]{8})|([0-7]{1,3})|\r?\n)"
)
_OCTAL = 5
_LAST = 0x10FFFF


def unescaped(text: str) -> str:
    """Return the text with each escape that stands for a character by its number replaced by that character."""
    return _ESCAPE.sub(_character, text) if "\\" in text else text


def _character(escape: Match[str]) -> str:
    index = escape.lastindex
    if index is None:
        return ""  # the line goes on
    code = int(escape.group(index), 8 if index == _OCTAL else 16)
    return chr(code) if code <= _LAST else escape.group()
