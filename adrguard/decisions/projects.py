"""Which project's decisions bind here."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Protocol

    class Bound(Protocol):
        """Anything that may be bound to a project."""

        @property
        def project(self) -> str:
            """The project's name, "" when it binds everywhere."""


def known(items: Iterable[Bound]) -> tuple[str, ...]:
    """Return the names of all projects that some decision is bound to, each in its first spelling, sorted."""
    names: dict[str, str] = {}
    for item in items:
        if item.project:
            names.setdefault(item.project.casefold(), item.project)
    return tuple(sorted(names.values(), key=str.casefold))


def spelt(name: str, projects: Iterable[str]) -> str:
    """Return a project's name as the decisions spell it, "" when they do not know it. Case does not matter."""
    return next((one for one in projects if one.casefold() == name.casefold()), "")


def unknown(name: str, projects: Iterable[str]) -> tuple[str, str]:
    """Return what to say of an unknown name, and the way out."""
    listed = ", ".join(projects)
    return f"there is no project '{name}'", f"the decisions know: {listed}" if listed else "no decision names a project"
