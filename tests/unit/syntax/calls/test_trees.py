"""What a callee stands for where it is named in another way than by its own name."""

from __future__ import annotations

import pytest

from adrguard.model.changes import Content
from adrguard.syntax.source import Source


@pytest.mark.parametrize(
    ("path", "text", "names"),
    [
        pytest.param(
            "a.rs", "type C = Command; fn f() { C::new(); }", "std.process.Command.new", id="rust: type alias"
        ),
        pytest.param("a.rs", "fn f() { <Command>::new(); }", "std.process.Command.new", id="rust: in brackets"),
        pytest.param("a.rs", "fn f() { <Command as X>::new(); }", "std.process.Command.new", id="rust: as a trait"),
        pytest.param("A.java", "Runtime\n.getRuntime();", "java.lang.Runtime.getRuntime", id="java: over lines"),
        pytest.param("A.java", "Runtime./*x*/getRuntime();", "java.lang.Runtime.getRuntime", id="java: a comment"),
    ],
)
def test_a_callee_is_followed_through_other_spellings(path, text, names):
    head, tail = ("use std::process::Command;\n", "") if path == "a.rs" else ("class A { void f() { ", "}}")
    calls = Source(path, Content(head + text + tail)).calls()
    assert names in [name for call in calls for name in call.names]
