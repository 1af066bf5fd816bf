"""Repositories to measure on: decisions of every kind, and ordinary-looking source files in several languages."""

from __future__ import annotations

import os
import random
import subprocess
from pathlib import Path

ENV = {
    **{key: value for key, value in os.environ.items() if not key.startswith(("GIT_", "PYTHON"))},
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "bench",
    "GIT_AUTHOR_EMAIL": "bench@example.org",
    "GIT_COMMITTER_NAME": "bench",
    "GIT_COMMITTER_EMAIL": "bench@example.org",
}
WORDS = (
    "account amount batch buffer cache channel client config cursor customer delivery document event factory field "
    "filter handler index invoice item journal key ledger limit message method network number object offset order page "
    "parcel partner path payment period policy price process product queue quota rate record region report request "
    "result retry route schema score section segment service session shipment signal source state status stream supplier "
    "table target tenant token total transfer user value vendor version view volume warehouse window worker zone"
).split()
SUFFIXES = (".py", ".ts", ".go", ".rs", ".py", ".java", ".ts", ".py")


def git(root: Path, *args: str) -> None:
    subprocess.run(["git", *args], cwd=root, env=ENV, check=True, stdout=subprocess.DEVNULL)


def new_repository(root: Path) -> Path:
    root.mkdir(parents=True)
    git(root, "init", "-q", "-b", "main")
    return root


def invariants(number: int) -> list[str]:
    """Return `number` invariants, of the kinds and in the proportions that real folders of decisions have."""
    shapes = (
        "- deny: `legacy_{a}_{n}(`",
        "- deny: `SELECT * FROM {a}_{n}` in `src/**`",
        "- deny: /{a}Api{n}\\.(get|post)\\(/",
        "- deny import: `{a}lib{n}`",
        "- deny: `internal.{a}.example-{n}.org`",
        "- deny call: `{a}kit{n}.run`",
        "- warn: `{a}_v{n}` in `src/**/*.py`, `src/**/*.ts`",
        "- deny: /\\b{a}_secret_{n}\\s*=/i in `src/**`",
        "- deny path: `src/{a}{n}/**/*.sql`",
        "- deny import: `{a}Sdk{n}.core` in `src/**`",
        "- deny dependency: `{a}-pkg-{n} <2.0`",
        "- deny code: `old{a}{n}($X)` in `src/**/*.py`\n  - lang: python",
    )
    chosen = random.Random(7)
    return [shapes[n % len(shapes)].format(a=chosen.choice(WORDS), n=n) for n in range(number)]


def text_and_regex(number: int) -> list[str]:
    """Return as many invariants, half plain text and half regular expressions."""
    return [
        f"- deny: `legacy_{WORDS[n % len(WORDS)]}_{n}(`"
        if n % 2
        else f"- deny: /{WORDS[n % len(WORDS)]}Api{n}\\.(get|post)\\(/"
        for n in range(number)
    ]


def write_decisions(root: Path, rules: list[str], decisions: int) -> None:
    folder = root / "docs" / "adr"
    folder.mkdir(parents=True, exist_ok=True)
    share = [rules[index::decisions] for index in range(decisions)]
    for index, own in enumerate(share, 1):
        body = "\n".join(own)
        (folder / f"{index:04d}-decision-{index}.md").write_text(
            f"---\nid: ADR-{index:04d}\nstatus: accepted\ndate: 2026-01-{index % 28 + 1:02d}\n---\n\n# {index}. Decision {index}\n\n"
            f"## Context\n\nTwo paragraphs of prose explain what led here and which other ways were looked at.\n\n"
            f"## Decision\n\nWe do it this way.\n\n## Invariants\n\n{body}\n\n## Consequences\n\nSome.\n",
            encoding="utf-8",
        )


def source_lines(rng: random.Random, suffix: str, count: int) -> list[str]:
    lines = []
    for _ in range(count):
        a, b, c = rng.choice(WORDS), rng.choice(WORDS), rng.choice(WORDS)
        n = rng.randrange(1000)
        if suffix == ".py":
            lines.append(f"{a}_{b} = {c}_{n}" if n % 3 else f"def {a}_{b}_{n}({c}):  return {c}.{a}({n}) or '{b} {c}'")
        elif suffix in (".ts", ".tsx"):
            lines.append(
                f"const {a}{n} = {b}.{c}({n}, '{a} {c}');"
                if n % 3
                else f"export function {a}{b}{n}({c}: string) {{ return {c}; }}"
            )
        elif suffix == ".go":
            lines.append(f"func {a}{b.title()}{n}({c} int) int {{ return {c} + {n} }}")
        elif suffix == ".rs":
            lines.append(f"fn {a}_{b}_{n}({c}: u32) -> u32 {{ {c} + {n} }}")
        else:
            lines.append(f"  int {a}{b.title()}{n}(int {c}) {{ return {c} + {n}; }}")
    return lines


def write_sources(
    root: Path, files: int, lines: int, *, seed: int = 1, suffixes: tuple[str, ...] = SUFFIXES
) -> list[Path]:
    rng = random.Random(seed)
    written = []
    for index in range(files):
        suffix = suffixes[index % len(suffixes)]
        path = root / "src" / WORDS[index % len(WORDS)] / f"{WORDS[(index * 7) % len(WORDS)]}_{index}{suffix}"
        path.parent.mkdir(parents=True, exist_ok=True)
        body = source_lines(rng, suffix, lines)
        head, tail = ([f"class C{index} {{"], ["}"]) if suffix == ".java" else ([], [])
        if suffix == ".go":
            head = ["package main", ""]
        path.write_text("\n".join([*head, *body, *tail]) + "\n", encoding="utf-8")
        written.append(path)
    return written


def add_lines(paths: list[Path], total: int, *, seed: int = 2, extra: list[str] | None = None) -> None:
    """Spread `total` new lines over the files, each block in the middle; `extra` lines go to the first files."""
    rng = random.Random(seed)
    share = total // len(paths)
    for index, path in enumerate(paths):
        lines = path.read_text(encoding="utf-8").split("\n")
        count = share + (total - share * len(paths) if index == 0 else 0)
        middle = len(lines) // 2
        lines[middle:middle] = source_lines(rng, path.suffix, count)
        path.write_text("\n".join(lines), encoding="utf-8")
    for path, line in zip(paths, extra or [], strict=False):
        path.write_text(path.read_text(encoding="utf-8") + line + "\n", encoding="utf-8")


def hook_repository(
    root: Path,
    *,
    rules: list[str],
    decisions: int,
    files: int,
    lines: int,
    added: int,
    suffixes: tuple[str, ...] = SUFFIXES,
) -> list[Path]:
    """Build a repository with a staged change of `files` files and `added` lines; return the changed files."""
    new_repository(root)
    write_decisions(root, rules, decisions)
    paths = write_sources(root, max(files * 4, 40), lines, suffixes=suffixes)
    git(root, "add", "-A")
    git(root, "commit", "-qm", "Begin")
    changed = paths[:files]
    add_lines(changed, added)
    git(root, "add", "-A")
    return changed
