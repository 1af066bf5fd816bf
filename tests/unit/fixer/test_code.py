import pytest
from fakes.fixing import proposal, reasons, rewritten


@pytest.mark.parametrize(
    ("rule", "path", "before", "after"),
    [
        pytest.param(
            "deny code: `get($X)`\nrewrite: `$X.get()`",
            "a.py",
            "get(a)\nget(a + b)\n",
            "a.get()\n(a + b).get()\n",
            id="brackets around a value",
        ),
        pytest.param(
            "deny code: `half($X)`\nrewrite: `$X / 2`",
            "a.py",
            "half(a) + 1\n3 * half(a - b)\n",
            "a / 2 + 1\n3 * ((a - b) / 2)\n",
            id="brackets around the whole",
        ),
        pytest.param(
            "deny code: `console.log($$$A)`\nrewrite: `log.info($$$A)`",
            "a.ts",
            "console.log(a,\n    b);\n\tconsole.log();\n",
            "log.info(a,\n    b);\n\tlog.info();\n",
            id="many values over lines",
        ),
        pytest.param(
            "deny code: `f($$$A)`\nrewrite: `g(x, $$$A)`",
            "a.py",
            "f()\nf(1)\n",
            "g(x)\ng(x, 1)\n",
            id="no value takes its comma along",
        ),
        pytest.param(
            "deny code: `f($$$A)`\nrewrite: `g($$$A, x)`",
            "a.py",
            "f()\nf(1, 2,)\n",
            "g(x)\ng(1, 2, x)\n",
            id="nor the one before it",
        ),
        pytest.param(
            "deny code: `f($A, $B)`\nrewrite: `g($B, $A, $A)`",
            "a.js",
            "f('\u00e9', 2)\n",
            "g(2, '\u00e9', '\u00e9')\n",
            id="in another order, twice",
        ),
        pytest.param(
            "deny code: `$X.unwrap()`\nrewrite: `$X?`",
            "a.rs",
            "fn f() { a(b).unwrap(); }\n",
            "fn f() { a(b)?; }\n",
            id="another language",
        ),
        pytest.param(
            "deny code: `f($A)`, `g($A)`\nrewrite: `h($A)`", "a.py", "f(1); g(2)\n", "h(1); h(2)\n", id="two patterns"
        ),
    ],
)
def test_a_match_is_put_into_the_template(rule: str, path: str, before: str, after: str) -> None:
    assert rewritten(rule, before, path) == after


def test_of_matches_within_matches_the_outer_one_comes_first() -> None:
    found = proposal("deny code: `f($X)`\nrewrite: `g($X)`", "f(f(1))\n")
    assert [edit.text for edit in found.edits] == ["g(f(1))"]
    assert [one.reason for one in found.left] == ["it lies within another one that is mended first"]


def test_what_the_pattern_does_not_speak_of_is_not_thrown_away() -> None:
    rule = "deny code: `assert $X`\nlang: python\nrewrite: `check($X)`"
    assert rewritten(rule, "assert a\nassert a, b\n") == "check(a)\nassert a, b\n"
    assert ["more than its pattern" in one for one in reasons(rule, "assert a, b\n")] == [True]
