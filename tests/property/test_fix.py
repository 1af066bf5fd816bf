"""Laws of fixing: once is enough, what has no finding stays, what comes of it parses and is free of what was mended."""

from __future__ import annotations

import ast
import re

from fakes.fixing import compiled, found
from fakes.tree import MemoryTree
from hypothesis import given, settings
from hypothesis import strategies as st

from adrguard.fixer.edits import apply
from adrguard.fixer.propose import propose
from adrguard.matchers.context import Context
from adrguard.model.changes import NEW, ChangeSet, Content
from adrguard.syntax.source import Source

RULES = [
    compiled(
        "deny call: `requests.get`, `requests.post`\nrewrite: requests.get -> httpx.get, requests.post -> httpx.Client.post"
    ),
    compiled("deny import: `yaml`\nrewrite: yaml -> ruamel.yaml"),
    compiled("deny code: `print($$$A)`\nlang: python\nrewrite: `log.info($$$A)`"),
]
_IMPORTS = [
    "import requests",
    "import requests as r",
    "from requests import get, post as p",
    "from requests import (\n    get,  # one\n    put,\n)",
    "import os, requests; import sys",
    "import yaml",
    "from yaml import load as y",
    "import httpx",
    "if os:\n    import requests",
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import yaml",
    "try:\n    import requests\nexcept ImportError:\n    requests = None",
]
_LINES = [
    "requests.get(1)",
    "x = requests.post(requests.get(u), y)  # kept",
    "get(print(1, *a))",
    "r.get(p(r.put))",
    "f = requests.get",
    "yaml.load(s); yaml . dump(s)",
    "z: 'yaml.Node' = y",
    "print('a\u00e9\U0001f600', f(\n    2,\n))",
    "__all__ = ['requests', 'yaml']",
    "httpx = 3",
    "# requests.get is denied",
    "s = '''\nrequests.get(1)\n'''",
    "",
]


@st.composite
def programs(draw) -> str:
    """Imports, then a function and a class with some lines, then lines of the module, in any line ends."""

    def some(lines: list[str], most: int) -> list[str]:
        return draw(st.lists(st.sampled_from(lines), max_size=most))

    def block(lines: list[str]) -> list[str]:
        return ["    " + one.replace("\n", "\n    ") for one in [*lines, "pass"]]

    head = draw(
        st.sampled_from([[], ['"""Doc."""'], ["#!/bin/x", "# licence"], ["from __future__ import annotations"]])
    )
    argument = draw(st.sampled_from(["", "requests", "yaml=1"]))
    rows = [*head, *some(_IMPORTS, 4)]
    rows += [f"def f({argument}):", *block(some(_IMPORTS, 1) + some(_LINES, 3))]
    rows += ["class A:", *block(some(_LINES, 2)), *some(_LINES, 4)]
    end = draw(st.sampled_from(["\n", "\r\n"]))
    return end.join("\n".join(rows).split("\n")) + draw(st.sampled_from(["", end]))


def step(text: str, rule) -> tuple[str, list[int], int]:
    """Return what one rule makes of a text, the lines (1-based) with what it mended, and how many findings it mended."""
    source = Source("a.py", Content(text))
    context = Context(MemoryTree(new={"a.py": text}), NEW, ChangeSet("all", ()))
    findings = found(rule, source, context)
    if not findings:
        return text, [], 0
    made = propose(source, findings, context)
    assert {*made.fixed, *[one.finding for one in made.left]} == set(findings)
    lines = [number for one in made.fixed for number in range(one.line, one.end_line + 1)]
    return apply(text, made.edits), lines, len(made.fixed)


def finding_count(text: str, rule) -> int:
    source = Source("a.py", Content(text))
    return len(found(rule, source, Context(MemoryTree(new={"a.py": text}), NEW, ChangeSet("all", ()))))


def is_import(line: str) -> bool:
    return bool(re.match(r"\s*(import|from)\b|\s+(get|put),|\s*\)", line)) or "import " in line


@settings(max_examples=120, deadline=None)
@given(programs(), st.sampled_from(RULES))
def test_a_rewrite_keeps_what_has_no_finding_and_mends_the_rest(text: str, rule) -> None:
    ast.parse(text)
    once, lines, fixed = step(text, rule)
    ast.parse(once)
    assert finding_count(once, rule) == finding_count(text, rule) - fixed
    before, after = text.split("\n"), once.split("\n")
    touched = {before[number - 1] for number in lines}
    if rule.kind == "import":
        # What an import binds is renamed wherever it is used.
        touched |= {line for line in before if re.search(r"\byaml\b", line)}
    kept = [line for line in before if line not in touched and not is_import(line) and line.strip() not in ("", "pass")]
    rest = iter(after)
    assert all(any(line.rstrip("\r") == other.rstrip("\r") for other in rest) for line in kept)
    assert ("\r\n" in text) is ("\r\n" in once) or "\n" not in once
    assert not re.search(r"(?<!\r)\n", once) or "\r\n" not in text


@settings(max_examples=60, deadline=None)
@given(programs())
def test_once_nothing_is_left_to_mend_a_second_run_changes_nothing(text: str) -> None:
    def mended(text: str) -> str:
        for _ in range(30):
            new = text
            for rule in RULES:
                new = step(new, rule)[0]
            if new == text:
                return text
            text = new
        raise AssertionError("it never comes to an end")

    once = mended(text)
    ast.parse(once)
    assert mended(once) == once
