from __future__ import annotations

import pytest
from markdown_it import MarkdownIt

from adrguard.report.markup import code, prose


@pytest.mark.parametrize(
    "text", ["a", "`", "``", "a`b", "`a`", "```x````", "a|b", "<b>", "![x](y)", "@me", "\\", " a ", "*", "&amp;"]
)
def test_a_code_span_shows_what_it_is_given(text):
    (block,) = (one for one in MarkdownIt().parse(f"- {code(text)}") if one.type == "inline")
    assert [(one.type, one.content) for one in block.children] == [("code_inline", text.strip())]


def test_blank_text_is_called_nothing():
    assert code(" \n") == prose("") == "(nothing)"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        pytest.param("Name the columns, please: it's cheaper (and safer).", True, id="a sentence"),
        pytest.param("größe und Länge", True, id="letters of all kinds"),
        pytest.param("ask @octocat", False, id="a mention"),
        pytest.param("see #12", False, id="a reference"),
        pytest.param("see GH-12", False, id="a reference with a word"),
        pytest.param("see https://evil.example", False, id="an address"),
        pytest.param("www.evil.example", False, id="an address without a scheme"),
        pytest.param("as of deadbeefcafe", False, id="a commit"),
        pytest.param("a <b>bold</b> word", False, id="HTML"),
        pytest.param("some *stars*", False, id="stars"),
        pytest.param("a\u202eb", False, id="a direction mark"),
    ],
)
def test_prose_is_plain_only_where_it_is_nothing_but_words(text, plain):
    assert (prose(text) == text) is plain
    assert prose(text).startswith("`") is not plain
