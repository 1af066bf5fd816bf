"""Why nothing can be found by its meaning."""

from __future__ import annotations


class NoModelError(Exception):
    """No model can be had; `reason` says why in a few words, `hint` the way out."""

    def __init__(self, reason: str, hint: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.hint = hint
