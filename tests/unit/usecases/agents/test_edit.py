"""What an agent may edit, and what it is told before and after."""

from __future__ import annotations

import json
import os
import subprocess

import pytest
from fakes.guarding import NO_STAR, adr, decide

from adrguard.model.agents import (
    AFTER_EDIT,
    BEFORE_EDIT,
    NOTEBOOK,
    PATCH,
    REPLACE,
    SILENT,
    UNKNOWN,
    WRITE,
    Answer,
    Edit,
    Event,
    Replacement,
)
from adrguard.usecases.agents.edit import after, before

BAD = 'q = "SELECT * FROM t"\n'
HOOK = '#!/bin/sh\nexec "/opt/bin/adrguard-hook" pre-commit\n'


def ask(repo, *edits: Edit, cwd: object = "") -> Answer:
    return before(Event("claude", BEFORE_EDIT, "PreToolUse", str(cwd or repo.root), edits=edits))


def tell(repo, *edits: Edit, cwd: object = "") -> Answer:
    return after(Event("claude", AFTER_EDIT, "PostToolUse", str(cwd or repo.root), edits=edits))


def write(path, text: str) -> Edit:
    return Edit(WRITE, str(path), text)


def replace(path, old: str, new: str, *, every: bool = False) -> Edit:
    return Edit(REPLACE, str(path), replacements=(Replacement(old, new, every),))


def patch(*parts: str) -> Edit:
    return Edit(PATCH, "", "\n".join(["*** Begin Patch", *parts, "*** End Patch", ""]))


@pytest.fixture
def guarded(repo):
    decide(repo, NO_STAR)
    repo.write("src/a.py", "x = 1\n")
    repo.commit()
    return repo


@pytest.mark.parametrize(
    "edit",
    [
        pytest.param(write("src/b.py", BAD), id="a new file"),
        pytest.param(write("src/a.py", "x = 1\n" + BAD), id="a file"),
        pytest.param(replace("src/a.py", "x = 1", BAD), id="a part"),
        pytest.param(write("./src/../src/a.py", BAD), id="a winding path"),
        pytest.param(patch("*** Add File: src/b.py", "+" + BAD.strip()), id="a patch that adds"),
        pytest.param(patch("*** Update File: src/a.py", "@@", "-x = 1", "+" + BAD.strip()), id="a patch that updates"),
        pytest.param(
            patch("*** Update File: src/a.py", "*** Move to: b.py", "@@", "-x = 1", "+" + BAD.strip()), id="a move"
        ),
        pytest.param(write("src/b.py", BAD.replace("\n", "\r\n")), id="CRLF"),
        pytest.param(write("src/b.py", "\ufeff" + BAD), id="byte-order mark"),
    ],
)
def test_an_edit_that_violates_a_decision_is_not_made(guarded, edit) -> None:
    answer = ask(guarded, edit)
    assert (answer.block, answer.ask) == (True, False)
    assert "ADR-001" in answer.reason
    assert "SELECT * FROM" in answer.reason
    assert answer.reason.startswith("adrguard: This edit was not made: 1 violation.")


def test_the_reason_names_the_place(guarded) -> None:
    assert "src/b.py:3:" in ask(guarded, write(guarded.root / "src/b.py", "\n\n" + BAD)).reason
    many = "".join(BAD.replace("q", f"q{number}") for number in range(5000))
    assert len(ask(guarded, write("src/b.py", many)).reason) <= 8000


@pytest.mark.parametrize(
    "edit",
    [
        pytest.param(write("src/b.py", "y = 1\n"), id="clean"),
        pytest.param(write("src/a.py", "x = 1\n"), id="the same again"),
        pytest.param(replace("src/a.py", "nowhere", BAD), id="not there"),
        pytest.param(patch("*** Update File: src/a.py", "@@", "-nowhere", "+" + BAD), id="does not apply"),
        pytest.param(write("../b.py", BAD), id="outside, relative"),
        pytest.param(write("/nowhere/b.py", BAD), id="outside, absolute"),
        pytest.param(write("ignored/b.py", BAD), id="ignored"),
        pytest.param(write("docs/adr/0001-decision.md/x.py", BAD), id="below a file"),
        pytest.param(write("src/b.py", "\0" + BAD), id="binary"),
        pytest.param(write("src/b.py", BAD * 200_000), id="huge"),
        pytest.param(write("src", BAD), id="a folder"),
        pytest.param(Edit(UNKNOWN, "src/b.py"), id="unknown"),
        pytest.param(write("src/a\0.py", BAD), id="NUL"),
        pytest.param(write("a" * 5000, "x\n"), id="a long name"),
        pytest.param(patch("*** Delete File: src/a.py"), id="a deletion"),
    ],
)
def test_everything_else_is_let_through_in_silence(guarded, edit) -> None:
    guarded.write(".gitignore", "ignored/\n")
    answer = ask(guarded, edit)
    assert (answer.block, answer.ask, answer.reason, answer.note) == (False, False, "", "")


def test_what_stood_there_before_is_not_the_edits_doing(repo) -> None:
    decide(repo, NO_STAR)
    repo.write("a.py", BAD)
    repo.write("crlf.py", (BAD + "x = 1\n").replace("\n", "\r\n"))
    repo.commit()
    assert ask(repo, write("a.py", BAD + "x = 1\n")) == SILENT
    assert ask(repo, write("a.py", BAD + BAD)).block
    assert ask(repo, replace("a.py", "SELECT * FROM", "SELECT a FROM")) == SILENT
    assert ask(repo, write("crlf.py", BAD + "x = 2\n")) == SILENT
    assert ask(repo, replace("crlf.py", "x = 1", "x = 2")) == SILENT
    assert ask(repo, patch("*** Update File: a.py", "*** Move to: b.py", "@@", f" {BAD.strip()}", "+x")) == SILENT


def test_the_working_tree_counts_not_what_is_committed(guarded) -> None:
    guarded.write("src/a.py", BAD)
    assert ask(guarded, write("src/a.py", BAD + "y = 1\n")) == SILENT
    decide(guarded, "- deny: `DROP TABLE`", number=2)
    assert ask(guarded, write("src/b.py", 's = "DROP TABLE t"\n')).block


def test_a_notebook_is_judged_cell_by_cell(guarded) -> None:
    cells = [{"cell_type": "code", "id": name, "source": [text]} for name, text in (("a", BAD), ("b", "x = 1\n"))]
    guarded.write("n.ipynb", json.dumps({"cells": cells}))
    assert ask(guarded, Edit(NOTEBOOK, "n.ipynb", "y = 1\n", cell="b")) == SILENT
    assert ask(guarded, Edit(NOTEBOOK, "n.ipynb", "y = 1\n" + BAD.replace("t", "u"), cell="b", mode="replace")).block
    assert ask(guarded, Edit(NOTEBOOK, "n.ipynb", BAD, cell="none")) == SILENT


def test_what_needs_another_file_to_change_is_left_for_later(repo) -> None:
    decide(repo, "- require change: `CHANGELOG.md`\n  - when: `src/**`", "- require path: `LICENSE`")
    repo.write("LICENSE", "x\n")
    repo.commit()
    assert ask(repo, write("src/a.py", "x = 1\n")) == SILENT
    assert ask(repo, patch("*** Delete File: LICENSE")).block


def test_other_files_are_read_as_they_are(repo) -> None:
    decide(repo, "- deny edge: `app/**` -> `db/**`")
    repo.write("db/__init__.py", "")
    repo.write("app/__init__.py", "")
    repo.commit()
    repo.write("db/new.py", "x = 1\n")
    assert ask(repo, write("app/a.py", "import db.new\n")).block
    assert ask(repo, write("app/a.py", "import db.none\n")).block is False


@pytest.mark.parametrize(
    "edit",
    [
        pytest.param(replace("docs/adr/0001-decision.md", NO_STAR, "- nothing"), id="an invariant is taken out"),
        pytest.param(replace("docs/adr/0001-decision.md", NO_STAR, NO_STAR + "\n  - in: `none/**`"), id="narrowed"),
        pytest.param(replace("docs/adr/0001-decision.md", NO_STAR, NO_STAR + "\n  - severity: advise"), id="softened"),
        pytest.param(patch("*** Delete File: docs/adr/0001-decision.md"), id="the note is deleted"),
        pytest.param(
            patch(
                "*** Update File: docs/adr/0001-decision.md", "*** Move to: x.md", "@@", "-status: accepted", "+s: a"
            ),
            id="the note is moved away",
        ),
        pytest.param(write("docs/adr/0001-decision.md", ""), id="the note is emptied"),
        pytest.param(write("docs/adr/0001-decision.md", "---\nid: [\n"), id="the note is broken"),
        pytest.param(write(".adrguard.toml", "[agent]\nbefore-edit = false\n"), id="the guard is switched off"),
        pytest.param(write(".adrguard.toml", 'exclude = ["src/**"]\n'), id="files are excluded"),
        pytest.param(write(".adrguard/baseline.txt", "ADR-001#x\tsrc/a.py\t1\tx\n"), id="declared known"),
        pytest.param(write(".gitattributes", "*.py linguist-generated\n"), id="called generated"),
        pytest.param(replace(".pre-commit-config.yaml", "adrguard", "other", every=True), id="the hook is taken out"),
        pytest.param(write(".claude/settings.local.json", "{}\n"), id="the agent's own hook, ignored by git"),
        pytest.param(write("src/b.py", BAD.strip() + "  # adrguard: allow ADR-001 -- so be it\n"), id="suppressed"),
        pytest.param(write(".git/hooks/pre-commit", "exit 0\n"), id="git's hook"),
        pytest.param(patch("*** Delete File: .git/hooks/pre-commit"), id="git's hook deleted"),
        pytest.param(write(".git/config", "[core]\n\thooksPath = /dev/null\n"), id="git's settings"),
        pytest.param(write(".git/adrguard/sessions/x", "{}"), id="the guard's record"),
        pytest.param(write(".adrguard/state/journal", "{}"), id="the guard's journal"),
    ],
)
def test_the_guard_is_not_weakened(guarded, edit) -> None:
    guarded.write(".gitignore", "*.local.json\n")
    hook = "repos:\n- repo: local\n  hooks:\n  - id: adrguard\n    entry: adrguard-hook pre-commit\n"
    guarded.write(".pre-commit-config.yaml", hook)
    guarded.write(".claude/settings.local.json", '{"hooks": {"Stop": [{"command": "adrguard-hook agent"}]}}\n')
    guarded.write(".git/hooks/pre-commit", HOOK)
    answer = ask(guarded, edit)
    assert answer.block
    assert "weakening" in answer.reason


@pytest.mark.parametrize(
    "edit",
    [
        pytest.param(write("docs/adr/0002-next.md", adr(2, "- deny: `DROP`")), id="another decision"),
        pytest.param(
            replace("docs/adr/0001-decision.md", NO_STAR, NO_STAR + "\n- deny: `DROP`"), id="one more invariant"
        ),
        pytest.param(replace("docs/adr/0001-decision.md", "# 1. Decision", "# 1. It"), id="other words"),
        pytest.param(
            write("docs/adr/0002-next.md", adr(2, "- deny: `DROP", status="proposed")), id="a broken proposal"
        ),
        pytest.param(write(".adrguard.toml", "strict = true\n"), id="stricter"),
        pytest.param(write(".git/hooks/commit-msg", "exit 0\n"), id="another hook of git's"),
        pytest.param(write(".git/config", "[user]\n\tname = x\n"), id="other settings of git's"),
    ],
)
def test_decisions_may_grow(guarded, edit) -> None:
    assert ask(guarded, edit) == SILENT


def test_a_hook_that_still_runs_the_guard_may_be_edited(guarded) -> None:
    guarded.write(".git/hooks/pre-commit", HOOK)
    assert ask(guarded, write(".git/hooks/pre-commit", HOOK + "# done\n")) == SILENT
    guarded.write(".git/hooks/pre-commit", "#!/bin/sh\nexec pre-commit hook-impl\n")
    assert ask(guarded, write(".git/hooks/pre-commit", "#!/bin/sh\n")).block


def test_a_proper_supersession_is_told_and_not_held_up(guarded) -> None:
    new = write("docs/adr/0002-new.md", adr(2, "- deny: `DROP`", extra="supersedes: ADR-001\n"))
    answer = ask(guarded, new)
    assert (answer.block, answer.ask) == (False, False)
    assert "no longer in force" in answer.note
    guarded.write(".adrguard.toml", '[agent]\nsupersession = "allow"\n')
    assert ask(guarded, new) == SILENT
    guarded.write(".adrguard.toml", '[agent]\nsupersession = "ask"\n')
    assert ask(guarded, new).block


def test_notes_that_git_does_not_see_decide_as_well(guarded) -> None:
    guarded.write(".gitignore", ".adrguard/wiki\n")
    note = ".adrguard/wiki/02_Architecture/ADR-007-x.md"
    guarded.write(note, adr(7, "- deny: `DROP TABLE`"))
    guarded.write(note.replace("7", "8"), adr(8, "- deny: `TRUNCATE`"))
    guarded.commit()
    assert ask(guarded, write(note, adr(7, "- nothing"))).block
    assert ask(guarded, write(note.replace("7", "9"), adr(9, "- deny: `MERGE INTO`"))) == SILENT
    assert ask(guarded, write("b.sql", "TRUNCATE t;\n")).block


def test_decisions_elsewhere_are_not_weakened_either(repo, tmp_path) -> None:
    vault = tmp_path / "vault"
    note = vault / "02_Architecture/ADR-007-x.md"
    note.parent.mkdir(parents=True)
    note.write_text(adr(7, "- deny: `DROP TABLE`"), encoding="utf-8")
    repo.write(".adrguard.toml", f'vault = "{vault}"\n')
    repo.commit()
    assert ask(repo, write("a.sql", "DROP TABLE t;\n")).block
    assert ask(repo, write(note, adr(7, "- nothing"))).block
    assert ask(repo, write(note, adr(7, "- deny: `DROP TABLE`", "- deny: `TRUNCATE`"))) == SILENT
    assert ask(repo, write(vault / "log.md", "x\n")) == SILENT


def test_another_repository_inside_has_decisions_of_its_own(guarded) -> None:
    inner = guarded.root / "vendor/inner"
    subprocess.run(["git", "init", "-q", str(inner)], check=True)
    assert ask(guarded, write(inner / "b.py", BAD)) == SILENT
    (inner / "docs/adr").mkdir(parents=True)
    (inner / "docs/adr/0001-x.md").write_text(adr(1, "- deny: `DROP`"), encoding="utf-8")
    assert ask(guarded, write(inner / "b.py", "DROP\n")).block
    (inner / ".git/HEAD").unlink()
    (guarded.root / "broken").mkdir()
    (guarded.root / "broken/.git").write_text("gitdir: nowhere\n", encoding="utf-8")
    assert ask(guarded, write("broken/b.py", BAD)) == SILENT


def test_a_linked_working_tree_belongs_to_the_repository(guarded, tmp_path) -> None:
    trees = [guarded.root / ".claude/worktrees/agent-1", tmp_path / "tree"]
    for number, tree in enumerate(trees):
        guarded.git("worktree", "add", "-q", "-b", f"b{number}", str(tree))
        assert ask(guarded, write(tree / "src/b.py", BAD)).block
        assert ask(guarded, write("src/b.py", BAD), cwd=tree).block
        assert "weakening" in ask(guarded, write(guarded.root / ".git/adrguard/x", "x"), cwd=tree).reason


def test_a_link_leads_where_it_leads(guarded, tmp_path) -> None:
    os.symlink("src/a.py", guarded.root / "link.py")
    os.symlink(tmp_path, guarded.root / "out")
    assert "src/a.py:1" in ask(guarded, write("link.py", BAD)).reason
    assert ask(guarded, write("out/b.py", BAD)) == SILENT


def test_the_agents_folder_may_be_below_the_top_or_nowhere(guarded, tmp_path) -> None:
    assert ask(guarded, write("b.py", BAD), cwd=guarded.root / "src").block
    assert ask(guarded, write("b.py", BAD), cwd=tmp_path) == SILENT
    assert tell(guarded, write("b.py", BAD), cwd=tmp_path) == SILENT
    assert ask(guarded) == SILENT


def test_before_the_first_commit_the_working_tree_decides(repo) -> None:
    decide(repo, NO_STAR)
    assert ask(repo, write("b.py", BAD)).block


def test_nothing_is_kept_of_an_edit_that_was_not_made(guarded) -> None:
    path = "docs/adr/0001-decision.md"
    before_it = (guarded.root / path).read_bytes()
    assert ask(guarded, replace(path, NO_STAR, "- nothing")).block
    assert (guarded.root / path).read_bytes() == before_it
    assert ask(guarded, write("b.py", BAD)).block


def test_the_configuration_switches_it_off(guarded) -> None:
    guarded.write(".adrguard.toml", "[agent]\nbefore-edit = false\nafter-edit = false\n")
    guarded.commit()
    assert ask(guarded, write("b.py", BAD)) == SILENT
    guarded.write("b.py", BAD)
    assert tell(guarded, write("b.py", BAD)) == SILENT


def test_after_an_edit_the_agent_is_advised_on_what_it_wrote(guarded) -> None:
    guarded.write("src/a.py", "x = 1\n" + BAD)
    edit = replace("src/a.py", "x = 1\n", "x = 1\n" + BAD)
    answer = tell(guarded, edit)
    assert (answer.block, answer.ask, answer.reason) == (False, False, "")
    assert "src/a.py:2" in answer.context
    assert tell(guarded, replace("src/a.py", "x = 2", "x = 1")) == SILENT
    assert "src/a.py:2" in tell(guarded, Edit(UNKNOWN, "src/a.py")).context
    assert tell(guarded, write("src/b.py", BAD)) == SILENT


def test_after_an_edit_advice_and_mistakes_are_told(guarded) -> None:
    path = "docs/adr/0002-next.md"
    guarded.write(path, adr(2, "- deny: `DROP`\n  - severity: advise", "- deny import: `"))
    guarded.write("b.sql", "DROP\n")
    assert "goes against" in tell(guarded, write("b.sql", "DROP\n")).context
    assert f"{path}:" in tell(guarded, write(path, "x")).context
    guarded.write("docs/adr/0001-decision.md", adr(1, "- nothing"))
    assert "weakening" in tell(guarded, Edit(UNKNOWN, "docs/adr/0001-decision.md")).context
    assert tell(guarded, write("src/a.py", "x = 1\n")) == SILENT
