"""Notes as a whole: sections, preamble, and what is wrong with them."""

from __future__ import annotations

import re

import pytest

from adrguard.vault.note import LARGEST, parse

STATUS = re.compile("^status$", re.IGNORECASE)


def test_a_section_ends_at_the_next_heading_of_its_level() -> None:
    note = parse("n.md", b"# T\n\n## Status\n\nAccepted\n\n### Why\n\nso\n\n## Context\n\nmore\n")
    ((heading, below),) = note.sections(STATUS)
    assert heading.text == "Status"
    assert [block.text for block in below] == ["Accepted", "Why", "so"]


def test_a_heading_in_a_quote_or_a_fence_is_none() -> None:
    note = parse("n.md", b"> ## Status\n> x\n\n```\n## Status\n```\n\n- ## Status\n\n<!--\n## Status\n-->\n")
    assert not list(note.sections(STATUS))


@pytest.mark.parametrize(
    ("text", "preamble"),
    [
        pytest.param("# T\n\n* Status: x\n\n## C\n\ny\n", ["list"], id="below the title"),
        pytest.param("badge\n\n# T\n\nDate: x\n\n## C\n", ["paragraph", "paragraph"], id="around the title"),
        pytest.param("## C\n\ny\n", [], id="no title"),
        pytest.param("# T\n\n# U\n\ny\n", [], id="two titles"),
    ],
)
def test_the_preamble_is_what_stands_before_the_first_section(text: str, preamble: list[str]) -> None:
    assert [block.kind for block in parse("n.md", text.encode()).preamble()] == preamble


@pytest.mark.parametrize(("info", "severity"), [("sql", "warning"), ("kdsl", "error"), ("k-dsl", "error")])
def test_an_open_fence_is_reported_as_it_swallows_the_rest(info: str, severity: str) -> None:
    note = parse("n.md", f"# T\n\n```{info}\nx\n\n## Invariants\n\n- deny: x\n".encode())
    (problem,) = note.problems
    assert (problem.line, problem.column, problem.code, problem.severity) == (3, 1, "unclosed-fence", severity)


def test_a_note_that_is_too_large_is_not_parsed() -> None:
    note = parse("n.md", b"# T\n" + b"x" * LARGEST)
    (problem,) = note.problems
    assert problem.code == "too-large"
    assert "256 KB" in problem.message
    assert not note.blocks


def test_deep_nesting_ends_nothing() -> None:
    assert parse("n.md", b"- " * 10_000 + b"x\n" + b"> " * 10_000 + b"x\n").blocks
