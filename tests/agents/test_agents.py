"""The agents' own programs at the guard, each led by a model that plays a script."""

from __future__ import annotations

import pytest
from agents.acting import Action, Say, Shell, Write
from agents.conftest import Session
from agents.programs import SCRIPTS

BAD = 'QUERY = "SELECT * FROM row"\n'
GOOD = 'QUERY = "SELECT id, name FROM row"\n'
FILE = "src/rows.py"
BY_SHELL = Shell(f"echo '{BAD.strip()}' > {FILE}")
NEW_FILE = "src/more.py"
MEND = Shell(f"echo '{GOOD.strip()}' > {FILE}")
MOST_BLOCKS = 3

pytestmark = pytest.mark.slow


def tells_what_is_wrong(text: str, path: str = FILE) -> bool:
    return f"{path}:1" in text and "SELECT *" in text and "ADR-0001" in text and "name the columns" in text


def test_work_that_breaks_a_decision_is_held_back_until_it_is_mended(session: Session) -> None:
    _, model = session.play(BY_SHELL, Say(), MEND, Say())
    assert len(model.held_back) == 1
    assert tells_what_is_wrong(model.held_back[0])
    assert (session.root / FILE).read_text() == GOOD


def test_work_that_breaks_nothing_is_not_held_back(session: Session) -> None:
    _, model = session.play(Write(NEW_FILE, GOOD), Shell("git add -A && git commit -qm 'more rows'"), Say())
    assert model.held_back == []
    assert len(model.played) == 3
    assert session.git("log", "-1", "--format=%s") == "more rows"


@pytest.mark.parametrize(
    "between",
    [
        pytest.param([], id="without a tool call between"),
        pytest.param([Shell("git status --short")], id="with a tool call between"),
    ],
)
def test_work_that_is_never_mended_is_let_go(session: Session, between: list[Action]) -> None:
    _, model = session.play(BY_SHELL, *([Say(), *between] * (MOST_BLOCKS + 3)))
    assert len(model.held_back) == MOST_BLOCKS
    assert all(tells_what_is_wrong(told) for told in model.held_back)


def test_an_edit_that_breaks_a_decision_is_not_made(session: Session) -> None:
    _, model = session.play(Write(NEW_FILE, BAD), Write(NEW_FILE, GOOD), Say())
    assert tells_what_is_wrong(model.heard[1], NEW_FILE)
    assert "was not made" in model.heard[1]
    assert (session.root / NEW_FILE).read_text() == GOOD
    assert model.held_back == []


def test_an_edit_that_is_denied_and_left_alone_leaves_nothing(session: Session) -> None:
    _, model = session.play(Write(NEW_FILE, BAD), Say())
    assert not (session.root / NEW_FILE).exists()
    assert model.held_back == []


def test_a_commit_past_the_hooks_is_not_made(session: Session) -> None:
    before = session.git("rev-parse", "HEAD")
    _, model = session.play(BY_SHELL, Shell("git commit -qam 'all rows' --no-verify"), MEND, Say())
    assert "--no-verify" in model.heard[2]
    assert "adrguard" in model.heard[2]
    assert session.git("rev-parse", "HEAD") == before
    assert model.held_back == []


def test_what_was_committed_all_the_same_is_found_at_the_end(session: Session) -> None:
    by_a_program = "import subprocess; subprocess.run(['git', 'commit', '-qam', 'all rows', '-n'], check=True)\n"
    commit = Shell("python3 commit.py; rm commit.py")
    _, model = session.play(
        BY_SHELL,
        Write("commit.py", by_a_program),
        commit,
        Say(),
        Shell(f"{MEND.command} && git commit -qam 'named rows'"),
        Say(),
    )
    assert len(model.held_back) == 1
    assert tells_what_is_wrong(model.held_back[0])
    assert session.git("log", "-2", "--format=%s").splitlines() == ["named rows", "all rows"]


def test_a_decision_is_not_loosened_to_get_work_through(session: Session) -> None:
    decision = "docs/adr/0001-rows-are-named.md"
    before = (session.root / decision).read_text()
    loosen = Shell(f"sed -i '/SELECT/,$d' {decision}")
    _, model = session.play(BY_SHELL, loosen, Say(), Shell(f"git checkout -q -- {decision}"), MEND, Say())
    assert len(model.held_back) == 1
    assert "ADR-0001" in model.held_back[0]
    assert (session.root / decision).read_text() == before


def test_yesterdays_faults_hold_nobody_back(session: Session) -> None:
    (session.root / FILE).write_text(BAD)
    session.git("commit", "-qam", "all rows")
    _, model = session.play(Write(NEW_FILE, GOOD), Say())
    assert model.held_back == []


def test_what_binds_is_told_at_the_start(session: Session) -> None:
    _, model = session.play(Say())
    assert "SELECT *" in model.heard[0]


def test_a_guard_that_is_gone_holds_nothing_back(session: Session) -> None:
    for file in session.root.glob(".*/**/*.*"):
        if file.suffix in (".json", ".ts") and ".git" not in file.parts:
            file.write_text(file.read_text().replace(str(SCRIPTS), "/there/is/nothing"))
    session.git("commit", "-qam", "an old installation")
    _, model = session.play(Write(NEW_FILE, BAD), BY_SHELL, Say())
    assert model.held_back == []
    assert (session.root / NEW_FILE).read_text() == BAD
    assert (session.root / FILE).read_text() == BAD
