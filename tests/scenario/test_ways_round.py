"""Ways round the guard that somebody who means it would try, each in a change that also breaks a rule."""

from __future__ import annotations

import pytest
from fakes.guarding import adr, decide, judge, places, staged

from adrguard.engine import baseline

NO_STAR = "- deny: `SELECT * FROM`"
NO_REQUESTS = "- deny import: `requests`"
NOTE = "docs/adr/0001-decision.md"
BAD = 'import requests\n\nq = "SELECT * FROM users"\n'
BROKEN = [("src/a.py", 1), ("src/a.py", 3)]


@pytest.fixture
def ruled(repo):
    decide(repo, NO_STAR, NO_REQUESTS, extra="project: shop\n")
    decide(repo, "- deny: `never written`", number=2, extra="project: office\n")
    repo.write("keep.txt", "x\n")
    repo.commit("decide")
    return repo


def _note(*invariants: str, **options: str):
    return lambda repo: repo.write(NOTE, adr(1, *invariants, **options))


def _configure(*lines: str):
    return lambda repo: repo.write(".adrguard.toml", "\n".join(lines) + "\n")


def _both(*steps):
    def do(repo) -> None:
        for step in steps:
            step(repo)

    return do


def _declare_known(repo) -> None:
    repo.write("src/a.py", BAD)
    repo.write(".adrguard/baseline.txt", baseline.text(map(baseline.entry, judge(repo, "all").findings)))


def _to_nothing(repo) -> None:
    repo.remove(NOTE)
    (repo.root / NOTE).symlink_to("nowhere")


@pytest.mark.parametrize(
    "disarm",
    [
        pytest.param(lambda repo: repo.remove(NOTE), id="the decision is deleted"),
        pytest.param(lambda repo: repo.git("mv", "docs/adr", "docs/old"), id="its folder is moved away"),
        pytest.param(lambda repo: repo.git("mv", NOTE, "docs/adr/README.md"), id="it is named as no decision"),
        pytest.param(_to_nothing, id="it becomes a link to nothing"),
        pytest.param(_note("<!--", NO_STAR, NO_REQUESTS, "-->"), id="its invariants are commented out"),
        pytest.param(_note(NO_STAR, NO_REQUESTS, status="proposed"), id="it is only proposed"),
        pytest.param(_note(NO_STAR, NO_REQUESTS, extra="project: office\n"), id="it is bound to another project"),
        pytest.param(
            _both(
                _note(NO_STAR, NO_REQUESTS, extra="depends_on: ADR-003\n"),
                lambda repo: repo.write("docs/adr/0003-no.md", adr(3, status="rejected")),
            ),
            id="it depends on one that was rejected",
        ),
        pytest.param(
            _both(_note(), lambda repo: repo.write("docs/adr/0000-a.md", adr(1, status="rejected"))),
            id="it is emptied beside a rejected one of its id",
        ),
        pytest.param(
            lambda repo: repo.write(NOTE, adr(1, NO_STAR, NO_REQUESTS) + "x" * 5_000_000), id="it is too large to read"
        ),
        pytest.param(_note(f"{NO_STAR}\n  - until: 2020-01-01", f"{NO_REQUESTS}\n  - lang: go"), id="it lapses"),
        pytest.param(
            _note(f"{NO_STAR} in `**` except `src/a.py`", f"{NO_REQUESTS}\n  - severity: advise"),
            id="it makes an exception",
        ),
        pytest.param(_configure('project = "office"'), id="this is said to be another project"),
        pytest.param(_configure('statuses = { accepted = "not in force" }'), id="its status is made to mean nothing"),
        pytest.param(
            _both(
                _configure('statuses = { "in review" = "not in force" }'),
                _note(NO_STAR, NO_REQUESTS, status="in review"),
            ),
            id="its new status is made to mean that it does not bind",
        ),
        pytest.param(_configure('exclude = ["**"]'), id="everything is excluded"),
        pytest.param(_configure("max-file-size = 1"), id="everything is too large"),
        pytest.param(_configure('baseline = "src/a.py"'), id="the file is said to be the baseline"),
        pytest.param(_configure("exclude = ["), id="the configuration is broken"),
        pytest.param(
            lambda repo: repo.write(".gitattributes", "*.py linguist-generated binary -diff\n"),
            id="the file is said to be generated",
        ),
        pytest.param(_declare_known, id="the findings are declared known"),
    ],
)
def test_a_change_that_also_disarms_the_rules_is_judged_by_them(ruled, disarm) -> None:
    disarm(ruled)
    ruled.write("src/a.py", BAD)
    ruled.stage()
    assert sorted(set(places(staged(ruled)))) == BROKEN


def test_a_change_that_also_shortens_the_time_is_given_the_time_it_had(ruled) -> None:
    ruled.write(".adrguard.toml", 'budget-hard-ms = 1\non-budget = "warn"\nweakening = "allow"\n')
    ruled.write("src/a.py", BAD)
    ruled.stage()
    outcome = staged(ruled)
    assert (outcome.on_budget, outcome.weakening, outcome.not_reached) == ("block", "warn", ())
    assert places(outcome) == BROKEN


def test_a_folder_that_only_the_change_makes_one_of_decisions_hides_no_other_text(ruled) -> None:
    ruled.write(".adrguard.toml", 'adr-dirs = ["notes"]\n')
    ruled.write("notes/query.md", "SELECT * FROM users\n")
    ruled.write("notes/0007-quoting.md", adr(7, "Prose that quotes `SELECT * FROM`."))
    ruled.stage()
    assert places(staged(ruled)) == [("notes/query.md", 1)]


DOORS = [pytest.param(door, id=" ".join(door) or "staged") for door in (("staged",), ("worktree",), ("all",))]


@pytest.mark.parametrize("door", DOORS)
def test_a_binary_file_is_listed_by_every_door(ruled, door) -> None:
    ruled.write("src/a.py", BAD.encode("utf-16-le"))
    ruled.stage()
    assert [(one.path, one.code) for one in judge(ruled, *door).unjudged] == [("src/a.py", "binary")]


@pytest.mark.parametrize("door", DOORS)
def test_two_stray_bytes_before_a_text_make_no_other_encoding_of_it(ruled, door) -> None:
    ruled.write("a.sh", b"\xff\xfe\n" + b"psql -c 'SELECT * FROM users'\n")
    ruled.stage()
    assert places(judge(ruled, *door)) == [("a.sh", 2)]


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("import \uff52\uff45\uff51\uff55\uff45\uff53\uff54\uff53", id="full-width letters"),
        pytest.param("__import__('re' 'quests')", id="two literals side by side"),
        pytest.param("__import__('re' + 'quests')", id="two literals added"),
        pytest.param("__import__(f'requests')", id="an f-string without a field"),
        pytest.param("__import__('\\x72equests')", id="an escape"),
        pytest.param("load = __import__\nload('requests')", id="an importing function by another name"),
        pytest.param("(load := __import__)('requests')", id="one named in passing"),
        pytest.param("from importlib import *\nimport_module('requests')", id="one from a star"),
        pytest.param("__builtins__.__import__('requests')", id="one of the builtins"),
        pytest.param("import requests\nprint 'an older Python'", id="a file of an older Python"),
        pytest.param("import requests\nbroken(", id="a broken file"),
        pytest.param("# a note\rimport requests\r", id="a line that only a CR ends"),
    ],
)
def test_an_import_of_python_is_seen_however_it_is_spelt(ruled, code: str) -> None:
    ruled.write("src/a.py", code + "\n")
    ruled.stage()
    assert staged(ruled).violations


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("\uff45val('1')", id="full-width letters"),
        pytest.param("eval = eval\neval('1')", id="its own name again"),
        pytest.param("eval.__call__('1')", id="by its method"),
        pytest.param("@eval\ndef f(): pass", id="as a decorator"),
        pytest.param("eval('1')\nprint 'an older Python'", id="a file of an older Python"),
    ],
)
def test_a_call_of_python_is_seen_however_it_is_spelt(repo, code: str) -> None:
    decide(repo, "- deny call: `eval`")
    repo.write("src/a.py", code + "\n")
    repo.stage()
    assert [one.path for one in staged(repo).violations] == ["src/a.py"]


@pytest.mark.parametrize(
    ("invariant", "path", "code"),
    [
        pytest.param("lodash", "a.js", "import(/* webpackMode: 'lazy' */ 'lodash')", id="JS, after a comment"),
        pytest.param("lodash", "a.js", "(0, require)(('lodash'))", id="JS, in parentheses"),
        pytest.param("lodash", "a.js", "const load = require\nload('lodash')", id="JS, by another name of require"),
        pytest.param(
            "lodash",
            "a.mjs",
            "import { createRequire } from 'module'\nconst load = createRequire(import.meta.url)\nload('lodash')",
            id="JS, by a function made for it",
        ),
        pytest.param("lodash", "a.js", "globalThis.require('lodash')", id="JS, by the global object"),
        pytest.param("tokio::sync", "a.rs", "use tokio as t;\nuse t::sync;", id="Rust, by an alias of the crate"),
        pytest.param("tokio::sync", "a.rs", "use tokio/* */::/* */sync;", id="Rust, parted by comments"),
        pytest.param("net/http", "a.go", 'package a\nimport "net/\\x68ttp"', id="Go, with an escape"),
        pytest.param("windows.h", "a.c", "# /* */ include <windows.h>", id="C, parted by a comment"),
        pytest.param("windows.h", "a.c", "%:include <windows.h>", id="C, with a digraph"),
        pytest.param("java.sql", "A.java", "import java./* */sql.Connection;", id="Java, parted by a comment"),
        pytest.param("System.Net", "a.cs", "using \\u0053ystem.Net;", id="C#, with an escape"),
        pytest.param("App\\Db", "a.php", "<?php use app\\db\\X;", id="PHP, in another case"),
        pytest.param("net/http", "a.rb", 'require "net\\x2fhttp"', id="Ruby, with an escape"),
    ],
)
def test_an_import_of_any_language_is_seen_however_it_is_spelt(repo, invariant: str, path: str, code: str) -> None:
    decide(repo, f"- deny import: `{invariant}`")
    repo.write(path, code + "\n")
    repo.stage()
    assert [one.path for one in staged(repo).violations] == [path]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        pytest.param("a.py", '# a note\rq = "SELECT * FROM users"\r', id="Python, after a lone CR"),
        pytest.param("A.java", '// a note\rString q = "SELECT * FROM users";\r', id="Java, after a lone CR"),
        pytest.param("A.java", '// \\u000a String q = "SELECT * FROM users";\n', id="Java, after an escaped line end"),
        pytest.param("a.cs", '// a note\u2028var q = "SELECT * FROM users";\n', id="C#, after a separator of lines"),
        pytest.param("a.js", '// a note\u2028q = "SELECT * FROM users"\n', id="JS, after a separator of lines"),
    ],
)
def test_a_comment_hides_nothing_beyond_where_its_language_ends_it(ruled, path: str, text: str) -> None:
    ruled.write(path, text)
    ruled.stage()
    assert [one.path for one in staged(ruled).violations] == [path]


@pytest.mark.parametrize(
    "comment",
    [
        pytest.param("# adrguard: allow ADR -- all of them", id="the beginning of every name"),
        pytest.param("# adrguard: allow ADR-001 -- .", id="a reason without a word"),
        pytest.param("# adrguard: allow ADR-002 -- another", id="another decision"),
        pytest.param("; '# adrguard: allow ADR-001 -- a text'", id="a text that does nothing"),
        pytest.param("# adrguard: allow ADR-001 until 2020-01-01 -- once", id="a day that is over"),
    ],
)
def test_a_comment_that_does_not_say_what_and_why_suppresses_nothing(ruled, comment: str) -> None:
    ruled.write("src/a.py", f"{BAD.splitlines()[-1]}  {comment}\n")
    ruled.stage()
    assert places(staged(ruled)) == [("src/a.py", 1)]


ALLOWED = 'q = "SELECT * FROM users"  # adrguard: allow ADR-001 -- a dump\n'


def test_a_new_suppression_is_told_as_a_weakening_and_an_old_one_is_not(ruled) -> None:
    ruled.write("src/a.py", ALLOWED)
    ruled.stage()
    outcome = staged(ruled)
    assert [(one.how, one.path, one.line) for one in outcome.weakened] == [("suppressed", "src/a.py", 1)]
    assert (outcome.exit_code, len(outcome.suppressed)) == (0, 1)
    ruled.commit()
    ruled.write("src/a.py", "x = 1\n" + ALLOWED)
    ruled.git("mv", "-f", "src/a.py", "src/b.py")
    ruled.stage()
    assert (staged(ruled).weakened, len(staged(ruled).suppressed)) == ((), 1)


def test_a_new_suppression_blocks_where_weakening_does(ruled) -> None:
    ruled.write(".adrguard.toml", 'weakening = "block"\n')
    ruled.commit()
    ruled.write("src/a.py", ALLOWED)
    ruled.stage()
    assert staged(ruled).exit_code == 1


@pytest.mark.parametrize("ignored", ["/docs/", "*.md", "docs/adr/*"])
@pytest.mark.parametrize("source", ["staged", "worktree"])
def test_taking_the_decisions_out_of_git_takes_their_rules_away_though_they_lie_on_this_disk(
    repo, ignored: str, source: str
) -> None:
    decide(repo, NO_STAR)
    repo.commit("decide")
    repo.git("rm", "-rq", "--cached", "docs")
    repo.write(".gitignore", f"{ignored}\n")
    repo.write("src/db.py", 'q = "SELECT * FROM t"\n')
    repo.stage(".gitignore", "src/db.py")
    outcome = judge(repo, source)
    assert [one.how for one in outcome.weakened if not one.sanctioned] == ["removed"]
    assert places(outcome) == [("src/db.py", 1)]


def test_decisions_that_git_never_tracked_are_read_from_disk_all_along(repo) -> None:
    repo.write(".gitignore", "docs/\n")
    decide(repo, NO_STAR)
    repo.write("src/a.py", "x = 1\n")
    repo.commit("start")
    repo.write("src/db.py", 'q = "SELECT * FROM t"\n')
    repo.stage("src/db.py")
    assert places(judge(repo, "staged")) == [("src/db.py", 1)]
    decide(repo, NO_STAR, "- deny: `DROP TABLE`")
    assert judge(repo, "staged").rules == 2
