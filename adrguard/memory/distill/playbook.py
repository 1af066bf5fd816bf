"""A skill as it comes out of a trace: only what that shows, each statement with the line where it stands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.memory.distill.claims import CAUSE, PREVENTION, SUGGESTION
from adrguard.memory.distill.evidence import MOST_FAILURES
from adrguard.memory.distill.quotes import Quote
from adrguard.memory.distill.steps import kind_of
from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adrguard.memory.distill.evidence import Evidence
    from adrguard.memory.distill.steps import Course, Step
    from adrguard.memory.traces.trace import Failure

MOST_BEFORE = 5
MOST_CAUSES = 5
"""Of each failure."""
MOST_COMMANDS = 12
MOST_SUGGESTIONS = 8
_PREVENTS = re.compile(
    r"\b(?:prevent\w*|avoid\w*|in (?:the )?future|next time|always|never|from now on)\b", re.IGNORECASE
)
_TESTS = re.compile(r"test|spec|jest|mocha|tox|nox")
_WORD = re.compile(r"(?<!\S)[^\s-][^\s:=]{2,}")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")


class Sign(Record):
    """One kind of failure, and the line at which the trace has it (None where it has no line that can be shown)."""

    failure: Failure
    quote: Quote | None


class Playbook(Record):
    """What is to be known.

    signs      the failures by kind; `unlisted` are the kinds beyond these
    command    what failed (None where the trace shows no command), `before` what was run before it
    causes     why, as the trace has it
    tried      commands after the failure that failed as well
    done       commands between the failure and what worked, `edits` diffs that the trace shows there
    verified   the command that then worked, `worked` the line that says so (None: it only shows no error any more)
    after      commands after the failure where nothing shows that they helped
    suggested  what the tools themselves suggest
    prevention what the trace says about that; `resolved` sentences about it of the person who gave the hint
    hint       that person's words
    errors, lines  of the trace
    """

    signs: tuple[Sign, ...]
    unlisted: int
    command: Quote | None
    before: tuple[Quote, ...]
    causes: tuple[Quote, ...]
    tried: tuple[Quote, ...]
    done: tuple[Quote, ...]
    edits: tuple[Quote, ...]
    verified: Quote | None
    worked: Quote | None
    after: tuple[Quote, ...]
    suggested: tuple[Quote, ...]
    prevention: tuple[Quote, ...]
    resolved: tuple[str, ...]
    hint: str
    errors: int
    lines: int

    def limited(self, most: int) -> Playbook:
        """Return the same with at most so many statements of each sort."""
        lists = ("before", "causes", "tried", "done", "edits", "after", "suggested", "prevention", "resolved")
        cut = {name: getattr(self, name)[:most] for name in lists}
        left_out = max(len(self.signs) - most, 0)
        return self.replace(**cut, signs=self.signs[:most], unlisted=self.unlisted + left_out)

    @property
    def quotes(self) -> tuple[Quote, ...]:
        """Everything that is quoted."""
        single = (self.command, self.verified, self.worked, *(one.quote for one in self.signs))
        lists = (self.before, self.causes, self.tried, self.done, self.edits, self.after, self.suggested)
        return tuple(one for one in single if one) + tuple(one for many in (*lists, self.prevention) for one in many)


def distilled(course: Course, evidence: Evidence, hint: str = "") -> Playbook:
    """Return the skill that a trace with at least one failure holds."""
    failures = course.failures[:MOST_FAILURES]
    by_line = {one.at: one for one in evidence.failing}
    signs = tuple(Sign(one, by_line.get(one.at)) for one in failures)
    steps = course.steps
    begun = next((index for index, one in enumerate(steps) if one.errors), 0)
    failed = steps[begun] if steps else None
    ended = _worked(steps, begun, evidence, signs)
    between = steps[begun + 1 : ended if ended >= 0 else len(steps)]
    fell = [
        one.errors > 0 or (at in evidence.after and evidence.after[at].fell)
        for at, one in enumerate(between, begun + 1)
    ]
    calm = _commands(one for one, failed in zip(between, fell, strict=True) if not failed)
    last = evidence.after.get(ended)
    edits = [
        edit
        for index in range(begun + 1, begun + 1 + len(between))
        if index in evidence.after
        for edit in evidence.after[index].edits
    ]
    return Playbook(
        signs,
        len(course.failures) - len(signs),
        failed.command if failed else None,
        _commands(steps[:begun])[-MOST_BEFORE:],
        tuple(_causes(evidence, signs)),
        _commands(one for one, failed in zip(between, fell, strict=True) if failed),
        calm if ended >= 0 else (),
        tuple(edits) if ended >= 0 else (),
        steps[ended].command if ended >= 0 else None,
        last.worked if last else None,
        calm if ended < 0 else (),
        _of(evidence, SUGGESTION)[:MOST_SUGGESTIONS],
        _of(evidence, PREVENTION),
        tuple(one.strip() for one in _SENTENCE.split(hint) if _PREVENTS.search(one)),
        hint,
        course.errors,
        course.lines,
    )


def _commands(steps: Iterable[Step]) -> tuple[Quote, ...]:
    return tuple(one.command for one in steps if one.command)[:MOST_COMMANDS]


def _of(evidence: Evidence, kind: str) -> tuple[Quote, ...]:
    return tuple(one.quote for one in evidence.claims if one.kind == kind)


def _causes(evidence: Evidence, signs: Sequence[Sign]) -> list[Quote]:
    """Return each failure's own words and what the trace says beside them, in the order in which they stand."""
    told: dict[int, list[Quote]] = {}
    for quote in _of(evidence, CAUSE):
        told.setdefault(_about(quote, signs), []).append(quote)
    found: dict[int, Quote] = {}
    for index, sign in enumerate(signs):
        for quote in told.get(index, [])[:MOST_CAUSES]:
            found.setdefault(quote.at, quote)
        if sign.quote is not None and sign.quote.text:
            found.setdefault(sign.quote.at, sign.quote)
    return [found[at] for at in sorted(found)]


def _about(quote: Quote, signs: Sequence[Sign]) -> int:
    """Return which failure lines are about: the one that stands last before them, but for a chain the one behind."""
    before = [index for index, one in enumerate(signs) if one.failure.at <= quote.at + len(quote.lines) - 1]
    if before:
        return max(before, key=lambda index: signs[index].failure.at)
    return min(range(len(signs)), key=lambda index: signs[index].failure.at)


def _worked(steps: Sequence[Step], begun: int, evidence: Evidence, signs: Sequence[Sign]) -> int:
    """Return the index of the step that shows that the failure is gone, -1 where none does."""
    target = steps[begun].command if begun < len(steps) else None
    for index in range(begun + 1, len(steps)):
        step, after = steps[index], evidence.after.get(index)
        if after is None or step.command is None or after.fell or after.void:
            continue
        if target is None:
            if after.worked:
                return index
            continue
        same = " ".join(step.command.text.split()) == " ".join(target.text.split())
        ended = not step.is_silent or index + 1 < len(steps)
        if (same and (after.worked or ended)) or (after.worked and _is_alike(step.command.text, target.text, signs)):
            return index
    return -1


def _is_alike(command: str, target: str, signs: Sequence[Sign]) -> bool:
    """Say whether a command does what another did; tests that it picks out have to be those that failed."""
    kind = kind_of(target)
    if not kind or kind_of(command) != kind:
        return False
    picked = {one for one in _WORD.findall(command) if one not in target} if _TESTS.search(" ".join(kind)) else set()
    shown = "\n".join(f"{one.failure.place} {one.quote.text if one.quote else one.failure.message}" for one in signs)
    return not picked or any(one in shown for one in picked)
