"""Names of modules, callables and packages: checked letter by letter, since a name with a slip matches nothing."""

from __future__ import annotations

import re

from adrguard.kdsl.faults import Fault
from adrguard.kdsl.markdown import as_span

_MODULE = re.compile(r"[@#~]?/?[\w$][\w@$.:/\\+~#-]*")
_CALLABLE = re.compile(r"[@~]?[\w$][\w@$.:/\\~#-]*[!?]?")
_PACKAGE = re.compile(r"@?[\w][\w@./:+-]*(?:(?<=[/:])\*)?")  # `@scope/*`, `org.springframework:*`
_EMPTY = re.compile(r"\.\.|//|:::|:\.|\\\\")
_METAVARIABLE = re.compile(r"\$[A-Z_]+(?![\w$])")
_BELOW = re.compile(r"(?:\.|/|::|\\)\*{1,2}$")
_ENDS = ("\\", ".", "/", ":", "-")
_VERSION = r"v?\d[\w.+*!-]*|[xX*]"
_COMPARATOR = rf"(?:(?:===|==|!=|<=|>=|=<|=>|~=|~>|<|>|=|\^|~|≤|≥|≠)\s*)?(?:{_VERSION})"  # noqa: RUF001 - as pasted
_BOUNDS = rf"(?:{_COMPARATOR}|[\[\](][^\[\]()]*[\[\])])"
# Blanks belong to what joins, never to what follows: with two ways to read each, a long range would be read 2^n times.
_RANGE = re.compile(rf"{_BOUNDS}(?:(?:\s*+(?:,|\|\|?)|\s-\s|\s)\s*+{_BOUNDS})*")
LONGEST_RANGE = 200


class NameFaultError(ValueError):
    """A name that cannot be meant: where in it, and what is wrong."""

    def __init__(self, index: int, message: str, hint: str = "", code: str = "bad-name") -> None:
        super().__init__(message)
        self.index = index
        self.fault = Fault(code, message, hint)


def module(text: str) -> str:
    """Return a module name as rules hold it: ``m.*`` is ``m``, which covers what is below. Raises `NameFaultError`."""
    name = text
    if name.startswith("<") and name.endswith(">"):
        name = name[1:-1]
    _no_statement(name, "import", ("import", "from", "require", "use", "using", "include", "package"))
    name = _BELOW.sub("", name).removeprefix("\\")
    if "*" in name:
        raise NameFaultError(text.index("*"), "a wildcard in a module name", "a module covers all that lies below it")
    if name.startswith(("./", "../", ".")):
        hint = "write the module's full name, as seen from the root of its package"
        raise NameFaultError(0, f"'{name}' is relative to nothing here", hint)
    _shape(text, name, _MODULE, "module")
    return name


def callee(text: str) -> tuple[str, bool]:
    """Return the qualified name and whether all of that module is meant (``requests.*``). Raises `NameFaultError`."""
    _no_statement(text, "call", ("new", "await", "def", "function", "fn", "func"))
    name = text.removesuffix("()")
    if name.startswith((".", "*", "->")):
        method = name.lstrip(".*->")
        hint = f"for a method of anything write deny code: {as_span(f'$X.{method}($$$)')}"
        raise NameFaultError(0, f"'{name}' names no module or object", hint)
    if found := _METAVARIABLE.search(name):
        hint = f"variables are for deny code: {as_span(f'{name}($$$)')}"
        raise NameFaultError(found.start(), f"'{found[0]}' in a name", hint)
    star = _BELOW.search(name) is not None
    name = _BELOW.sub("", name)
    if "*" in name:
        raise NameFaultError(text.index("*"), "a wildcard within a name", "only 'module.*' has a star, at its end")
    if "(" in name or ")" in name:
        hint = "write the name alone; arguments are for deny code: " + as_span(text)
        raise NameFaultError(min(text.find(char) % (len(text) + 1) for char in "()"), "brackets in a name", hint)
    _shape(text, name, _CALLABLE, "function")
    return name, star


def package(text: str) -> tuple[str, str]:
    """Return a package's name and the range of versions meant ("" for any). Raises `NameFaultError`."""
    found = re.match(r"\s*([^\s<>=~^!|,()\[\]≤≥≠]*)", text)
    name = found[1] if found else ""
    rest = " ".join(text[found.end() :].split()) if found else text
    if not name:
        hint = "a range with a comma or a bracket stands in backticks with its name: `django >=4,<5`"
        raise NameFaultError(0, f"'{text}' has no package name", hint, "bad-range")
    at = name.rfind("@")
    if at > 0:
        hint = f"write {as_span(f'{name[:at]} {name[at + 1 :]}')}"
        raise NameFaultError(at, "name and version stand apart", hint)
    if found and text.startswith("[", found.end()):
        hint = f"name it without its extras, {as_span(name)}; a range stands apart: {as_span(f'{name} {rest}')}"
        raise NameFaultError(found.end(), "a bracket in the package name", hint)
    _shape(text, name, _PACKAGE, "package")
    if rest and (len(rest) > LONGEST_RANGE or not _RANGE.fullmatch(rest)):
        hint = "write operators and versions, as in `lodash <4.17.21` or `django >=4,<5`"
        raise NameFaultError(text.index(rest.split()[0]), f"'{rest}' is no range of versions", hint, "bad-range")
    return name, rest


def _no_statement(text: str, kind: str, words: tuple[str, ...]) -> None:
    first, _, rest = text.partition(" ")
    if rest and first in words:
        raise NameFaultError(
            0, f"'{text}' is a statement", f"'{kind}:' takes the name alone: {as_span(rest.split()[0])}"
        )


def _shape(text: str, name: str, shape: re.Pattern[str], what: str) -> None:
    if not name:
        raise NameFaultError(0, f"an empty {what} name", f"write the {what}'s name")
    if name.endswith(_ENDS):
        raise NameFaultError(len(text) - 1, f"the name ends in '{name[-1]}'", "take it off")
    if doubled := _EMPTY.search(name):
        raise NameFaultError(
            text.index(name) + doubled.start(), "an empty part in the name", "take out what is too much"
        )
    found = shape.match(name)
    end = found.end() if found else 0
    if end < len(name):
        char = name[end]
        shown = "a blank" if char.isspace() else f"'{char}'"
        hint = "separate several names by commas" if char.isspace() else "write the name as it stands in the code"
        raise NameFaultError(text.index(name) + end, f"{shown} in the {what} name", hint)
