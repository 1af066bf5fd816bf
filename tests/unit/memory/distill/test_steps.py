from __future__ import annotations

import pytest

from adrguard.memory.distill.steps import MOST_BEFORE, Course, Stepping, kind_of


def course(text: str) -> Course:
    stepping = Stepping()
    stepping.feed(text.encode())
    return stepping.end()


def test_a_trace_is_cut_at_its_commands() -> None:
    found = course("before\n$ make\na.c:1:2: error: x\n$ vi a.c\n$ make\nok\n")
    assert [(one.command and one.command.text, one.first, one.last, one.errors) for one in found.steps] == [
        (None, 1, 1, 0),
        ("make", 2, 3, 1),
        ("vi a.c", 4, 4, 0),
        ("make", 5, 6, 0),
    ]
    assert [(one.tool, one.message, one.at) for one in found.failures] == [("gcc", "x", 3)]
    assert (found.errors, found.lines) == (1, 6)


def test_a_kind_of_error_is_counted_over_all_steps() -> None:
    found = course("$ make\na.c:1:2: error: x\n$ make\na.c:1:2: error: x\na.c:9:2: error: x\n")
    assert [(one.at, one.count) for one in found.failures] == [(2, 3)]


def test_lines_of_a_diff_are_no_commands() -> None:
    hunk = "@@ -1,2 +1,3 @@\n a\n+ make all\n+b\n-c\n"
    found = course(f"$ git diff\n{hunk}+ make test\nfatal: x\n")
    assert [one.command.text for one in found.steps if one.command] == ["git diff", "make test"]


def test_of_many_commands_before_the_failure_the_last_are_kept() -> None:
    found = course("".join(f"$ echo {number}\n" for number in range(100)) + "$ make\nfatal: x\n")
    assert len(found.steps) == MOST_BEFORE + 1
    assert found.steps[-1].first == 101


def test_make_alone_says_that_it_failed() -> None:
    found = course("$ make\nfalse\nmake: *** [Makefile:2: all] Error 1\n")
    assert [(one.tool, one.message, one.at) for one in found.failures] == [
        ("make", "make: *** [Makefile:2: all] Error 1", 3)
    ]


def test_pieces_of_a_trace_make_the_same_steps() -> None:
    text = "$ make\na $ b\nx $ make no\n@@ -1 +1 @@\n-a\n+ make it\n$ ls\n"
    by_lines = Stepping()
    for line in text.encode().splitlines(keepends=True):
        by_lines.feed(line)
    assert by_lines.end() == course(text)


def test_a_piece_within_a_line_begins_no_command() -> None:
    stepping = Stepping()
    stepping.feed(b"a long line that is cut ")
    stepping.feed(b"$ make\n$ ls\n")
    assert [one.command.text for one in stepping.end().steps if one.command] == ["ls"]


@pytest.mark.parametrize(
    ("command", "kind"),
    [
        ("cargo build --release", ("cargo", "build")),
        ("RUST_LOG=x cargo  build", ("cargo", "build")),
        ("cd x && sudo make -j8 test", ("make", "test")),
        ("npm run build -- --prod", ("npm", "run", "build")),
        ("/usr/bin/pytest -x tests", ("pytest",)),
        ("./configure", ("configure",)),
        ("C:\\tools\\msbuild.exe /m", ("msbuild",)),
        ("", ()),
        ("[ -f x ]", ()),
    ],
)
def test_what_makes_two_commands_the_same_task(command: str, kind: tuple[str, ...]) -> None:
    assert kind_of(command) == kind
