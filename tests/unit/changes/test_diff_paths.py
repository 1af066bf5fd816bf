"""Paths in the headers of diffs: whatever git prints of a path leads back to it."""

from __future__ import annotations

import random

import pytest

from adrguard.changes.diff_paths import git_pair, strip_prefixes, unquote, without_prefix
from adrguard.changes.scan import scan

PARTS = (
    b"a",
    b"b",
    b" ",
    b" b/",
    b"a/",
    b"/x",
    b'"',
    b"\\",
    b"\t",
    b"\n",
    b"\xff",
    b"\xc3\xb6",
    b"\x7f",
    b"~",
    b"c/",
    b"\a",
    b"-",
)


def paths() -> list[bytes]:
    """Return odd paths, none of which is a folder of another's."""
    chance = random.Random(7)  # noqa: S311 -- the same each time
    found: dict[bytes, None] = {}
    for number in range(150):
        text = b"".join(chance.choices(PARTS, k=chance.randrange(1, 9))) + b"%d" % number
        parts = [part for part in text.split(b"/") if part.strip()]
        found[b"/".join(parts)] = None
    return list(found)


@pytest.fixture
def indexed(repo):
    blob = repo.git("hash-object", "-w", "--stdin", stdin=b"text\n").encode()
    entries = b"".join([b"100644 %s\t%s\0" % (blob, path) for path in paths()])
    assert repo.run("update-index", "-z", "--index-info", stdin=entries).returncode == 0
    return repo


def test_a_path_that_git_quotes_is_taken_off_the_line(indexed) -> None:
    printed = indexed.run("ls-files").stdout.split(b"\n")[:-1]
    assert sorted([unquote(line)[0] if line.startswith(b'"') else line for line in printed]) == sorted(paths())


@pytest.mark.parametrize("options", [(), ("--no-prefix",), ("--src-prefix=i/", "--dst-prefix=w/")], ids=str)
def test_each_file_of_a_diff_has_its_path(indexed, options) -> None:
    added = indexed.run("diff", "--cached", *options).stdout
    assert sorted([one.path for one in scan(added)]) == sorted(paths())
    indexed.commit(everything=False)
    modes = indexed.run("diff", "-R", "--cached", *options, "4b825dc642cb6eb9a060e54bf8d69288fbee4904").stdout
    assert sorted([one.old_path for one in scan(modes)]) == sorted(paths())


@pytest.mark.parametrize(
    ("text", "pair"),
    [
        pytest.param(b"a/x b/x", (b"a/x", b"b/x"), id="plain"),
        pytest.param(b"a/x y b/x y", (b"a/x y", b"b/x y"), id="with blanks"),
        pytest.param(b"x x", (b"x", b"x"), id="without prefixes"),
        pytest.param(b"a/one b/another", (b"a/one", b"b/another"), id="two names of two lengths"),
        pytest.param(b"a/one b/two", (b"a/one", b"b/two"), id="two names of one length"),
        pytest.param(b'"a/\\303\\266" "b/\\303\\266"', (b"a/\xc3\xb6", b"b/\xc3\xb6"), id="both quoted"),
        pytest.param(b'a/x "b/\\t"', (b"a/x", b"b/\t"), id="the second quoted"),
        pytest.param(b"one two three", (b"", b""), id="not to be told apart"),
    ],
)
def test_the_two_paths_of_a_header_are_told_apart(text: bytes, pair: tuple[bytes, bytes]) -> None:
    assert git_pair(text) == pair


@pytest.mark.parametrize(
    ("old", "new", "paths"),
    [
        pytest.param(b"a/x", b"b/x", (b"x", b"x"), id="git's own"),
        pytest.param(b"v1/x", b"v2/x", (b"x", b"x"), id="any other"),
        pytest.param(b"x", b"x", (b"x", b"x"), id="none"),
        pytest.param(b"a/x", b"b/y", (b"x", b"y"), id="two names"),
        pytest.param(b"x.orig", b"x", (b"x", b"x"), id="a copy that was left beside"),
        pytest.param(b"x~", b"x", (b"x", b"x"), id="an editor's copy"),
        pytest.param(b"one", b"two", (b"one", b"two"), id="two names without"),
        pytest.param(b"/dev/null", b"b/x", (b"", b"x"), id="added"),
        pytest.param(b"a/x", b"/dev/null", (b"x", b""), id="deleted"),
        pytest.param(b"/dev/null", b"/dev/null", (b"", b""), id="nothing at all"),
    ],
)
def test_prefixes_are_taken_off(old: bytes, new: bytes, paths: tuple[bytes, bytes]) -> None:
    assert strip_prefixes(old, new) == paths


def test_a_header_tells_whether_an_added_file_has_a_prefix() -> None:
    assert strip_prefixes(b"", b"a/x", (b"a/x", b"a/x")) == (b"", b"a/x")
    assert strip_prefixes(b"", b"new/x", (b"old/x", b"new/x")) == (b"", b"x")
    assert without_prefix(b"lib/x") == b"lib/x"
    assert unquote(b'"a\\qb"') == (b"a\\qb", b"")
