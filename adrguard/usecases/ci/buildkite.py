"""Buildkite: the request's target and the default branch by name.

https://buildkite.com/docs/pipelines/configure/environment-variables

``BUILDKITE_PULL_REQUEST`` is ``false`` where there is none, and ``BUILDKITE_COMMIT`` is ``HEAD`` for builds started by
hand. An agent keeps its clone, and fetches into it what it builds and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.usecases.ci.sought import Sought, branch, commit, into, of_push, tag

if TYPE_CHECKING:
    from collections.abc import Mapping

NAME = "Buildkite"
DEEPEN = "take `--depth` out of BUILDKITE_GIT_CLONE_FLAGS and BUILDKITE_GIT_FETCH_FLAGS"


def is_here(environ: Mapping[str, str]) -> bool:
    """Say whether this is a job of it."""
    return environ.get("BUILDKITE", "").lower() == "true"


def sought(environ: Mapping[str, str]) -> Sought:
    """Return what the job was started for."""
    tip = commit(environ.get("BUILDKITE_COMMIT", ""))
    queue = commit(environ.get("BUILDKITE_MERGE_QUEUE_BASE_COMMIT", ""))
    if queue:
        target = branch(environ.get("BUILDKITE_MERGE_QUEUE_BASE_BRANCH", ""))
        return Sought(NAME, into("", target, "a merge queue"), tip, "", (queue,), deepen=DEEPEN)
    number = environ.get("BUILDKITE_PULL_REQUEST", "")
    if number not in ("", "false"):
        target = branch(environ.get("BUILDKITE_PULL_REQUEST_BASE_BRANCH", ""))
        merged = "HEAD" if environ.get("BUILDKITE_PULL_REQUEST_USING_MERGE_REFSPEC") == "true" else ""
        return Sought(NAME, into(number, target), tip, merged, (target,) if target else (), deepen=DEEPEN)
    tagged = environ.get("BUILDKITE_TAG", "")
    built = tag(tagged) if tagged else branch(environ.get("BUILDKITE_BRANCH", ""))
    default = branch(environ.get("BUILDKITE_PIPELINE_DEFAULT_BRANCH", ""))
    return Sought(NAME, of_push(built), tip, default=default, built=built, of_branch=True, deepen=DEEPEN)
