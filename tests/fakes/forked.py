"""A remote with two branches that went apart, and clones of it as CI services make them."""

from __future__ import annotations

from pathlib import Path

from conftest import Repo


class Forked:
    """A remote on which `side` left `main` after its first commit, both went on, and clones of it."""

    def __init__(self, remote: Repo, folder: Path) -> None:
        self.remote = remote
        self.folder = folder
        self.root = self.commit("main", "root")
        remote.git("branch", "side")
        self.main = self.commit("main", "later")
        self.side = self.commit("side", "proposed")

    def commit(self, branch: str, name: str) -> str:
        if self.remote.run("rev-parse", "HEAD").returncode == 0:
            self.remote.git("checkout", "-q", branch)
        self.remote.write(f"{name}.txt", f"{name}\n")
        return self.remote.commit(name)

    def merge(self, into: str, *others: str) -> str:
        self.remote.git("checkout", "-q", into)
        self.remote.git("merge", "-q", "--no-ff", "-m", "merge", *others)
        return self.remote.git("rev-parse", "HEAD")

    def conflict(self, text: str = "{}\n") -> str:
        """Let both branches write another text, and take the other branch in without it; return the tip of `side`."""
        for branch in ("main", "side"):
            self.remote.git("checkout", "-q", branch)
            self.remote.write("both.py", text.format(branch))
            setattr(self, branch, self.remote.commit("both"))
        for branch, other in (("main", self.side), ("side", self.main)):
            self.remote.git("checkout", "-q", branch)
            self.remote.git("merge", "-q", "-s", "ours", "-m", "merge", other)
        return self.commit("side", "more")

    def merged(self) -> str:
        """Return what a service makes of a request: a merge of `side` into `main` that is on no branch."""
        self.remote.git("checkout", "-q", "--detach", self.main)
        self.remote.git("merge", "-q", "--no-ff", "-m", "merge the request", self.side)
        return self.remote.git("rev-parse", "HEAD")

    def clone(self, head: str, *arguments: str) -> Repo:
        """Clone with these arguments, and check out a commit as CI services do: detached."""
        target = self.folder / "clone"
        self.remote.git("config", "uploadpack.allowAnySHA1InWant", "true")
        self.remote.git("checkout", "-q", "main")
        self.remote.git("clone", "-q", *arguments, f"file://{self.remote.root}", str(target))
        repo = Repo(target)
        if repo.run("cat-file", "-e", head).returncode:
            depth = [one for one in arguments if one.startswith("--depth")]
            repo.git("fetch", "-q", *depth, "origin", head)
        repo.git("checkout", "-q", "--detach", head)
        return repo
