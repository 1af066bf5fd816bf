"""The settings files of agents: read and written within their scope only, changed by the module of their form."""

from __future__ import annotations

import json
import os
import re
from types import ModuleType
from typing import TYPE_CHECKING

from adrguard.install.agents import json_settings, toml_settings, yaml_settings
from adrguard.install.agents.programs import is_ours, quoted
from adrguard.install.agents.wanted import JSON, JSON5, OWN, TOML, YAML
from adrguard.model.errors import AdrguardError
from adrguard.system import files

if TYPE_CHECKING:
    from adrguard.install.agents.json_settings import Empties
    from adrguard.install.agents.wanted import Target

LARGEST = 8 * 1024 * 1024
_MARKS = (b"# Written by adrguard;", b"// adrguard for OpenCode:")
_PROGRAM = re.compile(r"(?m)^const PROGRAM = (\[[^\]\n]*\])")
_BOM = b"\xef\xbb\xbf"
_FORMS: dict[str, ModuleType] = {JSON: json_settings, JSON5: json_settings, TOML: toml_settings, YAML: yaml_settings}


def read(target: Target) -> bytes | None:
    """Return the bytes of a settings file, None when there is none.

    A link is followed as long as it stays within the target's scope. Raises `AdrguardError` for everything else.
    """
    path = real_path(target)
    try:
        return files.read_regular(path, LARGEST)
    except FileNotFoundError:
        return None


def real_path(target: Target) -> str:
    """Return where a settings file really lies. Raises `AdrguardError` where a link leads out of its scope."""
    path = os.path.realpath(target.path)
    if not files.is_inside(path, target.inside):
        msg = f"{target.path}: leads out of {target.inside}, to {path}"
        raise AdrguardError(msg, "make it a file of its own there, or add the entries to it by hand")
    return path


def added(target: Target, data: bytes | None, empties: Empties) -> bytes:
    """Return the bytes with our entries as they are wanted now. Raises `AdrguardError`."""
    if target.form == OWN:
        if data is not None and not is_own(data):
            msg = f"{target.path} is there already, and not ours"
            raise AdrguardError(msg, "move it away, or call `adrguard-hook agent` from it")
        return target.text.encode()
    bom, text = _decoded(target, data)
    new: str = _FORMS[target.form].added(target, text, empties)
    return bom + new.encode()


def removed(target: Target, data: bytes, empties: Empties) -> bytes | None:
    """Return the bytes without our entries, None when the file was not there before. Raises `AdrguardError`."""
    if target.form == OWN:
        return None if is_own(data) else data
    bom, text = _decoded(target, data)
    new: str | None = _FORMS[target.form].removed(target, text, empties)
    return None if new is None else bom + new.encode()


def registered(target: Target, data: bytes) -> tuple[list[tuple[str, str]], bool]:
    """Return our hooks, each as event and command line, and whether the MCP server is there. Raises `AdrguardError`."""
    if target.form == OWN:
        name = os.path.splitext(os.path.basename(target.path))[0]
        line = _own_line(data.decode("utf-8", "replace")) if is_own(data) else ""
        return ([(name, line)] if line else []), False
    found: tuple[list[tuple[str, str]], bool] = _FORMS[target.form].registered(target, _decoded(target, data)[1])
    return found


def is_own(data: bytes) -> bool:
    """Say whether a whole file is ours."""
    return any(mark in data[:400] for mark in _MARKS)


def _own_line(text: str) -> str:
    """Return the command line that a file of ours runs."""
    listed = _PROGRAM.search(text)
    if listed is None:
        return next((line for line in reversed(text.splitlines()) if is_ours(line)), "")
    try:
        words = json.loads(listed[1])
    except ValueError:
        return ""
    return " ".join([*(quoted(word) for word in words if isinstance(word, str)), "agent opencode"])


def _decoded(target: Target, data: bytes | None) -> tuple[bytes, str | None]:
    if data is None:
        return b"", None
    bom = _BOM if data.startswith(_BOM) else b""
    try:
        return bom, data[len(bom) :].decode("utf-8")
    except UnicodeDecodeError as error:
        msg = f"{target.path}: not UTF-8: {error.reason} at byte {error.start}"
        raise AdrguardError(msg, "save the file as UTF-8") from error
