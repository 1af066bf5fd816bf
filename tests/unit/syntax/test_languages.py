from __future__ import annotations

import subprocess
import sys

import pytest

from adrguard.syntax.languages import (
    ALIASES,
    CODE,
    GRAMMARS,
    canonical,
    covered,
    joins_dash,
    language_of,
    names,
    speaks,
)


@pytest.mark.parametrize(
    ("path", "language"),
    [
        ("src/a.py", "python"),
        ("stubs/a.pyi", "python"),
        ("ui/a.jsx", "javascript"),
        ("ui/a.MJS", "javascript"),
        ("ui/a.d.ts", "typescript"),
        ("ui/a.tsx", "tsx"),
        ("a.rs", "rust"),
        ("a.go", "go"),
        ("A.java", "java"),
        ("build.gradle.kts", "kotlin"),
        ("A.cs", "csharp"),
        ("a.h", "c"),
        ("a.hpp", "cpp"),
        ("Gemfile", "ruby"),
        ("lib/tasks/a.rake", "ruby"),
        ("a.php", "php"),
        ("a.swift", "swift"),
        ("a.scala", "scala"),
        ("bin/run.sh", "bash"),
        ("Dockerfile", "dockerfile"),
        ("Dockerfile.dev", "dockerfile"),
        ("CMakeLists.txt", "cmake"),
        ("a.sql", "sql"),
        ("LICENSE", ""),
        ("a.unheard-of", ""),
        ("some.py/file", ""),
    ],
)
def test_a_file_is_in_the_language_of_its_name(path, language):
    assert language_of(path) == language


@pytest.mark.parametrize(
    ("word", "name"),
    [("py", "python"), ("TS", "typescript"), ("c++", "cpp"), ("C#", "csharp"), ("cs", "csharp"), ("kt", "kotlin"),
     ("rb", "ruby"), ("rs", "rust"), ("golang", "go"), ("jsx", "javascript"), (" Rust ", "rust"), ("cobol", "")],
)  # fmt: skip
def test_a_language_goes_by_many_names(word, name):
    assert canonical(word) == name


def test_every_alias_names_a_language_and_every_name_is_known():
    assert all(canonical(alias) == name for alias, name in ALIASES.items())
    assert all(canonical(name) for name in names())
    assert {canonical(name) for name in GRAMMARS} == GRAMMARS


def test_typescript_means_its_tsx_files_too():
    assert covered("ts") == ("typescript", "tsx")
    assert covered("tsx") == ("tsx",)
    assert covered("java") == ("java",)
    assert covered("cobol") == ()


def test_a_header_may_be_of_either_language():
    assert speaks("a.h", {"cpp"})
    assert speaks("a.h", {"c"})
    assert not speaks("a.c", {"cpp"})


@pytest.mark.parametrize(
    ("path", "joins"),
    [
        pytest.param("README.md", True, id="prose"),
        pytest.param("notes.txt", True, id="plain text"),
        pytest.param("LICENSE", True, id="no suffix"),
        pytest.param("package.json", True, id="manifest"),
        pytest.param("pyproject.toml", True, id="configuration"),
        pytest.param("Gemfile", True, id="manifest that is code"),
        pytest.param("build.gradle.kts", True, id="another one"),
        pytest.param("a.css", True, id="names with dashes"),
        pytest.param("setup.sh", True, id="shell words"),
        pytest.param("a.py", False, id="Python subtracts"),
        pytest.param("a.ts", False, id="TypeScript subtracts"),
        pytest.param("a.sql", False, id="SQL subtracts"),
        pytest.param("lib/a.rb", False, id="Ruby subtracts"),
    ],
)
def test_a_dash_joins_words_where_nothing_is_subtracted(path, joins):
    assert joins_dash(path) is joins


@pytest.mark.slow
@pytest.mark.parametrize("language", sorted(GRAMMARS))
def test_each_grammar_is_one_that_the_parser_knows(language):
    # In a process of its own: the parser panics on a name it does not know.
    code = "import sys, ast_grep_py; ast_grep_py.SgRoot('x', sys.argv[1]).root().kind()"
    subprocess.run([sys.executable, "-c", code, language], check=True, capture_output=True)


def test_code_is_what_grammars_are_there_for():
    assert CODE < GRAMMARS
