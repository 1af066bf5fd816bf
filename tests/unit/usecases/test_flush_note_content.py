from __future__ import annotations

import pytest

from adrguard.memory.notes import content
from adrguard.model.errors import UsageError
from adrguard.usecases.memory.notes.flush_note import Draft, content_of, flush

MB = 1024 * 1024


@pytest.mark.parametrize("name", ["-", "large.md"])
@pytest.mark.parametrize("char", ["a", "\u00e4", "\u8a9e"])
def test_content_far_too_large_is_told_with_the_limit_of_a_note(tmp_path, name, char) -> None:
    data = (char * (MB + 1)).encode()
    (tmp_path / "large.md").write_bytes(data)
    text, _, problems = content_of(str(tmp_path), name, lambda most: data[:most])
    assert text == ""
    assert [(one.message, one.code) for one in problems] == [
        ("the content is too large (over 1 MB, limit 256 KB)", "too-large")
    ]


def test_a_size_is_never_the_limit_that_it_passes(repo) -> None:
    done = flush(str(repo.root), Draft("A", "a" * (256 * 1024 + 1)))
    assert [one.message for one in done.problems] == ["the content is too large (257 KB, limit 256 KB)"]


def test_no_name_is_no_file(tmp_path) -> None:
    with pytest.raises(UsageError, match="--content-file names no file"):
        content_of(str(tmp_path), "", lambda _: b"")


def test_aliases_that_multiply_are_told_once() -> None:
    rows = "\n".join(f"k{n}: [{', '.join([f'*a{n - 1}'] * 9)}]".replace(": [", f": &a{n} [", 1) for n in range(1, 6))
    found = content.read(f"---\nk0: &a0 [x, x]\n{rows}\n---\ntext\n", "given")
    assert [one.message for one in found.problems] == ["an alias repeats this list"]
