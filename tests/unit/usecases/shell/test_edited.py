from __future__ import annotations

import pytest

from adrguard.usecases.shell.edited import edited


@pytest.mark.parametrize(
    ("command", "paths"),
    [
        ("sed -i 's/a/b/' src/x.py && pytest 2>&1 | tail", ["src/x.py"]),
        ("sed -i.bak -e s/a/b/ -e s/c/d/ q.py", ["q.py"]),
        ("sed 's/a/b/' src/x.py", []),
        ("perl -pi -e 's/a/b/' f.c g.c", ["f.c", "g.c"]),
        ("cat > a.txt <<'EOF'\nhi > b\nEOF", ["a.txt"]),
        ("echo x | tee -a log.txt", ["log.txt"]),
        ("git mv a b && rm -rf c && cp d e", ["a", "b", "c", "e"]),
        ("git status; grep x y", []),
        ("echo 'unclosed > x", []),
        ("x" * 30_000 + " > y", []),
    ],
    ids=lambda value: str(value)[:30],
)
def test_files_that_a_command_line_writes(command: str, paths: list[str]) -> None:
    assert list(edited(command)) == paths
