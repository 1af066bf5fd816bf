from __future__ import annotations

import re

from fakes.surveying import Shape, finding, survey

from adrguard.model.findings import Outcome
from adrguard.report.html.trend import trend
from adrguard.report.survey import Earlier


def of(*counts: int):
    outcomes = [Outcome(findings=tuple(finding() for _ in range(count)), files=9) for count in counts]
    earlier = tuple(Earlier(f"{index}.json", one) for index, one in enumerate(outcomes[:-1]))
    return survey().replace(earlier=earlier, outcome=outcomes[-1])


def test_without_earlier_reports_there_is_none() -> None:
    assert trend(of(3)) == ""


def test_the_line_and_the_table_say_the_same() -> None:
    made = trend(of(4, 8, 2))
    assert "Violations: from 4 to 2, at most 8" in made
    assert 'points="6.0,35.0 150.0,6.0 294.0,49.5"' in made
    rows = re.findall(
        r'<th scope="row" role="rowheader">([^<]*)</th><td role="cell" class="number" data-label="Violations">(\d+)',
        made,
    )
    assert rows == [("0.json", "4"), ("1.json", "8"), ("now", "2")]
    assert "<svg" in made
    assert "<title>Violations over 3 reports: from 4 to 2, at most 8</title>" in made


def test_of_many_reports_the_latest_are_shown() -> None:
    made = Shape(trend(of(*range(105)))).text
    assert "4.json" in made
    assert "… and 4 more earlier reports." in made
    assert "3.json" not in re.sub(r"\d3\.json", "", made)


def test_a_part_of_a_tree_is_called_one() -> None:
    part = survey().replace(earlier=(Earlier("a.json", Outcome(shard=(1, 2))),))
    assert "a.json (part 1 of 2)" in Shape(trend(part)).text
