"""A warm hook is fast because it does little: what it loads is counted, not timed."""

from __future__ import annotations

import ast
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


def run(repo) -> tuple[int, set[str]]:
    done = subprocess.run(
        [sys.executable, "-P", "-c", PROBE], cwd=repo.root, capture_output=True, text=True, check=True
    )
    code, loaded = ast.literal_eval(done.stdout.splitlines()[-1])
    return code, set(loaded)


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
