"""What every manifest comes down to: dependencies, each with its place in the text."""

from __future__ import annotations

from adrguard.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

PYPI, POETRY, NPM, CARGO, GO = "pypi", "poetry", "npm", "cargo", "go"
MAVEN, GEM, COMPOSER, NUGET = "maven", "gem", "composer", "nuget"


class Declared(Record):
    """One dependency as a manifest declares it.

    `ecosystem` is one of `versions.ecosystems.NAMES`. `name` is the package that is really meant (an alias is undone).
    `range` is as written, "" when any version will do. `start` and `end` are character offsets in the text. `unknown`
    says why the version cannot be compared ("" : it can): a git reference, a path, a version managed elsewhere.
    `constraint` is true for an entry that adds no dependency but limits or replaces the version of one that something
    else brings (overrides, resolutions, constraints files): only a rule about versions concerns it.
    """

    ecosystem: str
    name: str
    range: str
    start: int
    end: int
    unknown: str = ""
    constraint: bool = False


def _nowhere(_path: str) -> str | None:
    return None


class Manifest(Record):
    """A manifest to be read. `look` returns the text of another file of the same state, None when there is none."""

    path: str
    text: str
    fragment: bool = False
    look: Callable[[str], str | None] = _nowhere

    @property
    def folder(self) -> str:
        """The folder the manifest lies in: "" for the root, else with its closing slash."""
        return self.path[: self.path.rfind("/") + 1]


class ManifestProblem(ValueError):  # noqa: N818 - a fact about the judged file, not an error of ours
    """A manifest that its format's parser refuses. `line` and `column` are 1-based, 0 when unknown."""

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        super().__init__(f"{message} (line {line}, column {column})" if line and "line" not in message else message)
        self.line = line
        self.column = column
