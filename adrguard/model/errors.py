"""What can go wrong, said once: problems to list, errors that end a command, and the table of exit codes."""

from __future__ import annotations

from adrguard.model.record import Record

CLEAN = 0
VIOLATIONS = 1
WRONG = 2
INCOMPLETE = 3

ERROR = "error"
WARNING = "warning"
ADVICE = "advice"


class Problem(Record):
    """A mistake that a person made in a file, with the way out. Collected, never raised one by one.

    `line` and `column` are 1-based; 0 means that the place within the file is unknown. `severity` is `ERROR`,
    `WARNING` or `ADVICE` (shown by lint only, and never a failure); `code` a stable kebab-case name of the kind of
    mistake (``unknown-verb``), `hint` the way out, and `excerpt` the line at fault.
    """

    path: str
    line: int
    column: int
    message: str
    hint: str = ""
    code: str = ""
    severity: str = "error"
    excerpt: str = ""

    def fails(self, *, strict: bool = False) -> bool:
        """Say whether the mistake ends a run with an error: a warning does where `strict` is asked for."""
        return self.severity == ERROR or (strict and self.severity == WARNING)

    @property
    def place(self) -> str:
        """`path:line:column`, as editors and terminals make into a link."""
        return ":".join([self.path, *(str(n) for n in (self.line, self.column) if n)])


class AdrguardError(Exception):
    """An error that a user can cause and mend: one message, the way out, and the exit code it stands for."""

    exit_code = WRONG

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UsageError(AdrguardError):
    """Arguments or configuration that cannot be meant."""


class NotARepositoryError(AdrguardError):
    """The folder lies in no git repository."""


class GitError(AdrguardError):
    """Git failed; the message carries git's own words."""
