"""The memory over MCP: a whole session by the SDK's own client, and servers whose index and vault change under them."""

from __future__ import annotations

# ruff: noqa: E402 -- what needs the SDK is imported where it is known to be there
import asyncio
import json
import re

import jsonschema
import pytest

mcp = pytest.importorskip("mcp", reason="the extra adrguard[mcp] is not installed")

from fakes.serving import MODES, ROOT, talk

CONTRACT = json.loads((ROOT / "tests" / "golden" / "mcp_contract.json").read_text(encoding="utf-8"))
LOG = (ROOT / "tests" / "golden" / "logs" / "cargo.log").read_text(encoding="utf-8")
VAULT = ".adrguard/wiki"
INDEX = ".git/adrguard/index.sqlite"
MUTEX = """---
id: ADR-001
title: Redis mutex
status: accepted
---

# Redis mutex

A single redis lock is enough.

## Invariants

- deny: `two_mutexes`
"""
BEFORE, AFTER = "two_mutexes()\n", "acquire_single_redis_mutex()\n"
FLUSH = {
    "title": "ADR-012: Distributed Redlock Consensus",
    "category": "decision",
    "summary": "Migrated single-instance Redis mutex to Redlock cluster to prevent split-brain during master failover",
    "supersedes": ["ADR-001-Redis-Mutex"],
    "tags": ["redis", "redlock", "consensus"],
    "related_notes": ["payment-gateway"],
    "content": "## Context\nSingle-instance locks fail during Redis master reelection...\n"
    "## Invariants\n- deny: acquire_single_redis_mutex",
}
RECALL = {"query": "Stripe webhook idempotency distributed lock", "limit": 3, "full": False}
LINE = re.compile(r"!μ:L[0-3]\|(?P<path>[^|]+)\|score:0\.\d{4}\|links:\d+/\d+(?P<more>\|[^§]*)? § .+")


@pytest.fixture
def vault(repo):
    """A vault with a decision and a project, and a file that the decision looks at."""
    repo.write(f"{VAULT}/02_Architecture/ADR-001-Redis-Mutex.md", MUTEX)
    repo.write(f"{VAULT}/10_Projects/payment-gateway.md", "# Payment Gateway Core\n\nStripe webhooks, taken once.\n")
    repo.write("src/a.py", "x = 1\n")
    repo.commit()
    return repo


def lines(answer) -> list[re.Match[str]]:
    found = [LINE.fullmatch(line) for line in answer.content[0].text.splitlines() if not line.startswith("(")]
    assert all(found), answer.content[0].text
    return found


def names(answer) -> list[str]:
    return [match["path"].rpartition("/")[2] for match in lines(answer)]


def trajectory(log: str) -> str:
    call = {"role": "assistant", "content": "Decision: build again.", "tool_calls": [{"id": "c", "name": "cargo"}]}
    turns = [call, {"role": "tool", "tool_call_id": "c", "content": log}] * 12
    return json.dumps({"session_id": "s", "turns": [{"role": "user", "content": "Mend it."}, *turns]})


@pytest.mark.parametrize("mode", MODES)
def test_a_whole_session(vault, mode: str) -> None:
    async def say(client):
        told = {one.name: one for one in (await client.list_tools()).tools}

        async def call(name: str, **arguments: object):
            answer = await client.call_tool(name, arguments)
            assert not answer.is_error, answer.content[0].text
            jsonschema.validate(arguments, told[name].input_schema)
            if told[name].output_schema is None:
                assert answer.structured_content is None
            else:
                jsonschema.validate(answer.structured_content, told[name].output_schema)
            return answer

        loadout = await call("get_project_loadout", project_name="payment-gateway", diff=True)
        assert "# Context Loadout: Payment Gateway Core" in loadout.content[0].text
        vault.write("src/a.py", BEFORE + AFTER)
        before = await call("guard_check")
        assert [one["line"] for one in before.structured_content["findings"]] == [1]

        flushed = (await call("flush_session", **FLUSH)).structured_content
        assert (flushed["id"], flushed["written"], flushed["enforced"]) == ("ADR-012", True, True)
        assert [one["id"] for one in flushed["superseded"]] == ["ADR-001"]
        assert "tell the person that ADR-001 gave way to ADR-012" in flushed["notes"]
        assert (await call("flush_session", **FLUSH)).structured_content["same"]

        after = (await call("guard_check")).structured_content
        assert [(one["line"], one["adr"]) for one in after["findings"]] == [(2, "ADR-012")]
        assert [one["sanctioned"] for one in after["weakened"]] == [True]

        found = lines(await call("recall_memory", query="redis lock"))
        assert ["ADR-012" in one["path"] for one in found][:2] == [True, False]
        assert "ADR-001" in found[1]["path"]
        assert "superseded by ADR-012" in found[1]["more"]
        await call("recall_memory", **RECALL)
        assert (
            "# Distributed Redlock Consensus"
            in (await call("recall_memory", query="ADR-012", full=True)).content[0].text
        )

        offloaded = (await call("offload_context", raw_text=LOG, task_name="build")).content[0].text
        assert offloaded.startswith("```mermaid\nstateDiagram-v2\n")
        assert "Use 'inspect_log_node' to view raw stack frames." in offloaded
        node = re.search(r"Reference ID: (node_[0-9a-f]{8})", offloaded)[1]
        assert (await call("inspect_log_node", node_id=node)).content[0].text == LOG

        preview = (await call("distill_session_skill", node_id=node, dry_run=True)).structured_content
        assert (preview["written"], preview["preview"].startswith("---\n")) == (False, True)
        skill = (await call("distill_session_skill", node_id=node, context_hint="It was the lock.")).structured_content
        assert (vault.root / skill["path"]).is_file()
        assert names(await call("recall_memory", query="It was the lock"))[0] == skill["path"].rpartition("/")[2]

        given = trajectory(LOG)
        collected = await call("gc_session_context", trajectory_json=given, hot_window=3)
        small = collected.structured_content
        assert small["trr"] >= 85
        assert collected.content[0].text.endswith(small["trajectory_json"])
        assert json.loads(small["trajectory_json"])["turns"][-1] == json.loads(given)["turns"][-1]
        again = await call("gc_session_context", trajectory_json=small["trajectory_json"], hot_window=3)
        assert again.structured_content["trajectory_json"] == small["trajectory_json"]
        for one in small["nodes"]:
            await call("inspect_log_node", node_id=one)
        return list(told)

    assert talk(vault.root, say, mode=mode) == [one["name"] for one in CONTRACT["tools"]]


def test_what_changes_under_a_server_shows_at_the_next_call(vault) -> None:
    note = f"{VAULT}/20_Cards/note.md"

    async def say(client):
        async def found(query: str = "redis") -> list[str]:
            answer = await client.call_tool("recall_memory", {"query": query})
            assert not answer.is_error, answer.content[0].text
            return [] if answer.content[0].text.startswith("No note") else names(answer)

        assert await found() == ["ADR-001-Redis-Mutex.md"]
        vault.write(note, "# A note\n\nredis as well\n")
        assert sorted(await found()) == ["ADR-001-Redis-Mutex.md", "note.md"]
        vault.write(note, "# A note\n\nredit as well\n")
        assert await found() == ["ADR-001-Redis-Mutex.md"]
        (vault.root / note).unlink()
        assert await found("redit") == []

        (vault.root / INDEX).unlink()
        assert await found() == ["ADR-001-Redis-Mutex.md"]
        (vault.root / INDEX).write_bytes(b"no database" * 1000)
        assert await found() == ["ADR-001-Redis-Mutex.md"]
        (vault.root / VAULT).rename(vault.root / ".adrguard" / "gone")
        gone = await client.call_tool("recall_memory", {"query": "redis"})
        assert gone.is_error
        assert "adrguard init" in gone.content[0].text
        (vault.root / ".adrguard" / "gone").rename(vault.root / VAULT)
        return await found()

    assert talk(vault.root, say) == ["ADR-001-Redis-Mutex.md"]


def test_a_sidecar_of_another_vault(vault) -> None:
    other = vault.root.parent / "other"
    (other / "20_Cards").mkdir(parents=True)
    (other / "20_Cards" / "elsewhere.md").write_text("# Elsewhere\n\nredis in another vault\n", encoding="utf-8")

    async def say(client):
        there = [one.name for one in (await client.list_tools()).tools]
        assert "offload_context" not in client.instructions
        refused = await client.call_tool("offload_context", {"raw_text": LOG})
        assert refused.is_error
        assert refused.content[0].text.endswith(f"there are {', '.join(there)}")
        assert "elsewhere.md" in names(await client.call_tool("recall_memory", {"query": "redis"}))
        written = await client.call_tool("flush_session", {"title": "A lesson", "content": "Learnt.\n"})
        assert (other / written.structured_content["path"]).is_file()
        return there

    there = talk(vault.root, say, "--sidecar", "--vault", str(other))
    assert there == [one["name"] for one in CONTRACT["tools"] if one["name"] not in CONTRACT["sidecar_lacks"]]
    assert len(there) == 5


def test_servers_that_begin_at_once_all_answer(vault) -> None:
    for number in range(300):
        vault.write(f"{VAULT}/20_Cards/note-{number:03}.md", f"# Note {number}\n\nredis [[note-{number // 2:03}]]\n")

    def recall():
        return talk(vault.root, lambda client: client.call_tool("recall_memory", {"query": "redis", "limit": 200}))

    async def both():
        return await asyncio.gather(*(asyncio.to_thread(recall) for _ in range(2)))

    one, other = asyncio.run(both())
    assert one.content == other.content
    assert len(lines(one)) == 200
