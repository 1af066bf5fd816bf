from __future__ import annotations

import pytest

from adrguard.model.findings import Outcome, Unjudged, Weakened
from adrguard.report import agent

MOVED = Weakened("status", "docs/adr/0001.md", 9, "ADR-1#a", "deny: eval(", "ADR-1 is superseded", sanctioned=True)
LOST = Weakened("removed", "docs/adr/0001.md", 3, "ADR-1#abcdef", "deny: eval(", "")


def test_a_violation_is_told_with_all_that_helps_to_mend_it(finding) -> None:
    finding = finding.replace(rule=finding.rule.replace(because="of unindexed scans"))
    said = agent.reason(Outcome(findings=(finding,))).splitlines()
    assert said[:-1] == [
        "adrguard: The work is not done yet: 1 violation.",
        "- src/db.rs:41:22: 'SELECT * FROM' violates [ADR-008-QuerySafety] 'deny: SELECT * FROM'",
        "  Because: of unindexed scans",
        "  Remediation: Specify explicit columns to prevent schema leaks and unindexed full scans.",
        "  Decision: 20_Cards/adr-008-sql-best-practices.md",
    ]
    assert said[-1].startswith("The decision is the obstacle, not the tool")


def test_several_of_one_rule_share_what_there_is_to_say(finding) -> None:
    found = tuple(finding.replace(line=number, path=f"src/{number}.rs") for number in range(1, 15))
    said = agent.reason(Outcome(findings=found))
    assert "[ADR-008-QuerySafety] 'deny: SELECT * FROM' is violated 14 times:\n  src/1.rs:1:22: 'SELECT" in said
    assert "  src/10.rs:10:22" in said
    assert "src/11.rs" not in said
    assert "  and 4 more in 4 files\n" in said
    assert said.count("Remediation:") == 1


def test_the_worst_comes_first(everything) -> None:
    said = agent.reason(everything.replace(weakening="block", supersession="ask", weakened=(MOVED, LOST)))
    places = [
        said.index(part)
        for part in (
            "docs/adr/0001.md:3: removed",
            "docs/adr/0001.md:9: status",
            "src/db.rs:41:22",
            "docs/adr/0002.md:7:3: unknown verb 'denny'",
            "2 not judged",
        )
    ]
    assert places == sorted(places)
    assert said.startswith(
        "adrguard: The work is not done yet: 1 weakening of the rules, 1 supersession that a person has not accepted, "
        "1 violation, 1 error in decisions or configuration.\n"
    )
    assert "suppresses nothing" not in said
    assert "only proposed" not in said, "advice is for the person"


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        pytest.param(Outcome(), False, id="nothing"),
        pytest.param(Outcome(weakened=(LOST,), weakening="block"), True, id="a weakening that blocks"),
        pytest.param(Outcome(weakened=(LOST,), weakening="warn"), False, id="one that warns"),
        pytest.param(Outcome(weakened=(MOVED,), weakening="block", supersession="tell"), False, id="a supersession"),
        pytest.param(Outcome(weakened=(MOVED,), supersession="ask"), True, id="one that waits for a person"),
        pytest.param(Outcome(unjudged=(Unjudged("a", "late", "budget"),)), False, id="what was not reached"),
        pytest.param(Outcome(unjudged=(Unjudged("a", "late", "budget"),), strict=True), False, id="even if strict"),
    ],
)
def test_what_holds_an_agent_back(outcome: Outcome, expected: bool) -> None:
    assert agent.holds(outcome) is expected


def test_a_reason_is_never_too_long_and_counts_what_it_leaves_out(finding) -> None:
    rules = [
        finding.rule.replace(
            id=f"ADR-{number}#x",
            decision=f"ADR-{number}",
            invariant="deny: " + "x" * 2000,
            because="b" * 2000,
            remediation="r" * 2000,
            note="n" * 2000,
        )
        for number in range(30)
    ]
    found = [
        finding.replace(rule=rule, path="p" * 1000, shown="s" * 1000, detail="d" * 1000, line=line)
        for rule in rules
        for line in range(1, 13)
    ]
    said = agent.reason(Outcome(findings=tuple(found)))
    assert len(said) <= agent.LONGEST
    assert said.count("Remediation: rrr") >= 1
    shown = said.count("12 times:")
    assert f"- and {(30 - shown) * 12} more, for which there is no room here" in said


def test_hostile_text_stays_on_its_line(finding) -> None:
    said = agent.reason(Outcome(findings=(finding.replace(path="a\nb\x1b[2J\udcff", shown="x\n- forged"),)))
    assert "a\\nb\\x1b[2J\\xff:41:22: 'x - forged'" in said
    assert said.isprintable() or set(said) - {"\n"} == set(said.replace("\n", ""))
    said.encode("utf-8")


def test_no_way_round_is_named(everything) -> None:
    said = agent.reason(everything.replace(weakening="block", weakened=(LOST,))).lower()
    for word in ("adrguard_skip", "no-verify", "allow", "suppress", "max-blocks", "uninstall"):
        assert word not in said


def test_an_edit_is_refused_in_its_own_words(finding) -> None:
    assert agent.reason(Outcome(findings=(finding,)), agent.EDIT).startswith("adrguard: This edit was not made: 1 vi")


def test_the_person_is_told_what_does_not_hold_back(everything) -> None:
    said = agent.note(everything.replace(weakened=(MOVED, LOST)))
    for part in (
        "1 advisory:\n- src/db.rs:41:22: goes against",
        "(the decision is only proposed)",
        "1 rule no longer in force:",
        "1 weakening of the rules:",
        "2 not judged:\n- logo.png: binary",
        "The baseline was read from HEAD.",
    ):
        assert part in said
    assert agent.note(Outcome()) == ""


def test_the_person_is_told_who_was_let_go_with_what(everything) -> None:
    said = agent.let_go(everything, 3)
    assert said.startswith(
        "adrguard: the agent was let go, after it was held back 3 times, and this is not mended: 1 vi"
    )
    assert "src/db.rs:41:22: violates" in said
    assert "docs/adr/0002.md:7:3: unknown verb" in said
    assert "as 'agent.max-blocks' is 0" in agent.let_go(everything, 0)


def test_notes_are_short(finding) -> None:
    found = tuple(finding.replace(path="p" * 500, line=line, level="advise") for line in range(1, 50))
    assert len(agent.note(Outcome(findings=found))) <= agent.LONGEST_NOTE
    many = tuple(finding.replace(path="p" * 500, line=line) for line in range(1, 50))
    said = agent.let_go(Outcome(findings=many), 3)
    assert len(said) <= agent.LONGEST_NOTE + 500
    assert "and 39 more" in said


def test_advice_is_for_the_agent(finding) -> None:
    assert "src/db.rs:41:22" in agent.advice(Outcome(findings=(finding.replace(level="advise"),)))
    assert agent.advice(Outcome()) == ""
