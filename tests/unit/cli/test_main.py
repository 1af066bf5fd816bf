from __future__ import annotations

import json
import os
import subprocess
import sys

import click
import pytest

from adrguard import __version__
from adrguard.cli import main as cli
from adrguard.model.errors import AdrguardError


def every_command():
    def below(command, words):
        if isinstance(command, click.Group):
            context = click.Context(command)
            for name in command.list_commands(context):
                yield from below(command.get_command(context, name), [*words, name])
        yield pytest.param(command, words, id=" ".join(words) or "adrguard")

    return list(below(cli.adrguard, []))


@pytest.mark.parametrize(("command", "words"), every_command())
def test_every_command_shows_examples_that_can_be_parsed(command, words, capsys):
    assert cli.run([*words, "--help"]) == 0
    shown = capsys.readouterr().out
    examples = shown.partition("Examples:\n")[2].splitlines()
    assert examples
    for line in examples:
        assert f"adrguard {' '.join(words)}".strip() in line
    assert command.help


def test_the_list_of_commands_says_what_each_command_says_of_itself():
    for name, (_, line) in cli.COMMANDS.items():
        command = cli.adrguard.get_command(click.Context(cli.adrguard), name)
        assert command is not None
        assert line.endswith(".")


def test_the_version_is_told_without_loading_any_command():
    code = (
        "import sys\nfrom adrguard.cli.main import run\nrun(['--version'])\n"
        "print([name for name in sys.modules if name.startswith(('adrguard.usecases', 'rich', 'lark', 'yaml', 'markdown_it'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [f"adrguard, version {__version__}", "[]"]


@pytest.mark.parametrize(
    "argv",
    [
        pytest.param(["nonsense"], id="an unknown command"),
        pytest.param(["check", "--nonsense"], id="an unknown option"),
        pytest.param(["check", "--format", "xml"], id="an unknown format"),
        pytest.param(["check", "--staged", "--all"], id="two sources"),
        pytest.param(["check", "--base", "x", "--range", "a..b"], id="two sources with values"),
        pytest.param(["try"], id="a missing argument"),
        pytest.param(["install", "pre-commit", "--rev", "v1"], id="an option without the one it belongs to"),
    ],
)
def test_wrong_usage_ends_with_2_and_says_what_is_wrong(argv, capsys):
    assert cli.run(argv) == 2
    assert "Error:" in capsys.readouterr().err


def test_an_error_is_one_message_with_the_way_out(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert cli.run(["install", "pre-commit"]) == 2
    said = capsys.readouterr()
    assert said.err.startswith("adrguard: ")
    assert "is not in a git repository" in said.err
    assert "git init" in said.err
    assert said.out == ""


@pytest.mark.parametrize("option", [["--format", "json"], ["--format=json"]])
def test_an_error_is_a_document_where_json_is_asked_for(tmp_path, monkeypatch, capsys, option):
    monkeypatch.chdir(tmp_path)
    assert cli.run(["install", "pre-commit", *option]) == 2
    document = json.loads(capsys.readouterr().out)
    assert document["format"] == "adrguard/1"
    assert document["exit_code"] == 2
    assert "is not in a git repository" in document["error"]["message"]


def test_wrong_usage_is_a_document_too(capsys):
    assert cli.run(["check", "--staged", "--all", "--format", "json"]) == 2
    assert "different changes" in json.loads(capsys.readouterr().out)["error"]["message"]


def test_a_file_that_cannot_be_written_is_named(repo, monkeypatch, capsys):
    (repo.root / ".pre-commit-config.yaml").mkdir()
    monkeypatch.chdir(repo.root)
    assert cli.run(["install", "pre-commit"]) == 2
    assert ".pre-commit-config.yaml" in capsys.readouterr().err


def test_hostile_words_in_an_error_are_escaped(monkeypatch, capsys):
    def fail(**_):
        raise AdrguardError("bad\x1b[2J\nforged", "hint\x1b[0m")

    monkeypatch.setattr(cli.adrguard, "main", fail)
    assert cli.run([]) == 2
    assert capsys.readouterr().err == "adrguard: bad\\x1b[2J forged\n  hint\\x1b[0m\n"


@pytest.mark.skipif(os.name == "nt", reason="pipes close differently there")
def test_a_reader_that_goes_away_changes_no_exit_code(repo):
    # The reading end is closed before the program writes a byte.
    read, write = os.pipe()
    os.close(read)
    argv = [sys.executable, "-m", "adrguard.cli.main", "install", "pre-commit"]
    try:
        done = subprocess.run(argv, cwd=repo.root, stdout=write, stderr=subprocess.PIPE, check=False)
    finally:
        os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device here that is always full")
def test_a_wrong_usage_is_none_of_violations_where_it_cannot_be_told(repo):
    with open("/dev/full", "wb") as full:
        argv = [sys.executable, "-m", "adrguard.cli.main", "check", "--nonsense"]
        assert subprocess.run(argv, cwd=repo.root, stderr=full, check=False).returncode == 2


def test_an_interrupt_ends_quietly(monkeypatch, capsys):
    def interrupt(**_):
        raise KeyboardInterrupt

    monkeypatch.setattr(cli.adrguard, "main", interrupt)
    assert cli.run([]) == 130
    assert capsys.readouterr().err == ""


def test_a_fault_of_ours_never_reads_as_a_verdict(monkeypatch, capsys):
    def fail(**_):
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(cli.adrguard, "main", fail)
    assert cli.run(["check", "--format", "json"]) == 2
    said = capsys.readouterr()
    assert "internal error, nothing was judged: ZeroDivisionError: oops" in said.err
    assert json.loads(said.out)["exit_code"] == 2
    monkeypatch.setenv("ADRGUARD_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        cli.run(["check"])
