"""A line of Markdown that says another status."""

from __future__ import annotations

import pytest

from adrguard.vault.restating.status_line import cased, reworded, superseded
from adrguard.vault.status import TABLE


@pytest.mark.parametrize(
    ("like", "expected"),
    [
        ("proposed", "accepted"),
        ("Proposed", "Accepted"),
        ("PROPOSED", "ACCEPTED"),
        ("**Draft**", "Accepted"),
        ("", "accepted"),
    ],
)
def test_the_case_stays(like: str, expected: str) -> None:
    assert cased("accepted", like) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("accepted", "superseded by [A](a.md)", id="a word"),
        pytest.param("superseded", "superseded by [A](a.md)", id="without a successor"),
        pytest.param("superseded by ADR-1", "superseded by ADR-1, [A](a.md)", id="with one"),
        pytest.param(
            "superseded by ADR-1 <!-- c -->", "superseded by ADR-1, [A](a.md) <!-- c -->", id="with a comment"
        ),
        pytest.param("{draft | superseded by ADR-5}", "superseded by [A](a.md)", id="a template's choice"),
        pytest.param(
            "Accepted, supersedes ADR-3", "Superseded by [A](a.md), supersedes ADR-3", id="it supersedes another"
        ),
    ],
)
def test_a_successor(line: str, expected: str) -> None:
    assert superseded(line, ["[A](a.md)"], TABLE) == expected


@pytest.mark.parametrize(
    ("line", "date", "expected"),
    [
        pytest.param("Proposed", "", "Accepted", id="a word"),
        pytest.param("Proposed 2026-01-02", "2026-12-01", "Accepted 2026-12-01", id="a day"),
        pytest.param("Proposed 2026-01-02", "", "Accepted", id="a day, and none is given"),
        pytest.param("Proposed by the team", "2026-12-01", "Accepted", id="more than a day"),
        pytest.param("_Proposed_.", "", "_Accepted_.", id="emphasis"),
    ],
)
def test_another_word(line: str, date: str, expected: str) -> None:
    assert reworded(line, "accepted", date, TABLE) == expected
