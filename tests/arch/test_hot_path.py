"""A warm hook is fast because it does little: what it loads is counted, not timed."""

from __future__ import annotations

import ast
import json
import subprocess
import sys

import pytest
from fakes.guarding import NO_STAR, decide

PROBE = (
    "import sys; before = set(sys.modules)\n"
    "from adrguard.hooks.main import main\n"
    "code = main(['pre-commit'])\n"
    "print(); print((code, sorted(set(sys.modules) - before)))\n"
)
HEAVY = {
    "lark", "click", "rich", "yaml", "sqlite3", "mcp", "importlib.metadata", "re", "json", "typing", "dataclasses", "enum",
    "subprocess", "pathlib", "collections", "functools", "hashlib", "tempfile", "re2", "ast", "ast_grep_py", "libcst",
    "unidiff", "markdown_it", "frontmatter", "pathspec", "univers", "packaging", "tomlkit", "datetime", "logging",
}  # fmt: skip
MOST_MODULES = 40
# The work is done in this process, for all that it loads to be seen.
AGENT_PROBE = (
    "import sys; before = set(sys.modules)\n"
    "from adrguard.hooks import watchdog\n"
    "watchdog._FORKS = False\n"
    "from adrguard.hooks.main import main\n"
    "code = main(['agent', 'claude'])\n"
    "print(); print((code, sorted(set(sys.modules) - before)))\n"
)
MOST_MODULES_OF_A_STOP = 60


def run(repo) -> tuple[int, set[str]]:
    done = subprocess.run(
        [sys.executable, "-P", "-c", PROBE], cwd=repo.root, capture_output=True, text=True, check=True
    )
    code, loaded = ast.literal_eval(done.stdout.splitlines()[-1])
    return code, set(loaded)


def stop(repo, **more: object) -> tuple[int, set[str], str]:
    """Let an agent stop; return the exit code, the modules that were loaded, and what was said."""
    event = {"session_id": "s", "prompt_id": "p", "cwd": str(repo.root), "hook_event_name": "Stop", **more}
    done = subprocess.run(
        [sys.executable, "-P", "-c", AGENT_PROBE],
        cwd=repo.root,
        input=json.dumps(event),
        capture_output=True,
        text=True,
        check=True,
    )
    *said, last = done.stdout.splitlines()
    code, loaded = ast.literal_eval(last)
    return code, set(loaded), "\n".join(said).strip()


@pytest.fixture
def ruled(repo):
    decide(
        repo,
        NO_STAR,
        "- deny: /foo\\d+bar/",
        "- deny import: `requests`",
        "- deny path: `secret/**`",
        "- deny call: `os.system`",
    )
    repo.write("src/a.py", "x = 1\n")
    repo.commit()
    repo.write("src/a.py", "x = 1\ny = 2\n")
    repo.write("src/b.ts", "export const x = 1;\n")
    repo.stage()
    run(repo)
    return repo


def test_a_warm_clean_hook_loads_nothing_heavy_and_few_modules_of_ours(ruled) -> None:
    code, loaded = run(ruled)
    assert code == 0
    assert loaded & HEAVY == set()
    ours = {name for name in loaded if name.startswith("adrguard")}
    assert len(ours) <= MOST_MODULES, sorted(ours)


@pytest.mark.parametrize("how", [(), ("--staged",), ("--all",)])
def test_a_warm_check_loads_no_openssl(ruled, how: tuple[str, ...]) -> None:
    probe = (
        f"import sys; from adrguard.cli.main import run; code = run(['check', *{how!r}]); "
        "print(); print((code, '_hashlib' in sys.modules))"
    )
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-P", "-c", probe], cwd=ruled.root, capture_output=True, text=True, check=True
        )
    assert ast.literal_eval(done.stdout.splitlines()[-1]) == (0, False)


def test_an_agent_that_stops_with_nothing_uncommitted_loads_nothing_heavy(ruled) -> None:
    ruled.commit()
    stop(ruled)
    code, loaded, said = stop(ruled)
    assert (code, said) == (0, "")
    assert loaded & HEAVY == set()
    ours = {name for name in loaded if name.startswith("adrguard")}
    assert len(ours) <= MOST_MODULES_OF_A_STOP, sorted(ours)


def test_an_event_that_is_of_no_interest_loads_the_door_alone(ruled) -> None:
    code, loaded, said = stop(ruled, hook_event_name="Notification")
    assert (code, said) == (0, "")
    assert {name for name in loaded if name.startswith("adrguard")} <= {
        "adrguard",
        "adrguard.hooks",
        "adrguard.hooks.agent",
        "adrguard.hooks.agents",
        "adrguard.hooks.agents.claude",
        "adrguard.hooks.agents.nested",
        "adrguard.hooks.agents.reply",
        "adrguard.hooks.agents.tools",
        "adrguard.hooks.main",
        "adrguard.hooks.watchdog",
        "adrguard.hooks.wire",
        "adrguard.model",
        "adrguard.model.agents",
        "adrguard.model.record",
    }


def test_a_warm_hook_opens_one_cache_file_and_calls_git_once(ruled) -> None:
    program = (
        "import sys, os\n"
        "seen = []\n"
        "def hook(name, args):\n"
        "    if name == 'open' and isinstance(args[0], str) and '/adrguard/' in args[0] and '.git' in args[0]: seen.append('cache')\n"
        "    if name in ('os.posix_spawn', 'subprocess.Popen', 'os.exec', 'os.fork'): seen.append('git')\n"
        "sys.addaudithook(hook)\n"
        "from adrguard.hooks.main import main\n"
        "main(['pre-commit'])\n"
        "print(); print(','.join(sorted(seen)))\n"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", program], cwd=ruled.root, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "cache,git"


def test_a_module_of_the_repository_is_never_imported(ruled) -> None:
    for name in ("re", "json", "marshal", "adrguard", "ast", "re2", "sitecustomize"):
        ruled.write(f"{name}.py", "raise SystemExit('a file of the repository was run')\n")
    ruled.write("src/a.py", "import requests\n")
    ruled.stage()
    code, _ = run(ruled)
    assert code == 1
