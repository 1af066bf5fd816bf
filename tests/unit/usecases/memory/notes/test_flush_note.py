from __future__ import annotations

import multiprocessing
import os
import threading
from datetime import datetime

import pytest
from fakes.guarding import judge

from adrguard.model.errors import AdrguardError, NotARepositoryError, UsageError
from adrguard.usecases.lint.lint_decisions import lint
from adrguard.usecases.memory.notes import flush_note
from adrguard.usecases.memory.notes.flush_note import Draft, content_of, flush
from adrguard.usecases.undo import undo

NOON = datetime(2026, 11, 30, 12, 0).astimezone()
NEXT_DAY = datetime(2026, 12, 1, 9, 30).astimezone()
WIKI = ".adrguard/wiki"

REDLOCK = Draft(
    title="ADR-012: Distributed Redlock Consensus",
    category="decision",
    summary="Migrated single-instance Redis mutex to Redlock cluster to prevent split-brain during master failover",
    supersedes=("ADR-001-Redis-Mutex",),
    tags=("redis", "redlock", "consensus"),
    related=("payment-gateway",),
    content=(
        "## Context\nSingle-instance locks fail during Redis master reelection...\n"
        "## Invariants\n- deny: acquire_single_redis_mutex"
    ),
)
MUTEX = "---\nid: ADR-001\ntitle: Redis mutex\nstatus: accepted\ndate: 2026-01-01\n---\n\n# Redis mutex\n\n## Invariants\n\n- deny: `two_mutexes`\n"


def files(root) -> dict[str, bytes]:
    """Return every file but git's and the writer's own state."""
    found = (path for path in root.rglob("*") if path.is_file() or path.is_symlink())
    told = {path.relative_to(root).as_posix(): path.read_bytes() for path in found if path.is_file()}
    return {name: data for name, data in told.items() if not name.startswith((".git/", ".adrguard/state/"))}


def write(repo, draft: Draft, **options):
    return flush(str(repo.root), draft, moment=options.pop("moment", NOON), **options)


def text(repo, done) -> str:
    return (repo.root / done.path).read_bytes().decode()


@pytest.fixture
def locked(repo):
    """A vault with the decision that Redlock supersedes, and a note that it relates to."""
    repo.write(f"{WIKI}/02_Architecture/ADR-001-Redis-Mutex.md", MUTEX)
    repo.write(f"{WIKI}/10_Projects/payment-gateway.md", "# Payment gateway\n")
    repo.commit()
    return repo


# A decision, whole


def test_a_decision_is_written_supersedes_and_binds_at_once(locked) -> None:
    done = write(locked, REDLOCK)
    assert done.exit_code == 0
    assert (done.path, done.id) == (f"{WIKI}/02_Architecture/ADR-012-Distributed-Redlock-Consensus.md", "ADR-012")
    assert (
        text(locked, done)
        == done.text
        == (
            "---\nid: ADR-012\ntitle: Distributed Redlock Consensus\ndate: 2026-11-30\ncategory: decision\n"
            "status: accepted\ntags: [redis, redlock, consensus]\nsummary: Migrated single-instance Redis mutex to Redlock"
            ' cluster to prevent split-brain during master failover\nrelated:\n  - "[[payment-gateway]]"\n'
            'supersedes: "[[ADR-001-Redis-Mutex]]"\n---\n\n# Distributed Redlock Consensus\n\n'
            "## Context\nSingle-instance locks fail during Redis master reelection...\n"
            "## Invariants\n- deny: acquire_single_redis_mutex\n"
        )
    )
    assert [one.id for one in done.superseded] == ["ADR-001"]
    assert [one.invariant for one in done.rules] == ["deny: acquire_single_redis_mutex"]
    assert [one.invariant for one in done.rules_ended] == ["deny: two_mutexes"]
    assert done.enforced
    assert done.remarks == ()
    old = (locked.root / WIKI / "02_Architecture/ADR-001-Redis-Mutex.md").read_text()
    assert "status: superseded\n" in old
    assert "superseded_by: ADR-012\n" in old
    locked.write("a.py", "acquire_single_redis_mutex()\ntwo_mutexes()\n")
    assert [(one.path, one.line) for one in judge(locked).violations] == [("a.py", 1)]
    assert [one for one in lint(str(locked.root)).problems if one.severity == "error"] == []


def test_the_same_again_is_not_written(locked) -> None:
    first = write(locked, REDLOCK)
    before = files(locked.root)
    again = write(locked, REDLOCK, moment=NEXT_DAY)
    assert (again.same, again.written, again.path, again.exit_code) == (True, False, first.path, 0)
    assert files(locked.root) == before


def test_a_dry_run_shows_everything_and_writes_nothing(locked) -> None:
    done = write(locked, REDLOCK, dry_run=True)
    assert not done.written
    assert done.text.startswith("---\nid: ADR-012\n")
    assert [one.id for one in done.superseded] == ["ADR-001"]
    assert [one.path for one in done.changed] == [f"{WIKI}/02_Architecture/ADR-001-Redis-Mutex.md"]
    assert "+status: superseded" in done.changed[0].diff
    assert [one.invariant for one in done.rules] == ["deny: acquire_single_redis_mutex"]
    assert locked.git("status", "--porcelain", "--ignored") == ""
    assert not (locked.root / ".adrguard/state").exists()


def test_what_is_missing_for_a_supersession_is_told_when_the_note_is_there(locked) -> None:
    write(locked, REDLOCK.replace(supersedes=()))
    again = write(locked, REDLOCK)
    assert again.same
    assert again.remarks == (
        "ADR-001 is not superseded by it: `adrguard adr supersede ADR-001 --by ADR-012` does that",
    )


def test_what_is_over_is_told_when_it_is_written_again(locked) -> None:
    done = write(locked, Draft("Three", "x", category="decision"))
    write(locked, Draft("Four", "y", category="decision", supersedes=(done.id,)))
    again = write(locked, Draft("Three", "x", category="decision"))
    assert again.same
    assert again.remarks == ("ADR-002 is not in force: superseded by ADR-003",)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("## Status\n\nAccepted\n\n## Context\n\nWhy.\n", id="a section of its own"),
        pytest.param("* Status: accepted\n* Date: 2026-01-01\n\n## Context\n\nWhy.\n", id="lines of its own"),
    ],
)
@pytest.mark.parametrize("title", ["ADR-7: Two", "Two"])
def test_the_same_is_known_where_its_text_says_what_it_supersedes(locked, content, title) -> None:
    draft = Draft(title, content, category="decision", supersedes=("ADR-001",))
    first = write(locked, draft)
    assert [one.id for one in first.superseded] == ["ADR-001"]
    assert "\nstatus:" not in first.text
    assert write(locked, draft).path == first.path
    assert write(locked, draft).same


@pytest.mark.parametrize(
    "supersedes",
    [
        pytest.param(("ADR-099",), id="missing"),
        pytest.param(("ADR-001", "nothing"), id="one of two missing"),
        pytest.param(("Redis-Mutex", "twin"), id="ambiguous"),
    ],
)
def test_a_supersession_that_cannot_be_writes_nothing(locked, supersedes) -> None:
    for folder in ("a", "b"):
        locked.write(f"{WIKI}/20_Cards/{folder}/twin.md", "# Twin\n")
    before = files(locked.root)
    with pytest.raises(AdrguardError) as caught:
        write(locked, REDLOCK.replace(supersedes=supersedes))
    assert "nothing was written" in caught.value.message
    assert files(locked.root) == before


def test_what_is_superseded_already_cannot_be_again(locked) -> None:
    write(locked, REDLOCK)
    before = files(locked.root)
    with pytest.raises(AdrguardError, match="ADR-001 cannot be superseded"):
        write(locked, Draft("ADR-013: Another", "x", category="decision", supersedes=("ADR-001",)))
    assert files(locked.root) == before


def test_a_proposed_decision_ends_nothing_yet(locked) -> None:
    done = write(locked, REDLOCK.replace(content="---\nstatus: proposed\n---\n" + REDLOCK.content))
    assert done.superseded == ()
    assert not done.enforced
    assert "will give way when it is accepted" in done.remarks[0]
    assert "status: accepted" in (locked.root / WIKI / "02_Architecture/ADR-001-Redis-Mutex.md").read_text()
    assert 'supersedes: "[[ADR-001-Redis-Mutex]]"' in text(locked, done)


def test_what_the_content_says_it_supersedes_is_superseded(locked) -> None:
    content = "---\nsupersedes: [ADR-001]\n---\nx"
    done = write(locked, Draft("New", content, category="decision"))
    assert [one.id for one in done.superseded] == ["ADR-001"]
    assert text(locked, done).count("supersedes:") == 1


# Ids


def test_without_an_id_a_decision_gets_the_next_number(locked) -> None:
    done = write(locked, Draft("Use events", "x", category="decision"))
    assert done.id == "ADR-002"
    assert done.path.endswith("/ADR-002-Use-events.md")


def test_an_id_with_other_content_is_refused_with_the_way_out(locked) -> None:
    before = files(locked.root)
    done = write(locked, Draft("ADR-1: Something else", "x", category="decision"))
    assert done.exit_code == 2
    assert "ADR-001 exists" in done.problems[0].message
    assert "--supersedes ADR-001" in done.problems[0].hint
    assert files(locked.root) == before


def test_a_title_and_a_content_of_two_ids_contradict(locked) -> None:
    done = write(locked, Draft("ADR-7: A", "---\nid: ADR-8\n---\nx", category="decision"))
    assert "the title says ADR-7" in done.problems[0].message


def test_an_id_in_the_content_makes_a_decision(locked) -> None:
    done = write(locked, Draft("A", "---\nid: ADR-8\n---\nx"))
    assert (done.category, done.id) == ("decision", "ADR-8")
    refused = write(locked, Draft("B", "---\nid: ADR-9\n---\nx", category="log"))
    assert "makes it a decision" in refused.problems[0].message


def test_a_decision_of_the_same_title_is_told_of(locked) -> None:
    done = write(locked, Draft("Redis mutex", "x", category="decision"))
    assert done.written
    assert "ADR-001 has the same title" in done.remarks[0]


# Mistakes


def test_invariants_that_do_not_parse_are_refused_all_at_once_at_their_places(locked) -> None:
    before = files(locked.root)
    content = "\n---\ntags: [a]\n---\n\n## Invariants\r\n\n- denny: x\n- deny: fine_one\n- deny path: [\n"
    done = write(locked, Draft("A", content, category="decision", source="notes.md"))
    assert [one.place for one in done.problems if one.severity == "error"] == ["notes.md:8:3", "notes.md:10:14"]
    assert files(locked.root) == before


def test_what_is_wrong_with_the_id_and_with_the_invariants_is_told_at_once(locked) -> None:
    done = write(locked, Draft("ADR-1: A", "## Invariants\n\n- denny: x", category="decision"))
    assert sorted(one.code for one in done.problems) == ["duplicate-id", "unknown-verb"]


def test_a_status_that_is_none_is_refused(locked) -> None:
    done = write(locked, Draft("A", "---\nstatus: acepted\n---\nx", category="decision"))
    assert [one.place for one in done.problems] == ["--content:2:9"]


def test_invariants_outside_of_a_decision_are_warned_of(locked) -> None:
    done = write(locked, Draft("A", "## Invariants\n\n- deny: x"))
    assert done.written
    assert [(one.place, one.severity) for one in done.problems] == [("--content:3:3", "warning")]


def test_mistakes_of_the_asking_are_told_before_anything_is_looked_at(tmp_path) -> None:
    done = flush(str(tmp_path), Draft("", "a\0b", tags=("x" * 200,)))
    assert len(done.problems) == 3


def test_a_title_that_names_a_template_is_no_decision(locked) -> None:
    done = write(locked, Draft("Template", "x", category="decision"))
    assert "would never be read as a decision" in done.problems[0].message


# Logs, cards, skills


def test_a_note_without_a_category_is_a_log_in_a_new_vault(repo) -> None:
    done = write(repo, Draft("Retry storm resolved", "text", tags=("stripe",)))
    assert done.path == f"{WIKI}/01_AI_Logs/2026-11-30-retry-storm-resolved.md"
    assert set(files(repo.root)) == {done.path, f"{WIKI}/00_Meta/README.md", f"{WIKI}/01_AI_Logs/.gitkeep"}
    assert [one.made for one in done.laid] == [True, True]


@pytest.mark.parametrize(
    ("category", "path"),
    [
        ("card", "20_Cards/a-title.md"),
        ("concept", "20_Cards/a-title.md"),
        ("skill", "20_Cards/a-title.md"),
        ("meta", "00_Meta/a-title.md"),
        ("decision", "02_Architecture/0001-a-title.md"),
        ("bug fix", "20_Cards/a-title.md"),
    ],
)
def test_each_category_has_its_folder(repo, category, path) -> None:
    assert write(repo, Draft("A title", "x", category=category)).path == f"{WIKI}/{path}"


def test_a_category_of_one_s_own_goes_where_the_vault_has_it(repo) -> None:
    repo.write(f"{WIKI}/30_Runbooks/Restart the queue.md", "# Restart the queue\n")
    repo.write(f"{WIKI}/30_Runbooks/Drain the pool.md", "# Drain the pool\n")
    assert write(repo, Draft("Fail over", "x", category="runbook")).path == f"{WIKI}/30_Runbooks/Fail over.md"


def test_other_content_of_the_same_name_is_another_version(repo) -> None:
    paths = [write(repo, Draft("A", body)).path for body in ("one", "two", "three", "two", "one")]
    names = [path.rpartition("/")[2] for path in paths]
    assert names == [f"2026-11-30-a{version}.md" for version in ("", "-v2", "-v3", "-v2", "")]


def test_the_same_on_another_day_is_the_same(repo) -> None:
    first = write(repo, Draft("A", "# A\n\ntext\n"))
    again = write(repo, Draft("A", "text", summary="another", tags=("x",)), moment=NEXT_DAY)
    assert again.same
    assert again.path == first.path


def test_the_same_text_of_another_category_is_another_note(repo) -> None:
    write(repo, Draft("A", "text", category="card"))
    assert write(repo, Draft("A", "text", category="skill")).path.endswith("20_Cards/a-v2.md")


def test_a_card_supersedes_a_card(repo) -> None:
    old = write(repo, Draft("Old way", "x", category="card"))
    done = write(repo, Draft("New way", "y", category="card", supersedes=("old-way",)))
    assert [one.path for one in done.superseded] == [old.path]
    assert 'supersedes: "[[old-way]]"' in text(repo, done)
    assert "status: superseded\n" in text(repo, old)
    assert '"[[new-way]]"' in text(repo, old)
    with pytest.raises(AdrguardError, match="already"):
        write(repo, Draft("Third way", "z", category="card", supersedes=("old-way",)))


def test_a_card_cannot_take_a_decision_s_place(locked) -> None:
    before = files(locked.root)
    with pytest.raises(AdrguardError, match="only a decision can take its place"):
        write(locked, Draft("A", "x", category="card", supersedes=("ADR-001",)))
    assert files(locked.root) == before


def test_a_decision_may_take_the_place_of_a_card_and_a_decision_together(locked) -> None:
    card = write(locked, Draft("Mutex card", "x", category="card"))
    done = write(locked, REDLOCK.replace(supersedes=("ADR-001", "mutex-card")))
    assert [one.path for one in done.superseded] == [f"{WIKI}/02_Architecture/ADR-001-Redis-Mutex.md", card.path]
    assert "status: superseded" in text(locked, card)


# The vault's own ways


def test_names_dates_and_links_are_as_the_vault_has_them(repo) -> None:
    repo.write(".adrguard.toml", 'vault = "notes"\n')
    for day in ("20261101", "20261102"):
        repo.write(f"notes/Journal/{day} Some work.md", "# Some work\n\nSee [a](../Ideas/a.md).\n")
    repo.write("notes/Ideas/a.md", "# A\n")
    done = write(repo, Draft("Fixed: the queue", "x", related=("a", "nowhere")))
    assert done.path == "notes/Journal/20261130 Fixed the queue.md"
    assert text(repo, done).endswith("x\n\n## Related\n\n- [a](../Ideas/a.md)\n- [[nowhere]]\n")
    assert done.remarks == ("there is no note 'nowhere' yet: the link [[nowhere]] leads nowhere",)


def test_a_template_of_the_vault_is_filled_and_known_again(repo) -> None:
    repo.write(
        f"{WIKI}/templates/log.md",
        "---\ntype: session\nday: {{date:YYYY/MM/DD}}\ntags: [log]\n---\n\n# {{title}}\n\nAt {{time}}:\n\n{{content}}\n\n-- end\n",
    )
    done = write(repo, Draft("A: b", "text", tags=("x",)))
    assert text(repo, done) == (
        '---\ntype: session\nday: "2026/11/30"\ntags: [log, x]\ntitle: "A: b"\ndate: 2026-11-30\ncategory: log\n---\n\n'
        "# A: b\n\nAt 12:00:\n\ntext\n\n-- end\n"
    )
    assert write(repo, Draft("A: b", "text"), moment=NEXT_DAY).same


def test_a_broken_template_is_told_of(repo) -> None:
    repo.write(f"{WIKI}/templates/log.md", "---\ntype: [\n---\n{{content}}\n")
    with pytest.raises(UsageError, match=r"templates/log.md:2:\d+: the frontmatter is not valid YAML"):
        write(repo, Draft("A", "x"))


def test_prompts_of_a_template_without_a_place_are_left_out_and_told(repo) -> None:
    repo.write(
        f"{WIKI}/templates/adr.md", "---\nowner: me\n---\n# {{title}}\n\n## Context\n\n## Invariants\n\n- deny: x\n"
    )
    done = write(repo, Draft("A", "text", category="decision"))
    assert "owner: me\n" in done.text
    assert done.text.endswith("# A\n\ntext\n")
    assert "its sections were left out" in done.remarks[0]
    assert done.rules == ()


NYGARD = "# 1. Say\n\nDate: 2026-01-02\n\n## Status\n\nAccepted\n\n## Context\n\nWhy.\n"
MADR2 = "# Say\n\n* Status: accepted\n* Date: 2026-01-02\n\n## Context and Problem Statement\n\nWhy.\n"
MADR4 = "---\nstatus: accepted\ndate: 2026-01-02\ndecision-makers: the team\n---\n# Say\n\n## Context and Problem Statement\n\nWhy.\n"


@pytest.mark.parametrize(
    ("standing", "start"),
    [
        pytest.param(
            NYGARD,
            "# 2. Use events\n\nDate: 2026-11-30\n\n## Status\n\nAccepted\n\nSupersedes [1. Say](0001-say.md)\n\n## Context\n",
            id="nygard",
        ),
        pytest.param(MADR2, "# Use events\n\n* Status: accepted\n* Date: 2026-11-30\n\n## Context\n", id="madr 2"),
        pytest.param(MADR4, "---\ndate: 2026-11-30\nstatus: accepted\n", id="madr 4"),
    ],
)
def test_decisions_go_to_the_repository_s_folder_in_its_dialect(repo, standing, start) -> None:
    repo.write("docs/adr/0001-say.md", standing)
    content = "## Context\n\nWhy.\n\n## Invariants\n\n- deny: `sync_call`\n"
    done = write(repo, Draft("Use events", content, category="decision", supersedes=("1",)))
    assert (done.path, done.id) == ("docs/adr/0002-use-events.md", "ADR-0002")
    assert text(repo, done).startswith(start)
    assert "id:" not in text(repo, done)
    assert done.enforced
    assert [one for one in lint(str(repo.root)).problems if one.severity == "error"] == []
    assert write(repo, Draft("Use events", content, category="decision"), moment=NEXT_DAY).same
    log = write(repo, Draft("A log", "x"))
    assert log.path == f"{WIKI}/01_AI_Logs/2026-11-30-a-log.md"


# Names and text


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Über Größe: 再試行?", "über-größe-再試行"),
        ("con", "con_"),
        ("a/../../b", "a-b"),
        ("???", "untitled"),
        ("re\u0301sume\u0301", "résumé"),
        ("長" * 200, "長" * 65),
    ],
)
def test_names_are_safe_everywhere(repo, title, name) -> None:
    done = write(repo, Draft(title, "x", category="card"))
    assert done.path == f"{WIKI}/20_Cards/{name}.md"
    assert write(repo, Draft(title, "x", category="card")).same
    assert write(repo, Draft(title, "y", category="card")).path.endswith("-v2.md")


def test_a_name_that_differs_in_case_only_is_taken(repo) -> None:
    repo.write(f"{WIKI}/20_Cards/Use-Events.md", "# Other\n")
    repo.write(f"{WIKI}/20_Cards/use-locks.md", "# Locks\n")
    assert write(repo, Draft("use events", "x", category="card")).path.lower().endswith("use-events-v2.md")


def test_carriage_returns_are_kept_throughout(repo) -> None:
    done = write(repo, Draft("A", "one\r\n\r\ntwo\r\n", category="card"))
    data = (repo.root / done.path).read_bytes()
    assert data.count(b"\r\n") == data.count(b"\n")


def test_a_note_named_as_an_index_is_known_again(repo) -> None:
    write(repo, Draft("README", "x", category="card"))
    assert write(repo, Draft("README", "x", category="card")).same


def test_a_byte_order_mark_goes(repo) -> None:
    assert "\ufeff" not in text(repo, write(repo, Draft("A", "\ufeff---\nx: 1\n---\none")))


# Where


def test_a_vault_outside_of_any_repository(tmp_path) -> None:
    vault = tmp_path / "vault"
    (vault / "02_Architecture").mkdir(parents=True)
    (vault / "02_Architecture/0001-say.md").write_text("---\nid: ADR-0001\nstatus: accepted\ntitle: Say\n---\n# Say\n")
    done = flush(str(tmp_path), Draft("New", "x", category="decision", supersedes=("ADR-1",)), str(vault), moment=NOON)
    assert (done.path, done.id) == ("02_Architecture/0002-new.md", "ADR-0002")
    assert "status: superseded" in (vault / "02_Architecture/0001-say.md").read_text()
    assert (vault / done.path).exists()


def test_a_vault_outside_that_the_configuration_binds(repo, tmp_path) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    repo.write(".adrguard.toml", f'vault = "{vault.as_posix()}"\n')
    content = "## Invariants\n\n- deny: `sync_call`\n"
    done = write(repo, Draft("Use events", content, category="decision"))
    assert done.path == f"{vault.as_posix()}/02_Architecture/0001-use-events.md"
    assert done.enforced
    named = flush(str(tmp_path), Draft("Use events", content, category="decision"), str(vault), moment=NOON)
    assert named.same


def test_a_vault_that_is_not_bound_is_written_to_but_its_rules_do_not_bind_here(repo) -> None:
    (repo.root / "notes").mkdir()
    done = write(repo, Draft("A", "## Invariants\n\n- deny: `x`\n", category="decision"), vault="notes")
    assert done.path == "notes/02_Architecture/0001-a.md"
    assert len(done.rules) == 1
    assert not done.enforced


def test_a_named_vault_gets_the_decision_wherever_others_are(repo) -> None:
    repo.write("docs/adr/0001-say.md", NYGARD)
    (repo.root / "notes").mkdir()
    assert write(repo, Draft("A", "x", category="decision"), vault="notes").path.startswith("notes/02_Architecture/")


def test_a_vault_that_is_not_there_is_not_made(repo) -> None:
    with pytest.raises(UsageError, match="there is no folder"):
        write(repo, Draft("A", "x"), vault="nots")
    assert files(repo.root) == {}


def test_without_a_repository_a_vault_must_be_named(tmp_path) -> None:
    with pytest.raises(NotARepositoryError):
        flush(str(tmp_path), Draft("A", "x"))


def test_a_folder_that_leads_out_of_the_vault_is_refused(repo, tmp_path) -> None:
    (tmp_path / "elsewhere").mkdir()
    repo.write(f"{WIKI}/00_Meta/README.md", "x")
    os.symlink(tmp_path / "elsewhere", repo.root / WIKI / "20_Cards")
    with pytest.raises(AdrguardError, match="leads out of"):
        write(repo, Draft("A", "x", category="card"))
    assert os.listdir(tmp_path / "elsewhere") == []


def test_a_wiki_that_is_a_link_out_of_the_repository_is_refused(repo, tmp_path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (repo.root / ".adrguard").mkdir()
    os.symlink(tmp_path / "elsewhere", repo.root / WIKI)
    with pytest.raises(AdrguardError):
        write(repo, Draft("A", "x", category="card"))
    assert os.listdir(tmp_path / "elsewhere") == []


def test_a_file_in_a_folder_s_place_is_told(repo) -> None:
    repo.write(f"{WIKI}/20_Cards", "x")
    with pytest.raises(AdrguardError, match=r"a file where a folder should be|a file stands"):
        write(repo, Draft("A", "x", category="card"))


def test_a_folder_in_a_note_s_place_is_passed_by(repo) -> None:
    (repo.root / WIKI / "20_Cards/a.md").mkdir(parents=True)
    assert write(repo, Draft("A", "x", category="card")).path.endswith("/a-v2.md")


def test_a_decision_of_another_project_does_not_bind_here(repo) -> None:
    repo.write(".adrguard.toml", 'project = "api"\n')
    repo.write(f"{WIKI}/02_Architecture/0001-a.md", "---\nid: ADR-0001\nstatus: accepted\nproject: api\n---\n# A\n")
    draft = Draft("B", "## Invariants\n\n- deny: `x_y`\n", category="decision")
    assert not write(repo, draft.replace(project="web")).enforced
    assert write(repo, draft.replace(title="C", project="api")).enforced


def test_all_of_it_can_be_taken_back(locked) -> None:
    before = files(locked.root)
    write(locked, REDLOCK)
    undo(str(locked.root))
    assert files(locked.root) == before


def test_a_note_that_cannot_be_edited_keeps_the_new_one_from_being_written(locked) -> None:
    locked.write(f"{WIKI}/02_Architecture/ADR-003-b.md", "---\nid: ADR-003\nstatus: !x accepted\n---\n# B\n")
    before = files(locked.root)
    with pytest.raises(AdrguardError, match=r"ADR-003-b.md"):
        write(locked, REDLOCK.replace(supersedes=("ADR-001", "ADR-003")))
    assert files(locked.root) == before


def test_a_read_only_note_keeps_the_new_one_from_being_written(locked) -> None:
    (locked.root / WIKI / "02_Architecture/ADR-001-Redis-Mutex.md").chmod(0o444)
    before = files(locked.root)
    with pytest.raises(AdrguardError, match="read-only"):
        write(locked, REDLOCK)
    assert files(locked.root) == before


# Others at the same time


def _flush(root: str, number: int) -> str:
    return flush(root, Draft("A decision", f"text {number}", category="decision"), moment=NOON).id


def test_two_at_once_never_take_the_same_number(repo) -> None:
    context = multiprocessing.get_context("spawn")
    with context.Pool(2) as pool:
        ids = pool.starmap(_flush, [(str(repo.root), number) for number in range(8)])
    assert sorted(ids) == [f"ADR-{number:04}" for number in range(1, 9)]


# Content from a file


def test_content_is_read_from_a_file_or_a_pipe(tmp_path) -> None:
    (tmp_path / "notes.md").write_bytes(b"text\n")
    assert content_of(str(tmp_path), "notes.md", lambda _: b"")[:2] == ("text\n", "notes.md")
    assert content_of(str(tmp_path), "-", lambda _: b"piped")[:2] == ("piped", flush_note.STDIN)
    assert content_of(str(tmp_path), "-", lambda _: b"a\xff")[2][0].place == "<stdin>:1:2"


@pytest.mark.parametrize("name", ["nothing.md", "."])
def test_what_is_no_file_is_told(tmp_path, name) -> None:
    with pytest.raises(UsageError):
        content_of(str(tmp_path), name, lambda _: b"")


def test_content_that_is_too_large_is_refused(repo) -> None:
    done = write(repo, Draft("A", "a" * 300_000))
    assert [one.code for one in done.problems] == ["too-large"]
    close = write(repo, Draft("A", "a" * (256 * 1024 - 10)))
    assert [one.code for one in close.problems] == ["too-large"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with a path")
def test_the_content_comes_through_a_pipe_that_is_named(tmp_path) -> None:
    os.mkfifo(tmp_path / "pipe")
    thread = threading.Thread(target=(tmp_path / "pipe").write_bytes, args=(b"said through a pipe",))
    thread.start()
    assert content_of(str(tmp_path), "pipe", lambda _: b"")[0] == "said through a pipe"
    thread.join()
