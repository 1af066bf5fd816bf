"""Any manifest in, its dependencies out: finds the reader of a format and loads it when it is first needed."""

from __future__ import annotations

from adrguard.syntax.manifests.declared import Declared, Manifest, ManifestProblem
from adrguard.syntax.manifests.files import format_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def declared(manifest: Manifest) -> list[Declared]:
    """Return what the manifest declares, in order of place; of a fragment, what can be recognised.

    Raises `ManifestProblem` when the format's parser refuses the text, `ValueError` for a file that is no manifest.
    """
    name = format_of(manifest.path)
    if not name:
        msg = f"{manifest.path} is no manifest"
        raise ValueError(msg)
    # `importlib` itself would cost a hook half a millisecond.
    loaded = __import__(f"adrguard.syntax.manifests.{name}", None, None, ["read"])
    reader: Callable[[Manifest], list[Declared]] = loaded.read
    try:
        found = reader(manifest)
    except ManifestProblem:
        from adrguard.syntax.manifests import fragments

        if not manifest.fragment or name not in fragments.READERS:
            raise
        found = fragments.read(manifest, name)
    return sorted(found, key=lambda one: one.start)
