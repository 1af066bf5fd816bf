"""Where offloaded logs are kept: with the repository's state, which git does not see, else with the user's."""

from __future__ import annotations

import os

from adrguard.memory.nodes import Store
from adrguard.model.record import Record
from adrguard.system import user_state
from adrguard.system.write_errors import from_system
from adrguard.system.writing.state_folder import StateFolder
from adrguard.usecases.probes.scene import look

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.model.decisions import Settings

_NODES = "nodes"


class LogStore(Record):
    """The store of a place: `root` is the repository's top, "" where there is none; `settings` are those in force."""

    root: str
    store: Store
    settings: Settings

    def make(self) -> Store:
        """Make the folder that the store lies in, and return the store. Raises `WriteError`."""
        if self.root:
            StateFolder(self.root).make()
        else:
            try:
                user_state.make()
            except OSError as error:
                raise from_system(error, user_state.folder()) from error
        return self.store


def log_store(start: str) -> LogStore:
    """Return the store for the folder `start`. Makes nothing; a broken configuration counts as none."""
    scene = look(start)
    root = scene.repo.root if scene.repo else ""
    folder = StateFolder(root).path if root else user_state.folder()
    return LogStore(root, Store(os.path.join(folder, _NODES)), scene.settings)
