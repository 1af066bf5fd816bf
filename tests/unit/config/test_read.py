"""The configuration: what is set, and every mistake at once."""

from __future__ import annotations

import pytest

from adrguard.config.keys import KEYS
from adrguard.config.read import choose, locate, parse
from adrguard.model.decisions import DOORS, Settings
from adrguard.model.globs import compile_globs


def test_the_table_of_keys_is_that_of_the_settings() -> None:
    assert [key.field for key in KEYS] == list(Settings.FIELDS)
    settings = Settings()
    for key in KEYS:
        default = getattr(settings, key.field)
        assert key.default == (
            list(default)
            if isinstance(key.default, list)
            else dict(default)
            if isinstance(key.default, dict)
            else default
        )


def test_every_key_is_read() -> None:
    text = b"""
adr-dirs = ["decisions", "./docs/more/"]
vault = "../notes/"
project = "payments"
exclude = ["*.{gen,snap}"]
strict = true
budget-soft-ms = 20
budget-hard-ms = 0
on-budget = "warn"
max-file-size = "1.5 MB"
weakening = "block"
baseline = "ci/baseline.txt"
[agent]
supersession = "ask"
max-blocks = 5
on-error = "block"
shell = "ask"
before-edit = false
after-edit = false
context = false
[statuses]
"In  Review" = "shadow"
"""
    settings, problems = parse(".adrguard.toml", text)
    assert problems == ()
    assert settings == Settings(
        adr_dirs=("decisions", "docs/more"),
        vault="../notes",
        project="payments",
        exclude=compile_globs("*.{gen,snap}"),
        strict=True,
        budget_soft_ms=20,
        budget_hard_ms=0,
        on_budget="warn",
        max_file_size=1_572_864,
        weakening=tuple((door, "block") for door in DOORS),
        agent_supersession="ask",
        agent_max_blocks=5,
        agent_on_error="block",
        agent_shell="ask",
        agent_before_edit=False,
        agent_after_edit=False,
        agent_context=False,
        baseline="ci/baseline.txt",
        statuses=(("in review", "shadow"),),
    )


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param('weakening = "allow"', ["allow", "allow", "allow", "block", "block"], id="a word is for people"),
        pytest.param('weakening = { ci = "block" }', ["warn", "warn", "block", "block", "block"], id="one door"),
        pytest.param('weakening.agent = "warn"', ["warn", "warn", "warn", "warn", "block"], id="an agent's, dotted"),
        pytest.param(
            '[weakening]\nhook = "allow"\nmcp = "warn"', ["allow", "warn", "warn", "block", "warn"], id="a table"
        ),
    ],
)
def test_a_weakening_means_something_at_each_door(line: str, expected: list[str]) -> None:
    settings, problems = parse(".adrguard.toml", line.encode())
    assert problems == ()
    assert dict(settings.weakening) == dict(zip(DOORS, expected, strict=True))


def test_a_mistake_in_a_table_below_stands_on_its_own_line() -> None:
    text = b"[agent]\nsupersession = 'told'\nsupersesion = 1\n[weakening]\nci = 'warn'\nhok = 'warn'\n"
    assert [problem.line for problem in parse(".adrguard.toml", text)[1]] == [2, 3, 6]


@pytest.mark.parametrize("prefix", ["[tool.adrguard]\n", '[tool."adrguard"]\n', "tool.adrguard."])
def test_pyproject_keeps_the_keys_in_a_table(prefix: str) -> None:
    settings, problems = (
        parse(
            "pyproject.toml",
            f'[project]\nname = "x"\n{prefix if prefix[0] == "[" else ""}'.encode() + b"strict = true\n",
        )
        if prefix[0] == "["
        else parse("pyproject.toml", f"{prefix}strict = true\n".encode())
    )
    assert settings.strict
    assert not problems


@pytest.mark.parametrize("spelling", ["max-file-size", "max_file_size"])
def test_dashes_and_underscores_are_one(spelling: str) -> None:
    assert parse(".adrguard.toml", f"{spelling} = 5\n".encode())[0].max_file_size == 5


@pytest.mark.parametrize(
    ("line", "message", "hint"),
    [
        pytest.param("stric = true", "unknown key 'stric'", "did you mean 'strict'?", id="a typing mistake"),
        pytest.param("colour = 1", "unknown key 'colour'", "the keys are: adr-dirs", id="nothing near"),
        pytest.param('strict = "yes"', "must be true or false, not 'yes'", "without quotes", id="text for a truth"),
        pytest.param("strict = 1", "must be true or false, not 1", "", id="number for a truth"),
        pytest.param('budget-soft-ms = "10"', "must be a whole number", "without quotes", id="text for a number"),
        pytest.param("budget-soft-ms = true", "must be a whole number, not true", "", id="truth for a number"),
        pytest.param("budget-soft-ms = -1", "must be at least 0", "", id="too small"),
        pytest.param('max-file-size = "big"', "is no size: 'big'", "'2 MB'", id="no size"),
        pytest.param("max-file-size = 0", "must be at least 1", "", id="no room at all"),
        pytest.param('on-budget = "warm"', "must be 'block' or 'warn'", "did you mean 'warn'?", id="another word"),
        pytest.param("adr-dirs = 3", "must be a list of folders", "adr-dirs = [", id="number for a list"),
        pytest.param('adr-dirs = ["../x"]', "leaves the repository", "relative", id="a folder above"),
        pytest.param('adr-dirs = ["/x"]', "leaves the repository", "relative", id="an absolute folder"),
        pytest.param('adr-dirs = ["C:/x"]', "leaves the repository", "relative", id="a drive"),
        pytest.param('adr-dirs = ["a/*/adr"]', "takes folders, no globs", "name each", id="a glob"),
        pytest.param('adr-dirs = ["."]', "cannot be the whole repository", "vault", id="the root"),
        pytest.param('baseline = "../b"', "leaves the repository", "relative", id="a file above"),
        pytest.param('baseline = ".git/hooks/post-commit"', "git's own files", "working tree", id="a hook of git's"),
        pytest.param(
            'baseline = "a/.GIT. /config"', "git's own files", "working tree", id="a disguised folder of git's"
        ),
        pytest.param('baseline = ""', "must name a file", "", id="no file"),
        pytest.param('exclude = ["[a"]', "never closed", "", id="a broken glob"),
        pytest.param('exclude = ["!a"]', "negation", "", id="a negated glob"),
        pytest.param('vault = "~root/x"', "another user's home", "", id="somebody's home"),
        pytest.param('vault = "a\\u0000"', "NUL", "", id="a NUL character"),
        pytest.param('weakening = "blok"', "must be 'block', 'warn' or 'allow'", "did you mean 'block'?", id="a word"),
        pytest.param("weakening = true", "must be 'block', 'warn' or 'allow', not true", "a table", id="no word"),
        pytest.param(
            'weakening = { agnet = "warn" }',
            "knows no door 'agnet'",
            "did you mean 'agent'?",
            id="a door's typing mistake",
        ),
        pytest.param('weakening = { web = "warn" }', "knows no door 'web'", "the doors are: hook", id="no such door"),
        pytest.param(
            'weakening = { ci = "alow" }', "'allow' for 'ci', not 'alow'", "did you mean 'allow'?", id="a door's word"
        ),
        pytest.param("weakening.ci = 1", "for 'ci', not 1", "", id="a number for a door's word"),
        pytest.param(
            'agent.supersesion = "ask"', "unknown key 'agent.supersesion'", "'agent.supersession'?", id="in a table"
        ),
        pytest.param('agent.supersession = "tel"', "must be 'tell', 'ask' or 'allow'", "'tell'?", id="a table's word"),
        pytest.param('agent = "ask"', "'agent' must be a table", "write [tool.adrguard.agent]", id="no table"),
        pytest.param('statuses = ["x"]', "must be a table", "statuses = {", id="list for a table"),
        pytest.param('statuses = { x = "on" }', "gives 'x' the meaning 'on'", "'in force'", id="no such effect"),
    ],
)
def test_a_mistake_is_named_with_its_line_and_the_way_out(line: str, message: str, hint: str) -> None:
    settings, (problem,) = parse("pyproject.toml", f"[tool.other]\nx = 1\n[tool.adrguard]\n\n  {line}\n".encode())
    assert message in problem.message
    assert hint in problem.hint
    assert (problem.path, problem.line, problem.column, problem.severity) == ("pyproject.toml", 5, 3, "error")
    assert problem.excerpt == f"  {line}"
    assert settings == Settings()


def test_all_mistakes_come_at_once_and_the_rest_holds() -> None:
    settings, problems = parse(".adrguard.toml", b"strict = 1\nproject = 'p'\nwat = 2\nvault = 3\n")
    assert [problem.line for problem in problems] == [1, 3, 4]
    assert settings.project == "p"


def test_a_key_in_both_spellings_is_a_mistake() -> None:
    (problem,) = parse(".adrguard.toml", b"max-file-size = 1\nmax_file_size = 2\n")[1]
    assert "twice" in problem.message


@pytest.mark.parametrize(
    ("data", "line", "column"),
    [
        pytest.param(b"a = = 1\n", 1, 5, id="a sign too many"),
        pytest.param(b"strict = true\nstrict = false\n", 2, 15, id="twice"),
        pytest.param(b"a = [\n", 1, 6, id="never closed"),
        pytest.param(b"\xef\xbb\xbfa = 'x\r\n", 1, 7, id="byte-order mark and crlf"),
    ],
)
def test_broken_toml_is_placed(data: bytes, line: int, column: int) -> None:
    settings, (problem,) = parse(".adrguard.toml", data)
    assert (problem.line, problem.column, problem.code) == (line, column, "configuration")
    assert settings == Settings()


def test_a_broken_pyproject_is_ours_only_when_it_names_us() -> None:
    assert parse("pyproject.toml", b"[project\n") == (Settings(), ())
    assert parse("pyproject.toml", b"[project\n# adrguard\n") == (Settings(), ())
    assert len(parse("pyproject.toml", b"[project\n[tool.adrguard]\nstrict = true\n")[1]) == 1


def test_our_own_file_wins_and_two_are_reported() -> None:
    files = {".adrguard.toml": b"project = 'own'\n", "pyproject.toml": b"[tool.adrguard]\nproject = 'shared'\n"}
    path, settings, (problem,) = choose(files)
    assert (path, settings.project) == (".adrguard.toml", "own")
    assert (problem.path, problem.line, problem.code) == ("pyproject.toml", 1, "two-configurations")


@pytest.mark.parametrize(
    ("files", "path"),
    [
        pytest.param({}, "", id="none"),
        pytest.param({"pyproject.toml": b"[project]\n"}, "", id="a pyproject without us"),
        pytest.param({"pyproject.toml": b"[tool.adrguard]\n"}, "pyproject.toml", id="a pyproject with us"),
        pytest.param({".adrguard.toml": b"", "pyproject.toml": b"[project]\n"}, ".adrguard.toml", id="our own"),
    ],
)
def test_where_the_configuration_comes_from(files: dict[str, bytes], path: str) -> None:
    assert choose(files)[0] == path
    assert not choose(files)[2]


def test_a_table_that_is_none_is_a_mistake() -> None:
    (problem,) = parse("pyproject.toml", b"[tool]\nadrguard = 3\n")[1]
    assert (problem.line, "must be a table" in problem.message) == (2, True)


@pytest.mark.parametrize(
    ("text", "table", "key", "line"),
    [
        pytest.param('a = """\n[t]\nk = 1\n"""\n[t]\nk = 2\n', "t", "k", 6, id="text over lines is no table"),
        pytest.param("[t.u]\nk = 1\n", "t", "", 1, id="a table below it"),
        pytest.param("t.k = 1\n", "t", "k", 1, id="dotted"),
        pytest.param("[t]\nx = 1\n", "t", "k", 0, id="nowhere"),
        pytest.param("[t]\n'my_key' = 1\n", "t", "my-key", 2, id="quoted, underscore"),
    ],
)
def test_a_key_is_located(text: str, table: str, key: str, line: int) -> None:
    assert locate(text, table, key) == line


def test_hostile_files_take_no_time() -> None:
    parse(".adrguard.toml", b"[" + b" " * 900_000)
    parse(".adrguard.toml", b"x = " + b"[" * 100_000)
    (problem,) = parse(".adrguard.toml", b"#" * 2_000_000)[1]
    assert "larger" in problem.message
