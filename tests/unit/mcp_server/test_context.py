"""`offload_context`, `inspect_log_node`, `gc_session_context`: every argument, called as the server calls them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import pytest
from fakes.serving import call

from adrguard.mcp_server.arguments import MOST_CHARACTERS
from adrguard.mcp_server.bounds import MOST_BYTES
from adrguard.mcp_server.toolsets.context.collect import GIVES
from adrguard.model.errors import AdrguardError

CARGO = (Path(__file__).parents[2] / "golden" / "logs" / "cargo.log").read_text(encoding="utf-8")
LONG = "".join(f"step {number}\n" for number in range(1, 1001)) + "error: it broke\n" + "tail\n" * 500


def put_away(repo, text: str, **arguments) -> str:
    return re.search(r"Reference ID: (\S+)", call(repo, "offload_context", raw_text=text, **arguments).text)[1]


def inspect(repo, node: str) -> str:
    return call(repo, "inspect_log_node", node_id=node).text


def refused(repo, name: str, **arguments) -> str:
    with pytest.raises(AdrguardError) as raised:
        call(repo, name, **arguments)
    assert raised.value.hint
    return raised.value.message


# offload_context


def test_a_long_log_becomes_a_diagram_in_the_promised_form(repo) -> None:
    answer = call(repo, "offload_context", raw_text=CARGO, task_name="nightly build")
    assert re.fullmatch(
        r"```mermaid\nstateDiagram-v2\n    direction TB\n    \[\*\] --> \w+.*\n```\n\n"
        r"✓ Log offloaded \(125 lines, \d+\.\d% token reduction\)\n  Reference ID: node_[0-9a-f]{8}\n"
        r"  Use 'inspect_log_node' to view raw stack frames\.\n",
        answer.text,
        re.DOTALL,
    )
    assert "nightly build" in answer.text
    assert answer.data is None


@pytest.mark.parametrize("text", ["one\n", "no end", "a\n" * 30, "\ud800 half\n"], ids=["a line", "", "30", "half"])
def test_a_short_log_comes_back(repo, text: str) -> None:
    assert call(repo, "offload_context", raw_text=text).text == text.encode("utf-8", "surrogatepass").decode(
        "utf-8", "replace"
    )


def test_the_same_log_is_kept_once_and_secrets_never(repo) -> None:
    secret = "ghp_" + "a1B2" * 9
    log = LONG + f"token: {secret}\n"
    assert put_away(repo, log) == put_away(repo, log)
    assert secret not in inspect(repo, f"{put_away(repo, log)}:1501")


@pytest.mark.parametrize("size", [MOST_CHARACTERS + 1, 50_000_000])
def test_what_is_too_long_for_an_argument_is_for_a_shell(repo, size: int) -> None:
    assert "`COMMAND | adrguard offload`" in refused(repo, "offload_context", raw_text="x\n" * (size // 2 + 1))


@pytest.mark.parametrize("name", ["a\0b", " ", "x" * 5000])
def test_a_task_needs_a_name(repo, name: str) -> None:
    assert "'task_name'" in refused(repo, "offload_context", raw_text=CARGO, task_name=name)


# inspect_log_node


def test_a_log_that_fits_a_page_is_shown_as_it_is(repo) -> None:
    assert inspect(repo, put_away(repo, CARGO)) == CARGO


def test_a_longer_one_comes_page_by_page_and_tells_where_its_errors_are(repo) -> None:
    node, got = put_away(repo, LONG), ""
    text = inspect(repo, node)
    assert "\n1001: error" in text or "\n1001: it broke" in text
    for _ in range(20):
        page = re.fullmatch(
            r'(.*\n)\(lines \d+ to \d+ of 1501(?:; what follows: node_id "([^"]+)")?\)\n(.*)', text, re.DOTALL
        )
        got += page[1]
        if not page[2]:
            break
        text = inspect(repo, page[2])
        assert len(text.encode()) <= MOST_BYTES
    assert got == LONG


def test_in_a_very_long_one_errors_are_looked_for_by_whoever_has_the_time(repo) -> None:
    node = put_away(repo, LONG + "x" * 99 + "\n" + ("y" * 99 + "\n") * 50_000)
    assert inspect(repo, node).endswith(f"(`adrguard inspect {node} --errors` tells where its errors are)\n")


def test_a_range_is_shown_with_its_place(repo) -> None:
    node = put_away(repo, LONG)
    assert inspect(repo, f"{node}:1000:1001") == "step 1000\nerror: it broke\n(lines 1000 to 1001 of 1501)\n"
    assert inspect(repo, f"{node}:1001") == "error: it broke\n(lines 1001 to 1001 of 1501)\n"


def test_a_line_longer_than_a_page_is_cut_and_told(repo) -> None:
    text = inspect(repo, put_away(repo, "行" * 100_000 + "\n" + "x\n" * 40))
    assert len(text.encode()) <= MOST_BYTES
    assert re.search(r"goes on for \d+ bytes, `adrguard inspect node_\w+ --raw` shows it whole; what follows", text)


@pytest.mark.parametrize(
    ("node", "said"),
    [
        ("../../etc/passwd", "is no node"),
        ("node_../../../x", "is no node"),
        ("node_00000000/..", "is no node"),
        ("NODE_00000000", "is no node"),
        ("node_00000000", "there is no node_00000000 here"),
        ("node_00000000\n", "is no node"),
        ("x" * 4000, "is no node"),
        ("node_0000000\0", "NUL"),
    ],
)
def test_only_an_exact_id_is_a_node(repo, node: str, said: str) -> None:
    assert said in refused(repo, "inspect_log_node", node_id=node)


@pytest.mark.parametrize(
    ("lines", "said"),
    [("x", "is no range"), ("5:1", "ends before it begins"), ("9999:", "none from 9999 on"), ("-1", "is no range")],
)
def test_a_range_that_is_none_is_refused(repo, lines: str, said: str) -> None:
    assert said in refused(repo, "inspect_log_node", node_id=f"{put_away(repo, LONG)}:{lines}")


# gc_session_context


def trajectory(turns: int, log: str = CARGO) -> str:
    call = {"role": "assistant", "content": "Decision: build.", "tool_calls": [{"id": "c", "name": "cargo"}]}
    found = [turn for number in range(turns) for turn in (call, {"role": "tool", "tool_call_id": "c", "content": log})]
    return json.dumps({"session_id": "s", "turns": found})


def collect(repo, **arguments):
    answer = call(repo, "gc_session_context", **arguments)
    jsonschema.validate(answer.data, GIVES)
    return answer


def test_the_old_part_is_made_small_and_all_of_it_is_told_both_ways(repo) -> None:
    given = trajectory(20)
    answer = collect(repo, trajectory_json=given)
    assert answer.data["trr"] >= 85
    assert answer.text == f"{answer.data['summary']}\n{answer.data['trajectory_json']}"
    assert json.loads(answer.data["trajectory_json"])["turns"][-5:] == json.loads(given)["turns"][-5:]
    assert all(inspect(repo, node) for node in answer.data["nodes"])


def test_every_setting_counts(repo) -> None:
    given = trajectory(10)
    assert collect(repo, trajectory_json=given, threshold=1000, hot_window=40).data["trajectory_json"] == given
    assert collect(repo, trajectory_json=given, hot_window=2).data["counts"]["hot"] == 2
    assert collect(repo, trajectory_json=given, context_window=1000).data["zone"] == "above"
    assert collect(repo, trajectory_json=given, context_window=10**9).data["zone"] == "below"


def test_a_trajectory_is_never_cut(repo) -> None:
    given = trajectory(4, "x" * 40_000)
    answer = collect(repo, trajectory_json=given, hot_window=8)
    assert answer.data["trajectory_json"] == given
    assert "`adrguard gc FILE` works on a file" in answer.data["notes"][0]
    assert answer.data["notes"][0] in answer.text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        pytest.param({"trajectory_json": trajectory(3)[:500]}, "trajectory_json:1:", id="cut off"),
        pytest.param({"trajectory_json": "no JSON"}, "trajectory_json:1:1", id="no JSON"),
        pytest.param({"trajectory_json": '{"a": 1}'}, "trajectory_json", id="something else"),
        pytest.param({"trajectory_json": "[" * 100_000}, "trajectory_json", id="deep"),
        pytest.param({"trajectory_json": trajectory(1), "threshold": -1}, "threshold cannot be -1", id="threshold"),
        pytest.param({"trajectory_json": trajectory(1), "hot_window": -1}, "hot_window cannot be -1", id="hot window"),
        pytest.param(
            {"trajectory_json": trajectory(1), "context_window": 0}, "context_window cannot be 0", id="window"
        ),
        pytest.param({"trajectory_json": trajectory(1), "threshold": 10**30}, "threshold cannot be 1", id="huge"),
    ],
)
def test_what_is_no_trajectory_or_no_number_of_lines_is_refused(repo, arguments, said: str) -> None:
    assert said in refused(repo, "gc_session_context", **arguments)
