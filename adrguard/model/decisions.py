"""Decisions as the guard knows them: notes with a status, the rules they declare, the settings beside them."""

from __future__ import annotations

from adrguard.model.errors import Problem
from adrguard.model.record import Record
from adrguard.model.rules import Example, Rule, thaw

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from adrguard.model.globs import Glob

IN_FORCE = "in force"
SHADOW = "shadow"
NOT_IN_FORCE = "not in force"

INTERRUPTED = "interrupted"
"""Code of the problems that tell of a change of notes that was interrupted and brought to its end, or could not be."""


class Decision(Record):
    """One ADR.

    `status` is the word as the table knows it ("" when the note has none); `force` is what follows from it: one of
    `IN_FORCE`, `SHADOW` (evaluated as advisory), `NOT_IN_FORCE`. `why` says why it is not in force when that is not
    plain from the status (superseded by a note in force, depends on one that is not). `prose` holds the invariants that
    no machine enforces. Links are ids or names as written.
    """

    id: str
    title: str
    path: str
    status: str
    force: str
    why: str = ""
    project: str = ""
    date: str = ""
    supersedes: tuple[str, ...] = ()
    superseded_by: tuple[str, ...] = ()
    depends_on: tuple[str, ...] = ()
    review_after: str = ""
    prose: tuple[str, ...] = ()


HOOK, COMMAND, CI, AGENT, MCP = "hook", "command", "ci", "agent", "mcp"
DOORS = (HOOK, COMMAND, CI, AGENT, MCP)
"""Where a verdict is asked for: git's hooks, the command line, a CI job, an agent's hook, the MCP server."""
PEOPLES_DOORS = (HOOK, COMMAND, CI)


class Settings(Record):
    """The configuration in force, defaults filled in (`config` owns the table of keys and their meaning).

    `weakening` says for each of `DOORS`, in their order, what a weakening of the rules means there: ``(door, word)``.
    """

    adr_dirs: tuple[str, ...] = ()
    vault: str = ""
    project: str = ""
    exclude: tuple[Glob, ...] = ()
    strict: bool = False
    budget_soft_ms: int = 10
    budget_hard_ms: int = 2000
    on_budget: str = "block"
    max_file_size: int = 2 * 1024 * 1024
    weakening: tuple[tuple[str, str], ...] = (
        (HOOK, "warn"),
        (COMMAND, "warn"),
        (CI, "warn"),
        (AGENT, "block"),
        (MCP, "block"),
    )
    agent_supersession: str = "tell"
    agent_max_blocks: int = 3
    agent_on_error: str = "allow"
    agent_shell: str = "deny"
    agent_before_edit: bool = True
    agent_after_edit: bool = True
    agent_context: bool = True
    agent_prompt: bool = False
    recall_model: str = "english"
    recall_embed_ms: int = 150
    logs_threshold: int = 30
    logs_keep_days: int = 30
    logs_keep_bytes: int = 1 << 30
    baseline: str = ".adrguard/baseline.txt"
    statuses: tuple[tuple[str, str], ...] = ()


class DecisionSet(Record):
    """All that a state of the repository decides: the compiled, cacheable result of reading its notes and settings.

    decisions    every note read, whatever its status
    rules        of the decisions that bind or shadow
    problems     every mistake found on the way; with errors the rest still binds, and the exit code says so
    settings     the configuration in force
    generated    lines of `.gitattributes` on linguist-generated and -vendored: ``(globs, is_generated)``, last wins
    baseline     text of the baseline file, "" when there is none
    policy_paths files, folders (ending in a slash) and endings (``*.md``) whose change changes this set
    examples     the rules' own tests
    tests        paths of the notes that test rules, which are no decisions
    """

    decisions: tuple[Decision, ...] = ()
    rules: tuple[Rule, ...] = ()
    problems: tuple[Problem, ...] = ()
    settings: Settings = Settings()
    generated: tuple[tuple[tuple[Glob, ...], bool], ...] = ()
    baseline: str = ""
    policy_paths: tuple[str, ...] = ()
    examples: tuple[Example, ...] = ()
    tests: tuple[str, ...] = ()

    @property
    def interrupted(self) -> tuple[Problem, ...]:
        """What there is to tell of interrupted changes that were found when the notes were read."""
        return tuple([one for one in self.problems if one.code == INTERRUPTED])

    def touched_by(self, paths: Iterable[str]) -> bool:
        """Say whether a change of these paths could change the set itself."""
        return any(map(self._decides(), paths))

    def deciding(self, paths: Iterable[str]) -> list[str]:
        """Return those of the paths whose change could change the set itself."""
        return list(filter(self._decides(), paths))

    def _decides(self) -> Callable[[str], bool]:
        exact = frozenset(self.policy_paths)
        folders = tuple([path for path in self.policy_paths if path.endswith("/")])
        # What git ignores is read from disk.
        ends = (".gitattributes", ".gitignore", *[path[1:] for path in self.policy_paths if path.startswith("*")])
        return lambda path: path in exact or path.startswith(folders) or path.endswith(ends)


def thaw_set(raw: Iterable[Any]) -> DecisionSet:
    """Turn the plain tuples of a compiled set back into typed values."""
    decisions, rules, problems, settings, generated, baseline, policy_paths, examples, tests = raw
    return DecisionSet(
        tuple([Decision.of(one) for one in decisions]),
        tuple([thaw(one) for one in rules]),
        tuple([Problem.of(one) for one in problems]),
        Settings.of(settings),
        generated,
        baseline,
        policy_paths,
        tuple([Example.of(one) for one in examples]),
        tests,
    )
