"""Git's plumbing, and its own words when it fails."""

from __future__ import annotations

import gc

import pytest

from adrguard.model.errors import GitError
from adrguard.system.git import Git, UnknownRevisionError, from_native, native
from adrguard.system.ref_names import AmbiguousNameError
from adrguard.system.repository import find

ODD = ["größe.py", "tab\t.py", "new\nline.py", 'quo"te.py', "*.py", ":(top).py", "-rf.py", "latin-\udce9.py"]


@pytest.fixture
def git(repo):
    return Git(find(str(repo.root)))


def test_revisions_are_resolved_to_commits(repo, git):
    oid = repo.commit()
    repo.git("tag", "-a", "-m", "x", "v1")

    assert git.rev_parse("HEAD") == git.rev_parse("v1") == git.rev_parse(oid[:8]) == oid


@pytest.mark.parametrize("revision", ["", "nope", "-x", "--all", "HEAD:file", "a\0b", "HEAD^{tree}", "HEAD..HEAD"])
def test_what_is_no_commit_is_refused(repo, git, revision):
    repo.write("file", "x\n")
    repo.commit()

    with pytest.raises(UnknownRevisionError) as caught:
        git.rev_parse(revision)
    assert caught.value.hint


@pytest.mark.parametrize(
    ("refs", "revision", "meant"),
    [
        pytest.param(("refs/heads/x", "refs/tags/x"), "x", "refs/heads/x", id="a tag called as a branch"),
        pytest.param(
            ("refs/heads/o/x", "refs/remotes/o/x"), "o/x", "refs/heads/o/x", id="a branch called as a remote's"
        ),
        pytest.param(("refs/heads/x", "refs/tags/x"), "x~0", "refs/heads/x", id="with a suffix"),
    ],
)
def test_a_name_of_two_commits_is_refused_and_told_how_to_say_it(repo, git, refs, revision, meant):
    repo.git("config", "core.warnAmbiguousRefs", "false")
    for ref in refs:
        repo.git("update-ref", ref, repo.commit(ref))

    with pytest.raises(AmbiguousNameError) as caught:
        git.rev_parse(revision)
    assert all(ref in caught.value.message for ref in refs)
    assert f"write {meant}," in caught.value.hint
    assert git.rev_parse(meant) == repo.git("rev-parse", meant).strip()


def test_two_names_of_one_commit_are_no_doubt(repo, git):
    oid = repo.commit()
    for ref in ("refs/heads/x", "refs/tags/x", "refs/tags/HEAD", f"refs/tags/{oid}"):
        repo.git("update-ref", ref, oid)
    repo.git("update-ref", "refs/tags/HEAD", repo.commit("a newer one"))
    repo.git("update-ref", f"refs/tags/{oid}", "HEAD")

    assert git.rev_parse("x") == git.rev_parse(oid) == oid
    assert git.rev_parse("HEAD") == repo.git("rev-parse", "refs/heads/main").strip()


def test_a_branch_that_is_called_as_a_commit_begins_is_refused(repo, git):
    oid = repo.commit()
    repo.git("update-ref", f"refs/heads/{oid[:8]}", repo.commit("a newer one"))

    with pytest.raises(AmbiguousNameError, match=f"a commit whose id begins with {oid[:8]}"):
        git.rev_parse(oid[:8])


def test_a_failure_carries_gits_words(repo, git):
    with pytest.raises(GitError, match="git cat-file failed: fatal: Not a valid object name nope"):
        git.output("cat-file", "-p", "nope")


def test_a_tree_that_is_not_here_comes_with_a_way_out(repo, git):
    repo.write("a.py", "x\n")
    oid = repo.git("rev-parse", f"{repo.commit()}^{{tree}}").strip()
    (repo.root / ".git/objects" / oid[:2] / oid[2:]).unlink()

    with pytest.raises(GitError) as caught:
        git.output("ls-tree", "HEAD")
    assert "`git fetch` may bring them" in caught.value.hint


def test_the_index_is_listed_with_odd_names(repo, git):
    for path in ODD:
        repo.write(path, path)
    repo.git("add", "-A")

    assert {entry.path for entry in git.list_index()} == set(ODD)
    assert [entry.path for entry in git.list_index(["*.py"])] == ["*.py"]
    assert [entry.path for entry in git.list_index([ODD[-1]])] == [ODD[-1]]
    assert git.list_index(["nowhere"]) == []


def test_an_announced_file_is_not_in_the_index_yet(repo, git):
    repo.write("empty", "")
    repo.stage()
    repo.write("announced", "text\n")
    repo.git("add", "-N", "announced")

    assert [entry.path for entry in git.list_index()] == ["empty"]


def test_of_an_unmerged_file_our_side_is_listed(repo, git):
    repo.write("x", "base\n")
    repo.commit()
    repo.git("checkout", "-q", "-b", "side")
    repo.write("x", "side\n")
    repo.commit()
    repo.git("checkout", "-q", "main")
    repo.write("x", "main\n")
    repo.commit()
    repo.run("merge", "side")

    (entry,) = git.list_index()

    assert entry.stage == 2
    assert git.cat_batch([entry.oid])[entry.oid].data == b"main\n"


def test_a_tree_is_listed_below_some_paths(repo, git):
    repo.write("docs/adr/1.md", "one\n")
    repo.write("docs/adr/deep/2.md", "two\n")
    repo.write("src/x.py", "x\n")
    oid = repo.commit()

    assert [entry.path for entry in git.list_tree(oid, ["docs/adr"])] == ["docs/adr/1.md", "docs/adr/deep/2.md"]
    assert len(git.list_tree(oid)) == 3
    assert git.list_tree(git.repo.empty_tree) == []


def test_more_paths_than_a_command_line_holds(repo, git):
    paths = [f"{'long' * 40}/{number}.py" for number in range(400)]
    for path in paths:
        repo.write(path, "x\n")
    oid = repo.commit()

    assert [entry.path for entry in git.list_index(paths)] == sorted(paths)
    assert {entry.path for entry in git.list_tree(oid, paths)} == set(paths)


def test_untracked_files_are_those_that_git_does_not_ignore(repo, git):
    repo.write(".gitignore", "*.log\n")
    repo.write("tracked", "x\n")
    repo.commit()
    repo.write("x.log", "x\n")
    repo.write("new\nfile", "x\n")

    assert git.list_untracked() == ["new\nfile"]


def test_blobs_are_read_up_to_a_limit(repo, git):
    small = repo.git("hash-object", "-w", "--stdin", stdin=b"small")
    large = repo.git("hash-object", "-w", "--stdin", stdin=b"x" * 100)
    huge = repo.git("hash-object", "-w", "--stdin", stdin=b"x" * 100_000)
    tree = repo.git("write-tree")

    blobs = git.cat_batch([huge, small, large, "1" * 40, tree, small], 10)

    assert blobs[small] == (small, "blob", 5, b"small")
    assert blobs[large] == (large, "blob", 100, None)
    assert blobs[huge] == (huge, "blob", 100_000, None)
    assert (blobs["1" * 40].kind, blobs["1" * 40].data) == ("missing", None)
    assert (blobs[tree].kind, blobs[tree].data) == ("tree", None)
    assert len(git.cat_batch([huge])[huge].data) == 100_000


def test_a_damaged_object_is_missing_and_the_next_one_is_read(repo, git):
    bad = repo.git("hash-object", "-w", "--stdin", stdin=b"bad" * 1000)
    good = repo.git("hash-object", "-w", "--stdin", stdin=b"good")
    path = repo.root / ".git" / "objects" / bad[:2] / bad[2:]
    path.chmod(0o644)
    path.write_bytes(path.read_bytes()[:30])

    blobs = git.cat_batch([bad, good], 10_000)

    assert blobs[bad].data is None
    assert blobs[good].data == b"good"


def test_a_reader_that_is_dropped_leaves_no_process(repo, git):
    oid = repo.git("hash-object", "-w", "--stdin", stdin=b"x")
    reader = git.blobs()
    assert reader.read(oid).data == b"x"
    process = reader._process

    del reader
    gc.collect()

    assert process.returncode is not None


def test_a_reader_without_a_repository_says_why(repo, git):
    repo.commit()
    (repo.root / ".git" / "HEAD").write_text("rubbish")

    with pytest.raises(GitError, match="cat-file"):
        git.cat_batch(["1" * 40])


def test_head_of_a_broken_branch_is_an_error(repo, git):
    repo.commit()
    (repo.root / ".git" / "refs" / "heads" / "main").write_text("rubbish\n")

    with pytest.raises(GitError):
        git.head()


def test_the_merge_base_is_found_or_not(repo, git):
    first = repo.commit("first")
    repo.git("checkout", "-q", "--orphan", "other")
    other = repo.commit("other")
    repo.git("checkout", "-q", "main")
    second = repo.commit("second")

    assert git.merge_base(first, second) == first
    assert git.merge_base(second, other) == ""
    with pytest.raises(GitError):
        git.merge_base(first, "1" * 40)


def test_shallowness_is_known(repo, git, tmp_path):
    repo.commit("one")
    repo.commit("two")
    repo.git("clone", "-q", "--depth=1", f"file://{repo.root}", str(tmp_path / "clone"))

    assert not git.is_shallow()
    assert Git(find(str(tmp_path / "clone"))).is_shallow()


def test_paths_go_to_the_system_and_back_unchanged():
    assert [from_native(native(path)) for path in ODD] == ODD


def test_what_is_ignored_is_known_with_the_pattern_that_does_it(repo, git):
    repo.write(".gitignore", "*.md\n!kept.md\nout/\n")
    repo.write("out/a.txt")
    repo.write("tracked.md")
    repo.git("add", "-f", "tracked.md")
    asked = ["a.md", "kept.md", "out", "out/a.txt", "b.txt", "tracked.md", "", *ODD]

    assert git.list_ignored(asked) == {"a.md", "out", "out/a.txt"}
    (rule,) = git.ignore_rules(["out/new.txt"])
    assert (rule.path, rule.source, rule.line, rule.pattern) == ("out/new.txt", ".gitignore", "3", "out/")


def test_what_lies_behind_a_link_or_in_a_submodule_keeps_git_from_no_answer(repo, git, tmp_path):
    repo.write(".gitignore", "*.md\n")
    repo.write("folder/a.md")
    (repo.root / "link").symlink_to("folder")
    repo.git("init", "-q", str(repo.root / "sub"))
    repo.git("-C", str(repo.root / "sub"), "commit", "-q", "--allow-empty", "-m", "x")
    repo.git("-c", "advice.addEmbeddedRepo=false", "add", "sub", "link")

    assert git.list_ignored(["link/a.md", "link", "sub", "sub/docs", "a.md", "folder"]) == {"a.md"}
    assert git.list_ignored(["link/deeper/still/a.md"]) == set()
