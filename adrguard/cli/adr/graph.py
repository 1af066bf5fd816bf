"""`adrguard adr graph`: decisions and their links as a diagram."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from adrguard.cli.adr.shown import at_option
from adrguard.cli.output import JSON, answer, emit, example, say_interrupted
from adrguard.model.errors import CLEAN
from adrguard.report import diagram
from adrguard.report.display import encoding_of
from adrguard.usecases.surroundings import current_folder

if TYPE_CHECKING:
    from adrguard.usecases.decisions.draw_decisions import Drawn

_WRITERS = {"mermaid": diagram.mermaid, "dot": diagram.dot}


@click.command(
    epilog=example(
        "adrguard adr graph",
        "adrguard adr graph --all > decisions.mmd",
        "adrguard adr graph --format dot | dot -Tsvg > decisions.svg",
        "adrguard adr graph --at v1.0 --format json",
    )
)
@click.option(
    "--format",
    "style",
    type=click.Choice([*_WRITERS, JSON]),
    default="mermaid",
    show_default=True,
    help="A Mermaid flowchart, a DOT digraph, or one JSON document.",
)
@at_option
@click.option("--all", "everything", is_flag=True, help="Also decisions that no link leads to or from.")
def command(*, style: str, at: str, everything: bool) -> int:
    """Draw which decision supersedes, depends on or links to which.

    Colours tell what is in force, proposed, superseded, or ended otherwise; a name that leads to no decision is drawn
    as missing.
    """
    from adrguard.usecases.decisions.draw_decisions import draw

    drawn = draw(current_folder(), at, everything=everything)
    say_interrupted(drawn.all.found.interrupted)
    if style == JSON:
        return answer("adr graph", CLEAN, _body(drawn))
    emit(_WRITERS[style](drawn.nodes, drawn.edges, encoding_of(sys.stdout.encoding), drawn.left_out))
    return CLEAN


def _body(drawn: Drawn) -> dict[str, object]:
    from adrguard.report.json import plain

    return {
        "at": drawn.all.at,
        "nodes": [plain(node) for node in drawn.nodes],
        "edges": [plain(edge) for edge in drawn.edges],
        "left_out": drawn.left_out,
    }
