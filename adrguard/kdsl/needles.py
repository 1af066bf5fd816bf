"""Literals that a file must hold for a rule to find anything in it: a cheap necessary condition, never too strict.

A group's parts must all occur, lower-cased where they are ASCII, in the file's path or text; any group suffices; no
group at all means no condition. On any doubt a part is left out, and a target without parts makes the whole rule
unconditional.
"""

from __future__ import annotations

import re
import warnings

from adrguard.model.rules import CallTarget, CodeTarget, ImportTarget, RegexTarget, TextTarget

# What a regular expression consists of, by the interpreter itself; private, but the same from 3.11 to 3.14.
from re import _constants, _parser  # isort: skip

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from adrguard.model.rules import Target

    Needles = tuple[tuple[bytes, ...], ...]

MOST_PARTS = 4
MOST_GROUPS = 32
LONGEST = 64

# Letters whose other case is no ASCII letter: the Kelvin sign is a `k`, the long s an `s`.
_FOLDS_AWAY = re.compile(r"[^\x00-\x7f]+|[kKsS]+")
# What a diff interrupts (line ends) or a decoder replaces is never looked for as it stands.
_UNSAFE = re.compile(r"[\udc80-\udcff\ud800-\udfff\ufffd\x00\r\n]+")
_WORD = re.compile(r"[^\W_]+")
_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]+")
_METAVARIABLE = re.compile(r"\$+[A-Z_][A-Z0-9_]*|\$\$\$")
_SEPARATORS = re.compile(r"::|[./:\\]")
# Where RE2 and Python read the same characters differently.
_DIFFERS = re.compile(r"\\[pPCQEzZGNuUx0-9ABGKRXhHvV]|\[\[|\[:|\{,|\(\?[a-zA-Z]*[^a-zA-Z:)P]|\(\?P[^<]|--|&&|\|\||~~")
_PLAIN_GROUP = re.compile(r"\(\?(?:[ims]*(?:-[ims]+)?[:)]|P<)")


def of(targets: Iterable[Target]) -> Needles:
    """Return the needles of a rule that any of the targets may violate."""
    groups: dict[tuple[bytes, ...], None] = {}
    for target in targets:
        found = _of_target(target)
        if not found:
            return ()
        groups.update(dict.fromkeys(found))
    return tuple(groups) if len(groups) <= MOST_GROUPS * MOST_PARTS else ()


def _of_target(target: Target) -> Needles:
    if isinstance(target, TextTarget):
        return _group(_of_text(target))
    if isinstance(target, RegexTarget):
        return _of_regex(target)
    if isinstance(target, ImportTarget):
        return _group(_of_name(target.raw))
    if isinstance(target, CallTarget):
        return _group(_of_name(target.name))
    if isinstance(target, CodeTarget):
        return _group(_IDENTIFIER.findall(_METAVARIABLE.sub(" ", target.raw)))
    return ()


def _group(texts: Iterable[str]) -> Needles:
    """Return one group with the longest of the texts; none when there is no text that can be relied on."""
    parts = {_lower(part)[:LONGEST] for text in texts for part in _UNSAFE.split(text) if part}
    longest = sorted(parts, key=lambda part: (-len(part), part))
    if longest and len(longest[0]) > 1:
        # A single character is in every file, and costs as much to look for as a word.
        longest = [part for part in longest if len(part) > 1]
    chosen: list[bytes] = []
    for part in longest:
        if len(chosen) < MOST_PARTS and not any(part in other for other in chosen):
            chosen.append(part)
    return (tuple(chosen),) if chosen else ()


def _lower(text: str) -> bytes:
    """Lower the ASCII letters of a text, as the haystack is."""
    return text.encode().lower()


def _of_text(target: TextTarget) -> list[str]:
    words = target.raw.split()
    if target.pattern.startswith("(?i)"):
        return [part for word in words for part in _FOLDS_AWAY.split(word)]
    return words


def _of_name(name: str) -> list[str]:
    """Return the words of a name's last component; of a path without what may be a suffix (`foo.js`)."""
    components = [part for part in (name.split("/") if "/" in name else _SEPARATORS.split(name)) if part]
    if not components:
        return []
    last = components[-1]
    return _WORD.findall(last.partition(".")[0] if "/" in name else last)


# Regular expressions


def _of_regex(target: RegexTarget) -> Needles:
    if _DIFFERS.search(_PLAIN_GROUP.sub("(", target.pattern)):
        return ()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            tree = _parser.parse(target.pattern)
    except (re.error, Warning, RecursionError, OverflowError, ValueError):
        return ()
    try:
        alternatives = _alternatives(tree, ignore_case=bool(tree.state.flags & re.IGNORECASE))
    except RecursionError:
        return ()
    groups = [group for texts in alternatives for group in _group(texts)]
    return tuple(dict.fromkeys(groups)) if groups and len(groups) == len(alternatives) else ()


def _alternatives(tree: Any, *, ignore_case: bool) -> list[list[str]]:
    """Return literals that every match holds: all of one of the lists."""
    found: list[list[str]] = [[]]
    run = ""
    for operation, value in tree:
        char = _literal(operation, value, ignore_case=ignore_case)
        if char:
            run += char
            continue
        found = _all_of(found, [[run]] if run else [[]])
        run = ""
        found = _all_of(found, _inner(operation, value, ignore_case=ignore_case))
    return _all_of(found, [[run]] if run else [[]])


def _literal(operation: Any, value: Any, *, ignore_case: bool) -> str:
    if operation is not _constants.LITERAL:
        return ""
    char = chr(value)
    return "" if ignore_case and _FOLDS_AWAY.fullmatch(char) else char


def _inner(operation: Any, value: Any, *, ignore_case: bool) -> list[list[str]]:
    if operation is _constants.SUBPATTERN:
        _, added, removed, inner = value
        ignore = (ignore_case or bool(added & re.IGNORECASE)) and not removed & re.IGNORECASE
        return _alternatives(inner, ignore_case=ignore)
    if operation is _constants.BRANCH:
        branches = [_alternatives(branch, ignore_case=ignore_case) for branch in value[1]]
        joined = [texts for branch in branches for texts in branch]
        return joined if len(joined) <= MOST_GROUPS and all(joined) else [[]]
    if operation in (_constants.MAX_REPEAT, _constants.MIN_REPEAT) and value[0] > 0:
        return _alternatives(value[2], ignore_case=ignore_case)
    return [[]]


def _all_of(left: list[list[str]], right: list[list[str]]) -> list[list[str]]:
    """Combine two sequences of alternatives; where that would be too many, keep the side that says more."""
    if len(left) * len(right) > MOST_GROUPS:
        return max(left, right, key=lambda side: min(max((len(text) for text in texts), default=0) for texts in side))
    return [[*first, *second] for first in left for second in right]
