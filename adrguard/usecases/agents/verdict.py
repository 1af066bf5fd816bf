"""What of a verdict is an agent's to mend, and whether it is held back for it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from adrguard.changes import pending, worktree
from adrguard.decisions import load
from adrguard.engine.configured import stricter
from adrguard.engine.evaluate import FROM_MERGE
from adrguard.model.agents import SILENT, Answer
from adrguard.model.decisions import AGENT
from adrguard.model.rules import ADVISE, BLOCK
from adrguard.report import agent
from adrguard.sessions import history
from adrguard.sessions.not_kept import NotKeptError
from adrguard.sessions.store import Session, Store, mark
from adrguard.system.git import Git
from adrguard.usecases.agents import turn as agent_turn
from adrguard.usecases.agents import weakening as agent_weakening
from adrguard.usecases.check_changes import CheckRequest, judge

if TYPE_CHECKING:
    from collections.abc import Iterable

    from adrguard.model.agents import Event
    from adrguard.model.errors import Problem
    from adrguard.model.findings import Finding, Outcome, Weakened
    from adrguard.sessions.history import Span
    from adrguard.system.repository import Repository
    from adrguard.usecases.check_changes import Judged

THERE_ALREADY = "was there when the session began"

_LEAST_MS, _LEAST_MS_BEFORE = 30_000, 4000
"""Milliseconds that judging may take at least when an agent is done, of the 50 s of its door, and at its beginning."""


def there_already(repo: Repository, event: Event, session: Session) -> Session:
    """Return a session with all that is found at its beginning, which is never held against it."""
    decisions, stamps = agent_weakening.standing(repo)
    session = session.replace(stamps=stamps)
    if not pending.is_clean(repo, session.commit):
        judged = _judged(repo, history.Span(session.commit), session, _LEAST_MS_BEFORE)
        if judged is not None:
            outcome = judged.outcome
            counts = Counter(map(_finding_mark, outcome.violations))
            others = {*map(_weakened_mark, outcome.weakened), *map(_problem_mark, outcome.problems)}
            loose = judged.decisions is not judged.base
            session = session.replace(findings=tuple(counts.items()), others=tuple(others), loose=loose)
    if session.loose or stamps:
        agent_weakening.keep(repo, event, decisions)
    return session


def answer(repo: Repository, event: Event, commit: str, session: Session) -> Answer:
    """Judge what a session leaves behind, and hold the agent back or let it go. Raises `AdrguardError`."""
    store = Store(repo.git_dir, event)
    span = history.span(Git(repo), commit, session, store.tips())
    judged = _judged(repo, span, session, _LEAST_MS)
    if judged is None:
        agent_turn.mended(store, event, session)
        return SILENT
    weakened = agent_weakening.own(repo, judged, span)
    if session.loose or session.stamps:
        same = span.since == session.commit and not span.beside
        weakened += agent_weakening.since_the_beginning(repo, event, judged, session, same=same)
    outcome = _own(judged, session, weakened, span)
    note = agent.note(outcome)
    most = stricter(judged.decisions.settings, judged.base.settings).agent_max_blocks
    if not agent.holds(outcome):
        if not (outcome.not_reached and outcome.on_budget == BLOCK):
            agent_turn.mended(store, event, session)
        elif agent_turn.weighed(store, event, session, mark("not reached"), min(most, 1)).hold:
            # Once: the next time would end no earlier.
            return Answer(block=True, reason=agent.unreached(outcome))
        return Answer(note=_news(store, event, session, note, _set_mark(outcome)))
    found = _set_mark(agent.holding(outcome).replace(unjudged=()))
    count = agent_turn.weighed(store, event, session, found, most)
    if count.hold:
        return Answer(block=True, reason=agent.reason(outcome))
    told = agent.let_go(outcome, count.times)
    told = f"{told}\n{note}" if note else told
    return Answer(note=_news(store, event, session, told, mark(str(_set_mark(outcome)), event.turn)))


def _judged(repo: Repository, span: Span, session: Session, least_ms: int) -> Judged | None:
    """Judge the working tree against what a session rests on, None when there is nothing to judge."""
    head = load.at_head(repo)
    change = worktree.read(repo, head.settings.max_file_size, span.since, span.beside)
    if not change.set.files and not span.dropped and not session.loose and not session.stamps:
        return None
    return judge(repo, change, CheckRequest(repo.root, "worktree", door=AGENT, least_ms=least_ms), head.interrupted)


def _own(judged: Judged, session: Session, weakened: tuple[Weakened, ...], span: Span) -> Outcome:
    """Return what of a verdict is the session's own; what was there when it began is only told."""
    outcome = judged.outcome
    old = set(session.others)
    findings = _softened(outcome.findings, dict(session.findings))
    if span.beside:
        # What another branch or a remote brought is nothing that anybody was asked to judge here.
        findings = [one for one in findings if one.note != FROM_MERGE]
    known = {_problem_mark(one) for one in judged.base.problems} | old
    problems = [one for one in outcome.problems if one.fails(strict=outcome.strict)]
    standing = [one for one in problems if _problem_mark(one) in known]
    return outcome.replace(
        findings=tuple(findings),
        weakened=tuple([one for one in weakened if _weakened_mark(one) not in old]),
        problems=tuple([one for one in problems if one not in standing]),
        notes=(*outcome.notes, *[f"{one.place}: {one.message}" for one in standing]),
    )


def _softened(findings: Iterable[Finding], there: dict[int, int]) -> list[Finding]:
    """Make advice of as many findings of a kind as were there when the session began."""
    own = []
    for finding in findings:
        key = _finding_mark(finding)
        if finding.blocks and there.get(key, 0):
            there[key] -= 1
            own.append(finding.replace(level=ADVISE, note=THERE_ALREADY))
        else:
            own.append(finding)
    return own


def _news(store: Store, event: Event, session: Session, note: str, told: int) -> str:
    """Return a note for the person unless it is, by its mark, what they were told last."""
    if not note or not event.session:
        return note
    if session.told == told:
        return ""
    try:
        store.update(lambda kept: kept.replace(told=told), session)
    except NotKeptError:
        return note
    return note


def _finding_mark(finding: Finding) -> int:
    return mark("finding", *finding.identity[:3])


def _weakened_mark(one: Weakened) -> int:
    return mark("weakened", one.how, one.path, one.rule, one.after)


def _problem_mark(one: Problem) -> int:
    return mark("problem", one.path, one.code, one.message)


def _set_mark(held: Outcome) -> int:
    """Return what stands for all that an outcome says, wherever in its file each finding has moved."""
    marks = [
        *[mark("finding", *finding.identity[:3], str(finding.occurrence)) for finding in held.findings],
        *map(_weakened_mark, held.weakened),
        *map(_problem_mark, held.problems),
        *[mark("unjudged", one.path, one.code, one.rule) for one in held.unjudged],
        *[mark("note", one) for one in held.notes],
    ]
    return mark("set", *map(str, sorted(marks)))
