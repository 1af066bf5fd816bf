"""What a value of the configuration must be, kind by kind, and how it is turned into a setting."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from adrguard.config import keys
from adrguard.model.decisions import DOORS, PEOPLES_DOORS
from adrguard.model.globs import GlobError, compile_globs

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from adrguard.config.keys import Key
    from adrguard.model.globs import Glob

_SIZE = re.compile(r"(?P<number>\d{1,12}(?:\.\d{1,6})?) ?(?P<unit>[kKmMgG]?)(?:i?[bB])?")
_UNITS = {"": 1, "k": 1024, "m": 1024**2, "g": 1024**3}
_DRIVE = re.compile(r"[A-Za-z]:")
_LONGEST_SHOWN = 60


class WrongValueError(Exception):
    """A value that its key does not take; `hint` is the way out, `part` the key within the value that is wrong."""

    def __init__(self, message: str, hint: str = "", part: str = "") -> None:
        super().__init__(message)
        self.hint = hint
        self.part = part


def _text_value(_: Key, raw: Any) -> str:
    if not isinstance(raw, str):
        raise WrongValueError(f"must be a text in quotes, not {_shown(raw)}")
    if "\0" in raw:
        raise WrongValueError("contains a NUL character")
    return raw.strip()


def _flag(_: Key, raw: Any) -> bool:
    if not isinstance(raw, bool):
        raise WrongValueError(f"must be true or false, not {_shown(raw)}", "without quotes")
    return raw


def _count(key: Key, raw: Any) -> int:
    if isinstance(raw, bool) or not isinstance(raw, int):
        raise WrongValueError(f"must be a whole number, not {_shown(raw)}", "without quotes")
    if raw < key.least:
        raise WrongValueError(f"must be at least {key.least}, not {raw}")
    return raw


def _size(key: Key, raw: Any) -> int:
    match = _SIZE.fullmatch(raw.strip()) if isinstance(raw, str) else None
    if match:
        return _count(key, int(float(match["number"]) * _UNITS[match["unit"].lower()]))
    if isinstance(raw, str):
        raise WrongValueError(f"is no size: {_shown(raw)}", "a number of bytes, or a text such as '2 MB'")
    return _count(key, raw)


def _words(key: Key, raw: Any) -> tuple[str, ...]:
    values = [raw] if isinstance(raw, str) else raw
    if not isinstance(values, list) or not all(isinstance(one, str) for one in values):
        raise WrongValueError(f"must be {key.kind}, not {_shown(raw)}", f'for example {key.name} = ["…", "…"]')
    return tuple(_text_value(key, one) for one in values)


def _inside(path: str) -> str:
    """Return a path within the repository in one spelling: forward slashes, no `.`; "" for the root itself."""
    parts = [part for part in path.replace("\\", "/").split("/") if part not in ("", ".")]
    if ".." in parts or path.startswith("/") or _DRIVE.match(path):
        raise WrongValueError(f"leaves the repository: '{path}'", "give a path relative to the repository's root")
    # As Windows reads names, ends of dots and blanks do not count.
    if any(part.rstrip(". ").lower() in (".git", "git~1") for part in parts):
        raise WrongValueError(f"lies among git's own files: '{path}'", "give a path in the working tree")
    return "/".join(parts)


def _folders(key: Key, raw: Any) -> tuple[str, ...]:
    found: list[str] = []
    for one in _words(key, raw):
        if any(char in one for char in "*?["):
            raise WrongValueError(f"takes folders, no globs: '{one}'", "name each folder")
        folder = _inside(one)
        if not folder:
            raise WrongValueError(
                f"cannot be the whole repository: '{one}'", "name the folder, or bind the root with vault = '.'"
            )
        found.append(folder)
    return tuple(dict.fromkeys(found))


def _folder(key: Key, raw: Any) -> str:
    text = _text_value(key, raw)
    if text.startswith("~") and not text.startswith(("~/", "~\\")) and text != "~":
        raise WrongValueError(f"names another user's home: '{text}'", "write the path out")
    return text.replace("\\", "/").rstrip("/") or text[:1]


def _file_path(key: Key, raw: Any) -> str:
    path = _inside(_text_value(key, raw))
    if not path:
        raise WrongValueError("must name a file")
    return path


def _globs(key: Key, raw: Any) -> tuple[Glob, ...]:
    found: list[Glob] = []
    for one in _words(key, raw):
        try:
            found += compile_globs(one)
        except GlobError as error:
            raise WrongValueError(f"holds a glob that cannot be meant: {error}") from error
    return tuple(found)


def _choice(key: Key, raw: Any) -> str:
    if raw not in key.choices:
        raise WrongValueError(f"must be {_either(key.choices)}, not {_shown(raw)}", _near(raw, key.choices))
    return str(raw)


def _by_door(key: Key, raw: Any) -> tuple[tuple[str, str], ...]:
    """Read one word, which is meant for people's doors, or a table; doors that are not named keep their default."""
    if not isinstance(raw, dict):
        if raw not in key.choices:
            hint = _near(raw, key.choices) or f'or a table: {key.name} = {{ ci = "block" }}'
            raise WrongValueError(f"must be {_either(key.choices)}, not {_shown(raw)}", hint)
        raw = dict.fromkeys(PEOPLES_DOORS, raw)
    for door, word in raw.items():
        if door not in DOORS:
            hint = _near(door, DOORS) or f"the doors are: {', '.join(DOORS)}"
            raise WrongValueError(f"knows no door '{door}'", hint, door)
        if word not in key.choices:
            message = f"must be {_either(key.choices)} for '{door}', not {_shown(word)}"
            raise WrongValueError(message, _near(word, key.choices), door)
    return tuple((door, raw.get(door, default)) for door, default in key.default.items())


def _near(raw: Any, choices: Sequence[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(str(raw).lower(), choices, n=1)
    return f"did you mean '{near[0]}'?" if near else ""


def _statuses(key: Key, raw: Any) -> tuple[tuple[str, str], ...]:
    if not isinstance(raw, dict):
        raise WrongValueError(
            f"must be a table, not {_shown(raw)}", 'for example statuses = { "in review" = "shadow" }'
        )
    for word, force in raw.items():
        if force not in key.choices:
            raise WrongValueError(f"gives '{word}' the meaning {_shown(force)}", f"it must be {_either(key.choices)}")
    return tuple((" ".join(word.lower().split()), force) for word, force in raw.items())


def _either(choices: tuple[str, ...]) -> str:
    quoted = [f"'{choice}'" for choice in choices]
    return f"{', '.join(quoted[:-1])} or {quoted[-1]}"


def _shown(raw: Any) -> str:
    text = repr(raw) if not isinstance(raw, bool) else str(raw).lower()
    return text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"


CONVERTERS: dict[str, Callable[[Key, Any], Any]] = {
    keys.TEXT: _text_value,
    keys.FLAG: _flag,
    keys.COUNT: _count,
    keys.SIZE: _size,
    keys.FOLDERS: _folders,
    keys.FOLDER: _folder,
    keys.FILE_PATH: _file_path,
    keys.GLOBS: _globs,
    keys.CHOICE: _choice,
    keys.STATUSES: _statuses,
    keys.BY_DOOR: _by_door,
}
