"""The blocks of git's binary patches: read as git writes them, and nothing that their header does not announce."""

from __future__ import annotations

import base64
import random
import zlib

import pytest

from adrguard.changes.binary_patch import literal


def block(data: bytes) -> list[bytes]:
    """Write what git writes for these bytes, in lines of at most 52."""
    packed = zlib.compress(data)
    lines = []
    for at in range(0, len(packed), 52):
        piece = packed[at : at + 52]
        length = len(piece)
        letter = chr(ord("A") + length - 1) if length <= 26 else chr(ord("a") + length - 27)
        lines.append(letter.encode() + base64.b85encode(piece.ljust(-(-length // 4) * 4, b"\0")))
    return lines


def test_what_git_writes_is_read(repo) -> None:
    chance = random.Random(3)  # noqa: S311 -- the same each time
    contents = [bytes([0, *chance.randbytes(size)]) for size in (0, 1, 2, 3, 51, 52, 53, 1000, 70_000)]
    for number, content in enumerate(contents):
        repo.write(f"{number}.bin", content)
    repo.stage()
    read = []
    for part in repo.run("diff", "--cached", "--binary").stdout.split(b"GIT binary patch\nliteral ")[1:]:
        size, *lines = part.split(b"\n\n")[0].split(b"\n")
        read.append(literal(lines, int(size)))
    assert read == contents


@pytest.mark.parametrize(
    ("lines", "size"),
    [
        pytest.param(block(b"some bytes"), 9, id="more than is announced"),
        pytest.param(block(b"some bytes"), 11, id="less than is announced"),
        pytest.param(block(b"\0" * 1_000_000), 10, id="very much more"),
        pytest.param([b"%" + block(b"x")[0][1:]], 1, id="no length"),
        pytest.param([b"\xff" + block(b"x")[0][1:]], 1, id="no ASCII"),
        pytest.param([block(b"x")[0][:-1] + b" "], 1, id="no base 85"),
        pytest.param([b"C" + base64.b85encode(b"abcd")], 4, id="not compressed"),
        pytest.param([b""], 1, id="an empty line"),
    ],
)
def test_what_is_not_what_was_announced_is_nothing(lines: list[bytes], size: int) -> None:
    assert literal(lines, size) is None


def test_these_blocks_are_gits() -> None:
    assert literal(block(b"some bytes"), 10) == b"some bytes"
    assert literal([], 0) == b""
