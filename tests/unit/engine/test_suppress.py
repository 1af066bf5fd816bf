import pytest

from adrguard.engine import suppress
from adrguard.model.changes import Content
from adrguard.syntax.source import Source


def read(path: str, text: str) -> list[suppress.Suppression]:
    return suppress.read(Source(path, Content(text)))


@pytest.mark.parametrize(
    ("comment", "names", "until", "reason"),
    [
        pytest.param("# adrguard: allow ADR-008 -- dump", ("ADR-008",), "", "dump", id="plain"),
        pytest.param(
            "x = 1  # adrguard: allow ADR-008#no-star -- dump",
            ("ADR-008#no-star",),
            "",
            "dump",
            id="one rule, after code",
        ),
        pytest.param("# adrguard: allow ADR-1, ADR-2 -- both", ("ADR-1", "ADR-2"), "", "both", id="two decisions"),
        pytest.param(
            "# adrguard: allow ADR-1 until 2027-01-31 -- later", ("ADR-1",), "2027-01-31", "later", id="with an end"
        ),
        pytest.param(
            "# adrguard: allow ADR-1 \u2014 an em dash", ("ADR-1",), "", "an em dash", id="a dash that an editor made"
        ),
        pytest.param("# AdrGuard: Allow adr-1 -- x", ("adr-1",), "", "x", id="in any case"),
        pytest.param("# \u0130 ADRGUARD: ALLOW ADR-1 -- x", ("ADR-1",), "", "x", id="behind a letter that grows"),
        pytest.param("# adrguard: allow ADR-1", ("ADR-1",), "", "", id="no reason"),
        pytest.param("# adrguard: allow -- x", (), "", "", id="no decision"),
        pytest.param("# adrguard: allow ADR-1 -- .", ("ADR-1",), "", "", id="a reason without a word"),
        pytest.param("# adrguard: allow ADR-1 --", ("ADR-1", "--"), "", "", id="a dash without a reason"),
    ],
)
def test_what_a_comment_says(comment: str, names: tuple[str, ...], until: str, reason: str) -> None:
    (found,) = read("a.py", comment + "\n")
    assert (found.until, found.reason) == (until, reason)
    assert found.names[: len(names)] == names


@pytest.mark.parametrize(
    ("path", "text", "count"),
    [
        pytest.param("a.ts", "// adrguard: allow ADR-1 -- x\n", 1, id="line comment"),
        pytest.param("a.ts", "/* adrguard: allow ADR-1 -- x */\n", 1, id="block comment"),
        pytest.param("a.ts", "/**\n * adrguard: allow ADR-1 -- x\n */\n", 1, id="inside a block comment"),
        pytest.param("a.sql", "-- adrguard: allow ADR-1 -- x\n", 1, id="a language without grammar"),
        pytest.param("a.html", "<!-- adrguard: allow ADR-1 -- x -->\n", 1, id="markup"),
        pytest.param("README.md", "<!-- adrguard: allow ADR-1 -- x -->\n", 1, id="prose, in a comment"),
        pytest.param("README.md", "# adrguard: allow ADR-1 -- x\n", 0, id="prose, in a heading"),
        pytest.param("a.py", 's = "# adrguard: allow ADR-1 -- x"\n', 0, id="a string"),
        pytest.param("a.py", '"""# adrguard: allow ADR-1 -- x"""\n', 0, id="a docstring"),
        pytest.param("a.py", "adrguard: allow\n", 0, id="code"),
        pytest.param(
            "a.py", 's = "adrguard: allow"  # adrguard: allow ADR-1 -- x\n', 1, id="a comment behind a string"
        ),
        pytest.param("a.py", "# a\nx = 1\n# adrguard: allow ADR-1 -- x\n# b\n", 1, id="among other comments"),
        pytest.param("a.py", "# a\nadrguard: allow\n# b\n", 0, id="between comments"),
        pytest.param("requirements.txt", "# adrguard: allow ADR-1 -- x\n", 1, id="a manifest that is plain text"),
        pytest.param("notes.txt", "# adrguard: allow ADR-1 -- x\n", 0, id="plain text"),
        pytest.param("go.mod", "// adrguard: allow ADR-1 -- x\n", 1, id="a manifest with comments of its own"),
        pytest.param("a.sql", "select 'adrguard: allow ADR-1'\n", 0, id="no comment at all"),
    ],
)
def test_only_comments_count(path: str, text: str, count: int) -> None:
    assert len(read(path, text)) == count


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("ADR-008", True),
        ("adr-008", True),
        ("ADR-008-QuerySafety", True),
        ("ADR-008-QuerySafety#abc", True),
        ("ADR-008#abc", True),
        ("ADR-008#abd", False),
        ("ADR-00", False),
        ("ADR", False),
        ("ADR-0088", False),
        ("", False),
        ("#abc", False),
    ],
)
def test_how_a_rule_may_be_named(name: str, *, meant: bool) -> None:
    assert suppress.names(name, "ADR-008-QuerySafety", "ADR-008-QuerySafety#abc") is meant


def test_a_name_is_known_by_a_decision_or_by_one_rule_of_it() -> None:
    comments = read(
        "a.py", "".join([f"# adrguard: allow {name} -- x\n" for name in ("ADR-1", "ADR-1#a", "ADR-1#c", "ADR-2")])
    )
    problems = suppress.warnings("a.py", comments, set(), [("ADR-1", "ADR-1#a"), ("ADR-1", "ADR-1#b")], "2026-01-01")
    assert [one.code.removeprefix("suppression-") for one in problems] == ["unused", "unused", "unknown", "unknown"]
