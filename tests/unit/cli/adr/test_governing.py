from __future__ import annotations

from fakes.guarding import decide


def test_what_governs_a_file_is_told(ruled, adrguard):
    decide(ruled, "- Be kind.", number=2)
    assert adrguard("adr", "for", "src/new.py") == 0
    assert adrguard.out == (
        "src/new.py: python, does not exist yet\n"
        "\n"
        "ADR-001 Decision (accepted)\n"
        "  ADR-001#star  block  deny: SELECT * FROM in src/**\n"
        "\n"
        "In force without any rule, so that only a reader can tell: ADR-002\n"
    )


def test_of_a_folder_a_file_is_named(ruled, adrguard):
    assert adrguard("adr", "for", "src") == 0
    assert adrguard.out.startswith("src/: 1 file\n")
    assert "(such as src/keep.py)" in adrguard.out


def test_it_says_when_nothing_does(ruled, adrguard):
    assert adrguard("adr", "for", "lib/x.py") == 0
    assert "no decision governs it" in adrguard.out
    assert adrguard("adr", "for", "lib/") == 0
    assert "no decision governs any file in it" in adrguard.out


def test_the_same_as_json(ruled, adrguard):
    document = adrguard.json("adr", "for", "src/new.py", "--at", "HEAD")
    assert (document["kind"], document["exists"], document["language"]) == ("file", False, "python")
    assert [one["rule"]["id"] for one in document["decisions"][0]["rules"]] == ["ADR-001#star"]
    document = adrguard.json("adr", "for", "src")
    assert (document["kind"], document["files"]) == ("folder", 1)
    assert document["decisions"][0]["rules"][0]["example"] == "src/keep.py"


def test_mistakes_that_may_hide_something_are_told(ruled, adrguard):
    decide(ruled, "- denny: `x`", number=2)
    assert adrguard("adr", "for", "src/new.py") == 0
    assert "1 error may hide decisions or rules" in adrguard.out


def test_a_path_outside_is_refused(ruled, adrguard):
    assert adrguard("adr", "for", "../x.py") == 2


def test_an_odd_path_is_shown_and_not_obeyed(ruled, adrguard):
    adrguard("adr", "for", "src/\x1b[2J.py")
    assert "\x1b" not in adrguard.out
