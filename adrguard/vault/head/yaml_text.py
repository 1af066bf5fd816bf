"""How a value is written in YAML: plain where every reader takes it for that text, else in quotes."""

from __future__ import annotations

import re

PLAIN, SINGLE, DOUBLE = "", "'", '"'

_WORD = re.compile(r"[A-Za-z_][\w./-]*(?: [\w./-]+)*", re.ASCII)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_NAMED = re.compile(r"\d+[-_/]?[A-Za-z][\w./-]*", re.ASCII)
_NUMBER = re.compile(r"(?:\d[\d_]*(?:\.\d*)?e[-+]?\d+|0[xob][\da-f_]+)", re.IGNORECASE | re.ASCII)
_CONSTANTS = frozenset(("null", "true", "false", "yes", "no", "on", "off", "y", "n"))
_SAFE = " -._/()+;"
_ASCII = 127
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def scalar(text: str, style: str = PLAIN) -> str:
    """Return `text` as a YAML value on one line, in the quotes of `style` unless it needs others."""
    if style == PLAIN and _is_plain(text):
        return text
    if not _is_printable(text):
        return _double(text)
    if style == PLAIN:
        style = SINGLE if '"' in text or "\\" in text else DOUBLE
    return _double(text) if style == DOUBLE else "'" + text.replace("'", "''") + "'"


def as_text(text: str) -> str:
    """Return `text` as a YAML value that every reader takes for a text: a date is put in quotes, too."""
    return scalar(text, DOUBLE if _DAY.fullmatch(text) else PLAIN)


def _is_plain(text: str) -> bool:
    # What is beyond doubt in every YAML, in a list with brackets too; a date stays one.
    if text.lower() in _CONSTANTS or _NUMBER.fullmatch(text) or text.startswith("---"):
        return False
    return bool(_WORD.fullmatch(text) or _DAY.fullmatch(text) or _NAMED.fullmatch(text) or _is_prose(text))


def _is_prose(text: str) -> bool:
    """Say whether it is words of any script that begin with a letter, without a sign that means something."""
    if not text or not text[0].isalpha() or text != text.strip() or not _is_printable(text):
        return False
    return all(one.isalnum() or one in _SAFE or ord(one) > _ASCII for one in text)


def _is_printable(text: str) -> bool:
    return all(one.isprintable() for one in text)


def _double(text: str) -> str:
    safe = (_ESCAPES.get(one) or (one if one.isprintable() else f"\\U{ord(one):08x}") for one in text)
    return '"' + "".join(safe) + '"'
