"""Coding agents without the agents: what they write to the door, and what they would hear."""

from __future__ import annotations

from typing import Any

from adrguard.hooks import agents
from adrguard.model.agents import OTHER, SILENT, Answer, Event

BLOCK = Answer(block=True, reason="a.py:1 breaks ADR-001")
BLOCK_AND_NOTE = BLOCK.replace(note="a note")
ASK = Answer(ask=True, reason="a.py:1 needs a person")
CONTEXT = Answer(context="ADR-001 binds here")
NOTE = Answer(note="a note")
EVERYTHING = Answer(context="ADR-001 binds here", note="a note")
QUIET = SILENT
NOTHING = ("", "", 0)


def heard(payload: dict[str, Any], *, given: str = "", environ: dict[str, str] | None = None) -> Event | None:
    """Return the event that a payload stands for, recognised as the door does."""
    name = agents.recognise(payload, environ or {}, agents.named(given))
    return agents.load(name).read(payload, environ or {})


def answered(
    payload: dict[str, Any], answer: Answer, *, given: str = "", environ: dict[str, str] | None = None
) -> tuple[str, str, int]:
    """Return stdout, stderr and exit code with which an answer to a payload is given."""
    name = agents.recognise(payload, environ or {}, agents.named(given))
    agent = agents.load(name)
    reply = agent.encode(agent.read(payload, environ or {}) or Event(name, OTHER, "", ""), answer)
    return reply.stdout, reply.stderr, reply.code


def recognised(payload: dict[str, Any], environ: dict[str, str] | None = None) -> str:
    """Return the agent that a payload is taken to come from, no name given."""
    return agents.recognise(payload, environ or {})
