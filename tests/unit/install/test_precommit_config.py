from __future__ import annotations

import pytest
import yaml

from adrguard import __version__
from adrguard.install.precommit_config import Wanted, added, is_there, removed
from adrguard.model.errors import AdrguardError

REMOTE = Wanted("https://example.org/adrguard", "v1.0.0")

OWNERS = """\
# our hooks
default_stages: [pre-commit]
repos:
  # formatting
  - repo: https://example.org/fmt
    rev: v1  # pinned by hand
    hooks:
      - id: fmt
        args: [--fast]

# the end
ci:
  skip: [fmt]
"""


def test_a_missing_file_becomes_a_whole_configuration():
    hook = yaml.safe_load(added("", Wanted()))["repos"][0]["hooks"][0]
    assert hook["id"] == "adrguard"
    assert hook["entry"] == "adrguard-hook pre-commit"
    assert hook["pass_filenames"] is False
    assert hook["always_run"] is True
    assert hook["stages"] == ["pre-commit", "pre-merge-commit", "pre-push"]
    assert hook["additional_dependencies"] == [f"adrguard=={__version__}"]


def test_comments_order_and_spelling_of_the_owner_stay():
    new = added(OWNERS, Wanted())
    start = new.index("  - repo: local")
    end = new.index("\n# the end")
    assert new[:start] + new[end:] == OWNERS
    assert yaml.safe_load(new)["ci"] == {"skip": ["fmt"]}


def test_adding_twice_changes_nothing():
    once = added(OWNERS, Wanted())
    assert added(once, Wanted()) == once


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(OWNERS, id="among others"),
        pytest.param("repos: []\n", id="an empty list"),
        pytest.param("repos:\n", id="no value"),
        pytest.param("# only a comment\n", id="a comment"),
        pytest.param("fail_fast: true\n", id="no repos"),
        pytest.param(OWNERS.replace("\n", "\r\n"), id="carriage returns"),
        pytest.param(
            "repos:\n- repo: local\n  hooks:\n  - id: x\n    name: x\n    entry: x\n    language: system\n", id="local"
        ),
    ],
)
@pytest.mark.parametrize("wanted", [pytest.param(Wanted(), id="local hook"), pytest.param(REMOTE, id="published hook")])
def test_added_and_taken_away_means_the_same_as_before(text, wanted):
    new = added(text, wanted)
    assert is_there(new)
    assert not is_there(removed(new))
    before, after = yaml.safe_load(text) or {}, yaml.safe_load(removed(new)) or {}
    assert (after.pop("repos", None) or []) == (before.pop("repos", None) or [])
    assert after == before
    assert "\r\n" not in text or "\n" not in new.replace("\r\n", "")


def test_what_we_added_to_a_real_file_is_taken_away_to_the_byte():
    assert removed(added(OWNERS, Wanted())) == OWNERS


def test_a_hook_that_is_there_is_only_pinned_anew():
    old = added(OWNERS, Wanted()).replace(__version__, "0.0.1").replace("require_serial: true", "verbose: true # mine")
    new = added(old, Wanted())
    assert new == old.replace("0.0.1", __version__)
    published = added(OWNERS, REMOTE)
    assert added(published, REMOTE.replace(rev="v2")) == published.replace("v1.0.0", "v2")


def test_our_hook_among_others_of_one_repo_is_taken_out_alone():
    text = "repos:\n  - repo: local\n    hooks:\n      - id: a\n      - id: adrguard\n        name: x\n      - id: b\n"
    assert removed(text) == "repos:\n  - repo: local\n    hooks:\n      - id: a\n      - id: b\n"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("repos: [{repo: local, hooks: []}]\n", id="flow style"),
        pytest.param("- a\n", id="a list at the top"),
        pytest.param("repos: {a: 1}\n", id="repos is a mapping"),
    ],
)
def test_a_form_that_leaves_no_safe_place_is_refused_with_what_to_add(text):
    with pytest.raises(AdrguardError) as refused:
        added(text, Wanted())
    assert "repo: local" in refused.value.hint


def test_what_follows_the_end_marker_is_left_alone():
    text = "repos:\n  - &x {repo: local, hooks: []}\n...\n"
    assert added(text, REMOTE).endswith("      - id: adrguard\n...\n")


def test_a_broken_file_is_named_with_line_and_column():
    with pytest.raises(AdrguardError, match=r"\.pre-commit-config\.yaml:\d+:\d+"):
        added("repos: [\n", Wanted())
