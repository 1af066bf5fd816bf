"""What a skill is called: made of the first failure alone, so that the same failure always has the same name."""

from __future__ import annotations

import re
import unicodedata
from hashlib import blake2b
from typing import TYPE_CHECKING

from adrguard.memory.distill.quotes import ELLIPSIS, fit
from adrguard.memory.distill.steps import program
from adrguard.memory.traces.book import PLAIN, skeleton

if TYPE_CHECKING:
    from adrguard.memory.distill.playbook import Playbook

LONGEST_TITLE = 110
LONGEST_NAME = 64
"""Characters of the name of a skill, by the Agent Skills specification and by Hermes."""
LONGEST_DESCRIPTION = 1024
LONGEST_SUMMARY = 300

_LEFT_OUT = re.compile("'…'|#")
_GAPS = re.compile("…[\\s….:]*…")
_TAG = re.compile(r"^[A-Za-z][\w+./-]*$")
_WORD = re.compile(r"[a-z0-9]+")


def tool(playbook: Playbook) -> str:
    """Return whose failure it is: the tool that was recognised, else the program that was run; "" for neither."""
    said = playbook.signs[0].failure.tool
    return said if said != PLAIN else program(playbook.command.text) if playbook.command else ""


def signature(playbook: Playbook) -> str:
    """Return tool, code and words of the first failure, without what differs from one case to the next."""
    first = playbook.signs[0].failure
    message = skeleton(first.message).strip()
    head = " ".join(one for one in (tool(playbook), first.code) if one)
    if message.startswith(first.code) and first.code:
        head = tool(playbook)
    said = head and message.startswith(f"{head}: ")  # as `make: *** …` says it itself
    joined = f"{head}: {message}" if head and message and not said else message or head
    return fit(joined) or "failure"


def title(playbook: Playbook) -> str:
    """Return the title for a skill to which nobody gave one."""
    text = _GAPS.sub(ELLIPSIS, " ".join(_LEFT_OUT.sub(ELLIPSIS, signature(playbook)).split()))
    if len(text) <= LONGEST_TITLE:
        return text.rstrip(" :.,;")
    cut = text[: LONGEST_TITLE - 1]
    space = cut.rfind(" ")
    return (cut[:space] if space > LONGEST_TITLE // 2 else cut).rstrip(" :.,;…") + ELLIPSIS


def skill_name(text: str, otherwise: str) -> str:
    """Return the name of a skill's folder for a title: lower-case words of ASCII, joined by single hyphens.

    A title in another script leaves nothing of itself: then it is made of `otherwise`.
    """
    for one in (text, otherwise):
        plain = unicodedata.normalize("NFKD", one).encode("ascii", "ignore").decode().lower()
        name = cut("-".join(_WORD.findall(plain)))
        if len(name) > 1:
            return name
    return f"skill-{blake2b(text.encode('utf-8', 'replace'), digest_size=4).hexdigest()}"


def cut(name: str, ending: str = "") -> str:
    """Return a name with an ending, no longer than names may be, cut where a word ends."""
    most = LONGEST_NAME - len(ending)
    if len(name) > most:
        name = name[:most].rpartition("-")[0] or name[:most]
    return name.strip("-") + ending


def description(playbook: Playbook) -> str:
    """Return when the skill is of use, in one line."""
    first = playbook.signs[0].failure
    whose = tool(playbook)
    what = fit(first.message) or (playbook.signs[0].quote.text if playbook.signs[0].quote else "")
    code = f" with {first.code}" if first.code else ""
    text = (
        f"Use when {whose or 'a command'} fails{code}: {what}"
        if what
        else f"Use when {whose or 'a command'} fails{code}"
    )
    others = [one.failure.code for one in playbook.signs[1:] if one.failure.code and one.failure.code != first.code]
    if others:
        text += f" (also {', '.join(dict.fromkeys(others))})"
    return text if len(text) <= LONGEST_DESCRIPTION else text[: LONGEST_DESCRIPTION - 1] + ELLIPSIS


def summary(playbook: Playbook) -> str:
    """Return what failed, in one line: code, words and place."""
    first = playbook.signs[0].failure
    place = f"({first.place})" if first.place else ""
    text = fit(" ".join(one for one in (first.code, first.message, place) if one)) or signature(playbook)
    return text if len(text) <= LONGEST_SUMMARY else text[: LONGEST_SUMMARY - 1] + ELLIPSIS


def tags(playbook: Playbook) -> tuple[str, ...]:
    """Return tags for the tools and the codes of the failures."""
    words = [tool(playbook)]
    for one in playbook.signs:
        words += [one.failure.tool if one.failure.tool != PLAIN else "", one.failure.code.lstrip("-")]
    return tuple(dict.fromkeys(one.lower() for one in words if _TAG.match(one)))[:8]
