"""Which decisions were taken, and which records of decisions were spoken of.

A decision is a line that says so (``Decision: …``, ``Decided: …``, ``## Decision`` with what follows it), a sentence
in which somebody decided, agreed, chose or opted (or "let's go with …"), what a person answered to the agent's
question, a plan that was put forward, and what was kept by `adrguard` itself.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adrguard.memory.gc.facts.said import bare, lines
from adrguard.memory.gc.facts.tools import RUN, command_of, kind, plain_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.memory.gc.facts.outcome import Outcome
    from adrguard.memory.gc.parts import Call

_MARKED = re.compile(
    r"(?:(?:key|final|our|design|architecture|architectural|adr)\s)?(?:decisions?|decided|resolution)"
    r"(?:\s\d{1,3}|\s\([^()]{1,40}\))?\s{0,3}(?::|\u2014|\u2013|-\s)\s{0,3}(.*)",
    re.IGNORECASE,
)
_HEADED = re.compile(r"(?:(?:key|final|our)\s)?decisions?(?:\s(?:outcome|taken|made))?:?", re.IGNORECASE)
_SENTENCE = re.compile(
    r"\b(?:(?:i|we|you|they|team|user)(?:['\u2019]ve|\shave)?"
    r"\s(?:decided|agreed|chose|opted|settled)\s(?:to|on|that|not|against|for|in)\b"
    r"|let['\u2019]?s\s(?:go\swith|settle\son|stick\swith)\b"
    r"|(?:we|i)(?:['\u2019]ll|\swill)\sgo\swith\b|it\s(?:is|was)\sdecided\b)",
    re.IGNORECASE,
)
_LONGEST_FOLDER = 120
_RECORD = re.compile(
    r"\bADR[-_ ]?\d{1,5}\b|\[\[[^\[\]\n|#]{0,80}adr[^\[\]\n|#]{0,80}"
    r"|(?<![\w./-])[\w./-]*\b(?P<path>adrs?/[\w.-]{1,80}\.md)\b",
    re.IGNORECASE,
)
_SENTENCES = re.compile(r"(?<=[.!?])\s")
_ASKING = frozenset(("askuserquestion", "askuser", "askfollowupquestion"))
_OURS = re.compile(r"\badrguard\s(?:adr\s(?:new|accept|supersede|reject|deprecate)|flush)\b[^\n;&|]{0,300}")


def decisions(text: str) -> Iterator[str]:
    """Yield the decisions that a text tells of."""
    headed = False
    for line in lines(text):
        words = bare(line)
        if not words:
            continue
        marked = _MARKED.match(words)
        if marked and marked[1].strip():
            yield marked[1].strip()
        elif _HEADED.fullmatch(words):
            headed = True
            continue
        elif headed:
            yield words
        else:
            yield from (one.strip() for one in _SENTENCES.split(words) if _SENTENCE.search(one))
        headed = False


def records(text: str) -> Iterator[str]:
    """Yield the records of decisions that a text names."""
    if "adr" not in text.lower():
        return
    for found in _RECORD.finditer(text):
        start = max(found.start(), found.start("path") - _LONGEST_FOLDER)
        yield text[start : found.end()].removeprefix("[[").strip()


def decided_by(call: Call, done: Outcome | None) -> Iterator[str]:
    """Yield the decisions that a call holds or brought."""
    name = plain_name(call.name)
    if done and done.failed:
        return
    if name in _ASKING and done:
        yield from (one for one in (" ".join(done.text.split()),) if one)
    elif name == "exitplanmode":
        plan = call.arguments.get("plan")
        first = next((bare(line) for line in lines(plan) if bare(line)), "") if isinstance(plan, str) else ""
        yield from (f"plan: {first}" for _ in range(bool(first)))
    elif name == "flushsession" and isinstance(call.arguments.get("title"), str):
        yield call.arguments["title"]
    elif kind(call) == RUN:
        yield from (found[0].strip() for found in _OURS.finditer(command_of(call.arguments)))
