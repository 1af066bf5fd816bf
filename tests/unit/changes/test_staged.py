"""The staged change: both sides of every file, from the index and HEAD alone, whatever the user's configuration says."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from adrguard.changes import blobs, staged, worktree
from adrguard.model.changes import NEW, OLD, Place
from adrguard.model.errors import GitError
from adrguard.system.git import Git
from adrguard.system.repository import find

BIG = "x" * 79 + "\n"


def read(repo, limit=2 * 1024 * 1024):
    return staged.read(find(str(repo.root)), limit)


def statuses(change):
    return {file.path: file.status for file in change.set.files}


def text(change, path, side=NEW):
    content = change.tree.read(path, side)
    assert content is not None
    assert content.problem == ""
    return content.text


def snapshot(change):
    """All that a change says, to compare two of them."""
    sides = {
        (file.path, side): change.tree.read(name, side)
        for file in change.set.files
        for side, name in ((NEW, file.path), (OLD, file.old_path))
        if name
    }
    return (
        change.set,
        change.place,
        change.base,
        sides,
        {file.path: change.tree.haystack(file.path) for file in change.set.files},
    )


def test_an_empty_index_is_no_change(repo):
    repo.write("a.py", "x = 1\n")
    oid = repo.commit()

    change = read(repo)

    assert change.set.files == ()
    assert (change.set.source, change.place, change.base) == ("staged", Place("index"), Place("commit", oid))


def test_the_staged_text_is_read_and_not_the_working_tree(repo):
    repo.write("a.sql", "SELECT id FROM t;\n")
    repo.commit()
    repo.write("a.sql", "SELECT * FROM t;\n")
    repo.stage()
    repo.write("a.sql", "SELECT id, name FROM t;\n")

    change = read(repo)

    assert text(change, "a.sql") == "SELECT * FROM t;\n"
    assert text(change, "a.sql", OLD) == "SELECT id FROM t;\n"
    assert b"SELECT * FROM t;" in change.tree.haystack("a.sql")


def test_a_dirty_working_tree_changes_nothing_and_is_not_touched(repo):
    repo.write("a.py", "a = 1\n")
    repo.commit()
    repo.write("b.py", "b = 1\n")
    repo.stage("b.py")
    repo.write("a.py", "import forbidden\n")
    repo.write("c.py", "untracked\n")
    repo.write("d.py", "announced\n")
    repo.git("add", "-N", "d.py")
    before = repo.git("status", "--porcelain=v2")

    change = read(repo)

    assert statuses(change) == {"b.py": "A"}
    assert repo.git("status", "--porcelain=v2") == before
    assert (repo.root / "d.py").read_text() == "announced\n"


def test_before_the_first_commit_everything_is_added(repo):
    repo.write("a.py", "x = 1\n")
    repo.stage()

    change = read(repo)

    assert statuses(change) == {"a.py": "A"}
    assert change.base == Place("none")
    assert text(change, "a.py") == "x = 1\n"
    assert change.tree.read("a.py", OLD) is None
    assert change.tree.paths(NEW) == {"a.py"}
    assert change.tree.paths(OLD) == frozenset()


def test_every_status_has_its_two_sides(repo):  # noqa: PLR0915 -- one repository with everything, read once
    repo.write("mod.py", "".join(f"line {n}\n" for n in range(40)))
    repo.write("del.py", "gone = 1\n")
    repo.write("old.py", "".join(f"row {n}\n" for n in range(60)))
    repo.write("moved.py", "".join(f"same {n}\n" for n in range(9)))
    repo.write("mode.py", "m = 1\n")
    repo.write("same.py", "s = 1\n")
    repo.write("becomes_link", "text\n")
    (repo.root / "was_link").symlink_to("same.py")
    repo.commit()
    repo.write("mod.py", "first\n" + "".join(f"line {n}\n" for n in range(40) if n % 7))
    repo.remove("del.py")
    repo.git("mv", "old.py", "new.py")
    repo.write("new.py", "".join(f"row {n}\n" for n in range(60)) + "import forbidden\n")
    (repo.root / "pkg").mkdir()
    repo.git("mv", "moved.py", "pkg/moved.py")
    (repo.root / "mode.py").chmod(0o755)
    repo.write("add.py", "fresh\n")
    repo.write("empty.py", "")
    repo.remove("becomes_link")
    (repo.root / "becomes_link").symlink_to("/etc/passwd")
    repo.remove("was_link")
    repo.write("was_link", "now text\n")
    repo.stage()

    change = read(repo)

    assert statuses(change) == {
        "mod.py": "M", "del.py": "D", "new.py": "R", "pkg/moved.py": "R", "mode.py": "M", "add.py": "A", "empty.py": "A",
        "becomes_link": "T", "was_link": "T",
    }  # fmt: skip
    by_path = {file.path: file for file in change.set.files}
    assert by_path["new.py"].old_path == "old.py"
    assert by_path["pkg/moved.py"].old_path == "moved.py"
    assert (by_path["mode.py"].old_mode, by_path["mode.py"].mode) == (0o100644, 0o100755)
    assert by_path["del.py"].deleted
    assert (by_path["add.py"].old_path, by_path["add.py"].old_mode) == ("", 0)
    assert not by_path["becomes_link"].is_text_file
    assert text(change, "mod.py").startswith("first\nline 1\n")
    assert text(change, "mod.py", OLD) == "".join(f"line {n}\n" for n in range(40))
    assert change.tree.read("del.py") is None
    assert text(change, "del.py", OLD) == "gone = 1\n"
    assert change.tree.read("old.py") is None
    assert change.tree.read("new.py", OLD) is None
    assert text(change, "new.py") == text(change, "old.py", OLD) + "import forbidden\n"
    assert text(change, "pkg/moved.py") == text(change, "moved.py", OLD) == "".join(f"same {n}\n" for n in range(9))
    assert b"same 3" in change.tree.haystack("pkg/moved.py")
    assert text(change, "mode.py") == text(change, "mode.py", OLD) == "m = 1\n"
    assert text(change, "add.py") == "fresh\n"
    assert change.tree.read("add.py", OLD) is None
    assert text(change, "empty.py") == ""
    assert change.tree.read("becomes_link").problem == "link"
    assert text(change, "becomes_link", OLD) == "text\n"
    assert change.tree.read("was_link", OLD).problem == "link"
    assert text(change, "was_link") == "now text\n"
    assert b"now text" in change.tree.haystack("was_link")
    assert text(change, "same.py") == text(change, "same.py", OLD) == "s = 1\n"
    assert change.tree.read("nowhere.py") is None
    assert change.tree.paths(NEW) == set(repo.git("ls-files").splitlines())
    assert change.tree.paths(OLD) == set(repo.git("ls-tree", "-r", "--name-only", "HEAD").splitlines())


def test_copies_are_plain_additions(repo):
    repo.write("a.py", "".join(f"row {n}\n" for n in range(60)))
    repo.commit()
    repo.git("config", "diff.renames", "copies")
    repo.write("b.py", (repo.root / "a.py").read_text())
    repo.write("a.py", (repo.root / "a.py").read_text() + "x\n")
    repo.stage()

    assert statuses(read(repo)) == {"a.py": "M", "b.py": "A"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(b"-- old\n--- a\nx\n", b"x\n", id="removed-sql-comment"),
        pytest.param(b"---\ntitle: x\n---\nbody\n", b"body\n", id="removed-front-matter-fence"),
        pytest.param(b"x\n", b"++i;\n+++ b/x\nx\n--- a/x\n", id="added-lines-that-look-like-headers"),
        pytest.param(b"x\n", b"diff --git a/y b/y\n@@ -1 +1 @@\nindex 1..2\nx\n", id="a-diff-inside"),
        pytest.param(b"x\n", b"Binary files a/x and b/x differ\n", id="text-like-gits-remark-on-binaries"),
        pytest.param(b"a\nb", b"a\nb\n", id="line-end-added-at-the-end"),
        pytest.param(b"a\nb\n", b"a\nb", id="line-end-lost-at-the-end"),
        pytest.param(b"a\nb", b"a\nc", id="no-line-end-on-both-sides"),
        pytest.param(b"a\nb", b"z\na\nb", id="no-line-end-in-the-context"),
        pytest.param(b"", b"a", id="from-empty"),
        pytest.param(b"a", b"", id="to-empty"),
        pytest.param(b"", b"\n", id="one-empty-line"),
        pytest.param(b"a\n\n\nb\n", b"\na\n\nb\n\n", id="empty-lines"),
        pytest.param(b"\\ No newline at end of file\nx\n", b"\\ No newline at end of file\ny\n", id="text-like-gits-remark"),
        pytest.param(b"a\r\nb\r\n", b"a\r\nc\r\n", id="crlf"),
        pytest.param(b"a\r\nb\r\n", b"a\nb\n", id="crlf-to-lf"),
        pytest.param(b"a\rb\rc", b"a\rB\rc", id="lone-cr"),
        pytest.param(b"a\fb\n", "a\fb\u2028c\x85d\x0be\x1cf\n".encode(), id="form-feed-and-unicode-line-ends"),
        pytest.param(b"\xef\xbb\xbfa\n", b"\xef\xbb\xbfb\n", id="byte-order-mark"),
        pytest.param(b"caf\xe9\n", b"caf\xe9\xff\n", id="not-utf-8"),
        pytest.param(b" a\n  b\n", b"  a\n- b\n+ c\n", id="lines-that-begin-like-diff-lines"),
        pytest.param(b"\n".join(b"%d" % n for n in range(3000)), b"\n".join(b"%d" % n for n in range(3000) if n % 17), id="long"),
    ],
)  # fmt: skip
def test_both_sides_are_rebuilt_byte_for_byte(repo, old, new):
    repo.write("x", old)
    repo.write("other", "before\n")
    repo.commit()
    repo.write("x", new)
    repo.write("other", "after\n")
    repo.write("z", new)
    repo.stage()

    change = read(repo)

    assert change.tree.read("x").text == new.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    assert change.tree.read("x", OLD).text == old.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    assert change.tree.read("z") == change.tree.read("x")
    assert all(line in change.tree.haystack("x") for line in new.split(b"\n"))
    assert text(change, "other") == "after\n"


PATHS = [
    pytest.param("größe neu.py", id="umlaut-and-space"),
    pytest.param("tab\there.py", id="tab"),
    pytest.param("quo\"te'.py", id="quotes"),
    pytest.param("new\nline.py", id="newline"),
    pytest.param("new\ndiff --git a/x b/x\n.py", id="newline-that-forges-a-header"),
    pytest.param(" leading and trailing ", id="blanks-at-the-ends"),
    pytest.param("back\\slash.py", id="backslash"),
    pytest.param("a => b/{c}.py", id="arrow-and-braces"),
    pytest.param(":(top)x.py", id="pathspec-magic"),
    pytest.param("-rf.py", id="like-an-option"),
    pytest.param("*.py", id="wildcard"),
    pytest.param(b"latin-\xe9\xff.py".decode("utf-8", "surrogateescape"), id="not-utf-8"),
]


@pytest.mark.parametrize("path", PATHS)
def test_odd_paths_are_found_and_read(repo, path):
    repo.write("x.py", "x\n")
    repo.commit()
    repo.write(path, "SELECT *\n")
    repo.git("add", "-A")

    change = read(repo)

    assert statuses(change) == {path: "A"}
    assert text(change, path) == "SELECT *\n"
    repo.commit()
    repo.git("mv", "--", path, f"{path}.moved")
    moved = read(repo)
    assert [(file.old_path, file.path) for file in moved.set.files] == [(path, f"{path}.moved")]
    assert text(moved, f"{path}.moved") == text(moved, path, OLD) == "SELECT *\n"
    assert f"{path}.moved" in moved.tree.paths(NEW)


def _prepared(repo):
    repo.write(
        ".gitattributes",
        "*.md diff=shout\n*.bin diff=hex\nhidden.py -diff\nblob.py binary\nwrong.c diff=broken\n*.f filter=mark\n",
    )
    repo.write("a/mod.py", "".join(f"line {n}\n" for n in range(50)))
    repo.write("note.md", "old\n\nwords\n")
    repo.write("x.bin", "text\n")
    repo.write("hidden.py", "a = 1\n")
    repo.write("blob.py", "a = 1\n")
    repo.write("wrong.c", "int a;\n")
    repo.write("data.f", "a\n")
    repo.write("moved.txt", "".join(f"same {n}\n" for n in range(20)))
    repo.commit()
    repo.write("a/mod.py", "\n" + "".join(f"line {n}\n" for n in range(50) if n != 25))
    repo.write("note.md", "new\n\nwords\n")
    repo.write("x.bin", "other\n")
    repo.write("hidden.py", "import forbidden\n")
    repo.write("blob.py", "import forbidden\n")
    repo.write("wrong.c", "int b;\n")
    repo.write("data.f", "b\n")
    repo.git("mv", "moved.txt", "a/moved.txt")
    repo.write("größe.py", "x\n")
    repo.stage()


CONFIGURED = [
    pytest.param({"diff.noprefix": "true"}, id="noprefix"),
    pytest.param({"diff.mnemonicPrefix": "true"}, id="mnemonic-prefix"),
    pytest.param({"color.ui": "always", "color.diff": "always", "diff.colorMoved": "zebra"}, id="colour"),
    pytest.param({"diff.external": "touch ran; echo"}, id="external"),
    pytest.param({"diff.shout.textconv": "touch ran; tr a-z A-Z <", "diff.hex.command": "touch ran; true"}, id="textconv"),
    pytest.param({"diff.submodule": "log"}, id="submodule-log"),
    pytest.param({"core.quotePath": "false"}, id="quotepath"),
    pytest.param({"diff.renames": "false"}, id="renames-off"),
    pytest.param({"diff.renameLimit": "1"}, id="rename-limit"),
    pytest.param({"diff.orderFile": "order"}, id="order-file"),
    pytest.param({"diff.suppressBlankEmpty": "true"}, id="suppress-blank-empty"),
    pytest.param({"diff.context": "0", "diff.interHunkContext": "9"}, id="context"),
    pytest.param({"diff.shout.binary": "true", "diff.hex.binary": "true"}, id="driver-says-binary"),
    pytest.param({"diff.ignoreSubmodules": "all"}, id="ignore-submodules"),
    pytest.param({"core.bigFileThreshold": "1"}, id="big-file-threshold"),
    pytest.param({"diff.relative": "true"}, id="relative"),
    pytest.param({"diff.algorithm": "histogram", "diff.indentHeuristic": "false"}, id="algorithm"),
    pytest.param({"diff.wsErrorHighlight": "all", "core.whitespace": "cr-at-eol"}, id="whitespace"),
    pytest.param({"core.fsmonitor": "touch ran; false"}, id="file-monitor"),
    pytest.param({"core.pager": "touch ran; cat", "pager.diff-index": "touch ran; cat"}, id="pager"),
    pytest.param({"filter.mark.clean": "touch ran; cat", "filter.mark.smudge": "touch ran; cat"}, id="filter"),
    pytest.param({"core.autocrlf": "true"}, id="autocrlf"),
    pytest.param({"core.abbrev": "4"}, id="abbrev"),
    pytest.param({"diff.broken.xfuncname": "("}, id="broken-function-pattern"),
    pytest.param({"core.attributesFile": "mine"}, id="own-attributes"),
]  # fmt: skip


@pytest.mark.parametrize("settings", CONFIGURED)
def test_the_users_configuration_changes_nothing(repo, settings):
    _prepared(repo)
    expected = snapshot(read(repo))
    (repo.root / ".git" / "order").write_text("*.txt\n")
    (repo.root / "mine").write_text("*.py -diff\n*.md binary\n")
    for key, value in settings.items():
        repo.git("config", key, value)

    change = read(repo)
    assert snapshot(change)[:4] == expected[:4]
    for file in change.set.files:
        assert all(line in change.tree.haystack(file.path) for line in text(change, file.path).encode().split(b"\n"))
    assert not (repo.root / "ran").exists()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("GIT_EXTERNAL_DIFF", "touch ran; echo"),
        ("GIT_DIFF_OPTS", "-u0"),
        ("GIT_PAGER", "touch ran"),
        ("GIT_ICASE_PATHSPECS", "1"),
        ("GIT_CONFIG_PARAMETERS", "'diff.noprefix=true' 'core.quotepath=false'"),
        ("LC_ALL", "de_DE.UTF-8"),
        ("LANGUAGE", "de"),
    ],
)
def test_the_environment_changes_nothing(repo, monkeypatch, name, value):
    _prepared(repo)
    expected = snapshot(read(repo))
    monkeypatch.setenv(name, value)

    assert snapshot(read(repo)) == expected
    assert not (repo.root / "ran").exists()


@pytest.mark.parametrize("path", ["hidden.py", "blob.py"])
def test_an_attribute_that_calls_source_binary_hides_nothing(repo, path):
    _prepared(repo)

    change = read(repo)

    assert text(change, path) == "import forbidden\n"
    assert text(change, path, OLD) == "a = 1\n"
    assert b"import forbidden" in change.tree.haystack(path)


def test_utf_16_is_judged_as_text(repo):
    repo.write("x.ps1", b"\xff\xfe" + "SELECT 1\r\n".encode("utf-16-le"))
    repo.commit()
    repo.write("x.ps1", b"\xff\xfe" + "SELECT *\r\n".encode("utf-16-le"))
    repo.write("cjk.txt", b"\xfe\xff" + "一二三\u0a0a四".encode("utf-16-be"))
    repo.stage()

    change = read(repo)

    assert text(change, "x.ps1") == "SELECT *\r\n"
    assert text(change, "x.ps1", OLD) == "SELECT 1\r\n"
    assert b"SELECT *" in change.tree.haystack("x.ps1")
    assert text(change, "cjk.txt") == "一二三\u0a0a四"
    assert "一二三".encode() in change.tree.haystack("cjk.txt")


def test_binaries_are_named_as_such(repo):
    repo.write("logo.png", b"\x89PNG\r\n\x1a\n\0\0\0")
    repo.write("shown.dat", b"text\nand\0nul\n")
    repo.write(".gitattributes", "shown.dat diff\n")
    repo.stage()

    change = read(repo)

    assert change.tree.read("logo.png").problem == "binary"
    assert change.tree.read("shown.dat").problem == "binary"
    assert change.tree.haystack("logo.png") == b""


def test_many_binaries_are_all_read(repo):
    for number in range(9):
        repo.write(f"{number}.bin", b"\0%d" % number)
        repo.write(f"{number}.py", f"x = {number}\n")
    repo.write(".gitattributes", "*.py -diff\n")
    repo.stage()

    change = read(repo)

    assert [change.tree.read(f"{number}.bin").problem for number in range(9)] == ["binary"] * 9
    assert [text(change, f"{number}.py") for number in range(9)] == [f"x = {number}\n" for number in range(9)]


def test_a_file_over_the_limit_is_named_with_its_size(repo):
    repo.write("big.py", BIG * 40)
    repo.write("forced.py", BIG * 40)
    repo.write("fits.py", BIG * 12 + "y" * 40)
    repo.write(".gitattributes", "forced.py diff\n")
    repo.stage()

    change = read(repo, limit=1000)

    assert change.tree.read("big.py").problem == "too large (3.2 kB, limit 1.0 kB)"
    assert change.tree.read("forced.py").problem == "too large (3.2 kB, limit 1.0 kB)"
    assert len(text(change, "fits.py")) == 1000
    assert change.tree.haystack("big.py") == b""


def test_a_file_that_shrank_below_the_limit_is_read(repo):
    repo.write("big.py", BIG * 40)
    repo.commit()
    repo.write("big.py", "small\n")
    repo.stage()

    change = read(repo, limit=1000)

    assert text(change, "big.py") == "small\n"
    assert change.tree.read("big.py", OLD).problem.startswith("too large")


def test_a_diff_too_large_to_hold_is_read_file_by_file(repo, monkeypatch):
    _prepared(repo)
    expected = snapshot(read(repo))
    monkeypatch.setattr(staged, "MOST_BYTES", 50)

    change = read(repo)

    assert isinstance(change.tree, blobs.BlobTree)
    assert snapshot(change)[:4] == expected[:4]


def test_a_line_of_two_megabytes_is_read(repo):
    repo.write("min.js", "x" * 2_000_000 + "\n")
    repo.stage()

    assert len(text(read(repo), "min.js")) == 2_000_001


@pytest.mark.slow
def test_five_thousand_files_are_listed_and_read(repo):
    for number in range(5000):
        (repo.root / f"f{number}.py").write_text(f"x = {number}\n")
    repo.stage()

    change = read(repo)

    assert len(change.set.files) == 5000
    assert text(change, "f4999.py") == "x = 4999\n"


def test_an_unmerged_file_is_listed_and_the_rest_is_read(repo):
    repo.write("x", "base\n")
    repo.commit()
    repo.git("checkout", "-q", "-b", "side")
    repo.write("x", "side\n")
    repo.write("theirs", "new\n")
    repo.commit()
    repo.git("checkout", "-q", "main")
    repo.write("x", "main\n")
    repo.commit()
    assert repo.run("merge", "side").returncode == 1

    change = read(repo)

    assert [path for path, _ in change.set.unread] == ["x"]
    assert "unmerged" in change.set.unread[0][1]
    assert statuses(change) == {"theirs": "A"}
    assert text(change, "theirs") == "new\n"


def test_a_merge_names_the_other_parents_and_reads_them(repo):
    repo.write("x", "base\n")
    repo.commit()
    oids = []
    for name in ("one", "two"):
        repo.git("checkout", "-q", "-b", name, "main")
        repo.write(name, f"by {name}\n")
        oids.append(repo.commit(name))
    repo.git("checkout", "-q", "main")
    repo.git("merge", "-q", "--no-commit", "--no-ff", "one", "two")
    repo.write("x", "resolution\n")
    repo.stage()

    change = read(repo)

    assert (change.set.source, change.set.others) == ("merge", ("other1", "other2"))
    assert statuses(change) == {"one": "A", "two": "A", "x": "M"}
    assert text(change, "one", "other1") == "by one\n"
    assert change.tree.read("one", "other2") is None
    assert text(change, "x", "other1") == "base\n"
    assert change.tree.paths("other2") == {"x", "two"}


def test_a_clean_merge_is_known_before_git_writes_it_down(repo):
    repo.write("x", "base\n")
    repo.commit()
    repo.git("checkout", "-q", "-b", "side")
    repo.write("y", "side\n")
    repo.commit()
    repo.git("checkout", "-q", "main")
    repo.write("z", "main\n")
    repo.commit()
    out = _hook(repo, "pre-merge-commit", "merge", "-q", "--no-edit", "side")

    assert out == "merge ['other1'] ['y']"


@pytest.mark.parametrize(
    "command", [["cherry-pick", "side"], ["revert", "--no-edit", "HEAD"], ["rebase", "side"]], ids=lambda c: c[0]
)
def test_other_operations_are_ordinary_changes(repo, command):
    repo.write("x", "base\n")
    repo.commit()
    repo.git("checkout", "-q", "-b", "side")
    repo.write("x", "side\n")
    repo.commit()
    repo.git("checkout", "-q", "main")
    repo.write("x", "main\n")
    repo.commit()
    repo.write("x", "last\n")
    repo.commit()
    repo.run(*command)
    repo.write("x", "resolved\n")
    repo.stage()

    change = read(repo)

    assert (change.set.source, change.set.others) == ("staged", ())
    assert text(change, "x") == "resolved\n"


def _hook(repo, name, *command, cwd=None, hooks=None):
    """Run a git command whose hook prints what the staged change is; return what it printed."""
    folder = hooks or repo.root / ".git" / "hooks"
    folder.mkdir(parents=True, exist_ok=True)
    out = repo.root.parent / "said"
    program = folder / name
    program.write_text(
        f"#!{sys.executable} -B\n"
        "import sys\n"
        f"sys.path.insert(0, {str(Path(__file__).parents[3])!r})\n"
        "from adrguard.changes import staged\n"
        "from adrguard.system.repository import find\n"
        "change = staged.read(find())\n"
        "files = [file.path for file in change.set.files]\n"
        f"with open({str(out)!r}, 'a') as said:\n"
        "    print(change.set.source, list(change.set.others), files, *[change.tree.read(f).text for f in files if f == 'shown'], file=said, end='')\n"
    )
    program.chmod(0o755)
    done = repo.run(*command, cwd=cwd)
    assert done.returncode == 0, done.stderr.decode()
    return out.read_text()


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        pytest.param(["commit", "-qm", "x"], "staged [] ['shown'] staged\n", id="commit"),
        pytest.param(["commit", "-qam", "x"], "staged [] ['other', 'shown'] worktree\n", id="commit-all"),
        pytest.param(["commit", "-qm", "x", "other"], "staged [] ['other']", id="commit-of-one-path"),
    ],
)
@pytest.mark.parametrize("place", ["top", "folder", "linked"])
def test_the_index_that_git_gives_its_hook_is_judged(repo, tmp_path, command, expected, place):
    repo.write("shown", "head\n")
    repo.write("other", "head\n")
    repo.write("sub/other", "head\n")
    repo.commit()
    top = repo.root
    if place == "linked":
        top = tmp_path / "linked"
        repo.git("worktree", "add", "-q", "-b", "side", str(top))
    (top / "shown").write_text("staged\n")
    repo.run("add", "shown", cwd=top)
    (top / "shown").write_text("worktree\n")
    (top / "other").write_text("worktree\n")
    command = [("../" if place == "folder" else "") + "other" if part == "other" else part for part in command]

    said = _hook(repo, "pre-commit", *command, cwd=top / "sub" if place == "folder" else top)

    assert said == expected


def test_a_submodules_hook_judges_the_submodule(repo, tmp_path):
    inner = tmp_path / "inner"
    repo.git("init", "-q", "-b", "main", str(inner))
    repo.run("commit", "-q", "--allow-empty", "-m", "x", cwd=inner)
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner), "libs")
    (repo.root / "libs" / "shown").write_text("inside\n")
    repo.run("add", "shown", cwd=repo.root / "libs")

    said = _hook(
        repo,
        "pre-commit",
        "commit",
        "-qm",
        "x",
        cwd=repo.root / "libs",
        hooks=repo.root / ".git" / "modules" / "libs" / "hooks",
    )

    assert said == "staged [] ['shown'] inside\n"


def test_a_submodule_is_listed_and_not_entered(repo, tmp_path):
    inner = tmp_path / "inner"
    repo.git("init", "-q", "-b", "main", str(inner))
    repo.run("commit", "-q", "--allow-empty", "-m", "x", cwd=inner)
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner), "libs")
    repo.git("config", "-f", ".gitmodules", "submodule.libs.ignore", "all")
    repo.stage()

    change = read(repo)

    assert statuses(change) == {".gitmodules": "A", "libs": "A"}
    assert change.tree.read("libs").problem == "submodule"
    assert change.tree.haystack("libs") == b""


def test_a_sha256_repository_is_read(repo, tmp_path):
    root = tmp_path / "long"
    repo.git("init", "-q", "--object-format=sha256", str(root))
    (root / "a.py").write_text("x = 1\n")
    repo.run("add", "-A", cwd=root)

    change = staged.read(find(str(root)))
    assert text(change, "a.py") == "x = 1\n"

    repo.run("commit", "-qm", "x", cwd=root)
    (root / "a.py").write_text("x = 2\n")
    repo.run("add", "-A", cwd=root)
    change = staged.read(find(str(root)))
    assert (text(change, "a.py", OLD), text(change, "a.py")) == ("x = 1\n", "x = 2\n")
    assert len(change.base.oid) == 64


@pytest.mark.parametrize("how", ["core.worktree", "environment"])
def test_a_working_tree_apart_from_its_git_directory_is_read(repo, tmp_path, monkeypatch, how):
    files = tmp_path.resolve() / "files"
    files.mkdir()
    (files / "a.py").write_text("staged\n")
    if how == "core.worktree":
        repo.git("config", "core.worktree", str(files))
        start = repo.root
    else:
        monkeypatch.setenv("GIT_DIR", str(repo.root / ".git"))
        monkeypatch.setenv("GIT_WORK_TREE", str(files))
        start = files
    repo.run("add", "-A", cwd=start)
    (files / "a.py").write_text("on disk\n")

    found = find(str(start))

    assert found.root == str(files)
    assert text(staged.read(found), "a.py") == "staged\n"
    assert text(worktree.read(found), "a.py") == "on disk\n"


def test_a_detached_head_is_a_base_like_any_other(repo):
    oid = repo.commit()
    repo.git("checkout", "-q", "--detach")
    repo.write("a", "x\n")
    repo.stage()

    assert read(repo).base == Place("commit", oid)


def test_a_sparse_checkout_is_no_deletion(repo):
    repo.write("kept/a.py", "a\n")
    repo.write("left/b.py", "b\n")
    repo.commit()
    repo.git("sparse-checkout", "set", "kept")
    assert not (repo.root / "left" / "b.py").exists()
    repo.write("kept/a.py", "changed\n")
    repo.stage()

    change = read(repo)

    assert statuses(change) == {"kept/a.py": "M"}
    assert text(change, "left/b.py") == "b\n"


def test_a_file_that_only_looks_unchanged_on_disk_is_read_from_the_index(repo):
    repo.write("a.py", "aaa\n")
    repo.commit()
    repo.write("a.py", "bad\n")
    repo.stage()
    repo.git("config", "core.trustctime", "false")
    repo.git("config", "core.checkStat", "minimal")
    status = (repo.root / "a.py").stat()
    (repo.root / "a.py").write_text("ok!\n")
    os.utime(repo.root / "a.py", ns=(status.st_atime_ns, status.st_mtime_ns))

    assert text(read(repo), "a.py") == "bad\n"


def test_a_local_replacement_of_an_object_hides_nothing(repo):
    repo.write("a.py", "bad\n")
    repo.stage()
    bad = repo.git("hash-object", "a.py")
    harmless = repo.git("hash-object", "-w", "--stdin", stdin=b"ok\n")
    repo.git("replace", bad, harmless)
    repo.remove("a.py")

    assert text(read(repo), "a.py") == "bad\n"


def test_a_damaged_index_is_an_error_in_gits_words(repo):
    repo.write("a.py", "a\n")
    repo.commit()
    (repo.root / ".git" / "index").write_bytes(b"DIRC rubbish")

    with pytest.raises(GitError, match=r"index file (smaller|corrupt)|bad (index|signature)") as caught:
        read(repo)
    assert "git" in caught.value.message


def test_a_head_that_names_a_missing_commit_is_an_error(repo):
    repo.commit()
    (repo.root / ".git" / "refs" / "heads" / "main").write_text("1" * 40 + "\n")
    repo.write("a", "a\n")
    repo.stage()

    with pytest.raises(GitError, match="1111111"):
        read(repo)


def test_a_repository_that_git_does_not_trust_is_an_error_in_gits_words(repo, monkeypatch):
    repo.commit()
    monkeypatch.setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")

    with pytest.raises(GitError, match="dubious ownership") as caught:
        read(repo)
    assert "safe.directory" in caught.value.hint


def test_a_missing_object_of_a_partial_clone_is_named_and_nothing_is_fetched(repo, tmp_path):
    repo.write("a.py", "".join(f"one {n}\n" for n in range(30)))
    repo.write("b.py", "b\n")
    repo.commit()
    repo.git("config", "uploadpack.allowFilter", "true")
    clone = tmp_path / "clone"
    repo.git("clone", "-q", "--no-checkout", "--filter=blob:none", f"file://{repo.root}", str(clone))
    repo.run("read-tree", "HEAD", cwd=clone)
    (clone / "a.py").write_text("".join(f"one {n}\n" for n in range(30)) + "two\n")
    repo.run("update-index", "--add", "a.py", cwd=clone, env={"GIT_NO_LAZY_FETCH": "1"})
    missing = repo.run("rev-list", "--objects", "--all", "--missing=print", cwd=clone).stdout.count(b"?")

    change = staged.read(find(str(clone)))

    assert statuses(change) == {"a.py": "M"}
    assert text(change, "a.py").endswith("two\n")
    assert "not in this clone" in change.tree.read("a.py", OLD).problem
    assert repo.run("rev-list", "--objects", "--all", "--missing=print", cwd=clone).stdout.count(b"?") == missing == 2


def test_reading_leaves_the_index_and_the_folder_as_they_are(repo):
    _prepared(repo)
    before = {path: path.read_bytes() for path in repo.root.rglob("*") if path.is_file() and not path.is_symlink()}

    snapshot(read(repo))

    assert {
        path: path.read_bytes() for path in repo.root.rglob("*") if path.is_file() and not path.is_symlink()
    } == before


def test_what_a_file_says_is_what_git_has(repo):
    _prepared(repo)
    change = read(repo)
    git = Git(find(str(repo.root)))
    index = {entry.path: entry.oid for entry in git.list_index()}
    blob = git.cat_batch(index.values())

    for file in change.set.files:
        assert text(change, file.path).encode() == blob[index[file.path]].data


def test_a_warm_hook_loads_nothing_heavy(repo):
    repo.write("a.py", "a\n")
    repo.commit()
    repo.write("a.py", "b\n")
    repo.write("__init__.py", "")
    repo.stage()
    code = (
        "import sys; before = set(sys.modules); from adrguard.changes import staged; from adrguard.system.repository import find; "
        "change = staged.read(find()); [(change.tree.haystack(f.path), change.tree.read(f.path)) for f in change.set.files]; "
        "print(*sorted(set(sys.modules) - before))"
    )
    root = str(Path(__file__).parents[3])

    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        cwd=repo.root,
        env={**os.environ, "PYTHONPATH": root},
        capture_output=True,
        text=True,
        check=True,
    )

    loaded = {name for name in done.stdout.split() if not name.startswith("adrguard")}
    assert not loaded & {
        "re",
        "json",
        "typing",
        "dataclasses",
        "enum",
        "functools",
        "subprocess",
        "pathlib",
        "collections",
        "hashlib",
    }
    assert loaded <= {
        "__future__",
        "_collections",
        "_abc",
        "_collections_abc",
        "_stat",
        "abc",  # by `os`, from 3.14 on
        "errno",
        "genericpath",
        "os",
        "os.path",
        "posixpath",
        "stat",
        "time",
    }
