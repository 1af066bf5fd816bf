"""Gemfile and *.gemspec (Ruby), read from their syntax tree; nothing is run."""

from __future__ import annotations

from adrguard.syntax.manifests.declared import GEM, Declared, Manifest, ManifestProblem
from adrguard.syntax.nodes import span
from adrguard.syntax.problem import SyntaxProblem
from adrguard.syntax.trees import tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ast_grep_py import SgNode

_CALLS = ("gem", "add_dependency", "add_runtime_dependency", "add_development_dependency")
_SOURCES = ("git", "github", "gitlab", "bitbucket", "path", "gist")


def read(manifest: Manifest) -> list[Declared]:
    """Read every `gem` and `add_dependency` call whose name is written out."""
    try:
        root = tree(manifest.text, "ruby")
    except SyntaxProblem as problem:
        raise ManifestProblem(problem.reason) from problem
    if not manifest.fragment:
        _check(root)
    found = []
    for call in root.find_all(kind="call"):
        method = call.field("method")
        arguments = call.field("arguments")
        if method is not None and arguments is not None and method.text() in _CALLS:
            found += _gem(call, arguments)
    return found


def _check(root: SgNode) -> None:
    error = root.find(kind="ERROR")
    if error is not None:
        place = error.range().start
        raise ManifestProblem("Ruby that cannot be read", place.line + 1, place.column + 1)


def _gem(call: SgNode, arguments: SgNode) -> list[Declared]:
    given = [one for one in arguments.children() if one.is_named()]
    if not given or given[0].kind() != "string":
        return []
    name = _literal(given[0])
    if name is None:
        return []
    texts, unknown = _requirements(given[1:])
    return [Declared(GEM, name, ", ".join(texts), *span(call), unknown)]


def _requirements(given: list[SgNode]) -> tuple[list[str], str]:
    texts: list[str] = []
    unknown = ""
    for one in given:
        if one.kind() == "pair":
            key = one.field("key")
            name = key.text().strip(":'\"") if key is not None else ""
            if name in _SOURCES:
                unknown = f"it comes from {name}"
            continue
        for part in [each for each in one.children() if each.kind() == "string"] if one.kind() == "array" else [one]:
            text = _literal(part) if part.kind() == "string" else None
            if text is None:
                unknown = "its version is computed"
            else:
                texts.append(text)
    return ([], unknown) if unknown else (texts, "")


def _literal(node: SgNode) -> str | None:
    """Return the text of a string without interpolation, None for any other."""
    if any(one.kind() == "interpolation" for one in node.children()):
        return None
    return node.text().strip("'\"")
