"""Which decisions bind: notes as people write them, and what follows from all of them together."""

from __future__ import annotations

import pytest

from adrguard.decisions.binding import Binding
from adrguard.decisions.disagreements import disagreements
from adrguard.decisions.discover import folders
from adrguard.decisions.examine import examine
from adrguard.model.decisions import IN_FORCE, NOT_IN_FORCE, SHADOW, Settings
from adrguard.model.errors import Problem
from adrguard.vault.status import TABLE

TODAY = "2026-06-15"
WHERE = folders(Settings(), "", "", (".adrguard/wiki", False))
RULE = "\n## Invariants\n\n- deny: `x`\n"


def bound(**notes: str) -> Binding:
    """Bind notes given as `n1="frontmatter lines"`, or whole when the text starts with a heading or a fence."""
    readings = []
    for name, text in notes.items():
        path = f"docs/adr/{name[1:].zfill(4)}-{name}.md"
        whole = text if text.startswith(("#", "---")) else f"---\n{text}\n---\n# T\n{RULE}"
        reading, said = examine(path, whole.encode(), WHERE, TABLE)
        assert reading is not None
        assert not said
        readings.append(reading)
    return Binding(readings)


def forces(binding: Binding) -> list[str]:
    return [decision.force for decision in binding.decisions()]


def problems(binding: Binding) -> list[Problem]:
    return [*binding.problems, *disagreements(binding, TODAY)]


def codes(binding: Binding) -> list[tuple[str, str, str]]:
    return sorted((problem.code, problem.severity, problem.path[9:13].lstrip("0")) for problem in problems(binding))


@pytest.mark.parametrize(
    ("note", "force", "said"),
    [
        pytest.param("status: accepted", IN_FORCE, [], id="accepted"),
        pytest.param("status: draft", SHADOW, [], id="draft"),
        pytest.param("status: rejected", NOT_IN_FORCE, [], id="rejected"),
        pytest.param("title: x", IN_FORCE, [("no-status", "warning", "1")], id="none"),
        pytest.param("status: acepted", IN_FORCE, [("unknown-status", "error", "1")], id="unknown, with invariants"),
        pytest.param(
            "---\nstatus: acepted\n---\n# T\n", IN_FORCE, [("unknown-status", "warning", "1")], id="unknown, without"
        ),
        pytest.param(
            "# T\n\n## Status\n\nAccepted\n\nRejected\n" + RULE,
            IN_FORCE,
            [("unknown-status", "error", "1")],
            id="two words",
        ),
        pytest.param("status: superseded", NOT_IN_FORCE, [("no-successor", "error", "1")], id="superseded by nothing"),
        pytest.param(
            "status: superseded by ADR-9",
            NOT_IN_FORCE,
            [("missing-successor", "error", "1")],
            id="by what is not there",
        ),
        pytest.param("---\nstatus: [\n---\n# T\n" + RULE, NOT_IN_FORCE, [], id="broken frontmatter"),
    ],
)
def test_one_note_alone(note: str, force: str, said: list[tuple[str, str, str]]) -> None:
    binding = bound(n1=note)
    assert forces(binding) == [force]
    assert codes(binding) == said


@pytest.mark.parametrize(
    ("status", "hint"),
    [("acepted", "did you mean 'accepted'?"), ("simmering", "'statuses'")],
)
def test_an_unknown_status_has_a_way_out(status: str, hint: str) -> None:
    (problem,) = problems(bound(n1=f"status: {status}"))
    assert hint in problem.hint
    assert (problem.line, problem.column, problem.excerpt) == (2, 9, f"status: {status}")


@pytest.mark.parametrize(
    ("old", "new", "expected", "said"),
    [
        pytest.param(
            "status: superseded by ADR-0002",
            "status: accepted\nsupersedes: ADR-0001",
            [NOT_IN_FORCE, IN_FORCE],
            [],
            id="both say so",
        ),
        pytest.param(
            "status: superseded by ADR-0002",
            "status: accepted",
            [NOT_IN_FORCE, IN_FORCE],
            [("one-sided-link", "advice", "1")],
            id="only the old one says so",
        ),
        pytest.param(
            "status: superseded",
            "status: accepted\nsupersedes: 1",
            [NOT_IN_FORCE, IN_FORCE],
            [("one-sided-link", "advice", "2")],
            id="the old one does not say by which",
        ),
        pytest.param(
            "status: accepted",
            "status: accepted\nsupersedes: 1",
            [NOT_IN_FORCE, IN_FORCE],
            [("status-disagrees", "advice", "1")],
            id="only the new one says so",
        ),
        pytest.param(
            "status: accepted\nsuperseded_by: ADR-2",
            "status: accepted",
            [NOT_IN_FORCE, IN_FORCE],
            [("status-disagrees", "advice", "1")],
            id="the old one says so, its status does not",
        ),
        pytest.param(
            "status: accepted",
            "status: proposed\nsupersedes: 1",
            [IN_FORCE, SHADOW],
            [],
            id="a proposal replaces nothing yet",
        ),
        pytest.param(
            "status: superseded by 2",
            "status: proposed\nsupersedes: 1",
            [NOT_IN_FORCE, SHADOW],
            [("proposed-successor", "error", "1")],
            id="superseded by a proposal",
        ),
        pytest.param(
            "status: superseded by 2",
            "status: rejected\nsupersedes: 1",
            [NOT_IN_FORCE, NOT_IN_FORCE],
            [("proposed-successor", "error", "1")],
            id="superseded by what was rejected",
        ),
        pytest.param(
            "status: accepted",
            "status: rejected\nsupersedes: 1",
            [IN_FORCE, NOT_IN_FORCE],
            [],
            id="what was rejected replaces nothing",
        ),
        pytest.param(
            "status: accepted",
            "status: accepted\nsupersedes: ADR-9",
            [IN_FORCE, IN_FORCE],
            [("missing-predecessor", "warning", "2")],
            id="supersedes what is not there",
        ),
        pytest.param(
            "status: draft",
            "status: accepted\nsupersedes: 1",
            [NOT_IN_FORCE, IN_FORCE],
            [("status-disagrees", "advice", "1")],
            id="a draft is replaced",
        ),
    ],
)
def test_supersession(old: str, new: str, expected: list[str], said: list[tuple[str, str, str]]) -> None:
    binding = bound(n1=old, n2=new)
    assert forces(binding) == expected
    assert codes(binding) == said


def test_adr_tools_links_are_complete() -> None:
    binding = bound(
        n1="# 1. Old\n\n## Status\n\nSuperceded by [2. New](0002-n2.md)\n",
        n2="# 2. New\n\n## Status\n\nAccepted\n\nSupercedes [1. Old](0001-n1.md)\n",
    )
    assert forces(binding) == [NOT_IN_FORCE, IN_FORCE]
    assert not problems(binding)


def test_what_replaced_a_decision_may_be_replaced_in_turn() -> None:
    binding = bound(
        n1="status: accepted", n2="status: superseded by 3\nsupersedes: 1", n3="status: accepted\nsupersedes: 2"
    )
    assert forces(binding) == [NOT_IN_FORCE, NOT_IN_FORCE, IN_FORCE]
    assert binding.decisions()[0].why == "superseded by ADR-0002"


@pytest.mark.parametrize(
    ("notes", "expected"),
    [
        pytest.param(
            {"n1": "status: accepted\nsupersedes: 2", "n2": "status: accepted\nsupersedes: 1"},
            [IN_FORCE, IN_FORCE],
            id="two that replace each other leave the guard on",
        ),
        pytest.param({"n1": "status: accepted\nsupersedes: 1"}, [IN_FORCE], id="itself"),
    ],
)
def test_a_cycle_of_supersession_is_an_error(notes: dict[str, str], expected: list[str]) -> None:
    binding = bound(**notes)
    assert forces(binding) == expected
    assert codes(binding) == [("supersession-cycle", "error", "1")]


def test_a_long_chain_is_followed_to_its_end() -> None:
    notes = {"n1": "status: accepted"} | {f"n{i}": f"status: accepted\nsupersedes: {i - 1}" for i in range(2, 1200)}
    binding = bound(**notes)
    assert forces(binding) == [NOT_IN_FORCE] * 1198 + [IN_FORCE]


@pytest.mark.parametrize(
    ("status", "expected", "why"),
    [
        pytest.param("accepted", IN_FORCE, "", id="in force"),
        pytest.param("proposed", SHADOW, "depends on ADR-0001, which is only proposed", id="proposed"),
        pytest.param("deprecated", NOT_IN_FORCE, "depends on ADR-0001, which is not in force", id="not in force"),
    ],
)
def test_a_decision_binds_only_while_that_does_which_it_depends_on(status: str, expected: str, why: str) -> None:
    binding = bound(
        n1=f"status: {status}", n2="status: accepted\ndepends_on: [1]", n3="status: accepted\ndepends_on: 2"
    )
    assert forces(binding)[1:] == [expected, expected]
    assert binding.decisions()[1].why == why


def test_a_dependency_that_is_not_there_is_an_error_and_switches_nothing_off() -> None:
    binding = bound(n1="status: accepted\ndepends_on: ADR-7")
    assert forces(binding) == [IN_FORCE]
    assert codes(binding) == [("missing-dependency", "error", "1")]


def test_a_cycle_of_dependencies_is_an_error_and_switches_nothing_off() -> None:
    binding = bound(n1="status: accepted\ndepends_on: 2", n2="status: accepted\ndepends_on: 1")
    assert forces(binding) == [IN_FORCE, IN_FORCE]
    assert codes(binding) == [("dependency-cycle", "error", "1")]


def test_two_notes_with_one_id_are_an_error_in_both_and_bind() -> None:
    binding = bound(n1="id: ADR-5\nstatus: accepted", n2="id: adr-5\nstatus: accepted")
    assert forces(binding) == [IN_FORCE, IN_FORCE]
    assert codes(binding) == [("duplicate-id", "error", "1"), ("duplicate-id", "error", "2")]
    first, second = problems(binding)
    assert "0002-n2.md" in first.message
    assert (first.line, first.column, first.excerpt) == (2, 5, "id: ADR-5")
    assert "0001-n1.md" in second.message


def test_a_name_that_may_mean_two_is_an_error() -> None:
    binding = bound(
        n1="id: ADR-5-a\nstatus: accepted", n2="id: ADR-5-b\nstatus: accepted", n3="status: superseded by ADR-5"
    )
    assert ("ambiguous-name", "error", "3") in codes(binding)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        pytest.param("review_after: 2026-06-14", [("review-due", "warning", "1")], id="yesterday"),
        pytest.param("review_after: 2026-06-15", [], id="today"),
        pytest.param("review_after: 2026-06-14T10:00:00Z", [("review-due", "warning", "1")], id="with a time"),
        pytest.param("review_after: soon", [("review-date", "warning", "1")], id="no date"),
    ],
)
def test_reviews_fall_due(line: str, said: list[tuple[str, str, str]]) -> None:
    assert codes(bound(n1=f"status: accepted\n{line}")) == said
    assert codes(bound(n1=f"status: rejected\n{line}")) == []


@pytest.mark.parametrize(
    ("notes", "said", "words"),
    [
        pytest.param(
            ("status: accepted\ndepends_on: 2", "status: rejected"),
            ("dead-dependency", "depends on ADR-0002, which is rejected, so this decision does not bind"),
            "take it out of 'depends_on'",
            id="on one that was rejected",
        ),
        pytest.param(
            ("status: accepted\ndepends_on: 2", "status: superseded by 3", "status: accepted\nsupersedes: 2"),
            ("dead-dependency", "depends on ADR-0002, which is superseded, so this decision does not bind"),
            "depend on ADR-0003 instead",
            id="on one that is superseded",
        ),
        pytest.param(
            ("status: accepted\ndepends_on: 2", "status: accepted\ndepends_on: 3", "status: deprecated"),
            (
                "dead-dependency",
                (
                    "depends on ADR-0002, which is not in force (depends on ADR-0003, which is not in force), "
                    "so this decision does not bind"
                ),
            ),
            "take it out",
            id="by way of another",
        ),
        pytest.param(
            ("status: accepted\ndepends_on: 2", "status: proposed"),
            ("proposed-dependency", "depends on ADR-0002, which is only proposed, so this decision only advises"),
            "accept ADR-0002",
            id="on a proposal",
        ),
        pytest.param(("status: accepted\ndepends_on: 2", "status: accepted"), None, "", id="on one in force"),
        pytest.param(("status: proposed\ndepends_on: 2", "status: proposed"), None, "", id="one proposal on another"),
        pytest.param(("status: rejected\ndepends_on: 2", "status: rejected"), None, "", id="both are over"),
        pytest.param(
            ("status: superseded by 2\ndepends_on: 3", "status: accepted\nsupersedes: 1", "status: rejected"),
            None,
            "",
            id="it is superseded anyway",
        ),
    ],
)
def test_a_decision_that_silently_does_not_bind_is_told_of(
    notes: tuple[str, ...], said: tuple[str, str] | None, words: str
) -> None:
    found = problems(bound(**{f"n{number}": note for number, note in enumerate(notes, 1)}))
    first = [problem for problem in found if problem.path.startswith("docs/adr/0001")]
    assert [(problem.code, problem.message) for problem in first] == ([said] if said else [])
    for problem in first:
        assert problem.severity == "warning"
        assert problem.excerpt == "depends_on: 2"
        assert words in problem.hint


NOTE = "# T\n\nStatus: {}\n"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        pytest.param("superseded", "accepted", [("no-successor", "1")], id="by nobody"),
        pytest.param("superseded by 9", "accepted", [("missing-successor", "1")], id="by what is not there"),
        pytest.param(
            "superseded by 2", "proposed", [("one-sided-link", "1"), ("proposed-successor", "1")], id="too early"
        ),
    ],
)
def test_a_doubt_about_what_guards_nothing_is_no_error(old: str, new: str, said: list[tuple[str, str]]) -> None:
    quiet = bound(n1=NOTE.format(old), n2=NOTE.format(new))
    assert [(code, place) for code, severity, place in codes(quiet) if severity != "error"] == said
    loud = bound(n1=NOTE.format(old) + RULE, n2=NOTE.format(new) + RULE)
    assert any(severity == "error" for _, severity, _ in codes(loud))


def test_an_id_given_twice_is_an_error_once_one_of_them_has_invariants() -> None:
    plain, other = "# ADR-7: T\n\nStatus: accepted\n", "---\nid: ADR-0001\nstatus: accepted\n---\n# T\n"
    assert codes(bound(n1=plain, n2=other)) == [("duplicate-id", "warning", "1"), ("duplicate-id", "warning", "2")]
    assert codes(bound(n1=plain, n2=other + RULE)) == [("duplicate-id", "error", "1"), ("duplicate-id", "error", "2")]


def test_many_notes_without_a_status_are_told_at_once() -> None:
    notes = {f"n{number}": "# T\n" for number in range(1, 6)}
    (problem,) = problems(bound(**notes, n6=f"# T\n\nStatus: accepted\n{RULE}"))
    assert (problem.code, problem.severity, problem.path, problem.line) == ("no-status", "warning", "docs/adr", 0)
    assert "5 decisions have no status" in problem.message
    assert "0001-n1.md, 0002-n2.md, 0003-n3.md and 2 more" in problem.message
    told = problems(bound(**notes, n6="# T\n" + RULE))
    assert [(one.path, one.line > 0) for one in told] == [("docs/adr", False), ("docs/adr/0006-n6.md", True)]
