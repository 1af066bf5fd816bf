"""Notes that test rules: Markdown with `bad` and `good` examples, in folders `tests` beside decisions or ``*.test.md``.

They are no decisions. A note in such a place that says that it is one (by a status, an id of its own or invariants) is
one all the same: no rule is switched off by where its note lies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.vault.asides import TEST, TESTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from adrguard.decisions.discover import Folders


def is_place_of_tests(path: str, where: Folders) -> bool:
    """Say whether a note lies where rules are tested, as far as its path tells."""
    inside = _inside(path, where)
    if not inside:
        return False
    return TEST.search(inside) is not None or TESTS in inside.lower().split("/")[:-1]


def _inside(path: str, where: Folders) -> str:
    """Return the path within the folder of decisions that is nearest to it, else within the vault; "" in neither."""
    folders = [folder for folder in where.adr if path.startswith(f"{folder}/")]
    return path[len(max(folders, key=len)) + 1 :] if folders else where.inside_vault(path)


def rule_tests(paths: Iterable[str], where: Folders, decisions: Iterable[str]) -> list[str]:
    """Return those of some notes that test rules; `decisions` are the paths of all that are decisions.

    In a vault only those count that stand beside a decision: `tests` is a name that other folders have as well.
    """
    known = frozenset(decisions)
    folders = frozenset([path.rpartition("/")[0] for path in known])
    found = [path for path in paths if path not in known and is_place_of_tests(path, where)]
    return sorted([path for path in found if where.in_adr_folder(path) or not folders.isdisjoint(_beside(path))])


def _beside(path: str) -> list[str]:
    """Return the folders whose decisions a note may test: its own, and the one that its folder `tests` lies in."""
    parts = path.split("/")[:-1]
    lowered = [part.lower() for part in parts]
    found = ["/".join(parts)] if TEST.search(path) else []
    return found + ["/".join(parts[:at]) for at, part in enumerate(lowered) if part == TESTS]
