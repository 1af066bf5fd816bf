"""Say which decisions govern a file, or the files of a folder: those that bind and whose rules reach there."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from adrguard.decisions.states import state_at
from adrguard.engine.scope import Exclusions
from adrguard.model.decisions import IN_FORCE
from adrguard.model.errors import UsageError
from adrguard.model.record import Record
from adrguard.syntax.languages import language_of
from adrguard.system.git import native
from adrguard.usecases.decisions.decision_words import standing_of
from adrguard.usecases.governing import check_ours, may_reach_below, out_of_scope, path_in, why_not
from adrguard.usecases.standing import stand

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adrguard.model.decisions import Decision
    from adrguard.model.rules import Rule
    from adrguard.usecases.standing import Standing

FILE, FOLDER = "file", "folder"


class Reach(Record):
    """A rule that governs, and of a folder the first file there that it governs ("" where there is no file yet)."""

    rule: Rule
    example: str = ""


class Governing(Record):
    """A decision that governs, with those of its rules that do."""

    decision: Decision
    standing: str
    reaches: tuple[Reach, ...]


class Governed(Record):
    """A path ("" is the root) and what governs it.

    `kind` is ``file`` or ``folder``; `files` are how many lie in the folder; `language` and `excluded` are a file's.
    `unenforced` are the decisions in force without any rule: no machine can tell whether they are about this path.
    """

    path: str
    kind: str
    exists: bool
    files: int
    language: str
    excluded: bool
    decisions: tuple[Governing, ...]
    unenforced: tuple[Decision, ...]
    all: Standing


def governing(start: str, name: str, at: str = "") -> Governed:
    """Return what governs the file or folder `name`, which need not exist yet. Raises `UsageError` for one outside."""
    standing = stand(start, at)
    root = standing.repo.root
    path = path_in(root, start, name)
    if path is None or not name:
        raise UsageError(f"'{name}' is not in {root}", "name a file or folder of it")
    state = state_at(standing.repo, standing.place)
    check_ours(root, path, state)
    everything = list(state.paths())
    below = sorted(one for one in everything if one.startswith(f"{path}/" if path else ""))
    on_disk = os.path.join(root, native(path))
    is_folder = bool(below) or not path or name.endswith(("/", os.sep)) or (not at and os.path.isdir(on_disk))
    exclusions = Exclusions(standing.found)
    binding = [rule for rule in standing.found.rules if not why_not(rule, standing.found)]
    if is_folder:
        reaches = _in_folder(binding, path, below, exclusions)
        exists = bool(below) or (not at and os.path.isdir(on_disk))
    else:
        reaches = [Reach(rule) for rule in binding if not out_of_scope(rule, path, exclusions)]
        exists = path in everything or (not at and os.path.lexists(on_disk))
    return Governed(
        path,
        FOLDER if is_folder else FILE,
        exists,
        len(below),
        "" if is_folder else language_of(path),
        not is_folder and exclusions.excluded(path),
        tuple(_by_decision(standing, reaches)),
        tuple(_unenforced(standing)),
        standing,
    )


def _in_folder(rules: Iterable[Rule], folder: str, below: Sequence[str], exclusions: Exclusions) -> list[Reach]:
    """Return the rules that govern a file of the folder; of an empty one, those that could govern one to come."""
    found = []
    for rule in rules:
        if not may_reach_below(rule, folder):
            continue
        example = next((path for path in below if not out_of_scope(rule, path, exclusions)), "")
        if example or not below:
            found.append(Reach(rule, example))
    return found


def _by_decision(standing: Standing, reaches: Iterable[Reach]) -> Iterable[Governing]:
    own: dict[str, list[Reach]] = {}
    for reach in reaches:
        own.setdefault(reach.rule.note, []).append(reach)
    for one in standing.found.decisions:
        if one.path in own:
            yield Governing(one, standing_of(one, standing.links), tuple(own[one.path]))


def _unenforced(standing: Standing) -> Iterable[Decision]:
    ruling = {rule.note for rule in standing.found.rules}
    return (one for one in standing.found.decisions if one.force == IN_FORCE and one.path not in ruling)
