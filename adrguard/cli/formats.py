"""`--format`, repeatable, each with the `--output` that follows it: in which forms a verdict is written, and where."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from adrguard.cli.output import Paper, emit
from adrguard.report import formats
from adrguard.usecases.surroundings import current_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from adrguard.model.errors import AdrguardError
    from adrguard.model.findings import Outcome

Decorated = TypeVar("Decorated", bound="Callable[..., Any]")

STDOUT = "-"
_ORDER = "adrguard.order of formats and outputs"


class Wanted(NamedTuple):
    """One form of the verdict and the file it goes to, `STDOUT` for standard output."""

    style: str
    output: str


class FormatsCommand(click.Command):
    """A command that knows in which order its formats and outputs were given, which click keeps to itself."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse once more for the order alone."""
        if not ctx.resilient_parsing:
            *_, order = self.make_parser(ctx).parse_args(list(args))
            ctx.meta[_ORDER] = [one.name for one in order if one.name in ("styles", "outputs")]
        return super().parse_args(ctx, args)


def formats_options(function: Decorated) -> Decorated:
    """Add `styles` and `outputs`, of which `wanted` makes what they mean together."""
    output = click.option(
        "--output",
        "outputs",
        multiple=True,
        metavar="FILE",
        help="Write what the --format before it says to this file, as a whole or not at all.",
    )
    styles = click.option(
        "--format",
        "styles",
        multiple=True,
        type=click.Choice(list(formats.FORMATS)),
        help="In what form; repeatable, and one of them may do without --output.  [default: text]",
    )
    return styles(output(function))


def wanted(styles: Iterable[str], outputs: Iterable[str], default: str = formats.TEXT) -> list[Wanted]:
    """Return what is to be written, by the order of the options; `default` goes to stdout if nothing else does."""
    styles, outputs = iter(styles), iter(outputs)
    pairs: list[list[str]] = []
    for name in click.get_current_context().meta[_ORDER]:
        if name == "styles":
            pairs.append([next(styles)])
        elif not pairs or pairs[-1][1:]:
            raise click.UsageError(f"--output {next(outputs)} belongs to no --format: name one before it.")
        else:
            pairs[-1].append(next(outputs))
    found = [Wanted(pair[0], pair[1] if pair[1:] else STDOUT) for pair in pairs]
    _check(found)
    if default and all(one.output != STDOUT for one in found):
        found.append(Wanted(default, STDOUT))
    return found


def _check(found: Iterable[Wanted]) -> None:
    taken: dict[str, str] = {}
    for style, output in found:
        place = output if output == STDOUT else os.path.realpath(output)
        if place in taken and output == STDOUT:
            raise click.UsageError(f"'{taken[place]}' and '{style}' would both go to stdout: give one an --output.")
        if place in taken:
            raise click.UsageError(f"'{taken[place]}' and '{style}' would both be written to {output}.")
        if not output:
            raise click.UsageError(f"--output of '{style}' names no file.")
        taken[place] = style


def accounted(found: Iterable[Wanted]) -> bool:
    """Say whether a full account is wanted: for formats that show it, and for reports that are kept."""
    return any(one.style in formats.ACCOUNTED or (one.style == formats.JSON and one.output != STDOUT) for one in found)


def write(outcome: Outcome, found: Sequence[Wanted], exit_code: int) -> int:
    """Write a verdict in every form, files first, and return the exit code: another one where a file is missing.

    Nothing holds back the rest, and what is wrong is said on stderr: stdout belongs to the form that goes there.
    """
    files = [(one.output, formats.render(one.style, outcome)) for one in found if one.output != STDOUT]
    if files and not _are_written(files):
        from adrguard.model.errors import WRONG

        exit_code = WRONG
    for one in found:
        if one.output == STDOUT:
            show(outcome, one.style)
    return exit_code


def _are_written(files: Sequence[tuple[str, str]]) -> bool:
    from adrguard.model.errors import AdrguardError
    from adrguard.usecases.reports import report_files

    try:
        report_files.write(current_folder(), files)
    except AdrguardError as error:
        paper = Paper(sys.stderr)
        paper.add(f"adrguard: {paper.show(error.message)}", f"  {paper.show(error.hint)}")
        paper.write()
        return False
    return True


def write_failure(command: str, error: AdrguardError, found: Iterable[Wanted]) -> None:
    """Let the files that were asked for say that there is no verdict, so that no earlier one stands in for it."""
    from adrguard.model.errors import AdrguardError, Problem
    from adrguard.model.findings import Outcome
    from adrguard.report import json
    from adrguard.usecases.reports import report_files

    outcome = Outcome(problems=(Problem("", 0, 0, error.message, error.hint, "no-verdict"),))
    for one in found:
        if one.output != STDOUT:
            failure = one.style == formats.JSON
            text = (
                json.failure(command, error.exit_code, error.message, error.hint)
                if failure
                else formats.render(one.style, outcome)
            )
            with contextlib.suppress(AdrguardError):  # the first error is what there is to mend
                report_files.write(current_folder(), [(one.output, text)])


def show(outcome: Outcome, style: str) -> None:
    """Write a verdict in one form to stdout; text as the stream can show it."""
    if style != formats.TEXT:
        emit(formats.render(style, outcome), commands=style == formats.GITHUB)
        return
    from adrguard.report import text

    paper = Paper()
    emit(text.render(outcome, colour=paper.colour, encoding=paper.encoding))
