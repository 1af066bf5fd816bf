"""`adrguard install`: git's own hooks, the pre-commit framework's configuration, coding agents' settings."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from adrguard.cli.agents import install_commands
from adrguard.cli.output import JSON, Paper, answer, example, format_option
from adrguard.usecases.surroundings import current_folder

if TYPE_CHECKING:
    from adrguard.usecases.setup.install_hooks import Hooks

SKIP = "ADRGUARD_SKIP=1 git commit lets one commit through unjudged, and says so."


@click.group(epilog=example("adrguard install git", "adrguard install pre-commit", "adrguard install claude"))
def command() -> None:
    """Set up what runs the guard at every commit, and whenever a coding agent edits or stops.

    The environment variable ADRGUARD_SKIP=1 lets a person out, once; it is reported on stderr.
    """


@command.command(
    short_help="Install git's own hooks.", epilog=example("adrguard install git", "adrguard install git --pre-push")
)
@click.option("--pre-push", "push", is_flag=True, help="Judge what is pushed as well.")
@click.option("--everywhere", is_flag=True, help="Also where core.hooksPath serves all of your repositories.")
@format_option
def git(*, push: bool, everywhere: bool, style: str) -> int:
    """Install git's hooks: pre-commit, pre-merge-commit and, when asked, pre-push.

    A hook that is there already goes on running, before ours. Run it again after an upgrade.
    """
    from adrguard.usecases.setup.install_hooks import install

    hooks = install(current_folder(), push=push, everywhere=everywhere)
    if style == JSON:
        return answer("install git", 0, hooks_body(hooks))
    paper = Paper()
    write_hooks(paper, hooks, "runs first")
    if hooks.folder.in_worktree:
        paper.add("This folder is part of your files, and the hook names this machine's Python: do not commit it.")
    paper.add(SKIP, "`adrguard uninstall git` takes all of it away again.")
    paper.write()
    return 0


@command.command(
    "pre-commit",
    short_help="Add the hook to .pre-commit-config.yaml.",
    epilog=example("adrguard install pre-commit", "adrguard install pre-commit --repo https://example.org/adrguard"),
)
@click.option("--repo", metavar="URL", default="", help="Use the hook that this repository publishes.")
@click.option("--rev", metavar="TAG", default="", help="With --repo: the tag to pin (default: v and this version).")
@click.option("--system", is_flag=True, help="Use the adrguard on PATH, not one in an environment of the framework's.")
@format_option
def pre_commit(*, repo: str, rev: str, system: bool, style: str) -> int:
    """Add the hook to .pre-commit-config.yaml (prek reads it too); your comments and layout stay."""
    from adrguard.usecases.setup.install_precommit import install

    if rev and not repo:
        raise click.UsageError("--rev is a tag of the repository that --repo names.")
    done = install(current_folder(), repo, rev, system=system)
    if style == JSON:
        return answer("install pre-commit", 0, done.as_dict())
    paper = Paper()
    paper.add(f"{paper.path(done.path)}: {done.action}")
    paper.add("Now: pre-commit install -t pre-commit -t pre-merge-commit -t pre-push (or the same with prek)", SKIP)
    paper.write()
    return 0


def hooks_body(hooks: Hooks) -> dict[str, object]:
    """Return what was done about git's hooks, for JSON."""
    from adrguard.report.json import plain

    return {
        "folder": hooks.folder.path,
        "hooks": [plain(change) for change in hooks.changes],
        "interpreter": hooks.interpreter.path if hooks.interpreter else "",
    }


def write_hooks(paper: Paper, hooks: Hooks, about_chained: str) -> None:
    """Write a line for each hook."""
    paper.add(f"git's hooks in {paper.path(hooks.folder.path)}:")
    rows = []
    for change in hooks.changes:
        chained = f"({paper.show(os.path.basename(change.chained))} {about_chained})" if change.chained else ""
        rows.append([change.name, change.action, chained])
    paper.table(rows)


for _command in install_commands():
    command.add_command(_command)
