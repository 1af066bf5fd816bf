"""An agent's Stop as a whole process, beside what it cannot do without: `python bench/agent.py`.

Reference: `python -c pass` and `git status --porcelain`, started one after the other in the same tree of 3,000 files.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

import corpus
from timing import Command, report

DOOR = str(Path(sys.executable).with_name("adrguard-hook"))
FILES = 3000
_FEED = 'exec "$0" agent claude < "$1"'


def door(root: Path, said: Path, name: str = "adrguard-hook agent") -> Command:
    return Command(name, ["/bin/sh", "-c", _FEED, DOOR, str(said)], cwd=root)


def floor(root: Path) -> Command:
    pass_only = [sys.executable, "-c", "pass"]
    return Command("(python -c pass + git status)", pass_only, ["git", "status", "--porcelain"], cwd=root)


def payload(root: Path, folder: Path, event: str, session: str, **more: object) -> Path:
    """Write what Claude Code would send, and return the file."""
    said = {"session_id": session, "transcript_path": "", "cwd": str(root), "hook_event_name": event, **more}
    path = folder / f"{event}-{session}.json"
    path.write_text(json.dumps(said), encoding="utf-8")
    return path


def tree(root: Path) -> list[str]:
    """Make a committed tree of `FILES` files under 60 decisions with 120 rules; return the rules."""
    rules = corpus.invariants(120)
    corpus.hook_repository(root, rules=rules, decisions=60, files=12, lines=60, added=500)
    there = sum(path.is_file() for path in root.rglob("*") if ".git" not in path.parts)
    for number in range(FILES - there):
        path = root / f"package{number % 60}" / f"module{number}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"value_{number} = {number}\n" * 20, encoding="utf-8")
    corpus.git(root, "add", "-A")
    corpus.git(root, "commit", "-qm", "Go on")
    return rules


def main() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        root = folder / "tree"
        rules = tree(root)
        began = payload(root, folder, "SessionStart", "one", source="startup")
        report("a session begins", door(root, began), floor(root), runs=7)
        stop = payload(root, folder, "Stop", "one", stop_hook_active=False)
        report(f"stop, clean tree of {FILES:,} files", door(root, stop), floor(root))
        (root / "package0" / "module0.py").write_text("value = 1\n", encoding="utf-8")
        report("stop, one file changed", door(root, stop), floor(root))
        names = [rule.split("`")[1] for rule in rules if "deny import" in rule]
        for number, module in enumerate(names[:3]):
            (root / f"package{number}" / f"module{number}.py").write_text(f"import {module}\n", encoding="utf-8")
        # Without the number of a turn, what is let go is held back again the next time: both are timed.
        report("stop, a violation in each of 3 files", door(root, stop), floor(root))
        corpus.git(root, "commit", "-qam", "Sneak", "--no-verify")
        report("stop, the same committed without the hooks", door(root, stop), floor(root))


if __name__ == "__main__":
    main()
