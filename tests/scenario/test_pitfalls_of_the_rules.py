"""What users of such tools suffered from rules that were misread, silently dead, or switched off."""

from __future__ import annotations

import pytest
from fakes.guarding import NO_STAR, adr, decide, judge, places, staged

BAD = 'q = "SELECT * FROM users"\n'


def test_20_forbidden_text_in_a_comment_is_silent_and_in_a_string_blocks(repo) -> None:
    decide(repo, NO_STAR)
    repo.commit()
    repo.write("comment.py", '# never SELECT * FROM users\ndef f():\n    """No SELECT * FROM."""\n')
    repo.write("string.py", BAD)
    repo.stage()
    assert places(staged(repo)) == [("string.py", 1)]


@pytest.mark.parametrize(
    ("invariant", "text"),
    [
        ("- deny: `install legacy-package`", "install legacy-package-next\n"),
        ("- deny: `react`", "import preact-tools\n"),
    ],
    ids=["a longer package name", "a part of a word"],
)
def test_22_a_part_of_a_longer_name_is_no_hit(repo, invariant: str, text: str) -> None:
    decide(repo, invariant)
    repo.commit()
    repo.write("notes.txt", text)
    repo.stage()
    assert staged(repo).findings == ()


@pytest.mark.parametrize(
    "code",
    [
        "import requests as r\n",
        "from requests import get\n",
        "import requests.adapters\n",
        "from requests.adapters import HTTPAdapter\n",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import requests\n",
        'import importlib\nimportlib.import_module("requests")\n',
        '__import__("requests")\n',
    ],
)
def test_23_every_spelling_of_an_import_is_seen(repo, code: str) -> None:
    decide(repo, "- deny import: `requests`")
    repo.commit()
    repo.write("a.py", code)
    repo.stage()
    assert staged(repo).exit_code == 1


def test_25_a_catastrophic_pattern_is_harmless(repo) -> None:
    decide(repo, "- deny: /(a+)+$/m")
    repo.commit()
    repo.write("a.txt", "a" * 40 + "!\n")
    repo.stage()
    assert staged(repo).exit_code == 0


@pytest.mark.parametrize("line", ["- denny: `x`", "- DENY: `", "- deny:", "- deny import requests:"])
def test_27_a_mistyped_invariant_is_an_error_with_its_place(repo, line: str) -> None:
    path = decide(repo, line)
    repo.commit()
    outcome = judge(repo)
    assert outcome.exit_code == 2
    problem = next(one for one in outcome.problems if one.severity == "error")
    assert (problem.path, problem.line) == (path, 10)
    assert problem.column > 0
    assert problem.hint


def test_27_prose_fences_and_comments_hold_no_rules(repo) -> None:
    repo.write(
        "docs/adr/0001-x.md",
        "---\nid: ADR-1\nstatus: accepted\n---\n# X\n\n## Invariants\n\n- We like short functions.\n\n```text\n- deny: `abc`\n```\n\n<!--\n- deny: `abc`\n-->\n",
    )
    repo.commit()
    repo.write("a.txt", "abc\n")
    repo.stage()
    outcome = staged(repo)
    assert (outcome.exit_code, outcome.rules) == (0, 0)


@pytest.mark.parametrize("text", ["a # b", "key: value", "x -> y", "a * b", "“quoted”", "en – dash"], ids=ascii)
def test_28_a_target_is_taken_literally_and_never_cut(repo, text: str) -> None:
    decide(repo, f"- deny: `{text}`")
    repo.commit()
    repo.write("a.txt", f"see {text} here\n")
    repo.write("b.txt", text[: len(text) // 2] + "\n")
    repo.stage()
    assert places(staged(repo)) == [("a.txt", 1)]


def test_30_one_broken_decision_among_ten_hides_no_other(repo) -> None:
    for number in range(1, 10):
        decide(repo, f"- deny: `forbidden_{number}`", number=number)
    repo.write("docs/adr/0010-broken.md", "---\nid: [\n---\n# 10\n\n## Invariants\n\n- deny: `forbidden_10`\n")
    repo.commit()
    repo.write("a.txt", "".join(f"forbidden_{number}\n" for number in range(1, 10)))
    repo.stage()
    outcome = staged(repo)
    assert len(outcome.violations) == 9
    assert outcome.exit_code == 2
    assert any(one.path == "docs/adr/0010-broken.md" for one in outcome.problems)


def test_31_two_decisions_with_one_id_are_an_error(repo) -> None:
    repo.write("docs/adr/0001-a.md", adr(1, "- deny: `aaa`"))
    repo.write("docs/adr/0002-b.md", adr(1, "- deny: `bbb`"))
    repo.commit()
    assert judge(repo).exit_code == 2


@pytest.mark.parametrize("status", ["superseded by ADR-002", "rejected", "deprecated", "Superceded", "withdrawn"])
def test_32_a_decision_that_is_over_is_not_enforced(repo, status: str) -> None:
    decide(repo, NO_STAR, status=status)
    decide(repo, "- deny: `other`", number=2)
    repo.commit()
    repo.write("a.py", BAD)
    repo.stage()
    assert staged(repo).violations == ()


def test_32_a_proposed_decision_only_advises(repo) -> None:
    decide(repo, NO_STAR, status="proposed")
    repo.commit()
    repo.write("a.py", BAD)
    repo.stage()
    outcome = staged(repo)
    assert (outcome.violations, len(outcome.advisories)) == ((), 1)


def test_32_supersedes_is_not_read_as_is_superseded(repo) -> None:
    repo.write(
        "docs/adr/0004-x.md",
        "# 4. X\n\nDate: 2026-01-01\n\n## Status\n\nAccepted\n\nSupersedes [3. Y](0003-y.md)\n\n## Invariants\n\n- deny: `abc`\n",
    )
    repo.commit()
    repo.write("a.txt", "abc\n")
    repo.stage()
    assert places(staged(repo)) == [("a.txt", 1)]


def test_33_the_commit_that_writes_the_decision_passes(repo) -> None:
    repo.write("README.md", "x\n")
    repo.commit()
    decide(repo, NO_STAR, "  - because: SELECT * FROM leaks the schema")
    repo.stage()
    assert staged(repo).exit_code == 0


@pytest.mark.parametrize(
    "weaken",
    [
        pytest.param(lambda repo: decide(repo, "- deny: `harmless`"), id="rewritten"),
        pytest.param(lambda repo: decide(repo, NO_STAR + " except `a.py`"), id="excepted"),
        pytest.param(lambda repo: decide(repo, NO_STAR, "  - until: 2020-01-01"), id="lapsed"),
        pytest.param(lambda repo: repo.remove("docs/adr/0001-decision.md"), id="deleted"),
        pytest.param(lambda repo: repo.write(".adrguard.toml", 'exclude = ["**"]\n'), id="excluded"),
        pytest.param(lambda repo: repo.write(".gitattributes", "*.py linguist-generated\n"), id="declared generated"),
    ],
)
def test_34_a_change_that_weakens_a_rule_and_breaks_it_is_judged_by_the_base(repo, weaken) -> None:
    decide(repo, NO_STAR)
    repo.commit()
    weaken(repo)
    repo.write("a.py", BAD)
    repo.stage()
    outcome = staged(repo)
    assert places(outcome) == [("a.py", 1)]
    assert outcome.weakened


def test_34_a_proper_supersession_lets_go_of_the_old_rule_at_once(repo) -> None:
    decide(repo, NO_STAR)
    repo.commit()
    decide(repo, NO_STAR, status="superseded", extra="superseded_by: ADR-002\n")
    decide(repo, "- deny: `DELETE FROM`", number=2, extra="supersedes: ADR-001\n")
    repo.write("a.py", BAD)
    repo.stage()
    outcome = staged(repo)
    assert outcome.exit_code == 0
    assert all(one.sanctioned for one in outcome.weakened)


@pytest.mark.parametrize(
    ("comment", "code", "warned"),
    [
        pytest.param("# adrguard: allow ADR-001 -- a dump tool", 0, False, id="with a reason"),
        pytest.param("# adrguard: allow ADR-001", 1, True, id="without a reason"),
        pytest.param("# adrguard: allow ADR-009 -- x", 1, True, id="of another decision"),
        pytest.param("# adrguard: allow ADR-001 until 2020-01-01 -- x", 1, True, id="that is over"),
        pytest.param("# adrguard: allow ADR-001 until 2999-01-01 -- x", 0, False, id="that ends later"),
        pytest.param("x = 'adrguard: allow ADR-001 -- x'", 1, False, id="in a string"),
    ],
)
def test_39_only_a_comment_with_a_reason_suppresses(repo, comment: str, code: int, *, warned: bool) -> None:
    decide(repo, NO_STAR)
    repo.commit()
    repo.write("a.py", f"{comment}\n{BAD}")
    repo.stage()
    outcome = staged(repo)
    assert outcome.exit_code == code
    assert bool(outcome.problems) is warned
    assert len(outcome.suppressed) == (code == 0)


def test_39_an_unused_suppression_is_a_warning_and_fails_when_strict(repo) -> None:
    decide(repo, NO_STAR)
    repo.commit()
    repo.write("a.py", "# adrguard: allow ADR-001 -- long gone\nx = 1\n")
    repo.stage()
    assert staged(repo).exit_code == 0
    assert staged(repo, strict=True).exit_code == 2


def test_38_a_known_finding_passes_and_its_copy_blocks(repo) -> None:
    from adrguard.engine.baseline import entry, text

    decide(repo, NO_STAR)
    repo.write("a.py", BAD)
    repo.commit()
    found = judge(repo, "all")
    repo.write(".adrguard/baseline.txt", text(map(entry, found.findings)))
    repo.commit()
    assert (judge(repo, "all").known, judge(repo, "all").exit_code) == (1, 0)
    repo.write("a.py", BAD + BAD)
    assert len(judge(repo, "all").violations) == 1


def test_an_alias_redirected_far_above_an_untouched_call_is_new(repo) -> None:
    decide(repo, "- deny call: `requests.get`")
    repo.write("a.py", "import mylib as r\n" + "\n" * 40 + "r.get('x')\n")
    repo.commit()
    repo.write("a.py", "import requests as r\n" + "\n" * 40 + "r.get('x')\n")
    repo.stage()
    # The call's own line did not change, but what it means did: nothing of it was found in the old state.
    assert places(staged(repo)) == [("a.py", 42)]


def test_a_link_that_only_one_of_two_decisions_has_never_stops_a_commit_not_even_a_strict_one(repo) -> None:
    decide(repo, "- deny: `x1`", number=1)
    decide(repo, "- deny: `x2`", number=2, extra="supersedes: ADR-001\n")
    repo.write(".adrguard.toml", "strict = true\n")
    repo.commit("decide")
    repo.write("a.txt", "y\n")
    repo.stage()
    assert staged(repo).exit_code == 0
