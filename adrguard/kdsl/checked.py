"""An invariant that is understood and sound: what is left is to turn it into patterns and ids."""

from __future__ import annotations

from adrguard.model.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.kdsl.line import Line


class Target(Record):
    """One target, its text checked.

    raw    what is shown of it, and what the kind's matcher reads (a name without ``.*``, a glob, the pattern)
    parts  the globs of an edge or of layers; name and range of a dependency
    flags  of a regular expression
    star   ``requests.*``: all of a module
    rules  of a code pattern: the ast-grep rule as JSON text, per language
    """

    raw: str
    parts: tuple[str, ...] = ()
    flags: str = ""
    star: bool = False
    rules: tuple[tuple[str, str], ...] = ()


class Shown(Record):
    """An inline example: ``bad`` or ``good``, its text, and the line of the note where it stands."""

    expect: str
    text: str
    line: int


class Settled(Record):
    """What the clauses say, each value checked by itself. "" and () stand for a clause that is not there.

    `places` says which clauses there are, and where: ``(name, line)``. `rewrite` holds pairs ``(old, new)``, or one
    text alone, a template.
    """

    places: tuple[tuple[str, Line], ...] = ()
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    langs: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    case: str = ""
    exact: str = ""
    types: str = ""
    on: tuple[str, ...] = ()
    when: tuple[str, ...] = ()
    because: str = ""
    remediation: str = ""
    rewrite: tuple[tuple[str, ...], ...] = ()
    severity: str = ""
    id: str = ""
    since: str = ""
    until: str = ""
    examples: tuple[Shown, ...] = ()


class Checked(Record):
    """A sound invariant. `kind` is one of `model.rules.KINDS`; `include` and `exclude` are globs as text."""

    line: Line
    verb: str
    kind: str
    targets: tuple[Target, ...]
    include: tuple[str, ...]
    exclude: tuple[str, ...]
    clauses: Settled
