from __future__ import annotations

import pytest
from fakes.guarding import decide

from adrguard.model.errors import UsageError
from adrguard.usecases.decisions.govern_path import governing
from adrguard.usecases.explain import explain
from adrguard.usecases.keep_baseline import write


@pytest.fixture
def ruled(repo):
    decide(repo, "- deny: `SELECT * FROM` in src/**\n  - id: star", "- deny import: `requests`\n  - id: http", number=1)
    decide(repo, "- deny: `x`", number=2, status="rejected")
    repo.write("src/db.py", 'q = "SELECT * FROM users"\n')
    repo.write("lib/db.py", 'q = "SELECT * FROM users"\n')
    return repo


def states(found):
    return {verdict.rule.id: verdict.state for verdict in found.verdicts}


def why(found, rule):
    return next(verdict.why for verdict in found.verdicts if verdict.rule.id == rule)


@pytest.mark.parametrize("ask", [explain, governing], ids=["explain", "adr for"])
def test_a_file_of_another_repository_below_is_explained_there(ruled, ask):
    ruled.git("init", "-q", str(ruled.root / "inner"))
    ruled.write("inner/a.py", "x = 1\n")
    for path in ("inner/a.py", "inner/deep/new.py"):
        with pytest.raises(UsageError, match="in another repository, inner: what binds it is decided there"):
            ask(str(ruled.root), path)


@pytest.mark.parametrize("ask", [explain, governing], ids=["explain", "adr for"])
@pytest.mark.parametrize("fetched", [True, False], ids=["fetched", "not fetched"])
def test_a_submodule_is_explained_there(ruled, tmp_path, ask, fetched):
    ruled.git("init", "-q", str(tmp_path / "lib"))
    ruled.git("-C", str(tmp_path / "lib"), "commit", "-q", "--allow-empty", "-m", "x")
    ruled.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(tmp_path / "lib"), "sub")
    if not fetched:
        ruled.git("submodule", "--quiet", "deinit", "-f", "sub")
    for path, where in (("sub", "is"), ("sub/", "is"), ("sub/new.py", "is in")):
        with pytest.raises(UsageError, match=f"'sub.*' {where} another repository.*: what binds it is decided there"):
            ask(str(ruled.root), path)


def test_a_folder_is_no_file_to_explain(ruled):
    with pytest.raises(UsageError, match="'src' is a folder") as caught:
        explain(str(ruled.root), "src")
    assert "`adrguard adr for src`" in caught.value.hint


def test_a_file_is_told_with_the_verdict_of_every_rule(ruled):
    found = explain(str(ruled.root), "src/db.py")
    assert (found.path, found.exists, found.language) == ("src/db.py", True, "python")
    assert states(found) == {"ADR-001#star": "fires", "ADR-001#http": "quiet"}
    assert "requests" in why(found, "ADR-001#http")
    assert [one.id for one in found.asleep] == ["ADR-002"]


def test_a_path_is_told_from_the_folder_one_is_in(ruled):
    assert explain(str(ruled.root / "src"), "db.py").path == "src/db.py"
    assert explain(str(ruled.root / "src"), "../lib/db.py").path == "lib/db.py"


@pytest.mark.parametrize(
    ("path", "rule", "reason"),
    [
        pytest.param("lib/db.py", "ADR-001#star", "its 'in' does not cover the path", id="scope"),
        pytest.param("src/query.sql", "ADR-001#http", "'import' reads", id="language"),
        pytest.param("src/uv.lock", "ADR-001#star", "a lock file", id="left out of text rules"),
    ],
)
def test_a_rule_that_does_not_apply_says_why(ruled, path, rule, reason):
    found = explain(str(ruled.root), path)
    assert states(found)[rule] == "does not apply"
    assert reason in why(found, rule)


def test_a_file_that_does_not_exist_yet_has_rules_that_will_govern_it(ruled):
    found = explain(str(ruled.root), "src/new/file.py")
    assert not found.exists
    assert states(found) == {"ADR-001#star": "quiet", "ADR-001#http": "quiet"}


def test_a_suppressed_finding_is_told_with_its_reason(ruled):
    ruled.write("src/db.py", "# adrguard: allow ADR-001 -- legacy report\nq = 'SELECT * FROM users'\n")
    found = explain(str(ruled.root), "src/db.py")
    assert states(found)["ADR-001#star"] == "suppressed"
    assert why(found, "ADR-001#star") == "legacy report"


def test_a_known_finding_is_told_to_be_in_the_baseline(ruled):
    write(str(ruled.root))
    assert states(explain(str(ruled.root), "src/db.py"))["ADR-001#star"] == "known"


def test_a_file_that_cannot_be_judged_says_why(ruled):
    ruled.write("src/db.py", b"SELECT * FROM\x00\x01")
    found = explain(str(ruled.root), "src/db.py")
    assert states(found)["ADR-001#star"] == "not judged"
    assert "binary" in why(found, "ADR-001#star")


@pytest.mark.parametrize("subject", ["ADR-001#star", "ADR-001#st"])
def test_a_rule_is_told_with_what_it_looks_at_and_finds(ruled, subject):
    (found,) = explain(str(ruled.root), subject).rules
    assert found.rule.id == "ADR-001#star"
    assert found.decision is not None
    assert found.why_not == ""
    assert found.files == 1
    assert [(one.path, one.line) for one in found.findings] == [("src/db.py", 1)]


@pytest.mark.parametrize(
    "name", ["ADR-001", "adr-1", "1", "0001-decision", "docs/adr/0001-decision.md", "[[0001-decision]]"]
)
def test_a_decision_is_told_rule_by_rule_whatever_name_it_is_called_by(ruled, name):
    assert [one.rule.id for one in explain(str(ruled.root), name).rules] == ["ADR-001#star", "ADR-001#http"]


def test_a_rule_out_of_its_time_says_so(repo):
    decide(repo, "- deny: `x`\n  - until: 2020-01-01\n  - id: old", "- deny: `y`\n  - since: 2999-01-01\n  - id: new")
    assert explain(str(repo.root), "ADR-001#old").rules[0].why_not == "it bound until 2020-01-01"
    assert explain(str(repo.root), "ADR-001#new").rules[0].why_not == "it binds from 2999-01-01 on"


def test_a_name_that_means_nothing_is_refused_with_the_nearest_one(ruled):
    with pytest.raises(UsageError) as refused:
        explain(str(ruled.root), "ADX-001")
    assert "did you mean 'ADR-001'" in refused.value.hint
    with pytest.raises(UsageError):
        explain(str(ruled.root), "../outside.py")


def test_imports_are_told_with_where_they_lead_when_rules_are_about_that(repo):
    decide(repo, "- deny edge: `app/ui/**` -> `app/db/**`")
    repo.write("app/ui/page.py", "import app.db.models\nimport os\nimport app.lost\n")
    repo.write("app/db/models.py", "")
    found = explain(str(repo.root), "app/ui/page.py")
    assert [(one.written, one.kind, one.files) for one in found.imports] == [
        ("app.db.models", "resolved", ("app/db/models.py",)),
        ("os", "external", ()),
        ("app.lost", "unresolved", ()),
    ]
    assert all(one.why for one in found.imports if not one.files)
