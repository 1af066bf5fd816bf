from __future__ import annotations

import io
import subprocess
import sys

import pytest

from adrguard.model.findings import Cost, Outcome, Unjudged
from adrguard.report import text


def test_one_violation_is_reported_as_the_contract_says(finding):
    outcome = Outcome(findings=(finding,), rules=118, files=12, elapsed_ms=3.1)
    assert text.render(outcome) == (
        "❌ Living ADR Guard Failure: 1 violation (3.1 ms, 118 rules, 12 files)\n"
        "- [ADR-008-QuerySafety] src/db.rs:41:22: 'SELECT * FROM' violates invariant 'deny: SELECT * FROM'.\n"
        '    41 | let q = sqlx::query("SELECT * FROM users").fetch_all(&pool);\n'
        "       |                      ^^^^^^^^^^^^^\n"
        "  Remediation: Specify explicit columns to prevent schema leaks and unindexed full scans.\n"
        "  Reference: [[20_Cards/adr-008-sql-best-practices.md]]\n"
    )


def test_everything_there_is_to_say_is_said_and_counted(everything):
    report = text.render(everything)
    for said in (
        "Failure: 1 violation, 1 error in decisions or configuration (3.1 ms, 118 rules, 12 files)",
        "1 advisory, not blocking:",
        "goes against invariant",
        "Only advice: the decision is only proposed",
        "Detail: in a merge",
        "1 suppressed by a comment:",
        "is allowed at line 40: legacy, see the plan",
        "1 weakening of the rules by this change (weakening is 'warn' for 'command'):",
        "- removed [ADR-1#abcdef] docs/adr/0001.md:3",
        "Before: deny: eval(",
        "After: (nothing)",
        "1 not judged:",
        "- logo.png: binary",
        "1 not reached",
        "- b.py, [ADR-1#x]: the budget",
        "1 error, 1 warning in decisions or configuration:",
        "- docs/adr/0002.md:7:3: error: unknown verb 'denny' [verb]",
        "Hint: did you mean `deny`?",
        "26 known findings in the baseline, not shown.",
        "1.50 ms  ADR-1#abcdef",
        "Note: The baseline was read from HEAD.",
    ):
        assert said in report


@pytest.mark.parametrize(
    ("outcome", "header"),
    [
        pytest.param(
            Outcome(rules=118, files=12, elapsed_ms=1),
            "✅ Living ADR Guard: clean (1.0 ms, 118 rules, 12 files)",
            id="clean",
        ),
        pytest.param(
            Outcome(rules=1, files=0), "✅ Living ADR Guard: nothing to judge (0.0 ms, 1 rule, 0 files)", id="no files"
        ),
        pytest.param(
            Outcome(rules=0, files=1, elapsed_ms=2500),
            "✅ Living ADR Guard: nothing to judge (2.50 s, 0 rules, 1 file)",
            id="no rules",
        ),
        pytest.param(
            Outcome(rules=1, files=1, unjudged=(Unjudged("a", "binary", "binary"),)),
            "⚠ Living ADR Guard: 0 violations in what was judged, 1 not judged (0.0 ms, 1 rule, 1 file)",
            id="something not judged never reads as clean",
        ),
        pytest.param(
            Outcome(rules=1, files=1, unjudged=(Unjudged("a", "late", "budget"),)),
            "❌ Living ADR Guard Incomplete: 0 violations in what was judged, 1 not reached (0.0 ms, 1 rule, 1 file)",
            id="out of time, blocking",
        ),
        pytest.param(
            Outcome(
                rules=1,
                files=1,
                on_budget="warn",
                unjudged=(Unjudged("a", "late", "budget"), Unjudged("b", "x", "link")),
            ),
            "⚠ Living ADR Guard: 0 violations in what was judged, 1 not judged, 1 not reached (0.0 ms, 1 rule, 1 file)",
            id="out of time, not blocking",
        ),
    ],
)
def test_the_header_says_what_the_verdict_is_about(outcome, header):
    assert text.render(outcome).splitlines()[0] == header


def test_mistakes_alone_are_an_error_and_never_read_as_clean(everything):
    header = text.render(everything.replace(findings=(), unjudged=())).splitlines()[0]
    assert header.startswith(
        "❌ Living ADR Guard Error: 1 error in decisions or configuration; 0 violations in what was"
    )


def test_a_weakening_that_blocks_is_a_failure(everything):
    outcome = Outcome(weakened=everything.weakened, weakening="block", rules=1, files=1)
    assert text.render(outcome).startswith("❌ Living ADR Guard Failure: 0 violations, 1 weakening of the rules (")


def test_hostile_text_can_neither_forge_a_line_nor_move_the_cursor(everything, finding, rule):
    evil = "x\n- [ADR-1] fine.py:1:1: ok\x1b[2J\x1b]0;title\x07\u202e\r\x9b31m"
    hostile = finding.replace(
        rule=rule.replace(decision=evil, note=evil, because=evil, remediation=evil, invariant=evil),
        path=evil, shown=evil, excerpt=evil, detail=evil, note=evil,
    )  # fmt: skip
    problem = everything.problems[0].replace(path=evil, message=evil, hint=evil, code=evil, excerpt=evil)
    weak = everything.weakened[0].replace(how=evil, path=evil, rule=evil, before=evil, after=evil)
    outcome = everything.replace(
        findings=(hostile, hostile.replace(level="advise")),
        suppressed=(everything.suppressed[0].replace(finding=hostile, reason=evil),),
        unjudged=(Unjudged(evil, evil, "binary", evil),),
        weakened=(weak,),
        problems=(problem,),
        notes=(evil,),
    )  # fmt: skip
    report = text.render(outcome)
    assert all(line.isprintable() for line in report.split("\n"))
    assert not any(line.startswith("- [ADR-1] fine") for line in report.split("\n"))


def test_colours_are_added_to_the_same_words(everything):
    import re

    coloured = text.render(everything, colour=True)
    assert "\x1b[" in coloured
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == text.render(everything)


def test_an_output_that_cannot_say_the_signs_gets_plain_ones(everything):
    report = text.render(everything.replace(rules=1), encoding="ascii")
    assert report.startswith("X Living ADR Guard Failure")
    report.encode("ascii")


def test_writing_asks_the_stream_what_it_can_show(finding):
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding="cp1252", newline="\n")
    text.write(Outcome(findings=(finding.replace(path="größe表.rs"),), rules=1, files=1), stream, {"FORCE_COLOR": "1"})
    stream.flush()
    assert raw.getvalue().startswith(b"\x1b[1;31mX Living ADR Guard Failure")
    assert b"gr\xf6\xdfe\\u8868.rs" in raw.getvalue()


def test_a_finding_without_a_place_names_the_file_alone(finding):
    lone = finding.replace(line=0, column=0, end_line=0, end_column=0, excerpt="", shown="LICENSE")
    assert "] src/db.rs: 'LICENSE' violates" in text.render(Outcome(findings=(lone,)))


def test_a_finding_that_goes_on_is_underlined_to_the_end_of_its_line(finding):
    long = finding.replace(excerpt="q = SELECT *  ", column=5, end_line=42, end_column=3)
    assert "\n       |     ^^^^^^^^\n" in text.render(Outcome(findings=(long,)))


def test_only_the_dearest_rules_are_named_and_the_others_summed_up():
    costs = tuple(Cost(f"ADR-{number}", 1.0) for number in range(25))
    report = text.render(Outcome(rules=25, files=1, costs=costs))
    assert "-     1.00 ms  ADR-9\n-    15.00 ms  15 other rules\n" in report
    assert "ADR-10" not in report


def test_a_fragment_is_said_to_be_one(finding):
    assert "'deny: SELECT * FROM' (fragment)." in text.render(Outcome(findings=(finding.replace(fragment=True),)))


def test_a_warm_hook_loads_nothing_heavy_with_it():
    code = "import sys, adrguard.report.text; print([m for m in ('re', 'json', 'typing', 'unicodedata', 'rich', 'click') if m in sys.modules])"
    assert (
        subprocess.run(
            [
                sys.executable,
                "-I",
                "-S",
                "-c",
                f"sys_path = __import__('sys').path; sys_path.append({_root()!r}); {code}",
            ],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        == "[]\n"
    )


def _root():
    import os

    import adrguard

    return os.path.dirname(os.path.dirname(adrguard.__file__))


def test_what_a_proper_supersession_ends_is_told_apart_from_weakenings(everything):
    moved = everything.weakened[0].replace(how="status", after="ADR-1 is superseded", sanctioned=True)
    report = text.render(everything.replace(weakened=(moved, everything.weakened[0])))
    head, rest = report.split("1 rule no longer in force, by a proper supersession or change of status:", 1)
    assert "1 weakening of the rules by this change" in head
    assert "After: ADR-1 is superseded" in rest
