"""`path`: what may not be added, touched or taken away."""

from __future__ import annotations

import pytest

from adrguard.matchers.context import Context
from adrguard.matchers.paths import judge
from adrguard.model.changes import NEW, ChangeSet, Content, FileChange
from adrguard.model.globs import compile_globs
from adrguard.model.rules import PathTarget, Rule


class FakeTree:
    """Files by side and path."""

    def __init__(self, new=(), old=()):
        self._sides = {"new": dict(new), "old": dict(old)}

    def read(self, path, side=NEW):
        text = self._sides[side].get(path)
        return None if text is None else Content(text)

    def paths(self, side=NEW):
        return frozenset(self._sides[side])


def globs(text):
    return tuple(one for part in text.split(",") for one in compile_globs(part)) if text else ()


def hits(glob, files, *, verb="deny", on=("add",), scope="", exclude="", new=(), old=(), source="staged"):
    target = PathTarget(glob, globs(glob), on)
    rule = Rule(
        "r",
        "ADR-1",
        "docs/adr/1.md",
        1,
        1,
        f"{verb} path: {glob}",
        verb,
        "block",
        "path",
        (target,),
        include=globs(scope),
        exclude=globs(exclude),
    )
    changes = ChangeSet(source, tuple(files), whole=source in ("all", "files"))
    context = Context(FakeTree({**dict.fromkeys(new, "")} if not isinstance(new, dict) else new, old), NEW, changes)
    return [(one.path, one.detail) for one in judge(target, rule, context)]


@pytest.mark.parametrize(
    ("change", "on", "expected"),
    [
        pytest.param(FileChange("gen/a", "A"), "add", "is added", id="add"),
        pytest.param(FileChange("gen/a", "C", "src/a"), "add", "is copied from src/a", id="copy"),
        pytest.param(FileChange("gen/a", "A", mode=0o120000), "add", "is added", id="a link is a file"),
        pytest.param(FileChange("gen/a", "A", mode=0o160000), "add", "is added", id="a submodule is a file"),
        pytest.param(FileChange("gen/a", "R", "src/a"), "add", "is renamed from src/a", id="rename into the place"),
        pytest.param(FileChange("gen/a", "R", "gen/b"), "add", "", id="rename within the place adds nothing"),
        pytest.param(FileChange("src/a", "R", "gen/a"), "add", "", id="rename out of the place adds nothing"),
        pytest.param(FileChange("gen/a", "M"), "add", "", id="modification is no addition"),
        pytest.param(FileChange("gen/a", "M", mode=0o100755), "add", "", id="mode alone is no addition"),
        pytest.param(FileChange("gen/a", "D"), "add", "", id="deletion is no addition"),
        pytest.param(FileChange("src/a", "A"), "add", "", id="another place"),
        pytest.param(FileChange("gen/a", "M"), "modify", "is modified", id="modify"),
        pytest.param(
            FileChange("gen/a", "M", mode=0o100755), "modify", "is modified", id="mode alone is a modification"
        ),
        pytest.param(FileChange("gen/a", "T", mode=0o120000), "modify", "is modified", id="a file becomes a link"),
        pytest.param(
            FileChange("gen/a", "R", "gen/b"),
            "modify",
            "is modified and renamed from gen/b",
            id="rename within, with other text",
        ),
        pytest.param(FileChange("gen/same", "R", "gen/same0"), "modify", "", id="rename within, same text"),
        pytest.param(FileChange("gen/a", "A"), "modify", "", id="addition is no modification"),
        pytest.param(FileChange("gen/a", "D"), "delete", "is deleted", id="delete"),
        pytest.param(FileChange("src/a", "R", "gen/a"), "delete", "is renamed to src/a", id="renaming away deletes"),
        pytest.param(FileChange("gen/a", "R", "gen/b"), "rename", "is renamed from gen/b", id="rename within"),
        pytest.param(FileChange("gen/a", "M"), "delete rename", "", id="neither"),
        pytest.param(FileChange("gen/a", "="), "add", "is there", id="whole tree"),
        pytest.param(FileChange("gen/a", "="), "modify", "", id="whole tree, but nothing is modified"),
    ],
)
def test_deny(change, on, expected):
    new = {"gen/a": "new", "gen/same": "x"}
    old = {"gen/b": "old", "gen/same0": "x"}
    found = hits("gen/**", [change], on=tuple(on.split()), new=new, old=old)
    assert [detail for _, detail in found] == ([expected] if expected else [])


def test_a_rename_that_is_several_things_is_told_once():
    found = hits("gen/**", [FileChange("gen/a", "R", "src/a")], on=("add", "rename"))
    assert found == [("gen/a", "is renamed from src/a")]


def test_scope_exception_and_the_declaring_note():
    files = [FileChange("gen/a", "A"), FileChange("gen/b", "A"), FileChange("docs/adr/1.md", "A")]
    assert hits("gen/**", files, scope="gen/b") == [("gen/b", "is added")]
    assert hits("gen/**", files, exclude="gen/b") == [("gen/a", "is added")]
    assert hits("*.md", files) == []


@pytest.mark.parametrize(
    ("change", "left", "expected"),
    [
        pytest.param(FileChange("LICENSE", "D"), ["a"], [("LICENSE", "is deleted")], id="deleted"),
        pytest.param(
            FileChange("COPYING", "R", "LICENSE"),
            ["COPYING"],
            [("LICENSE", "is renamed to COPYING")],
            id="renamed away",
        ),
        pytest.param(FileChange("LICENSE.md", "R", "LICENSE"), ["LICENSE.md"], [], id="renamed to what also matches"),
        pytest.param(FileChange("LICENSE", "D"), ["LICENSE.txt"], [], id="another one is left"),
        pytest.param(FileChange("LICENSE", "M"), ["LICENSE"], [], id="modified"),
        pytest.param(FileChange("LICENSE", "T", mode=0o120000), ["LICENSE"], [], id="became a link"),
        pytest.param(FileChange("a", "A"), ["a"], [], id="it was never there: no change of this commit"),
    ],
)
def test_require(change, left, expected):
    assert hits("LICENSE*", [change], verb="require", new=left) == [(path, detail) for path, detail in expected]


def test_require_over_the_whole_tree():
    assert hits("LICENSE", [FileChange("a", "=")], verb="require", new=["a"], source="all") == [
        ("LICENSE", "is missing")
    ]
    assert hits("LICENSE", [FileChange("a", "=")], verb="require", new=["a", "LICENSE"], source="all") == []
    assert hits("LICENSE", [FileChange("a", "=")], verb="require", new=["a"], source="files") == []
