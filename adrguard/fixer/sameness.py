"""Whether two texts are the same to whatever reads them, comments aside: what a comment must not change."""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from typing import TYPE_CHECKING
from xml.etree.ElementTree import ParseError

import yaml
from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from adrguard.model.changes import Content
from adrguard.model.toml import loads
from adrguard.syntax.languages import GRAMMARS
from adrguard.syntax.problem import SyntaxProblem
from adrguard.syntax.source import Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from markdown_it import MarkdownIt

_CODING = re.compile(r"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_DIRECTIVE = re.compile(r"#\s*\w+\s*=")
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_FRONTMATTER = re.compile(r"---[ \t]*\r?\n(?:.*\n)*?---[ \t]*\r?\n")


def same_program(path: str, old: str, new: str) -> bool:
    """Say whether two texts differ in nothing but comments.

    Comments of a few languages mean something in the first lines: these must be there as before.
    """
    before, after = Source(path, Content(old)), Source(path, Content(new))
    language = before.language
    if _head(language, old) != _head(language, new):
        return False
    read = _READERS.get(language)
    try:
        if read is not None:
            return read(before) == read(after)
        return language not in GRAMMARS or _bare(before) == _bare(after)
    except (SyntaxProblem, ParseError, DefusedXmlException, ValueError, RecursionError):
        return False


def _head(language: str, text: str) -> list[str]:
    """Return what the first lines say to the programs that read them before any parser does."""
    rows = text.split("\n", 20)
    first = rows[0]
    said = [first] if first.startswith("#!") and not first.startswith("#![") else []
    if language in ("python", "ruby"):
        found = [_CODING.match(row) for row in rows[:2]]
        said += [one[1] for one in found if one is not None][:1]
    elif language == "dockerfile":
        for row in rows:
            if not _DIRECTIVE.match(row):
                break
            said.append(row)
    elif language in ("css", "scss", "less") and first.startswith("@charset"):
        said.append(first)
    return said


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


def _yaml(source: Source) -> object:
    """Return what a YAML parser makes of a text; of a template of YAML, which none can parse, its words."""
    try:
        return [repr(one) for one in yaml.parse(source.text, Loader=yaml.SafeLoader)]
    except yaml.YAMLError:
        return _bare(source)


def _xml(source: Source) -> object:
    root = fromstring(source.text.encode(), forbid_dtd=False)
    return [(one.tag, one.attrib, (one.text or "").split(), (one.tail or "").split()) for one in root.iter()]


@cache
def _markdown_parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("table")


def _uncommented(text: str) -> str:
    # After the last `-->` no comment is closed, and each that is opened there would be looked for to the end.
    end = text.rfind("-->") + len("-->")
    return _COMMENT.sub(" ", text[:end]) + text[end:] if "<!--" in text else text


def _markdown(source: Source) -> object:
    """Return the blocks of a text with their words; frontmatter, which is not Markdown, stays whole."""
    found = _FRONTMATTER.match(source.text)
    front = found[0] if found else ""
    blocks: list[object] = [front]
    for token in _markdown_parser().parse(source.text[len(front) :]):
        if token.type in ("fence", "code_block"):
            blocks.append((token.type, token.content))
            continue
        words = _uncommented(token.content).split()
        if words or token.type not in ("html_block", "inline"):
            blocks.append((token.type, token.level, words))
    return blocks


_READERS: dict[str, Callable[[Source], object]] = {
    "python": lambda source: ast.dump(source.python_tree()),
    "toml": lambda source: json.dumps(loads(source.text), default=str),
    "yaml": _yaml,
    "xml": _xml,
    "markdown": _markdown,
}
