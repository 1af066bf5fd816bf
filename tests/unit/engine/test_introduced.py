from hypothesis import given
from hypothesis import strategies as st

from adrguard.engine.introduced import number, subtract
from adrguard.model.findings import Finding
from adrguard.model.rules import Rule

RULE = Rule("ADR-1#abc", "ADR-1", "docs/adr/0001.md", 1, 3, "deny: x", "deny", "block", "text", ())


def finding(
    line: int, excerpt: str, *, path: str = "a.py", around: tuple[str, str] = ("", ""), column: int = 1
) -> Finding:
    return Finding(RULE, path, line, column, line, column + 1, "x", excerpt, 1, around=around)


def lines(findings: list[Finding]) -> list[int]:
    return [one.line for one in findings]


def test_a_finding_that_only_moved_or_was_reindented_is_old() -> None:
    old = number([finding(3, "call(x)")])
    new = number([finding(30, "        call(x)")])
    assert subtract(new, old) == []


def test_a_finding_on_a_line_whose_text_changed_is_new() -> None:
    assert lines(subtract(number([finding(3, "SELECT x FROM b")]), number([finding(3, "SELECT x FROM a")]))) == [3]


def test_a_pasted_second_copy_is_new_and_is_the_one_reported() -> None:
    old = number([finding(5, "call(x)", around=("before", "after"))])
    pasted_above = number(
        [finding(2, "call(x)", around=("head", "gap")), finding(9, "call(x)", around=("before", "after"))]
    )
    assert lines(subtract(pasted_above, old)) == [2]


def test_when_neighbours_tell_nothing_the_last_copy_is_reported() -> None:
    old = number([finding(5, "x")])
    assert lines(subtract(number([finding(5, "x"), finding(6, "x")]), old)) == [6]


def test_a_copy_among_added_lines_is_reported_though_its_neighbours_are_those_of_the_original() -> None:
    common = ("open", "close")
    old = number([finding(5, "call(x)", around=common), finding(50, "call(x)", around=common)])
    new = [finding(5, "call(x)", around=common), finding(9, "call(x)", around=common)]
    new += [finding(54, "call(x)", around=("opened", "close"))]
    assert lines(subtract(number(new), old, lambda: {5, 54})) == [9]


def test_the_old_lines_are_asked_for_only_when_a_line_occurs_more_often_than_before() -> None:
    def never() -> set[int]:
        raise AssertionError

    assert lines(subtract(number([finding(5, "x"), finding(6, "y")]), number([finding(1, "x")]), never)) == [6]


def test_two_findings_on_one_line_are_two_occurrences() -> None:
    numbered = number([finding(4, "x + x", column=5), finding(4, "x + x", column=1)])
    assert [(one.column, one.occurrence) for one in numbered] == [(1, 1), (5, 2)]


def test_a_renamed_file_brings_its_old_findings_along() -> None:
    assert subtract(number([finding(1, "x", path="new.py")]), number([finding(1, "x", path="old.py")])) == []


@given(st.lists(st.sampled_from("abc"), max_size=12), st.lists(st.sampled_from("abc"), max_size=12))
def test_exactly_the_surplus_of_each_line_is_introduced(old: list[str], new: list[str]) -> None:
    introduced = subtract(
        number([finding(n + 1, text) for n, text in enumerate(new)]),
        number([finding(n + 1, text) for n, text in enumerate(old)]),
    )
    for text in "abc":
        found = sum(one.excerpt == text for one in introduced)
        assert found == max(0, new.count(text) - old.count(text))
