"""Logs of linters, type checkers and runners of tests as they are now: by which tool, how much, and where it begins."""

from __future__ import annotations

from pathlib import Path

import pytest

from adrguard.memory.traces.reading import read_bytes

LOGS = Path(__file__).parents[3] / "golden" / "logs"


@pytest.mark.parametrize(
    ("name", "phases", "totals", "first"),
    [
        pytest.param(
            "ruff",
            ["Lint"],
            (7, 0),
            [
                ("ruff", "CPY001", "src/broken.py:1", 1, 2),
                ("ruff", "invalid-syntax", "src/broken.py:1", 4, 2),
                ("ruff", "D100", "src/part_00.py:1", 23, 1),
            ],
            id="ruff",
        ),
        pytest.param(
            "swift",
            ["Tests"],
            (3, 0),
            [
                ("xctest", "XCTAssertEqual failed", "/work/shop/Tests/ShopTests/CartTests.swift:14", 6, 2),
                ("swift-testing", "Expectation failed", "OrderTests.swift:9", 13, 1),
            ],
            id="swift",
        ),
        pytest.param(
            "playwright",
            ["Tests"],
            (3, 0),
            [
                ("playwright", "Error", "/work/shop/pw/a.spec.js:4", 10, 1),
                ("playwright", "TypeError", "/work/shop/pw/a.spec.js:6", 28, 1),
                ("playwright", "", "pw/a.spec.js:9", 43, 1),
            ],
            id="playwright",
        ),
        pytest.param(
            "mocha",
            ["Tests"],
            (3, 0),
            [
                ("mocha", "AssertionError", "m.test.js:4", 13, 1),
                ("mocha", "TypeError", "m.test.js:6", 28, 1),
                ("mocha", "Error", "", 34, 1),
            ],
            id="mocha",
        ),
        pytest.param(
            "ruff-grouped",
            ["Lint"],
            (17, 0),
            [
                ("ruff", "CPY001", "src/broken.py:1", 2, 2),
                ("ruff", "invalid-syntax", "src/broken.py:1", 3, 2),
                ("ruff", "D100", "src/part_00.py:1", 8, 1),
            ],
            id="ruff-grouped",
        ),
        pytest.param(
            "flake8",
            ["Lint"],
            (14, 0),
            [
                ("flake8", "E999", "src/broken.py:1", 1, 1),
                ("flake8", "F401", "src/part_00.py:2", 2, 5),
                ("flake8", "E401", "src/part_00.py:2", 5, 1),
            ],
            id="flake8",
        ),
        pytest.param(
            "pylint",
            ["Lint"],
            (15, 0),
            [
                ("pylint", "E0001", "src/broken.py:1", 2, 1),
                ("pylint", "C0301", "src/part_08.py:21", 4, 3),
                ("pylint", "C0114", "src/part_08.py:1", 7, 1),
            ],
            id="pylint",
        ),
        pytest.param(
            "mypy",
            ["Type check"],
            (14, 0),
            [
                ("mypy", "import-not-found", "src/part_11.py:4", 1, 1),
                ("mypy", "import-untyped", "src/part_11.py:5", 2, 1),
                ("mypy", "assignment", "src/part_11.py:9", 3, 1),
            ],
            id="mypy",
        ),
        pytest.param(
            "mypy-pretty",
            ["Type check"],
            (8, 0),
            [
                ("mypy", "import-not-found", "src/part_11.py:4", 1, 1),
                ("mypy", "import-untyped", "src/part_11.py:5", 5, 1),
                ("mypy", "assignment", "src/part_11.py:9", 9, 1),
            ],
            id="mypy-pretty",
        ),
        pytest.param(
            "pyright",
            ["Type check"],
            (14, 3),
            [
                ("pyright", "", "/work/py/src/broken.py:1", 2, 1),
                ("pyright", "", "/work/py/src/broken.py:1", 3, 1),
                ("pyright", "", "/work/py/src/broken.py:1", 4, 1),
            ],
            id="pyright",
        ),
        pytest.param(
            "ty",
            ["Lint"],
            (7, 1),
            [
                ("ty", "invalid-syntax", "src/broken.py:1", 1, 2),
                ("ty", "import-not-found", "src/part_00.py:4", 13, 2),
                ("ty", "invalid-parameter-default", "src/part_00.py:9", 37, 1),
            ],
            id="ty",
        ),
        pytest.param(
            "ty-concise",
            ["Lint"],
            (9, 1),
            [
                ("ty", "invalid-syntax", "src/broken.py:1", 1, 2),
                ("ty", "import-not-found", "src/part_00.py:4", 3, 2),
                ("ty", "invalid-parameter-default", "src/part_00.py:9", 5, 1),
            ],
            id="ty-concise",
        ),
        pytest.param(
            "eslint",
            ["Lint"],
            (18, 2),
            [
                ("eslint", "", "/work/js/lib/broken.js:1", 3, 1),
                ("eslint", "no-var", "/work/js/lib/part_0.js:1", 6, 2),
                ("eslint", "no-empty", "/work/js/lib/part_0.js:1", 8, 3),
            ],
            id="eslint",
        ),
        pytest.param(
            "stylelint",
            ["Lint"],
            (2, 1),
            [
                ("stylelint", "color-no-invalid-hex", "css/a.css:1", 3, 1),
                ("stylelint", "property-no-unknown", "css/a.css:1", 4, 1),
            ],
            id="stylelint",
        ),
        pytest.param(
            "biome",
            ["Lint"],
            (3, 3),
            [
                ("biome", "parse", "lib/broken.js:1", 61, 2),
                ("biome", "lint/correctness/noEmptyPattern", "lib/broken.js:1", 70, 1),
            ],
            id="biome",
        ),
        pytest.param(
            "oxlint",
            ["Lint"],
            (2, 3),
            [("oxlint", "", "lib/broken.js:1", 22, 1), ("oxlint", "", "lib/broken.js:2", 29, 1)],
            id="oxlint",
        ),
        pytest.param(
            "prettier", ["Lint"], (1, 5), [("prettier", "SyntaxError", "lib/broken.js:1", 2, 1)], id="prettier"
        ),
        pytest.param(
            "node-spec",
            ["Tests"],
            (2, 0),
            [
                ("node", "AssertionError", "/work/shop/n/a.test.mjs:5", 50, 1),
                ("node", "TypeError", "/work/shop/n/a.test.mjs:7", 73, 1),
            ],
            id="node-spec",
        ),
        pytest.param(
            "tap-suites",
            ["Tests"],
            (2, 0),
            [("tap", "", "/work/shop/n/a.test.mjs:5", 4, 1), ("tap", "", "/work/shop/n/a.test.mjs:6", 32, 1)],
            id="tap-suites",
        ),
        pytest.param(
            "bun",
            ["Tests"],
            (6, 0),
            [
                ("bun", "", "/work/bd/b.test.ts:4", 9, 1),
                ("bun", "TypeError", "/work/bd/b.test.ts:6", 23, 2),
                ("bun", "", "/work/bd/b.test.ts:8", 33, 1),
            ],
            id="bun",
        ),
        pytest.param(
            "deno",
            ["Tests"],
            (3, 0),
            [
                ("deno", "Error", "/work/bd/d_test.ts:1", 10, 1),
                ("deno", "TypeError", "/work/bd/d_test.ts:4", 17, 1),
                ("deno", "RangeError", "/work/bd/d_test.ts:6", 23, 1),
            ],
            id="deno",
        ),
        pytest.param(
            "cmake", ["Configuration"], (1, 0), [("cmake", "find_package", "CMakeLists.txt:3", 7, 1)], id="cmake"
        ),
        pytest.param(
            "ctest",
            ["Tests"],
            (4, 0),
            [("ctest", "Failed", "", 5, 1), ("ctest", "Exception", "", 7, 1), ("ctest", "Failed", "", 9, 1)],
            id="ctest",
        ),
        pytest.param("uv", ["Run"], (1, 0), [("uv", "No solution found", "", 1, 1)], id="uv"),
        pytest.param("pnpm", ["Run"], (1, 0), [("pnpm", "ERR_PNPM_FETCH_404", "", 1, 1)], id="pnpm"),
        pytest.param(
            "pytest-collect",
            ["Collection", "Tests"],
            (2, 0),
            [
                ("pytest", "ModuleNotFoundError", "tests/test_broken.py:1", 17, 1),
                ("pytest", "SyntaxError", "/work/pt/tests/test_syntax.py:1", 45, 1),
            ],
            id="pytest-collect",
        ),
        pytest.param(
            "pytest-native",
            ["Run", "Tests"],
            (4, 0),
            [
                ("pytest", "RuntimeError", "/work/shop/case.py:10", 3, 1),
                ("pytest", "AssertionError", "/work/shop/case.py:14", 74, 2),
                ("pytest", "LookupError", "/work/shop/case.py:21", 129, 1),
            ],
            id="pytest-native",
        ),
        pytest.param(
            "pytest-q",
            ["Run", "Tests"],
            (4, 0),
            [
                ("pytest", "RuntimeError", "case.py:10", 8, 1),
                ("pytest", "AssertionError", "case.py:14", 16, 2),
                ("pytest", "LookupError", "case.py:21", 45, 1),
            ],
            id="pytest-q",
        ),
        pytest.param(
            "unittest-v",
            ["Tests"],
            (3, 0),
            [
                ("unittest", "TypeError", "/work/shop/test_small.py:5", 18, 1),
                ("unittest", "AssertionError", "/work/shop/test_small.py:10", 26, 2),
            ],
            id="unittest-v",
        ),
        pytest.param(
            "dotnet",
            ["Compilation"],
            (3, 1),
            [("msbuild", "CS0103", "/work/shop/Cart.cs:12", 3, 2), ("msbuild", "MSB4018", "", 6, 1)],
            id="dotnet",
        ),
        pytest.param(
            "dotnet-test",
            ["Tests"],
            (2, 0),
            [
                ("dotnet", "", "/work/shop/CartTests.cs:14", 9, 1),
                ("dotnet", "InvalidOperationException", "/work/shop/Cart.cs:9", 17, 1),
            ],
            id="dotnet-test",
        ),
    ],
)
def test_a_log_says_whose_it_is_how_much_is_wrong_and_where(
    name: str, phases: list[str], totals: tuple[int, int], first: list[tuple[str, str, str, int, int]]
) -> None:
    trace = read_bytes((LOGS / f"{name}.log").read_bytes())
    assert [one.name for one in trace.phases] == phases
    assert (trace.errors, trace.warned) == totals
    assert [(one.tool, one.code, one.place, one.at, one.count) for one in trace.failures[: len(first)]] == first
    assert trace.tools == tuple(dict.fromkeys(one[0] for one in first)), "it is nobody else's"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("ABC123 is the order\nnothing else\n", id="a code without a place"),
        pytest.param("  12:30  error  in the cart\n", id="a row without a file"),
        pytest.param("src/a.ts\nsrc/b.ts\n", id="files"),
        pytest.param("* installing\n", id="a list"),
        pytest.param("Would you like to go on?\n", id="a question"),
        pytest.param("Checking the cart ... ok\n", id="a step that went well"),
        pytest.param("case 1 => the cart\n", id="an arrow"),
        pytest.param("yarn run v1.22.22\nDone in 0.05s.\nerror handling is on\n", id="behind a run of yarn"),
    ],
)
def test_what_only_looks_like_a_finding_is_none(text: str) -> None:
    assert (read_bytes(text.encode()).errors, read_bytes(text.encode()).warned) == (0, 0)


@pytest.mark.parametrize(
    ("text", "tool", "code", "place"),
    [
        ("a.cpp(12): error C2065: 'x': undeclared identifier\n", "msbuild", "C2065", "a.cpp:12"),
        ("main.obj : error LNK2019: unresolved external symbol f\n", "msbuild", "LNK2019", "main.obj"),
        ("CSC : error CS5001: no Main\n", "msbuild", "CS5001", ""),
        ("CMake Error: The source directory does not exist.\n", "cmake", "", ""),
        ("would reformat src/a.py\n", "formatter", "", "src/a.py"),
        ("src/a.py:3: error: Name is not defined\n", "log", "", "src/a.py:3"),
        (" ERR_PNPM_OUTDATED_LOCKFILE  Cannot install\n", "pnpm", "ERR_PNPM_OUTDATED_LOCKFILE", ""),
        ("\u27a4 YN0082: \u2502 left-pad@npm:^99.0.0: No candidates found\n", "yarn", "YN0082", ""),
        ("\u27a4 YN0001: \u2502 Error: the disk is full\n", "yarn", "YN0001", ""),
        ("yarn install v1.22.22\nerror Couldn't find any versions\n", "yarn", "", ""),
        ("yarn run v1.22.22\n$ exit 3\nerror Command failed with exit code 3.\n", "yarn", "", ""),
        ("yarn run v1.22.22\n$ tsc\na.ts(3,4): error TS2322: x\nerror Command failed.\n", "tsc", "TS2322", "a.ts:3"),
        ("  \u00d7 No solution found when resolving\n  \u2570\u2500\u25b6 Because a\n", "uv", "No solution found", ""),
        ("q/q.go:3:8: imported and not used\nq/q.go:3:8: too many errors\n", "go", "", "q/q.go:3"),
    ],
)
def test_one_line_is_understood(text: str, tool: str, code: str, place: str) -> None:
    (one,) = read_bytes(text.encode()).failures
    assert (one.tool, one.code, one.place, one.count) == (tool, code, place, 1)
    assert one.message
