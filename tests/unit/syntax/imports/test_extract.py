"""What an import statement says, in every spelling of every language: module, names, bindings, place."""

from __future__ import annotations

import pytest
from fakes.matching import fragment

from adrguard.model.changes import Content
from adrguard.syntax.imported import dotted_folder, joined
from adrguard.syntax.imports import extract
from adrguard.syntax.languages import CODE
from adrguard.syntax.source import Source


def read(path: str, text: str):
    return Source(path, Content(text)).imports()


def told(path: str, text: str) -> list[tuple[str, ...]]:
    """Return (absolute module, names...) of each import."""
    return [(one.absolute, *(name.name for name in one.names)) for one in read(path, text)]


PYTHON = [
    pytest.param("import a.b, c as d", [("a.b",), ("c",)], id="plain"),
    pytest.param("from a.b import c, d as e", [("a.b", "c", "d")], id="from"),
    pytest.param("from a import (\n  b,\n  c,\n)", [("a", "b", "c")], id="over lines"),
    pytest.param("from a import *", [("a", "*")], id="star"),
    pytest.param("from . import b", [("/src.app.db", "b")], id="own package"),
    pytest.param("from ..x.y import b", [("/src.app.x.y", "b")], id="package above"),
    pytest.param("from ..... import b", [("", "b")], id="out of the repository"),
    pytest.param("def f():\n    import a", [("a",)], id="in a function"),
    pytest.param("try:\n    import a\nexcept ImportError:\n    import b as a", [("a",), ("b",)], id="with a fallback"),
    pytest.param("match x:\n    case 1:\n        import a", [("a",)], id="in a case"),
    pytest.param('import importlib\nimportlib.import_module("a.b")', [("importlib",), ("a.b",)], id="by import_module"),
    pytest.param(
        'from importlib import import_module as im\nim("a")', [("importlib", "import_module"), ("a",)], id="aliased"
    ),
    pytest.param('__import__("a.b")', [("a.b",)], id="by __import__"),
    pytest.param(
        'import importlib as i\ni.import_module(".a", package="p.q")', [("importlib",), ("p.q.a",)], id="in a package"
    ),
    pytest.param(
        'import importlib as i\ni.import_module("..a", __package__)', [("importlib",), ("/src.app.a",)], id="in its own"
    ),
    pytest.param('import_module("a")', [], id="a function of another kind"),
    pytest.param("import importlib\nimportlib.import_module(name)", [("importlib",)], id="a name that is computed"),
    pytest.param("x = 'import a'\n# import b", [], id="only said"),
]


@pytest.mark.parametrize(("text", "expected"), PYTHON)
def test_python(text, expected):
    assert told("src/app/db/m.py", text) == expected


@pytest.mark.parametrize(
    ("text", "types_only"),
    [
        pytest.param("if TYPE_CHECKING:\n    import a", True, id="flag"),
        pytest.param("if typing.TYPE_CHECKING:\n    import a", True, id="of typing"),
        pytest.param("if t.TYPE_CHECKING:\n    if x:\n        import a", True, id="of an alias, nested"),
        pytest.param("if TYPE_CHECKING:\n    pass\nelse:\n    import a", False, id="its other branch"),
        pytest.param("if not TYPE_CHECKING:\n    import a", False, id="negated"),
        pytest.param("if not TYPE_CHECKING:\n    pass\nelse:\n    import a", True, id="negated, other branch"),
        pytest.param("if x:\n    import a", False, id="any other condition"),
    ],
)
def test_what_only_a_type_checker_imports_is_marked(text, types_only):
    assert [one.types_only for one in read("a.py", text)] == [types_only]
    assert [one.types_only for one in Source("a.py", Content(text, fragment=True)).imports()] == [types_only]


ECMASCRIPT = [
    pytest.param('import a from "x"', [("x", "default")], id="default"),
    pytest.param('import a, {b as c} from "x"', [("x", "default", "b")], id="default and named"),
    pytest.param('import * as a from "node:fs"', [("fs",)], id="namespace, node:"),
    pytest.param('import "x/y.css"', [("x/y.css",)], id="for its effect"),
    pytest.param('import a from "../x/y"', [("/src/x/y", "default")], id="relative"),
    pytest.param('import a from "../../../y"', [("", "default")], id="out of the repository"),
    pytest.param('export {a as b} from "x"', [("x", "a")], id="export from"),
    pytest.param('export * from "x"', [("x", "*")], id="export all"),
    pytest.param('export * as a from "x"', [("x", "*")], id="export all as"),
    pytest.param('const a = require("x")', [("x",)], id="require"),
    pytest.param("const {a: b, c} = require('x')", [("x", "a", "c")], id="require, taken apart"),
    pytest.param("require(`x`).y()", [("x",)], id="require, template"),
    pytest.param('const a = await import("x")', [("x",)], id="dynamic"),
    pytest.param('lazy(() => import("x/y"))', [("x/y",)], id="lazy"),
    pytest.param('require.resolve("x")', [("x",)], id="resolved only"),
    pytest.param('import a from "npm:@s/x@4.1/fp"', [("@s/x/fp", "default")], id="npm: with a version"),
    pytest.param('import a from "raw-loader!x"', [("x", "default")], id="through a loader"),
    pytest.param('import a from "x?url"', [("x", "default")], id="with a query"),
    pytest.param("require(name); import(`${a}`)", [], id="computed"),
    pytest.param("export {a}; export const b = 1", [], id="exports of its own"),
    pytest.param('obj.require("x"); required("y")', [], id="functions of other names"),
    pytest.param("// import a from 'x'\nconst s = 'import \"y\"'", [], id="only said"),
]


@pytest.mark.parametrize(("text", "expected"), ECMASCRIPT)
@pytest.mark.parametrize("path", ["src/a/b.js", "src/a/b.ts", "src/a/b.tsx"])
def test_ecmascript(path, text, expected):
    assert told(path, text) == expected


@pytest.mark.parametrize(
    ("text", "types_only"),
    [
        pytest.param('import type {A} from "x"', True, id="import type"),
        pytest.param('import type A from "x"', True, id="import type default"),
        pytest.param('import {type A, type B} from "x"', True, id="each name"),
        pytest.param('import {type A, b} from "x"', False, id="one name of two"),
        pytest.param('import a, {type B} from "x"', False, id="a default besides"),
        pytest.param('import "x"', False, id="for its effect"),
        pytest.param('export type {A} from "x"', True, id="export type"),
        pytest.param('export type * from "x"', True, id="export type all"),
        pytest.param('import type a = require("x")', True, id="import type require"),
        pytest.param('import a = require("x")', False, id="import require"),
        pytest.param('let a: typeof import("x")', True, id="type of an import"),
        pytest.param('type A = import("x").B', True, id="import in a type"),
    ],
)
def test_what_only_the_compiler_imports_is_marked(text, types_only):
    assert [(one.absolute, one.types_only) for one in read("a.ts", text)] == [("x", types_only)]


OTHERS = [
    pytest.param("a.rs", "use a::b::C;", [("a::b", "C")], id="rust: use"),
    pytest.param("a.rs", "use a;", [("a",)], id="rust: a crate"),
    pytest.param("a.rs", "pub(crate) use ::a::b as c;", [("a", "b")], id="rust: as, from the root"),
    pytest.param(
        "a.rs",
        "use a::{self, b::{C, D as E}, f::*};",
        [("a",), ("a::b", "C", "D"), ("a::f", "*")],
        id="rust: nested",
    ),
    pytest.param("a.rs", "use {a, b::c};", [("a",), ("b", "c")], id="rust: a group of crates"),
    pytest.param("a.rs", "extern crate a as b;", [("a",)], id="rust: extern crate"),
    pytest.param("src/x/y.rs", "use super::z::W;", [("crate::x::z", "W")], id="rust: super"),
    pytest.param("src/x/mod.rs", "use self::z;", [("crate::x", "z")], id="rust: self"),
    pytest.param("src/x.rs", "mod n { use super::k; }", [("crate::x", "k")], id="rust: inline module"),
    pytest.param("src/lib.rs", "mod m;", [("crate::m",)], id="rust: a module in a file"),
    pytest.param("a.go", 'package a\nimport "net/http"', [("net/http",)], id="go: one"),
    pytest.param(
        "a.go", 'package a\nimport (\n x "a/b"\n . "c"\n _ "d"\n)', [("a/b",), ("c", "*"), ("d",)], id="go: several"
    ),
    pytest.param("A.java", "import a.b.C;", [("a.b", "C")], id="java: class"),
    pytest.param("A.java", "import a.b.*;", [("a.b", "*")], id="java: star"),
    pytest.param("A.java", "import static a.B.c;", [("a.B", "c")], id="java: static"),
    pytest.param("A.java", "import static a.B.*;", [("a.B", "*")], id="java: static star"),
    pytest.param(
        "a.kt",
        "import a.b.C\nimport a.b.D as E\nimport a.c.*\n",
        [("a.b", "C"), ("a.b", "D"), ("a.c", "*")],
        id="kotlin",
    ),
    pytest.param("a.scala", "import a.b.C", [("a.b", "C")], id="scala: class"),
    pytest.param("a.scala", "import a.b.{C, D => E, F => _, _}", [("a.b", "C", "D", "*")], id="scala: selectors"),
    pytest.param("a.scala", "import a.b, c.d._", [("a", "b"), ("c.d", "*")], id="scala: several"),
    pytest.param("a.scala", "import a.b.*\nimport c.d as e", [("a.b", "*"), ("c", "d")], id="scala 3"),
    pytest.param("A.cs", "using A.B;", [("A.B", "*")], id="c#: namespace"),
    pytest.param("A.cs", "global using static A.B;", [("A.B", "*")], id="c#: global static"),
    pytest.param("A.cs", "using X = A.B<int>;", [("A.B",)], id="c#: alias"),
    pytest.param("A.cs", "namespace N { using global::A.B; }", [("A.B", "*")], id="c#: within a namespace"),
    pytest.param("x/a.c", '#include <a/b.h>\n#include "c.h"', [("a/b.h",), ("c.h",)], id="c: both brackets"),
    pytest.param("x/a.c", '#include "../c.h"\n#  include "d.h"', [("/c.h",), ("d.h",)], id="c: relative"),
    pytest.param("a.cpp", "#ifdef X\n#include <a>\n#endif\n#include MACRO\n", [("a",)], id="c++: under a condition"),
    pytest.param("a.h", "#import <a.h>\n#include_next <b.h>\n", [("a.h",), ("b.h",)], id="c: import, include_next"),
    pytest.param("x/a.rb", "require 'a/b'\nrequire_relative \"../c\"", [("a/b",), ("/c",)], id="ruby: require"),
    pytest.param(
        "x/a.rb", 'load "a.rb"\nautoload :A, "b/c"\nKernel.require "d"', [("a",), ("b/c",), ("d",)], id="ruby: others"
    ),
    pytest.param("a.rb", 'require "#{x}"\nobj.require "y"\nrequire z', [], id="ruby: computed, or another's"),
    pytest.param("a.php", r"<?php use A\B; use A\C as D;", [("A", "B"), ("A", "C")], id="php: use"),
    pytest.param("a.php", r"<?php use A\{B, C\D as E};", [("A", "B"), ("A\\C", "D")], id="php: group"),
    pytest.param("a.php", r"<?php use function A\f; use const A\K;", [("A", "f"), ("A", "K")], id="php: functions"),
    pytest.param("a.php", r"<?php use \A\B, C;", [("A", "B"), ("C",)], id="php: several"),
    pytest.param(
        "x/a.php", '<?php require "b.php"; include_once("c.php");', [("b.php",), ("c.php",)], id="php: include"
    ),
    pytest.param("x/a.php", '<?php require_once __DIR__ . "/../b.php";', [("/b.php",)], id="php: beside it"),
    pytest.param(
        "a.php", "<?php class A { use T; } require $x; $f = function() use ($y) {};", [], id="php: other uses"
    ),
    pytest.param("a.swift", "import A\n@testable import B\n", [("A", "*"), ("B", "*")], id="swift: modules"),
    pytest.param("a.swift", "import struct A.B\n", [("A", "B")], id="swift: one declaration"),
]


@pytest.mark.parametrize(("path", "text", "expected"), OTHERS)
def test_other_languages(path, text, expected):
    assert told(path, text) == expected


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.py", "import a.b\nimport c.d as e\nfrom f import g as h", [("a", "a"), ("e", "c.d"), ("h", "f.g")]),
        ("a.ts", 'import a, {b as c} from "x"; import * as d from "y"', [("a", "x"), ("c", "x.b"), ("d", "y")]),
        ("a.ts", 'const {a: {b}, c = 1, ...d} = require("x")', [("c", "x.c")]),
        ("a.ts", 'const a = require("x").b; export {c} from "y"', [("a", "x.b")]),
        ("a.rs", "use a::{self as b, c::D, E as _};", [("b", "a"), ("D", "a::c::D")]),
        ("a.go", 'package a\nimport ("x/y"; z "w"; "g/v2")', [("y", "x/y"), ("z", "w"), ("g", "g/v2")]),
        ("A.java", "import static a.B.c; import d.*;", [("c", "a.B.c")]),
        ("a.scala", "import a.{B => C}", [("C", "a.B")]),
        ("A.cs", "using X = A.B; using C;", [("X", "A.B")]),
        ("a.php", r"<?php use A\B; use function C\d as e;", [("B", "A\\B"), ("e", "C\\d")]),
    ],
)
def test_what_the_file_calls_by_which_name(path, text, expected):
    bound = [binding for one in read(path, text) for binding in one.bindings]
    assert [binding for binding in bound if binding in expected] == expected
    assert len(bound) == len(expected) or path == "a.rs"


@pytest.mark.parametrize(
    ("path", "text", "statement"),
    [
        ("a.py", "# é😀\r\nx = 'é'; import a\r\n", "import a"),
        ("a.py", "# a\rimport a\r", "import a"),
        ("a.js", '// é😀\r\nlet é = 1; import "a"\r\n', 'import "a"'),
        ("a.go", 'package é\n// 😀\nimport "a"\n', '"a"'),
        ("a.c", '/* 😀 */\n#include "a.h"\r\nint x;', '#include "a.h"'),
    ],
)
def test_the_place_is_counted_in_characters(path, text, statement):
    (one,) = read(path, text)
    assert text[one.start : one.end] == statement


def test_a_name_has_a_place_of_its_own():
    text = "from a import (\n    b as c,\n    d,\n)\n"
    assert [text[name.start : name.end] for name in read("a.py", text)[0].names] == ["b as c", "d"]


def test_a_piece_of_python_need_not_be_whole():
    part = fragment((5, "    def f(self):\n        import a\n"), (40, "        from .b import (\n            c,\n"))
    assert [(one.absolute, *(name.name for name in one.names)) for one in Source("x/m.py", part).imports()] == [
        ("a",),
        ("/x.b", "c"),
    ]
    assert [part.text[one.start : one.end].split()[0] for one in Source("x/m.py", part).imports()] == ["import", "from"]


def test_the_end_of_an_import_of_typescript_is_enough():
    part = fragment((5, '  b,\n} from "../x";\n'), (40, "f();\n"))
    assert [one.absolute for one in Source("ui/a/m.ts", part).imports()] == ["/ui/x"]


@pytest.mark.parametrize(
    "path", ["a.py", "a.ts", "a.rs", "a.go", "A.java", "a.rb", "a.php", "a.c", "a.swift", "a.scala"]
)
def test_a_broken_file_never_breaks_the_reader(path):
    for text in (
        "import",
        "from",
        "import {",
        "use",
        "use a::{",
        "require(",
        "#include",
        '"',
        "import a.",
        "\0",
        "using",
    ):
        Source(path, Content(text, fragment=True)).imports()


def test_every_language_of_code_has_a_reader():
    paths = [
        "a.py",
        "a.js",
        "a.ts",
        "a.tsx",
        "a.rs",
        "a.go",
        "A.java",
        "a.kt",
        "A.cs",
        "a.c",
        "a.cpp",
        "a.rb",
        "a.php",
        "a.swift",
        "a.scala",
    ]
    assert {Source(path, Content("")).language for path in paths} == CODE
    assert all(extract(Source(path, Content(""))) == () for path in paths)


@pytest.mark.parametrize(
    ("folder", "path", "place"),
    [("a/b", "./c", "/a/b/c"), ("a/b", "../c", "/a/c"), ("a", "../../c", ""), ("", "c", "/c"), ("a/b", "..", "/a")],
)
def test_a_relative_path_leads_somewhere_or_out(folder, path, place):
    assert joined(folder, path) == place


@pytest.mark.parametrize(
    ("path", "level", "place"),
    [("a/b/c.py", 1, "/a.b"), ("a/b/c.py", 2, "/a"), ("a/b/c.py", 3, "/"), ("a/b/c.py", 4, ""), ("c.py", 1, "/")],
)
def test_leading_dots_lead_to_a_package_or_out(path, level, place):
    assert dotted_folder(path, level) == place


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        pytest.param("a.swift", "import `Foundation`", [("Foundation", "*")], id="swift: a quoted name"),
        pytest.param("a.cs", "using @System.Data;", [("System.Data", "*")], id="c#: a name that may be a keyword"),
        pytest.param("a.scala", "import _root_.java.sql._", [("java.sql", "*")], id="scala: from the root"),
        pytest.param("a.java", "import module java.sql;", [("java.sql", "*")], id="java: a module"),
        pytest.param("a.java", "import module.x.Y;", [("module.x", "Y")], id="java: a package called module"),
        pytest.param("a.c", "#include <sys/./mman.h>", [("sys/mman.h",)], id="c: a step to nowhere"),
        pytest.param("a.c", "#include /* x */ <sys/mman.h>", [("sys/mman.h",)], id="c: a comment in between"),
        pytest.param(
            "a.mjs", 'createRequire(import.meta.url)("x")', [("x",)], id="javascript: made and called at once"
        ),
        pytest.param("src/a.js", 'import "../node_modules/x/y"', [("x/y",)], id="javascript: by its place"),
        pytest.param(
            "src/a.js", 'import "../my_node_modules/x"', [("/my_node_modules/x",)], id="javascript: not quite"
        ),
    ],
)
def test_other_spellings_name_the_same_module(path, text, expected):
    assert told(path, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param('define(["x", "exports"], f)', [("x",)], id="what a module needs"),
        pytest.param('define("n", ["x"], f)', [("x",)], id="behind its name"),
        pytest.param('require(["x", "y"], f)', [("x",), ("y",)], id="required"),
        pytest.param('other(["x"])', [], id="of another function"),
    ],
)
def test_a_list_of_modules_is_as_many_imports(text, expected):
    assert told("a.js", text) == expected
