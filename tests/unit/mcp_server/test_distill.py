"""`distill_session_skill`, every argument of it, called as the server calls it."""

from __future__ import annotations

from pathlib import Path

import jsonschema
import pytest
from fakes.serving import call

from adrguard.mcp_server.toolsets.memory.distill import GIVES
from adrguard.model.errors import AdrguardError
from adrguard.usecases.memory.logs.offload_log import offload_text

LOG = (Path(__file__).parents[2] / "golden" / "logs" / "cargo.log").read_text(encoding="utf-8")


@pytest.fixture
def home(monkeypatch, tmp_path) -> Path:
    """A home for the skills of other agents."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    return tmp_path


def distil(repo, **arguments):
    answer = call(repo, "distill_session_skill", **arguments)
    jsonschema.validate(answer.data, GIVES)
    return answer


def test_a_trace_becomes_a_card_and_twice_is_once(repo) -> None:
    asked = {
        "raw_trace": LOG,
        "title": "Moved",
        "context_hint": "A bad merge.",
        "tags": ["rust"],
        "category": "concept",
    }
    first, second = (distil(repo, **asked) for _ in range(2))
    note = (repo.root / first.data["path"]).read_text(encoding="utf-8")
    assert all(said in note for said in ("# Moved", "A bad merge.", "rust", "category: concept", "E0433"))
    assert (first.data["written"], second.data["written"], second.data["same"]) == (True, False, True)
    assert first.text.startswith(first.data["summary"])


def test_a_node_is_as_good_as_its_log_and_a_preview_writes_nothing(repo) -> None:
    node = offload_text(str(repo.root), LOG).node
    answer = distil(repo, node_id=node, dry_run=True, related_notes=["other"])
    assert not (repo.root / answer.data["path"]).exists()
    assert answer.data["preview"].startswith("---\n")
    assert answer.data["preview"].rstrip() in answer.text
    assert distil(repo, node_id=node).data["preview"] == ""


@pytest.mark.parametrize("target", ["hermes", "omp"])
def test_skills_of_other_agents_are_theirs(repo, home, target: str) -> None:
    answer = distil(repo, raw_trace=LOG, target=target)
    assert Path(answer.data["path"]).expanduser().is_relative_to(home)
    assert (answer.data["target"], answer.data["written"]) == (target, True)


def test_a_trace_without_a_failure_is_an_answer(repo) -> None:
    answer = distil(repo, raw_trace="all went well\n")
    assert (answer.data["distilled"], answer.data["path"]) == (False, "")
    assert "nothing was written" in answer.text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param({}, "there is no trace", id="nothing"),
        pytest.param({"raw_trace": " \n"}, "there is no trace", id="blanks"),
        pytest.param({"raw_trace": LOG, "node_id": "node_00000000"}, "the trace is given twice", id="both"),
        pytest.param({"node_id": "../node_00000000"}, "is no node", id="a path"),
        pytest.param({"node_id": "node_00000000"}, "there is no node_00000000 here", id="an unknown node"),
        pytest.param({"raw_trace": LOG, "title": "a\x01"}, "title:1:2: the control character", id="title"),
        pytest.param({"raw_trace": LOG, "related_notes": ["../../x"]}, "related_notes: '../../x'", id="related notes"),
        pytest.param({"raw_trace": LOG, "target": "claude"}, "'target' must be one of", id="target"),
    ],
)
def test_a_mistake_is_told_in_the_words_of_the_tool(repo, arguments, said: str) -> None:
    with pytest.raises(AdrguardError) as raised:
        call(repo, "distill_session_skill", **arguments)
    assert said in raised.value.message
    assert raised.value.hint
    assert "--" not in raised.value.message + raised.value.hint
