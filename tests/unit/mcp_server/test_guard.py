"""`guard_check`, every argument of it, called as the server calls it."""

from __future__ import annotations

import jsonschema
import pytest
from fakes.guarding import NO_STAR, adr, decide
from fakes.serving import call, desk, tool

from adrguard.mcp_server.work import StoppedError, Task
from adrguard.model.errors import AdrguardError, UsageError
from adrguard.report.verdict_schema import SCHEMA

BAD = 'rows = db.query("SELECT * FROM users")\n'
DIFF = 'diff --git a/src/db.rs b/src/db.rs\n+let res = sqlx::query("SELECT * FROM users").fetch_all(&pool).await;'


@pytest.fixture
def guarded(repo):
    """A repository whose decision forbids a text, with one commit."""
    decide(repo, NO_STAR)
    repo.write("src/a.py", "x = 1\n")
    repo.commit()
    return repo


def check(repo, **arguments):
    answer = call(repo, "guard_check", **arguments)
    jsonschema.validate(answer.data, SCHEMA)
    return answer


def places(answer) -> list[tuple[str, int]]:
    return [(one["path"], one["line"]) for one in answer.data["findings"]]


def test_without_arguments_everything_uncommitted_is_judged(guarded) -> None:
    guarded.write("src/a.py", BAD)
    guarded.write("new.py", BAD)
    assert places(check(guarded)) == [("new.py", 1), ("src/a.py", 1)]


def test_a_clean_answer_says_how_much_was_judged(guarded) -> None:
    guarded.write("src/b.py", "y = 2\n")
    answer = check(guarded)
    assert answer.text.startswith("✅ Living ADR Guard: clean (")
    assert "1 rule, 1 file" in answer.text
    assert answer.data["verdict"] == "clean"
    assert (answer.data["counts"]["rules"], answer.data["counts"]["files"], answer.data["blocks"]) == (1, 1, False)


def test_a_careless_diff_is_judged_without_touching_the_tree(guarded) -> None:
    answer = check(guarded, diff=DIFF, strict=True)
    assert places(answer) == [("src/db.rs", 1)]
    assert "violates invariant 'deny: SELECT * FROM' (fragment)." in answer.text
    assert "  Reference: [[docs/adr/0001-decision.md]]" in answer.text


def test_a_finding_holds_all_that_the_text_says(repo) -> None:
    clauses = ("  - because: one client", "  - remediation: Ask the gateway.", "  - rewrite: `requests` -> `httpx`")
    decide(repo, "- deny import: `requests`", *clauses)
    repo.commit()
    repo.write("a.py", "import os, requests\n")
    (found,) = check(repo).data["findings"]
    assert found["severity"] == "block"
    assert (found["path"], found["line"], found["column"], found["end_column"]) == ("a.py", 1, 1, 20)
    assert (found["adr"], found["rule"][:8]) == ("ADR-001", "ADR-001#")
    assert (found["because"], found["remediation"]) == ("one client", "Ask the gateway.")
    assert found["rewrite"] == "requests -> httpx"
    assert found["invariant"] == "deny import: requests"


def test_a_branch_means_all_that_is_new_since_it_was_left_uncommitted_too(guarded) -> None:
    guarded.git("checkout", "-qb", "feature")
    guarded.write("committed.py", BAD)
    guarded.commit()
    guarded.write("untracked.py", BAD)
    assert places(check(guarded)) == [("untracked.py", 1)]
    assert places(check(guarded, branch="main")) == [("committed.py", 1), ("untracked.py", 1)]


def test_files_alone_are_judged_as_they_stand(guarded) -> None:
    guarded.write("src/a.py", BAD)
    guarded.commit()
    assert places(check(guarded)) == []
    assert places(check(guarded, files=["src"])) == [("src/a.py", 1)]
    assert places(check(guarded, files=["docs/adr/0001-decision.md"])) == []


@pytest.mark.parametrize("source", ["diff", "branch"])
def test_beside_a_change_files_narrow_it(guarded, source: str) -> None:
    guarded.write("src/a.py", BAD)
    guarded.write("src/b.py", BAD)
    argument = {"branch": "main"} if source == "branch" else {"diff": DIFF + "\n" + DIFF.replace("db.rs", "b.py")}
    assert places(check(guarded, files=["src/b.py"], **argument)) == [("src/b.py", 1)]


def test_strict_turns_advice_into_violations_and_never_the_other_way(repo) -> None:
    decide(repo, "- warn: `SELECT * FROM`")
    repo.commit()
    repo.write("a.py", BAD)
    assert (check(repo).data["verdict"], check(repo, strict=True).data["verdict"]) == ("clean", "violations")
    repo.write(".adrguard.toml", "strict = true\n")
    repo.commit()
    repo.write("b.py", BAD)
    assert check(repo, strict=False).data["strict"] is True


def test_a_project_is_judged_by_its_decisions_and_the_general_ones(repo) -> None:
    decide(repo, NO_STAR, extra="project: pay\n")
    decide(repo, "- deny: `eval(`", number=2, extra="project: shop\n")
    decide(repo, "- deny: `exec(`", number=3)
    repo.commit()
    repo.write("a.py", BAD + "eval(x)\nexec(y)\n")

    def found(name: str) -> list[str]:
        return [one["adr"] for one in check(repo, project_name=name).data["findings"]]

    assert found("pay") == ["ADR-001", "ADR-003"]
    assert found("SHOP") == ["ADR-002", "ADR-003"]
    # The one that the loadout names, to which no decision is bound.
    assert found(repo.root.name) == ["ADR-003"]
    with pytest.raises(UsageError, match="there is no project 'nowhere'"):
        check(repo, project_name="nowhere")


def test_a_diff_and_a_branch_are_two_changes(guarded) -> None:
    with pytest.raises(UsageError, match="two different changes"):
        check(guarded, diff=DIFF, branch="main")


def test_a_decision_that_is_superseded_between_two_calls_changes_the_verdict(guarded) -> None:
    guarded.write("src/a.py", BAD)
    assert check(guarded).data["verdict"] == "violations"
    decide(guarded, NO_STAR, status="superseded", extra="superseded_by: ADR-002\n")
    decide(guarded, "- deny: `eval(`", number=2, extra="supersedes: ADR-001\n")
    guarded.stage("docs")
    guarded.commit("Supersede", everything=False)
    assert check(guarded).data["verdict"] == "clean"
    guarded.write("src/a.py", "eval(x)\n")
    assert [one["adr"] for one in check(guarded).data["findings"]] == ["ADR-002"]


def test_a_weakening_is_refused_at_this_door(guarded, monkeypatch) -> None:
    monkeypatch.setenv("CI", "true")
    guarded.write("docs/adr/0001-decision.md", adr(1, "- deny: `SELECT * FROM secrets`"))
    answer = check(guarded)
    assert (answer.data["verdict"], answer.data["weakening"]) == ("violations", "block")
    (weakened,) = answer.data["weakened"]
    assert weakened["before"].startswith("deny: SELECT * FROM")
    assert not weakened["sanctioned"]


def test_what_is_suppressed_and_what_was_not_judged_is_told_apart(guarded) -> None:
    guarded.write("src/a.py", BAD.rstrip() + "  # adrguard: allow ADR-001 -- the export needs it\n")
    guarded.write("blob.py", b"\0\1\2SELECT * FROM")
    answer = check(guarded)
    (suppressed,) = answer.data["suppressed"]
    assert suppressed["reason"] == "the export needs it"
    assert [one["path"] for one in answer.data["not_judged"]] == ["blob.py"]


def test_what_was_not_judged_is_not_called_clean(guarded) -> None:
    guarded.write("blob.py", b"\0\1\2SELECT * FROM")
    answer = check(guarded)
    assert (answer.data["verdict"], answer.data["blocks"]) == ("incomplete", False)


def test_a_mistake_in_a_decision_is_told(guarded) -> None:
    decide(guarded, "- deny imprt: `x`", number=2)
    answer = check(guarded)
    assert answer.data["verdict"] == "wrong"
    assert answer.data["problems"][0]["path"] == "docs/adr/0002-decision.md"


def test_another_repository_is_named_by_its_path(guarded, tmp_path) -> None:
    from conftest import init

    other = init(tmp_path / "other")
    decide(other, NO_STAR)
    other.commit()
    other.write("b.py", BAD)
    work = Task()
    with pytest.raises(UsageError, match="is not served here"):
        tool("guard_check").run(desk(guarded), work, {"repo_path": str(other.root)})
    answer = tool("guard_check").run(desk(guarded, str(other.root)), work, {"repo_path": str(other.root)})
    assert places(answer) == [("b.py", 1)]


def test_a_vault_stands_in_for_the_configured_one(guarded, tmp_path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "one.md").write_text(adr(7, "- deny: `eval(`"), encoding="utf-8")
    guarded.write("a.py", "eval(x)\n")
    answer = tool("guard_check").run(desk(guarded, vault=str(vault)), Task(), {})
    assert "ADR-007" in [one["adr"] for one in answer.data["findings"]]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param({"files": ["../outside.py"]}, "does not exist|outside", id="a file outside"),
        pytest.param({"files": ["/etc/hostname"]}, "outside of the repository", id="an absolute file outside"),
        pytest.param({"files": ["nowhere.py"]}, "does not exist", id="a file that is not there"),
        pytest.param({"branch": "--output=x"}, "is not a revision", id="an option for a branch"),
        pytest.param({"branch": "nowhere"}, "git knows no commit 'nowhere'", id="an unknown branch"),
        pytest.param({"diff": "hello"}, "this is no diff", id="no diff"),
        pytest.param({"diff": DIFF.replace("src/", "../../")}, "no file of the repository", id="a diff outside"),
        pytest.param({"repo_path": "/"}, "is not served here", id="the root of the disk"),
        pytest.param({"repo_path": ".."}, "is not served here", id="the folder above"),
        pytest.param({"repo_path": "nowhere"}, "there is no folder 'nowhere'", id="a folder that is not there"),
    ],
)
def test_what_cannot_be_meant_is_refused(guarded, arguments, said: str) -> None:
    with pytest.raises(AdrguardError, match=said):
        call(guarded, "guard_check", **arguments)


def test_a_diff_of_ten_megabytes_is_judged_and_its_answer_is_bounded(guarded) -> None:
    line = "+SELECT * FROM users " + "x" * 80 + "\n"
    diff = "".join(f"diff --git a/f{n}.py b/f{n}.py\n" + line * 1000 for n in range(100))
    answer = check(guarded, diff=diff)
    shown, counted = len(answer.data["findings"]), answer.data["counts"]["violations"]
    assert answer.data["left_out"].get("findings", 0) + shown == counted
    assert shown <= 100
    assert len(answer.text) < 41_000
    assert answer.data["verdict"] == "violations"


def test_work_that_nobody_waits_for_ends(guarded) -> None:
    guarded.write("a.py", BAD)
    work = Task()
    work.stopped = True
    with pytest.raises(StoppedError):
        tool("guard_check").run(desk(guarded), work, {})
