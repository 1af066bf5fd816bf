"""Processes of this program that answer messages."""

from __future__ import annotations

import os

import pytest

from adrguard.model.errors import AdrguardError
from adrguard.system.workers import LostError, Worker, cores

HERE = "echoing_worker:"


@pytest.fixture(autouse=True)
def module(tmp_path, monkeypatch):
    """A module that a worker finds where this process finds it."""
    (tmp_path / "echoing_worker.py").write_text(
        "import os\n"
        "def echo(setup):\n"
        "    print('a library that prints')\n"
        "    return lambda message: (setup, message, os.getpid())\n"
        "def mortal(setup):\n"
        "    return lambda message: os._exit(7)\n"
        "def raising(setup):\n"
        "    raise ValueError\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


@pytest.fixture
def worker():
    started = Worker(HERE + "echo", {"a": (1, b"2", "\udcff")})
    yield started
    started.close()


def test_answers_come_in_the_order_of_the_messages_whatever_is_printed(worker) -> None:
    for message in (1, ("x", None)):
        worker.send(message)
    first, second = worker.receive(), worker.receive()
    assert first[:2] == ({"a": (1, b"2", "\udcff")}, 1)
    assert second[1] == ("x", None)
    assert first[2] == second[2] != os.getpid()


def test_one_that_ends_is_lost_with_its_exit_code() -> None:
    worker = Worker(HERE + "mortal", None)
    worker.send(1)
    with pytest.raises(LostError) as caught:
        worker.receive()
    worker.close()
    assert caught.value.code == 7


@pytest.mark.parametrize("target", ["raising", "missing"])
def test_one_that_cannot_begin_is_said_at_once(target: str) -> None:
    with pytest.raises(LostError):
        Worker(HERE + target, None)


def test_a_module_of_the_current_folder_is_not_found(tmp_path, monkeypatch) -> None:
    there = tmp_path / "repository"
    there.mkdir()
    (there / "marshal.py").write_text("raise SystemExit(9)")
    (there / "adrguard").mkdir()
    (there / "adrguard/__init__.py").write_text("raise SystemExit(9)")
    monkeypatch.chdir(there)
    worker = Worker(HERE + "echo", 0)
    worker.send(1)
    assert worker.receive()[1] == 1
    worker.close()


def test_a_closed_one_is_gone(worker) -> None:
    worker.close()
    with pytest.raises(AdrguardError):
        worker.receive()


def test_there_is_at_least_one_core() -> None:
    assert cores() >= 1
