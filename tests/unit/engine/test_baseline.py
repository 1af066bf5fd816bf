from hypothesis import given
from hypothesis import strategies as st

from adrguard.engine.baseline import Baseline, entry, text
from adrguard.model.findings import Finding
from adrguard.model.rules import Rule

RULE = Rule("ADR-1#abc", "ADR-1", "docs/adr/0001.md", 1, 3, "deny: x", "deny", "block", "text", ())


def finding(line: int, excerpt: str, path: str = "a.py", occurrence: int = 1) -> Finding:
    return Finding(RULE, path, line, 1, line, 2, "x", excerpt, occurrence)


def written(findings: list[Finding]) -> str:
    return text(map(entry, findings))


def test_a_known_finding_stays_known_when_it_moves() -> None:
    known = Baseline(written([finding(3, "call(x)")]))
    assert known.split([finding(300, "   call(x)")]) == ([], [finding(300, "   call(x)")])


def test_an_entry_never_covers_a_second_copy() -> None:
    new, old = Baseline(written([finding(3, "call(x)")])).split(
        [finding(3, "call(x)"), finding(9, "call(x)", occurrence=2)]
    )
    assert (len(new), len(old)) == (1, 1)


def test_an_entry_that_nothing_explains_any_more_is_stale() -> None:
    baseline = Baseline(written([finding(3, "gone"), finding(4, "here")]))
    assert baseline.stale([finding(8, "here")]) == [entry(finding(3, "gone"))]


def test_the_file_has_no_line_numbers_and_is_sorted() -> None:
    lines = written([finding(9, "b"), finding(1, "a")]).splitlines()[1:]
    assert lines == ["ADR-1#abc\ta.py\t1\ta", "ADR-1#abc\ta.py\t1\tb"]


@given(st.text(), st.text(min_size=1))
def test_any_path_and_line_survive_the_round_trip(excerpt: str, path: str) -> None:
    one = finding(1, excerpt, path)
    file = written([one])
    assert len(file.split("\n")) == 3
    assert Baseline(file).split([one]) == ([], [one])
