from __future__ import annotations

import io
import sys

import pytest

DECISION = "## Context\n\nWhy.\n\n## Invariants\n\n- deny: `sync_call`\n"


@pytest.fixture
def pipe(monkeypatch):
    """Put bytes on standard input."""

    def put(data: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"))

    return put


def test_a_log_is_written_and_its_path_told(repo, adrguard) -> None:
    assert adrguard("flush", "--title", "A log", "--content", "text", "--tags", "a,b", "--tags", "c") == 0
    first, *rest = adrguard.out.splitlines()
    assert first.startswith("✅ Wrote .adrguard/wiki/01_AI_Logs/")
    assert rest == ["Made .adrguard/wiki/00_Meta/README.md", "Made .adrguard/wiki/01_AI_Logs/.gitkeep"]
    path = first.removeprefix("✅ Wrote ")
    assert "tags: [a, b, c]\n" in (repo.root / path).read_text()
    assert adrguard("flush", "--title", "A log", "--content", "text") == 0
    assert adrguard.out == f"✅ {path} says the same already: nothing to write\n"


def test_a_decision_says_what_it_enforces_and_what_it_ends(repo, adrguard, pipe) -> None:
    assert adrguard("flush", "--category", "decision", "--title", "One", "--content", DECISION) == 0
    pipe(DECISION.replace("sync_call", "other_call").encode())
    words = ("flush", "--category", "decision", "--title", "ADR-7: Two", "--content-file", "-", "--supersedes", "1")
    assert adrguard(*words) == 0
    assert adrguard.out == (
        "✅ Wrote .adrguard/wiki/02_Architecture/0007-two.md (ADR-7)\n"
        "Superseded ADR-0001 One (.adrguard/wiki/02_Architecture/0001-one.md)\n"
        "Enforced now (1 rule):\n- deny: other_call\n"
        "No longer enforced (1 rule):\n- deny: sync_call\n"
    )


def test_a_dry_run_shows_the_note_and_every_other_change(repo, adrguard) -> None:
    adrguard("flush", "--category", "decision", "--title", "One", "--content", DECISION)
    words = ("flush", "--category", "decision", "--title", "Two", "--content", "x", "--supersedes", "1", "--dry-run")
    assert adrguard(*words) == 0
    assert adrguard.out.startswith("Would write .adrguard/wiki/02_Architecture/0002-two.md (ADR-0002):\n\n    ---\n")
    assert "    # Two\n\n    x\n" in adrguard.out
    assert "Would change .adrguard/wiki/02_Architecture/0001-one.md:\n" in adrguard.out
    assert "    +status: superseded\n" in adrguard.out
    assert "Would no longer be enforced (1 rule):\n" in adrguard.out
    assert not (repo.root / ".adrguard/wiki/02_Architecture/0002-two.md").exists()


def test_mistakes_are_shown_with_place_caret_and_way_out(repo, adrguard) -> None:
    repo.write("notes.md", DECISION.replace("deny", "denny"))
    assert adrguard("flush", "--category", "decision", "--title", "One", "--content-file", "notes.md") == 2
    assert "- notes.md:7:3: error: " in adrguard.out
    assert "    7 | - denny: `sync_call`\n      |   ^\n" in adrguard.out
    assert adrguard.out.endswith("❌ 1 error: nothing was written\n")
    assert not (repo.root / ".adrguard").exists()


def test_the_same_as_json(repo, adrguard) -> None:
    words = ("flush", "--category", "decision", "--title", "One", "--content", DECISION)
    shown = adrguard.json(*words, "--dry-run")
    assert (shown["dry_run"], shown["written"]) == (True, False)
    done = adrguard.json(*words)
    assert (done["path"], done["id"]) == (".adrguard/wiki/02_Architecture/0001-one.md", "ADR-0001")
    assert (done["written"], done["enforced"]) == (True, True)
    assert len(done["rules"]) == 1
    assert adrguard.json(*words)["same"] is True
    refused = adrguard.json("flush", "--category", "decision", "--title", "ADR-1: Two", "--content", "x")
    assert refused["exit_code"] == 2
    assert refused["problems"][0]["code"] == "duplicate-id"
    over = adrguard.json("flush", "--category", "decision", "--title", "Two", "--content", "x", "--supersedes", "1")
    assert [one["id"] for one in over["superseded"]] == ["ADR-0001"]
    assert over["changed"][0]["path"] == ".adrguard/wiki/02_Architecture/0001-one.md"


def test_bytes_that_are_no_text_are_told_with_their_offset(repo, adrguard, pipe) -> None:
    pipe(b"one\ntw\xff")
    assert adrguard("flush", "--title", "A", "--content-file", "-") == 2
    assert "- <stdin>:2:3: error: the content is not UTF-8: byte 0xff at offset 6" in adrguard.out


@pytest.mark.parametrize(
    "words",
    [
        pytest.param((), id="no content"),
        pytest.param(("--content", "x", "--content-file", "a.md"), id="two contents"),
        pytest.param(("--content-file", "missing.md"), id="no such file"),
        pytest.param(("--content", "x", "--vault", "missing"), id="no such vault"),
        pytest.param(("--content", "x", "--supersedes", "missing"), id="nothing to supersede"),
    ],
)
def test_wrong_usage_writes_nothing(repo, adrguard, words) -> None:
    assert adrguard("flush", "--title", "A", *words) == 2
    assert adrguard.err.startswith("adrguard: ")
    assert not (repo.root / ".adrguard").exists()


def test_a_vault_is_enough(tmp_path, adrguard, monkeypatch) -> None:
    (tmp_path / "vault").mkdir()
    monkeypatch.chdir(tmp_path)
    assert adrguard("flush", "--title", "A", "--content", "x", "--category", "card", "--vault", "vault") == 0
    assert adrguard.out == "✅ Wrote 20_Cards/a.md\n"


def test_text_from_a_note_cannot_steer_the_terminal(repo, adrguard) -> None:
    words = ("flush", "--title", "A", "--content", "x", "--related", "a\u202eb", "--dry-run")
    assert adrguard(*words) == 2
    assert "\u202e" not in adrguard.out


def test_a_dash_is_no_content_but_meant_for_standard_input(repo, adrguard, pipe) -> None:
    pipe(b"what was meant\n")
    assert adrguard("flush", "--title", "One", "--content", "-") == 2
    assert "--content-file -" in adrguard.err
    assert not (repo.root / ".adrguard").exists()
