from __future__ import annotations

import pytest

from adrguard.engine.scope import Exclusions
from adrguard.model.decisions import IN_FORCE, Decision, DecisionSet
from adrguard.model.globs import compile_globs


@pytest.mark.parametrize(
    ("scope", "path", "named"),
    [
        pytest.param("src/**", "src/uv.lock", False, id="a lock file among sources"),
        pytest.param("**", "uv.lock", False, id="a lock file swept up with everything"),
        pytest.param("*.lock", "src/uv.lock", True, id="lock files by their ending"),
        pytest.param("uv.lock", "uv.lock", True, id="a lock file by name"),
        pytest.param("*.json", "package-lock.json", False, id="a lock file that ends as others do"),
        pytest.param("package-lock.json", "package-lock.json", True, id="that one by name"),
        pytest.param("docs/**", "docs/adr/1.md", False, id="a decision among documents"),
        pytest.param("docs/adr/**", "docs/adr/1.md", True, id="decisions by their folder"),
        pytest.param(".adrguard/**", ".adrguard/baseline.txt", False, id="the baseline among others"),
        pytest.param(".adrguard/baseline.txt", ".adrguard/baseline.txt", True, id="the baseline by name"),
    ],
)
def test_a_file_that_is_left_out_is_judged_only_by_a_scope_that_names_it(scope, path, named):
    exclusions = Exclusions(DecisionSet(policy_paths=("docs/adr/",)))
    assert exclusions.excluded(path)
    assert exclusions.overrides(compile_globs(scope), path) is named


@pytest.mark.parametrize(
    ("path", "left_out"),
    [
        ("docs/adr/0001-old.md.conflict", True),
        ("docs/adr/0001-old.md.conflict-12", True),
        ("notes/one.markdown.conflict", True),
        ("docs/adr/0001-old.md.conflict-", False),
        ("docs/adr/0001-old.md.conflict-x", False),
        ("docs/adr/code.py.conflict", False),
        ("docs/adr/.conflict", False),
        ("src/0001-old.md.conflict", False),
    ],
)
def test_what_recovery_puts_beside_a_note_is_left_out_like_the_note(path, left_out):
    note = Decision("ADR-1", "T", "notes/one.markdown", "accepted", IN_FORCE)
    assert Exclusions(DecisionSet(policy_paths=("docs/adr/",), decisions=(note,))).excluded(path) is left_out


def test_a_scope_that_names_what_recovery_left_gets_it():
    exclusions = Exclusions(DecisionSet(policy_paths=("docs/adr/",)))
    path = "docs/adr/0001-old.md.conflict"
    assert not exclusions.overrides(compile_globs("docs/**"), path)
    assert exclusions.overrides(compile_globs("docs/adr/**"), path)
