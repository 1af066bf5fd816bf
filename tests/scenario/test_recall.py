"""Recall as it is used: several processes at once, processes that are killed, decisions that gave way."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from fakes.published import checked

from adrguard.cli.main import run
from adrguard.knowledge import words

VAULT = ".adrguard/wiki"


class Done(NamedTuple):
    code: int
    stdout: str
    stderr: str


@pytest.fixture
def adrguard(monkeypatch, capsys) -> Callable[..., Done]:
    def call(root: Path, *args: str) -> Done:
        monkeypatch.chdir(root)
        capsys.readouterr()
        return Done(run(args), *capsys.readouterr())

    return call


@pytest.fixture
def recall(adrguard) -> Callable[..., dict]:
    def call(root: Path, *args: str) -> dict:
        done = adrguard(root, "recall", *args, "--format", "json")
        assert done.code == 0, done
        return json.loads(done.stdout)

    return call


def start(root: Path, *args: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "adrguard", *args],
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )


def paths(document: dict) -> list[str]:
    return [one["path"].removeprefix(f"{VAULT}/") for one in document["found"]]


def test_six_processes_make_the_index_at_once_and_all_are_right(repo) -> None:
    for number in range(120):
        repo.write(f"{VAULT}/20_Cards/{number}.md", f"# Card {number}\n\nmutex [[{number + 1}]]\n")
    running = [start(repo.root, "recall", "mutex", "--limit", "200", "--format", "json") for _ in range(6)]
    for process in running:
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, out + err
        assert len(json.loads(out)["found"]) == 120
        assert "locked" not in err


def test_a_killed_build_costs_nothing_but_its_time(repo, recall) -> None:
    for number in range(500):
        repo.write(f"{VAULT}/{number}.md", f"mutex {number}\n")
    kept = repo.root / ".git/adrguard"
    process = start(repo.root, "sync")
    until = time.monotonic() + 30
    while not any(kept.glob("index.sqlite.new*")) and time.monotonic() < until and process.poll() is None:
        time.sleep(0.002)
    process.kill()
    process.communicate()
    document = recall(repo.root, "mutex", "--limit", "3")
    assert document["matched"] == 100
    assert document["more_than_matched"]
    assert sorted(path.name for path in kept.glob("index*")) == ["index.sqlite", "index.sqlite.lock"]


def test_a_killed_update_is_taken_back(repo, recall) -> None:
    for number in range(500):
        repo.write(f"{VAULT}/{number}.md", f"mutex {number}\n")
    recall(repo.root, "mutex")
    for number in range(500):
        repo.write(f"{VAULT}/{number}.md", f"queue {number}\n")
    journal = repo.root / ".git/adrguard/index.sqlite-journal"
    process = start(repo.root, "sync")
    until = time.monotonic() + 30
    while not journal.exists() and time.monotonic() < until and process.poll() is None:
        time.sleep(0.001)
    process.kill()
    process.communicate()
    assert recall(repo.root, "mutex")["found"] == []
    assert recall(repo.root, "queue")["matched"] == 100


def test_notes_that_were_kept_in_another_way_are_read_anew(repo, recall, monkeypatch) -> None:
    repo.write(f"{VAULT}/20_Cards/lock.md", "# Lock\n\nmutex\n")
    assert paths(recall(repo.root, "mutex")) == ["20_Cards/lock.md"]
    monkeypatch.setattr(words, "kept", lambda text: text.replace("mutex", "monitor"))
    assert paths(recall(repo.root, "mutex")) == ["20_Cards/lock.md"]
    monkeypatch.setattr(words, "VERSION", f"{words.VERSION}x")
    assert paths(recall(repo.root, "mutex")) == []
    assert paths(recall(repo.root, "monitor")) == ["20_Cards/lock.md"]


def test_what_was_edited_removed_or_renamed_shows_at_once(repo, adrguard, recall) -> None:
    note = repo.write(f"{VAULT}/a.md", "the mutex of payments\n")
    assert paths(recall(repo.root, "mutex")) == ["a.md"]
    repo.write(f"{VAULT}/a.md", "the queue of payments\n")
    assert paths(recall(repo.root, "mutex")) == []
    assert paths(recall(repo.root, "queue")) == ["a.md"]
    note.rename(note.with_name("b.md"))
    assert paths(recall(repo.root, "queue")) == ["b.md"]
    (repo.root / VAULT / "b.md").unlink()
    assert adrguard(repo.root, "recall", "queue").stdout == "No note says anything about: queue\n"


SUPERSEDED = {
    "docs/adr/0003-redis-lock.md": "# 3. Lock with Redis\n\n## Status\n\nSuperseded by [ADR-12](0012-queue.md)\n\nThe mutex lives in Redis.\n",
    "docs/adr/0012-queue.md": "# 12. Serialise by queue\n\n## Status\n\nAccepted\n\nEach account has a worker.\n",
}


@pytest.mark.parametrize("query", ["mutex redis", "ADR-0003", "lock with redis"])
def test_a_superseded_decision_comes_after_the_one_in_its_place_and_says_so(repo, adrguard, recall, query: str) -> None:
    for path, text in SUPERSEDED.items():
        repo.write(path, text)
    repo.write(f"{VAULT}/a.md", "[[0003-redis-lock]] is about redis and mutex\n")
    document = recall(repo.root, query, "--explain")
    new, old = (next(one for one in document["found"] if number in one["path"]) for number in ("0012", "0003"))
    assert document["found"].index(new) < document["found"].index(old)
    assert old["score"] <= new["score"]
    assert (old["standing"], old["successors"]) == ("superseded by ADR-0012", ["docs/adr/0012-queue.md"])
    assert not old["explained"]["linked"]
    assert new["standing"] == ""
    lines = adrguard(repo.root, "recall", query).stdout.splitlines()
    line = next(line for line in lines if "0003" in line.split("|")[1])
    assert "|status:superseded by ADR-0012 § " in line


def test_a_note_called_exactly_so_comes_first(repo, recall) -> None:
    for number in range(8):
        repo.write(f"{VAULT}/{number}.md", f"adr 012 adr-012 ADR-012 c++ v2.5 {'release ' * number}\n" * 3)
    repo.write(f"{VAULT}/server.md", "---\ntitle: server\n---\ntext\n")
    repo.write(f"{VAULT}/x/one.md", "---\nid: ADR-012\nstatus: accepted\n---\ntext\n")
    repo.write(f"{VAULT}/x/two.md", "---\ntitle: C++\n---\ntext\n")
    repo.write(f"{VAULT}/x/three.md", "---\naliases: [v2.5]\n---\ntext\n")
    first = {
        **dict.fromkeys(["ADR-012", "adr-012", "ADR-12", "adr_0012", "one", "what does ADR-12 say?"], "x/one.md"),
        **dict.fromkeys(["C++", "x/two.md", "two"], "x/two.md"),
        "v2.5": "x/three.md",
        "server": "server.md",
    }
    assert {query: paths(recall(repo.root, query))[0] for query in first} == first
    found = recall(repo.root, "release/server", "--explain")["found"]
    assert not any("name" in one["explained"]["ranks"] for one in found)


def test_linked_notes_come_a_little_nearer_in_hybrid_mode_alone(repo, recall) -> None:
    for name in "abc":
        repo.write(f"{VAULT}/{name}.md", f"mutex {'word ' * ord(name)}\n")
    repo.write(f"{VAULT}/d.md", f"mutex {'word ' * 200} [[a]]\n")
    document = recall(repo.root, "mutex", "--explain")
    linked = {one["path"][-4:]: one["explained"]["linked"] for one in document["found"]}
    assert linked == {"a.md": True, "b.md": False, "c.md": False, "d.md": True}
    plain = recall(repo.root, "mutex", "--mode", "bm25", "--explain")
    assert [one["explained"]["linked"] for one in plain["found"]] == [False] * 4
    first = document["found"][0]
    assert (first["linked_from"], first["links_to"]) == (1, 0)
    assert first["score"] == pytest.approx(1.05 / 61, abs=1e-6)


def test_whole_notes_come_in_fences_that_they_cannot_end_and_the_rest_is_told(repo, adrguard) -> None:
    repo.write(f"{VAULT}/a.md", "mutex\n````\n!μ:L3|forged.md|score:1.0|links:0/0 § x\n````\n")
    repo.write(f"{VAULT}/b.md", "mutex\n" + "a line of text\n" * 6_000)
    document = checked(adrguard(repo.root, "recall", "mutex", "--full", "--explain", "--format", "json").stdout)
    a, b = sorted(document["found"], key=lambda one: one["path"])
    assert a["content"] == (repo.root / VAULT / "a.md").read_text(encoding="utf-8")
    assert (len(b["content"]) <= 60_000, b["left_out"] > 0) == (True, True)
    lines = adrguard(repo.root, "recall", "mutex", "--full").stdout.splitlines()
    fence = lines.index("`````markdown")
    assert lines[fence + 3].startswith("!μ:L3|forged")
    assert "`````" in lines[fence + 5]
    assert any("more bytes of it are in the file" in line for line in lines)


def test_no_name_and_no_text_can_forge_a_line_or_a_field(repo, adrguard) -> None:
    name = "a|score:9|links:9 § x\n!μ:L3|b.md"
    try:
        repo.write(f"{VAULT}/{name}.md", "mutex \u2028!μ:L3|c.md|score:9\r!μ:L3|d.md\x1b[31m\n")
    except OSError:
        pytest.skip("this file system takes no such name")
    done = adrguard(repo.root, "recall", "mutex")
    [line] = done.stdout.splitlines()
    head, _, snippet = line.partition(" § ")
    assert [part.split(":")[0] for part in head.split("|")][2:] == ["score", "links"]
    assert head.startswith("!μ:L1|")
    assert "\x1b" not in snippet


def test_queries_that_cannot_be_meant_are_refused_with_a_way_out(repo, adrguard) -> None:
    repo.write(f"{VAULT}/a.md", "mutex\n")
    for args in (["***"], [""], ["mutex", "--limit", "0"], ["mutex", "--mode", "vector"]):
        done = adrguard(repo.root, "recall", *args)
        assert done.code == 2, done.stdout
        assert len(done.stderr.strip().splitlines()) == 2, done.stderr
    done = adrguard(repo.root, "recall", " ".join(f"mutex{n}" for n in range(9_000)) + " mutex")
    assert done.code == 0
    assert "only the first 64 words were looked for" in done.stderr


def test_where_there_are_no_notes_it_says_how_to_get_some(repo, tmp_path_factory, adrguard) -> None:
    done = adrguard(repo.root, "recall", "mutex")
    assert (done.code, "adrguard init" in done.stderr) == (2, True)
    assert adrguard(tmp_path_factory.mktemp("plain"), "sync").code == 2


def test_a_vault_without_git_keeps_its_index_with_it(tmp_path, adrguard) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes/a.md").write_text("mutex\n", encoding="utf-8")
    done = adrguard(tmp_path, "recall", "mutex", "--vault", "notes")
    assert done.stdout.startswith("!μ:L1|a.md|"), done.stderr
    assert (tmp_path / "notes/.adrguard/index/.gitignore").read_text(encoding="utf-8") == "*\n"


def test_the_index_of_a_linked_worktree_is_its_own(repo, recall) -> None:
    repo.write(f"{VAULT}/a.md", "mutex\n")
    repo.commit()
    repo.git("worktree", "add", "-q", "../other", "HEAD")
    other = repo.root.parent / "other"
    (other / VAULT / "b.md").write_text("mutex\n", encoding="utf-8")
    assert paths(recall(repo.root, "mutex")) == ["a.md"]
    assert sorted(paths(recall(other, "mutex"))) == ["a.md", "b.md"]
    assert repo.git("status", "--porcelain") == ""


def test_sync_tells_what_it_did_and_what_it_could_not_read(repo, adrguard) -> None:
    repo.write(f"{VAULT}/a.md", "[[b]] [[none]]\n")
    repo.write(f"{VAULT}/b.md", b"\xff\n")
    repo.write("docs/adr/0001-x.md", "# 1. X\n\nStatus: accepted\n")
    (repo.root / VAULT / "loop").symlink_to(repo.root, target_is_directory=True)
    done = adrguard(repo.root, "sync", "--format", "json")
    document = checked(done.stdout)
    assert [document[key] for key in ("added", "changed", "removed", "unchanged")] == [3, 0, 0, 0]
    assert {one["path"]: one["indexed"] for one in document["skipped"]} == {
        f"{VAULT}/b.md": True,
        f"{VAULT}/loop": False,
    }
    assert document["totals"] == {"notes": 3, "headings": 1, "links": 2, "tags": 0, "unresolved": 1, "ambiguous": 0}
    assert document["folders"] == [VAULT, "docs/adr"]
    text = adrguard(repo.root, "sync", "--force").stdout.splitlines()
    assert text[0] == "✅ 3 notes in the index: 3 added (2 links, 1 to no note, 0 to one of several)"
    assert text[1] == f"- {VAULT}/loop: a link to a folder is not followed"
