"""What the weakening check adds to a warm hook: `python bench/weakening.py`.

Reference: the same hook with that check taken out.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
from pathlib import Path

import corpus
from timing import Command, in_process

from adrguard.changes import staged
from adrguard.decisions import load
from adrguard.engine import check
from adrguard.system import clock, repository

WHOLE = "from adrguard.hooks.main import run; run()"
WITHOUT = "from adrguard.engine import check; check._weigh = lambda question, outcome: outcome; " + WHOLE
RUNS = 41


def command(root: Path, program: str) -> Command:
    # 1 for a violation: only the time is of interest.
    return Command(program, [sys.executable, "-c", program, "pre-commit"], cwd=root, codes=(0, 1))


def report(label: str, root: Path) -> None:
    one, other = command(root, WHOLE), command(root, WITHOUT)
    one.once(), other.once()
    pairs = [(one.once()[0], other.once()[0]) for _ in range(RUNS)]
    added = statistics.median([whole - without for whole, without in pairs])
    whole, without = (statistics.median(side) for side in zip(*pairs, strict=True))
    print(f"{label:<52} {whole:7.1f} ms, without {without:7.1f} ms: adds {added:6.2f} ms", flush=True)


def alone(label: str, root: Path) -> None:
    repo = repository.find(str(root))
    change = staged.read(repo, 2 << 20)
    decisions, base = load.for_change(repo, change)
    question = check.Question(decisions, base, change.set, change.tree, clock.today(), clock.monotonic_ms)
    outcome = check.evaluate(question)
    median, worst = in_process(lambda: check._weigh(question, outcome), runs=2000)  # noqa: SLF001 - the part to measure
    print(f"{label:<52} in process {median * 1000:6.1f} µs   p95 {worst * 1000:6.1f} µs", flush=True)


def main() -> None:
    os.environ.update({key: corpus.ENV[key] for key in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM")})
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "ordinary"
        rules = corpus.invariants(120)
        corpus.hook_repository(root, rules=rules, decisions=60, files=12, lines=60, added=500)
        alone("no ADR in the change, 12 files", root)
        report("no ADR in the change, 12 files", root)
        many = Path(folder) / "many"
        corpus.hook_repository(many, rules=rules, decisions=60, files=200, lines=20, added=2000)
        alone("no ADR in the change, 200 files", many)
        workflow = root / ".github" / "workflows" / "ci.yml"
        workflow.parent.mkdir(parents=True)
        workflow.write_text("jobs:\n  guard:\n    steps:\n      - run: adrguard check\n")
        config = root / ".pre-commit-config.yaml"
        config.write_text("repos:\n  - repo: https://example.org/x\n    rev: v1\n    hooks:\n      - id: adrguard\n")
        corpus.git(root, "add", ".github", config.name)
        corpus.git(root, "commit", "-qm", "install", "--", ".github", config.name)
        workflow.write_text("jobs: {}\n")
        corpus.git(root, "add", ".github")
        report("a workflow that ran the guard is edited", root)
        config.write_text("repos: []\n")
        corpus.git(root, "add", config.name)
        report("and so is the configuration of pre-commit", root)
        note = next((root / "docs" / "adr").glob("*.md"))
        note.write_text(note.read_text().replace("- deny", "- warn", 1))
        corpus.git(root, "add", "docs")
        report("and an ADR is weakened", root)


if __name__ == "__main__":
    main()
