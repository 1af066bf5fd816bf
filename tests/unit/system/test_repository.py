"""Where the repository and its HEAD are, found without git and as git finds them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from adrguard.model.errors import GitError, NotARepositoryError
from adrguard.system.git import Git
from adrguard.system.repository import find, git_environment, head, merge_heads


def _git_says(repo, *args, cwd=None, env=None):
    done = repo.run("rev-parse", "--path-format=absolute", *args, cwd=cwd, env=env)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode().strip()


def test_the_root_is_found_from_a_folder_far_below(repo):
    repo.write("a/b/c/x.py")

    found = find(str(repo.root / "a/b/c"))

    assert found.root == str(repo.root)
    assert found.git_dir == found.common_dir == str(repo.root / ".git")


def test_the_current_folder_is_the_default_start(repo, monkeypatch):
    monkeypatch.chdir(repo.root)

    assert find().root == str(repo.root)


def test_a_start_behind_a_link_is_resolved_as_git_resolves_it(repo, tmp_path):
    (tmp_path / "link").symlink_to(repo.root)

    assert find(str(tmp_path / "link")).root == str(repo.root)


def test_outside_of_any_repository_the_error_says_where(tmp_path):
    with pytest.raises(NotARepositoryError, match="is not in a git repository") as caught:
        find(str(tmp_path))
    assert str(tmp_path) in caught.value.message
    assert caught.value.hint


def test_a_bare_repository_is_refused_with_the_way_out(repo, tmp_path):
    repo.git("init", "-q", "--bare", str(tmp_path / "bare.git"))

    with pytest.raises(NotARepositoryError, match="bare repository") as caught:
        find(str(tmp_path / "bare.git"))
    assert "worktree" in caught.value.hint


def test_inside_of_the_git_directory_there_are_no_files_to_judge(repo):
    with pytest.raises(NotARepositoryError, match="git directory"):
        find(str(repo.root / ".git" / "refs"))


def test_an_empty_dot_git_folder_is_passed_over_as_git_does(repo):
    (repo.root / "sub" / ".git").mkdir(parents=True)

    assert find(str(repo.root / "sub")).root == str(repo.root)


def test_a_dot_git_file_that_leads_nowhere_is_an_error(repo):
    repo.write("sub/.git", "gitdir: /nowhere\n")

    with pytest.raises(GitError, match="does not lead to a git directory"):
        find(str(repo.root / "sub"))


def test_a_linked_working_tree_has_its_own_git_directory(repo, tmp_path):
    repo.commit()
    repo.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "linked"))

    found = find(str(tmp_path / "linked"))

    assert found.root == str(tmp_path.resolve() / "linked")
    assert found.git_dir == _git_says(repo, "--git-dir", cwd=tmp_path / "linked")
    assert found.common_dir == str(repo.root / ".git")
    assert head(found) == repo.git("rev-parse", "side")


def test_a_linked_working_tree_of_a_bare_repository_is_one(repo, tmp_path):
    repo.commit()
    repo.git("clone", "-q", "--bare", str(repo.root), str(tmp_path / "bare"))
    repo.run("worktree", "add", "-q", "../linked", "main", cwd=tmp_path / "bare")

    found = find(str(tmp_path / "linked"))

    assert found.root == str(tmp_path.resolve() / "linked")
    assert head(found) == repo.git("rev-parse", "HEAD")


def test_a_submodule_is_a_repository_of_its_own(repo, tmp_path):
    inner = tmp_path / "inner"
    repo.git("init", "-q", "-b", "main", str(inner))
    repo.run("commit", "-q", "--allow-empty", "-m", "x", cwd=inner)
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(inner), "libs/inner")

    found = find(str(repo.root / "libs" / "inner"))

    assert found.root == str(repo.root / "libs" / "inner")
    assert found.git_dir == str(repo.root / ".git" / "modules" / "libs" / "inner")
    assert not found.named


def test_a_core_worktree_that_is_not_there_is_named(repo, tmp_path):
    repo.git("config", "core.worktree", str(tmp_path / "nowhere"))
    with pytest.raises(GitError, match="nowhere, which is no folder"):
        find(str(repo.root))


def test_core_worktree_moves_the_root(repo, tmp_path):
    (tmp_path / "files").mkdir()
    repo.git("config", "core.worktree", str(tmp_path / "files"))

    found = find(str(repo.root))

    assert found.root == str(tmp_path.resolve() / "files")
    assert Git(found).output("rev-parse", "--show-toplevel").strip() == os.fsencode(found.root)


def test_a_git_directory_named_by_the_environment_counts_where_it_applies(repo, tmp_path, monkeypatch):
    files = tmp_path.resolve() / "dotfiles"
    files.mkdir()
    monkeypatch.setenv("GIT_DIR", str(repo.root / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(files))

    found = find(str(files))

    assert (found.root, found.named) == (str(files), True)
    assert Git(found).output("rev-parse", "--show-toplevel").strip() == os.fsencode(files)


def test_a_git_directory_named_by_the_environment_does_not_leak_into_another_repository(repo, tmp_path, monkeypatch):
    other = tmp_path / "other"
    repo.git("init", "-q", str(other))
    monkeypatch.setenv("GIT_DIR", str(repo.root / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", ".git/index")
    monkeypatch.setenv("GIT_CONFIG_PARAMETERS", "'core.abbrev'='9'")
    monkeypatch.chdir(repo.root)

    found = find(str(other))

    assert found.root == str(other.resolve())
    assert found.foreign
    leaked = {"GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_CONFIG_PARAMETERS"} & git_environment(found).keys()
    assert not leaked


@pytest.mark.parametrize("below", ["", "sub"])
@pytest.mark.parametrize(
    ("value", "expected"),
    [
        pytest.param(".git/index", ".git/index", id="plain-commit"),
        pytest.param("{root}/.git/index.lock", ".git/index.lock", id="commit-all"),
        pytest.param("{root}/.git/next-index-77.lock", ".git/next-index-77.lock", id="commit-of-some-paths"),
        pytest.param("{root}/my-index", "my-index", id="a-users-own"),
    ],
)
def test_the_index_that_git_gave_its_hook_is_kept(repo, monkeypatch, value, expected, below):
    (repo.root / "sub").mkdir()
    monkeypatch.chdir(repo.root / below)
    monkeypatch.setenv("GIT_INDEX_FILE", value.format(root=repo.root))

    assert git_environment(find())["GIT_INDEX_FILE"] == str(repo.root / expected)


def test_the_index_of_another_repository_is_dropped(repo, tmp_path, monkeypatch):
    other = tmp_path / "other"
    repo.git("init", "-q", str(other))
    monkeypatch.chdir(other)
    monkeypatch.setenv("GIT_INDEX_FILE", str(repo.root / ".git" / "index.lock"))

    found = find()

    assert found.foreign
    assert "GIT_INDEX_FILE" not in git_environment(found)


def test_variables_that_change_gits_output_are_dropped(repo, monkeypatch):
    for name in ("GIT_EXTERNAL_DIFF", "GIT_DIFF_OPTS", "GIT_ICASE_PATHSPECS", "GIT_ATTR_SOURCE"):
        monkeypatch.setenv(name, "1")

    environment = git_environment(find(str(repo.root)))

    assert not {"GIT_EXTERNAL_DIFF", "GIT_DIFF_OPTS", "GIT_ICASE_PATHSPECS", "GIT_ATTR_SOURCE"} & environment.keys()
    assert environment["LC_ALL"] == "C"
    assert environment["GIT_OPTIONAL_LOCKS"] == "0"


def test_head_before_the_first_commit_is_empty(repo):
    found = find(str(repo.root))

    assert head(found) == ""
    assert Git(found).head() == ""


@pytest.mark.parametrize("form", ["loose", "packed", "detached", "nested-symbolic"])
def test_head_is_what_git_says(repo, form):
    oid = repo.commit()
    if form == "packed":
        repo.git("pack-refs", "--all")
    elif form == "detached":
        repo.git("checkout", "-q", "--detach")
    elif form == "nested-symbolic":
        repo.git("symbolic-ref", "refs/heads/alias", "refs/heads/main")
        repo.git("symbolic-ref", "HEAD", "refs/heads/alias")

    assert head(find(str(repo.root))) == oid
    assert Git(find(str(repo.root))).head() == oid


def test_a_branch_whose_name_ends_like_another_is_not_taken_for_it(repo):
    repo.commit("first")
    repo.git("branch", "x/main")
    repo.git("checkout", "-q", "-b", "in")
    oid = repo.commit("second")
    repo.git("pack-refs", "--all")

    assert head(find(str(repo.root))) == oid


def test_head_is_left_to_git_when_the_references_are_kept_otherwise(repo):
    repo.commit()
    (repo.root / ".git" / "HEAD").write_text("ref: refs/heads/.invalid\n")

    assert head(find(str(repo.root))) is None


def test_a_sha256_repository_has_its_own_empty_tree(repo, tmp_path):
    repo.git("init", "-q", "--object-format=sha256", str(tmp_path / "long"))

    found = find(str(tmp_path / "long"))

    assert found.sha256
    assert (
        found.empty_tree
        == repo.run("hash-object", "-t", "tree", os.devnull, cwd=tmp_path / "long").stdout.decode().strip()
    )
    assert find(str(repo.root)).empty_tree == repo.git("hash-object", "-t", "tree", os.devnull)


def test_the_other_parents_of_a_merge_are_read_from_merge_head(repo):
    repo.commit()
    for name in ("one", "two"):
        repo.git("checkout", "-q", "-b", name, "main")
        repo.write(name)
        repo.commit(name)
    repo.git("checkout", "-q", "main")
    repo.git("merge", "-q", "--no-commit", "--no-ff", "one", "two")

    assert merge_heads(find(str(repo.root)), "") == (repo.git("rev-parse", "one"), repo.git("rev-parse", "two"))


def test_the_other_parent_of_a_clean_merge_stands_in_the_environment(repo, monkeypatch):
    oid = repo.commit()
    other = "1" * 40
    monkeypatch.setenv(f"GITHEAD_{other}", "side")
    monkeypatch.setenv(f"GITHEAD_{oid}", "main")
    monkeypatch.setenv("GITHEAD_rubbish", "x")

    assert merge_heads(find(str(repo.root)), oid) == (other,)


def test_no_heavy_module_is_needed_to_find_a_repository(repo):
    code = (
        "import sys; before = set(sys.modules); "
        "from adrguard.system import process, repository, files, resources, clock; "
        "repository.head(repository.find('.')); "
        "print(sorted(m for m in set(sys.modules) - before if not m.startswith('adrguard')))"
    )
    here = Path(__file__).parents[3]
    from adrguard.system import process

    done = process.run([sys.executable, "-S", "-c", code], str(repo.root), env={**os.environ, "PYTHONPATH": str(here)})

    assert done.stderr == b""
    loaded = done.stdout.decode().strip()
    assert "re'" not in loaded
    assert not [name for name in ("subprocess", "typing", "pathlib", "enum", "json") if f"'{name}'" in loaded], loaded
