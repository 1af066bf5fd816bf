"""`adrguard check --all` on whole trees: `python bench/whole_tree.py [--tools FOLDER] [--files N] [--runs N]`.

Beside semgrep and ast-grep on the same tree with the same rules; beside itself when nothing, or one file, changed since
the last run; in one process and in several; and with rules of every kind, for which each file has to be parsed. Both
rivals come from PyPI (`pip install semgrep ast-grep-cli`); `--tools` names the folder of their programs, and without
them only adrguard is timed.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from pathlib import Path

import corpus
from timing import Command, compare

FORBIDDEN = [f"{corpus.WORDS[n]}{tail}" for n in range(5) for tail in ("_legacy", "_unsafe", "_raw")]
LANGUAGES = (("python", ".py"), ("typescript", ".ts"))


def patterns(root: Path) -> list[str]:
    """Write 30 rules for calls of forbidden names, for all three tools, and return ours."""
    invariants, semgrep = [], []
    folder = root / "sg"
    folder.mkdir()
    for language, suffix in LANGUAGES:
        for name in FORBIDDEN:
            invariants.append(f"- deny code: `{name}($$$)` in `src/**/*{suffix}`\n  - lang: {language}")
            one = {"id": f"{language}-{name}", "severity": "ERROR", "message": "no", "pattern": f"{name}(...)"}
            semgrep.append({**one, "languages": [language]})
            rule = {"id": f"{language}-{name}", "language": language, "rule": {"pattern": f"{name}($$$)"}}
            (folder / f"{len(semgrep)}.yml").write_text(json.dumps(rule))
    (root / "semgrep.json").write_text(json.dumps({"rules": semgrep}))
    (root / "sgconfig.yml").write_text("ruleDirs: [sg]\n")
    return invariants


def every_kind(root: Path) -> list[str]:
    """Return 30 rules of every kind, some of which have to look into every file."""
    del root
    layers = " > ".join(f"`src/{word}/**`" for word in corpus.WORDS[:6])
    rules = corpus.invariants(24)
    rules += [f"- deny layers: {layers}", "- deny edge: `src/account/**` -> `src/zone/**`"]
    rules += ["- deny call: `subprocess.*`", "- deny import: `requests`", "- require path: `README.md`"]
    return [*rules, "- deny: /eval\\(/ in `src/**`\n  - where: code"]


def build(root: Path, files: int, rules: object) -> Path:
    corpus.new_repository(root)
    invariants = rules(root)
    corpus.write_decisions(root, invariants, 10)
    paths = corpus.write_sources(root, files, 60, suffixes=(".py", ".ts"))
    for index, path in enumerate(paths):
        name = FORBIDDEN[index % len(FORBIDDEN)]
        tail = f"{name}(1)\n" if index % 50 == 0 else ""
        if rules is every_kind:
            near = paths[(index * 13) % files]
            module = ".".join(near.relative_to(root).with_suffix("").parts)
            tail += f"import {module}, subprocess\n" if path.suffix == ".py" else f"import x from './{near.stem}';\n"
        path.write_text(path.read_text() + tail)
    (root / "README.md").write_text("A tree.\n")
    corpus.git(root, "add", "-A")
    corpus.git(root, "commit", "-qm", "Begin")
    return root


def forget(root: Path) -> None:
    """Take away what earlier runs found out of the files, and leave the compiled decisions."""
    for path in (root / ".git" / "adrguard").glob("facts-*"):
        path.unlink()


def edit(root: Path) -> None:
    """Change one file."""
    path = next((root / "src").rglob("*.py"))
    path.write_text(path.read_text() + "x = 1\n")


def ours(root: Path, name: str, *more: str, prepare: object = None) -> Command:
    program = str(Path(sys.executable).with_name("adrguard"))
    codes = (0, 1)
    return Command(name, [program, "check", "--all", *more], cwd=root, codes=codes, prepare=prepare)


def show(tree: str, command: Command, reference: Command, runs: int) -> None:
    mine, other, ratio, peak = compare(command, reference, runs)
    print(
        f"{tree}, {command.name:<16} {mine:8.0f} ms ÷ {reference.name:<9} {other:8.0f} ms = {ratio:.3f}   "
        f"largest process {peak / 1024:.0f} MB",
        flush=True,
    )


def measure(tree: str, root: Path, rivals: list[Command], runs: int) -> None:
    cold = ours(root, "cold", prepare=lambda: forget(root))
    for rival in rivals:
        show(tree, cold, rival, runs)
    show(tree, ours(root, "warm"), cold, runs)
    show(tree, ours(root, "one file edited", prepare=lambda: edit(root)), cold, runs)
    show(tree, cold, ours(root, "--jobs 1", "--jobs", "1", prepare=lambda: forget(root)), runs)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tools", default="", help="folder that holds semgrep and ast-grep")
    parser.add_argument("--files", type=int, default=3000)
    parser.add_argument("--runs", type=int, default=5)
    arguments = parser.parse_args()

    def rival(root: Path, name: str, *more: str) -> list[Command]:
        found = shutil.which(name, path=arguments.tools or None)
        return [Command(name, [found, "scan", *more, "src"], cwd=root, codes=(0, 1))] if found else []

    with tempfile.TemporaryDirectory() as folder:
        root = build(Path(folder) / "patterns", arguments.files, patterns)
        quiet = ("--metrics=off", "--disable-version-check", "--quiet", "--config", "semgrep.json")
        rivals = rival(root, "semgrep", *quiet) + rival(root, "ast-grep", "--report-style", "short")
        measure(f"{arguments.files} files, 30 patterns", root, rivals, arguments.runs)
        root = build(Path(folder) / "kinds", arguments.files, every_kind)
        measure(f"{arguments.files} files, 30 rules of all kinds", root, [], arguments.runs)


if __name__ == "__main__":
    main()
