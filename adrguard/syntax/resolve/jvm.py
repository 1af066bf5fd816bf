"""Java, Kotlin and Scala: a class lies in the folder of its package, whatever folders are above that."""

from __future__ import annotations

from adrguard.syntax.resolve.repository import (
    Repository,
    Resolution,
    below,
    external,
    nearest,
    resolved,
    unresolved,
)

_SUFFIXES = (".java", ".kt", ".scala", ".groovy", ".kts")
_FEWEST_PARTS = 2
_PLATFORM = ("java", "javax", "jdk", "sun", "kotlin", "kotlinx", "scala", "groovy")


class Jvm:
    """Resolves the imports of Java, Kotlin and Scala files."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository

    def resolve(self, source: str, name: str) -> Resolution:
        """Resolve a qualified name; a trailing star (or Scala's underscore) stands for all of a package or class.

        A name that is no file's (a top-level function of Kotlin, an object inside a file) stands for its package.
        """
        parts = [part for part in name.replace("`", "").split(".") if part]
        star = parts[-1:] in (["*"], ["_"], ["given"])
        parts = parts[:-1] if star else parts
        if parts[:1] and parts[0] in _PLATFORM:
            # `src/main/java/util` would otherwise pass for the package java.util.
            return external("it is of the platform")
        for count in range(len(parts), 0, -1):
            found = self._class(parts[:count], source)
            if found:
                return resolved(found[0])
        return self._package(parts, source, star=star)

    def _class(self, parts: list[str], source: str) -> list[str]:
        found = [path for suffix in _SUFFIXES for path in self._repository.ending("/".join(parts) + suffix)]
        if len(parts) < _FEWEST_PARTS:
            # A name alone says nothing unless it is the name of a package's root.
            found = [path for path in found if _is_source_root(path)]
        return nearest(found, source)

    def _package(self, parts: list[str], source: str, *, star: bool) -> Resolution:
        # Past the package come at most a type and a member of it.
        for count in range(len(parts), max(_FEWEST_PARTS, len(parts) - 2) - 1, -1):
            folders = nearest(self._repository.folders_ending("/".join(parts[:count])), source)
            files = [path for folder in folders for path in self._repository.in_folder(folder, *_SUFFIXES)]
            rest = parts[count:]
            if not files or (len(rest) > 1 and not rest[0][:1].isupper()):
                continue
            # Where a star stands behind a small letter, a package was meant; an object lies in whichever file of it.
            inside = star and not "".join(rest[:1])[:1].isupper()
            if not rest or not (inside or all(path.endswith(".java") for path in files)):
                return resolved(*files, why=f"package {'.'.join(parts[:count])}")
            # Java has a file for each public class; Kotlin and Scala need not.
            wanted = below(folders[0], "/".join(rest))
            return unresolved(f"{folders[0]} is here, but has no '{'.'.join(rest)}'", wanted)
        return external("no package of this repository has that name")


def _is_source_root(path: str) -> bool:
    folder = path.rpartition("/")[0]
    return not folder or folder.endswith(("/java", "/kotlin", "/scala", "src"))
