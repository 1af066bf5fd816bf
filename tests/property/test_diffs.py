"""Laws of reading a change: whatever the histories, our readers, git, and unidiff say the same as the files themselves."""

from __future__ import annotations

import io
import shutil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from unidiff import PatchSet

from adrguard.changes import explicit, revisions, scan, staged, unified, worktree
from adrguard.changes.decode import decode
from adrguard.model.changes import NEW, OLD
from adrguard.system.repository import find

LINES = st.sampled_from(
    [
        b"", b"a", b"b", b"  indented", b"-- old", b"--", b"---", b"--- a/x", b"++i;", b"+++ b/x", b"+", b"-", b" ", b"\\",
        b"\\ No newline at end of file", b"diff --git a/x b/x", b"@@ -1 +1 @@", b"index 1..2", b"Binary files a/x and b/x differ",
        b"caf\xe9", "größe".encode(), b"\xef\xbb\xbfmark", b"cr\r", b"\r", b"lone\rcr", b"form\ffeed", "line\u2028sep".encode(), b"x" * 300,
    ]
)  # fmt: skip
FILES = st.builds(
    lambda lines, ended: b"\n".join(lines) + (b"\n" if ended and lines else b""),
    st.lists(LINES, max_size=25),
    st.booleans(),
)
PATHS = st.sampled_from(
    [
        "a.py", "b.py", "dir/a.py", "dir/deep/c.sql", "with space.py", "tab\t.py", 'quo"te.py', "new\nline.py", "größe.py", "-dash.py",
        "a b/b c.py", "b/a.py", "back\\slash.py", " blank ", "latin-\udce9.py",
    ]
)  # fmt: skip
STATES = st.dictionaries(PATHS, FILES, max_size=5)
RULES = settings(max_examples=40, deadline=None)


def put(repo, state):
    for child in repo.root.iterdir():
        if child.name != ".git":
            shutil.rmtree(child) if child.is_dir() else child.unlink()
    for path, data in state.items():
        repo.write(path, data)


def prepare(repo, before, after):
    """Commit one state and stage another, over whatever an earlier example left."""
    put(repo, before)
    repo.commit("before")
    put(repo, after)
    repo.stage()


def check(change, before, after):
    """Compare both sides of a change with the two states that it was made from."""
    touched = set()
    for file in change.set.files:
        if file.status == "D":
            assert file.path not in after
            touched.add(file.path)
            assert change.tree.read(file.path) is None
        else:
            touched |= {file.path, file.old_path} - {""}
            assert change.tree.read(file.path) == decode(after[file.path])
            hay = change.tree.haystack(file.path)
            assert all(line in hay or _read(line) in hay for line in after[file.path].split(b"\n"))
        if file.old_path:
            assert change.tree.read(file.old_path, OLD) == decode(before[file.old_path])
    assert touched == {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    assert change.tree.paths(NEW) == after.keys()
    assert change.tree.paths(OLD) == before.keys()


def _read(line):
    return line.decode("utf-8", "replace").encode().removeprefix(b"\xef\xbb\xbf")


@RULES
@given(before=STATES, after=STATES)
def test_the_staged_change_is_the_difference_of_its_two_states(repo, before, after):
    prepare(repo, before, after)

    check(staged.read(find(str(repo.root))), before, after)


@RULES
@given(before=STATES, after=STATES)
def test_the_uncommitted_change_is_the_difference_of_its_two_states(repo, before, after):
    prepare(repo, before, before)
    put(repo, after)

    check(worktree.read(find(str(repo.root))), before, after)


@RULES
@given(before=STATES, after=STATES)
def test_a_range_is_the_difference_of_its_two_states(repo, before, after):
    prepare(repo, before, after)
    repo.commit("after")

    check(revisions.read(find(str(repo.root)), "HEAD~1..HEAD"), before, after)


@RULES
@given(after=STATES)
def test_all_files_are_all_files(repo, after):
    put(repo, after)

    change = explicit.read_all(find(str(repo.root)))

    assert {file.path for file in change.set.files} == after.keys()
    assert all(change.tree.read(path) == decode(data) for path, data in after.items())


def numbered(data):
    """The lines of a file by number, as text."""
    lines = data.split(b"\n")
    return {number: line.decode("utf-8", "replace") for number, line in enumerate(lines, 1)}


def shown(content):
    numbers = content.lines if content.fragment else range(1, content.text.count("\n") + 2)
    return [(number, line) for number, line in zip(numbers, content.text.split("\n"), strict=False) if number]


def without_mark(pairs):
    return [(number, line.removeprefix("\ufeff") if number == 1 else line) for number, line in pairs]


@RULES
@given(before=STATES, after=STATES, context=st.sampled_from(["-U0", "-U1", "-U3", "-U1000"]))
def test_our_scanner_git_and_unidiff_agree(repo, before, after, context):
    # unidiff reads `b/` within a name as the start of the second one.
    before, after = ({path: data for path, data in state.items() if " b/" not in path} for state in (before, after))
    prepare(repo, before, after)
    diff = repo.run("diff", "--cached", context, "--text", "--no-renames").stdout

    ours = {one.path.decode("utf-8", "surrogateescape"): one for one in scan.scan(diff)}

    assert ours.keys() == {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
    for path, one in ours.items():
        for content, data in ((one.new, after.get(path)), (one.old, before.get(path))):
            assert (content is None) == (data is None)
            if content is not None:
                real = numbered(data)
                assert shown(content) == without_mark([(number, real[number]) for number, _ in shown(content)])
                if not content.fragment:
                    assert content == decode(data)
    # unidiff decides the lines, not the names: it takes some odd ones apart otherwise. It skips files without lines.
    text = diff.decode("utf-8", "replace")
    theirs = [patch for patch in PatchSet(io.StringIO(text, newline="\n")) if len(patch)]
    filled = [
        one for one in ours.values() if any(content is not None and content.text for content in (one.new, one.old))
    ]
    assert [added(patch) for patch in theirs] == [introduced(one) for one in filled]


def added(patch):
    """What unidiff says is on the new side, and on the old one."""
    lines = [
        line for hunk in patch for line in hunk if not line.value.startswith(" No newline") or line.line_type != "\\"
    ]
    new = [(line.target_line_no, line.value.removesuffix("\n")) for line in lines if line.line_type in "+ "]
    old = [(line.source_line_no, line.value.removesuffix("\n")) for line in lines if line.line_type in "- "]
    return without_mark(new), without_mark(old)


def introduced(one):
    """What we say is on either side."""
    sides = []
    for content in (one.new, one.old):
        pairs = shown(content) if content is not None else []
        # Splitting a text that ends in a line feed leaves an empty rest, which is no line.
        if content is not None and not content.fragment and pairs and pairs[-1][1] == "":
            pairs = pairs[:-1]
        sides.append(pairs)
    return tuple(sides)


@RULES
@given(before=STATES, after=STATES)
def test_a_diff_with_whole_context_says_what_the_index_says(repo, before, after):
    prepare(repo, before, after)
    diff = repo.run("diff", "--cached", "-U100000", "--text", "-M").stdout
    from_index, from_text = staged.read(find(str(repo.root))), unified.read(find(str(repo.root)), diff)

    assert [(file.path, file.old_path, file.status) for file in from_text.set.files] == [
        (file.path, file.old_path, file.status) for file in from_index.set.files
    ]
    for file in from_text.set.files:
        if file.status != "D":
            mine, theirs = from_text.tree.read(file.path), from_index.tree.read(file.path)
            assert mine.text.removesuffix("\n") == theirs.text.removesuffix("\n")


HEADERS = [
    b"diff --git a/x b/x",
    b"--- a/x",
    b"+++ b/x",
    b"diff --cc x",
    b"--- /dev/null",
    b"+++ /dev/null",
    b"diff --git a/y b/y",
]
HUNKS = [b"@@ -1,2 +1,2 @@", b"@@ -1 +1,2 @@", b"@@ -0,0 +1 @@", b"@@ @@", b"@@@ -1 -1 +1,2 @@@"]
BODY = [b" a", b"+Q", b"++Q", b"-a", b"", b"\\ No newline at end of file", b"words", b"\r"]
GIT = [b"rename from x", b"rename to y", b"new file mode 100644", b"deleted file mode 100644", b"index 1..2 100644"]


@settings(max_examples=500)
@given(st.lists(st.sampled_from(HEADERS + HUNKS + BODY + GIT), max_size=14))
def test_rubbish_is_refused_or_nothing_that_it_adds_is_lost(lines):
    text = b"\n".join(lines)
    try:
        files = scan.scan(text)
    except scan.DiffError as error:
        assert error.hint  # noqa: PT017 -- being refused is one of two right answers
        return
    first = next((at for at, line in enumerate(lines) if line.startswith((b"diff ", b"+++ "))), len(lines))
    if any(one.status == "D" for one in files):
        return  # what an earlier part adds to a file that a later one deletes is gone
    judged = "".join(one.new.text for one in files if one.new is not None)
    assert judged.count("Q") == sum(line in (b"+Q", b"++Q") for line in lines[first:])


@pytest.mark.parametrize("end", [b"", b"\n"])
@settings(max_examples=200)
@given(data=FILES)
def test_a_careless_diff_of_added_lines_is_those_lines(end, data):
    lines = [line for line in data.split(b"\n") if not line.startswith((b"++ ", b"-"))]
    text = b"diff --git a/x b/x\n" + b"\n".join(b"+" + line for line in lines) + end

    (one,) = scan.scan(text)

    assert shown(one.new) == without_mark(
        [(number, line.decode("utf-8", "replace")) for number, line in enumerate(lines, 1)]
    )
