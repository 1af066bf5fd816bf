"""Events of a coding agent's session, as the door hands them to the use cases."""

from __future__ import annotations

from typing import Any

from adrguard.model.agents import START, STOP, SUBAGENT_STOP, Answer, Event
from adrguard.usecases.agents import start as agent_start
from adrguard.usecases.agents import stop as agent_stop


def event(repo: Any, kind: str = STOP, **said: Any) -> Event:
    return Event("claude", kind, kind, said.pop("cwd", str(repo.root)), said.pop("session", "one"), **said)


def start(repo: Any, source: str = "startup", **said: Any) -> Answer:
    return agent_start.start(event(repo, START, source=source, **said))


def stop(repo: Any, turn: str = "first", **said: Any) -> Answer:
    kind = SUBAGENT_STOP if said.get("subagent") else STOP
    return agent_stop.stop(event(repo, kind, turn=turn, **said))
