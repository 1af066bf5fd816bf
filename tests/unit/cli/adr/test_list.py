from __future__ import annotations

import os
import subprocess
import sys

from fakes.guarding import decide


def test_every_decision_is_on_one_line(ruled, adrguard):
    decide(ruled, "- warn: `x`", "- Be kind.", number=2, status="proposed")
    decide(ruled, "- deny: `y`", number=3, status="rejected")
    assert adrguard("adr", "list") == 0
    assert adrguard.out == (
        "id       status    rules  prose  last hit  title\n"
        "ADR-001  accepted  1      0      -         Decision\n"
        "ADR-002  proposed  1      1      -         Decision\n"
        "ADR-003  rejected  -      -      -         Decision\n"
        "3 decisions (1 in force, 1 advising only, 1 not in force); 2 rules, 1 invariant in prose\n"
    )


def test_the_same_as_json(ruled, adrguard):
    ruled.write("src/db.py", 'q = "SELECT * FROM users"\n')
    adrguard("check")
    document = adrguard.json("adr", "list")
    (one,) = document["decisions"]
    assert (one["id"], one["standing"], one["rules"], document["total"]) == ("ADR-001", "accepted", 1, 1)
    assert (one["last_hit"]["path"], one["last_hit"]["count"]) == ("src/db.py", 1)


def test_a_commit_is_named(ruled, adrguard):
    commit = ruled.git("rev-parse", "HEAD")
    assert adrguard("adr", "list", "--at", "HEAD") == 0
    assert adrguard.out.startswith(f"as of commit {commit[:12]}:\n")
    assert adrguard.json("adr", "list", "--at", "main")["at"] == commit


def test_an_unknown_revision_is_one_message(ruled, adrguard):
    assert adrguard("adr", "list", "--at", "v9") == 2
    assert "adrguard: git knows no commit 'v9'" in adrguard.err
    assert adrguard.out == ""


def test_mistakes_are_counted(ruled, adrguard):
    decide(ruled, "- denny: `x`", number=2)
    assert adrguard("adr", "list") == 2
    assert "1 error may hide decisions or rules: `adrguard lint` says where" in adrguard.out


def test_an_empty_repository_says_how_to_begin(repo, adrguard):
    assert adrguard("adr", "list") == 0
    assert adrguard.out == "no decisions (`adrguard init` sets up a folder for them)\n"


def test_nothing_of_a_title_or_a_path_moves_the_cursor(ruled, adrguard):
    ruled.write(
        "docs/adr/0002-\x1b[2Jx.md", "---\nid: 'ADR-2\x1b[31m'\nstatus: \"\\e[1mx\"\n---\n# A \x1b[2J\u202e title\n"
    )
    adrguard("adr", "list")
    assert "\x1b" not in adrguard.out
    assert "\u202e" not in adrguard.out


def test_a_reader_that_goes_away_is_no_error(ruled):
    for number in range(2, 200):
        decide(ruled, number=number, extra=f"title: {'x' * 400}\n")
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as sink:
        done = subprocess.run(
            [sys.executable, "-m", "adrguard.cli.main", "adr", "list"],
            cwd=ruled.root,
            check=False,
            stdout=sink,
            stderr=subprocess.PIPE,
        )
    assert (done.returncode, done.stderr) == (0, b"")
