from __future__ import annotations

import os
import subprocess
import sys

FAILED = "$ make\na.c:1:2: error: no such thing\n$ vi a.c\n$ make\nmake: 'a' is up to date.\n"


def test_a_file_becomes_a_card(adrguard, repo) -> None:
    repo.write("build.log", FAILED)
    assert adrguard("distill", "build.log") == 0
    assert adrguard.out == (
        "✅ Wrote .adrguard/wiki/20_Cards/gcc-no-such-thing.md\n"
        "  gcc: no such thing\n"
        "  cause: a.c:1:2: error: no such thing (line 2)\n"
        "  then: vi a.c (line 3)\n"
        "  after which it worked: make (line 4)\n"
    )
    assert adrguard("distill", "build.log") == 0
    assert "gcc-no-such-thing.md says the same already: nothing to write" in adrguard.out


def test_a_dry_run_shows_the_card(adrguard, repo) -> None:
    assert adrguard("distill", "--trace", FAILED, "--dry-run", "--hint", "A typo.", "--tag", "c") == 0
    assert adrguard.out.startswith("Would write .adrguard/wiki/20_Cards/gcc-no-such-thing.md\n")
    assert "    tags: [c, gcc]\n" in adrguard.out
    assert "    > A typo.\n" in adrguard.out
    assert not (repo.root / ".adrguard/wiki").exists()


def test_programs_are_told_everything(adrguard) -> None:
    told = adrguard.json("distill", "--trace", FAILED)
    assert (told["distilled"], told["written"], told["target"]) == (True, True, "default")
    skill = told["skill"]
    assert skill["command"] == {"at": 1, "lines": ["make"]}
    assert skill["done"] == [{"at": 3, "lines": ["vi a.c"]}]
    assert skill["worked"] == {"at": 5, "lines": ["make: 'a' is up to date."]}
    assert [(one["tool"], one["at"], one["text"]) for one in skill["signatures"]] == [
        ("gcc", 2, "a.c:1:2: error: no such thing")
    ]
    assert adrguard.json("distill", "--trace", FAILED)["same"]
    assert adrguard.json("distill", "--trace", "all is well")["skill"] is None
    refused = adrguard.json("distill", "--trace", FAILED, "--title", "x" * 300)
    assert (refused["exit_code"], [one["code"] for one in refused["problems"]]) == (2, ["too-long"])


def test_one_trace_is_enough(adrguard) -> None:
    assert adrguard("distill", "x.log", "--node", "node_00000000") == 2
    assert "the trace is given twice: by FILE and --node" in adrguard.err
    assert adrguard("distill", "--node", "node_00000000") == 2
    assert "there is no node_00000000 here" in adrguard.err


def test_a_pipe_is_read_to_its_end(repo) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "adrguard", "distill", "--dry-run"],
        input=FAILED.encode(),
        cwd=repo.root,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert done.stdout.startswith(b"Would write .adrguard/wiki/20_Cards/gcc-no-such-thing.md")
