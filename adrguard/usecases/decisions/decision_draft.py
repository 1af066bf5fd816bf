"""The note of a new decision before it is written: its place, number, id and text, by what its folder does already."""

from __future__ import annotations

import posixpath
from datetime import datetime
from typing import TYPE_CHECKING

from adrguard.decisions.discover import is_named_as_decision
from adrguard.decisions.naming import number_of
from adrguard.model.errors import UsageError
from adrguard.model.record import Record
from adrguard.usecases.decisions.decision_home import DECISION
from adrguard.vault.customs import drafts, filenames, manners, patterns, templates
from adrguard.vault.customs.conventions import Survey
from adrguard.vault.default_ids import default_id
from adrguard.vault.head.edits import SpliceError
from adrguard.vault.status import table_with

if TYPE_CHECKING:
    from adrguard.model.decisions import DecisionSet
    from adrguard.usecases.decisions.decision_home import Home
    from adrguard.usecases.vault_at_hand import Vault
    from adrguard.vault.customs.conventions import Habits

_DEFAULT_ID = "ADR-{number:04}"
_IN_FRONTMATTER = ("", manners.FRONTMATTER)


class Asked(Record):
    """What somebody asks for, tidied up.

    `number` is 0 unless the title named one; `force` is what `status` means for the guard, `day` the date (ISO).
    """

    title: str
    number: int
    status: str
    force: str
    supersedes: tuple[str, ...]
    day: str


class Draft(Record):
    """A note that is about to be written. `number` is 0 where decisions have none, `template` "" for one of ours."""

    path: str
    id: str
    number: int
    data: bytes
    template: str


class _Place(Record):
    """Where the note goes: `inside` relative to the home's base, `path` as decisions have it.

    `declared` is the id that its frontmatter has to name, "" where the file's name says it.
    """

    inside: str
    path: str
    number: int
    declared: str

    @property
    def id(self) -> str:
        return self.declared or default_id(self.path)


def drafted(vault: Vault, found: DecisionSet, home: Home, asked: Asked) -> Draft:
    """Work out the note. Raises `UsageError` where its name, number or id is taken, or a template makes no decision."""
    survey = Survey(home.base)
    habits = survey.habits(DECISION, home.folder)
    moment = _moment(asked.day)
    place = _place(vault, found, home, habits, asked)
    _refuse_taken(survey, found, place)
    text, template = _template(survey, habits, declared=bool(place.declared))
    template = home.path(template) if template else ""
    capital = habits.capital if habits.notes else habits.dialect not in (*_IN_FRONTMATTER, manners.MADR)
    meant = drafts.Meant(
        id=place.declared,
        title=asked.title,
        heading=manners.filled(habits.heading or manners.TITLE, drafts.heading(asked.title), place.number),
        status=asked.status.capitalize() if capital else asked.status,
        date="" if templates.dates(text) else asked.day,
    )
    values = {
        "title": asked.title,
        "heading": meant.heading,
        "id": place.id,
        "number": str(place.number or ""),
        "status": meant.status,
        "date": asked.day,
    }
    try:
        data = drafts.settled(
            place.path, templates.fill(text, values, moment), meant, table_with(found.settings.statuses)
        )
    except SpliceError as error:
        if not template:
            raise
        raise UsageError(f"the template {template} makes no decision: {error.message}", "mend the template") from error
    return Draft(place.path, place.id, place.number, data, template)


def _template(survey: Survey, habits: Habits, *, declared: bool) -> tuple[str, str]:
    """Return the text of the folder's own template, else of ours for its dialect, and the former's path."""
    if not habits.template:
        text = templates.built_in(habits.dialect)
        return text if declared else text.replace("id: {{id}}\n", ""), ""
    data = survey.template(habits.template)
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n"), habits.template
    except UnicodeDecodeError as error:
        raise UsageError(f"the template {habits.template} is not UTF-8", "save it as UTF-8") from error


def _moment(day: str) -> datetime:
    """Return the day with the time of now, for names and templates that want it."""
    now = datetime.now()  # noqa: DTZ005 -- the clock of the person who writes
    return datetime.combine(datetime.fromisoformat(day).date(), now.time())


# Number and id


def _place(vault: Vault, found: DecisionSet, home: Home, habits: Habits, asked: Asked) -> _Place:
    numbered = habits.pattern.lead == patterns.NUMBER
    number = _number(found, asked, habits.number) if numbered else 0
    inside = habits.path(asked.title, _moment(asked.day), number)
    path = home.path(inside)
    by_name = vault.where.in_adr_folder(path) and is_named_as_decision(path)
    if by_name and not (habits.dialect in _IN_FRONTMATTER and (habits.id or not habits.notes)):
        return _Place(inside, path, number, "")
    form = habits.id or _DEFAULT_ID
    if form == manners.STEM:
        return _Place(inside, path, number, posixpath.basename(path).rpartition(".")[0])
    number = number or _number(found, asked, 0)
    return _Place(inside, path, number, manners.filled(form, "", number))


def _number(found: DecisionSet, asked: Asked, following: int) -> int:
    """Return the number asked for, else the folder's next one (0: it has none), if no other decision has it."""
    taken = {int(number): one for one in found.decisions if (number := number_of(one))}
    if asked.number and asked.number in taken:
        standing = taken[asked.number]
        message = f"there is a decision {standing.id} already: {standing.path}"
        raise UsageError(message, "leave the number out of the title to get the next one")
    if asked.number:
        return asked.number
    return following if following and following not in taken else max(taken, default=0) + 1


def _refuse_taken(survey: Survey, found: DecisionSet, place: _Place) -> None:
    folder, name = posixpath.split(place.inside)
    taken = filenames.clash(name, survey.names_in(folder))
    if taken:
        where = posixpath.join(posixpath.dirname(place.path), taken)
        raise UsageError(f"there is a note of that name already: {where}", "choose another title")
    same = next((one for one in found.decisions if one.id.casefold() == place.id.casefold()), None)
    if same is not None:
        raise UsageError(f"there is a decision {same.id} already: {same.path}", "choose another title")
