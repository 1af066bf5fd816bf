"""`adrguard loadout`: what somebody has to know who is about to begin, in fewer than 300 tokens."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from adrguard.cli.output import JSON, Paper, answer, emit_answer, example, format_option
from adrguard.model.errors import CLEAN, WRONG, UsageError
from adrguard.usecases.surroundings import current_folder

if TYPE_CHECKING:
    from adrguard.usecases.memory.loadout import Loadout
    from adrguard.usecases.project_at_hand import Project


@click.command(
    epilog=example(
        "adrguard loadout",
        "adrguard loadout --diff",
        "adrguard loadout payment-gateway --branch main",
        "adrguard loadout --list",
        "adrguard loadout --format json",
    )
)
@click.argument("name", required=False, default="")
@click.option("--diff", is_flag=True, help="Put first what binds the files that are changed and not committed.")
@click.option("--branch", default="", metavar="REF", help="The same, with all that was changed since REF was left.")
@click.option("--copy", is_flag=True, help="Also put it on the clipboard.")
@click.option("--list", "listed", is_flag=True, help="List the projects that are known here instead.")
@click.option("--vault", default="", metavar="PATH", help="The vault, when not the one that is bound here.")
@format_option
def command(  # noqa: PLR0913 -- one parameter for each option
    *, name: str, diff: bool, branch: str, copy: bool, listed: bool, vault: str, style: str
) -> int:
    """Print what a coding agent, or a person, has to know of a project before beginning.

    That is its note and core stack, the invariants in force, and the latest logs, each with the note that says it; what
    has no room in fewer than 300 tokens is counted. NAME is a project or a part of its name; without it the project is
    found by the vault, the configuration, the manifests and the repository's folder.
    """
    if listed:
        if name or diff or branch or copy:
            raise UsageError("--list lists the projects, and takes neither a name nor a change", "leave the rest out")
        return _list(vault, style)
    from adrguard.usecases.memory.loadout import loadout

    found = loadout(current_folder(), name, diff=diff, branch=branch, vault=vault)
    program = _copied(found.text) if copy else ""
    code = WRONG if copy and not program else CLEAN
    if style == JSON:
        return answer("loadout", code, {**_body(found), "copied": program})
    emit_answer(found.text)
    _tell(found, program, copy=copy)
    return code


def _copied(text: str) -> str:
    from adrguard.usecases.surroundings import copied

    return copied(text)


def _tell(found: Loadout, program: str, *, copy: bool) -> None:
    """Write what is for the person to stderr: the loadout alone is what goes down a pipe."""
    paper = Paper(sys.stderr)
    paper.add(*[f"Note: {paper.show(one)}" for one in found.remarks])
    if program:
        paper.add(f"Copied to the clipboard by {program}.")
    elif copy:
        paper.add("adrguard: nothing was copied, as no clipboard program works here")
        paper.add("  install wl-copy, xclip or xsel (macOS and Windows have pbcopy and clip), or copy what is printed")
    paper.write()


def _body(found: Loadout) -> dict[str, object]:
    from adrguard.report.json import text

    return {
        "project": text(found.project),
        "title": text(found.title),
        "root": text(found.root),
        "vision": text(found.vision),
        "stack": [text(one) for one in found.stack],
        "shown": [
            {
                "kind": one.kind,
                "note": text(one.note),
                "link": one.link,
                "text": text(one.text),
                "day": one.day,
                "rule": text(one.rule),
                "meets_change": one.met,
            }
            for one in found.shown
        ],
        "left_out": dict(found.left_out),
        "changed": None if found.changed < 0 else found.changed,
        "tokens_upper_estimate": found.tokens_upper_estimate,
        "text": found.text,
        "remarks": [text(one) for one in found.remarks],
    }


def _list(vault: str, style: str) -> int:
    from adrguard.usecases.memory.loadout import known_projects

    projects = known_projects(current_folder(), vault)
    if style == JSON:
        return answer("loadout --list", CLEAN, {"projects": [_project(one) for one in projects]})
    paper = Paper()
    rows = [[paper.show(one.name), paper.path(one.note) if one.note else "no note", _here(one)] for one in projects]
    paper.table(rows, "")
    paper.write()
    return CLEAN


def _here(project: Project) -> str:
    return "(this one)" if project.is_here else ""


def _project(project: Project) -> dict[str, object]:
    from adrguard.report.json import text

    return {"name": text(project.name), "note": text(project.note), "is_here": project.is_here}
