from __future__ import annotations

import pytest

from adrguard.model.errors import ADVICE, CLEAN, ERROR, WARNING, WRONG, Problem
from adrguard.model.findings import Outcome


@pytest.mark.parametrize(
    ("severity", "strict", "fails"),
    [
        (ERROR, False, True),
        (ERROR, True, True),
        (WARNING, False, False),
        (WARNING, True, True),
        (ADVICE, False, False),
        (ADVICE, True, False),
    ],
)
def test_a_warning_fails_where_it_is_asked_for_and_advice_never(severity, strict, fails):
    problem = Problem("a.md", 1, 1, "wrong", severity=severity)
    assert problem.fails(strict=strict) is fails
    assert Outcome(problems=(problem,), strict=strict).exit_code == (WRONG if fails else CLEAN)
