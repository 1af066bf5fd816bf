"""Which commands of an agent plainly go round the guard, and which only look like it."""

from __future__ import annotations

import shlex
import subprocess

import pytest
from fakes.guarding import NO_STAR, decide
from hypothesis import given, settings
from hypothesis import strategies as st

from adrguard.model.agents import BEFORE_SHELL, SILENT, Answer, Event
from adrguard.usecases.agents.shell import before
from adrguard.usecases.shell.calls import calls
from adrguard.usecases.shell.script import read

HOOK = '#!/bin/sh\nexec "/opt/bin/adrguard-hook" pre-commit\n'
HERE = pytest.param


@pytest.fixture
def guarded(repo):
    decide(repo, NO_STAR)
    repo.write("src/a.py", "x = 1\n")
    repo.commit()
    (repo.root / ".git/hooks").mkdir(exist_ok=True)
    repo.write(".git/hooks/pre-commit", HOOK)
    repo.write(".git/hooks/pre-commit.sample", "adrguard\n")
    repo.write(".git/hooks/commit-msg", "#!/bin/sh\n")
    repo.write(".githooks/pre-commit", HOOK)
    repo.write("notes/guard.md", "adrguard\n")
    return repo


def ask(repo, command: str, cwd: str = "") -> Answer:
    return before(Event("claude", BEFORE_SHELL, "PreToolUse", cwd or str(repo.root), command=command))


BYPASSES = [
    "git commit --no-verify -m x",
    "git commit -m x --no-verify",
    "git commit -n -m x",
    "git commit -nm x",
    "git commit -anm x",
    "git commit -am x -n",
    "git commit --no-veri -m x",
    'git commit --no-"verify" -m x',
    r"git commit --no-verif\y -m x",
    r"git commit $'--no-verif\x79' -m x",
    "git add -A && git commit --no-verify -m 'x y'",
    "git add -A; git commit -n -m x",
    "git status\ngit commit -n -m x",
    "(git add . && git commit -n -m x)",
    "if true; then git commit -n -m x; fi",
    "true || git commit -n -m x",
    "sh -c 'git commit --no-verify -m x'",
    "bash -lc \"git add -A && git commit --no-verify -m 'x'\"",
    "bash -eo pipefail -c 'git commit -n -m x'",
    "bash <<'EOF'\ngit commit -n -m x\nEOF",
    "echo 'git commit -n -m x' | sh",
    "eval 'git commit -n -m x'",
    "env FOO=1 git commit --no-verify -m x",
    "env -u HOME git commit -n -m x",
    "command git commit -n -m x",
    "/usr/bin/git commit -n -m x",
    "sudo -u nobody git commit -n -m x",
    "timeout 10 git commit -n -m x",
    "nohup git commit -n -m x &",
    "echo x | xargs git commit -n -m",
    "echo .git/hooks/pre-commit | xargs rm -f",
    "X=1 git commit -n -m x",
    "git -C . commit -n -m x",
    "cd src && git commit -n -m x",
    'cd "$(git rev-parse --show-toplevel)" && git commit -n -m x',
    "echo $(git commit -n -m x)",
    "echo `git commit -n -m x`",
    "git push --no-verify",
    "git push origin main --no-verify",
    "git merge --no-verify topic",
    "git am -n x.patch",
    "git rebase -x 'git commit --amend --no-verify --no-edit' main",
    "git -c core.hooksPath=/dev/null commit -m x",
    "git -c Core.HooksPath= commit -m x",
    "git -c alias.c='commit --no-verify' c -m x",
    "git config core.hooksPath /dev/null",
    "git config --local core.hookspath /tmp/none",
    "git config set core.hooksPath /tmp/none",
    "git config core.hooksPath notes",
    "git -c core.hooksPath=notes commit -m x",
    "git config alias.ci 'commit --no-verify'",
    "git config alias.ci 'commit -n'",
    "git config --global alias.ci '!git add -A && git commit -nm x'",
    "git config core.bare true",
    "git config --local core.worktree /tmp/else",
    "git config set core.excludesFile /tmp/all",
    "git config core.attributesFile /tmp/attributes",
    "git config --add include.path /tmp/more",
    "git config includeIf.gitdir:/.path /tmp/more",
    "GIT_CONFIG_GLOBAL=/tmp/settings git commit -m x",
    "GIT_CONFIG_SYSTEM=/tmp/settings git commit -m x",
    "GIT_DIR=/tmp/else.git git commit -m x",
    "export GIT_WORK_TREE=/tmp/else; git commit -m x",
    "env GIT_INDEX_FILE=/tmp/index git commit -m x",
    "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.hooksPath GIT_CONFIG_VALUE_0=/dev/null git commit -m x",
    "GIT_CONFIG_PARAMETERS=\"'core.hooksPath=/dev/null'\" git commit -m x",
    "ADRGUARD_SKIP=1 git commit -m x",
    "export ADRGUARD_SKIP=1; git commit -m x",
    "env ADRGUARD_SKIP=1 git commit -m x",
    "$env:ADRGUARD_SKIP=1; git commit -m x",
    "SKIP=adrguard git commit -m x",
    "SKIP=flake8,adrguard-check git commit -m x",
    "HUSKY=0 git commit -m x",
    "rm .git/hooks/pre-commit",
    "rm -rf .git/hooks",
    "rm -f .git/hooks/*",
    "rm -rf .git",
    "rm -rf .gi*",
    "xargs rm -f <<< .git/hooks/pre-commit",
    "git commit -S -n -m x",
    "git commit --fixup HEAD -n",
    "git pull --no-verify",
    "cd .git/hooks && rm pre-commit",
    "cd src && rm ../.git/hooks/pre-commit",
    'rm "$(git rev-parse --git-dir)/hooks/pre-commit"',
    "mv .git/hooks/pre-commit /tmp/",
    "mv .git/hooks .git/hooks.off",
    "chmod -x .git/hooks/pre-commit",
    "chmod 644 .git/hooks/pre-commit",
    "echo 'exit 0' > .git/hooks/pre-commit",
    "cat > .git/hooks/pre-commit <<'EOF'\nexit 0\nEOF",
    "true | tee .git/hooks/pre-commit",
    "> .git/hooks/pre-commit",
    "cp /dev/null .git/hooks/pre-commit",
    "ln -sf /bin/true .git/hooks/pre-commit",
    "sed -i 's/adrguard/true/' .git/hooks/pre-commit",
    "find .git/hooks -name pre-commit -delete",
    r"find .git/hooks -type f -exec rm {} \;",
    "printf '[core]\\nhooksPath=/dev/null\\n' >> .git/config",
    "rm -rf .git/adrguard",
    "echo '{}' > .git/adrguard/sessions/x",
    "rm -rf .adrguard/state",
    "adrguard uninstall git",
    "python -m adrguard uninstall git",
    "uv run adrguard uninstall claude",
    "adrguard baseline write",
    "adrguard fix --baseline",
    "adrguard fix src --suppress=ADR-001 --reason x",
    'echo \'{"hook_event_name":"SessionStart","source":"clear"}\' | adrguard-hook agent claude',
    "/opt/venv/bin/adrguard-hook agent < event.json",
    "python3 -I -m adrguard.hooks.main agent claude < event.json",
    "uvx --from adrguard adrguard-hook agent claude",
    "pre-commit uninstall",
    "uvx pre-commit uninstall",
    "pip uninstall -y adrguard",
    "uv tool uninstall adrguard",
    "git update-index --assume-unchanged src/a.py",
    "rm .git/hooks/{pre-commit,pre-merge-commit}",
    "rm -rf .git/{hooks,logs}",
    "rm -rf .g*/hooks",
    "rm -f .g?t/hoo*/pre-*",
    "find . -name pre-commit -delete",
    r"find . -name 'pre-*' -exec rm {} \;",
    "X=--no-verify; git commit $X -m x",
    "X=-n && git commit ${X} -m x",
    "C='git commit -n'; $C -m x",
    "H=.git/hooks; rm $H/pre-commit",
    "rm /opt/venv/bin/adrguard-hook",
    "mv $(which adrguard-hook) /tmp/",
    'mv "$(command -v adrguard-hook)" /tmp/',
    "rm `which adrguard-hook`",
    "chmod -x /opt/venv/bin/adrguard-hook",
    "ln -sf /bin/true /opt/venv/bin/adrguard-hook",
    "python3 -c \"import os; os.system('git commit --no-verify -m x')\"",
    "python3 - <<'EOF'\nimport subprocess\nsubprocess.run(['git', 'commit', '--no-verify'])\nEOF",
    "perl -e 'system(\"git commit --no-verify -m x\")'",
    'node -e \'require("child_process").execSync("git commit --no-verify -m x")\'',
    "awk 'BEGIN{system(\"git commit --no-verify -m x\")}'",
]

HARMLESS = [
    "adrguard fix --staged",
    "git commit -m 'do not use --no-verify'",
    "git commit -m '-n'",
    "git commit -m --no-verify",
    "git commit -mn",
    "git commit -am 'n'",
    "git commit --message --no-verify",
    "git commit -m \"$(cat <<'EOF'\nSay why --no-verify is wrong\n\ngit commit -n\nEOF\n)\"",
    "git commit -F - <<'EOF'\ngit commit --no-verify\nEOF",
    "git commit -m x -- -n",
    "git commit -Snone -m x",
    "git commit --fixup --no-verify",
    "ssh host 'git commit -n -m x'",
    "git notes add -m --no-verify",
    "git commit -m x # --no-verify",
    "git commit --amend --no-edit",
    "git status",
    "git log -n 5",
    "git log -n5 --oneline",
    "git log --grep='--no-verify'",
    "git push -n origin main",
    "git push --dry-run",
    "git merge -n topic",
    "git fetch -n",
    "git show HEAD:.git/hooks/pre-commit",
    "git diff --no-verify",
    "git merge --no-verify-signatures topic",
    "echo git commit --no-verify",
    "echo 'git commit -n' > notes.md",
    "grep -rn 'git commit --no-verify' docs",
    "rg -n core.hooksPath",
    "cat .git/hooks/pre-commit",
    "ls -la .git/hooks",
    "cp .git/hooks/pre-commit /tmp/backup",
    "rm .git/hooks/pre-commit.sample",
    "rm .git/hooks/commit-msg",
    "echo 'exit 0' > .git/hooks/post-commit",
    "chmod +x .git/hooks/pre-commit",
    "chmod 755 .git/hooks/pre-commit",
    "git config core.hooksPath",
    "git config --get core.hooksPath",
    "git config get core.hooksPath",
    "git config core.hooksPath .githooks",
    "git config --unset core.hooksPath",
    "git config user.name x",
    "git config core.bare",
    "git config core.bare false",
    "git config --get core.worktree",
    "git config --unset core.excludesFile",
    "git config alias.last 'log -n 1'",
    "git config alias.ci 'commit -v'",
    "GIT_DIR=.git git commit -m x",
    "GIT_INDEX_FILE=/tmp/index git status",
    "GIT_WORK_TREE=/tmp/else git checkout -f HEAD",
    "git -c core.hooksPath=/dev/null log",
    "git -c user.name=x commit -m x",
    "GIT_CONFIG_GLOBAL=/dev/null git commit -m x",
    "ADRGUARD_SKIP=0 git commit -m x",
    "ADRGUARD_SKIP= git commit -m x",
    "SKIP=flake8 git commit -m x",
    "HUSKY=0 npm ci",
    "adrguard check --staged",
    "adrguard baseline show",
    "adrguard uninstall --help",
    "adrguard-hook --help",
    "python -m adrguard.hooks.main --help",
    "which adrguard-hook",
    "ls -l /opt/venv/bin/adrguard-hook",
    "grep -rn 'adrguard-hook agent' .",
    "adrguard lint --fix",
    "adrguard adr accept ADR-001",
    "pre-commit run --all-files",
    "pre-commit install",
    "pip install adrguard",
    "rm -rf build",
    "rm -rf /tmp/else/.git/hooks",
    "mkdir -p /tmp/else && cd /tmp/else && git init && git commit -n -m x",
    "cd $(mktemp -d) && git init -q && git commit --no-verify --allow-empty -m x",
    "sed -n 1,20p .git/hooks/pre-commit",
    "sed -i 's/a/b/' src/a.py",
    "find . -name '*.pyc' -delete",
    "find .git/hooks -name '*.sample'",
    "python -c \"print('git commit --no-verify')\"",
    "cat > run.sh <<'EOF'\ngit commit -n -m x\nEOF",
    "command -v adrguard",
    "rm -rf build/{lib,bin}",
    "rm -f src/*/b.py",
    "rm -rf */hooks",
    'rm -rf "${HOME}/x/hooks"',
    "find . -name '*.sample' -delete",
    "find . -name '*' -not -path './.git/*' -delete",
    "find src -name 'hooks' -delete",
    "M='say why --no-verify is wrong'; git commit -m \"$M\"",
    "N=5; git log -n $N; git commit -m x",
    "F=src/a.py; rm $F; git commit -qam x",
    "cp /opt/venv/bin/adrguard-hook /tmp/",
    r"find . -name pre-commit -exec cat {} \;",
    "find . -name '*.tmp' -delete",
    "python3 -c \"import subprocess; subprocess.run(['git', 'commit', '-m', 'x'])\"",
    "perl -ne 'print if /git commit --no-verify/' notes.md",
    "which pre-commit",
    "git commit 2>&1 | tail -n 5",
    "for f in *.py; do git log -n 1 $f; done",
    "echo 'unbalanced git commit",
    "",
    "\x0b\x0c\u2028;&|<>()",
]


@pytest.mark.parametrize("command", BYPASSES)
def test_a_plain_bypass_is_held_up(guarded, command: str) -> None:
    answer = ask(guarded, command)
    assert answer.block
    assert "Remediation:" in answer.reason


@pytest.mark.parametrize("command", HARMLESS)
def test_what_only_looks_like_one_is_let_through(guarded, command: str) -> None:
    assert ask(guarded, command) == SILENT


def test_another_repository_is_none_of_ours(guarded, tmp_path) -> None:
    other = tmp_path / "other"
    subprocess.run(["git", "init", "-q", str(other)], check=True)
    assert ask(guarded, f"git -C {other} commit -n -m x") == SILENT
    assert ask(guarded, f"cd {other} && git commit -n -m x && rm .git/hooks/*") == SILENT
    assert ask(guarded, f"(cd {other} && ls); git commit -n -m x").block
    assert ask(guarded, f"git --git-dir={other}/.git commit -n -m x") == SILENT
    assert ask(guarded, "git --git-dir=.git commit -n -m x").block


def test_a_linked_working_tree_shares_the_hooks(guarded, tmp_path) -> None:
    tree = tmp_path / "tree"
    guarded.git("worktree", "add", "-q", str(tree))
    assert ask(guarded, "git commit -n -m x", str(tree)).block
    assert ask(guarded, f"rm {guarded.root}/.git/hooks/pre-commit", str(tree)).block
    assert ask(guarded, "rm $(git rev-parse --git-common-dir)/hooks/pre-commit", str(tree)).block


@pytest.mark.parametrize(("word", "block", "asks"), [("deny", True, False), ("ask", False, True)])
def test_the_configuration_says_what_becomes_of_it(guarded, word: str, block: bool, asks: bool) -> None:
    guarded.write(".adrguard.toml", f'[agent]\nshell = "{word}"\n')
    guarded.commit()
    answer = ask(guarded, "git commit -n -m x")
    assert (answer.block, answer.ask) == (block, asks)


def test_nothing_is_held_up_where_it_is_allowed(guarded) -> None:
    guarded.write(".adrguard.toml", '[agent]\nshell = "allow"\n')
    guarded.commit()
    assert ask(guarded, "git commit -n -m x") == SILENT


def test_accepting_is_for_a_person_only_where_it_is_said(guarded) -> None:
    guarded.write(".adrguard.toml", '[agent]\nsupersession = "ask"\n')
    guarded.commit()
    assert ask(guarded, "adrguard adr accept ADR-001").block


def test_without_decisions_nothing_is_guarded(repo, tmp_path) -> None:
    repo.write("a.py", "x = 1\n")
    repo.commit()
    assert ask(repo, "git commit -n -m x") == SILENT
    assert ask(repo, "git commit -n -m x", str(tmp_path)) == SILENT


def test_each_way_round_is_told_once(guarded) -> None:
    answer = ask(guarded, "export ADRGUARD_SKIP=1; git add . && git commit -n -m x; git push --no-verify")
    assert answer.reason.count("Remediation:") == 2
    assert "\x1b" not in ask(guarded, "git commit -n -m '\x1b[2J'").reason
    assert len(ask(guarded, "git commit -n -m " + "x" * 50_000).reason) < 8000


def test_a_patch_that_the_shell_applies_is_judged_as_an_edit(guarded) -> None:
    patch = '*** Begin Patch\n*** Add File: b.py\n+q = "SELECT * FROM t"\n*** End Patch\n'
    answer = ask(guarded, f"cd src && apply_patch <<'EOF'\n{patch}EOF")
    assert answer.block
    assert "src/b.py:1" in answer.reason
    assert ask(guarded, f"apply_patch <<'EOF'\n{patch.replace('SELECT', 'INSERT')}EOF") == SILENT


@pytest.mark.parametrize(
    "command",
    [
        HERE("git commit -n " + "$(" * 5000, id="substitutions"),
        HERE("(" * 20_000 + "git commit -n", id="subshells"),
        HERE("`git commit " * 2000, id="backticks"),
        HERE("sudo " * 5000 + "git commit -n", id="wrappers"),
        HERE("find . -exec " * 3000 + "git commit -n", id="find"),
        HERE("sh -c 'git commit " * 1000, id="quotes"),
        HERE("git commit <<EOF " * 5000 + "\n" * 5000, id="documents"),
        HERE("git commit " + "a" * 2_000_000, id="length"),
        HERE("rm .git/" + "*/" * 5000, id="globs"),
        HERE("rm .git/\0x; cd \0; git commit -n", id="NUL"),
        HERE("cd " + "x/" * 5000 + " && git commit -n", id="path"),
        HERE("git commit -n \ud800", id="half a pair"),
    ],
)
def test_what_is_made_to_be_hard_to_read_does_no_harm(guarded, command: str) -> None:
    ask(guarded, command)


@given(st.text(alphabet="git commit-n'\"$(){}`\\;&|<>#\n=EOF \t*~", max_size=60))
@settings(max_examples=300, deadline=None)
def test_anything_can_be_read(text: str) -> None:
    assert next(calls(f"git commit -n; {text}", "/")).arguments == ("commit", "-n")


@given(st.lists(st.text(min_size=1).filter(lambda word: "\0" not in word), min_size=1, max_size=5))
def test_what_is_quoted_is_read_as_it_was(words: list[str]) -> None:
    command = next(iter(read("x " + shlex.join(words)).items))
    assert command.words[1:] == tuple(words)
