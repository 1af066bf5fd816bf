from __future__ import annotations

import pytest

from adrguard.memory.notes import content


def names(text: str):
    return [one.name for one in content.read(text, "x").entries]


def test_plain_text_is_all_body() -> None:
    found = content.read("\n\n  \n# A\n\ntext\n\n", "x")
    assert (found.body, found.line, found.entries, found.eol) == ("# A\n\ntext", 4, (), "\n")


def test_frontmatter_is_taken_off() -> None:
    found = content.read("\n---\ntags: [a]\n---\n\n\ntext", "x")
    assert (found.body, found.line) == ("text", 7)
    assert found.listed("tags") == ("a",)
    assert found.entries[0].line == 3


def test_a_second_block_is_taken_off_too_and_the_outer_one_counts() -> None:
    found = content.read("---\ntitle: A\ntags: [a]\n---\n\n---\ntitle: B\nx: 1\ntags: [b]\n---\ntext", "x")
    assert found.text("title") == "A"
    assert found.text("x") == "1"
    assert found.listed("tags") == ("a", "b")
    assert (found.body, found.line) == ("text", 11)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("---\nA paragraph.\n\n---\nmore", id="text between rules"),
        pytest.param("---\n\nA paragraph: with a colon in it is prose\n", id="a rule at the top"),
        pytest.param("---\n- a\n- b\n---\nmore", id="a list between rules"),
        pytest.param("text\n---\na: b\n---\n", id="not at the top"),
    ],
)
def test_a_rule_drawn_across_the_page_is_no_frontmatter(text) -> None:
    found = content.read(text, "x")
    assert found.body == text.rstrip()
    assert not found.entries
    assert not found.problems


def test_empty_frontmatter_goes() -> None:
    assert content.read("---\n---\ntext", "x").body == "text"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        pytest.param("\n---\na: [\n---\n", "x:3:4", id="broken YAML"),
        pytest.param("---\na: 1\na: 2\n---\n", "x:3:1", id="a key twice"),
        pytest.param("---\na: 1\ntext", "x:1:1", id="never closed"),
        pytest.param("---\nx: 1\ntags: {a: b}\n---\n", "x:3:1", id="tags that are no list"),
        pytest.param("---\nb: 1\n---\n---\na: b: c\n---\n", "x:5:5", id="broken in the second block"),
    ],
)
def test_broken_frontmatter_is_placed(text, place) -> None:
    assert [one.place for one in content.read(text, "x").problems] == [place]


@pytest.mark.parametrize(
    ("text", "eol"),
    [("a\r\nb\r\nc\n", "\r\n"), ("a\nb\nc\r\n", "\n"), ("a", "\n"), ("\ufeffa\r\n", "\r\n")],
)
def test_the_line_end_is_that_of_most_lines(text, eol) -> None:
    found = content.read(text, "x")
    assert found.eol == eol
    assert "\r" not in found.body
    assert not found.body.startswith("\ufeff")


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("# Use events\n\ntext", True),
        ("# ADR-012: Use Events\n", True),
        ("# 12. Use events\n", True),
        ("## **Use** `events`\n", True),
        ("Use events\n==========\n", True),
        ("# Use events everywhere\n", False),
        ("text\n\n# Use events\n", False),
        ("", False),
    ],
)
def test_a_heading_that_is_the_title_is_seen(body, expected) -> None:
    assert content.is_titled(body, "Use events") is expected
    assert content.is_titled(body, "ADR-012: Use events") is expected


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        pytest.param("# !", "!", id="a sign"),
        pytest.param("# \\#", "#", id="a sign that closes headings"),
        pytest.param("# A <!-- b -->", "A <!-- b -->", id="a comment that is none to its author"),
        pytest.param("# A \\<!-- b -->", "A <!-- b -->", id="a comment that is escaped"),
        pytest.param("# *A*", "A", id="emphasis"),
    ],
)
def test_a_heading_is_the_title_however_odd_that_is(heading, title) -> None:
    assert content.is_titled(f"{heading}\n\ntext", title)


def test_another_sign_is_another_title() -> None:
    assert not content.is_titled("# !\n", "?")
