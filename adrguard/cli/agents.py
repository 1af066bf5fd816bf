"""What `adrguard install AGENT` and `adrguard uninstall AGENT` share: options, the question, the answer."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from adrguard.cli.output import JSON, Paper, answer, example, format_option
from adrguard.model.errors import CLEAN, WRONG
from adrguard.report.display import DIM, GREEN, RED, paint, visible_line
from adrguard.usecases.agents.names import ALL, ONLY_SERVER, TITLES
from adrguard.usecases.surroundings import current_folder

if TYPE_CHECKING:
    from collections.abc import Callable

    from adrguard.usecases.setup.install_agents import Asked, Plan
    from adrguard.usecases.setup.settings_work import FileChange

    Planner = Callable[[str, Asked], Plan]

_user = click.option("--user", is_flag=True, help="In your own settings, for all projects, not in the repository's.")
_yes = click.option("--yes", "-y", is_flag=True, help="Do not ask.")
_dry_run = click.option("--dry-run", is_flag=True, help="Show what would change, and write nothing.")
_mcp = click.option(
    "--mcp/--no-mcp",
    default=None,
    help="Register the MCP server or not. Default: where the extra 'mcp' is installed.",
)
_set_aside = click.option(
    "--set-aside", is_flag=True, help="Put a settings file that cannot be read aside, and start a new one."
)


def install_commands() -> list[click.Command]:
    """Return a command for each agent, and one for all."""
    return [_install(name) for name in (*TITLES, ALL)]


def uninstall_commands() -> list[click.Command]:
    """Return a command for each agent, and one for all."""
    return [_uninstall(name) for name in (*TITLES, ALL)]


def _install(name: str) -> click.Command:
    title = "all coding agents that are found" if name == ALL else TITLES[name]
    what = "the MCP server" if name in ONLY_SERVER else "hooks and the MCP server"

    @click.command(
        name,
        short_help=f"Register {what} with {title}.",
        help=f"Register {what} with {title}: in the repository's settings, or yours with --user.\n\n"
        "Everything else in them stays as it is, byte for byte. Run it again after an upgrade.",
        epilog=example(f"adrguard install {name}", f"adrguard install {name} --user --dry-run"),
    )
    @_user
    @_mcp
    @_set_aside
    @_yes
    @_dry_run
    @format_option
    def command(**options: Any) -> int:
        from adrguard.usecases.setup.install_agents import Asked, plan_install

        asked = Asked(name, options["user"], options["mcp"], options["set_aside"])
        return run("install", plan_install(current_folder(), asked), asked, options)

    return command


def _uninstall(name: str) -> click.Command:
    title = "all coding agents" if name == ALL else TITLES[name]

    @click.command(
        name,
        short_help=f"Take everything of ours out of the settings of {title}.",
        help=f"Take everything of ours out of the settings of {title}. They become what they were, byte for byte.",
        epilog=example(f"adrguard uninstall {name}", f"adrguard uninstall {name} --user"),
    )
    @_user
    @_yes
    @_dry_run
    @format_option
    def command(**options: Any) -> int:
        from adrguard.usecases.setup.install_agents import Asked, plan_uninstall

        asked = Asked(name, options["user"])
        return run("uninstall", plan_uninstall(current_folder(), asked), asked, options)

    return command


def run(verb: str, plan: Plan, asked: Asked, options: dict[str, Any]) -> int:
    """Show a plan, ask where somebody can answer, carry it out, and say what came of it."""
    from adrguard.usecases.setup.install_agents import carry_out

    dry = options["dry_run"]
    if options["style"] == JSON:
        done = plan if dry else carry_out(plan)
        return answer(f"{verb} {asked.name}", code_of(done), body(done, dry_run=dry))
    return tell(plan, yes=options["yes"], dry_run=dry)


def tell(plan: Plan, *, yes: bool, dry_run: bool = False) -> int:
    """Do for a person what is planned; on a terminal they see the change first, and are asked."""
    from adrguard.usecases.setup.install_agents import carry_out

    asks = not yes and not dry_run and plan.does_something and sys.stdin.isatty() and sys.stdout.isatty()
    if asks or dry_run:
        paper = Paper()
        _write_plan(paper, plan)
        paper.write()
    if asks and not click.confirm("Write this?", default=True):
        click.echo("Nothing was written.")
        return CLEAN
    done = plan if dry_run else carry_out(plan)
    paper = Paper()
    write_done(paper, done, dry_run=dry_run)
    paper.write()
    return code_of(done)


def code_of(plan: Plan) -> int:
    """Return the exit code: 2 where a file could not be changed."""
    return WRONG if plan.refused else CLEAN


def body(plan: Plan, *, dry_run: bool) -> dict[str, object]:
    """Return what was or would be done, for JSON."""
    return {
        "dry_run": dry_run,
        "agents": list(plan.named),
        "files": [_file(change) for change in plan.changes],
        "notes": list(plan.notes),
        "afterwards": _afterwards(plan),
    }


def _file(change: FileChange) -> dict[str, object]:
    from adrguard.report.json import text

    return {
        "agent": change.agent,
        "path": text(change.path),
        "action": change.action,
        "diff": [text(line) for line in change.diff()] if change.does_something else [],
        "problem": text(change.problem),
        "hint": text(change.hint),
        "backup": text(change.backup),
    }


def _write_plan(paper: Paper, plan: Plan) -> None:
    for change in plan.changes:
        if not change.does_something:
            continue
        paper.add(paper.path(_shown(plan, change.path)) + ":")
        paper.add(*[_diff_line(paper, line) for line in change.diff()], "")


def _diff_line(paper: Paper, line: str) -> str:
    colour = {"+": GREEN, "-": RED, "@": DIM}.get(line[:1], "")
    shown = "  " + visible_line(line, paper.encoding)
    return paint(shown, colour, on=paper.colour) if colour else shown


def write_done(paper: Paper, plan: Plan, *, dry_run: bool) -> None:
    """Write what became of each file, and what a person has to do now."""
    rows = [
        [TITLES[change.agent], _said(change, dry_run=dry_run), _shown(plan, change.path)] for change in plan.changes
    ]
    if rows:
        widths = [max(len(row[column]) for row in rows) for column in (0, 1)]
        for title, action, path in rows:
            paper.add(f"{title.ljust(widths[0])}  {action.ljust(widths[1])}  {paper.path(path)}")
    for change in plan.changes:
        if change.backup:
            back = "came back from" if change.action == "restored" else "could not be read, and is kept as"
            paper.add(f"What was there {back} {paper.path(_shown(plan, change.backup))}.")
    for change in plan.refused:
        paper.add(f"{paper.mark(good=False)} {paper.show(change.problem)}")
        paper.add(*[f"   {visible_line(line, paper.encoding)}" for line in change.hint.splitlines()])
    paper.add(*[paper.show(note) for note in plan.notes])
    if dry_run:
        paper.add("Nothing was written.")
    else:
        paper.add(*[paper.show(line) for line in _afterwards(plan)])


def _afterwards(plan: Plan) -> list[str]:
    """Return what a person has to do now, for each agent that is set up whole."""
    broken = tuple([f"{TITLES[change.agent]}: " for change in plan.refused])
    return [line for line in plan.afterwards if not line.startswith(broken)]


def _shown(plan: Plan, path: str) -> str:
    """Return a path from the top of what is installed for, as far as it lies below."""
    top = plan.top + os.sep
    return path.removeprefix(top) if plan.top and path.startswith(top) else path


def _said(change: FileChange, *, dry_run: bool) -> str:
    # Where the file stays, only our entries are gone.
    action = "taken out of" if change.action == "removed" else change.action
    return f"would be {action}" if dry_run and change.does_something else action
