"""`adrguard-hook agent [NAME [EVENT]]`: the one door for coding agents' hooks.

It reads an event from stdin, asks the use case for it, and answers as the agent expects. It ends with 0 whatever
happens, writes one answer or nothing to stdout, and is done before the agent would lose its patience: a guard that is
out of order must neither blind nor trap an agent. (Windsurf alone knows no other block than the exit code 2.)
"""

from __future__ import annotations

import os
import time

from adrguard.hooks import agents, watchdog, wire
from adrguard.hooks.agents.reply import Reply
from adrguard.model.agents import (
    AFTER_EDIT,
    BEFORE_EDIT,
    BEFORE_SHELL,
    OTHER,
    PROMPT,
    SILENT,
    START,
    STOP,
    SUBAGENT_STOP,
    Answer,
    Event,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

SKIP = "ADRGUARD_SKIP"
USAGE = "usage: adrguard-hook agent [NAME [EVENT]] < the event, one JSON object, as the agent writes it\n"
# Below the time-outs that are registered with the agents: 60, 10 and 15 seconds.
SECONDS = {
    STOP: 50.0,
    SUBAGENT_STOP: 50.0,
    BEFORE_EDIT: 8.0,
    AFTER_EDIT: 8.0,
    BEFORE_SHELL: 8.0,
    START: 12.0,
    PROMPT: 8.0,
}
SECONDS_TO_READ = 6.0
_SECONDS_FOR_SETTINGS = 2.0
MOST_REASON = 8000
MOST_CONTEXT = 9900  # Claude Code shows 10,000 characters, and of more only a preview
_NO_REASON = "adrguard holds this back: run `adrguard check` to see why."
_STDIN, _STDOUT, _STDERR = range(3)


def door(words: Sequence[str]) -> int:
    """Answer one event, and return the exit code of the process."""
    streams = _take_streams()
    try:
        reply = _reply_to(words, os.environ)
    except BaseException:  # noqa: BLE001 -- the last resort of a door that must never fail
        reply = Reply()
    _write(streams[0], reply.stdout)
    _write(streams[1], reply.stderr)
    _give_back(streams)
    return reply.code


def _take_streams() -> tuple[int, int]:
    """Keep stdout and stderr for the answer alone: what anybody else writes to them goes nowhere.

    Streams that were closed are opened on nothing first, lest the next file that is opened be taken for one.
    """
    while (nothing := os.open(os.devnull, os.O_RDWR)) <= _STDERR:
        pass
    kept = os.dup(_STDOUT), os.dup(_STDERR)
    os.dup2(nothing, _STDOUT)
    if not os.environ.get("ADRGUARD_DEBUG"):
        os.dup2(nothing, _STDERR)
    os.close(nothing)
    return kept


def _give_back(streams: tuple[int, int]) -> None:
    for number, kept in ((_STDOUT, streams[0]), (_STDERR, streams[1])):
        os.dup2(kept, number)
        os.close(kept)


def _write(stream: int, text: str) -> None:
    data = text.encode("utf-8", "replace")
    try:
        while data:
            data = data[os.write(stream, data) :]
    except OSError:
        return  # nobody listens


def _reply_to(words: Sequence[str], environ: Mapping[str, str]) -> Reply:
    started = time.monotonic()
    if words[:1] in (["--help"], ["-h"]) or os.isatty(_STDIN):
        return Reply(stderr=USAGE)
    given = agents.named(words[0]) if words else ""
    try:
        payload = watchdog.in_time(lambda: wire.read(_STDIN), SECONDS_TO_READ)
    except watchdog.TooLateError:
        return _unread(given, f"it did not come within {SECONDS_TO_READ:.0f} s")
    except wire.UnreadableError as error:
        return _unread(given, str(error))
    except OSError as error:
        return _unread(given, error.strerror or "it cannot be read")
    if len(words) > 1:
        payload.setdefault("hook_event_name", words[1])
    return _reply_with(payload, given, environ, started)


def _reply_with(payload: wire.Payload, given: str, environ: Mapping[str, str], started: float) -> Reply:
    name = agents.recognise(payload, environ, given)
    if not name:
        return Reply(stderr="adrguard: nothing was judged: no agent that is known sends such an event\n")
    agent = agents.load(name)
    try:
        event = agent.read(payload, environ) or Event(name, OTHER, "", "")
        _refuse_no_path(event.cwd, event.project)
    except wire.UnreadableError as error:
        return _unread(name, str(error))
    if _is_silent(event, given, environ):
        return agent.encode(event, SILENT)
    if environ.get(SKIP, "") not in ("", "0"):
        tells = event.kind in (START, STOP)
        return agent.encode(event, Answer(note=f"adrguard: skipped, because {SKIP} is set") if tells else SILENT)
    until = started + SECONDS[event.kind]
    return agent.encode(event, _fitting(_answer(event, until)))


def _refuse_no_path(*folders: str) -> None:
    try:
        if not any(b"\0" in os.fsencode(one) for one in folders):
            return
    except UnicodeEncodeError:
        pass
    raise wire.UnreadableError("the folder that it names can be none")


def _unread(name: str, why: str) -> Reply:
    note = f"adrguard: nothing was judged: the hook's input is of no use: {why}"
    if not name:
        return Reply(stderr=note + "\n")
    return agents.load(name).encode(Event(name, OTHER, "", ""), Answer(note=note))


def _is_silent(event: Event, given: str, environ: Mapping[str, str]) -> bool:
    if event.kind not in SECONDS:
        return True
    if event.agent != (given or event.agent) or (event.agent == "claude" and "CLAUDE_PLUGIN_ROOT" in environ):
        from adrguard.hooks import duplicates

        return duplicates.is_second(event, given, environ)
    return False


def _answer(event: Event, until: float) -> Answer:
    told = watchdog.guarded(lambda: _USE_CASES[event.kind](event).plain(), until - time.monotonic())
    if told.silent:
        return SILENT
    if told.fault:
        return _failed(event, told.fault)
    try:
        return Answer(*told.value)  # type: ignore[misc] # the plain form of an answer, from our own child
    except TypeError:
        return _failed(event, "internal error, a use case gave no answer")


def _failed(event: Event, fault: str) -> Answer:
    """Let the agent go on and tell the person, or hold it back once where the configuration wants that.

    Only at its end, where everything is judged anyway: blocked edits would keep it from mending what is broken.
    """
    if event.kind in (STOP, SUBAGENT_STOP) and not event.again and _blocks_on_faults(event):
        return Answer(
            block=True,
            reason=f"adrguard could not judge this work: {fault}\n"
            "Mend what keeps it from judging if this work broke it, else tell the person what it says. "
            "You are held back for this only once (agent.on-error is 'block').",
        )
    return Answer(note=f"adrguard: nothing was judged: {fault}")


def _blocks_on_faults(event: Event) -> bool:
    def ask() -> object:
        from adrguard.usecases.agents import fault as agent_fault

        return agent_fault.blocks(event.cwd, event.project)

    return watchdog.guarded(ask, _SECONDS_FOR_SETTINGS).value is True


def _fitting(answer: Answer) -> Answer:
    """Keep to what agents take, whatever the use case said: a block without a reason is ignored by some."""
    reason = answer.reason[:MOST_REASON]
    if answer.block or answer.ask:
        reason = reason or _NO_REASON
    return Answer(answer.block, answer.ask, reason, answer.context[:MOST_CONTEXT], answer.note[:MOST_REASON])


def _stop(event: Event) -> Answer:
    from adrguard.usecases.agents import stop as agent_stop

    return agent_stop.stop(event)


def _before_edit(event: Event) -> Answer:
    from adrguard.usecases.agents import edit as agent_edit
    from adrguard.usecases.agents import session as agent_session

    agent_session.ensure(event)
    return agent_edit.before(event)


def _after_edit(event: Event) -> Answer:
    from adrguard.usecases.agents import edit as agent_edit

    return agent_edit.after(event)


def _before_shell(event: Event) -> Answer:
    from adrguard.usecases.agents import session as agent_session
    from adrguard.usecases.agents import shell as agent_shell

    agent_session.ensure(event)
    return agent_shell.before(event)


def _start(event: Event) -> Answer:
    from adrguard.usecases.agents import start as agent_start

    return agent_start.start(event)


def _prompt(event: Event) -> Answer:
    from adrguard.usecases.agents import start as agent_start

    return agent_start.prompt(event)


_USE_CASES: dict[str, Callable[[Event], Answer]] = {
    STOP: _stop,
    SUBAGENT_STOP: _stop,
    BEFORE_EDIT: _before_edit,
    AFTER_EDIT: _after_edit,
    BEFORE_SHELL: _before_shell,
    START: _start,
    PROMPT: _prompt,
}
