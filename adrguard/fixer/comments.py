"""Suppression comments beside findings, in the syntax of the file's language, where a comment can stand at all."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.fixer.edits import CannotRewriteError, Edit, newline_of
from adrguard.syntax.languages import GRAMMARS
from adrguard.syntax.manifests.files import format_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.model.findings import Finding
    from adrguard.syntax.source import Source

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
_FIRST = re.compile(
    r"#!(?!\[)|<\?(?:php|xml)|<!doctype|(?:#|//|/\*).*coding[:=]|\ufeff|@charset\b|#\s*(?:syntax|escape|check)\s*=",
    re.IGNORECASE,
)
_CODING = re.compile(r"[ \t\f]*#.*coding[:=]")
_NEXT = re.compile(r"next-?line|disable-next|ignore|nosemgrep", re.IGNORECASE)
"""What comments say that are about the line right below them."""
_HEREDOC = re.compile(r"<<[-~]?[ \t]*([\"'`]?)([A-Za-z_]\w*)\1")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_GOES_ON = {"vb": " _", "fortran": "&", "powershell": "`", "batch": "^", "dockerfile": ""}
"""How a line says that the next one belongs to it, where a backslash does not; "" where comments may stand between."""
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
    dash = "\N{EM DASH}" if source.language == "xml" else "--"  # which a comment of XML must not hold
    comment = f"{marks[0]} adrguard: allow {name} {dash} {reason}{marks[1]}"
    text = source.text
    newline = newline_of(text, 0)
    if finding.line == 0:
        return [_at_the_top(source, comment, newline)]
    start = 0
    for _ in range(finding.line - 1):
        start = text.find("\n", start) + 1
    _refuse(source, start)
    line = text[start:].partition("\n")[0].removesuffix("\r")
    indent = line[: len(line) - len(line.lstrip())]
    newline = newline_of(text, start)
    end = start + len(line)
    above, behind = Edit(start, start, indent + comment + newline), Edit(end, end, f"  {comment}")
    if (source.language not in GRAMMARS and source.language != "markdown") or line.endswith("\\"):
        return [above]
    return [behind] if _is_spoken_for(text[:start], marks[0]) else [above, behind]


def _is_spoken_for(before: str, opener: str) -> bool:
    """Say whether the line above is a comment about the one below it, which no other line may come between."""
    row = before.removesuffix("\n").rpartition("\n")[2].strip()
    return row.startswith((opener, "/*", "{/*")) and _NEXT.search(row) is not None and "adrguard:" not in row


def _at_the_top(source: Source, comment: str, newline: str) -> Edit:
    """Return the edit that puts a comment about the file as high as it may stand."""
    rows = source.text.split("\n")
    skipped = 0
    if source.language == "markdown" and rows[0].rstrip() == "---":
        skipped = next((index + 1 for index, row in enumerate(rows) if index and row.rstrip() == "---"), 0)
    while skipped < len(rows) and _FIRST.match(rows[skipped]):
        skipped += 1
    if not skipped and len(rows) > 1 and _CODING.match(rows[1]):
        skipped = 2
    if skipped >= _TOP:
        raise CannotRewriteError(f"its first {_TOP} lines leave no room for a comment")
    if skipped == len(rows):
        return Edit(len(source.text), len(source.text), newline + comment)
    at = sum(len(row) + 1 for row in rows[:skipped])
    return Edit(at, at, comment + newline)


def _refuse(source: Source, start: int) -> None:
    """Raise `CannotRewriteError` where a line above would be no comment, as far as the text alone can tell."""
    before = source.text[:start]
    mark = _GOES_ON.get(source.language, "\\")
    if mark and before.rstrip("\r\n").endswith(mark):
        raise CannotRewriteError("its line continues the one above")
    if source.language == "markdown":
        fences = [row for row in before.split("\n") if _FENCE.match(row)]
        if len(fences) % 2:
            raise CannotRewriteError("it stands in a block of code, where a comment would be part of the code")
    elif source.language not in GRAMMARS and source.language != "toml" and _may_be_within_text(before):
        raise CannotRewriteError("it may stand within a text of several lines")


def _may_be_within_text(before: str) -> bool:
    if any(before.count(quote) % 2 for quote in "\"'`") or before.count("/*") != before.count("*/"):
        return True
    begun = [(one[2], one.end()) for one in _HEREDOC.finditer(before)]
    if not begun:
        return False
    ends = {row.strip(): at for at, row in _rows(before)}
    return any(ends.get(word, -1) < at for word, at in begun)


def _rows(text: str) -> Iterator[tuple[int, str]]:
    """Yield each line with where it begins."""
    at = 0
    for row in text.split("\n"):
        yield at, row
        at += len(row) + 1
