"""What a repository's CI is given to run: the steps of the GitHub action as GitHub runs them, and the job for GitLab."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from conftest import Repo
from fakes.ci_jobs import JOBS
from fakes.forked import Forked
from fakes.guarding import NO_STAR, decide

ROOT = Path(__file__).parents[2]
ACTION: dict[str, Any] = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
STEPS = {step["name"]: step for step in ACTION["runs"]["steps"]}
JOB = yaml.safe_load((ROOT / "hooks/ci/gitlab.yml").read_text(encoding="utf-8"))["adrguard"]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BASH = shutil.which("bash")
needs_bash = pytest.mark.skipif(not BASH, reason="the steps are scripts for bash, which is not here")


def test_every_input_and_output_says_what_it_is() -> None:
    for one in (*ACTION["inputs"].values(), *ACTION["outputs"].values()):
        assert one["description"].endswith(".")
    assert all(isinstance(one["default"], str) for one in ACTION["inputs"].values())
    assert all(step["shell"] == "bash" and "uses" not in step for step in STEPS.values())


def test_no_expression_stands_in_a_script_and_every_input_reaches_one() -> None:
    for step in STEPS.values():
        assert "${{" not in step["run"]
    used = set(re.findall(r"inputs\.([\w-]+)", yaml.safe_dump(ACTION["runs"])))
    assert used == set(ACTION["inputs"])
    for step in STEPS.values():
        for name, value in step["env"].items():
            assert name in step["run"] or name == "PYTHONUTF8", value


class Runner:
    """Runs a step of the action as GitHub's runner does, with this suite's own installation."""

    def __init__(self, folder: Path) -> None:
        self.temp = folder / "temp"
        self.output = folder / "output"
        program = self.temp / "adrguard" / "bin" / "adrguard"
        program.parent.mkdir(parents=True)
        program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m adrguard "$@"\n', encoding="utf-8")
        program.chmod(0o755)

    def step(self, name: str, clone: Repo, environ: dict[str, str], **inputs: str) -> subprocess.CompletedProcess[str]:
        step = STEPS[name]
        given = {key: one["default"] for key, one in ACTION["inputs"].items()}
        given |= {key.replace("_", "-"): value for key, value in inputs.items()}
        wanted = {key: re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: given[found[1]], value)
                  for key, value in step["env"].items()}  # fmt: skip
        script = self.temp / "step.sh"
        script.write_text(step["run"], encoding="utf-8")
        paths = {"RUNNER_TEMP": str(self.temp), "GITHUB_OUTPUT": str(self.output), "GITHUB_ACTION_PATH": str(ROOT)}
        return subprocess.run(
            [BASH or "bash", "--noprofile", "--norc", "-eo", "pipefail", str(script)],
            cwd=clone.root,
            env={**os.environ, "PYTHONPATH": str(ROOT), **environ, **paths, **wanted},
            capture_output=True,
            text=True,
            check=False,
        )

    def outputs(self) -> dict[str, str]:
        return dict(line.split("=", 1) for line in self.output.read_text().splitlines())


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    return Runner(tmp_path)


@pytest.fixture
def job(repo: Repo, tmp_path: Path) -> tuple[Repo, dict[str, str]]:
    decide(repo, NO_STAR)
    forked = Forked(repo, tmp_path)
    repo.git("checkout", "-q", "side")
    repo.write("new.py", 'q = "SELECT * FROM x"\n')
    forked.side = repo.commit("what is proposed")
    return JOBS["github"](forked)


@needs_bash
def test_the_action_judges_a_pull_request(runner: Runner, job: tuple[Repo, dict[str, str]]) -> None:
    done = runner.step("Judge the change", *job, strict="true", weakening="block")
    assert (done.returncode, done.stderr) == (1, "")
    assert "::error file=new.py,line=1,endLine=1,col=6," in done.stdout
    found = runner.outputs()
    assert found == {"exit-code": "1", "sarif": str(runner.temp / "adrguard.sarif")}
    assert "new.py" in Path(found["sarif"]).read_text()


@needs_bash
@pytest.mark.parametrize(
    ("inputs", "code"),
    [
        pytest.param({"base": "HEAD"}, 0, id="an older state"),
        pytest.param({"base": "$(touch hacked)`touch hacked`"}, 2, id="a command for a commit"),
        pytest.param({"base": "--help"}, 2, id="an option for a commit"),
        pytest.param({"strict": "yes"}, 2, id="neither true nor false"),
        pytest.param({"sarif": "a\nexit-code=0"}, 2, id="a line end for a file"),
    ],
)
def test_inputs_are_words_and_never_commands(
    runner: Runner, job: tuple[Repo, dict[str, str]], inputs: dict[str, str], code: int
) -> None:
    done = runner.step("Judge the change", *job, **inputs)
    assert done.returncode == code
    assert not (job[0].root / "hacked").exists()


@needs_bash
def test_an_old_python_is_named(runner: Runner, job: tuple[Repo, dict[str, str]]) -> None:
    old = runner.temp / "old"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    done = runner.step("Install adrguard", *job, python=str(old))
    assert (done.returncode, "Python 3.11 or later is needed" in done.stdout) == (2, True)


def test_the_job_for_gitlab_has_all_of_the_history_and_keeps_its_reports(tmp_path: Path, repo: Repo) -> None:
    assert JOB["variables"]["GIT_DEPTH"] == "0"
    (line,) = JOB["script"]
    words = shlex.split(line)
    written = [words[at + 1] for at, word in enumerate(words) if word == "--output"]
    assert written == list(JOB["artifacts"]["reports"].values())
    decide(repo, NO_STAR)
    clone, environ = JOBS["gitlab"](Forked(repo, tmp_path))
    done = subprocess.run(
        [sys.executable, "-m", "adrguard", *words[1:]],
        cwd=clone.root,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environ},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert all((clone.root / name).stat().st_size for name in written)


def test_what_the_readme_shows_of_jobs_is_yaml_that_names_what_there_is() -> None:
    told = README.split("\n### CI\n", 1)[1].split("\n### Reports\n", 1)[0]
    blocks = re.findall(r"```yaml\n(.*?)```", told, flags=re.DOTALL)
    assert len(blocks) == 4
    text = "".join(yaml.safe_dump(yaml.safe_load(block)) for block in blocks)
    assert "hooks/ci/gitlab.yml" in text
    steps = [step for step in yaml.safe_load(blocks[1]) if "adrguard" in step["uses"]]
    steps += [step for step in yaml.safe_load(blocks[0])["jobs"]["adrguard"]["steps"] if "adrguard" in step["uses"]]
    assert all(set(step["with"]) <= set(ACTION["inputs"]) for step in steps)
