"""Our reading of Python's import graph against grimp's, over this very package."""

from __future__ import annotations

from pathlib import Path

import grimp

import adrguard
from adrguard.model.changes import Content
from adrguard.syntax.resolve.imports import Imports
from adrguard.syntax.resolve.repository import Repository
from adrguard.syntax.source import Source

ROOT = Path(adrguard.__file__).parent.parent


def module_of(path):
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def test_the_edges_of_this_package_are_those_that_grimp_sees():
    texts = {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in ROOT.glob("adrguard/**/*.py")
    }
    graph = grimp.build_graph("adrguard", cache_dir=None)
    imports = Imports(Repository(texts, texts.get))
    edges = 0
    for path, text in texts.items():
        found = imports.references(Source(path, Content(text)))
        ours = {module_of(file) for one in found for file in one.resolution.files} - {module_of(path)}
        theirs = graph.find_modules_directly_imported_by(module_of(path)) - {module_of(path)}
        edges += len(theirs)
        assert theirs <= ours, path
        # grimp does not look at imports by call.
        assert ours == theirs or "import_module(" in text, path
    assert edges > 100
