"""The third tier: of a dump that came again, and of a file that was read again, only the latest stays.

A dump came again if its text is the same but for figures and white space, or if the same command met the same errors. A
file was read again if the same lines of it were, or all of it. What gives way to a later one is kept in a node.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from adrguard.memory.gc.facts.commands import is_reading
from adrguard.memory.gc.facts.tools import READ, RUN, command_of, kind, paths_of, plain_name
from adrguard.memory.tables import words
from adrguard.memory.traces.book import skeleton
from adrguard.model.record import Record

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from adrguard.memory.gc.outputs import Outputs
    from adrguard.memory.gc.parts import Call

_LEAST = 200
"""Characters of a text that is worth a look whether it came before."""
_FIGURES = str.maketrans("123456789", "0" * 9)
_SEARCHES = words(
    """
    grep grepsearch glob globfilesearch search searchfiles searchcode codebasesearch findfiles
    """
)


def repeated(outputs: Outputs) -> dict[int, str]:
    """Return which outputs gave way to a later one (by their number), and in words to what."""
    seen: set[Hashable] = set()
    found: dict[int, str] = {}
    for number in range(len(outputs.every) - 1, -1, -1):
        signs = list(_signs(outputs, number))
        again = next((one.words for one in signs if one.key in seen), "")
        if again:
            found[number] = again
        seen.update(one.key for one in signs if one.leaves)
    return found


class _Sign(Record):
    """By what an output is known again, what to say of it then, and whether earlier ones are known by it too."""

    key: Hashable
    words: str
    leaves: bool = True


def _signs(outputs: Outputs, number: int) -> Iterator[_Sign]:
    output, failed = outputs.every[number], outputs.outcome(number).failed
    call, text = output.call, output.clean
    if output.result.shadow or output.lost:
        return
    if call and kind(call) == READ and not failed:
        yield from _of_file(call)
    if len(text) < _LEAST:
        return
    yield _Sign(("same", _digest(text)), "The same came again later.")
    yield _Sign(("alike", _digest(_plain(text))), "The same but for figures or white space came again later.")
    command = command_of(call.arguments) if call else ""
    if not command:
        return
    trace = outputs.trace(number)
    if trace and trace.failures:
        kinds = tuple((one.code, one.path, skeleton(one.message)) for one in trace.failures)
        yield _Sign(("errors", command, kinds), "The same command met the same errors again later.")
    if kind(call) == RUN and is_reading(command) and not failed:
        yield _Sign(("shown", command), "The same command showed it again later.")


def _of_file(call: Call) -> Iterator[_Sign]:
    paths = paths_of(call.arguments)
    if len(paths) != 1 or plain_name(call.name) in _SEARCHES:
        return
    part = sorted((key, repr(value)) for key, value in call.arguments.items() if value not in (paths[0], None))
    words = "The file was read again later."
    yield _Sign(("file", paths[0], tuple(part)), words)
    if part:  # who reads all of a file reads every part of it, but not the other way round
        yield _Sign(("file", paths[0], ()), words, leaves=False)


def _plain(text: str) -> str:
    return " ".join(text.translate(_FIGURES).split())


def _digest(text: str) -> bytes:
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
