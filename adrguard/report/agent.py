"""The verdict in an agent's words: what, where, why and what to do instead, short enough to be read whole.

It names no way round. What a person may do about the guard itself is said to the person alone, in the notes.
"""

from __future__ import annotations

from adrguard.model.findings import Outcome
from adrguard.model.record import Record
from adrguard.model.rules import BLOCK
from adrguard.report.display import shortened, visible
from adrguard.report.text import count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adrguard.model.errors import Problem
    from adrguard.model.findings import Finding, Unjudged, Weakened

LONGEST = 8000
"""Characters of a reason: an agent's program cuts what is much longer, or hides it in a file."""
LONGEST_NOTE = 2000
MOST_PLACES = 10
"""Findings of one rule that are shown, each on a line of its own."""

_QUOTED, _SAID, _PATH = 160, 600, 300
_ROOM_FOR_THE_REST = 300


class _Part(Record):
    """Something to say, as texts from the longest to the shortest; `number` is how many findings it tells of."""

    number: int
    texts: tuple[str, ...]


STOP = "The work is not done yet"
EDIT = "This edit was not made"
_WHAT_TO_DO = (
    "The decision is the obstacle, not the tool: the same change is judged alike however it is made. Change the code "
    "so that it keeps to each decision named above, then go on. If a decision itself seems wrong, leave it as it is "
    "and tell the person why: decisions are theirs to change."
)

_WHAT_TO_DO_IN_PARTS = (
    "Judge these files yourself, a few at a time: `adrguard check PATH…` says what of a file breaks a decision. Mend "
    "what it names, then go on."
)


def holding(outcome: Outcome) -> Outcome:
    """Return of an outcome only what holds an agent back; what was not judged comes with it when there is any."""
    return Outcome(
        findings=outcome.violations,
        weakened=(outcome.loosened if outcome.weakening == BLOCK else ()) + awaited(outcome),
        problems=tuple([one for one in outcome.problems if one.fails(strict=outcome.strict)]),
        unjudged=outcome.unjudged,
        strict=outcome.strict,
        weakening=outcome.weakening,
        door=outcome.door,
        supersession=outcome.supersession,
    )


def awaited(outcome: Outcome) -> tuple[Weakened, ...]:
    """Return the proper supersessions that have to wait for a person."""
    return outcome.moved if outcome.supersession == "ask" else ()


def holds(outcome: Outcome) -> bool:
    """Say whether there is anything that holds an agent back."""
    held = holding(outcome)
    return bool(held.findings or held.weakened or held.problems)


def reason(outcome: Outcome, opening: str = STOP) -> str:
    """Say to the agent what holds it back, worst first, in at most `LONGEST` characters."""
    held = holding(outcome)
    parts = [
        *_weakened(held.loosened),
        *_awaited(held.moved),
        *_violations(held.findings),
        *_problems(held.problems),
        *_unjudged(held.unjudged),
    ]
    head = f"adrguard: {opening}: {_tally(held)}."
    return _fitted(head, parts, _WHAT_TO_DO)


def render(outcome: Outcome) -> str:
    """Say all of it, however long that is, to an agent that asks; ended by a line feed."""
    held = holding(outcome)
    told = (_before_after(one) for one in outcome.weakened if one not in held.weakened)
    mild = (one for one in outcome.problems if one not in held.problems)
    parts = [
        *_weakened(held.loosened),
        *_awaited(held.moved),
        *_violations(outcome.violations, len(outcome.findings)),
        *_problems(held.problems),
        *_unjudged(outcome.unjudged, len(outcome.unjudged)),
        *_violations(outcome.advisories, len(outcome.findings)),
        *[_Part(0, (f"- To know: {said}",)) for said in told],
        *_problems(mild),
        *[_Part(0, (f"- To know: {said}",)) for said in [*_allowed(outcome), *map(_say, outcome.notes)]],
    ]
    if holds(outcome):
        head, tail = f"{STOP}: {_tally(held)}.", [_WHAT_TO_DO]
    else:
        calm = "Not all was judged" if outcome.unjudged else "Nothing to judge" if not outcome.files else "Clean"
        head, tail = f"{calm}: no violation in {count(outcome.files, 'file')}, {count(outcome.rules, 'rule')}.", []
    return "\n".join([f"adrguard: {head}", *[part.texts[0] for part in parts], *tail]) + "\n"


def _allowed(outcome: Outcome) -> list[str]:
    said = [f"{_brief(one.finding)}, which line {one.line} allows: {_say(one.reason)}" for one in outcome.suppressed]
    return said + ([f"{count(outcome.known, 'known finding')} in the baseline"] if outcome.known else [])


def unreached(outcome: Outcome) -> str:
    """Say to the agent, which nothing else holds back, what the time for one check was too short for."""
    late = outcome.not_reached
    head = (
        f"adrguard: {STOP}: it is too much for one check, and {count(len(late), 'judgement')} of it {_were(late)} left."
    )
    return _fitted(head, _unjudged(late), _WHAT_TO_DO_IN_PARTS)


def _were(several: Sequence[object]) -> str:
    return "were" if several[1:] else "was"


def advice(outcome: Outcome) -> str:
    """Say what an agent should know of without being held back by it; "" when there is nothing."""
    parts = [*_violations(outcome.findings), *_unjudged(outcome.unjudged)]
    if not parts:
        return ""
    return _fitted(f"adrguard: {count(len(outcome.findings), 'finding')} to know of.", parts, "")


def note(outcome: Outcome) -> str:
    """Tell the person in short what does not hold the agent back; "" when there is nothing to tell."""
    lines = [
        *_listed("advisory", "advisories", [_brief(one) for one in outcome.advisories]),
        *_listed(
            "rule no longer in force",
            "rules no longer in force",
            [_before_after(one) for one in outcome.moved if one.rule],
        ),
        *_listed(
            "decision replaced, whose rules still bind",
            "decisions replaced, whose rules still bind",
            [_before_after(one) for one in outcome.moved if not one.rule],
        ),
    ]
    if outcome.weakening != BLOCK:
        said = [_before_after(one) for one in outcome.loosened]
        lines += _listed("weakening of the rules", "weakenings of the rules", said)
    lines += _listed("not judged", "not judged", [_left(one) for one in outcome.unjudged])
    lines += [_say(one) for one in outcome.notes]
    return _cut("adrguard: " + "\n".join(lines), LONGEST_NOTE) if lines else ""


def let_go(outcome: Outcome, times: int) -> str:
    """Tell the person that an agent was let go with its findings unmended, and what they are."""
    held = holding(outcome)
    began = f"after it was held back {count(times, 'time')}" if times else "as 'agent.max-blocks' is 0"
    lines = [
        *[_before_after(one) for one in held.weakened],
        *map(_brief, held.findings),
        *map(_mistake, held.problems),
    ]
    shown = "\n".join([f"- {line}" for line in lines[:MOST_PLACES]])
    more = f"\n- and {len(lines) - MOST_PLACES} more" if lines[MOST_PLACES:] else ""
    head = f"adrguard: the agent was let go, {began}, and this is not mended: {_tally(held)}."
    return f"{head}\n{_cut(shown, LONGEST_NOTE)}{more}\n`adrguard check --all` shows all that stands."


def _tally(held: Outcome) -> str:
    said = (
        (len(held.loosened), "weakening of the rules", "weakenings of the rules"),
        (len(held.moved), "supersession that a person has not accepted", "supersessions that no person has accepted"),
        (len(held.findings), "violation", ""),
        (len(held.problems), "error in decisions or configuration", "errors in decisions or configuration"),
    )
    return ", ".join([count(number, one, many) for number, one, many in said if number])


def _violations(findings: Sequence[Finding], most: int = MOST_PLACES) -> list[_Part]:
    """Return a part for each rule, that with most findings first."""
    by_rule: dict[str, list[Finding]] = {}
    for finding in findings:
        by_rule.setdefault(finding.rule.id, []).append(finding)
    groups = sorted(by_rule.values(), key=lambda group: -len(group))
    return [_Part(len(group), (_group(group, most), _group(group, 1))) for group in groups]


def _group(group: list[Finding], most: int) -> str:
    rule = group[0].rule
    verb, done = ("violates", "violated") if group[0].blocks else ("goes against", "gone against")
    invariant = f"[{_say(rule.decision)}] '{_say(rule.invariant)}'"
    if group[1:]:
        lines = [f"- {invariant} is {done} {len(group)} times:"]
        lines += [f"  {_place(one)}: {_found(one)}".rstrip(" :") for one in group[:most]]
    else:
        lines = [f"- {_place(group[0])}: {_found(group[0])}{verb} {invariant}"]
    rest = group[most:]
    if rest:
        lines.append(f"  and {len(rest)} more in {count(len({one.path for one in rest}), 'file')}")
    said = (("Because", rule.because), ("Remediation", rule.remediation), ("Decision", _path(rule.note)))
    return "\n".join(lines + [f"  {label}: {_say(text)}" for label, text in said if text])


def _found(finding: Finding) -> str:
    shown = f"'{shortened(finding.shown, _QUOTED)}' " if finding.shown else ""
    more = [shortened(text, _QUOTED) for text in (finding.detail, finding.note) if text]
    return shown + (f"({'; '.join(more)}) " if more else "")


def _place(finding: Finding) -> str:
    return ":".join([_path(finding.path), *[str(number) for number in (finding.line, finding.column) if number]])


def _brief(finding: Finding) -> str:
    verb = "violates" if finding.blocks else "goes against"
    return f"{_place(finding)}: {verb} [{_say(finding.rule.decision)}] '{_say(finding.rule.invariant)}'" + (
        f" ({_say(finding.note)})" if finding.note else ""
    )


def _weakened(weakened: Iterable[Weakened]) -> list[_Part]:
    how = "  Remediation: put back what stood there before, and keep to it"
    return [_Part(1, (f"- {_before_after(one)}\n{how}",)) for one in weakened]


def _awaited(moved: Iterable[Weakened]) -> list[_Part]:
    how = (
        "  Remediation: leave the old decision in force and the new one 'proposed', and say so: a person accepts it "
        "with `adrguard adr accept`"
    )
    return [_Part(1, (f"- {_before_after(one)}\n{how}",)) for one in moved]


def _before_after(one: Weakened) -> str:
    where = f"{_path(one.path)}:{one.line}: " if one.line else f"{_path(one.path)}: " if one.path else ""
    rule = f" [{_say(one.rule)}]" if one.rule else ""
    return f"{where}{one.how}{rule}: before '{_say(one.before)}', now '{_say(one.after)}'"


def _problems(problems: Iterable[Problem]) -> list[_Part]:
    return [
        _Part(1, (f"- {_mistake(one)}" + (f"\n  Remediation: {_say(one.hint)}" if one.hint else ""),))
        for one in problems
    ]


def _mistake(one: Problem) -> str:
    return f"{_path(one.place)}: {_say(one.message)}"


def _unjudged(unjudged: Sequence[Unjudged], most: int = MOST_PLACES) -> list[_Part]:
    if not unjudged:
        return []
    listed = [f"  {_left(one)}" for one in unjudged[:most]]
    if unjudged[most:]:
        listed.append(f"  and {len(unjudged) - most} more")
    head = f"- {len(unjudged)} not judged, which says nothing for or against:"
    return [_Part(0, ("\n".join([head, *listed]), head.rstrip(":")))]


def _left(one: Unjudged) -> str:
    subject = ", ".join([part for part in (_path(one.path), one.rule and f"[{_say(one.rule)}]") if part])
    return f"{subject or 'the rest'}: {_say(one.reason)}"


def _listed(one: str, many: str, lines: Sequence[str]) -> list[str]:
    if not lines:
        return []
    shown = [f"- {line}" for line in lines[:MOST_PLACES]]
    more = [f"- and {len(lines) - MOST_PLACES} more"] if lines[MOST_PLACES:] else []
    return [f"{count(len(lines), one, many)}:", *shown, *more]


def _fitted(head: str, parts: Iterable[_Part], tail: str) -> str:
    """Put together what fits, of each part the longest text that does, and say how much is left out."""
    room = LONGEST - len(head) - len(tail) - _ROOM_FOR_THE_REST
    shown, left = [head], 0
    for part in parts:
        text = next((text for text in part.texts if len(text) < room), "")
        if text:
            shown.append(text)
            room -= len(text) + 1
        else:
            left += part.number
    if left:
        shown.append(f"- and {left} more, for which there is no room here")
    return "\n".join([*shown, *([tail] if tail else [])])


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


def _say(text: str) -> str:
    return shortened(text, _SAID)


def _path(text: str) -> str:
    text = visible(text)
    return text if len(text) <= _PATH else "…" + text[1 - _PATH :]
