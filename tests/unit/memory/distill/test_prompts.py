from __future__ import annotations

import pytest

from adrguard.memory.distill.prompts import command, triggers


@pytest.mark.parametrize(
    ("line", "said"),
    [
        pytest.param("$ cargo build", "cargo build", id="bare"),
        pytest.param("(venv) $ pytest", "pytest", id="environment"),
        pytest.param("me@box:~/shop$ python main.py", "python main.py", id="bash"),
        pytest.param("(venv) me@box:~/shop$ pytest -q", "pytest -q", id="bash in an environment"),
        pytest.param("me@box:~/shop (main)$ git push", "git push", id="branch"),
        pytest.param("[root@host etc]# systemctl restart x", "systemctl restart x", id="root in brackets"),
        pytest.param("root@3f9a:/app# ls", "ls", id="container"),
        pytest.param("me@host proj % npm ci", "npm ci", id="zsh"),
        pytest.param("me@host ~/x> make", "make", id="fish"),
        pytest.param("\u276f npm t", "npm t", id="starship"),
        pytest.param("➜  shop git:(main) ✗ npm run build", "npm run build", id="oh-my-zsh"),
        pytest.param("PS C:\\proj> dotnet build", "dotnet build", id="powershell"),
        pytest.param("C:\\proj>dir", "dir", id="cmd"),
        pytest.param("+ make all", "make all", id="set -x"),
        pytest.param("+++ date", "date", id="set -x, nested"),
        pytest.param("##[group]Run cargo test", "cargo test", id="actions"),
        pytest.param("2026-01-01T00:00:00.1234567Z ##[group]Run npm ci", "npm ci", id="actions, raw"),
        pytest.param("Run npm ci", "npm ci", id="actions, copied"),
        pytest.param("##[command]/usr/bin/git fetch", "/usr/bin/git fetch", id="azure"),
        pytest.param("Step 3/4 : RUN npm ci", "npm ci", id="docker"),
        pytest.param("#8 [4/5] RUN npm ci", "npm ci", id="buildkit"),
        pytest.param("● Bash(cargo test)", "cargo test", id="agent"),
        pytest.param("+ lodash@4.17.21", "", id="npm adds"),
        pytest.param("+ lodash 4.17.21", "", id="pnpm adds"),
        pytest.param("+ 3 files", "", id="figures"),
        pytest.param("+    let x = 1;", "", id="a line of a diff"),
        pytest.param("+++ b/src/main.rs", "", id="the head of a diff"),
        pytest.param("Run npm fund for details", "", id="prose"),
        pytest.param("Run `npm audit` for details.", "", id="quoted prose"),
        pytest.param("user@example.com: costs 5 $ each", "", id="an address"),
        pytest.param("Price $ 5", "", id="dollars"),
        pytest.param("  ➜  Local:   http://localhost:5173/", "", id="vite"),
    ],
)
def test_commands_are_known_by_their_prompts(line: str, said: str) -> None:
    assert command(line.encode()) == said
    assert not said or triggers().search(f"x\n{line}\ny".encode())
