from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import adrguard
from adrguard.install import interpreter


def test_the_running_python_is_proven_to_find_the_package_by_itself(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = interpreter.running()
    assert found.path == Path(sys.executable).as_posix()
    assert found.flags in (interpreter.ISOLATED, interpreter.WITH_USER_SITE)
    subprocess.run([found.path, found.flags, "-c", "import adrguard"], check=True)


def test_a_python_that_finds_the_package_only_by_the_environment_is_refused(tmp_path):
    venv.create(tmp_path / "bare", with_pip=False)
    python = tmp_path / "bare" / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    root = str(Path(adrguard.__file__).parent.parent)
    code = (
        "from adrguard.install.interpreter import running\nfrom adrguard.model.errors import AdrguardError\n"
        "try:\n    running()\nexcept AdrguardError as error:\n    print(error.message, '|', error.hint)"
    )
    environment = {**os.environ, "PYTHONPATH": root}
    done = subprocess.run(
        [python, "-c", code], env=environment, cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "would not find adrguard" in done.stdout
    assert "pip install adrguard" in done.stdout
