"""Putting our entries into each agent's settings and taking them out gives back every byte."""

from __future__ import annotations

import json
import tomllib

import pytest
import yaml

from adrguard.install import agents
from adrguard.install.agents import settings
from adrguard.install.agents.programs import Programs
from adrguard.install.agents.wanted import JSON5, OWN, TOML, YAML, Where
from adrguard.model.errors import AdrguardError

PROGRAMS = Programs(("/opt/a b/adrguard-hook",), ("/opt/a b/adrguard",))
PROJECT = Where("/repo", "/home/me", {}, git_dir="/repo/.git")
USER = Where("/home/me", "/home/me", {}, user=True)

OTHERS = (
    '{"hooks": {"Stop": [{"hooks": [{"type": "command", "command": "mine"}]}], "stop": [{"command": "mine"}]},'
    ' "mcpServers": {"other": {"command": "x"}}, "version": 1}'
)
JSON_TEXTS = {
    "nothing": "",
    "a line end": "\n",
    "an empty object": "{}",
    "an empty object over lines": "{\n}\n",
    "empty places": '{"hooks": {}, "mcpServers": { }, "servers": {\n}, "mcp": {}}',
    "an empty list": '{"hooks": {"Stop": [], "stop": [\n  ], "agentStop": [ ], "AfterAgent": []}}',
    "other content": json.dumps(json.loads(OTHERS), indent=2) + "\n",
    "other content, on one line": OTHERS,
    "other content, tabs": json.dumps(json.loads(OTHERS), indent="\t"),
    "other content, CRLF": json.dumps(json.loads(OTHERS), indent=4).replace("\n", "\r\n") + "\r\n",
    "comments": '// settings\n{\n  // of mine\n  "a": [1, 2], // two\n  "model": "x" /* the best */ // yes\n  ,\n}\n',
    "only comments": "{\n  // nothing yet\n}\n",
    "a byte-order mark": '\ufeff{\n  "a": 1\n}\n',
    "letters of all kinds": '{\n  "é": "\\u00e9 \U0001f680"\n}',
}
TOML_TEXTS = {
    "nothing": "",
    "a line end": "\n",
    "only comments": "# mine\n",
    "other content": 'model = "x"\n\n[features]\nhooks = true # yes\n',
    "other content, no line end": '[projects."/repo"]\ntrust_level = "trusted"',
    "other content, CRLF": 'model = "x"\r\n[a]\r\nb = """\r\n[mcp_servers.adrguard]\r\n"""\r\n',
    "another server": '[mcp_servers.other]\ncommand = "x"\n\n\n',
    "a byte-order mark": '\ufeffmodel = "x"\n',
    "tables among lists of tables": "[mcp_servers.o]\ncommand = 'x'\n\n[[a]]\nb = 1\n[mcp_servers.p]\n",
}
YAML_TEXTS = {
    "nothing": "",
    "only comments": "# mine\n",
    "other content": "model: x # the best\nlist:\n- a\n",
    "other content, no line end": "model: x",
    "other content, CRLF": "model: x\r\nmcp_servers:\r\n    other:\r\n        command: x\r\nlast: 1\r\n",
    "another server": "mcp_servers:\n  # mine\n  other:\n    command: x\n",
    "an empty mapping": "mcp_servers: {} # none\nlast: 1\n",
    "an empty mapping at the end": "a: 1\nmcp_servers: {}",
    "a key without a value": "mcp_servers:\nlast: 1\n",
    "a byte-order mark": "\ufeffmodel: x\n",
}
TEXTS = {"json": JSON_TEXTS, JSON5: JSON_TEXTS, TOML: TOML_TEXTS, YAML: YAML_TEXTS}


def cases():
    for name in agents.TITLES:
        for where in (PROJECT, USER):
            for target in agents.agent(name).targets(where, PROGRAMS):
                if target.form == OWN:
                    continue
                label = f"{name} {target.path}"
                yield from (
                    pytest.param(target, text, id=f"{label}: {what}") for what, text in TEXTS[target.form].items()
                )


@pytest.mark.parametrize(("target", "text"), list(cases()))
def test_what_was_there_comes_back(target, text):
    before, empties = text.encode(), {}
    after = settings.added(target, before, empties)
    assert after != before
    assert settings.added(target, after, {}) == after
    assert settings.removed(target, after, empties) == before
    lines, server = settings.registered(target, after)
    assert (bool(lines), server) == (target.hooks is not None, target.server is not None)
    assert settings.registered(target, before) == ([], False)
    parsed(target, after)


def parsed(target, data):
    text = data.decode("utf-8-sig")
    if target.form == TOML:
        return tomllib.loads(text)
    if target.form == YAML:
        return yaml.safe_load(text)
    return json.loads(text) if "//" not in text and "/*" not in text and ",\n}" not in text else None


def targets(name, where=PROJECT):
    return agents.agent(name).targets(where, PROGRAMS)


@pytest.mark.parametrize("name", agents.TITLES)
@pytest.mark.parametrize("where", [PROJECT, USER], ids=["project", "user"])
def test_a_file_that_was_not_there_goes_again(name, where):
    for target in targets(name, where):
        empties: dict[str, str | None] = {}
        made = settings.added(target, None, empties)
        assert settings.removed(target, made, empties) is None
        assert settings.removed(target, made, {}) is None, "what stood there before may be forgotten"


OLDER = Programs(("/old/adrguard-hook",), ("/old/adrguard",))


@pytest.mark.parametrize("name", agents.TITLES)
def test_an_older_entry_is_brought_up_to_date_where_it_stands(name):
    where = USER if name in ("hermes", "openclaw") else PROJECT
    for old, new in zip(agents.agent(name).targets(where, OLDER), targets(name, where), strict=True):
        upgraded = settings.added(new, settings.added(old, None, {}), {})
        assert b"/old/" not in upgraded
        if new.form not in (TOML, YAML):
            assert upgraded == settings.added(new, None, {})


def test_an_event_that_is_wanted_no_more_goes():
    (target, _) = targets("claude")
    line = {"type": "command", "command": '"/old/adrguard-hook" agent', "timeout": 5}
    text = json.dumps({"hooks": {"UserPromptSubmit": [{"hooks": [line, {"type": "command", "command": "mine"}]}]}})
    hooks = json.loads(settings.added(target, text.encode(), {}))["hooks"]
    assert hooks["UserPromptSubmit"] == [{"hooks": [{"type": "command", "command": "mine"}]}]
    assert set(hooks) == {"UserPromptSubmit", "SessionStart", "PreToolUse", "PostToolUse", "Stop", "SubagentStop"}


def test_entries_of_others_around_ours_stay():
    (target, _) = targets("claude")
    data = json.loads(settings.added(target, b"", {}))
    mine = {"hooks": [{"type": "command", "command": "mine"}]}
    data["hooks"]["Stop"] = [mine, *data["hooks"]["Stop"], mine]
    data["hooks"]["SubagentStop"][0]["hooks"].insert(0, mine["hooks"][0])
    text = json.dumps(data, indent=2).encode()
    assert settings.added(target, text, {}) == text
    left = json.loads(settings.removed(target, text, {}) or b"null")
    assert left == {"hooks": {"Stop": [mine, mine], "SubagentStop": [mine]}}


def test_of_an_older_table_only_the_lines_that_differ_change():
    (_, target) = targets("codex")
    text = '[[a]]\n[mcp_servers.adrguard] # mine\n command = "/old/adrguard"\nargs = [ "mcp" ] # yes\n[[a]]\n'
    assert settings.added(target, text.encode(), {}).decode() == text.replace(' command = "/old', 'command = "/opt/a b')
    text = '[mcp_servers.adrguard]\ncommand = "/old/adrguard"\nargs = [\n  "x", # y\n]\n'
    assert tomllib.loads(settings.added(target, text.encode(), {}).decode()) == {
        "mcp_servers": {"adrguard": {"command": "/opt/a b/adrguard", "args": ["mcp"]}}
    }


@pytest.mark.parametrize("name", ["claude", "codex", "hermes"])
def test_what_somebody_added_to_our_server_stays(name):
    where = USER if name == "hermes" else PROJECT
    target = next(one for one in agents.agent(name).targets(where, OLDER) if one.server)
    text = settings.added(target, None, {}).decode()
    more = {
        "json": text.replace('"args"', '"env": {"A": "b"},\n      "args"'),
        TOML: text + '\n[mcp_servers.adrguard.env]\nA = "b"\n',
        YAML: text + '    env: {"A": "b"}\n',
    }[target.form]
    (new,) = [one for one in targets(name, where) if one.server]
    upgraded = settings.added(new, more.encode(), {})
    assert b'"b"' in upgraded
    assert b"/opt/a b/adrguard" in upgraded
    assert settings.removed(new, upgraded, {}) is None


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("claude", '{"mcpServers": {"adrguard": {"command": "theirs"}}}'),
        ("codex", '[mcp_servers.adrguard]\ncommand = "theirs"\n'),
        ("hermes", "mcp_servers:\n  adrguard:\n    command: theirs\n"),
    ],
)
def test_another_server_of_our_name_is_neither_replaced_nor_taken_away(name, text):
    target = next(one for one in targets(name, USER) if one.server)
    with pytest.raises(AdrguardError, match="another MCP server is called 'adrguard'"):
        settings.added(target, text.encode(), {})
    assert settings.removed(target, text.encode(), {}) == text.encode()


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        pytest.param("claude", b'{"a": }', ".claude.json:1:7: not valid JSON: this is no value", id="JSON"),
        pytest.param("claude", b"\xff{}", "not UTF-8", id="not UTF-8"),
        pytest.param("codex", b"a = \n", "config.toml:1:5: not valid TOML", id="TOML"),
        pytest.param("codex", b"mcp_servers = {}\n", "leaves no safe place", id="a TOML table on one line"),
        pytest.param("hermes", b"a: [\n", "config.yaml:2:1: not valid YAML", id="YAML"),
        pytest.param("hermes", b"- a\n", "config.yaml:1:1: not a mapping", id="a YAML list"),
        pytest.param("hermes", b"mcp_servers: {a: {b: c}}\n", "leaves no safe place", id="a YAML mapping on one line"),
        pytest.param("hermes", b"a: 1\n...\n", "leaves no safe place", id="YAML that has ended"),
    ],
)
def test_what_cannot_be_changed_safely_is_refused(name, text, message):
    target = next(one for one in targets(name, USER) if one.server)
    with pytest.raises(AdrguardError) as caught:
        settings.added(target, text, {})
    assert message in caught.value.message
    assert caught.value.hint
