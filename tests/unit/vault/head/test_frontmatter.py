"""Frontmatter: what is said, where it is said, and every way in which it can be broken."""

from __future__ import annotations

import pytest

from adrguard.vault.head.frontmatter import Frontmatter, read
from adrguard.vault.head.values import scalars
from adrguard.vault.source import Source


def head(text: str) -> tuple[Frontmatter, Source]:
    source = Source("n.md", text.encode())
    return read(source), source


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("---\nstatus: accepted\n---\n# T\n", id="dashes"),
        pytest.param("---\nstatus: accepted\n...\n# T\n", id="dots at the end"),
        pytest.param("---  \nstatus: accepted\n---\t\n# T\n", id="blanks after the fence"),
        pytest.param("---\r\nstatus: accepted\r\n---\r\n# T\r\n", id="crlf"),
        pytest.param("---\rstatus: accepted\r---\r# T\r", id="lone carriage returns"),
        pytest.param("\ufeff---\nstatus: accepted\n---\n# T\n", id="byte-order mark"),
        pytest.param("---\nstatus: accepted # for now\n---\n# T\n", id="comment"),
        pytest.param("---\n'Status': \"accepted\"\n---\n# T\n", id="quotes and capitals"),
        pytest.param('+++\nstatus = "accepted"\n+++\n# T\n', id="toml"),
    ],
)
def test_the_value_is_found(text: str) -> None:
    found, source = head(text)
    assert found.text("status") == "accepted"
    assert source.lines[found.body] == "# T"
    assert not found.problems
    value = found.first("status")
    assert value is not None
    assert source.text[value.start :].lstrip("\"'").startswith("accepted")


@pytest.mark.parametrize(
    ("yaml", "text"),
    [
        pytest.param("2026-01-02", "2026-01-02", id="a date stays as written"),
        pytest.param("008", "008", id="a number keeps its zeros"),
        pytest.param("0x1F", "0x1F", id="hexadecimal"),
        pytest.param("yes", "yes", id="a word that YAML takes for a truth"),
        pytest.param("~", "", id="null"),
        pytest.param("'~'", "~", id="a quoted tilde"),
        pytest.param("", "", id="nothing"),
        pytest.param("!!python/object:os.system x", "x", id="a tag runs nothing"),
        pytest.param("[[ADR-3]]", "ADR-3", id="an unquoted WikiLink"),
    ],
)
def test_a_value_is_the_text_that_was_written(yaml: str, text: str) -> None:
    assert head(f"---\nkey: {yaml}\n---\n")[0].text("key") == text


def test_lists_are_flattened_in_order() -> None:
    found, _ = head("---\nsupersedes:\n  - ADR-1\n  - [ADR-2, [ADR-3]]\n---\n")
    assert [one.text for one in scalars(found.get("supersedes"))] == ["ADR-1", "ADR-2", "ADR-3"]


@pytest.mark.parametrize("key", ["superseded_by", "superseded-by", "Superseded By", "SUPERSEDED_BY"])
def test_a_key_has_many_spellings(key: str) -> None:
    assert head(f"---\n{key}: ADR-1\n---\n")[0].text("superseded_by") == "ADR-1"


@pytest.mark.parametrize(
    ("text", "line", "column", "hint"),
    [
        pytest.param("---\nid: 1\ninvariants:\n  - deny: `x`\n---\n", 4, 11, "- 'deny: `x`'", id="unquoted backtick"),
        pytest.param("---\na: b: c\n---\n", 2, 5, "quotes", id="two colons"),
        pytest.param("---\na: [1\nb: 2\n---\n", 2, 4, "quotes", id="bracket never closed"),
        pytest.param("---\na:\n\t- x\n---\n", 3, 1, "tabs", id="tab"),
        pytest.param("---\na: \x01\n---\n", 2, 4, "quotes", id="control character"),
        pytest.param("---\r\nid: 1\r\na: 'x\r\n---\r\n", 3, 4, "quotes", id="crlf"),
        pytest.param("---\n- a\n- b\n---\n", 2, 1, "key: value", id="a list"),
        pytest.param("---\njust words\n---\n", 2, 1, "key: value", id="no mapping"),
        pytest.param("---\ntag:Web\n---\n", 2, 1, "'tag: …'", id="no blank after the colon"),
        pytest.param("---\na: 1\n# T\n", 1, 1, "---", id="never closed"),
        pytest.param("+++\na = 1\n", 1, 1, "+++", id="toml never closed"),
        pytest.param("+++\na = 1\nb = = 2\n+++\n", 3, 5, "", id="broken toml"),
        pytest.param("+++\r\na = 1\r\nb = = 2\r\n+++\r\n", 3, 5, "", id="broken toml, crlf"),
    ],
)
def test_what_is_broken_is_named_with_its_place(text: str, line: int, column: int, hint: str) -> None:
    found, source = head(text)
    assert found.broken
    (problem,) = found.problems
    assert problem.severity == "error"
    assert (problem.line, problem.column) == (line, column), problem
    assert hint in problem.hint
    assert problem.excerpt == source.text.split("\n")[line - 1].rstrip("\r")


def test_a_key_that_stands_twice_is_an_error_at_the_second() -> None:
    found, _ = head("---\nstatus: accepted\nstatus: rejected\n---\n")
    (problem,) = found.problems
    assert (problem.line, problem.column, problem.code) == (3, 1, "duplicate-key")
    assert "line 2" in problem.message
    assert found.text("status") == "accepted"
    assert not found.broken


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("# T\n", id="none"),
        pytest.param("---\n\nA rule across the page.\n", id="a thematic break"),
        pytest.param("---\n---\n# T\n", id="empty"),
        pytest.param("", id="an empty note"),
        pytest.param("---", id="only dashes"),
    ],
)
def test_no_frontmatter_is_no_mistake(text: str) -> None:
    found, _ = head(text)
    assert not found.entries
    assert not found.problems


@pytest.mark.parametrize(
    "yaml",
    [
        pytest.param("a: " + "[" * 5000, id="flow lists"),
        pytest.param("a:\n " + "- " * 5000, id="block lists"),
        pytest.param("a: &x [*x]", id="a list that holds itself"),
        pytest.param("a: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]", id="aliases that multiply"),
    ],
)
def test_hostile_yaml_is_refused_and_not_followed(yaml: str) -> None:
    found, _ = head(f"---\n{yaml}\n---\n")
    assert [problem.severity for problem in found.problems].count("error") >= 1


def test_toml_values_are_found_in_their_places() -> None:
    found, source = head('+++\nid = "ADR-1"\n[more]\nid = "x"\n+++\n')
    value = found.first("id")
    assert value is not None
    assert source.position(value.start) == (2, 7)
