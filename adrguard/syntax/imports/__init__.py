"""Every import of a source file, in any spelling of its language: one file per family of languages."""

from __future__ import annotations

from adrguard.syntax.problem import SyntaxProblem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ast_grep_py import SgNode

    from adrguard.syntax.imported import Import
    from adrguard.syntax.source import Source

_MODULES = {
    "python": "python_fragment",
    "javascript": "ecmascript",
    "typescript": "ecmascript",
    "tsx": "ecmascript",
    "rust": "rust",
    "go": "golang",
    "java": "jvm",
    "kotlin": "jvm",
    "scala": "scala",
    "csharp": "dotnet",
    "c": "c_family",
    "cpp": "c_family",
    "ruby": "ruby",
    "php": "php",
    "swift": "swift",
}


def extract(source: Source) -> tuple[Import, ...]:
    """Return the imports in order of their place. Raises `SyntaxProblem`; () in a language we cannot read."""
    if source.language == "python" and not source.fragment:
        from adrguard.syntax.imports.python import read as read_python

        try:
            return read_python(source)
        except SyntaxProblem as problem:
            # Another version of Python may well run it: what stands there in so many words is no less an import.
            source.doubt = problem.reason
    module = _MODULES.get(source.language)
    if module is None:
        return ()
    read = _reader(module)
    found = [one.moved(offset) for offset, root in source.trees() for one in read(root, source.path, source.language)]
    return tuple(sorted(found, key=lambda one: (one.start, one.end)))


def _reader(module: str) -> Callable[[SgNode, str, str], list[Import]]:
    loaded = __import__(f"adrguard.syntax.imports.{module}", None, None, ["read"])
    return loaded.read  # type: ignore[no-any-return]  # each module of the table has it
