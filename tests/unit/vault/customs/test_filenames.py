import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from adrguard.vault.customs import filenames

RESERVED = {"CON", "PRN", "AUX", "NUL", *(f"{one}{digit}" for one in ("COM", "LPT") for digit in "0123456789¹²³")}


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Use C++ & Rust?", "use-c-rust"),
        ("Don't block\tthe event-loop", "dont-block-the-event-loop"),
        ("snake_case v2.5", "snake-case-v2-5"),
        ("再試行は三回まで", "再試行は三回まで"),
        ("Cafe\u0301 ÜBER", "café-über"),
        ("हिन्दी में", "हिन्दी-में"),
        ("\u202eevil\u200b", "evil"),
        ("🚀", ""),
        ("../../etc/passwd", "etc-passwd"),
    ],
)
def test_a_slug_keeps_letters_of_every_script(title: str, slug: str) -> None:
    assert filenames.slug(title) == slug


def test_a_slug_in_another_manner() -> None:
    assert filenames.slug("Use the API", "_", lower=False) == "Use_the_API"


@pytest.mark.parametrize(
    ("stem", "name"),
    [
        ("Use C++: why? / how", "Use C++ why how.md"),
        ("con", "con_.md"),
        ("Aux.config", "Aux_.config.md"),
        ("NUL .x", "NUL_ .x.md"),
        ("com¹", "com¹_.md"),
        ("console", "console.md"),
        ("ends with dots. . .", "ends with dots.md"),
        (".hidden", "hidden.md"),
        ("-rf", "rf.md"),
        ("C#[1]|x^2", "C 1 x 2.md"),
        ("a\x00b\nc\u2028d", "a b c d.md"),
        ("lone \ud800 half", "lone half.md"),
        ("...", "untitled.md"),
        ("", "untitled.md"),
        ("e\u0301", "é.md"),
    ],
)
def test_a_name_that_every_file_system_takes(stem: str, name: str) -> None:
    assert filenames.safe(stem) == name


def test_a_name_is_capped_by_bytes_at_a_character() -> None:
    name = filenames.safe("再試行" * 60)
    assert 195 <= len(name.encode()) <= 200
    assert name.endswith(".md")
    assert filenames.safe("word " * 60) == ("word " * 39).rstrip() + ".md"
    assert unicodedata.category(filenames.safe("ก้" * 60).removesuffix(".md")[-1]) != "Lo"


@given(st.text(max_size=300), st.sampled_from((".md", "-v12.md", "")))
def test_whatever_the_title_the_name_is_safe(title: str, ending: str) -> None:
    name = filenames.safe(title, ending)
    assert 0 < len(name.encode()) <= filenames.LONGEST
    assert not set(name) & set('<>:"/\\|?*#^[]')
    assert name[-1] not in ". "
    assert name[0] not in "-. ~"
    assert name.split(".")[0].strip().upper() not in RESERVED
    assert unicodedata.is_normalized("NFC", name)
    assert filenames.safe(name.removesuffix(ending) if ending else name, ending) == name


def test_names_that_are_one_file_somewhere_clash() -> None:
    assert filenames.clash("Use Redis.md", ["a.md", "use redis.md"]) == "use redis.md"
    assert filenames.clash("café.md", ["CAFE\u0301.md"]) == "CAFE\u0301.md"
    assert filenames.clash("a.md", ["b.md"]) == ""


def test_the_next_version_of_a_name() -> None:
    assert filenames.numbered("a.md", ["b.md"]) == "a.md"
    assert filenames.numbered("a.md", ["A.md", "a-v2.md"]) == "a-v3.md"
    long = filenames.safe("x" * 300)
    assert len(filenames.numbered(long, [long]).encode()) <= filenames.LONGEST


@given(st.text(st.characters(max_codepoint=127), max_size=40), st.booleans())
@example("Don't, it's 'quoted'_x-1.0", True)
def test_a_slug_is_the_same_however_it_is_made(title, lower) -> None:
    # What is not shown changes nothing, but takes the long way.
    assert filenames.slug(title, lower=lower) == filenames.slug(f"{title}\u200b", lower=lower)
