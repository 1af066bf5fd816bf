"""What is too long for a client is cut by us, who can say so."""

from __future__ import annotations

import pytest

from adrguard.mcp_server.bounds import MOST_BYTES, fitted
from adrguard.memory.tokens import upper_estimate


@pytest.mark.parametrize("text", ["", "one\n", "x" * MOST_BYTES], ids=["nothing", "a line", "just all"])
def test_what_fits_stays(text: str) -> None:
    assert fitted(text, "ask for less") == text


@pytest.mark.parametrize("line", ["a line of it\n", "一行\n", "\udcff is a byte\n"], ids=["ASCII", "Chinese", "bytes"])
def test_of_what_does_not_fit_whole_lines_are_left_and_the_rest_is_counted(line: str) -> None:
    found = fitted(line * 10_000, "ask for less")
    *kept, last = found.splitlines()
    assert last == f"({10_000 - len(kept):,} more lines: ask for less)".replace(",", "")
    assert len(set(kept)) == 1
    assert upper_estimate(found) < 25_000


def test_a_line_that_does_not_fit_is_cut_between_characters() -> None:
    found = fitted("x" + "行" * MOST_BYTES, "ask for less")
    assert "\ufffd" not in found
    assert found.endswith("(0 more lines: ask for less)\n")
