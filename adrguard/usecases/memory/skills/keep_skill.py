"""Keep a skill: as a card of the vault, or in the folder of another program's skills; never over one that is there."""

from __future__ import annotations

import os
import posixpath
import re

from adrguard.memory.distill import naming, skill_file, standing
from adrguard.memory.notes.draft import SKILL, settled
from adrguard.memory.notes.draft import category as category_of
from adrguard.model.errors import ERROR, AdrguardError, UsageError
from adrguard.model.record import Record
from adrguard.system import folders, skill_folders
from adrguard.usecases.memory.notes.flush_note import Glance, flush
from adrguard.usecases.memory.skills.skill_places import Place, place_of
from adrguard.usecases.vault_at_hand import at_hand
from adrguard.vault.head.yaml_text import DOUBLE, scalar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.memory.distill.skill_file import Skill
    from adrguard.memory.notes.draft import Draft
    from adrguard.model.errors import Problem
    from adrguard.usecases.memory.notes.flush_note import Flushed

_VERSION = re.compile(r"-v\d+$")
_MOST_VERSIONS = 99


class Wanted(Record):
    """What is to be kept: the note, the skill's signature, and every line that it states."""

    draft: Draft
    signature: str
    statements: tuple[str, ...]
    vault: str
    dry_run: bool


class Kept(Record):
    """What became of a skill.

    path     where it is, or would be; the one that says the same where `same`
    name     of the skill, "" for a card
    text     the whole file
    written  whether it was written now
    recovered  what an interrupted change was brought to its end first
    """

    path: str
    name: str = ""
    text: str = ""
    written: bool = False
    same: bool = False
    problems: tuple[Problem, ...] = ()
    remarks: tuple[str, ...] = ()
    recovered: str = ""


# A card of the vault


def as_card(start: str, wanted: Wanted) -> Kept:
    """Keep a skill as `adrguard flush` keeps notes. Raises as `flush`."""
    head = f"---\n{standing.SIGNATURE}: {scalar(wanted.signature, DOUBLE)}\n---\n\n"
    draft = wanted.draft.replace(content=head + wanted.draft.content)
    planned = flush(start, draft, wanted.vault, dry_run=True)
    if planned.exit_code or planned.same:
        return _of(planned)
    found = _standing_card(start, wanted, planned.path)
    if found:
        named = _is_version(_stem(found), _stem(planned.path))
        return Kept(found, same=True, remarks=tuple(_unsaid(wanted, named=named)))
    done = planned if wanted.dry_run else flush(start, draft, wanted.vault)
    return _of(done)


def _of(done: Flushed) -> Kept:
    return Kept(
        done.path,
        text=done.text,
        written=done.written,
        same=done.same,
        problems=done.problems,
        remarks=done.remarks,
        recovered=done.recovered,
    )


def _standing_card(start: str, wanted: Wanted, path: str) -> str:
    """Return the path of a card beside that one that says all of this already, whatever it is called; "" for none.

    One of that name, or a version of it, comes before others.
    """
    here = at_hand(start, wanted.vault)
    glance = Glance(here)
    folder, name = posixpath.split(path)
    there = [one for one in folders.files_at(folders.resolve(here.repo.root, folder)) if one.endswith(".md")]
    stem = _stem(name)
    for other in sorted(there, key=lambda one: (not _is_version(_stem(one), stem), len(one), one)):
        try:
            data = glance.read(posixpath.join(folder, other))
        except AdrguardError:
            continue
        if standing.says(data, wanted.signature, wanted.statements):
            return posixpath.join(folder, other)
    return ""


def _stem(path: str) -> str:
    return posixpath.splitext(posixpath.basename(path))[0]


def _is_version(name: str, other: str) -> bool:
    return _VERSION.sub("", name) == _VERSION.sub("", other)


def _versions(stem: str) -> Iterator[str]:
    yield stem
    yield from (f"{stem}-v{number}" for number in range(2, _MOST_VERSIONS + 1))


def _unsaid(wanted: Wanted, *, named: bool = True) -> Iterator[str]:
    if not named:
        yield f"it is kept there under another title than '{wanted.draft.title}': rename it by hand if that fits better"
    if wanted.draft.related:
        yield f"nothing was written, so that the links to {', '.join(wanted.draft.related[:5])} were not made"


# A skill of another program


def as_skill(wanted: Wanted, skill: Skill, target: str) -> Kept:
    """Keep a skill where a program looks for its own. Raises `WriteError`."""
    draft, problems = settled(wanted.draft)
    category = category_of(draft.category)
    place = place_of(target, "" if category == SKILL else naming.skill_name(category, category))
    if any(one.severity == ERROR for one in problems):
        return Kept("", problems=problems)
    skill = skill.replace(title=draft.title, tags=draft.tags, related=draft.related)
    taken = skill_folders.names(place.top)
    found = _standing_skill(wanted, skill, taken)
    if found:
        same, named = os.path.join(taken[found], skill_folders.FILE), found in _names(skill)
        return Kept(same, found, same=True, problems=problems, remarks=tuple(_unsaid(wanted, named=named)))
    for name in _names(skill):
        if name in taken:
            continue
        kept = _written(place, skill.replace(name=name), wanted, target)
        if kept:
            return kept.replace(problems=problems)
    raise UsageError(f"{place.top} has {_MOST_VERSIONS} skills named {skill.name}", "give this one a title of its own")


def _names(skill: Skill) -> list[str]:
    return [naming.cut(skill.name, version.removeprefix(skill.name)) for version in _versions(skill.name)]


def _standing_skill(wanted: Wanted, skill: Skill, taken: dict[str, str]) -> str:
    """Return the name of a skill that says all of this already, whatever it is called; "" for none."""
    own = _names(skill)
    for name in [*(one for one in own if one in taken), *(one for one in taken if one not in own)]:
        if standing.says(skill_folders.read(taken[name]), wanted.signature, wanted.statements):
            return name
    return ""


def _written(place: Place, skill: Skill, wanted: Wanted, target: str) -> Kept | None:
    """Return what became of it, None where another was quicker to take the name."""
    folder = os.path.join(place.folder, skill.name)
    path = os.path.join(folder, skill_folders.FILE)
    text = skill_file.text(skill, target)
    if wanted.dry_run:
        return Kept(path, skill.name, text)
    new = () if os.path.isdir(place.top) else (f"{place.top} was not there, and was made",)
    if not skill_folders.write_new(folder, text.encode("utf-8")):
        return None
    return Kept(path, skill.name, text, written=True, remarks=new)
