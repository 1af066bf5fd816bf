from __future__ import annotations

import pytest
from fakes.guarding import decide


@pytest.fixture(autouse=True)
def _home(tmp_path_factory, monkeypatch):
    # Whose machine this is may have agents set up.
    monkeypatch.setenv("HOME", str(tmp_path_factory.mktemp("home")))


def test_what_is_in_order_and_what_is_not_is_told_line_by_line(ruled, adrguard):
    assert adrguard("doctor") == 0
    assert "✅ decisions: 1 decision (1 in force), 1 rule\n" in adrguard.out
    assert "⚠ hooks: nothing runs the guard at a commit" in adrguard.out
    assert "   → `adrguard install git`\n" in adrguard.out
    assert adrguard.out.endswith("\n1 warning\n")
    adrguard("install", "git")
    adrguard("doctor")
    assert adrguard.out.endswith("\nall is in order\n")


def test_what_does_not_work_ends_in_1(ruled, adrguard):
    decide(ruled, "- denny: `x`", number=2)
    assert adrguard("doctor") == 1
    assert "❌ decisions" in adrguard.out


def test_the_same_as_json(ruled, adrguard):
    document = adrguard.json("doctor")
    assert (document["failures"], document["warnings"]) == (0, 1)
    assert {check["name"]: check["state"] for check in document["checks"]}["hooks"] == "warning"


def test_outside_of_any_repository_it_says_so(tmp_path, adrguard, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert adrguard("doctor") == 1
    assert "is not in a git repository" in adrguard.out


def test_nothing_of_the_repository_moves_the_cursor(ruled, adrguard):
    ruled.write(".adrguard.toml", 'vault = "\\u001b[2J"\n')
    ruled.write("docs/adr/\x1b[2J.conflict", "x")
    assert adrguard("doctor") == 1
    assert "\x1b" not in adrguard.out
