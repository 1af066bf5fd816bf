from __future__ import annotations

import pytest
from fakes.guarding import decide

from adrguard.usecases.lint.lint_decisions import lint

FILES = ("src/app/a.py", "src/app/b.ts", "src/lib/c.py", "pyproject.toml", "LICENSE")


@pytest.fixture
def contradicted(repo):
    for path in FILES:
        repo.write(path, "x = 1\n" if path.endswith(".py") else "")

    def told(*invariants, code="contradiction", **options):
        for number, invariant in enumerate(invariants, 1):
            decide(repo, invariant, number=number, **options.get(f"n{number}", {}))
        return [one for one in lint(str(repo.root)).problems if one.code == code]

    return told


@pytest.mark.parametrize(
    ("required", "denied"),
    [
        pytest.param("- require: `x = 1` in src/**", "- deny: `x = 1`", id="text"),
        pytest.param("- require: `x  =  1` in src/**", "- deny: `x = 1` in src/app/**", id="white space"),
        pytest.param("- require: `x` in src/**", "- deny: `x`\n  - case: insensitive", id="in any case"),
        pytest.param("- require: `x` in src/**", "- warn: `x`", id="a warning says no as well"),
        pytest.param("- require: /x+y/ in src/**", "- deny: /x+y/ in src/**", id="a regular expression"),
        pytest.param("- require import: app.log in src/**", "- deny import: app", id="a parent module"),
        pytest.param("- require import: tokio::sync in src/**", "- deny import: tokio", id="in Rust's spelling"),
        pytest.param("- require import: a, b in src/**", "- deny import: c, b", id="one of several"),
        pytest.param("- require call: log.setup in src/**", "- deny call: log.*", id="all calls of a module"),
        pytest.param("- require call: log.setup in src/**", "- deny call: log.setup", id="a call"),
        pytest.param("- require code: `f($X)` in src/**/*.py", "- deny code: `f($X)` in src/**/*.py", id="code"),
        pytest.param("- require path: `LICENSE`", "- deny path: `LICENSE`", id="a file"),
        pytest.param("- require dependency: re2", "- deny dependency: re2", id="a dependency"),
        pytest.param("- require dependency: `re2 >=1`", "- deny dependency: re2", id="any version of it"),
        pytest.param("- require dependency: typing_extensions", "- deny dependency: typing-extensions", id="its name"),
    ],
)
def test_what_one_decision_requires_and_another_denies_is_an_error(contradicted, required, denied):
    (found,) = contradicted(required, denied)
    assert (found.severity, found.path, found.line) == ("error", "docs/adr/0001-decision.md", 10)
    assert "(ADR-001#" in found.message
    assert "(ADR-002#" in found.message
    assert "docs/adr/0002-decision.md:10:3" in found.message


@pytest.mark.parametrize(
    ("required", "denied"),
    [
        pytest.param("- require: `x` in src/app/**", "- deny: `x` in src/lib/**", id="no file is in both scopes"),
        pytest.param("- require: `x` in src/**", "- deny: `x`\n  - except: src/**", id="except"),
        pytest.param("- require: `x` in src/**", "- deny: `x`\n  - lang: go", id="no file in that language"),
        pytest.param("- require: `x` in src/**", "- deny: `x y`", id="another text"),
        pytest.param(
            "- require: `x` in src/**\n  - where: comment",
            "- deny: `x`\n  - where: code",
            id="in comments, not in code",
        ),
        pytest.param("- require: `x` in src/**\n  - case: insensitive", "- deny: `x`", id="another case will do"),
        pytest.param("- require import: app in src/**", "- deny import: app.log", id="a child of what is required"),
        pytest.param("- require import: application in src/**", "- deny import: app", id="not the same first part"),
        pytest.param(
            "- require import: app.log in src/**", "- deny import: app\n  - exact: yes", id="exactly the parent"
        ),
        pytest.param("- require call: log.* in src/**", "- deny call: log.setup", id="one call of a module"),
        pytest.param("- require path: `LICENSE`", "- deny path: `LICENSE`\n  - on: delete, modify", id="what stays"),
        pytest.param("- require dependency: re2", "- deny dependency: `re2 <1`", id="old versions of it"),
        pytest.param("- require: `x` in src/**", "- deny import: x", id="another kind"),
        pytest.param("- require: `x` in src/**", "- deny: `x`\n  - until: 2020-01-01", id="one has lapsed"),
        pytest.param(
            "- require: `x` in src/**\n  - until: 2998-01-01",
            "- deny: `x`\n  - since: 2999-01-01",
            id="one after the other",
        ),
        pytest.param("- require change: `a.md`\n  - when: src/**", "- deny path: `a.md`", id="a companion"),
    ],
)
def test_what_can_both_be_obeyed_is_none(contradicted, required, denied):
    assert contradicted(required, denied) == []


def test_a_decision_may_contradict_itself(contradicted):
    (found,) = contradicted("- require: `x` in src/**\n- deny: `x`")
    assert "docs/adr/0001-decision.md:11:3" in found.message


def test_a_proposal_may_mean_to_replace_what_it_contradicts(contradicted):
    (found,) = contradicted("- require: `x` in src/**", "- deny: `x`", n2={"status": "proposed"})
    assert found.severity == "advice"


def test_what_is_over_contradicts_nothing(contradicted):
    assert contradicted("- require: `x` in src/**", "- deny: `x`", n2={"status": "rejected"}) == []


def test_decisions_of_two_projects_do_not_meet(contradicted):
    projects = {"n1": {"extra": "project: one\n"}, "n2": {"extra": "project: two\n"}}
    assert contradicted("- require: `x` in src/**", "- deny: `x`", **projects) == []


@pytest.mark.parametrize(
    ("first", "second", "twice"),
    [
        pytest.param("- deny: `x`", "- deny: `x`", True, id="the same"),
        pytest.param("- deny: `x`", "- deny: `x`\n  - because: other reasons", True, id="for other reasons"),
        pytest.param("- deny: `x`", "- deny: `x` in src/**", False, id="another scope"),
        pytest.param("- deny: `x`", "- warn: `x`", False, id="another severity"),
        pytest.param("- deny: `x`", "- deny: `y`", False, id="another target"),
    ],
)
def test_what_two_decisions_declare_alike_is_advice_at_the_second(contradicted, first, second, twice):
    found = contradicted(first, second, code="declared-twice")
    assert [(one.path, one.severity) for one in found] == [("docs/adr/0002-decision.md", "advice")] * twice
    assert all("ADR-001#" in one.message for one in found)


def test_a_proposal_may_repeat_what_binds(contradicted):
    assert contradicted("- deny: `x`", "- deny: `x`", code="declared-twice", n2={"status": "draft"}) == []
