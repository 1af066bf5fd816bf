from __future__ import annotations

import pytest

from adrguard.memory.traces.reading import read_bytes


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("error[E0382]: borrow of moved value", id="a code"),
        pytest.param("error: unused\n --> src/a.rs:3:1", id="a place"),
        pytest.param("   Compiling shop v1\nerror: it is broken", id="a step before"),
        pytest.param("error: it is broken\nerror: could not compile `shop` (lib) due to 1 error", id="a sum after"),
        pytest.param("error: could not find `Cargo.toml` in `/x`", id="its own files"),
        pytest.param("error: no such command: `foo`", id="its own words"),
    ],
)
def test_an_error_is_of_cargo_where_the_log_shows_it(text: str) -> None:
    trace = read_bytes(f"{text}\n".encode())
    assert {one.tool for one in trace.failures} == {"cargo"}
    assert "cargo" in trace.tools


def test_an_error_that_any_program_may_have_written_is_of_none() -> None:
    trace = read_bytes(b"$ ./deploy\nerror: the disk is full\nwarning: slow\nerror: the disk is full\n")
    assert [(one.tool, one.message, one.at, one.count) for one in trace.failures] == [("log", "the disk is full", 2, 2)]
    assert [one.tool for one in trace.warnings] == ["log"]
    assert (trace.tools, trace.errors, trace.warned) == ((), 2, 1)
