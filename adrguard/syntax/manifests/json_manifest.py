"""What the JSON manifests share: reading with places."""

from __future__ import annotations

from adrguard.syntax import json_places
from adrguard.syntax.manifests.declared import ManifestProblem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.syntax.json_places import Node


def parse(text: str) -> Node:
    """Read a JSON object. Raises `ManifestProblem`."""
    try:
        node = json_places.parse(text)
    except json_places.JsonProblem as error:
        before = text[: error.offset]
        line, column = before.count("\n") + 1, error.offset - before.rfind("\n")
        raise ManifestProblem(str(error), line, column) from error
    if not isinstance(node.value, dict):
        raise ManifestProblem("expected an object", 1, 1)
    return node
