"""The section about findings: by decision and rule, each with its line; and how many there are in which folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.report.html.folders import grouped
from adrguard.report.html.markup import Markup, file_link, join, source, tag
from adrguard.report.html.parts import count, more, number, section, table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from adrguard.model.findings import Finding
    from adrguard.report.survey import Survey

MOST = 1000
"""Findings that are shown one by one, where the caller does not say otherwise."""
MOST_FOLDERS = 60
_OPEN_UP_TO = 50
_BEFORE, _HIT, _AFTER = 60, 120, 80


def findings(survey: Survey, where: Mapping[str, str], most: int = MOST) -> Markup:
    """Return the section, `most` findings of it one by one: each rule's first ones, so that none is crowded out."""
    found = survey.outcome.findings
    if not found:
        return section("findings", "Findings", tag("p", "No rule finds anything that is not allowed or known."))
    by_note: dict[str, dict[str, list[Finding]]] = {}
    for one in found:
        by_note.setdefault(one.rule.note, {}).setdefault(one.rule.id, []).append(one)
    shown = shares({rule: len(own) for rules in by_note.values() for rule, own in rules.items()}, most)
    titles = {one.decision.path: one.decision.title for one in survey.decisions}
    opened = len(found) <= _OPEN_UP_TO
    parts = [
        _of_decision(titles.get(note, ""), where.get(note, ""), own, shown, survey.root, opened=opened)
        for note, own in sorted(by_note.items(), key=lambda item: -sum(map(len, item[1].values())))
    ]
    left_out = len(found) - sum(shown.values())
    return section(
        "findings",
        "Findings",
        tag("p", _summary(found)),
        more(left_out, "finding is", "findings are", "counted here and not shown one by one"),
        *parts,
        tag("h3", "By folder"),
        _folders(found),
    )


def _summary(found: Sequence[Finding]) -> str:
    violations = sum(one.blocks for one in found)
    files = len({one.path for one in found})
    return (
        f"{count(violations, 'violation')} and {count(len(found) - violations, 'advisory', 'advisories')} "
        f"in {count(files, 'file')}."
    )


def shares(sizes: Mapping[str, int], most: int) -> dict[str, int]:
    """Share `most` places among groups: small groups whole, the rest in equal parts. Each gets at least one."""
    left = max(most, len(sizes))
    found: dict[str, int] = {}
    waiting = sorted(sizes, key=lambda name: (sizes[name], name))
    for index, name in enumerate(waiting):
        found[name] = min(sizes[name], left // (len(waiting) - index))
        left -= found[name]
    return found


def _of_decision(
    title: str, where: str, rules: Mapping[str, Sequence[Finding]], shown: Mapping[str, int], root: str, *, opened: bool
) -> Markup:
    first = next(iter(rules.values()))[0].rule
    total = sum(map(len, rules.values()))
    name = tag("a", first.decision, href=where) if where else first.decision
    return join(
        [
            tag("h3", name, f" {title}"),
            tag(
                "details",
                tag("summary", f"{count(total, 'finding')} of {first.decision}"),
                *[_of_rule(own, shown[rule], root) for rule, own in rules.items()],
                open=opened,
            ),
        ]
    )


def _of_rule(own: Sequence[Finding], most: int, root: str) -> Markup:
    rule = own[0].rule
    return tag(
        "div",
        tag("h4", tag("code", rule.invariant)),
        tag("p", "because ", rule.because) if rule.because else None,
        tag("p", "instead: ", rule.remediation) if rule.remediation else None,
        tag("p", "rewrite: ", tag("code", rule.rewrite)) if rule.rewrite else None,
        tag("ol", *[tag("li", finding(one, root)) for one in own[:most]], class_="findings"),
        more(len(own) - most, "finding of this rule", "findings of this rule"),
        class_="rule",
    )


def finding(one: Finding, root: str) -> Markup:
    """Return one finding: its place, whether it blocks, the line with what was found marked."""
    place = f":{one.line}:{one.column}" if one.line else ""
    said = " ".join(word for word in (one.detail, f"({one.note})" if one.note else "") if word)
    return join(
        [
            file_link(root, one.path, place),
            " ",
            tag("span", "violation" if one.blocks else "advice", class_="level block" if one.blocks else "level"),
            tag("pre", tag("code", excerpt(one))) if one.line and one.excerpt else tag("p", tag("code", one.shown)),
            tag("p", said) if said else None,
        ]
    )


def excerpt(one: Finding) -> Markup:
    """Return what there is to see of the line around what was found, which is marked."""
    line = one.excerpt.rstrip()
    start = min(max(0, one.column - one.excerpt_column), len(line))
    end = min(one.end_column - one.excerpt_column, len(line)) if one.end_line == one.line else len(line)
    end = max(start, end)
    indent = min(len(line) - len(line.lstrip()), start)
    first = max(indent, start - _BEFORE)
    hit_end = min(end, start + _HIT)
    last = min(len(line), hit_end + _AFTER) if hit_end == end else hit_end
    return join(
        [
            Markup("…" if first > indent else ""),
            source(line[first:start]),
            tag("mark", source(line[start:hit_end])) if hit_end > start else None,
            source(line[hit_end:last]),
            Markup("…" if last < len(line) else ""),
        ]
    )


def _folders(found: Iterable[Finding]) -> Markup:
    violations: dict[str, int] = {}
    advice: dict[str, int] = {}
    for one in found:
        counts = violations if one.blocks else advice
        counts[one.path] = counts.get(one.path, 0) + 1
    rows = []
    for group in grouped({*violations, *advice}, MOST_FOLDERS):
        blocking, advising = (sum(counts.get(path, 0) for path in group.paths) for counts in (violations, advice))
        rows.append((group.name, number(len(group.paths)), number(blocking), number(advising)))
    return table("Findings by folder", ("Folder", "Files with findings#", "Violations#", "Advisories#"), rows)
