"""What a change takes from the guard's installation, on trees in memory."""

from __future__ import annotations

import pytest
from fakes.tree import MemoryTree, change

from adrguard.engine.check import Question, evaluate
from adrguard.install.hook_facts import hook_facts
from adrguard.model.changes import NEW, OLD, ChangeSet, Content, FileChange
from adrguard.model.decisions import DecisionSet
from adrguard.model.findings import Weakened

NONE = DecisionSet()
CONFIG = ".pre-commit-config.yaml"
OURS = """\
repos:
  - repo: https://example.org/adrguard
    rev: v1.9.0
    hooks:
      - id: adrguard
        stages: [pre-commit, pre-push]
  - repo: https://example.org/tidy
    rev: v1.0.0
    hooks: [{id: tidy}]
"""


def weighed(changes: ChangeSet, tree: MemoryTree) -> list[Weakened]:
    question = Question(NONE, NONE, changes, tree, "2026-06-15", lambda: 0.0, hook_facts=hook_facts)
    return list(evaluate(question).weakened)


def edited(path: str, old: str, new: str | Content) -> list[Weakened]:
    return weighed(*change({path: new}, {path: old}))


def replaced(old: str, new: str) -> str:
    assert old in OURS
    return OURS.replace(old, new)


@pytest.mark.parametrize(
    ("new", "line", "before", "after"),
    [
        pytest.param(replaced("      - id: adrguard\n        stages: [pre-commit, pre-push]\n", "      - id: other\n"), 5, "hook 'adrguard'", "", id="the hook is gone"),
        pytest.param("repos: []\n", 5, "hook 'adrguard'", "", id="all hooks are gone"),
        pytest.param(replaced("[pre-commit, pre-push]", "[manual]"), 6, "adrguard: stages = [pre-commit, pre-push]", "adrguard: stages = manual", id="other stages"),
        pytest.param(replaced("v1.9.0", "v1.8.9"), 3, "adrguard: rev = v1.9.0", "adrguard: rev = v1.8.9", id="an older version"),
        pytest.param(replaced("v1.9.0", "main"), 3, "adrguard: rev = v1.9.0", "adrguard: rev = main", id="no version"),
        pytest.param(replaced("example.org/adrguard", "example.org/fork"), 2, "adrguard: repo = https://example.org/adrguard", "adrguard: repo = https://example.org/fork", id="another repository"),
        pytest.param(replaced("        stages:", "        exclude: ^src/\n        stages:"), 6, "", "adrguard: exclude = ^src/", id="files are left out"),
        pytest.param(replaced("        stages:", "        entry: 'true'\n        stages:"), 6, "", "adrguard: entry = true", id="another program"),
        pytest.param("exclude: ^src/\n" + OURS, 1, "", "all hooks: exclude = ^src/", id="files are left out of all"),
        pytest.param("default_stages: [manual]\n" + OURS, 1, "", "all hooks: default_stages = manual", id="stages of all"),
        pytest.param("ci: {skip: [adrguard]}\n" + OURS, 1, "", "all hooks: ci.skip = adrguard", id="skipped in CI"),
        pytest.param("repos: [\n", 0, "the hook runs", "the file cannot be understood any more", id="broken"),
    ],
)  # fmt: skip
def test_an_edit_of_the_framework_s_configuration_is_told(new: str, line: int, before: str, after: str) -> None:
    (found,) = edited(CONFIG, OURS, new)
    assert found == Weakened("hooks", CONFIG, line, "", before, after)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(OURS, replaced("v1.9.0", "v1.10.0"), id="a newer version"),
        pytest.param(OURS, replaced("[pre-commit, pre-push]", "[pre-push, pre-commit, manual]"), id="more stages"),
        pytest.param(OURS, replaced("        stages: [pre-commit, pre-push]\n", ""), id="every stage"),
        pytest.param(OURS, replaced("        stages:", "        name: ours\n        always_run: true\n        stages:"), id="a name"),
        pytest.param(OURS, replaced("rev: v1.0.0", "rev: v2.0.0"), id="another hook's version"),
        pytest.param(OURS, replaced("[{id: tidy}]", "[]"), id="another hook is gone"),
        pytest.param(OURS, OURS.replace("adrguard\n        stages", '"adrguard" # ours\n        "stages"'), id="its spelling"),
        pytest.param("exclude: ^x/\n" + OURS, OURS, id="nothing is left out any more"),
        pytest.param("repos: []\n# adrguard\n", "repos: []\n", id="it was only spoken of"),
        pytest.param("repos: [ # adrguard\n", "repos: []\n", id="it was broken"),
    ],
)  # fmt: skip
def test_an_edit_that_takes_nothing_away_is_not(old: str, new: str) -> None:
    assert edited(CONFIG, old, new) == []


def test_the_same_is_seen_in_toml() -> None:
    ours = '[[repos]]\nrepo = "https://example.org/adrguard"\nrev = "v1.0"\nhooks = [{ id = "adrguard" }]\n'
    (found,) = edited("prek.toml", ours, ours.replace('id = "adrguard"', 'id = "adrguard", stages = ["manual"]'))
    assert (found.before, found.after) == ("", "adrguard: stages = manual")
    assert edited("prek.toml", ours, ours.replace("v1.0", "v1.1")) == []


HUSKY = "#!/bin/sh\nnpm test\nadrguard-hook pre-commit\n"
WORKFLOW = """\
on: push
jobs:
  guard:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: pip install adrguard==1.9
      - name: judge
        run: adrguard check --base origin/main
"""


@pytest.mark.parametrize(
    ("path", "old", "new", "line", "before", "after"),
    [
        pytest.param(".husky/pre-commit", HUSKY, "#!/bin/sh\nnpm test\n", 3, "adrguard-hook pre-commit", "", id="a line of husky's"),
        pytest.param(".githooks/pre-commit", HUSKY, HUSKY.replace("adr", "# adr", 1), 3, "adrguard-hook pre-commit", "", id="commented out"),
        pytest.param("lefthook.yml", "pre-commit:\n  run: adrguard-hook\n", "pre-commit:\n  run: adrguard-hook || true\n", 2, "pre-commit: run = adrguard-hook", "pre-commit: run = adrguard-hook || true", id="made harmless"),
        pytest.param("package.json", '"check": "adrguard check"\n', '"check": "true"\n', 1, '"check": "adrguard check"', "", id="a script"),
        pytest.param(".claude/settings.json", '"command": "adrguard hook"\n', "{}\n", 1, '"command": "adrguard hook"', "", id="an agent's hook"),
        pytest.param(".mcp.json", '"command": "adrguard"\n', "{}\n", 1, '"command": "adrguard"', "", id="a server"),
        pytest.param("Makefile", "check:\n\tadrguard check\n", "check:\n\ttrue\n", 2, "adrguard check", "", id="a target"),
        pytest.param("Jenkinsfile", "sh 'adrguard check'\n", "sh 'make'\n", 1, "sh 'adrguard check'", "", id="a pipeline"),
        pytest.param(".gitlab-ci.yml", "- adrguard check\n", "- make\n", 1, "- adrguard check", "", id="a job"),
        pytest.param(".github/workflows/ci.yml", WORKFLOW, WORKFLOW.replace("==1.9", "==1.8"), 7, "guard: steps.run = pip install adrguard==1.9", "guard: steps.run = pip install adrguard==1.8", id="an older version"),
        pytest.param(".github/workflows/ci.yml", WORKFLOW, WORKFLOW + "        if: false\n", 10, "", "guard: steps.if = false", id="a step is switched off"),
        pytest.param(".github/workflows/ci.yml", WORKFLOW, WORKFLOW + "        continue-on-error: true\n", 10, "", "guard: steps.continue-on-error = true", id="a step's failure is let be"),
        pytest.param(".github/workflows/ci.yml", WORKFLOW, WORKFLOW.replace("    runs-on", "    if: github.actor == 'x'\n    runs-on"), 4, "", "guard: if = github.actor == 'x'", id="a job is switched off"),
        pytest.param(".github/workflows/ci.yml", WORKFLOW, WORKFLOW + "        env:\n          ADRGUARD_SKIP: 1\n", 11, "", "guard: steps.env.ADRGUARD_SKIP = 1", id="it is told to skip"),
    ],
)  # fmt: skip
def test_a_line_that_ran_us_and_does_no_more_is_told(  # noqa: PLR0917 - a table's columns
    path: str, old: str, new: str, line: int, before: str, after: str
) -> None:
    (found,) = edited(path, old, new)
    assert found == Weakened("hooks", path, line, "", before, after)


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        pytest.param(".husky/pre-commit", HUSKY, HUSKY.replace("adr", "\n  adr").replace("hook ", "hook  ") + "# done\n", id="it was moved and indented"),
        pytest.param(".husky/pre-commit", "# adrguard\n", "\n", id="a comment"),
        pytest.param(".github/workflows/ci.yml", WORKFLOW, WORKFLOW.replace("==1.9", "==1.10"), id="a newer version"),
        pytest.param(".github/workflows/ci.yml", WORKFLOW, WORKFLOW + "      - run: make\n        if: x\n", id="a later step"),
        pytest.param(".github/workflows/ci.yml", WORKFLOW + "        if: x\n", WORKFLOW, id="a condition less"),
        pytest.param(".claude/skills/x.md", "adrguard\n", "\n", id="prose"),
        pytest.param(".claude/agents/x.json", "adrguard\n", "\n", id="an agent's own matter"),
        pytest.param(".github/dependabot.yml", "adrguard\n", "\n", id="no job"),
        pytest.param("src/notes.yml", "adrguard\n", "\n", id="another file"),
    ],
)  # fmt: skip
def test_a_line_that_still_runs_us_or_never_did_is_not(path: str, old: str, new: str) -> None:
    assert edited(path, old, new) == []


def test_a_deleted_file_takes_away_all_it_ran() -> None:
    (found,) = weighed(*change({}, {".husky/pre-commit": HUSKY}))
    assert (found.path, found.before, found.after) == (
        ".husky/pre-commit",
        "adrguard-hook pre-commit",
        "the file is deleted",
    )
    (found,) = weighed(*change({}, {CONFIG: OURS}))
    assert (found.before, found.after) == ("hook 'adrguard'", "the file is deleted")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        pytest.param(".husky/pre-commit", ".husky/pre-commit.off", True, id="a hook to no hook"),
        pytest.param(".husky/pre-commit", "docs/pre-commit", True, id="out of the folder"),
        pytest.param(CONFIG, "sub/.pre-commit-config.yaml", True, id="where nobody looks"),
        pytest.param(".github/workflows/a.yml", ".github/workflows/b.yaml", False, id="a workflow to a workflow"),
        pytest.param(".github/workflows/a.yml", ".github/workflows/a.yml.off", True, id="a workflow to none"),
        pytest.param("package.json", "web/package.json", False, id="a package to a folder"),
    ],
)
def test_a_rename_is_told_when_nothing_is_run_there(old: str, new: str, *, told: bool) -> None:
    text = OURS if old == CONFIG else HUSKY
    found = weighed(*change({new: text}, {old: text}, renamed={new: old}))
    assert [one.after for one in found] == [f"the file is renamed from {old}, and is not run there"] * told


def test_a_file_that_cannot_be_read_any_more_is_told() -> None:
    (found,) = edited(".husky/pre-commit", HUSKY, Content("", problem="link"))
    assert found.after == "the file is not read: link"


def test_a_hook_that_may_not_be_executed_any_more_is_told() -> None:
    tree = MemoryTree(**{NEW: {".githooks/pre-commit": HUSKY}, OLD: {".githooks/pre-commit": HUSKY}})
    file = FileChange(".githooks/pre-commit", "M", ".githooks/pre-commit", 0o100644, 0o100755)
    assert [one.after for one in weighed(ChangeSet("staged", (file,)), tree)] == ["it may not"]
    back = file.replace(mode=0o100755, old_mode=0o100644)
    assert weighed(ChangeSet("staged", (back,)), tree) == []


@pytest.mark.parametrize(("theirs", "told"), [("npm test\n", False), (HUSKY, True)])
def test_what_comes_from_the_other_parent_of_a_merge_was_not_taken_away_here(theirs: str, *, told: bool) -> None:
    path = ".husky/pre-commit"
    tree = MemoryTree(**{NEW: {path: "npm test\n"}, OLD: {path: HUSKY}, "other1": {path: theirs}})
    changes = ChangeSet("merge", (FileChange(path, "M", path),), others=("other1",))
    assert bool(weighed(changes, tree)) is told


def test_nothing_is_read_where_nothing_is_installed() -> None:
    changes, tree = change({"src/a.py": "x\n"}, {"src/a.py": "adrguard\n"})
    weighed(changes, tree)
    assert tree.reads == []


def test_of_a_file_that_is_known_in_part_the_lines_are_compared_where_they_stand() -> None:
    old = Content("      - id: adrguard\n        name: x\n", fragment=True, lines=(40, 41, 42))
    new = Content("        name: x\n", fragment=True, lines=(40, 41))
    (found,) = weighed(*change({CONFIG: new}, {CONFIG: old}))
    assert (found.line, found.before, found.after) == (40, "- id: adrguard", "")


def test_a_number_of_any_length_is_no_version() -> None:
    line = "pip install adrguard=="
    assert [one.how for one in edited("Makefile", f"{line}{'1' * 9000}\n", f"{line}{'2' * 9000}\n")] == ["hooks"]
    assert [one.how for one in edited("Makefile", f"{line}1\n", f"{line}\n")] == ["hooks"]
