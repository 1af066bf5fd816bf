"""What a call of an agent's tool does: writes files, or runs a command.

Names tell which tool edits and which runs commands; how the edit is given is read from the shape of its arguments,
which the agents name in few ways.
"""

from __future__ import annotations

from adrguard.hooks.agents.reply import word
from adrguard.model.agents import (
    AFTER_EDIT,
    BEFORE_EDIT,
    BEFORE_SHELL,
    NOTEBOOK,
    OTHER,
    PATCH,
    REPLACE,
    UNKNOWN,
    WRITE,
    Edit,
    Event,
    Replacement,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.hooks.wire import Payload

# As `_plain` spells them.
_EDITS = frozenset(
    (
        "applypatch",
        "create",
        "createfile",
        "edit",
        "editfile",
        "editnotebook",
        "editnotebookfile",
        "insert",
        "inserteditintofile",
        "multiedit",
        "multireplacestringinfile",
        "notebookedit",
        "patch",
        "replace",
        "replaceinfile",
        "replacestringinfile",
        "searchreplace",
        "strreplace",
        "strreplacebasededittool",
        "strreplaceeditor",
        "write",
        "writefile",
        "writetofile",
    )
)
_SHELLS = frozenset(
    (
        "bash",
        "execcommand",
        "executecommand",
        "localshell",
        "powershell",
        "runcommand",
        "runinterminal",
        "runshellcommand",
        "runterminalcmd",
        "shell",
        "terminal",
    )
)
_PATHS = ("file_path", "filePath", "path", "absolute_path", "target_file", "notebook_path")
_TEXTS = ("content", "contents", "file_text", "fileText")
_OLD = ("old_string", "oldString", "old_str", "oldText")
_NEW = ("new_string", "newString", "new_str", "newText")
_EVERY = ("replace_all", "replaceAll", "allow_multiple")
_PATCHES = ("input", "patch", "patchText", "command")
_LISTS = ("edits", "replacements")
_BEGIN_PATCH = "*** Begin Patch"


def with_tool(event: Event, name: str, arguments: object, *, before: bool) -> Event:
    """Return the event with what its tool is about to do, or has done: an edit, a command, or something else."""
    plain = _plain(name)
    if plain in _SHELLS:
        command = _command(arguments)
        return event.replace(kind=BEFORE_SHELL if before and command else OTHER, tool=name, command=command)
    edits = _edits_of(plain, arguments) if plain in _EDITS else ()
    kind = (BEFORE_EDIT if before else AFTER_EDIT) if edits else OTHER
    return event.replace(kind=kind, tool=name, edits=edits)


def _plain(name: str) -> str:
    return name.lower().replace("_", "").replace("-", "")


def _command(arguments: object) -> str:
    value = arguments.get("command", arguments.get("cmd")) if isinstance(arguments, dict) else arguments
    if isinstance(value, list):
        return " ".join([_quoted(one) for one in value if isinstance(one, str)])
    return value if isinstance(value, str) else ""


def _quoted(text: str) -> str:
    bare = text.replace("-", "").replace("_", "").replace("/", "").replace(".", "").replace("=", "")
    return text if bare.isalnum() else "'" + text.replace("'", "'\"'\"'") + "'"


def _edits_of(tool: str, arguments: object) -> tuple[Edit, ...]:
    if isinstance(arguments, str):
        return (Edit(PATCH, "", arguments),) if _BEGIN_PATCH in arguments else ()
    if not isinstance(arguments, dict):
        return ()
    if tool in ("applypatch", "patch"):
        text = word(arguments, *_PATCHES)
        return (Edit(PATCH, "", text),) if text else ()
    if arguments.get("command") in ("view", "undo_edit"):
        return ()  # a tool that reads as well
    path = word(arguments, *_PATHS)
    listed = next((value for name in _LISTS if isinstance(value := arguments.get(name), list)), None)
    if listed is not None:
        return tuple(_grouped(path, [one for one in listed if isinstance(one, dict)]))
    return (_edit(path, arguments),) if path else ()


def _edit(path: str, arguments: Payload) -> Edit:
    if "new_source" in arguments or "notebook_path" in arguments:
        mode = word(arguments, "edit_mode")
        # A new cell has no name yet: the one that is named is the one before it.
        cell = "" if mode == "insert" else word(arguments, "cell_id")
        return Edit(NOTEBOOK, path, word(arguments, "new_source"), cell=cell, mode=mode)
    if _has(arguments, _OLD) and _has(arguments, _NEW):
        return _replacing(path, (_replacement(arguments),))
    if _has(arguments, _TEXTS):
        return Edit(WRITE, path, word(arguments, *_TEXTS))
    if isinstance(arguments.get("diff"), str):
        return _replacing(path, tuple(_marked(word(arguments, "diff"))))
    return Edit(UNKNOWN, path)


def _has(arguments: Payload, names: tuple[str, ...]) -> bool:
    return any(isinstance(arguments.get(name), str) for name in names)


def _replacement(arguments: Payload) -> Replacement:
    expected = arguments.get("expected_replacements")
    every = any(arguments.get(name) is True for name in _EVERY) or (isinstance(expected, int) and expected > 1)
    return Replacement(word(arguments, *_OLD), word(arguments, *_NEW), every)


def _replacing(path: str, replacements: tuple[Replacement, ...]) -> Edit:
    if not replacements:
        return Edit(UNKNOWN, path)
    if len(replacements) == 1 and not replacements[0].old:
        return Edit(WRITE, path, replacements[0].new)  # how a new file is written by a tool that replaces
    return Edit(REPLACE, path, replacements=replacements)


def _grouped(path: str, parts: list[dict[str, object]]) -> Iterator[Edit]:
    """Give one edit for each file that a list of replacements speaks of."""
    by_path: dict[str, list[Replacement]] = {}
    for part in parts:
        by_path.setdefault(word(part, *_PATHS) or path, []).append(_replacement(part))
    for one, replacements in by_path.items():
        if one:
            yield _replacing(one, tuple(replacements))


def _marked(text: str) -> Iterator[Replacement]:
    """Read blocks of SEARCH and REPLACE between lines of marks."""
    old: list[str] = []
    new: list[str] = []
    into: list[str] | None = None
    for line in text.splitlines(keepends=True):
        bare = line.strip()
        if bare.endswith(" SEARCH") and bare[:3] in ("---", "<<<"):
            old, new = [], []
            into = old
        elif into is old and bare and not bare.strip("="):
            into = new
        elif into is new and bare.endswith(" REPLACE") and bare[:3] in ("+++", ">>>"):
            yield Replacement("".join(old), "".join(new))
            into = None
        elif into is not None:
            into.append(line)


def nested(event: Event, payload: Payload, *, before: bool) -> Event:
    """Read a tool call as most agents send it: `tool_name` and `tool_input`."""
    return with_tool(event, word(payload, "tool_name"), payload.get("tool_input"), before=before)
