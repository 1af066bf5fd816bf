"""The one way in which a source file can refuse to be read as code."""

from __future__ import annotations


class SyntaxProblem(Exception):  # noqa: N818 - a fact about the judged file, not an error of ours
    """The file cannot be parsed in its language; `reason` says why, for a person, with the line where there is one.

    Kinds that look at text alone still judge it. Whoever catches this lists the file as unjudged.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
