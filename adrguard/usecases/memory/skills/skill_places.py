"""Where other programs keep the skills of a user."""

from __future__ import annotations

import os
import re

from adrguard.memory.distill.skill_file import HERMES
from adrguard.model.errors import UsageError
from adrguard.model.record import Record
from adrguard.system import skill_folders

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_PROFILE = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}")


class Place(Record):
    """The folder of all skills, and the one in it that a new skill's own folder goes into."""

    top: str
    folder: str


def place_of(target: str, category: str, environ: Mapping[str, str] | None = None) -> Place:
    """Return where a skill goes; Hermes sorts skills by category ("": not), Oh My Pi did not until lately.

    Raises `UsageError` where the environment names no whole path: it would be another folder wherever one stands.
    """
    environ = os.environ if environ is None else environ
    if target == HERMES:
        top = os.path.join(_whole(_hermes(environ)), "skills")
        return Place(top, os.path.join(top, category) if category else top)
    top = os.path.join(_whole(_omp(environ)), "skills")
    return Place(top, top)


def _whole(folder: str) -> str:
    if not os.path.isabs(folder):
        raise UsageError(
            f"the skills are to go to {folder}, which is no whole path",
            "name the whole path in HOME, HERMES_HOME or PI_CODING_AGENT_DIR, whichever says so; ~ is not read there",
        )
    return folder


def _hermes(environ: Mapping[str, str]) -> str:
    named = environ.get("HERMES_HOME", "").strip()
    local = environ.get("LOCALAPPDATA", "").strip() if os.name == "nt" else ""
    return named or (os.path.join(local, "hermes") if local else os.path.join(skill_folders.home(), ".hermes"))


def _omp(environ: Mapping[str, str]) -> str:
    """Return the agent's folder as Oh My Pi finds it: by its profile, else by its variables, else `~/.omp/agent`."""
    root = os.path.join(skill_folders.home(), environ.get("PI_CONFIG_DIR", "") or ".omp")
    profile = environ.get("OMP_PROFILE", environ.get("PI_PROFILE", "")).strip()
    if profile != "default" and _PROFILE.fullmatch(profile):
        return os.path.join(root, "profiles", profile, "agent")
    return environ.get("PI_CODING_AGENT_DIR", "") or os.path.join(root, "agent")
