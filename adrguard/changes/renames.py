"""Which deleted files an uncommitted change has moved.

git could say it too, but it would first run the user's clean filters over the working tree, and does not look at
untracked files at all: a plain `mv` would turn every old violation of a file into a new one.
"""

from __future__ import annotations

from collections import Counter, defaultdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    Reader = Callable[[str], str]

ENOUGH = 0.5
"""Share of the longer text that must be in the other one too: git's own default."""

_MOST_COMPARED = 10_000


def moved(deleted: Iterable[str], added: Iterable[str], old_text: Reader, new_text: Reader) -> dict[str, str]:
    """Return for each added path that is a moved one the deleted path it was at. Empty texts match nothing.

    Equal texts are paired first, a like file name deciding among several; of the others the most similar ones. When
    there are too many to compare them all, only files that kept their name are.
    """
    old = {path: text for path in deleted if (text := old_text(path))}
    new = {path: text for path in added if (text := new_text(path))} if old else {}
    found = _equal(old, new)
    old = {path: text for path, text in old.items() if path not in found.values()}
    new = {path: text for path, text in new.items() if path not in found}
    if old and new:
        found |= _similar(old, new)
    return found


def _equal(old: Mapping[str, str], new: Mapping[str, str]) -> dict[str, str]:
    by_text: dict[str, list[str]] = defaultdict(list)
    for path, text in old.items():
        by_text[text].append(path)
    found: dict[str, str] = {}
    for path, text in new.items():
        candidates = by_text.get(text)
        if candidates:
            best = next((one for one in candidates if _name(one) == _name(path)), candidates[0])
            candidates.remove(best)
            found[path] = best
    return found


def _similar(old: Mapping[str, str], new: Mapping[str, str]) -> dict[str, str]:
    by_name = len(old) * len(new) > _MOST_COMPARED
    lines = {path: Counter(text.splitlines(keepends=True)) for path, text in old.items()}
    scored: list[tuple[float, str, str]] = []
    for path, text in new.items():
        mine = Counter(text.splitlines(keepends=True))
        for other, theirs in old.items():
            longer, shorter = max(len(text), len(theirs)), min(len(text), len(theirs))
            if shorter < ENOUGH * longer or (by_name and _name(path) != _name(other)):
                continue
            shared = sum(len(line) * count for line, count in (mine & lines[other]).items())
            if shared >= ENOUGH * longer:
                scored.append((-shared / longer, path, other))
    found: dict[str, str] = {}
    for _, path, other in sorted(scored):
        if path not in found and other not in found.values():
            found[path] = other
    return found


def _name(path: str) -> str:
    return path.rpartition("/")[2]
