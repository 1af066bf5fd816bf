from __future__ import annotations

import multiprocessing

import pytest

from adrguard.model.errors import AdrguardError, UsageError
from adrguard.usecases.decisions.new_decision import new
from adrguard.usecases.lint.lint_decisions import lint
from adrguard.usecases.vault_at_hand import at_hand
from adrguard.vault.customs import manners
from adrguard.vault.customs.manners import of_one
from adrguard.vault.note import parse

DAY = "2026-03-04"
TITLE = "Keep the lock in the database"

NYGARD = "# {n}. {title}\n\nDate: 2026-01-02\n\n## Status\n\nAccepted\n\n## Context\n\nWhy.\n"
FRONTMATTER = "---\nid: ADR-{n:03}\ntitle: {title}\nstatus: accepted\ndate: 2026-01-02\n---\n\n# ADR-{n:03}: {title}\n"
MADR = (
    "---\nstatus: accepted\ndate: 2026-01-02\ndecision-makers: the team\n---\n# {title}\n\n"
    "## Context and Problem Statement\n\nWhy.\n"
)
MADR2 = "# {title}\n\n* Status: accepted\n* Date: 2026-01-02\n\n## Context and Problem Statement\n\nWhy.\n"
LOG4BRAINS = MADR2.replace("* ", "- ")
LINES = "# ADR-{n:04}: {title}\n\nStatus: accepted\nDate: 2026-01-02\n\n## Context\n\nWhy.\n"
BARE = "# {title}\n\nWe do it.\n"


def written(repo, made):
    return (repo.root / made.path).read_text()


def fill(repo, folder, form, *names):
    for number, name in enumerate(names, 1):
        repo.write(f"{folder}/{name}", form.format(n=number, title=f"Say {number}"))
    repo.commit("decide")


@pytest.mark.parametrize(
    ("standing", "path", "identity", "dialect", "first"),
    [
        pytest.param(
            ("doc/adr", NYGARD, "0001-a-b.md", "0002-c.md"),
            "doc/adr/0003-keep-the-lock-in-the-database.md",
            "ADR-0003",
            manners.NYGARD,
            f"# 3. {TITLE}\n\nDate: {DAY}\n\n## Status\n\nProposed\n\n## Context\n",
            id="nygard",
        ),
        pytest.param(
            ("docs/decisions", MADR, "0009-a-b.md"),
            "docs/decisions/0010-keep-the-lock-in-the-database.md",
            "ADR-0010",
            manners.MADR,
            f"---\nstatus: proposed\ndate: {DAY}\n---\n\n# {TITLE}\n\n## Context and Problem Statement\n",
            id="madr 4",
        ),
        pytest.param(
            ("docs/adr", MADR2, "0001-a-b.md"),
            "docs/adr/0002-keep-the-lock-in-the-database.md",
            "ADR-0002",
            manners.MADR2,
            f"# {TITLE}\n\n* Status: proposed\n* Date: {DAY}\n\n## Context and Problem Statement\n",
            id="madr 2",
        ),
        pytest.param(
            ("docs/adr", LOG4BRAINS, "20260102-a-b.md", "20260103-c.md"),
            "docs/adr/20260304-keep-the-lock-in-the-database.md",
            "ADR-20260304-keep-the-lock-in-the-database",
            manners.LOG4BRAINS,
            f"# {TITLE}\n\n- Status: proposed\n- Date: {DAY}\n",
            id="log4brains",
        ),
        pytest.param(
            ("adr", LINES, "ADR-0001_Say_it.md", "ADR-0002_Say_more.md"),
            "adr/ADR-0003_Keep_the_lock_in_the_database.md",
            "ADR-0003",
            manners.LINES,
            f"# ADR-0003: {TITLE}\n\nStatus: proposed\nDate: {DAY}\n",
            id="lines",
        ),
        pytest.param(
            (".adrguard/wiki/02_Architecture", FRONTMATTER, "ADR-001 Say it.md", "ADR-002 Say more.md"),
            f".adrguard/wiki/02_Architecture/ADR-003 {TITLE}.md",
            "ADR-003",
            manners.FRONTMATTER,
            f"---\nid: ADR-003\ntitle: {TITLE}\nstatus: proposed\ndate: {DAY}\n---\n\n# ADR-003: {TITLE}\n",
            id="vault",
        ),
        pytest.param(
            ("docs/adr", BARE, "1-a-b.md", "2-c.md"),
            "docs/adr/3-keep-the-lock-in-the-database.md",
            "ADR-3",
            manners.FRONTMATTER,
            f"---\ntitle: {TITLE}\nstatus: proposed\ndate: {DAY}\n---\n\n# {TITLE}\n",
            id="no status anywhere",
        ),
    ],
)
def test_a_new_decision_is_written_as_the_others_are(repo, standing, path, identity, dialect, first):
    folder, form, *names = standing
    fill(repo, folder, form, *names)
    made = new(str(repo.root), TITLE, today=DAY)
    assert (made.path, made.id, made.title, made.status, made.date) == (path, identity, TITLE, "proposed", DAY)
    text = written(repo, made)
    assert text.startswith(first)
    assert of_one(parse(path, text.encode())).dialect == dialect
    read = next(one for one in at_hand(str(repo.root)).read().decisions if one.path == path)
    assert (read.id, read.title, read.status, read.date) == (identity, TITLE, "proposed", DAY)
    assert [one for one in lint(str(repo.root)).problems if one.path == path] == []
    assert text.index("## Invariants")


def test_the_first_decision_of_a_repository_goes_to_its_wiki(repo):
    made = new(str(repo.root), TITLE, today=DAY)
    assert made.path == ".adrguard/wiki/02_Architecture/0001-keep-the-lock-in-the-database.md"
    assert (made.id, made.number) == ("ADR-0001", 1)
    assert lint(str(repo.root)).problems == ()


def test_an_empty_folder_of_decision_records_is_used(repo):
    repo.write("docs/adr/README.md", "# Decisions\n")
    assert new(str(repo.root), TITLE).path == "docs/adr/0001-keep-the-lock-in-the-database.md"


def test_a_number_that_lies_elsewhere_is_not_taken_again(repo):
    fill(repo, "docs/adr", NYGARD, "0001-a.md", "0002-b.md", "0003-c.md")
    repo.write("docs/adr/archive/0004-d.md", NYGARD.format(n=4, title="Say"))
    repo.commit()
    assert new(str(repo.root), TITLE).id == "ADR-0005"


def test_the_title_may_name_the_number(repo):
    fill(repo, "docs/adr", NYGARD, "0001-a.md")
    made = new(str(repo.root), f"ADR-12: {TITLE}")
    assert (made.id, made.title, made.number) == ("ADR-0012", TITLE, 12)
    with pytest.raises(UsageError, match="ADR-0012 already: docs/adr/0012"):
        new(str(repo.root), "ADR-012: Another one")


def test_a_status_in_force_is_written_as_the_folder_writes_it(repo):
    fill(repo, "docs/adr", NYGARD, "0001-a.md")
    made = new(str(repo.root), TITLE, status="ACCEPTED")
    assert made.status == "accepted"
    assert "\nAccepted\n" in written(repo, made)


@pytest.mark.parametrize(
    ("title", "status", "message"),
    [
        ("  ", "", "needs a title"),
        ("x" * 300, "", "too long"),
        (TITLE, "aproved", "'aproved' is no status"),
        (TITLE, "superseded", "before there is another"),
    ],
)
def test_what_cannot_be_meant_writes_nothing(repo, title, status, message):
    with pytest.raises(UsageError, match=message):
        new(str(repo.root), title, status=status)
    assert not list(repo.root.rglob("*.md"))


@pytest.mark.parametrize(
    "title",
    [
        'Use "quotes": and #hashes',
        "Use *args, not [lists]",
        "Prefer List<T> & Map<K, V>",
        "再試行は三回まで",
        "- leading dash",
        "yes",
        "Use C #",
        "../../etc/passwd",
    ],
)
@pytest.mark.parametrize("form", [pytest.param(NYGARD, id="nygard"), pytest.param(FRONTMATTER, id="frontmatter")])
def test_any_title_is_read_back(repo, form, title):
    fill(repo, "docs/adr", form, "0001-a.md")
    made = new(str(repo.root), title)
    assert made.title == title
    assert made.path.startswith("docs/adr/0002-")
    assert [one for one in lint(str(repo.root)).problems if one.path == made.path] == []


# Supersession


def test_in_force_it_ends_what_it_supersedes_at_once(repo):
    fill(repo, "docs/adr", NYGARD, "0001-a.md", "0002-b.md")
    made = new(str(repo.root), TITLE, status="accepted", supersedes=["1"], today=DAY)
    assert [one.id for one in made.effect.ended] == ["ADR-0001"]
    assert "Superseded by [3. Keep the lock" in (repo.root / "docs/adr/0001-a.md").read_text()
    assert "Supersedes [1. Say 1](0001-a.md)" in written(repo, made)
    assert lint(str(repo.root)).problems == ()


def test_proposed_it_leaves_the_old_one_in_force(repo):
    fill(repo, "docs/adr", NYGARD, "0001-a.md")
    before = (repo.root / "docs/adr/0001-a.md").read_bytes()
    made = new(str(repo.root), TITLE, supersedes=["ADR-0001"], today=DAY)
    assert made.effect.ended == ()
    assert (repo.root / "docs/adr/0001-a.md").read_bytes() == before
    assert "Supersedes [1. Say 1](0001-a.md)" in written(repo, made)


def test_a_first_decision_with_the_number_zero_is_no_obstacle(repo):
    fill(repo, "docs/adr", NYGARD, "0000-a.md")
    assert new(str(repo.root), TITLE).id == "ADR-0001"


def test_superseding_what_is_not_there_writes_nothing(repo):
    fill(repo, "docs/adr", NYGARD, "0001-a.md")
    with pytest.raises(AdrguardError, match="no decision 'ADR-9'"):
        new(str(repo.root), TITLE, supersedes=["ADR-9"])
    assert not (repo.root / "docs/adr/0002-keep-the-lock-in-the-database.md").exists()


# Templates of the folder


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        pytest.param(
            "# NUMBER. TITLE\n\nDate: DATE\n\n## Status\n\nSTATUS\n\n## Why\n\nSay.\n",
            f"# 2. {TITLE}\n\nDate: {DAY}\n\n## Status\n\nProposed\n\n## Why\n\nSay.\n",
            id="adr-tools",
        ),
        pytest.param(
            "# ADR-XXXX: <short title>\n\n## Status\n\nAccepted / Proposed / Rejected\n\nChoose one.\n\n## Why\n",
            f"# 2. {TITLE}\n\n## Status\n\nProposed\n\n## Why\n",
            id="a section with a choice",
        ),
        pytest.param(
            "# {short title}\n\n- Status: {proposed | accepted | superseded by\n  [ADR-5](0005-x.md)} <!-- optional -->\n"
            "- Deciders: {list}\n- Date: {YYYY-MM-DD when it was last updated}\n\n## Why\n",
            f"# 2. {TITLE}\n\n- Status: Proposed\n- Deciders: {{list}}\n- Date: {DAY}\n\n## Why\n",
            id="madr 2 and log4brains",
        ),
        pytest.param(
            '---\nstatus: "{proposed | rejected | … | superseded by ADR-0123"\ndate: {YYYY-MM-DD when it was last updated}\n'
            "decision-makers: {list everyone}\n---\n\n# {short title}\n",
            f'---\nstatus: "Proposed"\ndate: {DAY}\ndecision-makers: {{list everyone}}\n---\n\n# 2. {TITLE}\n',
            id="madr 4",
        ),
        pytest.param(
            "---\ntitle: ADR Template\n# status: accepted\n---\n\n# {short title}\n",
            f"---\ntitle: {TITLE}\n# status: accepted\nstatus: Proposed\ndate: {DAY}\n---\n\n# 2. {TITLE}\n",
            id="a title of its own",
        ),
        pytest.param(
            "---\nstatus:\ndate: \n---\n\n# <!-- short title -->\n",
            f"---\nstatus: Proposed\ndate: {DAY} \n---\n\n# 2. {TITLE}\n",
            id="madr 4, bare",
        ),
        pytest.param(
            "# {short title}\n\n## Why\n",
            f"---\nstatus: Proposed\ndate: {DAY}\n---\n\n# 2. {TITLE}\n\n## Why\n",
            id="madr 4, minimal",
        ),
        pytest.param(
            "# {{title}}\n\n**Status:** Proposed | Accepted\n**Date:** {{date:DD MMM YYYY}}\n\n{{unknown}}\n",
            f"# 2. {TITLE}\n\n**Status:** Proposed\n**Date:** 04 Mar 2026\n\n{{{{unknown}}}}\n",
            id="bold lines",
        ),
        pytest.param(
            "# T\n\n| Status | Proposed / Accepted |\n|---|---|\n| Date | |\n",
            f"# 2. {TITLE}\n\n| Status | Proposed |\n|---|---|\n| Date | |\n",
            id="a table",
        ),
    ],
)
def test_the_folders_own_template_is_filled(repo, template, expected):
    fill(repo, "docs/adr", NYGARD, "0001-a.md")
    repo.write("docs/adr/template.md", template.replace("\n", "\r\n"))
    made = new(str(repo.root), TITLE, today=DAY)
    assert made.template == "docs/adr/template.md"
    assert written(repo, made) == expected
    read = next(one for one in at_hand(str(repo.root)).read().decisions if one.path == made.path)
    assert (read.id, read.title, read.status) == ("ADR-0002", TITLE, "proposed")
    assert [one for one in lint(str(repo.root)).problems if one.path == made.path] == []


def test_a_template_that_makes_no_decision_is_named(repo):
    fill(repo, "docs/adr", NYGARD, "0001-a.md")
    repo.write("docs/adr/template.md", "---\nstatus: [a\n---\n")
    with pytest.raises(UsageError, match=r"the template docs/adr/template\.md makes no decision"):
        new(str(repo.root), TITLE)
    assert len(list(repo.root.rglob("0*.md"))) == 1


def _write_some(root, count, ids):
    for index in range(count):
        ids.put(new(root, f"Say it {index} more").id)


def test_two_at_once_never_take_the_same_number(repo):
    fill(repo, "docs/adr", NYGARD, "0001-a.md")
    context = multiprocessing.get_context("spawn")
    ids = context.Queue()
    writers = [context.Process(target=_write_some, args=(str(repo.root), 4, ids)) for _ in range(2)]
    for one in writers:
        one.start()
    found = {ids.get(timeout=60) for _ in range(8)}
    for one in writers:
        one.join(30)
    assert found == {f"ADR-{number:04}" for number in range(2, 10)}


# Other places


def test_a_vault_outside_of_the_repository_is_written_to(repo, tmp_path):
    vault = tmp_path / "vault"
    (vault / "Decisions").mkdir(parents=True)
    (vault / "Decisions/Say it.md").write_text(
        "---\nid: ADR-007\ntitle: Say it\nstatus: accepted\ncategory: decision\n---\n\n# Say it\n"
    )
    repo.write(".adrguard.toml", f'vault = "{vault}"\n')
    repo.commit()
    made = new(str(repo.root), TITLE, status="accepted", supersedes=["7"], today=DAY)
    assert made.path == f"{vault.resolve()}/Decisions/{TITLE}.md"
    assert (made.id, made.number) == ("ADR-008", 8)
    assert made.file == made.path
    assert "status: superseded" in (vault / "Decisions/Say it.md").read_text()
    assert lint(str(repo.root)).problems == ()


def test_notes_that_no_name_makes_decisions_get_an_id(repo):
    repo.write(".adrguard.toml", 'vault = "notes"\n')
    repo.write("notes/Architecture/use-it.md", "# Use it\n\n## Status\n\nAccepted\n")
    made = new(str(repo.root), TITLE, today=DAY)
    assert made.path == "notes/Architecture/keep-the-lock-in-the-database.md"
    assert made.id == "ADR-0001"
    assert written(repo, made).startswith(
        f"---\nid: ADR-0001\n---\n\n# {TITLE}\n\nDate: {DAY}\n\n## Status\n\nProposed\n"
    )
    assert lint(str(repo.root)).decisions == 1


def test_decisions_go_to_the_folder_that_one_stands_in(repo):
    fill(repo, "docs/adr", NYGARD, "0001-a.md", "0002-b.md")
    fill(repo, "docs/adr/backend", NYGARD, "0007-c.md")
    assert new(str(repo.root / "docs/adr/backend"), TITLE).path.startswith("docs/adr/backend/0008-")
    assert new(str(repo.root), TITLE).path.startswith("docs/adr/0003-")


def test_a_name_that_is_taken_is_refused(repo):
    fill(repo, "docs/adr", LOG4BRAINS, "20260102-a-b.md", "20260103-c.md")
    new(str(repo.root), TITLE, today=DAY)
    with pytest.raises(UsageError, match="a note of that name already: docs/adr/20260304-keep"):
        new(str(repo.root), TITLE.upper(), today=DAY)


def test_a_link_that_leads_out_is_not_followed(repo, tmp_path):
    (tmp_path / "out").mkdir()
    (repo.root / "docs").mkdir()
    (repo.root / "docs/adr").symlink_to(tmp_path / "out")
    with pytest.raises(AdrguardError):
        new(str(repo.root), TITLE, folder="docs/adr")
    assert list((tmp_path / "out").iterdir()) == []
