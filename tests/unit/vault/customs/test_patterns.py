from datetime import datetime

import pytest

from adrguard.vault.customs import patterns
from adrguard.vault.customs.patterns import DATED, NUMBERED, PLAIN, sniff

MOMENT = datetime(2026, 3, 2, 15, 4)  # noqa: DTZ001 -- a wall clock, as a person's note has it
TITLE = "Use C++ & the 'new' API: now?"


@pytest.mark.parametrize(
    ("names", "name"),
    [
        pytest.param(["0001-foo-bar.md", "0002-x.md"], "0007-use-c-the-new-api-now.md", id="adr-tools"),
        pytest.param(["1-foo.md", "2-bar.md", "4-b.md"], "7-use-c-the-new-api-now.md", id="no padding"),
        pytest.param(["ADR-001-foo.md", "ADR-002-x-y.md"], "ADR-007-use-c-the-new-api-now.md", id="ADR-"),
        pytest.param(
            ["adr_0001_a_b.markdown", "adr_0002_c_d.markdown"],
            "adr_0007_use_c_the_new_api_now.markdown",
            id="underscores",
        ),
        pytest.param(["ADR001_Use_Foo.md", "ADR004_Use_Bar.md"], "ADR007_Use_C_the_new_API_now.md", id="capitals"),
        pytest.param(["1. Use X.md", "2. Use Y.md"], "7. Use C++ & the 'new' API now.md", id="a dot and the title"),
        pytest.param(
            ["0001 - Use X.md", "0002 - Use Y.md"], "0007 - Use C++ & the 'new' API now.md", id="a dash and the title"
        ),
        pytest.param(["adr-0001.md", "adr-0002.md"], "adr-0007-use-c-the-new-api-now.md", id="numbers only"),
        pytest.param(["20260102-foo-bar.md", "20260103-x.md"], "20260302-use-c-the-new-api-now.md", id="log4brains"),
        pytest.param(
            ["2026-01-02 Some Title.md", "2026-01-03 Another.md"],
            "2026-03-02 Use C++ & the 'new' API now.md",
            id="a day and the title",
        ),
        pytest.param(
            ["202601021530 Some Title.md", "202601030900 Another.md"],
            "202603021504 Use C++ & the 'new' API now.md",
            id="zettelkasten",
        ),
        pytest.param(["Use Redis.md", "Why Not.md"], "Use C++ & the 'new' API now.md", id="title"),
        pytest.param(["UseRedis.md", "UseKafka.md"], "UseCTheNewAPINow.md", id="camels"),
        pytest.param(["use-redis.md"], "use-c-the-new-api-now.md", id="slug"),
        pytest.param(["utf8-everywhere.md"], "use-c-the-new-api-now.md", id="a word with a digit is no prefix"),
        pytest.param(
            ["X-ADR-0001-a.md", "X-ADR-0002-b-c.md"], "X-ADR-0007-use-c-the-new-api-now.md", id="two prefixes"
        ),
        pytest.param(["0001-a.md", "0002-b-c.md", "notes.md"], "0007-use-c-the-new-api-now.md", id="most of them"),
    ],
)
def test_the_next_name_is_like_the_others(names: list[str], name: str) -> None:
    assert sniff(names).name(TITLE, MOMENT, 7) == name


@pytest.mark.parametrize("otherwise", [NUMBERED, DATED, PLAIN])
def test_without_names_it_is_as_the_table_says(otherwise: patterns.Pattern) -> None:
    assert sniff([], otherwise) == otherwise


def test_names_for_titles_without_a_word() -> None:
    assert NUMBERED.name("🚀", MOMENT, 3) == "0003.md"
    assert PLAIN.name("🚀", MOMENT) == "untitled.md"
    assert sniff(["Use Redis.md"]).name("???", MOMENT) == "untitled.md"


def test_the_numbers_of_names_leave_out_dates() -> None:
    names = ["0002-a.md", "ADR-7.md", "20260102-a.md", "2026-01-02.md", "utf8-x.md", "b.md"]
    assert patterns.numbers(names) == (2, 7)


@pytest.mark.parametrize(
    ("names", "name"),
    [
        pytest.param(["12-factor-apps.md"], "use-it.md", id="a number in a title"),
        pytest.param(["12 factor apps.md"], "use it.md", id="a number in a title as it is"),
        pytest.param(["3-ways-to-cache.md", "12-factor-apps.md"], "use-it.md", id="two numbers that are no series"),
        pytest.param(["1-0.md", "1-1.md"], "use-it.md", id="the same number twice"),
        pytest.param(["2026-11-30-release.md"], "use-it.md", id="a date in a title"),
        pytest.param(["abc-12-queue.md"], "use-it.md", id="a ticket in a title"),
        pytest.param(["rfc-7231.md"], "use-it.md", id="a known prefix in a title"),
        pytest.param(["2026-01-02-a.md", "2026-01-03-b.md", "c.md", "d.md"], "use-it.md", id="half of them"),
        pytest.param(["1-a.md", "2-b.md", "3-c.md"], "4-use-it.md", id="a series"),
        pytest.param(["KB-12-a.md", "KB-13-b.md"], "KB-14-use-it.md", id="a series that goes on"),
        pytest.param(["0003-a.md", "0012-b.md"], "0013-use-it.md", id="a padded series"),
    ],
)
def test_one_note_is_no_habit(names: list[str], name: str) -> None:
    found = sniff(names)
    assert found.name("Use it", MOMENT, max(patterns.numbers(names), default=0) + 1) == name


@pytest.mark.parametrize(
    ("names", "otherwise"),
    [
        pytest.param(["20260102-use-redis.md"], NUMBERED, id="a decision of a day"),
        pytest.param(["1-retry-storm.md"], DATED, id="a log with a number"),
    ],
)
def test_one_note_that_is_named_otherwise_leaves_the_table_as_it_is(
    names: list[str], otherwise: patterns.Pattern
) -> None:
    assert sniff(names, otherwise) == otherwise


def test_one_note_without_any_lead_is_followed() -> None:
    assert sniff(["Use Redis.md"], NUMBERED).name("Say it", MOMENT, 2) == "Say it.md"
