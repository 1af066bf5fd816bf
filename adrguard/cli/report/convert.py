"""`adrguard report convert`: one report in another form."""

from __future__ import annotations

import click

from adrguard.cli.formats import FormatsCommand, formats_options, wanted, write
from adrguard.cli.output import example


@click.command(
    cls=FormatsCommand,
    epilog=example(
        "adrguard report convert report.json --format markdown",
        "adrguard report convert report.json --format sarif --output adrguard.sarif",
        "adrguard report convert report.json --format junit --output junit.xml --format github",
        "adrguard check --format json | adrguard report convert - --format markdown",
    ),
)
@formats_options
@click.argument("report", metavar="REPORT.json")
def command(*, report: str, styles: tuple[str, ...], outputs: tuple[str, ...]) -> int:
    """Write what a JSON report of `adrguard check` (- for standard input) says in other forms, without judging again.

    The exit code says that this was done, not what the verdict is.
    """
    forms = wanted(styles, outputs, "" if styles else "text")
    from adrguard.usecases.reports.report_files import read

    return write(read(report), forms, 0)
