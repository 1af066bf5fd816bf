"""The section about coverage: which files decisions govern, folder by folder, and which none does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.report.html.folders import grouped
from adrguard.report.html.markup import Markup, file_link, tag
from adrguard.report.html.parts import count, folded_list, number, section, table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.report.survey import Coverage, Survey

MOST_FOLDERS = 60
MOST_UNGOVERNED = 500
_BAR = 100


def coverage(survey: Survey) -> Markup:
    """Return the section."""
    found = survey.coverage
    if not found.files:
        return section("coverage", "Coverage", tag("p", "There is no file to govern."))
    return section(
        "coverage",
        "Coverage",
        tag("p", _summary(found)),
        tag(
            "p",
            "By scope: a rule with a scope of its own reaches the file. General: only rules without one do. Left out: "
            "generated, vendored, locked, or a decision itself. By none: no rule says anything about it.",
        ),
        table(
            "Files by folder, and what governs them",
            ("Folder", "Governed", "Files#", "By scope#", "General#", "Left out#", "By none#"),
            _rows(found),
        ),
        folded_list(
            f"Files that no decision governs ({len(found.ungoverned):,})",
            [tag("li", file_link(survey.root, path)) for path in found.ungoverned[:MOST_UNGOVERNED]]
            + [Markup("")] * (len(found.ungoverned) - MOST_UNGOVERNED),
            MOST_UNGOVERNED,
        ),
    )


def governed_share(found: Coverage) -> int:
    """Return how many percent of the files that are not left out are governed, rounded down; 100 of none."""
    open_ = found.files - len(found.left_out)
    return 100 * (open_ - len(found.ungoverned)) // open_ if open_ else 100


def _summary(found: Coverage) -> str:
    return (
        f"Decisions govern {governed_share(found)} % of {count(found.files - len(found.left_out), 'file')}: "
        f"{len(found.named):,} by a scope, {len(found.general):,} by general rules only; "
        f"{len(found.ungoverned):,} by none. {count(len(found.left_out), 'more is', 'more are')} left out."
    )


def _rows(found: Coverage) -> list[tuple[Markup | str, ...]]:
    sets = [frozenset(one) for one in (found.named, found.general, found.left_out, found.ungoverned)]
    rows: list[tuple[Markup | str, ...]] = []
    for group in grouped([path for one in sets for path in one], MOST_FOLDERS):
        counts = [sum(path in one for path in group.paths) for one in sets]
        rows.append((group.name, _bar(counts), number(len(group.paths)), *map(number, counts)))
    return rows


def _bar(counts: Sequence[int]) -> Markup:
    """Return the shares as one bar; its figures stand beside it, so it says only the sum of them."""
    named, general, left_out, _ = counts
    total = sum(counts) - left_out
    share = f"{100 * (named + general) // total} %" if total else "-"
    first = _BAR * named / total if total else 0
    second = _BAR * general / total if total else 0
    return tag(
        "span",
        tag(
            "svg",
            tag("rect", width=_BAR, height=10, class_="none"),
            tag("rect", width=f"{first:.1f}", height=10, class_="scope") if first else None,
            tag("rect", x=f"{first:.1f}", width=f"{second:.1f}", height=10, class_="general") if second else None,
            viewBox=f"0 0 {_BAR} 10",
            width=_BAR,
            height=10,
            aria_hidden="true",
            preserveAspectRatio="none",
        ),
        f" {share}",
        class_="bar",
    )
