"""Make the syntax tree of a text, or say why not. The parsers are trusted with nothing: see `bombs`."""

from __future__ import annotations

import ast
import warnings
from re import MULTILINE
from re import compile as compile_regex

from ast_grep_py import SgRoot

from adrguard.syntax.bombs import abridged, bearable, danger, repetitions
from adrguard.syntax.languages import GRAMMARS
from adrguard.syntax.nodes import span
from adrguard.syntax.php_tags import php_alone
from adrguard.syntax.problem import SyntaxProblem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Match

    from ast_grep_py import SgNode

_LONE_CR = compile_regex(r"\r(?!\n)")
_LINE_ENDS = {
    **dict.fromkeys(("python", "kotlin", "scala", "swift"), _LONE_CR),
    "java": compile_regex(r"\r(?!\n)|\\u+000[aAdD]"),
    "csharp": compile_regex(r"\r(?!\n)|[\x85\u2028\u2029]"),
}
"""What ends a line, and so a comment, by the language's own rules and not by its grammar's."""

# What C allows before the word `include`, and its grammar does not.
_DIRECTIVE = compile_regex(r"^[ \t]*(?:#|%:|\?\?=)(?:[ \t]|/\*(?:[^*\n]|\*(?!/))*\*/)*(?=include\b)", MULTILINE)

LARGEST = 1024 * 1024
"""Characters above which no tree is made: the file is then judged as text only."""


def tree(text: str, language: str) -> SgNode:
    """Return the ast-grep root; a broken text has a tree with errors in it. Raises `SyntaxProblem`."""
    if language not in GRAMMARS:
        message = f"no grammar for {language or 'this kind of file'}"
        raise SyntaxProblem(message)
    _check_size(text)
    reason = danger(text, language)
    if reason:
        raise SyntaxProblem(reason)
    if language == "php":
        text = php_alone(text)
    if language in ("c", "cpp"):
        text = _DIRECTIVE.sub(_as_hash, text)
    ends = _LINE_ENDS.get(language)
    if ends is not None:
        text = ends.sub(_as_line_feed, text)
    stretches = repetitions(text)
    if stretches:
        _check_repetitions(text, stretches, language)
    return SgRoot(text, language).root()


def _as_line_feed(end: Match[str]) -> str:
    """Return as many characters, so that everything stays in its place."""
    return "\n" + " " * (len(end.group()) - 1)


def _as_hash(start: Match[str]) -> str:
    return "#".ljust(len(start.group()))


def _check_repetitions(text: str, stretches: list[tuple[int, int]], language: str) -> None:
    most = bearable(stretches, language)
    if most < 0:
        raise SyntaxProblem("too repetitive to be parsed")
    short, kept = abridged(text, stretches)
    errors = [span(node)[0] for node in SgRoot(short, language).root().find_all(kind="ERROR")]
    for start, end in kept:
        if sum(start <= place < end for place in errors) > most:
            message = f"too repetitive to be parsed, and not valid {language}"
            raise SyntaxProblem(message)


def python_tree(text: str) -> ast.Module:
    """Return the tree of a Python file. Raises `SyntaxProblem` with the line of the first mistake."""
    _check_size(text)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except SyntaxError as error:
        place = f" (line {error.lineno})" if error.lineno else ""
        message = f"not valid Python: {error.msg}{place}"
    except (RecursionError, MemoryError):
        message = "nested too deeply to be parsed"
    except ValueError as error:
        message = f"not valid Python: {error}"
    raise SyntaxProblem(message)


def _check_size(text: str) -> None:
    if len(text) > LARGEST:
        message = f"too large to be parsed ({len(text) / LARGEST:.1f} million characters, limit 1.0)"
        raise SyntaxProblem(message)
