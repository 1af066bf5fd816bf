"""`adrguard try`: an invariant before it is written down."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adrguard.cli.output import JSON, Paper, answer, counting, example, format_option
from adrguard.report.text import count
from adrguard.usecases.surroundings import current_folder

if TYPE_CHECKING:
    from adrguard.model.findings import Finding
    from adrguard.usecases.try_invariant import Trial

MOST_SHOWN = 20


class _Pasted(click.Command):
    """Takes an invariant with the list marker that it was copied with; click would read that as an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, [arg.removeprefix("- ") for arg in args])


@click.command(
    "try",
    cls=_Pasted,
    epilog=example(
        "adrguard try 'deny: SELECT * FROM'",
        "adrguard try 'deny import: `requests` in src/**'",
        "adrguard try 'deny call: `time.sleep`' --history 100",
    ),
)
@click.option(
    "--history", metavar="N", default=0, type=click.IntRange(min=0), help="Judge the last N commits by it too."
)
@format_option
@click.argument("invariant")
def command(*, invariant: str, history: int, style: str) -> int:
    """Say how INVARIANT is read, what it hits in the tree now, and what it only just misses.

    With --history N: which of the last N commits (merges left out) it would have blocked.
    """
    from adrguard.usecases.try_invariant import attempt

    with counting("Judging commits …", history) as progress:
        trial = attempt(current_folder(), invariant, history, progress)
    if style == JSON:
        return answer("try", trial.exit_code, _body(trial))
    _write(trial, history)
    return trial.exit_code


def _body(trial: Trial) -> dict[str, object]:
    from adrguard.report.json import finding, plain, problem, rule, text

    return {
        "invariant": text(trial.text),
        "rule": rule(trial.rule) if trial.rule else None,
        "problems": [problem(one) for one in trial.problems],
        "files": trial.files,
        "hits": [finding(one) for one in trial.hits],
        "near_misses": [{"why": one.why, "finding": finding(one.finding)} for one in trial.near],
        "not_judged": [plain(one) for one in trial.unjudged],
        "commits": trial.commits,
        "blocked": [
            {"commit": one.oid, "subject": text(one.subject), "findings": [finding(each) for each in one.findings]}
            for one in trial.blocked
        ],
    }


def _write(trial: Trial, history: int) -> None:
    from adrguard.report import problems

    paper = Paper()
    paper.add(*problems.lines(trial.problems, colour=paper.colour, encoding=paper.encoding))
    if trial.rule is None:
        paper.add(f"{paper.mark(good=False)} This cannot be read as an invariant.")
        paper.write()
        return
    paper.add(f"Read as: {paper.bold(paper.show(trial.rule.invariant))}")
    paper.table(_meaning(paper, trial))
    _list(paper, f"{count(len(trial.hits), 'hit')} in {count(trial.files, 'file')}", trial.hits)
    if trial.near:
        reasons = [f" ({one.why})" for one in trial.near]
        _list(paper, count(len(trial.near), "near miss", "near misses"), [one.finding for one in trial.near], reasons)
    if trial.unjudged:
        paper.add("", f"{len(trial.unjudged)} not judged:")
        paper.add(*[f"- {paper.path(one.path)}: {paper.show(one.reason)}" for one in trial.unjudged[:MOST_SHOWN]])
        _more(paper, len(trial.unjudged))
    if history:
        colon = ":" if trial.blocked else ""
        paper.add("", f"It would have blocked {len(trial.blocked)} of the last {count(trial.commits, 'commit')}{colon}")
        for one in trial.blocked:
            paper.add(f"- {one.oid[:10]} {paper.show(one.subject)} ({count(len(one.findings), 'finding')})")
    paper.write()


def _meaning(paper: Paper, trial: Trial) -> list[list[str]]:
    rule = trial.rule
    assert rule is not None  # noqa: S101 - the caller has looked
    rows = [["kind", rule.kind], ["targets", paper.show(", ".join(f"`{target.raw}`" for target in rule.targets))]]
    rows += [[name, ", ".join(words)] for name, words in (("languages", rule.langs), ("where", rule.where)) if words]
    return rows


def _list(
    paper: Paper, title: str, findings: tuple[Finding, ...] | list[Finding], after: list[str] | None = None
) -> None:
    paper.add("", f"{title}{':' if findings else ''}")
    for index, one in enumerate(findings[:MOST_SHOWN]):
        place = ":".join([paper.path(one.path), *[str(number) for number in (one.line, one.column) if number]])
        excerpt = f": {paper.show(one.excerpt[:160])}" if one.excerpt.strip() else f": '{paper.show(one.shown[:160])}'"
        paper.add(f"- {place}{after[index] if after else ''}{excerpt}")
    _more(paper, len(findings))


def _more(paper: Paper, number: int) -> None:
    if number > MOST_SHOWN:
        paper.add(f"  and {number - MOST_SHOWN} more (all of them with --format json)")
