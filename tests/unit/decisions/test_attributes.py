"""Generated and vendored files, by `.gitattributes`."""

from __future__ import annotations

import subprocess

import pytest

from adrguard.decisions.attributes import generated
from adrguard.model.globs import matches


def is_generated(files: dict[str, str], path: str) -> bool:
    verdict = False
    for globs, said in generated({name: text.encode() for name, text in files.items()}):
        if matches(globs, path):
            verdict = said
    return verdict


TABLE = [
    pytest.param({".gitattributes": "*.pb.go linguist-generated\n"}, "a/b.pb.go", True, id="set"),
    pytest.param({".gitattributes": "*.pb.go linguist-generated=true\n"}, "b.pb.go", True, id="true"),
    pytest.param({".gitattributes": "*.go linguist-vendored text\n"}, "b.go", True, id="vendored, among others"),
    pytest.param({".gitattributes": "*.go linguist-generated=false\n"}, "b.go", False, id="false"),
    pytest.param({".gitattributes": "*.go text\n"}, "b.go", False, id="another attribute"),
    pytest.param(
        {".gitattributes": "*.go linguist-generated\nb.go -linguist-generated\n"}, "b.go", False, id="unset later"
    ),
    pytest.param({".gitattributes": "/a/*.go linguist-generated\n"}, "x/a/b.go", False, id="anchored"),
    pytest.param({".gitattributes": "/a/*.go linguist-generated\r\n"}, "a/b.go", True, id="crlf"),
    pytest.param({"sub/.gitattributes": "*.go linguist-generated\n"}, "sub/x/b.go", True, id="nested, any depth"),
    pytest.param({"sub/.gitattributes": "*.go linguist-generated\n"}, "b.go", False, id="nested, elsewhere"),
    pytest.param({"sub/.gitattributes": "x/*.go linguist-generated\n"}, "sub/x/b.go", True, id="nested, with a folder"),
    pytest.param({"sub/.gitattributes": "/b.go linguist-generated\n"}, "sub/b.go", True, id="nested, anchored"),
    pytest.param(
        {".gitattributes": "*.go linguist-generated\n", "sub/.gitattributes": "*.go -linguist-generated\n"},
        "sub/b.go",
        False,
        id="the nearer file wins",
    ),
    pytest.param({"[a]/.gitattributes": "*.go linguist-generated\n"}, "[a]/b.go", True, id="a folder with magic"),
    pytest.param({".gitattributes": '"a b.go" linguist-generated\n'}, "a b.go", True, id="quoted"),
    pytest.param({".gitattributes": '"gr\\303\\266.go" linguist-generated\n'}, "grö.go", True, id="quoted, in octal"),
    pytest.param({".gitattributes": '"a\\fb\\"c" linguist-generated\n'}, 'a\fb"c', True, id="quoted, escaped"),
    pytest.param({".gitattributes": '"a linguist-generated\n'}, '"a', True, id="a quote that is never closed"),
    pytest.param({".gitattributes": "a\u3000b linguist-generated\n"}, "a\u3000b", True, id="a wide blank in the name"),
    pytest.param({".gitattributes": "a\u00a0b linguist-generated\n"}, "a", False, id="a blank that parts nothing"),
    pytest.param({".gitattributes": " \tb.go\t \tlinguist-generated \n"}, "b.go", True, id="blanks and tabs"),
    pytest.param({".gitattributes": "# *.go linguist-generated\n"}, "b.go", False, id="a comment"),
    pytest.param({".gitattributes": "!b.go linguist-generated\n"}, "b.go", False, id="negative patterns are none"),
    pytest.param({".gitattributes": "[attr]gen linguist-generated\n"}, "gen", False, id="a macro"),
]


@pytest.mark.parametrize(("files", "path", "expected"), TABLE)
def test_a_file_is_generated(files: dict[str, str], path: str, expected: bool) -> None:
    assert is_generated(files, path) is expected


@pytest.mark.parametrize(("files", "path", "expected"), TABLE)
def test_git_agrees(repo, files: dict[str, str], path: str, expected: bool) -> None:
    for name, text in files.items():
        repo.write(name, text)
    done = repo.run("check-attr", "-z", "linguist-generated", "linguist-vendored", "--", path)
    values = done.stdout.decode().split("\0")[2::3]
    assert any(value in ("set", "true") for value in values) is expected
    assert isinstance(done, subprocess.CompletedProcess)


def test_braces_are_no_alternatives_to_git() -> None:
    assert not is_generated({".gitattributes": "*.{go,py} linguist-generated\n"}, "b.go")
    assert is_generated({".gitattributes": "*.{go,py} linguist-generated\n"}, "b.{go,py}")


def test_what_cannot_be_a_pattern_sets_nothing() -> None:
    assert generated({".gitattributes": b"../x linguist-generated\n[a linguist-generated\n\xff\xfe\n\n"}) == ()
