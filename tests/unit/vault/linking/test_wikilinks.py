"""What counts as a link, a tag, a heading: Obsidian's forms, and the places where none of them counts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adrguard.vault import outline
from adrguard.vault.linking.live_text import live
from adrguard.vault.linking.marks import EMBED, LINK, MARKDOWN, PROPERTY
from adrguard.vault.linking.wikilinks import marks
from adrguard.vault.outline import CODE, FENCE
from adrguard.vault.source import Source


def links(body: str, head: str = "") -> list[tuple[str, str, str, str]]:
    return [(one.kind, one.target, one.anchor, one.alias) for one in marks(body, head).links]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param("[[Note]]", (LINK, "Note", "", ""), id="plain"),
        pytest.param("[[ Note ]]", (LINK, "Note", "", ""), id="blanks around"),
        pytest.param("[[Note|shown]]", (LINK, "Note", "", "shown"), id="alias"),
        pytest.param("| [[Note\\|shown]] |", (LINK, "Note", "", "shown"), id="alias in a table"),
        pytest.param("[[Note#Heading]]", (LINK, "Note", "#Heading", ""), id="heading"),
        pytest.param("[[Note#One#Two]]", (LINK, "Note", "#One#Two", ""), id="heading below a heading"),
        pytest.param("[[Note#^block-1]]", (LINK, "Note", "#^block-1", ""), id="block"),
        pytest.param("[[Note#One|shown]]", (LINK, "Note", "#One", "shown"), id="heading and alias"),
        pytest.param("![[Note]]", (EMBED, "Note", "", ""), id="embed"),
        pytest.param("![[Note#^b]]", (EMBED, "Note", "#^b", ""), id="embedded block"),
        pytest.param("![[image.png|300]]", (EMBED, "image.png", "", "300"), id="embedded image"),
        pytest.param("[[#Here]]", (LINK, "", "#Here", ""), id="heading of the same note"),
        pytest.param("[[#^b]]", (LINK, "", "#^b", ""), id="block of the same note"),
        pytest.param("[[folder/Note]]", (LINK, "folder/Note", "", ""), id="path"),
        pytest.param("[[Note.md]]", (LINK, "Note.md", "", ""), id="with its ending"),
        pytest.param("[[v2.5]]", (LINK, "v2.5", "", ""), id="a dot in the name"),
        pytest.param("[[再試行|x]]", (LINK, "再試行", "", "x"), id="another script"),
        pytest.param("text[[Note]]text", (LINK, "Note", "", ""), id="inside of a word"),
        pytest.param("**[[Note]]**", (LINK, "Note", "", ""), id="in bold"),
        pytest.param("- [ ] see [[Note]]", (LINK, "Note", "", ""), id="in a task"),
        pytest.param("> said in [[Note]]", (LINK, "Note", "", ""), id="in a quote"),
        pytest.param("# About [[Note]]", (LINK, "Note", "", ""), id="in a heading"),
        pytest.param("[[[Note]]]", (LINK, "Note", "", ""), id="three brackets"),
        pytest.param("\\\\[[Note]]", (LINK, "Note", "", ""), id="after an escaped backslash"),
        pytest.param("a ` b [[Note]]", (LINK, "Note", "", ""), id="after a lone backtick"),
        pytest.param("`code` [[Note]] `code`", (LINK, "Note", "", ""), id="between code"),
        pytest.param("%%aside%% [[Note]]", (LINK, "Note", "", ""), id="after a comment"),
        pytest.param("- item\n\n    [[Note]]", (LINK, "Note", "", ""), id="an item's second paragraph is no code"),
        pytest.param("text\n    [[Note]]", (LINK, "Note", "", ""), id="an indented line of a paragraph is no code"),
        pytest.param("[x](Note%20A.md)", (MARKDOWN, "Note A.md", "", "x"), id="markdown"),
        pytest.param("[x](<Note A.md>)", (MARKDOWN, "Note A.md", "", "x"), id="markdown in angles"),
        pytest.param("[x](../a/b.md#One)", (MARKDOWN, "../a/b.md", "#One", "x"), id="markdown with path and heading"),
        pytest.param('[x](a.md "title")', (MARKDOWN, "a.md", "", "x"), id="markdown with a title"),
        pytest.param("[a [b] c](a.md)", (MARKDOWN, "a.md", "", "a [b] c"), id="brackets in its label"),
        pytest.param("[x](a(1).md)", (MARKDOWN, "a(1).md", "", "x"), id="parentheses in its target"),
        pytest.param("[x](#One)", (MARKDOWN, "", "#One", "x"), id="markdown to a heading"),
        pytest.param("see [x][r]\n\n[r]: a.md", (MARKDOWN, "a.md", "", ""), id="reference"),
    ],
)
def test_a_link_is_read_in_every_form(body: str, expected: tuple[str, str, str, str]) -> None:
    assert links(body) == [expected]


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("`[[Note]]`", id="code"),
        pytest.param("`` a ` [[Note]] ``", id="code with a backtick in it"),
        pytest.param("`over\ntwo [[Note]]`", id="code over two lines"),
        pytest.param("```\n[[Note]]\n```", id="fence"),
        pytest.param("~~~\n[[Note]]\n~~~", id="tilde fence"),
        pytest.param("````\n```\n[[Note]]\n````", id="fence in a fence"),
        pytest.param("```\n[[Note]]", id="a fence that is never closed"),
        pytest.param("> ```\n> [[Note]]\n> ```", id="fence in a quote"),
        pytest.param("- item\n  ```\n  [[Note]]\n  ```", id="fence in an item"),
        pytest.param("1. a\n   - b\n     ```\n     [[Note]]\n     ```", id="fence in an item of an item"),
        pytest.param("    [[Note]]", id="indented code"),
        pytest.param("text\n\n\t[[Note]]", id="code indented by a tab"),
        pytest.param("- item\n\n      [[Note]]", id="indented code in an item"),
        pytest.param("%%[[Note]]%%", id="comment"),
        pytest.param("%%\n[[Note]]\n\nmore\n%%", id="comment over several lines"),
        pytest.param("%%\n[[Note]]", id="a comment that is never closed"),
        pytest.param("<!-- [[Note]] -->", id="HTML comment"),
        pytest.param("<!--\n\n[[Note]]\n-->", id="HTML comment over several lines"),
        pytest.param("%%\n```\n%%\n`[[Note]]`", id="a fence in a comment opens nothing"),
        pytest.param("\\[[Note]]", id="escaped"),
        pytest.param("[\\[Note]]", id="second bracket escaped"),
        pytest.param("[[]]", id="empty"),
        pytest.param("[[a\nb]]", id="over two lines"),
        pytest.param("[x](https://example.org/a.md)", id="web"),
        pytest.param("[x](mailto:a@example.org)", id="mail"),
        pytest.param("![x](image.png)", id="image"),
        pytest.param("[x](script.py)", id="another file"),
        pytest.param("x](a.md)", id="no opening bracket"),
        pytest.param("[x\n\ny](a.md)", id="a label over two paragraphs"),
    ],
)
def test_what_is_no_link_is_passed_over(body: str) -> None:
    assert links(body) == []


def test_the_end_of_a_fence_or_comment_lets_links_count_again() -> None:
    body = "```\n[[a]]\n```\n[[b]]\n%%\n[[c]]\n%% [[d]]\n> ```\n> [[e]]\n[[f]]\n- x\n  ```\n  [[g]]\n[[h]]\n"
    assert [one.target for one in marks(body).links] == ["b", "d", "f", "h"]


def test_links_in_the_frontmatter_count_but_not_in_its_comments() -> None:
    head = 'up: "[[Index]]"\nrelated:\n  - "[[A|shown]]"\n  - [[B]]\n# [[C]]\n'
    assert links("", head) == [(PROPERTY, "Index", "", ""), (PROPERTY, "A", "", "shown"), (PROPERTY, "B", "", "")]


def test_a_link_knows_its_line() -> None:
    found = marks("one\n[[a]]\n\n[x](b.md)\n```\n\n```\n[[c]]", "x: '[[h]]'", 4).links
    assert [(one.target, one.line) for one in found] == [("h", 2), ("a", 5), ("b.md", 7), ("c", 11)]


def test_tags_are_words_after_a_hash_with_a_letter_in_them() -> None:
    body = (
        "#one text #two/three, (#four) #five-5\n# Heading #six\n#7 no#no a/#no &#no; C# `#no` #été #日本 ##no\n"
        "https://x.org/#no [x](#no) [[a#no]] \\#no\n```\n#no\n```\n"
    )
    assert marks(body).tags == ("one", "two/three", "four", "five-5", "six", "été", "日本")


def test_headings_are_as_a_reader_sees_them() -> None:
    body = "# One *two* #\n\n## `code` [[a|shown]] ##\ntext\n\nUnder\n=====\n\nnext\n---\n```\n# no\n```\n#no\n"
    found = [(one.level, one.text, one.line) for one in marks(body).headings]
    assert found == [(1, "One two", 1), (2, "code shown", 3), (1, "Under", 6), (2, "next", 9)]


PIECES = st.sampled_from(
    [
        *(
            "text",
            "[[a]]",
            "`",
            "```",
            "~~~",
            "````",
            "> ",
            "- ",
            "  - ",
            "1. ",
            "    ",
            "\t",
            "  ",
            "\n",
            "\n",
            "\n\n",
        ),
        *("# h", "* * *", "---"),
    ]
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.lists(PIECES, max_size=25))
def test_code_blocks_are_those_of_a_parser_of_markdown(pieces: list[str]) -> None:
    text = "".join(pieces)
    source = Source("a.md", text.encode())
    blocks = outline.read(source, 0)
    code = {
        line
        for top in blocks
        for block in top.walk()
        if block.kind in (CODE, FENCE)
        for line in range(block.first, block.last)
    }
    lines = live(text).split("\n")
    for number, line in enumerate(text.split("\n")):
        if "[[a]]" in line:
            assert ("[[a]]" not in lines[number]) == (number in code), (number, text)


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="ab[]()|#^!`\\%<->~ \n\t:./", max_size=200))
def test_whatever_the_text_marks_are_read_and_places_stay(text: str) -> None:
    marks(text)
    assert len(live(text)) == len(text)
    assert live(text).count("\n") == text.count("\n")


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from([*"ab|#!^/-_1 \n[]", "[[", "]]", "[[a#b]]", " #c"]), max_size=30).map("".join))
def test_a_text_in_which_nothing_hides_links_is_read_as_any_other(text: str) -> None:
    hiding = f"{text}\n\n`code`"
    assert marks(text).links == marks(hiding).links
    assert marks(text).tags == marks(hiding).tags


def test_a_million_number_signs_are_read_once() -> None:
    assert marks("#" * 1_000_000).headings == ()
    assert [one.text for one in marks("#" * 1_000_000 + "\n# last\n").headings] == ["last"]
