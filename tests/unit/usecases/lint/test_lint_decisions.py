from __future__ import annotations

import pytest
from fakes.guarding import NO_STAR, decide, judge

from adrguard.usecases.lint.lint_decisions import lint


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
    assert found.shares == (("docs/adr/0001-decision.md", "ADR-001", 1, 2),)
    assert (found.rules, found.prose) == (1, 2)
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


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        pytest.param(
            {"status": "superseded by ADR-002"}, {"status": "accepted"}, "one-sided-link", id="a link in one direction"
        ),
        pytest.param(
            {"status": "accepted"},
            {"status": "accepted", "extra": "supersedes: ADR-001\n"},
            "status-disagrees",
            id="two notes that disagree",
        ),
    ],
)
def test_what_changes_no_rule_is_an_error_of_lint_and_never_of_a_check(repo, old, new, code):
    decide(repo, NO_STAR, **old)
    decide(repo, NO_STAR, number=2, **new)
    found = lint(str(repo.root))
    assert [(one.code, one.severity) for one in found.problems] == [(code, "error")]
    assert found.exit_code == 2
    outcome = judge(repo)
    assert (outcome.problems, outcome.exit_code) == ((), 0)


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [
        pytest.param("id: ADR-7\nstatus: accepted", "id: ADR-7\nstatus: accepted", "duplicate-id", id="one id"),
        pytest.param("status: superseded by ADR-9", "status: accepted", "missing-successor", id="no such successor"),
        pytest.param("status: superseded", "status: accepted", "no-successor", id="no successor"),
        pytest.param("status: superseded by ADR-2", "status: proposed", "proposed-successor", id="only proposed"),
    ],
)
def test_doubts_about_decisions_that_guard_nothing_are_errors_of_lint_and_refuse_no_check(repo, first, second, code):
    for number, said in enumerate((first, second), 1):
        repo.write(f"docs/adr/{number:04}-a.md", f"---\n{said}\n---\n# {number}. A\n")
    found = lint(str(repo.root))
    assert code in {one.code for one in found.problems if one.severity == "error"}
    assert found.exit_code == 2
    assert judge(repo).exit_code == 0


def test_advice_never_fails_not_even_under_strict(repo):
    decide(repo, NO_STAR)
    decide(repo, "- deny: `b`", number=3)
    found = lint(str(repo.root), strict=True)
    assert [(one.code, one.severity) for one in found.problems] == [("numbering-gap", "advice")]
    assert found.exit_code == 0
    assert judge(repo, strict=True).problems == ()


@pytest.mark.parametrize(
    ("invariants", "said"),
    [
        pytest.param(["- Be kind."], ["its only invariant is prose, so nothing enforces ADR-001"], id="one"),
        pytest.param(["- Be kind.", "- Think."], ["all 2 invariants are prose, so nothing enforces ADR-001"], id="two"),
        pytest.param([NO_STAR, "- Think."], [], id="one of them is enforced"),
        pytest.param([""], [], id="none at all"),
        pytest.param(["- denny: `x`", "- Think."], [], id="one of them was to be enforced"),
    ],
)
def test_a_decision_whose_invariants_are_all_prose_gets_advice(repo, invariants, said):
    decide(repo, *invariants)
    assert [one.message for one in lint(str(repo.root)).problems if one.code == "prose-only"] == said


def test_two_rules_of_a_decision_with_one_name_are_an_error(repo):
    decide(repo, "- deny: `a`\n  - id: same", "- deny: `b`\n  - id: same")
    assert codes(lint(str(repo.root))) == ["duplicate-id"]


def test_an_invariant_that_ends_before_it_begins_is_an_error(repo):
    decide(repo, "- deny: `a`\n  - since: 2030-01-01\n  - until: 2029-01-01")
    assert [one.severity for one in lint(str(repo.root)).problems] == ["error"]


def fixed(repo):
    found = lint(str(repo.root), fix=True)
    return [(one.path, one.count) for one in found.completed if one.count], codes(found)


def test_fixing_completes_a_link_that_only_the_old_decision_has(repo):
    decide(repo, NO_STAR, status="superseded by ADR-002")
    path = decide(repo, "- deny: `b`", number=2)
    assert fixed(repo) == ([(path, 1)], [])
    assert "supersedes: ADR-001\n" in (repo.root / path).read_text()
    assert fixed(repo) == ([], [])


def test_fixing_completes_a_link_that_only_the_new_decision_has(repo):
    repo.write("docs/adr/0001-a.md", "# 1. A\n\n## Status\n\nSuperseded\n")
    repo.write("docs/adr/0002-b.md", "# 2. B\n\n## Status\n\nAccepted\n\nSupersedes [1. A](0001-a.md)\n")
    assert fixed(repo) == ([("docs/adr/0001-a.md", 1)], [])
    assert "Superseded by [2. B](0002-b.md)\n" in (repo.root / "docs/adr/0001-a.md").read_text()


def test_fixing_adds_all_links_of_a_note_at_once(repo):
    decide(repo, NO_STAR, status="superseded by ADR-003")
    decide(repo, "- deny: `b`", number=2, status="superseded by ADR-003")
    path = decide(repo, "- deny: `c`", number=3)
    assert fixed(repo) == ([(path, 2)], [])


@pytest.mark.parametrize(
    ("old", "new", "left"),
    [
        pytest.param(
            {"status": "accepted"},
            {"extra": "supersedes: ADR-001\n"},
            ["status-disagrees"],
            id="the old one is in force by its own word",
        ),
        pytest.param(
            {"status": "superseded by ADR-002"},
            {"status": "proposed"},
            ["proposed-successor"],
            id="the new one is not in force",
        ),
        pytest.param(
            {"status": "superseded by ADR-002"},
            {"extra": "supersedes: &a [ADR-009]\nalso: *a\n"},
            ["one-sided-link", "missing-predecessor"],
            id="the other side is not plain",
        ),
    ],
)
def test_what_needs_a_decision_is_left_to_people(repo, old, new, left):
    paths = [decide(repo, NO_STAR, **old), decide(repo, "- deny: `b`", number=2, **new)]
    before = [(repo.root / path).read_bytes() for path in paths]
    completed, told = fixed(repo)
    assert completed == []
    assert set(left) <= set(told)
    assert [(repo.root / path).read_bytes() for path in paths] == before


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        pytest.param("^4.17.21", [], id="outside of what is forbidden"),
        pytest.param("^4.17.20", ["vain-rewrite"], id="some of it is forbidden"),
        pytest.param("not ~ a range", [], id="in no ecosystem a range"),
    ],
)
def test_a_rewrite_to_a_version_that_is_forbidden_too(repo, wanted, found):
    decide(repo, f"- deny dependency: `lodash <4.17.21`\n  - rewrite: lodash -> `lodash {wanted}`")
    assert [code for code in codes(lint(str(repo.root))) if code == "vain-rewrite"] == found
