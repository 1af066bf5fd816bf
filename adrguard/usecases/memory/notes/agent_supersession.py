"""What becomes of it when an agent's note is to take a decision's place: a person is told, or asked, or neither."""

from __future__ import annotations

from adrguard.decisions import load, succession
from adrguard.engine.configured import stricter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from adrguard.memory.notes.content import Content
    from adrguard.memory.notes.draft import Draft
    from adrguard.model.decisions import DecisionSet
    from adrguard.system.repository import Repository
    from adrguard.usecases.memory.notes.give_way import Ended

ALLOW, ASK = "allow", "ask"


def ruling(repo: Repository, decisions: DecisionSet) -> str:
    """Return `agent.supersession`, by the files as they are or by the last commit, whichever is stricter."""
    settings = decisions.settings
    if repo.git_dir:
        settings = stricter(settings, load.at_head(repo).settings)
    return settings.agent_supersession


def awaits_person(repo: Repository, decisions: DecisionSet, draft: Draft, content: Content) -> bool:
    """Say whether a decision of this draft is only to be proposed, as a person decides what takes another's place."""
    names = (*draft.supersedes, *content.listed("supersedes"))
    return draft.by_agent and bool(names) and ruling(repo, decisions) == ASK


def weighed(repo: Repository, decisions: DecisionSet, name: str, ended: Sequence[Ended]) -> tuple[str, ...]:
    """Return what an agent has to tell of the decisions that it ends.

    Raises `AdrguardError` where it may only propose to.
    """
    ids = ", ".join(one.id for one in ended if one.id)
    if not ids:
        return ()
    word = ruling(repo, decisions)
    if word == ASK:
        hint = "leave the status out of the content, and name what it replaces in `supersedes`: it is then proposed"
        succession.refuse([(f"{name} would end {ids}, which here is for a person to decide", hint)])
    return () if word == ALLOW else (f"tell the person that {ids} gave way to {name}",)
