from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from adrguard.model.agents import STOP, Event
from adrguard.sessions import store as stores
from adrguard.sessions.not_kept import NotKeptError
from adrguard.sessions.patience import Turn
from adrguard.sessions.store import Session, Store

OID = "a" * 40
SESSION = Session(
    OID, "main", 1.5, ((1, 2),), (3,), ((4, Turn(((5, 6),), free=True)),), 7, loose=True, stamps=(("/x", None),)
)


def store(tmp_path, session: str = "one", agent: str = "claude") -> Store:
    return Store(str(tmp_path.resolve()), Event(agent, STOP, "Stop", "", session))


def test_what_is_kept_is_read_again(tmp_path) -> None:
    store(tmp_path).begin(SESSION, (OID, "b" * 40))
    assert store(tmp_path).read() == SESSION
    assert isinstance(store(tmp_path).read().turns[0][1], Turn)
    assert store(tmp_path).tips() == (OID, "b" * 40)


def test_nothing_is_known_of_another_session_or_agent(tmp_path) -> None:
    store(tmp_path).begin(SESSION, ())
    assert store(tmp_path, "two").read() is None
    assert store(tmp_path, agent="codex").read() is None
    assert store(tmp_path, "two").tips() == ()


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda data: data[:-3], id="cut"),
        pytest.param(lambda data: data[:-3] + b"xyz", id="changed"),
        pytest.param(lambda _: b"", id="empty"),
        pytest.param(lambda _: stores._sealed((1, 2)), id="something else"),
        pytest.param(lambda _: stores._sealed(("a", "b", 1.0, (), (), (1, 2), 0, False, ())), id="other turns"),
        pytest.param(lambda data: data.replace(b"session 1", b"session 0"), id="of another version"),
    ],
)
def test_what_is_damaged_counts_as_nothing(tmp_path, damage) -> None:
    kept = store(tmp_path)
    kept.begin(SESSION, ())
    path = tmp_path / "adrguard" / "sessions" / f"session-{kept.name}"
    path.write_bytes(damage(path.read_bytes()))
    assert kept.read() is None


def test_tips_that_are_no_commits_are_left_out(tmp_path) -> None:
    kept = store(tmp_path)
    kept.begin(SESSION, ())
    (tmp_path / "adrguard" / "sessions" / f"tips-{kept.name}").write_bytes(b"--all\n" + OID.encode() + b"\n\xff\n")
    assert kept.tips() == (OID,)


def test_changes_at_the_same_time_are_all_kept(tmp_path) -> None:
    store(tmp_path).begin(Session(OID), ())

    def add(number: int) -> None:
        store(tmp_path).update(lambda kept: kept.replace(others=(*kept.others, number)), Session(""))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(add, range(40)))
    assert sorted(store(tmp_path).read().others) == list(range(40))


def test_a_change_of_what_is_not_known_begins_with_what_is_given(tmp_path) -> None:
    store(tmp_path).update(lambda kept: kept.replace(told=5), Session(OID))
    assert store(tmp_path).read() == Session(OID, told=5)


def test_only_the_latest_sessions_are_kept_and_none_for_ever(tmp_path) -> None:
    folder = tmp_path / "adrguard" / "sessions"
    store(tmp_path, "old").begin(SESSION, ())
    long_ago = time.time() - (stores.MOST_DAYS + 1) * 86_400
    for path in folder.iterdir():
        os.utime(path, (long_ago, long_ago))
    store(tmp_path, "s").begin(SESSION, ())
    assert store(tmp_path, "old").read() is None
    for number in range(stores.MOST_SESSIONS + 5):
        store(tmp_path, f"s{number}").begin(SESSION, ())
    assert len([name for name in os.listdir(folder) if name.startswith("session-")]) == stores.MOST_SESSIONS
    assert len([name for name in os.listdir(folder) if name.startswith("tips-")]) == stores.MOST_SESSIONS


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("a/../b", "b", id="a path"),
        pytest.param("ABC", "abc", id="capitals, which some file systems do not tell apart"),
        pytest.param("a" * 65, "a" * 66, id="long"),
        pytest.param("", " ", id="blank"),
        pytest.param("a\udc80", "a\udc81", id="no text"),
        pytest.param("é", "e", id="not ASCII"),
    ],
)
def test_ids_from_anywhere_make_plain_names_of_their_own(tmp_path, one: str, other: str) -> None:
    names = [store(tmp_path, session).name for session in (one, other)]
    assert names[0] != names[1]
    assert all(name.isascii() and name.replace("-", "").replace(".", "").isalnum() for name in names)
    assert max(map(len, names)) < 80


@pytest.mark.parametrize("what", ["a file", "a link"])
def test_what_is_in_the_way_is_an_error_and_not_overwritten(tmp_path, what: str) -> None:
    (tmp_path / "git").mkdir()
    kept = store(tmp_path / "git")
    if what == "a file":
        (tmp_path / "git" / "adrguard").write_text("x")
    else:
        (tmp_path / "elsewhere").mkdir()
        (tmp_path / "git" / "adrguard").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(NotKeptError):
        kept.begin(SESSION, ())
    with pytest.raises(NotKeptError):
        kept.update(lambda one: one.replace(told=1), SESSION)
    if what == "a link":
        assert not list((tmp_path / "elsewhere").rglob("session-*"))


def test_marks_are_the_same_on_every_run_and_tell_where_one_word_ends() -> None:
    assert stores.mark("a", "b") == stores.mark("a", "b")
    assert stores.mark("a", "b") != stores.mark("ab", "")
