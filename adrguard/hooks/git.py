"""The doors for git's own hooks and for pre-commit: nothing heavy is loaded on the way to a clean verdict."""

from __future__ import annotations

import os
import sys

from adrguard.model.decisions import HOOK
from adrguard.model.errors import CLEAN, INCOMPLETE, VIOLATIONS, WRONG
from adrguard.usecases.check_changes import CheckRequest, check, door_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.model.findings import Outcome

FAULT = 1
_FRAMEWORK = ("PRE_COMMIT_FROM_REF", "PRE_COMMIT_TO_REF", "PRE_COMMIT_REMOTE_NAME")


def commit(_: Sequence[str]) -> int:
    """Judge what is about to be committed."""
    # The frameworks run one and the same entry for every stage, and say by environment what is asked.
    if any(os.environ.get(name) for name in _FRAMEWORK):
        return push(())
    return _tell(check(CheckRequest("", "staged", door=door_of(os.environ, HOOK))))


def push(words: Sequence[str]) -> int:
    """Judge the commits that are about to be pushed: of each ref that git names on stdin."""
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
