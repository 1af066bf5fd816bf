"""Survey a repository: its decisions, their rules, which files these reach, and the verdict on all of them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from adrguard.decisions.states import state_at
from adrguard.model.decisions import COMMAND
from adrguard.model.errors import AdrguardError, UsageError
from adrguard.report.survey import Earlier, Reach, Survey, Surveyed
from adrguard.system import clock
from adrguard.usecases.check_changes import CheckRequest, check
from adrguard.usecases.decisions.draw_decisions import draw
from adrguard.usecases.governing import path_in, scope_of, why_not
from adrguard.usecases.head_commit import head
from adrguard.usecases.reports import report_files
from adrguard.usecases.reports.file_coverage import Reached

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adrguard.model.findings import Outcome
    from adrguard.report.diagram import Node
    from adrguard.usecases.standing import Standing


def survey(start: str, reports: Sequence[str] = (), output: str = "", door: str = COMMAND) -> Survey:
    """Judge the whole tree and gather what there is to show about it.

    `reports` are files of earlier verdicts, oldest first; `output` is the file that the page will be ("" : not known):
    it is left out, as it quotes what is forbidden, and links start from there. Raises `AdrguardError` where nothing can
    be judged, and one `UsageError` for all reports that cannot be read.
    """
    earlier = _earlier(reports)
    # Before the check, which keeps what it finds: a page must not depend on how often it was made.
    drawn = draw(start, everything=True)
    standing = drawn.all
    page = (path_in(standing.repo.root, start, output) or "") if output else ""
    outcome = _without(check(CheckRequest(start, "all", door=door, account=True)), page)
    paths = sorted(path for path in state_at(standing.repo, standing.place).paths() if path != page)
    reached = Reached(standing.found, paths)
    decisions = tuple(_decisions(standing, drawn.nodes))
    return Survey(
        name=os.path.basename(standing.repo.root) or standing.repo.root,
        day=clock.today(),
        outcome=outcome,
        commit=head(standing.repo),
        decisions=decisions,
        missing=drawn.nodes[len(decisions) :],
        edges=drawn.edges,
        rules=tuple(_rules(standing, reached)),
        coverage=reached.coverage,
        earlier=earlier,
        root=_way_back(page),
    )


def _earlier(paths: Sequence[str]) -> tuple[Earlier, ...]:
    found, wrong = [], []
    for path in paths:
        try:
            found.append(Earlier(path, report_files.read(path)))
        except AdrguardError as error:
            wrong.append(error.message)
    if wrong:
        raise UsageError("; ".join(wrong), "name JSON reports of `adrguard check --all --format json`, oldest first")
    return tuple(found)


def _without(outcome: Outcome, page: str) -> Outcome:
    """Return the verdict on all files but the page of an earlier run that is about to be replaced."""
    if not page:
        return outcome
    return outcome.replace(
        findings=tuple(one for one in outcome.findings if one.path != page),
        suppressed=tuple(one for one in outcome.suppressed if one.finding.path != page),
        unjudged=tuple(one for one in outcome.unjudged if one.path != page),
    )


def _decisions(standing: Standing, nodes: Sequence[Node]) -> Iterator[Surveyed]:
    # The nodes of the decisions come first, in their order.
    for one, node in zip(standing.found.decisions, nodes, strict=False):
        hit = standing.hits.of(one)
        yield Surveyed(one, node, hit.day if hit else "")


def _rules(standing: Standing, reached: Reached) -> Iterator[Reach]:
    found = standing.found
    for rule in sorted(found.rules, key=lambda rule: (rule.note, rule.line, rule.column)):
        hit = standing.hits.of_rule(rule.id)
        yield Reach(rule, scope_of(rule), reached.counts[rule.id], why_not(rule, found), hit.day if hit else "")


def _way_back(page: str) -> str:
    """Return the way from the page's folder to the top of the repository, "" where the page does not lie in it."""
    if not page:
        return ""
    return "/".join([".."] * page.count("/")) or "."
