"""Write what a session has learnt into the vault: one new note, and what it supersedes, in one transaction."""

from __future__ import annotations

import os
from datetime import datetime
from difflib import unified_diff

from adrguard.decisions.discover import DEFAULT_VAULT
from adrguard.install import scaffold
from adrguard.memory.notes import content as contents
from adrguard.memory.notes.draft import DECISION, Draft, decoded, settled, too_large
from adrguard.model.errors import CLEAN, ERROR, WRONG, Problem, UsageError
from adrguard.model.record import Record
from adrguard.system import files, folders, pipes
from adrguard.system.files import TooLargeError, UnreadableError
from adrguard.system.git import native
from adrguard.system.write_errors import NOTHING
from adrguard.system.writing import targets
from adrguard.usecases.decisions.supersede import compared
from adrguard.usecases.memory.notes.plan_note import Planned, Planner
from adrguard.usecases.vault_at_hand import at_hand
from adrguard.vault import writer
from adrguard.vault.note import LARGEST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from adrguard.install.scaffold import Laid
    from adrguard.memory.notes.content import Content
    from adrguard.model.decisions import Settings
    from adrguard.model.rules import Rule
    from adrguard.usecases.memory.notes.give_way import Ended, Reads
    from adrguard.usecases.vault_at_hand import Vault

__all__ = ["Changed", "Draft", "Flushed", "content_of", "flush"]

STDIN = "<stdin>"
Stamp = tuple[tuple[str, str, int, int, int], ...]
_MOST_READ = 4 * LARGEST
_OVER = f"over {_MOST_READ // 1024 // 1024} MB"
_PATIENCE_S = 10.0


class Changed(Record):
    """A note that stands already, and how it changes, as lines of a unified diff."""

    path: str
    diff: tuple[str, ...]


class Flushed(Record):
    """What became of it.

    `path` and `id` (decisions have one) are those of the note, `text` is what it says; `written` tells whether it was
    written now; where it was not, `same` tells that such a note was there already. With `problems` that are errors
    nothing was written. `superseded` gave way to it, `rules` are those that its invariants declare, `enforced` tells
    whether they bind now, `rules_ended` bind no more. `changed` are the other notes that it changes, `remarks` what a
    person should know, `recovered` what an interrupted change was brought to its end first ("": none).
    """

    path: str = ""
    id: str = ""
    title: str = ""
    category: str = ""
    text: str = ""
    written: bool = False
    same: bool = False
    superseded: tuple[Ended, ...] = ()
    rules: tuple[Rule, ...] = ()
    enforced: bool = False
    rules_ended: tuple[Rule, ...] = ()
    changed: tuple[Changed, ...] = ()
    laid: tuple[Laid, ...] = ()
    problems: tuple[Problem, ...] = ()
    remarks: tuple[str, ...] = ()
    recovered: str = ""

    @property
    def exit_code(self) -> int:
        """2 when the note was refused."""
        return WRONG if any(one.severity == ERROR for one in self.problems) else CLEAN


def content_of(start: str, path: str, pipe: Callable[[int], bytes]) -> tuple[str, str, tuple[Problem, ...]]:
    """Return the content of a file (``-``: what `pipe` reads), its name for messages, and what is wrong with it.

    Raises `UsageError` where the file is not there or cannot be read.
    """
    if path == "-":
        # One byte too many is what tells that it is too much.
        data = pipe(_MOST_READ)
        if len(data) >= _MOST_READ:
            return "", STDIN, (too_large(STDIN, _OVER),)
        text, problems = decoded(data, STDIN)
        return text, STDIN, problems
    if not path:
        raise UsageError("--content-file names no file", "name one, or give the text by --content")
    try:
        data = _data(os.path.join(start, path))
    except FileNotFoundError as error:
        raise UsageError(f"{path}: there is no such file", "mend the path, or give the content by --content") from error
    except TooLargeError:
        return "", path, (too_large(path, _OVER),)
    except UnreadableError as error:
        raise UsageError(
            f"{path}: {error.reason}", "give a text file, or `--content-file -` and the text on standard input"
        ) from error
    text, problems = decoded(data, path)
    return text, path, problems


def _data(path: str) -> bytes:
    # Whoever names a pipe (`<(…)` of a shell is one) wants to be heard through it.
    if pipes.is_pipe(path):
        return pipes.read_pipe(path, _MOST_READ, _PATIENCE_S)
    return files.read_regular(os.path.realpath(path), _MOST_READ)


def flush(
    start: str, draft: Draft, vault: str = "", *, dry_run: bool = False, moment: datetime | None = None
) -> Flushed:
    """Write the draft into the vault (see `vault_at_hand.at_hand`), or with `dry_run` only say what that would do.

    Mistakes in what is asked for are in `Flushed.problems`. Raises `AdrguardError` where what is to be superseded is
    missing, ambiguous or not to be superseded, and where the file system fails: then nothing is written.
    """
    draft, problems = settled(draft)
    content = contents.read(draft.content, draft.source)
    problems += content.problems
    if any(problem.severity == ERROR for problem in problems):
        return Flushed(problems=problems, title=draft.title)
    here = at_hand(start, vault)
    look = _look(here, start, (draft, content), moment or datetime.now().astimezone())
    planned = look.planned
    if dry_run or not (planned.edits or planned.is_contested):
        new = (f"the vault {here.shown} would be laid out",) if planned.edits and not here.exists else ()
        return _told(planned.replace(remarks=(*planned.remarks, *new)))
    _refuse_outside(here, planned.form.path)
    return _written(here, start, look)


def _refuse_outside(here: Vault, path: str) -> None:
    if os.path.isabs(path) and not here.is_chosen:
        message = f"{DEFAULT_VAULT} leads out of the repository, to {here.folder}; {NOTHING}"
        raise UsageError(message, f'replace that link by a folder, or bind the vault: vault = "{here.folder}"')


class Look(Record):
    """What was planned: by whom, and from which notes (None where there are too many to be compared)."""

    planner: Planner
    planned: Planned
    notes: Stamp | None


def _look(here: Vault, start: str, asked: tuple[Draft, Content], moment: datetime, pen: Reads | None = None) -> Look:
    notes = _stamp(here)
    planner = Planner(here, start, asked, moment)
    return Look(planner, planner.plan(pen or Glance(here)), notes)


def _stamp(here: Vault) -> Stamp | None:
    """Return what changes when any note does that a plan is made from."""
    found: list[tuple[str, str, int, int, int]] = []
    for top in dict.fromkeys((here.folder, *(os.path.join(here.repo.root, native(one)) for one in here.where.adr))):
        listed = folders.listed(top)
        if not listed.is_whole:
            return None
        found += [(top, path, one.st_size, one.st_mtime_ns, one.st_ino) for path, one in listed.notes]
    return tuple(found)


class Glance:
    """Reads notes as a `Pen` does, but without the right to write any."""

    def __init__(self, here: Vault) -> None:
        self._here = here

    def read(self, path: str, limit: int = LARGEST) -> bytes:
        """Return the bytes of a note. Raises `AdrguardError` where there is none to be read."""
        top, within = writer.top_of(self._here.repo.root, path, self._here.configured)
        try:
            return files.read_regular(targets.locate(os.path.realpath(top), within).real, limit)
        except FileNotFoundError as error:
            raise UnreadableError(path, "there is no such file") from error


def _written(here: Vault, start: str, look: Look) -> Flushed:
    is_new = not here.exists
    with writer.opened(here.repo.root, [look.planned.form.path], here.configured) as pen:
        planner = look.planner
        if look.notes is None or look.notes != _stamp(here):
            # Another has written between the first look and the lock.
            look = _look(here, start, (planner.draft, planner.content), planner.moment, pen)
        planner, planned = look.planner, look.planned
        if not planned.edits:
            return _told(planned).replace(recovered=pen.told)
        pen.commit(f"flush {planned.form.id or planned.form.title}", planned.edits)
        recovered = pen.told
    laid = _laid(here) if is_new and here.exists else ()
    decided = {one.path for one in planner.decisions.decisions}
    is_any = planned.form.category == DECISION or not decided.isdisjoint(edit.path for edit in planned.edits)
    after = here.read() if is_any else planner.decisions
    effect = compared(planner.decisions, after, [edit.path for edit in planned.edits], recovered)
    rules = tuple(rule for rule in after.rules if rule.note == planned.form.path)
    return _told(planned).replace(
        written=True,
        laid=laid,
        rules=rules or planned.rules,
        enforced=not here.named and any(_binds(rule, after.settings) for rule in rules),
        rules_ended=tuple(rule for rule in effect.rules_ended if rule.note != planned.form.path),
        recovered=recovered,
    )


def _binds(rule: Rule, settings: Settings) -> bool:
    return not rule.shadow and (not settings.project or rule.project in ("", settings.project))


def _laid(here: Vault) -> tuple[Laid, ...]:
    """Lay the new vault out around its first note, as `adrguard init` does."""
    laid = scaffold.vault(here.repo.root, here.folder)
    return tuple(one.replace(path=folders.below(here.repo.root, one.path) or one.path) for one in laid)


def _told(planned: Planned) -> Flushed:
    form = planned.form
    changed = tuple(
        Changed(edit.path, tuple(_diff(edit.before or b"", edit.after or b"")))
        for edit in planned.edits
        if edit.path != form.path
    )
    note = next((edit.after for edit in planned.edits if edit.path == form.path), None)
    return Flushed(
        path=planned.standing or form.path,
        id=form.id if form.category == DECISION else "",
        title=form.title,
        category=form.category,
        text=(note or b"").decode("utf-8"),
        same=bool(planned.standing),
        superseded=planned.ended,
        rules=planned.rules,
        rules_ended=planned.rules_ended,
        changed=changed,
        problems=planned.problems,
        remarks=planned.remarks,
    )


def _diff(before: bytes, after: bytes) -> list[str]:
    old, new = (one.decode("utf-8", "replace").splitlines() for one in (before, after))
    return list(unified_diff(old, new, "before", "after", n=1, lineterm=""))
