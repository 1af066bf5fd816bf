"""Values as YAML: plain where no reader can take them for anything else."""

from __future__ import annotations

import pytest

from adrguard.vault.head.yaml_text import DOUBLE, SINGLE, scalar


@pytest.mark.parametrize(
    "text",
    [
        "accepted",
        "ADR-0012",
        "0012-use-x",
        "2026-12-01",
        "docs/adr/0012-x.md",
        "two words",
        "D\u00e9j\u00e0 vu",
        "\u6f22\u5b57",
    ],
)
def test_words_days_ids_and_paths_are_plain(text: str) -> None:
    assert scalar(text) == text


@pytest.mark.parametrize(
    "text",
    ["", "12", "012", "1.5", "1e3", "0x1F", "0b1", "12:30", "yes", "No", "TRUE", "null", "~", "y", "a: b", "a #b", "- a", "[[x]]",
     "{{x}}", "*a", "&a", "!a", "a,b", "a?", " a", "a ", "@a", "`a`", "%a", "|", ">", "a:", "#a", "--- a"],
)  # fmt: skip
def test_whatever_might_be_more_than_text_is_quoted(text: str) -> None:
    assert scalar(text) == f'"{text}"'


@pytest.mark.parametrize(
    ("text", "style", "expected"),
    [
        pytest.param("a", SINGLE, "'a'", id="the style given"),
        pytest.param("it's", SINGLE, "'it''s'", id="a single quote"),
        pytest.param('"a"', DOUBLE, '"\\"a\\""', id="a double quote"),
        pytest.param('say "a"', "", "'say \"a\"'", id="single quotes where double ones would need escapes"),
        pytest.param("a\tb", SINGLE, '"a\\tb"', id="what single quotes cannot say"),
        pytest.param("a\u2028b", SINGLE, '"a\\U00002028b"', id="a line separator"),
    ],
)
def test_quotes(text: str, style: str, expected: str) -> None:
    assert scalar(text, style) == expected
