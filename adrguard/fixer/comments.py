"""Suppression comments beside findings, in the syntax of the file's language, where a comment can stand at all."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from typing import TYPE_CHECKING

from adrguard.fixer.edits import CannotRewriteError, Edit, newline_of
from adrguard.model.changes import Content
from adrguard.syntax.languages import GRAMMARS
from adrguard.syntax.manifests.files import format_of
from adrguard.syntax.problem import SyntaxProblem
from adrguard.syntax.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterable

    from adrguard.model.findings import Finding

_LANGUAGES = {
    ("#", ""): "python ruby bash yaml toml elixir nix hcl perl r julia make cmake dockerfile nim crystal powershell "
    "starlark graphql cython coffeescript ini",
    ("//", ""): "javascript typescript tsx rust go java kotlin csharp c cpp php swift scala solidity dart zig objc "
    "groovy protobuf fsharp pascal scss less thrift",
    ("--", ""): "sql lua haskell",
    ("%", ""): "erlang tex",
    (";", ""): "clojure lisp assembly",
    ("<!--", " -->"): "html xml markdown",
    ("/*", " */"): "css",
    ("(*", " *)"): "ocaml",
    ("'", ""): "vb",
    ("!", ""): "fortran",
    ("REM", ""): "batch",
}
_MARKS = {language: marks for marks, languages in _LANGUAGES.items() for language in languages.split()}
_OF_MANIFEST = {"requirements": ("#", ""), "go_mod": ("//", "")}
_TOP = 10
_FIRST = re.compile(r"#!|<\?(?:php|xml)|<!doctype|(?:#|//|/\*).*coding[:=]|\ufeff", re.IGNORECASE)
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_ENDS = ("*/", "-->", "*)", "?>")
_ODD = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029\ud800-\udfff\u202a-\u202e\u2066-\u2069]")


def reason_fault(reason: str) -> str:
    """Return what is wrong with a reason; "" when it can stand in a comment of any language."""
    if not any(map(str.isalnum, reason)):
        return "a suppression needs a reason"
    if _ODD.search(reason):
        return "the reason holds a line end or a control character"
    ends = [end for end in _ENDS if end in reason]
    return f"the reason holds '{ends[0]}', which ends a comment" if ends else ""


def comment_of(language: str) -> tuple[str, str]:
    """Return what begins a comment of a language and what ends it, "" for what there is not."""
    opener, closer = _MARKS.get(language, ("", ""))
    return opener, closer.strip()


def candidates(source: Source, finding: Finding, name: str, reason: str) -> list[Edit]:
    """Return the ways to allow a finding by a comment, the best first; raise `CannotRewriteError` where there are none.

    Whether the text then still means the same is for `same_program` to say.
    """
    marks = _OF_MANIFEST.get(format_of(source.path)) or _MARKS.get(source.language)
    if marks is None:
        what = source.language if source.language not in ("", "text") else "a file of this kind"
        raise CannotRewriteError(f"no comment can be put into {what}")
    comment = f"{marks[0]} adrguard: allow {name} -- {reason}{marks[1]}"
    text = source.text
    newline = newline_of(text, 0)
    if finding.line == 0:
        at = _top(source)
        return [Edit(at, at, comment + newline)]
    start = 0
    for _ in range(finding.line - 1):
        start = text.find("\n", start) + 1
    _refuse(source, start)
    line = text[start:].partition("\n")[0].removesuffix("\r")
    indent = line[: len(line) - len(line.lstrip())]
    newline = newline_of(text, start)
    found = [Edit(start, start, indent + comment + newline)]
    if source.language in GRAMMARS and source.language != "markdown" and not line.endswith("\\"):
        end = start + len(line)
        found.append(Edit(end, end, f"  {comment}"))
    return found


def _top(source: Source) -> int:
    """Return where the first line begins that may be a comment about the file."""
    at = 0
    rows = source.text.split("\n")
    skipped = 0
    if source.language == "markdown" and rows[0].rstrip() == "---":
        skipped = next((index + 1 for index, row in enumerate(rows) if index and row.rstrip() == "---"), 0)
    while skipped < len(rows) - 1 and _FIRST.match(rows[skipped]):
        skipped += 1
    if skipped >= _TOP:
        raise CannotRewriteError(f"its first {_TOP} lines leave no room for a comment")
    for row in rows[:skipped]:
        at += len(row) + 1
    return at


def _refuse(source: Source, start: int) -> None:
    """Raise `CannotRewriteError` where a line above would be no comment, as far as the text alone can tell."""
    before = source.text[:start]
    if before.rstrip("\r\n").endswith("\\") and source.language != "dockerfile":
        raise CannotRewriteError("its line continues the one above")
    if source.language == "markdown":
        fences = [row for row in before.split("\n") if _FENCE.match(row)]
        if len(fences) % 2:
            raise CannotRewriteError("it stands in a block of code, where a comment would be part of the code")
    elif source.language not in GRAMMARS and source.language != "toml" and _may_be_within_text(before):
        raise CannotRewriteError("it may stand within a text of several lines")


def _may_be_within_text(before: str) -> bool:
    return any(before.count(quote) % 2 for quote in "\"'`") or before.count("/*") != before.count("*/")


def same_program(path: str, old: str, new: str) -> bool:
    """Say whether two texts differ in nothing but comments."""
    before, after = Source(path, Content(old)), Source(path, Content(new))
    try:
        if before.language == "python":
            return ast.dump(before.python_tree()) == ast.dump(after.python_tree())
        if before.language == "toml":
            return json.dumps(tomllib.loads(old), default=str) == json.dumps(tomllib.loads(new), default=str)
        if before.language not in GRAMMARS:
            return True
        return _bare(before) == _bare(after)
    except (SyntaxProblem, ValueError, RecursionError):
        return False


def _bare(source: Source) -> list[str]:
    """Return the words of a text without its comments."""
    regions = source.mask(("comment",))
    if regions is None:
        raise SyntaxProblem("its comments cannot be told from its code")
    return "".join(_outside(source.text, regions)).split()


def _outside(text: str, regions: Iterable[tuple[int, int]]) -> Iterable[str]:
    at = 0
    for start, end in regions:
        yield text[at:start]
        yield " "
        at = end
    yield text[at:]
