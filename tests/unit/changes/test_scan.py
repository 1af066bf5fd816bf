"""A diff as text: what it says of each file, or exactly where it cannot be understood."""

from __future__ import annotations

import pytest
from unidiff import PatchSet

from adrguard.changes.scan import DiffError, scan
from adrguard.model.changes import GITLINK, SYMLINK


def lines(content):
    """The lines of a side with their numbers, as far as they are real."""
    if content is None:
        return None
    numbers = content.lines if content.fragment else range(1, content.text.count("\n") + 2)
    return [(number, line) for number, line in zip(numbers, content.text.split("\n"), strict=False) if number]


def only(text):
    (one,) = scan(text.encode() if isinstance(text, str) else text)
    return one


WELL_FORMED = """\
diff --git a/src/a.py b/src/a.py
index 1111111..2222222 100644
--- a/src/a.py
+++ b/src/a.py
@@ -10,3 +10,4 @@ def f():
 x = 1
-y = 2
+y = 3
+z = 4
 w = 5
@@ -40 +41,0 @@
-gone
"""


def test_a_hunk_gives_both_sides_with_their_line_numbers():
    one = only(WELL_FORMED)

    assert (one.path, one.old_path, one.status) == (b"src/a.py", b"src/a.py", "M")
    assert one.new.fragment
    assert lines(one.new) == [(10, "x = 1"), (11, "y = 3"), (12, "z = 4"), (13, "w = 5")]
    assert lines(one.old) == [(10, "x = 1"), (11, "y = 2"), (12, "w = 5"), (40, "gone")]


def test_hunks_are_kept_apart_by_a_line_that_is_no_text():
    one = only(WELL_FORMED)

    assert one.old.text == "x = 1\ny = 2\nw = 5\n\0\ngone\n"
    assert one.old.lines == (10, 11, 12, 0, 40)


def test_the_empty_diff_has_no_files():
    assert scan(b"") == scan(b"\n \n") == []


def test_the_example_without_hunk_header_is_judged():
    one = only(
        'diff --git a/src/db.rs b/src/db.rs\n+let res = sqlx::query("SELECT * FROM users").fetch_all(&pool).await;'
    )

    assert (one.path, one.status, one.shown) == (b"src/db.rs", "M", True)
    assert lines(one.new) == [(1, 'let res = sqlx::query("SELECT * FROM users").fetch_all(&pool).await;')]
    assert one.old.text == ""


@pytest.mark.parametrize(
    ("text", "new", "old"),
    [
        pytest.param("diff --git a/x b/x\n+a\n+b\n-c\n+d\n", [(1, "a"), (2, "b"), (3, "d")], [(1, "c")], id="git-header-only"),
        pytest.param("--- a/x\n+++ b/x\n+a\n", [(1, "a")], [], id="names-only"),
        pytest.param("+++ b/x\n+a\n", [(1, "a")], [], id="new-name-only"),
        pytest.param("diff --git a/x b/x\n@@ @@\n+a\n ctx\n+b\n", [(1, "a"), (2, "ctx"), (2, "b")], [(1, "ctx")], id="hunk-header-without-numbers"),
        pytest.param("--- a/x\n+++ b/x\n@@ def f():\n ctx\n+a\n", [(1, "ctx"), (1, "a")], [(1, "ctx")], id="hunk-header-with-a-name"),
        pytest.param("--- a/x\n+++ b/x\n@@ ... @@\n+a\n@@ ... @@\n+b\n", [(1, "a"), (2, "b")], [], id="counting-goes-on-over-hunks"),
        pytest.param("--- a/x\n+++ b/x\n ctx\n+a\n", [(1, "ctx"), (1, "a")], [(1, "ctx")], id="context-before-the-first-change"),
        pytest.param("Here is the change:\n```diff\ndiff --git a/x b/x\n+a\n```\nDone.\n", [(1, "a")], [], id="in-a-fence"),
        pytest.param("diff --git a/x b/x\nindex 1..2\n+a", [(1, "a")], [], id="short-ids-and-no-line-end"),
        pytest.param("diff --git a/x b/x\n+SELECT *\n+\n+  FROM t\n", [(1, "SELECT *"), (2, ""), (3, "  FROM t")], [], id="empty-added-line"),
    ],
)  # fmt: skip
def test_careless_diffs_count_added_lines_from_one(text, new, old):
    one = only(text)

    assert one.path == b"x"
    assert [pair for pair in lines(one.new) if pair[1] or pair[0] < 3][: len(new)] == new
    assert lines(one.old)[: len(old)] == old
    assert one.new.fragment


@pytest.mark.parametrize("between", ["", " kept\n", "-gone\n", "\n", "@@ @@\n"])
def test_a_removed_dash_is_no_signature_where_the_diff_goes_on(between):
    careless = only(f"diff --git a/x b/x\n--\n{between}+added\n")
    assert "added" in careless.new.text
    assert "-" in careless.old.text.split("\n")


def test_several_careless_files_each_count_from_one():
    one, two = scan(b"diff --git a/x b/x\n+a\ndiff --git a/y b/y\n+b\n")

    assert (lines(one.new), lines(two.new)) == ([(1, "a")], [(1, "b")])


@pytest.mark.parametrize(
    ("hunk", "new", "old"),
    [
        pytest.param("@@ -1,2 +1 @@\n--- old\n x\n", [(1, "x")], [(1, "-- old"), (2, "x")], id="removed-sql-comment"),
        pytest.param("@@ -1,2 +1 @@\n----\n x\n", [(1, "x")], [(1, "---"), (2, "x")], id="removed-fence"),
        pytest.param("@@ -1 +1,2 @@\n x\n+++i;\n", [(1, "x"), (2, "++i;")], [(1, "x")], id="added-increment"),
        pytest.param("@@ -1 +1,2 @@\n+++ b/y\n x\n", [(1, "++ b/y"), (2, "x")], [(1, "x")], id="added-like-a-header"),
        pytest.param("@@ -1,2 +1,2 @@\n--- a/y\n+++ b/y\n x\n", [(1, "++ b/y"), (2, "x")], [(1, "-- a/y"), (2, "x")], id="both-like-a-header"),
        pytest.param("@@ -1 +1,2 @@\n x\n+diff --git a/y b/y\n", [(1, "x"), (2, "diff --git a/y b/y")], [(1, "x")], id="added-diff"),
        pytest.param("@@ -1,3 +1,3 @@\n a\n\n-b\n+c\n", [(1, "a"), (2, ""), (3, "c")], [(1, "a"), (2, ""), (3, "b")], id="context-lost-its-blank"),
    ],
)  # fmt: skip
def test_counts_rule_over_looks(hunk, new, old):
    one, other = scan(f"--- a/x\n+++ b/x\n{hunk}--- a/z\n+++ b/z\n@@ -1 +1 @@\n-1\n+2\n".encode())

    assert (one.path, other.path) == (b"x", b"z")
    assert (lines(one.new), lines(one.old)) == (new, old)


@pytest.mark.parametrize(
    ("header", "path", "old_path", "status"),
    [
        pytest.param("diff --git a/x b/x\nnew file mode 100644\nindex 0..1\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n", b"x", b"", "A", id="added"),
        pytest.param("diff --git a/x b/x\ndeleted file mode 100644\nindex 1..0\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n", b"x", b"x", "D", id="deleted"),
        pytest.param("diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n", b"y", b"x", "R", id="renamed"),
        pytest.param("diff --git a/x b/y\nsimilarity index 90%\ncopy from x\ncopy to y\n--- a/x\n+++ b/y\n@@ -1 +1 @@\n-a\n+b\n", b"y", b"", "A", id="copied"),
        pytest.param("diff --git a/x b/x\nold mode 100644\nnew mode 100755\n", b"x", b"x", "M", id="mode"),
        pytest.param("diff --git a/x b/x\nnew file mode 100644\nindex 0..1\n", b"x", b"", "A", id="added-empty"),
        pytest.param("diff --git x x\nindex 1..2\n--- x\n+++ x\n@@ -1 +1 @@\n-a\n+b\n", b"x", b"x", "M", id="no-prefix"),
        pytest.param("diff --git b/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n", b"b/x", b"", "A", id="no-prefix-in-a-folder-named-b"),
        pytest.param("diff --git i/x w/x\n--- i/x\n+++ w/x\n@@ -1 +1 @@\n-a\n+b\n", b"x", b"x", "M", id="mnemonic"),
        pytest.param("diff --git c/x w/x\ndeleted file mode 100644\n--- c/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n", b"x", b"x", "D", id="mnemonic-deleted"),
        pytest.param("--- x.py.orig\t2026-01-01 10:00:00\n+++ x.py\t2026-01-02 10:00:00\n@@ -1 +1 @@\n-a\n+b\n", b"x.py", b"x.py", "M", id="diff-of-a-backup"),
        pytest.param("--- old/src/x.py\t2026-01-01\n+++ new/src/x.py\t2026-01-02\n@@ -1 +1 @@\n-a\n+b\n", b"src/x.py", b"src/x.py", "M", id="diff-of-two-folders"),
        pytest.param("--- old/x\t1970-01-01 00:00:00.000000000 +0000\n+++ new/x\t2026-01-02\n@@ -0,0 +1 @@\n+a\n", b"new/x", b"", "A", id="diff-N"),
        pytest.param("--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+a\n", b"x", b"", "A", id="plain-added"),
        pytest.param("--- a/x y.py\t\n+++ b/x y.py\t\n@@ -1 +1 @@\n-a\n+b\n", b"x y.py", b"x y.py", "M", id="blank-in-the-name"),
        pytest.param('diff --git "a/t\\tb\\303\\244\\"\\\\.py" "b/t\\tb\\303\\244\\"\\\\.py"\nnew file mode 100644\n', 't\tbä"\\.py'.encode(), b"", "A", id="quoted"),
        pytest.param('diff --git a/x "b/\\377"\nsimilarity index 100%\nrename from x\nrename to "\\377"\n', b"\xff", b"x", "R", id="quoted-on-one-side"),
        pytest.param("diff --git a/a b/b b/a b/b\nold mode 100644\nnew mode 100755\n", b"a b/b", b"a b/b", "M", id="name-with-the-separator"),
        pytest.param("diff --git a/./x b/./x\n+a\n", b"./x", b"./x", "M", id="dot"),
    ],
)  # fmt: skip
def test_headers_name_the_file_and_what_happened_to_it(header, path, old_path, status):
    one = only(header)

    assert (one.path, one.old_path, one.status) == (path, old_path, status)


def test_added_and_deleted_files_are_known_whole():
    added = only(
        "diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\n+b\n\\ No newline at end of file\n"
    )
    deleted = only("diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n")

    assert (added.new, added.old) == (("a\nb", False, (), ""), None)
    assert (deleted.old, deleted.new) == (("a\nb\n", False, (), ""), None)


def test_what_only_moves_or_changes_its_mode_is_not_shown():
    assert not only("diff --git a/x b/y\nsimilarity index 100%\nrename from x\nrename to y\n").shown
    assert not only("diff --git a/x b/x\nold mode 100644\nnew mode 100755\n").shown
    assert only("diff --git a/x b/x\nnew file mode 100644\nindex 0..1\n").shown


def test_links_and_submodules_hold_no_code():
    link = only(
        "diff --git a/x b/x\nnew file mode 120000\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+/etc/passwd\n\\ No newline at end of file\n"
    )
    module = only(
        "diff --git a/m b/m\nindex 1..2 160000\n--- a/m\n+++ b/m\n@@ -1 +1 @@\n-Subproject commit 1\n+Subproject commit 2\n"
    )

    assert (link.mode, link.new.problem) == (SYMLINK, "link")
    assert (module.mode, module.new.problem, module.old.problem) == (GITLINK, "submodule", "submodule")


def test_a_change_of_type_comes_in_two_and_is_one():
    one = only(
        "diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-text\n"
        "diff --git a/x b/x\nnew file mode 120000\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+there\n\\ No newline at end of file\n"
    )

    assert (one.status, one.new.problem) == ("T", "link")
    assert one.old.text == "text\n"


def test_mails_and_logs_are_read_over():
    mail = (
        "From 1111111111111111111111111111111111111111 Mon Sep 17 00:00:00 2001\nFrom: A <a@b>\nSubject: [PATCH] x\n\n"
        "- a bullet\n+ another\n---\n x | 2 +-\n 1 file changed\n\n"
        "diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n-- \n2.39.5\n\n"
        "From 2222222222222222222222222222222222222222 Mon Sep 17 00:00:00 2001\nSubject: [PATCH 2/2] y\n\n- bullet\n+ plus\n---\n"
        "diff --git a/p b/q\nsimilarity index 100%\nrename from p\nrename to q\n-- \n2.39.5\n\n"
    )
    one, two = scan(mail.encode())

    assert (one.path, two.path) == (b"x", b"q")
    assert lines(one.new) == [(1, "b")]
    assert not two.shown


def test_a_log_names_each_file_once_with_all_its_parts():
    log = (
        "commit 1111111111111111111111111111111111111111\nAuthor: A\n\n    second\n\n"
        "diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -5 +5 @@\n-a\n+b\n\n"
        "commit 2222222222222222222222222222222222222222\nAuthor: A\n\n    first\n\n"
        "diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+c\n"
    )
    one = only(log)

    assert one.status == "A"
    assert lines(one.new) == [(5, "b"), (1, "c")]


def test_a_combined_diff_of_a_merge_keeps_what_no_parent_has_apart():
    one = only(
        "diff --cc x\nindex 1,2..3\n--- a/x\n+++ b/x\n@@@ -1,3 -1,3 +1,4 @@@\n  top\n- ours\n -theirs\n++resolution\n+ from theirs\n +from ours\n"
    )

    assert lines(one.new) == [(1, "top"), (2, "resolution"), (3, "from theirs"), (4, "from ours")]
    assert [line for _, line in lines(one.old)] == ["top", "ours", "theirs", "from theirs", "from ours"]


def test_a_diff_with_crlf_line_ends_throughout_is_the_same_diff():
    assert scan(WELL_FORMED.replace("\n", "\r\n").encode()) == scan(WELL_FORMED.encode())


def test_a_file_with_crlf_keeps_its_line_ends():
    one = only(b"diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@ f()\r\n-a\r\n+b\r\n")

    assert (one.new.text, one.old.text) == ("b\r\n", "a\r\n")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_diff_saved_by_a_shell_with_a_mark_is_read(encoding):
    assert scan(WELL_FORMED.encode(encoding)) == scan(WELL_FORMED.encode())


def test_bytes_that_are_no_utf_8_hide_nothing():
    one = only(b"diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1,3 @@\n-a\n+caf\xe9\n+\xe2\x80\xa8\x0c\r.\n+b\n")

    assert lines(one.new) == [(1, "caf\ufffd"), (2, "\u2028\f\r."), (3, "b")]


def test_a_mark_at_the_start_of_the_file_is_taken_off():
    assert only(b"--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+\xef\xbb\xbfb\n").new.text == "b\n"


def test_binaries_are_named_as_such():
    one = only("diff --git a/x.png b/x.png\nindex 1..2 100644\nBinary files a/x.png and b/x.png differ\n")

    assert (one.new.problem, one.old.problem) == ("binary", "binary")


def test_a_side_over_the_limit_is_named_with_its_size():
    body = "".join(f"+{'x' * 99}\n" for _ in range(30))
    (one,) = scan(f"diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1,30 @@\n-a\n{body}".encode(), limit=1000)

    assert one.new.problem == "too large (3.0 kB, limit 1.0 kB)"
    assert one.old.text == "a\n"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        pytest.param("just words\n+added\n", 1, "names no file", id="no-diff"),
        pytest.param("\x1b[1mdiff --git a/x b/x\x1b[m\n", 1, "coloured", id="coloured"),
        pytest.param("@@ -1 +1 @@\n-a\n+b\n", 1, "belongs to no file", id="hunk-without-file"),
        pytest.param("--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n a\n-b\n", 6, "announces 1 old line and 2 new lines more", id="cut-off"),
        pytest.param("--- a/x\n+++ b/x\n@@ -1 +1,3 @@\n a\n+b\ndiff --git a/y b/y\n+c\n", 6, "announces 1 new line more", id="too-short"),
        pytest.param("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n+c\n", 6, "goes on here", id="too-long"),
        pytest.param("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n+++ c\n", 6, "goes on here", id="too-long-like-a-header"),
        pytest.param("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n\n+c\n", 7, "goes on here", id="too-long-after-an-empty-line"),
        pytest.param("--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n a\n-b\n--\n+c\n", 6, "goes on here", id="too-long-like-a-signature"),
        pytest.param("diff --git a/x b/x\ndeleted file mode 100644\n+a\n", 1, "deleted, yet has added", id="added-to-a-deleted-file"),
        pytest.param("--- /dev/null\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n", 1, "new, yet has removed", id="removed-from-a-new-file"),
        pytest.param("--- a/x\n+++ b/x\n@@ -0,0 +1,2 @@\n+a\n-b\n+c\n", 5, "announces 1 new line more", id="removed-where-none-is-announced"),
        pytest.param("--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n a\nx\n", 5, "announces", id="a-line-without-a-mark"),
        pytest.param("--- a/x\n+++ b/x\n@@ -1,x +1 @@\n a\n", 3, "cannot be read", id="broken-header"),
        pytest.param("--- a/x\n+++ b/x\n@@ -10,7 @@\n a\n", 3, "cannot be read", id="half-a-header"),
        pytest.param("diff --cc x\n@@@ -1 +1 @@@\n  a\n", 2, "cannot be read", id="broken-combined-header"),
        pytest.param("diff --cc x\n@@@ -1 -1 +1,2 @@@\n++a\n", 4, "announces", id="cut-off-combined"),
        pytest.param("diff --git a/x b/x\nindex 0..1\nGIT binary patch\nliteral 5\nHcmV?d00001\n\n", 7, "damaged", id="damaged-binary-patch"),
        pytest.param("diff --git a/x b/x\nindex 0..1\nGIT binary patch\n", 4, "without data", id="empty-binary-patch"),
        pytest.param("diff --git /dev/null /dev/null\n+a\n", 1, "names no file", id="no-name"),
    ],
)  # fmt: skip
def test_what_cannot_be_understood_is_said_with_its_line(text, line, message):
    with pytest.raises(DiffError, match=message) as caught:
        scan(text.encode(), "my.diff")
    assert caught.value.line == line
    assert caught.value.message.startswith(f"my.diff:{line}: ")
    assert caught.value.hint


def test_a_diff_beyond_all_bounds_is_refused(monkeypatch):
    monkeypatch.setattr("adrguard.changes.scan.MOST_BYTES", 10)

    with pytest.raises(DiffError, match="too large"):
        scan(WELL_FORMED.encode())


@pytest.mark.parametrize(
    "args",
    [
        [], ["-U0"], ["-U100"], ["--no-prefix"], ["--src-prefix=old/", "--dst-prefix=new/"], ["--full-index"], ["--binary"],
        ["--no-renames"], ["-R"], ["--patch-with-stat"], ["--raw", "-p"], ["--src-prefix=i/", "--dst-prefix=w/"],
    ],
    ids=lambda args: " ".join(args) or "plain",
)  # fmt: skip
def test_every_dialect_of_git_says_the_same(repo, args):
    repo.write("mod.py", "".join(f"line {n}\n" for n in range(50)))
    repo.write("old name.py", "".join(f"row {n}\n" for n in range(50)))
    repo.write("gone", "gone\n")
    repo.commit()
    repo.write("mod.py", "".join(f"line {n}\n" for n in range(50) if n % 20) + "end")
    repo.git("mv", "old name.py", "größe\t.py")
    repo.write("größe\t.py", "".join(f"row {n}\n" for n in range(50)) + "more\n")
    repo.remove("gone")
    repo.write("new/x.py", "x\n")
    repo.git("add", "-A")

    files = {one.path.decode(): one for one in scan(repo.run("diff", "--cached", *args).stdout)}

    backwards, apart = "-R" in args, "--no-renames" in args
    assert {path: one.status for path, one in files.items()} == {
        "mod.py": "M",
        "gone": "A" if backwards else "D",
        "new/x.py": "D" if backwards else "A",
        **({"größe\t.py": "A", "old name.py": "D"} if apart else {"old name.py" if backwards else "größe\t.py": "R"}),
    }
    side = files["mod.py"].old if backwards else files["mod.py"].new
    text = (repo.root / "mod.py").read_text().split("\n")
    assert all(text[number - 1] == line for number, line in lines(side) if line)


def test_a_binary_patch_shows_what_an_attribute_hides(repo):
    repo.write(".gitattributes", "*.py -diff\n")
    repo.commit()
    repo.write("x.py", "import forbidden\n")
    repo.write("y.bin", b"\0\1\2")
    repo.stage()

    files = {one.path.decode(): one for one in scan(repo.run("diff", "--cached", "--binary").stdout)}

    assert files["x.py"].new.text == "import forbidden\n"
    assert files["y.bin"].new.problem == "binary"


def test_the_shown_commit_is_its_diff(repo):
    repo.write("x.py", "a\n")
    repo.commit()
    repo.write("x.py", "b\n")
    repo.commit("diff --git a/y b/y\n\n+++ not a file\n- bullet")

    for command in (["show"], ["log", "-p", "-1"], ["format-patch", "--stdout", "-1"]):
        (one,) = [one for one in scan(repo.run(*command).stdout) if one.path == b"x.py"]
        assert lines(one.new) == [(1, "b")]


def test_it_agrees_with_unidiff_on_a_well_formed_diff():
    (theirs,) = PatchSet(WELL_FORMED)

    assert lines(only(WELL_FORMED).new) == [
        (line.target_line_no, line.value.rstrip("\n")) for hunk in theirs for line in hunk if not line.is_removed
    ]
