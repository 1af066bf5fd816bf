"""GitHub Actions, and what imitates it (Gitea, Forgejo): the event file says what a job runs for.

https://docs.github.com/en/actions/reference/workflows-and-actions/variables
https://docs.github.com/en/actions/reference/workflows-and-actions/events-that-trigger-workflows
https://docs.github.com/en/webhooks/webhook-events-and-payloads

Of a pull request the job has the merge of its head into its target (``refs/pull/N/merge``), but under
``pull_request_target`` the target alone. Who opened the request wrote much of the event.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adrguard.usecases.ci.sought import Sought, branch, commit, into, of_push, short

if TYPE_CHECKING:
    from collections.abc import Mapping

NAME = "GitHub Actions"
DEEPEN = "give actions/checkout `fetch-depth: 0`"
_MOST_TEXT = 1000


def is_here(environ: Mapping[str, str]) -> bool:
    """Say whether this is a job of it."""
    return environ.get("GITHUB_ACTIONS", "").lower() == "true"


def sought(environ: Mapping[str, str], event: Mapping[str, Any]) -> Sought:
    """Return what the job was started for; `event` is the content of its event file, {} where there is none."""
    name = environ.get("GITHUB_EVENT_NAME", "")
    if isinstance(event.get("pull_request"), dict) or name.startswith("pull_request"):
        return _pull_request(environ, event, name)
    if isinstance(event.get("merge_group"), dict):
        return _merge_group(environ, event)
    if isinstance(event.get("workflow_run"), dict):
        return _workflow_run(event)
    return _branch(environ, event, name)


def text(event: object, *keys: str) -> str:
    """Return a text out of the event, "" where it is not there or is no text of sensible length."""
    for key in keys:
        event = event.get(key) if isinstance(event, dict) else None
    return event if isinstance(event, str) and len(event) <= _MOST_TEXT else ""


def _pull_request(environ: Mapping[str, str], event: Mapping[str, Any], name: str) -> Sought:
    target = branch(text(event, "pull_request", "base", "ref") or environ.get("GITHUB_BASE_REF", ""))
    found = event.get("pull_request")
    number = found.get("number") if isinstance(found, dict) else None
    # Under this one event it is a commit of the target that the job has, and no merge.
    merged = "" if name == "pull_request_target" else commit(environ.get("GITHUB_SHA", ""))
    tip = commit(text(event, "pull_request", "head", "sha"))
    ref = f"refs/pull/{number}/merge" if isinstance(number, int) else "refs/pull/NUMBER/merge"
    return Sought(
        NAME,
        into(str(number), target),
        tip or merged,
        merged,
        tuple(one for one in (target, commit(text(event, "pull_request", "base", "sha"))) if one),
        deepen=f"{DEEPEN} and `ref: {ref}`, and run nothing of what it brings" if not merged else DEEPEN,
    )


def _merge_group(environ: Mapping[str, str], event: Mapping[str, Any]) -> Sought:
    target = branch(text(event, "merge_group", "base_ref"))
    tip = commit(text(event, "merge_group", "head_sha")) or commit(environ.get("GITHUB_SHA", ""))
    base = commit(text(event, "merge_group", "base_sha"))
    return Sought(NAME, into("", target, "a merge group"), tip, bases=(base,) if base else (target,), deepen=DEEPEN)


def _workflow_run(event: Mapping[str, Any]) -> Sought:
    built = branch(text(event, "workflow_run", "head_branch"))
    tip = commit(text(event, "workflow_run", "head_sha"))
    default = branch(text(event, "repository", "default_branch"))
    deepen = f"{DEEPEN} and `ref: ${{{{ github.event.workflow_run.head_sha }}}}`, and run nothing of what it brings"
    # A fork's branch may bear the name of the default branch and is not it for that.
    own = text(event, "workflow_run", "head_repository", "full_name") == text(event, "repository", "full_name")
    return Sought(
        NAME,
        f"the workflow run of {short(built)}" if built else "a workflow run",
        tip,
        default=default,
        built=built if own else "",
        of_branch=True,
        deepen=deepen,
    )


def _branch(environ: Mapping[str, str], event: Mapping[str, Any], name: str) -> Sought:
    built = branch(text(event, "ref") if name == "push" else environ.get("GITHUB_REF", ""))
    built = built or branch(environ.get("GITHUB_REF", ""))
    before = commit(text(event, "before")) if name == "push" else ""
    # Of an annotated tag the event names the tag's own object.
    tip = commit(environ.get("GITHUB_SHA", "")) or commit(text(event, "after"))
    default = branch(text(event, "repository", "default_branch"))
    return Sought(
        NAME,
        of_push(built) if name == "push" else f"a run of {short(built) or 'no branch'} by {name or 'hand'}",
        tip,
        bases=(before,) if before else (),
        # A schedule runs on the default branch alone, and its event may not name that.
        default=built if name == "schedule" else default,
        built=built,
        of_branch=True,
        # By hand, or for a comment, a workflow often checks out what its inputs or the comment name.
        loose=name != "push",
        deepen=DEEPEN,
    )
