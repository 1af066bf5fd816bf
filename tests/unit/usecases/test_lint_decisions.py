from __future__ import annotations

import pytest
from fakes.guarding import NO_STAR, decide

from adrguard.usecases.lint_decisions import lint


def codes(found):
    return [one.code for one in found.problems]


def test_a_sound_repository_is_clean(repo):
    decide(repo, f"{NO_STAR} in src/**")
    repo.write("src/a.py", "x = 1\n")
    found = lint(str(repo.root))
    assert found.problems == ()
    assert (found.decisions, found.in_force, found.rules, found.exit_code) == (1, 1, 1, 0)


def test_all_mistakes_of_all_decisions_are_named_in_one_run(repo):
    decide(repo, "- denny: `a`", "- deny import: ", number=1)
    decide(repo, "- require: `b`", number=2)
    decide(repo, "- deny: `c`", number=3)
    found = lint(str(repo.root))
    assert found.exit_code == 2
    assert {(one.path, one.line) for one in found.problems if one.severity == "error"} == {
        ("docs/adr/0001-decision.md", 10),
        ("docs/adr/0001-decision.md", 11),
        ("docs/adr/0002-decision.md", 10),
    }
    assert found.rules == 1


def test_prose_is_counted(repo):
    decide(repo, NO_STAR, "- Think before you write.", "- Be kind.")
    found = lint(str(repo.root))
    assert found.prose == (("docs/adr/0001-decision.md", 2),)
    assert found.exit_code == 0


@pytest.mark.parametrize(
    ("invariant", "code"),
    [
        pytest.param("- deny: `x` in lib/**", "matches-no-file", id="a scope that fits no file"),
        pytest.param("- deny edge: `app/**` -> `lib/**`", "matches-no-file", id="an edge to nowhere"),
        pytest.param("- deny layers: `app/**` > `lib/**`", "matches-no-file", id="a layer without files"),
        pytest.param("- deny import: `x` in app/query.sql", "reads-no-file", id="a language without imports"),
        pytest.param("- deny dependency: `x` in app/**", "reads-no-file", id="a scope without manifests"),
        pytest.param("- deny: `x` in app/**\n  - until: 2020-01-01", "lapsed", id="a lapsed invariant"),
    ],
)
def test_what_can_match_nothing_is_a_warning_and_under_strict_an_error(repo, invariant, code):
    decide(repo, invariant)
    repo.write("app/a.py", "x = 1\n")
    repo.write("app/query.sql", "select 1\n")
    found = lint(str(repo.root))
    assert code in codes(found)
    assert {one.severity for one in found.problems} == {"warning"}
    assert (found.problems[0].path, found.problems[0].line) == ("docs/adr/0001-decision.md", 10)
    assert found.exit_code == 0
    assert lint(str(repo.root), strict=True).exit_code == 2


@pytest.mark.parametrize(
    "invariant",
    [
        pytest.param("- deny: `x`", id="no scope"),
        pytest.param("- deny path: `legacy/**`", id="what must never appear"),
        pytest.param("- deny: `x` in app/**", id="a scope that fits"),
        pytest.param("- deny import: `x` in app/**", id="a scope with a file of the language"),
    ],
)
def test_what_can_match_is_no_warning(repo, invariant):
    decide(repo, invariant)
    repo.write("app/a.py", "x = 1\n")
    assert lint(str(repo.root)).problems == ()


def test_a_decision_past_its_review_is_a_warning(repo):
    decide(repo, NO_STAR, extra="review_after: 2020-01-01\n")
    assert codes(lint(str(repo.root))) == ["review-due"]
    decide(repo, NO_STAR, extra="review_after: 2999-01-01\n")
    assert codes(lint(str(repo.root))) == []


def test_strict_in_the_configuration_counts_too(repo):
    decide(repo, "- deny: `x` in lib/**")
    repo.write(".adrguard.toml", "strict = true\n")
    assert lint(str(repo.root)).exit_code == 2
    assert lint(str(repo.root), strict=False).exit_code == 0


def test_fixing_rewrites_and_then_checks_what_is_there_now(repo):
    path = decide(repo, "- deny: SELECT * FROM")
    found = lint(str(repo.root), fix=True)
    assert [(one.path, one.count) for one in found.rewritten] == [(path, 1)]
    assert "- deny: `SELECT * FROM`\n" in (repo.root / path).read_text()
    assert found.exit_code == 0
    assert lint(str(repo.root), fix=True).rewritten == ()
