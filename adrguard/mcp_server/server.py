"""The server: the protocol on one side, plain functions on the other."""

from __future__ import annotations

import logging
import signal
import sys
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import anyio
from mcp.server.caching import CacheHint
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    CallToolResult,
    GetPromptResult,
    ListPromptsResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    PromptArgument,
    PromptMessage,
    ReadResourceResult,
    ResourceTemplate,
    TextContent,
    TextResourceContents,
    ToolAnnotations,
)
from mcp_types import Prompt as SdkPrompt
from mcp_types import Resource as SdkResource
from mcp_types import Tool as SdkTool

from adrguard import __version__
from adrguard.mcp_server import resources
from adrguard.mcp_server.incoming import Incoming
from adrguard.mcp_server.prompts import PROMPTS
from adrguard.mcp_server.work import Workshop
from adrguard.model.errors import AdrguardError
from adrguard.report.json import text as sayable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from mcp.server.context import ServerRequestContext
    from mcp_types import (
        CallToolRequestParams,
        GetPromptRequestParams,
        PaginatedRequestParams,
        ReadResourceRequestParams,
    )

    from adrguard.mcp_server.prompts import Prompt
    from adrguard.mcp_server.tool import Answer, Desk, Tool, Work

    Asked = ServerRequestContext[Any, Any]

T = TypeVar("T")

NAME = "adrguard"
TITLE = "Living ADR Guard"
_STEADY = CacheHint(ttl_ms=300_000)

_log = logging.getLogger(NAME)

_WHEN = {
    "get_project_loadout": "get_project_loadout: at the start of a session and before you plan a larger change. Under "
    "300 tokens: what this project is, what binds here, what was done last.",
    "recall_memory": "recall_memory: before you answer or decide from memory, to find what was decided or learnt here. "
    "A line that says `status:superseded` no longer holds; `full` gives whole notes.",
    "guard_check": "guard_check: before you say that a change is done, and before each commit. With no arguments it "
    "judges everything uncommitted, with `branch` all that is new since a branch was left, with `diff` what you only "
    "propose. `clean` means go on. Mend each finding of severity `block` as its remediation says, and call it again; "
    "never edit a decision, a suppression or the baseline to get past one: tell the person instead.",
    "flush_session": "flush_session: when a decision was made, a fault understood or a milestone reached. Its "
    "invariants bind at once. `supersedes` ends a decision: only when the person wants that; pass on what `notes` say.",
    "distill_session_skill": "distill_session_skill: after a fault was found and mended, to keep how, from the log.",
    "offload_context": "offload_context: for a log of more than 30 lines, instead of keeping it in mind.",
    "inspect_log_node": "inspect_log_node: for the lines behind a node; `ID:A:B` asks for lines A to B.",
    "gc_session_context": "gc_session_context: when a conversation grows long; what it folds, inspect_log_node shows.",
}
_DECISIONS = "Decisions are resources too: adr://ID, such as adr://ADR-008. Everything is read afresh at each call."
MOST_INSTRUCTIONS = 2_000
"""Characters of the instructions at most: what is longer than 2 KB some clients cut."""


def instructions(tools: Sequence[Tool]) -> str:
    """Return what tells a model when to call what: only of the tools that there are."""
    said = [_WHEN[one.name] for one in tools if one.name in _WHEN]
    return "\n".join(
        ["Decisions of this repository, which bind every change, and what is known. Call", *said, _DECISIONS]
    )


class Door:
    """Answers the requests of one client."""

    def __init__(self, desk: Desk, tools: Sequence[Tool]) -> None:
        self._desk = desk
        self._tools = {tool.name: tool for tool in tools}
        self._prompts = {prompt.name: prompt for prompt in PROMPTS}
        self._workshop = Workshop()

    async def list_tools(self, _: Asked, __: PaginatedRequestParams | None) -> ListToolsResult:
        """List the tools, in the order of their registry."""
        return ListToolsResult(tools=[_described(tool) for tool in self._tools.values()])

    async def call_tool(self, asked: Asked, params: CallToolRequestParams) -> CallToolResult:
        """Call one tool. What the caller can mend, and a fault of ours, is an answer that says so."""
        tool = self._tools.get(params.name)
        if tool is None:
            return _failed(f"there is no tool '{params.name[:100]}' here; there are {', '.join(self._tools)}")
        try:
            return _told(await self._do(asked, lambda work: tool.run(self._desk, work, params.arguments or {})))
        except (AdrguardError, OSError) as error:
            return _failed(_words(error))
        except Exception as error:  # noqa: BLE001 - the one handler: a fault of ours must not read as a verdict
            _log.exception("%s failed", tool.name)
            return _failed(f"internal error, {tool.name} gave no answer: {sayable(f'{type(error).__name__}: {error}')}")

    async def list_resources(self, asked: Asked, _: PaginatedRequestParams | None) -> ListResourcesResult:
        """List the decisions."""
        found = await self._read(asked, partial(resources.listed, self._desk))
        return ListResourcesResult(
            resources=[
                SdkResource(
                    uri=one.uri,
                    name=one.name,
                    title=one.title,
                    description=one.description,
                    mime_type=resources.MARKDOWN,
                )
                for one in found
            ]
        )

    async def list_resource_templates(self, _: Asked, __: PaginatedRequestParams | None) -> ListResourceTemplatesResult:
        """Say how decisions are addressed."""
        template = ResourceTemplate(
            uri_template=resources.TEMPLATE,
            name="decision",
            title="An architecture decision",
            description="The note of a decision, by its id, its number or its file's name.",
            mime_type=resources.MARKDOWN,
        )
        return ListResourceTemplatesResult(resource_templates=[template])

    async def read_resource(self, asked: Asked, params: ReadResourceRequestParams) -> ReadResourceResult:
        """Read one decision."""
        uri = str(params.uri)
        text = await self._read(asked, partial(resources.read, self._desk, uri))
        return ReadResourceResult(contents=[TextResourceContents(uri=uri, mime_type=resources.MARKDOWN, text=text)])

    async def list_prompts(self, _: Asked, __: PaginatedRequestParams | None) -> ListPromptsResult:
        """List the prompts."""
        return ListPromptsResult(prompts=[_offered(prompt) for prompt in self._prompts.values()])

    async def get_prompt(self, asked: Asked, params: GetPromptRequestParams) -> GetPromptResult:
        """Write one prompt."""
        prompt = self._prompts.get(params.name)
        given = {name: value for name, value in (params.arguments or {}).items() if value}
        if prompt is None or not set(given) <= set(prompt.takes):
            known = "; ".join(f"{one.name} takes {', '.join(one.takes)}" for one in self._prompts.values())
            raise MCPError(INVALID_PARAMS, f"there is no such prompt or argument here: {known}")
        text = await self._read(asked, partial(prompt.write, self._desk, **given))
        message = PromptMessage(role="user", content=TextContent(type="text", text=text))
        return GetPromptResult(description=prompt.description, messages=[message])

    async def _read(self, asked: Asked, job: Callable[[], T]) -> T:
        """Do what has no answer of its own for an error. Raises `MCPError`."""
        try:
            return await self._do(asked, lambda _: job())
        except (AdrguardError, OSError) as error:
            raise MCPError(INVALID_PARAMS, _words(error)) from error
        except Exception as error:  # a fault of ours is told as one
            _log.exception("%s failed", asked.method)
            raise MCPError(INTERNAL_ERROR, f"internal error: {type(error).__name__}: {error}") from error

    async def _do(self, asked: Asked, job: Callable[[Work], T]) -> T:
        async def tell(seconds: float, what: str) -> None:
            await asked.session.report_progress(round(seconds, 1), None, what)

        try:
            return await self._workshop.do(job, tell)
        finally:
            _say_interrupted()


def _say_interrupted() -> None:
    from adrguard.usecases.interrupted import untold

    for line in untold():
        _log.warning("%s", line)


def _described(tool: Tool) -> SdkTool:
    return SdkTool(
        name=tool.name,
        title=tool.title,
        description=tool.description,
        input_schema=tool.takes,
        output_schema=tool.gives,
        annotations=ToolAnnotations(
            title=tool.title,
            read_only_hint=tool.reads_only,
            destructive_hint=False,
            idempotent_hint=True,
            open_world_hint=False,
        ),
        _meta=tool.meta,
    )


def _offered(prompt: Prompt) -> SdkPrompt:
    return SdkPrompt(
        name=prompt.name,
        title=prompt.title,
        description=prompt.description,
        arguments=[PromptArgument(name=name, description=what, required=False) for name, what in prompt.takes.items()],
    )


def _told(answer: Answer) -> CallToolResult:
    for remark in answer.remarks:
        _log.warning("%s", remark)
    meta = {"adrguard/remarks": list(answer.remarks)} if answer.remarks else None
    return CallToolResult(
        content=[TextContent(type="text", text=answer.text)], structured_content=answer.data, _meta=meta
    )


def _failed(words: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=words)], is_error=True)


def _words(error: AdrguardError | OSError) -> str:
    """Return one sentence: what is wrong, and the way out."""
    if isinstance(error, AdrguardError):
        said = f"{error.message} ({error.hint})" if error.hint else error.message
    else:
        where = f"{error.filename}: " if error.filename else ""
        said = f"{where}{error.strerror or error}"
    return sayable(said)


def make(desk: Desk, tools: Sequence[Tool]) -> Server[Any]:
    """Return the server of one process."""
    door = Door(desk, tools)
    return Server(
        NAME,
        version=__version__,
        title=TITLE,
        description="Architecture Decision Records that enforce themselves.",
        instructions=instructions(tools),
        cache_hints={"tools/list": _STEADY, "prompts/list": _STEADY, "resources/templates/list": _STEADY},
        on_list_tools=door.list_tools,
        on_call_tool=door.call_tool,
        on_list_resources=door.list_resources,
        on_list_resource_templates=door.list_resource_templates,
        on_read_resource=door.read_resource,
        on_list_prompts=door.list_prompts,
        on_get_prompt=door.get_prompt,
    )


def serve(desk: Desk, tools: Sequence[Tool]) -> None:
    """Answer one client on standard input and output until it closes them; all else goes to stderr."""
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(name)s: %(message)s")
    # The thread that waits for the client's next line cannot be interrupted, and nothing has to be tidied up.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        anyio.run(_serve, desk, tools)
    except* BrokenPipeError:
        _log.info("the client has gone")


async def _serve(desk: Desk, tools: Sequence[Tool]) -> None:
    server = make(desk, tools)
    async with stdio_server() as (incoming, outgoing):
        await server.run(Incoming(incoming, outgoing), outgoing, server.create_initialization_options())
