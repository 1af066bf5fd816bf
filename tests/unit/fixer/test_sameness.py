import pytest

from adrguard.fixer.sameness import same_program


@pytest.mark.parametrize(
    ("path", "old", "new", "same"),
    [
        pytest.param("a.py", "x = 1\n", "# c\nx = 1  # d\n", True, id="comments"),
        pytest.param("a.py", "x = '''\na'''\n", "x = '''\n# c\na'''\n", False, id="within a text"),
        pytest.param("a.ts", "x = `\na`;\n", "x = `\n// c\na`;\n", False, id="within a template"),
        pytest.param("a.ts", "f(a,\nb);\n", "f(a,\n// c\nb);\n", True, id="between arguments"),
        pytest.param("a.toml", 'a = """\nb"""\n', 'a = """\n# c\nb"""\n', False, id="within a text of TOML"),
        pytest.param("a.yaml", "a: |\n  b\n", "a: |\n  # c\n  b\n", False, id="within a block of YAML"),
        pytest.param("a.yaml", "a: b\n  c\n", "a: b\n  # d\n  c\n", False, id="within a text of YAML without quotes"),
        pytest.param("a.yaml", "a: b\n  c\n", "a: b\n  c  # d\n", True, id="behind a text of YAML without quotes"),
        pytest.param("a.yaml", "{{ if }}\na: b\n", "{{ if }}\n# c\na: b\n", True, id="a template of YAML"),
        pytest.param("a.py", "#!/bin/x\n", "# c\n#!/bin/x\n", False, id="above a shebang"),
        pytest.param("a.sh", "#!/bin/x\n", "#!/bin/x  # c\n", False, id="within a shebang"),
        pytest.param("a.py", "#\n# coding: l1\n", "#\n# c\n# coding: l1\n", False, id="above an encoding"),
        pytest.param("a.py", "#\n# coding: l1\n", "#\n# coding: l1  # c\n", True, id="behind an encoding"),
        pytest.param("Dockerfile", "# syntax=x\n", "# c\n# syntax=x\n", False, id="above a directive"),
        pytest.param("a.css", '@charset "x";\n', '/* c */\n@charset "x";\n', False, id="above a character set"),
        pytest.param(
            "a.xml",
            '<?xml version="1.0"?>\n<a/>',
            '<!-- c -->\n<?xml version="1.0"?>\n<a/>',
            False,
            id="above a declaration",
        ),
        pytest.param("a.xml", "<a>\n<b>c</b></a>", "<a>\n<!-- d -->\n<b>c</b></a>", True, id="between elements"),
        pytest.param("a.xml", "<a><![CDATA[\nb]]></a>", "<a><![CDATA[\n<!-- c -->\nb]]></a>", False, id="within CDATA"),
        pytest.param("a.xml", "<a\nb='c'/>", "<a\n<!-- d -->\nb='c'/>", False, id="within a tag"),
        pytest.param("a.xml", "<!-- a\nb -->\n<a/>", "<!-- a\n<!-- c -->\nb -->\n<a/>", False, id="within a comment"),
        pytest.param("a.md", "---\na: 1\n---\n", "---\n<!-- c -->\na: 1\n---\n", False, id="within frontmatter"),
        pytest.param("a.md", "|a|\n|-|\n|b|\n", "|a|\n|-|\n<!-- c -->\n|b|\n", False, id="within a table"),
        pytest.param("a.md", "|a|\n|-|\n|b|\n", "|a|\n|-|\n|b|  <!-- c -->\n", True, id="behind a row of a table"),
        pytest.param("a.md", "a\nb\n", "a\n<!-- c -->\nb\n", False, id="within a paragraph"),
        pytest.param("a.md", "a\nb\n", "a\nb  <!-- c -->\n", True, id="behind a line of a paragraph"),
        pytest.param(
            "a.md", "- a\n\n      b\n", "- a\n\n      <!-- c -->\n      b\n", False, id="within indented code"
        ),
    ],
)
def test_whether_only_comments_differ(path: str, old: str, new: str, *, same: bool) -> None:
    assert same_program(path, old, new) is same
