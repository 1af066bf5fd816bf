"""`adrguard fix` on a Python file of 2,600 lines, beside libcst's own parse and rename of the same.

    python bench/fix.py

The file is the standard library's argparse.py with twenty calls of `requests.get` put into it; both make `httpx.get` of them and
mend the import. libcst's side is a process that reads the file, parses it, runs the `RenameCommand` that comes with it,
and writes the file. Ours also finds the calls, judges what comes of it, and judges the change once more.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import libcst
from corpus import ENV
from libcst.metadata import ByteSpanPositionProvider, MetadataWrapper, ScopeProvider
from timing import Command, in_process, report

from adrguard.fixer.python.tree import PythonTree
from adrguard.model.changes import Content
from adrguard.syntax.source import Source

RULE = """# 1. HTTP goes through httpx

Status: accepted

## Invariants

- deny call: `requests.get`
  - rewrite: `requests.get` -> `httpx.get`
"""
CALLS = 20
THEIRS = """
import sys
import libcst
from libcst.codemod import CodemodContext
from libcst.codemod.commands.rename import RenameCommand
module = libcst.parse_module(open("{path}").read())
new = RenameCommand(CodemodContext(), "requests.get", "httpx.get").transform_module(module)
open("{path}", "w").write(new.code)
assert new.code.count("httpx.get") == {calls}, new.code.count("httpx.get")
"""


def spoilt() -> str:
    """Return argparse.py with calls of requests in it, spread over the file."""
    text = Path(argparse.__file__).read_text(encoding="utf-8")
    rows = text.replace("import re as _re\n", "import re as _re\nimport requests\n", 1).split("\n")
    marks = [at for at, row in enumerate(rows) if row.startswith("        return ")][: CALLS * 4 : 4]
    for at in reversed(marks):
        rows.insert(at, "        requests.get('https://example.org', timeout=3)")
    return "\n".join(rows)


def main() -> None:
    """Print the figures."""
    text = spoilt()
    print(f"{text.count(chr(10)):,} lines, {text.count('requests.get(')} calls to mend")
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        subprocess.run(["git", "init", "-q"], cwd=root, env=ENV, check=True)
        (root / "docs/adr").mkdir(parents=True)
        (root / "docs/adr/0001-http.md").write_text(RULE, encoding="utf-8")
        (root / "big.py").write_text(text, encoding="utf-8")
        (root / "kept.py.txt").write_text(text, encoding="utf-8")
        restore = ["cp", "kept.py.txt", "big.py"]
        program = str(Path(sys.executable).with_name("adrguard"))
        count = text.count("requests.get(")
        ours = Command("adrguard", restore, [program, "fix", "big.py"], cwd=root)
        preview = Command("adrguard", restore, [program, "fix", "--diff", "big.py"], cwd=root, codes=(0, 1))
        theirs = Command("libcst", restore, [sys.executable, "-c", THEIRS.format(path="big.py", calls=count)], cwd=root)
        report("fix, whole process", ours, theirs, runs=5)
        report("fix --diff, whole process", preview, theirs, runs=5)
        print(f"    same result: {same(root, ours, theirs)}")
    source = Source("big.py", Content(text))
    for name, read in (
        ("libcst's parser alone, in process", lambda: libcst.parse_module(text)),
        ("libcst tree, scopes and places, in process", lambda: PythonTree(source)),
        ("the same by libcst's own providers, in process", lambda: by_libcst(text)),
    ):
        print(f"{name:<58} {in_process(read, 5)[0]:8.1f} ms")


def by_libcst(text: str) -> object:
    """Find scopes and places as libcst itself does."""
    wrapper = MetadataWrapper(libcst.parse_module(text), unsafe_skip_copy=True)
    return wrapper.resolve_many([ScopeProvider, ByteSpanPositionProvider])


def same(root: Path, ours: Command, theirs: Command) -> bool:
    """Say whether both leave the same file behind, the order of imports aside."""
    ours.once()
    first = (root / "big.py").read_text(encoding="utf-8")
    theirs.once()
    return sorted(first.split("\n")) == sorted((root / "big.py").read_text(encoding="utf-8").split("\n"))


if __name__ == "__main__":
    main()
