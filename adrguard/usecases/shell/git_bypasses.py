"""The ways round the guard that git itself offers: hooks skipped or looked for elsewhere, and files hidden."""

from __future__ import annotations

import os

from adrguard.usecases.shell.calls import calls, changed
from adrguard.usecases.shell.options import of_alias

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adrguard.usecases.shell.calls import Call
    from adrguard.usecases.shell.ground import Ground

_SKIPPING = frozenset(("--no-verify", "--no-verif", "--no-veri"))
"""The option and what git takes for it."""
_WITH_LETTER = frozenset(("commit", "am"))
"""Where `-n` means the same; elsewhere it is `--dry-run`, `--no-stat` or a number."""
_TAKES_REST = {"commit": "mFCctuSU", "am": "pCS"}
_TAKES_NEXT = {"commit": "mFCct", "am": "pC"}
_VALUED = frozenset(
    ("--message", "--file", "--author", "--date", "--template", "--reuse-message", "--reedit-message", "--fixup",
     "--squash", "--cleanup", "--trailer", "--pathspec-from-file", "--push-option", "--receive-pack", "--repo",
     "--strategy", "--strategy-option", "--onto", "--exec", "-x", "-o", "-X", "-s", "--into-name")
)  # fmt: skip
_SHORT_VALUED = {"merge": ("-m", "-F"), "push": ("-o",), "rebase": ("-x",), "pull": ("-s", "-X"), "notes": ("-m", "-F")}
_READING = frozenset(
    ("status", "log", "diff", "show", "blame", "grep", "ls-files", "ls-tree", "ls-remote", "rev-parse", "rev-list",
     "cat-file", "describe", "shortlog", "reflog", "help", "version", "branch", "tag", "remote", "fetch", "config",
     "check-ignore", "check-attr", "name-rev", "merge-base", "diff-tree", "diff-index", "diff-files", "var")
)  # fmt: skip
_GLOBAL_VALUED = ("-C", "-c", "--git-dir", "--work-tree", "--namespace", "--config-env", "--super-prefix")
_HOOKS_PATH = "core.hookspath"
_PLACES = frozenset(("core.bare", "core.worktree", "core.excludesfile", "core.attributesfile", "include.path"))
"""Settings by which git, and so the guard, sees other files than lie here."""
_PLACING = frozenset(("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"))
_NOTHING = ("", os.devnull, "/dev/null", ".git")
_COMMITTING = frozenset(("commit", "am", "merge", "cherry-pick", "revert", "rebase", "pull"))

_WITHOUT = "the same command without that option, and mend what the guard names"
_ELSEWHERE = ("has git look for its hooks elsewhere", "leave git's settings of hooks as they are")


def of_git(call: Call, ground: Ground) -> Iterator[tuple[str, str]]:
    """Yield what a call of git does to the guard, and what to do instead."""
    folder, settings, rest = _opened(call)
    if not rest or not ground.is_meant(folder, fresh=call.fresh):
        return
    name, arguments = rest[0], rest[1:]
    if name not in _READING:
        for key, value in settings:
            if key.lower() == _HOOKS_PATH and not ground.holds_hook(value):
                yield _ELSEWHERE
        if name in _COMMITTING and any(key in _PLACING and value not in _NOTHING for key, value in call.environment):
            yield "has git look elsewhere for what it commits, or for its settings", "leave that variable out"
        if _skips(name, arguments):
            yield "skips the hooks by which the guard judges", _WITHOUT
    if name == "config":
        yield from _of_config(arguments, ground)
    if name == "update-index" and any(one in ("--assume-unchanged", "--skip-worktree") for one in arguments):
        yield "hides changes of files from git, and so from the guard", "leave git to see every change"


def _opened(call: Call) -> tuple[str | None, list[tuple[str, str]], list[str]]:
    """Return where git is to work, the settings on its command line, and the subcommand with its arguments."""
    folder, settings = call.folder, list[tuple[str, str]]()
    words = list(call.arguments)
    while words and words[0].startswith("-"):
        option, sign, value = words.pop(0).partition("=")
        if option in _GLOBAL_VALUED and not sign:
            value = words.pop(0) if words else ""
        if option == "-C":
            folder = changed(folder, value)
        elif option == "--git-dir":
            above = value.rstrip("/").removesuffix(".git") or os.curdir
            folder = changed(folder, above)
        elif option in ("-c", "--config-env"):
            key, _, setting = value.partition("=")
            settings.append((key, setting))
    return folder, settings, words


def _skips(name: str, arguments: Sequence[str]) -> bool:
    words = list(arguments)
    while words:
        word = words.pop(0)
        if word == "--":
            return False
        if word in _SKIPPING:
            return True
        if word in _VALUED or word in _SHORT_VALUED.get(name, ()):
            words[:1] = []
        elif name in _WITH_LETTER and word[:1] == "-" and word[:2] != "--":
            skips, takes_next = _bundle(name, word[1:])
            if skips:
                return True
            words[:1] = [] if takes_next else words[:1]
    return False


def _bundle(name: str, letters: str) -> tuple[bool, bool]:
    """Say of a bundle of letters whether `n` is one of them, and whether the next word is the value of the last."""
    for number, letter in enumerate(letters):
        if letter == "n":
            return True, False
        if letter in _TAKES_REST[name]:
            return False, letter in _TAKES_NEXT[name] and number == len(letters) - 1
    return False, False


_CONFIG_VALUED = ("-f", "--file", "--blob", "-t", "--type", "--default", "--value", "--comment", "--url")
_CONFIG_READS = ("--get", "--get-all", "--get-regexp", "--get-urlmatch", "-l", "--list")
_CONFIG_WORDS = ("set", "unset", "get", "list", "edit", "rename-section", "remove-section")


def _of_config(arguments: Sequence[str], ground: Ground) -> Iterator[tuple[str, str]]:
    options, operands = [], []
    words = list(arguments)
    while words:
        word = words.pop(0)
        if word.startswith("-"):
            options.append(word)
            words[:1] = [] if word in _CONFIG_VALUED else words[:1]
        else:
            operands.append(word)
    action = operands.pop(0) if operands[:1] and operands[0] in _CONFIG_WORDS else ""
    if any(one in _CONFIG_READS for one in options) or action in ("get", "list", "edit") or not operands:
        return
    key, values = operands[0].lower(), operands[1:]
    if key == _HOOKS_PATH:
        unset = action == "unset" or any(one.startswith("--unset") for one in options)
        folder = ground.default_hooks() if unset else next(iter(values), "")
        if (unset or values) and not ground.holds_hook(folder):
            yield _ELSEWHERE
    elif (key in _PLACES or key.startswith("includeif.")) and values[:1] not in ([], ["false"], [""]):
        yield "has git see other files than lie here, or other settings", "leave git's settings of places as they are"
    elif key.startswith("alias.") and values and _makes_skip(values[0]):
        yield "makes a command that skips the hooks by which the guard judges", "leave the option out of the alias"


def _makes_skip(alias: str) -> bool:
    """Say whether what an alias stands for skips the hooks, in any of its commands."""
    if _SKIPPING & set(alias.split()):
        return True
    opened = [_opened(one)[2] for one in calls(of_alias(alias), os.sep) if one.name == "git"]
    return any(_skips(rest[0], rest[1:]) for rest in opened if rest)
