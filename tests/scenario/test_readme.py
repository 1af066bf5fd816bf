"""What the README shows is what happens: its session is run, its tables are compared with the code they speak of."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from adrguard.cli.main import COMMANDS
from adrguard.config.keys import BY_DOOR, CHOICE, KEYS, Key
from adrguard.install.agents import TITLES, agent, settings
from adrguard.install.agents.programs import Programs
from adrguard.install.agents.wanted import Where

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    lines: list[str] = []
    fenced = False
    for line in README.split(f"\n## {title}\n", 1)[1].splitlines(keepends=True):
        fenced = fenced != line.startswith("```")
        if line.startswith("## ") and not fenced:
            break
        lines.append(line)
    return "".join(lines)


def steps(block: str) -> list[tuple[str, str]]:
    """Split a console block into (command, expected output); lines that start with ``>`` continue a command."""
    found: list[tuple[str, str]] = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], ""))
        elif line.startswith(">"):
            command, expected = found[-1]
            found[-1] = (f"{command}\n{line[2:]}", expected)
        else:
            command, expected = found[-1]
            found[-1] = (command, expected + line + "\n")
    return found


def steady(text: str) -> str:
    """Replace what differs between two runs and machines: durations and the folder."""
    text = re.sub(r"\d+(\.\d+)? ms", "N ms", text)
    text = re.sub(r"\n\nTime per rule, dearest first:(\n- +N ms .*)+", "", text)
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", "MOMENT", text)
    text = re.sub(r"\b[0-9a-f]{12}\b", "COMMIT", text)
    text = re.sub(r"a page of \d+ kB", "a page of N kB", text)
    return re.sub(r"(?m)^(git's hooks in ).*?(\.git/hooks:)", r"\1\2", text)


@pytest.mark.parametrize(
    "title",
    [
        "A session",
        "Tests of rules",
        "Fixing",
        "The life of a decision",
        "A loadout",
        "Recall",
        "Long logs",
        "A long session",
        "Reports",
        "A skill from a trace",
        "A page about everything",
        "A whole tree",
        "A change in CI",
    ],
)
def test_the_session_goes_as_shown(tmp_path: Path, title: str) -> None:
    block = section(title).split("```console\n", 1)[1].split("\n```", 1)[0]
    identity = {f"GIT_{who}_{what}": f"x@{what}.org" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    env = {**os.environ, **identity, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    for command, expected in steps(block):
        done = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path,
            env=env,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert steady(done.stdout).strip() == steady(expected).strip(), command


def test_every_configuration_key_is_explained() -> None:
    rows = re.findall(r"(?m)^\| `([a-z.-]+)` \| (.*?) \| (.*) \|$", section("Configuration"))
    assert rows == [(key.name, _default(key), _meaning(key)) for key in KEYS]


def _default(key: Key) -> str:
    if key.kind == BY_DOOR:
        graver = [f"`{door}`" for door, word in key.default.items() if word == "block"]
        return f"`{key.default['command']}`; {' and '.join(graver)} `block`"
    if not key.default and not isinstance(key.default, bool):
        return "none"
    return f"`{str(key.default).lower()}`"


def _meaning(key: Key) -> str:
    choices = ", ".join(f"`{choice}`" for choice in key.choices)
    return f"{key.meaning} ({choices})" if key.kind in (CHOICE, BY_DOOR) else key.meaning


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_named(name: str) -> None:
    assert f"`{name}" in section("Commands") or f"adrguard {name}" in section("Commands")


def invariants() -> list[str]:
    blocks = re.findall(r"```markdown\n(.*?)```", section("K-DSL"), flags=re.DOTALL)
    return [block for block in blocks if "deny" in block or "require" in block]


@pytest.mark.parametrize("block", invariants(), ids=lambda block: block.split("\n", 1)[0])
def test_every_invariant_shown_compiles(repo, block: str) -> None:
    from fakes.guarding import decide, judge

    decide(repo, block)
    repo.commit()
    outcome = judge(repo)
    assert [one.message for one in outcome.problems if one.severity == "error"] == []
    assert outcome.rules == len(re.findall(r"(?m)^- ", block))


PROGRAMS = Programs(("/venv/bin/adrguard-hook",), ("/venv/bin/adrguard",))
PROJECT = Where("/repo", "/home/me", {})
USER = Where("/home/me", "/home/me", {}, user=True)
SETTINGS = re.compile(r"(?m)^`([^`\n]+)`\n\n```(json|toml|yaml|sh)\n((?:(?!```)[^\n]*\n)*)```")
PARSERS = {"json": json.loads, "toml": tomllib.loads, "yaml": yaml.safe_load, "sh": str.strip}


@pytest.mark.parametrize("name", TITLES)
def test_what_is_shown_of_an_agents_settings_is_what_is_written(name: str) -> None:
    told = section("Doors").split("\n### Coding agents\n", 1)[1].split("\n### ", 1)[0]
    part = told.split(f"\n#### {TITLES[name]}\n", 1)[1].split("\n#### ", 1)[0]
    assert f"`adrguard install {name}" in part
    shown = {path: (kind, text) for path, kind, text in SETTINGS.findall(part)}
    targets = agent(name).targets(USER if "~/" in part else PROJECT, PROGRAMS)
    written = {target.path.replace("/repo/", "").replace("/home/me/", "~/"): target for target in targets}
    assert shown or name == "opencode"
    for path, (kind, text) in shown.items():
        parse = PARSERS[kind]
        assert parse(settings.added(written[path], None, {}).decode()) == parse(text), path
    left_out = (
        set(written) - set(shown) if name != "vscode" else {path for path in written if "vscode" in path} - set(shown)
    )
    assert all(f"`{os.path.basename(path)}`" in part or f"`{path}`" in part for path in left_out)


def test_what_an_agent_reads_is_what_is_shown(repo) -> None:
    from adrguard.model.agents import STOP, Event
    from adrguard.usecases.agents.stop import stop

    shown = section("Doors").split("wants to stop then reads:\n\n```text\n", 1)[1].split("```", 1)[0]
    clauses = "  - because: new columns leak\n  - remediation: Name the columns.\n"
    repo.write(
        "docs/adr/0001-q.md", f"# 1. Q\n\nStatus: accepted\n\n## Invariants\n\n- deny: `SELECT * FROM`\n{clauses}"
    )
    repo.commit("decide")
    repo.write("src/a.py", "q = 'SELECT * FROM users'\n")
    answer = stop(Event("claude", STOP, "Stop", str(repo.root), "a session", "a turn"))
    assert answer.block
    assert f"adrguard: {' '.join(answer.reason.removeprefix('adrguard: ').split())}" == " ".join(shown.split())
