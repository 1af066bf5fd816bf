from __future__ import annotations

import os
import shutil
from concurrent.futures import ThreadPoolExecutor

import pytest
from conftest import init
from fakes.guarding import NO_STAR, adr, decide
from fakes.sessions import start, stop

from adrguard.model.agents import SILENT
from adrguard.model.errors import GitError
from adrguard.report import agent
from adrguard.usecases.agents import verdict as agent_verdict

BAD = 'QUERY = "SELECT * FROM users"\n'
GOOD = 'QUERY = "SELECT id FROM users"\n'


@pytest.fixture
def ruled(repo):
    decide(repo, NO_STAR)
    repo.write("src/a.py", GOOD)
    repo.commit()
    return repo


def test_a_clean_tree_is_passed_in_silence(ruled) -> None:
    assert stop(ruled) == SILENT
    assert stop(ruled) == SILENT


@pytest.mark.parametrize(
    ("path", "staged"),
    [
        pytest.param("src/a.py", False, id="a file that git knows"),
        pytest.param("src/a.py", True, id="staged"),
        pytest.param("src/new.py", False, id="a file that git does not know yet, as a shell writes it"),
    ],
)
def test_what_was_left_uncommitted_holds_the_agent_back(ruled, path: str, staged: bool) -> None:
    ruled.write(path, BAD)
    if staged:
        ruled.stage()
    answer = stop(ruled)
    assert answer.block
    assert f"{path}:1:10" in answer.reason
    assert "docs/adr/0001-decision.md" in answer.reason
    assert answer.note == ""


def test_one_that_mends_its_fault_passes_at_once(ruled) -> None:
    ruled.write("src/a.py", BAD)
    assert stop(ruled).block
    ruled.write("src/a.py", GOOD)
    assert stop(ruled) == SILENT


@pytest.mark.parametrize("tools", [pytest.param(True, id="with tools between"), pytest.param(False, id="without")])
def test_one_that_never_mends_its_fault_is_let_go(ruled, tools: bool) -> None:
    start(ruled)
    ruled.write("src/a.py", BAD)
    answers = []
    for number in range(6):
        answers.append(stop(ruled, again=number > 0))
        if tools:
            ruled.write("notes.txt", f"tried {number}\n")
            ruled.write("src/a.py", "\n" * number + BAD)
    assert [one.block for one in answers] == [True, True, True, False, False, False]
    assert "let go" in answers[3].note
    assert "held back 3 times" in answers[3].note
    assert "src/a.py" in answers[3].note
    assert answers[4] == SILENT


def test_another_fault_is_counted_anew_and_going_back_and_forth_ends_too(ruled) -> None:
    start(ruled)
    ruled.write("src/a.py", BAD)
    assert all(stop(ruled).block for _ in range(3))
    ruled.write("src/b.py", BAD)
    assert all(stop(ruled).block for _ in range(3))
    assert not stop(ruled).block
    ruled.remove("src/b.py")
    assert not stop(ruled).block


def test_always_new_faults_end_too(ruled) -> None:
    blocks = 0
    for number in range(100):
        ruled.write("src/a.py", f"X = {number}\n" + BAD.replace("users", f"users{number}"))
        blocks += stop(ruled).block
    assert blocks == 30


def test_the_next_turn_is_counted_anew(ruled) -> None:
    ruled.write("src/a.py", BAD)
    assert [stop(ruled, "first").block for _ in range(4)] == [True, True, True, False]
    assert [stop(ruled, "second").block for _ in range(4)] == [True, True, True, False]


def test_agents_that_number_no_turns_are_held_back_again_only_after_they_were_let_go(ruled) -> None:
    ruled.write("src/a.py", BAD)
    assert [stop(ruled, "").block for _ in range(8)] == [True, True, True, False] * 2
    assert [stop(ruled, "", session="two", again=True).block for _ in range(6)] == [True] * 3 + [False] * 3


@pytest.mark.parametrize("changed", [pytest.param(True, id="changed"), pytest.param(False, id="clean")])
def test_where_turns_have_no_number_one_that_ends_well_is_the_last_of_its_kind(ruled, changed: bool) -> None:
    for _ in range(3):
        ruled.write("src/a.py", BAD)
        assert [stop(ruled, "").block for _ in range(2)] == [True, True]
        ruled.write("src/a.py", GOOD + "# more\n" * changed)
        assert stop(ruled, "") == SILENT


def test_sessions_and_subagents_share_no_count(ruled) -> None:
    ruled.write("src/a.py", BAD)
    for _ in range(3):
        assert stop(ruled, session="one").block
        assert stop(ruled, session="two").block
        assert stop(ruled, session="one", subagent="helper").block
    assert not stop(ruled, session="one").block
    assert not stop(ruled, session="two").block
    assert not stop(ruled, session="one", subagent="helper").block


def test_calls_at_the_same_time_each_get_an_answer_and_are_all_counted(ruled) -> None:
    start(ruled)
    ruled.write("src/a.py", BAD)
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda _: stop(ruled), range(12)))
    assert sum(one.block for one in answers) == 3


def test_what_is_configured_says_how_often(ruled) -> None:
    ruled.write(".adrguard.toml", "[agent]\nmax-blocks = 1\n")
    ruled.commit()
    ruled.write("src/a.py", BAD)
    assert [stop(ruled).block for _ in range(3)] == [True, False, False]


def test_an_agent_may_be_only_told(ruled) -> None:
    ruled.write(".adrguard.toml", "[agent]\nmax-blocks = 0\n")
    ruled.commit()
    ruled.write("src/a.py", BAD)
    answer = stop(ruled)
    assert not answer.block
    assert "src/a.py" in answer.note


def test_a_commit_without_the_hooks_is_caught(ruled) -> None:
    start(ruled)
    ruled.write("src/a.py", BAD)
    ruled.git("commit", "-qam", "sneak", "--no-verify")
    assert "src/a.py:1:10" in stop(ruled).reason
    ruled.write("src/a.py", GOOD)
    assert stop(ruled) == SILENT


def test_commits_on_a_branch_of_its_own_are_caught_and_other_branches_are_not_its_own(ruled) -> None:
    ruled.git("switch", "-qc", "theirs")
    ruled.write("src/theirs.py", BAD)
    ruled.commit()
    ruled.git("switch", "-q", "main")
    start(ruled)
    ruled.git("switch", "-q", "theirs")
    assert stop(ruled) == SILENT
    ruled.git("switch", "-qc", "own")
    ruled.write("src/own.py", BAD)
    ruled.commit()
    answer = stop(ruled)
    assert "src/own.py" in answer.reason
    assert "src/theirs.py" not in answer.reason


def test_a_detached_head_is_as_good_as_any(ruled) -> None:
    ruled.git("switch", "-q", "--detach")
    start(ruled)
    ruled.write("src/a.py", BAD)
    ruled.commit()
    assert stop(ruled).block


def test_before_the_first_commit_and_over_it(repo) -> None:
    start(repo)
    decide(repo, NO_STAR)
    repo.write("src/a.py", BAD)
    assert stop(repo).block
    repo.commit()
    assert stop(repo, "second").block


@pytest.fixture
def cloned(ruled, tmp_path):
    """The repository as a clone of one in which others work on."""
    shutil.copytree(ruled.root, tmp_path / "upstream")
    upstream = type(ruled)(tmp_path / "upstream")
    ruled.git("remote", "add", "origin", str(upstream.root))
    ruled.git("fetch", "-q", "origin")
    ruled.git("branch", "-q", "--set-upstream-to=origin/main")
    return ruled, upstream


@pytest.mark.parametrize("how", ["--ff-only", "--rebase", "--no-rebase"])
def test_what_a_pull_brings_is_not_the_agents(cloned, how: str) -> None:
    repo, upstream = cloned
    start(repo)
    upstream.write("src/theirs.py", BAD)
    upstream.commit()
    if how != "--ff-only":
        repo.write("src/own.py", GOOD)
        repo.commit()
    repo.git("pull", "-q", how, "--no-edit" if how == "--no-rebase" else "-q")
    assert stop(repo) == SILENT
    repo.write("src/own.py", BAD)
    repo.commit()
    answer = stop(repo)
    assert "src/own.py" in answer.reason
    assert "src/theirs.py" not in answer.reason


@pytest.mark.parametrize("how", ["--ff-only", "--rebase", "--no-rebase"])
def test_a_decision_that_a_pull_weakens_is_not_the_agents_doing(cloned, how: str) -> None:
    repo, upstream = cloned
    start(repo)
    decide(upstream, "- deny: `DROP TABLE`")
    upstream.commit()
    if how != "--ff-only":
        repo.write("src/own.py", GOOD)
        repo.commit()
    repo.git("pull", "-q", how, "--no-edit" if how == "--no-rebase" else "-q")
    assert stop(repo) == SILENT


def test_a_pull_by_address_is_not_the_agents_either(cloned) -> None:
    repo, upstream = cloned
    start(repo)
    upstream.write("src/theirs.py", BAD)
    upstream.commit()
    repo.git("pull", "-q", "--ff-only", str(upstream.root), "main")
    assert stop(repo) == SILENT


@pytest.mark.parametrize("place", [".", "{root}", "{root}/.git", "file://{root}"])
def test_fetching_from_itself_makes_nobodys_commit(ruled, place: str) -> None:
    start(ruled)
    ruled.write("src/a.py", BAD)
    ruled.commit()
    ruled.git("fetch", "-q", place.format(root=ruled.root), "main")
    assert stop(ruled).block


def test_an_amended_commit_holds_nothing_against_the_agent_but_what_it_added(ruled) -> None:
    ruled.write("src/theirs.py", BAD)
    ruled.commit()
    start(ruled)
    ruled.git("commit", "-q", "--amend", "-m", "said better")
    assert stop(ruled) == SILENT
    ruled.write("src/own.py", BAD)
    ruled.stage()
    ruled.git("commit", "-q", "--amend", "--no-edit")
    answer = stop(ruled)
    assert "src/own.py" in answer.reason
    assert "src/theirs.py" not in answer.reason


@pytest.mark.parametrize(
    "rewrite",
    [
        pytest.param((("commit", "-qa", "--amend", "--no-edit"),), id="the only commit is amended"),
        pytest.param((("commit", "-qam", "more"), ("rebase", "-q", "--root", "--signoff")), id="rebased from the root"),
        pytest.param(
            (("commit", "-qam", "more"), ("reset", "-q", "--soft", "HEAD~1"), ("commit", "-q", "--amend", "-m", "one")),
            id="squashed into the root",
        ),
    ],
)
def test_history_that_is_rewritten_down_to_a_new_root_is_judged_by_what_stood_there(ruled, rewrite) -> None:
    old = ruled.git("rev-parse", "HEAD")
    start(ruled)
    ruled.write("src/b.py", "B = 1\n")
    ruled.stage()
    for words in rewrite:
        ruled.git(*words)
    assert ruled.git("rev-list", "--max-parents=0", "HEAD") != old
    assert stop(ruled) == SILENT
    ruled.write("src/a.py", BAD)
    for words in rewrite:
        ruled.git(*words)
    assert "src/a.py" in stop(ruled).reason
    decide(ruled, "- deny: `other`")
    ruled.git("commit", "-qa", "--amend", "--no-edit")
    answer = stop(ruled)
    assert "src/a.py:1:10" in answer.reason
    assert "weakening" in answer.reason


def test_history_that_is_taken_back_holds_nothing_against_the_agent(ruled) -> None:
    ruled.write("src/theirs.py", BAD)
    ruled.commit()
    start(ruled)
    ruled.git("reset", "-q", "--soft", "HEAD~1")
    assert stop(ruled) == SILENT
    ruled.git("reset", "-q", "--hard", "HEAD")
    assert stop(ruled) == SILENT


@pytest.mark.parametrize("amended", [pytest.param(True, id="amended"), pytest.param(False, id="taken back")])
def test_a_decision_that_rewritten_history_loses_is_a_weakening(ruled, amended: bool) -> None:
    path = decide(ruled, "- deny: `DROP TABLE`", number=2)
    ruled.commit()
    start(ruled)
    if amended:
        ruled.remove(path)
        ruled.write("other.txt", "x\n")
        ruled.stage()
        ruled.git("commit", "-q", "--amend", "--no-edit")
    else:
        ruled.git("reset", "-q", "--hard", "HEAD~1")
    answer = stop(ruled)
    assert answer.block
    assert "DROP TABLE" in answer.reason


def test_yesterdays_faults_stay_advice_even_when_the_agent_commits_them(ruled) -> None:
    ruled.write("src/old.py", BAD)
    start(ruled)
    answer = stop(ruled)
    assert not answer.block
    assert "was there when the session began" in answer.note
    assert stop(ruled) == SILENT, "the person is told once"
    ruled.commit()
    assert not stop(ruled).block
    ruled.write("src/old.py", BAD + "X = 1\n" + BAD)
    assert stop(ruled).block
    ruled.write("src/old.py", GOOD)
    assert stop(ruled) == SILENT


def test_only_a_new_session_begins_anew(ruled) -> None:
    start(ruled)
    ruled.write("src/a.py", BAD)
    for source in ("resume", "compact", "fork"):
        start(ruled, source)
        assert stop(ruled, source).block
    for source in ("startup", "clear"):
        start(ruled, source)
        assert not stop(ruled, source).block


def test_a_decision_weakened_in_the_same_turn_still_judges_and_is_told(ruled) -> None:
    start(ruled)
    ruled.write("src/a.py", BAD)
    decide(ruled, "- deny: `DROP TABLE`")
    answer = stop(ruled)
    assert answer.block
    assert "src/a.py:1:10" in answer.reason
    assert "put back what stood there before" in answer.reason
    decide(ruled, NO_STAR)
    ruled.write("src/a.py", GOOD)
    assert stop(ruled) == SILENT


def test_a_weakening_that_was_there_when_the_session_began_holds_nobody_back(ruled) -> None:
    decide(ruled, "- deny: `DROP TABLE`")
    start(ruled)
    assert not stop(ruled).block


@pytest.mark.parametrize("gone", [pytest.param(True, id="deleted"), pytest.param(False, id="weakened")])
def test_a_decision_that_is_not_committed_yet_must_not_be_weakened_either(ruled, gone: bool) -> None:
    path = decide(ruled, "- deny: `DROP TABLE`", number=2)
    start(ruled)
    assert stop(ruled) == SILENT
    if gone:
        ruled.remove(path)
    else:
        decide(ruled, "- deny: `DROP VIEW`", number=2)
    answer = stop(ruled)
    assert answer.block
    assert "DROP TABLE" in answer.reason
    ruled.commit()
    assert stop(ruled, "second").block, "committed or not"
    decide(ruled, "- deny: `DROP TABLE`", number=2)
    assert stop(ruled) == SILENT


@pytest.mark.parametrize("committed", [pytest.param(True, id="and commits"), pytest.param(False, id="and no commit")])
def test_a_decision_in_a_vault_elsewhere_must_not_be_weakened_either(ruled, tmp_path, committed: bool) -> None:
    note = tmp_path / "vault" / "ADR-009.md"
    note.parent.mkdir()
    note.write_text(adr(9, "- deny: `DROP TABLE`"))
    ruled.write(".adrguard.toml", 'vault = "../vault"\n')
    ruled.commit()
    start(ruled)
    assert stop(ruled) == SILENT
    note.write_text(adr(9, "Nothing."))
    if committed:
        ruled.write("src/b.py", GOOD)
        ruled.commit()
    answer = stop(ruled)
    assert answer.block
    assert "DROP TABLE" in answer.reason
    note.write_text(adr(9, "- deny: `DROP TABLE`"))
    assert stop(ruled) == SILENT


def test_a_suppression_without_a_reason_does_not_help(ruled) -> None:
    ruled.write("src/a.py", BAD.rstrip() + "  # adrguard: allow ADR-001\n")
    assert "src/a.py:1:10" in stop(ruled).reason


def test_an_edited_configuration_holds_back_and_does_not_spare(ruled) -> None:
    start(ruled)
    ruled.write("src/a.py", BAD)
    ruled.write(".adrguard.toml", '[agent]\nmax-blocks = 0\n[weakening]\nagent = "allow"\n')
    answer = stop(ruled)
    assert answer.block
    assert "agent.max-blocks = 0" in answer.reason
    assert "src/a.py:1:10" in answer.reason


def test_a_broken_decision_holds_back_only_who_broke_it(ruled) -> None:
    decide(ruled, "- denny: `x`", number=2)
    ruled.commit()
    start(ruled)
    ruled.write("src/b.py", GOOD)
    assert not stop(ruled).block
    decide(ruled, "- denny: `y`", number=3)
    answer = stop(ruled)
    assert "docs/adr/0003-decision.md" in answer.reason
    assert "docs/adr/0002-decision.md" not in answer.reason


SUPERSEDED = adr(1, NO_STAR, status="superseded", extra="superseded-by: ADR-002\n")


def _supersede(repo) -> None:
    repo.write("docs/adr/0001-decision.md", SUPERSEDED)
    decide(repo, "- deny: `DROP TABLE`", number=2, extra="supersedes: ADR-001\n")


def test_a_proper_supersession_is_told_to_the_person(ruled) -> None:
    start(ruled)
    _supersede(ruled)
    answer = stop(ruled)
    assert not answer.block
    assert "no longer in force" in answer.note


def test_a_supersession_may_have_to_wait_for_a_person(ruled) -> None:
    ruled.write(".adrguard.toml", '[agent]\nsupersession = "ask"\n')
    ruled.commit()
    start(ruled)
    _supersede(ruled)
    answer = stop(ruled)
    assert answer.block
    assert "adrguard adr accept" in answer.reason


def _begin_and_leave_much(repo, settings: str = "") -> None:
    """Make a change that one millisecond is too short for, with a fault where it ends."""
    decide(repo, NO_STAR, "- deny code: `eval($X)`")
    repo.write(".adrguard.toml", f"budget-hard-ms = 1\n{settings}")
    repo.commit()
    start(repo)
    for number in range(60):
        repo.write(f"src/m{number}.py", "def evaluate(a):\n    return [a]  # eval(\n\n" * 30)
    repo.write("src/zz.py", 'y = eval("1")\n')


def test_a_large_change_is_judged_whole_when_the_agent_is_done(ruled) -> None:
    _begin_and_leave_much(ruled)
    assert "src/zz.py:1:5" in stop(ruled).reason


@pytest.mark.parametrize("turn", [pytest.param("first", id="numbered turns"), pytest.param("", id="turns without")])
def test_what_even_that_time_is_too_short_for_holds_the_agent_back_once(ruled, turn: str, monkeypatch) -> None:
    monkeypatch.setattr(agent_verdict, "_LEAST_MS", 0)
    _begin_and_leave_much(ruled)
    answer = stop(ruled, turn)
    assert answer.block
    assert "the time budget ended before it" in answer.reason
    assert "adrguard check" in answer.reason
    assert len(answer.reason) <= agent.LONGEST
    again = stop(ruled, turn, again=True)
    assert not again.block
    assert "not judged" in again.note


@pytest.mark.parametrize("settings", ['on-budget = "warn"\n', "[agent]\nmax-blocks = 0\n"], ids=["warn", "only told"])
def test_or_only_the_person_is_told_of_it(ruled, settings: str, monkeypatch) -> None:
    monkeypatch.setattr(agent_verdict, "_LEAST_MS", 0)
    _begin_and_leave_much(ruled, settings)
    answer = stop(ruled)
    assert not answer.block
    assert "not judged" in answer.note


def test_what_was_not_judged_is_told(ruled) -> None:
    ruled.write("src/a.py", b"\0\1\2")
    answer = stop(ruled)
    assert not answer.block
    assert "not judged" in answer.note


@pytest.mark.parametrize("where", ["src", "", "src/deep"])
def test_the_repository_is_that_of_the_folder_that_the_agent_is_in(ruled, where: str) -> None:
    (ruled.root / "src" / "deep").mkdir()
    ruled.write("src/a.py", BAD)
    assert "src/a.py:1:10" in stop(ruled, cwd=str(ruled.root / where)).reason


def test_a_linked_working_tree_is_judged_by_itself_and_by_the_sessions_beginning(ruled) -> None:
    start(ruled)
    tree = ruled.root / ".claude" / "worktrees" / "agent-1"
    ruled.git("worktree", "add", "-q", "-b", "helper", str(tree))
    other = type(ruled)(tree)
    assert stop(ruled) == SILENT, "the main tree holds nothing of it"
    other.write("src/a.py", BAD)
    other.git("commit", "-qam", "sneak", "--no-verify")
    answer = stop(ruled, cwd=str(tree), subagent="helper")
    assert "src/a.py:1:10" in answer.reason
    assert stop(ruled) == SILENT


def test_a_linked_working_tree_that_was_there_before_holds_its_old_commits_against_nobody(ruled, tmp_path) -> None:
    tree = tmp_path / "linked"
    ruled.git("worktree", "add", "-q", "-b", "theirs", str(tree))
    other = type(ruled)(tree)
    other.write("src/a.py", BAD)
    other.commit()
    os.utime(ruled.root / ".git" / "worktrees" / "linked" / "commondir", (1, 1))
    start(ruled)
    assert stop(ruled, cwd=str(tree)) == SILENT


def test_a_submodule_is_a_repository_of_its_own(ruled, tmp_path) -> None:
    part = init(tmp_path / "part")
    decide(part, NO_STAR)
    part.commit()
    ruled.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(part.root), "part")
    ruled.commit()
    inner = type(ruled)(ruled.root / "part")
    start(ruled, cwd=str(inner.root))
    inner.write("x.py", BAD)
    assert stop(ruled) == SILENT
    assert "x.py:1:10" in stop(ruled, cwd=str(inner.root)).reason
    assert (ruled.root / ".git" / "modules" / "part" / "adrguard" / "sessions").is_dir()


@pytest.mark.parametrize("kind", ["none", "bare", "git directory"])
def test_where_there_is_nothing_to_judge_it_is_silent(ruled, tmp_path, kind: str) -> None:
    bare = tmp_path / "bare.git"
    ruled.git("clone", "-q", "--bare", str(ruled.root), str(bare))
    where = {"none": tmp_path, "bare": bare, "git directory": ruled.root / ".git"}[kind]
    assert stop(ruled, cwd=str(where)) == SILENT


def test_a_broken_repository_is_an_error_and_no_verdict(tmp_path) -> None:
    (tmp_path / ".git").write_text("gitdir: nowhere\n")
    with pytest.raises(GitError):
        stop(type("Here", (), {"root": tmp_path}))


def test_where_nothing_can_be_kept_an_agent_is_held_back_once(ruled) -> None:
    ruled.write("src/a.py", BAD)
    folder = ruled.root / ".git" / "adrguard"
    folder.mkdir(exist_ok=True)
    (folder / "sessions").write_text("in the way")
    assert stop(ruled).block
    answer = stop(ruled, again=True)
    assert not answer.block
    assert "src/a.py" in answer.note


@pytest.mark.parametrize("session", ["../../../etc", "a/b\0c", "x" * 9000, "..", "\udcff", "CON"])
def test_hostile_ids_stay_in_their_folder(ruled, session: str) -> None:
    ruled.write("src/a.py", BAD)
    assert [stop(ruled, session=session).block for _ in range(4)] == [True, True, True, False]
    names = os.listdir(ruled.root / ".git" / "adrguard" / "sessions")
    assert {name.partition("-")[0] for name in names} == {"session", "tips", "lock"}


def test_what_is_broken_in_the_git_directory_counts_as_nothing(ruled) -> None:
    start(ruled)
    folder = ruled.root / ".git" / "adrguard" / "sessions"
    for file in folder.iterdir():
        file.write_bytes(b"adrguard session 1\nrubbish")
    ruled.write("src/a.py", BAD)
    assert stop(ruled).block


def test_an_agent_without_sessions_is_judged_by_head_alone(ruled) -> None:
    ruled.write("src/a.py", BAD)
    start(ruled, session="")
    assert [stop(ruled, session="").block for _ in range(4)] == [True, True, True, False]
