"""File names for notes that every file system takes: Unicode kept, composed (NFC), and short enough in bytes.

Whatever a title holds, the name is one component of a path: no separator, no name that Windows keeps for its devices,
no dot or blank at its end, none of the characters that break a link in Obsidian.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

ENDING = ".md"
LONGEST = 200
"""Bytes of the longest name, ending included: file systems stop at 255 bytes, encrypted ones sooner."""
UNNAMED = "untitled"

_UNSAFE = re.compile(r'[<>:"/\\|?*#^\[\]\x00-\x1f\x7f-\x9f\u2028\u2029]+')
_DEVICE = re.compile(r"^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?= *(?:\.|$))", re.IGNORECASE)
_APOSTROPHES = re.compile("(?<=\\w)['\u2018\u2019\u02bc](?=\\w)")
_NOT_SHOWN = ("Cc", "Cf", "Cs", "Co", "Cn")
_ASCII_WORD = re.compile(r"[A-Za-z0-9]+")
_WORD = ("L", "N", "M")
_EDGES = " .-_~"
_LEAST_OF_A_CUT = 0.6


def slug(title: str, joint: str = "-", *, lower: bool = True) -> str:
    """Return the words of a title put together: ``Use C++ & Rust?`` is ``use-c-rust``; "" when it has none.

    Letters and digits of every script stay, with their marks; an apostrophe inside of a word goes.
    """
    if title.isascii() and title.isprintable():
        text = _APOSTROPHES.sub("", title.lower() if lower else title)
        return joint.join(_ASCII_WORD.findall(text))  # the same, in a fraction of the time
    text = _APOSTROPHES.sub("", unicodedata.normalize("NFC", title))
    text = unicodedata.normalize("NFC", text.lower()) if lower else text
    shown = (char for char in text if unicodedata.category(char) not in _NOT_SHOWN or char.isspace())
    words = "".join(char if unicodedata.category(char)[0] in _WORD else " " for char in shown).split()
    return joint.join(words)


def safe(stem: str, ending: str = ENDING, most: int = LONGEST) -> str:
    """Return a whole file name for a stem: what is not allowed goes, and with `ending` it has at most `most` bytes."""
    text = _UNSAFE.sub(" ", unicodedata.normalize("NFC", stem))
    text = "".join(char for char in text if unicodedata.category(char) not in _NOT_SHOWN)
    text = " ".join(text.split()).rstrip(". ").lstrip(_EDGES)
    text = _cut(text, most - len(ending.encode())).rstrip(". ")
    return (_DEVICE.sub(lambda match: f"{match[0]}_", text) or UNNAMED) + ending


def _cut(text: str, most: int) -> str:
    """Return as much of the text as fits into `most` bytes, up to the end of a word if one is near."""
    if len(text.encode()) <= most:
        return text
    end = len(text.encode()[:most].decode("utf-8", "ignore"))
    while end and unicodedata.category(text[end])[0] == "M":
        end -= 1  # a mark is never parted from its letter
    word = max(text.rfind(joint, 0, end + 1) for joint in " -_")
    return text[: word if word > end * _LEAST_OF_A_CUT else end].rstrip(_EDGES)


def key(name: str) -> str:
    """Return what two names share when some file system takes them for one: case and composition do not count."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def clash(name: str, existing: Iterable[str]) -> str:
    """Return the existing name that is this one on some file system, "" when there is none."""
    wanted = key(name)
    return next((one for one in existing if key(one) == wanted), "")


def numbered(name: str, existing: Iterable[str]) -> str:
    """Return the name itself where it is free, else the first free one of ``name-v2.md``, ``name-v3.md``."""
    taken = {key(one) for one in existing}
    stem, dot, ending = name.rpartition(".")
    stem, ending = (stem, dot + ending) if stem else (name, "")
    version, found = 1, name
    while key(found) in taken:
        version += 1
        found = safe(stem, f"-v{version}{ending}")
    return found
