"""The verdict as one object for programs that hand it to a model."""

from __future__ import annotations

import jsonschema
import pytest
from fakes.guarding import NO_STAR, decide, judge

from adrguard.model.errors import Problem
from adrguard.model.findings import Cost, Outcome, Suppressed, Unjudged, Weakened
from adrguard.report.verdict import MOST_FINDINGS, MOST_OTHERS, MOST_TEXT, report, verdict
from adrguard.report.verdict_schema import SCHEMA

UNJUDGED = Unjudged("a.bin", "binary", "binary")
LATE = Unjudged("b.py", "the time was used up", "budget", "ADR-001#x")


@pytest.fixture
def finding(repo):
    """A finding as the engine makes it."""
    decide(repo, NO_STAR)
    repo.commit()
    repo.write("a.py", "SELECT * FROM t\n")
    return judge(repo).violations[0]


def plain(outcome: Outcome):
    found = verdict(outcome)
    jsonschema.validate(found, SCHEMA)
    return found


def test_the_schema_is_valid_and_asks_for_every_key() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert set(SCHEMA["required"]) == set(verdict(Outcome()))


@pytest.mark.parametrize(
    ("outcome", "word", "blocks"),
    [
        pytest.param(Outcome(), "clean", False, id="nothing"),
        pytest.param(Outcome(unjudged=(UNJUDGED,)), "incomplete", False, id="not judged"),
        pytest.param(Outcome(unjudged=(UNJUDGED,), strict=True), "incomplete", True, id="not judged, strictly"),
        pytest.param(Outcome(unjudged=(LATE,)), "incomplete", True, id="not reached"),
        pytest.param(Outcome(unjudged=(LATE,), on_budget="warn"), "incomplete", False, id="not reached, and let be"),
        pytest.param(Outcome(problems=(Problem("a.md", 1, 1, "no"),)), "wrong", True, id="a mistake"),
        pytest.param(
            Outcome(weakened=(Weakened("removed", "a.md", 1, "r", "x", ""),), weakening="block"),
            "violations",
            True,
            id="a weakening",
        ),
    ],
)
def test_one_word_says_what_to_do(outcome: Outcome, word: str, blocks) -> None:
    found = plain(outcome)
    assert (found["verdict"], found["blocks"]) == (word, blocks)


def test_everything_the_report_tells_is_in_it(finding) -> None:
    outcome = Outcome(
        (finding, finding.replace(level="advise", note="from a merge", detail="see b.py")),
        (Suppressed(finding, "needed", 3),),
        2,
        (UNJUDGED, LATE),
        (Weakened("removed", "docs/adr/1.md", 4, "ADR-001#x", "deny: x", "", sanctioned=True),),
        (Problem("docs/adr/1.md", 5, 1, "a mistake", "mend it", "code", "warning", "- deny x"),),
        3,
        4,
        5.25,
        (Cost("ADR-001#x", 2.0),),
        ("a note",),
    )
    found = plain(outcome)
    assert [one["severity"] for one in found["findings"]] == ["block", "advise"]
    assert (found["findings"][1]["note"], found["findings"][1]["detail"]) == ("from a merge", "see b.py")
    assert found["suppressed"][0]["reason"] == "needed"
    assert found["weakened"][0]["sanctioned"]
    assert [one["path"] for one in found["not_judged"]] == ["a.bin"]
    assert [one["path"] for one in found["not_reached"]] == ["b.py"]
    assert found["problems"][0]["hint"] == "mend it"
    assert (found["costs"], found["notes"]) == ([{"rule": "ADR-001#x", "ms": 2.0}], ["a note"])
    assert found["counts"] == {
        "violations": 1,
        "advisories": 1,
        "weakened": 1,
        "suppressed": 1,
        "known": 2,
        "not_judged": 1,
        "not_reached": 1,
        "errors": 0,
        "warnings": 1,
        "rules": 3,
        "files": 4,
    }
    assert (found["elapsed_ms"], found["left_out"]) == (5.25, {})


def test_lists_are_bounded_and_say_by_how_much(finding) -> None:
    outcome = Outcome((finding,) * (MOST_FINDINGS + 7), unjudged=(UNJUDGED,) * (MOST_OTHERS + 1))
    found = plain(outcome)
    assert len(found["findings"]) == MOST_FINDINGS
    assert found["left_out"] == {"findings": 7, "not_judged": 1}
    assert found["counts"]["violations"] == MOST_FINDINGS + 7


def test_violations_are_not_displaced_by_advice(finding) -> None:
    advice = finding.replace(level="advise")
    found = plain(Outcome((*[advice] * MOST_FINDINGS, finding)))
    assert found["findings"][0]["severity"] == "block"


def test_a_path_that_is_no_text_is_written_readably(finding) -> None:
    (one,) = plain(Outcome((finding.replace(path="a\udcff.py"),)))["findings"]
    assert (one["path"], one["path_bytes"]) == ("a\\xff.py", "Yf8ucHk=")


def test_a_long_report_ends_with_what_was_left_out(finding) -> None:
    text = report(Outcome((finding,) * 1000))
    assert len(text) < MOST_TEXT + 200
    assert text.splitlines()[-1].endswith(
        "more lines: mend these first and ask again, or name `files` to see less at a time."
    )
    assert report(Outcome()).startswith("✅")
