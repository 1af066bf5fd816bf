from __future__ import annotations

import re2
from hypothesis import given
from hypothesis import strategies as st

from adrguard.memory.spans import ANYWHERE, AT_START, asked, by_wrapper

PATTERNS = [rb"(a+)(b)?", rb"^error(?: (\d+))?", rb"x*", rb"(?m)^(\w+):(\d+)$"]


@given(
    st.sampled_from(PATTERNS),
    st.text("ab1:e ror\n", max_size=30),
    st.sampled_from([ANYWHERE, AT_START]),
    st.integers(0, 5),
)
def test_what_lies_beneath_answers_as_the_public_interface_does(pattern, text, anchor, start) -> None:
    how = re2.Options()
    data = text.encode()
    start = min(start, len(data))
    expected = by_wrapper(re2.compile(pattern, how))(anchor, data, start, len(data))
    assert [tuple(one) for one in asked(pattern, how)(anchor, data, start, len(data))] == expected


def test_another_release_is_asked_by_its_public_interface(monkeypatch) -> None:
    real = re2.compile

    class Wrapped:
        def __init__(self, compiled: object) -> None:
            self.match, self.search, self.groups = compiled.match, compiled.search, compiled.groups

    monkeypatch.setattr(re2, "compile", lambda *args: Wrapped(real(*args)))
    assert asked(rb"b(c)", re2.Options())(ANYWHERE, b"abc", 0, 3) == [(1, 3), (2, 3)]
    assert asked(rb"b(c)", re2.Options())(AT_START, b"abc", 0, 3) == [(-1, -1), (-1, -1)]
