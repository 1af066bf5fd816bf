"""Which vault a command is about: one that is named, the configured one, else `.adrguard/wiki`; its decisions."""

from __future__ import annotations

from adrguard.decisions import load
from adrguard.decisions.cache import Cache
from adrguard.decisions.compile import compiled_at
from adrguard.decisions.discover import DEFAULT_VAULT
from adrguard.decisions.gather import gather
from adrguard.model.changes import Place
from adrguard.model.errors import NotARepositoryError, UsageError
from adrguard.model.record import Record
from adrguard.system import clock, folders, repository
from adrguard.system.repository import Repository
from adrguard.usecases.sound_configuration import refuse_unsound
from adrguard.usecases.top_folder import top_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from adrguard.decisions.discover import Folders
    from adrguard.model.decisions import DecisionSet

_WORKTREE = Place("worktree")


class Vault(Record):
    """A vault and what surrounds it.

    `repo` is the repository that its notes' paths start from (a folder of its own where there is none: then `git_dir`
    is ""), `folder` its absolute path, `where` says how paths show it. `named` is what stands in for the configured
    vault when notes are read, "" where it is that very one: only then do its decisions bind in `repo`. `is_chosen` is
    true when somebody named it, here (then `is_named` is, too) or in the configuration.
    """

    repo: Repository
    folder: str
    where: Folders
    named: str
    is_chosen: bool
    is_named: bool = False

    @property
    def shown(self) -> str:
        """The vault's folder as paths of notes show it: relative ("": all of the repository), or absolute."""
        return self.where.vault

    @property
    def exists(self) -> bool:
        """Whether there is such a folder."""
        return folders.exists(self.folder)

    @property
    def configured(self) -> str:
        """The folder outside of the repository that somebody chose for the vault, "" for none."""
        return self.where.vault if self.where.outside and self.is_chosen else ""

    def path(self, inside: str) -> str:
        """Return the path of a note, given relative to the vault, as decisions have it."""
        return f"{self.shown}/{inside}" if self.shown else inside

    def read(self) -> DecisionSet:
        """Return the decisions as they are on disk. Raises `GitError`."""
        if not self.named:
            return load.load(self.repo, _WORKTREE)
        nowhere = Cache(self.repo.replace(git_dir=""))
        return compiled_at(self.repo, _WORKTREE, nowhere, clock.today(), self.named).set


def at_hand(start: str, vault: str = "") -> Vault:
    """Find the vault: `vault` (relative to `start`, absolute, or from the home by `~`), else the one bound here.

    Raises `NotARepositoryError` where none is named and there is neither a repository nor a folder of decisions, and
    `UsageError` where the one that is named or configured is not there, or the configuration has a mistake: this is for
    those who write, and they would write into another vault.
    """
    if not vault:
        return _bound(top_of(start))
    folder = folders.resolve(start, vault)
    if not folders.exists(folder):
        hint = "mend the path, or make it: `adrguard init --vault PATH` lays a vault out"
        raise UsageError(f"there is no folder {folder}", hint)
    for place in (start, folder):
        repo = _repository(place)
        found = _bound(repo) if repo else None
        if found and found.folder == folder:
            return found.replace(is_chosen=True, is_named=True)
    repo = _repository(folder) or Repository(folder, "", "")
    named = folders.below(repo.root, folder) or "."
    where = gather(repo, _WORKTREE, named, surroundings=True).where
    return Vault(repo, folder, where, named, is_chosen=True, is_named=True)


def _repository(place: str) -> Repository | None:
    try:
        return repository.find(place)
    except NotARepositoryError:
        return None


def _bound(repo: Repository) -> Vault:
    found = gather(repo, _WORKTREE, surroundings=True)
    refuse_unsound(found.problems)
    configured = found.settings.vault
    folder = folders.resolve(repo.root, configured or DEFAULT_VAULT)
    refuse_missing(repo.root, configured, found.config_path)
    return Vault(repo, folder, found.where, "", is_chosen=bool(configured))


def refuse_missing(root: str, configured: str, config_path: str) -> None:
    """Raise `UsageError` where the vault that the configuration names is not there."""
    folder = folders.resolve(root, configured) if configured else ""
    if folder and not folders.exists(folder):
        message = f"the vault '{configured}' that {config_path} names is not there ({folder})"
        raise UsageError(message, "mend `vault` there, or bring the folder here")
