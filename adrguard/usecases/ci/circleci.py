"""CircleCI: the commit and its branch, and no word of what to compare it with.

https://circleci.com/docs/reference/variables/

It names neither the target of a pull request nor what a push found there. Its pipeline values do: hand them over as
``adrguard ci --base << pipeline.git.base_revision >>``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.usecases.ci.sought import Sought, branch, commit, of_push, tag

if TYPE_CHECKING:
    from collections.abc import Mapping

NAME = "CircleCI"
DEEPEN = "give the `checkout` step `method: full`"


def is_here(environ: Mapping[str, str]) -> bool:
    """Say whether this is a job of it."""
    return environ.get("CIRCLECI", "").lower() == "true"


def sought(environ: Mapping[str, str]) -> Sought:
    """Return what the job was started for."""
    tagged = environ.get("CIRCLE_TAG", "")
    built = tag(tagged) if tagged else branch(environ.get("CIRCLE_BRANCH", ""))
    tip = commit(environ.get("CIRCLE_SHA1", ""))
    return Sought(NAME, of_push(built), tip, built=built, of_branch=True, deepen=DEEPEN)
