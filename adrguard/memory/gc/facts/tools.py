"""What the tools of agents do, by their names: read, run a command, edit, or none of these."""

from __future__ import annotations

import functools
import re
from typing import TYPE_CHECKING

from adrguard.memory.tables import words

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from adrguard.memory.gc.parts import Call

READ, RUN, EDIT, TALK, OTHER = "read", "run", "edit", "talk", "other"

_READING = words(
    """
    read readfile readmanyfiles readtextfile readfiles view viewfile open openfile cat getfilecontents
    notebookread ls listdir listdirectory listfiles glob globfilesearch findfiles filesearch grep grepsearch
    search searchfiles searchcode codebasesearch webfetch webfetchtool websearch fetch toolsearch tree
    readresource recallmemory inspectlognode readlints getdiagnostics viewimage
    """
)
_RUNNING = words(
    """
    bash shell exec execcommand executecommand runcommand runterminalcmd runinterminal terminal runshellcommand
    localshell execute powershell cmd bashoutput writestdin unifiedexec runtests sh
    """
)
_EDITING = words(
    """
    edit multiedit write notebookedit strreplaceeditor strreplacebasededittool strreplace texteditor applypatch
    writefile replace editfile createfile writetofile replaceinfile searchreplace inserteditintofile
    replacestringinfile multireplacestringinfile deletefile removefile applydiff insertcontent insert create
    editnotebook editnotebookfile movefile renamefile appendfile
    """
)
_TALKING = words(
    """
    task agent todowrite todoread updateplan writetodos managetodolist taskcreate taskupdate tasklist taskget
    askuserquestion askfollowupquestion askuser exitplanmode enterplanmode skill think attemptcompletion
    flushsession distillsessionskill sendmessage
    """
)
_EDITING_WORDS = words(
    """
    edit write patch replace append create delete remove rename move insert update
    """
)
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_VIEWING = frozenset(("view", "undo_edit"))
PATHS = words(
    """
    filepath path notebookpath filename file targetfile absolutepath relativepath relativeworkspacepath targetpath
    newpath oldpath destination source uri
    """
)
_SHOWN = 80
_MOST_NAMES = 1024
_COMMANDS = ("command", "cmd", "commands", "script", "input")


@functools.lru_cache(_MOST_NAMES)
def plain_name(name: str) -> str:
    """Return a tool's name without its server's, in lower case and without signs."""
    last = name.rpartition("__")[2].rpartition(".")[2].rpartition("/")[2]
    return "".join(char for char in last.lower() if char.isalnum())


def kind_of(name: str, arguments: Mapping[str, Any]) -> str:
    """Return what a call does."""
    plain = plain_name(name)
    if plain in _EDITING:
        return READ if arguments.get("command") in _VIEWING else EDIT
    for names, kind in ((_RUNNING, RUN), (_READING, READ), (_TALKING, TALK)):
        if plain in names:
            return kind
    if _EDITING_WORDS & {word.lower() for word in _WORDS.findall(name)} and paths_of(arguments):
        return EDIT
    return RUN if command_of(arguments) and "command" in arguments else OTHER


def kind(call: Call | None) -> str:
    """Return what a call does that may not be known."""
    return kind_of(call.name, call.arguments) if call else OTHER


def about(call: Call | None) -> str:
    """Return a call in a few words: the tool, and its command or the file that it is about."""
    if not call:
        return ""
    given = command_of(call.arguments) or next(iter(paths_of(call.arguments)), "")
    shown = " ".join(given.split())
    return f"{call.name} {shown if len(shown) <= _SHOWN else shown[: _SHOWN - 1] + '…'}".strip()


def command_of(arguments: Mapping[str, Any]) -> str:
    """Return the command line of a call, "" where it has none."""
    for key in _COMMANDS:
        given = arguments.get(key)
        if isinstance(given, str):
            return given
        if isinstance(given, list) and given and all(isinstance(one, str) for one in given):
            return given[-1] if len(given) > 1 and given[1] in ("-c", "-lc") else " ".join(given)
    return ""


def paths_of(arguments: Any) -> list[str]:
    """Return the paths that arguments name, at any depth, in order."""
    if isinstance(arguments, list):
        return [path for one in arguments for path in paths_of(one) if isinstance(one, dict)]
    found: list[str] = []
    for key, value in arguments.items() if isinstance(arguments, dict) else ():
        if isinstance(value, str) and value and plain_name(key) in PATHS:
            found.append(value)
        elif isinstance(value, list):
            found += paths_of(value)
    return found
