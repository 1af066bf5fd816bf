from __future__ import annotations

from fakes.guarding import NO_STAR, decide

from adrguard.usecases.lint.lint_decisions import lint


def told(repo):
    return [(one.path, one.severity, one.hint) for one in lint(str(repo.root)).problems if one.code == "unseen-folder"]


def test_a_folder_that_looks_like_one_of_decisions_is_named_where_there_are_none(repo):
    for path in ("0000-template.md", "0001-a.md", "0002-b.md", "README.md"):
        repo.write(f"docs/internal/adr/{path}", "# T\n")
    repo.write("docs/adr-tools/0001-alone.md", "# T\n")
    repo.write("posts/0001-a.md", "# T\n")
    repo.write("posts/0002-b.md", "# T\n")
    hint = "write adr-dirs = ['docs/internal/adr'] into .adrguard.toml, if they are"
    assert told(repo) == [("docs/internal/adr", "advice", hint)]
    repo.write(".adrguard.toml", "adr-dirs = ['docs/internal/adr']\n")
    found = lint(str(repo.root))
    assert (found.decisions, told(repo)) == (2, [])


def test_who_has_decisions_knows_where_they_are(repo):
    decide(repo, NO_STAR)
    for path in ("0001-a.md", "0002-b.md"):
        repo.write(f"old/decisions/{path}", "# T\n")
    assert told(repo) == []
