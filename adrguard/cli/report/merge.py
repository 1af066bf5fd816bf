"""`adrguard report merge`: one report out of those of all shards."""

from __future__ import annotations

import click

from adrguard.cli.formats import FormatsCommand, formats_options, wanted, write
from adrguard.cli.output import example


@click.command(
    cls=FormatsCommand,
    epilog=example(
        "adrguard report merge shard-1.json shard-2.json",
        "adrguard report merge shard-*.json --format json --output report.json --format sarif --output adrguard.sarif",
    ),
)
@formats_options
@click.argument("reports", nargs=-1, required=True, metavar="REPORT.json...")
def command(*, reports: tuple[str, ...], styles: tuple[str, ...], outputs: tuple[str, ...]) -> int:
    """Make one verdict of the JSON reports of all shards (`adrguard check --all --shard i/n`), and act on it.

    The exit code is that of the whole verdict: let the jobs of the shards pass, and this one decide. A shard that is
    missing, there twice, or of another tree is an error, and so is a report that is no shard.
    """
    forms = wanted(styles, outputs)
    from adrguard.usecases.reports.merge_reports import merge_reports

    outcome = merge_reports(reports)
    return write(outcome, forms, outcome.exit_code)
