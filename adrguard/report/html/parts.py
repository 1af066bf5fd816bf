"""Parts that the sections of the page share: counts, tables that fold up on a phone, what was left out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.report.html.markup import Markup, join, tag

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adrguard.report.html.markup import Child


def count(number: int, one: str, several: str = "") -> str:
    """Return ``1 rule``, ``2,000 rules``."""
    return f"{number:,} {one if number == 1 else several or one + 's'}"


def more(number: int, one: str, several: str, words: str = "") -> Markup:
    """Return the sentence that says how many things are left out; nothing where none are."""
    if number <= 0:
        return Markup("")
    return tag("p", f"… and {number:,} more {one if number == 1 else several} {words}".rstrip() + ".", class_="more")


def section(name: str, title: str, *children: Child) -> Markup:
    """Return a section that the table of contents leads to."""
    return tag("section", tag("h2", title, id=f"{name}-title"), *children, id=name, aria_labelledby=f"{name}-title")


def table(caption: str, columns: Sequence[str], rows: Iterable[Sequence[Child]], ids: Sequence[str] = ()) -> Markup:
    """Return a table whose first cells head their rows; a column whose name ends in ``#`` holds numbers.

    Roles are written out, as some browsers forget those of tables that a narrow screen lays out anew.
    """
    names = [column.removesuffix("#") for column in columns]
    kinds = ["number" if column.endswith("#") else None for column in columns]
    heads = [
        tag("th", name, scope="col", role="columnheader", class_=kind) for name, kind in zip(names, kinds, strict=True)
    ]
    body = []
    for index, row in enumerate(rows):
        first, *rest = row
        cells = [tag("th", first, scope="row", role="rowheader")]
        cells += [
            tag("td", cell, role="cell", class_=kind, data_label=name)
            for cell, name, kind in zip(rest, names[1:], kinds[1:], strict=True)
        ]
        body.append(tag("tr", *cells, role="row", id=ids[index] if ids else None))
    return tag(
        "table",
        tag("caption", caption),
        tag("thead", tag("tr", *heads, role="row"), role="rowgroup"),
        tag("tbody", *body, role="rowgroup"),
        role="table",
    )


def number(value: int) -> str:
    """Return a number as a cell shows it: nothing stands out less than a zero."""
    return f"{value:,}"


def facts(pairs: Iterable[tuple[str, Child, str]]) -> Markup:
    """Return figures with what they count: (name, figure, address of the section about it)."""
    return tag(
        "dl",
        *[tag("div", tag("dt", tag("a", name, href=where)), tag("dd", figure)) for name, figure, where in pairs],
        class_="facts",
    )


def folded_list(summary: str, items: Sequence[Markup], most: int, *, opened: bool = False, kind: str = "ul") -> Markup:
    """Return a list that opens on demand, its first `most` items; it says how many are left out."""
    if not items:
        return Markup("")
    return tag(
        "details",
        tag("summary", summary),
        tag(kind, *items[:most]),
        more(len(items) - most, "entry", "entries"),
        open=opened,
    )


def paragraphs(lines: Iterable[str]) -> Markup:
    """Return each line as a paragraph."""
    return join([tag("p", line) for line in lines])
