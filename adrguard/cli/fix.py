"""`adrguard fix`: mend what the rules themselves say how to mend."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import click

from adrguard.cli.output import JSON, Paper, answer, emit_bytes, example, format_option, working
from adrguard.usecases.surroundings import current_folder

if TYPE_CHECKING:
    from adrguard.usecases.fixing.outcome import Fixed, Kept

_DONE = {
    "rewrite": ("mended", "would be mended"),
    "suppress": ("allowed", "would be allowed"),
    "baseline": ("recorded", ""),
}


@click.command(
    epilog=example(
        "adrguard fix                       mend what is not committed yet",
        "adrguard fix --diff                show what it would do, and do nothing",
        "adrguard fix --staged              mend what the next commit will hold",
        "adrguard fix --all --rule ADR-004  mend the whole tree by one decision",
        "adrguard fix src/client.py         mend a file as it stands",
        "adrguard fix src --suppress ADR-004 --reason 'the exporter is replaced in March'",
        "adrguard fix --all --baseline      record what is left as known",
    )
)
@click.option("--staged", is_flag=True, help="The index; the working tree as well where the same lines stand there.")
@click.option("--all", "all_", is_flag=True, help="Every file as it stands.")
@click.option("--rule", "rules", multiple=True, metavar="RULE", help="Only by this rule or decision (repeatable).")
@click.option("--diff", "preview", is_flag=True, help="Show a unified diff of what would be done, and write nothing.")
@click.option("--known", is_flag=True, help="Mend what the baseline holds, too.")
@click.option("--suppress", metavar="RULE", default="", help="Allow the findings of a rule by comments instead.")
@click.option("--reason", metavar="TEXT", default="", help="Why they are allowed; stands in the comments.")
@click.option("--baseline", is_flag=True, help="Record the findings in the baseline instead.")
@click.option("--strict/--no-strict", default=None, help="Warnings and everything not judged count as well.")
@click.option("--project", metavar="NAME", default="", help="By this project's decisions and the general ones.")
@format_option
@click.argument("files", nargs=-1, type=click.Path(readable=False), metavar="[FILES]...")
def command(*, style: str, files: tuple[str, ...], staged: bool, all_: bool, **options: Any) -> int:
    """Mend findings by the `rewrite` of their rules.

    What is rewritten is judged again before it is written. A finding that cannot be mended for sure is left, with the
    reason. With FILES alone these are mended as they stand; beside --staged or --all they narrow it.

    Exit codes: 0 nothing is left, 1 violations remain (with --diff: or something would be done), 2 wrong usage,
    configuration or decisions, 3 not completed.
    """
    if staged and all_:
        raise click.UsageError("--staged and --all name different changes: choose one.")
    from adrguard.usecases.fix_findings import FixRequest, fix

    source = "staged" if staged else "all" if all_ else "files" if files else "worktree"
    with working("Judging every file …") if all_ else contextlib.nullcontext():
        fixed = fix(FixRequest(current_folder(), source, files, **options))
    if style == JSON:
        return answer("fix", fixed.exit_code, _body(fixed))
    _tell(fixed)
    return fixed.exit_code


def _tell(fixed: Fixed) -> None:
    import sys

    if fixed.preview:
        emit_bytes(fixed.diff.encode("utf-8", "surrogateescape"))
    # Beside a diff all else goes to stderr, so that the diff can be applied.
    paper = Paper(sys.stderr if fixed.preview else None)
    word = _DONE[fixed.how][fixed.preview]
    for path, count, rules in _by_file(fixed):
        paper.add(f"{word} {paper.path(path)}: {_count(count)} ({paper.show(', '.join(rules))})")
    for written in fixed.files:
        # What is not written at all is left, and says why below.
        if written.note and (written.index or written.worktree):
            paper.add(f"note {paper.path(written.path)}: {paper.show(written.note)}")
    paper.add(*[_line(paper, one) for one in fixed.left])
    for lock in fixed.locks:
        paper.add(f"left {paper.path(lock.path)}: follows {paper.show(lock.manifest)}; run `{lock.command}`")
    for problem in fixed.outcome.problems:
        paper.add(f"{problem.severity} {paper.path(problem.place)}: {paper.show(problem.message)}")
    paper.add(_summary(paper, fixed, word))
    if fixed.how == "baseline" and fixed.mended:
        paper.add("The baseline is written; commit it: it covers nothing in the change that it comes with.")
    paper.write()


def _by_file(fixed: Fixed) -> list[tuple[str, int, list[str]]]:
    found: dict[str, list[str]] = {}
    for one in fixed.mended:
        found.setdefault(one.path, []).append(one.rule)
    return [(path, len(rules), sorted(set(rules))) for path, rules in sorted(found.items())]


def _line(paper: Paper, one: Kept) -> str:
    finding = one.finding
    place = ":".join([finding.path, *(str(number) for number in (finding.line, finding.column) if number)])
    what = f"[{paper.show(finding.rule.id)}] '{paper.show(finding.shown)}'"
    return f"left {paper.path(place)}: {what}: {paper.show(one.reason)}"


def _summary(paper: Paper, fixed: Fixed, word: str) -> str:
    left = len(fixed.left)
    mark = paper.mark(good=not fixed.exit_code)
    unjudged = len(fixed.outcome.unjudged)
    parts = [f"{_count(len(fixed.mended))} {word}", f"{left} left"] if fixed.mended or left else ["nothing to mend"]
    if unjudged:
        parts.append(f"{unjudged} not judged (`adrguard check` says why)")
    if fixed.outcome.known and fixed.how != "baseline" and (fixed.mended or left):
        parts.append(f"{fixed.outcome.known} in the baseline")
    return f"{mark} {', '.join(parts)}"


def _count(number: int) -> str:
    return f"{number} finding" if number == 1 else f"{number} findings"


def _body(fixed: Fixed) -> dict[str, Any]:
    from adrguard.report.json import VERDICTS, finding, plain, problem, text

    outcome = fixed.outcome
    return {
        "how": fixed.how,
        "preview": fixed.preview,
        "verdict": VERDICTS[fixed.exit_code],
        "summary": {
            "mended": len(fixed.mended),
            "left": len(fixed.left),
            "violations": len(outcome.violations),
            "advisories": len(outcome.advisories),
            "known": outcome.known,
            "not_judged": len(outcome.unjudged),
        },
        "mended": [plain(one) for one in fixed.mended],
        "left": [{"finding": finding(one.finding), "reason": text(one.reason)} for one in fixed.left],
        "files": [plain(one) for one in fixed.files],
        "locks": [plain(one) for one in fixed.locks],
        "diff": text(fixed.diff),
        "problems": [problem(one) for one in outcome.problems],
    }
