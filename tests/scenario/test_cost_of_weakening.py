"""What the base's decisions cost is counted in processes of git, not timed."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys

import pytest
from fakes.guarding import NO_STAR, adr, decide

COUNT = (
    "import sys\n"
    "seen = []\n"
    "def hook(name, args):\n"
    "    if name == 'subprocess.Popen': seen.append(list(args[1]))\n"
    "    if name == 'os.posix_spawn': seen.append(list(args[1]))\n"
    "sys.addaudithook(hook)\n"
    "from adrguard.usecases.check_changes import CheckRequest, check\n"
    "outcome = check(CheckRequest('', *sys.argv[1:]))\n"
    "said = [' '.join(map(str, argv)) for argv in seen]\n"
    "print((said, [one.how for one in outcome.weakened], 'yaml' in sys.modules))\n"
)


def counted(repo, *request: str) -> tuple[list[str], list[str], bool]:
    """Return git's command lines, how the rules were weakened, and whether a parser of YAML was loaded."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", COUNT, *request], cwd=repo.root, capture_output=True, text=True, check=True
    )
    return ast.literal_eval(done.stdout.splitlines()[-1])


def readings(commands: list[str]) -> int:
    return sum("cat-file" in command for command in commands)


def forget(repo) -> None:
    shutil.rmtree(repo.root / ".git" / "adrguard", ignore_errors=True)


@pytest.fixture
def ruled(repo):
    for number in range(1, 6):
        decide(repo, f"- deny: `forbidden {number}`", number=number)
    repo.write(".adrguard.toml", "strict = true\n")
    repo.write(".gitattributes", "*.gen linguist-generated\n")
    repo.write(".adrguard/baseline.txt", "")
    repo.write("src/a.py", "x = 1\n")
    repo.commit()
    return repo


def test_cold_the_base_is_read_by_one_process_and_the_index_by_another(ruled) -> None:
    ruled.write("src/a.py", "x = 2\n")
    ruled.stage()
    forget(ruled)
    commands, weakened, _ = counted(ruled, "staged")
    assert (readings(commands), weakened) == (1, [])
    ruled.write("docs/adr/0001-decision.md", adr(1, NO_STAR))
    ruled.stage()
    forget(ruled)
    commands, weakened, _ = counted(ruled, "staged")
    assert (readings(commands), weakened) == (2, ["changed"])


def test_warm_the_base_is_not_read_again_when_the_change_touches_decisions(ruled) -> None:
    counted(ruled, "staged")
    ruled.write("docs/adr/0001-decision.md", adr(1, NO_STAR))
    ruled.stage()
    first, _, _ = counted(ruled, "staged")
    again, weakened, _ = counted(ruled, "staged")
    assert (readings(first), readings(again), weakened) == (1, 1, ["changed"])


def test_warm_nothing_is_read_when_no_decision_is_in_the_change(ruled) -> None:
    ruled.write("src/a.py", "x = 2\n")
    ruled.stage()
    counted(ruled, "staged")
    commands, _, _ = counted(ruled, "staged")
    assert [command.split(" ")[-3:] for command in commands if "diff-index" not in command] == []
    ruled.commit()
    old = ruled.git("rev-parse", "HEAD~1").strip()
    new = ruled.git("rev-parse", "HEAD").strip()
    counted(ruled, "commits", f"{old}..{new}")
    commands, _, _ = counted(ruled, "commits", f"{old}..{new}")
    assert [command for command in commands if "ls-tree" in command] == []


def test_a_parser_of_yaml_is_loaded_only_for_a_configuration_that_named_the_guard(ruled) -> None:
    ruled.write(".pre-commit-config.yaml", "repos: []\n")
    ruled.write("package.json", '{"scripts": {"test": "adrguard check"}}\n')
    ruled.commit()
    ruled.write(".pre-commit-config.yaml", "repos:\n  - repo: x\n    hooks: [{id: adrguard}]\n")
    ruled.write("package.json", "{}\n")
    ruled.stage()
    counted(ruled, "staged")
    commands, weakened, loaded = counted(ruled, "staged")
    assert (readings(commands), weakened, loaded) == (0, ["hooks"], False)
    ruled.commit()
    ruled.write(".pre-commit-config.yaml", "repos: []\n")
    ruled.stage()
    counted(ruled, "staged")
    commands, weakened, loaded = counted(ruled, "staged")
    assert (readings(commands), weakened, loaded) == (0, ["hooks"], True)
