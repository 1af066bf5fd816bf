from __future__ import annotations

import pytest

from adrguard.memory.traces.reading import read_bytes


@pytest.mark.parametrize(
    ("text", "code", "message", "path"),
    [
        pytest.param("fatal: not a git repository", "", "not a git repository", "", id="fatal"),
        pytest.param(
            " ! [rejected]        a -> a (fetch first)", "rejected", "a -> a (fetch first)", "", id="rejected"
        ),
        pytest.param(
            "CONFLICT (content): Merge conflict in src/a.py",
            "CONFLICT",
            "(content): Merge conflict in src/a.py",
            "src/a.py",
            id="conflict",
        ),
        pytest.param(
            "error: pathspec 'x' did not match any file(s) known to git",
            "",
            "pathspec 'x' did not match any file(s) known to git",
            "",
            id="error",
        ),
    ],
)
def test_what_git_refuses_is_an_error_of_git(text: str, code: str, message: str, path: str) -> None:
    found = read_bytes(f"{text}\n".encode()).failures
    assert [(one.tool, one.code, one.message, one.path) for one in found] == [("git", code, message, path)]


def test_an_error_of_rustc_stays_one_of_cargo() -> None:
    assert [one.tool for one in read_bytes(b"error: expected one of `!` or `.`\n").failures] == ["cargo"]
