from __future__ import annotations

import pytest

from adrguard.usecases.proving.info import Info, Line, read


@pytest.mark.parametrize(
    ("info", "said"),
    [
        pytest.param("python bad", Info("python", "bad"), id="a language"),
        pytest.param("bad", Info("", "bad"), id="none"),
        pytest.param("Python GOOD path=./src//a.py", Info("python", "good", "src/a.py"), id="a path"),
        pytest.param('py bad path="a b.py"', Info("py", "bad", "a b.py"), id="a path with a blank"),
        pytest.param("py path='x.py'", Info("py", "", "x.py"), id="a file that is there"),
        pytest.param("whatever path=go.mod bad", Info("whatever", "bad", "go.mod"), id="a path tells the language"),
        pytest.param("py bad lines=2,5:3,file", Info("py", "bad", "", (Line(2, 0), Line(5, 3), Line(0, 0)), (13, 23)), id="lines"),
        pytest.param("py bad rule=A-1#x,#y", Info("py", "bad", rules=("A-1#x", "#y"), rules_at=12), id="rules"),
        pytest.param("python title=x {.cls}", Info("python"), id="nothing of ours"),
    ],
)  # fmt: skip
def test_what_an_info_string_says(info, said):
    assert read(info) == (said, [])


@pytest.mark.parametrize(
    ("info", "code", "at"),
    [
        pytest.param("pyhton bad", "unknown-language", 0, id="a language"),
        pytest.param("python baad", "unknown-word", 7, id="nearly bad"),
        pytest.param("python bad pth=x", "unknown-word", 11, id="a key"),
        pytest.param("python bad good", "both", 11, id="bad and good"),
        pytest.param("python bad lines=x", "bad-line", 17, id="a line"),
        pytest.param("python bad lines=0", "bad-line", 17, id="line 0"),
        pytest.param("python bad rule=", "no-rule", 16, id="no rule"),
        pytest.param("python bad path=/etc/passwd", "bad-path", 16, id="an absolute path"),
        pytest.param("python bad path=a/../../b", "bad-path", 16, id="a path that leads out"),
        pytest.param("python bad path=c:/x", "bad-path", 16, id="a drive"),
        pytest.param("python bad path=a\\b", "bad-path", 16, id="backslashes"),
        pytest.param("python bad path=.git/config", "bad-path", 16, id="git's own files"),
        pytest.param("python bad path=a/", "bad-path", 16, id="a folder"),
        pytest.param("python bad path=a\x1bb", "bad-path", 16, id="control characters"),
        pytest.param("python bad " + "x" * 3000, "too-long", 0, id="endless"),
    ],
)
def test_what_is_wrong_with_it(info, code, at):
    _, slips = read(info)
    assert (slips[0].code, slips[0].at) == (code, at)
    assert all(slip.hint for slip in slips)
