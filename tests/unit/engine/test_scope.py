from __future__ import annotations

import pytest

from adrguard.engine.scope import Exclusions
from adrguard.model.decisions import DecisionSet
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
