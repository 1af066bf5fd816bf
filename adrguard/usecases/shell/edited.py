"""Which files a command line writes, changes or takes away, as far as its words tell."""

from __future__ import annotations

from adrguard.usecases.shell.calls import calls

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from adrguard.usecases.shell.calls import Call

_ALL = frozenset(
    ("rm", "unlink", "mv", "move", "move-item", "del", "remove-item", "tee", "touch", "truncate", "set-content",
     "out-file", "add-content")
)  # fmt: skip
_LAST = frozenset(("cp", "copy", "copy-item", "ln", "install"))
_SCRIPTED = frozenset(("sed", "gsed", "perl"))
_GIT = frozenset(("mv", "rm"))
_LONGEST = 20_000


def edited(command: str) -> Iterator[str]:
    """Yield the files, relative to where the command runs."""
    if len(command) > _LONGEST:
        return
    for call in calls(command, ""):
        yield from (path for path in (*call.written, *_changed(call)) if path and not path.startswith("&"))


def _changed(call: Call) -> Sequence[str]:
    operands = [word for word in call.arguments if not word.startswith("-")]
    if call.name == "git" and operands and operands[0] in _GIT:
        return operands[1:]
    if call.name in _ALL:
        return operands
    if call.name in _LAST:
        return operands[-1:]
    return _scripted(call) if call.name in _SCRIPTED else ()


def _scripted(call: Call) -> Sequence[str]:
    """Return the files that a stream editor changes in place; its script is no file."""
    options = [word for word in call.arguments if word.startswith("-") and not word.startswith("--")]
    if not any("i" in word for word in options) and not any(word.startswith("--in-place") for word in call.arguments):
        return ()
    words, has_script = [], False
    waiting = False
    for word in call.arguments:
        if waiting:
            waiting, has_script = False, True
        elif word.startswith("-"):
            waiting = word[:2] != "--" and word.endswith("e")
        else:
            words.append(word)
    return words if has_script else words[1:]
