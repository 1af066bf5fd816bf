from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from adrguard.memory.distill.quotes import ELLIPSIS, shown
from adrguard.memory.nodes import UnknownNodeError
from adrguard.memory.secrets.redaction import redact
from adrguard.memory.traces.folding import folded
from adrguard.model.errors import UsageError
from adrguard.usecases.memory.logs.offload_log import offload_text
from adrguard.usecases.memory.skills import distill_answer
from adrguard.usecases.memory.skills.distill_skill import Asked, Distilled, distill, from_file, from_node, from_text
from adrguard.usecases.memory.skills.trace_at_hand import Origin

TRACES = Path(__file__).parents[4] / "golden" / "traces"
GIT = (TRACES / "git.log").read_text(encoding="utf-8")
CARGO = (TRACES / "cargo.log").read_text(encoding="utf-8")
TOKEN = "ghp_" + "a1B2" * 9
CARDS = ".adrguard/wiki/20_Cards"


@pytest.fixture
def home(tmp_path, monkeypatch) -> Path:
    """A home folder of its own, and no variable that names another."""
    for name in ("HERMES_HOME", "PI_CODING_AGENT_DIR", "PI_CONFIG_DIR", "OMP_PROFILE", "PI_PROFILE", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    return tmp_path / "home"


def make(repo, trace: str, **asked) -> Distilled:
    return distill(str(repo.root), from_text(trace), Asked(**asked))


def path(done: Distilled) -> str:
    assert done.kept
    return done.kept.path


def head(text: str) -> dict[str, object]:
    return yaml.safe_load(text.split("---\n")[1])


def written(folder: Path) -> list[str]:
    return sorted(one.relative_to(folder).as_posix() for one in folder.rglob("*") if one.is_file())


# A card of the vault


def test_a_trace_becomes_a_card_of_the_vault(repo) -> None:
    repo.write(f"{CARDS}/rust-notes.md", "# Rust notes\n")
    done = make(repo, CARGO, tags=("ownership",), related=("rust notes", "[[nowhere]]"), hint="Refactored too far.")
    assert path(done) == f"{CARDS}/cargo-e0382-borrow-of-moved-value.md"
    text = (repo.root / path(done)).read_text(encoding="utf-8")
    assert done.kept
    assert done.kept.written
    assert text == done.kept.text
    told = head(text)
    assert told["category"] == "skill"
    assert told["signature"] == done.signature == "cargo E0382: borrow of moved value: '…'"
    assert told["tags"] == ["ownership", "cargo", "e0382"]
    assert told["related"] == ["[[rust-notes]]", "[[nowhere]]"]
    assert "> Refactored too far.\n" in text
    assert "## Prevention" not in text
    assert done.remarks == ("there is no note '[[nowhere]]' yet: the link [[nowhere]] leads nowhere",)


def test_a_dry_run_shows_what_would_be_written_and_writes_nothing(repo, home) -> None:
    for target in ("default", "hermes", "omp"):
        done = make(repo, GIT, dry_run=True, target=target)
        assert done.kept
        assert not done.kept.written
        assert "## Remediation" in done.kept.text
        assert distill_answer.text(done).endswith(done.kept.text)
    assert [one for one in written(repo.root) if not one.startswith(".git/")] == []
    assert not home.exists()


def test_the_same_is_not_written_twice_whatever_the_figures(repo) -> None:
    first = make(repo, CARGO)
    again = make(repo, CARGO.replace("0.88s", "7.31s").replace("src/main.rs:13:32", "src/main.rs:14:32"))
    assert again.kept
    assert again.kept.same
    assert not again.kept.written
    assert path(again) == path(first)
    assert written(repo.root / CARDS) == ["cargo-e0382-borrow-of-moved-value.md"]


def test_what_a_second_trace_adds_is_written_beside(repo) -> None:
    failing = CARGO.split("$ sed")[0]
    first, second = make(repo, failing), make(repo, CARGO)
    assert [path(first), path(second)] == [
        f"{CARDS}/cargo-e0382-borrow-of-moved-value.md",
        f"{CARDS}/cargo-e0382-borrow-of-moved-value-v2.md",
    ]
    third = make(repo, failing)
    assert third.kept
    assert third.kept.same


def test_another_failure_of_the_same_title_is_written_beside(repo) -> None:
    done = [make(repo, one, title="Broken build") for one in (CARGO, GIT)]
    assert [path(one) for one in done] == [f"{CARDS}/broken-build.md", f"{CARDS}/broken-build-v2.md"]


def test_mistakes_in_the_asking_are_told_and_nothing_is_written(repo, home) -> None:
    for target in ("default", "hermes"):
        done = make(repo, GIT, title="x" * 300, target=target)
        assert done.exit_code == 2
        assert [one.code for one in done.problems] == ["too-long"]
        assert "nothing was written" in distill_answer.text(done)
    assert not (repo.root / CARDS).exists()
    assert not home.exists()


@pytest.mark.parametrize("target", ["default", "hermes", "omp"])
def test_a_trace_that_is_kept_under_another_title_is_not_kept_twice(repo, home, target: str) -> None:
    first = make(repo, CARGO, target=target)
    before = written(home if target != "default" else repo.root / CARDS)
    again = make(repo, CARGO, target=target, title="Broken build")
    assert again.kept
    assert (again.kept.same, again.kept.written, path(again)) == (True, False, path(first))
    (remark,) = again.remarks
    assert remark.startswith("it is kept there under another title than 'Broken build'")
    assert written(home if target != "default" else repo.root / CARDS) == before
    other = make(repo, GIT, target=target, title="Broken build")
    assert other.kept
    assert other.kept.written
    assert make(repo, GIT, target=target).remarks[0].startswith("it is kept there under another title than 'git")
    assert make(repo, CARGO, target=target).remarks == ()


# Skills of other programs


def test_hermes_gets_a_skill_in_the_folder_of_its_category(repo, home) -> None:
    done = make(repo, CARGO, target="hermes", category="Dev Ops", tags=("rust",))
    assert path(done) == str(home / ".hermes/skills/dev-ops/cargo-e0382-borrow-of-moved-value/SKILL.md")
    told = head(Path(path(done)).read_text(encoding="utf-8"))
    assert told["name"] == "cargo-e0382-borrow-of-moved-value"
    assert told["description"] == "Use when cargo fails with E0382: borrow of moved value: `order`"
    assert told["metadata"] == {"signature": done.signature, "hermes": {"tags": ["rust", "cargo", "e0382"]}}
    assert written(home) == [".hermes/skills/dev-ops/cargo-e0382-borrow-of-moved-value/SKILL.md"]


@pytest.mark.parametrize(
    ("variables", "folder"),
    [
        pytest.param({}, "home/.omp/agent", id="usual"),
        pytest.param({"PI_CODING_AGENT_DIR": "{tmp}/other"}, "other", id="its own variable"),
        pytest.param({"PI_CONFIG_DIR": ".pi"}, "home/.pi/agent", id="another configuration"),
        pytest.param({"OMP_PROFILE": "work"}, "home/.omp/profiles/work/agent", id="profile"),
        pytest.param({"OMP_PROFILE": "../../x"}, "home/.omp/agent", id="no profile"),
    ],
)
def test_omp_gets_a_skill_where_it_looks(repo, home, tmp_path, monkeypatch, variables, folder) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value.format(tmp=tmp_path))
    done = make(repo, GIT, target="omp")
    assert path(done) == str(tmp_path / folder / "skills/git-rejected-main-main-fetch-first/SKILL.md")
    assert done.remarks == (f"{tmp_path / folder / 'skills'} was not there, and was made",)


@pytest.mark.parametrize(
    ("target", "name", "value"),
    [
        ("hermes", "HERMES_HOME", "~/hermes"),
        ("omp", "PI_CODING_AGENT_DIR", "agent"),
        pytest.param("omp", "HOME", "here", marks=pytest.mark.skipif(os.name == "nt", reason="another variable there")),
    ],
)
def test_no_folder_of_skills_is_made_wherever_one_stands(repo, home, monkeypatch, target, name, value) -> None:
    monkeypatch.setenv(name, value)
    monkeypatch.chdir(repo.root)
    before = written(repo.root)
    with pytest.raises(UsageError, match="which is no whole path"):
        make(repo, GIT, target=target)
    assert written(repo.root) == before


@pytest.mark.parametrize("target", ["hermes", "omp"])
def test_no_skill_is_written_over(repo, home, target: str) -> None:
    first = make(repo, CARGO, target=target, title="Broken build")
    before = Path(path(first)).read_bytes()
    second = make(repo, GIT, target=target, title="Broken build")
    assert Path(path(second)).parent.name == "broken-build-v2"
    assert Path(path(first)).read_bytes() == before
    again = make(repo, GIT, target=target, title="Broken build")
    assert again.kept
    assert again.kept.same
    assert path(again) == path(second)


def test_a_name_that_hermes_has_in_another_category_is_taken(repo, home) -> None:
    other = home / ".hermes/skills/mlops/tools/git-rejected-main-main-fetch-first"
    other.mkdir(parents=True)
    (other / "SKILL.md").write_text("---\nname: x\ndescription: y\n---\n\nby hand\n", encoding="utf-8")
    done = make(repo, GIT, target="hermes")
    assert path(done).endswith("skills/git-rejected-main-main-fetch-first-v2/SKILL.md")


# What cannot be distilled


@pytest.mark.parametrize(
    ("trace", "reason"),
    [
        pytest.param("$ make\nall is well\n", "there is no error in the trace", id="no error"),
        pytest.param("a.c:1:2: warning: x\n", "there is no error in the trace (1 warning)", id="a warning"),
        pytest.param(
            "\0\1\2PK\3\4", "the trace has bytes that no text has, and no error that could be read", id="binary"
        ),
    ],
)
def test_a_trace_without_an_error_is_nothing_to_distil(repo, trace: str, reason: str) -> None:
    done = make(repo, trace)
    assert (done.exit_code, done.kept, done.reason) == (0, None, reason)
    assert distill_answer.text(done) == f"{reason}: nothing to distil, nothing was written\n"
    assert distill_answer.structured(done)["distilled"] is False
    assert not (repo.root / ".adrguard/wiki").exists()


@pytest.mark.parametrize("trace", ["", " \n\t\n", "\x1b[0m\n"])
def test_an_empty_trace_is_a_mistake(repo, trace: str) -> None:
    with pytest.raises(UsageError, match="the trace is empty"):
        make(repo, trace)


def test_a_target_that_is_none_and_a_hint_that_is_a_book_are_mistakes(repo) -> None:
    with pytest.raises(UsageError, match="'clippy' is no target"):
        make(repo, GIT, target="clippy")
    with pytest.raises(UsageError, match="too many"):
        make(repo, GIT, hint="x" * 10_001)


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-8-sig", "utf-32"])
def test_any_encoding_is_read(repo, codec: str) -> None:
    repo.write("trace.log", GIT.encode(codec))
    done = distill(str(repo.root), from_file(str(repo.root), "trace.log"), Asked(dry_run=True))
    assert done.title == "git rejected: main -> main (fetch first)"


def test_colours_and_line_ends_of_a_terminal_do_not_count(repo) -> None:
    raw = GIT.replace("error:", "\x1b[31merror:\x1b[m").replace("\n", "\r\n")
    assert make(repo, raw, dry_run=True).kept == make(repo, GIT, dry_run=True).kept


def test_a_file_that_is_not_there_is_a_mistake(repo) -> None:
    with pytest.raises(UsageError, match="there is no such file"):
        from_file(str(repo.root), "nope.log")
    with pytest.raises(UsageError, match="a folder"):
        from_file(str(repo.root), ".")


# Nodes


def test_a_node_is_read_with_the_lines_of_its_log(repo) -> None:
    log = "".join(f"[INFO] step {number}\n" for number in range(60)) + GIT
    kept = offload_text(str(repo.root), log)
    done = distill(str(repo.root), from_node(str(repo.root), kept.node), Asked())
    assert done.playbook
    assert done.playbook.command
    assert done.playbook.command.at == 61
    assert done.kept
    assert f"`adrguard inspect {kept.node}`" in done.kept.text


@pytest.mark.parametrize("first", ["$ make", "10%\r50%\r100%"], ids=["plain", "a bar of progress"])
def test_of_a_section_only_its_own_lines_count(repo, first: str) -> None:
    source = from_text(f"{first}\nfatal: a\n$ make\nfatal: b\n$ make\nfatal: c\n")
    part = Origin("node_00000000", source.source, "node_00000000", first=3, last=4)
    done = distill(str(repo.root), part, Asked(dry_run=True))
    assert done.playbook
    assert [(one.failure.at, one.failure.message) for one in done.playbook.signs] == [(4, "b")]


def test_a_node_that_lost_its_end_says_so(repo) -> None:
    kept = offload_text(str(repo.root), GIT + "".join(f"line {number}\n" for number in range(100)))
    log = next((repo.root / ".adrguard").rglob(f"{kept.node}.log"))
    log.chmod(0o600)
    log.write_bytes(log.read_bytes()[: len(GIT)])
    done = distill(str(repo.root), from_node(str(repo.root), kept.node), Asked(dry_run=True))
    assert done.remarks[0].startswith(f"{kept.node} holds 20 of the 120 lines")


def test_a_node_that_is_not_there_is_told(repo) -> None:
    with pytest.raises(UnknownNodeError):
        from_node(str(repo.root), "node_00000000")
    with pytest.raises(UsageError):
        from_node(str(repo.root), "../../etc/passwd")


# What holds of every trace


def test_no_secret_gets_into_a_skill(repo, home) -> None:
    trace = f"$ git push https://me:{TOKEN}@host/x\nfatal: Authentication failed for {TOKEN}\nhint: use {TOKEN}\n"
    for target in ("default", "hermes", "omp"):
        done = make(
            repo, trace, hint=f"token {TOKEN}", title=f"Push {TOKEN}", tags=(TOKEN,), related=(TOKEN,), target=target
        )
        assert done.kept
        assert done.kept.written
        assert TOKEN not in done.kept.text
        assert TOKEN not in distill_answer.text(done) + path(done)
        assert done.redacted >= 7


LINES = st.sampled_from(
    [
        *GIT.splitlines(),
        *CARGO.splitlines(),
        *(TRACES / "pytest.log").read_text(encoding="utf-8").splitlines()[-60:],
        *(TRACES / "npm.log").read_text(encoding="utf-8").splitlines()[:8],
        "## Invariants",
        "- deny: x",
        "---",
        "```",
        "````text",
        "[[link]] #tag <script>alert(1)</script> <!--",
        "fatal: `a` ``b`` `",
        "Caused by: `",
        "hint: {{content}} %%",
        f"error: token {TOKEN}",
        "\x1b[31merror: red\x1b[0m",
        "error: \u202egnp\u200b\x85 \ufeff\x00",
        "error: " + "long " * 200,
    ]
) | st.text(max_size=40)


@settings(max_examples=60, deadline=None)
@given(
    lines=st.lists(LINES, min_size=1, max_size=40),
    hint=st.text(max_size=80),
    title=st.sampled_from(["", "--- # 'x': \"", "再試行"]),
)
def test_every_statement_stands_in_the_trace_and_the_frontmatter_is_sound(repo, home, lines, hint, title) -> None:
    trace = "\n".join(lines) + "\n"
    try:
        done = make(repo, trace, hint=hint, title=title, dry_run=True, target="omp")
    except UsageError:
        return
    if done.playbook is None:
        return
    clean = redact(folded(trace.encode("utf-8", "surrogatepass")).decode("utf-8", "replace"))[0]
    there = [shown(line.encode("utf-8", "replace")) for line in clean.split("\n")]
    for quote in done.playbook.quotes:
        for offset, line in enumerate(quote.lines[:1]):
            assert line.strip().removesuffix(ELLIPSIS) in there[quote.at - 1 + offset] or line in there[quote.at - 1]
        whole = "\n".join(there)
        assert all(line.strip().removesuffix(ELLIPSIS) in whole for line in quote.lines)
    assert done.kept is not None
    file = done.kept.text
    told = yaml.safe_load(file.split("\n---\n")[0].removeprefix("---\n"))
    assert told["metadata"]["signature"] == done.signature
    assert 0 < len(told["description"]) <= 1024
    assert re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", told["name"])
    assert TOKEN not in file


@settings(max_examples=25, deadline=None)
@given(lines=st.lists(LINES, min_size=1, max_size=25), hint=st.text(max_size=40))
def test_whatever_a_trace_says_a_card_is_a_sound_note(repo, lines, hint) -> None:
    from adrguard.vault.note import parse

    try:
        done = make(repo, "$ git push\nfatal: x\n" + "\n".join(lines), hint=hint, dry_run=True)
    except UsageError:
        return
    assert done.kept is not None
    assert [one.message for one in done.problems] == []
    note = parse("a.md", done.kept.text.encode())
    assert [one.message for one in note.problems] == []
    assert note.frontmatter.text("signature") == done.signature
    headings = {one.text for one in note.headings() if one.level > 1}
    assert headings <= {"Context", "Symptom", "Root cause", "Remediation", "Prevention", "Trace"}
