"""What users of such tools suffered when a change was read wrongly; the numbers are those of the list kept in design."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from fakes.guarding import NO_STAR, adr, decide, judge, places, staged

BAD = 'q = "SELECT * FROM users"\n'
HOOK = [sys.executable, "-P", "-c", "from adrguard.hooks.main import run; run()", "pre-commit"]


@pytest.fixture
def ruled(repo):
    decide(repo, NO_STAR)
    repo.write("keep.txt", "x\n")
    repo.commit("decide")
    return repo


def test_01_a_violation_staged_and_mended_only_in_the_worktree_blocks(ruled) -> None:
    ruled.write("a.py", BAD)
    ruled.stage("a.py")
    ruled.write("a.py", 'q = "SELECT id FROM users"\n')
    outcome = staged(ruled)
    assert places(outcome) == [("a.py", 1)]
    assert outcome.findings[0].excerpt == BAD.rstrip("\n")


def test_02_a_clean_stage_over_a_dirty_worktree_passes_and_touches_nothing(ruled) -> None:
    ruled.write("a.py", "q = 1\n")
    ruled.stage("a.py")
    ruled.write("a.py", BAD)
    ruled.write("new.py", BAD)
    before = {path: path.read_bytes() for path in ruled.root.glob("*.*") if path.is_file()}
    assert staged(ruled).exit_code == 0
    assert {path: path.read_bytes() for path in ruled.root.glob("*.*") if path.is_file()} == before


@pytest.mark.parametrize(
    "how", [["commit", "-m", "x", "a.py"], ["commit", "-am", "x"]], ids=["commit file", "commit -a"]
)
def test_03_the_index_that_git_hands_to_the_hook_is_judged(ruled, how: list[str]) -> None:
    ruled.write("a.py", "q = 1\n")
    ruled.commit()
    hook = Path(ruled.git("rev-parse", "--git-path", "hooks"))
    (ruled.root / hook).mkdir(exist_ok=True)
    script = ruled.write(f"{hook}/pre-commit", "#!/bin/sh\nexec " + " ".join(f"'{word}'" for word in HOOK) + "\n")
    script.chmod(0o755)
    ruled.write("a.py", BAD)
    done = ruled.run(*how)
    assert done.returncode == 1
    assert b"violates invariant 'deny: SELECT * FROM'" in done.stdout + done.stderr


def test_04_a_linked_worktree_and_a_subdirectory_give_the_same_verdict(ruled) -> None:
    ruled.git("worktree", "add", "-q", "../linked")
    linked = type(ruled)(ruled.root.parent / "linked")
    linked.write("src/a.py", BAD)
    linked.stage("src/a.py")
    assert places(staged(linked)) == [("src/a.py", 1)]
    from adrguard.usecases.check_changes import CheckRequest, check

    assert places(check(CheckRequest(str(linked.root / "src"), "staged"))) == [("src/a.py", 1)]
    assert staged(ruled).files == 0


def test_05_the_first_commit_of_all_is_judged_as_usual(repo) -> None:
    decide(repo, NO_STAR)
    repo.write("a.py", BAD)
    repo.stage()
    assert places(staged(repo)) == [("a.py", 1)]


def test_07_an_empty_change_passes_and_says_that_nothing_was_judged(ruled) -> None:
    outcome = staged(ruled)
    assert (outcome.exit_code, outcome.files) == (0, 0)


def test_07_a_failing_git_is_an_error_with_its_own_words(ruled) -> None:
    (ruled.root / ".git" / "index").write_bytes(b"rubbish" * 9)
    done = subprocess.run(HOOK, cwd=ruled.root, capture_output=True, check=False)
    assert done.returncode == 2
    assert b"index" in done.stderr


def _merging(repo, ours: str, theirs: str) -> None:
    repo.write("a.py", "one\ntwo\nthree\n")
    repo.commit()
    repo.git("checkout", "-qb", "other")
    repo.write("a.py", theirs)
    repo.commit()
    repo.git("checkout", "-q", "main")
    repo.write("a.py", ours)
    repo.commit()
    repo.run("merge", "other")


def test_08_a_violation_of_the_other_parent_is_advisory_in_a_merge(ruled) -> None:
    _merging(ruled, "ONE\ntwo\nthree\n", f"1\ntwo\n{BAD}")
    ruled.write("a.py", f"both\ntwo\n{BAD}")
    ruled.stage()
    outcome = staged(ruled)
    assert outcome.exit_code == 0
    assert [one.note for one in outcome.advisories] == ["comes with the other side of the merge"]


def test_08_a_violation_born_in_the_resolution_blocks(ruled) -> None:
    _merging(ruled, "ONE\ntwo\nthree\n", "1\ntwo\nthree\n")
    ruled.write("a.py", f"both\ntwo\n{BAD}")
    ruled.stage()
    assert places(staged(ruled)) == [("a.py", 3)]


ODD = [
    "größe neu.py",
    "tab\there.py",
    'quo"te.py',
    "line\nend.py",
    "caf\udce9.py",
    " lead.py",
    "a b/c d.py",
    "-dash.py",
    "*.py",
]


@pytest.mark.parametrize("name", ODD, ids=ascii)
def test_09_odd_paths_are_found_and_shown_readably(ruled, name: str) -> None:
    try:
        ruled.write(name, BAD)
    except (OSError, UnicodeEncodeError):
        pytest.skip("this file system cannot hold the name")
    ruled.git("add", "-A")
    outcome = staged(ruled)
    assert places(outcome) == [(name, 1)]
    done = subprocess.run(HOOK, cwd=ruled.root, capture_output=True, check=False)
    assert done.returncode == 1
    assert b"\x1b" not in done.stdout
    assert done.stdout.decode("utf-8")


SETTINGS = [
    ["diff.noprefix", "true"],
    ["diff.mnemonicPrefix", "true"],
    ["color.ui", "always"],
    ["color.diff", "always"],
    ["diff.external", "false"],
    ["diff.submodule", "log"],
    ["core.quotePath", "true"],
    ["diff.renames", "false"],
    ["diff.context", "0"],
    ["diff.suppressBlankEmpty", "true"],
    ["diff.algorithm", "histogram"],
    ["core.pager", "false"],
    ["diff.orderFile", "/nonexistent"],
    ["core.bigFileThreshold", "1"],
    ["core.autocrlf", "true"],
]


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting[0])
def test_10_user_configuration_never_changes_a_verdict(ruled, setting: list[str]) -> None:
    ruled.write("a.py", "one\n\ntwo\n" + BAD)
    ruled.stage()
    plain = staged(ruled).replace(elapsed_ms=0.0)
    ruled.git("config", *setting)
    assert staged(ruled).replace(elapsed_ms=0.0) == plain
    assert places(plain) == [("a.py", 4)]


def test_10_a_binary_attribute_does_not_hide_a_source_file(ruled) -> None:
    ruled.write(".gitattributes", "*.py binary\n*.sql -diff\n")
    ruled.write("a.py", BAD)
    ruled.write("b.sql", "SELECT * FROM t;\n")
    ruled.stage()
    assert places(staged(ruled)) == [("a.py", 1), ("b.sql", 1)]


def test_11_lines_that_look_like_diff_headers_keep_their_line_numbers(ruled) -> None:
    ruled.write("a.sql", "-- old\n- x\none\n")
    ruled.commit()
    ruled.write("a.sql", f"++i;\n---\ndiff --git a/x b/x\n@@ -1 +1 @@\n{BAD}")
    ruled.stage()
    assert places(staged(ruled)) == [("a.sql", 5)]


def test_13_a_rename_with_an_edit_is_judged(ruled) -> None:
    lines = "".join(f"line_{n} = {n}\n" for n in range(60))
    ruled.write("old.py", lines)
    ruled.commit()
    ruled.git("mv", "old.py", "new.py")
    ruled.write("new.py", lines + BAD)
    ruled.stage()
    outcome = staged(ruled)
    assert places(outcome) == [("new.py", 61)]


def test_14_a_pure_rename_of_an_old_violation_is_silent(ruled) -> None:
    ruled.write("old.py", BAD)
    ruled.git("add", "-A")
    ruled.git("commit", "-qm", "before")
    ruled.git("mv", "old.py", "new.py")
    assert staged(ruled).findings == ()


def test_14_a_move_into_a_stricter_scope_is_judged_in_full(repo) -> None:
    decide(repo, "- deny: `SELECT * FROM` in `src/**`")
    repo.write("lib/old.py", BAD)
    repo.commit()
    (repo.root / "src").mkdir()
    repo.git("mv", "lib/old.py", "src/new.py")
    assert places(staged(repo)) == [("src/new.py", 1)]


@pytest.mark.parametrize(
    "after",
    [
        pytest.param("changed = 1\n" + BAD + "end = 1\n", id="another line edited"),
        pytest.param("start = 1\nend = 1\n", id="the violating line deleted"),
        pytest.param("start = 1\nif start:\n    " + BAD + "end = 1\n", id="reindented"),
        pytest.param("start = 1\r\n" + BAD.replace("\n", "\r\n") + "end = 1\r\n", id="line ends changed"),
        pytest.param("\n" * 30 + "start = 1\n" + BAD + "end = 1\n", id="moved down"),
    ],
)
def test_15_an_old_violation_stays_old(ruled, after: str) -> None:
    ruled.write("a.py", "start = 1\n" + BAD + "end = 1\n")
    ruled.commit()
    ruled.write("a.py", after)
    ruled.stage()
    assert staged(ruled).findings == ()


def test_15_the_same_line_with_other_text_is_new(ruled) -> None:
    ruled.write("a.py", BAD)
    ruled.commit()
    ruled.write("a.py", BAD.replace("users", "orders"))
    ruled.stage()
    assert places(staged(ruled)) == [("a.py", 1)]


def test_17_a_pasted_copy_of_an_existing_violation_blocks_where_it_was_pasted(ruled) -> None:
    ruled.write("a.py", "one = 1\n" + BAD + "two = 2\n")
    ruled.commit()
    ruled.write("a.py", "zero = 0\n" + BAD + "half = 1\none = 1\n" + BAD + "two = 2\n")
    ruled.stage()
    assert places(staged(ruled)) == [("a.py", 2)]


def test_18_deleting_a_required_file_blocks(repo) -> None:
    decide(repo, "- require path: `LICENSE`")
    repo.write("LICENSE", "MIT\n")
    repo.commit()
    repo.git("rm", "-q", "LICENSE")
    outcome = staged(repo)
    assert [one.path for one in outcome.violations] == ["LICENSE"]


def test_18_deleting_a_file_with_violations_passes(ruled) -> None:
    ruled.write("a.py", BAD)
    ruled.commit()
    ruled.git("rm", "-q", "a.py")
    assert staged(ruled).exit_code == 0


def test_19_a_violation_over_two_lines_blocks_when_one_of_them_is_added(ruled) -> None:
    ruled.write("a.sql", "SELECT *\n  WHERE x\n")
    ruled.commit()
    ruled.write("a.sql", "SELECT *\n  FROM t\n  WHERE x\n")
    ruled.stage()
    assert places(staged(ruled)) == [("a.sql", 1)]


def test_19_a_violation_made_by_deleting_the_line_between_blocks(ruled) -> None:
    ruled.write("a.sql", "SELECT *\n  -- not from\n  FROM t\n")
    ruled.commit()
    ruled.write("a.sql", "SELECT *\n  FROM t\n")
    ruled.stage()
    assert places(staged(ruled)) == [("a.sql", 1)]


LINE_ENDS = [
    pytest.param(b"a = 1\r\nb = 2\r\n" + BAD.encode(), 3, id="CRLF"),
    pytest.param(b"\xef\xbb\xbfa = 1\n" + BAD.encode(), 2, id="BOM"),
    pytest.param("a = 'x\x0cy'\n# \u2028 \x85 \x1c\n".encode() + BAD.encode(), 3, id="form feed and Unicode line ends"),
    pytest.param(b"a = 1\rb = 2\n" + BAD.encode(), 2, id="lone CR"),
    pytest.param(b"# caf\xe9 \x80\n" + BAD.encode(), 2, id="cp1252 bytes"),
    pytest.param(("a = 1\n" + BAD).encode("utf-16"), 2, id="UTF-16 with BOM"),
    pytest.param(BAD.encode().rstrip(b"\n"), 1, id="no final line end"),
]


@pytest.mark.parametrize(("data", "line"), LINE_ENDS)
def test_24_line_numbers_hold_for_any_encoding_and_line_end(ruled, data: bytes, line: int) -> None:
    ruled.write("a.py", data)
    ruled.stage()
    assert places(staged(ruled)) == [("a.py", line)]
    assert places(judge(ruled)) == [("a.py", line)]


def test_41_a_file_written_by_the_shell_is_seen_in_the_worktree(ruled) -> None:
    subprocess.run(["sh", "-c", f"printf '%s' '{BAD.strip()}' > made.py"], cwd=ruled.root, check=True)
    assert places(judge(ruled)) == [("made.py", 1)]


def test_42_the_repository_is_found_from_any_folder_below(ruled) -> None:
    ruled.write("deep/er/a.py", BAD)
    from adrguard.usecases.check_changes import CheckRequest, check

    assert places(check(CheckRequest(str(ruled.root / "deep" / "er"), "worktree"))) == [("deep/er/a.py", 1)]


def test_44_a_shallow_clone_without_the_base_is_a_clear_error(ruled, tmp_path: Path) -> None:
    from adrguard.model.errors import AdrguardError

    first = ruled.git("rev-parse", "HEAD")
    ruled.write("a.py", "x = 1\n")
    ruled.commit()
    clone = tmp_path / "shallow"
    ruled.git("clone", "-q", "--depth=1", f"file://{ruled.root}", os.fspath(clone))
    with pytest.raises(AdrguardError) as caught:
        judge(type(ruled)(clone), "base", first)
    assert "unshallow" in caught.value.hint or "fetch-depth" in caught.value.hint
    assert caught.value.exit_code == 2


def test_a_merge_that_needs_no_resolution_is_judged_by_the_pre_merge_commit_hook(ruled) -> None:
    ruled.git("checkout", "-qb", "other")
    ruled.write("theirs.py", BAD)
    ruled.git("add", "-A")
    ruled.git("commit", "-qm", "theirs")
    ruled.git("checkout", "-q", "main")
    ruled.write("ours.py", "x = 1\n")
    ruled.commit()
    hook = ruled.write(
        ".git/hooks/pre-merge-commit",
        "#!/bin/sh\nexec " + " ".join(f"'{w}'" for w in [*HOOK[:-1], "pre-merge-commit"]) + "\n",
    )
    hook.chmod(0o755)
    done = ruled.run("merge", "--no-edit", "other")
    assert done.returncode == 0, done.stderr
    assert b"comes with the other side of the merge" in done.stdout + done.stderr


def test_an_unstaged_edit_of_a_decision_changes_nothing_about_a_commit(ruled) -> None:
    ruled.write("a.py", BAD)
    ruled.stage("a.py")
    (ruled.root / "docs/adr/0001-decision.md").write_text(adr(1, "- deny: `other`"))
    assert places(staged(ruled)) == [("a.py", 1)]
    (ruled.root / "docs/adr/0001-decision.md").unlink()
    assert places(staged(ruled)) == [("a.py", 1)]


def test_no_verdict_is_remembered_a_changed_line_is_judged_anew(ruled) -> None:
    for text, code in ((BAD, 1), ("q = 1\n", 0), (BAD, 1)):
        ruled.write("a.py", text)
        ruled.stage()
        assert staged(ruled).exit_code == code
