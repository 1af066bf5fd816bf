"""`adrguard lint`: all mistakes of all decisions at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adrguard.cli.output import JSON, Paper, answer, example, format_option
from adrguard.report.text import count
from adrguard.usecases.surroundings import current_folder

if TYPE_CHECKING:
    from adrguard.usecases.lint.lint_decisions import Linted


@click.command(epilog=example("adrguard lint", "adrguard lint --strict      (in CI)", "adrguard lint --fix"))
@click.option(
    "--fix",
    is_flag=True,
    help="Rewrite invariants into their canonical form, and add links that only one of two notes has. No other byte of "
    "a note changes.",
)
@click.option("--strict/--no-strict", default=None, help="Warnings count as errors.")
@format_option
def command(*, fix: bool, strict: bool | None, style: str) -> int:
    """Find every mistake in the decisions and the configuration, and what can match nothing.

    Items under an Invariants heading that are no invariants but prose are counted: no machine enforces them. Advice
    never fails, not even under --strict.
    """
    from adrguard.usecases.lint.lint_decisions import lint

    found = lint(current_folder(), strict=strict, fix=fix)
    if style == JSON:
        return answer("lint", found.exit_code, _body(found))
    _write(found)
    return found.exit_code


def _body(found: Linted) -> dict[str, object]:
    from adrguard.report.json import file_path, plain, problem

    return {
        "problems": [problem(one) for one in found.problems],
        "decisions": found.decisions,
        "in_force": found.in_force,
        "rules": found.rules,
        "prose": [{**file_path(one.path), "count": one.prose} for one in found.shares if one.prose],
        "invariants": {"enforced": found.rules, "prose": found.prose, "share": _share(found.rules, found.prose)},
        "by_decision": [{**plain(one), "share": _share(one.enforced, one.prose)} for one in found.shares],
        "rewritten": [{**file_path(one.path), "count": one.count} for one in found.rewritten if one.count],
        "completed": [{**file_path(one.path), "count": one.count} for one in found.completed if one.count],
        "strict": found.strict,
    }


def _write(found: Linted) -> None:
    from adrguard.report import problems

    paper = Paper()
    paper.add(
        *[f"{paper.path(one.path)}: {count(one.count, 'invariant')} rewritten" for one in found.rewritten if one.count],
        *[f"{paper.path(one.path)}: {count(one.count, 'link')} added" for one in found.completed if one.count],
    )
    paper.add(*problems.lines(found.problems, colour=paper.colour, encoding=paper.encoding))
    decisions = f"{count(found.decisions, 'decision')} ({found.in_force} in force)"
    mark = paper.mark(good=found.exit_code == 0)
    paper.add(f"{mark} {problems.tally(found.problems)} in {decisions}; {_invariants(found)}")
    paper.write()


def _invariants(found: Linted) -> str:
    share = _share(found.rules, found.prose)
    if share is None:
        return "no invariants"
    every = count(found.rules + found.prose, "invariant")
    return f"{found.rules} of {every} enforced ({share:.0%}), {found.prose} in prose"


def _share(enforced: int, prose: int) -> float | None:
    """Return the part of the invariants that is enforced, rounded down: only all of them are the whole."""
    every = enforced + prose
    return enforced * 100 // every / 100 if every else None
