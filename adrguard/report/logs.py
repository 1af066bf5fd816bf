"""Text that no CI service takes for a command when it is written into a job's log.

GitHub obeys lines that begin with ``::``, and ``##[…]`` wherever it stands; Azure ``##vso[…]``; TeamCity
``##teamcity[…]``. What a repository holds must not speak to them.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_READERS = ("GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION")
# Compiled at the first use: only where a service reads.
_INLINE = r"(?i)##(?=[\[a-z])"
_AT_THE_START = r"(?m)^([^\S\n]*):(?=:)"


def is_read(environ: Mapping[str, str]) -> bool:
    """Say whether a service reads the log for commands."""
    return any(environ.get(name) for name in _READERS)


def harmless(text: str) -> str:
    """Return the text with a blank put into whatever would be obeyed."""
    return re.sub(_AT_THE_START, r"\1: ", re.sub(_INLINE, "# #", text))
