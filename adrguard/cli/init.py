"""`adrguard init`: a folder for decisions, with one that works, and all that runs the guard."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from adrguard.cli.output import JSON, Paper, answer, example, format_option
from adrguard.model.errors import CLEAN
from adrguard.report.text import count
from adrguard.usecases.surroundings import current_folder

if TYPE_CHECKING:
    from adrguard.usecases.setup.init_project import Project


@click.command(epilog=example("adrguard init", "adrguard init --vault ~/vault", "adrguard init --install"))
@click.option("--vault", metavar="PATH", default="", help="Bind this folder of notes, in or outside of the repository.")
@click.option(
    "--install", "everything", is_flag=True, help="Install git's hooks as well, and register with each agent found."
)
@click.option("--yes", "-y", is_flag=True, help="With --install: do not ask.")
@format_option
def command(*, vault: str, everything: bool, yes: bool, style: str) -> int:
    """Find the folder of the decisions, or make .adrguard/wiki for them, with one sample that works.

    Run it as often as you like: nothing that is there is overwritten.
    """
    from adrguard.usecases.setup.init_project import init

    project = init(current_folder(), vault)
    if style == JSON:
        return _answer(project, everything=everything)
    paper = Paper()
    for one in project.laid:
        paper.add(f"{'made' if one.made else 'kept'}  {paper.path(os.path.relpath(one.path, project.root))}")
    there = f"{count(project.decisions, 'decision')} with {count(project.rules, 'rule')}"
    paper.add(f"Decisions live in {paper.path(os.path.relpath(project.folder, project.root))}: {there}.")
    paper.add(f"Next: `adrguard rules`, `adrguard check`{'' if everything else ', `adrguard install git`'}.")
    paper.write()
    return _install(yes=yes) if everything else CLEAN


def _install(*, yes: bool) -> int:
    from adrguard.cli.agents import tell
    from adrguard.cli.install import SKIP, write_hooks
    from adrguard.usecases.setup.install_agents import plan_found
    from adrguard.usecases.setup.install_hooks import install

    paper = Paper()
    write_hooks(paper, install(current_folder()), "runs first")
    paper.add(SKIP)
    plan = plan_found(current_folder())
    if not plan.named:
        paper.add("No coding agent was found; `adrguard install --help` lists those that can be registered with.")
    paper.write()
    return tell(plan, yes=yes)


def _answer(project: Project, *, everything: bool) -> int:
    laid = [{"path": one.path, "made": one.made} for one in project.laid]
    found = {**project.as_dict(), "laid": laid}
    if not everything:
        return answer("init", CLEAN, found)
    from adrguard.cli.agents import body, code_of
    from adrguard.cli.install import hooks_body
    from adrguard.usecases.setup.install_agents import carry_out, plan_found
    from adrguard.usecases.setup.install_hooks import install

    hooks, done = install(current_folder()), carry_out(plan_found(current_folder()))
    installed = {"git": hooks_body(hooks), "agents": body(done, dry_run=False)}
    return answer("init", code_of(done), {**found, "installed": installed})
