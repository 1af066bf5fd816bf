import pytest

from adrguard.engine.respelled import respelled


@pytest.mark.parametrize(
    ("text", "python", "expected"),
    [
        pytest.param("import requests", True, "", id="plain"),
        pytest.param("import \uff52equests", True, "import requests", id="full-width letters in Python"),
        pytest.param("import \uff52equests", False, "", id="full-width letters elsewhere"),
        pytest.param(r"'r\x65quests'", False, "'requests'", id="two digits"),
        pytest.param(r"'\u0072equests'", False, "'requests'", id="four digits"),
        pytest.param(r"'\uuu0072equests'", False, "'requests'", id="more than one u, as in Java"),
        pytest.param(r"'\u{72}equests'", False, "'requests'", id="braces"),
        pytest.param(r"'\U00000072equests'", False, "'requests'", id="eight digits"),
        pytest.param(r"'\N{LATIN SMALL LETTER R}equests'", True, "'requests'", id="by name"),
        pytest.param(r"'\162equests'", False, "'requests'", id="octal"),
        pytest.param(r"'\N{no such letter}'", True, "", id="no such name"),
        pytest.param(r"'\u{110000}'", False, "", id="no such character"),
        pytest.param("__import__('re' 'quests')", True, "__import__('requests')", id="side by side"),
        pytest.param("+__import__('re'\n+ 'quests')", True, "+__import__('requests')", id="over two lines of a diff"),
        pytest.param("require('lod' + 'ash')", False, "require('lodash')", id="a sum that is required"),
        pytest.param("say('lod' + 'ash')", False, "", id="a sum that is not"),
        pytest.param("print('re' 'quests')", True, "", id="side by side, where nothing is imported by name"),
    ],
)
def test_a_text_is_read_as_its_language_reads_it(text: str, expected: str, *, python: bool) -> None:
    assert respelled(text.encode(), python=python) == (b"\n" + expected.encode() if expected else b"")
