from __future__ import annotations

from adrguard.model.errors import Problem
from adrguard.report.problems import lines, tally

ERROR = Problem("a.md", 7, 3, "unknown verb 'denny'", "did you mean `deny`?", "unknown-verb", "error", "- denny: x")


def test_a_problem_names_place_message_and_way_out_with_a_caret():
    assert lines([ERROR]) == [
        "- a.md:7:3: error: unknown verb 'denny' [unknown-verb]",
        "    7 | - denny: x",
        "      |   ^",
        "  Hint: did you mean `deny`?",
    ]


def test_a_problem_without_a_place_is_one_line():
    assert lines([Problem("a.md", 0, 0, "too large", severity="warning")]) == ["- a.md: warning: too large"]


def test_problems_are_counted_by_severity():
    warning = ERROR.replace(severity="warning")
    assert tally([]) == "no mistakes"
    assert tally([ERROR]) == "1 error"
    advice = ERROR.replace(severity="advice")
    assert tally([warning, ERROR, warning]) == "1 error, 2 warnings"
    assert tally([warning, advice]) == "1 warning, 1 piece of advice"
    assert tally([advice, advice]) == "no mistakes, 2 pieces of advice"


def test_neither_message_nor_hint_can_forge_a_line():
    evil = ERROR.replace(path="a\nb", message="x\n- ok\x1b[0m", hint="y\nz", code="c\nd", excerpt="e\x1b[2J")
    assert all(line.isprintable() for line in lines([evil]))
