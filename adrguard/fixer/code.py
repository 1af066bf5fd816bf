"""Structural rewrites: what a pattern matched is put into a template, metavariable by metavariable.

What a variable stands for is copied as it is written, line ends and indentation included. Of matches within matches the
outer one is rewritten; the inner ones are there again the next time.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from adrguard.fixer.edits import CannotRewriteError, Edit, Left, Proposal, apply
from adrguard.model.record import Record
from adrguard.model.rules import CodeTarget
from adrguard.syntax.nodes import span
from adrguard.syntax.problem import SyntaxProblem
from adrguard.syntax.trees import tree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ast_grep_py import SgNode

    from adrguard.model.findings import Finding
    from adrguard.model.rules import Rule
    from adrguard.syntax.source import Source

    Place = tuple[int, int]

_VARIABLE = re.compile(r"\$\$\$([A-Z_][A-Z0-9_]*)|\$\$?([A-Z_][A-Z0-9_]*)|\$\$\$")
_WHOLE = ("statement", "declaration", "definition", "item", "directive", "block")
_WORD = re.compile(r"\w+")
_COMMA = re.compile(r"\s*,\s*")
INNER = "it lies within another one that is mended first"


class _Match(Record):
    """A node that a pattern matches, in a tree that begins at `offset` of the text."""

    node: SgNode
    offset: int
    pattern: str


class Filled(Record):
    """A template filled in: the text, and where in it what single variables stand for begins and ends."""

    text: str
    values: tuple[Place, ...] = ()


def propose(source: Source, findings: Sequence[Finding]) -> Proposal:
    """Return what the template of a rule makes of its findings, matches all of them, in one file."""
    rule = findings[0].rule
    nodes = _nodes(rule, source)
    edits: dict[Finding, Edit] = {}
    made: dict[Finding, tuple[Filled, str]] = {}
    left = []
    end = 0
    for finding in sorted(findings, key=lambda one: (one.line, one.column, -one.end_line, -one.end_column)):
        found = nodes.get((finding.line, finding.column, finding.end_line, finding.end_column))
        try:
            edit, made[finding] = _made(rule.rewrite, found, source.text, end)
        except CannotRewriteError as error:
            left.append(Left(finding, str(error)))
        else:
            edits[finding], end = edit, edit.end
    edits = _bracketed(source, edits, made)
    broken = _torn(source, edits, made)
    left += [Left(finding, "what its rewrite makes of it would be read as something else here") for finding in broken]
    kept = {finding: edit for finding, edit in edits.items() if finding not in broken}
    return Proposal(tuple(kept.values()), tuple(kept), tuple(left))


def _made(template: str, found: _Match | None, text: str, after: int) -> tuple[Edit, tuple[Filled, str]]:
    """Return the edit of a match, and what it is made of; raise `CannotRewriteError` where it begins before `after`."""
    if found is None:
        raise CannotRewriteError("the match was not found again")
    start, end = span(found.node)
    if start + found.offset < after:
        raise CannotRewriteError(INNER)
    if _more_than_said(found, text):
        raise CannotRewriteError("it holds more than its pattern says, which would be lost")
    new = filled(template, found.node, text, found.offset)
    return Edit(start + found.offset, end + found.offset, new.text), (new, found.node.kind())


def _more_than_said(found: _Match, text: str) -> bool:
    """Say whether a match has words that no part of its pattern accounts for: comments, further arguments."""
    variables = list(_VARIABLE.finditer(found.pattern))
    if any(not (one[1] or one[2]) or (one[2] or "").startswith("_") for one in variables):
        return False  # what an unnamed variable stands for is meant to go
    places = []
    for one in variables:
        nodes = found.node.get_multiple_matches(one[1]) if one[1] else [found.node.get_match(one[2])]
        held = [node for node in nodes if node is not None]
        places += [(span(held[0])[0], span(held[-1])[1])] if held else []
    start, end = span(found.node)
    rest, at = [], start
    for first, last in sorted(places):
        rest.append(text[at + found.offset : max(first, at) + found.offset])
        at = max(last, at)
    rest.append(text[at + found.offset : end + found.offset])
    return not set(_WORD.findall(" ".join(rest))) <= set(_WORD.findall(found.pattern))


def _bracketed(
    source: Source, edits: dict[Finding, Edit], made: dict[Finding, tuple[Filled, str]]
) -> dict[Finding, Edit]:
    """Put brackets around what would be torn apart by its neighbours: ``a + b`` before ``.get()``."""
    new = dict(edits)
    for finding, (values, whole) in _torn(source, edits, made).items():
        text, _ = made[finding]
        parts, at, places, shift = [], 0, [], 0
        for place in text.values:
            loose = place in values
            written = text.text[place[0] : place[1]]
            parts += [text.text[at : place[0]], f"({written})" if loose else written]
            places.append((place[0] + shift, place[1] + shift + 2 * loose))
            shift, at = shift + 2 * loose, place[1]
        body = "".join([*parts, text.text[at:]])
        if whole:
            body, places = f"({body})", [(start + 1, end + 1) for start, end in places]
        made[finding] = (Filled(body, tuple(places)), made[finding][1])
        new[finding] = edits[finding].replace(text=body)
    return new


def _torn(
    source: Source, edits: dict[Finding, Edit], made: dict[Finding, tuple[Filled, str]]
) -> dict[Finding, tuple[list[Place], bool]]:
    """Return the findings of whose new text some value, or the whole (True), is no piece of the new code by itself."""
    text = apply(source.text, edits.values())
    try:
        root = tree(text, source.language)
    except SyntaxProblem:
        return {finding: ([], False) for finding in edits}
    found: dict[Finding, tuple[list[Place], bool]] = {}
    shift = 0
    for finding, edit in sorted(edits.items(), key=lambda one: one[1].start):
        start = edit.start + shift
        values = [one for one in made[finding][0].values if not _is_node(root, start + one[0], start + one[1])]
        is_expression = not made[finding][1].endswith(_WHOLE)
        whole = is_expression and not _is_node(root, start, start + len(edit.text))
        if values or whole:
            found[finding] = (values, whole)
        shift += len(edit.text) - (edit.end - edit.start)
    return found


def _is_node(root: SgNode, start: int, end: int) -> bool:
    """Say whether some node of the tree begins and ends there."""
    node: SgNode | None = root
    while node is not None:
        place = span(node)
        if place == (start, end):
            return True
        inner = [(one, span(one)) for one in node.children()]
        node = next((one for one, (first, last) in inner if first <= start and end <= last and first < last), None)
    return False


def _nodes(rule: Rule, source: Source) -> dict[tuple[int, int, int, int], _Match]:
    """Return every match of a rule by its place, with the offset of the tree that it is in."""
    found: dict[tuple[int, int, int, int], _Match] = {}
    for target in rule.targets:
        pattern = _pattern(target, source) if isinstance(target, CodeTarget) else None
        for offset, root in source.trees() if pattern is not None else ():
            for node in root.find_all({"rule": json.loads(pattern or "")}):
                start, end = span(node)
                place = (*source.position(start + offset), *source.position(end + offset))
                found.setdefault(place, _Match(node, offset, target.raw))
    return found


def _pattern(target: CodeTarget, source: Source) -> str | None:
    rules = dict(target.rules)
    found = rules.get(source.language)
    return rules.get("c") if found is None and source.path[-2:] in (".h", ".H") else found


def filled(template: str, node: SgNode, text: str, offset: int = 0) -> Filled:
    """Return the template with what its variables stand for in a match.

    Of variables that stand for nothing (``$$$`` may) the comma beside them goes as well. Raises `CannotRewriteError`
    for a variable that the match does not have.
    """
    made, at = "", 0
    values = []
    for found in _VARIABLE.finditer(template):
        if found.start() < at:
            continue
        made += template[at : found.start()]
        at = found.end()
        value = _value(found, node, text, offset)
        if not value:
            made, at = _without_comma(template, made, at)
        elif found[2]:
            values.append((len(made), len(made) + len(value)))
        made += value
    return Filled(made + template[at:], tuple(values))


def _value(found: re.Match[str], node: SgNode, text: str, offset: int) -> str:
    if found[1]:
        matches = node.get_multiple_matches(found[1])
        if not matches:
            return ""
        return text[span(matches[0])[0] + offset : span(matches[-1])[1] + offset].rstrip(", \t\r\n")
    one = node.get_match(found[2]) if found[2] else None
    if one is None:
        raise CannotRewriteError(f"'{found[0]}' of its rewrite stands for nothing here")
    start, end = span(one)
    return text[start + offset : end + offset]


def _without_last_comma(made: str) -> str:
    bare = made.rstrip()
    return bare[:-1].rstrip() if bare.endswith(",") else made


def _without_comma(template: str, made: str, at: int) -> tuple[str, int]:
    """Take out the comma after a variable that stands for nothing, or else the one before it; return where to go on."""
    after = _COMMA.match(template, at)
    return (made, after.end()) if after else (_without_last_comma(made), at)
