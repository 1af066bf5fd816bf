"""`adrguard-hook`: the door for machines: git hooks, pre-commit, and coding agents' hooks.

    adrguard-hook pre-commit
    adrguard-hook pre-merge-commit
    adrguard-hook pre-push [REMOTE URL]  < the lines that git writes
    adrguard-hook agent [NAME [EVENT]]  < the event that the agent writes

Exit codes are those of `adrguard check`, except that no door ends with 2 for a fault of its own: agents' hooks read 2
as an order to stop. `agent` ends with 0 (see `adrguard.hooks.agent`).
"""

from __future__ import annotations

import gc
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

CLEAN = 0
FAULT = 1
MANY_OBJECTS = 50_000
SKIP = "ADRGUARD_SKIP"
AGENT = "agent"
_COMMITS = ("pre-commit", "pre-merge-commit")
_PUSH = "pre-push"
USAGE = (
    "usage: adrguard-hook pre-commit | pre-merge-commit | pre-push [REMOTE URL] (git's lines on stdin)\n"
    "       | agent [NAME [EVENT]] (an agent's event on stdin)\n"
)


def run() -> None:
    """Run the door as the process that it is, and end it at once.

    Taking the interpreter apart again costs a tenth of a warm hook, and the collector of cycles finds none worth a pass
    in a process that lives for some milliseconds: it starts to look only when a change is large.
    """
    gc.set_threshold(MANY_OBJECTS, 20, 20)
    code = main()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, AttributeError):
            code = code if sys.argv[1:2] == [AGENT] else code or FAULT
    os._exit(code)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the door named by the first argument and return its exit code."""
    words = sys.argv[1:] if argv is None else list(argv)
    if words[:1] == [AGENT]:
        return _agent(words[1:])
    if None in (sys.stdin, sys.stdout, sys.stderr):
        from adrguard.usecases import surroundings

        surroundings.open_closed()
    if words[:1] in (["--help"], ["-h"]):
        sys.stdout.write(USAGE)
        return CLEAN
    if not words or words[0] not in (*_COMMITS, _PUSH):
        sys.stderr.write(USAGE)
        return FAULT
    if os.environ.get(SKIP, "") not in ("", "0"):
        sys.stderr.write(f"adrguard: skipped, because {SKIP} is set\n")
        return CLEAN
    return _git(words)


def _agent(words: Sequence[str]) -> int:
    try:
        from adrguard.hooks import agent

        return agent.door(words)
    except BaseException:  # noqa: BLE001 -- also an installation that is broken, or Ctrl-C, must not look like a verdict
        return CLEAN


def _git(words: Sequence[str]) -> int:
    from adrguard.hooks import git
    from adrguard.model.errors import AdrguardError

    try:
        return git.push(words[1:]) if words[0] == _PUSH else git.commit(words[1:])
    except AdrguardError as error:
        sys.stderr.write(f"adrguard: {error.message}\n" + (f"  {error.hint}\n" if error.hint else ""))
        return error.exit_code
    except OSError as error:
        where = f"{os.fsdecode(error.filename)}: " if error.filename else ""
        sys.stderr.write(f"adrguard: nothing was judged: {where}{error.strerror or error}\n")
        return FAULT
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # noqa: BLE001 - the one handler of this door: a fault of ours must not look like a verdict
        return _confess(error)


def _confess(error: Exception) -> int:
    if os.environ.get("ADRGUARD_DEBUG"):
        raise error
    sys.stderr.write(
        f"adrguard: internal error, nothing was judged: {type(error).__name__}: {error}\n"
        f"  Set ADRGUARD_DEBUG=1 for the traceback; {SKIP}=1 lets this one commit through.\n"
    )
    return FAULT


if __name__ == "__main__":
    run()
