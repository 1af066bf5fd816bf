"""Read a note that is not written yet as the guard will read it, and tell its mistakes where the author made them."""

from __future__ import annotations

from adrguard.decisions.examine import examine
from adrguard.kdsl.compile import NoteFacts, compile_note
from adrguard.kdsl.looks import looks_like
from adrguard.memory.notes.draft import DECISION
from adrguard.model.decisions import IN_FORCE, SHADOW
from adrguard.model.errors import ERROR, WARNING, Problem
from adrguard.model.record import Record
from adrguard.vault import invariants, note, status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.decisions.discover import Folders
    from adrguard.decisions.reading import Reading
    from adrguard.memory.notes.draft import Draft
    from adrguard.memory.notes.flush import Composed
    from adrguard.memory.notes.form import Form
    from adrguard.model.decisions import Settings
    from adrguard.model.rules import Rule


class Seen(Record):
    """What the guard would make of it: the decision's force, its rules, what its text says it supersedes, mistakes."""

    problems: tuple[Problem, ...]
    force: str = IN_FORCE
    rules: tuple[Rule, ...] = ()
    supersedes: tuple[str, ...] = ()


def examined(composed: Composed, form: Form, draft: Draft, where: Folders, settings: Settings) -> Seen:
    """Examine a composed note. Mistakes in what came with the content are placed there."""
    seen = _seen(composed, form, draft, where, settings)
    found = dict.fromkeys(composed.placed(one, form.path, draft.source) for one in seen.problems)
    placed = sorted(found, key=lambda one: (one.path, one.line, one.column))
    return seen.replace(problems=tuple(placed))


def _seen(composed: Composed, form: Form, draft: Draft, where: Folders, settings: Settings) -> Seen:
    if len(composed.data) > note.LARGEST:
        message = f"the note would be too large (limit {note.LARGEST // 1024} KB)"
        return Seen((Problem(draft.source, 0, 0, message, "make several notes of it", "too-large"),))
    table = status.table_with(settings.statuses)
    reading = examine(form.path, composed.data, where, table)[0] if where.may_decide(form.path) else None
    if form.category == DECISION:
        return _decision(reading, form) if reading else Seen((_never_read(form),))
    parsed = note.parse(form.path, composed.data)
    found = [*parsed.problems]
    if reading is not None:
        hint = "take the id out, or say --category decision"
        found.append(reading.at.problem(form.path, "this id makes the note a decision", hint, "category"))
    else:
        found += _dead(parsed, form)
    return Seen(tuple(found))


def _never_read(form: Form) -> Problem:
    message = f"a note at {form.path} would never be read as a decision"
    hint = "choose another title: this is how templates and indexes are named"
    return Problem("--title", 0, 0, message, hint, "name")


def _dead(parsed: note.Note, form: Form) -> Iterator[Problem]:
    """Warn of invariants in a note that is no decision: nobody enforces them."""
    for item in invariants.find(parsed, looks_like).items:
        if looks_like(item.text):
            message = f"this invariant does not bind, as the note is no decision but a {form.category}"
            yield Problem(
                form.path, item.line, item.column, message, "say --category decision", "not-a-decision", WARNING
            )
            return


def _decision(reading: Reading, form: Form) -> Seen:
    shadow = reading.force == SHADOW
    compiled = compile_note(reading.items, NoteFacts(reading.id, form.path, shadow, reading.project))
    problems = [*reading.problems, *reading.slips, *compiled.problems]
    if not reading.known:
        words = ", ".join(word for word in status.TABLE if word != "superceded")
        message = f"'{reading.status}' is no status"
        problems.append(reading.status_at.problem(form.path, message, f"one of {words}", "unknown-status"))
    if reading.id != form.id and not any(one.severity == ERROR for one in problems):
        message = f"the note would be read as {reading.id}, not as {form.id}"
        problems.append(reading.at.problem(form.path, message, "take the other id out of the content", "id"))
    return Seen(tuple(problems), reading.force, compiled.rules, tuple(spot.text for spot in reading.supersedes))
