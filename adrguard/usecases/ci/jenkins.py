"""Jenkins with its git and branch plugins: the request's target by name, the last commit that built.

https://plugins.jenkins.io/git/ and https://plugins.jenkins.io/branch-api/

Of a change request the head is checked out, or Jenkins' own merge of it. ``GIT_COMMIT`` may be another repository's, as
that of a shared library, so what is checked out is judged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.usecases.ci.sought import Sought, branch, commit, into, of_push, tag

if TYPE_CHECKING:
    from collections.abc import Mapping

NAME = "Jenkins"
DEEPEN = "take the shallow clone out of the checkout's clone options"


def is_here(environ: Mapping[str, str]) -> bool:
    """Say whether this is a job of it."""
    return bool(environ.get("JENKINS_URL"))


def sought(environ: Mapping[str, str]) -> Sought:
    """Return what the job was started for."""
    if environ.get("CHANGE_ID"):
        target = branch(environ.get("CHANGE_TARGET", ""))
        bases = (target,) if target else ()
        return Sought(NAME, into(environ["CHANGE_ID"], target, "change request"), bases=bases, deepen=DEEPEN)
    tagged = environ.get("TAG_NAME", "")
    # Without the branch plugin only the git plugin says it, with the remote in front.
    name = environ.get("BRANCH_NAME") or environ.get("GIT_BRANCH", "").removeprefix("origin/")
    built = tag(tagged) if tagged else branch(name)
    green = commit(environ.get("GIT_PREVIOUS_SUCCESSFUL_COMMIT", ""))
    primary = environ.get("BRANCH_IS_PRIMARY") == "true"
    what = of_push(built) + (" since the last build that succeeded" if green else "")
    bases = (green,) if green else ()
    default = built if primary else ""
    return Sought(NAME, what, bases=bases, default=default, built=built, of_branch=True, deepen=DEEPEN)
