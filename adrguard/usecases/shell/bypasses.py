"""The plain ways in which a command goes round the guard. What is hidden better is found when the agent is done."""

from __future__ import annotations

import re

from adrguard.model.record import Record
from adrguard.usecases.shell.calls import calls
from adrguard.usecases.shell.git_bypasses import of_git
from adrguard.usecases.shell.ground import HOOK, RECORD, SETTINGS, Ground
from adrguard.usecases.shell.options import after_options, name_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from adrguard.usecases.shell.calls import Call

_MAYBE = re.compile(
    r"no-veri|commit|\bam\b|hookspath|adrguard|hooks|\.g[i*?\[]|uninstall|SKIP|GIT_CONFIG|HUSKY|LEFTHOOK|assume-unch|skip-work"
    r"|git-dir|apply_?patch|core\.(?:bare|worktree|excludesf|attributesf)|include|-i?name\b",
    re.IGNORECASE,
)
"""What stands in every command that may be a bypass, but for quotes and backslashes."""
_QUOTES = str.maketrans("", "", "'\"\\")

_REMOVING = frozenset(
    ("rm", "unlink", "rmdir", "shred", "truncate", "del", "erase", "rd", "remove-item", "ri", "mv", "move", "move-item",
     "tee", "clear-content", "set-content", "out-file", "add-content")
)  # fmt: skip
_COPYING = frozenset(("cp", "copy", "copy-item", "ln", "install", "rsync"))
_EDITORS = frozenset(("sed", "gsed", "perl", "ruby"))
_FRAMEWORKS = frozenset(("pre-commit", "pre_commit", "prek", "lefthook", "husky", "overcommit"))
_HARMLESS = frozenset(("-h", "--help", "--dry-run", "-n", "--version"))
_MANAGERS = frozenset(("pip", "pip3", "uv", "pipx", "poetry", "pdm", "rye", "conda", "mamba", "brew"))
_DOORS = frozenset(("adrguard-hook", "adrguard.hooks", "adrguard.hooks.main"))
_TAKING_AWAY = frozenset(("uninstall", "remove"))


class Bypass(Record):
    """One way round: the command as it stands, what it does to the guard, and what to do instead."""

    shown: str
    why: str
    instead: str


class Place(Record):
    """Where a command line would run: the folder and its repository; `asks` where a person accepts decisions."""

    folder: str
    ground: Ground
    asks: bool = False


def may_be_one(command: str) -> bool:
    """Say, at the price of one search, whether a command has to be read at all."""
    return _MAYBE.search(command.translate(_QUOTES)) is not None or "$'" in command


def patches(command: str, folder: str) -> Iterator[tuple[str, str]]:
    """Yield each patch that a command line hands to an agent's own `apply_patch`, and the folder it is for."""
    for call in calls(command, folder):
        if call.name in ("apply_patch", "applypatch"):
            yield call.given or " ".join(call.arguments), call.folder or folder


def bypasses(command: str, place: Place) -> Iterator[Bypass]:
    """Yield every bypass that a command line holds."""
    for call in calls(command, place.folder):
        yield from (Bypass(call.shown, why, instead) for why, instead in _of(call, place))


def _of(call: Call, place: Place) -> Iterator[tuple[str, str]]:
    yield from _of_environment(call)
    if call.name == "git":
        yield from of_git(call, place.ground)
    elif call.name in _DOORS and call.arguments[:1] not in (("--help",), ("-h",)):
        yield "speaks to the guard in the place of the program that it guards", "use `adrguard check` to be judged"
    elif call.name == "adrguard":
        yield from _of_adrguard(call, asks=place.asks)
    elif call.name in _FRAMEWORKS and call.arguments[:1] == ("uninstall",):
        yield "takes away the hooks that run the guard", "leave the hooks installed"
    elif _uninstalls(call):
        yield "takes the guard away", "leave it installed"
    elif call.name.startswith(_INTERPRETERS) and _starts_git(call):
        yield "skips the hooks by which the guard judges", "commit without that option, and mend what the guard names"
    yield from _of_files(call, place.ground)


_INTERPRETERS = ("python", "pypy", "perl", "ruby", "node", "deno", "bun", "php", "awk", "gawk", "mawk")
_PROGRAM_FOLLOWS = re.compile(r"-[A-Za-z]*[ceErp]|--eval|--print|eval")
_SKIPPING = re.compile(r"\b(?P<git>git)\b|\b(?P<verb>commit|push|merge|am|pull|rebase)\b|--no-veri")
_NEAR, _NOT_FAR = 200, 500  # characters from git to its command, and from there to the option
_STARTING = re.compile(r"system|subprocess|popen|exec|spawn|qx|`|\$\(", re.IGNORECASE)


def _starts_git(call: Call) -> bool:
    """Say whether a program that is given here as text starts a git that skips its hooks."""
    given = call.name.endswith("awk") or any(_PROGRAM_FOLLOWS.fullmatch(one) for one in call.arguments)
    text = " ".join(call.arguments) if given else call.given
    return _skips_hooks(text) and _STARTING.search(text) is not None


def _skips_hooks(text: str) -> bool:
    git, verb = -_NEAR - 1, -_NOT_FAR - 1
    for found in _SKIPPING.finditer(text):
        if found["git"]:
            git = found.end()
        elif found["verb"]:
            verb = found.end() if found.start() - git <= _NEAR else verb
        elif found.start() - verb <= _NOT_FAR:
            return True
    return False


_SKIP_LISTS = frozenset(("SKIP", "PREK_SKIP", "LEFTHOOK_EXCLUDE"))
_SET_FOR_NOTHING = ("", "0", "false")


def _of_environment(call: Call) -> Iterator[tuple[str, str]]:
    instead = "run the command without that variable"
    for name, value in call.environment:
        if name == "ADRGUARD_SKIP" and value not in ("", "0"):
            yield "switches the guard off", instead
        elif name in _SKIP_LISTS and any(part.strip().startswith("adrguard") for part in value.split(",")):
            yield "skips the guard's hook", instead
        elif name.startswith("GIT_CONFIG_") and "core.hookspath" in value.lower():
            yield "has git look for its hooks elsewhere", instead
        elif name in ("HUSKY", "LEFTHOOK") and value in _SET_FOR_NOTHING[1:] and call.name == "git":
            yield "switches the hooks off that run the guard", instead


def _of_adrguard(call: Call, *, asks: bool) -> Iterator[tuple[str, str]]:
    if _HARMLESS & set(call.arguments):
        return
    words = tuple(after_options(("", *call.arguments)))
    if words[:1] == ("uninstall",):
        yield "takes the guard away", "leave it installed"
    elif words[:2] == ("baseline", "write"):
        yield "declares known what is violated now", "mend what the guard names instead"
    elif words[:1] == ("fix",) and any(word.startswith(("--suppress", "--baseline")) for word in call.arguments):
        yield "allows or declares known what is violated now", "let `adrguard fix` mend it, or mend it yourself"
    elif asks and words[:2] == ("adr", "accept"):
        yield "accepts a decision, which here is for a person to do", "tell the person that it waits to be accepted"


def _uninstalls(call: Call) -> bool:
    words = set(call.arguments)
    ours = any(word == "adrguard" or word.startswith(("adrguard@", "adrguard[")) for word in call.arguments)
    if call.name == "claude":
        return ours and "plugin" in words and bool(words & {"uninstall", "remove", "disable"})
    return ours and call.name in _MANAGERS and bool(words & _TAKING_AWAY)


_WHY = {
    HOOK: ("changes a hook by which the guard judges commits", "leave git's hooks as they are"),
    RECORD: ("changes the guard's own record", "leave it to the guard's commands"),
    SETTINGS: ("changes where git looks for its hooks", "leave git's settings of hooks as they are"),
}


_SIGNS = re.compile(r"[\s`()]+")


def _of_files(call: Call, ground: Ground) -> Iterator[tuple[str, str]]:
    for path in (*call.written, *_changed(call)):
        if any(name_of(part) == "adrguard-hook" for part in _SIGNS.split(path)):
            yield "takes away the program that judges", "leave it installed"
            return
        kind = ground.what_is(path, call)
        # Git's settings are many; only that of its hooks concerns us.
        if kind and (kind != SETTINGS or "hookspath" in f"{call.shown} {call.given}".lower()):
            yield _WHY[kind]
            return


def _changed(call: Call) -> Iterable[str]:
    """Return the files that a command changes, or takes away."""
    operands = [word for word in call.arguments if not word.startswith("-")]
    if call.name in _REMOVING:
        return operands
    if call.name in _COPYING:
        return operands[-1:]
    if call.name in _EDITORS:
        return operands if any(_edits_in_place(word) for word in call.arguments) else ()
    if call.name == "chmod":
        return _without_permission(call.arguments)
    return [word.partition("=")[2] for word in call.arguments if word.startswith("of=")] if call.name == "dd" else ()


def _edits_in_place(word: str) -> bool:
    return word.startswith("--in-place") or (word[:1] == "-" and word[:2] != "--" and "i" in word)


_MODE = re.compile(r"[ugoa]*([-=])([rwxXst]*)(?:,.*)?|0?([0-7]{3})")


def _without_permission(arguments: Sequence[str]) -> Sequence[str]:
    for number, word in enumerate(arguments):
        mode = _MODE.fullmatch(word)
        if mode is None:
            continue
        sign, letters, digits = mode.groups()
        runs = any(int(digit) & 1 for digit in digits) if digits else (sign == "-") != ("x" in letters)
        return () if runs else [one for one in arguments[number + 1 :] if not one.startswith("-")]
    return ()
