"""Literals that a file must hold for a rule to find anything in it: a cheap necessary condition, never too strict.

A group's parts must all occur, lower-cased where they are ASCII, in the file's path or text; any group suffices; no
group at all means no condition. A part between two blanks is a whole word: a run of ASCII letters and digits with
neither at its ends. Words are looked up, other parts searched for, so words are preferred. On any doubt a part is left
out, and a target without parts makes the whole rule unconditional.
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
MOST_WORDS = 3
TELLING = 6
"""Length of a part that says enough: shorter ones beside it occur everywhere and only cost hits."""
MOST_GROUPS = 32
LONGEST = 64

# Letters whose other case is no ASCII letter: the Kelvin sign is a `k`, the long s an `s`.
_FOLDS_AWAY = re.compile(r"[^\x00-\x7f]+|[kKsS]+")
# What a diff interrupts (line ends) or a decoder replaces is never looked for as it stands.
_UNSAFE = re.compile(r"[\udc80-\udcff\ud800-\udfff\ufffd\x00\r\n]+")
_WORD = re.compile(r"[A-Za-z0-9]+")
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
        return _group(_of_module(target.raw))
    if isinstance(target, CallTarget):
        return tuple(group for name in _also_known_as(target.name) for group in _group(_of_callee(name)))
    if isinstance(target, CodeTarget):
        identifiers = _IDENTIFIER.findall(_METAVARIABLE.sub(" ", target.raw))
        return _group([part for one in identifiers for part in _words(one, left=True, right=True)])
    return ()


def _group(parts: Iterable[bytes]) -> Needles:
    """Return one group: the longest words, and the longest other part; none when there is nothing to rely on."""
    unique = sorted(set(parts), key=lambda part: (-len(part), part))
    words = [part for part in unique if _is_word(part)]
    others = [part for part in unique if not _is_word(part)]
    if any(len(part) > len(b" x ") for part in words):
        # A single character is in every file.
        words = [part for part in words if len(part) > len(b" x ")]
    if words or any(len(part) > 1 for part in others):
        others = [part for part in others if len(part) > 1]
    chosen = words[:MOST_WORDS]
    for part in others:
        if len(chosen) < MOST_PARTS and not any(part in other for other in chosen):
            chosen.append(part)
            if len(part) >= TELLING:
                break
    return (tuple(chosen),) if chosen else ()


def _is_word(part: bytes) -> bool:
    return len(part) > len(b"  ") and part[:1] == part[-1:] == b" " and part[1:-1].isalnum()


def _words(text: str, *, left: bool, right: bool) -> list[bytes]:
    """Return the whole words of a text; `left`, `right`: nothing of a word can stand before, or after, the text."""
    return [
        b" %s " % match.group().lower().encode()
        for match in _WORD.finditer(text)
        if (match.start() > 0 or left) and (match.end() < len(text) or right)
    ]


def _pieces(text: str) -> list[bytes]:
    """Return what can be searched for of a text that every match holds, wherever in a word it begins and ends."""
    found: list[bytes] = []
    for part in _UNSAFE.split(text):
        if part:
            found += _words(part, left=False, right=False)
            found.append(part.encode().lower()[:LONGEST])
    return found


def _of_text(target: TextTarget) -> list[bytes]:
    if target.pattern.startswith("(?i)"):
        return [piece for word in target.raw.split() for part in _FOLDS_AWAY.split(word) for piece in _pieces(part)]
    found: list[bytes] = []
    words = target.raw.split()
    for index, word in enumerate(words):
        left = index > 0 or target.starts_word
        right = index < len(words) - 1 or target.ends_word
        # White space parts words, and an end that must be the end of an identifier does as well.
        whole = _words(word, left=left, right=right)
        found += whole
        if whole != [b" %s " % word.lower().encode("utf-8", "replace")]:
            found += [piece for piece in _pieces(word) if not _is_word(piece)]
    return found


# Names


_NICKNAMES = {
    "np": "numpy",
    "pd": "pandas",
    "plt": "pyplot",
    "tf": "tensorflow",
    "sns": "seaborn",
    "nx": "networkx",
    "sp": "scipy",
    "React": "react",
    "ReactDOM": "react",
    "_": "lodash",
    "$": "jquery",
    "jQuery": "jquery",
}
"""Names that everybody gives these modules: a rule may use one, and the file the other."""

_UNSPELT = frozenset(
    "builtins __builtins__ kernel object window globalthis global self std core alloc predef kotlin scala swift foundation".split()  # noqa: E501, SIM905 - readable
)
"""What holds names that need not be written with it."""


def _also_known_as(name: str) -> list[str]:
    root, dot, rest = name.partition(".")
    return [name, _NICKNAMES[root] + dot + rest] if root in _NICKNAMES else [name]


def _of_module(name: str) -> list[bytes]:
    """Return the words of a module's name; of a path without what may be a suffix (`foo.js`)."""
    if "::" in name:
        components = _SEPARATORS.split(name)[-1:]  # `crate`, `self` and `super` stand for the others
    elif "/" in name:
        *folders, last = name.removeprefix("node:").split("/")
        components = [*folders, last.partition(".")[0] or last]
    else:
        components = _SEPARATORS.split(name.removeprefix("node:"))
    return [word for one in components for word in _words(one, left=True, right=True)]


def _of_callee(name: str) -> list[bytes]:
    """Return the words of the last component, and of the one before where that has to be written too."""
    components = [part for part in _SEPARATORS.split(name) if part]
    spelt = "::" not in name and not any(part.lower() in _UNSPELT for part in components[:-1])
    return [word for one in components[-2 if spelt else -1 :] for word in _words(one, left=True, right=True)]


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
    groups = [group for texts in alternatives for group in _group(piece for text in texts for piece in _pieces(text))]
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
