from __future__ import annotations

from datetime import datetime

import pytest
import yaml

from adrguard.usecases.memory.notes.flush_note import Draft, flush

NOON = datetime(2026, 11, 30, 12, 0).astimezone()
NEXT_DAY = datetime(2026, 12, 1, 9, 30).astimezone()
WIKI = ".adrguard/wiki"
NYGARD = "# 1. Say\n\nDate: 2026-01-02\n\n## Status\n\nAccepted\n\n## Context\n\nWhy.\n"


def write(repo, draft: Draft, **options):
    return flush(str(repo.root), draft, moment=options.pop("moment", NOON), **options)


SIGNS = ["!", ".", ":", "*", "_", "#", "!!! ***", "# #", "A <!-- b --> c", "<!-- b -->", "1.0", "12 factor apps"]


@pytest.mark.parametrize("title", [*SIGNS, "2026-11-30", "2026-11-30: release", "ABC-12 queue", "API v2", "v2", "`x`"])
@pytest.mark.parametrize("category", ["log", "card", "skill", "decision"])
def test_the_same_title_and_text_is_never_written_twice(repo, category, title) -> None:
    first = write(repo, Draft(title, "text", category=category))
    again = write(repo, Draft(title, "text", category=category), moment=NEXT_DAY)
    assert (first.written, again.same, again.path, again.id) == (True, True, first.path, first.id)
    other = write(repo, Draft(title, "other", category=category), moment=NEXT_DAY)
    assert (other.written, other.path != first.path) == (True, True)
    assert write(repo, Draft(title, "other", category=category)).path == other.path
    assert write(repo, Draft(title, "text", category=category)).path == first.path


@pytest.mark.parametrize("title", SIGNS)
def test_the_same_decision_is_known_where_its_title_is_only_a_heading(repo, title) -> None:
    repo.write("docs/adr/0001-say.md", NYGARD)
    first = write(repo, Draft(title, "text", category="decision"))
    again = write(repo, Draft(title, "text", category="decision"))
    assert (again.same, again.path, again.id) == (True, first.path, first.id)


def test_titles_of_other_signs_are_other_titles(repo) -> None:
    assert write(repo, Draft("!", "text")).written
    assert write(repo, Draft("?", "text")).written


def test_the_id_of_what_stands_is_told(repo) -> None:
    write(repo, Draft("One", "x", category="decision"))
    write(repo, Draft("Two", "y", category="decision"))
    again = write(repo, Draft("One", "x", category="decision"))
    assert (again.same, again.id) == (True, "ADR-0001")
    assert again.path.endswith("/0001-one.md")


@pytest.mark.parametrize("title", ["12 factor apps", "2026-11-30 release", "ABC-12 queue", "RFC 7231", "1.0"])
def test_the_title_of_one_card_is_no_habit_of_the_folder(repo, title) -> None:
    write(repo, Draft(title, "x", category="card"))
    assert write(repo, Draft("Idempotency keys", "x", category="card")).path == f"{WIKI}/20_Cards/idempotency-keys.md"


@pytest.mark.parametrize("title", ["2026-11-30", "12", "yes", "1:30"])
@pytest.mark.parametrize("template", ["", "---\ntitle: {{title}}\nowner: {{nope}}\n---\n{{content}}\n"])
def test_frontmatter_reads_as_what_was_asked_for(repo, title, template) -> None:
    if template:
        repo.write(f"{WIKI}/templates/card.md", template)
    done = write(repo, Draft(title, "x", category="card", tags=(title,)))
    head = yaml.safe_load(done.text.split("---\n")[1])
    assert (head["title"], head["tags"], head["date"]) == (title, [title], NOON.date())
    assert head.get("owner", "{{nope}}") == "{{nope}}"
