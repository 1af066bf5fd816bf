"""The engine alone, in process: `python bench/engine.py`. The change is read anew for each run, the rules stay loaded."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import corpus
from timing import in_process

from adrguard.changes import staged
from adrguard.decisions import load
from adrguard.engine.check import Question, evaluate
from adrguard.system import clock, repository


def measure(label: str, root: Path) -> None:
    os.environ.update({key: corpus.ENV[key] for key in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM")})
    repo = repository.find(str(root))
    change = staged.read(repo, 2 << 20)
    decisions, base = load.for_change(repo, change)
    question = Question(decisions, base, change.set, change.tree, clock.today(), clock.monotonic_ms)
    outcome = evaluate(question)
    median, worst = in_process(lambda: evaluate(question))
    print(f"{label:<52} median {median:6.2f} ms   p95 {worst:6.2f} ms   ({outcome.rules} rules, {outcome.files} files)")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        ordinary = Path(folder) / "ordinary"
        corpus.hook_repository(ordinary, rules=corpus.invariants(120), decisions=60, files=12, lines=60, added=500)
        measure("12 files / 500 lines, 60 ADRs / 120 rules", ordinary)
        many = Path(folder) / "many"
        corpus.hook_repository(many, rules=corpus.text_and_regex(1000), decisions=60, files=200, lines=20, added=10_000)
        measure("1,000 text/regex rules x 10,000 lines, 200 files", many)


if __name__ == "__main__":
    main()
