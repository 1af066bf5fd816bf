"""Globs against their two oracles: git itself, and pathspec's reading of .gitignore."""

from __future__ import annotations

import os
import subprocess

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pathspec import GitIgnoreSpec

from adrguard.model.globs import GlobError, any_below, compile_globs, literal_prefix, matches

PATHS = (
    "a", "b", "ab", "a.py", "b.py", ".a", "a-b", "A", "a]", "a b", "a/b", "a/a.py", "a/b/c", "a/b/a.py", "b/a", "b/a/b", "b/a/c/d",
    "ab/a", "a/ab", "a/.a", "x/a/b/c/d.py", "x/y/a", "src/a.py", "src/a/b.py", "lib/src/a.py", "a/src", "-", "a/-/b", "*", "[a]", "a\\",
)  # fmt: skip


def verdicts(glob, paths=PATHS):
    compiled = compile_globs(glob)
    return {path for path in paths if matches(compiled, path)}


@pytest.fixture(scope="module")
def ignored(tmp_path_factory):
    """Give a function that asks git which of the paths a single line of .gitignore covers."""
    root = tmp_path_factory.mktemp("ignore")
    environment = {
        **{key: value for key, value in os.environ.items() if not key.startswith("GIT_")},
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
    }
    subprocess.run(["git", "init", "-q", root], check=True, env=environment)

    def ask(line, paths=PATHS):
        (root / ".git/info/exclude").write_text(line + "\n")
        done = subprocess.run(
            ["git", "-c", "core.ignoreCase=false", "check-ignore", "--no-index", "--stdin", "-z"],
            cwd=root,
            input="\0".join(paths).encode() + b"\0",
            capture_output=True,
            env=environment,
            check=False,
        )
        assert done.returncode in (0, 1), done.stderr
        return {path for path in done.stdout.decode().split("\0") if path}

    return ask


LINES = (
    "a", "*.py", "/a", "/a/b", "a/b", "a/", "/a/", "a/b/", "a/**", "**/a", "**/a/b", "a/**/c", "a/**/b", "/**", "**", "**/", "/**/",
    "a/**/", "**/**", "**/*.py", "*", "*/", "/*", "/*/", "*/a", "*/*/a", "a*", "*b", "a?", "?", "?.py", "[ab]", "[!a]", "[^a]", "[a-b]*", "a[]]",
    "[]-a]*", r"a[\]]", "[[:alpha:]]", "[[:alpha:][:punct:]]*", "[-a]", "[a-]", r"\*", r"\[a\]", "[[]a]", ".*", "src", "src/", "src/**", "src/*", "**/src/*.py", "a**", "**b", "x/**/b/**/d.py", "*.*",
    "**/**/a", "a/**/**", "[A-Z]", "a/*/a.py", "*?*", "*a*", "x/*/", "**/b/", "b/**/a",
)  # fmt: skip


@pytest.mark.parametrize("line", LINES)
def test_a_glob_covers_the_files_that_git_would_ignore(line, ignored):
    assert verdicts(line) == ignored(line)


# pathspec knows no POSIX classes, no escape within a class, and takes `a/**/` for the files of `a` as well; git differs.
READ_OTHERWISE = ("[[:alpha:]]", "[[:alpha:][:punct:]]*", "[[]a]", r"a[\]]", "a/**/", "/**/")


@pytest.mark.parametrize("line", [line for line in LINES if line not in READ_OTHERWISE])
def test_a_glob_covers_the_files_that_pathspec_would_ignore(line):
    spec = GitIgnoreSpec.from_lines([line])
    assert verdicts(line) == {path for path in PATHS if spec.match_file(path)}


segments = st.one_of(
    st.just("**"),
    st.lists(st.sampled_from(["a", "b", "ab", "*", "?", ".", "-", "[ab]", "[!a]", "[a-c]", "py", r"\*"]), min_size=1, max_size=4).map("".join),
)  # fmt: skip
lines = st.builds(
    lambda start, parts, end: start + "/".join(parts) + end,
    st.sampled_from(["", "/"]),
    st.lists(segments, min_size=1, max_size=4),
    st.sampled_from(["", "/"]),
)
names = st.text("ab.-c*", min_size=1, max_size=3).filter(lambda name: name not in (".", ".."))
trees = st.lists(st.lists(names, min_size=1, max_size=4).map("/".join), min_size=1, max_size=20, unique=True)


@given(lines, trees)
@settings(max_examples=120, deadline=None)
def test_any_glob_covers_what_git_would_ignore(ignored, line, tree):
    parts = set(line.split("/"))
    assume(not {".", ".."} & parts)
    # git takes the literal start off a line before it looks: its `a**/b` matches `ab`, against its own manual.
    assume(all(part == "**" or "**" not in part for part in parts))
    assert verdicts(line, tree) == ignored(line, tree)


@given(st.text(st.sampled_from("a/*?[]!{},\\.^-: b"), max_size=30), st.text("a/b.c", min_size=1, max_size=12))
def test_any_text_is_a_glob_or_is_refused(text, path):
    try:
        compiled = compile_globs(text)
    except GlobError:
        return
    assert compiled
    assert matches(compiled, path) in (True, False)


@pytest.mark.parametrize(
    ("glob", "covered", "spared"),
    [
        pytest.param("*.{ts,tsx}", ["a.ts", "x/a.tsx"], ["a.js", "a.{ts,tsx}"], id="braces"),
        pytest.param("src/{a,b/c}/**", ["src/a/x", "src/b/c/x"], ["src/b/x"], id="braces with a folder"),
        pytest.param("{a,b{c,d}}", ["a", "bc", "bd"], ["b", "bcd"], id="nested braces"),
        pytest.param("x{,.bak}", ["x", "x.bak"], ["x.tmp"], id="an empty alternative"),
        pytest.param("{{cookiecutter.name}}/a", ["{{cookiecutter.name}}/a"], ["a"], id="braces without a comma stand for themselves"),
        pytest.param(r"\{a,b\}", ["{a,b}"], ["a"], id="escaped braces"),
        pytest.param("[{,]x", ["{x", ",x"], ["x"], id="braces in a bracket class"),
        pytest.param(".", ["a", "a/b"], [], id="a full stop is the whole repository"),
        pytest.param("./", ["a", "a/b"], [], id="so is a full stop with a slash"),
        pytest.param("./src", ["src/a"], ["lib/src/a"], id="a path from the root"),
        pytest.param("a/./b", ["a/b"], ["a/./c"], id="an idle full stop"),
        pytest.param("a//b", ["a/b"], ["a"], id="an idle slash"),
        pytest.param("  src/*  ", ["src/a"], ["a"], id="blanks around it"),
        pytest.param("größe.py", ["größe.py"], ["grösse.py"], id="letters beyond ASCII"),
        pytest.param("gr??e.py", ["größe.py"], ["gre.py"], id="a question mark is one character"),
    ],
)  # fmt: skip
def test_authors_globs_that_gitignore_has_no_word_for(glob, covered, spared):
    compiled = compile_globs(glob)
    assert [path for path in covered if not matches(compiled, path)] == []
    assert [path for path in spared if matches(compiled, path)] == []


@pytest.mark.parametrize(
    ("glob", "message"),
    [
        pytest.param("", "empty glob", id="nothing"),
        pytest.param("/", "empty glob", id="a slash"),
        pytest.param("{,a}", "empty glob", id="an empty alternative"),
        pytest.param("!src/**", "use 'except src/**'", id="negation"),
        pytest.param("../x", "leaves the repository", id="upwards"),
        pytest.param("a/{b,..}/c", "leaves the repository", id="upwards in braces"),
        pytest.param("[a", "never closed", id="an open bracket"),
        pytest.param("{a,b", "never closed", id="an open brace"),
        pytest.param("a\\", "backslash", id="an idle backslash"),
        pytest.param(r"src\app\**", "separated by '/'", id="folders of Windows"),
        pytest.param("{a,b}" * 9, "more than 256", id="too many alternatives"),
        pytest.param("{a,b}" * 200, "more than 256", id="far too many alternatives"),
        pytest.param("src/{a", "never closed", id="an open brace without a comma"),
        pytest.param("{" * 900, "never closed", id="many open braces"),
        pytest.param("{a,b}" * 2000, "limit is 1024", id="too long"),
    ],
)
def test_a_glob_that_cannot_be_meant_is_refused(glob, message):
    with pytest.raises(GlobError, match=message.replace("*", r"\*")):
        compile_globs(glob)


def test_many_stars_stay_linear():
    deep = "/".join(["a"] * 300) + "/c"
    assert not matches(compile_globs("/".join(["**", "a"] * 100) + "/b"), deep)
    assert not matches(compile_globs("*a" * 100 + "b"), "a" * 300)


@pytest.mark.parametrize(
    ("glob", "prefix"),
    [("src/a/*.py", "src/a"), ("/src", "src"), ("src", ""), ("**/a", ""), ("src/**", "src"), (r"src/\*/a", "src")],
)
def test_the_literal_prefix_is_the_fixed_part_of_an_anchored_glob(glob, prefix):
    assert literal_prefix(compile_globs(glob)[0]) == prefix


@given(lines, trees)
def test_a_folder_below_which_something_matches_is_never_ruled_out(line, tree):
    assume(not {".", ".."} & set(line.split("/")))
    compiled = compile_globs(line)
    for path in tree:
        if matches(compiled, path) and "/" in path:
            assert any_below(compiled, path.rpartition("/")[0] + "/")
