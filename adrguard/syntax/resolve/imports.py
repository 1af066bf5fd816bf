"""From the imports of a source file to files: which resolver a language has, and what it is asked."""

from __future__ import annotations

from adrguard.model.record import Record
from adrguard.syntax.imported import ALL
from adrguard.syntax.resolve.repository import Repository, Resolution, folder_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from adrguard.syntax.imported import Import, Name
    from adrguard.syntax.source import Source

    Question = tuple[str, Any]

PYTHON, ECMASCRIPT, GO, RUST, JVM = "python", "ecmascript", "go", "rust", "jvm"
C_FAMILY, RUBY, PHP, DOTNET, SWIFT = "c_family", "ruby", "php", "dotnet", "swift"

FAMILIES = {
    "python": PYTHON, "javascript": ECMASCRIPT, "typescript": ECMASCRIPT, "tsx": ECMASCRIPT, "go": GO, "rust": RUST,
    "java": JVM, "kotlin": JVM, "scala": JVM, "c": C_FAMILY, "cpp": C_FAMILY, "ruby": RUBY, "php": PHP,
    "csharp": DOTNET, "swift": SWIFT,
}  # fmt: skip
"""The family of each language whose imports can be resolved."""

_OWN_PART = "mod"
_BY_NAME = (PYTHON, RUST, JVM, PHP)
"""Families in which each name taken from a module may be a file of its own."""


class Reference(Record):
    """What a piece of an import statement means: its place in the text, how it is written, and where it leads.

    `statement` is where the whole statement starts: several references may belong to one.
    """

    start: int
    end: int
    written: str
    resolution: Resolution
    statement: int


class Imports:
    """Resolves the imports of all files of one side; what is asked twice is worked out once."""

    def __init__(self, repository: Repository) -> None:
        self._repository = repository
        self._resolvers: dict[str, Any] = {}
        self._answers: dict[Question, Resolution] = {}
        self._references: dict[str, tuple[Reference, ...]] = {}

    def references(self, source: Source) -> tuple[Reference, ...]:
        """Return where the file's imports lead, in order of place. Raises `SyntaxProblem`.

        A statement that takes several names leads to several places when the names are files of their own.
        """
        if source.path not in self._references:
            family = FAMILIES.get(source.language, "")
            found = source.imports() if family else ()
            self._references[source.path] = tuple(
                reference for one in found if one.how != _OWN_PART for reference in self._all(source, family, one)
            )
        return self._references[source.path]

    def _all(self, source: Source, family: str, one: Import) -> list[Reference]:
        if family not in _BY_NAME or not one.names:
            return [Reference(one.start, one.end, one.module, self._ask(source.path, family, one, None), one.start)]
        answers: dict[Resolution, list[Name]] = {}
        for name in one.names:
            answers.setdefault(self._ask(source.path, family, one, name), []).append(name)
        if len(answers) == 1:
            written = _full(one, one.names[0]) if len(one.names) == 1 else one.module
            return [Reference(one.start, one.end, written, next(iter(answers)), one.start)]
        return [
            Reference(names[0].start, names[0].end, _full(one, names[0]), resolution, one.start)
            for resolution, names in answers.items()
        ]

    def _ask(self, path: str, family: str, one: Import, name: Name | None) -> Resolution:
        # Rust's paths depend on the file itself, all others on its folder.
        place = path if family == RUST else folder_of(path)
        question = (family, (place, one.module, one.how, one.inline, name.name if name is not None else None))
        if question not in self._answers:
            if family not in self._resolvers:
                self._resolvers[family] = _MAKERS[family](self._repository)
            self._answers[question] = _ASK[family](self._resolvers[family], path, one, name)
        return self._answers[question]


def _full(one: Import, name: Name | None) -> str:
    if name is None or not name.name:
        return one.module
    if one.module.endswith(one.separator):
        return one.module + name.name
    return f"{one.module}{one.separator}{name.name}"


def _ask_python(resolver: Any, path: str, one: Import, name: Name | None) -> Resolution:
    found: Resolution = resolver.resolve(path, one.module, (name.name,) if name is not None else ())
    return found


def _ask_module(resolver: Any, path: str, one: Import, _: Name | None) -> Resolution:
    found: Resolution = resolver.resolve(path, one.module)
    return found


def _ask_full(resolver: Any, path: str, one: Import, name: Name | None) -> Resolution:
    found: Resolution = resolver.resolve(path, _full(one, name))
    return found


def _ask_rust(resolver: Any, path: str, one: Import, name: Name | None) -> Resolution:
    whole = one.module if name is None or name.name in (ALL, "self") else _full(one, name)
    found: Resolution = resolver.resolve(path, whole, one.inline)
    return found


def _ask_c(resolver: Any, path: str, one: Import, _: Name | None) -> Resolution:
    found: Resolution = resolver.resolve(path, one.module, angled=one.how.endswith("<>"))
    return found


def _ask_ruby(resolver: Any, path: str, one: Import, _: Name | None) -> Resolution:
    found: Resolution = resolver.resolve(path, one.module, relative=one.relative)
    return found


_ASK: dict[str, Callable[[Any, str, Import, Name | None], Resolution]] = {
    PYTHON: _ask_python, ECMASCRIPT: _ask_module, GO: _ask_module, RUST: _ask_rust, JVM: _ask_full, C_FAMILY: _ask_c,
    RUBY: _ask_ruby, PHP: _ask_full, DOTNET: _ask_module, SWIFT: _ask_module,
}  # fmt: skip


def _lazily(module: str, name: str) -> Callable[[Repository], Any]:
    def make(repository: Repository) -> Any:
        loaded = __import__(f"adrguard.syntax.resolve.{module}", None, None, [name])
        return getattr(loaded, name)(repository)

    return make


_MAKERS = {
    PYTHON: _lazily("python", "Python"),
    ECMASCRIPT: _lazily("ecmascript", "Ecmascript"),
    GO: _lazily("golang", "Golang"),
    RUST: _lazily("rust", "Rust"),
    JVM: _lazily("jvm", "Jvm"),
    C_FAMILY: _lazily("c_family", "CFamily"),
    RUBY: _lazily("ruby", "Ruby"),
    PHP: _lazily("php", "Php"),
    DOTNET: _lazily("dotnet", "Dotnet"),
    SWIFT: _lazily("swift", "Swift"),
}
