"""Lock files follow their manifests by the package manager's own command; nobody else writes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Collection

_BESIDE = {
    "package.json": (
        ("package-lock.json", "npm install --package-lock-only"),
        ("npm-shrinkwrap.json", "npm install --package-lock-only"),
        ("yarn.lock", "yarn install"),
        ("pnpm-lock.yaml", "pnpm install --lockfile-only"),
        ("bun.lockb", "bun install"),
        ("bun.lock", "bun install"),
    ),
    "pyproject.toml": (
        ("uv.lock", "uv lock"),
        ("poetry.lock", "poetry lock"),
        ("pdm.lock", "pdm lock"),
    ),
    "Cargo.toml": (("Cargo.lock", "cargo update --workspace"),),
    "go.mod": (("go.sum", "go mod tidy"),),
    "composer.json": (("composer.lock", "composer update --lock"),),
}


class Stale(Record):
    """A lock file that no longer fits its manifest, and the command that refreshes it, run in the file's folder."""

    path: str
    manifest: str
    command: str


def stale(manifest: str, paths: Collection[str]) -> list[Stale]:
    """Return the lock files that a change of this manifest leaves behind: those nearest above it, of each kind."""
    folder, _, name = manifest.rpartition("/")
    found = []
    for lock, command in _BESIDE.get(name, ()):
        where = folder
        while True:
            path = f"{where}/{lock}" if where else lock
            if path in paths:
                found.append(Stale(path, manifest, command))
                break
            if not where:
                break
            where = where.rpartition("/")[0]
    return found
