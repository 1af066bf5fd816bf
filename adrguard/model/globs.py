"""Gitignore-style globs, compiled to plain tuples and matched without a regular-expression engine.

A compiled glob is ``(anchored, segments, folder_only)``: `segments` are the parts between slashes, ``"**"`` standing
for any number of folders. It matches a file when it matches the path itself or a folder above it, as a line of
`.gitignore` does. Braces (``*.{ts,tsx}``) are expanded first: authors write them, and gitignore alone would make such a
rule dead.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    Glob = tuple[bool, tuple[str, ...], bool]

_MAGIC = frozenset("*?[\\")
_EVERYTHING = (False, ("**",), False)
MOST_ALTERNATIVES = 256
LONGEST = 1024
"""Characters of a glob: real ones are far shorter."""

_CLASSES = {
    "alnum": str.isalnum,
    "alpha": str.isalpha,
    "blank": " \t".__contains__,
    "cntrl": lambda char: not char.isprintable(),
    "digit": str.isdigit,
    "graph": lambda char: char.isprintable() and char != " ",
    "lower": str.islower,
    "print": str.isprintable,
    "punct": lambda char: char.isprintable() and not char.isalnum() and char != " ",
    "space": str.isspace,
    "upper": str.isupper,
    "xdigit": "0123456789abcdefABCDEF".__contains__,
}


class GlobError(ValueError):
    """A glob that can match nothing, or too much to expand; the message says which."""


def compile_globs(text: str) -> tuple[Glob, ...]:
    """Compile one glob as written; several results when it has braces. Raises `GlobError`."""
    text = text.strip()
    if len(text) > LONGEST:
        msg = f"a glob of {len(text)} characters, the limit is {LONGEST}"
        raise GlobError(msg)
    if text.startswith("!"):
        msg = f"'{text}': negation has no meaning here, use 'except {text[1:]}'"
        raise GlobError(msg)
    return tuple(_compile(one) for one in _expand(text))


def _compile(text: str) -> Glob:
    if text in (".", "./"):
        return _EVERYTHING
    segments = tuple([part for part in text.split("/") if part not in ("", ".")])
    if not segments:
        msg = "an empty glob"
        raise GlobError(msg)
    if ".." in segments:
        msg = f"'{text}' leaves the repository"
        raise GlobError(msg)
    for segment in segments:
        _check_segment(segment)
    if segments[-1] == "**" and len(segments) > 1:
        # `a/**` is everything below a, never a itself: one more segment is obligatory.
        segments = (*segments[:-1], "**", "*")
    return ("/" in text.rstrip("/"), segments, text.endswith("/"))


def _check_segment(segment: str) -> None:
    index = 0
    while index < len(segment):
        if segment[index] == "\\":
            _check_escape(segment, index)
            index += 1
        elif segment[index] == "[":
            end = _class_end(segment, index)
            if end < 0:
                msg = f"'{segment}': '[' is never closed"
                raise GlobError(msg)
            index = end
        index += 1


def _check_escape(segment: str, at: int) -> None:
    escaped = segment[at + 1 : at + 2]
    if not escaped:
        msg = f"'{segment}' ends in a backslash that escapes nothing"
        raise GlobError(msg)
    if escaped.isalnum():
        msg = f"'{segment}': folders are separated by '/', a backslash only takes the meaning from '*', '?' and '['"
        raise GlobError(msg)


def _expand(text: str) -> list[str]:
    # A stack instead of recursion: a hostile glob of a thousand braces ends at the limit, not at Python's.
    waiting, done = [text], list[str]()
    while waiting:
        one = waiting.pop()
        edges = _first_braces(one)
        if edges:
            start, end = edges[0], edges[-1]
            pairs = zip(edges[:-1], edges[1:], strict=True)  # noqa: RUF007 - a warm hook does not import itertools
            parts = [one[left + 1 : right] for left, right in pairs]
            waiting += [one[:start] + part + one[end + 1 :] for part in reversed(parts)]
        else:
            done.append(one)
        if len(waiting) + len(done) > MOST_ALTERNATIVES:
            msg = f"'{text}' stands for more than {MOST_ALTERNATIVES} globs"
            raise GlobError(msg)
    return done


def _first_braces(text: str) -> list[int]:
    """Return where the first braces with alternatives open, have their commas and close; empty when there are none."""
    opened: list[list[int]] = []
    index = 0
    while index < len(text):
        char = text[index]
        if char == "\\":
            index += 1
        elif char == "[":
            index = max(index, _class_end(text, index))
        elif char == "{":
            opened.append([index])
        elif char == "," and opened:
            opened[-1].append(index)
        elif char == "}" and opened:
            edges = [*opened.pop(), index]
            if len(edges) > 2:  # noqa: PLR2004 - an opening, a comma and an end make alternatives
                return edges
        index += 1
    if opened:
        msg = f"'{text}': '{{' is never closed"
        raise GlobError(msg)
    return []


def matches(globs: Sequence[Glob], path: str) -> bool:
    """Say whether any of the compiled globs matches the file `path` (relative, forward slashes)."""
    parts = path.split("/")
    return any(_glob_matches(glob, parts) for glob in globs)


def _glob_matches(glob: Glob, parts: Sequence[str]) -> bool:
    anchored, segments, folder_only = glob
    if folder_only:
        parts = parts[:-1]
    if not anchored:
        return any(segment_matches(segments[0], part) for part in parts)
    return bool(parts) and _walk(segments, parts)


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
    index = at + 1
    if pattern[index : index + 1] in ("!", "^"):
        index += 1
    if pattern[index : index + 1] == "]":
        index += 1
    while index < len(pattern):
        if pattern[index] == "]":
            return index
        index = _member_end(pattern, index)
    return -1


def _member_end(text: str, at: int) -> int:
    r"""Return where the member of a bracket class that begins at `at` ends: ``a``, ``\]`` or ``[:alpha:]``."""
    if text[at] == "\\":
        return at + 2
    if text.startswith("[:", at):
        end = text.find(":]", at + 2)
        if end > 0:
            return end + 2
    return at + 1


def _in_class(body: str, char: str) -> bool:
    negated = body[:1] in ("!", "^")
    index, found = int(negated), False
    while index < len(body):
        end = _member_end(body, index)
        member = body[index:end]
        if body[end : end + 1] == "-" and end + 1 < len(body) and len(member) <= 2:  # noqa: PLR2004 - not `[:alpha:]`
            stop = _member_end(body, end + 1)
            found = found or member[-1] <= char <= body[end + 1 : stop][-1]
            end = stop
        elif member.startswith("[:"):
            belongs = _CLASSES.get(member[2:-2])
            found = found or (belongs is not None and belongs(char))
        else:
            found = found or member[-1] == char
        index = end
    return found != negated


def literal_prefix(glob: Glob) -> str:
    """Return the path at or below which everything that matches must lie, without a final slash; "" when unknown."""
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
