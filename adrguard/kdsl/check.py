"""From what is written to what is meant: every mistake of an invariant at once, or a sound invariant."""

from __future__ import annotations

from adrguard.kdsl import languages
from adrguard.kdsl.checked import Checked
from adrguard.kdsl.clauses import glob_texts
from adrguard.kdsl.faults import Fault
from adrguard.kdsl.rewrites import rewrite_fault
from adrguard.kdsl.targets import check_targets, kind_of
from adrguard.kdsl.words import CALL, CHANGE, CODE, DEPENDENCY, EDGE, IMPORT, LAYERS, PATH, REGEX, REQUIRE, TEXT, WARN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.kdsl.checked import Settled
    from adrguard.kdsl.faults import Faults
    from adrguard.kdsl.line import Line
    from adrguard.kdsl.nodes import Written

_READS = (TEXT, REGEX, IMPORT, CALL, CODE)
_PARSES = (IMPORT, CALL, CODE, EDGE, LAYERS)
_ONLY: dict[str, tuple[str, ...]] = {
    "in": (*_READS, PATH, DEPENDENCY, EDGE, LAYERS),
    "lang": (*_READS, EDGE, LAYERS),
    "where": (TEXT, REGEX),
    "case": (TEXT, REGEX),
    "exact": (IMPORT,),
    "types": (IMPORT,),
    "on": (PATH,),
    "when": (CHANGE,),
    "rewrite": (IMPORT, CALL, CODE, DEPENDENCY),
}
"""Clauses that say something of some kinds only."""


def check(written: Written, clauses: Settled, faults: Faults) -> Checked | None:
    """Return the sound invariant, None when it has mistakes; they are all noted in `faults`."""
    before, known = faults.errors, len(faults.found)
    kind = kind_of(written)
    _verb(written, kind, faults)
    places = dict(clauses.places)
    _clauses_fit(written, kind, places, faults)
    include = _scope(written, "in", clauses, faults)
    exclude = _scope(written, "except", clauses, faults)
    _languages(kind, clauses, places, faults)
    targets = check_targets(written, clauses.langs, faults)
    meant = any(
        problem.code == "bare-scope" and problem.line == written.line.number for problem in faults.found[known:]
    )
    _needs(written, kind, clauses, scoped=bool(written.include) or "in" in places or meant, faults=faults)
    checked = Checked(written.line, written.verb, kind, targets, include, exclude, clauses)
    if faults.errors == before:
        _dates(clauses, places, faults)
        _rewrite(checked, places, faults)
    return checked if faults.errors == before else None


def _verb(written: Written, kind: str, faults: Faults) -> None:
    line = written.line
    if written.verb == REQUIRE and kind in (EDGE, LAYERS):
        hint = f"write 'deny {kind}:' for what must not be imported"
        faults.add(
            line, line.place(0), Fault("bad-verb", f"an import between files cannot be required by '{kind}:'", hint)
        )
    if written.verb != REQUIRE and kind == CHANGE:
        hint = "write 'require change: FILES' with a nested 'when: FILES'; for files that must not appear, 'deny path:'"
        faults.add(line, line.place(0), Fault("bad-verb", "'change:' can only be required", hint))


def _clauses_fit(written: Written, kind: str, places: dict[str, Line], faults: Faults) -> None:
    named = [(name, line, line.place(0)) for name, line in places.items()]
    for name, globs in (("in", written.include), ("except", written.exclude)):
        if globs:
            named.append((name, written.line, globs[0].column))
    for name, line, column in named:
        fault = _misfit(name, kind, written.verb)
        if fault is not None:
            faults.add(line, column, fault)


def _misfit(name: str, kind: str, verb: str) -> Fault | None:
    code = "clause-not-here"
    if kind == CHANGE and name == "in":
        return Fault(
            code, "'in' says nothing of 'change:'", "write 'when: GLOBS' for the files whose change asks for another"
        )
    if kind == PATH and verb == REQUIRE and name in ("in", "except", "on"):
        hint = "put the folder into the glob: a file that matches it must exist"
        return Fault(code, f"'{name}' says nothing of 'require path:'", hint)
    if verb == REQUIRE and name == "rewrite":
        return Fault(code, "'rewrite:' says nothing of 'require'", "take it out")
    kinds = _ONLY.get(name)
    if kinds is None or kind in kinds:
        return None
    hint = f"'{name}:' belongs to {', '.join(kinds)}"
    if name == "case":
        hint += "; names are compared as the language does"
    return Fault(code, f"'{name}:' says nothing of a {kind} invariant", hint)


def _scope(written: Written, name: str, clauses: Settled, faults: Faults) -> tuple[str, ...]:
    pieces, nested = (written.include, clauses.include) if name == "in" else (written.exclude, clauses.exclude)
    inline = glob_texts(pieces, written.line, faults)
    places = dict(clauses.places)
    if pieces and name in places:
        line = places[name]
        hint = "put all globs into one of the two places"
        faults.add(line, line.place(0), Fault("duplicate-clause", f"a second '{name}'", hint))
    return inline or nested


def _needs(written: Written, kind: str, clauses: Settled, *, scoped: bool, faults: Faults) -> None:
    line = written.line
    if written.verb == REQUIRE and kind in _READS and not scoped:
        hint = "say which files must have it: 'in src/**' after the quoted target, or a nested 'in: src/**'"
        faults.add(line, line.place(len(line.text)), Fault("needs-in", f"'require' of {_named(kind)} needs 'in'", hint))
    if kind == CHANGE and "when" not in dict(clauses.places):
        hint = "say which change asks for it, in a nested item: 'when: src/**'"
        faults.add(line, line.place(len(line.text)), Fault("needs-when", "'require change:' needs 'when'", hint))
    severe = dict(clauses.places).get("severity")
    if severe is not None and written.verb == WARN and clauses.severity == "block":
        hint = "write 'deny', or take the clause out"
        faults.add(severe, severe.place(0), Fault("contradiction", "'warn' that blocks", hint))


def _named(kind: str) -> str:
    return {TEXT: "a text", REGEX: "a regular expression", IMPORT: "an import"}.get(kind, f"a {kind}")


def _languages(kind: str, clauses: Settled, places: dict[str, Line], faults: Faults) -> None:
    unread = [name for name in clauses.langs if name not in languages.CODE]
    if kind in _PARSES and unread:
        line = places["lang"]
        fault = Fault(
            "unknown-language", f"{', '.join(unread)} cannot be parsed here", f"use {', '.join(languages.CODE)}"
        )
        faults.add(line, line.place(0), fault)


def _dates(clauses: Settled, places: dict[str, Line], faults: Faults) -> None:
    if clauses.since and clauses.until and clauses.since > clauses.until:
        line = places["until"]
        hint = "set 'until' to a day after 'since'"
        faults.add(line, line.place(0), Fault("bad-date", f"it ends ({clauses.until}) before it begins", hint))


def _rewrite(checked: Checked, places: dict[str, Line], faults: Faults) -> None:
    line = places.get("rewrite")
    if line is None:
        return
    for rewrite in checked.clauses.rewrite:
        fault = rewrite_fault(rewrite, checked)
        if fault is not None:
            faults.add(line, line.place(0), fault)
