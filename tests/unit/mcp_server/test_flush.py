"""`flush_session`, every argument of it, called as the server calls it."""

from __future__ import annotations

import os

import jsonschema
import pytest
from fakes.guarding import adr, decide
from fakes.serving import call, desk, tool

from adrguard.mcp_server.toolsets.memory.flush import GIVES
from adrguard.mcp_server.work import Task
from adrguard.model.errors import AdrguardError

LESSON = {"title": "Retry storm", "content": "Retries have to be jittered.\n"}
NEW = "## Context\n\nWhy.\n\n## Invariants\n\n- deny: `eval(`\n"


@pytest.fixture
def decided(repo):
    """A repository with one decision."""
    decide(repo, "- deny: `SELECT * FROM`")
    repo.commit()
    return repo


def flush(repo, **arguments):
    answer = call(repo, "flush_session", **arguments)
    jsonschema.validate(answer.data, GIVES)
    return answer


def refused(repo, **arguments) -> str:
    with pytest.raises(AdrguardError) as raised:
        call(repo, "flush_session", **arguments)
    assert "--" not in f"{raised.value.message} {raised.value.hint}"
    return f"{raised.value.message} ({raised.value.hint})"


def test_a_lesson_becomes_a_note_of_its_day(decided) -> None:
    answer = flush(decided, **LESSON, summary="Jitter helps", tags=["retries"], related_notes=["0001-decision"])
    note = (decided.root / answer.data["path"]).read_text(encoding="utf-8")
    assert "01_AI_Logs/" in answer.data["path"]
    assert ("Jitter helps" in note, "retries" in note, "[[0001-decision]]" in note) == (True, True, True)
    assert answer.text.startswith(f"✓ Wrote {answer.data['path']}\n")


@pytest.mark.parametrize("supersedes", ["ADR-001", ["ADR-001"]], ids=["a text", "a list"])
def test_a_decision_takes_anothers_place_and_the_person_is_to_be_told(decided, supersedes) -> None:
    answer = flush(decided, title="Another", content=NEW, category="decision", supersedes=supersedes)
    told = answer.data
    assert (told["enforced"], told["rules"], told["rules_ended"]) == (
        True,
        ["deny: eval("],
        ["deny: SELECT * FROM"],
    )
    assert told["changed"] == ["docs/adr/0001-decision.md"]
    assert (
        "Superseded ADR-001 Decision (docs/adr/0001-decision.md)\nEnforced now (1 rule):\n- deny: eval(" in answer.text
    )
    assert "Note: tell the person that ADR-001 gave way to " in answer.text
    for said in (*told["rules"], *told["rules_ended"], *told["notes"], told["path"]):
        assert said in answer.text


def test_twice_is_once(decided) -> None:
    first, second = (flush(decided, **LESSON) for _ in range(2))
    assert (first.data["written"], second.data["written"], second.data["same"]) == (True, False, True)
    assert second.text == f"✓ {first.data['path']} says the same already: nothing to write\n"


def test_where_a_person_is_to_be_asked_it_is_only_proposed(decided) -> None:
    decided.write(".adrguard.toml", '[agent]\nsupersession = "ask"\n')
    asked = {"title": "Another", "content": NEW, "category": "decision", "supersedes": "ADR-001"}
    answer = flush(decided, **asked)
    assert (answer.data["superseded"], answer.data["enforced"], answer.data["changed"]) == ([], False, [])
    assert "To be enforced once it is accepted" in answer.text
    assert any("is for a person" in one for one in answer.data["notes"])
    assert (decided.root / "docs/adr/0001-decision.md").read_text(encoding="utf-8") == adr(1, "- deny: `SELECT * FROM`")
    assert flush(decided, **asked).data["same"]
    said = refused(decided, **{**asked, "title": "More", "content": f"---\nstatus: accepted\n---\n{NEW}"})
    assert "would end ADR-001, which here is for a person to decide" in said


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param({"title": "a\x01"}, "nothing was written: title:1:2: the control character", id="title"),
        pytest.param({"content": "a\0"}, "content:1:2: the content holds a NUL character", id="content"),
        pytest.param({"category": "a/b"}, "category: 'a/b' cannot be a category", id="category"),
        pytest.param({"tags": ["\x02"]}, "tags:1:1: the control character", id="tags"),
        pytest.param({"tags": ["x"] * 60}, "", id="one tag often"),
        pytest.param({"related_notes": ["../../x"]}, "related_notes: '../../x' names no note", id="related notes"),
        pytest.param({"supersedes": "nowhere"}, "there is no note 'nowhere'", id="supersedes nothing"),
        pytest.param({"supersedes": "ADR-001"}, "leave supersedes out", id="a lesson supersedes a decision"),
        pytest.param({"title": "ADR-001: Other", "category": "decision"}, "add `supersedes ADR-001`", id="an id twice"),
        pytest.param({"title": "x" * 300, "summary": "y" * 2000}, "limit 1000", id="too long, twice"),
        pytest.param({"content": "x\n" * 1_000_000}, "too large", id="content"),
    ],
)
def test_a_mistake_is_told_in_the_words_of_the_tool_and_nothing_is_written(decided, arguments, said: str) -> None:
    if not said:
        assert flush(decided, **{**LESSON, **arguments}).data["written"]
        return
    before = sorted(decided.root.rglob("*.md"))
    assert said in refused(decided, **{**LESSON, **arguments})
    assert sorted(decided.root.rglob("*.md")) == before


def test_a_vault_that_takes_no_notes_is_told(decided, tmp_path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    if os.name == "nt" or os.geteuid() == 0:
        (vault / "01_AI_Logs").write_text("a file in the place of a folder", encoding="utf-8")
    else:
        vault.chmod(0o555)
    with pytest.raises(AdrguardError):
        tool("flush_session").run(desk(decided, vault=str(vault)), Task(), LESSON)
    vault.chmod(0o755)


def test_a_vault_that_went_away_is_told(decided, tmp_path) -> None:
    with pytest.raises(AdrguardError, match="there is no folder"):
        tool("flush_session").run(desk(decided, vault=str(tmp_path / "gone")), Task(), LESSON)
