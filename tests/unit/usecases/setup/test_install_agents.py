from __future__ import annotations

import json
import os
import stat
import sys

import pytest

from adrguard.install.agents import programs, remembered
from adrguard.model.errors import AdrguardError
from adrguard.usecases.setup.install_agents import NAMES, Asked, carry_out, plan_install, plan_uninstall


@pytest.fixture
def home(tmp_path, monkeypatch):
    """An empty home, with no agent's program on PATH."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    for name in ("CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "HERMES_HOME"):
        monkeypatch.delenv(name, raising=False)
    git = os.path.dirname(
        next(path for path in os.environ["PATH"].split(":") if os.path.exists(f"{path}/git")) + "/git"
    )
    monkeypatch.setenv("PATH", git)
    monkeypatch.setattr("adrguard.usecases.setup.install_agents._is_on_path", lambda _: False)
    return folder


@pytest.fixture
def top(repo, home):
    """The top of a repository, beside an empty home."""
    del home
    return repo.root


def install(top, name="claude", **options):
    return carry_out(plan_install(str(top), Asked(name, **{"mcp": True, **options})))


def uninstall(top, name="claude", **options):
    return carry_out(plan_uninstall(str(top), Asked(name, **options)))


def actions(plan):
    return [change.action for change in plan.changes]


def tree(folder):
    """Return everything below a folder but git's: kind, mode and bytes by path."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if ".git" not in path.relative_to(folder).parts:
            mode = stat.S_IMODE(path.lstat().st_mode)
            found[str(path.relative_to(folder))] = (mode, path.read_bytes() if path.is_file() else b"")
    return found


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("user", [False, True], ids=["project", "user"])
def test_installed_twice_and_uninstalled_nothing_is_left(top, home, name, user):
    before = tree(top), tree(home)
    done = install(top, name, user=user)
    assert set(actions(done)) <= {"created"}
    assert bool(done.changes) == (user or name not in ("hermes", "openclaw"))
    assert (tree(top) == before[0]) == (user or not done.changes)
    assert set(actions(install(top, name, user=user))) <= {"unchanged"}
    assert set(actions(uninstall(top, name, user=user))) <= {"deleted"}
    left = {path: one for path, one in tree(home).items() if not path.startswith(".local")}
    assert (tree(top), left) == before
    assert not os.path.exists(remembered.path_of(plan_install(str(top), Asked("claude", user=user)).work.where))
    assert set(actions(uninstall(top, name, user=user))) <= {"absent"}


def test_what_is_planned_is_not_written(top):
    plan = plan_install(str(top), Asked("claude", mcp=True))
    assert [(change.action, change.diff()[0][:9]) for change in plan.changes] == [
        ("created", "@@ -0,0 +"),
        ("created", "@@ -0,0 +"),
    ]
    assert tree(top) == {}


def test_a_subfolder_of_the_repository_leads_to_its_top(top):
    (top / "sub").mkdir()
    install(top / "sub")
    assert (top / ".claude/settings.json").is_file()


def test_settings_and_their_mode_come_back(top):
    path = top / ".claude/settings.json"
    path.parent.mkdir()
    path.write_bytes(b'\xef\xbb\xbf{\r\n\t"model": "x",\r\n\t"hooks": {}\r\n}')
    path.chmod(0o640)
    before = tree(top)
    assert actions(install(top)) == ["added", "created"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert actions(uninstall(top)) == ["removed", "deleted"]
    assert tree(top) == before


def test_folders_that_stood_empty_stay(top):
    (top / ".claude").mkdir()
    install(top)
    uninstall(top)
    assert list(tree(top)) == [".claude"]


def test_a_folder_with_something_else_in_it_stays(top):
    install(top)
    (top / ".claude/mine").touch()
    uninstall(top)
    assert list(tree(top)) == [".claude", ".claude/mine"]


def test_what_cannot_be_read_is_refused_and_the_rest_is_done(top):
    path = top / ".claude/settings.json"
    path.parent.mkdir()
    path.write_text("{\n  model: 1\n}")
    done = install(top)
    (refused,) = done.refused
    assert refused.problem == f"{path}:2:3: not valid JSON: a key in double quotes is missing"
    assert refused.hint == "mend the file and try again, or put it aside for a new one with --set-aside"
    assert path.read_text() == "{\n  model: 1\n}"
    assert actions(done) == ["refused", "created"]


def test_put_aside_it_is_kept_and_comes_back(top):
    path, kept = top / ".claude/settings.json", top / ".claude/settings.json.adrguard-backup"
    path.parent.mkdir()
    path.write_text("{broken")
    path.chmod(0o600)
    kept.write_text("an older one")
    before = tree(top)
    (change, _) = install(top, set_aside=True).changes
    assert (change.action, change.backup) == ("created", f"{kept}-2")
    assert (top / change.backup).read_text() == "{broken"
    assert "adrguard-hook" in path.read_text()
    assert actions(uninstall(top)) == ["restored", "deleted"]
    assert tree(top) == before


def test_a_link_within_the_scope_is_followed_and_stays_a_link(top):
    (top / "dots").mkdir()
    (top / ".claude").symlink_to("dots")
    (top / "dots/real.json").write_text('{"a": 1}')
    (top / "dots/settings.json").symlink_to("real.json")
    before = tree(top)
    install(top)
    assert (top / "dots/settings.json").is_symlink()
    assert "adrguard-hook" in (top / "dots/real.json").read_text()
    uninstall(top)
    assert tree(top) == before


@pytest.mark.parametrize("user", [False, True], ids=["project", "user"])
def test_a_link_that_leads_out_of_the_scope_is_refused(top, home, tmp_path, user):
    outside = tmp_path / "outside.json"
    outside.write_text("{}")
    folder = (home if user else top) / ".claude"
    folder.mkdir()
    (folder / "settings.json").symlink_to(outside)
    (refused,) = install(top, user=user).refused
    assert "leads out of" in refused.problem
    assert outside.read_text() == "{}"


def test_gits_own_files_are_never_written(top):
    (top / ".claude").symlink_to(".git")
    (refused,) = install(top).refused
    assert "not written" in refused.problem
    assert not (top / ".git/settings.json").exists()


def test_a_folder_in_place_of_the_file_is_refused(top):
    (top / ".claude/settings.json").mkdir(parents=True)
    assert actions(install(top)) == ["refused", "created"]


def test_a_file_of_somebody_elses_is_not_replaced(top):
    hook = top / ".clinerules/hooks/PreToolUse"
    hook.parent.mkdir(parents=True)
    hook.write_text("#!/bin/sh\nadrguard-hook agent cline\n")
    done = install(top, "cline")
    assert [change.path for change in done.refused] == [str(hook)]
    assert os.access(top / ".clinerules/hooks/TaskStart", os.X_OK)
    uninstall(top, "cline")
    assert hook.read_text() == "#!/bin/sh\nadrguard-hook agent cline\n"


def test_what_changes_between_plan_and_writing_is_not_lost(top):
    path = top / ".claude/settings.json"
    plan = plan_install(str(top), Asked("claude", mcp=True))
    path.parent.mkdir()
    path.write_text('{"new": 1}')
    (refused,) = carry_out(plan).refused
    assert refused.problem == f"{path}: was changed in the meantime"
    assert path.read_text() == '{"new": 1}'


def test_what_cannot_be_written_is_told(top):
    (top / ".claude").touch()
    (refused, made) = install(top).changes
    assert "cannot be written" in refused.problem
    assert made.action == "created"


@pytest.mark.parametrize(
    ("mcp", "importable", "registered"),
    [(None, True, True), (None, False, False), (True, False, True), (False, True, False)],
)
def test_the_server_is_registered_where_it_can_start_or_is_asked_for(top, monkeypatch, mcp, importable, registered):
    monkeypatch.setattr(programs, "can_serve", lambda: importable)
    done = install(top, mcp=mcp)
    assert (top / ".mcp.json").exists() == registered
    assert any("adrguard[mcp]" in note for note in done.notes) == (not registered and mcp is None)
    assert any("MCP server" in line for line in done.afterwards) == registered


@pytest.mark.parametrize(
    ("version", "serves"),
    [
        pytest.param("2.3.0", True, id="the oldest"),
        pytest.param("2.14.1rc1", True, id="a newer one"),
        pytest.param("2.2.9", False, id="too old"),
        pytest.param("1.27.0", False, id="of the major version before"),
        pytest.param("3.0.0", False, id="of the next major version"),
        pytest.param("unknown", False, id="no version"),
        pytest.param("", False, id="none"),
    ],
)
def test_the_sdk_is_looked_for_in_a_version_that_will_do(monkeypatch, tmp_path, version, serves):
    (tmp_path / "mcp").mkdir()
    (tmp_path / "mcp/__init__.py").write_text("raise AssertionError('it is never loaded')\n")
    if version:
        (tmp_path / f"mcp-{version}.dist-info").mkdir()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "mcp", raising=False)
    assert programs.can_serve() is serves


def test_without_being_told_a_server_that_is_registered_stays(top, monkeypatch):
    install(top)
    monkeypatch.setattr(programs, "can_serve", lambda: False)
    install(top, mcp=None)
    assert (top / ".mcp.json").exists()


def test_all_means_those_that_are_found(top, home, monkeypatch):
    with pytest.raises(AdrguardError, match="no coding agent was found"):
        install(top, "all")
    (top / ".gemini").mkdir()
    (home / ".codex").mkdir()
    assert install(top, "all").named == ("codex", "gemini")
    monkeypatch.setattr("adrguard.usecases.setup.install_agents._is_on_path", lambda name: name == "omp")
    assert install(top, "all").named == ("codex", "gemini", "omp")
    assert install(top, "all", user=True).named == ("codex", "omp")


def test_all_is_taken_away_though_nothing_is_found(top):
    for name in ("claude", "codex", "vscode"):
        install(top, name)
    done = uninstall(top, "all")
    assert set(actions(done)) == {"deleted"}
    assert tree(top) == {}


def test_what_another_agent_reads_too_stays_for_it(top):
    install(top, "claude")
    install(top, "copilot")
    done = uninstall(top, "copilot")
    assert [note for note in done.notes if ".mcp.json" in note]
    assert (top / ".mcp.json").exists()
    assert not (top / ".github").exists()
    uninstall(top, "claude")
    assert tree(top) == {}


def test_a_file_of_several_stays_until_the_last_of_them_goes(top):
    install(top, "claude")
    install(top, "vscode")
    assert actions(uninstall(top, "copilot")) == []
    assert actions(uninstall(top, "vscode")) == ["deleted", "deleted"]
    assert (top / ".mcp.json").exists()
    uninstall(top, "claude")
    assert tree(top) == {}


def test_settings_for_the_whole_user_only_are_told_of(top):
    done = install(top, "hermes")
    assert done.changes == ()
    assert done.notes == ("Hermes has such settings for the whole user only: --user writes them",)


def test_codex_in_a_linked_working_tree_is_told_of(repo, top, tmp_path):
    repo.commit()
    repo.git("worktree", "add", "-q", str(tmp_path / "linked"))
    done = install(tmp_path / "linked", "codex")
    assert any("main working tree" in note for note in done.notes)
    assert not any("main working tree" in note for note in install(top, "codex").notes)


def test_for_the_person_no_repository_is_needed(home, tmp_path):
    (tmp_path / "plain").mkdir()
    done = carry_out(plan_install(str(tmp_path / "plain"), Asked("claude", user=True)))
    assert done.changes[0].path == str(home / ".claude/settings.json")
    assert not any("this machine" in note for note in done.notes)
    with pytest.raises(AdrguardError):
        plan_install(str(tmp_path / "plain"), Asked("claude"))


@pytest.mark.parametrize("text", ["[]", "{broken", '{"/x": 1}', '{"/x": {"[]": 1}}'])
def test_a_memory_that_is_no_use_is_passed_over(top, text):
    path = top / ".git/adrguard" / remembered.NAME
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    install(top)
    assert json.loads(path.read_text())[str(top / ".mcp.json")] == {"[]": None, "for": "claude", "folder": str(top)}
    uninstall(top)
    assert tree(top) == {}


def test_without_its_memory_it_takes_what_is_empty_for_its_own(top):
    (top / ".mcp.json").write_text("{}")
    install(top)
    (top / ".git/adrguard" / remembered.NAME).unlink()
    uninstall(top)
    assert tree(top) == {}


def test_what_can_be_read_is_never_put_aside(top):
    text = '{"mcpServers": {"adrguard": {"command": "theirs"}}}'
    (top / ".mcp.json").write_text(text)
    (refused,) = install(top, set_aside=True).refused
    assert "another MCP server" in refused.problem
    assert refused.hint == "rename it, or leave ours out with --no-mcp"
    assert (top / ".mcp.json").read_text() == text
