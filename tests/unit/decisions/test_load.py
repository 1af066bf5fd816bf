"""The decisions at a place: of the index, a commit, the working tree, a folder; out of the cache or not, they are the same."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from adrguard.changes import revisions, staged, worktree
from adrguard.decisions import load
from adrguard.decisions.cache import Cache
from adrguard.model.changes import Place
from adrguard.model.decisions import IN_FORCE, DecisionSet
from adrguard.system import process, repository
from adrguard.system.repository import Repository

ADR = "# 1. T\n\n## Status\n\n{status}\n\n## Invariants\n\n- deny: `{text}`\n"


def adr(text: str = "one", status: str = "Accepted") -> str:
    return ADR.format(text=text, status=status)


def texts(decisions: DecisionSet) -> list[str]:
    return [rule.targets[0].raw for rule in decisions.rules]


@pytest.fixture(autouse=True)
def _nothing_held() -> None:
    load._held.clear()


class Calls:
    """Counts the processes and the cold compilations of what happens in its `with` block."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.git: list[str] = []
        self.compiled = 0
        for name in ("read", "run", "start"):
            monkeypatch.setattr(process, name, self._counting(getattr(process, name)))
        original = load._compiled

        def counting(*args):
            self.compiled += 1
            return original(*args)

        monkeypatch.setattr(load, "_compiled", counting)

    def _counting(self, original):
        def counting(argv, *args, **named):
            self.git.append(next(word for word in argv[1:] if not word.startswith("-") and "=" not in word))
            return original(argv, *args, **named)

        return counting

    def reset(self) -> None:
        self.git.clear()
        self.compiled = 0
        load._held.clear()


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    return Calls(monkeypatch)


def the(repo) -> Repository:
    return repository.find(str(repo.root))


def staged_sets(repo) -> tuple[DecisionSet, DecisionSet]:
    return load.for_change(the(repo), staged.read(the(repo)))


def start(repo) -> None:
    repo.write("docs/adr/0001-one.md", adr())
    repo.write(".adrguard/wiki/00_Meta/about.md", "# About\n")
    repo.write("src/a.py", "a = 1\n")
    repo.commit()


def test_a_change_that_leaves_decisions_alone_has_one_set(repo) -> None:
    start(repo)
    repo.write("src/a.py", "a = 2\n")
    repo.stage()
    new, base = staged_sets(repo)
    assert new is base
    assert texts(new) == ["one"]


def test_a_warm_run_asks_git_nothing(repo, calls: Calls) -> None:
    start(repo)
    repo.write("src/a.py", "a = 2\n")
    repo.stage()
    first, _ = staged_sets(repo)
    change = staged.read(the(repo))
    calls.reset()
    again, _ = load.for_change(the(repo), change)
    assert calls.git == []
    assert again == first


def test_a_commit_that_leaves_decisions_alone_costs_one_question(repo, calls: Calls) -> None:
    start(repo)
    first, _ = staged_sets(repo)
    repo.write("src/a.py", "a = 2\n")
    repo.commit()
    change = staged.read(the(repo))
    calls.reset()
    again, _ = load.for_change(the(repo), change)
    assert calls.git == ["diff-tree"]
    assert calls.compiled == 0
    assert again == first
    calls.reset()
    load.for_change(the(repo), change)
    assert calls.git == []


def test_a_staged_decision_binds_beside_the_old_ones(repo) -> None:
    start(repo)
    repo.write("docs/adr/0002-two.md", adr("two"))
    repo.stage()
    new, base = staged_sets(repo)
    assert texts(new) == ["one", "two"]
    assert texts(base) == ["one"]


def test_an_unstaged_edit_of_a_decision_changes_nothing_about_a_commit(repo) -> None:
    start(repo)
    repo.write("docs/adr/0001-one.md", adr("edited"))
    repo.write("docs/adr/0002-two.md", adr("untracked"))
    repo.write("src/a.py", "a = 2\n")
    repo.stage("src/a.py")
    new, base = staged_sets(repo)
    assert texts(new) == texts(base) == ["one"]


def test_a_half_staged_decision_binds_as_it_is_staged(repo) -> None:
    start(repo)
    repo.write("docs/adr/0001-one.md", adr("staged"))
    repo.stage()
    repo.write("docs/adr/0001-one.md", adr("later"))
    new, base = staged_sets(repo)
    assert texts(new) == ["staged"]
    assert texts(base) == ["one"]


def test_a_decision_that_moves_away_is_seen_by_its_old_path(repo) -> None:
    start(repo)
    (repo.root / "attic").mkdir()
    repo.git("mv", "docs/adr/0001-one.md", "attic/0001-one.md")
    new, base = staged_sets(repo)
    assert texts(new) == []
    assert texts(base) == ["one"]


def test_before_the_first_commit_there_is_no_base(repo) -> None:
    repo.write("docs/adr/0001-one.md", adr())
    repo.stage()
    new, base = staged_sets(repo)
    assert texts(new) == ["one"]
    assert base == DecisionSet()


def test_uncommitted_work_brings_its_own_decisions(repo) -> None:
    start(repo)
    repo.write("docs/adr/0001-one.md", adr("edited"))
    repo.write("docs/adr/0002-two.md", adr("untracked"))
    new, base = load.for_change(the(repo), worktree.read(the(repo)))
    assert texts(new) == ["edited", "untracked"]
    assert texts(base) == ["one"]


def test_a_range_is_judged_by_both_of_its_ends(repo) -> None:
    start(repo)
    repo.write("docs/adr/0002-two.md", adr("two"))
    repo.commit()
    repo.write("docs/adr/0001-one.md", adr("edited"))
    new, base = load.for_change(the(repo), revisions.read(the(repo), "HEAD~1..HEAD"))
    assert texts(new) == ["one", "two"]
    assert texts(base) == ["one"]


def test_a_detour_over_another_commit_leaves_head_warm(repo, calls: Calls) -> None:
    start(repo)
    repo.write("docs/adr/0002-two.md", adr("two"))
    repo.commit()
    staged_sets(repo)
    load.load(the(repo), Place("commit", repo.git("rev-parse", "HEAD~1")))
    change = staged.read(the(repo))
    calls.reset()
    load.for_change(the(repo), change)
    assert calls.git == []


def test_switching_branches_compiles_each_set_once(repo, calls: Calls) -> None:
    start(repo)
    staged_sets(repo)
    repo.git("checkout", "-q", "-b", "other")
    repo.write("docs/adr/0002-two.md", adr("two"))
    repo.commit()
    staged_sets(repo)
    names = set(os.listdir(Cache(the(repo)).folder))
    for branch, count in (("main", 1), ("other", 2)):
        repo.git("checkout", "-q", branch)
        calls.reset()
        new, _ = staged_sets(repo)
        assert len(new.rules) == count
    assert set(os.listdir(Cache(the(repo)).folder)) == names


@pytest.mark.parametrize(
    ("path", "text"),
    [
        pytest.param(".adrguard.toml", "strict = true\n", id="configuration"),
        pytest.param("pyproject.toml", "[tool.adrguard]\nstrict = true\n", id="pyproject"),
        pytest.param(".adr-dir", "elsewhere\n", id="pointer"),
        pytest.param("sub/.gitattributes", "*.x linguist-generated\n", id="attributes, nested"),
        pytest.param(".adrguard/baseline.txt", "known\n", id="baseline"),
        pytest.param("doc/adr/0002-two.md", adr("two"), id="another folder"),
        pytest.param(".adrguard/wiki/20_Cards/x.md", "---\nid: ADR-2\n---\n", id="a card"),
    ],
)
def test_whatever_decides_makes_a_new_set(repo, path: str, text: str) -> None:
    start(repo)
    staged_sets(repo)
    repo.write(path, text)
    repo.stage()
    new, base = staged_sets(repo)
    assert new is not base
    assert new != base
    repo.commit()
    load._held.clear()
    assert staged_sets(repo)[0] == new


@pytest.mark.parametrize("path", ["src/b.py", "docs/other.md", "README.md", "docs/adr.md", "x.gitattribute"])
def test_other_files_do_not(repo, path: str) -> None:
    start(repo)
    repo.write(path, "x\n")
    repo.stage()
    new, base = staged_sets(repo)
    assert new is base


def test_cold_and_cached_are_equal_in_every_part(repo) -> None:
    repo.write(".adrguard.toml", "exclude = ['*.gen']\nwat = 1\n")
    repo.write(".gitattributes", "*.pb.go linguist-generated\n")
    repo.write(".adrguard/baseline.txt", "known\n")
    repo.write("docs/adr/0001-one.md", adr() + "  - bad: one\n  - in: src\n- prose\n")
    repo.write("docs/adr/0002-two.md", adr("two", "Superseded by ADR-1\n\nSupersedes 3"))
    repo.write(
        "docs/adr/0003-three.md",
        "---\nproject: p\ndate: 2026-01-01\ndepends_on: 1\n---\n" + "## Invariants\n- denny: x\n",
    )
    repo.commit()
    cold, _ = staged_sets(repo)
    load._held.clear()
    warm, _ = staged_sets(repo)
    shutil.rmtree(Cache(the(repo)).folder)
    load._held.clear()
    again, _ = staged_sets(repo)
    assert cold == warm == again
    assert [type(rule.targets[0]) for rule in cold.rules] == [type(rule.targets[0]) for rule in warm.rules]
    for part in ("decisions", "rules", "problems", "generated", "policy_paths", "examples"):
        assert getattr(cold, part), part
        assert [type(one) for one in getattr(cold, part)] == [type(one) for one in getattr(warm, part)]
    assert cold.baseline == "known\n"
    assert type(warm.settings) is type(cold.settings)


def test_one_changed_note_among_many_is_the_only_one_read(repo, monkeypatch: pytest.MonkeyPatch) -> None:
    from adrguard.decisions import examine

    for number in range(1, 6):
        repo.write(f"docs/adr/000{number}-x.md", adr(f"t{number}"))
    repo.commit()
    staged_sets(repo)
    repo.write("docs/adr/0003-x.md", adr("changed"))
    repo.stage()
    seen = []
    original = examine.examine
    monkeypatch.setattr(examine, "examine", lambda path, *rest: seen.append(path) or original(path, *rest))
    load._held.clear()
    new, _ = staged_sets(repo)
    assert seen == ["docs/adr/0003-x.md"]
    assert texts(new) == ["t1", "t2", "changed", "t4", "t5"]
    shutil.rmtree(Cache(the(repo)).folder)
    load._held.clear()
    assert staged_sets(repo)[0] == new


def test_a_broken_cache_is_rebuilt_without_a_word(repo) -> None:
    start(repo)
    expected, _ = staged_sets(repo)
    folder = Path(Cache(the(repo)).folder)
    for path in list(folder.iterdir()):
        whole = path.read_bytes()
        for broken in (b"", b"foreign", whole[: len(whole) // 2], whole[:-1], whole + b"x"):
            path.write_bytes(broken)
            load._held.clear()
            assert staged_sets(repo)[0] == expected
    load._held.clear()
    assert staged_sets(repo)[0] == expected


def test_a_cache_file_in_place_of_another_is_none(repo) -> None:
    start(repo)
    expected, _ = staged_sets(repo)
    folder = Path(Cache(the(repo)).folder)
    files = {path: path.read_bytes() for path in folder.iterdir()}
    for path in files:
        for other in files.values():
            path.write_bytes(other)
            load._held.clear()
            assert staged_sets(repo)[0] == expected


def test_a_read_only_git_directory_gives_a_verdict(repo) -> None:
    start(repo)
    (repo.root / ".git/adrguard").write_text("in the way")
    assert texts(staged_sets(repo)[0]) == ["one"]


def test_linked_working_trees_keep_their_own_head(repo, tmp_path: Path) -> None:
    start(repo)
    repo.git("worktree", "add", "-q", str(tmp_path / "linked"))
    linked = repository.find(str(tmp_path / "linked"))
    assert Cache(linked).folder != Cache(the(repo)).folder
    assert texts(load.load(linked, Place("index"))) == ["one"]


_PROGRAM = """
import sys
from adrguard.changes import staged
from adrguard.decisions import load
from adrguard.system import repository
for _ in range(int(sys.argv[2])):
    repo = repository.find(sys.argv[1])
    load._held.clear()
    new, base = load.for_change(repo, staged.read(repo))
    print(len(new.rules), len(base.rules))
"""


def test_processes_at_once_never_break_it(repo) -> None:
    start(repo)
    repo.write("docs/adr/0002-two.md", adr("two"))
    repo.stage()
    argv = [sys.executable, "-c", _PROGRAM, str(repo.root), "5"]
    running = [subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(4)]
    folder = Path(Cache(the(repo)).folder)
    while any(one.poll() is None for one in running):
        shutil.rmtree(folder, ignore_errors=True)
    for one in running:
        out, err = one.communicate()
        assert err == b""
        assert out == b"2 1\n" * 5
    load._held.clear()
    assert [len(one.rules) for one in staged_sets(repo)] == [2, 1]


# Notes beside git


def card(text: str, id_: str = "ADR-7") -> str:
    return f"---\nid: {id_}\nstatus: accepted\n---\n\n## Invariants\n\n- deny: `{text}`\n"


def settle(folder: Path) -> None:
    """Make everything in a folder old enough for its time of change to be trusted."""
    for path in folder.rglob("*"):
        os.utime(path, (1_000_000_000, 1_000_000_000))


def test_a_vault_that_is_not_yet_added_binds_from_disk(repo) -> None:
    repo.write("src/a.py", "a = 1\n")
    repo.commit()
    repo.write(".adrguard/wiki/02_Architecture/0001-one.md", adr())
    repo.write("src/a.py", "a = 2\n")
    repo.stage("src/a.py")
    new, base = staged_sets(repo)
    assert texts(new) == texts(base) == ["one"]
    repo.write(".adrguard/wiki/02_Architecture/0001-one.md", adr("edited"))
    load._held.clear()
    assert texts(staged_sets(repo)[0]) == ["edited"]


def test_a_folder_of_decisions_that_is_not_yet_added_is_no_part_of_a_commit(repo) -> None:
    repo.write("src/a.py", "a = 1\n")
    repo.commit()
    repo.write("docs/adr/0001-one.md", adr())
    assert texts(staged_sets(repo)[0]) == []


def test_an_ignored_folder_of_decisions_binds_from_disk(repo) -> None:
    repo.write(".gitignore", "docs/adr/\n.adrguard/\n")
    repo.write("docs/adr/0001-one.md", adr())
    repo.write(".adrguard/wiki/20_Cards/seven.md", card("seven"))
    repo.commit()
    assert texts(staged_sets(repo)[0]) == ["seven", "one"]
    assert texts(load.for_change(the(repo), worktree.read(the(repo)))[0]) == ["seven", "one"]


def test_a_vault_outside_binds_from_disk_and_is_watched(repo, tmp_path: Path, calls: Calls) -> None:
    vault = tmp_path / "vault"
    (vault / "20_Cards").mkdir(parents=True)
    (vault / "20_Cards/seven.md").write_text(card("seven"))
    (vault / "diary.md").write_text("# Today\n\n## Invariants\n- deny: `nothing`\n")
    settle(vault)
    repo.write(".adrguard.toml", "vault = '../vault'\n")
    repo.commit()
    os.utime(vault / "20_Cards/seven.md", (1_000_000_000, 1_000_000_000))
    first, _ = staged_sets(repo)
    assert texts(first) == ["seven"]
    assert first.rules[0].note == f"{vault}/20_Cards/seven.md"
    (vault / "20_Cards/seven.md").write_text(card("seven", "ADR-8"))
    load._held.clear()
    assert [rule.decision for rule in staged_sets(repo)[0].rules] == ["ADR-8"]
    (vault / "20_Cards/nine.md").write_text(card("nine", "ADR-9"))
    load._held.clear()
    assert texts(staged_sets(repo)[0]) == ["nine", "seven"]
    (vault / "20_Cards/seven.md").unlink()
    load._held.clear()
    assert texts(staged_sets(repo)[0]) == ["nine"]


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may look into everything")
@pytest.mark.parametrize(
    "setting",
    [
        pytest.param("adr-dirs = ['docs/own']", id="a folder that is not yet added"),
        pytest.param("vault = '../vault'", id="a vault outside"),
        pytest.param("vault = ''", id="an ignored folder"),
    ],
)
@pytest.mark.parametrize("inner", ["", "deep"])
def test_a_folder_of_decisions_that_cannot_be_looked_into_is_an_error(
    repo, tmp_path: Path, setting: str, inner: str
) -> None:
    repo.write(".adrguard.toml", f"{setting}\n")
    repo.write(".gitignore", "docs/adr/\n")
    repo.commit()
    folders = {
        "adr-dirs": repo.root / "docs/own",
        "vault = '.": tmp_path / "vault",
        "vault = ''": repo.root / "docs/adr",
    }
    closed = next(path for start, path in folders.items() if setting.startswith(start)) / inner
    closed.mkdir(parents=True)
    (closed / "0001-one.md").write_text(adr())
    closed.chmod(0)
    try:
        shut = load.load(the(repo), Place("worktree")).problems
    finally:
        closed.chmod(0o755)
    (problem,) = shut
    assert (repo.root / problem.path, problem.code, problem.severity) == (closed, "unreadable", "error")
    assert problem.message == "cannot be looked into: Permission denied, so decisions in it do not bind"
    (closed / "0001-one.md").unlink()
    assert "unreadable" not in [one.code for one in load.load(the(repo), Place("worktree")).problems]


def test_a_vault_outside_that_is_missing_is_an_error(repo) -> None:
    repo.write(".adrguard.toml", "# here\nvault = '../nowhere'\n")
    repo.commit()
    (problem,) = staged_sets(repo)[0].problems
    assert (problem.path, problem.line, problem.code, problem.severity) == (
        ".adrguard.toml",
        2,
        "missing-vault",
        "error",
    )


def test_a_vault_that_is_the_repository(repo) -> None:
    repo.write(".adrguard.toml", "vault = '.'\n")
    repo.write("notes/seven.md", card("seven"))
    repo.write("notes/other.md", "# Other\n")
    repo.write("src/a.py", "a = 1\n")
    repo.commit()
    repo.write("src/a.py", "a = 2\n")
    repo.stage()
    new, base = staged_sets(repo)
    assert new is base
    assert texts(new) == ["seven"]
    repo.write("notes/eight.md", card("eight", "ADR-8"))
    repo.stage()
    assert texts(staged_sets(repo)[0]) == ["eight", "seven"]


@pytest.mark.skipif(not hasattr(os, "symlink"), reason="no links")
def test_links_are_not_followed(repo, tmp_path: Path) -> None:
    (tmp_path / "secret.md").write_text(adr("secret"))
    repo.write("docs/adr/0001-one.md", adr())
    (repo.root / "docs/adr/0002-two.md").symlink_to(tmp_path / "secret.md")
    repo.commit()
    for place in (Place("index"), Place("worktree"), Place("commit", repo.git("rev-parse", "HEAD"))):
        found = load.load(the(repo), place)
        assert texts(found) == ["one"]
        (problem,) = found.problems
        assert (problem.path, problem.code, problem.severity) == ("docs/adr/0002-two.md", "unreadable", "error")


def test_a_folder_that_is_no_repository(tmp_path: Path) -> None:
    for path, text in (
        ("docs/adr/0001-one.md", adr()),
        (".adrguard/wiki/20_Cards/seven.md", card("seven")),
        (".gitattributes", "*.x linguist-generated\n"),
        (".adrguard.toml", "strict = true\n"),
        (".adrguard/baseline.txt", "known\n"),
    ):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    plain = Repository(str(tmp_path), "", "")
    found = load.load(plain, Place("worktree"))
    assert texts(found) == ["seven", "one"]
    assert found.settings.strict
    assert found.generated
    assert found.baseline == "known\n"
    assert load.settings(plain).strict


def test_settings_are_those_of_head(repo) -> None:
    repo.write(".adrguard.toml", "max-file-size = 5\n")
    repo.stage()
    assert load.settings(the(repo)).max_file_size == 5
    repo.commit()
    repo.write(".adrguard.toml", "max-file-size = 6\n")
    repo.stage()
    assert load.settings(the(repo)).max_file_size == 5


def test_a_set_is_true_for_so_long(repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.write(
        "docs/adr/0001-one.md",
        "---\nreview_after: 2026-06-15\nstatus: accepted\n---\n## Invariants\n- deny: `a`\n  - until: 2026-06-10\n",
    )
    repo.commit()
    days = {}
    for day in ("2026-06-10", "2026-06-11", "2026-06-15", "2026-06-16"):
        monkeypatch.setattr("adrguard.system.clock.today", lambda day=day: day)
        load._held.clear()
        days[day] = [problem.code for problem in staged_sets(repo)[0].problems]
    assert days == {
        "2026-06-10": [],
        "2026-06-11": ["lapsed"],
        "2026-06-15": ["lapsed"],
        "2026-06-16": ["review-due", "lapsed"],
    }


def test_a_sha256_repository(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", "--object-format=sha256", "--template=", str(tmp_path)], check=True)
    (tmp_path / "docs/adr").mkdir(parents=True)
    (tmp_path / "docs/adr/0001-one.md").write_text(adr())
    subprocess.run(["git", "-C", str(tmp_path), "add", "-A"], check=True)
    subprocess.run(["git", "-C", str(tmp_path), "commit", "-q", "-m", "x"], check=True)
    repo = repository.find(str(tmp_path))
    new, base = load.for_change(repo, staged.read(repo))
    assert new is base
    assert [decision.force for decision in new.decisions] == [IN_FORCE]


def test_a_sparse_checkout_keeps_its_decisions(repo) -> None:
    start(repo)
    repo.git("sparse-checkout", "set", "--no-cone", "/src/")
    assert not (repo.root / "docs").exists()
    assert texts(load.load(the(repo), Place("worktree"))) == ["one"]


def test_another_index_is_honoured(repo, monkeypatch: pytest.MonkeyPatch) -> None:
    start(repo)
    other = repo.root / ".git/other-index"
    repo.write("docs/adr/0002-two.md", adr("two"))
    repo.git("read-tree", "HEAD", env={"GIT_INDEX_FILE": str(other)})
    repo.git("add", "docs/adr/0002-two.md", env={"GIT_INDEX_FILE": str(other)})
    monkeypatch.setenv("GIT_DIR", str(repo.root / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other))
    assert texts(staged_sets(repo)[0]) == ["one", "two"]
    monkeypatch.delenv("GIT_INDEX_FILE")
    assert texts(staged_sets(repo)[0]) == ["one"]
