import pytest
from fakes.fixing import compiled

from adrguard.fixer.comments import candidates, reason_fault, same_program
from adrguard.fixer.edits import CannotRewriteError, apply
from adrguard.model.changes import Content
from adrguard.model.findings import Finding
from adrguard.syntax.source import Source

RULE = compiled("deny: `bad`")


def texts(path: str, text: str, line: int) -> list[str]:
    finding = Finding(RULE, path, line, 1, line, 2, "bad", "", 1)
    return [apply(text, [edit]) for edit in candidates(Source(path, Content(text)), finding, "ADR-1", "why")]


@pytest.mark.parametrize(
    ("path", "text", "line", "first"),
    [
        pytest.param(
            "a.py", "if x:\n    bad\n", 2, "if x:\n    # adrguard: allow ADR-1 -- why\n    bad\n", id="python"
        ),
        pytest.param("a.ts", "\tbad;\r\n", 1, "\t// adrguard: allow ADR-1 -- why\r\n\tbad;\r\n", id="slashes, CRLF"),
        pytest.param("a.sql", "x\nbad\n", 2, "x\n-- adrguard: allow ADR-1 -- why\nbad\n", id="sql"),
        pytest.param("a.html", "<p>bad</p>\n", 1, "<!-- adrguard: allow ADR-1 -- why -->\n<p>bad</p>\n", id="markup"),
        pytest.param("a.css", "bad {}\n", 1, "/* adrguard: allow ADR-1 -- why */\nbad {}\n", id="css"),
        pytest.param("go.mod", "module bad\n", 1, "// adrguard: allow ADR-1 -- why\nmodule bad\n", id="go.mod"),
        pytest.param(
            "a.py",
            "#!/bin/x\n# -*- coding: utf-8 -*-\nx\n",
            0,
            "#!/bin/x\n# -*- coding: utf-8 -*-\n# adrguard: allow ADR-1 -- why\nx\n",
            id="the file as a whole",
        ),
        pytest.param(
            "a.md",
            "---\na: 1\n---\nbad\n",
            0,
            "---\na: 1\n---\n<!-- adrguard: allow ADR-1 -- why -->\nbad\n",
            id="below frontmatter",
        ),
    ],
)
def test_the_comment_stands_above_in_the_syntax_of_the_file(path: str, text: str, line: int, first: str) -> None:
    assert texts(path, text, line)[0] == first


def test_the_end_of_the_line_is_the_second_choice() -> None:
    assert texts("a.py", "bad\nx\n", 1)[1] == "bad  # adrguard: allow ADR-1 -- why\nx\n"


@pytest.mark.parametrize(
    ("path", "text", "line"),
    [
        pytest.param("a.json", '{"a": "bad"}\n', 1, id="no comments in the language"),
        pytest.param("a.py", "x = 1 + \\\n    bad\n", 2, id="a line that goes on"),
        pytest.param("a.md", "```\nbad\n```\n", 2, id="a block of code"),
        pytest.param("a.sql", "insert 'x\nbad'\n", 2, id="perhaps a text of several lines"),
        pytest.param("notes.txt", "bad\n", 1, id="plain text"),
    ],
)
def test_where_no_comment_can_stand(path: str, text: str, line: int) -> None:
    with pytest.raises(CannotRewriteError):
        texts(path, text, line)


@pytest.mark.parametrize(
    ("path", "old", "new", "same"),
    [
        pytest.param("a.py", "x = 1\n", "# c\nx = 1  # d\n", True, id="comments"),
        pytest.param("a.py", "x = '''\na'''\n", "x = '''\n# c\na'''\n", False, id="within a text"),
        pytest.param("a.ts", "x = `\na`;\n", "x = `\n// c\na`;\n", False, id="within a template"),
        pytest.param("a.ts", "f(a,\nb);\n", "f(a,\n// c\nb);\n", True, id="between arguments"),
        pytest.param("a.toml", 'a = """\nb"""\n', 'a = """\n# c\nb"""\n', False, id="within a text of TOML"),
        pytest.param("a.yaml", "a: |\n  b\n", "a: |\n  # c\n  b\n", False, id="within a block of YAML"),
    ],
)
def test_whether_only_comments_differ(path: str, old: str, new: str, *, same: bool) -> None:
    assert same_program(path, old, new) is same


@pytest.mark.parametrize(
    ("reason", "sound"),
    [
        ("the export needs it", True),
        ("", False),
        ("...", False),
        ("a\nb", False),
        ("a -->", False),
        ("a */ b", False),
        ("a \u202e b", False),
    ],
)
def test_what_a_reason_may_hold(reason: str, *, sound: bool) -> None:
    assert (reason_fault(reason) == "") is sound
