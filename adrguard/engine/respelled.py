r"""What a file says besides what stands in it letter by letter: names that its language reads as others.

Python takes `requests` in full-width letters for `requests`, JavaScript ``ev\u0061l`` for `eval`, and in a string an
escape is as good as the character. A needle looked for in the letters alone would miss them, and with it the rule.
"""

from __future__ import annotations

_DIGITS = {b"x": 2, b"u": 4, b"U": 8}
_OCTAL = b"01234567"
_LONGEST_NAME = 80
_LAST = 0x10FFFF
# Literals side by side are one, over line ends too, where a diff puts its own character.
_BETWEEN = b" \t\r\n+\\-"
_PREFIXES = b"fFrRuU"
_FAR = 80
_IMPORTERS = (b"__import__", b"import_module", b"importorskip")
_REQUIRERS = (b"require", b"import(")


def respelled(text: bytes, *, python: bool) -> bytes:
    """Return, lower-cased, the text as the language reads it where that differs from how it is written; else b""."""
    read = _unescaped(text) if b"\\" in text else text
    if python and not read.isascii():
        read = _normalised(read)
    if any(word in text for word in (_IMPORTERS if python else _REQUIRERS)):
        read = _joined(read)
    return b"" if read == text else b"\n" + read.lower()


def _normalised(text: bytes) -> bytes:
    """Return identifiers as Python's parser reads them (PEP 3131: NFKC)."""
    import unicodedata

    decoded = text.decode("utf-8", "replace")
    if unicodedata.is_normalized("NFKC", decoded):
        return text
    return unicodedata.normalize("NFKC", decoded).encode("utf-8", "replace")


def _unescaped(text: bytes) -> bytes:
    first, *pieces = text.split(b"\\")
    read = [first]
    for piece in pieces:
        char, used = _escape(piece)
        read.append(char + piece[used:] if used else b"\\" + piece)
    return b"".join(read)


def _escape(piece: bytes) -> tuple[bytes, int]:
    """Return the character that stands after a backslash, and of how many bytes it is made; 0 when it is none."""
    kind = piece[:1]
    if kind == b"u" and piece[1:2] == b"{":
        return _coded(piece[2 : piece.find(b"}", 2)], 16, piece.find(b"}", 2) + 1)
    if kind == b"N" and piece[1:2] == b"{":
        return _named(piece)
    if kind in _DIGITS:
        start = len(piece) - len(piece.lstrip(b"u")) if kind == b"u" else 1
        end = start + _DIGITS[kind]
        return _coded(piece[start:end], 16, end) if len(piece) >= end else (b"", 0)
    octal = piece[: len(piece[:3]) - len(piece[:3].lstrip(_OCTAL))]
    return _coded(octal, 8, len(octal)) if octal else (b"", 0)


def _coded(digits: bytes, base: int, used: int) -> tuple[bytes, int]:
    if not digits.isalnum():
        return b"", 0
    try:
        code = int(digits, base)
    except ValueError:
        return b"", 0
    return (chr(code).encode("utf-8", "replace"), used) if code <= _LAST else (b"", 0)


def _named(piece: bytes) -> tuple[bytes, int]:
    import unicodedata

    end = piece.find(b"}", 2, _LONGEST_NAME)
    try:
        return unicodedata.lookup(piece[2:end].decode("ascii", "replace")).encode(), end + 1
    except KeyError:
        return b"", 0


def _joined(text: bytes) -> bytes:
    """Return the text without the seams between string literals that stand side by side."""
    read = []
    start = at = 0
    quotes = text.replace(b"'", b'"')  # one search for both kinds, or a file without one of them costs its square
    while (at := quotes.find(b'"', at)) >= 0:
        end = at + 1
        while end - at < _FAR and text[end : end + 1] and text[end : end + 1] in _BETWEEN:
            end += 1
        for _ in range(2):
            end += bool(text[end : end + 1]) and text[end : end + 1] in _PREFIXES
        if quotes[end : end + 1] == b'"':
            read.append(text[start:at])
            start = at = end + 1
        else:
            at += 1
    return b"".join([*read, text[start:]])
