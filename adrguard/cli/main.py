"""`adrguard`: the command line for people. Only the command that is called is loaded."""

from __future__ import annotations

import contextlib
import gc
import itertools
import os
import sys
from typing import TYPE_CHECKING

import click

from adrguard import __version__
from adrguard.cli.group import LazyGroup
from adrguard.cli.output import Paper, emit, example, silence
from adrguard.model.errors import CLEAN, WRONG, AdrguardError
from adrguard.report.display import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

INTERRUPTED = 130
MANY_OBJECTS = 50_000

COMMANDS = {
    "check": ("check", "Judge a change by the decisions in force."),
    "report": ("report", "Merge, convert and show reports of a check."),
    "ci": ("ci", "Judge what a CI job is for."),
    "fix": ("fix", "Mend findings by what their rules say to write instead."),
    "lint": ("lint", "Find every mistake in the decisions and the configuration."),
    "try": ("try_invariant", "Try an invariant before writing it down."),
    "test": ("prove", "Run the bad and good examples of every rule."),
    "rules": ("rules", "List the rules that the decisions declare."),
    "explain": ("explain", "Say which decisions govern a file, or what a rule does."),
    "adr": ("adr", "Write, list and change decisions."),
    "flush": ("flush", "Keep what was learnt or decided as a note of the vault."),
    "loadout": ("loadout", "Say in under 300 tokens what binds a project and was done last."),
    "recall": ("recall", "Search the notes and decisions, never from a stale index."),
    "sync": ("sync", "Bring the index of the notes up to date."),
    "offload": ("offload", "Put a long log away, and show what matters of it."),
    "inspect": ("inspect", "Show lines of a log that was put away."),
    "gc": ("gc", "Make the old part of an agent's session small."),
    "distill": ("distill", "Make a skill of a trace: what failed, why, and what helped."),
    "mcp": ("mcp", "Serve the guard and the memory to an MCP client."),
    "undo": ("undo", "Take back the last supersession or other change of decisions."),
    "baseline": ("baseline", "Keep the list of known findings."),
    "init": ("init", "Set up a folder for decisions, with one that works."),
    "install": ("install", "Set up git hooks, the pre-commit framework or coding agents."),
    "uninstall": ("uninstall", "Take away what install set up."),
    "doctor": ("doctor", "Say whether everything is in place that the guard needs."),
    "demo": ("demo", "Show a decision at work in a temporary repository."),
}
"""Name on the command line: the module in this package, and the line shown in the list of commands."""
GROUPS = frozenset(("adr", "baseline", "install", "report", "uninstall"))


@click.command(
    cls=LazyGroup,
    package="adrguard.cli",
    table=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    epilog=example("adrguard demo", "adrguard init", "adrguard check --staged", "adrguard install git"),
)
@click.version_option(__version__, prog_name="adrguard")
def adrguard() -> None:
    """Make Architecture Decision Records enforce themselves.

    An invariant in an ADR (`deny: SELECT * FROM`) becomes a rule, and a change that newly violates it is stopped before
    it is committed.

    Exit codes: 0 clean, 1 violations, 2 wrong usage, configuration or decisions, 3 not completed.
    """


def main() -> None:
    """Run the command line and end the process at once: to take the interpreter apart takes a tenth of a quick command.

    What a command needs at its end, it does itself.
    """
    if None in (sys.stdin, sys.stdout, sys.stderr):
        from adrguard.usecases.surroundings import open_closed

        open_closed()
    if sys.argv[1:2] != ["mcp"]:  # which lives on
        # Of a large note or diff a fifth of the time went into looking for cycles, of which there are few.
        gc.set_threshold(MANY_OBJECTS, 20, 20)
    code = run(sys.argv[1:])
    try:
        sys.stdout.flush()
    except OSError:
        code = code or WRONG
    with contextlib.suppress(OSError):
        sys.stderr.flush()
    os._exit(code)


def run(argv: Sequence[str]) -> int:
    """Run the command line and return its exit code: the one place where errors become messages."""
    try:
        code = adrguard.main(args=list(argv), prog_name="adrguard", standalone_mode=False)
    except click.ClickException as error:
        with contextlib.suppress(OSError):
            error.show()
        return _failed(argv, error.exit_code or WRONG, error.format_message())
    except AdrguardError as error:
        return _failed(argv, error.exit_code, error.message, error.hint, say=True)
    except BrokenPipeError:
        silence(sys.stdout)
        return CLEAN
    except OSError as error:
        hint = "run as its owner, or let yourself look into it" if isinstance(error, PermissionError) else ""
        return _failed(argv, WRONG, _words(error), hint, say=True)
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the one handler: a fault of ours must not read as a verdict
        if os.environ.get("ADRGUARD_DEBUG"):
            raise
        message = f"internal error, nothing was judged: {type(error).__name__}: {error}"
        return _failed(argv, WRONG, message, "ADRGUARD_DEBUG=1 shows the traceback", say=True)
    return code if isinstance(code, int) else CLEAN


def _words(error: OSError) -> str:
    where = f"{os.fsdecode(error.filename)}: " if error.filename else ""
    return f"{where}{error.strerror or error}"


def _failed(argv: Sequence[str], code: int, message: str, hint: str = "", *, say: bool = False) -> int:
    # Where not even this can be written, the exit code has to do.
    with contextlib.suppress(AdrguardError):
        _explain(argv, code, message, hint, say=say)
    return code


def _explain(argv: Sequence[str], code: int, message: str, hint: str, *, say: bool) -> None:
    if say:
        from adrguard.usecases.interrupted import untold

        paper = Paper(sys.stderr)
        paper.add(*[f"adrguard: {paper.show(line)}" for line in untold()])
        paper.add(f"adrguard: {paper.show(message)}")
        paper.add(*[f"  {visible(line, paper.encoding)}" for line in hint.splitlines()])
        paper.write()
    if _wants_json(argv):
        from adrguard.report import json

        emit(json.failure(_command_of(argv), code, message, hint))


def _command_of(argv: Sequence[str]) -> str:
    """Return the command as its own answers name it: with the word that follows, where it is a group of commands."""
    words = itertools.dropwhile(lambda word: word not in COMMANDS, argv)
    name = next(words, "")
    inner = next(words, "-") if name in GROUPS else "-"
    return name if inner.startswith("-") else f"{name} {inner}"


def _wants_json(argv: Sequence[str]) -> bool:
    """Say whether stdout is for a JSON document: the format is asked for, and no file to put it into."""
    words = [part for word in argv for part in (word.split("=", 1) if word.startswith("--format=") else [word])]
    following = zip(words, words[1:], [*words[2:], ""], strict=False)
    return any(
        name == "--format" and style == "json" and not after.startswith("--output") for name, style, after in following
    )


if __name__ == "__main__":
    main()
