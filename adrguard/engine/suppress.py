"""Suppression comments: ``adrguard: allow ADR-008 -- reason`` on the line of a finding or the line above it.

A reason is obligatory, ``ADR-008#id`` allows one rule only, ``until 2027-01-31`` ends it. What does not suppress, and
why, is a warning: nothing may look as if it worked.
"""

from __future__ import annotations

from bisect import bisect_right

from adrguard.model.errors import Problem
from adrguard.model.findings import Finding, Suppressed
from adrguard.model.record import Record
from adrguard.syntax.manifests.files import format_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from adrguard.syntax.source import Source

MARK = "adrguard: allow"
_LOWER = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}
TOP_OF_FILE = 10
"""A finding about a file as a whole is suppressed within its first lines."""

_COMMENT_ENDS = ("*/", "-->", "--}}", "#}", "%>", "-}")
_COMMENT_STARTS = ("#", "//", "/*", "--", "<!--", ";", "%", "*", "{#", "{{!", "REM", "(*", "{-")
_QUOTED = {"vb": "'", "fortran": "!"}
"""Languages whose comments start with what starts a text, or an operator, elsewhere."""

_LONGEST_QUOTE = 4
"""Characters of the beginning of a string, its letters and its first quote."""

_MARKUP = frozenset(("markdown", "html", "xml", "vue", "svelte", "rst", "asciidoc", "text", ""))
"""In prose and markup a `#` starts no comment."""
_MANIFESTS = {"requirements": "#", "go_mod": "//"}
"""Manifests that are plain text by their names, and how their comments start."""


class Suppression(Record):
    """One comment as written: the decisions or rules it names, the day it ends, the reason."""

    line: int
    names: tuple[str, ...]
    until: str
    reason: str
    text: str


def read(source: Source) -> list[Suppression]:
    """Find every suppression comment of a file, whether it works or not."""
    if MARK not in source.text.lower():
        return []
    found = []
    offset = 0
    for text in source.text.split("\n"):
        lowered = text.translate(_LOWER)
        at = lowered.find(MARK)
        while at >= 0 and not _in_comment(source, text[:at], offset + at):
            at = lowered.find(MARK, at + 1)
        if at >= 0:
            found.append(_parse(text[at + len(MARK) :], source.position(offset + at)[0], text.strip()))
        offset += len(text) + 1
    return found


def _in_comment(source: Source, before: str, offset: int) -> bool:
    before = before.rstrip()
    if source.language == "text" and format_of(source.path) in _MANIFESTS:
        return before.endswith(_MANIFESTS[format_of(source.path)])
    if source.language in _MARKUP:
        return before.endswith("<!--")
    regions = source.mask(("comment",))
    if regions is None:
        return before.endswith((*_COMMENT_STARTS, _QUOTED.get(source.language, "#")))
    start, end = regions[bisect_right(regions, offset, key=_start) - 1] if regions else (0, 0)
    # A docstring is masked as a comment, but says what a function does and not what a reader allows.
    return start <= offset < end and not _is_docstring(source.text[start : start + _LONGEST_QUOTE])


def _start(region: tuple[int, int]) -> int:
    return region[0]


def _is_docstring(text: str) -> bool:
    return text.lstrip("rRuUbBfF")[:1] in ("'", '"')


def _parse(rest: str, line: int, text: str) -> Suppression:
    rest = rest.strip()
    for end in _COMMENT_ENDS:
        rest = rest.removesuffix(end).rstrip()
    head, reason = rest, ""
    for dash in (" -- ", " \N{EM DASH} ", " \N{EN DASH} "):
        left, mark, right = rest.partition(dash)
        if mark and len(left) < len(head):
            head, reason = left, right.strip() if any(map(str.isalnum, right)) else ""
    words = head.replace(",", " ").split()
    until = ""
    if "until" in words:
        index = words.index("until")
        until = words[index + 1] if index + 1 < len(words) else "?"
        words = words[:index] + words[index + 2 :]
    return Suppression(line, tuple(words), until, reason, text)


def split(
    findings: Iterable[Finding], suppressions: Sequence[Suppression], today: str
) -> tuple[list[Finding], list[Suppressed], set[int]]:
    """Part the findings into standing and suppressed ones; the set holds the lines of the comments that were used."""
    working = [one for one in suppressions if one.reason and one.names and not _is_over(one, today)]
    by_line: dict[int, list[Suppression]] = {}
    for one in working:
        by_line.setdefault(one.line, []).append(one)
    top = [one for one in working if one.line <= TOP_OF_FILE]
    standing, allowed, used = [], [], set()
    for finding in findings:
        near = (*by_line.get(finding.line - 1, ()), *by_line.get(finding.line, ())) if finding.line else top
        comment = next((one for one in near if _means(one, finding)), None)
        if comment is None:
            standing.append(finding)
        else:
            allowed.append(Suppressed(finding, comment.reason, comment.line))
            used.add(comment.line)
    return standing, allowed, used


def _is_over(suppression: Suppression, today: str) -> bool:
    return bool(suppression.until) and (not _is_date(suppression.until) or suppression.until < today)


def _is_date(text: str) -> bool:
    parts = text.split("-")
    return [len(part) for part in parts] == [4, 2, 2] and all(part.isdecimal() for part in parts)


def _means(suppression: Suppression, finding: Finding) -> bool:
    return any(names(name, finding.rule.decision, finding.rule.id) for name in suppression.names)


def names(name: str, decision: str, rule: str) -> bool:
    """Say whether a name as written means this rule: ``ADR-008``, ``ADR-008-QuerySafety``, ``ADR-008#slug``."""
    head, mark, _ = name.partition("#")
    if mark:
        own, _, slug = rule.partition("#")
        return name[len(head) + 1 :] == slug and names(head, own, rule)
    wanted, given = head.casefold(), decision.casefold()
    if given == wanted:
        return True
    # What is left out is a title: `ADR` alone is no decision, but the beginning of them all.
    numbered = any(char.isdigit() for char in wanted)
    return numbered and given.startswith(wanted) and not given[len(wanted)].isalnum()


def warnings(
    path: str, suppressions: Iterable[Suppression], used: set[int], known: Iterable[tuple[str, str]], today: str
) -> list[Problem]:
    """Say of each comment that suppressed nothing why not. `known` holds ``(decision, rule id)`` of every rule."""
    named = _Named(known)
    problems = []
    for one in suppressions:
        if one.line in used:
            continue
        code, message, hint = _why_not(one, named, today)
        problems.append(Problem(path, one.line, 1, message, hint, code, "warning", one.text))
    return problems


class _Named:
    """What names mean some rule: each is looked up once, and by its decision alone where it names no rule."""

    def __init__(self, known: Iterable[tuple[str, str]]) -> None:
        self._rules = list(known)
        self._decisions = [(decision, "") for decision in dict.fromkeys([decision for decision, _ in self._rules])]
        self._answers: dict[str, bool] = {}

    def __contains__(self, name: str) -> bool:
        if name not in self._answers:
            candidates = self._rules if "#" in name else self._decisions
            self._answers[name] = any(names(name, *one) for one in candidates)
        return self._answers[name]


def _why_not(one: Suppression, known: _Named, today: str) -> tuple[str, str, str]:
    form = "write `adrguard: allow ADR-008 -- the reason`"
    if not one.names:
        return "suppression-nameless", "a suppression that names no decision does not suppress", form
    if not one.reason:
        return "suppression-without-reason", "a suppression without a reason does not suppress", form
    if one.until and not _is_date(one.until):
        return "suppression-date", f"'{one.until}' is no date, so this does not suppress", "write `until 2027-01-31`"
    if one.until and one.until < today:
        return "suppression-over", f"this suppression ended on {one.until}", "mend the finding, or set a later date"
    unknown = [name for name in one.names if name not in known]
    if unknown:
        return (
            "suppression-unknown",
            f"no rule in force is named {', '.join(unknown)}",
            "`adrguard rules` lists the rules",
        )
    return "suppression-unused", "this suppression suppresses nothing", "remove it"
