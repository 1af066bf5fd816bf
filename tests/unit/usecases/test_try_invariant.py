from __future__ import annotations

import pytest

from adrguard.usecases.try_invariant import attempt

BAD = 'q = "SELECT * FROM users"\n'


@pytest.fixture
def sources(repo):
    repo.write("src/a.py", BAD)
    repo.write("src/b.py", "# SELECT * FROM in a comment\nx = 'select * from users'\n")
    repo.write("lib/c.py", BAD)
    return repo


def test_hits_are_what_the_tree_holds_now(sources):
    trial = attempt(str(sources.root), "deny: `SELECT * FROM` in src/**")
    assert trial.rule is not None
    assert [(one.path, one.line) for one in trial.hits] == [("src/a.py", 1)]
    assert trial.exit_code == 0
    assert trial.files == 3


def test_near_misses_say_what_they_differ_in(sources):
    sources.write("src/d.py", "x = 'SELECT * FROMAGE'\n")
    sources.write("uv.lock", "SELECT * FROM\n")
    trial = attempt(str(sources.root), "deny: `SELECT * FROM` in src/**, uv.*")
    assert {(one.finding.path, one.finding.line): one.why for one in trial.near} == {
        ("lib/c.py", 1): "outside of its scope",
        ("src/b.py", 1): "not in code or string",
        ("src/b.py", 2): "differs in case",
        ("src/d.py", 1): "part of a longer word",
    }


def test_a_name_that_is_no_import_is_a_near_miss(repo):
    repo.write("a.py", "import requests\nx = 'requests'\n")
    trial = attempt(str(repo.root), "deny import: `requests`")
    assert [one.line for one in trial.hits] == [1]
    assert [(one.finding.line, one.why) for one in trial.near] == [(2, "the name stands there, but is no import of it")]


def test_history_names_the_commits_that_would_have_been_blocked(repo):
    repo.write("a.py", BAD)
    first = repo.commit("first: a violation\n\nwith a body")
    repo.write("b.py", "x = 1\n")
    repo.commit("second: clean")
    repo.write("a.py", BAD + "y = 2\n")
    repo.commit("third: the old one stays")
    repo.write("b.py", BAD)
    last = repo.commit("fourth: one more")
    told = []
    trial = attempt(str(repo.root), "deny: `SELECT * FROM`", 10, told.append)
    assert [(one.oid, one.subject) for one in trial.blocked] == [
        (last, "fourth: one more"),
        (first, "first: a violation"),
    ]
    assert trial.commits == 4
    assert told == [1, 2, 3, 4]
    assert attempt(str(repo.root), "deny: `SELECT * FROM`", 1).commits == 1


def test_history_of_a_repository_without_commits_is_empty(sources):
    assert attempt(str(sources.root), "deny: `SELECT * FROM`", 5).commits == 0


@pytest.mark.parametrize("text", ["denny: `x`", "deny:", "Be kind.", "deny code: `def (`\n  - lang: python"])
def test_what_cannot_be_read_says_why(sources, text):
    trial = attempt(str(sources.root), text)
    assert trial.rule is None
    assert trial.problems
    assert trial.exit_code == 2


def test_neither_decisions_nor_the_baseline_of_the_repository_play_a_part(sources):
    from fakes.guarding import decide

    decide(sources, "- denny: `x`", "- deny: `x`")
    trial = attempt(str(sources.root), "deny: `SELECT * FROM` in src/**")
    assert trial.problems == ()
    assert len(trial.hits) == 1
