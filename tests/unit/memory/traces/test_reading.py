"""Logs that real tools wrote (their kinds of error were counted by hand, or by the tools' own machine-readable output)."""

from __future__ import annotations

from pathlib import Path

import pytest

from adrguard.memory.traces.book import MOST_KINDS
from adrguard.memory.traces.reading import read, read_bytes, source_of

LOGS = Path(__file__).parents[3] / "golden" / "logs"


def kinds(trace) -> list[tuple[str, str, str, int, int]]:
    return [(one.tool, one.code, one.place, one.at, one.count) for one in trace.failures]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param(
            "cargo",
            [
                ("cargo", "E0433", "src/part_26.rs:9", 2, 2),
                ("cargo", "E0425", "src/part_02.rs:9", 14, 7),
                ("cargo", "E0308", "src/part_01.rs:9", 50, 3),
                ("cargo", "E0277", "src/part_07.rs:9", 83, 1),
                ("cargo", "E0061", "src/part_08.rs:9", 108, 1),
            ],
            id="cargo",
        ),
        pytest.param(
            "pytest",
            [
                ("pytest", "AssertionError", "tests/test_part_0.py:5", 15, 1),
                ("pytest", "KeyError", "tests/test_part_0.py:9", 23, 2),
                ("pytest", "ValueError", "tests/test_part_0.py:17", 37, 1),
                ("pytest", "IndexError", "tests/test_part_0.py:21", 44, 1),
                ("pytest", "AttributeError", "tests/test_part_0.py:25", 51, 1),
                ("pytest", "ZeroDivisionError", "tests/test_part_0.py:29", 58, 1),
                ("pytest", "RuntimeError", "tests/test_part_0.py:33", 65, 1),
                ("pytest", "FileNotFoundError", "", 72, 1),
            ],
            id="pytest",
        ),
        pytest.param(
            "tsc",
            [
                ("tsc", "TS2322", "src/part_0.ts:4", 1, 2),
                ("tsc", "TS2304", "src/part_0.ts:5", 6, 1),
                ("tsc", "TS2339", "src/part_0.ts:6", 11, 2),
                ("tsc", "TS2554", "src/part_0.ts:7", 16, 1),
                ("tsc", "TS2303", "src/part_0.ts:9", 26, 1),
                ("tsc", "TS2459", "src/part_0.ts:9", 31, 1),
                ("tsc", "TS2420", "src/part_0.ts:10", 41, 1),
                ("tsc", "TS1108", "src/part_0.ts:12", 57, 1),
            ],
            id="tsc",
        ),
        pytest.param(
            "gcc",
            [
                ("gcc", "", "src/part_0.c:12", 14, 1),
                ("gcc", "", "src/part_0.c:16", 19, 1),
                ("gcc", "", "src/part_0.c:20", 24, 1),
                ("gcc", "", "src/part_0.c:36", 49, 2),
                ("gcc", "", "src/part_0.c:36", 52, 1),
                ("gcc", "", "src/part_0.c:44", 63, 1),
                ("gcc", "", "src/part_9.c:48", 71, 1),
            ],
            id="gcc",
        ),
        pytest.param(
            "jest",
            [
                ("jest", "", "sum.test.js:3", 2, 1),
                ("jest", "TypeError", "sum.js:1", 19, 1),
                ("jest", "", "sum.test.js:5", 31, 1),
                ("jest", "", "sum.test.js:7", 53, 1),
                ("jest", "", "broken.test.js:1", 67, 1),
            ],
            id="jest",
        ),
        pytest.param(
            "vitest",
            [
                ("vitest", "AssertionError", "vt/sum.test.ts:4", 12, 1),
                ("vitest", "TypeError", "vt/sum.ts:1", 31, 1),
            ],
            id="vitest",
        ),
        pytest.param(
            "tap",
            [("tap", "", "/code/js/tap.mjs:2", 3, 1), ("tap", "", "/code/js/tap.mjs:4", 30, 1)],
            id="node's test runner",
        ),
        pytest.param(
            "go",
            [
                ("go", "FAIL TestAdds", "sum_test.go:7", 1, 1),
                ("go", "FAIL TestPanics", "/code/src/sum.go:4", 3, 1),
            ],
            id="go test",
        ),
        pytest.param("go-v", [("go", "FAIL TestAdds", "sum_test.go:7", 3, 1)], id="go test -v"),
        pytest.param(
            "go-build",
            [("go", "", f"bad/bad.go:{line}", line - 2, 1) for line in (4, 5, 6)],
            id="go build",
        ),
        pytest.param(
            "unittest",
            [
                ("unittest", "KeyError", "/code/ut/test_u.py:4", 9, 1),
                ("unittest", "RuntimeError", "/code/ut/test_u.py:7", 26, 1),
                ("unittest", "AssertionError", "/code/ut/test_u.py:3", 35, 1),
            ],
            id="unittest, one exception the cause of another",
        ),
        pytest.param("java", [("java", "NullPointerException", "Boom.java:2", 1, 1)], id="a cause in Java"),
        pytest.param("javac", [("javac", "", "Bad.java:1", 1, 1), ("javac", "", "Bad.java:1", 4, 1)], id="javac"),
        pytest.param("node", [("node", "TypeError", "/code/js/boom.js:1", 5, 1)], id="node"),
        pytest.param("npm", [("npm", "E404", "", 1, 1)], id="npm"),
        pytest.param("pip", [("pip", "", "", 1, 1), ("pip", "", "", 2, 1)], id="pip"),
    ],
)
def test_the_first_error_of_each_kind_is_found_with_its_place(name: str, expected) -> None:
    trace = read_bytes((LOGS / f"{name}.log").read_bytes())
    assert kinds(trace) == expected
    assert trace.errors == sum(one.count for one in trace.failures)
    assert trace.lines == (LOGS / f"{name}.log").read_bytes().count(b"\n") + (
        not (LOGS / f"{name}.log").read_bytes().endswith(b"\n")
    )


@pytest.mark.parametrize(
    ("log", "expected"),
    [
        pytest.param(
            "[INFO] --- maven-compiler-plugin:3.11.0:compile (default-compile) @ shop ---\n"
            "[ERROR] COMPILATION ERROR : \n"
            "[ERROR] /w/src/A.java:[12,5] cannot find symbol\n"
            "[INFO] BUILD FAILURE\n"
            "[ERROR] Failed to execute goal org.x:maven-compiler-plugin:3.11.0:compile: Compilation failure\n"
            "[ERROR] /w/src/A.java:[12,5] cannot find symbol\n",
            [("maven", "", "/w/src/A.java:12", 3, 1)],
            id="maven repeats itself at the end",
        ),
        pytest.param(
            "[INFO] --- maven-surefire-plugin:3.1.2:test (default-test) @ shop ---\n"
            "[ERROR] Failures: \n"
            "[ERROR]   SumTest.adds:5 expected: <4> but was: <3>\n"
            "[ERROR] Errors: \n"
            "[ERROR]   SumTest.nulls:6 » NullPointer Cannot invoke\n"
            "[ERROR] Tests run: 3, Failures: 1, Errors: 1, Skipped: 0\n",
            [("maven", "", "SumTest.java:5", 3, 1), ("maven", "", "SumTest.java:6", 5, 1)],
            id="surefire",
        ),
        pytest.param(
            "> Task :compileJava FAILED\n/w/A.java:3: error: cannot find symbol\n"
            "FAILURE: Build failed with an exception.\n\n* What went wrong:\n"
            "Execution failed for task ':compileJava'.\nBUILD FAILED in 2s\n",
            [("javac", "", "/w/A.java:3", 2, 1)],
            id="gradle",
        ),
        pytest.param(
            "> Task :test\nSumTest > adds() FAILED\n    org.opentest4j.AssertionFailedError at SumTest.java:7\n",
            [("gradle", "", "SumTest.java:7", 2, 1)],
            id="gradle's tests",
        ),
        pytest.param(
            "#7 [3/5] RUN npm ci\n#7 1.234 npm error code ENOENT\n#7 1.240 npm error syscall open\n"
            "#7 1.250 npm error could not read package.json\n#7 ERROR: process did not complete: exit code: 254\n"
            'Dockerfile:5\nERROR: failed to solve: process "/bin/sh -c npm ci" did not complete: exit code: 254\n',
            [("npm", "ENOENT", "", 2, 1), ("docker", "", "Dockerfile:5", 7, 1)],
            id="docker build, npm within",
        ),
        pytest.param(
            "thread 'main' panicked at src/main.rs:5:10:\nindex out of bounds\nnote: run with RUST_BACKTRACE=1\n",
            [("cargo", "panic", "src/main.rs:5", 1, 1)],
            id="a panic of Rust",
        ),
        pytest.param(
            "test a ... FAILED\ntest b ... ok\n\ntest result: FAILED. 1 passed; 1 failed\n",
            [("cargo", "FAILED", "", 1, 1)],
            id="a test of Rust that returned an error",
        ),
        pytest.param(
            "/usr/bin/ld: a.o: in function `main':\na.c:(.text+0x9): undefined reference to `missing'\n"
            "collect2: error: ld returned 1 exit status\n",
            [("gcc", "link", "", 2, 1)],
            id="a linker",
        ),
        pytest.param(
            "src/a.ts(3,5): error TS2304: Cannot find name 'x'.\n",
            [("tsc", "TS2304", "src/a.ts:3", 1, 1)],
            id="tsc without its pretty form",
        ),
        pytest.param(
            "FAILED tests/test_a.py::test_b - KeyError: 'k'\n1 failed in 0.10s\n",
            [("pytest", "KeyError", "tests/test_a.py", 1, 1)],
            id="pytest without tracebacks",
        ),
        pytest.param(
            "2026-01-02 03:04:05 ERROR [db] no route to host 10.0.0.7\n2026-01-02 03:04:06 ERROR [db] no route to host 10.0.0.8\n",
            [("log", "", "", 1, 2)],
            id="a plain log, one error twice with other figures",
        ),
        pytest.param(
            '{"level":"error","msg":"lost \\"it\\"","file":"a.go:7"}\n', [("log", "", "a.go:7", 1, 1)], id="JSON lines"
        ),
        pytest.param("sh: 1: foo: command not found\n", [("log", "", "", 1, 1)], id="a shell"),
        pytest.param(
            "2026-01-02T03:04:05.678Z ##[error]Process completed with exit code 1.\n",
            [("log", "", "", 1, 1)],
            id="a CI service",
        ),
        pytest.param(
            "/w/s.js:1\nlet x = ;\n        ^\n\nSyntaxError: Unexpected token ';'\n"
            "    at wrapSafe (node:internal/modules/cjs/loader:1464:18)\n    at node:internal/main/run_main_module:28:49\n",
            [("node", "SyntaxError", "/w/s.js:1", 5, 1)],
            id="a script that cannot be parsed",
        ),
        pytest.param(
            "TypeError: x is not a function\n    at Array.map (<anonymous>)\n    at go (/w/a.js:3:4)\n",
            [("node", "TypeError", "/w/a.js:3", 1, 1)],
            id="a frame of JavaScript without a place",
        ),
        pytest.param(
            "Error: wrapped\n    at f (/w/a.js:3:4)\n    at node:internal/timers:519:7 {\n"
            "  [cause]: TypeError: x is null\n      at g (/w/b.js:1:2)\n}\n",
            [("node", "TypeError", "/w/b.js:1", 1, 1)],
            id="the cause of an error of JavaScript",
        ),
        pytest.param("TypeError: x is undefined\n", [("log", "TypeError", "", 1, 1)], id="an exception in one line"),
        pytest.param(
            "make: *** No rule to make target 'x'.  Stop.\n", [("make", "", "", 1, 1)], id="make without a rule"
        ),
        pytest.param(
            "Makefile:2: *** missing separator.  Stop.\n", [("make", "", "Makefile:2", 1, 1)], id="a broken makefile"
        ),
        pytest.param(
            "false\nmake: *** [Makefile:2: a] Error 1\nmake: *** [Makefile:9: b] Error 2\n",
            [("make", "", "Makefile:2", 2, 1)],
            id="a command of make that said nothing",
        ),
        pytest.param(
            "a.c:1:1: error: x\nfatal error: too many errors emitted, stopping now [-ferror-limit=]\n"
            "clang: error: linker command failed with exit code 1 (use -v to see invocation)\n",
            [("gcc", "", "a.c:1", 1, 1)],
            id="what clang sums up",
        ),
        pytest.param(
            "test_a.py::test_x ERROR                    [ 97%]\n[gw0] [ 99%] ERROR test_a.py::test_y \n",
            [],
            id="pytest tells what goes wrong at its end",
        ),
        pytest.param(
            'INTERNALERROR> Traceback (most recent call last):\nINTERNALERROR>   File "/w/conftest.py", line 3, in x\n'
            "INTERNALERROR>     self.exit(2, 'error: %s')\nINTERNALERROR> ValueError: no\n",
            [("pytest", "ValueError", "/w/conftest.py:3", 4, 1)],
            id="pytest itself breaks",
        ),
        pytest.param(
            '{"Action":"output","Package":"p","Test":"TestA/b","Output":"    a_test.go:4: in b\\n"}\n'
            '{"Action":"output","Package":"q","Test":"TestA","Output":"    q_test.go:9: in q\\n"}\n'
            '{"Action":"output","Package":"p","Test":"TestA","Output":"--- FAIL: TestA (0.00s)\\n"}\n'
            '{"Action":"output","Package":"p","Test":"TestA/b","Output":"    --- FAIL: TestA/b (0.00s)\\n"}\n'
            '{"Action":"fail","Package":"p","Test":"TestA/b"}\n',
            [("go", "FAIL TestA", "", 3, 1), ("go", "FAIL TestA/b", "a_test.go:4", 4, 1)],
            id="go test -json",
        ),
        pytest.param("all 0 errors, error-free, errors.py, no_error\n", [], id="words that only sound so"),
    ],
)
def test_forms_that_tools_have(log: str, expected) -> None:
    assert kinds(read_bytes(log.encode())) == expected


def test_phases_results_and_commands_are_told() -> None:
    log = b"$ make test\n+ cargo test\n   Compiling a v1\nerror[E0382]: x\n   Running unittests\ntest result: FAILED. 1 failed\n"
    trace = read_bytes(log)
    assert [(one.name, one.first, one.last, one.errors) for one in trace.phases] == [
        ("Compilation", 3, 4, 1),
        ("Tests", 5, 6, 0),
    ]
    assert [one.text for one in trace.commands] == ["make test", "cargo test"]
    assert [(one.at, one.text) for one in trace.results] == [(6, "test result: FAILED. 1 failed")]


def test_colours_and_progress_bars_are_folded() -> None:
    log = b"  0%\r 50%\r100%\r\x1b[1m\x1b[31merror[E0382]\x1b[0m: moved\r\n\x1b[34m -->\x1b[0m src/a.rs:1:2\r\n"
    (one,) = read_bytes(log).failures
    assert (one.code, one.place, one.at) == ("E0382", "src/a.rs:1", 1)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig"])
def test_other_encodings_are_read_by_their_mark(encoding: str) -> None:
    text = "ok\n" * 3000 + "src/größe.c:7:1: error: nicht größer ✗\n"
    data = (
        text.encode(encoding) if encoding in ("utf-16", "utf-32", "utf-8-sig") else ("\ufeff" + text).encode(encoding)
    )
    trace = read_bytes(data)
    assert [(one.place, one.message, one.at) for one in trace.failures] == [("src/größe.c:7", "nicht größer ✗", 3001)]
    assert (trace.lines, trace.size) == (3001, len(data))


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"\0" * 5000, id="NUL"),
        pytest.param(bytes(range(256)) * 40, id="every byte"),
        pytest.param(b"x" * 3_000_000, id="one line"),
        pytest.param(b"\xff\xfe" + b"\n\xd8" * 1000, id="UTF-16 of lone surrogates"),
        pytest.param(b"\r" * 10_000, id="only carriage returns"),
        pytest.param(b"\x1b[" * 10_000 + b"\x1b]" * 10_000, id="escapes that never end"),
        pytest.param((b"a" * 50 + b":" * 50) * 2000 + b"\n", id="colons"),
        pytest.param((b" at " * 900 + b"\n") * 50, id="frames of nothing"),
    ],
)
def test_any_bytes_are_a_log(data: bytes) -> None:
    trace = read_bytes(data)
    assert trace.size == len(data)
    assert trace.phases


def test_a_line_in_pieces_counts_once() -> None:
    data = b"ERROR it is lost\n" + b"y " * 1_500_000 + b"\nERROR it is lost\nend"
    trace = read_bytes(data)
    assert (trace.lines, trace.errors) == (4, 2)


def test_portions_of_any_size_say_the_same() -> None:
    data = (LOGS / "unittest.log").read_bytes()
    source = source_of(data)
    assert read(lambda _: source(7)) == read_bytes(data)


def test_kinds_without_end_are_counted_not_kept() -> None:
    letters = "abcdefghij"
    words = ["".join(letters[int(digit)] for digit in f"{number:04}") for number in range(MOST_KINDS + 100)]
    trace = read_bytes("".join(f"ERROR it is {word}\n" for word in words).encode())
    assert (len(trace.failures), trace.errors, trace.unlisted) == (MOST_KINDS, MOST_KINDS + 100, 100)


def test_a_plain_log_within_a_tools_output_stands_behind_it() -> None:
    log = b"ERROR in the worker\nsrc/a.c:1:1: error: no\n"
    assert [one.tool for one in read_bytes(log).failures] == ["gcc", "log"]


def test_errors_beyond_the_kinds_that_are_listed_are_counted_whatever_follows_them() -> None:
    words = ["".join(chr(ord("g") + int(digit)) for digit in str(number)) for number in range(900)]
    log = "".join(f"ERROR {word} is missing\nall is well\n" + "ERROR gg is missing\n" * 2 for word in words)
    trace = read_bytes(log.encode())
    assert (trace.errors, len(trace.failures)) == (2700, MOST_KINDS)
    assert trace.unlisted == len(words) + 1 - MOST_KINDS
    assert [one.count for one in trace.failures if one.message == "gg is missing"] == [1800]
