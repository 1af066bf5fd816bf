"""The kinds of K-DSL, and the module that matches each: one table, loaded kind by kind when a rule needs it."""

from __future__ import annotations

from adrguard.model.record import Record
from adrguard.syntax.languages import CODE, speaks
from adrguard.syntax.manifests.files import is_manifest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    from adrguard.matchers.context import Context
    from adrguard.model.findings import Match
    from adrguard.model.rules import Rule, Target
    from adrguard.syntax.source import Source

    class FileMatcher(Protocol):
        """A module that looks at one file."""

        def find(self, target: Target, rule: Rule, source: Source, context: Context) -> list[Match]:
            """Return every hit in the text, in order, whether it is new or not. Raises `SyntaxProblem`."""

    class ChangeMatcher(Protocol):
        """A module that looks at the change as a whole."""

        def judge(self, target: Target, rule: Rule, context: Context) -> list[ChangeMatch]:
            """Return what the change does that the rule speaks of."""


FILE = "file"
CHANGE = "change"


class ChangeMatch(Record):
    """A hit of a kind that judges the whole change: the file it is told about, what the report quotes, and more."""

    path: str
    shown: str
    detail: str = ""


class Kind(Record):
    """One kind of target.

    `per` is `FILE` or `CHANGE`; `module` its file in this package; `languages` those it can read (empty: every text).
    `literal` kinds read plain text: they pass over generated, vendored and lock files and decision notes, unless the
    scope names them. All other kinds parse, and are judged after the literal ones.
    """

    name: str
    per: str
    module: str
    languages: frozenset[str] = frozenset()
    literal: bool = False

    def reads(self, path: str) -> bool:
        """Say whether a file of this name can hold what the kind looks for."""
        if self.languages:
            return speaks(path, self.languages)
        return is_manifest(path) if self.name == "dependency" else True

    def load(self) -> Any:
        """Import the module: a `FileMatcher` or a `ChangeMatcher`, as `per` says."""
        # `importlib` itself would cost a warm hook half a millisecond.
        return __import__(f"adrguard.matchers.{self.module}", None, None, ["find", "judge"])


KINDS: dict[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("text", FILE, "text", literal=True),
        Kind("regex", FILE, "regex", literal=True),
        Kind("import", FILE, "imports", CODE),
        Kind("call", FILE, "calls", CODE),
        Kind("code", FILE, "code", CODE),
        Kind("path", CHANGE, "paths"),
        Kind("dependency", FILE, "dependencies"),
        Kind("edge", FILE, "edges", CODE),
        Kind("layers", FILE, "layers", CODE),
        Kind("change", CHANGE, "changes"),
    )
}
