"""What a second run reads: only what changed, and never less than that."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from adrguard.changes.worktree import DiskTree
from adrguard.usecases.check_changes import CheckRequest, check
from adrguard.usecases.tree import kept

NOTE = """---
id: ADR-001
status: accepted
---
# One

## Invariants

- deny: `forbidden`
- deny edge: `src/a/**` -> `src/b/**`
"""


@pytest.fixture
def tree(repo):
    repo.write("docs/adr/0001-one.md", NOTE)
    repo.write("src/a/one.py", "from src.b import two\n")
    repo.write("src/b/two.py", "forbidden = 1\n")
    repo.write("src/b/three.py", "allowed = 1\n")
    repo.write("notes.txt", "nothing\n")
    repo.commit()
    age(repo)
    return repo


def age(repo) -> None:
    """Let all files be older than anything that looks at them now: fresh ones are read again, as they may change."""
    for path in repo.root.rglob("*"):
        if path.is_file() and ".git" not in path.parts:
            os.utime(path, ns=(10**18, 10**18))


@pytest.fixture
def seen(monkeypatch) -> list[str]:
    """The files that were read."""
    paths: list[str] = []
    original = DiskTree._from_disk

    def spied(self, path):
        data = original(self, path)
        if data is not None:
            paths.append(path)
        return data

    monkeypatch.setattr(DiskTree, "_from_disk", spied)
    return paths


def found(repo, **options) -> set[tuple[str, str]]:
    return {(one.rule.kind, one.path) for one in check(CheckRequest(str(repo.root), "all", **options)).findings}


EDGE, TEXT = ("edge", "src/a/one.py"), ("text", "src/b/two.py")


def settled(repo) -> None:
    """Run until nothing is too fresh to be trusted: the time of change cannot be set back."""
    for _ in range(20):
        assert found(repo) == {EDGE, TEXT}
        (name,) = (repo.root / ".git/adrguard").glob("facts-*")
        before = name.read_bytes()
        assert found(repo) == {EDGE, TEXT}
        if name.read_bytes() == before:
            return


def test_nothing_is_read_where_nothing_changed(tree, seen) -> None:
    settled(tree)
    seen.clear()
    assert found(tree) == {EDGE, TEXT}
    assert seen == []


def test_only_what_changed_is_read(tree, seen) -> None:
    settled(tree)
    tree.write("src/b/three.py", "forbidden = 1\n")
    seen.clear()
    assert found(tree) == {EDGE, TEXT, ("text", "src/b/three.py")}
    assert set(seen) == {"src/b/three.py"}


def test_a_file_of_the_same_size_and_time_is_seen_to_be_another(tree) -> None:
    settled(tree)
    path = tree.root / "src/b/two.py"
    before = path.stat()
    path.write_text("forbiddem = 1\n")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert found(tree) == {EDGE}


def test_what_was_written_while_it_was_looked_at_is_read_again(tree) -> None:
    path = tree.root / "src/b/two.py"
    for number in range(30):
        text = "forbidden" if number % 2 else "forbiddem"
        path.write_text(f"{text} = 1\n")
        assert found(tree) == ({EDGE, TEXT} if number % 2 else {EDGE})


def test_a_file_that_comes_or_goes_is_news_for_those_who_import_it(tree, seen) -> None:
    settled(tree)
    tree.remove("src/b/two.py")
    assert found(tree) == set()
    tree.write("src/b/two.py", "forbidden = 1\n")
    seen.clear()
    assert found(tree) == {EDGE, TEXT}
    assert set(seen) == {"src/a/one.py", "src/b/two.py"}


def test_words_around_the_invariants_change_nothing_and_other_invariants_all(tree, seen) -> None:
    settled(tree)
    tree.write("docs/adr/0001-one.md", NOTE.replace("# One", "# One\n\nLonger than before."))
    seen.clear()
    assert found(tree) == {EDGE, TEXT}
    assert set(seen) == {"docs/adr/0001-one.md"}
    tree.write("docs/adr/0001-one.md", NOTE.replace("forbidden", "allowed"))
    assert found(tree) == {EDGE, ("text", "src/b/three.py")}


def test_in_another_clone_the_content_decides(tree, tmp_path, monkeypatch) -> None:
    settled(tree)
    other = tmp_path / "other"
    tree.git("clone", "-q", str(tree.root), str(other))
    shutil.copytree(tree.root / ".git/adrguard", other / ".git/adrguard")
    monkeypatch.setattr("adrguard.usecases.tree.gather.Judge", None)
    outcome = check(CheckRequest(str(other), "all"))
    assert {(one.rule.kind, one.path) for one in outcome.findings} == {EDGE, TEXT}


def test_pythons_that_take_turns_keep_what_each_knows(tree, seen, monkeypatch) -> None:
    settled(tree)
    with monkeypatch.context() as another:
        another.setattr(sys.implementation, "cache_tag", "cpython-399")
        assert found(tree) == {EDGE, TEXT}
    assert seen
    seen.clear()
    assert found(tree) == {EDGE, TEXT}
    assert seen == []


def damage(path: Path, kind: str) -> None:
    data = path.read_bytes()
    path.write_bytes({"empty": b"", "cut": data[: len(data) // 2], "flipped": data[:-9] + b"x" + data[-8:]}[kind])


@pytest.mark.parametrize("kind", ["empty", "cut", "flipped"])
def test_what_is_damaged_is_found_out_anew(tree, kind: str) -> None:
    settled(tree)
    (name,) = (tree.root / ".git/adrguard").glob("facts-*")
    damage(name, kind)
    tree.write("src/b/three.py", "forbidden = 1\n")
    assert found(tree) == {EDGE, TEXT, ("text", "src/b/three.py")}


def test_where_nothing_can_be_kept_everything_is_judged(tree) -> None:
    shutil.rmtree(tree.root / ".git/adrguard", ignore_errors=True)
    (tree.root / ".git/adrguard").write_text("in the way")
    assert found(tree) == {EDGE, TEXT}
    assert found(tree) == {EDGE, TEXT}


def test_facts_of_few_rule_sets_are_kept(tree) -> None:
    for number in range(kept.MOST_TREES + 3):
        tree.write("docs/adr/0001-one.md", NOTE.replace("forbidden", f"word{number}"))
        found(tree)
    assert len(list((tree.root / ".git/adrguard").glob("facts-*"))) == kept.MOST_TREES


def test_files_with_too_much_to_say_are_left_out(tree, seen, monkeypatch) -> None:
    monkeypatch.setattr(kept, "MOST_WEIGHT", 100)
    found(tree)
    seen.clear()
    assert found(tree) == {EDGE, TEXT}
    assert {"src/a/one.py", "src/b/two.py"} <= set(seen)


def test_several_at_once_do_not_disturb_each_other(tree) -> None:
    command = [sys.executable, "-m", "adrguard", "check", "--all", "--format", "json"]
    started = [subprocess.Popen(command, cwd=tree.root, stdout=subprocess.PIPE) for _ in range(3)]
    reports = [json.loads(one.communicate()[0]) for one in started]
    assert all(len(report["findings"]) == 2 for report in reports)
    assert found(tree) == {EDGE, TEXT}
