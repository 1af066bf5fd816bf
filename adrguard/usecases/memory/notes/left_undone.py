"""Tell what was asked for beside a text that stands already, as it is not done: nothing is dropped in silence."""

from __future__ import annotations

from adrguard.decisions.naming import Names
from adrguard.memory.notes.related import taken_apart
from adrguard.model.decisions import NOT_IN_FORCE
from adrguard.model.errors import AdrguardError
from adrguard.vault import status
from adrguard.vault.dialects import describe
from adrguard.vault.head.values import scalars
from adrguard.vault.note import LARGEST, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.memory.notes.content import Content
    from adrguard.memory.notes.draft import Draft
    from adrguard.memory.notes.related import Shelf
    from adrguard.model.decisions import Decision, DecisionSet
    from adrguard.usecases.memory.notes.give_way import Reads
    from adrguard.vault.note import Note

_BY_HAND = "add it there by hand"


def left_undone(
    pen: Reads, path: str, asked: tuple[Draft, Content], shelf: Shelf, decisions: DecisionSet
) -> Iterator[str]:
    """Yield a remark for each thing that the note at `path`, which stands already, does not say or do."""
    draft, content = asked
    note = parse(path, pen.read(path, LARGEST))
    one = shelf.decisions.get(path)
    if one is not None and one.force == NOT_IN_FORCE:
        by = f" by {', '.join(one.superseded_by)}" if one.superseded_by else ""
        yield f"{one.id} is not in force: {one.why or one.status + by}"
    else:
        for name in dict.fromkeys((*draft.supersedes, *content.listed("supersedes"))):
            yield from _not_superseded(pen, name, path, shelf, decisions)
    yield from _not_said(note, draft, content)
    for name in draft.related:
        found = shelf.find(name, path)
        if not _links_to(note, found[0] if len(found) == 1 else taken_apart(name).target):
            yield f"{path} does not link to '{name}', as it stands already: {_BY_HAND}"


def _not_said(note: Note, draft: Draft, content: Content) -> Iterator[str]:
    head, path = note.frontmatter, note.path
    tags = {one.text.lstrip("#").casefold() for one in scalars(head.get("tags"))}
    wanted = dict.fromkeys((*draft.tags, *content.listed("tags")))
    missing = [tag for tag in wanted if tag.lstrip("#").casefold() not in tags]
    if missing:
        them = "tag" if len(missing) == 1 else "tags"
        yield f"{path} does not get the {them} {', '.join(missing)}, as it stands already: {_BY_HAND}"
    for key, text in (("summary", draft.summary), ("project", draft.project)):
        if text and " ".join(head.text(key).split()).casefold() != text.casefold():
            yield f"{path} does not get the {key} '{text}', as it stands already: {_BY_HAND}"


def _links_to(note: Note, target: str) -> bool:
    stem = target.rpartition("/")[2]
    stem = stem.rpartition(".")[0] if stem.lower().endswith((".md", ".markdown")) else stem
    return stem.casefold() in note.source.text.casefold()


# What it does not end


def _not_superseded(pen: Reads, name: str, path: str, shelf: Shelf, decisions: DecisionSet) -> Iterator[str]:
    olds: list[Decision] = Names(decisions.decisions).find(name)
    notes = [one.path for one in olds] or list(shelf.find(name))
    one = shelf.decisions.get(path)
    said = one.id if one else path
    if not notes:
        yield f"there is no note '{name}' that {said} could supersede"
    for other in notes:
        old = shelf.decisions.get(other)
        if other == path or (old.force == NOT_IN_FORCE if old else _is_over(pen, other, decisions)):
            continue
        if old is None:
            yield f"{other} is not superseded by {said}, as that stands already: say so in both by hand"
        elif one is None:
            yield f"{old.id} is not superseded by {said}: only a decision can take its place"
        else:
            way = f"`adrguard adr supersede {old.id} --by {one.id}`"
            yield f"{old.id} is not superseded by it: {way} does that"


def _is_over(pen: Reads, path: str, decisions: DecisionSet) -> bool:
    try:
        described = describe(parse(path, pen.read(path, LARGEST)))
    except AdrguardError:
        return False
    table = status.table_with(decisions.settings.statuses)
    return status.judge([one.text for one in described.status], table).word == status.SUPERSEDED
