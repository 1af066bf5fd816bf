"""What a coding agent's hook asks of the guard, and what it is answered, whichever agent that is."""

from __future__ import annotations

from adrguard.model.record import Record

STOP = "stop"
SUBAGENT_STOP = "subagent stop"
BEFORE_EDIT = "before edit"
BEFORE_SHELL = "before shell"
AFTER_EDIT = "after edit"
START = "start"
PROMPT = "prompt"
OTHER = "other"

WRITE = "write"
REPLACE = "replace"
PATCH = "patch"
NOTEBOOK = "notebook"
UNKNOWN = "unknown"


class Replacement(Record):
    """One replacement in a file's text: the first occurrence of `old`, or `every` one."""

    old: str
    new: str
    every: bool = False


class Edit(Record):
    """An edit that an agent is about to make, or has made.

    `kind` says what tells the new text: ``write`` (`text` is the whole file), ``replace`` (`replacements`, one after
    the other), ``patch`` (`text` is a patch that names its files itself), ``notebook`` (`text` is the new source of the
    cell `cell`), ``unknown`` (only the path is known). `path` is as the agent gave it, relative to the event's folder
    or absolute, "" for a patch. `mode` says what happens to a notebook's cell: ``replace`` ("" is the same),
    ``insert`` (a new one below `cell`; at the top where none is named) or ``delete``.
    """

    kind: str
    path: str
    text: str = ""
    replacements: tuple[Replacement, ...] = ()
    cell: str = ""
    mode: str = ""


class Event(Record):
    """One call of a hook.

    agent      name of the agent (``claude``, ``codex``, …)
    kind       one of the words above
    name       the event as the agent calls it
    cwd        the folder that the agent is in: what it says itself, never what an environment variable says
    session    the agent's own id of the conversation, "" when it gives none
    turn       its id of the prompt or turn that is being answered, "" when it gives none
    subagent   id of the subagent that this is about, "" for the agent itself
    source     of a start: ``startup``, ``resume``, ``clear``, ``compact``, ``fork``
    tool       name of the tool, as the agent calls it
    edits      of an edit: what is written
    command    of a shell call: the command line
    again      the agent goes on only because a hook told it to
    project    the folder in which the agent was started, where it tells that; it counts where `cwd` is in no repository
    """

    agent: str
    kind: str
    name: str
    cwd: str
    session: str = ""
    turn: str = ""
    subagent: str = ""
    source: str = ""
    tool: str = ""
    edits: tuple[Edit, ...] = ()
    command: str = ""
    again: bool = False
    project: str = ""


class Answer(Record):
    """What the guard has to say to an event.

    block     the agent must not stop, or must not do what it is about to; `reason` says what is wrong and what to do
    ask       the person has to be asked first (only before an edit or a shell call); `reason` says why
    reason    for the agent; at most 8,000 characters
    context   for the agent, without stopping it: advice after an edit, the loadout at a start
    note      for the person only
    """

    block: bool = False
    ask: bool = False
    reason: str = ""
    context: str = ""
    note: str = ""


SILENT = Answer()
