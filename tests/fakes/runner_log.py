"""How a GitHub runner reads the log of a job: which of its lines it obeys."""

from __future__ import annotations

import re
from typing import NamedTuple

KNOWN = frozenset(
    ("error", "warning", "notice", "debug", "group", "endgroup", "add-mask", "add-path", "add-matcher", "remove-matcher",
     "set-env", "set-output", "save-state", "echo", "stop-commands")
)  # fmt: skip


class Command(NamedTuple):
    name: str
    properties: dict[str, str]
    data: str


def obeyed(log: str) -> list[Command]:
    """Return the commands that the runner carries out."""
    found: list[Command] = []
    resume = ""
    for line in re.split(r"\r\n|\r|\n", log):
        command = _parsed(line, KNOWN | {resume} if resume else KNOWN)
        if resume:
            if command and command.name == resume:
                resume = ""
        elif command and command.name == "stop-commands":
            resume = command.data
        elif command:
            found.append(command)
    assert not resume, "the reading of commands was not resumed"
    return found


def _parsed(line: str, known: frozenset[str]) -> Command | None:
    text = line.lstrip()
    if text.startswith("::") and "::" in text[2:]:
        head, _, data = text[2:].partition("::")
        name, _, rest = head.partition(" ")
        if name in known:
            pairs = [pair.partition("=") for pair in rest.strip().split(",") if "=" in pair]
            values = {key: _unescaped(value, (":", ",")) for key, _, value in pairs}
            return Command(name, values, _unescaped(data))
    at = line.find("##[")
    if at >= 0 and "]" in line[at:]:
        name = line[at + 3 : line.index("]", at)].partition(" ")[0]
        if name in known:
            return Command(name, {}, line[line.index("]", at) + 1 :])
    return None


def _unescaped(text: str, more: tuple[str, ...] = ()) -> str:
    for char in ("\r", "\n", *more, "%"):
        text = text.replace(f"%{ord(char):02X}", char)
    return text
