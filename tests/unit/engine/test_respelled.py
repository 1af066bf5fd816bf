"""Names that a language reads otherwise than they are written: a needle is found in them all the same."""

from __future__ import annotations

import json
import random
import shutil
import subprocess

import pytest
from fakes.tree import MemoryTree
from hypothesis import given
from hypothesis import strategies as st

from adrguard.engine import plan
from adrguard.engine.check import Question, evaluate
from adrguard.engine.respelled import respelled
from adrguard.kdsl.single import parse_line
from adrguard.model.changes import NEW, ChangeSet, FileChange
from adrguard.model.decisions import DecisionSet
from adrguard.syntax.imports.ecmascript import unescaped

JAVA, PYTHON, ECMASCRIPT = ({"python": one == 1, "ecmascript": one == 2} for one in range(3))


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        pytest.param("import requests", PYTHON, "", id="plain"),
        pytest.param("import \uff52equests", PYTHON, "import requests", id="full-width letters in Python"),
        pytest.param("import \uff52equests", JAVA, "", id="full-width letters elsewhere"),
        pytest.param(r"'r\x65quests'", JAVA, "'requests'", id="two digits"),
        pytest.param(r"'\u0072equests'", JAVA, "'requests'", id="four digits"),
        pytest.param(r"'\uuu0072equests'", JAVA, "'requests'", id="more than one u, as in Java"),
        pytest.param(r"'\u{72}equests'", JAVA, "'requests'", id="braces"),
        pytest.param(r"'\U00000072equests'", JAVA, "'requests'", id="eight digits"),
        pytest.param(r"'\N{LATIN SMALL LETTER R}equests'", PYTHON, "'requests'", id="by name"),
        pytest.param(r"'\162equests'", JAVA, "'requests'", id="octal"),
        pytest.param(r"'\N{no such letter}'", PYTHON, "", id="no such name"),
        pytest.param(r"'\u{110000}'", JAVA, "", id="no such character"),
        pytest.param("'re\\\nquests'", JAVA, "'requests'", id="a line that goes on"),
        pytest.param("'re\\\r\nquests'", JAVA, "'requests'", id="a line of Windows that goes on"),
        pytest.param("print('re' 'quests')", PYTHON, "", id="side by side, where nothing is imported by name"),
        pytest.param("say('lod' + 'ash')", JAVA, "", id="a sum where no string names a module"),
    ],
)
def test_a_text_is_read_as_its_language_reads_it(text: str, language: dict[str, bool], expected: str) -> None:
    assert respelled(text.encode(), **language) == (b"\n" + expected.encode() if expected else b"")


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        pytest.param("__import__('re' 'quests')", PYTHON, '"requests"', id="side by side"),
        pytest.param("__import__('re'" + " " * 200 + "'quests')", PYTHON, '"requests"', id="far apart"),
        pytest.param("getattr(os, 'sys' 'tem')('x')", PYTHON, '"system")("x")', id="an attribute, and what is called"),
        pytest.param("__import__('re' f'quests')", PYTHON, '"requests"', id="with a letter before it"),
        pytest.param("__import__('f' 'oo')", PYTHON, '"foo"', id="a string that is such a letter"),
        pytest.param("__import__((('re')) + ('quests'))", PYTHON, '"requests"', id="in brackets"),
        pytest.param("require('lod' + 'ash')", ECMASCRIPT, 'require("lodash")', id="a sum"),
        pytest.param("require('lod'\n  + `ash`)", ECMASCRIPT, 'require("lodash")', id="a sum over two lines"),
        pytest.param("window['ev' + 'al'](x)", ECMASCRIPT, '["eval"]', id="a property"),
        pytest.param(r"require('lod\ash')", ECMASCRIPT, 'require("lodash")', id="a letter that is escaped for nothing"),
    ],
)
def test_strings_that_are_one_are_read_as_one(text: str, language: dict[str, bool], expected: str) -> None:
    assert expected in respelled(text.encode(), **language).decode()


# Whatever stands for a name, the rule that speaks of it gets to see the file.


def spelt(random: random.Random, char: str, *, numbers: tuple[str, ...], idle: bool) -> str:
    """Spell one letter in a string: as it is, by its number, or, where the language lets it, escaped for nothing."""
    choices = [char] * 3 + [form % ord(char) for form in numbers]
    if idle and char not in "bfnrtvxu0123456789":
        choices.append("\\" + char)
    return random.choice(choices)


def sum_of(random: random.Random, name: str, part, joints: tuple[str, ...]) -> str:
    cuts = sorted(random.sample(range(1, len(name)), random.randrange(3)))
    parts = [part(name[start:end]) for start, end in zip([0, *cuts], [*cuts, len(name)], strict=True)]
    return "".join([parts[0], *[random.choice(joints) + one for one in parts[1:]]])


def in_ecmascript(random: random.Random, name: str) -> str:
    def part(text: str) -> str:
        quote = random.choice("'\"`")
        numbers = ("\\x%02x", "\\u%04x", "\\u{%x}", *(["\\%o"] if quote != "`" else []))
        letters = [spelt(random, char, numbers=numbers, idle=True) for char in text]
        string = quote + random.choice(("", "\\\n")).join(letters) + quote
        return f"({string})" if random.random() < 0.2 else string

    return sum_of(random, name, part, ("+", " + ", "\n  + ", " +\n\t", "\r\n+  "))


def in_python(random: random.Random, name: str) -> str:
    def part(text: str) -> str:
        quote, prefix = random.choice(("'", '"', '"""')), random.choice(("", "", "u", "f", "r", "Rf"))
        numbers = () if "r" in prefix.lower() else ("\\x%02x", "\\u%04x", "\\U%08x", "\\%o")
        letters = [spelt(random, char, numbers=numbers, idle=False) for char in text]
        return prefix + quote + ("\\\n" if numbers and random.random() < 0.2 else "").join(letters) + quote

    return f"({sum_of(random, name, part, ('', ' ', '  ', chr(10), ' + ', ' +' + chr(10), chr(10) + '+'))})"


class DiffTree(MemoryTree):
    """A tree whose haystacks are diffs: each line marked, others that were taken away between them."""

    def haystack(self, path: str) -> bytes:
        lines = super().haystack(path).split(b"\n")
        return b"@@ -1 +1 @@\n" + b"".join([b"-gone\n+" + line + b"\n" for line in lines])


def is_found(invariant: str, path: str, text: str) -> bool:
    rule, problems = parse_line(invariant)
    assert rule is not None, problems
    decisions = DecisionSet(rules=(rule,))
    changes = ChangeSet("staged", (FileChange(path, "A", old_mode=0),))
    trees = [make(**{NEW: {path: text}}) for make in (MemoryTree, DiffTree)]
    told = {
        bool(evaluate(Question(decisions, decisions, changes, tree, "2026-06-15", lambda: 0.0)).findings)
        for tree in trees
    }
    assert len(told) == 1, "a diff hides what the file shows"
    return told.pop()


@given(
    st.randoms(use_true_random=False),
    st.sampled_from(("require(%s)", "x(await import(%s))", "const {a} = require(%s)")),
)
def test_a_module_is_found_however_javascript_spells_it(random: random.Random, form: str) -> None:
    text = form % in_ecmascript(random, "lodash")
    assert is_found("deny import: `lodash`", "src/a.js", text + "\n"), text


@given(st.randoms(use_true_random=False))
def test_a_property_is_found_however_javascript_spells_it(random: random.Random) -> None:
    text = f"window[{in_ecmascript(random, 'eval')}](x)\n"
    assert is_found("deny call: `eval`", "src/a.ts", text), text


@given(st.randoms(use_true_random=False))
def test_a_module_is_found_however_python_spells_it(random: random.Random) -> None:
    spelling = in_python(random, "requests")
    assert eval(spelling) == "requests"  # noqa: S307 -- our own, and the language's own answer
    assert is_found("deny import: `requests`", "src/a.py", f"m = __import__{spelling}\n"), spelling


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not on this machine")
def test_node_reads_these_spellings_as_we_do() -> None:
    chance = random.Random(1)  # noqa: S311 -- the same each time
    spellings = [in_ecmascript(chance, "lodash") for _ in range(300)] + [
        r"'\0\7\77\377\400\8\q'",
        r"'a\
b'",
    ]
    program = "console.log(JSON.stringify([" + ",\n".join(spellings) + "]))"
    done = subprocess.run(["node", "-e", program], capture_output=True, check=True)
    read = json.loads(done.stdout)
    assert read[:300] == ["lodash"] * 300
    assert [unescaped(one[1:-1]) for one in spellings[300:]] == read[300:]


def test_a_file_that_spells_nothing_otherwise_is_not_read_for_it() -> None:
    rule, _ = parse_line("deny import: `lodash`")
    assert rule is not None
    files = {"a.js": "say('a', `b`) // it's\n", "b.py": "x = '\\d' 'y'\n", "c.rb": "'\\n\\t\\''\n"}
    tree = MemoryTree(**{NEW: files})
    changes = ChangeSet("staged", tuple([FileChange(path, "A", old_mode=0) for path in files]))
    assert plan.make([rule], changes, tree, [DecisionSet()]).jobs == ()
    assert tree.reads == []
