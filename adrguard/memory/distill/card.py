"""A skill as Markdown. What is quoted stands as code, so that nothing of it is a link, a heading or HTML."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from adrguard.memory.distill.playbook import Playbook, Sign
    from adrguard.memory.distill.quotes import Quote

_TICKS = re.compile(r"`+")


def body(playbook: Playbook, source: str = "") -> str:
    """Return the sections of a skill, ended by a line feed; `source` says where the trace is to be had."""
    sections = (
        ("Context", _context(playbook)),
        ("Symptom", _symptom(playbook)),
        ("Root cause", _root_cause(playbook)),
        ("Remediation", _remediation(playbook)),
        ("Prevention", _prevention(playbook)),
        ("Trace", _trace(playbook, source)),
    )
    written = [(name, "\n".join(lines)) for name, lines in ((name, list(lines)) for name, lines in sections) if lines]
    return "\n\n".join(f"## {name}\n\n{text}" for name, text in written) + "\n"


def span(text: str) -> str:
    """Return a text as a code span, whatever backticks it has."""
    longest = max((len(one) for one in _TICKS.findall(text)), default=0)
    ticks = "`" * (longest + 1)
    pad = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{ticks}{pad}{text}{pad}{ticks}"


def _cited(quote: Quote) -> list[str]:
    """Return a quote as text of a list's item, the first of which begins it: a span, or a block for several lines."""
    if len(quote.lines) == 1:
        return [f"{span(quote.text)} (line {quote.at})"]
    longest = max((len(one) for one in _TICKS.findall("\n".join(quote.lines))), default=0)
    fence = "`" * max(longest + 1, 3)
    return [
        f"from line {quote.at} on:",
        "",
        f"  {fence}text",
        *(f"  {one}".rstrip() for one in quote.lines),
        f"  {fence}",
    ]


def _listed(quotes: Iterable[Quote]) -> Iterator[str]:
    for one in quotes:
        first, *rest = _cited(one)
        yield f"- {first}"
        yield from rest


def _context(playbook: Playbook) -> Iterator[str]:
    if playbook.hint:
        yield "In the words of whoever kept this:"
        yield ""
        yield from (f"> {one}".rstrip() for one in playbook.hint.split("\n"))


def _symptom(playbook: Playbook) -> Iterator[str]:
    if playbook.before:
        yield "Run before it:"
        yield ""
        yield from _listed(playbook.before)
        yield ""
    if playbook.command:
        yield f"{span(playbook.command.text)} (line {playbook.command.at}) failed:"
        yield ""
    for one in playbook.signs:
        yield f"- {_sign(one)}"
    if playbook.unlisted:
        kinds = "kind of error is" if playbook.unlisted == 1 else "kinds of errors are"
        yield f"- {playbook.unlisted} more {kinds} not listed"


def _sign(sign: Sign) -> str:
    one = sign.failure
    told = f"{span(sign.quote.text)} (line {sign.quote.at})" if sign.quote and sign.quote.text else f"line {one.at}"
    column = f":{one.column}" if one.line and one.column else ""
    parts = [one.tool if one.tool != "log" else "", span(one.code) if one.code else ""]
    parts.append(f"at {span(one.place + column)}" if one.place else "")
    parts.append(f"{one.count} times" if one.count > 1 else "")
    more = ", ".join(part for part in parts if part)
    return f"{told}: {more}" if more else told


def _root_cause(playbook: Playbook) -> Iterator[str]:
    if playbook.causes:
        yield "As the trace states it:"
        yield ""
        yield from _listed(playbook.causes)


def _remediation(playbook: Playbook) -> Iterator[str]:
    blocks = (
        ("Failed as well:", playbook.tried),
        ("Done after the failure:", playbook.done),
        ("Changed after the failure:", playbook.edits),
        ("Run after the failure; the trace does not show that it helped:", playbook.after),
    )
    lines: list[str] = []
    for head, quotes in blocks:
        if quotes:
            lines += [head, "", *_listed(quotes), ""]
    if playbook.verified:
        lines += [_verified(playbook.verified, playbook.worked), ""]
    if playbook.suggested:
        lines += ["Suggested by the tools themselves:", "", *_listed(playbook.suggested), ""]
    yield from lines[:-1]


def _verified(command: Quote, worked: Quote | None) -> str:
    told = f"Then {span(command.text)} (line {command.at})"
    if worked is None:
        return f"{told} shows no error any more."
    return f"{told} worked: {span(worked.text)} (line {worked.at})."


def _prevention(playbook: Playbook) -> Iterator[str]:
    yield from _listed(playbook.prevention)
    yield from (f"- {span(one)} (in the words of whoever kept this)" for one in playbook.resolved)


def _trace(playbook: Playbook, source: str) -> Iterator[str]:
    lines = f"{playbook.lines} line{'' if playbook.lines == 1 else 's'}"
    errors = f"{playbook.errors} error{'' if playbook.errors == 1 else 's'}"
    yield f"{lines}, {errors}. The numbers of lines above are those of the trace." + (f" {source}" if source else "")
