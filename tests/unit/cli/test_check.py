from __future__ import annotations

import io
import json
import sys

import pytest

BAD = 'q = "SELECT * FROM users"\n'
GOOD = 'q = "SELECT id FROM users"\n'
SAID = "- [ADR-001] src/db.py:1:6: 'SELECT * FROM' violates invariant"


def test_everything_uncommitted_is_judged_by_default(ruled, adrguard):
    assert adrguard("check") == 0
    assert adrguard.out.startswith("✅ Living ADR Guard: nothing to judge")
    ruled.write("src/db.py", BAD)
    assert adrguard("check") == 1
    assert adrguard.out.startswith("❌ Living ADR Guard Failure: 1 violation (")
    assert SAID in adrguard.out
    assert "  Remediation: Name the columns.\n  Reference: [[docs/adr/0001-decision.md]]\n" in adrguard.out
    assert adrguard.err == ""


def test_a_clean_run_says_how_many_rules_and_files_were_judged(ruled, adrguard):
    ruled.write("src/db.py", GOOD)
    assert adrguard("check") == 0
    assert "clean" in adrguard.out
    assert "1 rule, 1 file)" in adrguard.out


@pytest.mark.parametrize(
    ("words", "code"),
    [
        pytest.param(["--staged"], 0, id="nothing is staged"),
        pytest.param(["--worktree"], 1, id="the working tree"),
        pytest.param(["--all"], 1, id="the whole tree"),
        pytest.param(["src/db.py"], 1, id="a file"),
        pytest.param(["src/keep.py"], 0, id="another file"),
        pytest.param(["--worktree", "src/keep.py"], 0, id="a source narrowed to another file"),
        pytest.param(["--base", "HEAD"], 0, id="what was committed since HEAD"),
        pytest.param(["--range", "HEAD..HEAD"], 0, id="a range"),
    ],
)
def test_each_source_judges_what_it_names(ruled, adrguard, words, code):
    ruled.write("src/db.py", BAD)
    assert adrguard("check", *words) == code


def test_a_range_and_a_base_judge_commits(ruled, adrguard):
    first = ruled.git("rev-parse", "HEAD")
    ruled.write("src/db.py", BAD)
    ruled.commit()
    ruled.write("src/db.py", GOOD)
    assert adrguard("check", "--base", first) == 1
    assert adrguard("check", "--range", f"{first}..HEAD") == 1
    assert adrguard("check", "--range", f"HEAD..{first}") == 0


def test_a_diff_comes_from_a_file_or_from_standard_input(ruled, adrguard, tmp_path, monkeypatch):
    ruled.write("src/keep.py", "x = 1\n" + BAD)
    diff = ruled.git("diff") + "\n"
    ruled.git("checkout", "-q", ".")
    (tmp_path / "change.diff").write_text(diff)
    assert adrguard("check", "--diff", str(tmp_path / "change.diff")) == 1
    assert "src/keep.py:2:6" in adrguard.out
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(diff.encode())))
    assert adrguard("check", "--diff", "-") == 1


def test_the_verdict_as_json_follows_the_published_schema(ruled, adrguard):
    ruled.write("src/db.py", BAD)
    document = adrguard.json("check")
    assert document["verdict"] == "violations"
    assert [(one["path"], one["line"], one["rule"]["id"]) for one in document["findings"]] == [
        ("src/db.py", 1, "ADR-001#star")
    ]


def test_strict_turns_advice_into_violations(ruled, adrguard):
    from fakes.guarding import decide

    decide(ruled, "- warn: `SELECT * FROM`")
    ruled.commit()
    ruled.write("src/db.py", BAD)
    assert adrguard("check") == 0
    assert "1 advisory, not blocking:" in adrguard.out
    assert adrguard("check", "--strict") == 1


def test_time_is_explained_when_asked(ruled, adrguard):
    ruled.write("src/db.py", BAD)
    assert adrguard.json("check", "--explain-time")["costs"][0]["rule"] == "ADR-001#star"


def test_an_unknown_project_is_refused(ruled, adrguard):
    assert adrguard("check", "--project", "nonsense") == 2
    assert "nonsense" in adrguard.err


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["--base", ""], id="an empty base, as from an unset variable in CI"),
        pytest.param(["--base", "no-such-branch"], id="an unknown base"),
        pytest.param(["--range", "nonsense"], id="no range"),
        pytest.param(["--range", "..HEAD"], id="a range without a beginning, as from an unset variable"),
        pytest.param(["--range", "..."], id="a range of nothing"),
        pytest.param(["--range", "HEAD..HEAD..HEAD"], id="three ends"),
        pytest.param(["--diff", "no-such-file"], id="no such diff"),
        pytest.param(["no-such-file.py"], id="no such file"),
        pytest.param([""], id="an empty name, as from an unset variable"),
        pytest.param(["--staged", ""], id="an empty name to narrow by"),
        pytest.param(["../outside.py"], id="a file outside"),
    ],
)
def test_what_cannot_be_judged_ends_with_2_and_never_reads_as_clean(ruled, adrguard, words):
    assert adrguard("check", *words) == 2
    assert "adrguard: " in adrguard.err
    assert adrguard.out == ""


def test_a_mistake_in_a_decision_is_an_error_and_the_rest_is_enforced(ruled, adrguard):
    from fakes.guarding import decide

    decide(ruled, "- denny: `x`", number=2)
    ruled.write("src/db.py", BAD)
    assert adrguard("check") == 2
    assert SAID in adrguard.out
    assert "docs/adr/0002-decision.md:10" in adrguard.out


def test_a_diff_too_large_to_read_is_refused_whole(ruled, adrguard, tmp_path, monkeypatch):
    monkeypatch.setattr("adrguard.cli.check.MOST_DIFF", 1024)
    (tmp_path / "large.diff").write_bytes(b"+x\n" * 1000)
    assert adrguard("check", "--diff", str(tmp_path / "large.diff")) == 2
    assert "larger than" in adrguard.err


@pytest.mark.parametrize(
    ("words", "ci", "meaning", "place"),
    [
        pytest.param([], "", "warn", "command", id="as configured"),
        pytest.param([], "true", "warn", "ci", id="in CI"),
        pytest.param(["--weakening", "block"], "", "block", "command", id="as asked for"),
    ],
)
def test_a_weakening_means_what_the_door_or_the_caller_says(  # noqa: PLR0917 - three fixtures and a table's columns
    ruled, adrguard, monkeypatch, words, ci, meaning, place
):
    monkeypatch.setenv("CI", ci)
    ruled.remove("docs/adr/0001-decision.md")
    assert adrguard("check", *words) == int(meaning == "block")
    assert f"1 weakening of the rules by this change (weakening is '{meaning}' for '{place}'):" in adrguard.out
    summary = adrguard.json("check", *words)["summary"]
    assert (summary["door"], summary["weakening"]) == (place, meaning)


def test_shares_of_the_tree_together_judge_each_file_once(ruled, adrguard):
    for number in range(6):
        ruled.write(f"src/{number}.py", BAD)
    assert adrguard("check", "--all", "--format", "json") == 1
    whole = json.loads(adrguard.out)["summary"]
    shares = []
    for share in ("1/2", "2/2"):
        adrguard("check", "--all", "--shard", share, "--format", "json")
        shares.append(json.loads(adrguard.out)["summary"])
    assert sum(share["files"] for share in shares) == whole["files"]
    assert sum(share["violations"] for share in shares) == whole["violations"] == 6


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(["--all", "--shard", "3/2"], id="more than there are"),
        pytest.param(["--all", "--shard", "0/2"], id="counted from zero"),
        pytest.param(["--all", "--shard", "one/two"], id="no numbers"),
        pytest.param(["--shard", "1/2"], id="of no tree"),
        pytest.param(["--all", "--jobs", "-1"], id="less than no process"),
    ],
)
def test_what_is_no_share_and_no_number_of_processes_is_wrong_usage(ruled, adrguard, words):
    assert adrguard("check", *words) == 2


def test_the_number_of_processes_may_stand_in_the_environment(ruled, adrguard, monkeypatch):
    monkeypatch.setenv("ADRGUARD_JOBS", "two")
    assert adrguard("check", "--all") == 2
    assert "ADRGUARD_JOBS" in adrguard.err
