"""What nobody means to feed a guard, and what it meets all the same: it says so, and calls nothing clean unseen."""

from __future__ import annotations

import os

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
