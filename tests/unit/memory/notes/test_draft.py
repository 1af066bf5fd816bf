from __future__ import annotations

import pytest

from adrguard.memory.notes.draft import LONGEST_TITLE, MOST_TAGS, Draft, decoded, numbered, settled, tags
from adrguard.vault.note import LARGEST


def problems(**fields):
    return settled(Draft(**{"title": "A title", "content": "text", **fields}))[1]


def test_a_sound_draft_has_no_mistakes() -> None:
    assert problems(summary="s", category="decision", tags=("a",), related=("b",), supersedes=("c",)) == ()


def test_texts_are_tidied_and_composed() -> None:
    tidy, _ = settled(Draft("  Cafe\u0301 ", "x", "two\nlines", " Card ", ("#Redis, redis", "two words"), (" a ", "a")))
    assert tidy.title == "Café"
    assert tidy.summary == "two lines"
    assert tidy.category == "concept"
    assert tidy.tags == ("Redis", "two-words")
    assert tidy.related == ("a",)


@pytest.mark.parametrize(
    ("fields", "place", "code"),
    [
        pytest.param({"title": "  "}, "--title", "empty", id="empty title"),
        pytest.param({"title": "a" * (LONGEST_TITLE + 1)}, "--title", "too-long", id="long title"),
        pytest.param({"title": "a\nb"}, "--title:1:2", "control-character", id="two lines of title"),
        pytest.param({"title": "a\u202eb"}, "--title:1:2", "control-character", id="a title that runs backwards"),
        pytest.param({"title": "a\udcff"}, "--title:1:2", "control-character", id="a title that is no text"),
        pytest.param({"category": "a/b"}, "--category", "category", id="a category that is a path"),
        pytest.param({"category": "..."}, "--category", "category", id="a category of dots"),
        pytest.param({"tags": tuple(map(str, range(MOST_TAGS + 1)))}, "--tags", "too-many", id="many tags"),
        pytest.param({"tags": ("a" * 200,)}, "--tags", "too-long", id="a long tag"),
        pytest.param({"related": ("a\0",)}, "--related:1:2", "control-character", id="NUL in a link"),
        pytest.param({"content": " \n\t\r\n"}, "--content", "empty", id="empty content"),
        pytest.param({"content": "a" * (LARGEST + 1)}, "--content", "too-large", id="large content"),
        pytest.param({"content": "a\nb\0c"}, "--content:2:2", "control-character", id="NUL"),
        pytest.param({"content": "a\r\nb\x1b[0m"}, "--content:2:2", "control-character", id="colour codes"),
        pytest.param({"content": "a\rb"}, "--content:1:2", "control-character", id="a lone carriage return"),
        pytest.param({"content": "é\udcff"}, "--content:1:2", "encoding", id="an argument that is no text"),
    ],
)
def test_a_mistake_is_placed(fields, place, code) -> None:
    found = problems(**fields)
    assert [(one.place, one.code) for one in found] == [(place, code)]
    assert found[0].hint


def test_all_mistakes_are_told_at_once() -> None:
    assert len(problems(title="", content="", tags=("a" * 200,))) == 3


def test_the_source_of_the_content_is_named() -> None:
    assert problems(content="", source="notes.md")[0].path == "notes.md"


def test_bytes_that_are_no_text_are_told_with_their_offset() -> None:
    text, found = decoded(b"one\ntw\xff", "notes.md")
    assert text == ""
    assert found[0].place == "notes.md:2:3"
    assert "byte 0xff at offset 6" in found[0].message
    assert "UTF-16" in decoded("é".encode("utf-16"), "x")[1][0].hint


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("ADR-012: Use events", ("ADR-012", "012", "Use events")),
        ("adr 12 - Use events", ("ADR-12", "12", "Use events")),
        ("ADR-012", ("ADR-012", "012", "")),
        ("ADR-012 Use events", ("ADR-012", "012", "Use events")),
        ("Use events", ("", "", "Use events")),
        ("ADR-012b: x", ("", "", "ADR-012b: x")),
        ("3 ways to cache", ("", "", "3 ways to cache")),
    ],
)
def test_a_title_may_start_with_an_id(title, expected) -> None:
    assert numbered(title) == expected


def test_tags_are_single_words_without_their_sign() -> None:
    assert tags(["a,#b", "", " c d "]) == ("a", "b", "c-d")
