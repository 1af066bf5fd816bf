from __future__ import annotations

import os
import subprocess
import sys

import pytest
from fakes import killing
from fakes.transacting import (
    STATE,
    commit,
    lay,
)

from adrguard.system.write_errors import LockedError
from adrguard.system.writing.transaction import exclusive


@pytest.fixture
def top(tmp_path):
    return lay(tmp_path)


def test_a_second_writer_waits_and_is_told_who_writes(top) -> None:
    with exclusive(str(top)):
        with pytest.raises(LockedError) as caught, exclusive(str(top), wait_s=0.05):
            pass
        assert f"another adrguard is writing in {top} (process {os.getpid()})" in caught.value.message
        assert caught.value.hint
    commit(top)


def test_a_lock_of_a_dead_process_is_free(top) -> None:
    program = f"import os\nfrom adrguard.system.writing.transaction import exclusive\nwith exclusive({str(top)!r}): os._exit(9)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 9
    with exclusive(str(top), wait_s=0):
        pass


def test_a_lock_whose_file_was_cleaned_away_keeps_nobody(top) -> None:
    with exclusive(str(top)):
        (top / STATE / "lock").unlink()
        with exclusive(str(top), wait_s=0):
            pass


def test_stray_prepared_files_are_swept(top) -> None:
    (top / STATE).mkdir(parents=True)
    (top / STATE / "tmp-3").write_text("x")
    commit(top)
    assert killing.leftovers(str(top)) == ["a.md"]
