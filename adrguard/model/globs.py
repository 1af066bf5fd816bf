"""Gitignore-style globs, compiled to plain tuples and matched without a regular-expression engine.

A compiled glob is ``(anchored, segments)``: `segments` are the parts between slashes, ``"**"`` standing for any number
of folders. It matches a file when it matches the path itself or a folder above it, as a line of `.gitignore` does.
Braces (``*.{ts,tsx}``) are expanded first: authors write them, and gitignore alone would make such a rule dead.
"""

from __future__ import annotations

from itertools import pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Glob = tuple[bool, tuple[str, ...], bool]

_MAGIC = frozenset("*?[\\")
MOST_ALTERNATIVES = 256


class GlobError(ValueError):
    """A glob that can match nothing, or too much to expand; the message says which."""


def compile_globs(text: str) -> tuple[Glob, ...]:
    """Compile one glob as written; several results when it has braces. Raises `GlobError`."""
    text = text.strip()
    if not text or text == "/":
        msg = "an empty glob"
        raise GlobError(msg)
    if text.startswith("!"):
        msg = f"'{text}': negation has no meaning here, use 'except {text[1:]}'"
        raise GlobError(msg)
    return tuple(_compile(one) for one in _expand(text))


def _compile(text: str) -> Glob:
    folder_only = text.endswith("/")
    text = text.removeprefix("./")
    anchored = "/" in text.strip("/") or text.startswith("/")
    segments = tuple(part for part in text.split("/") if part)
    if ".." in segments:
        msg = f"'{text}' leaves the repository"
        raise GlobError(msg)
    for segment in segments:
        _check_segment(segment)
    if segments and segments[-1] == "**" and len(segments) > 1:
        # `a/**` is everything below a, never a itself: one more segment is obligatory.
        segments = (*segments[:-1], "**", "*")
    return (anchored, segments, folder_only)


def _check_segment(segment: str) -> None:
    index = 0
    while index < len(segment):
        if segment[index] == "\\":
            index += 1
        elif segment[index] == "[" and _class_end(segment, index) < 0:
            msg = f"'{segment}': '[' is never closed"
            raise GlobError(msg)
        index += 1


def _expand(text: str) -> list[str]:
    commas: list[int] = []
    start, depth, index = -1, 0, 0
    while index < len(text):
        char = text[index]
        if char == "\\":
            index += 1
        elif char == "{":
            depth += 1
            if depth == 1:
                start, commas = index, []
        elif char == "," and depth == 1:
            commas.append(index)
        elif char == "}" and depth:
            depth -= 1
            if depth == 0 and commas:
                return _alternatives(text, start, commas, index)
        index += 1
    return [text]


def _alternatives(text: str, start: int, commas: list[int], end: int) -> list[str]:
    edges = [start, *commas, end]
    found: list[str] = []
    for left, right in pairwise(edges):
        found += _expand(text[:start] + text[left + 1 : right] + text[end + 1 :])
        if len(found) > MOST_ALTERNATIVES:
            msg = f"'{text}' stands for more than {MOST_ALTERNATIVES} globs"
            raise GlobError(msg)
    return found


def matches(globs: Sequence[Glob], path: str) -> bool:
    """Say whether any of the compiled globs matches the file `path` (relative, forward slashes)."""
    parts = path.split("/")
    return any(_glob_matches(glob, parts) for glob in globs)


def _glob_matches(glob: Glob, parts: Sequence[str]) -> bool:
    anchored, segments, folder_only = glob
    last = len(parts) - 1 if folder_only else len(parts)
    if not anchored:
        return any(segment_matches(segments[0], part) for part in parts[:last])
    return _walk(segments, parts[:last])


def _walk(segments: tuple[str, ...], parts: Sequence[str]) -> bool:
    """Match from the root; running out of segments means that `parts` is the target or lies below it."""
    # States instead of recursion: many `**` in one glob stay linear in segments x parts.
    states = {0}
    for part in parts:
        states = _closure(segments, states)
        if len(segments) in states:
            return True
        states = {
            state if segments[state] == "**" else state + 1
            for state in states
            if segments[state] == "**" or segment_matches(segments[state], part)
        }
        if not states:
            return False
    return len(segments) in _closure(segments, states)


def _closure(segments: tuple[str, ...], states: set[int]) -> set[int]:
    reached = set(states)
    for start in states:
        state = start
        while state < len(segments) and segments[state] == "**":
            state += 1
            reached.add(state)
    return reached


def segment_matches(pattern: str, name: str) -> bool:
    r"""Match one path segment: `*`, `?`, `[a-z]`, `[!a]` and `\` escapes, none of which crosses a slash."""
    if _MAGIC.isdisjoint(pattern):
        return pattern == name
    if pattern[0] == "*" and _MAGIC.isdisjoint(pattern[1:]):
        return name.endswith(pattern[1:])
    return _wild(pattern, name)


def _wild(pattern: str, name: str) -> bool:
    at, index, star, mark = 0, 0, -1, 0
    while index < len(name):
        step = _one(pattern, at, name[index]) if at < len(pattern) and pattern[at] != "*" else 0
        if step:
            at, index = at + step, index + 1
        elif at < len(pattern) and pattern[at] == "*":
            star, mark, at = at, index, at + 1
        elif star >= 0:
            mark += 1
            at, index = star + 1, mark
        else:
            return False
    return all(char == "*" for char in pattern[at:])


def _one(pattern: str, at: int, char: str) -> int:
    """Return how many pattern characters match `char` at `at`, 0 when they do not."""
    head = pattern[at]
    if head == "?":
        return 1
    if head == "\\" and at + 1 < len(pattern):
        return 2 if pattern[at + 1] == char else 0
    if head == "[":
        end = _class_end(pattern, at)
        if end > 0:
            return end - at + 1 if _in_class(pattern[at + 1 : end], char) else 0
    return 1 if head == char else 0


def _class_end(pattern: str, at: int) -> int:
    first = at + 1
    if pattern[first : first + 1] in ("!", "^"):
        first += 1
    return pattern.find("]", first + 1)


def _in_class(body: str, char: str) -> bool:
    negated = body[:1] in ("!", "^")
    if negated:
        body = body[1:]
    index, found = 0, False
    while index < len(body):
        if body[index] == "\\" and index + 1 < len(body):
            index += 1
        if body[index + 1 : index + 2] == "-" and index + 2 < len(body):
            found = found or body[index] <= char <= body[index + 2]
            index += 3
        else:
            found = found or body[index] == char
            index += 1
    return found != negated


def literal_prefix(glob: Glob) -> str:
    """Return the folder (with its slash) or file below which everything that matches must lie; "" when unknown."""
    anchored, segments, _ = glob
    if not anchored:
        return ""
    fixed: list[str] = []
    for segment in segments:
        if not _MAGIC.isdisjoint(segment):
            break
        fixed.append(segment)
    return "/".join(fixed)


def any_below(globs: Iterable[Glob], folder: str) -> bool:
    """Say whether some glob could match a file below `folder`: a cheap, never-too-strict test."""
    prefixes = [literal_prefix(glob) for glob in globs]
    return any(not prefix or prefix.startswith(folder) or folder.startswith(prefix) for prefix in prefixes)
