"""`adrguard check`: judge a change, from wherever it comes."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING

import click

from adrguard.cli.formats import STDOUT, FormatsCommand, accounted, formats_options, wanted, write, write_failure
from adrguard.cli.output import advancing, example
from adrguard.cli.share import Share
from adrguard.model.errors import AdrguardError, UsageError
from adrguard.usecases.surroundings import current_folder

if TYPE_CHECKING:
    from collections.abc import Callable

    from adrguard.cli.formats import Wanted
    from adrguard.model.findings import Outcome
    from adrguard.usecases.check_changes import CheckRequest

MOST_DIFF = 256 * 1024 * 1024
"""Bytes of a diff that are read at most; what is longer is refused, never cut."""


@click.command(
    cls=FormatsCommand,
    epilog=example(
        "adrguard check                      everything that is not committed yet",
        "adrguard check --staged             what the next commit will hold",
        "adrguard check --base origin/main   what this branch adds (in CI)",
        "adrguard check --range HEAD~3..HEAD",
        "git diff | adrguard check --diff -",
        "adrguard check src/db.py            the file as it stands, not only what is new in it",
        "adrguard check --all --format json  the whole tree, against the baseline",
        "adrguard check --all --shard 2/4 --format json --output 2.json   a quarter of it; see `adrguard report merge`",
        "adrguard check --format sarif --output adrguard.sarif   text to read, and a report to upload",
    ),
)
@click.option("--staged", is_flag=True, help="What is staged in the index.")
@click.option("--worktree", is_flag=True, help="Everything uncommitted, untracked files included (the default).")
@click.option("--range", "range_", metavar="A..B", help="What B has and A has not (A...B: since they parted).")
@click.option("--base", metavar="REF", help="What HEAD has since it parted from REF.")
@click.option("--diff", metavar="FILE", help="A unified diff in a file, or - for standard input.")
@click.option("--all", "all_", is_flag=True, help="Every file as it stands; the baseline holds what is known.")
@click.option("--shard", metavar="I/N", type=Share(), help="Of --all only the I-th of N shares: one for each CI job.")
@click.option(
    "--jobs",
    metavar="N",
    type=click.IntRange(min=0),
    default=0,
    envvar="ADRGUARD_JOBS",
    show_envvar=True,
    help="Processes that judge --all. 0: as many as there are cores, where that is worth it (the default).",
)
@click.option("--strict/--no-strict", default=None, help="Warnings and everything not judged count as well.")
@click.option("--project", metavar="NAME", default="", help="Judge by this project's decisions and the general ones.")
@click.option(
    "--weakening",
    type=click.Choice(["block", "warn", "allow"]),
    help="What it means when the change weakens the rules, whatever the configuration says.",
)
@click.option("--explain-time", is_flag=True, help="Say what each rule took.")
@formats_options
@click.argument("files", nargs=-1, type=click.Path(readable=False), metavar="[FILES]...")
def command(*, styles: tuple[str, ...], outputs: tuple[str, ...], files: tuple[str, ...], **options: object) -> int:
    """Judge a change by the decisions in force, and say what it violates.

    With FILES alone these are judged as they stand; beside a source they narrow it. A report that an --output keeps
    tells more than one on stdout: the rules that were judged, what the baseline knows, what the change mends.
    """
    forms = wanted(styles, outputs)
    source, argument = _source(files, options)
    from adrguard.usecases.check_changes import CheckRequest, check, door_of

    strict = options["strict"] if isinstance(options["strict"], bool) else None
    project, explain_time = str(options["project"]), bool(options["explain_time"])
    request = CheckRequest(
        current_folder(),
        source,
        argument,
        files,
        strict,
        project,
        explain_time,
        door=door_of(os.environ, "command"),
        weakening=str(options["weakening"] or ""),
        account=accounted(forms),
        shard=_shard(source, options["shard"]),
        jobs=options["jobs"] if isinstance(options["jobs"], int) else 0,
        outputs=tuple([one.output for one in forms if one.output != STDOUT]),
    )
    with advancing("Judging every file") if request.source == "all" else contextlib.nullcontext() as progress:
        outcome = _judged(request.replace(progress=progress), forms, check)
    return write(outcome, forms, outcome.exit_code)


def _judged(request: CheckRequest, forms: list[Wanted], check: Callable[[CheckRequest], Outcome]) -> Outcome:
    """Return the verdict; where there is none, the reports say so: none of an earlier run may pass for this one's."""
    try:
        return check(request)
    except AdrguardError as error:
        write_failure("check", error, forms)
        raise


def _shard(source: str, shard: object) -> tuple[int, int]:
    if not isinstance(shard, tuple):
        return (0, 0)
    if source != "all":
        raise click.UsageError("--shard is a share of --all: other changes are judged as a whole.")
    return shard


def _source(files: tuple[str, ...], options: dict[str, object]) -> tuple[str, str]:
    given = {
        name: value
        for name, value in (
            ("staged", options["staged"]),
            ("worktree", options["worktree"]),
            ("range", options["range_"]),
            ("base", options["base"]),
            ("diff", options["diff"]),
            ("all", options["all_"]),
        )
        if value not in (None, False)
    }
    if len(given) > 1:
        names = " and ".join(f"--{name}" for name in given)
        raise click.UsageError(f"{names} name different changes: choose one.")
    if not given:
        return ("files", "") if files else ("worktree", "")
    ((name, value),) = given.items()
    argument = value if isinstance(value, str) else ""
    return name, _read_diff(argument) if name == "diff" else argument


def _read_diff(path: str) -> str:
    if path == "-":
        raw = sys.stdin.buffer.read(MOST_DIFF + 1)
    else:
        with open(path, "rb") as file:  # pathlib takes longer to load than a check of nothing
            raw = file.read(MOST_DIFF + 1)
    if len(raw) > MOST_DIFF:
        name = "the diff on standard input" if path == "-" else path
        msg = f"{name} is larger than {MOST_DIFF // 1024**2} MB"
        raise UsageError(msg, "judge it in parts, or use --range, --base or --staged, which read from git")
    return raw.decode("utf-8", "surrogateescape")
