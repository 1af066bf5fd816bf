"""An import as a source file says it, whatever the language."""

from __future__ import annotations

from adrguard.model.record import Record

ALL = "*"
"""The name that stands for everything a module offers."""


class Name(Record):
    """One thing taken from a module: what the module calls it, what the file calls it ("" when nothing is bound)."""

    name: str
    local: str
    start: int
    end: int
    types_only: bool = False


class Import(Record):
    r"""One import statement (of a nested Rust, Scala or PHP group: one for each module in it).

    module      as written, without quotes: ``.a.b``, ``./x``, ``net/http``, ``std::process``, ``A\B``, ``stdio.h``
    start, end  of the statement, in characters of the text; equal `start`s belong to one statement
    absolute    what it is compared by: the module without what does not matter (``node:``); of a relative one the place
                it leads to, with a leading slash, as seen from the root of the repository: ``/src.app.db`` in Python,
                ``/src/lib/x`` where modules are paths; "" when it leads out of the repository
    names       taken from it; () when the module itself is imported, or run
    bindings    ``(local name, qualified name)``: what the file can call by which name
    how         ``import``, ``from``, ``export``, ``require``, ``dynamic``, ``include`` (`<x.h>` is ``include <>``),
                ``static``, ``alias``, ``extern``, ``autoload``; ``mod`` is a Rust module's own part and no import
    types_only  it does nothing at run time: ``import type``, below ``if TYPE_CHECKING``
    separator   between the parts of the name in that language
    inline      the inline modules (Rust) it stands in, outermost first
    """

    module: str
    start: int
    end: int
    absolute: str = ""
    names: tuple[Name, ...] = ()
    bindings: tuple[tuple[str, str], ...] = ()
    how: str = "import"
    types_only: bool = False
    separator: str = "."
    inline: tuple[str, ...] = ()

    @property
    def relative(self) -> bool:
        """True when `module` means nothing without the place of the file."""
        return self.absolute.startswith("/") or not self.absolute

    def qualified(self, name: Name) -> str:
        """Return the absolute name of one of `names`; of `ALL`, that of the module."""
        if name.name == ALL or not self.absolute:
            return self.absolute
        if self.absolute == "/":
            return f"/{name.name}"
        return f"{self.absolute}{self.separator}{name.name}"

    def moved(self, offset: int) -> Import:
        """Return it as it is in a text that holds its own from `offset` on."""
        if not offset:
            return self
        names = tuple([one.replace(start=one.start + offset, end=one.end + offset) for one in self.names])
        return self.replace(start=self.start + offset, end=self.end + offset, names=names)


def folder_of(path: str) -> str:
    """Return the folder of a path, "" for the root."""
    return path.rpartition("/")[0]


def joined(folder: str, relative: str) -> str:
    """Return where a relative path leads from a folder, with a leading slash; "" when that is out of the repository."""
    parts = [part for part in folder.split("/") if part]
    for part in relative.split("/"):
        if part == "..":
            if not parts:
                return ""
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/" + "/".join(parts)


def dotted_folder(path: str, level: int) -> str:
    """Return the package that `level` leading dots of Python mean in the file at `path`: ``/src.app``; "" if none."""
    parts = folder_of(path).split("/") if "/" in path else []
    if level - 1 > len(parts):
        return ""
    return "/" + ".".join(parts[: len(parts) - (level - 1)])
