"""How a rule names a dependency: a name, then the versions it means, if not all.

    left-pad                  lodash <4.17.21           django >=4,<5
    @scope/x ^1               @angular/*                org.apache.logging.log4j:log4j-core [2.0,2.17.1)
    lodash@<4.17.21           rails ~> 6.0              left-pad 1.3.0 || 1.1.x

The name ends at white space, at an operator, or at an ``@`` that is not its first character. The range may be written
as any of the ecosystems writes it; which order of versions applies follows from the manifest. A version without an
operator means itself and, with fewer than three components, everything below it.
"""

from __future__ import annotations

from adrguard.syntax.versions.clauses import RangeProblem, parse

_NAME_MARKS = "._-/:@*~+"


class ForbiddenProblem(ValueError):  # noqa: N818 - a mistake of an author, reported as a problem
    """A dependency that a rule names in a way that cannot be understood; the message says what was expected."""


def parse_forbidden(text: str) -> tuple[str, str]:
    """Return (name, range) of a dependency as a rule writes it; "" for any version. Raises `ForbiddenProblem`."""
    text = text.strip()
    end = _name_end(text)
    name, rest = text[:end], text[end:].strip().removeprefix("@").strip()
    if not name or not (name[0].isalnum() or name[0] in "@_"):
        msg = f"'{text}' does not begin with the name of a package"
        raise ForbiddenProblem(msg)
    if rest.startswith("[") and not text[end].isspace():
        msg = f"'{text}': name the package without its extras, '{name}'"
        raise ForbiddenProblem(msg)
    try:
        parse(rest)
    except RangeProblem as error:
        msg = f"{error}; expected a range such as '<4.17.21', '>=4,<5', '^1' or '[1.0,2.0)'"
        raise ForbiddenProblem(msg) from error
    return name, rest


def _name_end(text: str) -> int:
    end = 0
    while end < len(text) and (text[end].isalnum() or text[end] in _NAME_MARKS):
        if text[end] == "@" and end:
            break
        if text[end] == "~" and text[end + 1 : end + 2] in (">", "="):
            break
        end += 1
    return end
