"""`adrguard uninstall`: everything as it was before `adrguard install`."""

from __future__ import annotations

import click

from adrguard.cli.agents import uninstall_commands
from adrguard.cli.install import hooks_body, write_hooks
from adrguard.cli.output import JSON, Paper, answer, example, format_option
from adrguard.usecases.surroundings import current_folder


@click.group(epilog=example("adrguard uninstall git", "adrguard uninstall claude"))
def command() -> None:
    """Take away what install set up; what was there before comes back as it was."""


@command.command(short_help="Remove our hooks of git's.", epilog=example("adrguard uninstall git"))
@click.option("--everywhere", is_flag=True, help="Also where core.hooksPath serves all of your repositories.")
@format_option
def git(*, everywhere: bool, style: str) -> int:
    """Remove git's hooks of ours and put back the ones that were there before them."""
    from adrguard.usecases.setup.install_hooks import uninstall

    hooks = uninstall(current_folder(), everywhere=everywhere)
    if style == JSON:
        return answer("uninstall git", 0, hooks_body(hooks))
    paper = Paper()
    write_hooks(paper, hooks, "is back in its place")
    paper.write()
    return 0


@command.command(
    "pre-commit",
    short_help="Take the hook out of .pre-commit-config.yaml.",
    epilog=example("adrguard uninstall pre-commit"),
)
@format_option
def pre_commit(*, style: str) -> int:
    """Take the hook out of .pre-commit-config.yaml."""
    from adrguard.usecases.setup.install_precommit import uninstall

    done = uninstall(current_folder())
    if style == JSON:
        return answer("uninstall pre-commit", 0, done.as_dict())
    paper = Paper()
    paper.add(f"{paper.path(done.path)}: {done.action}")
    paper.write()
    return 0


for _command in uninstall_commands():
    command.add_command(_command)
