"""What nobody means to feed a guard, and what it meets all the same: it says so, and calls nothing clean unseen."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from fakes.guarding import NO_STAR, decide, judge, places, staged

BAD = 'q = "SELECT * FROM users"\n'


@pytest.fixture
def ruled(repo):
    decide(repo, NO_STAR)
    repo.write("keep.txt", "x\n")
    repo.commit("decide")
    return repo


def test_a_file_with_an_unresolved_conflict_is_listed_as_not_judged(ruled) -> None:
    for branch, text in (("theirs", "theirs\n"), ("ours", BAD)):
        ruled.git("checkout", "-q", "-b", branch, "HEAD" if branch == "theirs" else "HEAD~1")
        ruled.write("keep.txt", text)
        ruled.commit(branch)
    assert ruled.run("merge", "theirs").returncode == 1

    outcome = staged(ruled)

    assert [(one.path, one.reason.partition(":")[0]) for one in outcome.unjudged] == [("keep.txt", "unmerged")]
    assert staged(ruled, strict=True).exit_code == 3
    assert staged(ruled, files=("docs",)).unjudged == ()


@pytest.mark.skipif(os.name == "nt", reason="a FIFO and a link made without privileges")
def test_a_named_file_that_cannot_be_judged_is_never_called_clean(ruled) -> None:
    os.mkfifo(ruled.root / "pipe")
    (ruled.root / "link.py").symlink_to("keep.txt")
    ruled.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", str(ruled.root), "sub")
    for name, reason in (("pipe", "a FIFO"), ("link.py", "link"), ("sub", "submodule")):
        outcome = judge(ruled, "files", files=(name,))
        assert len(outcome.unjudged) == 1
        assert reason in outcome.unjudged[0].reason
        assert judge(ruled, "files", files=(name,), strict=True).exit_code == 3


def test_strictness_asked_for_is_no_change_of_the_decisions(ruled) -> None:
    ruled.write("a.py", "x = 1\n")
    decide(ruled, NO_STAR, "- deny: `y`")
    ruled.stage()
    assert staged(ruled, strict=True).weakened == ()
    assert staged(ruled, strict=False).weakened == ()


def test_an_odd_path_is_judged_like_any_other(ruled) -> None:
    names = ["new\nline.py", 'quo"te.py', "tab\t.py", "-dash.py", "--all", "😀.py", "a" * 246 + ".py", "star*.py"]
    names += ["[ab]?.py", "back\\slash.py", " lead.py", "trail.py ", "\x1b[31m.py", "{x,y}.py", "!not.py", "a => b.py"]
    names += ["diff --git a b.py", "\r.py", "bad\udcff.py", ":colon.py", "..a/b.py"]
    for name in names:
        try:
            (ruled.root / name).parent.mkdir(exist_ok=True)
            (ruled.root / name).write_text(BAD)
        except (OSError, UnicodeEncodeError):
            pytest.skip("this file system refuses such names")
    ruled.git("add", "-A")
    expected = sorted((name, 1) for name in names)
    assert sorted(places(staged(ruled))) == expected
    assert sorted(places(judge(ruled))) == expected
    assert sorted(places(judge(ruled, "files", files=tuple(f"./{name}" for name in names)))) == expected


def program(module: str, *words: str) -> list[str]:
    code = f"from adrguard.{module}.main import main; raise SystemExit(main())"
    return [sys.executable, "-P", "-c", code, *words]


DOORS = [
    pytest.param(program("hooks", "pre-commit"), id="hook"),
    pytest.param(program("cli", "check"), id="check"),
    pytest.param(program("cli", "check", "--format", "json"), id="check as JSON"),
]
POSIX = pytest.mark.skipif(os.name == "nt", reason="the shell of a POSIX system")


@POSIX
@pytest.mark.parametrize("argv", DOORS)
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
def test_closed_streams_change_no_verdict(ruled, argv: list[str], closed: str) -> None:
    ruled.write("a.py", BAD)
    ruled.stage()
    done = subprocess.run(["sh", "-c", f'"$@" {closed}', "sh", *argv], cwd=ruled.root, capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (1, b"")


@POSIX
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
@pytest.mark.parametrize("argv", DOORS)
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_report_that_cannot_be_written_is_no_clean_verdict(ruled, argv: list[str], unbuffered: str) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            argv,
            cwd=ruled.root,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        )
    assert done.returncode in (1, 2)
    assert b"could not be written: No space left on device" in done.stderr
    assert b"internal error" not in done.stderr
    assert b"Traceback" not in done.stderr


@POSIX
@pytest.mark.parametrize(
    "argv", [*DOORS, pytest.param(program("cli", "init"), id="init"), pytest.param(program("cli", "lint"), id="lint")]
)
def test_a_current_folder_that_was_deleted_is_named_as_the_fault(tmp_path, argv: list[str]) -> None:
    (tmp_path / "gone").mkdir()
    done = subprocess.run(
        ["sh", "-c", 'cd gone && rmdir ../gone && exec "$@"', "sh", *argv],
        cwd=tmp_path,
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert b"the current folder cannot be used" in done.stderr


@POSIX
@pytest.mark.parametrize(
    "body",
    [
        pytest.param("#!/bin/sh\nexit 1\n", id="says nothing and fails"),
        pytest.param("#!/bin/sh\necho rubbish\n", id="prints what is no listing"),
        pytest.param("#!/bin/sh\nprintf ':1 2\\0x'\n", id="prints half a listing"),
        pytest.param("#!/bin/sh\nkill -9 $$\n", id="is killed"),
        pytest.param("#!/no/such/interpreter\n", id="has no interpreter"),
        pytest.param("no program", id="is no program"),
    ],
)
@pytest.mark.parametrize("argv", DOORS)
def test_a_git_that_does_not_work_is_the_fault_that_is_named(ruled, tmp_path, body: str, argv: list[str]) -> None:
    ruled.write("a.py", BAD)
    ruled.stage()
    staged(ruled)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "git").write_text(body)
    (tmp_path / "bin" / "git").chmod(0o755)
    done = subprocess.run(
        argv, cwd=ruled.root, capture_output=True, check=False, env={**os.environ, "PATH": str(tmp_path / "bin")}
    )
    assert done.returncode == 2
    assert b"git" in done.stderr
    assert b"internal error" not in done.stderr


@POSIX
@pytest.mark.parametrize(
    ("link", "words"),
    [
        pytest.param(".adrguard/wiki", ["init"], id="the vault"),
        pytest.param(".adrguard/wiki/02_Architecture", ["init"], id="a folder of the vault"),
        pytest.param("docs/adr", ["init"], id="a folder of records"),
        pytest.param(".adrguard", ["baseline", "write"], id="the folder of the baseline"),
        pytest.param(".adrguard/baseline.txt", ["baseline", "write"], id="the baseline"),
        pytest.param(".pre-commit-config.yaml", ["install", "pre-commit"], id="the configuration of pre-commit"),
    ],
)
def test_a_link_in_a_repository_leads_no_command_to_write_elsewhere(
    repo, tmp_path, link: str, words: list[str]
) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "file").write_text("precious\n")
    if words != ["init"]:
        decide(repo, NO_STAR)
    repo.write("a.py", BAD)
    target = elsewhere / "file" if "." in link.rpartition("/")[2][1:] else elsewhere
    (repo.root / link).parent.mkdir(parents=True, exist_ok=True)
    (repo.root / link).symlink_to(target)
    repo.commit()
    done = subprocess.run(program("cli", *words), cwd=repo.root, capture_output=True, check=False)
    assert done.returncode == 2, done.stdout
    assert [path.name for path in elsewhere.rglob("*")] == ["file"]
    assert (elsewhere / "file").read_text() == "precious\n"


@pytest.mark.parametrize("path", [".git/config", ".git/hooks/post-commit", "sub/.GIT/x", "docs/adr/0001-decision.md"])
def test_a_configuration_cannot_name_what_is_no_baseline(ruled, path: str) -> None:
    before = {one: one.read_bytes() for one in ruled.root.rglob("*") if one.is_file()}
    before[ruled.write(".adrguard.toml", f'baseline = "{path}"\n')] = f'baseline = "{path}"\n'.encode()
    before[ruled.write("a.py", BAD)] = BAD.encode()
    done = subprocess.run(program("cli", "baseline", "write"), cwd=ruled.root, capture_output=True, check=False)
    assert done.returncode == 2, done.stdout
    after = {one: one.read_bytes() for one in ruled.root.rglob("*") if one.is_file() and "adrguard" not in one.parts}
    assert after == {one: data for one, data in before.items() if "adrguard" not in one.parts}


def test_a_regular_expression_never_splits_a_character(ruled) -> None:
    decide(ruled, r"- deny: /\C\C/", r"- deny: /(?s:.)z/", number=2)
    ruled.write("a.txt", "é😀z\n")
    ruled.stage()
    outcome = staged(ruled)
    assert [problem.code for problem in outcome.problems] == ["bad-regex"]
    assert places(outcome) == [("a.txt", 1)]


@POSIX
@pytest.mark.parametrize("linked", ["folder", "file", "file of git's"])
def test_a_link_in_the_cache_has_nothing_else_overwritten(ruled, tmp_path, linked: str) -> None:
    ruled.write("a.py", BAD)
    ruled.stage()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "file").write_text("precious\n")
    cache = ruled.root / ".git" / "adrguard"
    if linked == "folder":
        cache.symlink_to(elsewhere)
    else:
        cache.mkdir()
        (cache / "head.bin").symlink_to(elsewhere / "file" if linked == "file" else "../config")
    config = (ruled.root / ".git" / "config").read_bytes()
    done = subprocess.run(program("hooks", "pre-commit"), cwd=ruled.root, capture_output=True, check=False)
    assert done.returncode == 1
    assert [path.name for path in elsewhere.iterdir()] == ["file"]
    assert (elsewhere / "file").read_text() == "precious\n"
    assert (ruled.root / ".git" / "config").read_bytes() == config


HEAD = "# 2. Two\n\nStatus: accepted\n\n## Invariants\n\n"


@pytest.mark.parametrize(
    ("note", "code"),
    [
        pytest.param((HEAD + NO_STAR + "\n").encode("utf-16-le"), "binary", id="UTF-16 without a mark"),
        pytest.param(b"\0\1\2\3", "binary", id="no text at all"),
        pytest.param(f"{HEAD}{NO_STAR}\n\0".encode(), "binary", id="text with a NUL"),
        pytest.param(f"{HEAD}{'> ' * 40}{NO_STAR}\n".encode(), "too-deep", id="quotes in quotes"),
        pytest.param(
            (HEAD + "".join(f"{'  ' * depth}- deny: `x{depth}`\n" for depth in range(40))).encode(),
            "too-deep",
            id="lists in lists",
        ),
        pytest.param(f"{HEAD}<!-- not now\n\n{NO_STAR}\n".encode(), "unclosed-comment", id="a comment never closed"),
        pytest.param(HEAD.encode() + "• deny: `SELECT * FROM`\n".encode(), "stray-paragraph", id="a bullet"),
        pytest.param(HEAD.encode() + "– deny: `SELECT * FROM`\n".encode(), "stray-paragraph", id="a dash"),
        pytest.param(f"{HEAD}| rule |\n|---|\n| deny: `x` |\n".encode(), "stray-paragraph", id="a table"),
        pytest.param(f"{HEAD}### deny: `x`\n".encode(), "stray-paragraph", id="a heading"),
    ],
)
def test_an_invariant_that_markdown_hides_is_an_error(ruled, note: bytes, code: str) -> None:
    ruled.write("docs/adr/0002-two.md", note)
    ruled.stage()
    outcome = staged(ruled)
    assert code in {problem.code for problem in outcome.problems}
    assert outcome.exit_code == 2


def test_a_comment_that_holds_no_invariant_may_end_with_the_note(ruled) -> None:
    ruled.write("docs/adr/0002-two.md", f"{HEAD}{NO_STAR}\n\n<!-- prose\n\n- more prose\n")
    ruled.stage()
    assert staged(ruled).exit_code == 0


def test_a_note_that_this_clone_lacked_binds_as_soon_as_it_is_there(ruled) -> None:
    ruled.write("a.py", BAD)
    ruled.stage()
    oid = ruled.git("rev-parse", "HEAD:docs/adr/0001-decision.md")
    blob = ruled.root / ".git" / "objects" / oid[:2] / oid[2:]
    blob.rename(ruled.root / "aside")
    for _ in range(2):
        outcome = staged(ruled)
        assert (outcome.exit_code, [problem.code for problem in outcome.problems]) == (2, ["unreadable"])
    (ruled.root / "aside").rename(blob)
    assert places(staged(ruled)) == [("a.py", 1)]
