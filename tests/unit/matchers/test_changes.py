"""`change`: what must change together."""

from __future__ import annotations

import pytest

from adrguard.matchers.changes import judge
from adrguard.matchers.context import Context
from adrguard.model.changes import NEW, ChangeSet, Content, FileChange
from adrguard.model.globs import compile_globs
from adrguard.model.rules import ChangeTarget, Rule


class FakeTree:
    """Two states in which every file has the same text, but `a.py`."""

    def read(self, path, side=NEW):
        return Content(side if path == "src/a.py" else "same")


def hits(files, scope="", exclude="", source="staged", beside=()):
    target = ChangeTarget("CHANGELOG.md", compile_globs("CHANGELOG.md"), compile_globs("src/**"))
    include = compile_globs(scope) if scope else ()
    rule = Rule(
        "r",
        "ADR-1",
        "n.md",
        1,
        1,
        "require change: CHANGELOG.md",
        "require",
        "block",
        "change",
        (target,),
        include=include,
        exclude=compile_globs(exclude) if exclude else (),
    )
    changes = ChangeSet(source, tuple(files), whole=source == "all", beside=tuple(beside))
    return [(one.path, one.shown, one.detail) for one in judge(target, rule, Context(FakeTree(), NEW, changes))]


LACKING = [("src/a.py", "CHANGELOG.md", "does not change, but src/a.py does")]
LOST = [("src/a.py", "CHANGELOG.md", "only loses CHANGELOG.md, but src/a.py stays")]


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param([FileChange("src/a.py", "M")], LACKING, id="alone"),
        pytest.param([FileChange("src/a.py", "M"), FileChange("CHANGELOG.md", "M")], [], id="together"),
        pytest.param([FileChange("CHANGELOG.md", "A"), FileChange("src/a.py", "A")], [], id="together, added"),
        pytest.param([FileChange("src/a.py", "D")], LACKING, id="deleted"),
        pytest.param(
            [FileChange("lib/a.py", "R", "src/a.py")],
            [("lib/a.py", "CHANGELOG.md", "does not change, but lib/a.py does")],
            id="renamed away",
        ),
        pytest.param([FileChange("docs/a.md", "M")], [], id="elsewhere"),
        pytest.param([FileChange("src/a.py", "D"), FileChange("CHANGELOG.md", "D")], [], id="both deleted"),
        pytest.param([FileChange("src/a.py", "M"), FileChange("CHANGELOG.md", "D")], LOST, id="answered by a deletion"),
        pytest.param([FileChange("src/a.py", "A"), FileChange("CHANGELOG.md", "D")], LOST, id="added, and deleted"),
        pytest.param(
            [FileChange("src/a.py", "M"), FileChange("OLD.md", "R", "CHANGELOG.md")], LOST, id="answer renamed away"
        ),
        pytest.param(
            [FileChange("src/a.py", "M"), FileChange("CHANGELOG.md", "R", "OLD.md")], [], id="answer renamed to it"
        ),
        pytest.param(
            [FileChange("src/a.py", "R", "src/z.py"), FileChange("CHANGELOG.md", "D")], LOST, id="renamed within"
        ),
        pytest.param(
            [FileChange("lib/a.py", "R", "src/a.py"), FileChange("CHANGELOG.md", "D")], [], id="renamed away, deleted"
        ),
        pytest.param(
            [
                FileChange("src/0.py", "D"),
                FileChange("src/a.py", "M"),
                FileChange("src/b.py", "A"),
                FileChange("CHANGELOG.md", "D"),
            ],
            [("src/a.py", "CHANGELOG.md", "only loses CHANGELOG.md, but src/a.py (and 1 more) stays")],
            id="one of three deleted",
        ),
        pytest.param([FileChange("src/b.py", "M", mode=0o100755)], [], id="mode alone asks for nothing"),
        pytest.param([FileChange("src/a.py", "M", mode=0o100755)], LACKING, id="mode and text"),
        pytest.param(
            [FileChange("src/a.py", "M"), FileChange("CHANGELOG.md", "M", mode=0o100755)],
            LACKING,
            id="mode alone stands in for nothing",
        ),
        pytest.param([], [], id="nothing"),
    ],
)
def test_require_change(files, expected):
    assert hits(files) == expected


def test_several_files_make_one_finding():
    found = hits([FileChange("src/b.py", "A"), FileChange("src/a.py", "M")])
    assert found == [("src/a.py", "CHANGELOG.md", "does not change, but src/a.py (and 1 more) does")]


def test_the_scope_narrows_what_asks():
    assert hits([FileChange("src/a.py", "M")], scope="src/*.rs") == []
    assert hits([FileChange("src/a.py", "M")], exclude="src/a.py") == []


def test_what_changes_beside_the_files_asked_about_answers_but_does_not_ask():
    assert hits([FileChange("src/a.py", "M")], beside=[FileChange("CHANGELOG.md", "M")]) == []
    assert hits([FileChange("docs/a.md", "M")], beside=[FileChange("src/a.py", "M")]) == []


def test_a_whole_tree_changes_nothing():
    assert hits([FileChange("src/a.py", "=")], source="all") == []
