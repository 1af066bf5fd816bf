"""The warm hook as a whole process, beside what it cannot do without: `python bench/hook.py`.

Reference: `python -c pass` and `git diff --cached`, started one after the other.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import corpus
from timing import Command, report

HOOK = [str(Path(sys.executable).with_name("adrguard-hook")), "pre-commit"]


def hook(root: Path, name: str = "adrguard-hook") -> Command:
    return Command(name, HOOK, cwd=root)


def floor(root: Path) -> Command:
    return Command(
        "(python -c pass + git diff --cached)", [sys.executable, "-c", "pass"], ["git", "diff", "--cached"], cwd=root
    )


def bare(root: Path) -> Command:
    return Command("python -c pass", [sys.executable, "-c", "pass"], cwd=root)


def cold(root: Path) -> Command:
    forget = "import shutil, sys; shutil.rmtree('.git/adrguard', ignore_errors=True)"
    return Command("cold", [sys.executable, "-c", forget], HOOK, cwd=root)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        rules = corpus.invariants(120)
        ordinary = base / "ordinary"
        corpus.hook_repository(ordinary, rules=rules, decisions=60, files=12, lines=60, added=500)
        report("clean change, 12 files / 500 lines, 60 ADRs / 120 rules", hook(ordinary), floor(ordinary))
        trees = base / "trees"
        changed = corpus.hook_repository(
            trees, rules=rules, decisions=60, files=12, lines=60, added=500, suffixes=(".py", ".ts")
        )
        names = [rule.split("`")[1] for rule in rules if "deny import" in rule]
        for index, path in enumerate(changed[:5]):
            mark = "#" if path.suffix == ".py" else "//"
            path.write_text(path.read_text() + f"{mark} once used {names[index]}\n")
        corpus.git(trees, "add", "-A")
        report("the same, 5 files that need a tree", hook(trees), floor(trees))
        many = base / "many"
        corpus.hook_repository(many, rules=corpus.text_and_regex(1000), decisions=60, files=200, lines=20, added=10_000)
        report("1,000 text/regex rules x 10,000 lines in 200 files", hook(many), bare(many))
        report("cold compile of 60 ADRs / 120 rules", cold(ordinary), bare(ordinary), runs=7)
        print("growth (one factor of ten at a time, over the ordinary change)")
        for label, count, decisions, files, added in (
            ("rules x10: 1,200 in 60 ADRs", 1200, 60, 12, 500),
            ("lines x10: 5,000 in 12 files", 120, 60, 12, 5000),
            ("ADRs x10: 600, 120 rules", 120, 600, 12, 500),
            ("files x10: 120 files / 500 lines", 120, 60, 120, 500),
        ):
            root = base / label.split(":")[0].replace(" ", "-")
            corpus.hook_repository(
                root, rules=corpus.invariants(count), decisions=decisions, files=files, lines=60, added=added
            )
            report(label, hook(root), floor(root))


if __name__ == "__main__":
    main()
