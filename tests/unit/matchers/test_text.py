"""`text`: literally, white space as any white space, words as whole words, and only where the rule looks."""

from __future__ import annotations

import re

import pytest
from fakes.matching import context_of, found, fragment, matches, target_of
from hypothesis import given
from hypothesis import strategies as st

from adrguard.matchers.context import MOST_HITS
from adrguard.model.changes import Content

CASES = [
    pytest.param("SELECT * FROM", "q.sql", "select *\nSELECT * FROM a", ["SELECT * FROM"], id="literally"),
    pytest.param("SELECT * FROM", "q.sql", "SELECT *\r\n\t FROM a", ["SELECT * FROM"], id="over lines"),
    pytest.param("SELECT * FROM", "q.sql", "SELECT*FROM a", [], id="white space is not none"),
    pytest.param("a b", "a.sql", "a\u00a0b a b", ["a b"], id="a no-break space is none"),
    pytest.param("react", "a.ts", "preact; reactive; react", ["react"], id="a word is a whole word"),
    pytest.param("react", "a.ts", "react_x; react1; rеact", [], id="letters, digits, underscore, other scripts"),
    pytest.param("größe", "a.py", "größer; Xgröße; größe", ["größe"], id="Unicode words"),
    pytest.param("e", "a.py", "e\u0301 = 1", [], id="a combining mark belongs to its letter"),
    pytest.param("react", "a.md", "react-dom pre-react react", ["react"], id="a dash joins words in prose"),
    pytest.param("react", "package.json", '{"react-dom": "1", "react": "2"}', ["react"], id="and in manifests"),
    pytest.param("react", "a.ts", "x = react-dom", ["react"], id="but subtracts in code"),
    pytest.param("install legacy", "ci.sh", "pip install legacy-next\npip install legacy", ["install legacy"], id="shell"),
    pytest.param("eval(", "a.py", "my_eval(1); eval(1)", ["eval("], id="only the end that is a word has a boundary"),
    pytest.param("--force", "a.sh", "push --force-with-lease; push --force", ["--force"], id="a dash at the start"),
    pytest.param(".*", "a.txt", "a.* b", [".*"], id="no expression"),
    pytest.param("C:\\temp", "a.txt", "C:\\temp\\x C:\\temperature", ["C:\\temp"], id="a backslash"),
    pytest.param("aa", "a.txt", "aaaa aa", ["aa"], id="a hit within a word hides none after it"),
    pytest.param("a b a", "a.txt", "xa b a b a", ["a b a"], id="nor does one that overlaps"),
    pytest.param("ab", "a.txt", "abab ab,ab", ["ab", "ab"], id="every one"),
    pytest.param("😀", "a.txt", "é😀x😀", ["😀", "😀"], id="beyond the basic plane"),
]  # fmt: skip


@pytest.mark.parametrize(("target", "path", "text", "expected"), CASES)
def test_text_is_found_as_it_is_meant(target, path, text, expected):
    assert found("text", target, path, text, where=()) == expected


def test_case_may_not_matter():
    assert found("text", "select * from", "q.sql", "SELECT *\nFROM", insensitive=True) == ["SELECT * FROM"]
    assert found("text", "straße", "a.sql", "STRASSE Straße", insensitive=True) == ["Straße"]


WHERE = [
    pytest.param("a.py", 'x = "SELECT a"\n', "SELECT", 1, id="in a string"),
    pytest.param("a.py", "# SELECT\n", "SELECT", 0, id="in a comment"),
    pytest.param("a.py", 'def f():\n    """SELECT"""\n', "SELECT", 0, id="in a docstring"),
    pytest.param("a.py", "SELECT = 1\n", "SELECT", 1, id="in code"),
    pytest.param("a.ts", "// eval(\n/* eval( */ eval(x)", "eval(", 1, id="in comments of TypeScript"),
    pytest.param("a.ts", "x = `SELECT ${a} FROM`", "SELECT", 1, id="in a template"),
    pytest.param("a.sql", "-- SELECT\n", "SELECT", 1, id="anywhere, without a grammar"),
    pytest.param("a.ts", "SELECT /* all */ * FROM", "SELECT * FROM", 1, id="around a comment"),
    pytest.param("a.py", "SELECT = (  # SELECT\n    1)", "SELECT = ( 1", 1, id="around a comment at a line's end"),
    pytest.param("a.py", 'eval("1")  # eval("2")', 'eval("', 1, id="from code into a string"),
]


@pytest.mark.parametrize(("path", "text", "target", "count"), WHERE)
def test_comments_are_passed_over_unless_asked_for(path, text, target, count):
    assert len(found("text", target, path, text)) == count


@pytest.mark.parametrize(
    ("where", "expected"),
    [(("code",), [4]), (("string",), [14]), (("comment",), [22]), (("comment", "string"), [14, 22]), ((), [4, 14, 22])],
)
def test_a_rule_looks_where_it_was_told_to(where, expected):
    text = "a = word + 'x word' # word\n"
    target = target_of("text", "word")
    assert [hit.start for hit in matches("text", target, "a.py", text, context_of(), where)] == expected


def test_offsets_are_characters_behind_anything():
    text = "# é😀\r\nx = 'é😀 SELECT\r\n * FROM'\r\n"
    target = target_of("text", "SELECT * FROM")
    (hit,) = matches("text", target, "a.sql", text, context_of())
    assert text[hit.start : hit.end] == "SELECT\r\n * FROM"


def test_two_parts_of_a_diff_are_not_read_as_one():
    part = fragment((1, "SELECT *\n"), (9, "FROM a\n"))
    assert found("text", "SELECT * FROM", "a.sql", part) == []
    assert found("text", "FROM a", "a.sql", part) == ["FROM a"]


def test_what_goes_past_the_cap_is_told():
    context = context_of()
    target = target_of("text", "word")
    assert len(matches("text", target, "a.txt", "word " * (MOST_HITS + 5), context)) == MOST_HITS
    assert [(one.path, one.rule) for one in context.unjudged] == [("a.txt", "ADR-1#a")]
    assert "1,000 hits" in context.unjudged[0].reason


WORDS = st.text(alphabet="ab-_ .*(\n\té😀", min_size=1, max_size=6).filter(
    lambda text: text == text.strip() and text.isprintable()
)


@given(WORDS, st.text(alphabet="ab-_ .*(\n\té😀", max_size=60), st.sampled_from(["a.txt", "a.sql"]))
def test_text_is_its_own_expression_with_boundaries(target, text, path):
    """An independent statement of what text means, by the standard library's expressions."""
    words = re.compile(r"[ \t\n\r\f]+")
    pattern = r"[ \t\n\r\f]+".join(re.escape(word) for word in words.split(target))
    joins = r"\w-" if path == "a.txt" else r"\w"
    if re.match(r"\w", target):
        pattern = rf"(?<![{joins}])" + pattern
    if re.search(r"\w$", target):
        pattern += rf"(?![{joins}])"
    expected = [hit.span() for hit in re.finditer(pattern, text)]
    hits = matches("text", target_of("text", target), path, text, context_of(), ())
    assert [(hit.start, hit.end) for hit in hits] == expected


@given(WORDS, st.text(alphabet="ab \n\té😀*", max_size=60))
def test_without_word_ends_text_finds_what_its_expression_finds(target, text):
    one = target_of("text", target)
    loose = one.replace(starts_word=False, ends_word=False)
    by_text = matches("text", loose, "a.sql", text, context_of(), ())
    by_regex = matches("regex", target_of("regex", one.pattern), "a.sql", text, context_of(), ())
    assert by_text == by_regex


def test_a_content_with_lone_surrogates_is_no_crash():
    assert found("text", "a b", "a.sql", Content("\udcff a b")) == ["a b"]
