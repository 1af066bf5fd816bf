from __future__ import annotations

import pytest

from adrguard.model.errors import AdrguardError
from adrguard.usecases.setup.install_precommit import install, uninstall

NAME = ".pre-commit-config.yaml"


def test_a_file_is_created_at_the_top_of_the_repository_from_any_folder(repo):
    below = repo.root / "a/b"
    below.mkdir(parents=True)
    assert install(str(below)).action == "created"
    assert (repo.root / NAME).exists()
    assert install(str(repo.root)).action == "unchanged"
    assert uninstall(str(below)).action == "deleted"
    assert not (repo.root / NAME).exists()
    assert uninstall(str(below)).action == "absent"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(b"# mine\r\nrepos:\r\n- repo: local\r\n  hooks:\r\n  - id: x\r\n", id="carriage returns"),
        pytest.param(b"\xef\xbb\xbfrepos:\n- repo: local\n  hooks:\n  - id: x\n# end\n", id="a byte-order mark"),
        pytest.param("repos:\n  - repo: local  # größe\n    hooks: []\n".encode(), id="letters beyond ASCII"),
    ],
)
def test_what_was_there_comes_back_byte_for_byte(repo, text):
    path = repo.write(NAME, text)
    assert install(str(repo.root)).action == "added"
    assert path.read_bytes() != text
    assert uninstall(str(repo.root)).action == "removed"
    assert path.read_bytes() == text


def test_an_older_pin_is_renewed(repo):
    install(str(repo.root), "https://example.org/adrguard", "v0.0.1")
    assert install(str(repo.root), "https://example.org/adrguard").action == "upgraded"


def test_a_file_that_is_not_utf8_is_refused_and_stays(repo):
    path = repo.write(NAME, b"repos: [] # \xff\n")
    with pytest.raises(AdrguardError, match="not UTF-8"):
        install(str(repo.root))
    assert path.read_bytes() == b"repos: [] # \xff\n"
