from __future__ import annotations

import os
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from adrguard.memory.nodes import DAY_S, Facts, Store, UnknownNodeError
from adrguard.model.errors import UsageError
from adrguard.system.closed_folders import ClosedFolderError
from adrguard.system.files import UnreadableError


@pytest.fixture
def store(tmp_path) -> Store:
    return Store(str(tmp_path / "nodes"))


def keep(store: Store, data: bytes, lines: int = 3):
    with store.writer() as writer:
        writer.write(data)
        return writer.keep(Facts(lines, 0))


def content(store: Store, node: str) -> bytes:
    return b"".join(store.pieces(store.find(node)))


def test_a_log_comes_back_to_the_byte(store) -> None:
    data = bytes(range(256)) * 10_000
    node = keep(store, data)
    assert content(store, node.id) == data
    assert store.find(node.id).facts == Facts(3, len(data))


def test_only_its_owner_may_read_it(store) -> None:
    node = keep(store, b"x")
    if os.name != "nt":
        assert stat.S_IMODE(os.stat(store.folder).st_mode) == 0o700
        for ending in (".log", ".json"):
            assert stat.S_IMODE(os.stat(f"{store.folder}/{node.id}{ending}").st_mode) == 0o600


def test_the_same_log_is_the_same_node(store) -> None:
    assert keep(store, b"a\n").id == keep(store, b"a\n").id != keep(store, b"b\n").id
    assert len(os.listdir(store.folder)) == 4


def test_another_log_of_the_same_id_gets_another(store) -> None:
    node = keep(store, b"a\n")
    with open(f"{store.folder}/{node.id}.log", "wb") as file:
        file.write(b"z\n")  # as if it had been there first
    other = keep(store, b"a\n")
    assert other.id != node.id
    assert content(store, other.id) == b"a\n"
    assert content(store, node.id) == b"z\n"


def test_what_is_not_kept_leaves_nothing(store) -> None:
    with store.writer() as writer:
        writer.write(b"half")
        assert b"".join(writer.written()) == b"half"
    assert os.listdir(store.folder) == []


def test_a_section_is_a_node_of_its_own(store) -> None:
    node = keep(store, b"1\n2\n3\n")
    part = store.section(node, 2, 3)
    assert store.section(node, 2, 3) == part
    found = store.find(part.id)
    assert (found.log, found.facts.within, found.facts.first, found.facts.last) == (node.id, node.id, 2, 3)
    assert content(store, part.id) == b"1\n2\n3\n"


@pytest.mark.parametrize(
    "name",
    ["", "node_3F9A12C4", "node_3f9a12c", "node_3f9a12c44", "../node_3f9a12c4", "node_3f9a12c4/..", "node_3f9a12c4\n",
     "node_3f9a12c4.log", "3f9a12c4", "node_../../x", "node_3f9a12c4\0", "/etc/passwd"],
)  # fmt: skip
def test_only_an_exact_id_is_one(store, name: str) -> None:
    keep(store, b"x")
    with pytest.raises(UsageError, match="is no node"):
        store.find(name)


def test_an_unknown_node_is_told(store) -> None:
    with pytest.raises(UnknownNodeError, match="there is no node_00000000 here"):
        store.find("node_00000000")


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
def test_a_link_is_not_followed(store, tmp_path) -> None:
    keep(store, b"x")
    (tmp_path / "secret").write_text("out of the store")
    os.symlink(tmp_path / "secret", f"{store.folder}/node_00000001.log")
    with pytest.raises(UnknownNodeError):
        store.find("node_00000001")


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")
def test_a_store_that_is_a_link_is_not_written_to(store, tmp_path) -> None:
    (tmp_path / "elsewhere").mkdir()
    os.symlink(tmp_path / "elsewhere", store.folder)
    with pytest.raises(Exception, match=r"not a folder|[Nn]ot a directory"):
        store.writer()
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.parametrize(
    "facts",
    [b"", b"{", b"[]", b'{"format": 1, "lines": "x"}', b"\xff" * 100, b"[" * 100_000, b'{"within": "../../x"}'],
)
def test_facts_that_are_none_of_ours_do_no_harm(store, facts: bytes) -> None:
    node = keep(store, b"abc")
    with open(f"{store.folder}/{node.id}.json", "wb") as file:
        file.write(facts)
    found = store.find(node.id)
    assert (found.log, found.facts.lines, found.facts.size) == (node.id, 0, 3)


def test_old_logs_go_and_what_is_wanted_stays(store) -> None:
    old, young = keep(store, b"old"), keep(store, b"young")
    for ending in (".log", ".json"):
        then = time.time() - 8 * DAY_S
        os.utime(f"{store.folder}/{old.id}{ending}", (then, then))
    assert store.prune(30, 0) == 0
    assert store.prune(7, 0) == 1
    with pytest.raises(UnknownNodeError):
        store.find(old.id)
    assert content(store, young.id) == b"young"


def test_the_oldest_go_when_there_are_too_many_bytes(store) -> None:
    nodes = [keep(store, bytes([65 + number]) * 1000) for number in range(5)]
    for age, node in enumerate(nodes):
        for ending in (".log", ".json"):
            then = time.time() - 100 + age
            os.utime(f"{store.folder}/{node.id}{ending}", (then, then))
    store.prune(0, 3000, (nodes[0].id,))
    left = {name.partition(".")[0] for name in os.listdir(store.folder) if name.endswith(".log")}
    assert nodes[0].id in left
    assert nodes[4].id in left
    assert nodes[1].id not in left


def test_a_file_of_somebody_else_is_let_be(store) -> None:
    keep(store, b"x")
    with open(f"{store.folder}/notes.txt", "w") as file:
        file.write("mine")
    os.utime(f"{store.folder}/notes.txt", (0, 0))
    store.prune(1, 1)
    assert os.path.exists(f"{store.folder}/notes.txt")


def test_a_node_whose_log_is_gone_says_so(store) -> None:
    node = keep(store, b"x")
    found = store.find(node.id)
    os.unlink(f"{store.folder}/{node.id}.log")
    with pytest.raises((UnknownNodeError, UnreadableError)):
        list(store.pieces(found))


def test_writers_at_the_same_time_lose_nothing(store) -> None:
    program = (
        "import sys\nfrom adrguard.memory.nodes import Facts, Store\nstore = Store(sys.argv[1])\n"
        "for number in range(20):\n"
        "    with store.writer() as writer:\n"
        "        writer.write(b'log %d\\n' % number)\n"
        "        print(writer.keep(Facts(1, 0)).id)\n"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", program, store.folder], stdout=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    said = [one.communicate()[0].split() for one in running]
    assert [one.returncode for one in running] == [0] * 4
    assert said[0] == said[1] == said[2] == said[3]
    assert [content(store, node) for node in said[0]] == [b"log %d\n" % number for number in range(20)]
    assert sorted(name for name in os.listdir(store.folder) if not name.startswith("node_")) == []


@pytest.mark.parametrize("left", [b"", b"on", b"one\ntwo\nthree\n"])
def test_a_log_that_is_not_whole_is_not_shown_as_if_it_were(store, left: bytes) -> None:
    node = keep(store, b"one\ntwo\n")
    section = store.section(node, 1, 1)
    with open(f"{store.folder}/{node.id}.log", "wb") as file:
        file.write(left)
    for name in (node.id, section.id):
        with pytest.raises(UnknownNodeError, match=f"{name} is damaged: it has {len(left)} bytes and had 8") as told:
            store.find(name)
        assert told.value.hint.endswith(f"in {node.id}.log")
    assert content(store, keep(store, b"one\ntwo\n").id) == b"one\ntwo\n"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may look into every folder")
def test_of_a_store_that_may_not_be_looked_into_nothing_is_said_to_be_gone(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    (closed / "nodes").mkdir(parents=True)
    closed.chmod(0)
    try:
        with pytest.raises(ClosedFolderError, match="closed cannot be looked into"):
            Store(str(closed / "nodes")).find("node_3f9a12c4")
    finally:
        closed.chmod(0o755)
