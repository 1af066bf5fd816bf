"""`adrguard report --html`: the whole repository as one page."""

from __future__ import annotations

import os

import click

from adrguard.cli.output import Paper, emit_bytes, example, working
from adrguard.usecases.surroundings import current_folder


@click.command(
    epilog=example(
        "adrguard report html --output adrguard.html",
        "adrguard report html > adrguard.html",
        "adrguard report html --output build/decisions.html january.json february.json",
    )
)
@click.option("--output", metavar="FILE", default="", help="Write the page to this file, as a whole or not at all.")
@click.option(
    "--most",
    type=click.IntRange(min=0),
    metavar="N",
    help="Show N findings one by one; all are counted.  [default: 1000]",
)
@click.argument("reports", nargs=-1, metavar="[REPORT.json]...")
def command(*, output: str, most: int | None, reports: tuple[str, ...]) -> int:
    """Show decisions, rules, findings and coverage of the whole tree on one page.

    The page is one file that loads nothing from anywhere. With REPORT.json, earlier reports of `adrguard check --all`,
    oldest first, it shows the trend as well. `adrguard report --html` is the same command. Links lead
    to files where the page lies in the repository.

    The exit code says that the page was made; what the verdict is, `adrguard check --all` says.
    """
    from adrguard.report.html import findings, page
    from adrguard.usecases.check_changes import door_of
    from adrguard.usecases.reports.survey_repository import survey

    with working("Judging every file …"):
        found = survey(current_folder(), reports, output, door_of(os.environ, "command"))
    text = page.render(found, findings.MOST if most is None else most)
    if not output:
        emit_bytes(text.encode())
        return 0
    from adrguard.report.html.parts import count
    from adrguard.usecases.reports.report_files import write

    write(current_folder(), [(output, text)])
    paper = Paper()
    said = ", ".join(
        [
            count(len(found.decisions), "decision"),
            count(len(found.rules), "rule"),
            count(len(found.outcome.findings), "finding"),
            count(found.coverage.files, "file"),
        ]
    )
    paper.add(f"{paper.path(output)}: {said} on a page of {len(text.encode()) / 1000:,.0f} kB")
    paper.write()
    return 0
