"""Git's raw records: read as they are, and nothing else taken for them."""

from __future__ import annotations

import pytest

from adrguard.changes.raw import parse_raw
from adrguard.model.changes import SYMLINK, FileChange
from adrguard.model.errors import GitError

FULL = ("1" * 40, "2" * 40)


def record(modes: str, status: str, *paths: bytes) -> bytes:
    return f":{modes} {FULL[0]} {FULL[1]} {status}\0".encode() + b"".join([path + b"\0" for path in paths])


@pytest.mark.parametrize(
    ("output", "expected"),
    [
        pytest.param(record("100644 100755", "M", b"a"), FileChange("a", "M", "a", 0o100755, 0o100644), id="modified"),
        pytest.param(record("000000 100644", "A", b"a"), FileChange("a", "A", "", 0o100644, 0), id="added"),
        pytest.param(record("100644 000000", "D", b"a"), FileChange("a", "D", "a", 0, 0o100644), id="deleted"),
        pytest.param(
            record("100644 120000", "T", b"a"), FileChange("a", "T", "a", SYMLINK, 0o100644), id="another type"
        ),
        pytest.param(record("100644 100644", "R097", b"a", b"b"), FileChange("b", "R", "a"), id="renamed"),
        pytest.param(record("100644 100644", "C100", b"a", b"b"), FileChange("b", "C", "a"), id="copied"),
        pytest.param(
            record("100644 100644", "M", b"a\tb\n\xff"), FileChange("a\tb\n\udcff", "M", "a\tb\n\udcff"), id="odd"
        ),
    ],
)
def test_a_record_is_a_change(output: bytes, expected: FileChange) -> None:
    assert parse_raw(output) == ([(expected, *FULL)], len(output))


def test_records_end_where_the_diff_begins() -> None:
    first, second = record("100644 100644", "M", b"a"), record("100644 100644", "R100", b"b", b"c")
    pairs, end = parse_raw(first + second + b"\0diff --git a/a b/a\n:100644")
    assert [pair[0].path for pair in pairs] == ["a", "c"]
    assert end == len(first + second)
    assert parse_raw(b"") == ([], 0)


@pytest.mark.parametrize(
    "output",
    [
        pytest.param(b"fatal: no", id="words"),
        pytest.param(b":100644 100644 1 2 M", id="cut off before the path"),
        pytest.param(b":100644 100644 1 2 M\0a", id="cut off in the path"),
        pytest.param(record("100644 100644", "R100", b"a"), id="a rename to nowhere"),
        pytest.param(b":100644 100644 1 2 \0a\0", id="no status"),
        pytest.param(b":100644 1 2 M\0a\0", id="too few parts"),
        pytest.param(b":1006x4 100644 1 2 M\0a\0", id="no mode"),
        pytest.param(b":\xff 100644 1 2 M\0a\0", id="no ASCII"),
        pytest.param(record("100644 100644", "M", b"a") + b"warning: x", id="words after a record"),
    ],
)
def test_anything_else_is_no_change_without_files(output: bytes) -> None:
    with pytest.raises(GitError, match="no list of changes"):
        parse_raw(output)
