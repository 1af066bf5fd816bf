"""What a name that is not the file's own may stand for: an import, something of a wildcard, a global."""

from __future__ import annotations

from adrguard.syntax.imported import ALL
from adrguard.syntax.imports.rust import absolute_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adrguard.syntax.imported import Import

_ECMASCRIPT = ("javascript", "typescript", "tsx")
_GLOBAL_OBJECTS = ("window", "globalThis", "self", "global")
_PLACES = ("self", "super", "crate")
_JVM = ("java", "kotlin", "scala")
_JAVA_LANG = "java.lang."
# The types of `java.lang` whose methods or constructors anybody would forbid: known without an import.
_OF_JAVA_LANG = frozenset(
    [
        *(
            "Boolean",
            "Byte",
            "Character",
            "Class",
            "ClassLoader",
            "Double",
            "Float",
            "Integer",
            "Long",
            "Math",
            "Module",
        ),
        *("ModuleLayer", "Object", "Process", "ProcessBuilder", "ProcessHandle", "Runtime", "Short", "StackWalker"),
        *("StrictMath", "String", "StringBuffer", "StringBuilder", "System", "Thread", "ThreadGroup", "ThreadLocal"),
        *("InheritableThreadLocal", "Throwable", "Error", "Exception", "RuntimeException", "IllegalArgumentException"),
        *("IllegalStateException", "UnsupportedOperationException", "NullPointerException", "AssertionError"),
    ]
)


class Meanings:
    """The imports of one file, as they give names a meaning."""

    def __init__(self, language: str, path: str, imports: Iterable[Import]) -> None:
        self._language = language
        self._path = path
        self._bound: dict[str, list[str]] = {}
        self._stars: list[str] = []
        for one in imports:
            if one.how in ("export", "mod") or not one.absolute:
                continue
            for local, qualified in one.bindings:
                self.bind(local, qualified)
            if any(name.name == ALL for name in one.names):
                self.open(one.absolute)

    def bind(self, local: str, qualified: str) -> None:
        """Let a name stand for a qualified one, besides what it stands for already."""
        known = self._bound.setdefault(local, [])
        if qualified not in known:
            known.append(qualified)

    def open(self, module: str) -> None:
        """Let every name of a module be known without it."""
        self._stars.append(module)

    def of(self, names: Sequence[str], *, bare: bool) -> tuple[list[str], list[str]]:
        """Return the names a chain goes by, and those it may; a single name means nothing by itself unless `bare`."""
        root, rest = names[0], names[1:]
        if self._language in _ECMASCRIPT and root in _GLOBAL_OBJECTS and rest and root not in self._bound:
            root, rest = rest[0], rest[1:]
        maybe: list[str] = []
        if root in self._bound:
            found = [qualified(one, rest) for one in self._bound[root]]
        elif self._language == "rust" and root in _PLACES:
            found = [qualified(absolute_name("::".join(names), self._path), ())]
        else:
            found = [qualified(root, rest)] if rest or bare else []
            maybe = [qualified(module, (root, *rest)) for module in self._stars]
        if self._language == "ruby":
            found += _ruby(root, rest)
        if self._language in _JVM:
            found += _java_lang(found)
        return found, maybe


def _ruby(root: str, rest: Sequence[str]) -> list[str]:
    if not rest:
        return [f"Kernel.{root}"]
    if root == "Kernel":
        return [".".join(rest)]
    return [".".join([root, *rest[:-1]])] if rest[-1] == "new" else []


def _java_lang(names: Iterable[str]) -> list[str]:
    """Return the other spelling, with the package or without it, of each name that begins with a type of it."""
    found = []
    for name in names:
        short = name.removeprefix(_JAVA_LANG)
        if short.partition(".")[0] in _OF_JAVA_LANG:
            found.append(short if short != name else _JAVA_LANG + name)
    return found


def qualified(module: str, rest: Sequence[str]) -> str:
    """Return a name in the spelling of `Call.names`: parts after a path are told by dots, whatever the language's."""
    if module == "/":
        return "/" + ".".join(rest)
    return ".".join([module.replace("::", ".").replace("\\", "."), *rest])
