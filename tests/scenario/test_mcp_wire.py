"""`adrguard mcp` and a client that writes whatever it likes: each line is answered, in order, and the server lives."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest
from fakes.guarding import NO_STAR, decide
from fakes.serving import Wire, asked

pytest.importorskip("mcp", reason="the extra adrguard[mcp] is not installed")


@pytest.fixture
def guarded(repo):
    """A repository whose decision forbids a text, with one commit."""
    decide(repo, NO_STAR)
    repo.write("src/a.py", "x = 1\n")
    repo.commit()
    return repo


def test_each_strange_line_is_answered_and_the_server_lives(guarded) -> None:
    megabytes = b"y" * 20_000_000
    call = b'{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"guard_check","arguments":%s}}'
    lines = [
        (b"\xff\xfe{}", None, "not JSON"),
        (call % (1, b'{"diff":"\xff\xff"}'), 1, "this is no diff"),
        (call % (2, b'{"branch":"\\ud800"}'), 2, "surrogate"),
        (b'{"jsonrpc":"2.0","id":"\\ud800","method":"ping"}', None, "surrogate"),
        (b'{"jsonrpc":"2.0","id":1.0,"method":"tools/list"}', None, "needs an id"),
        (b"null", None, "-32600"),
        (call % (3, b'"a text"'), 3, "must be an object"),
        (call % (4, b'{"strict":' + b"[" * 100_000 + b"]" * 100_000 + b"}"), None, "not JSON"),
        (call % (5, b'{"diff":"' + megabytes + b'"}'), 5, "are the most"),
        (megabytes, None, "not JSON"),
        (b"{" + megabytes + b"}", None, "not JSON"),
        (b"[]", None, "no message"),
        (b'{"jsonrpc":"2.0","id":6,"method":"tools/call","params":[]}', 6, "no message"),
        (call % (7, b"{}"), 7, "nothing to judge"),
    ]
    with Wire(guarded.root) as wire:
        for line, own, said in lines:
            wire.send(line)
            answer = wire.hear()
            assert answer["id"] == own, line[:200]
            assert said in json.dumps(answer), line[:200]


def test_what_comes_at_once_is_answered_in_order(guarded) -> None:
    def diff(number: int) -> str:
        return "".join([f"diff --git a/f{number}.py b/f{number}.py\n", "+SELECT * FROM t\n"])

    with Wire(guarded.root) as wire:
        for _ in range(3):
            wire.send(*[asked(number, diff=diff(number)) for number in range(1, 33)])
            for number in range(1, 33):
                answer = wire.hear()
                assert answer["id"] == number
                assert [one["path"] for one in answer["result"]["structuredContent"]["findings"]] == [f"f{number}.py"]


def test_a_repository_that_goes_and_comes_back_under_the_server(guarded, tmp_path) -> None:
    with Wire(guarded.root) as wire:
        guarded.root.rename(tmp_path / "gone")
        wire.send(asked(1), asked(2, "get_project_loadout"))
        for answer in (wire.hear(), wire.hear()):
            assert answer["result"]["isError"]
            assert "is there no more (bring it back" in answer["result"]["content"][0]["text"]
        (tmp_path / "gone").rename(guarded.root)
        wire.send(asked(3))
        assert wire.hear()["result"]["structuredContent"]["verdict"] == "clean"
        shutil.rmtree(guarded.root)
        subprocess.run(["git", "init", "-q", str(guarded.root)], check=True)
        (guarded.root / "a.py").write_text("x = 'SELECT * FROM t'\n", encoding="utf-8")
        decide(guarded, NO_STAR)
        wire.send(asked(4))
        assert wire.hear()["result"]["structuredContent"]["counts"]["violations"] == 1


def test_what_is_asked_last_before_the_end_holds_nobody_up(guarded) -> None:
    with Wire(guarded.root) as wire:
        wire.send(asked(1))
