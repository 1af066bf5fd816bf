"""Jobs of CI services: a clone as the service makes it, and the variables that it sets for it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from conftest import Repo
from fakes.forked import Forked

ZEROS = "0" * 40
OURS = (
    *("GITHUB_", "CI_", "GITLAB_", "SYSTEM_", "BUILD_", "TF_BUILD", "BITBUCKET_", "JENKINS_", "CHANGE_", "BRANCH_"),
    *("TAG_NAME", "GIT_COMMIT", "GIT_BRANCH", "GIT_PREVIOUS", "CIRCLE", "BUILDKITE", "RUNNER_"),
)
"""How the variables begin by which a service is known."""

Job = tuple[Repo, dict[str, str]]


def event(folder: Path, name: str, body: object, **environ: str) -> dict[str, str]:
    """Return the variables of GitHub for an event, whose file they name."""
    path = folder / "event.json"
    path.write_text(json.dumps(body), encoding="utf-8")
    return {
        "GITHUB_ACTIONS": "true",
        "GITHUB_EVENT_NAME": name,
        "GITHUB_EVENT_PATH": str(path),
        "GITHUB_STEP_SUMMARY": str(folder / "summary.md"),
        **environ,
    }


def request(forked: Forked, base: str = "") -> dict[str, object]:
    """Return GitHub's event of a pull request of `side` into `main`."""
    return {
        "action": "synchronize",
        "pull_request": {
            "number": 12,
            "base": {"ref": "main", "sha": base or forked.main},
            "head": {"ref": "side", "sha": forked.side},
        },
        "repository": {"default_branch": "main", "full_name": "own/project"},
    }


def github(forked: Forked, *arguments: str) -> Job:
    merged = forked.merged()
    clone = forked.clone(merged, *arguments)
    # As `actions/checkout` does: of the request there is its merge, under a name of its own.
    clone.git("update-ref", "refs/remotes/pull/12/merge", merged)
    return clone, event(forked.folder, "pull_request", request(forked), GITHUB_SHA=merged, GITHUB_BASE_REF="main")


def gitlab(forked: Forked, *arguments: str) -> Job:
    clone = forked.clone(forked.side, *arguments)
    clone.run("update-ref", "-d", "refs/remotes/origin/main")
    return clone, {
        "GITLAB_CI": "true",
        "CI_PIPELINE_SOURCE": "merge_request_event",
        "CI_MERGE_REQUEST_IID": "7",
        "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
        "CI_MERGE_REQUEST_DIFF_BASE_SHA": forked.root,
        "CI_COMMIT_SHA": forked.side,
        "CI_COMMIT_BEFORE_SHA": ZEROS,
        "CI_DEFAULT_BRANCH": "main",
    }


def gitlab_merged(forked: Forked, *arguments: str) -> Job:
    merged = forked.merged()
    clone, environ = gitlab(forked, *arguments)
    clone.git("fetch", "-q", *[one for one in arguments if one.startswith("--depth")], "origin", merged)
    clone.git("checkout", "-q", "--detach", merged)
    more = {"CI_MERGE_REQUEST_SOURCE_BRANCH_SHA": forked.side, "CI_MERGE_REQUEST_TARGET_BRANCH_SHA": forked.main}
    return clone, {**environ, **more, "CI_COMMIT_SHA": merged}


def azure(forked: Forked, *arguments: str) -> Job:
    merged = forked.merged()
    clone = forked.clone(merged, *arguments)
    return clone, {
        "TF_BUILD": "True",
        "BUILD_REASON": "PullRequest",
        "BUILD_SOURCEVERSION": merged,
        "BUILD_SOURCEBRANCH": "refs/pull/12/merge",
        "SYSTEM_PULLREQUEST_PULLREQUESTID": "12",
        "SYSTEM_PULLREQUEST_TARGETBRANCH": "refs/heads/main",
        "SYSTEM_PULLREQUEST_SOURCECOMMITID": forked.side,
    }


def bitbucket(forked: Forked, *arguments: str) -> Job:
    clone = forked.clone(forked.side, *arguments)
    if not arguments:
        clone.git("merge", "-q", "--no-ff", "-m", "merge the target", forked.main)
    return clone, {
        "BITBUCKET_BUILD_NUMBER": "3",
        "BITBUCKET_COMMIT": forked.side,
        "BITBUCKET_PR_ID": "12",
        "BITBUCKET_PR_DESTINATION_BRANCH": "main",
        "BITBUCKET_PR_DESTINATION_COMMIT": forked.main[:12],
    }


def jenkins(forked: Forked, *arguments: str) -> Job:
    clone = forked.clone(forked.main if not arguments else forked.side, *arguments)
    if not arguments:
        clone.git("merge", "-q", "--no-ff", "-m", "merge the request", forked.side)
    return clone, {
        "JENKINS_URL": "https://ci.example.org/",
        "BRANCH_NAME": "PR-12",
        "CHANGE_ID": "12",
        "CHANGE_TARGET": "main",
        "GIT_COMMIT": "e" * 40,
    }


def circleci(forked: Forked, *arguments: str) -> Job:
    clone = forked.clone(forked.side, *arguments)
    return clone, {
        "CIRCLECI": "true",
        "CIRCLE_SHA1": forked.side,
        "CIRCLE_BRANCH": "side",
        "CIRCLE_PULL_REQUEST": "https://example.org/own/project/pull/12",
    }


def buildkite(forked: Forked, *arguments: str) -> Job:
    clone = forked.clone(forked.side, *arguments)
    return clone, {
        "BUILDKITE": "true",
        "BUILDKITE_COMMIT": forked.side,
        "BUILDKITE_BRANCH": "side",
        "BUILDKITE_PULL_REQUEST": "12",
        "BUILDKITE_PULL_REQUEST_BASE_BRANCH": "main",
        "BUILDKITE_PIPELINE_DEFAULT_BRANCH": "main",
    }


JOBS: dict[str, Callable[..., Job]] = {
    "github": github,
    "gitlab": gitlab,
    "gitlab merged results": gitlab_merged,
    "azure": azure,
    "bitbucket": bitbucket,
    "jenkins": jenkins,
    "circleci": circleci,
    "buildkite": buildkite,
}
"""Of each service, the job for a request of `side` into `main`."""
