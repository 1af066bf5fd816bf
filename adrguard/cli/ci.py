"""`adrguard ci`: judge what a CI job is for."""

from __future__ import annotations

import os
import sys

import click

from adrguard.cli.formats import STDOUT, FormatsCommand, formats_options, wanted, write, write_failure
from adrguard.cli.output import Paper, emit, example, working
from adrguard.model.errors import AdrguardError
from adrguard.report import formats
from adrguard.usecases.surroundings import current_folder

_FOR_PEOPLE = (formats.TEXT, formats.GITHUB)


@click.command(
    cls=FormatsCommand,
    epilog=example(
        "adrguard ci                                             in a job of a CI service",
        "adrguard ci --format code-scanning --output a.sarif      and a report for GitHub to take",
        "adrguard ci --format gitlab --output codequality.json",
        "adrguard ci --base origin/main                          anywhere: what the commit at hand adds",
        "adrguard ci --base v1.4 --head v1.5 --weakening block",
    ),
)
@click.option("--base", metavar="REF", default="", help="The older state, whatever the job says.")
@click.option("--head", metavar="REF", default="", help="The commit to judge, whatever the job says.")
@click.option("--strict/--no-strict", default=None, help="Warnings and everything not judged count as well.")
@click.option("--project", metavar="NAME", default="", help="Judge by this project's decisions and the general ones.")
@click.option(
    "--weakening",
    type=click.Choice(["block", "warn", "allow"]),
    help="What it means when the change weakens the rules, whatever the configuration says of `ci`.",
)
@formats_options
def command(*, styles: tuple[str, ...], outputs: tuple[str, ...], **options: object) -> int:
    """Judge what a CI job is for: a pull request, a push, a merge queue, a tag, or a tree as it stands.

    The commits to compare come from the variables of GitHub Actions, GitLab CI, Azure Pipelines, Bitbucket Pipelines,
    Jenkins, CircleCI and Buildkite, or from --base and --head. Judged is what the newer one has since the two parted,
    by the rules of both. Commits are judged, not the working tree.

    What the clone lacks is an error that says how to fetch it. On GitHub the log annotates the changed lines, and the
    step's summary holds the report.
    """
    forms = wanted(styles, outputs, formats.for_environment(os.environ)[0])
    from adrguard.usecases.check_in_ci import CiRequest, check_in_ci
    from adrguard.usecases.reports import step_summary

    base, head, project = (str(options[name]) for name in ("base", "head", "project"))
    strict = options["strict"] if isinstance(options["strict"], bool) else None
    request = CiRequest(
        current_folder(), os.environ, base, head, strict, project, weakening=str(options["weakening"] or "")
    )
    shown = next((one.style for one in forms if one.output == STDOUT), "")
    try:
        with working("Judging the change …"):
            outcome = check_in_ci(request)
    except AdrguardError as error:
        write_failure("ci", error, forms)
        if shown == formats.GITHUB:
            from adrguard.report import github

            emit(github.failure(error.message, error.hint), commands=True)
        raise
    untold = step_summary.append(outcome, os.environ)
    code = write(outcome, forms, outcome.exit_code)
    if shown in _FOR_PEOPLE:
        from adrguard.report import account

        emit(account.render(outcome, Paper().encoding))
    if untold:
        paper = Paper(sys.stderr)
        paper.add(f"adrguard: {paper.show(untold)}")
        paper.write()
    return code
