"""What runs the guard is switched off in more ways than can be named: every change of it is told, and nothing else."""

from __future__ import annotations

import json

import pytest
from fakes.tree import MemoryTree, change

from adrguard.engine.check import Question, evaluate
from adrguard.install.hook_facts import hook_facts
from adrguard.model.changes import NEW, OLD, ChangeSet, FileChange
from adrguard.model.decisions import DecisionSet
from adrguard.model.findings import Weakened

NONE = DecisionSet()
HUSKY = ".husky/pre-commit"
HOOK = "#!/bin/sh\nnpx lint-staged\nadrguard-hook pre-commit\n"


def weighed(changes: ChangeSet, tree: MemoryTree) -> list[Weakened]:
    question = Question(NONE, NONE, changes, tree, "2026-06-15", lambda: 0.0, hook_facts=hook_facts)
    return list(evaluate(question).weakened)


def told(new: dict[str, str], old: dict[str, str]) -> list[tuple[str, str]]:
    found = weighed(*change(new, old))
    assert {one.how for one in found} <= {"hooks"}
    return [(one.before, one.after) for one in found]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param(HOOK.replace("npx", "exit 0\nnpx"), ("", "exit 0"), id="exit"),
        pytest.param(HOOK.replace("npx", "exec true\nnpx"), ("", "exec true"), id="exec"),
        pytest.param(HOOK.replace("npx", "set -n\nnpx"), ("", "set -n"), id="nothing is run"),
        pytest.param(HOOK.replace("npx", "if false; then\nnpx") + "fi\n", ("", "if false; then"), id="a condition"),
        pytest.param(HOOK.replace("npx", "case x in y)\nnpx"), ("", "case x in y)"), id="a case"),
        pytest.param(
            HOOK.replace("npx", "alias adrguard-hook=true\nnpx"), ("", "alias adrguard-hook=true"), id="alias"
        ),
        pytest.param(HOOK.replace("npx lint-staged", ": <<X"), ("npx lint-staged", ": <<X"), id="a heredoc"),
        pytest.param(HOOK.replace("npx", "PATH=./bin:$PATH\nnpx"), ("", "PATH=./bin:$PATH"), id="a path"),
        pytest.param(HOOK.replace("npx", ". ./x.sh\nnpx"), ("", ". ./x.sh"), id="another file"),
        pytest.param(HOOK.replace("npx", "trap 'exit 0' EXIT\nnpx"), ("", "trap 'exit 0' EXIT"), id="a trap"),
        pytest.param(HOOK.replace("adr", "(\nadr") + ") || true\n", ("", "("), id="a subshell"),
        pytest.param(HOOK.replace("/bin/sh", "/bin/true"), ("#!/bin/sh", "#!/bin/true"), id="what runs it"),
        pytest.param(HOOK + "exit 0\n", ("", "exit 0"), id="its end"),
        pytest.param(
            HOOK.replace("npx", "export GIT_INDEX_FILE=x\nnpx"), ("", "export GIT_INDEX_FILE=x"), id="setting"
        ),
        pytest.param("#!/bin/sh\nadrguard-hook pre-commit\n", ("npx lint-staged", ""), id="a line less"),
    ],
)
@pytest.mark.parametrize("path", [HUSKY, ".githooks/pre-push", "tools/pre-commit"])
def test_a_hook_in_which_any_line_changed_is_told_once(path: str, text: str, said: tuple[str, str]) -> None:
    assert told({path: text}, {path: HOOK}) == [said]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(HOOK.replace("npx", "# what for\n\n  npx"), id="comments and blanks"),
        pytest.param(HOOK.replace("\n", "\r\n"), id="line ends"),
    ],
)
def test_a_hook_that_does_the_same_is_not(text: str) -> None:
    assert told({HUSKY: text}, {HUSKY: HOOK}) == []


def test_a_hook_in_which_both_its_text_and_its_mode_changed_is_told_once() -> None:
    tree = MemoryTree(**{NEW: {HUSKY: HOOK + "true\n"}, OLD: {HUSKY: HOOK}})
    file = FileChange(HUSKY, "M", HUSKY, 0o100644, 0o100755)
    assert len(weighed(ChangeSet("staged", (file,)), tree)) == 1


LEFTHOOK = """\
pre-commit:
  commands:
    adr:
      run: adrguard-hook pre-commit
    lint:
      run: eslint
pre-push:
  commands:
    test: {run: pytest}
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        pytest.param("    adr:\n", "    adr:\n      skip: true\n", ("", "pre-commit: commands.adr.skip = true"), id="skip"),
        pytest.param("    adr:\n", "    adr:\n      glob: '*.x'\n", ("", "pre-commit: commands.adr.glob = *.x"), id="glob"),
        pytest.param("commit:\n  comm", "commit:\n  exclude_tags: [a]\n  comm", ("", "pre-commit: exclude_tags = a"), id="tags"),
        pytest.param("pre-commit:\n  comm", "post-commit:\n  comm", ("pre-commit: stage = pre-commit", ""), id="another stage"),
        pytest.param("hook pre-commit", "hook pre-commit || true", ("pre-commit: commands.adr.run = adrguard-hook pre-commit", "pre-commit: commands.adr.run = adrguard-hook pre-commit || true"), id="harmless"),
        pytest.param("pre-push:", "extends: [x.yml]\npre-push:", ("", "extends = x.yml"), id="another file"),
    ],
)  # fmt: skip
def test_lefthook_s_stage_that_runs_us_is_watched(old: str, new: str, said: tuple[str, str]) -> None:
    (found,) = told({"lefthook.yml": LEFTHOOK.replace(old, new, 1)}, {"lefthook.yml": LEFTHOOK})
    assert found[1] == said[1] or found[0] == said[0]


@pytest.mark.parametrize(
    "new",
    [
        pytest.param(LEFTHOOK.replace("pytest", "pytest -q"), id="another stage"),
        pytest.param("# ours\n" + LEFTHOOK.replace("run: eslint", '"run": "eslint"'), id="its form"),
        pytest.param("output: [summary]\n" + LEFTHOOK, id="what it prints"),
    ],
)
def test_what_else_lefthook_does_is_not(new: str) -> None:
    assert told({"lefthook.yml": new}, {"lefthook.yml": LEFTHOOK}) == []


@pytest.mark.parametrize("name", ["lefthook-local.yml", ".lefthook.yml", "lefthook.toml", ".lefthook-local.json"])
def test_another_configuration_of_lefthook_is_told_where_one_runs_us(name: str) -> None:
    old = {"lefthook.yml": LEFTHOOK}
    assert told({**old, name: "{}\n"}, old) == [
        ("", "another configuration of lefthook overrules the one that runs us")
    ]
    assert told({name: "{}\n"}, {}) == []


FLOW = ".github/workflows/ci.yml"
JOBS = """\
name: ci
on: [push, pull_request]
jobs:
  adr:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with: {fetch-depth: 0}
      - run: pip install adrguard==0.1.0
      - run: |
          adrguard check --base origin/main
  test:
    runs-on: ubuntu-latest
    steps:
      - run: pytest
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("  adr:\n", "  adr:\n    needs: never\n", id="it waits"),
        pytest.param("  adr:\n", "  adr:\n    if: false\n", id="a condition"),
        pytest.param("  adr:\n", "  adr:\n    env: {ADRGUARD_SKIP: 1}\n", id="its environment"),
        pytest.param("  adr:\n", "  adr:\n    defaults: {run: {shell: 'true {0}'}}\n", id="its shell"),
        pytest.param("      - run: |", "      - shell: true {0}\n        run: |", id="the step's shell"),
        pytest.param("fetch-depth: 0", "fetch-depth: 0, ref: main", id="what is checked out"),
        pytest.param("      - run: pip", "      - run: git checkout main\n      - run: pip", id="a step before"),
        pytest.param("          adr", "          exit 0\n          adr", id="an exit"),
        pytest.param("          adr", "          set +e\n          adr", id="errors are let be"),
        pytest.param("origin/main\n", "origin/main\n          true\n", id="its end"),
        pytest.param("origin/main\n", "origin/main || true\n", id="harmless"),
        pytest.param("origin/main\n", "HEAD\n", id="another base"),
        pytest.param("origin/main\n", "origin/main --weakening allow\n", id="a milder word"),
        pytest.param("[push, pull_request]", "workflow_dispatch", id="other events"),
        pytest.param("on: [push, pull_request]", "on:\n  push: {paths: [x]}\n  pull_request:", id="fewer events"),
        pytest.param("jobs:", "env: {ADRGUARD_SKIP: 1}\njobs:", id="the environment of all"),
        pytest.param("jobs:", "defaults: {run: {shell: 'true {0}'}}\njobs:", id="the shell of all"),
        pytest.param("==0.1.0", "==0.0.1", id="an older version"),
        pytest.param("checkout@v4", "checkout@v3", id="an older action"),
        pytest.param("actions/checkout", "evil/checkout", id="another action"),
    ],
)
def test_a_job_that_runs_us_is_watched(old: str, new: str) -> None:
    assert old in JOBS
    assert len(told({FLOW: JOBS.replace(old, new, 1)}, {FLOW: JOBS})) >= 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("pytest", "pytest -q", id="another job"),
        pytest.param("name: ci", "name: CI", id="the name of all"),
        pytest.param("  adr:\n", "  adr:\n    name: Decisions\n", id="the name of the job"),
        pytest.param("      - run: |", "      - name: judge\n        run: |", id="the name of a step"),
        pytest.param("  adr:\n", "  decisions:\n", id="the key of the job"),
        pytest.param("jobs:", "# ours\njobs:", id="a comment"),
        pytest.param("checkout@v4", "checkout@v5", id="a newer action"),
        pytest.param("==0.1.0", "==0.2.0", id="a newer version"),
        pytest.param("{fetch-depth: 0}", "\n          fetch-depth: 0", id="its form"),
        pytest.param("run: |\n          adrguard", "run: adrguard", id="a script of one line"),
        pytest.param("origin/main", "origin/main --strict", id="strictly"),
        pytest.param("origin/main", "origin/main --weakening block", id="a graver word"),
        pytest.param("          adrguard check", "          adrguard lint && adrguard check", id="lint as well"),
        pytest.param("          adrguard check", "          adrguard lint\n          adrguard check", id="lint before"),
        pytest.param("[push, pull_request]", "[push, pull_request, merge_group]", id="another event"),
    ],
)
def test_what_leaves_it_as_it_was_is_not(old: str, new: str) -> None:
    assert old in JOBS
    assert told({FLOW: JOBS.replace(old, new, 1)}, {FLOW: JOBS}) == []


def test_an_action_at_another_commit_is_a_newer_one_and_another_branch_is_not() -> None:
    at = JOBS.replace("@v4", "@" + "a" * 40)
    assert told({FLOW: at.replace("a" * 40, "b" * 40)}, {FLOW: at}) == []
    assert len(told({FLOW: at.replace("a" * 40, "main")}, {FLOW: at})) == 1


def test_a_job_that_is_gone_and_a_file_that_is_broken_are_told() -> None:
    (gone,) = told({FLOW: JOBS.replace("adrguard", "other")}, {FLOW: JOBS})
    assert gone[0] == "adr: steps.run = pip install adrguard==0.1.0"
    assert told({FLOW: "jobs: [\n"}, {FLOW: JOBS}) == [("it runs the guard", "the file cannot be understood any more")]


def test_a_job_of_gitlab_is_watched_with_what_holds_for_all() -> None:
    text = "adr:\n  script: [adrguard check --base x]\ntest:\n  script: [pytest]\n"
    path = ".gitlab-ci.yml"
    assert told({path: text.replace("pytest", "make")}, {path: text}) == []
    assert told({path: text.replace("adr:", "adr:\n  allow_failure: true")}, {path: text}) == [
        ("", "adr: allow_failure = true")
    ]
    assert told({path: "default: {before_script: [exit 0]}\n" + text}, {path: text}) == [
        ("", "default.before_script = exit 0")
    ]


SETTINGS = ".claude/settings.json"
GUARDED = {
    "hooks": {
        "PreToolUse": [
            {"matcher": "Edit|Write", "hooks": [{"type": "command", "command": "adrguard-hook agent claude"}]}
        ]
    }
}


def _settings(old: str = "", new: str = "", **more: object) -> str:
    return json.dumps({**json.loads(json.dumps(GUARDED).replace(old, new)), **more})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param(_settings(disableAllHooks=True), ("", "disableAllHooks = true"), id="all are disabled"),
        pytest.param(_settings("Edit|Write", "Zzz"), None, id="another matcher"),
        pytest.param(_settings("agent claude", "agent claude || true"), None, id="harmless"),
        pytest.param("{}", None, id="gone"),
    ],
)
def test_an_agent_s_hook_that_is_taken_away_is_told(text: str, said: tuple[str, str] | None) -> None:
    (found,) = told({SETTINGS: text}, {SETTINGS: json.dumps(GUARDED)})
    assert said in (None, found)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(json.dumps(GUARDED, indent=4), id="its form"),
        pytest.param(_settings(model="x", permissions={"allow": ["Bash(ls)"]}), id="other settings"),
        pytest.param(_settings("Edit|Write", "Edit|Write|MultiEdit"), id="more tools"),
    ],
)
def test_an_agent_s_hook_that_stands_is_not(text: str) -> None:
    assert told({SETTINGS: text}, {SETTINGS: json.dumps(GUARDED)}) == []


def test_settings_of_one_s_own_that_disable_all_hooks_are_told() -> None:
    old, local = {SETTINGS: json.dumps(GUARDED)}, ".claude/settings.local.json"
    assert told({**old, local: '{"disableAllHooks": true}'}, old) == [("", "disableAllHooks = true")]
    assert told({**old, local: '{"model": "x"}'}, old) == []
    assert told({local: '{"disableAllHooks": true}'}, {}) == []


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        pytest.param("tox.ini", "[testenv]\ncommands = adrguard check\n", "[testenv]\ncommands = true\n", id="tox"),
        pytest.param("noxfile.py", "session.run('adrguard', 'check')\n", "pass\n", id="nox"),
        pytest.param("scripts/check.sh", "adrguard check --staged\n", "true\n", id="a script"),
        pytest.param("Taskfile.yml", "tasks:\n  a:\n    cmds: [adrguard check]\n", "tasks: {}\n", id="Taskfile"),
        pytest.param(
            "package.json", '{"scripts": {"adr": "adrguard check"}}', '{"scripts": {"adr": "true"}}', id="npm"
        ),
        pytest.param(
            "pyproject.toml", '[tool.poe.tasks]\na = "adrguard check"\n', '[tool.poe.tasks]\na = "x"\n', id="poe"
        ),
    ],
)
def test_a_script_that_ran_us_and_does_no_more_is_told(path: str, old: str, new: str) -> None:
    assert len(told({path: new}, {path: old})) == 1


@pytest.mark.parametrize(
    ("path", "old", "new"),
    [
        pytest.param("package.json", '{"scripts": {"adr": "adrguard check"}}', '{\n "version": "2", "scripts": {"decisions": "adrguard check"}\n}', id="npm"),
        pytest.param("pyproject.toml", '[tool.adrguard]\nstrict = true\n[dependency-groups]\ndev = ["adrguard>=1"]\n', "[project]\n", id="our own settings"),
        pytest.param("scripts/check.sh", "adrguard check\nmake\n", "make test\nadrguard check\n", id="a script"),
    ],
)  # fmt: skip
def test_a_script_that_still_runs_us_or_never_did_is_not(path: str, old: str, new: str) -> None:
    assert told({path: new}, {path: old}) == []


def test_the_version_of_a_hook_s_language_is_its_owner_s_matter() -> None:
    path = ".pre-commit-config.yaml"
    text = "repos:\n  - repo: x\n    rev: v1\n    hooks:\n      - id: adrguard\n"
    assert told({path: text + "        language_version: python3.12\n"}, {path: text}) == []
