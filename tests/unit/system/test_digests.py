from __future__ import annotations

import hashlib
import subprocess
import sys

import pytest

from adrguard.system import digests

DATA = [
    pytest.param(b"", id="nothing"),
    pytest.param(b"blob 1\0x", id="a blob"),
    pytest.param(b"x" * (digests.LITTLE + 1), id="more than a little"),
]


@pytest.mark.parametrize("has_builtin", [True, False])
@pytest.mark.parametrize("data", DATA)
def test_the_digests_are_those_of_hashlib(data: bytes, has_builtin: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    sha1, sha256 = hashlib.sha1(data, usedforsecurity=False).digest(), hashlib.sha256(data).digest()
    monkeypatch.delitem(sys.modules, "hashlib")
    if not has_builtin:
        for name in ("_sha1", "_sha2", "_sha256"):
            monkeypatch.setitem(sys.modules, name, None)
    assert (digests.sha1(data), digests.sha256(data)) == (sha1, sha256)


def test_a_little_data_is_hashed_without_openssl() -> None:
    code = (
        "import sys; from adrguard.system import digests; digests.sha1(b'x'); digests.sha256(b'x'); "
        "print('_hashlib' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
