"""`import`: a module or anything below it, in any spelling of the language. Change and no-change side by side."""

from __future__ import annotations

import pytest
from fakes.matching import context_of, found, fragment, matches, target_of

from adrguard.model.changes import Content

PACKAGES = {"src/app/__init__.py": "", "src/app/db/__init__.py": "", "tools/run.py": ""}

HITS = [
    pytest.param("requests", "a.py", "import requests", id="python: the module"),
    pytest.param("requests", "a.py", "import os, requests.adapters as r", id="python: below it"),
    pytest.param("requests", "a.py", "from requests import get", id="python: a name of it"),
    pytest.param("requests", "a.py", "from requests.adapters import *", id="python: a star below it"),
    pytest.param("a.b", "a.py", "from a import b", id="python: a module taken from its package"),
    pytest.param("a.b", "a.py", "from a.b.c import d", id="python: three deep"),
    pytest.param("requests", "a.py", "def f():\n    import requests", id="python: in a function"),
    pytest.param("requests", "a.py", "if TYPE_CHECKING:\n    import requests", id="python: for types"),
    pytest.param("requests", "a.py", "import importlib\nimportlib.import_module('requests.api')", id="python: by call"),
    pytest.param("app.db", "src/app/web/v.py", "from ..db import models", id="python: relative, src layout"),
    pytest.param("app.db", "src/app/web/v.py", "from .. import db", id="python: relative, the package itself"),
    pytest.param("src.app.db", "src/app/web/v.py", "from ..db import x", id="python: relative, from the root"),
    pytest.param("lodash", "a.js", "import _ from 'lodash'", id="javascript: import"),
    pytest.param("lodash", "a.js", "const f = require('lodash/fp')", id="javascript: require below it"),
    pytest.param("lodash", "a.ts", "export * from 'lodash'", id="typescript: export from"),
    pytest.param("lodash", "a.ts", "import type { X } from 'lodash'", id="typescript: a type"),
    pytest.param("lodash", "a.tsx", "const P = lazy(() => import('lodash'))", id="tsx: dynamic"),
    pytest.param("@scope", "a.ts", "import x from '@scope/x'", id="typescript: a scope"),
    pytest.param("@scope/x", "a.ts", "import y from '@scope/x/y'", id="typescript: below a scoped package"),
    pytest.param("fs", "a.ts", "import fs from 'node:fs'", id="typescript: with node:"),
    pytest.param("node:fs", "a.ts", "import fs from 'fs/promises'", id="typescript: without node:"),
    pytest.param("src/legacy", "src/a/b.ts", "import x from '../legacy/x.js'", id="typescript: relative"),
    pytest.param("src/legacy/x", "src/a/b.ts", "import x from '../legacy/x.js'", id="typescript: relative, no suffix"),
    pytest.param("src/legacy", "src/a/b.ts", "import x from '../legacy/index'", id="typescript: relative, index"),
    pytest.param("tokio::sync", "a.rs", "use tokio::sync::Mutex;", id="rust: below it"),
    pytest.param("tokio::sync", "a.rs", "use tokio::{net, sync};", id="rust: in a group"),
    pytest.param("tokio::sync", "a.rs", "use tokio::{net::X, sync::{a, b}};", id="rust: in a group within one"),
    pytest.param("foo-bar", "a.rs", "use foo_bar::x;", id="rust: a crate by its package's name"),
    pytest.param("openssl", "a.rs", "extern crate openssl;", id="rust: extern crate"),
    pytest.param("crate::db", "src/web/v.rs", "use super::super::db::X;", id="rust: super"),
    pytest.param("net/http", "a.go", 'package a\nimport "net/http"', id="go"),
    pytest.param("net/http", "a.go", 'package a\nimport (\n\tx "net/http/httptest"\n)', id="go: below it, renamed"),
    pytest.param("java.util", "A.java", "import java.util.List;", id="java: a class of it"),
    pytest.param("java.util", "A.java", "import java.util.concurrent.*;", id="java: a package below it"),
    pytest.param("java.util.Date", "A.java", "import java.util.Date;", id="java: the class"),
    pytest.param("org.x.Y", "A.java", "import static org.x.Y.z;", id="java: static"),
    pytest.param("java.sql", "a.kt", "import java.sql.Connection as C", id="kotlin"),
    pytest.param("scala.util", "a.scala", "import scala.util.{Try => T, _}", id="scala: selectors"),
    pytest.param("a.b.C", "a.scala", "import a.b.{C, D}", id="scala: one of them"),
    pytest.param("System.Web", "A.cs", "using System.Web.Mvc;", id="c#"),
    pytest.param("System.Math", "A.cs", "using static System.Math;", id="c#: static"),
    pytest.param("Legacy.Db", "A.cs", "using Old = Legacy.Db.Conn;", id="c#: alias"),
    pytest.param("windows.h", "a.c", "#include <windows.h>", id="c"),
    pytest.param("boost", "a.cpp", "#include <boost/asio.hpp>", id="c++: below it"),
    pytest.param("src/legacy", "src/new/a.cpp", '#include "../legacy/x.h"', id="c++: relative"),
    pytest.param("net/http", "a.rb", "require 'net/http'", id="ruby"),
    pytest.param("lib/legacy", "lib/x/a.rb", "require_relative '../legacy/y'", id="ruby: relative"),
    pytest.param(r"Doctrine\ORM", "a.php", r"<?php use Doctrine\ORM\EntityManager;", id="php"),
    pytest.param(r"A\B", "a.php", r"<?php use A\{B, C};", id="php: group"),
    pytest.param("legacy/x", "src/a.php", "<?php require_once __DIR__ . '/../legacy/x.php';", id="php: require"),
    pytest.param("UIKit", "a.swift", "import UIKit", id="swift"),
    pytest.param("UIKit", "a.swift", "import class UIKit.UIView", id="swift: a class of it"),
]

MISSES = [
    pytest.param("requests", "a.py", "import requests_mock", id="python: a longer name"),
    pytest.param("requests", "a.py", "from app import requests", id="python: a name taken from elsewhere"),
    pytest.param("requests", "a.py", "from . import requests", id="python: a module beside it"),
    pytest.param("redis", "app/redis/client.py", "from .conn import x", id="python: a folder of that name"),
    pytest.param("db", "src/app/web/v.py", "from ..db import x", id="python: the end of a package's name"),
    pytest.param("requests", "a.py", "requests = 1\n# import requests\ns = 'import requests'", id="python: only said"),
    pytest.param("a.b", "a.py", "import a", id="python: what is above it"),
    pytest.param("a.b", "a.py", "from a import *", id="python: a star that may bring it"),
    pytest.param("lodash", "a.js", "import x from 'lodash-es'", id="javascript: a longer name"),
    pytest.param("lodash", "a.js", "import x from 'lodash.get'", id="javascript: another package"),
    pytest.param("lodash", "a.js", "import x from './lodash'", id="javascript: a file of that name"),
    pytest.param("lodash", "a.js", "obj.require('lodash')", id="javascript: another function"),
    pytest.param("tokio::sync", "a.rs", "use tokio::*;", id="rust: a star that may bring it"),
    pytest.param("db", "src/lib.rs", "mod db;", id="rust: a module of its own"),
    pytest.param("net/http", "a.go", 'package a\nimport "my/net/http"', id="go: the end of a path"),
    pytest.param("java.util", "A.java", "import java.utility.X;", id="java: a longer name"),
    pytest.param("java.util.Date", "A.java", "import java.util.*;", id="java: a star that may bring it"),
    pytest.param("System", "A.cs", "using Systems.X;", id="c#: a longer name"),
    pytest.param("x.h", "a.c", "#include <ax.h>", id="c: a longer name"),
    pytest.param("net/http", "a.rb", "require 'net/https'", id="ruby: a longer name"),
    pytest.param("A", "a.php", r"<?php class X { use A; }", id="php: a trait"),
    pytest.param("UI", "a.swift", "import UIKit", id="swift: a shorter name"),
    pytest.param("os", "a.lua", "local os = require('os')", id="a language whose imports we do not read"),
]


@pytest.mark.parametrize(("target", "path", "text"), HITS)
def test_an_import_is_found(target, path, text):
    assert len(found("import", target, path, text, files=PACKAGES)) == 1


@pytest.mark.parametrize(("target", "path", "text"), MISSES)
def test_what_is_no_such_import_is_not(target, path, text):
    assert found("import", target, path, text, files=PACKAGES) == []


@pytest.mark.parametrize(
    ("target", "path", "text", "count"),
    [
        pytest.param("requests", "a.py", "import requests", 1, id="the module"),
        pytest.param("requests", "a.py", "from requests import get", 1, id="a name of it"),
        pytest.param("requests", "a.py", "import requests.adapters", 0, id="a module below it"),
        pytest.param("lodash", "a.ts", "import f from 'lodash/fp'", 0, id="a path below it"),
        pytest.param("lodash/fp", "a.ts", "import f from 'lodash/fp'", 1, id="that path"),
        pytest.param("java.util", "A.java", "import java.util.List;", 1, id="a class of a package"),
        pytest.param("java.util", "A.java", "import java.util.concurrent.Future;", 0, id="a class of one below"),
    ],
)
def test_exactly_means_nothing_below(target, path, text, count):
    assert len(found("import", target, path, text, exact=True)) == count


@pytest.mark.parametrize(
    ("path", "text", "count"),
    [
        ("a.ts", "import type { X } from 'lodash'", 0),
        ("a.ts", "import { type X } from 'lodash'", 0),
        ("a.ts", "import { type X, y } from 'lodash'", 1),
        ("a.py", "if TYPE_CHECKING:\n    import lodash", 0),
        ("a.py", "import lodash", 1),
    ],
)
def test_what_is_for_types_alone_may_be_let_pass(path, text, count):
    assert len(found("import", "lodash", path, text, ignore_types=True)) == count


def test_a_statement_is_reported_once_and_where_it_starts():
    text = "x = 1\nfrom requests import (\n    get,\n    post,\n)\n"
    (hit,) = matches("import", target_of("import", "requests"), "a.py", text, context_of())
    assert text[hit.start :].startswith("from requests")
    assert hit.shown == ""


def test_a_name_of_a_statement_is_reported_where_it_stands():
    text = "from app import (\n    web,\n    db,\n)\n"
    (hit,) = matches("import", target_of("import", "app.db"), "a.py", text, context_of())
    assert (text[hit.start : hit.end], hit.shown) == ("db", "app.db")


@pytest.mark.parametrize(
    ("target", "places"),
    [
        pytest.param("std::fs", [(4, "std::fs")], id="a module of the group, itself and what is in it"),
        pytest.param("std::fs::File", [(4, "std::fs::File")], id="one thing in it"),
        pytest.param("std::io", [(2, "std::io::Read"), (5, "std::io")], id="named on two lines"),
        pytest.param("std::collections", [(3, "std::collections::HashMap")], id="a path without braces"),
        pytest.param("std", [(1, "")], id="the whole group"),
    ],
)
def test_a_part_of_a_nested_group_is_reported_where_it_stands(target, places):
    text = "use std::{\n    io::Read,\n    collections::HashMap,\n    fs::{self, File},\n    io::{self, Write},\n};\n"
    hits = matches("import", target_of("import", target), "a.rs", text, context_of())
    lines = [(text.count("\n", 0, hit.start) + 1, hit.shown) for hit in hits]
    assert [(line, shown if not shown.startswith("use") else "") for line, shown in lines] == places


@pytest.mark.parametrize("group", ["fs::File, io", "fs::{self, File}, io", "net, io, fs::{File, Metadata}"])
def test_a_part_of_a_nested_group_stays_the_same_beside_other_names(group):
    (hit,) = matches("import", target_of("import", "std::fs"), "a.rs", f"use std::{{{group}}};", context_of())
    assert hit.key == "std::fs"


def test_a_long_statement_is_shown_in_short():
    names = ", ".join(f"name{number}" for number in range(40))
    (hit,) = matches("import", target_of("import", "a"), "a.py", f"from a import {names}", context_of())
    assert len(hit.shown) == 80
    assert hit.shown.endswith("…")


def test_a_broken_file_is_judged_for_what_it_shows():
    assert found("import", "requests", "a.py", "import requests\ndef f(:\n") == ["import requests"]
    assert found("import", "lodash", "a.ts", "import x from 'lodash'\nfunction (((") == ["import x from 'lodash'"]


def test_a_piece_of_a_file_is_judged_for_what_it_shows():
    part = fragment((7, "    import requests\n"), (30, "  def g():\n"))
    assert found("import", "requests", "a.py", part) == ["import requests"]
    assert found("import", "app.db", "a.py", fragment((7, "from app import (\n    db,\n"))) == ["db"]


def test_files_of_the_repository_are_asked_for_only_where_a_relative_import_may_fit():
    context = context_of()
    context.tree.paths = lambda side: pytest.fail("not needed")  # type: ignore[method-assign]
    text = "from . import a\nfrom ..b import c\nimport x\n"
    assert matches("import", target_of("import", "requests"), "src/p/q/m.py", Content(text), context) == []
