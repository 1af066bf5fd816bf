"""The names of languages are those that files are known by."""

from __future__ import annotations

from adrguard.kdsl import languages
from adrguard.syntax import languages as known


def test_both_tables_know_the_same_names():
    assert set(languages.CODE) == set(known.CODE)
    assert {name: languages.canonical(name) for name in known.names()} == {
        name: known.canonical(name) for name in known.names()
    }
    assert {name: known.canonical(name) for name in languages.spellings()} == {
        name: languages.canonical(name) for name in languages.spellings()
    }


def test_typescript_means_tsx_too():
    for name in languages.spellings():
        assert set(languages.covered([name])) == set(known.covered(name))
    assert languages.covered(["rust", "ts", "typescript"]) == ("typescript", "tsx", "rust")


def test_an_unknown_name_is_none():
    assert languages.canonical("brainf") == ""
    assert languages.canonical("") == ""
    assert languages.canonical(" C++ ") == "cpp"
