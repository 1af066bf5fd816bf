"""composer.json (PHP)."""

from __future__ import annotations

from adrguard.syntax.manifests.declared import COMPOSER, Declared, Manifest
from adrguard.syntax.manifests.json_manifest import parse


def read(manifest: Manifest) -> list[Declared]:
    """Read `require` and `require-dev`; the platform (``php``, ``ext-*``) counts like a package."""
    root = parse(manifest.text)
    return [
        Declared(COMPOSER, name, node.text(), node.key, node.end)
        for section in ("require", "require-dev")
        for name, node in root.members(section).items()
    ]
