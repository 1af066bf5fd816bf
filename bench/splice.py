"""One key of a 50 KB note set in process, and a whole note restated in its dialect.

    python bench/splice.py

The target is less than 5 ms for the splice. A plain write and read of YAML is timed beside it, though it keeps neither
comments nor line ends.
"""

from __future__ import annotations

import yaml
from timing import in_process

from adrguard.vault.head.splice import Add, Put, splice
from adrguard.vault.restating.restate import Other, Restated, restate

PATH = "docs/adr/0008-query-safety.md"
SIZE = 50 * 1024
HEAD = """---
id: ADR-0008
title: Query safety
status: accepted # since the first release
date: 2026-01-02
tags: [sql, safety]
related:
  - "[[0002-database]]"
summary: >-
  Queries are built, never glued together.
---
"""
NYGARD = "# 8. Query safety\n\nDate: 2026-01-02\n\n## Status\n\nAccepted\n\n"
BODY = "## Context\n\nText with `code`, a [link](0002-database.md) and *emphasis*, as any note has it.\n\n- item\n\n"
ENDED = Restated(
    "superseded", (Other("ADR-0012", "Query builder", "docs/adr/0012-query-builder.md"),), (), "2026-12-01"
)


def note(head: str) -> bytes:
    """Return a note of 50 KB."""
    return (head + BODY * (SIZE // len(BODY) + 1))[:SIZE].encode()


def many_keys() -> str:
    """Return frontmatter of 50 KB."""
    lines = "".join(f"key_{number}: a value of some length, as they are\n" for number in range(1050))
    return f"---\nstatus: accepted\n{lines}---\n"


def dumped(data: bytes) -> bytes:
    """Set the status as a dumper does."""
    _, head, body = data.decode().split("---\n", 2)
    fields = yaml.safe_load(head)
    fields["status"] = "superseded"
    return f"---\n{yaml.safe_dump(fields, sort_keys=False)}---\n{body}".encode()


def main() -> None:
    """Print the figures."""
    vault, nygard, keys = note(HEAD), note(NYGARD), many_keys().encode()
    works = {
        "put one key, note of 50 KB": lambda: splice(PATH, vault, {"status": Put("superseded")}),
        "add to a list, note of 50 KB": lambda: splice(PATH, vault, {"related": Add(("[[x]]",))}),
        "put one key of 1,051 (frontmatter of 50 KB)": lambda: splice(PATH, keys, {"status": Put("superseded")}),
        "load and dump with PyYAML, note of 50 KB": lambda: dumped(vault),
        "restate frontmatter, note of 50 KB": lambda: restate(PATH, vault, ENDED),
        "restate a Status section, note of 50 KB": lambda: restate(PATH, nygard, ENDED),
    }
    for name, work in works.items():
        median, late = in_process(work)
        print(f"{name:<46} {median:7.2f} ms   95 % below {late:7.2f} ms")


if __name__ == "__main__":
    main()
