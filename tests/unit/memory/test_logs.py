from __future__ import annotations

import pytest

from adrguard.memory.logs import Dated, Entry, latest, read


def days(*paths: str, project: str = "pay") -> list[tuple[str, str]]:
    return [(one.path, one.day) for one in latest([(path, 86_400.0) for path in paths], project)]


def test_the_latest_by_name_come_first_and_those_without_a_day_last() -> None:
    assert days(
        "01_AI_Logs/2026-01-02-a.md", "30_Logs/20260304-b.md", "logs/undated.md", "01_AI_Logs/x/2025-12-31.md"
    ) == [
        ("30_Logs/20260304-b.md", "2026-03-04"),
        ("01_AI_Logs/2026-01-02-a.md", "2026-01-02"),
        ("01_AI_Logs/x/2025-12-31.md", "2025-12-31"),
        ("logs/undated.md", "1970-01-02"),
    ]


def test_only_logs_are_logs() -> None:
    assert days("20_Cards/2026-01-02-a.md", "01_AI_Logs/README.md", "01_AI_Logs/templates/2026-01-01.md", "a.md") == []


def test_another_projects_folder_is_its_own() -> None:
    found = days("10_Projects/pay/logs/2026-01-02.md", "10_Projects/web/logs/2026-01-03.md")
    assert found == [("10_Projects/pay/logs/2026-01-02.md", "2026-01-02")]


def test_a_day_that_is_none_is_no_day() -> None:
    assert days("01_AI_Logs/2026-02-31-a.md") == [("01_AI_Logs/2026-02-31-a.md", "1970-01-02")]


def test_a_moment_beyond_the_calendar_is_no_day() -> None:
    assert latest([("logs/a.md", 1e30)], "") == [Dated("logs/a.md", "", certain=False)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            "---\nsummary: It is **over**.\nproject: pay\n---\n# T\n",
            Entry("2026-01-02", "pay", "It is over."),
            id="summary",
        ),
        pytest.param("# Mended [[x|the storm]]\n", Entry("2026-01-02", "", "Mended the storm"), id="title"),
        pytest.param("", Entry("2026-01-02", "", "retry storm"), id="name"),
        pytest.param("no heading\n", Entry("2026-01-02", "", "retry storm"), id="no-title"),
        pytest.param("---\ndate: 2020-01-01\n---\n# T\n", Entry("2026-01-02", "", "T"), id="the-name-knows-the-day"),
    ],
)
def test_a_log_says_its_conclusion_or_its_title(text: str, expected: Entry) -> None:
    assert read(Dated("01_AI_Logs/2026-01-02-retry-storm.md", "2026-01-02", certain=True), text.encode()) == expected


def test_the_day_in_a_log_counts_where_its_name_has_none() -> None:
    assert (
        read(Dated("logs/a.md", "1970-01-01", certain=False), b"---\ndate: 2026-05-06\n---\n# T\n").day == "2026-05-06"
    )
