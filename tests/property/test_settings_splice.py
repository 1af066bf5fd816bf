"""Laws of putting our entries into JSON settings and taking them out, on documents as untidy as people leave them."""

from __future__ import annotations

import json

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from adrguard.install.agents import json_settings
from adrguard.install.agents.wanted import JSON5, Hooks, Server, Target
from adrguard.install.json_nodes import Number, parse
from adrguard.model.errors import AdrguardError

LINE = {"type": "command", "command": '"/opt/x/adrguard-hook" agent claude', "timeout": 60}
GROUPED = Hooks(("hooks",), (("Start", ({"matcher": "a|b", "hooks": [LINE]},)), ("Stop", ({"hooks": [LINE]},))))
FLAT = Hooks(("hooks",), (("Start", (LINE,)), ("Stop", (LINE,))), grouped=False, beside=(("version", 1),))
SERVER = Server(("mcpServers", "adrguard"), {"command": "/opt/x/adrguard", "args": ["mcp"]})
TARGETS = [
    Target("settings.json", "/", hooks=GROUPED),
    Target("settings.json", "/", hooks=GROUPED, server=SERVER),
    Target("settings.json", "/", hooks=FLAT),
    Target("settings.json", "/", server=SERVER),
]

spaces = st.lists(
    st.sampled_from([" ", "\n", "\r\n", "\t", "  ", '// a, "b" }\n', "/* , ] */", "// x\r\n", "/**/"]), max_size=3
).map("".join)
names = st.sampled_from(["hooks", "mcpServers", "Start", "Stop", "version", "a", "b", "ü\\n", "adrguard"])
leaves = st.sampled_from(["1", "-0.5e3", "true", "null", '"x"', '"// no"', '"\\"}"', '"é"', "1e999", '"[,]"'])


@st.composite
def containers(draw, inner, *, keyed, name=names):
    """Draw the text of an object or an array around drawn texts."""
    open_, close = "{}" if keyed else "[]"
    parts = draw(st.lists(inner, max_size=3))
    used: set[str] = set()
    text = open_ + draw(spaces)
    for index, part in enumerate(parts):
        label = ""
        if keyed:
            key = draw(name.filter(lambda one: one not in used))
            used.add(key)
            label = f'"{key}"{draw(spaces)}:{draw(spaces)}'
        comma = "," if index < len(parts) - 1 or draw(st.booleans()) else ""
        text += label + part + draw(spaces) + comma + draw(spaces)
    return text + close


values = st.recursive(
    leaves, lambda inner: st.one_of(containers(inner, keyed=True), containers(inner, keyed=False)), max_leaves=6
)
groups = containers(values, keyed=True)
events = containers(containers(groups, keyed=False), keyed=True, name=st.sampled_from(["Start", "Stop", "Other"]))


@st.composite
def documents(draw):
    """Draw the text of settings, often with hooks and servers of others, sometimes with nothing in it."""
    head, tail = draw(spaces), draw(spaces)
    if draw(st.integers(0, 9)) == 0:
        return head + tail
    known = {"hooks": events, "mcpServers": containers(values, keyed=True), "version": leaves, "a": values, "é": values}
    keys = draw(st.lists(st.sampled_from(sorted(known)), unique=True, max_size=4))
    text = "{" + draw(spaces)
    for index, key in enumerate(keys):
        comma = "," if index < len(keys) - 1 or draw(st.booleans()) else ""
        text += f'"{key}"{draw(spaces)}:{draw(spaces)}{draw(known[key])}{draw(spaces)}{comma}{draw(spaces)}'
    return head + text + "}" + tail


def is_within(small: str, large: str) -> bool:
    rest = iter(large)
    return all(char in rest for char in small)


def plain(text):
    node = parse("settings.json", text)
    return node.plain() if node else {}


def without_ours(found, before, target):
    """Return what is said without our entries, and without containers of them that had not been there."""
    found = json.loads(json.dumps(found, default=list))
    hooks = found.get("hooks", {})
    for event in list(hooks):
        hooks[event] = [one for one in hooks[event] if "adrguard-hook" not in json.dumps(one)]
        if not hooks[event] and event not in before.get("hooks", {}):
            del hooks[event]
    if target.server:
        found.get("mcpServers", {}).pop("adrguard", None)
    for key in ("hooks", "mcpServers"):
        if found.get(key) == {} and key not in before:
            del found[key]
    if "version" not in before:
        found.pop("version", None)
    return found


@settings(max_examples=60, deadline=None)
@given(documents(), st.sampled_from(TARGETS))
@example("", TARGETS[1])
@example("{}", TARGETS[1])
@example('{"hooks":{"Stop":[]}}', TARGETS[0])
@example('{"a":1}', TARGETS[2])
def test_what_is_put_in_changes_nothing_else_and_comes_out_without_a_trace(text, target):
    empties: dict[str, str | None] = {}
    try:
        before = plain(text)
        after = json_settings.added(target, text, empties)
    except AdrguardError:
        assume(False)
        return
    # White space within what stood empty is remembered instead.
    assert is_within("".join(text.split()), after)
    assert without_ours(plain(after), before, target) == json.loads(json.dumps(before, default=list))
    assert json_settings.added(target, after, dict(empties)) == after
    assert json_settings.registered(target, after) == json_settings.registered(target.replace(form=JSON5), after)
    assert json_settings.removed(target, after, empties) == text


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)


@settings(deadline=None)
@given(st.dictionaries(st.text(), json_values), st.sampled_from([None, 1, "\t"]), st.booleans(), st.booleans())
def test_what_others_write_as_json_is_read_alike(value, indent, ascii_only, loose):
    node = parse("settings.json", json.dumps(value, indent=indent, ensure_ascii=ascii_only), loose=loose)
    assert node is not None
    assert natural(node.plain()) == value


def natural(value):
    if isinstance(value, Number):
        return json.loads(value.text)
    if isinstance(value, dict):
        return {key: natural(one) for key, one in value.items()}
    return [natural(one) for one in value] if isinstance(value, list) else value
