from __future__ import annotations

import os
from pathlib import Path

import pytest

from adrguard.system.closed_folders import ClosedFolderError, closed_at, refuse_closed

needs_permissions = pytest.mark.skipif(
    os.name == "nt" or not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may look into every folder"
)


def test_a_folder_that_is_not_there_is_not_closed(tmp_path: Path) -> None:
    assert closed_at(str(tmp_path / "a" / "b")) == ""
    refuse_closed(str(tmp_path / "a" / "b"))
    refuse_closed(str(tmp_path))


@needs_permissions
def test_the_folder_that_is_closed_is_named(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    (closed / "within").mkdir(parents=True)
    closed.chmod(0)
    try:
        assert closed_at(str(closed)) == str(closed)
        with pytest.raises(ClosedFolderError, match="closed cannot be looked into") as told:
            refuse_closed(str(closed / "within" / "deeper"))
        assert told.value.hint
    finally:
        closed.chmod(0o755)
