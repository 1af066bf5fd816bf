from __future__ import annotations

import os
import subprocess
import sys

import pytest
from fakes.guarding import decide


def run(repo, *words, **options):
    return subprocess.run(
        [sys.executable, "-m", "adrguard.cli.main", "adr", "show", *words],
        cwd=repo.root,
        capture_output=True,
        check=False,
        **options,
    )


def test_a_decision_is_shown_with_its_note(ruled, adrguard):
    decide(ruled, "- Be kind.", number=2, extra="supersedes: ADR-009\ndepends_on: 1\n")
    assert adrguard("adr", "show", "2") == 0
    assert adrguard.out == (
        "ADR-002 Decision\n"
        "  status      accepted\n"
        "  depends on  ADR-001 Decision (docs/adr/0001-decision.md)\n"
        "  supersedes  ADR-009: no such decision\n"
        "  last hit    none known\n"
        "  path        docs/adr/0002-decision.md\n"
        "\n"
        "Invariants in prose, which no machine enforces:\n"
        "  - Be kind.\n"
        "\n"
        "# 2. Decision\n\n## Invariants\n\n- Be kind.\n"
    )


def test_rules_are_shown_with_scope_and_level(ruled, adrguard):
    ruled.write("src/db.py", 'q = "SELECT * FROM users"\n')
    adrguard("check")
    adrguard("adr", "show", "ADR-001")
    assert "  ADR-001#star  block  deny: SELECT * FROM in src/**\n" in adrguard.out
    assert "src/db.py (1 finding of ADR-001#star)" in adrguard.out


def test_a_decision_that_is_over_says_so(ruled, adrguard):
    decide(ruled, "- deny: `x`", number=2, status="rejected")
    adrguard("adr", "show", "2")
    assert "It is not in force: none of its invariants binds." in adrguard.out


def test_the_same_as_json(ruled, adrguard):
    decide(ruled, number=2, extra="depends_on: [1, 77]\n")
    document = adrguard.json("adr", "show", "2")
    assert [one["id"] for one in document["links"]["depends_on"]] == ["ADR-001"]
    assert document["links"]["unresolved"] == [{"kind": "depends on", "name": "77", "several": []}]
    assert document["text"].startswith("---\nid: ADR-002\n")
    assert adrguard.json("adr", "show", "1", "--at", "HEAD")["rules"][0]["id"] == "ADR-001#star"


def test_the_text_alone_is_byte_exact(ruled):
    data = b"\xef\xbb\xbf# 2. Two\r\n\x1b[31m\t\xff"
    ruled.write("docs/adr/0002-two.md", data)
    assert run(ruled, "2", "--text").stdout == data


@pytest.mark.skipif(os.name == "nt", reason="terminals are opened otherwise there")
def test_on_a_terminal_the_text_moves_no_cursor(ruled):
    import pty

    ruled.write("docs/adr/0002-two.md", b"# 2. Two\n\x1b[2J\tend\n")
    master, slave = pty.openpty()
    subprocess.run(
        [sys.executable, "-m", "adrguard.cli.main", "adr", "show", "2", "--text"],
        cwd=ruled.root,
        stdout=slave,
        check=True,
    )
    os.close(slave)
    shown = os.read(master, 4096)
    os.close(master)
    assert b"\x1b" not in shown
    assert b"\\x1b[2J    end" in shown


def test_nothing_of_a_note_moves_the_cursor(ruled, adrguard):
    ruled.write("docs/adr/0002-x.md", '---\nid: ADR-2\ntitle: "\\e[1mx"\n---\n# A \x1b[2J\u202e title\n\ttab\r\n')
    adrguard("adr", "show", "2")
    assert "\x1b" not in adrguard.out
    assert "\u202e" not in adrguard.out
    assert "\n    tab\n" in adrguard.out


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("ADX-001", "did you mean ADR-001?"),
        ("ADR", "'ADR' means several decisions: ADR-001 (docs/adr/0001-decision.md), ADR-002"),
    ],
)
def test_a_name_that_means_none_or_several_is_refused(ruled, adrguard, name, said):
    decide(ruled, number=2)
    assert adrguard("adr", "show", name) == 2
    assert said in adrguard.err


def test_two_ways_of_writing_it_down_are_refused(ruled, adrguard):
    assert adrguard("adr", "show", "1", "--text", "--format", "json") == 2
