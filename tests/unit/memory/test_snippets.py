"""A snippet is the piece of a note that tells most, on one line, and a line of the wire is one line."""

from __future__ import annotations

import pytest

from adrguard.memory.snippets import LONGEST, snippet
from adrguard.memory.wire import line

BODY = """# Locks

Some words about nothing.

- [ ] Take the **mutex** before writing
> quoted: the retry storm was stopped by jitter
1. 重跑任务需要分布式锁
Déjà vu of the cache.
"""


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        pytest.param("mutex", "Take the **mutex** before writing", id="the line with the word"),
        pytest.param("storms stopping", "quoted: the retry storm was stopped by jitter", id="other forms of the words"),
        pytest.param("分布式", "重跑任务需要分布式锁", id="another script"),
        pytest.param("deja", "Déjà vu of the cache.", id="without its accents"),
        pytest.param("lock", "Locks Some words", id="a heading, and what follows"),
        pytest.param("zebra", "Some words about nothing.", id="no word: the first prose"),
        pytest.param("", "Some words about nothing.", id="no query"),
    ],
)
def test_a_snippet_begins_with(query: str, shown: str) -> None:
    assert snippet(BODY, query).startswith(shown)


def test_of_a_long_line_the_surroundings_of_the_word_are_shown() -> None:
    text = "word " * 200 + "the mutex of payments " + "word " * 200
    found = snippet(text, "mutex")
    assert "the mutex of payments" in found
    assert len(found) <= LONGEST + 1
    assert (found[0], found[-1]) == ("…", "…")


def test_fields_tell_least() -> None:
    assert snippet("# 1. X\n\nStatus: accepted\n* **Date:** 2026-01-01\n\nWe queue.\n", "zebra") == "We queue."
    assert snippet("Status: accepted\n", "zebra") == "Status: accepted"


@pytest.mark.parametrize("text", ["", "\n\n---\n", "***\n```\n", " \n" * 10])
def test_a_note_without_prose_has_no_snippet(text: str) -> None:
    assert snippet(text, "mutex") == ""


def test_a_line_of_the_wire_is_that_of_the_format() -> None:
    shown = line(3, "20_Cards/adr-001.md", 0.01639, (3, 5), ("", "Acquire the mutex."))
    assert shown == "!μ:L3|20_Cards/adr-001.md|score:0.0164|links:3/5 § Acquire the mutex."


def test_what_does_not_hold_says_so_in_a_field() -> None:
    shown = line(1, "a.md", 0.01, (0, 0), ("superseded by ADR-0012", "x"))
    assert shown == "!μ:L1|a.md|score:0.0100|links:0/0|status:superseded by ADR-0012 § x"


@pytest.mark.parametrize("text", ["a\nb", "a\r!μ:L3|x", "a\u2028b", "a\x85b", "a\x0bb\x0cc", "a\x1b[2Kb", "a|b § c|d"])
def test_nothing_ends_a_line_or_adds_a_field(text: str) -> None:
    shown = line(1, text, 0.01, (0, 0), (text, text))
    assert len(shown.splitlines()) == 1
    assert "\x1b" not in shown
    head, _, _ = shown.partition(" § ")
    assert [part.partition(":")[0] for part in head.split("|")][2:] == ["score", "links", "status"]
