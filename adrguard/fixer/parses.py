"""Whether a text is still sound in its language after an edit: a rewrite must not make a file that does not parse."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import yaml

from adrguard.fixer.python.misplaced import misplaced
from adrguard.model.changes import Content
from adrguard.model.toml import loads
from adrguard.syntax.languages import GRAMMARS, language_of
from adrguard.syntax.manifests.declared import Manifest, ManifestProblem
from adrguard.syntax.manifests.files import is_manifest
from adrguard.syntax.manifests.read import declared
from adrguard.syntax.nodes import of_kinds
from adrguard.syntax.problem import SyntaxProblem
from adrguard.syntax.source import Source
from adrguard.syntax.trees import python_tree

if TYPE_CHECKING:
    from collections.abc import Callable


def spoilt(path: str, old: str, new: str) -> str:
    """Return why the new text is worse than the old one, for a person; "" when it parses as well as that did."""
    before, after = _fault(path, old), _fault(path, new)
    if after and not before:
        return after
    if language_of(path) == "python":
        return _spoilt_python(path, old, new)
    return "" if _errors(path, new) <= _errors(path, old) else "the result does not parse"


def _spoilt_python(path: str, old: str, new: str) -> str:
    """Judge Python that is parsed, or that the running one does not take: newer, older, or a template of it.

    Then a reader that takes the old text has to take the new one.
    """
    try:
        return "the result is not valid Python" if misplaced(python_tree(new)) > misplaced(python_tree(old)) else ""
    except SyntaxProblem:
        if _is_parsed_by_libcst(old):
            return "" if _is_parsed_by_libcst(new) else "the result does not parse"
    return "" if _errors(path, new) <= _errors(path, old) else "the result does not parse"


def _is_parsed_by_libcst(text: str) -> bool:
    import libcst as cst  # which takes a third of a second to load

    try:
        cst.parse_module(text)
    except (cst.ParserSyntaxError, cst.CSTValidationError, RecursionError, UnicodeError):
        return False
    return True


def _fault(path: str, text: str) -> str:
    source = Source(path, Content(text))
    read = _READERS.get(source.language)
    try:
        if read is not None:
            read(source)
        if is_manifest(path):
            declared(Manifest(path, text))
    except (SyntaxProblem, ManifestProblem, ValueError, yaml.YAMLError, RecursionError) as error:
        return f"the result does not parse ({str(error).partition(chr(10))[0]})"
    return ""


def _errors(path: str, text: str) -> int:
    """Return how many places of a text its grammar cannot read; 0 where there is no grammar."""
    source = Source(path, Content(text))
    if source.language not in GRAMMARS:
        return 0
    try:
        return sum(len(of_kinds(root, source.language, ("ERROR",))) for _, root in source.trees())
    except SyntaxProblem:
        return 0


_READERS: dict[str, Callable[[Source], object]] = {
    "python": lambda source: source.python_tree(),
    "toml": lambda source: loads(source.text),
    "yaml": lambda source: list(yaml.parse(source.text, Loader=yaml.SafeLoader)),
    "json": lambda source: json.loads(source.text) if source.path.endswith(".json") else None,
}
