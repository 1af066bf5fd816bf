"""What counts as code, comment and string, for every grammar."""

from __future__ import annotations

import pytest
from fakes.matching import fragment
from hypothesis import given
from hypothesis import strategies as st

from adrguard.model.changes import Content
from adrguard.syntax.languages import GRAMMARS
from adrguard.syntax.regions import may_hold_comments
from adrguard.syntax.source import Source

# A file in which K stands in code, C in comments, S in strings.
SAMPLES = {
    "a.py": '"""C C"""\nK = f"S {K!r} S" + \'S\'  # C\ndef K():\n    """C"""\n    return b"S"\n',
    "a.js": "// C\n/* C */ K = `S ${K} S`; K('S');\n",
    "a.ts": "// C\nconst K: K = 'S' + `S`; /** C */\n",
    "a.tsx": 'let K = <K title="S">{/* C */}</K>;\n',
    "a.rs": '//! C\n/// C\n/* C */ fn K() { K!("S", r#"S"#); }\n',
    "a.go": 'package K\n// C\nvar K = "S" + `S` /* C */\n',
    "A.java": '/** C */ class K { String K = "S" + """\n S"""; } // C\n',
    "a.kt": '/** C */ fun K() { val K = "S $K ${K + "S"}" } // C\n',
    "A.cs": '/// C\nclass K { string K = "S" + @"S" + $"S {K} S"; } // C\n',
    "a.c": '/* C */ char *K = "S"; // C\n',
    "a.cpp": '// C\nauto K = R"(S)"; auto K = "S";\n',
    "a.rb": "# C\nK = \"S #{K} S\" + 'S' + <<~E\n  S\nE\n=begin\nC\n=end\n",
    "a.php": "<?php // C\n# C\n/* C */ $K = \"S {$K}\" . 'S';\n",
    "a.swift": '// C\n/* C */ let K = "S \\(K)"\n',
    "a.scala": '// C\nval K = "S" + s"S ${K}"\n',
    "a.sh": "# C\nK=\"S $(K)\" ; K 'S'\ncat <<E\nS\nE\n",
    "a.css": '/* C */ K { content: "S" }\n',
    "a.html": '<!-- C --><K K="S">K</K>\n',
    "a.lua": '-- C\n--[[ C ]] K = "S" .. [[S]]\n',
    "a.ex": '# C\ndefmodule K do\n  @doc "C"\n  def k, do: "S #{K}"\nend\n',
    "a.hs": '-- C\n{- C -}\nk = K "S"\n',
    "a.json": '{"S": [null]} // C\n',
    "a.yaml": "# C\nK: \"S\"\nK2: 'S' # C\n",
    "a.nix": '# C\n/* C */ { K = "S ${K}"; }\n',
    "a.sol": '// C\ncontract K { string K = "S"; }\n',
    "a.tf": '# C\nK = "S ${K}" // C\n',
}


@pytest.mark.parametrize("path", sorted(SAMPLES))
@pytest.mark.parametrize(("where", "letter"), [("comment", "C"), ("string", "S"), ("code", "K")])
def test_each_letter_is_seen_only_where_it_stands(path, where, letter):
    text = SAMPLES[path]
    seen = Source(path, Content(text)).visible((where,))
    assert len(seen) == len(text)
    assert seen.count("\n") == text.count("\n")
    others = set("CSK") - {letter}
    if where == "string":
        others.discard("K")  # what is put into a string is string and code
    words = [word for word in "".join(char if char.isalnum() else " " for char in seen).split() if word in set("CSK")]
    assert words.count(letter) == _words(text).count(letter)
    assert not others & set(words)


def _words(text: str) -> list[str]:
    return "".join(char if char.isalnum() else " " for char in text).split()


def test_there_is_a_sample_of_every_grammar():
    assert {Source(path, Content("")).language for path in SAMPLES} == GRAMMARS


def test_where_there_is_no_grammar_everything_is_code():
    some = Source("a.sql", Content("-- SELECT\nSELECT 'x'"))
    assert some.mask(("comment",)) is None
    assert some.visible(("comment",)) == some.text


def test_what_cannot_be_parsed_is_all_code():
    some = Source("a.py", Content("# c\n" + "(" * 2000))
    assert some.mask(("comment",)) is None
    assert some.visible(("code",)) == some.text


@pytest.mark.parametrize(
    ("where", "seen"),
    [
        (("code",), 'x = f("      ")   \n'),
        (("string",), '      "secret"   \n'),
        (("code", "string"), 'x = f("secret")   \n'),
        (("comment",), "               # \n"),
        ((), 'x = f("secret")# \n'),
    ],
)
def test_quotes_belong_to_the_string_and_to_the_code_around_it(where, seen):
    text = 'x = f("secret")# \n'
    assert [part.rstrip() for part in Source("a.py", Content(text)).visible(where).split("\n")] == [
        part.rstrip() for part in seen.split("\n")
    ]


def test_a_string_by_itself_is_a_docstring_in_python_only():
    assert "C" not in Source("a.py", Content('def f():\n    x = 1\n    "C"\n')).visible(("code", "string"))
    assert "S" in Source("a.js", Content('"S";\n')).visible(("code", "string"))
    assert "S" in Source("a.py", Content('f("S")\n')).visible(("code", "string"))


def test_a_comment_within_what_is_put_into_a_string_is_a_comment():
    text = "x = `a ${b /* C */} c`;"
    assert Source("a.js", Content(text)).visible(("comment",)).strip() == "/* C */"


def test_a_broken_file_still_has_its_comments_masked():
    text = "# C\ndef f(:\n    K = 'S'  # C\n"
    assert "C" not in Source("a.py", Content(text)).visible(("code", "string"))


def test_each_part_of_a_fragment_is_masked_by_itself():
    part = Source("a.py", fragment((3, "# C\nK = 1\n"), (9, "    K('S')  # C\n")))
    assert "C" not in part.visible(("code", "string"))
    assert "\0" in part.visible(("comment",))
    assert _words(part.visible(("comment",))) == ["C", "C"]


@pytest.mark.parametrize("path", sorted(SAMPLES))
def test_a_text_without_comment_marks_has_no_comment(path):
    sample = Source(path, Content(SAMPLES[path]))
    assert may_hold_comments(sample.text, sample.language)
    uncommented = Source(path, Content(sample.visible(("code", "string"))))
    if not may_hold_comments(uncommented.text, uncommented.language):
        assert uncommented.visible(("comment",)).split() == []


@pytest.mark.parametrize("text", ["def f():\n    'C'\n", "def f(): 'C'\n", "x = 1; r'C'\n"])
def test_a_docstring_in_single_quotes_is_one(text):
    assert "C" not in Source("a.py", Content(text)).visible(("code", "string"))


@given(st.text(alphabet="ab\"'#/*\n\\{}$`😀(", max_size=40), st.sampled_from(["a.py", "a.js", "a.rb", "a.php", "a.tf"]))
def test_masking_keeps_offsets_and_loses_no_character(text, path):
    some = Source(path, Content(text))
    seen = {where: some.visible((where,)) for where in ("code", "comment", "string")}
    for offset, char in enumerate(text):
        assert any(view[offset] == char for view in seen.values())
        assert all(view[offset] in (char, " ") for view in seen.values())
