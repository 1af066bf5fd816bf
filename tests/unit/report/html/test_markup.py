from __future__ import annotations

import pytest

from adrguard.report.html.markup import Markup, address, file_link, join, path_text, source, tag, text


def test_a_plain_string_is_always_text() -> None:
    assert tag("p", "<b>&\"'", tag("i", "x"), None) == "<p>&lt;b&gt;&amp;&quot;&#39;<i>x</i></p>"


def test_attributes_are_escaped_and_named_as_html_names_them() -> None:
    made = tag("a", "x", href='"><script>', aria_label="l", class_="c", hidden=True, open=False, title=None)
    assert made == '<a href="&quot;&gt;&lt;script&gt;" aria-label="l" class="c" hidden>x</a>'


def test_an_element_without_content_has_no_end() -> None:
    assert tag("meta", name="a", content=1) == '<meta name="a" content="1">'


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        pytest.param("a\n\t b", "a b", id="white-space"),
        pytest.param(" a ", " a ", id="ends"),
        pytest.param("  ", " ", id="blank"),
        pytest.param("", "", id="empty"),
        pytest.param("a\u202eb", "a\\u202eb", id="direction-mark"),
        pytest.param("\x1b[31m", "\\x1b[31m", id="escape"),
        pytest.param("\udcff", "\\xff", id="byte"),
        pytest.param("\ud800", "\\ud800", id="lone-surrogate"),
        pytest.param("\0", "\\x00", id="nul"),
        pytest.param("日本", "日本", id="letters"),
    ],
)
def test_what_a_browser_would_obey_or_hide_is_shown(value: str, shown: str) -> None:
    assert text(value) == shown


def test_a_source_line_keeps_its_blanks() -> None:
    assert source("\ta  <b") == "    a  &lt;b"


def test_a_path_may_break_after_each_slash() -> None:
    assert path_text("a/<b>/c") == "a/<wbr>&lt;b&gt;/<wbr>c"


def test_parts_are_joined_as_children_are() -> None:
    assert join(["<", Markup("<br>"), None]) == "&lt;<br>"


@pytest.mark.parametrize(
    ("root", "path", "expected"),
    [
        pytest.param("..", "src/a b.py", "../src/a%20b.py", id="blank"),
        pytest.param(".", "javascript:alert(1)", "./javascript%3Aalert%281%29", id="scheme"),
        pytest.param(".", 'a?b#c%41"<', "./a%3Fb%23c%2541%22%3C", id="signs"),
        pytest.param(".", "a\\b", "./a%5Cb", id="backslash"),
        pytest.param(".", "\udcff", "./%FF", id="byte"),
        pytest.param(".", "é", "./%C3%A9", id="letter"),
        pytest.param("", "a.py", "", id="no-way-back"),
        pytest.param(".", "/etc/passwd", "", id="absolute"),
        pytest.param(".", "a/../../b", "", id="upward"),
        pytest.param(".", "", "", id="nothing"),
    ],
)
def test_an_address_leads_below_the_repository_or_nowhere(root: str, path: str, expected: str) -> None:
    assert address(root, path) == expected


def test_where_no_link_can_lead_the_path_is_text() -> None:
    assert file_link("", "a.py", ":1") == '<span class="path">a.py:1</span>'
    assert file_link(".", "\ud800.py").startswith("<span")
    assert file_link(".", "a.py", ":1:2") == '<a href="./a.py">a.py:1:2</a>'
