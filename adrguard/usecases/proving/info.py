"""The info string of a fenced example: ``python bad path=src/db.py lines=2,5:14 rule=ADR-008#star``."""

from __future__ import annotations

import re
from difflib import get_close_matches

from adrguard.model.record import Record
from adrguard.syntax import languages

BAD, GOOD = "bad", "good"
DIFF = "diff"
FILE = "file"
LONGEST = 2000
LONGEST_PATH = 1000

_KEYS = {"path": "path", "lines": "lines", "line": "lines", "rule": "rule", "rules": "rule"}
_WORD = re.compile(r"""[^\s"'=]+=(?:"[^"]*"|'[^']*'|\S*)|\S+""")
_LINE = re.compile(r"(?P<line>\d{1,6}|file)(?::(?P<column>\d{1,6}))?")
_DIFFS = ("diff", "patch")
_DRIVE = 2


class Slip(Record):
    """Something wrong in an info string; `at` is its offset there."""

    at: int
    message: str
    hint: str
    code: str


class Line(Record):
    """A line that is expected to be found: of the fence's text, from 1, 0 for the file as a whole; column 0 is any."""

    line: int
    column: int


class Info(Record):
    """What an info string says.

    `expect` is ``bad``, ``good`` or "", `lines` is None where it names none, `lines_at` where their list stands.
    `rules` are names as written, and `rules_at` where.
    """

    lang: str = ""
    expect: str = ""
    path: str = ""
    lines: tuple[Line, ...] | None = None
    lines_at: tuple[int, int] = (0, 0)
    rules: tuple[str, ...] = ()
    rules_at: int = 0

    @property
    def speaks(self) -> bool:
        """Say whether any of it is meant for us."""
        return bool(self.expect or self.path or self.rules) or self.lines is not None

    @property
    def is_diff(self) -> bool:
        """Say whether the text is a change and no file."""
        return self.lang in _DIFFS and not self.path


def read(info: str) -> tuple[Info, list[Slip]]:
    """Read an info string, with all that is wrong in it. What no word of ours is in says nothing."""
    found, slips = Info(), []
    if len(info) > LONGEST:
        slips.append(Slip(0, "this is too long for what stands behind a fence", "say less there", "too-long"))
        info = info[:LONGEST]
    strange: list[tuple[int, str]] = []
    for number, match in enumerate(_WORD.finditer(info)):
        word, at = match[0], match.start()
        key, equals, value = word.partition("=")
        if word.lower() in (BAD, GOOD):
            slips += _twice(found, word, at)
            found = found.replace(expect=word.lower())
        elif equals and key.lower() in _KEYS:
            found, more = _valued(found, _KEYS[key.lower()], value, at + len(key) + 1)
            slips += more
        elif number == 0 and not equals:
            found = found.replace(lang=word.strip("{}.").lower())
        else:
            strange.append((at, word))
    slips += _strange(strange, speaks=found.speaks)
    if found.speaks and not found.path:
        slips += _unknown_language(found.lang, info)
    return found, slips if found.speaks or slips else []


def _twice(found: Info, word: str, at: int) -> list[Slip]:
    if found.expect in ("", word.lower()):
        return []
    return [Slip(at, "an example is either bad or good", "make two examples of it", "both")]


def _strange(words: list[tuple[int, str]], *, speaks: bool) -> list[Slip]:
    """Return what is wrong with words that mean nothing; where none is ours, only what was nearly one of ours."""
    slips = []
    for at, word in words:
        key, equals, _ = word.partition("=")
        near = get_close_matches(key.lower(), [*_KEYS, BAD, GOOD], n=1, cutoff=0.7)
        if speaks or (near and not equals and near[0] in (BAD, GOOD)):
            hint = (
                f"did you mean `{near[0]}{equals}`?" if near else "`bad`, `good`, `path=`, `lines=`, `rule=` are known"
            )
            slips.append(Slip(at, f"`{word}` means nothing in an example", hint, "unknown-word"))
    return slips


def _unknown_language(lang: str, info: str) -> list[Slip]:
    if not lang or lang in _DIFFS or languages.canonical(lang):
        return []
    near = get_close_matches(lang, [*languages.names(), DIFF], n=1)
    hint = f"did you mean `{near[0]}`?" if near else "name a language that rules know, or the file: `path=src/a.py`"
    return [Slip(info.lower().find(lang), f"`{lang}` is no language that is known here", hint, "unknown-language")]


def _valued(found: Info, key: str, value: str, at: int) -> tuple[Info, list[Slip]]:
    bare = value[1:-1] if len(value) > 1 and value[0] in "\"'" and value[-1] == value[0] else value
    at += bare != value
    if key == "path":
        path, fault = tidy(bare)
        hint = "write a path as in the repository: `path=src/a.py`"
        return found.replace(path=path), [Slip(at, fault, hint, "bad-path")] if fault else []
    if key == "rule":
        names = tuple([one for one in bare.split(",") if one])
        slips = [] if names else [Slip(at, "`rule=` names no rule", "name one: `rule=ADR-008#a1b2c3`", "no-rule")]
        return found.replace(rules=(*found.rules, *names), rules_at=at), slips
    return _lines(found, bare, at)


def _lines(found: Info, value: str, at: int) -> tuple[Info, list[Slip]]:
    lines, slips = [], []
    for part in value.split(","):
        match = _LINE.fullmatch(part)
        if match is None:
            hint = "write `lines=2,5`, with a column `lines=2:14`, for the file as a whole `lines=file`"
            slips.append(Slip(at, f"`{part}` is no line of the example", hint, "bad-line"))
            continue
        line = 0 if match["line"] == FILE else int(match["line"])
        if match["line"] != FILE and not line:
            slips.append(Slip(at, "lines are counted from 1", "`lines=file` is the file as a whole", "bad-line"))
        lines.append(Line(line, int(match["column"] or 0)))
    return found.replace(lines=tuple(lines), lines_at=(at, at + len(value))), slips


def tidy(path: str) -> tuple[str, str]:
    """Return a path as one of the repository's, and what is wrong with it ("": nothing)."""
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if "\\" in path:
        return "", "a path has forward slashes"
    if not path or path.endswith("/") or not parts:
        return "", "this is no path of a file"
    if ".." in parts or path.startswith(("/", "~")) or path[1:_DRIVE] == ":":
        return "", f"`{path[:80]}` leads out of the repository"
    if not path.isprintable() or len(path) > LONGEST_PATH or parts[0] == ".git":
        return "", "this can be no file of the repository"
    return "/".join(parts), ""


def written(lines: list[Line]) -> str:
    """Return lines as an info string lists them."""
    ordered = sorted(set(lines), key=lambda one: (one.line, one.column))
    return ",".join(f"{one.line or FILE}" + (f":{one.column}" if one.column else "") for one in ordered)
