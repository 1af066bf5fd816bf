"""The paths in the headers of a diff: quoted by C's rules, prefixed by `a/` and `b/`, something else, or nothing."""

from __future__ import annotations

NOTHING = b"/dev/null"

_ESCAPES = {
    b"a": b"\a", b"b": b"\b", b"f": b"\f", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"v": b"\v", b"\\": b"\\", b'"': b'"',
}  # fmt: skip
_PREFIXES = (b"a/", b"b/", b"c/", b"i/", b"o/", b"w/")
_LEFT_BESIDE = (b".orig", b".old", b"~")
_OCTAL = 3


def unquote(text: bytes) -> tuple[bytes, bytes]:
    """Take a path off the front of a header; return it and what follows it.

    A quoted path ends at its quote, any other at a tab (git puts one after a path with blanks, diff a date) or the end.
    """
    if not text.startswith(b'"'):
        path, _, rest = text.partition(b"\t")
        return path, rest
    path, at = b"", 1
    while at < len(text) and text[at : at + 1] != b'"':
        char = text[at : at + 1]
        if char == b"\\":
            digits = text[at + 1 : at + 1 + _OCTAL]
            if len(digits) == _OCTAL and not digits.strip(b"01234567"):
                char, at = bytes([int(digits, 8) & 255]), at + _OCTAL
            else:
                char, at = _ESCAPES.get(text[at + 1 : at + 2], text[at : at + 2]), at + 1
        path += char
        at += 1
    return path, text[at + 1 :]


def git_pair(text: bytes) -> tuple[bytes, bytes]:
    """Return the two paths of a ``diff --git`` line, with their prefixes; both b"" when it is not to be told apart."""
    if text.startswith(b'"'):
        old, rest = unquote(text)
        return old, unquote(rest.removeprefix(b" "))[0]
    if text.endswith(b'"'):
        old, _, rest = text.partition(b' "')
        return old, unquote(b'"' + rest)[0]
    # Without quotes both names are the same but for their prefixes, which are equally long: it parts in the middle.
    middle = len(text) // 2
    if text[middle : middle + 1] == b" " and len(text) % 2:
        old, new = text[:middle], text[middle + 1 :]
        if old == new or old.partition(b"/")[2] == new.partition(b"/")[2]:
            return old, new
    old, found, new = text.partition(b" b/")
    return (old, b"b/" + new) if found else (b"", b"")


def strip_prefixes(old: bytes, new: bytes, header: tuple[bytes, bytes] = (b"", b"")) -> tuple[bytes, bytes]:
    """Return both paths without their prefixes; b"" for one that was `NOTHING` or unknown.

    `header` is the pair of the ``diff --git`` line, if there is one: it shows the prefixes of added and deleted files.
    """
    if old in (NOTHING, b""):
        return b"", _without(new, header)
    if new in (NOTHING, b""):
        return _without(old, header), b""
    if old == new:
        return old, new
    if old.partition(b"/")[2] == new.partition(b"/")[2] != b"":
        return old.partition(b"/")[2], new.partition(b"/")[2]
    if old.startswith(_PREFIXES) and new.startswith(_PREFIXES):
        return old[2:], new[2:]
    if any(old == new + suffix for suffix in _LEFT_BESIDE):
        return new, new
    return old, new


def _without(path: bytes, header: tuple[bytes, bytes]) -> bytes:
    if path == NOTHING:
        return b""
    if header[0] and header[0] == header[1]:
        return path
    if header[0] and path in header:
        return path.partition(b"/")[2] or path
    return without_prefix(path)


def without_prefix(path: bytes) -> bytes:
    """Return a path without the prefix that git usually puts in front of it, where nothing shows whether it has one."""
    return path[2:] if path.startswith(_PREFIXES) else path
