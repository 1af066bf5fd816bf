"""The formats of a verdict, one module each, which is loaded when it is asked for."""

from __future__ import annotations

import importlib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from adrguard.model.findings import Outcome

TEXT = "text"
JSON = "json"
GITHUB = "github"

FORMATS = {
    TEXT: "text",
    JSON: "json",
    "sarif": "sarif",
    "code-scanning": "code_scanning",
    GITHUB: "github",
    "gitlab": "gitlab",
    "junit": "junit",
    "rdjson": "rdjson",
    "markdown": "markdown",
    "agent": "agent",
}
"""Name on the command line: the module in this package whose `render` takes an outcome and returns all of the file."""

ACCOUNTED = frozenset(("sarif", "code-scanning", "junit", "markdown"))
"""Formats that say more than what is wrong: they want an outcome with a full account (`CheckRequest.account`)."""


def render(name: str, outcome: Outcome) -> str:
    """Return the verdict in one of `FORMATS`, ended by a line feed."""
    rendered = importlib.import_module(f"adrguard.report.{FORMATS[name]}").render(outcome)
    assert isinstance(rendered, str)  # noqa: S101 -- a module of ours that renders something else is a bug
    return rendered


def for_environment(environ: Mapping[str, str]) -> tuple[str, ...]:
    """Return the formats for the log of the job that the environment tells of: one, which holds all findings.

    On GitHub the log is read for commands that annotate the changed lines. The other services read reports from files
    (GitLab's code quality, JUnit), which have to be asked for by name.
    """
    return (GITHUB,) if environ.get("GITHUB_ACTIONS", "").lower() == "true" else (TEXT,)
