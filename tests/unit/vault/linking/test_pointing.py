"""How one note points to another."""

from __future__ import annotations

import pytest

from adrguard.vault.linking.mentions import mentions
from adrguard.vault.linking.pointing import Other, by_id, by_title, in_value, missing, relative
from adrguard.vault.links import names, references
from adrguard.vault.note import parse

PATH = "docs/adr/0008-x.md"
NEW = Other("ADR-0012", "Query builder", "docs/adr/0012-query-builder.md")


@pytest.mark.parametrize(
    ("start", "path", "way"),
    [
        pytest.param("a/b/c.md", "a/b/d.md", "d.md", id="beside"),
        pytest.param("a/b/c.md", "a/d.md", "../d.md", id="above"),
        pytest.param("a/c.md", "a/b/d.md", "b/d.md", id="below"),
        pytest.param("c.md", "d.md", "d.md", id="at the top"),
        pytest.param("/v/a/c.md", "/v/b/d.md", "../b/d.md", id="absolute"),
        pytest.param("a/b/c.md", "x/b/c.md", "../../x/b/c.md", id="another tree"),
    ],
)
def test_the_way_from_note_to_note(start: str, path: str, way: str) -> None:
    assert relative(start, path) == way


@pytest.mark.parametrize(
    "said",
    ["ADR-0012", "adr-0012", "0012-query-builder", "0012-query-builder.md", "docs/adr/0012-query-builder.md"],
)
def test_what_is_named_in_any_way_is_not_missing(said: str) -> None:
    assert missing([NEW], [said], PATH) == ()
    assert missing([NEW], ["ADR-0013"], PATH) == (NEW,)


@pytest.mark.parametrize("title", ["a [b] c", "a | b", "two\nlines", "", "`x` (y)", "superseded by ADR-1"])
def test_a_link_is_read_back_whatever_the_title_holds(title: str) -> None:
    note = parse(PATH, b"# 8. T\n")
    other = NEW.replace(title=title)
    for link in (by_id(note, other), by_title(note, other)):
        assert references(link) == ("0012-query-builder.md",)


def test_an_id_that_frontmatter_cannot_hold_gives_way_to_a_wiki_link() -> None:
    note = parse(PATH, b"---\nid: ADR-8\n---\n")
    assert in_value(note, NEW) == "ADR-0012"
    assert in_value(note, NEW.replace(id="this, that")) == "[[0012-query-builder]]"


ODD = Other("ADR-0001", "Old", "docs/adr/0001-\udcff.md")


@pytest.mark.parametrize(
    "other", [ODD, ODD.replace(id="ADR-\udcff"), ODD.replace(title="")], ids=["", "id", "untitled"]
)
def test_a_name_that_is_no_text_is_linked_by_its_bytes_and_read_back(other: Other) -> None:
    note = parse(PATH, b"# 8. T\n")
    for link in (by_id(note, other), by_title(note, other)):
        assert link.endswith("](0001-%FF.md)")
        assert references(link) == ("0001-\udcff.md",)
        link.encode()


@pytest.mark.parametrize(
    "head",
    ["id: ADR-8", 'id: ADR-8\nrelated: "[[0002-x]]"', "id: ADR-8\nrelated: 0002-x.md"],
    ids=["id", "wiki", "path"],
)
def test_in_frontmatter_a_name_that_is_no_text_gives_way_to_the_id(head: str) -> None:
    note = parse(PATH, f"---\n{head}\n---\n".encode())
    assert in_value(note, ODD) == "ADR-0001"
    assert names(in_value(note, ODD.replace(id="ADR-\udcff"))) == ("0001-\udcff.md",)


def test_a_link_to_a_name_that_is_no_text_is_a_mention() -> None:
    note = parse(PATH, b"# 8. T\n\nSee [old](0001-%FF.md).\n")
    assert [one.name for one in mentions(note)] == ["0001-\udcff.md"]
