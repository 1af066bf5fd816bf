import pytest
from fakes.fixing import compiled

from adrguard.fixer.comments import candidates, reason_fault
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
        pytest.param("a.xml", "<a>bad</a>\n", 1, "<!-- adrguard: allow ADR-1 \u2014 why -->\n<a>bad</a>\n", id="XML"),
        pytest.param("a.css", "bad {}\n", 1, "/* adrguard: allow ADR-1 -- why */\nbad {}\n", id="css"),
        pytest.param("go.mod", "module bad\n", 1, "// adrguard: allow ADR-1 -- why\nmodule bad\n", id="go.mod"),
        pytest.param(
            "a.py",
            "#!/bin/x\n# -*- coding: utf-8 -*-\nx\n",
            0,
            "#!/bin/x\n# -*- coding: utf-8 -*-\n# adrguard: allow ADR-1 -- why\nx\n",
            id="the file as a whole",
        ),
        pytest.param("a.sh", "#!/bin/sh", 0, "#!/bin/sh\n# adrguard: allow ADR-1 -- why", id="nothing but a shebang"),
        pytest.param(
            "a.py",
            "\n# vim: set fileencoding=latin-1 :\nx\n",
            0,
            "\n# vim: set fileencoding=latin-1 :\n# adrguard: allow ADR-1 -- why\nx\n",
            id="below an encoding",
        ),
        pytest.param(
            "Dockerfile",
            "# syntax=docker/dockerfile:1\n# escape=`\nFROM x\n",
            0,
            "# syntax=docker/dockerfile:1\n# escape=`\n# adrguard: allow ADR-1 -- why\nFROM x\n",
            id="below directives",
        ),
        pytest.param(
            "a.css",
            '@charset "utf-8";\na {}\n',
            0,
            '@charset "utf-8";\n/* adrguard: allow ADR-1 -- why */\na {}\n',
            id="below a character set",
        ),
        pytest.param(
            "a.ts",
            "// eslint-disable-next-line x\nbad;\n",
            2,
            "// eslint-disable-next-line x\nbad;  // adrguard: allow ADR-1 -- why\n",
            id="behind what another comment is about",
        ),
        pytest.param(
            "a.pl",
            "print <<EOF;\nx\nEOF\nbad\n",
            4,
            "print <<EOF;\nx\nEOF\n# adrguard: allow ADR-1 -- why\nbad\n",
            id="below a text of several lines",
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
        pytest.param("Dockerfile", "RUN <<EOF\nbad\nEOF\n", 2, id="a document within"),
        pytest.param("a.ps1", "f `\n  bad\n", 2, id="a line that goes on, PowerShell"),
        pytest.param("notes.txt", "bad\n", 1, id="plain text"),
    ],
)
def test_where_no_comment_can_stand(path: str, text: str, line: int) -> None:
    with pytest.raises(CannotRewriteError):
        texts(path, text, line)


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
