"""Azure Pipelines: the request's target by name, the merge by its commit.

https://learn.microsoft.com/en-us/azure/devops/pipelines/build/variables

Of a pull request ``BUILD_SOURCEVERSION`` is the merge into the target. What a push found there is not said. New
pipelines fetch one commit only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.usecases.ci.sought import Sought, branch, commit, into, of_push

if TYPE_CHECKING:
    from collections.abc import Mapping

NAME = "Azure Pipelines"
DEEPEN = "give the `checkout: self` step `fetchDepth: 0`"


def is_here(environ: Mapping[str, str]) -> bool:
    """Say whether this is a job of it."""
    return environ.get("TF_BUILD", "").lower() == "true"


def sought(environ: Mapping[str, str]) -> Sought:
    """Return what the job was started for."""
    built = commit(environ.get("BUILD_SOURCEVERSION", ""))
    target = branch(environ.get("SYSTEM_PULLREQUEST_TARGETBRANCH", ""))
    if environ.get("SYSTEM_PULLREQUEST_PULLREQUESTID") or environ.get("BUILD_REASON") == "PullRequest":
        # Pull requests of GitHub have a number beside Azure's own id.
        number = environ.get("SYSTEM_PULLREQUEST_PULLREQUESTNUMBER") or environ.get("SYSTEM_PULLREQUEST_PULLREQUESTID")
        tip = commit(environ.get("SYSTEM_PULLREQUEST_SOURCECOMMITID", ""))
        bases = (target,) if target else ()
        return Sought(NAME, into(number or "", target), tip or built, built, bases, deepen=DEEPEN)
    ref = branch(environ.get("BUILD_SOURCEBRANCH", ""))
    return Sought(NAME, of_push(ref), built, built=ref, of_branch=True, deepen=DEEPEN)
