"""What a CI service says of the change that a job is for: one module each, pure functions of its variables."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from adrguard.model.errors import UsageError
from adrguard.system.files import read_regular
from adrguard.usecases.ci import azure, bitbucket, buildkite, circleci, github, gitlab, jenkins
from adrguard.usecases.ci.sought import Sought

_BY_VARIABLES: tuple[tuple[Callable[[Mapping[str, str]], bool], Callable[[Mapping[str, str]], Sought]], ...] = (
    (gitlab.is_here, gitlab.sought),
    (azure.is_here, azure.sought),
    (bitbucket.is_here, bitbucket.sought),
    (jenkins.is_here, jenkins.sought),
    (circleci.is_here, circleci.sought),
    (buildkite.is_here, buildkite.sought),
)
NAMES = tuple(one.NAME for one in (github, gitlab, azure, bitbucket, jenkins, circleci, buildkite))
LARGEST_EVENT = 64 * 1024 * 1024
"""Bytes of an event file: GitHub itself sends 25 MB at most."""


def found(environ: Mapping[str, str]) -> Sought | None:
    """Return what the job at hand was started for, None where this is no job of a service that is known here.

    Raises `UsageError` for an event file that cannot be read, `UnreadableError` for what is no file.
    """
    if github.is_here(environ):
        return github.sought(environ, _event(environ.get("GITHUB_EVENT_PATH", "")))
    for is_here, sought in _BY_VARIABLES:
        if is_here(environ):
            return sought(environ)
    return None


def _event(path: str) -> dict[str, Any]:
    """Read the event file. What is in it was written by whoever caused the event."""
    if not path:
        return {}
    try:
        event = json.loads(read_regular(path, LARGEST_EVENT))
    except FileNotFoundError:
        return {}
    except (ValueError, RecursionError) as error:
        msg = f"the event file {path} is not the JSON that GitHub writes: {type(error).__name__}"
        raise UsageError(msg, "name the commits: `adrguard ci --base REF --head REF`") from error
    if not isinstance(event, dict):
        msg = f"the event file {path} holds no event"
        raise UsageError(msg, "name the commits: `adrguard ci --base REF --head REF`")
    return event
