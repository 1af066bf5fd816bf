from __future__ import annotations

import pytest

from adrguard.matchers.registry import KINDS


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_each_kind_has_its_module(kind):
    assert callable(getattr(kind.load(), "find" if kind.per == "file" else "judge"))


@pytest.mark.parametrize(
    ("kind", "path", "reads"),
    [
        ("text", "a.unheard-of", True),
        ("regex", "LICENSE", True),
        ("import", "a.py", True),
        ("import", "a.lua", False),
        ("call", "a.h", True),
        ("code", "README.md", False),
        ("dependency", "package.json", True),
        ("dependency", "a.py", False),
    ],
)
def test_a_kind_reads_what_it_can_find_something_in(kind, path, reads):
    assert KINDS[kind].reads(path) is reads
