"""Rules in their compiled form: what a checked invariant becomes, ready to match and to marshal."""

from __future__ import annotations

from adrguard.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from adrguard.model.globs import Glob

DENY = "deny"
REQUIRE = "require"

BLOCK = "block"
ADVISE = "advise"


class TextTarget(Record):
    """Text to be found literally. `pattern` is RE2 source in which a run of white space stands for any run.

    `starts_word`/`ends_word`: that end is an identifier character, so a hit counts only at an identifier boundary,
    which the matcher checks on the hit (a Unicode class in the pattern would cost too much memory).
    """

    raw: str
    pattern: str
    starts_word: bool
    ends_word: bool


class RegexTarget(Record):
    """An RE2 pattern; its flags stand in front of it as ``(?is)``."""

    raw: str
    pattern: str


class ImportTarget(Record):
    """A module name as written (``requests``, ``@scope/x``, ``tokio::sync``, ``net/http``); covers all below it."""

    raw: str
    exact: bool = False
    ignore_types: bool = False


class CallTarget(Record):
    """A qualified name; `star` when it was written ``name.*``, meaning all of a module (then `name` lacks the star)."""

    raw: str
    name: str
    star: bool = False


class CodeTarget(Record):
    """A structural pattern: for each language that it parses in, the ast-grep rule as JSON text."""

    raw: str
    rules: tuple[tuple[str, str], ...]


class PathTarget(Record):
    """Globs of files; `on` is a subset of ``add modify delete rename`` (``require`` ignores it)."""

    raw: str
    globs: tuple[Glob, ...]
    on: tuple[str, ...] = ("add",)


class DependencyTarget(Record):
    """A package and the versions meant: `range` is as written (``<4.17.21``), "" for any."""

    raw: str
    name: str
    range: str = ""


class EdgeTarget(Record):
    """An import from a file of `source` to a file of `target`."""

    raw: str
    source: tuple[Glob, ...]
    target: tuple[Glob, ...]


class LayersTarget(Record):
    """Layers from the highest to the lowest, each `(as written, globs)`."""

    raw: str
    layers: tuple[tuple[str, tuple[Glob, ...]], ...]


class ChangeTarget(Record):
    """Files of which one must change when a file under `when` does."""

    raw: str
    globs: tuple[Glob, ...]
    when: tuple[Glob, ...]


if TYPE_CHECKING:
    Target = (
        TextTarget
        | RegexTarget
        | ImportTarget
        | CallTarget
        | CodeTarget
        | PathTarget
        | DependencyTarget
        | EdgeTarget
        | LayersTarget
        | ChangeTarget
    )

TARGET_TYPES: dict[str, type[Any]] = {
    "text": TextTarget,
    "regex": RegexTarget,
    "import": ImportTarget,
    "call": CallTarget,
    "code": CodeTarget,
    "path": PathTarget,
    "dependency": DependencyTarget,
    "edge": EdgeTarget,
    "layers": LayersTarget,
    "change": ChangeTarget,
}
KINDS = tuple(TARGET_TYPES)
CHANGE_KINDS = frozenset(("path", "change"))
"""Kinds that judge a change as a whole; all others judge one file after the other."""


class Rule(Record):
    """One invariant, compiled.

    id           `ADR-008#a1b2c3`: stable while the invariant says the same, or `ADR-008#slug` where the author gave one
    decision     id of the decision that declares it; shown in brackets
    note         path of that note, relative to the repository (absolute for a vault outside it)
    line, column where the invariant stands in the note, 1-based
    invariant    its normalised text, shown to people: ``deny: SELECT * FROM``
    verb         ``deny`` or ``require``
    level        ``block`` or ``advise`` (``warn`` and shadow rules advise)
    shadow       the decision is only proposed: advisory, whatever `level` says
    kind         one of `KINDS`
    targets      of the type that `TARGET_TYPES` gives for the kind
    include      globs a file must match one of (empty: every file); exclude: none of
    langs        languages a file must be in (empty: any that the kind can read)
    where        subset of ``code comment string`` (empty: anywhere); text and regex only
    needles      a cheap necessary condition: all parts of one of these groups must occur, lower-cased ASCII-wise, in
                 the file's path or text; a part between two blanks as a whole run of ASCII letters and digits. Empty:
                 no such condition. `require` rules have none.
    """

    id: str
    decision: str
    note: str
    line: int
    column: int
    invariant: str
    verb: str
    level: str
    kind: str
    targets: tuple[Target, ...]
    shadow: bool = False
    include: tuple[Glob, ...] = ()
    exclude: tuple[Glob, ...] = ()
    langs: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    because: str = ""
    remediation: str = ""
    rewrite: str = ""
    since: str = ""
    until: str = ""
    project: str = ""
    needles: tuple[tuple[bytes, ...], ...] = ()


def word_of(part: bytes) -> bytes:
    """Return the word that a needle means as a whole, b"" when it may begin and end anywhere."""
    word = part[1:-1]
    return word if part[:1] == part[-1:] == b" " and word.isalnum() else b""


def spelled(groups: Iterable[tuple[bytes, ...]]) -> str:
    """Return groups for a person to read: ``select from, or delete``."""
    return ", or ".join(
        [b" ".join([word_of(part) or part for part in group]).decode("utf-8", "replace") for group in groups]
    )


class Example(Record):
    """A `bad` or `good` example of a rule: a test that the rule proves itself by."""

    rule: str
    expect: str
    text: str
    lang: str
    note: str
    line: int


def thaw(raw: Iterable[Any]) -> Rule:
    """Turn the plain tuple of a compiled rule back into a `Rule` with typed targets."""
    values = list(raw)
    make = TARGET_TYPES[values[8]].of
    values[9] = tuple([make(target) for target in values[9]])
    return Rule.of(values)
