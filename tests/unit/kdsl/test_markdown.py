"""Markdown's escapes, links and code spans, as an author sees them, with markdown-it-py as the witness."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from adrguard.kdsl.markdown import SPAN, as_quoted, as_span, plain, span_text

PARSER = MarkdownIt("commonmark").disable(["emphasis", "entity", "html_inline", "image"])


def seen(source):
    """What a reader of the rendered text sees, code spans with their backticks."""
    (paragraph,) = [token for token in PARSER.parse("x" + source) if token.type == "inline"]
    return "".join(token.content for token in paragraph.children if token.type in ("text", "text_special"))[1:]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        pytest.param(r"SELECT \* FROM", "SELECT * FROM", id="star"),
        pytest.param(r"snake\_case", "snake_case", id="underscore"),
        pytest.param(r"a\\b", "a\\b", id="backslash"),
        pytest.param(r"C:\temp", r"C:\temp", id="no escape before a letter"),
        pytest.param(r"\`x\`", "`x`", id="escaped backticks"),
        pytest.param("a\\", "a\\", id="backslash at the end"),
        pytest.param("[requests](https://example.org)", "requests", id="link"),
        pytest.param('see [a\\_b](./c.md "title") now', "see a_b now", id="link with a title"),
        pytest.param("<https://example.org/a>", "https://example.org/a", id="autolink"),
        pytest.param("<script>", "<script>", id="HTML"),
        pytest.param("a[0][1]", "a[0][1]", id="brackets"),
        pytest.param("[[nodiscard]]", "[[nodiscard]]", id="double brackets"),
        pytest.param("**kwargs", "**kwargs", id="emphasis stays"),
        pytest.param(r"`a\*b` \*", r"`a\*b` *", id="nothing is undone in code spans"),
        pytest.param("` x", "` x", id="an open backtick"),
        pytest.param(r"``a\`", r"``a`", id="open backticks"),
    ],
)
def test_what_the_author_sees_is_what_is_meant(source, text):
    found = plain(source)
    assert found.text == text
    assert found.doubts == ()


@pytest.mark.parametrize(
    "source",
    [
        "handlers[name](event)",
        "a[0](x)",
        "[name](event)",
        "![alt](https://example.org/a.png)",
        "x[y](https://example.org)",
    ],
)
def test_what_only_looks_like_a_link_stays_and_is_doubted(source):
    found = plain(source)
    assert found.text == source
    assert len(found.doubts) == 1


@given(st.text("ab\\*_`[]<>!. ", max_size=30).filter(lambda text: "](" not in text and "`" not in text))
def test_escapes_are_undone_as_a_parser_of_markdown_does(source):
    assert plain(source).text.rstrip() == seen(source).rstrip() or source != source.strip()


@given(st.text(max_size=40))
def test_every_character_knows_where_it_stands(source):
    found = plain(source)
    assert len(found.at) == len(found.text) + 1
    assert [source[at] for at in found.at[:-1]] == list(found.text)


@given(st.text("a`* \\", min_size=1, max_size=20))
def test_a_text_survives_its_code_span(text):
    source = as_span(text)
    span = SPAN.fullmatch(source)
    assert span is not None
    assert span_text(span["body"]) == text


@given(st.text(max_size=40), st.booleans())
def test_a_text_survives_its_quotes(text, literal):
    source = as_quoted(text, literal=literal)
    if literal:
        assert source[1:-1].replace('\\"', "\0").count('"') == 0
    else:
        assert plain(source[1:-1]).text == text
        assert plain(source[1:-1]).doubts == ()
