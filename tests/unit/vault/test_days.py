"""Days as people spell them."""

from __future__ import annotations

import pytest

from adrguard.vault.days import iso


@pytest.mark.parametrize(
    "text",
    [
        "2026-01-02",
        "2026-1-2",
        "2026/01/02",
        "2026-01-02; last update 2026-05-06",
        "2026-01-02T10:00:00Z",
        "02.01.2026",
        "2. 1. 2026",
        "2 January 2026",
        "2nd of January".replace("of January", "Jan 2026"),
        "02-Jan-2026",
        "January 2, 2026",
        "Jan. 2nd 2026",
        "2026\u5e741\u67082\u65e5",
        "2026\ub144 1\uc6d4 2\uc77c",
    ],
)
def test_a_day_becomes_iso(text: str) -> None:
    assert iso(text) == "2026-01-02"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("31/03/2026", "2026-03-31"),
        ("03/03/2026", "2026-03-03"),
        ("03/04/2026", "03/04/2026"),
        ("31/06/2026", "31/06/2026"),
        ("November 2024", "November 2024"),
        ("12026-06-23", "12026-06-23"),
        ("2 Foo 2026", "2 Foo 2026"),
        ("YYYY-MM-DD", "YYYY-MM-DD"),
        ("2026", "2026"),
        ("", ""),
    ],
)
def test_what_is_in_doubt_stays_as_it_is(text: str, expected: str) -> None:
    assert iso(text) == expected
