"""Plan a new note: what it is called, where it goes, what it says, what gives way to it. Nothing is written here."""

from __future__ import annotations

import posixpath
import re

from adrguard.decisions.discover import is_named_as_decision
from adrguard.decisions.naming import Names, number_of
from adrguard.memory.notes import flush
from adrguard.memory.notes.draft import DECISION, DEFAULT, numbered
from adrguard.memory.notes.draft import category as category_of
from adrguard.memory.notes.form import Form
from adrguard.memory.notes.related import Shelf, leads_out, taken_apart
from adrguard.model.errors import ERROR, AdrguardError, Problem
from adrguard.model.record import Record
from adrguard.system.writing.transaction import Edit
from adrguard.usecases.decisions.unseen import refuse_unseen
from adrguard.usecases.memory.notes import agent_supersession
from adrguard.usecases.memory.notes.examine_draft import examined
from adrguard.usecases.memory.notes.give_way import Ground, New, giving_way
from adrguard.usecases.memory.notes.judge_draft import moved_back, new_errors
from adrguard.usecases.memory.notes.left_undone import left_undone
from adrguard.usecases.memory.notes.note_place import place_of
from adrguard.vault.customs import filenames, manners, patterns
from adrguard.vault.customs.manners import FRONTMATTER, MARKDOWN
from adrguard.vault.default_ids import default_id
from adrguard.vault.head.values import scalars
from adrguard.vault.linking.pointing import Other
from adrguard.vault.note import LARGEST, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from adrguard.memory.notes.content import Content
    from adrguard.memory.notes.draft import Draft
    from adrguard.memory.notes.flush import Composed
    from adrguard.memory.notes.related import Link
    from adrguard.model.rules import Rule
    from adrguard.usecases.memory.notes.give_way import Ended, Reads, Way
    from adrguard.usecases.memory.notes.note_place import Place
    from adrguard.usecases.vault_at_hand import Vault
    from adrguard.vault.customs.conventions import Habits

ACCEPTED, PROPOSED = "accepted", "proposed"
_ADR = "adr-"
_EXISTS, _DUPLICATE = "exists", "duplicate-id"
_VERSION = re.compile(r"(?:^|-)v\d+$")
_CONTESTED = (_EXISTS, _DUPLICATE)
_A_NOTE = "give the name, the path or the id of a note of the vault"


class Planned(Record):
    """What is to be done.

    `edits` are the new note and those that give way to it, none when there is nothing to write: the note is refused
    (`problems` holds an error), or stands already at `standing`. `rules` are those that its invariants declare,
    `rules_ended` those of the decisions that give way.
    """

    form: Form
    edits: tuple[Edit, ...] = ()
    standing: str = ""
    ended: tuple[Ended, ...] = ()
    rules: tuple[Rule, ...] = ()
    rules_ended: tuple[Rule, ...] = ()
    problems: tuple[Problem, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def is_contested(self) -> bool:
        """Whether it is refused for what another may just be writing: only under the lock is that certain."""
        return any(one.code in _CONTESTED for one in self.problems)


class Identity(Record):
    """What a note is called: its id and the number in it ("" and 0 where it has none), its title without them."""

    id: str
    number: int
    title: str


class Planner:
    """Plans one note. `decisions` are those before it."""

    def __init__(self, here: Vault, start: str, asked: tuple[Draft, Content], moment: datetime) -> None:
        draft, content = asked
        self.here = here
        self.start = start
        self.draft = draft
        self.content = content
        self.moment = moment
        self.today = moment.strftime("%Y-%m-%d")
        self.decisions = here.read()
        self.problems: list[Problem] = []
        self.remarks: list[str] = []

    def plan(self, pen: Reads) -> Planned:
        """Return the plan. Raises `AdrguardError` where what is to be superseded cannot be."""
        category = self._category()
        identity = self._identity(category)
        place = place_of(self.here, category, self.decisions, self.start, inside=self.here.is_named)
        shelf = Shelf(map(place.path, place.survey.notes), self.decisions.decisions, self.here.shown)
        form = self._dressed(place, shelf, self._form(category, identity, place))
        standing = self._standing(pen, place, form, said=identity.id)
        if standing:
            stands = next((one for one in self.decisions.decisions if one.path == standing), None)
            form = form.replace(id=stands.id if stands else form.id)
            undone = left_undone(pen, standing, (self.draft, self.content), shelf, self.decisions)
            return Planned(form, standing=standing, remarks=tuple(undone))
        return self._composed(pen, shelf, form if self._refused else self._named(place, form))

    @property
    def _refused(self) -> bool:
        return any(one.severity == ERROR for one in self.problems)

    @property
    def _awaits_person(self) -> bool:
        return agent_supersession.awaits_person(self.here.repo, self.decisions, self.draft, self.content)

    def _refuse(self, path: str, message: str, hint: str, code: str) -> None:
        self.problems.append(Problem(path, 0, 0, message, hint, code))

    # What it is

    def _category(self) -> str:
        own = self.content.text("id").lower().startswith(_ADR)
        said = self.draft.category
        if own and said and said != DECISION:
            message = f"the content's id '{self.content.text('id')}' makes it a decision, but its category is '{said}'"
            self._refuse(self.draft.source, message, "take one of the two out", "category")
        return said or category_of(self.content.text("category")) or (DECISION if own else DEFAULT)

    def _identity(self, category: str) -> Identity:
        own = self.content.text("id")
        if category != DECISION:
            return Identity("", 0, self.draft.title)
        said, digits, rest = numbered(self.draft.title)
        chosen = own or said
        number = number_of(Other(chosen, "", "")) if chosen else ""
        if own and said and number != digits.lstrip("0"):
            message = f"the title says {said}, but the content's frontmatter says 'id: {own}'"
            self._refuse(self.draft.source, message, "take one of the two out", "id")
        return Identity(chosen, int(number or 0), rest or self.draft.title)

    def _form(self, category: str, identity: Identity, place: Place) -> Form:
        habits = place.habits
        if category != DECISION:
            inside = habits.path(identity.title, self.moment)
            heading = identity.title if habits.heading else ""
            return Form(place.path(inside), category, identity.title, self.today, heading=heading)
        by_number = habits.pattern.lead == patterns.NUMBER
        number = identity.number or (self._next(habits.number) if by_number else 0)
        inside = habits.path(identity.title, self.moment, number)
        path = place.path(inside)
        dialect = habits.dialect or FRONTMATTER
        chosen, leave_out = self._id(identity, habits, path, number)
        number = number or int(number_of(Other(chosen, "", "")) or 0)
        return Form(
            path,
            category,
            identity.title,
            self.today,
            id=self.content.text("id") or chosen,
            status=PROPOSED if self._awaits_person else ACCEPTED,
            heading=manners.filled(habits.heading, identity.title, number) if habits.heading else "",
            dialect=dialect,
            capital=habits.capital,
            leave_out=leave_out,
        )

    def _id(self, identity: Identity, habits: Habits, path: str, number: int) -> tuple[str, tuple[str, ...]]:
        """Return the id, and the keys that say so and that notes in such a folder do not have."""
        in_folder = self.here.where.in_adr_folder(path)
        in_head = (habits.dialect or FRONTMATTER) == FRONTMATTER
        if in_folder and is_named_as_decision(path) and not (in_head and (habits.id or not habits.notes)):
            return default_id(path), ("id",) if in_head else ("id", "category")
        leave_out = ("category",) if in_folder and not in_head else ()
        if identity.id:
            return identity.id, leave_out
        form = habits.id or "ADR-{number:04}"
        if form == manners.STEM:
            return posixpath.splitext(posixpath.basename(path))[0], leave_out
        return manners.filled(form, "", number or self._next(0)), leave_out

    def _next(self, least: int) -> int:
        taken = {int(number) for number in map(number_of, self.decisions.decisions) if number}
        number = least or max(taken, default=0) + 1
        while number in taken:
            number += 1
        return number

    # What is there

    def _standing(self, pen: Reads, place: Place, form: Form, *, said: str) -> str:
        """Return the path of a note that says the same already, "" where there is none."""
        if form.category != DECISION:
            return next((path for path in self._versions(place, form) if self._same(pen, path, form)), "")
        number = number_of(Other(said, "", "")) if said else ""
        same_id = [
            one
            for one in self.decisions.decisions
            if said and (one.id.casefold() == said.casefold() or (number and number_of(one) == number))
        ]
        like = [one for one in self.decisions.decisions if _bare(one.title) == _bare(form.title)]
        for one in same_id or like:
            if _bare(one.title) == _bare(form.title) and self._same(pen, one.path, form):
                return one.path
        for one in same_id:
            message = f"{one.id} exists, and says something else ({one.path})"
            hint = f"choose another id, or none to get the next one; add `--supersedes {one.id}` if this replaces it"
            self._refuse("--title", message, hint, _DUPLICATE)
        for one in like if not same_id else ():
            if not self._replaces(one.path):
                self.remarks.append(f"{one.id} has the same title ({one.path})")
        return ""

    def _replaces(self, path: str) -> bool:
        names = Names(self.decisions.decisions)
        wanted = (*self.draft.supersedes, *self.content.listed("supersedes"))
        return any(one.path == path for name in wanted for one in names.find(name))

    def _versions(self, place: Place, form: Form) -> Iterator[str]:
        """Yield the notes named as this one would be, whatever number, day or version their names say."""
        wanted = _words(form.path) | {filenames.key(filenames.slug(form.title))}
        for inside in place.survey.paths:
            if not wanted.isdisjoint(_words(inside)):
                yield place.path(inside)

    def _same(self, pen: Reads, path: str, form: Form) -> bool:
        try:
            data = pen.read(path, LARGEST)
        except AdrguardError:
            return False
        note = parse(path, data)
        said = {category_of(one.text) for one in scalars(note.frontmatter.get("category"))}
        if said and form.category not in said:
            return False
        title = note.frontmatter.text("title")
        if title and _bare(title) not in (_bare(form.title), _bare(self.draft.title)):
            return False
        return flush.same_text(data, path, self.content, form)

    # How it is written

    def _named(self, place: Place, form: Form) -> Form:
        """Return the form with a name that nothing has yet; for a decision there is only one."""
        inside = form.path.removeprefix(f"{place.shown}/" if place.shown else "")
        taken = place.names(inside)
        if form.category == DECISION:
            refuse_unseen(self.here, form.path)
        folder, name = posixpath.split(form.path)
        if form.category != DECISION:
            return form.replace(path=posixpath.join(folder, filenames.numbered(name, taken)))
        clash = filenames.clash(name, taken)
        if clash:
            message = f"{posixpath.join(folder, clash)} is there already, and says something else"
            self._refuse("--title", message, "choose another title", _EXISTS)
        return form

    def _dressed(self, place: Place, shelf: Shelf, form: Form) -> Form:
        """Return the form with links and the vault's template."""
        habits = place.habits
        links = [link for said in self.draft.related if (link := self._link(shelf, said, form, habits.links))]
        form = form.replace(related=tuple(link.text for link in links), listed=habits.links == MARKDOWN)
        values: dict[str, str | tuple[str, ...]] = {
            "title": form.title,
            "heading": form.heading or form.title,
            "id": form.id,
            "number": number_of(Other(form.id, "", form.path)),
            "status": form.status,
            "summary": self.draft.summary,
            "tags": self.draft.tags,
            "category": form.category,
            "project": self.draft.project,
        }
        template = place.template(values, self.moment)
        lost = flush.left_out(template)
        if lost and form.dialect != FRONTMATTER:
            template = ""
        elif lost:
            self.remarks.append(
                f"the template {place.path(habits.template)} has no {{{{content}}}}: its sections were left out"
            )
        return form.replace(template=template)

    def _link(self, shelf: Shelf, said: str, form: Form, style: str) -> Link | None:
        """Return a link to be written, None for one to the note itself; one that leads out of the vault is refused."""
        link = shelf.link(said, form.path, style)
        if not (link.path or link.several) and _bare(taken_apart(said).target) == _bare(form.title):
            self.remarks.append(f"'{said}' is this note itself: no link was made")
            return None
        if not (link.path or link.several) and leads_out(said):
            message = f"'{said}' names no note, and a link there would lead out of the vault"
            self._refuse("--related", message, _A_NOTE, "link")
        elif not link.text:
            self._refuse("--related", f"'{said}' names no note", _A_NOTE, "link")
        self.remarks += _of_link(link)
        return link

    def _composed(self, pen: Reads, shelf: Shelf, form: Form) -> Planned:
        composed = flush.compose(self.draft, self.content, form)
        seen = examined(composed, form, self.draft, self.here.where, self.decisions.settings)
        self.problems += seen.problems
        if self._refused:
            return Planned(form, problems=tuple(self.problems))
        wanted = (*self.draft.supersedes, *self.content.listed("supersedes"), *seen.supersedes)
        new = New(form.id if form.category == DECISION else "", form.title, form.path, composed.data, seen.force)
        way = giving_way(Ground(pen, self.decisions, shelf, self.today), new, wanted)
        self.remarks += self._weighed(way, new.id) if self.draft.by_agent else ()
        ended = {one.path for one in way.ended}
        edits = (Edit(form.path, None, way.note), *way.edits)
        wrong = tuple(self._disagreeing(composed, form, edits))
        if wrong:
            return Planned(form, problems=(*self.problems, *wrong))
        return Planned(
            form,
            edits,
            ended=way.ended,
            rules=seen.rules,
            rules_ended=tuple(rule for rule in self.decisions.rules if rule.note in ended),
            problems=tuple(self.problems),
            remarks=(*way.remarks, *self.remarks),
        )

    def _weighed(self, way: Way, name: str) -> tuple[str, ...]:
        if self._awaits_person and not way.ended:
            return (f"accepting {name} is for a person: tell them that it waits",)
        return agent_supersession.weighed(self.here.repo, self.decisions, name, way.ended)

    def _disagreeing(self, composed: Composed, form: Form, edits: tuple[Edit, ...]) -> Iterator[Problem]:
        """Yield what lint would call an error once this is written: it is for the author to mend, not for lint."""
        if form.category != DECISION:
            return
        for one in new_errors(self.here, self.decisions, edits):
            back = moved_back(one, form.path, composed.data, edits[0].after or b"")
            yield composed.placed(back, form.path, self.draft.source)


def _of_link(link: Link) -> Iterator[str]:
    if len(link.several) > 1:
        yield f"'{link.said}' can mean several notes: {', '.join(link.several[:3])}; name it by its path"
    elif not link.path and "://" not in link.text:
        yield f"there is no note '{link.said}' yet: the link {link.text} leads nowhere"


def _bare(title: str) -> str:
    """Return what two titles share that are one; of a title without a word its signs count."""
    rest = numbered(title)[2] or title
    return filenames.key(filenames.slug(rest) or "".join(rest.split()))


def _words(path: str) -> frozenset[str]:
    """Return the words that a note's name can mean: a number or a date in front, or a version, may be the title's."""
    name = path.rpartition("/")[2]
    both = {filenames.slug(patterns.read(name).words), filenames.slug(posixpath.splitext(name)[0])}
    return frozenset(map(filenames.key, both | {_VERSION.sub("", one) for one in both}))
