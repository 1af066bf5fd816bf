"""`adrguard doctor`: is everything in place that the guard needs?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from adrguard.cli.output import JSON, Paper, answer, example, format_option
from adrguard.report.display import GREEN, RED, YELLOW, paint, sign
from adrguard.report.text import count
from adrguard.usecases.surroundings import current_folder

if TYPE_CHECKING:
    from adrguard.usecases.setup.doctor import Check, Examined

_SIGNS = {"ok": ("✅", GREEN), "warning": ("⚠", YELLOW), "failure": ("❌", RED)}


@click.command(epilog=example("adrguard doctor", "adrguard doctor --format json"))
@format_option
def command(*, style: str) -> int:
    """Look at what the guard needs, and say how to mend what is not in order. Changes no file of yours.

    That is git and the repository, the hooks and the Python that they start, what is registered with coding agents
    (our own program is asked as they would), the configuration, the decisions, the vault, the cache, and changes of
    notes that were interrupted. Exit code 1 when something does not work.
    """
    from adrguard.usecases.setup.doctor import examine

    found = examine(current_folder())
    if style == JSON:
        return answer("doctor", found.exit_code, _body(found))
    _write(found)
    return found.exit_code


def _body(found: Examined) -> dict[str, object]:
    from adrguard.report.json import plain

    return {
        "checks": [plain(check) for check in found.checks],
        "failures": found.count("failure"),
        "warnings": found.count("warning"),
    }


def _write(found: Examined) -> None:
    paper = Paper()
    for check in found.checks:
        _line(paper, check)
    failures, warnings = found.count("failure"), found.count("warning")
    parts = [count(number, word) for number, word in ((failures, "failure"), (warnings, "warning")) if number]
    paper.add("", ", ".join(parts) or "all is in order")
    paper.write()


def _line(paper: Paper, check: Check) -> None:
    char, colour = _SIGNS[check.state]
    mark = paint(sign(char, paper.encoding), colour, on=paper.colour)
    paper.add(f"{mark} {paper.bold(paper.show(check.name))}: {paper.show(check.what)}")
    if check.remedy:
        paper.add(f"   {sign('→', paper.encoding)} {paper.show(check.remedy)}")
