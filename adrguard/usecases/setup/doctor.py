"""Look at everything that the guard needs, and say how to mend what is not as it should be. Changes nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.model.errors import CLEAN, VIOLATIONS, AdrguardError
from adrguard.model.record import Record
from adrguard.usecases.probes import agents, ground, hooks, policy, state
from adrguard.usecases.probes.scene import FAILURE, OK, WARNING, Check, look

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from adrguard.usecases.probes.scene import Scene

    Probe = Callable[[Scene], Iterable[Check]]

PROBES: tuple[tuple[str, Probe], ...] = (
    ("program", ground.program),
    ("git", ground.git),
    ("repository", ground.repository),
    ("hooks", hooks.hooks),
    ("agents", agents.agents),
    ("configuration", policy.configuration),
    ("decisions", policy.decisions),
    ("vault", policy.vault),
    ("cache", state.cache),
    ("changes", state.transactions),
)
"""What is looked at, in order: a name for what goes wrong in the probe itself, and the probe."""


class Examined(Record):
    """All that was looked at."""

    checks: tuple[Check, ...]

    @property
    def exit_code(self) -> int:
        """1 when something does not work."""
        return VIOLATIONS if self.count(FAILURE) else CLEAN

    def count(self, state: str) -> int:
        """Return how many checks came out so."""
        return sum(check.state == state for check in self.checks)


def examine(start: str) -> Examined:
    """Run every probe; one that cannot look says so itself, and the others go on."""
    scene = look(start)
    return Examined(tuple(check for name, probe in PROBES for check in _run(name, probe, scene)))


def _run(name: str, probe: Probe, scene: Scene) -> Iterator[Check]:
    try:
        yield from probe(scene)
    except AdrguardError as error:
        yield Check(name, FAILURE, error.message, error.hint)
    except OSError as error:
        yield Check(name, FAILURE, f"cannot be looked at: {error.filename or ''} {error.strerror or error}".strip())


__all__ = ["FAILURE", "OK", "PROBES", "WARNING", "Check", "Examined", "examine"]
