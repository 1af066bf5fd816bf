"""`adrguard-hook`: the door for git hooks and pre-commit. Nothing heavy is loaded on the way to a clean verdict.

    adrguard-hook pre-commit
    adrguard-hook pre-merge-commit
    adrguard-hook pre-push [REMOTE URL]  < the lines that git writes

Exit codes are those of `adrguard check`, except that this door never ends with 2 for a fault of its own: agents' hooks
read 2 as an order to stop.
"""

from __future__ import annotations

import gc
import os
import sys

from adrguard.model.decisions import HOOK
from adrguard.model.errors import CLEAN, INCOMPLETE, VIOLATIONS, WRONG, AdrguardError
from adrguard.usecases.check_changes import CheckRequest, check, door_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.model.findings import Outcome

FAULT = 1
MANY_OBJECTS = 50_000
SKIP = "ADRGUARD_SKIP"
_FRAMEWORK = ("PRE_COMMIT_FROM_REF", "PRE_COMMIT_TO_REF", "PRE_COMMIT_REMOTE_NAME")
USAGE = "usage: adrguard-hook pre-commit | pre-merge-commit | pre-push [REMOTE URL] (git's lines on stdin)\n"


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
        except OSError:
            code = code or FAULT
    os._exit(code)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the door named by the first argument and return its exit code."""
    if None in (sys.stdin, sys.stdout, sys.stderr):
        from adrguard.usecases import surroundings

        surroundings.open_closed()
    words = sys.argv[1:] if argv is None else list(argv)
    if words[:1] in (["--help"], ["-h"]):
        sys.stdout.write(USAGE)
        return CLEAN
    if not words or words[0] not in _DOORS:
        sys.stderr.write(USAGE)
        return FAULT
    if os.environ.get(SKIP, "") not in ("", "0"):
        sys.stderr.write(f"adrguard: skipped, because {SKIP} is set\n")
        return CLEAN
    try:
        return _DOORS[words[0]](words[1:])
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


def _commit(_: Sequence[str]) -> int:
    # The frameworks run one and the same entry for every stage, and say by environment what is asked.
    if any(os.environ.get(name) for name in _FRAMEWORK):
        return _push(())
    return _tell(check(CheckRequest("", "staged", door=door_of(os.environ, HOOK))))


def _push(words: Sequence[str]) -> int:
    from adrguard.usecases import pushed_changes

    here = ""  # the current folder
    if os.environ.get("PRE_COMMIT"):
        pushed = pushed_changes.from_framework(here, os.environ)
    else:
        pushed = pushed_changes.from_git(here, words[0] if words else "", sys.stdin)
    door = door_of(os.environ, HOOK)
    codes = [_tell(check(CheckRequest(here, one.source, one.argument, door=door))) for one in pushed]
    # In the order in which one verdict chooses as well (`Outcome.exit_code`).
    return next((code for code in (WRONG, VIOLATIONS, INCOMPLETE) if code in codes), CLEAN)


def _tell(outcome: Outcome) -> int:
    from adrguard.report import text

    try:
        text.write(outcome, sys.stdout, os.environ)
        sys.stdout.flush()
    except OSError as error:
        from adrguard.usecases import surroundings

        surroundings.silence(sys.stdout)
        # A reader that went away heard enough, and the verdict stands; one that could not be told is a fault.
        if not isinstance(error, BrokenPipeError):
            sys.stderr.write(f"adrguard: the report could not be written: {error.strerror}\n")
            return outcome.exit_code or FAULT
    return outcome.exit_code


_DOORS = {"pre-commit": _commit, "pre-merge-commit": _commit, "pre-push": _push}

if __name__ == "__main__":
    run()
