"""`layers`: imports go down."""

from __future__ import annotations

import pytest

from adrguard.matchers.context import Context
from adrguard.matchers.layers import find
from adrguard.model.changes import NEW, ChangeSet, Content
from adrguard.model.globs import compile_globs
from adrguard.model.rules import LayersTarget, Rule
from adrguard.syntax.source import Source


class FakeTree:
    """A small application in three layers and a corner outside them."""

    FILES = dict.fromkeys(
        ["app/__init__.py", "app/ui/__init__.py", "app/ui/view.py", "app/core/__init__.py", "app/core/rules.py", "app/db/__init__.py", "app/db/table.py", "app/misc.py"], ""
    )  # fmt: skip

    def read(self, path, side=NEW):
        return Content(self.FILES[path]) if path in self.FILES else None

    def paths(self, side=NEW):
        return frozenset(self.FILES)


def judge(path, text):
    names = ("app/ui", "app/core", "app/db")
    target = LayersTarget(" > ".join(names), tuple((name, compile_globs(name)) for name in names))
    rule = Rule("r", "ADR-1", "n.md", 1, 1, "deny layers", "deny", "block", "layers", (target,))
    context = Context(FakeTree(), NEW, ChangeSet("staged", ()))
    return [one.detail for one in find(target, rule, Source(path, Content(text)), context)], context.unjudged


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        pytest.param(
            "app/core/rules.py",
            "import app.ui.view",
            ["imports app/ui/view.py: layer 'app/ui' lies above 'app/core'"],
            id="one up",
        ),
        pytest.param(
            "app/db/table.py",
            "from app.ui import view",
            ["imports app/ui/view.py: layer 'app/ui' lies above 'app/db'"],
            id="two up",
        ),
        pytest.param(
            "app/db/table.py",
            "from app.core import rules",
            ["imports app/core/rules.py: layer 'app/core' lies above 'app/db'"],
            id="from the bottom",
        ),
        pytest.param(
            "app/ui/view.py", "from app.core import rules\nimport app.db.table", [], id="down, also past a layer"
        ),
        pytest.param("app/db/table.py", "from app.db import other", [], id="within a layer"),
        pytest.param("app/db/table.py", "import app.misc", [], id="to what is in no layer"),
        pytest.param("app/misc.py", "import app.ui.view", [], id="from what is in no layer"),
        pytest.param("app/core/rules.py", "import os, requests", [], id="to the world"),
        pytest.param(
            "app/core/rules.py",
            "from ..ui import view",
            ["imports app/ui/view.py: layer 'app/ui' lies above 'app/core'"],
            id="relative",
        ),
    ],
)
def test_layers(path, text, expected):
    assert judge(path, text)[0] == expected


def test_a_lost_import_of_a_higher_layer_is_listed():
    assert "'app.ui.gone'" in judge("app/db/table.py", "import app.ui.gone")[1][0].reason
    assert judge("app/db/table.py", "import app.db.gone")[1] == []
