"""The programs that a command line calls, whatever stands before them: `env`, `sudo`, `sh -c '…'`, `find … -exec`."""

from __future__ import annotations

import os
import re
from itertools import islice, pairwise

from adrguard.model.record import Record
from adrguard.usecases.shell.options import (
    SHELLS,
    STARTERS,
    after_options,
    assignments,
    joined_script,
    name_of,
    script_of_git,
    script_of_shell,
    started,
)
from adrguard.usecases.shell.script import Command, Group, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_DEEPEST = 10
_MOST_PLACES = 20
_MOST_CALLS = 5000
_VARIABLE = re.compile(r"\$(?:(\w+)|\{(\w+)\})", re.ASCII)
_LONGEST_VALUE, _LONGEST_WORD = 200, 2000
_NARROWING = frozenset(("!", "-not", "-path", "-wholename", "-prune", "-maxdepth"))
_ACTIONS = ("-exec", "-execdir", "-ok", "-okdir")
_CHANGING = frozenset(("cd", "pushd", "chdir", "set-location", "sl"))
_EXPORTING = frozenset(("export", "declare", "typeset", "readonly", "local", "set", "setenv"))


class Call(Record):
    """A program that is called.

    `name` is the program's, without its folder, "" where a command only assigns or redirects; `folder` is where it
    runs, None where only the shell knows; `environment` is what the command line sets for it; `written` are the files
    that it is redirected to; `shown` is the command as it stands. `fresh` means that a repository was made before in a
    folder that only the shell knows.
    """

    name: str
    arguments: tuple[str, ...]
    environment: tuple[tuple[str, str], ...] = ()
    folder: str | None = None
    written: tuple[str, ...] = ()
    given: str = ""
    shown: str = ""
    fresh: bool = False


def calls(command: str, folder: str) -> Iterator[Call]:
    """Yield the programs that a command line calls when it is run in a folder, in order."""
    yield from islice(_Walk(folder, {}, 0, fresh=False).through(read(command)), _MOST_CALLS)


class _Walk:
    """Goes through the commands in the order in which they run, and keeps what one of them changes for the next."""

    def __init__(self, folder: str | None, exported: dict[str, str], depth: int, *, fresh: bool) -> None:
        self._folder = folder
        self._exported = exported
        self._depth = depth
        self._said = ""
        self._fresh = fresh
        self._values: dict[str, str] = {}

    def through(self, group: Group) -> Iterator[Call]:
        for item in group.items:
            if isinstance(item, Group):
                yield from self._within().through(item)
            else:
                yield from self._command(item)

    def _within(self, call: Call | None = None) -> _Walk:
        """Return a walk for what runs on its own: a subshell, or what a program calls."""
        if call is None:
            return _Walk(self._folder, dict(self._exported), self._depth + 1, fresh=self._fresh)
        return _Walk(call.folder, dict(call.environment), self._depth + 1, fresh=self._fresh)

    def _command(self, item: Command) -> Iterator[Call]:
        given = item.given or (self._said if item.piped else "")
        words = self._with_values(item.words)
        yield from self.call(words, item.assigned, item.replace(given=given))
        if not words:
            self._values.update([one for one in item.assigned if len(one[1]) <= _LONGEST_VALUE])
        name = name_of(words[0]) if words else ""
        self._said = " ".join(words[1:]) if name in ("echo", "printf") else given if name == "cat" else ""
        if name in _CHANGING:
            self._folder = changed(self._folder, next((one for one in words[1:] if one[:1] != "-" or one == "-"), "~"))

    def _with_values(self, words: Sequence[str]) -> list[str]:
        """Put in what the commands before assigned to variables; only the program's own word is split at blanks."""
        if not self._values or not words:
            return list(words)
        first, *rest = [self._with_value(word) for word in words]
        return [*(first.split() if first != words[0] else [first]), *rest]

    def _with_value(self, word: str) -> str:
        if "$" not in word or len(word) > _LONGEST_WORD:
            return word
        return _VARIABLE.sub(lambda found: self._values.get(found[1] or found[2], found[0]), word)

    def call(self, words: Sequence[str], assigned: Sequence[tuple[str, str]], item: Command) -> Iterator[Call]:
        """Yield what these words call, and what that calls in turn."""
        environment = {**self._exported, **dict(assigned)}
        rest, more = assignments(words)
        name = name_of(rest[0]) if rest else ""
        if name in _EXPORTING or name.startswith("$env:"):
            self._exported.update(exports(rest))
            environment |= self._exported
        environment |= dict(more)
        if name.startswith("git-"):
            name, rest = "git", ["git", name.removeprefix("git-"), *rest[1:]]
        shown = " ".join([*[f"{key}={value}" for key, value in (*assigned, *more)], *rest])
        call = Call(
            name,
            tuple(rest[1:]),
            tuple(environment.items()),
            self._folder,
            item.written,
            item.given,
            shown,
            self._fresh,
        )
        yield call
        if name == "git" and "init" in rest[1:3] and self._folder is None:
            self._fresh = True
        if self._depth < _DEEPEST:
            yield from self._inner(call, rest, item.replace(written=()))

    def _inner(self, call: Call, words: Sequence[str], item: Command) -> Iterator[Call]:
        if call.name in SHELLS:
            yield from self._script(script_of_shell(call.name, words, item.given), call)
        elif call.name == "git":
            yield from self._script(script_of_git(call.arguments), call)
        elif call.name == "find":
            for inner in _of_find(call.arguments):
                yield from self._within(call).call(inner, call.environment, item)
        elif call.name in STARTERS:
            folder, inner = started(call.name, words)
            if call.name == "xargs" and inner:
                inner += item.given.split()[:_MOST_PLACES]
            if inner:
                where = changed(call.folder, folder) if folder else call.folder
                yield from self._within(call.replace(folder=where)).call(inner, call.environment, item)
        else:
            yield from self._script(joined_script(call.name, call.arguments), call)

    def _script(self, text: str, call: Call) -> Iterator[Call]:
        if text:
            yield from self._within(call).through(read(text))


def changed(folder: str | None, target: str) -> str | None:
    """Return the folder that one is in after `cd TARGET`, None where only the shell knows."""
    if target.startswith("~"):
        target = os.path.expanduser(target)
    if any(char in target for char in "$`*?") or target == "-":
        return None
    if os.path.isabs(target):
        return os.path.normpath(target)
    return None if folder is None else os.path.normpath(os.path.join(folder, target))


def exports(words: Sequence[str]) -> dict[str, str]:
    """Return what a command sets for the programs after it, as shells of several kinds write that."""
    if words[0].lower().startswith("$env:"):
        name, _, value = "".join(words)[len("$env:") :].partition("=")
        return {name.strip(): value.strip()}
    operands = after_options(words)
    found = {name: value for name, sign, value in (one.partition("=") for one in operands) if sign}
    if not found and name_of(words[0]) in ("set", "setenv") and len(operands) > 1:
        found = {operands[0]: " ".join(operands[1:])}
    return found


def _of_find(arguments: Sequence[str]) -> Iterable[list[str]]:
    """Yield what `find` does to what it finds, as if it found the places where it begins to look."""
    places: list[str] = []
    for one in arguments:
        if one.startswith(("-", "(", "!")):
            break
        places.append(one)
    places = places[:_MOST_PLACES] or ["."]
    named = [value for option, value in pairwise(arguments) if option in ("-name", "-iname")]
    # What has such a name may be a hook; where more is said of it, only what is named outright counts.
    below = ("", ".git/hooks/", "hooks/") if named and not _NARROWING & set(arguments) else ()
    hooks = [os.path.join(place, f"{inner}{name}") for place in places for inner in below for name in named]
    hooks = hooks[: _MOST_PLACES * 3]
    if "-delete" in arguments:
        yield ["rm", "-r", *places, *hooks]
    rest = list(arguments)
    while action := next((one for one in rest if one in _ACTIONS), ""):
        rest = rest[rest.index(action) + 1 :]
        ends = [rest.index(end) for end in (";", "+") if end in rest]
        inner, rest = rest[: min(ends, default=len(rest))], rest[min(ends, default=len(rest)) :]
        yield [part for one in inner for part in ((*places, *hooks) if one == "{}" else [one])]
