from __future__ import annotations

from adrguard.matchers.brief import LONGEST, brief


def test_what_is_short_is_quoted_by_the_report_itself():
    assert brief("f(1)") == ""
    assert brief("x" * LONGEST) == ""


def test_what_is_long_loses_its_end_and_its_line_breaks():
    assert brief("f(\n" + "  1,\n" * 100) == ("f( " + "1, " * 100)[: LONGEST - 1] + "…"
