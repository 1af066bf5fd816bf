from __future__ import annotations

import os
import stat
from typing import Any

import pytest
from fakes.guarding import decide, judge

from adrguard.model.errors import UsageError
from adrguard.usecases.fix_findings import FixRequest, fix
from adrguard.usecases.fixing.outcome import Fixed

CALLS = "- deny call: `requests.*`\n  - id: calls\n  - rewrite: `requests.get` -> `httpx.get`, `requests.post` -> `httpx.post`"
PRINTS = "- deny code: `print($$$A)`\n  - id: prints\n  - lang: python\n  - rewrite: `log.info($$$A)`"
STAR = "- deny: `SELECT * FROM`\n  - id: star"
STARRED = "'SELECT * FROM t'"
OLD = "import requests\n\nrequests.get(1)\n"
NEW = "import httpx\n\nhttpx.get(1)\n"


def mend(repo: Any, source: str = "worktree", **options: Any) -> Fixed:
    return fix(FixRequest(str(repo.root), source, **options))


def told(fixed: Fixed) -> list[str]:
    return [f"{one.finding.path}:{one.finding.line}: {one.reason}" for one in fixed.left]


@pytest.fixture
def ruled(repo):
    """A repository in which calls, prints and queries are ruled."""
    decide(repo, CALLS, PRINTS, STAR)
    repo.commit()
    return repo


def test_a_file_of_another_repository_below_is_left_to_that_ones_decisions(ruled) -> None:
    ruled.git("init", "-q", str(ruled.root / "inner"))
    path = ruled.write("inner/a.py", OLD)
    fixed = mend(ruled, "files", files=("inner/a.py",))
    assert (fixed.mended, fixed.left) == ((), ())
    assert [(one.path, one.code) for one in fixed.outcome.unjudged] == [("inner/a.py", "link")]
    assert path.read_text() == OLD


def test_a_change_is_mended_and_a_second_run_has_nothing_to_do(ruled) -> None:
    path = ruled.write("a.py", OLD + "print(print(1))\n")
    fixed = mend(ruled)
    assert path.read_text() == NEW + "log.info(log.info(1))\n"
    assert (len(fixed.mended), fixed.left, fixed.exit_code) == (3, (), 0)
    assert judge(ruled).violations == ()
    again = mend(ruled)
    assert (again.mended, again.files, again.exit_code) == ((), (), 0)


def test_only_what_the_change_brings_is_mended(ruled) -> None:
    ruled.write("a.py", OLD)
    ruled.commit()
    path = ruled.write("a.py", OLD + "requests.get(2)\n")
    assert len(mend(ruled).mended) == 1
    assert path.read_text() == "import requests\nimport httpx\n\nrequests.get(1)\nhttpx.get(2)\n"


@pytest.mark.parametrize(
    ("options", "mended"),
    [
        pytest.param({"source": "all"}, ["a.py", "b/c.py"], id="everything"),
        pytest.param({"source": "files", "files": ("b",)}, ["b/c.py"], id="a folder"),
        pytest.param({"source": "all", "files": ("a.py",)}, ["a.py"], id="of everything, one file"),
        pytest.param({"source": "all", "rules": ("ADR-001#prints",)}, [], id="by another rule"),
        pytest.param({"source": "all", "rules": ("ADR-001",)}, ["a.py", "b/c.py"], id="by a decision"),
    ],
)
def test_what_is_mended_may_be_chosen(ruled, options: dict[str, Any], mended: list[str]) -> None:
    ruled.write("a.py", OLD)
    ruled.write("b/c.py", OLD)
    ruled.commit()
    assert [one.path for one in mend(ruled, **options).files] == mended


@pytest.mark.parametrize(
    "encode",
    [
        pytest.param(lambda text: b"\xef\xbb\xbf" + text.encode(), id="with a mark"),
        pytest.param(lambda text: text.encode("latin-1"), id="no UTF-8"),
        pytest.param(lambda text: text.encode("utf-16"), id="utf-16"),
        pytest.param(lambda text: text.replace("\n", "\r\n").encode("utf-32"), id="utf-32, CRLF"),
    ],
)
@pytest.mark.parametrize("source", ["worktree", "staged"])
def test_a_preview_can_be_applied_in_every_encoding(ruled, encode, source: str) -> None:
    old, new = (f"# \u00e9\n{text}print('\u00e9')\n" for text in (OLD, NEW))
    path = ruled.write("a \u00e9.py", encode(old))
    ruled.stage()
    fixed = mend(ruled, source, preview=True, rules=("ADR-001#calls",))
    ruled.git("apply", *(["--cached"] * (source == "staged")), stdin=fixed.diff.encode("utf-8", "surrogateescape"))
    assert path.read_bytes() == encode(old if source == "staged" else new)
    assert mend(ruled, source, rules=("ADR-001#calls",)).mended == ()


def test_a_preview_in_a_repository_of_longer_ids(tmp_path, ruled) -> None:
    ruled.git("init", "-q", "--object-format=sha256", str(tmp_path / "long"))
    (tmp_path / "long" / "a.py").write_bytes(OLD.encode("utf-16"))
    (tmp_path / "long" / "docs").mkdir()
    (ruled.root / "docs" / "adr").rename(tmp_path / "long" / "docs" / "adr")
    fixed = fix(FixRequest(str(tmp_path / "long"), preview=True))
    ruled.git("-C", str(tmp_path / "long"), "apply", stdin=fixed.diff.encode())
    assert (tmp_path / "long" / "a.py").read_bytes() == NEW.encode("utf-16")


def test_a_preview_tells_what_could_not_be_written(ruled) -> None:
    decide(ruled, CALLS.replace("`httpx.get`", "`h\u00e9.get`"))
    path = ruled.write("a.py", b"# caf\xe9\n" + OLD.encode() + b"requests.put(2)\n")
    before = path.read_bytes()
    for preview in (True, False):
        fixed = mend(ruled, preview=preview)
        assert (fixed.mended, fixed.diff, path.read_bytes()) == ((), "", before)
        assert told(fixed) == [
            f"a.py:{line}: the file is not UTF-8, and what it would get is not ASCII" for line in (4, 5)
        ]


@pytest.mark.skipif(os.name == "nt", reason="Windows has other limits of names")
def test_one_file_that_cannot_be_written_does_not_hold_back_the_others(ruled) -> None:
    long = ruled.write("a" * 240 + ".py", OLD)
    path = ruled.write("b.py", OLD)
    fixed = mend(ruled)
    assert (long.read_text(), path.read_text()) == (OLD, NEW)
    assert [one.reason for one in fixed.left] == ["it cannot be written: File name too long"]


def test_a_preview_writes_nothing_and_can_be_applied(ruled) -> None:
    path = ruled.write("a b\u00e9.py", "# \u00e9\r\n" + OLD.replace("\n", "\r\n") + "x = 1")
    before = path.read_bytes()
    fixed = mend(ruled, preview=True)
    assert (path.read_bytes(), fixed.exit_code) == (before, 1)
    ruled.git("apply", stdin=fixed.diff.encode("utf-8", "surrogateescape"))
    assert path.read_bytes() == ("# \u00e9\r\n" + NEW.replace("\n", "\r\n") + "x = 1").encode()


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"\xef\xbb\xbf" + OLD.replace("\n", "\r\n").encode(), id="mark and CRLF"),
        pytest.param(b"# caf\xe9\n" + OLD.encode().rstrip(), id="no UTF-8, no final line end"),
    ],
)
def test_bytes_and_mode_stay_as_they_are(ruled, data: bytes) -> None:
    path = ruled.write("a.py", data)
    path.chmod(0o755)
    mend(ruled)
    assert path.read_bytes() == data.replace(b"requests", b"httpx")
    assert os.name == "nt" or stat.S_IMODE(path.stat().st_mode) == 0o755


def test_a_read_only_file_is_left(ruled) -> None:
    path = ruled.write("a.py", OLD)
    ruled.stage()
    path.chmod(0o444)
    for preview in (True, False):
        assert told(mend(ruled, preview=preview)) == ["a.py:3: it is read-only: make it writable"]
    (written,) = mend(ruled, "staged").files
    assert (written.index, written.note) == (
        True,
        "the working tree keeps its version: it is read-only: make it writable",
    )
    assert path.read_text() == OLD
    path.chmod(0o644)


def test_what_cannot_be_mended_is_left_with_the_reason(ruled) -> None:
    ruled.write("a.py", f"{OLD}requests.put(2)\nq = {STARRED}\n")
    fixed = mend(ruled)
    assert told(fixed) == [
        "a.py:5: the rewrite does not say what to call instead",
        "a.py:6: its rule has no 'rewrite:'",
    ]
    assert (len(fixed.mended), fixed.exit_code) == (1, 1)


def test_what_would_violate_another_rule_is_not_done(repo) -> None:
    decide(repo, CALLS, "- deny import: `httpx`\n  - id: other", PRINTS)
    repo.commit()
    path = repo.write("a.py", OLD + "print(1)\n")
    fixed = mend(repo)
    assert path.read_text() == OLD + "log.info(1)\n"
    assert told(fixed) == ["a.py:3: it would violate ADR-001#other instead"]


def test_what_would_not_parse_is_not_done(repo) -> None:
    decide(repo, "- deny code: `f($X)`\n  - lang: python\n  - rewrite: `$X = 1`", CALLS)
    repo.commit()
    path = repo.write("a.py", OLD + "y = f(a) + 1\n")
    fixed = mend(repo)
    assert path.read_text() == NEW + "y = f(a) + 1\n"
    assert len(fixed.left) == 1


def test_one_finding_that_cannot_be_mended_does_not_hold_back_the_others(repo) -> None:
    decide(repo, "- deny code: `foo($A, $B)`\n  - id: swap\n  - lang: python\n  - rewrite: `bar($B, $A)`")
    repo.commit()
    path = repo.write("a.py", "foo(1, 2)\nfoo(*a, **b)\nfoo(foo(1, 2), foo(*a, **b))\nfoo(3, 4)\n")
    fixed = mend(repo)
    assert path.read_text() == "bar(2, 1)\nfoo(*a, **b)\nbar(foo(*a, **b), bar(2, 1))\nbar(4, 3)\n"
    assert (len(fixed.mended), len(fixed.left)) == (4, 2)
    assert all("does not parse" in one.reason for one in fixed.left)
    assert mend(repo).mended == ()


def test_two_rules_on_one_line_take_turns(repo) -> None:
    decide(
        repo,
        "- deny code: `f($X)`\n  - id: f\n  - rewrite: `g($X)`",
        "- deny code: `h($X)`\n  - id: h\n  - rewrite: `i($X)`",
    )
    repo.commit()
    path = repo.write("a.py", "f(h(f(h(1))))\n")
    assert len(mend(repo).mended) == 4
    assert path.read_text() == "g(i(g(i(1))))\n"


def test_generated_files_are_left_alone(ruled) -> None:
    ruled.write(".gitattributes", "gen/** linguist-generated\n")
    path = ruled.write("gen/a.py", OLD)
    fixed = mend(ruled)
    assert (path.read_text(), told(fixed)) == (OLD, ["gen/a.py:3: the file is generated, vendored or excluded"])


def test_a_link_out_of_the_repository_is_not_followed(ruled, tmp_path_factory) -> None:
    outside = tmp_path_factory.mktemp("outside") / "a.py"
    outside.write_text(OLD)
    os.symlink(outside, ruled.root / "a.py")
    os.symlink(outside.parent, ruled.root / "dir")
    mend(ruled)
    mend(ruled, "files", files=("a.py",))
    assert outside.read_text() == OLD


def test_a_manifest_is_mended_and_its_lock_file_named(repo) -> None:
    decide(repo, "- deny dependency: `requests`\n  - rewrite: requests -> `httpx >=0.27`")
    repo.write("uv.lock", "x")
    repo.commit()
    path = repo.write("pyproject.toml", '[project]\nname = "x"\ndependencies = ["requests>=2"]\n')
    fixed = mend(repo)
    assert 'dependencies = ["httpx>=0.27"]' in path.read_text()
    assert [(one.path, one.command) for one in fixed.locks] == [("uv.lock", "uv lock")]


class TestStaged:
    def test_the_index_is_mended_and_the_same_file_of_the_working_tree(self, ruled) -> None:
        path = ruled.write("a.py", OLD)
        ruled.stage()
        (written,) = mend(ruled, "staged").files
        assert (written.index, written.worktree, written.note) == (True, True, "")
        assert ruled.git("show", ":a.py") + "\n" == path.read_text() == NEW
        assert ruled.git("status", "--porcelain") == "A  a.py"

    def test_other_changes_of_the_working_tree_stay_and_are_not_staged(self, ruled) -> None:
        path = ruled.write("a.py", OLD + "\n\nx = 1\n")
        ruled.stage()
        path.write_text(OLD + "\n\nx = 2\n")
        ruled.write("b.py", OLD)
        mend(ruled, "staged")
        assert ruled.git("show", ":a.py") + "\n" == NEW + "\n\nx = 1\n"
        assert path.read_text() == NEW + "\n\nx = 2\n"
        assert (ruled.root / "b.py").read_text() == OLD

    def test_where_the_lines_differ_the_working_tree_keeps_its_version(self, ruled) -> None:
        path = ruled.write("a.py", OLD)
        ruled.stage()
        path.write_text("import requests\n\nrequests.get(7)\n")
        (written,) = mend(ruled, "staged").files
        assert (written.index, written.worktree) == (True, False)
        assert "differs from the index" in written.note
        assert ruled.git("show", ":a.py") + "\n" == NEW
        assert path.read_text() == "import requests\n\nrequests.get(7)\n"

    @pytest.mark.parametrize(
        ("rest", "kept"),
        [
            pytest.param("x = requests.get(7)\n", "requests", id="the name of the import that goes"),
            pytest.param("def f():\n    return requests.ok\n", "requests", id="within a function"),
            pytest.param("def f(requests):\n    return requests.ok\n", "", id="another thing of that name"),
        ],
    )
    def test_the_working_tree_keeps_what_it_uses(self, ruled, rest: str, kept: str) -> None:
        path = ruled.write("a.py", OLD + "\n\n\ny = 1\n")
        ruled.stage()
        path.write_text(OLD + "\n\n\n" + rest)
        (written,) = mend(ruled, "staged").files
        assert ruled.git("show", ":a.py") + "\n" == NEW + "\n\n\ny = 1\n"
        assert path.read_text() == (OLD if kept else NEW) + "\n\n\n" + rest
        assert written.worktree is not bool(kept)
        assert (f"uses '{kept}' elsewhere" if kept else "") in written.note

    def test_line_ends_that_git_converts(self, ruled) -> None:
        ruled.git("config", "core.autocrlf", "true")
        path = ruled.write("a.py", OLD.replace("\n", "\r\n"))
        ruled.stage()
        mend(ruled, "staged")
        assert ruled.git("cat-file", "blob", ":a.py") + "\n" == NEW
        assert path.read_bytes() == NEW.replace("\n", "\r\n").encode()

    @pytest.mark.parametrize(
        ("flag", "letter"), [("--skip-worktree", "S"), ("--assume-unchanged", "h")], ids=["left out", "not looked at"]
    )
    def test_what_git_is_told_about_a_file_stays(self, ruled, flag: str, letter: str) -> None:
        ruled.write("a.py", OLD)
        ruled.stage()
        ruled.git("update-index", flag, "a.py")
        (written,) = mend(ruled, "staged").files
        assert (written.index, ruled.git("ls-files", "-v", "a.py")) == (True, f"{letter} a.py")

    def test_odd_names_and_modes(self, ruled) -> None:
        path = ruled.write("a \u00e9\t.py", OLD)
        path.chmod(0o755)
        ruled.stage()
        mend(ruled, "staged")
        assert ruled.git("-c", "core.quotePath=false", "ls-files", "-s", "-z").split("\0")[0].startswith("100755")
        assert judge(ruled, "staged").violations == ()


class TestSuppressing:
    def test_findings_are_allowed_by_comments(self, ruled) -> None:
        path = ruled.write("a.py", f"def f():\n    a = {STARRED}\n    b = {STARRED}\n")
        fixed = mend(ruled, suppress="ADR-001#star", reason="an export")
        mark = "    # adrguard: allow ADR-001#star -- an export\n"
        assert path.read_text() == f"def f():\n{mark}    a = {STARRED}\n{mark}    b = {STARRED}\n"
        assert (len(fixed.mended), fixed.exit_code) == (2, 0)
        assert mend(ruled, suppress="ADR-001#star", reason="an export").mended == ()

    def test_where_no_comment_can_stand_the_finding_is_left(self, ruled) -> None:
        path = ruled.write("a.py", "a = '''\nSELECT * FROM t\n'''\nb = 'SELECT * FROM u'\n")
        ruled.write("a.json", '{"a": "SELECT * FROM t"}\n')
        fixed = mend(ruled, suppress="ADR-001", reason="an export")
        assert path.read_text() == (
            "a = '''\nSELECT * FROM t\n'''\n# adrguard: allow ADR-001 -- an export\nb = 'SELECT * FROM u'\n"
        )
        assert [one.partition(": ")[0] for one in told(fixed)] == ["a.json:1", "a.py:2"]

    @pytest.mark.parametrize(
        ("name", "before", "after"),
        [
            pytest.param("pom.xml", "<a>\n  <b>{}</b>\n</a>\n", "<a>\n  {}\n  <b>{}</b>\n</a>\n", id="XML"),
            pytest.param("a.md", "|a|\n|-|\n|{}|\n", "|a|\n|-|\n|{1}|  {0}\n", id="a table"),
            pytest.param("a.py", "#!/bin/x\n# coding: l1 {}\n", "#!/bin/x\n# coding: l1 {1}  {0}\n", id="an encoding"),
            pytest.param("a.xml", "<?xml version='1.0'?><a>{}</a>\n", "", id="a declaration"),
            pytest.param("b.md", "---\na: {}\n---\n", "", id="frontmatter"),
        ],
    )
    def test_a_file_means_what_it_did(self, ruled, name: str, before: str, after: str) -> None:
        decide(ruled, f"{STAR}\n  - where: any")
        ruled.commit()
        path = ruled.write(name, before.format("SELECT * FROM t"))
        fixed = mend(ruled, suppress="ADR-001", reason="an export")
        comment = {
            ".py": "# adrguard: allow ADR-001 -- an export",
            ".md": "<!-- adrguard: allow ADR-001 -- an export -->",
            ".xml": "<!-- adrguard: allow ADR-001 \u2014 an export -->",
        }[os.path.splitext(name)[1]]
        assert path.read_text("utf-8") == (after or before).format(*[comment] * bool(after), "SELECT * FROM t")
        assert (len(fixed.mended), len(fixed.left)) == (bool(after), not after)
        assert len(judge(ruled).violations) == (not after)

    def test_a_comment_does_not_take_the_place_of_another(self, ruled) -> None:
        first = "# adrguard: allow ADR-001#star -- known\nprint('SELECT * FROM t')"
        path = ruled.write("a.py", f"{first}\n")
        mend(ruled, suppress="ADR-001#prints", reason="a script")
        assert path.read_text() == f"{first}  # adrguard: allow ADR-001#prints -- a script\n"

    def test_no_reason_is_refused(self, ruled) -> None:
        for reason in ("", "...", "a\nb"):
            with pytest.raises(UsageError):
                mend(ruled, suppress="ADR-001", reason=reason)

    def test_an_unknown_rule_is_refused(self, ruled) -> None:
        with pytest.raises(UsageError, match="no rule in force"):
            mend(ruled, rules=("ADR-999",))


def test_findings_are_recorded_in_the_baseline(ruled) -> None:
    ruled.write("a.py", OLD)
    ruled.write("b.py", "print(1)\n")
    ruled.commit()
    fixed = mend(ruled, "all", rules=("ADR-001#calls",), baseline=True)
    assert [one.path for one in fixed.mended] == ["a.py"]
    assert [one.path for one in judge(ruled, "all").violations] == ["b.py"]
    assert mend(ruled, "all").outcome.known == 1
    assert (ruled.root / "a.py").read_text() == OLD
    assert [one.path for one in mend(ruled, "all", known=True).mended] == ["a.py"]
