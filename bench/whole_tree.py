"""`adrguard check --all` beside semgrep and ast-grep on the same tree with the same rules: `python bench/whole_tree.py`.

Both rivals come from PyPI (`pip install semgrep ast-grep-cli`); `--tools FOLDER` names the folder of their programs.
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


def write_rules(root: Path) -> None:
    invariants, semgrep, ast_grep = [], [], []
    for language, suffix in LANGUAGES:
        for name in FORBIDDEN:
            invariants.append(f"- deny code: `{name}($$$)` in `src/**/*{suffix}`\n  - lang: {language}")
            semgrep.append(
                {
                    "id": f"{language}-{name}",
                    "languages": [language],
                    "severity": "ERROR",
                    "message": "no",
                    "pattern": f"{name}(...)",
                }
            )
            ast_grep.append(
                json.dumps({"id": f"{language}-{name}", "language": language, "rule": {"pattern": f"{name}($$$)"}})
            )
    corpus.write_decisions(root, invariants, 10)
    (root / "semgrep.json").write_text(json.dumps({"rules": semgrep}))
    rules = root / "sg"
    rules.mkdir()
    for index, rule in enumerate(ast_grep):
        (rules / f"{index}.yml").write_text(rule)
    (root / "sgconfig.yml").write_text("ruleDirs: [sg]\n")


def build(root: Path, files: int) -> None:
    corpus.new_repository(root)
    write_rules(root)
    paths = corpus.write_sources(root, files, 60, suffixes=(".py", ".ts"))
    for index, path in enumerate(paths[::50]):
        path.write_text(path.read_text() + f"{FORBIDDEN[index % len(FORBIDDEN)]}(1)\n")
    corpus.git(root, "add", "-A")
    corpus.git(root, "commit", "-qm", "Begin")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--tools", default="", help="folder that holds semgrep and ast-grep")
    parser.add_argument("--files", type=int, default=3000)
    parser.add_argument("--runs", type=int, default=5)
    arguments = parser.parse_args()

    def tool(name: str) -> str:
        found = shutil.which(name, path=arguments.tools or None)
        if not found:
            raise SystemExit(f"{name} is not installed: pip install semgrep ast-grep-cli")
        return found

    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "tree"
        build(root, arguments.files)
        ours = Command(
            "adrguard", [str(Path(sys.executable).with_name("adrguard")), "check", "--all"], cwd=root, codes=(1,)
        )
        semgrep = Command(
            "semgrep",
            [
                tool("semgrep"),
                "scan",
                "--metrics=off",
                "--disable-version-check",
                "--quiet",
                "--config",
                "semgrep.json",
                "src",
            ],
            cwd=root,
        )
        ast_grep = Command(
            "ast-grep", [tool("ast-grep"), "scan", "--report-style", "short", "src"], cwd=root, codes=(0, 1)
        )
        for reference in (semgrep, ast_grep):
            mine, other, ratio, peak = compare(ours, reference, arguments.runs)
            print(
                f"check --all, {arguments.files} files, 30 rules: {mine:8.0f} ms ÷ {reference.name} {other:8.0f} ms = {ratio:.3f}   peak {peak / 1024:.0f} MB"
            )


if __name__ == "__main__":
    main()
