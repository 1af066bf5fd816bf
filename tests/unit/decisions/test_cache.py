"""The cache may be anything: then there is nothing in it, and nobody hears of it."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import adrguard
from adrguard.decisions import cache as caching
from adrguard.decisions.cache import Cache
from adrguard.system.repository import Repository

VALUE = ("text \udcff", 1, (2.5, None, True), b"bytes", {"key": [1, 2]})


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(Repository(str(tmp_path), str(tmp_path), str(tmp_path)))


def file_of(cache: Cache, name: str) -> Path:
    return Path(cache.folder) / f"{name}.bin"


def test_what_was_put_is_got(cache: Cache) -> None:
    assert cache.get("head") is None
    cache.put("head", VALUE)
    assert cache.get("head") == VALUE
    assert [path.name for path in Path(cache.folder).iterdir()] == ["head.bin"]


def test_a_file_cut_off_anywhere_holds_nothing(cache: Cache) -> None:
    cache.put("head", VALUE)
    path = file_of(cache, "head")
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        assert cache.get("head") is None, length
    path.write_bytes(whole + b"\0")
    assert cache.get("head") is None


def test_a_file_with_any_bit_turned_holds_nothing(cache: Cache) -> None:
    cache.put("head", VALUE)
    path = file_of(cache, "head")
    whole = path.read_bytes()
    for at in range(len(whole)):
        for bit in range(8):
            path.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << bit]) + whole[at + 1 :])
            assert cache.get("head") is None, (at, bit)


@given(data=st.binary(max_size=200))
def test_a_foreign_file_holds_nothing(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    folder = tmp_path_factory.getbasetemp() / "foreign"
    cache = Cache(Repository(str(folder), str(folder), str(folder)))
    file = file_of(cache, "head")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    assert cache.get("head") is None


@pytest.mark.parametrize(
    ("attribute", "value"),
    [pytest.param("FORMAT", 2, id="format"), pytest.param("_version", lambda: "cpython-399 x", id="version")],
)
def test_another_versions_file_holds_nothing(
    cache: Cache, monkeypatch: pytest.MonkeyPatch, attribute: str, value: object
) -> None:
    cache.put("head", VALUE)
    monkeypatch.setattr(caching, attribute, value)
    other = Cache(Repository(cache.folder, os.path.dirname(cache.folder), cache.folder))
    assert other.get("head") is None


def test_the_version_names_python_and_the_program(cache: Cache) -> None:
    assert sys.implementation.cache_tag in cache.version


@pytest.mark.parametrize("kind", ["folder", "link", "fifo"])
def test_what_is_no_file_holds_nothing(cache: Cache, kind: str) -> None:
    path = file_of(cache, "head")
    path.parent.mkdir()
    if kind == "folder":
        path.mkdir()
    elif kind == "link":
        path.symlink_to(path)
    else:
        os.mkfifo(path)
    assert cache.get("head") is None


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_keeps_nothing(cache: Cache, tmp_path: Path) -> None:
    tmp_path.chmod(stat.S_IRUSR | stat.S_IXUSR)
    try:
        cache.put("head", VALUE)
        assert cache.get("head") is None
    finally:
        tmp_path.chmod(stat.S_IRWXU)


def test_a_file_in_place_of_the_folder_keeps_nothing(cache: Cache) -> None:
    Path(cache.folder).write_text("no folder")
    cache.put("head", VALUE)
    assert cache.get("head") is None


def test_without_a_repository_nothing_is_kept(tmp_path: Path) -> None:
    cache = Cache(Repository(str(tmp_path), "", ""))
    cache.put("head", VALUE)
    assert cache.get("head") is None
    assert not list(tmp_path.iterdir())


def test_only_so_many_sets_are_kept(cache: Cache) -> None:
    cache.put("head", VALUE)
    for number in range(caching.MOST_SETS + 3):
        cache.put(f"set-{number}", VALUE)
        os.utime(file_of(cache, f"set-{number}"), (number, number))
    left = {path.name for path in Path(cache.folder).iterdir()}
    assert len(left) == caching.MOST_SETS + 1
    assert {"head.bin", f"set-{caching.MOST_SETS + 2}.bin"} <= left


def test_what_a_killed_process_left_behind_is_swept_up(cache: Cache) -> None:
    cache.put("set-1", VALUE)
    folder = Path(cache.folder)
    for name in ("old.tmp", "new.tmp"):
        (folder / name).write_bytes(b"half")
    os.utime(folder / "old.tmp", (1, 1))
    cache.put("set-2", VALUE)
    assert not (folder / "old.tmp").exists()
    assert (folder / "new.tmp").exists()


def test_another_build_of_the_same_version_forgets_what_was_put_and_the_same_one_elsewhere_does_not(
    cache: Cache, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def installed(where: str, script: str, digest: str) -> Cache:
        package = tmp_path / where / "adrguard"
        (package / "_data").mkdir(parents=True)
        metadata = package.with_name(f"adrguard-{adrguard.__version__}.dist-info")
        metadata.mkdir()
        (metadata / "RECORD").write_text(
            f"../bin/adrguard,sha256={script},9\nadrguard/model/rules.py,sha256={digest},9\n"
        )
        monkeypatch.setattr(adrguard, "__file__", str(package / "__init__.py"))
        return Cache(Repository(str(tmp_path), str(tmp_path), str(tmp_path)))

    installed("one", "a", "b").put("head", VALUE)
    assert installed("two", "c", "b").get("head") == VALUE
    assert installed("three", "a", "d").get("head") is None


def test_an_install_without_a_list_of_files_goes_by_its_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "adrguard" / "_data").mkdir(parents=True)
    monkeypatch.setattr(adrguard, "__file__", str(tmp_path / "adrguard" / "__init__.py"))
    assert Cache(Repository(str(tmp_path), str(tmp_path), str(tmp_path))).version.endswith(f"{adrguard.__version__} ")
