"""Dependencies in manifests: another package, or other versions, at the place where one is declared.

Each format's reader tells where an entry stands; only the name and the range in it are replaced, so that order, layout,
comments, extras and markers stay.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from adrguard.fixer.edits import CannotRewriteError, Edit, Left, Proposal
from adrguard.fixer.rewrites import pairs
from adrguard.fixer.toml_entries import toml_edits
from adrguard.model.record import Record
from adrguard.syntax.manifests.declared import CARGO, COMPOSER, GO, NPM, POETRY, PYPI, Manifest, ManifestProblem
from adrguard.syntax.manifests.files import format_of
from adrguard.syntax.manifests.package_names import same
from adrguard.syntax.manifests.read import declared

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from adrguard.matchers.context import Context
    from adrguard.model.findings import Finding
    from adrguard.syntax.manifests.declared import Declared
    from adrguard.syntax.source import Source

_QUOTES = "\"'"
_REQUIREMENT = re.compile(
    r"(?P<name>[\w.-]+)(?P<extras>\s*\[[^\]]*\])?(?P<space>\s*)(?P<range>[^;\s]++(?:\s++[^;\s]++)*+)?(?P<rest>\s*(?:;.*)?)",
    re.DOTALL,
)
_PAIR = re.compile(r'("(?:\\.|[^"\\])*")(\s*:\s*)("(?:\\.|[^"\\])*")', re.DOTALL)


class Wish(Record):
    """What an entry becomes: the package's name and range as they are to be written; `moved` when the name is new."""

    name: str
    range: str
    moved: bool


def propose(source: Source, findings: Sequence[Finding], context: Context) -> Proposal:
    """Return what the rewrite of a rule makes of its findings, entries of one manifest all of them."""
    edits: list[Edit] = []
    fixed, left = [], []
    entries = _entries(source, context)
    for finding in findings:
        try:
            edits += _edits(source, finding, entries)
            fixed.append(finding)
        except CannotRewriteError as error:
            left.append(Left(finding, str(error)))
    return Proposal(tuple(dict.fromkeys(edits)), tuple(fixed), tuple(left))


def _entries(source: Source, context: Context) -> list[Declared]:
    def look(path: str) -> str | None:
        content = context.tree.read(path, context.side)
        return None if content is None or content.problem else content.text

    try:
        return declared(Manifest(source.path, source.text, look=look))
    except ManifestProblem:
        return []


def _edits(source: Source, finding: Finding, entries: list[Declared]) -> list[Edit]:
    place = (finding.line, finding.column)
    found = [one for one in entries if source.position(one.start) == place]
    if len(found) != 1:
        raise CannotRewriteError("what declares it is not one entry")
    entry = found[0]
    wish = _wish(entry, finding)
    if entry.unknown:
        raise CannotRewriteError(entry.unknown)
    edit = _EDITORS.get((format_of(source.path), entry.ecosystem))
    if edit is None:
        raise CannotRewriteError("manifests of this format are not rewritten")
    edits = edit(source.text, entry, wish)
    # The entry's own obstacles come first: the other one may stand in another group, or come of this very rewrite.
    if wish.moved and any(same(one.ecosystem, one.name, wish.name) for one in entries):
        raise CannotRewriteError(f"{wish.name} is declared as well: which of the two entries stays is for you to say")
    return edits


def _wish(entry: Declared, finding: Finding) -> Wish:
    for old, new in pairs(finding.rule):
        if same(entry.ecosystem, entry.name, old):
            name, _, wanted = new.partition(" ")
            return Wish(name, wanted.strip(), not same(entry.ecosystem, entry.name, name))
    raise CannotRewriteError("the rewrite does not say what to depend on instead")


def _requirement(text: str, entry: Declared, wish: Wish) -> list[Edit]:
    """Rewrite a requirement of Python, in quotes or alone on its line."""
    start, end = entry.start, entry.end
    if text[start] in _QUOTES:
        if text.startswith(text[start] * 3, start):
            raise CannotRewriteError("its text has three quotes")
        start, end = start + 1, end - 1
    found = _REQUIREMENT.fullmatch(text[start:end])
    after = text[end:].partition("\n")[0]
    if "--hash" in after or "\\" in after:
        raise CannotRewriteError("it has hashes of the old package")
    if found is None or not found["name"]:
        raise CannotRewriteError("it is no plain requirement")
    extras = found["extras"] or ""
    if wish.moved and extras:
        raise CannotRewriteError("it has extras of the old package")
    name = wish.name if wish.moved else found["name"]
    space = found["space"] if wish.range and found["range"] else ""
    return [Edit(start, end, name + extras + space + wish.range + found["rest"])]


def _json(text: str, entry: Declared, wish: Wish) -> list[Edit]:
    found = _PAIR.fullmatch(text[entry.start : entry.end])
    if found is None or not found[3][1:-1]:
        raise CannotRewriteError("its value is no plain range")
    if ":" in found[3]:
        raise CannotRewriteError("it is an alias")
    name = json.dumps(wish.name, ensure_ascii=False) if wish.moved else found[1]
    return [Edit(entry.start, entry.end, name + found[2] + json.dumps(wish.range or "*", ensure_ascii=False))]


def _go(text: str, entry: Declared, wish: Wish) -> list[Edit]:
    name, _, version = text[entry.start : entry.end].partition(" ")
    if entry.constraint or "=>" in version:
        raise CannotRewriteError("it is the target of a replace")
    if not wish.range:
        raise CannotRewriteError("go.mod asks for a version: write 'rewrite: `OLD` -> `NEW v1.2.3`'")
    written = wish.range if wish.range.startswith("v") else f"v{wish.range}"
    return [Edit(entry.start, entry.end, f"{wish.name if wish.moved else name} {written}")]


_EDITORS: dict[tuple[str, str], Callable[[str, Declared, Wish], list[Edit]]] = {
    ("pyproject", PYPI): _requirement,
    ("requirements", PYPI): _requirement,
    ("setup_cfg", PYPI): _requirement,
    ("pyproject", POETRY): lambda text, entry, wish: toml_edits(
        text, entry, wish.name if wish.moved else "", wish.range
    ),
    ("cargo", CARGO): lambda text, entry, wish: toml_edits(text, entry, wish.name if wish.moved else "", wish.range),
    ("package_json", NPM): _json,
    ("composer_json", COMPOSER): _json,
    ("go_mod", GO): _go,
}
