"""Give a note another status and its links to what it replaces or what replaces it, in the note's own dialect.

Nothing is converted: frontmatter is edited where a note keeps its status there, Nygard's section or MADR's lines where
it keeps it in those. What comes out is read again and given back only if it says what was meant, and nothing else new.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.model.record import Record
from adrguard.vault import dialects, note
from adrguard.vault.head.edits import SpliceError, Written
from adrguard.vault.head.values import scalars
from adrguard.vault.linking.pointing import Other, missing
from adrguard.vault.restating import restate_fields, restate_frontmatter, restate_section
from adrguard.vault.status import TABLE, judge

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from adrguard.vault.dialects import Described, Said
    from adrguard.vault.note import Note

__all__ = ["Other", "Restated", "SpliceError", "restate"]


class Restated(Record):
    """What a note shall say: a status ("": as it is), links beside those it has, and the day of the change (ISO)."""

    status: str = ""
    superseded_by: tuple[Other, ...] = ()
    supersedes: tuple[Other, ...] = ()
    date: str = ""


def restate(path: str, data: bytes, wanted: Restated, table: Mapping[str, str] = TABLE) -> bytes:
    """Return the note saying what is wanted, unchanged where it does so already.

    `table` holds the words for a status. Raises `SpliceError` where the note cannot be edited without a risk.
    """
    written = Written(path, data)
    before = _parsed(written)
    said = dialects.describe(before)
    wanted = wanted.replace(
        status="" if wanted.status == _word(said, table) else wanted.status,
        superseded_by=missing(wanted.superseded_by, (one.text for one in said.superseded_by), path),
        supersedes=missing(wanted.supersedes, (one.text for one in said.supersedes), path),
    )
    if not (wanted.status or wanted.superseded_by or wanted.supersedes):
        return data
    new = _HOMES[_home(before)](written, before, wanted, table)
    _verify(before, _parsed(Written(path, new)), wanted, table)
    return new


_NOT_EDITED = ("too-large", note.CONFLICT)
_FRONTMATTER, _SECTION, _FIELDS = "frontmatter", "section", "fields"
_HOMES = {
    _FRONTMATTER: restate_frontmatter.restated,
    _SECTION: restate_section.restated,
    _FIELDS: restate_fields.restated,
}


def _parsed(written: Written) -> Note:
    parsed = note.parse(written.source.path, written.readable)
    wrong = [one for one in parsed.problems if one.code in _NOT_EDITED or parsed.frontmatter.broken]
    if wrong:
        raise SpliceError(wrong[0])
    return parsed


def _word(said: Described, table: Mapping[str, str]) -> str:
    return judge([one.text for one in said.status], table).word


def _home(parsed: Note) -> str:
    """Say where the note keeps its status, as `dialects` looks for it."""
    head = parsed.frontmatter
    if scalars(head.get("status")):
        return _FRONTMATTER
    if any(dialects.section_lines(parsed, dialects.STATUS_HEADING)):
        return _SECTION
    if "status" in dialects.fields_of(parsed):
        return _FIELDS
    if "status" in head.entries:
        return _FRONTMATTER
    if any(parsed.sections(dialects.STATUS_HEADING)):
        return _SECTION
    if head.kind:
        return _FRONTMATTER
    hint = "add a line 'Status: accepted' below its title, or a section '## Status'"
    raise SpliceError(parsed.source.problem(0, "the note says nowhere what its status is", hint, "no-status"))


def _verify(before: Note, after: Note, wanted: Restated, table: Mapping[str, str]) -> None:
    old, new = dialects.describe(before), dialects.describe(after)
    where = old.status[0].start if old.status else 0
    word = _word(new, table)
    if word != (wanted.status or _word(old, table)):
        message = f"its status would still be read as '{word}'" if wanted.status else "its status names its successor"
        raise _refused(before, where, message)
    for others, said in ((wanted.superseded_by, new.superseded_by), (wanted.supersedes, new.supersedes)):
        lost = missing(others, (one.text for one in said), after.path)
        if lost:
            raise _refused(before, where, f"a link to {lost[0].path} would not be read back")
    # The links of a choice that a template left standing ("draft | superseded by ADR-5") are nobody's.
    examples = {said.start for said in old.status if "|" in said.text and _word(old, table) not in table}
    if any(
        _texts(link for link in links if link.start not in examples) - _texts(kept)
        for links, kept in ((old.supersedes, new.supersedes), (old.superseded_by, new.superseded_by))
    ):
        raise _refused(before, where, f"its status cannot become '{word}' without a link being lost")
    if _rest(old, new, wanted) != _rest(new, new, wanted):
        raise _refused(before, where, "its status cannot be edited without changing what else it says")


def _rest(one: Described, new: Described, wanted: Restated) -> object:
    """Return what must not change."""
    date = new.date if new.date == wanted.date else one.date
    fields = one.id, one.title, date, one.project, one.category
    return (*fields, tuple(said.text for said in one.depends_on), one.review_after and one.review_after.text)


def _texts(links: Iterable[Said]) -> set[str]:
    return {link.text for link in links}


def _refused(parsed: Note, offset: int, message: str) -> SpliceError:
    hint = "say in one line what the status is, or edit the note by hand"
    return SpliceError(parsed.source.problem(offset, message, hint, "not-spliced"))
