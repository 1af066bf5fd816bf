"""The structure of a note, as Markdown has it."""

from __future__ import annotations

import pytest

from adrguard.vault import outline
from adrguard.vault.source import Source


@pytest.mark.parametrize(
    ("markdown", "seen"),
    [
        pytest.param("plain", "plain", id="plain"),
        pytest.param("**bold** and _it_", "bold and it", id="emphasis"),
        pytest.param("a `code_span` b", "a code_span b", id="code"),
        pytest.param("[text](target.md)", "text", id="link"),
        pytest.param("a <!-- hidden --> b", "a  b", id="comment"),
        pytest.param("a\\*b", "a*b", id="escape"),
        pytest.param("a &amp; b", "a & b", id="entity"),
        pytest.param("[[adr-9|nine]]", "[[adr-9|nine]]", id="WikiLink"),
    ],
)
def test_a_reader_sees(markdown: str, seen: str) -> None:
    assert outline.plain(markdown) == seen


def blocks(text: str, body: int = 0) -> tuple[outline.Block, ...]:
    return outline.read(Source("n.md", text.encode()), body)


@pytest.mark.parametrize("eol", ["\n", "\r\n", "\r"])
def test_every_text_is_found_where_it_stands(eol: str) -> None:
    text = eol.join(
        [
            "# T #",
            "",
            "para one",
            "  para two",
            "",
            "- item \x0c",
            "  - nested",
            "    1. deep",
            "> - quoted",
            "",
            "S",
            "=",
        ]
    )
    source = Source("n.md", text.encode())
    found = [block for top in outline.read(source, 0) for block in top.walk() if block.text]
    assert [block.text for block in found] == ["T", "para one\n  para two", "item", "nested", "deep", "quoted", "S"]
    for block in found:
        assert source.text.startswith(block.text.split("\n")[0], block.start)


def test_places_count_from_the_top_of_the_file() -> None:
    text = "---\nid: 1\n---\n# T\n"
    (heading,) = blocks(text, body=3)
    assert text[heading.start :] == "T\n"
    assert heading.first == 3


@pytest.mark.parametrize(
    ("text", "closed"),
    [
        pytest.param("```\na\n```\n", True, id="closed"),
        pytest.param("```\na\n````\n", True, id="closed by more"),
        pytest.param("~~~ kdsl\na\n~~~", True, id="tildes, no line end"),
        pytest.param("> ```\n> a\n> ```\n", True, id="in a quote"),
        pytest.param("- ```\n  a\n  ```\n", True, id="in an item"),
        pytest.param("```\na\n", False, id="open"),
        pytest.param("```", False, id="nothing but the opening"),
        pytest.param("````\na\n```\n", False, id="too short a fence"),
        pytest.param("- ```\n  a\n\nb\n", False, id="ended by its item"),
    ],
)
def test_a_fence_knows_whether_it_was_closed(text: str, closed: bool) -> None:
    (fence,) = [block for top in blocks(text) for block in top.walk() if block.kind == outline.FENCE]
    assert fence.closed is closed


def test_a_nul_character_does_not_confuse_places() -> None:
    source = Source("n.md", b"- a\0b\n")
    (listing,) = outline.read(source, 0)
    paragraph = listing.children[0].children[0]
    assert paragraph.start == 2
