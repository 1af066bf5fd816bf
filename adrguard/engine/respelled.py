r"""What a file says besides what stands in it letter by letter: names that its language reads as others.

Python takes `requests` in full-width letters for `requests`, JavaScript ``ev\u0061l`` for `eval`, in a string an escape
is as good as the character, and a sum of strings as good as one. A needle looked for in the letters alone would miss
them, and with it the rule. Comments between the parts of a sum are not looked through.
"""

from __future__ import annotations

from adrguard.engine.needles import IMPORTERS

_DIGITS = {b"x": 2, b"u": 4, b"U": 8}
_OCTAL = b"01234567"
_LONGEST_NAME = 80
_LAST = 0x10FFFF
_LINE_ENDS = (b"\r\n", b"\n", b"\r")
_QUOTES = bytes.maketrans(b"'`", b'""')
# What may stand between the parts of a sum, or in a string without meaning anything.
_NOTHING = b" \t\r\n\\"
_DEEPEST = 4  # brackets around a part of a sum
_PREFIXES = (b"f", b"r", b"u", b"rf", b"fr")
_OPENINGS = (b"(", b",", b"=")  # what a string stands behind that names a module or an attribute


def respelled(text: bytes, *, python: bool, ecmascript: bool) -> bytes:
    """Return, lower-cased, the text as the language reads it where that differs from how it is written; else b"".

    What is joined of the parts of strings stands in a copy of its own, in which all else means nothing.
    """
    read = _unescaped(text) if b"\\" in text else text
    if python and not read.isascii():
        read = _normalised(read)
    found = b"" if read == text else b"\n" + read.lower()
    if ecmascript or (python and any(word in read for word in IMPORTERS)):
        found += b"\n" + _joined(read.lower(), python=python)
    return found


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
    if kind in b"\r\n":
        return b"", next((len(end) for end in _LINE_ENDS if piece.startswith(end)), 0)
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


def _joined(text: bytes, *, python: bool) -> bytes:
    """Return a lower-cased text with all of its strings that stand side by side, or in a sum, made one."""
    squeezed = text.translate(_QUOTES, _NOTHING)
    for _ in range(_DEEPEST):
        squeezed = squeezed.replace(b")+", b"+").replace(b"+(", b"+")
    joined = squeezed.replace(b"+", b"").replace(b'""', b"")
    return _without_prefixes(joined) if python else joined


def _without_prefixes(text: bytes) -> bytes:
    """Take off the letters before strings that follow others, but not where such a letter is a string itself."""
    for before in _OPENINGS:
        for prefix in (b"", *_PREFIXES):
            text = text.replace(before + prefix + b'"', before + prefix + b"'")
    first, *rest = text.split(b'"')
    read = [first]
    pieces = iter(rest)
    for piece in pieces:
        read += [next(pieces, b"")] if piece in _PREFIXES else [b'"', piece]
    return b"".join(read).replace(b"'", b'"')
