"""What is said of a skill that was distilled: in a few lines for whoever asked, and whole for programs."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from adrguard.memory.distill.playbook import Playbook, Sign
    from adrguard.memory.distill.quotes import Quote
    from adrguard.usecases.memory.skills.distill_skill import Distilled

_MOST_CAUSES = 3


def lines(done: Distilled) -> Iterator[str]:
    """Yield the lines of the answer, without marks and problems; the file itself is `done.kept.text`."""
    if done.playbook is None:
        yield f"{done.reason}: nothing to distil, nothing was written"
        return
    yield _verb(done)
    if done.exit_code:
        return
    yield f"  {done.title}"
    yield from (f"  cause: {one.text} (line {one.at})" for one in done.playbook.causes[:_MOST_CAUSES])
    yield from (f"  {one}" for one in _helped(done.playbook))


def _verb(done: Distilled) -> str:
    kept = done.kept
    if done.exit_code or kept is None:
        return "nothing was written"
    if kept.same:
        return f"{kept.path} says the same already: nothing to write"
    return f"{'Would write' if done.dry_run else 'Wrote'} {kept.path}"


def _helped(playbook: Playbook) -> Iterator[str]:
    if playbook.verified:
        yield from (f"then: {one.text} (line {one.at})" for one in playbook.done)
        yield f"after which it worked: {playbook.verified.text} (line {playbook.verified.at})"
    elif playbook.suggested:
        yield f"suggested: {playbook.suggested[0].text} (line {playbook.suggested[0].at})"
    else:
        yield "the trace shows nothing that helped"


def text(done: Distilled) -> str:
    """Return the answer as one text; a preview, or what is wrong, is part of it."""
    told = [*lines(done), *(f"Note: {one}" for one in done.remarks)]
    told += [f"{one.place}: {one.message}" + (f" ({one.hint})" if one.hint else "") for one in done.problems]
    if done.dry_run and done.kept and done.kept.text:
        told += ["", done.kept.text.rstrip("\n")]
    return "\n".join(told) + "\n"


def structured(done: Distilled) -> dict[str, object]:
    """Return the answer for programs, but for the problems."""
    kept, playbook = done.kept, done.playbook
    return {
        "distilled": playbook is not None,
        "reason": done.reason,
        "dry_run": done.dry_run,
        "target": done.target,
        "title": done.title,
        "name": kept.name if kept else "",
        "signature": done.signature,
        "path": kept.path if kept else "",
        "written": bool(kept and kept.written),
        "same": bool(kept and kept.same),
        "text": kept.text if kept else "",
        "skill": _skill(playbook) if playbook else None,
        "redacted": done.redacted,
        "remarks": list(done.remarks),
        "recovered": kept.recovered if kept else "",
    }


def _skill(playbook: Playbook) -> dict[str, object]:
    return {
        "signatures": [_sign(one) for one in playbook.signs],
        "unlisted": playbook.unlisted,
        "before": _quotes(playbook.before),
        "command": _quote(playbook.command),
        "causes": _quotes(playbook.causes),
        "tried": _quotes(playbook.tried),
        "done": _quotes(playbook.done),
        "edits": _quotes(playbook.edits),
        "verified": _quote(playbook.verified),
        "worked": _quote(playbook.worked),
        "after": _quotes(playbook.after),
        "suggested": _quotes(playbook.suggested),
        "prevention": _quotes(playbook.prevention),
        "hint": playbook.hint,
        "errors": playbook.errors,
        "lines": playbook.lines,
    }


def _sign(sign: Sign) -> dict[str, object]:
    one = sign.failure
    return {
        "tool": one.tool,
        "code": one.code,
        "message": one.message,
        "path": one.path,
        "line": one.line,
        "column": one.column,
        "at": one.at,
        "count": one.count,
        "text": sign.quote.text if sign.quote else "",
    }


def _quote(quote: Quote | None) -> dict[str, object] | None:
    return {"at": quote.at, "lines": list(quote.lines)} if quote else None


def _quotes(quotes: tuple[Quote, ...]) -> list[dict[str, object]]:
    return [{"at": one.at, "lines": list(one.lines)} for one in quotes]
