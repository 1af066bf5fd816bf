"""`.gitattributes`: which files are generated or vendored, as GitHub's linguist is told."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.changes.diff_paths import unquote
from adrguard.model.globs import GlobError, compile_globs

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from adrguard.model.globs import Glob

NAME = ".gitattributes"
LARGEST = 256 * 1024
_NAMES = ("linguist-generated", "linguist-vendored")
_QUOTED = re.compile(r'(?P<pattern>"(?:[^"\\]|\\.)*")(?P<rest>.*)', re.DOTALL)
# What parts the words of a line: to git no other white space does, which names of files may hold.
_BLANKS = " \t\r"
_WORDS = re.compile(rf"[^{_BLANKS}]+")
_MAGIC = re.compile(r"([*?\[\]\\{}])")


def generated(files: Mapping[str, bytes]) -> tuple[tuple[tuple[Glob, ...], bool], ...]:
    """Return ``(globs, is_generated)`` in the order in which the last match wins: deeper files after shallower ones."""
    found = []
    for path in sorted(files, key=lambda path: (path.count("/"), path)):
        found += list(_lines(path.rpartition("/")[0], files[path]))
    return tuple(found)


def _lines(folder: str, data: bytes) -> Iterator[tuple[tuple[Glob, ...], bool]]:
    for line in data[:LARGEST].decode("utf-8-sig", "surrogateescape").split("\n"):
        pattern, attributes = _split(line.strip(_BLANKS))
        verdict = _verdict(attributes)
        # A pattern that git refuses (a negative one, one that leaves its folder) sets nothing there either.
        if verdict is None or not pattern or pattern.startswith("!"):
            continue
        try:
            yield compile_globs(_from_root(folder, pattern)), verdict
        except GlobError:
            continue


def _split(line: str) -> tuple[str, list[str]]:
    if not line or line.startswith(("#", "[attr]")):
        return "", []
    quoted = _QUOTED.match(line)
    if quoted:
        path, _ = unquote(quoted["pattern"].encode("utf-8", "surrogateescape"))
        return path.decode("utf-8", "surrogateescape"), _WORDS.findall(quoted["rest"])
    pattern, *attributes = _WORDS.findall(line)
    return pattern, attributes


def _verdict(attributes: list[str]) -> bool | None:
    """Return what a line says: generated, not generated, or nothing about it."""
    verdict = None
    for attribute in attributes:
        name, _, value = attribute.lstrip("-!").partition("=")
        if name in _NAMES:
            said = not attribute.startswith(("-", "!")) and value.lower() != "false"
            verdict = said if verdict is None else verdict or said
    return verdict


def _from_root(folder: str, pattern: str) -> str:
    """Return the pattern of a nested file as one that is relative to the root."""
    # Git knows no braces in patterns, our globs do.
    pattern = pattern.replace("{", "\\{").replace("}", "\\}")
    if not folder:
        return pattern
    literal = _MAGIC.sub(r"\\\1", folder)
    if "/" in pattern.strip("/") or pattern.startswith("/"):
        return f"/{literal}/{pattern.lstrip('/')}"
    return f"/{literal}/**/{pattern}"
