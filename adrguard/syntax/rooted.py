"""Names that an import within the repository may go by: relative to nothing but the root, they must lose some folders.

What a relative import of Python means is known as a place (``/src.app.db``); what the module is called depends on where
`sys.path` starts. A folder is part of the name from the first one that is a package on; without any `__init__` only
folders that are called as roots are (`src`) are taken off.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

_ROOTS = frozenset(("src", "lib", "python", "py", "source", "sources"))
_SUFFIXES = (".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".d.ts", ".php", ".rb", ".json")
_INDEX = "index"


def dotted_names(
    parts: Sequence[str], paths: Callable[[], Collection[str]], folder: Sequence[str] = ()
) -> list[tuple[str, ...]]:
    """Return the names, as parts, of the Python module at that place; `paths` gives the files of the repository.

    `folder` is that of the file which imports it, () when unknown. A folder that this file takes for its package is no
    root to it: what lies beside the file as a single module is no more than that, whatever distribution has its name.
    """
    own = _shared(parts, folder)
    if len(parts) == 1:
        # Whatever stands beside the file is not what goes by that name alone.
        return []
    found = [tuple(parts)]
    for count in range(1, len(parts) - 1):
        if _is_package(parts[:count], paths):
            break
        if own and count >= own and not _is_folder(parts[: count + 1], paths):
            continue
        if parts[count - 1] in _ROOTS or _is_package(parts[: count + 1], paths):
            found.append(tuple(parts[count:]))
    return found


def _is_package(folder: Sequence[str], paths: Callable[[], Collection[str]]) -> bool:
    path = "/".join(folder) + "/__init__.py"
    known = paths()
    return path in known or path + "i" in known


def _is_folder(folder: Sequence[str], paths: Callable[[], Collection[str]]) -> bool:
    start = "/".join(folder) + "/"
    return any(path.startswith(start) for path in paths())


def _shared(parts: Sequence[str], folder: Sequence[str]) -> int:
    """Return how many folders the place has in common with the importing file."""
    pairs = enumerate(zip(parts, folder, strict=False))
    return next((index for index, (one, other) in pairs if one != other), min(len(parts), len(folder)))


def path_names(parts: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the names of a module that is a path: as it is, without its suffix, without ``index``."""
    if not parts:
        return []
    found = [tuple(parts)]
    stem = next((parts[-1].removesuffix(one) for one in _SUFFIXES if parts[-1].endswith(one)), parts[-1])
    if stem != parts[-1]:
        found.append((*parts[:-1], stem))
    if stem == _INDEX:
        found.append(tuple(parts[:-1]))
    return found
