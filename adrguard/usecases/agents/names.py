"""The coding agents that there are, as commands name them."""

from __future__ import annotations

from adrguard.install.agents import ONLY_SERVER, TITLES

ALL = "all"

__all__ = ["ALL", "ONLY_SERVER", "TITLES"]
