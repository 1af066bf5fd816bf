"""GitLab CI/CD: the request's target, its merge base, and what a push found there.

https://docs.gitlab.com/ci/variables/predefined_variables/

In a pipeline of a merge request ``CI_COMMIT_BEFORE_SHA`` is all zeros. In one for merged results (and on a merge train)
the commit is GitLab's own merge, and only then is ``CI_MERGE_REQUEST_SOURCE_BRANCH_SHA`` set. A job has 20 commits
of history by default, and of other branches only what an earlier job on the same machine left behind.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.usecases.ci.sought import Sought, branch, commit, into, of_push, short, tag

if TYPE_CHECKING:
    from collections.abc import Mapping

NAME = "GitLab CI"
DEEPEN = 'set `GIT_DEPTH: "0"` under the `variables:` of the job'


def is_here(environ: Mapping[str, str]) -> bool:
    """Say whether this is a job of it."""
    return bool(environ.get("GITLAB_CI"))


def sought(environ: Mapping[str, str]) -> Sought:
    """Return what the job was started for."""
    if environ.get("CI_MERGE_REQUEST_IID"):
        return _request(environ, "MERGE_REQUEST", "merge request")
    if environ.get("CI_EXTERNAL_PULL_REQUEST_IID"):
        return _request(environ, "EXTERNAL_PULL_REQUEST", "pull request")
    before = commit(environ.get("CI_COMMIT_BEFORE_SHA", ""))
    tagged = environ.get("CI_COMMIT_TAG", "")
    built = tag(tagged) if tagged else branch(environ.get("CI_COMMIT_BRANCH") or environ.get("CI_COMMIT_REF_NAME", ""))
    source = environ.get("CI_PIPELINE_SOURCE", "push")
    return Sought(
        NAME,
        of_push(built) if source == "push" or tagged else f"a run of {short(built) or 'no branch'} by {source}",
        commit(environ.get("CI_COMMIT_SHA", "")),
        bases=(before,) if before else (),
        default=branch(environ.get("CI_DEFAULT_BRANCH", "")),
        built=built,
        of_branch=True,
        deepen=DEEPEN,
    )


def _request(environ: Mapping[str, str], kind: str, noun: str) -> Sought:
    def named(end: str) -> str:
        return environ.get(f"CI_{kind}_{end}", "")

    target = branch(named("TARGET_BRANCH_NAME"))
    built, source = commit(environ.get("CI_COMMIT_SHA", "")), commit(named("SOURCE_BRANCH_SHA"))
    bases = (commit(named("TARGET_BRANCH_SHA")), commit(named("DIFF_BASE_SHA")), target)
    return Sought(
        NAME,
        into(named("IID"), target, noun),
        source or built,
        built if source and source != built else "",
        tuple(one for one in bases if one),
        deepen=DEEPEN,
    )
