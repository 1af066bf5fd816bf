"""Reading a manifest that stands in a test, with the files around it."""

from __future__ import annotations

import pytest

from adrguard.syntax.manifests.declared import Manifest
from adrguard.syntax.manifests.read import declared


@pytest.fixture
def entries():
    """Return a function: the entries of a manifest as `name range`, with `?` for an unknown version and `!` for a constraint."""

    def read(path, text, fragment=False, files=None):
        found = declared(Manifest(path, text, fragment, (files or {}).get))
        return [
            f"{'!' if one.constraint else ''}{one.name} {one.range or ('?' if one.unknown else '*')}" for one in found
        ]

    return read


@pytest.fixture
def places():
    """Return a function: the text that each entry of a manifest is reported at."""

    def read(path, text):
        return [text[one.start : one.end] for one in declared(Manifest(path, text))]

    return read
