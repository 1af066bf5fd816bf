"""`call`: what a callee resolves to through the file's own imports and aliases. Change and no-change side by side."""

from __future__ import annotations

import pytest
from fakes.matching import context_of, found, fragment, matches, target_of
from hypothesis import given
from hypothesis import strategies as st

from adrguard.model.changes import Content
from adrguard.syntax.languages import CODE
from adrguard.syntax.source import Source

PACKAGES = {"src/app/__init__.py": "", "src/app/db/__init__.py": ""}


def go(body: str) -> str:
    return f'package a\nimport (\n\t"net/http"\n\tx "os/exec"\n\t. "fmt"\n)\n{body}\n'


def java(body: str, imports: str = "") -> str:
    return f"{imports}\nclass A {{ void m(B b) {{ {body} }} }}\n"


HITS = [
    pytest.param("requests.get", "a.py", "import requests\nrequests.get(u)", id="python: by the module"),
    pytest.param("requests.get", "a.py", "import requests as r\nr.get(u)", id="python: by another name"),
    pytest.param("requests.get", "a.py", "from requests import get\nget(u)", id="python: by its name"),
    pytest.param(
        "requests.get", "a.py", "from requests import get as g\nx = [g(u) for u in us]", id="python: in a list"
    ),
    pytest.param("requests.*", "a.py", "import requests\nrequests.Session()", id="python: anything of it"),
    pytest.param("requests.*", "a.py", "from requests import adapters as a\na.HTTPAdapter()", id="python: below it"),
    pytest.param("requests.get", "a.py", "from requests import *\nget(u)", id="python: by a star"),
    pytest.param("requests.*", "a.py", "from requests import *\nget(u)", id="python: by a star, anything"),
    pytest.param("requests.get", "a.py", "import requests\ng = requests.get\ng(u)", id="python: by an alias"),
    pytest.param(
        "requests.get", "a.py", "import requests\nr = requests\nr.get(u)", id="python: by an alias of the module"
    ),
    pytest.param(
        "requests.get",
        "a.py",
        "try:\n    import requests\nexcept ImportError:\n    requests = None\nrequests.get(u)",
        id="python: imported if it is there",
    ),
    pytest.param(
        "simplejson.loads",
        "a.py",
        "try:\n    import json\nexcept ImportError:\n    import simplejson as json\njson.loads(u)",
        id="python: one of two",
    ),
    pytest.param(
        "requests.get",
        "a.py",
        "def f():\n    import requests\n    return requests.get(u)",
        id="python: imported in the function",
    ),
    pytest.param("eval", "a.py", "eval(x)", id="python: a builtin"),
    pytest.param("eval", "a.py", "import builtins as b\nb.eval(x)", id="python: a builtin by its module"),
    pytest.param("builtins.eval", "a.py", "eval(x)", id="python: a builtin, spelt out in the rule"),
    pytest.param(
        "eval",
        "a.py",
        "class A:\n    def eval(self): ...\n    def f(self): return eval(x)",
        id="python: a method hides nothing",
    ),
    pytest.param("eval", "a.py", "def f():\n    def eval(x): ...\neval(x)", id="python: another function's own"),
    pytest.param("eval", "a.py", "[eval for eval in xs]\neval(x)", id="python: a comprehension's own"),
    pytest.param("eval", "a.py", "def f(x=eval('1'), *, eval=None): ...", id="python: a default is outside"),
    pytest.param("os.system", "a.py", "__import__('os').system(c)", id="python: imported on the spot"),
    pytest.param(
        "os.system",
        "a.py",
        "import importlib\nm = importlib.import_module('os')\nm.system(c)",
        id="python: imported by name",
    ),
    pytest.param("os.system", "a.py", "import os\ngetattr(os, 'system')(c)", id="python: by getattr"),
    pytest.param("os.system", "a.py", "import os\n(os.system if x else os.popen)(c)", id="python: one of two choices"),
    pytest.param(
        "os.system", "a.py", "import os.path\nos.system(c)", id="python: a package imported with a module of it"
    ),
    pytest.param("app.db.connect", "src/app/web/v.py", "from ..db import connect as c\nc()", id="python: relative"),
    pytest.param("app.db.connect", "src/app/web/v.py", "from .. import db\ndb.connect()", id="python: relative module"),
    pytest.param("plt.show", "a.py", "import matplotlib.pyplot as plt\nplt.show()", id="python: as everybody calls it"),
    pytest.param(
        "pd.read_csv", "a.py", "from pandas import read_csv\nread_csv(f)", id="python: as everybody calls it, otherwise"
    ),
    pytest.param(
        "flask.Flask.route",
        "a.py",
        "import flask\n@flask.Flask.route('/')\ndef f(): ...",
        id="python: a decorator that is called",
    ),
    pytest.param("requests.get", "a.py", "import requests\nf'{requests.get(u)}'", id="python: in an f-string"),
    pytest.param("spark.sql", "a.py", "spark.sql(q)", id="python: a name that nothing in the file brings"),
    pytest.param("axios.get", "a.ts", "import axios from 'axios'; axios.get(u)", id="typescript: default"),
    pytest.param("axios.get", "a.ts", "import {get as g} from 'axios'; g<T>(u)", id="typescript: named"),
    pytest.param("axios", "a.ts", "import http from 'axios'; http(u)", id="typescript: the default itself"),
    pytest.param("axios.*", "a.ts", "import http from 'axios'; await http.post(u)", id="typescript: anything of it"),
    pytest.param(
        "fs.readFileSync", "a.js", "import * as f from 'node:fs'; f.readFileSync(p)", id="javascript: namespace"
    ),
    pytest.param(
        "fs.readFileSync", "a.js", "const {readFileSync: r} = require('fs'); r(p)", id="javascript: taken apart"
    ),
    pytest.param(
        "fs.readFileSync",
        "a.js",
        "const fs = require('fs'); const {readFileSync} = fs; readFileSync(p)",
        id="javascript: taken apart later",
    ),
    pytest.param(
        "fs.readFileSync",
        "a.js",
        "const f = require('fs'); const r = f.readFileSync; r(p)",
        id="javascript: by an alias",
    ),
    pytest.param("child_process.exec", "a.js", "require('child_process').exec(c)", id="javascript: on the spot"),
    pytest.param("fs.promises.rm", "a.js", "const m = await import('fs'); m.promises.rm(p)", id="javascript: dynamic"),
    pytest.param("console.log", "a.ts", "console.log(1)", id="typescript: a global"),
    pytest.param("console.*", "a.ts", "console?.warn?.(1)", id="typescript: optional"),
    pytest.param("fetch", "a.ts", "window.fetch(u)", id="typescript: a global by its object"),
    pytest.param("eval", "a.js", "(0, eval)(x)", id="javascript: indirectly"),
    pytest.param("eval", "a.js", "self.eval(x)", id="javascript: of a worker's global object"),
    *(
        pytest.param("fs.rm", "a.js", f"import {name} from 'fs'; {name}.rm(p)", id=f"javascript: as {name}")
        for name in ("self", "base", "cls", "parent")
    ),
    *(
        pytest.param(
            "os/exec.Command",
            "a.go",
            f'package a\nimport {name} "os/exec"\nvar c = {name}.Command("x")',
            id=f"go: as {name}",
        )
        for name in ("self", "this", "base", "super", "parent")
    ),
    *(
        pytest.param(rule, "A.java", java(f"{call};", imports), id=f"java: {rule} as {imports or 'no import'}, {call}")
        for rule in ("java.lang.System.exit", "System.exit")
        for imports, call in (
            ("", "System.exit(1)"),
            ("", "java.lang.System.exit(1)"),
            ("import java.lang.System;", "System.exit(1)"),
            ("import static java.lang.System.exit;", "exit(1)"),
        )
    ),
    pytest.param("java.lang.Thread.sleep", "a.kt", "fun f() { Thread.sleep(1) }", id="kotlin: of java.lang"),
    pytest.param("java.lang.Thread.sleep", "a.scala", "object A { Thread.sleep(1) }", id="scala: of java.lang"),
    pytest.param("std::process::abort", "a.rs", "use std::process;\nfn f() { r#process::abort(); }", id="rust: raw"),
    pytest.param("eval", "a.js", r"ev\u0061l(x)", id="javascript: with an escape"),
    pytest.param("eval", "a.js", "{ const eval = 1; } eval(x)", id="javascript: another block's own"),
    pytest.param("eval", "a.js", "function f(x = eval('1')) {}", id="javascript: in a default"),
    pytest.param("fs.rm", "a.js", "import fs from 'fs'; fs['rm'](p)", id="javascript: by a key"),
    pytest.param("Function", "a.js", "new Function('x')", id="javascript: a constructor"),
    pytest.param(
        "React.useState",
        "a.tsx",
        "import {useState} from 'react'; const [a] = useState(0)",
        id="tsx: as everybody calls it",
    ),
    pytest.param("lodash/fp.map", "a.ts", "import {map} from 'lodash/fp'; map(f, xs)", id="typescript: below a module"),
    pytest.param("net/http.Get", "a.go", go("func f() { http.Get(u) }"), id="go: the whole path"),
    pytest.param("http.Get", "a.go", go("func f() { http.Get(u) }"), id="go: the package"),
    pytest.param("exec.Command", "a.go", go("func f() { x.Command(c) }"), id="go: renamed"),
    pytest.param("fmt.Println", "a.go", go("func f() { Println(1) }"), id="go: a dot import"),
    pytest.param("http.*", "a.go", go("func f() { g := http.Post; g(u) }"), id="go: by an alias"),
    pytest.param("panic", "a.go", go("func f() { panic(1) }"), id="go: a builtin"),
    pytest.param(
        "std::process::Command::new",
        "a.rs",
        "use std::process::Command;\nfn f() { Command::new(c).spawn(); }",
        id="rust: through use",
    ),
    pytest.param(
        "Command::new",
        "a.rs",
        "use std::process::{self, Command as C};\nfn f() { C::new(c); }",
        id="rust: renamed, the end of its name",
    ),
    pytest.param("std::process::exit", "a.rs", "fn f() { std::process::exit(1) }", id="rust: spelt out"),
    pytest.param(
        "std::process::*", "a.rs", "use std::process;\nfn f() { process::exit(1) }", id="rust: anything of it"
    ),
    pytest.param("std::env::var", "a.rs", 'fn f() { println!("{}", std::env::var("x")); }', id="rust: in a macro"),
    pytest.param("println!", "a.rs", "fn f() { println!(); }", id="rust: a macro"),
    pytest.param("dbg", "a.rs", "fn f() { dbg!(x) }", id="rust: a macro without its mark"),
    pytest.param("System.exit", "A.java", java("System.exit(1);"), id="java: of java.lang"),
    pytest.param("java.lang.System.exit", "A.java", java("java.lang.System.exit(1);"), id="java: spelt out"),
    pytest.param(
        "Files.readAllBytes",
        "A.java",
        java("Files.readAllBytes(p);", "import java.nio.file.Files;"),
        id="java: imported",
    ),
    pytest.param(
        "java.nio.file.Files.readAllBytes",
        "A.java",
        java("Files.readAllBytes(p);", "import java.nio.file.*;"),
        id="java: by a star",
    ),
    pytest.param("System.exit", "A.java", java("exit(1);", "import static java.lang.System.exit;"), id="java: static"),
    pytest.param("java.util.Date", "A.java", java("new Date();", "import java.util.Date;"), id="java: a constructor"),
    pytest.param("Thread.sleep", "a.kt", "fun f() {\n  Thread.sleep(1)\n}\n", id="kotlin: a class"),
    pytest.param(
        "kotlin.system.exitProcess",
        "a.kt",
        "import kotlin.system.exitProcess as e\nfun f() {\n  e(1)\n}\n",
        id="kotlin: renamed",
    ),
    pytest.param("println", "a.kt", "fun f() {\n  println(1)\n}\n", id="kotlin: a global"),
    pytest.param(
        "java.io.File", "a.kt", "import java.io.File\nfun f() {\n  File(p).readText()\n}\n", id="kotlin: a constructor"
    ),
    pytest.param("System.exit", "a.scala", "object A { def f() = System.exit(1) }", id="scala: a class"),
    pytest.param(
        "java.nio.file.Files.delete",
        "a.scala",
        "import java.nio.file.{Files => F}\nobject A { def f() = F.delete(p) }",
        id="scala: renamed",
    ),
    pytest.param("println", "a.scala", "object A { def f() = println(1) }", id="scala: a global"),
    pytest.param(
        "Console.WriteLine", "A.cs", "using System; class A { void M() { Console.WriteLine(1); } }", id="c#: a class"
    ),
    pytest.param(
        "System.Console.WriteLine",
        "A.cs",
        "using System; class A { void M() { Console.WriteLine(1); } }",
        id="c#: by its namespace",
    ),
    pytest.param(
        "System.Console.WriteLine",
        "A.cs",
        "using static System.Console; class A { void M() { WriteLine(1); } }",
        id="c#: static",
    ),
    pytest.param(
        "Console.WriteLine",
        "A.cs",
        "using C = System.Console; class A { void M() { C.WriteLine(1); } }",
        id="c#: alias",
    ),
    pytest.param(
        "Thread.Sleep", "A.cs", "class A { void M() { System.Threading.Thread.Sleep(1); } }", id="c#: spelt out"
    ),
    pytest.param("gets", "a.c", "char *gets(char *);\nvoid f(void) { gets(b); }", id="c: declared elsewhere"),
    pytest.param("strcpy", "a.c", "#include <string.h>\nint f() { return strcpy(a, b) != 0; }", id="c"),
    pytest.param("std::system", "a.cpp", "int f() { return std::system(c); }", id="c++: spelt out"),
    pytest.param(
        "std::system", "a.cpp", "using namespace std;\nint f() { return system(c); }", id="c++: using namespace"
    ),
    pytest.param("std::system", "a.cpp", "using std::system;\nint f() { return system(c); }", id="c++: using"),
    pytest.param(
        "std::filesystem::remove",
        "a.cpp",
        "namespace fs = std::filesystem;\nvoid f() { fs::remove(p); }",
        id="c++: an alias",
    ),
    pytest.param("gets", "a.cpp", "void f() { ::gets(b); }", id="c++: from the root"),
    pytest.param("system", "a.rb", "def f\n  system('ls')\nend", id="ruby: a method of everything"),
    pytest.param("Kernel.system", "a.rb", "system 'ls'", id="ruby: by its module"),
    pytest.param("eval", "a.rb", "Kernel.eval(x)", id="ruby: the other way round"),
    pytest.param("Net::HTTP.get", "a.rb", "Net::HTTP.get(u)", id="ruby: qualified"),
    pytest.param("Net::HTTP.*", "a.rb", "H = Net::HTTP\nH.post(u)", id="ruby: by an alias"),
    pytest.param("OpenStruct", "a.rb", "OpenStruct.new(a: 1)", id="ruby: a constructor"),
    pytest.param("byebug", "a.rb", "def f\n  byebug\n  x\nend", id="ruby: a bare word"),
    pytest.param("binding.pry", "a.rb", "binding.pry", id="ruby: a bare word's method"),
    pytest.param("mysql_query", "a.php", "<?php MySQL_Query($q);", id="php: whatever its case"),
    pytest.param(
        "DB::raw", "a.php", "<?php use Illuminate\\Support\\Facades\\DB; DB::raw($q);", id="php: static, imported"
    ),
    pytest.param(
        r"Illuminate\Support\Facades\DB::raw",
        "a.php",
        r"<?php \Illuminate\Support\Facades\DB::raw($q);",
        id="php: spelt out",
    ),
    pytest.param("eval", "a.php", "<?php eval($x);", id="php: a construct"),
    pytest.param("die", "a.php", "<?php if ($x) { die; }", id="php: a bare word"),
    pytest.param("exit", "a.php", "<p><?php exit(1) ?></p>", id="php: amid HTML"),
    pytest.param("PDO", "a.php", "<?php new \\PDO($d);", id="php: a constructor"),
    pytest.param("NSLog", "a.swift", "func f() {\n  NSLog(x)\n}\n", id="swift: a global"),
    pytest.param(
        "Foundation.exit", "a.swift", "import Foundation\nfunc f() {\n  exit(1)\n}\n", id="swift: of a module"
    ),
    pytest.param(
        "UserDefaults.standard.set", "a.swift", "func f() {\n  UserDefaults.standard.set(1)\n}\n", id="swift: a chain"
    ),
]

MISSES = [
    pytest.param(
        "java.lang.System.exit", "A.java", java("System.exit(1);", "import com.x.System;"), id="java: another's System"
    ),
    pytest.param("eval", "a.js", "function f() { const self = this; self.eval(x) }", id="javascript: this by a name"),
    pytest.param("eval", "a.js", "class A { f() { this.eval(x); super.eval(x) } }", id="javascript: this"),
    pytest.param("abort", "a.rs", "impl A { fn f(&self) { self.abort(); Self::abort(); } }", id="rust: self"),
    pytest.param("exec", "a.php", "<?php class A { function f() { self::exec(1); $this->exec(1); } }", id="php: self"),
    pytest.param("requests.get", "a.py", "requests = Fake()\nrequests.get(u)", id="python: a variable"),
    pytest.param("requests.get", "a.py", "def f(requests):\n    requests.get(u)", id="python: a parameter"),
    pytest.param("requests.get", "a.py", "import requests\nself.requests.get(u)", id="python: an attribute"),
    pytest.param("requests.get", "a.py", "import requests\nrequests.get", id="python: not called"),
    pytest.param("requests.get", "a.py", "import requests\nf(requests.get)", id="python: handed on"),
    pytest.param(
        "requests.get", "a.py", "import other as requests\nrequests.get(u)", id="python: another module's name"
    ),
    pytest.param(
        "requests.get", "a.py", "import requests\nrequests.Session().get(u)", id="python: of what a call yields"
    ),
    pytest.param(
        "requests.get", "a.py", "import requests\ng = requests.get\ng = mine\ng(u)", id="python: an alias that changes"
    ),
    pytest.param(
        "requests.get",
        "a.py",
        "import requests\nfor requests in xs:\n    pass\n'requests.get(u)'  # requests.get(u)",
        id="python: only said",
    ),
    pytest.param("eval", "a.py", "def eval(x): ...\neval(x)", id="python: a function of its own"),
    pytest.param("eval", "a.py", "from safe import eval\neval(x)", id="python: imported from elsewhere"),
    pytest.param("eval", "a.py", "def f(eval):\n    return lambda: eval(x)", id="python: a parameter further out"),
    pytest.param("eval", "a.py", "class eval: ...\ndef f(): return eval(x)", id="python: a class of its own"),
    pytest.param("eval", "a.py", "[eval(x) for eval in fs]", id="python: a comprehension's own"),
    pytest.param("eval", "a.py", "def f():\n    global eval\n    def eval(x): ...\neval(x)", id="python: made global"),
    pytest.param("eval", "a.py", "with open(x) as eval:\n    eval(x)", id="python: bound by with"),
    pytest.param("eval", "a.py", "match x:\n    case [eval, *rest]:\n        eval(x)", id="python: bound by a pattern"),
    pytest.param("eval", "a.py", "if (eval := safe()):\n    eval(x)", id="python: bound in passing"),
    pytest.param("eval", "a.py", "model.eval()", id="python: a method"),
    pytest.param(
        "eval", "a.py", "class A:\n    def eval(self): ...\n    x = eval(1)", id="python: in the class that defines it"
    ),
    pytest.param(
        "app.db.connect", "src/app/web/v.py", "from .db import connect\nconnect()", id="python: relative to elsewhere"
    ),
    pytest.param("axios.get", "a.ts", "import {get} from 'other'; get(u)", id="typescript: of another module"),
    pytest.param("axios.get", "a.ts", "function f(axios) { axios.get(u) }", id="typescript: a parameter"),
    pytest.param(
        "axios.get",
        "a.ts",
        "import axios from 'axios'; this.axios.get(u); x.axios.get(u)",
        id="typescript: an attribute",
    ),
    pytest.param(
        "axios.get", "a.ts", "import axios from 'axios'; axios.create().get(u)", id="typescript: of what a call yields"
    ),
    pytest.param("fetch", "a.ts", "import fetch from 'node-fetch'; fetch(u)", id="typescript: imported"),
    pytest.param("fetch", "a.ts", "const fetch = make(); fetch(u)", id="typescript: a constant"),
    pytest.param("fetch", "a.ts", "fetch(u); function fetch(u) {}", id="typescript: declared below"),
    pytest.param("fetch", "a.ts", "const {fetch, ...rest} = props; fetch(u)", id="typescript: taken apart"),
    pytest.param("fetch", "a.ts", "if (x) { var fetch = 1 } fetch(u)", id="typescript: var is the function's"),
    pytest.param("fetch", "a.ts", "class A { fetch() { this.fetch() } }", id="typescript: a method"),
    pytest.param("eval", "a.js", "try {} catch (eval) { eval(x) }", id="javascript: caught"),
    pytest.param("eval", "a.js", "for (const eval of fs) eval(x)", id="javascript: a loop's"),
    pytest.param("eval", "a.js", "const f = eval => eval(x); model.eval(); // eval(x)", id="javascript: an arrow's"),
    pytest.param("http.Get", "a.go", go("func f(http Client) { http.Get(u) }"), id="go: a parameter"),
    pytest.param("http.Get", "a.go", go("func f() { http := c(); http.Get(u) }"), id="go: a variable"),
    pytest.param(
        "http.Get",
        "a.go",
        'package a\nimport http "my/client"\nfunc f() { http.Get(u) }',
        id="go: another package's name",
    ),
    pytest.param("fmt.Println", "a.go", go("func f() { t.fmt.Println(1) }"), id="go: a field"),
    pytest.param("panic", "a.go", go("func f() { panic(1) }\nfunc panic(x int) {}"), id="go: a function of its own"),
    pytest.param("Command::new", "a.rs", "struct Command;\nfn f() { Command::new(c); }", id="rust: a type of its own"),
    pytest.param("std::fs::read", "a.rs", "use mine::read;\nfn f() { read(p); }", id="rust: another's"),
    pytest.param("exit", "a.rs", "fn exit() {}\nfn f() { exit(); }", id="rust: a function of its own"),
    pytest.param("get", "a.rs", "fn f(c: C) { c.get(u); }", id="rust: a method"),
    pytest.param(
        "std::process::exit", "a.rs", "use std::process::exit;\nfn f(exit: fn()) { exit(); }", id="rust: a parameter"
    ),
    pytest.param("System.exit", "A.java", java("b.System.exit(1); sys.exit(1);"), id="java: an attribute"),
    pytest.param("exit", "A.java", java("exit(1);"), id="java: a method of its own or inherited"),
    pytest.param(
        "java.util.*", "A.java", java("foo.bar(); new Baz();", "import java.util.*;"), id="java: a star proves nothing"
    ),
    pytest.param(
        "Files.delete",
        "A.java",
        java("Files.delete(p);", "import mine.Files;").replace("Files.delete", "Paths.delete"),
        id="java: another class",
    ),
    pytest.param("b.c", "A.java", java("b.c();"), id="java: a parameter"),
    pytest.param(
        "println", "a.kt", "fun println(x: Int) {}\nfun f() {\n  println(1)\n}\n", id="kotlin: a function of its own"
    ),
    pytest.param("log.debug", "a.kt", "fun f(log: Logger) {\n  log.debug(1)\n}\n", id="kotlin: a parameter"),
    pytest.param(
        "println",
        "a.scala",
        "object A { def println(x: Int) = 1; def f() = println(1) }",
        id="scala: a method of its own",
    ),
    pytest.param(
        "Console.WriteLine",
        "A.cs",
        "class A { IConsole Console; void M() { Console.WriteLine(1); } }",
        id="c#: a field",
    ),
    pytest.param(
        "WriteLine", "A.cs", "class A { void M() { WriteLine(1); } }", id="c#: a method of its own or inherited"
    ),
    pytest.param(
        "gets",
        "a.c",
        "static char *gets(char *b) { return b; }\nvoid f(void) { gets(b); }",
        id="c: a function of its own",
    ),
    pytest.param("gets", "a.c", "void f(S *s) { s->gets(b); s.gets(b); }", id="c: a field"),
    pytest.param("gets", "a.c", "void f(int (*gets)(char *)) { gets(b); }", id="c: a parameter"),
    pytest.param("gets", "a.c", "#define gets(x) safe(x)\nvoid f(void) { gets(b); }", id="c: a macro of its own"),
    pytest.param("std::system", "a.cpp", "int f() { return system(c); }", id="c++: not that one"),
    pytest.param("system", "a.rb", "def system(x)\nend\ndef f\n  system('ls')\nend", id="ruby: a method of its own"),
    pytest.param("system", "a.rb", "o.system('ls')", id="ruby: a method of something"),
    pytest.param("byebug", "a.rb", "byebug = 1\nbyebug\n", id="ruby: a variable"),
    pytest.param("Net::HTTP.get", "a.rb", "HTTP.get(u)", id="ruby: only the end of its name"),
    pytest.param(
        "mysql_query", "a.php", "<?php $db->mysql_query($q); $mysql_query($q);", id="php: a method, a variable"
    ),
    pytest.param(
        "mysql_query", "a.php", "<?php mysql_query($q); function mysql_query($q) {}", id="php: a function of its own"
    ),
    pytest.param("DB::raw", "a.php", "<?php use Mine\\Conn as DB; DB::raw($q);", id="php: another class's name"),
    pytest.param("eval", "a.php", "<p>eval(1)</p><?php f(); ?>", id="php: in HTML"),
    pytest.param(
        "print", "a.swift", "func print(_ x: Int) {}\nfunc f() {\n  print(1)\n}\n", id="swift: a function of its own"
    ),
    pytest.param("os.exit", "a.lua", "os.exit(1)", id="a language whose calls we do not read"),
]


@pytest.mark.parametrize(("target", "path", "text"), HITS)
def test_a_call_is_found(target, path, text):
    assert len(found("call", target, path, text, files=PACKAGES)) == 1


@pytest.mark.parametrize(("target", "path", "text"), MISSES)
def test_what_is_no_such_call_is_not(target, path, text):
    assert found("call", target, path, text, files=PACKAGES) == []


def test_a_call_is_shown_as_written_and_told_what_it_is():
    text = "import requests as r\nx = 'é😀'; r.get(\n  u)\n"
    (hit,) = matches("call", target_of("call", "requests.get"), "a.py", text, context_of())
    assert (text[hit.start : hit.end], hit.detail) == ("r.get", "is requests.get")


def test_what_is_written_in_full_needs_no_explanation():
    text = "import requests\nrequests.get(u)\n"
    (hit,) = matches("call", target_of("call", "requests.get"), "a.py", text, context_of())
    assert hit.detail == ""


def test_an_alias_redirected_far_above_makes_an_untouched_call_another():
    text = "{imports}\n\n\nclass A:\n    def f(self):\n        return client.get(u)\n"
    assert found("call", "requests.get", "a.py", text.format(imports="import httpx as client")) == []
    assert found("call", "requests.get", "a.py", text.format(imports="import requests as client")) == ["client.get"]


def test_a_piece_of_a_file_is_judged_by_what_it_shows():
    part = fragment((3, "from requests import get as g\n"), (40, "        return g(u)\n"), (60, "    eval(x)\n"))
    assert found("call", "eval", "a.py", part) == ["eval"]
    together = fragment((3, "import requests as r\n\ndef f(eval):\n    r.get(u)\n    eval(x)\n"))
    assert found("call", "requests.get", "a.py", together) == ["r.get"]
    assert found("call", "eval", "a.py", together) == []


CODE_CHARS = st.text(alphabet="ab.(){}[]=,;:\n \t'\"é😀$@<>&*", max_size=80)
PATHS = "a.py a.js a.ts a.tsx a.rs a.go A.java a.kt A.cs a.c a.cpp a.rb a.php a.swift a.scala".split()  # noqa: SIM905


@given(CODE_CHARS, st.sampled_from(PATHS), st.booleans())
def test_no_text_breaks_the_reader(text, path, whole):
    source = Source(path, Content(text, fragment=not whole))
    assert source.language in CODE
    for call in source.calls():
        assert 0 <= call.start < call.end <= len(text)
        assert call.names or call.maybe
