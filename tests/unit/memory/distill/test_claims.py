from __future__ import annotations

import pytest

from adrguard.memory.distill.claims import CAUSE, PREVENTION, SUGGESTION, Claims


def claims(text: str) -> list[tuple[str, int, tuple[str, ...]]]:
    found = Claims()
    for at, line in enumerate(text.encode().splitlines(keepends=True), 1):
        found.take(at, line)
    found.close()
    return [(one.kind, one.quote.at, one.quote.lines) for one in found.found]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param(
            "error[E0382]: x\n7 | a\n  |   - move occurs because `a` is\n  |   |\n  |   value moved here\n",
            [(CAUSE, 3, ("move occurs because `a` is",)), (CAUSE, 5, ("value moved here",))],
            id="rustc's labels",
        ),
        pytest.param(
            "error: x\nhelp: clone it\n  |\n4 |     f(a.clone());\n  |        ++++++++\n\n4 | other\n",
            [(SUGGESTION, 2, ("help: clone it", "|", "4 |     f(a.clone());", "|        ++++++++"))],
            id="rustc's help",
        ),
        pytest.param(
            "error: x\n  = note: expected `u8`\n", [(CAUSE, 2, ("= note: expected `u8`",))], id="rustc's note"
        ),
        pytest.param("warning: x\n  = note: unused\n  = help: drop it\n\n", [], id="of a warning nothing counts"),
        pytest.param(
            "a.c:1:2: warning: x\na.c:2:1: note: here\na.c:3:1: error: y\na.c:4:1: note: there\n",
            [(CAUSE, 4, ("a.c:4:1: note: there",))],
            id="gcc's notes",
        ),
        pytest.param(
            "error: x\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n",
            [],
            id="what every panic says",
        ),
        pytest.param(
            "Exception in thread main java.lang.X: a\n\tat a.B.c(B.java:1)\nCaused by: java.io.Y: b\n",
            [(CAUSE, 3, ("Caused by: java.io.Y: b",))],
            id="java",
        ),
        pytest.param(
            "error: failed\n\nCaused by:\n  no file\n  at all\n\nmore\n",
            [(CAUSE, 3, ("Caused by:", "no file", "at all"))],
            id="cargo's chain",
        ),
        pytest.param(
            "Traceback (most recent call last):\n  File \"a.py\", line 1, in f\n    g()\nKeyError: 'a'\n\n"
            "During handling of the above exception, another exception occurred:\n\n"
            'Traceback (most recent call last):\n  File "a.py", line 3, in f\nValueError: b\n',
            [
                (CAUSE, 4, ("KeyError: 'a'",)),
                (CAUSE, 6, ("During handling of the above exception, another exception occurred:",)),
            ],
            id="python's chain",
        ),
        pytest.param(
            "Error: x\n    at f (a.js:1:2) {\n  [cause]: TypeError: y\n",
            [(CAUSE, 3, ("[cause]: TypeError: y",))],
            id="node's cause",
        ),
        pytest.param(
            "npm error code ERESOLVE\nnpm error ERESOLVE could not resolve\nnpm error\nnpm error Fix the upstream "
            "dependency conflict, or retry\nnpm error this command with --force\nnpm error A complete log of this\n",
            [
                (CAUSE, 2, ("npm error ERESOLVE could not resolve",)),
                (
                    SUGGESTION,
                    4,
                    ("npm error Fix the upstream dependency conflict, or retry", "npm error this command with --force"),
                ),
            ],
            id="npm",
        ),
        pytest.param(
            "FAILURE: Build failed\n\n* What went wrong:\nno such task\n\n* Try:\n> Run gradlew tasks\n\n",
            [
                (CAUSE, 3, ("* What went wrong:", "no such task")),
                (SUGGESTION, 6, ("* Try:", "> Run gradlew tasks")),
            ],
            id="gradle",
        ),
        pytest.param(
            "main.go:4:2: no required module provides package x; to add it:\n\tgo get x\n",
            [(SUGGESTION, 1, ("main.go:4:2: no required module provides package x; to add it:", "go get x"))],
            id="go",
        ),
        pytest.param(
            "src/a.ts(3,5): error TS2322: Type 'X' is not\n  Types of 'a' differ.\nnext\n",
            [(CAUSE, 1, ("src/a.ts(3,5): error TS2322: Type 'X' is not", "Types of 'a' differ."))],
            id="tsc",
        ),
        pytest.param(
            "error: x\nPlease run `make deps` first\nTo avoid this, pin the version.\n",
            [
                (SUGGESTION, 2, ("Please run `make deps` first",)),
                (PREVENTION, 3, ("To avoid this, pin the version.",)),
            ],
            id="plain words",
        ),
        pytest.param("error: x\nall is well\nfound 3 files\n", [], id="nothing is made up"),
    ],
)
def test_what_is_stated_is_found_with_its_line(text: str, found: list[tuple[str, int, tuple[str, ...]]]) -> None:
    assert claims(text) == found


def test_a_statement_is_kept_once_however_often_it_comes() -> None:
    assert len(claims("error: x\nhint: wait 3 s\n\nerror: y\nhint: wait 4 s\n")) == 1


def test_a_statement_that_first_stood_with_a_warning_is_still_found_with_an_error() -> None:
    assert claims("warning: x\nnote: because\n\nerror: y\nnote: because\n") == [(CAUSE, 5, ("note: because",))]
