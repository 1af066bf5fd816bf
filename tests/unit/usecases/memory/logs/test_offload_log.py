from __future__ import annotations

import pytest

from adrguard.memory.traces.reading import source_of
from adrguard.usecases.memory.logs.inspect_node import MOST_LINES, Wanted, inspect
from adrguard.usecases.memory.logs.inspect_node import raw as raw_of
from adrguard.usecases.memory.logs.offload_log import NotKeptError, offload, offload_text

LONG = "".join(f"line {number}\n" for number in range(1, 401))


def test_text_goes_in_and_an_answer_comes_out(repo) -> None:
    done = offload_text(str(repo.root), LONG, "a task")
    assert "[*] --> Log: a task" in done.text
    assert "Use 'inspect_log_node' to view raw stack frames." in done.text
    assert done.text.startswith("```mermaid\nstateDiagram-v2\n    direction TB\n")
    assert (done.trace.lines, done.redacted) == (400, 0)
    shown = inspect(str(repo.root), done.node)
    assert shown.text == "".join(LONG.splitlines(keepends=True)[:MOST_LINES])
    assert (shown.more, shown.facts.task, shown.facts.lines) == ("201:400", "a task", 400)


def test_text_that_is_short_is_no_node(repo) -> None:
    done = offload_text(str(repo.root), "short\n")
    assert (done.passed, done.node, done.text) == (b"short\n", "", "")


def test_lone_surrogates_are_kept(repo) -> None:
    done = offload_text(str(repo.root), LONG + "\ud800\n")
    assert b"".join(raw_of(str(repo.root), done.node)).endswith("\ud800\n".encode("utf-8", "surrogatepass"))


def test_the_configuration_says_what_is_short(repo) -> None:
    repo.write(".adrguard.toml", "[logs]\nthreshold = 400\n")
    assert offload_text(str(repo.root), LONG).passed == LONG.encode()
    assert offload_text(str(repo.root), LONG, threshold=399).node


def test_the_same_log_has_the_same_answer(repo) -> None:
    assert offload_text(str(repo.root), LONG) == offload_text(str(repo.root), LONG)


def test_old_logs_go_when_a_new_one_comes(repo) -> None:
    repo.write(".adrguard.toml", "[logs]\nkeep-bytes = 1\n")
    first = offload_text(str(repo.root), LONG)
    second = offload_text(str(repo.root), LONG + "more\n")
    assert inspect(str(repo.root), second.node).lines
    with pytest.raises(Exception, match=f"there is no {first.node} here"):
        inspect(str(repo.root), first.node)


def test_a_secret_in_utf_16_goes_and_the_rest_is_as_it_was(repo) -> None:
    key = "AKIA" + "IOSFODNN7EXAMPLE"
    text = "größer\n" * 40 + f"key {key}\n" + "ende\n"
    done = offload(str(repo.root), source_of(text.encode("utf-16")))
    assert done.redacted == 1
    kept = b"".join(raw_of(str(repo.root), done.node))
    assert kept.decode("utf-16") == text.replace(key, "[redacted: AWS Access Key]")


def test_a_log_that_cannot_be_kept_is_handed_back_whole(repo) -> None:
    repo.write(".adrguard/state", "in the way")
    source = source_of(LONG.encode() * 500)
    with pytest.raises(NotKeptError) as raised:
        offload(str(repo.root), source)
    rest = b"".join(iter(lambda: source(1 << 16), b""))
    assert b"".join(raised.value.log) + rest == LONG.encode() * 500


def test_a_full_disk_hands_the_log_back_whole(repo) -> None:
    """The limit on the size of files stands in for a full disk."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    data = LONG.encode() * 2000
    source = source_of(data)
    resource.setrlimit(resource.RLIMIT_FSIZE, (3_000_000, hard))
    try:
        with pytest.raises(NotKeptError) as raised:
            offload(str(repo.root), source)
        handed = b"".join(raised.value.log)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert handed + b"".join(iter(lambda: source(1 << 16), b"")) == data
    assert list((repo.root / ".adrguard" / "state" / "nodes").iterdir()) == []


def test_errors_are_told_again(repo) -> None:
    done = offload_text(str(repo.root), LONG + "ERROR it is lost\n")
    shown = inspect(str(repo.root), done.node, Wanted(errors=True))
    assert shown.trace == done.trace
