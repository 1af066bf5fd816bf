"""How programs that run other programs are told which: what of their words are options, and where the other begins."""

from __future__ import annotations

import re
from itertools import pairwise

from adrguard.usecases.shell.script import Command, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

SHELLS = frozenset(("sh", "bash", "zsh", "dash", "ksh", "mksh", "ash", "fish", "rbash", "cmd", "powershell", "pwsh"))
_WINDOWS = ("cmd", "powershell", "pwsh")
_ENDINGS = (".exe", ".cmd", ".bat", ".ps1")
_NAME = re.compile(r"[A-Za-z_]\w*=", re.ASCII)

# Per program: the options whose value is the next word, and how many operands stand before the command.
_WRAPPERS: dict[str, tuple[str, int]] = {
    "sudo": ("-u -g -h -p -C -D -R -T -U -r -t --user --group --host --prompt --chdir", 0),
    "doas": ("-u -C", 0),
    "env": ("-u --unset -C --chdir -S --split-string", 0),
    "command": ("", 0),
    "builtin": ("", 0),
    "exec": ("-a", 0),
    "nohup": ("", 0),
    "setsid": ("", 0),
    "time": ("-f -o --format --output", 0),
    "nice": ("-n --adjustment", 0),
    "ionice": ("-c -n --class --classdata", 0),
    "timeout": ("-s -k --signal --kill-after", 1),
    "gtimeout": ("-s -k --signal --kill-after", 1),
    "stdbuf": ("-i -o -e --input --output --error", 0),
    "flock": ("-w -E --timeout --conflict-exit-code", 1),
    "watch": ("-n --interval", 0),
    "chronic": ("", 0),
    "unbuffer": ("", 0),
    "winpty": ("", 0),
    "busybox": ("", 0),
    "caffeinate": ("-t -w", 0),
    "strace": ("-o -e -s -p -E", 0),
    "xargs": ("-I -n -P -L -d -E -s -a --max-args --max-procs --replace --delimiter --arg-file", 0),
    "uvx": ("--from --with -p --python", 0),
    "npx": ("-p --package", 0),
    "bunx": ("-p --package", 0),
}
_RUNNERS = {
    "uv": ("run",),
    "poetry": ("run",),
    "pdm": ("run",),
    "hatch": ("run",),
    "rye": ("run",),
    "pipenv": ("run",),
    "pipx": ("run",),
    "bundle": ("exec",),
    "pnpm": ("exec", "dlx"),
    "yarn": ("exec", "dlx", "run"),
    "npm": ("exec", "x"),
    "mise": ("exec", "x"),
}
_OF_RUNNERS = "--with --python -p --extra --group --project --directory --env-file --package --from --spec"
_PYTHONS = ("python", "python3", "py", "pypy", "pypy3")
STARTERS = frozenset((*_WRAPPERS, *_RUNNERS, *_PYTHONS))
_JOINED = ("eval", "trap", "iex", "invoke-expression")
_WITH_SCRIPT = ("su", "runuser", "script")


def name_of(word: str) -> str:
    """Return a program's name without its folder and, as on Windows, its ending."""
    name = word.replace("\\", "/").rpartition("/")[2]
    if name.lower().startswith("$env:"):
        return name.lower()
    lower = name.lower()
    return next((lower.removesuffix(ending) for ending in _ENDINGS if lower.endswith(ending)), lower)


def assignments(words: Sequence[str]) -> tuple[list[str], list[tuple[str, str]]]:
    """Split off what is assigned at the beginning, as `env` and `sudo` take it too."""
    found: list[tuple[str, str]] = []
    rest = list(words)
    while rest and _NAME.match(rest[0]):
        name, _, value = rest.pop(0).partition("=")
        found.append((name, value))
    return rest, found


def after_options(words: Sequence[str], valued: str = "", operands: int = 0) -> list[str]:
    """Return the words after a program's name and options, and after so many operands."""
    takes = valued.split()
    at = 1
    while at < len(words) and words[at].startswith("-") and words[at] != "-":
        at += 1
        if words[at - 1] == "--":
            break
        at += 1 if words[at - 1] in takes else 0
    return list(words[at + operands :])


def started(name: str, words: Sequence[str]) -> tuple[str, list[str]]:
    """Return the folder ("" for the same one) and the words of what such a program starts; none if nothing."""
    if name in _PYTHONS:
        at = next((number for number, word in enumerate(words) if word == "-m"), len(words))
        return "", list(words[at + 1 :])
    if name in _RUNNERS:
        rest = after_options(words, _OF_RUNNERS)
        inner = rest and rest[0] in _RUNNERS[name]
        return "", after_options(rest, _OF_RUNNERS) if inner else []
    valued, operands = _WRAPPERS[name]
    rest = after_options(words, valued, operands)
    if name == "command" and any(word in ("-v", "-V") for word in words[1:2]):
        return "", []
    if name != "env":
        return "", rest
    split = _value(words, ("-S", "--split-string"))
    return _value(words, ("-C", "--chdir")), [*(_words(split) if split else []), *rest]


def _value(words: Sequence[str], options: Iterable[str]) -> str:
    for option in options:
        if option in words[:-1]:
            return words[words.index(option) + 1]
        attached = next((word for word in words if word.startswith(f"{option}=") and option.startswith("--")), "")
        if attached:
            return attached.partition("=")[2]
    return ""


def _words(text: str) -> list[str]:
    commands = [item for item in read(text).items if isinstance(item, Command)]
    return [word for one in commands for word in [*[f"{key}={value}" for key, value in one.assigned], *one.words]]


def script_of_shell(name: str, words: Sequence[str], given: str) -> str:
    """Return the script that a shell is told to run, "" where it is told in another file."""
    if name in _WINDOWS:
        at = next((number for number, word in enumerate(words) if word.lower() in _COMMAND_OPTIONS), len(words))
        return " ".join(words[at + 1 :]) or given
    at, command = 1, False
    while at < len(words) and words[at][:1] in ("-", "+") and len(words[at]) > 1:
        word = words[at]
        if word.startswith("--"):
            command = command or word == "--command"
            at += 1 if word in ("--rcfile", "--init-file") else 0
        else:
            command = command or "c" in word
            at += 1 if word.endswith("o") else 0
        at += 1
    if command:
        return words[at] if at < len(words) else ""
    return given if at >= len(words) or "-s" in words else ""


_COMMAND_OPTIONS = ("/c", "/k", "-c", "-command")


def joined_script(name: str, arguments: Sequence[str]) -> str:
    """Return what a program runs as a script of the same shell, "" for most."""
    if name in _JOINED:
        return arguments[0] if name == "trap" and arguments else " ".join(arguments)
    if name in _WITH_SCRIPT:
        return _value(["", *arguments], ("-c", "--command"))
    return ""


def script_of_git(arguments: Sequence[str]) -> str:
    """Return what git is told to run: in a rebase, in each submodule, while it bisects, or by an alias given here."""
    scripts = []
    for option, value in pairwise(arguments):
        if option in ("-x", "--exec") and "rebase" in arguments:
            scripts.append(value)
        elif option == "-c" and value.lower().startswith("alias."):
            scripts.append(of_alias(value.partition("=")[2]))
    for first, second in (("submodule", "foreach"), ("bisect", "run")):
        if first in arguments and second in arguments:
            rest = [word for word in arguments[arguments.index(second) + 1 :] if word != "--recursive"]
            scripts.append(rest[0] if len(rest) == 1 else " ".join(map(_requoted, rest)))
    return "\n".join(scripts)


def of_alias(value: str) -> str:
    """Return the command that an alias of git stands for."""
    return value[1:] if value.startswith("!") else f"git {value}"


def _requoted(word: str) -> str:
    return "'" + word.replace("'", "'\\''") + "'"
