"""Why nothing is remembered of a session."""

from __future__ import annotations

from adrguard.model.errors import AdrguardError


class NotKeptError(AdrguardError):
    """The git directory takes no note of a session."""
