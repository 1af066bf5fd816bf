"""Distil a skill from a trace: a card of the vault, or a skill of Hermes Agent or Oh My Pi."""

from __future__ import annotations

from adrguard.memory.distill import card, naming
from adrguard.memory.distill.quotes import words
from adrguard.memory.distill.skill_file import HERMES, OMP, Skill
from adrguard.memory.notes.draft import SKILL, Draft
from adrguard.memory.secrets.redaction import redact
from adrguard.model.errors import CLEAN, ERROR, WRONG, UsageError
from adrguard.model.record import Record
from adrguard.usecases.memory.skills.keep_skill import Kept, Wanted, as_card, as_skill
from adrguard.usecases.memory.skills.read_trace import read
from adrguard.usecases.memory.skills.trace_at_hand import Origin, from_file, from_node, from_pipe, from_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.memory.distill.playbook import Playbook
    from adrguard.model.errors import Problem
    from adrguard.usecases.memory.skills.read_trace import Read

__all__ = ["DEFAULT", "TARGETS", "Asked", "Distilled", "distill", "from_file", "from_node", "from_pipe", "from_text"]

DEFAULT = "default"
TARGETS = (DEFAULT, HERMES, OMP)
LONGEST_HINT = 10_000
_MOST_BODY = 60_000
_LIMITS = (24, 12, 6, 3)


class Asked(Record):
    """How a trace is to be kept. `vault` is the vault when not the one that is bound here; "" goes without saying."""

    title: str = ""
    hint: str = ""
    category: str = ""
    tags: tuple[str, ...] = ()
    related: tuple[str, ...] = ()
    target: str = ""
    vault: str = ""
    dry_run: bool = False


class Distilled(Record):
    """What became of it.

    playbook   what the trace holds, None where nothing in it failed; then `reason` says so
    title, signature, target  of the skill
    kept       where it is, and what it says; None where nothing was to be kept
    redacted   how many secrets were taken out
    problems   what is wrong with the asking; with an error nothing was written
    """

    playbook: Playbook | None
    title: str = ""
    signature: str = ""
    target: str = DEFAULT
    kept: Kept | None = None
    reason: str = ""
    redacted: int = 0
    dry_run: bool = False
    problems: tuple[Problem, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def exit_code(self) -> int:
        """2 when the asking is wrong."""
        return WRONG if any(one.severity == ERROR for one in self.problems) else CLEAN


def distill(start: str, origin: Origin, asked: Asked = Asked()) -> Distilled:  # noqa: B008 -- immutable
    """Write the skill that a trace holds, or with `dry_run` only say what it would be.

    What the trace does not show is left out. A skill that says the same already is not written again, and none is ever
    written over. Raises `UsageError` for a trace without any text and for a target that is none, and `AdrguardError`
    where the vault or the file system does not let it be written.
    """
    target = asked.target or DEFAULT
    if target not in TARGETS:
        raise UsageError(f"'{target[:80]}' is no target", f"one of {', '.join(TARGETS)}")
    if len(asked.hint) > LONGEST_HINT:
        message = f"the hint has {len(asked.hint)} characters, too many (limit {LONGEST_HINT})"
        raise UsageError(message, "say in a few sentences what happened")
    asked, secrets = _clean(asked)
    found = read(origin, asked.hint)
    if found.blank:
        raise UsageError(
            f"{origin.name} is empty", "give the output of what failed, by --trace, --node, a file or a pipe"
        )
    redacted = found.redacted + secrets
    remarks = tuple(_remarks(origin, found))
    if found.playbook is None:
        return Distilled(
            None,
            reason=_reason(origin, found),
            target=target,
            redacted=redacted,
            dry_run=asked.dry_run,
            remarks=remarks,
        )
    playbook = _fitting(found.playbook)
    signature = naming.signature(playbook)
    wanted = Wanted(_draft(playbook, asked, origin), signature, _statements(playbook), asked.vault, asked.dry_run)
    kept = as_card(start, wanted) if target == DEFAULT else as_skill(wanted, _skill(playbook, wanted), target)
    return Distilled(
        playbook,
        wanted.draft.title,
        signature,
        target,
        kept,
        redacted=redacted,
        dry_run=asked.dry_run,
        problems=kept.problems,
        remarks=(*remarks, *kept.remarks),
    )


def _clean(asked: Asked) -> tuple[Asked, int]:
    """Return the asking without secrets, and how many there were."""
    count = 0

    def clean(text: str) -> str:
        nonlocal count
        text, found = redact(text)
        count += found
        return text

    return (
        asked.replace(
            title=clean(asked.title),
            hint=words(clean(asked.hint)),
            category=clean(asked.category),
            tags=tuple(clean(one) for one in asked.tags),
            related=tuple(clean(one) for one in asked.related),
        ),
        count,
    )


def _remarks(origin: Origin, found: Read) -> Iterator[str]:
    if origin.lines and found.course.lines < origin.lines:
        there = f"{found.course.lines} of the {origin.lines} lines"
        yield f"{origin.node} holds {there} that were put away: the rest is gone"
    if found.redacted:
        were = "secret in the trace was" if found.redacted == 1 else "secrets in the trace were"
        yield f"{found.redacted} {were} left out"


def _reason(origin: Origin, found: Read) -> str:
    if found.binary:
        return f"{origin.name} has bytes that no text has, and no error that could be read"
    warned = found.course.warned
    also = f" ({warned} warning{'' if warned == 1 else 's'})" if warned else ""
    return f"there is no error in {origin.name}{also}"


def _fitting(playbook: Playbook) -> Playbook:
    """Return the skill, with as many of its statements as a note can hold."""
    for most in _LIMITS:
        cut = playbook.limited(most)
        if len(card.body(cut)) <= _MOST_BODY:
            return cut
    return playbook.limited(1)


def _statements(playbook: Playbook) -> tuple[str, ...]:
    return (*(line for one in playbook.quotes for line in one.lines), *playbook.hint.split("\n"))


def _draft(playbook: Playbook, asked: Asked, origin: Origin) -> Draft:
    return Draft(
        title=asked.title.strip() or naming.title(playbook),
        content=card.body(playbook, _source(origin)),
        summary=naming.summary(playbook),
        category=asked.category.strip() or SKILL,
        tags=(*asked.tags, *naming.tags(playbook)),
        related=asked.related,
        source=origin.name,
    )


def _source(origin: Origin) -> str:
    return f"All of it: `adrguard inspect {origin.node}`." if origin.node else ""


def _skill(playbook: Playbook, wanted: Wanted) -> Skill:
    draft = wanted.draft
    return Skill(
        naming.skill_name(draft.title, wanted.signature),
        draft.title,
        naming.description(playbook),
        wanted.signature,
        draft.tags,
        draft.related,
        draft.content,
    )
