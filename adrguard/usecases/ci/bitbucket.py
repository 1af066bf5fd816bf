"""Bitbucket Pipelines: the request's target by name and commit.

https://support.atlassian.com/bitbucket-cloud/docs/variables-and-secrets/

Of a pull request the target is merged into ``BITBUCKET_COMMIT`` before the job's own steps; commit ids are shortened.
What a push found there is not said. A clone has 50 commits of one branch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.usecases.ci.sought import Sought, branch, commit, into, of_push, tag

if TYPE_CHECKING:
    from collections.abc import Mapping

NAME = "Bitbucket Pipelines"
DEEPEN = "write `clone: {depth: full}` into bitbucket-pipelines.yml"


def is_here(environ: Mapping[str, str]) -> bool:
    """Say whether this is a job of it."""
    return bool(environ.get("BITBUCKET_BUILD_NUMBER"))


def sought(environ: Mapping[str, str]) -> Sought:
    """Return what the job was started for."""
    tip = commit(environ.get("BITBUCKET_COMMIT", ""))
    number = environ.get("BITBUCKET_PR_ID", "")
    if number:
        target = branch(environ.get("BITBUCKET_PR_DESTINATION_BRANCH", ""))
        bases = (commit(environ.get("BITBUCKET_PR_DESTINATION_COMMIT", "")), target)
        return Sought(NAME, into(number, target), tip, "", tuple(one for one in bases if one), deepen=DEEPEN)
    tagged = environ.get("BITBUCKET_TAG", "")
    built = tag(tagged) if tagged else branch(environ.get("BITBUCKET_BRANCH", ""))
    return Sought(NAME, of_push(built), tip, built=built, of_branch=True, deepen=DEEPEN)
