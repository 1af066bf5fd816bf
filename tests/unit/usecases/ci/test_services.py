"""What each CI service's variables are read as: pure functions, with the values that the services document."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from adrguard.model.errors import AdrguardError
from adrguard.usecases import ci
from adrguard.usecases.ci.sought import branch, commit, tag

A, B, C = "a" * 40, "b" * 40, "c" * 40
ZEROS = "0" * 40
MAIN, FEATURE = "refs/heads/main", "refs/heads/feature"


def github(tmp_path: Path, event: object, name: str, **environ: str) -> dict[str, str]:
    path = tmp_path / "event.json"
    path.write_text(event if isinstance(event, str) else json.dumps(event))
    return {"GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": name, "GITHUB_EVENT_PATH": str(path), **environ}


def pull_request(number: object = 12, ref: object = "main") -> dict[str, Any]:
    return {"pull_request": {"number": number, "base": {"ref": ref, "sha": A}, "head": {"sha": B}}}


def pushed(ref: str = MAIN, before: str = A, **more: object) -> dict[str, Any]:
    return {"ref": ref, "before": before, "after": B, "repository": {"default_branch": "main"}, **more}


@pytest.mark.parametrize(
    ("name", "event", "environ", "expected"),
    [
        pytest.param(
            "pull_request", pull_request(), {"GITHUB_SHA": C},
            ("pull request 12 into main", B, C, (MAIN, A), ""),
            id="pull_request: the merge of it",
        ),
        pytest.param(
            "pull_request_target", pull_request(), {"GITHUB_SHA": C},
            ("pull request 12 into main", B, "", (MAIN, A), ""),
            id="pull_request_target: the job's commit is the target's",
        ),
        pytest.param(
            "pull_request_review", pull_request(), {"GITHUB_SHA": C},
            ("pull request 12 into main", B, C, (MAIN, A), ""),
            id="any other event with a pull request",
        ),
        pytest.param(
            "pull_request", {}, {"GITHUB_SHA": C, "GITHUB_BASE_REF": "release/1"},
            ("pull request into release/1", C, C, ("refs/heads/release/1",), ""),
            id="pull_request: only variables",
        ),
        pytest.param(
            "push", pushed(), {"GITHUB_SHA": B, "GITHUB_REF": MAIN},
            ("a push to main", B, "", (A,), MAIN),
            id="push",
        ),
        pytest.param(
            "push", pushed(FEATURE, ZEROS), {"GITHUB_SHA": B},
            ("a push to feature", B, "", (), MAIN),
            id="push: the first of a branch",
        ),
        pytest.param(
            "push", pushed("refs/tags/v1", ZEROS), {"GITHUB_SHA": C},
            ("the tag v1", C, "", (), MAIN),
            id="push: an annotated tag has an id of its own",
        ),
        pytest.param(
            "merge_group",
            {"merge_group": {"base_sha": A, "base_ref": MAIN, "head_sha": B, "head_ref": "refs/heads/gh-readonly-queue/x"}},
            {"GITHUB_SHA": B}, ("a merge group into main", B, "", (A,), ""),
            id="merge_group",
        ),
        pytest.param(
            "schedule", {"schedule": "0 0 * * *"}, {"GITHUB_SHA": B, "GITHUB_REF": MAIN},
            ("a run of main by schedule", B, "", (), MAIN),
            id="schedule: on the default branch, which it does not name",
        ),
        pytest.param(
            "workflow_dispatch", {"repository": {"default_branch": "main"}}, {"GITHUB_SHA": B, "GITHUB_REF": FEATURE},
            ("a run of feature by workflow_dispatch", B, "", (), MAIN),
            id="workflow_dispatch",
        ),
        pytest.param(
            "workflow_run",
            {
                "workflow_run": {"head_branch": "main", "head_sha": B, "head_repository": {"full_name": "fork/x"}},
                "repository": {"default_branch": "main", "full_name": "own/x"},
            },
            {"GITHUB_SHA": C}, ("the workflow run of main", B, "", (), MAIN),
            id="workflow_run: of a fork's branch of the same name",
        ),
    ],
)  # fmt: skip
def test_github(
    tmp_path: Path, name: str, event: object, environ: dict[str, str], expected: tuple[object, ...]
) -> None:
    found = ci.found(github(tmp_path, event, name, **environ))
    assert found is not None
    assert (found.what, found.tip, found.merged, found.bases, found.default) == expected
    assert found.of_branch is (
        name not in {"pull_request", "pull_request_target", "pull_request_review", "merge_group"}
    )


@pytest.mark.parametrize(
    "event",
    [
        pytest.param(pull_request(ref="main\n::error::x"), id="a line end in a branch"),
        pytest.param(pull_request(ref="--upload-pack=x"), id="an option for a branch"),
        pytest.param(pull_request(ref="main^{/x}"), id="an expression for a branch"),
        pytest.param(pull_request(ref=["main"]), id="a list for a branch"),
        pytest.param(pull_request(ref="x" * 100_000), id="a branch without end"),
        pytest.param(pull_request(number="12\n::error::"), id="text for a number"),
        pytest.param({"pull_request": {"head": {"sha": "$(id)"}, "base": {"sha": "HEAD~1"}}}, id="no commit ids"),
        pytest.param({"pull_request": None, "merge_group": 3, "workflow_run": []}, id="nothing of the right type"),
    ],
)
def test_an_event_is_believed_only_in_what_git_could_have_written(tmp_path: Path, event: object) -> None:
    found = ci.found(github(tmp_path, event, "pull_request"))
    assert found is not None
    assert found.what in ("pull request", "pull request 12", "pull request into main")
    assert set(found.bases) <= {A, MAIN}
    assert found.tip in ("", B)


@pytest.mark.parametrize("text", ["", "[]", "3", "{", "[" * 100_000, "\0"])
def test_an_event_file_that_is_no_event_ends_the_run(tmp_path: Path, text: str) -> None:
    with pytest.raises(AdrguardError, match="the event file"):
        ci.found(github(tmp_path, text, "push"))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no FIFOs here")
def test_an_event_file_that_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(AdrguardError, match="pipe"):
        ci.found({"GITHUB_ACTIONS": "true", "GITHUB_EVENT_PATH": str(tmp_path / "pipe")})


GITLAB = {"GITLAB_CI": "true", "CI_COMMIT_SHA": C, "CI_DEFAULT_BRANCH": "main"}
REQUEST = {**GITLAB, "CI_MERGE_REQUEST_IID": "7", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main"}
AZURE = {"TF_BUILD": "True", "BUILD_SOURCEVERSION": C}
BITBUCKET = {"BITBUCKET_BUILD_NUMBER": "3", "BITBUCKET_COMMIT": B}
JENKINS = {"JENKINS_URL": "https://ci.example.org/", "GIT_COMMIT": C}
CIRCLE = {"CIRCLECI": "true", "CIRCLE_SHA1": B}
BUILDKITE = {"BUILDKITE": "true", "BUILDKITE_COMMIT": B, "BUILDKITE_PIPELINE_DEFAULT_BRANCH": "main"}


@pytest.mark.parametrize(
    ("environ", "what", "tip", "merged", "bases", "default"),
    [
        pytest.param(
            {**REQUEST, "CI_MERGE_REQUEST_DIFF_BASE_SHA": A, "CI_COMMIT_BEFORE_SHA": ZEROS},
            "merge request 7 into main", C, "", (A, MAIN), "", id="gitlab: merge request",
        ),
        pytest.param(
            {**REQUEST, "CI_MERGE_REQUEST_SOURCE_BRANCH_SHA": B, "CI_MERGE_REQUEST_TARGET_BRANCH_SHA": A},
            "merge request 7 into main", B, C, (A, MAIN), "", id="gitlab: merged results",
        ),
        pytest.param(
            {**GITLAB, "CI_EXTERNAL_PULL_REQUEST_IID": "8", "CI_EXTERNAL_PULL_REQUEST_TARGET_BRANCH_NAME": "main",
             "CI_EXTERNAL_PULL_REQUEST_TARGET_BRANCH_SHA": A, "CI_EXTERNAL_PULL_REQUEST_SOURCE_BRANCH_SHA": C},
            "pull request 8 into main", C, "", (A, MAIN), "", id="gitlab: a pull request elsewhere",
        ),
        pytest.param(
            {**GITLAB, "CI_COMMIT_BRANCH": "main", "CI_COMMIT_BEFORE_SHA": A, "CI_PIPELINE_SOURCE": "push"},
            "a push to main", C, "", (A,), MAIN, id="gitlab: push",
        ),
        pytest.param(
            {**GITLAB, "CI_COMMIT_BRANCH": "feature", "CI_COMMIT_BEFORE_SHA": ZEROS, "CI_PIPELINE_SOURCE": "push"},
            "a push to feature", C, "", (), MAIN, id="gitlab: the first push of a branch",
        ),
        pytest.param(
            {**GITLAB, "CI_COMMIT_TAG": "v1", "CI_COMMIT_BEFORE_SHA": ZEROS, "CI_PIPELINE_SOURCE": "push"},
            "the tag v1", C, "", (), MAIN, id="gitlab: tag",
        ),
        pytest.param(
            {**GITLAB, "CI_COMMIT_BRANCH": "main", "CI_COMMIT_BEFORE_SHA": ZEROS, "CI_PIPELINE_SOURCE": "schedule"},
            "a run of main by schedule", C, "", (), MAIN, id="gitlab: schedule",
        ),
        pytest.param(
            {**AZURE, "BUILD_REASON": "PullRequest", "SYSTEM_PULLREQUEST_PULLREQUESTID": "512",
             "SYSTEM_PULLREQUEST_PULLREQUESTNUMBER": "9", "SYSTEM_PULLREQUEST_TARGETBRANCH": "refs/heads/main",
             "SYSTEM_PULLREQUEST_SOURCECOMMITID": B},
            "pull request 9 into main", B, C, (MAIN,), "", id="azure: pull request",
        ),
        pytest.param(
            {**AZURE, "BUILD_REASON": "PullRequest", "SYSTEM_PULLREQUEST_TARGETBRANCH": "main"},
            "pull request into main", C, C, (MAIN,), "", id="azure: a short name",
        ),
        pytest.param(
            {**AZURE, "BUILD_REASON": "IndividualCI", "BUILD_SOURCEBRANCH": FEATURE},
            "a push to feature", C, "", (), "", id="azure: push",
        ),
        pytest.param(
            {**BITBUCKET, "BITBUCKET_PR_ID": "4", "BITBUCKET_PR_DESTINATION_BRANCH": "main",
             "BITBUCKET_PR_DESTINATION_COMMIT": A[:12]},
            "pull request 4 into main", B, "", (A[:12], MAIN), "", id="bitbucket: pull request, with a short id",
        ),
        pytest.param(
            {**BITBUCKET, "BITBUCKET_BRANCH": "feature"}, "a push to feature", B, "", (), "", id="bitbucket: push"
        ),
        pytest.param({**BITBUCKET, "BITBUCKET_TAG": "v1"}, "the tag v1", B, "", (), "", id="bitbucket: tag"),
        pytest.param(
            {**JENKINS, "CHANGE_ID": "5", "CHANGE_TARGET": "main", "BRANCH_NAME": "PR-5"},
            "change request 5 into main", "", "", (MAIN,), "", id="jenkins: change request",
        ),
        pytest.param(
            {**JENKINS, "BRANCH_NAME": "main", "BRANCH_IS_PRIMARY": "true", "GIT_PREVIOUS_SUCCESSFUL_COMMIT": A},
            "a push to main since the last build that succeeded", "", "", (A,), MAIN, id="jenkins: since the last green",
        ),
        pytest.param(
            {**JENKINS, "GIT_BRANCH": "origin/feature"}, "a push to feature", "", "", (), "", id="jenkins: git plugin",
        ),
        pytest.param(
            {**CIRCLE, "CIRCLE_BRANCH": "feature", "CIRCLE_PULL_REQUEST": "https://example.org/pull/3"},
            "a push to feature", B, "", (), "", id="circleci",
        ),
        pytest.param({**CIRCLE, "CIRCLE_TAG": "v1"}, "the tag v1", B, "", (), "", id="circleci: tag"),
        pytest.param(
            {**BUILDKITE, "BUILDKITE_PULL_REQUEST": "6", "BUILDKITE_PULL_REQUEST_BASE_BRANCH": "main"},
            "pull request 6 into main", B, "", (MAIN,), "", id="buildkite: pull request",
        ),
        pytest.param(
            {**BUILDKITE, "BUILDKITE_PULL_REQUEST": "6", "BUILDKITE_PULL_REQUEST_BASE_BRANCH": "main",
             "BUILDKITE_PULL_REQUEST_USING_MERGE_REFSPEC": "true"},
            "pull request 6 into main", B, "HEAD", (MAIN,), "", id="buildkite: merge of a pull request",
        ),
        pytest.param(
            {**BUILDKITE, "BUILDKITE_PULL_REQUEST": "false", "BUILDKITE_BRANCH": "main", "BUILDKITE_COMMIT": "HEAD"},
            "a push to main", "", "", (), MAIN, id="buildkite: started by hand",
        ),
        pytest.param(
            {**BUILDKITE, "BUILDKITE_MERGE_QUEUE_BASE_COMMIT": A, "BUILDKITE_MERGE_QUEUE_BASE_BRANCH": "main"},
            "a merge queue into main", B, "", (A,), "", id="buildkite: merge queue",
        ),
    ],
)  # fmt: skip
def test_the_other_services(
    environ: dict[str, str], what: str, tip: str, merged: str, bases: tuple[str, ...], default: str
) -> None:
    found = ci.found(environ)
    assert found is not None
    assert (found.what, found.tip, found.merged, found.bases, found.default) == (what, tip, merged, bases, default)


def test_elsewhere_nothing_is_found() -> None:
    assert ci.found({"CI": "true", "GITHUB_ACTIONS": "false"}) is None


def test_every_service_names_where_its_variables_are_documented() -> None:
    for module in (ci.github, ci.gitlab, ci.azure, ci.bitbucket, ci.jenkins, ci.circleci, ci.buildkite):
        assert "https://" in (module.__doc__ or "")
        assert module.NAME in ci.NAMES


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(A, A, id="whole"),
        pytest.param(" ABCDEF1 ", "abcdef1", id="short"),
        pytest.param(ZEROS, "", id="zeros"),
        pytest.param("abcdef", "", id="too short to be one"),
        pytest.param("HEAD", "", id="a name"),
        pytest.param("-" + A[1:], "", id="an option"),
        pytest.param("a" * 65, "", id="too long"),
    ],
)
def test_a_commit_id_is_only_digits(text: str, expected: str) -> None:
    assert commit(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("main", MAIN, id="short"),
        pytest.param("refs/heads/main", MAIN, id="whole"),
        pytest.param("refs/tags/v1", "refs/tags/v1", id="a tag stays one"),
        pytest.param("feature/größe", "refs/heads/feature/größe", id="any letters"),
        pytest.param("", "", id="nothing"),
        pytest.param("a b", "", id="blank"),
        pytest.param("a..b", "", id="range"),
        pytest.param("a@{1}", "", id="reflog"),
        pytest.param("-a", "", id="option"),
        pytest.param("a/", "", id="folder"),
        pytest.param("a.lock", "", id="lock"),
        pytest.param("*", "", id="glob"),
        pytest.param("a\x1bb", "", id="escape"),
    ],
)
def test_a_branch_is_what_git_could_call_one(text: str, expected: str) -> None:
    assert branch(text) == expected
    assert not tag("../x")
