"""A weakening in a real repository: what it means at each door, and that what it was meant to hide is still judged."""

from __future__ import annotations

import pytest
from fakes.guarding import NO_STAR, adr, decide, places, staged
from fakes.published import checked

from adrguard.engine import baseline
from adrguard.model.decisions import DOORS
from adrguard.report import json, text
from adrguard.usecases.check_changes import door_of

BAD = 'q = "SELECT * FROM users"\n'
NOTE = "docs/adr/0001-decision.md"


@pytest.fixture
def ruled(repo):
    decide(repo, NO_STAR)
    repo.write("src/a.py", "x = 1\n")
    repo.commit()
    return repo


def at_doors(repo, **options: str) -> dict[str, int]:
    return {door: staged(repo, door=door, **options).exit_code for door in DOORS}


def test_people_are_warned_and_programs_are_stopped(ruled) -> None:
    ruled.write(NOTE, adr(1, "- warn: `SELECT * FROM`"))
    ruled.stage()
    assert at_doors(ruled) == {"hook": 0, "command": 0, "ci": 0, "agent": 1, "mcp": 1}
    assert set(at_doors(ruled, weakening="block").values()) == {1}
    assert set(at_doors(ruled, weakening="allow").values()) == {0}


@pytest.mark.parametrize(
    ("setting", "blocking"),
    [
        pytest.param('weakening = "block"', {"hook", "command", "ci", "agent", "mcp"}, id="a word for all people"),
        pytest.param('weakening = "allow"', {"agent", "mcp"}, id="which says nothing of programs"),
        pytest.param('weakening = { ci = "block", agent = "warn" }', {"ci", "mcp"}, id="a table"),
    ],
)
def test_the_configuration_says_what_it_means_at_each_door(ruled, setting: str, blocking: set[str]) -> None:
    ruled.write(".adrguard.toml", setting + "\n")
    ruled.commit()
    ruled.remove(NOTE)
    ruled.stage()
    assert {door for door, code in at_doors(ruled).items() if code} == blocking


def test_a_change_cannot_open_its_own_door(ruled) -> None:
    ruled.write(".adrguard.toml", 'weakening = { agent = "allow" }\n[agent]\nsupersession = "allow"\n')
    ruled.stage()
    outcome = staged(ruled, door="agent")
    assert (outcome.exit_code, outcome.weakening, outcome.supersession) == (1, "block", "tell")
    assert [one.after for one in outcome.weakened] == [
        'weakening = { hook = "warn", command = "warn", ci = "warn", agent = "allow", mcp = "block" }',
        'agent.supersession = "allow"',
    ]


def test_a_proper_supersession_stops_nobody_and_is_told_apart(ruled) -> None:
    ruled.write(NOTE, adr(1, NO_STAR, status="superseded", extra="superseded_by: ADR-002\n"))
    decide(ruled, "- deny: `SELECT *`", number=2, extra="supersedes: ADR-001\n")
    ruled.write("src/a.py", BAD)
    ruled.stage()
    outcome = staged(ruled, door="agent")
    assert (outcome.loosened, [one.rule[:7] for one in outcome.moved]) == ((), ["ADR-001"])
    assert [one.rule.decision for one in outcome.violations] == ["ADR-002"]
    assert outcome.supersession == "tell"
    assert staged(ruled).supersession == "allow"
    assert "1 rule no longer in force, by a proper supersession or change of status:" in text.render(outcome)
    ruled.write("src/a.py", "x = 2\n")
    ruled.stage()
    assert at_doors(ruled) == dict.fromkeys(DOORS, 0)


def _hidden_by_comment(repo) -> None:
    repo.write("src/a.py", BAD.rstrip() + "  # adrguard: allow ADR-001 -- a dump\n")


def _hidden_by_baseline(repo) -> None:
    repo.write("src/a.py", BAD)
    repo.stage()
    entries = map(baseline.entry, staged(repo).findings)
    repo.write(".adrguard/baseline.txt", baseline.text(entries))


def _hidden_by_exclusion(repo) -> None:
    repo.write("src/a.py", BAD)
    repo.write(".adrguard.toml", 'exclude = ["src/**"]\n')


def _hidden_by_lapse(repo) -> None:
    repo.write("src/a.py", BAD)
    repo.write(NOTE, adr(1, f"{NO_STAR}\n  - until: 2020-01-01"))


def _hidden_by_start(repo) -> None:
    repo.write("src/a.py", BAD)
    repo.write(NOTE, adr(1, f"{NO_STAR}\n  - since: 2999-01-01"))


def _hidden_by_scope(repo) -> None:
    repo.write("src/a.py", BAD)
    repo.write(NOTE, adr(1, f"{NO_STAR} except `src/a.py`"))


@pytest.mark.parametrize(
    ("hide", "how", "standing"),
    [
        pytest.param(_hidden_by_comment, "suppressed", [], id="a suppression with it"),
        pytest.param(_hidden_by_baseline, "baseline", [("src/a.py", 1)], id="an entry of the baseline"),
        pytest.param(_hidden_by_exclusion, "configuration", [("src/a.py", 1)], id="an exclusion"),
        pytest.param(_hidden_by_lapse, "lapsed", [("src/a.py", 1)], id="an end in the past"),
        pytest.param(_hidden_by_start, "lapsed", [("src/a.py", 1)], id="a start to come"),
        pytest.param(_hidden_by_scope, "narrowed", [("src/a.py", 1)], id="an exception for it"),
    ],
)
def test_what_hides_a_violation_in_the_same_change_is_told_and_stops_an_agent(ruled, hide, how, standing) -> None:
    hide(ruled)
    ruled.stage()
    outcome = staged(ruled)
    assert [one.how for one in outcome.weakened] == [how]
    assert places(outcome) == standing
    assert bool(outcome.suppressed) is (not standing)
    assert staged(ruled, door="agent").exit_code == 1
    assert checked(json.render(outcome))["weakened"][0]["how"] == how


def test_an_exception_for_files_to_come_is_told_before_they_do(ruled) -> None:
    ruled.write(NOTE, adr(1, f"{NO_STAR} except `src/new/**`"))
    ruled.stage()
    outcome = staged(ruled, door="agent")
    assert [one.how for one in outcome.weakened] == ["narrowed"]
    assert "it concerns files to come" in outcome.weakened[0].after
    assert outcome.exit_code == 1


def test_the_hook_that_is_taken_out_still_says_so(ruled) -> None:
    ruled.write(".pre-commit-config.yaml", "repos:\n  - repo: x\n    rev: v1\n    hooks:\n      - id: adrguard\n")
    ruled.write(".github/workflows/ci.yml", "jobs:\n  a:\n    steps:\n      - run: adrguard check\n")
    ruled.commit()
    ruled.write(".pre-commit-config.yaml", "repos: []\n")
    ruled.remove(".github/workflows/ci.yml")
    ruled.stage()
    told = [(one.how, one.path, one.line, one.before, one.after) for one in staged(ruled).weakened]
    assert told == [
        ("hooks", ".github/workflows/ci.yml", 4, "a: steps.run = adrguard check", "the file is deleted"),
        ("hooks", ".pre-commit-config.yaml", 5, "hook 'adrguard'", ""),
    ]


@pytest.mark.parametrize(("value", "door"), [("true", "ci"), ("1", "ci"), ("", "hook"), ("false", "hook")])
def test_a_job_of_ci_is_a_door_of_its_own(value: str, door: str) -> None:
    assert door_of({"CI": value}, "hook") == door
    assert door_of({}, "hook") == "hook"
