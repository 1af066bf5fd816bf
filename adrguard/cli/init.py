"""`adrguard init`: a folder for decisions, with one that works."""

from __future__ import annotations

import os

import click

from adrguard.cli.output import JSON, Paper, answer, example, format_option
from adrguard.report.text import count
from adrguard.usecases.surroundings import current_folder


@click.command(epilog=example("adrguard init", "adrguard init --vault notes", "adrguard init --vault ~/vault"))
@click.option("--vault", metavar="PATH", default="", help="Bind this folder of notes, in or outside of the repository.")
@format_option
def command(*, vault: str, style: str) -> int:
    """Find the folder of the decisions, or make .adrguard/wiki for them, with one sample that works.

    Run it as often as you like: nothing that is there is overwritten.
    """
    from adrguard.usecases.init_project import init

    project = init(current_folder(), vault)
    if style == JSON:
        laid = [{"path": one.path, "made": one.made} for one in project.laid]
        return answer("init", 0, {**project.as_dict(), "laid": laid})
    paper = Paper()
    for one in project.laid:
        paper.add(f"{'made' if one.made else 'kept'}  {paper.path(os.path.relpath(one.path, project.root))}")
    there = f"{count(project.decisions, 'decision')} with {count(project.rules, 'rule')}"
    paper.add(f"Decisions live in {paper.path(os.path.relpath(project.folder, project.root))}: {there}.")
    paper.add("Next: `adrguard rules`, `adrguard check`, `adrguard install git`.")
    paper.write()
    return 0
