"""Where a new note of a kind goes: the folder that the vault, or the repository's decisions, already have for it."""

from __future__ import annotations

import os
import posixpath
import re

from adrguard.memory.notes.draft import CONCEPT, DECISION
from adrguard.memory.notes.form import SLOT
from adrguard.model.errors import UsageError
from adrguard.model.record import Record
from adrguard.system import files
from adrguard.system.git import native
from adrguard.usecases.decisions.decision_home import home
from adrguard.vault.customs import categories, templates
from adrguard.vault.customs.conventions import Survey
from adrguard.vault.head import frontmatter
from adrguard.vault.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from adrguard.model.decisions import DecisionSet
    from adrguard.usecases.vault_at_hand import Vault
    from adrguard.vault.customs.conventions import Habits

_CURSOR = re.compile(r"<%[-_*]?\s*tp\.file\.cursor\([^()%]*\)\s*[-_]?%>")
_SLOTS = ("content", "body", "text", "cursor", "value")


class Place(Record):
    """A folder and how notes are written in it.

    `survey` knows the notes below its own top, `habits` how those of the kind are; `shown` is that top as paths of
    notes have it ("": the repository's root), `bounds` the absolute folder out of which no note may lead.
    """

    survey: Survey
    habits: Habits
    shown: str
    bounds: str

    def path(self, inside: str) -> str:
        """Return a path below the survey's top as decisions have it."""
        return f"{self.shown}/{inside}" if self.shown else inside

    def names(self, inside: str) -> list[str]:
        """Return the names of everything that lies where the note at a path below the survey's top goes.

        Raises `UsageError` where a link leads out of the vault.
        """
        folder = os.path.join(self.survey.top, native(posixpath.dirname(inside)))
        if os.path.isfile(self.survey.top):
            raise UsageError(f"{self.shown} is a file where a folder should be", "move it out of the way")
        if not files.is_inside(folder, self.bounds):
            message = f"{self.path(posixpath.dirname(inside))} leads out of {self.bounds}: nothing was written"
            raise UsageError(message, "replace that link by a folder, or bind the vault that it leads to")
        try:
            return os.listdir(folder)
        except FileNotFoundError:
            return []
        except NotADirectoryError as error:
            message = f"{self.path(posixpath.dirname(inside))} is a file where a folder should be"
            raise UsageError(message, "move it out of the way") from error

    def template(self, values: Mapping[str, str | tuple[str, ...]], moment: datetime) -> str:
        """Return the vault's template for such notes, filled, "" when there is none; `SLOT` is where the content goes.

        Raises `UnreadableError`, and `UsageError` for one that is broken.
        """
        if not self.habits.template:
            return ""
        path = self.path(self.habits.template)
        try:
            text = self.survey.template(self.habits.template).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise UsageError(f"the template {path} is not UTF-8", "save it as UTF-8") from error
        text = _CURSOR.sub("{{cursor}}", text.replace("\r\n", "\n").replace("\r", "\n").replace(SLOT, ""))
        filled = templates.fill(text, {**values, **dict.fromkeys(_SLOTS, SLOT)}, moment)
        head = frontmatter.read(Source(path, filled.encode("utf-8", "surrogatepass")))
        if head.broken:
            problem = head.problems[0]
            raise UsageError(f"{problem.place}: {problem.message}", "mend this template of the vault")
        first, slot, rest = filled.partition(SLOT)
        return first + slot + rest.replace(SLOT, "")


def place_of(here: Vault, category: str, found: DecisionSet, start: str, *, inside: bool = False) -> Place:
    """Return the place for a new note of a category; with `inside` a decision goes into the vault, too.

    Decisions go where decisions are (see `decision_home.home`). A category of somebody's own goes where notes of it
    are, or to the folder of that name, and where there is neither to the cards: a folder for every word that an agent
    comes up with would scatter the vault.
    """
    if category == DECISION:
        return _of_decisions(here, found, start, inside=inside)
    survey = Survey(here.folder)
    folder = survey.folder_of(category)
    known = categories.known_as(category) in categories.TABLE
    if not known and not any(path.startswith(f"{folder}/") for path in survey.paths):
        folder = survey.folder_of(CONCEPT)
    return Place(survey, survey.habits(category, folder), here.shown, here.folder)


def _of_decisions(here: Vault, found: DecisionSet, start: str, *, inside: bool) -> Place:
    if inside:
        within = tuple(one for one in found.decisions if here.where.inside_vault(one.path))
        found = found.replace(decisions=within, settings=found.settings.replace(adr_dirs=()))
    place = home(here, found, start)
    survey = Survey(place.base)
    bounds = here.folder if files.is_inside(place.base, here.folder) else here.repo.root
    return Place(survey, survey.habits(DECISION, place.folder), place.shown, bounds)
