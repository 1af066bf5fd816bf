from datetime import datetime

import pytest

from adrguard.vault.customs.moments import spelt

MOMENT = datetime(2026, 3, 2, 15, 4, 5)  # noqa: DTZ001 -- a wall clock, as a person's note has it


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("YYYY-MM-DD", "2026-03-02"),
        ("YYYYMMDDHHmm", "202603021504"),
        ("YYYY/MM", "2026/03"),
        ("D MMM YY", "2 Mar 26"),
        ("dddd, MMMM Do YYYY", "Monday, March 2nd 2026"),
        ("h:mm A", "3:04 PM"),
        ("HH:mm:ss", "15:04:05"),
        ("GGGG-[W]WW", "2026-W10"),
        ("[day] DDD, Qo", "day 61, 1o"),
        ("plain: ", "pl3in: "),
        ("", ""),
    ],
)
def test_a_moment_is_spelt_by_its_tokens(form: str, text: str) -> None:
    assert spelt(MOMENT, form) == text.replace("pl3in", spelt(MOMENT, "pl") + spelt(MOMENT, "a") + "in")


@pytest.mark.parametrize(
    ("day", "text"), [(1, "1st"), (3, "3rd"), (11, "11th"), (12, "12th"), (22, "22nd"), (31, "31st")]
)
def test_ordinals(day: int, text: str) -> None:
    assert spelt(datetime(2026, 1, day), "Do") == text  # noqa: DTZ001 -- as above
