"""The surroundings in which a fragment of code is complete: statement, expression, member of a type, file.

A fragment alone is often no program (`gets(a)` in C), or quietly another one (`fmt.Println(a)` in Go is a conversion of
types), so a pattern is tried where such code really stands. `@@` is the place for the fragment.
"""

from __future__ import annotations

_CURLY_CATCH = "function f() { try { } @@ }"

HOSTS: dict[str, tuple[tuple[str, ...], ...]] = {
    "python": (
        ("def f():\n    @@\n", "v = @@\n"),
        ("try:\n    v\n@@\n", "@@\ndef f():\n    v\n", "class C:\n    @@\n"),
    ),
    "javascript": (
        ("function f() { @@ }", "const v = @@;", "const v = <a @@ />;"),
        ("class C { @@ }", "class C { @@ f() { } }", "@@ class C { }", _CURLY_CATCH),
        ("@@",),
    ),
    "typescript": (
        ("function f() { @@ }", "const v = @@;", "let v: @@ = w;"),
        ("class C { @@ }", "interface C { @@ }", "class C { @@ f() { } }", "@@ class C { }", _CURLY_CATCH),
        ("@@",),
    ),
    "tsx": (
        ("function f() { @@ }", "const v = @@;", "let v: @@ = w;", "const v = <a @@ />;"),
        ("class C { @@ }", "interface C { @@ }", "class C { @@ f() { } }", "@@ class C { }", _CURLY_CATCH),
        ("@@",),
    ),
    "rust": (
        ("fn f() { @@; }", "fn f() { @@ }", "fn f() { let v = @@; }", "fn f() { let v: @@ = w; }"),
        ("impl C { @@ }", "@@ fn f() { }"),
        ("@@",),
    ),
    "go": (
        ("package p\nfunc f() { @@ }", "package p\nfunc f() { v := @@ }", "package p\nvar v @@"),
        ("package p\n@@",),
    ),
    "java": (
        (
            "class C { void f() { @@; } }",
            "class C { void f() { @@ } }",
            "class C { void f() { var v = @@; } }",
            "class C { @@ v; }",
        ),
        ("class C { @@ }", "class C { @@ void f() { } }", "class C { void f() { try { } @@ } }"),
        ("@@",),
    ),
    "kotlin": (
        ("fun f() { @@ }", "val v = @@", "val v: @@ = w"),
        ("class C { @@ }", "@@ fun f() { }", "fun f() { try { } @@ }"),
        ("@@",),
    ),
    "csharp": (
        (
            "class C { void F() { @@; } }",
            "class C { void F() { @@ } }",
            "class C { void F() { var v = @@; } }",
            "class C { @@ v; }",
        ),
        ("class C { @@ }", "class C { @@ void F() { } }", "class C { void F() { try { } @@ } }"),
        ("@@",),
    ),
    "c": (("void f() { @@; }", "void f() { @@ }", "void f() { v = @@; }", "extern @@ v;"), ("@@",)),
    "cpp": (
        ("void f() { @@; }", "void f() { @@ }", "void f() { auto v = @@; }", "extern @@ v;"),
        ("class C { @@ };", "void f() { try { } @@ }"),
        ("@@",),
    ),
    "ruby": (("def f\n  @@\nend\n", "v = @@\n"), ("class C\n  @@\nend\n", "begin\n  v\n@@\nend\n")),
    "php": (
        ("<?php function f() { @@; }", "<?php function f() { @@ }", "<?php $v = @@;"),
        ("<?php class C { @@ }", "<?php @@ function f() { }", "<?php try { } @@"),
        ("<?php @@",),
    ),
    "swift": (
        ("func f() { @@ }", "let v = @@", "let v: @@ = w"),
        ("class C { @@ }", "@@ func f() { }", "func f() { do { } @@ }"),
        ("@@",),
    ),
    "scala": (
        ("object O { def f() = { @@ } }", "val v = @@", "val v: @@ = w"),
        ("class C { @@ }", "@@ class C { }"),
        ("@@",),
    ),
}
"""By language: groups of hosts, those where code stands most before those where it stands seldom."""
