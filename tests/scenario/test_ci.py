"""`adrguard ci` in jobs as CI services start them: real clones, their variables, and what the reviewer gets to read."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import Repo
from fakes.ci_jobs import JOBS, OURS, ZEROS, event, request
from fakes.forked import Forked
from fakes.guarding import NO_STAR, adr, decide
from fakes.published import checked

from adrguard.cli.main import run
from adrguard.engine.baseline import entry
from adrguard.engine.baseline import text as baseline_text
from adrguard.usecases.check_changes import CheckRequest, check

BAD = 'q = "SELECT * FROM {}"\n'
NOTE = "docs/adr/0001-decision.md"


class Guarded(Forked):
    """The same with a decision that is violated in `old.py`; `side` mends that, and violates it in `new.py`."""

    def __init__(self, remote: Repo, folder: Path) -> None:
        decide(remote, NO_STAR, "- Be kind to readers.")
        remote.write("old.py", BAD.format("old"))
        super().__init__(remote, folder)
        remote.git("checkout", "-q", "main")
        remote.write("theirs.py", BAD.format("theirs"))
        self.main = remote.commit("what others did")
        remote.git("checkout", "-q", "side")
        remote.write("old.py", "q = 1\n")
        remote.write("new.py", BAD.format("new"))
        self.side = remote.commit("what is proposed")


Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def guarded(repo: Repo, tmp_path: Path) -> Guarded:
    return Guarded(repo, tmp_path)


@pytest.fixture
def ci(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Call:
    """Run the command in a clone with these variables and no others of a service."""

    def call(clone: Repo, environ: dict[str, str], *words: str) -> tuple[int, str, str]:
        for name in [name for name in os.environ if name == "CI" or name.startswith(OURS)]:
            monkeypatch.delenv(name)
        for name, value in {"NO_COLOR": "1", "CI": "true", **environ}.items():
            monkeypatch.setenv(name, value)
        monkeypatch.chdir(clone.root)
        capsys.readouterr()
        code = run(["ci", *words])
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


@pytest.mark.parametrize("name", JOBS)
def test_a_request_is_judged_by_what_it_brings(guarded: Guarded, ci: Call, name: str) -> None:
    code, out, err = ci(*JOBS[name](guarded))
    assert (code, err) == (1, "")
    assert "[ADR-001] new.py:1:6" in out
    assert "theirs.py" not in out
    assert "1 finding fixed by this change:\n- [ADR-001] old.py:1:6: 'SELECT * FROM'" in out
    assert "1 invariant in prose, which no machine enforces." in out
    assert "Note: judged " in out


REMEDIES = {
    "github": "give actions/checkout `fetch-depth: 0`",
    "gitlab": 'set `GIT_DEPTH: "0"` under the `variables:` of the job',
    "gitlab merged results": 'set `GIT_DEPTH: "0"` under the `variables:` of the job',
    "azure": "give the `checkout: self` step `fetchDepth: 0`",
    "bitbucket": "write `clone: {depth: full}` into bitbucket-pipelines.yml",
    "jenkins": "take the shallow clone out of the checkout's clone options",
    "circleci": "name it: `adrguard ci --base origin/main`",
    "buildkite": "take `--depth` out of BUILDKITE_GIT_CLONE_FLAGS",
}


@pytest.mark.parametrize("name", JOBS)
def test_a_shallow_clone_is_never_clean(guarded: Guarded, ci: Call, name: str) -> None:
    code, out, err = ci(*JOBS[name](guarded, "--depth=1", "--branch=side"))
    assert code == 2
    assert REMEDIES[name] in err
    assert ("::error title=adrguard%3A not judged::" in out) is (name == "github")
    assert "clean" not in out


def test_a_depth_of_two_is_enough_where_the_service_merges(guarded: Guarded, ci: Call) -> None:
    code, out, _ = ci(*JOBS["github"](guarded, "--depth=2", "--branch=side"))
    assert (code, out.count("[ADR-001] new.py:1:6")) == (1, 1)


def test_of_many_findings_all_are_in_the_log(guarded: Guarded, ci: Call) -> None:
    guarded.remote.write("many.py", "".join(BAD.format(number) for number in range(25)))
    guarded.side = guarded.remote.commit("many")
    code, out, _ = ci(*JOBS["github"](guarded))
    report = out.partition("::stop-commands::")[2]
    assert code == 1
    assert report.count("[ADR-001] many.py:") == 25
    assert "26 errors. GitHub shows 10 of each kind; all of them follow." in out
    assert (guarded.folder / "summary.md").read_text().count("`many.py:") == 25


def test_the_working_tree_is_not_judged(guarded: Guarded, ci: Call) -> None:
    clone, environ = JOBS["github"](guarded)
    clone.write("made.py", BAD.format("made"))
    clone.remove("new.py")
    clone.stage()
    out = ci(clone, environ)[1]
    assert "new.py:1:6" in out
    assert "made.py" not in out


def test_the_rules_of_the_target_judge_what_weakens_them(guarded: Guarded, ci: Call) -> None:
    guarded.remote.write(NOTE, adr(1, "- Be kind to readers."))
    guarded.side = guarded.remote.commit("without the rule")
    code, out, _ = ci(*JOBS["gitlab"](guarded))
    assert code == 1
    assert "[ADR-001] new.py:1:6" in out
    assert "1 weakening of the rules by this change (weakening is 'warn' for 'ci'):\n- removed" in out


def test_a_rule_that_the_target_got_meanwhile_judges_too(guarded: Guarded, ci: Call) -> None:
    guarded.remote.git("checkout", "-q", "main")
    decide(guarded.remote, "- deny: `q = 1`", number=2)
    guarded.main = guarded.remote.commit("a new decision")
    out = ci(*JOBS["github"](guarded))[1]
    assert "[ADR-002] old.py:1:1: 'q = 1' violates" in out


@pytest.mark.parametrize(("word", "code"), [("block", 1), ("warn", 0)])
def test_the_configuration_says_what_a_weakening_means_in_ci(guarded: Guarded, ci: Call, word: str, code: int) -> None:
    guarded.remote.remove("new.py")
    guarded.remote.write(NOTE, adr(1, "- Be kind to readers."))
    guarded.side = guarded.remote.commit("without the rule")
    guarded.remote.git("checkout", "-q", "main")
    guarded.remote.write(".adrguard.toml", f'weakening = {{ ci = "{word}" }}\n')
    guarded.main = guarded.remote.commit("configuration")
    assert ci(*JOBS["azure"](guarded))[0] == code


def test_a_push_is_judged_since_what_was_there(guarded: Guarded, ci: Call) -> None:
    body = {"ref": "refs/heads/main", "before": guarded.root, "repository": {"default_branch": "main"}}
    clone = guarded.clone(guarded.main)
    code, out, _ = ci(clone, event(guarded.folder, "push", body, GITHUB_SHA=guarded.main))
    assert code == 1
    assert "theirs.py:1:6" in out
    assert "old.py" not in out
    assert "a push to main (GitHub Actions)" in out


def test_a_push_that_merges_its_upstream_is_not_blamed_for_that(guarded: Guarded, ci: Call) -> None:
    merged = guarded.merge("side", "main")
    body = {"ref": "refs/heads/side", "before": guarded.side, "repository": {"default_branch": "main"}}
    clone = guarded.clone(merged)
    code, out, _ = ci(clone, event(guarded.folder, "push", body, GITHUB_SHA=merged))
    assert code == 0
    assert ": nothing to judge" in out


def test_a_run_without_a_change_judges_the_tree_against_its_baseline(guarded: Guarded, ci: Call) -> None:
    guarded.remote.git("checkout", "-q", "main")
    known = check(CheckRequest(str(guarded.remote.root), "files", files=("theirs.py",))).violations
    guarded.remote.write(".adrguard/baseline.txt", baseline_text(entry(one) for one in known))
    head = guarded.remote.commit("what is known")
    clone = guarded.clone(head)
    code, out, _ = ci(clone, event(guarded.folder, "schedule", {}, GITHUB_SHA=head, GITHUB_REF="refs/heads/main"))
    assert code == 1
    assert "old.py:1:6" in out
    assert "theirs.py" not in out
    assert "1 known finding in the baseline, not shown." in out
    assert "as it stands" in out


def test_a_merge_queue_is_judged_since_its_base(guarded: Guarded, ci: Call) -> None:
    head = guarded.merged()
    body = {"merge_group": {"base_sha": guarded.main, "base_ref": "refs/heads/main", "head_sha": head}}
    clone = guarded.clone(head)
    code, out, _ = ci(clone, event(guarded.folder, "merge_group", body, GITHUB_SHA=head))
    assert (code, out.count("[ADR-001] new.py:1:6")) == (1, 1)


def test_a_checkout_of_the_target_does_not_pass_for_the_request(guarded: Guarded, ci: Call) -> None:
    clone = guarded.clone(guarded.main, "--single-branch", "--branch=main")
    environ = event(guarded.folder, "pull_request_target", request(guarded), GITHUB_SHA=guarded.main)
    code, _, err = ci(clone, environ)
    assert code == 2
    assert f"the commit to judge, {guarded.side[:12]} of pull request 12 into main, is not in this clone" in err
    assert "ref: refs/pull/12/merge" in err
    clone.git("fetch", "-q", "origin", guarded.side)
    code, out, _ = ci(clone, environ)
    assert (code, "new.py:1:6" in out, "theirs.py" in out) == (1, True, False)


@pytest.mark.parametrize("words", [(), ("--base", "origin/main")], ids=["by itself", "with a base"])
@pytest.mark.parametrize("name", ["issue_comment", "workflow_dispatch"])
def test_a_run_by_hand_judges_what_it_checked_out(
    guarded: Guarded, ci: Call, name: str, words: tuple[str, ...]
) -> None:
    clone = guarded.clone(guarded.side)
    body = {"repository": {"default_branch": "main"}, "issue": {"number": 7}}
    job = event(guarded.folder, name, body, GITHUB_SHA=guarded.main, GITHUB_REF="refs/heads/main")
    code, out, _ = ci(clone, job, *words)
    assert code == 1
    assert "new.py:1:" in out
    assert "theirs.py" not in out


def test_a_branch_rewritten_and_pushed_again_is_judged_by_itself(guarded: Guarded, ci: Call) -> None:
    before = guarded.side
    guarded.remote.git("checkout", "-q", "side")
    guarded.remote.git("rebase", "-q", "main")
    head = guarded.remote.git("rev-parse", "HEAD")
    clone = guarded.clone(head)
    clone.git("fetch", "-q", "origin", before)
    environ = {
        "GITLAB_CI": "true",
        "CI_PIPELINE_SOURCE": "push",
        "CI_COMMIT_BRANCH": "side",
        "CI_COMMIT_SHA": head,
        "CI_COMMIT_BEFORE_SHA": before,
        "CI_DEFAULT_BRANCH": "main",
    }
    code, out, _ = ci(clone, environ)
    assert (code, "new.py:1:6" in out, "theirs.py" in out) == (1, True, False)
    again = ci(clone, {**environ, "CI_COMMIT_BEFORE_SHA": ZEROS})
    assert (again[0], "new.py:1:6" in again[1], "theirs.py" in again[1]) == (1, True, False)


def crossed(guarded: Guarded, invariant: str) -> None:
    """Merge crosswise, where upstream made something else of the rule, and add a file to `side`."""
    remote = guarded.remote
    remote.git("checkout", "-q", "main")
    remote.write(NOTE, adr(1, invariant, "- Be kind to readers."))
    upstream = remote.commit("another rule")
    guarded.merge("main", guarded.side)
    guarded.merge("side", upstream)
    remote.write("another.py", BAD.format("another"))
    guarded.side = remote.commit("one more")


def test_of_what_was_merged_crosswise_only_what_is_new_on_both_sides_counts(guarded: Guarded, ci: Call) -> None:
    crossed(guarded, "- deny: `SELECT *`")
    code, out, _ = ci(*JOBS["buildkite"](guarded))
    assert "their merge counts as the old state" in out
    assert "another.py:1:6: 'SELECT *' violates" in out
    assert "weakening of the rules" not in out
    assert (code, out.count("violates invariant")) == (1, 1)


def test_what_upstream_allowed_is_allowed_to_a_branch_that_merged_it_crosswise(guarded: Guarded, ci: Call) -> None:
    crossed(guarded, "- warn: `SELECT * FROM`")
    code, out, _ = ci(*JOBS["buildkite"](guarded))
    assert (code, "weakening of the rules" in out) == (0, False)
    assert "1 advisory, not blocking" in out


def test_what_conflicts_crosswise_is_advice_where_one_side_had_it(guarded: Guarded, ci: Call) -> None:
    guarded.conflict(BAD)
    guarded.remote.write("another.py", BAD.format("another"))
    guarded.side = guarded.remote.commit("one more")
    code, out, _ = ci(*JOBS["buildkite"](guarded))
    assert "all count as the old state" in out
    assert (code, out.count("violates invariant")) == (1, 1)
    assert "another.py:1:6: 'SELECT * FROM' violates" in out


def test_a_submodule_is_told_and_not_looked_into(guarded: Guarded, ci: Call) -> None:
    guarded.remote.git("checkout", "-q", "side")
    guarded.remote.git("update-index", "--add", "--cacheinfo", f"160000,{guarded.root},vendor/lib")
    guarded.remote.git("commit", "-q", "-m", "a submodule")
    guarded.side = guarded.remote.git("rev-parse", "HEAD")
    out = ci(*JOBS["jenkins"](guarded))[1]
    assert "vendor/lib: a submodule: what is in it is judged where it is committed" in out


def test_arguments_stand_above_what_the_job_says(guarded: Guarded, ci: Call) -> None:
    clone, environ = JOBS["github"](guarded)
    code, out, _ = ci(clone, environ, "--base", guarded.side, "--head", guarded.side)
    assert code == 0
    assert "there is nothing to judge" in out
    code, out, _ = ci(clone, {}, "--base", "origin/main", "--head", "origin/side")
    assert (code, "new.py:1:6" in out) == (1, True)
    code, _, err = ci(clone, {})
    assert (code, "nothing says what to judge" in err) == (2, True)
    code, _, err = ci(clone, environ, "--base", "origin/gone")
    assert (code, "origin/gone, with which what " in err) == (2, True)


def test_the_summary_is_appended_and_never_too_large(guarded: Guarded, ci: Call) -> None:
    clone, environ = JOBS["github"](guarded)
    summary = guarded.folder / "summary.md"
    summary.write_text("# Mine\n")
    assert ci(clone, environ)[0] == 1
    text = summary.read_text()
    assert text.startswith("# Mine\n<!-- adrguard: report -->")
    assert "Fixed by this change (1)" in text
    summary.write_text("x" * (1024 * 1024 - 700))
    assert ci(clone, environ)[0] == 1
    assert summary.stat().st_size <= 1024 * 1024
    summary.write_text("x" * (1024 * 1024 - 10))
    code, _, err = ci(clone, environ)
    assert (code, "it has no room for another report" in err) == (1, True)
    summary.unlink()
    summary.mkdir()
    code, _, err = ci(clone, environ)
    assert (code, "the step's summary was not written" in err) == (1, True)


def test_what_a_proposer_writes_cannot_command_the_log(guarded: Guarded, ci: Call) -> None:
    guarded.remote.git("checkout", "-q", "side")
    guarded.remote.write("::error::forged.py", 'q = "SELECT * FROM x"  # ::error::forged ##[error]forged\n')
    guarded.side = guarded.remote.commit("::error::forged")
    clone, environ = JOBS["github"](guarded)
    out = ci(clone, environ)[1]
    commands, _, rest = out.partition("::stop-commands::")
    assert [line for line in commands.splitlines() if line.startswith("::error::")] == []
    word, _, report = rest.partition("\n")
    outside = report.rpartition(f"::{word}::\n")[2]
    assert "::error" not in outside
    assert "##[" not in outside


def test_reports_are_written_beside_the_log(guarded: Guarded, ci: Call) -> None:
    clone, environ = JOBS["gitlab"](guarded)
    code, out, _ = ci(
        clone, environ, "--format", "gitlab", "--output", "quality.json", "--format", "junit", "--output", "j.xml"
    )
    assert code == 1
    assert "[ADR-001] new.py:1:6" in out
    assert "new.py" in (clone.root / "quality.json").read_text()
    assert "new.py" in (clone.root / "j.xml").read_text()


def test_a_program_gets_one_document_whatever_comes_of_it(guarded: Guarded, ci: Call) -> None:
    clone, environ = JOBS["github"](guarded)
    _, out, _ = ci(clone, environ, "--format", "json")
    assert checked(out)["exit_code"] == 1
    _, out, _ = ci(clone, environ, "--format", "json", "--base", "gone")
    assert (checked(out)["command"], "gone, with which" in out) == ("ci", True)


def test_a_report_says_when_there_is_no_verdict(guarded: Guarded, ci: Call) -> None:
    clone, environ = JOBS["gitlab"](guarded, "--depth=1", "--branch=side")
    (clone.root / "quality.json").write_text("[]")
    code, _, _ = ci(clone, environ, "--format", "gitlab", "--output", "quality.json")
    assert (code, "is not in this clone" in (clone.root / "quality.json").read_text()) == (2, True)
