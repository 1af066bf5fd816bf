"""Cargo.toml and go.mod."""

from __future__ import annotations

import pytest

from adrguard.syntax.manifests.declared import Manifest, ManifestProblem
from adrguard.syntax.manifests.go_mod import module_path
from adrguard.syntax.manifests.read import declared

ROOT = '[workspace.dependencies]\nserde = "1.0.100"\nold = { version = "0.3", package = "really" }\n'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            '[dependencies]\nserde = "1"\ntokio = { version = "1.2", features = ["full"] }\n',
            ["serde 1", "tokio 1.2"],
            id="dependencies",
        ),
        pytest.param(
            '[dev-dependencies]\na = "1"\n[build-dependencies]\nb = "2"\n', ["a 1", "b 2"], id="dev and build"
        ),
        pytest.param("[target.'cfg(unix)'.dependencies]\nnix = \"0.27\"\n", ["nix 0.27"], id="target"),
        pytest.param('[dependencies.openssl]\nversion = "0.10"\n', ["openssl 0.10"], id="own header"),
        pytest.param('[dependencies]\nx.version = "1"\nx.features = []\n', ["x 1"], id="dotted keys"),
        pytest.param(
            '[dependencies]\nmine = { package = "openssl", version = "0.10" }\n', ["openssl 0.10"], id="renamed"
        ),
        pytest.param(
            '[dependencies]\na = { git = "https://h" }\nb = { path = "../b" }\nc = { path = "../c", version = "2" }\n',
            ["a ?", "b ?", "c 2"],
            id="git and path",
        ),
        pytest.param('[workspace.dependencies]\na = "1"\n', ["a 1"], id="workspace"),
        pytest.param('[patch.crates-io]\na = { git = "https://h" }\n', ["!a ?"], id="patch"),
        pytest.param('[package]\nname = "a"\nversion = "1"\n[features]\nserde = []\n', [], id="names elsewhere"),
    ],
)
def test_cargo(entries, text, expected):
    assert entries("Cargo.toml", text) == expected


def test_what_a_workspace_hands_down_is_filled_in(entries):
    text = "[dependencies]\nserde.workspace = true\nold = { workspace = true }\nlost = { workspace = true }\n"
    assert entries("crates/a/Cargo.toml", text, files={"Cargo.toml": ROOT}) == ["serde 1.0.100", "really 0.3", "lost ?"]


def test_cargo_places(places):
    text = '[dependencies]\na = "1" # x\n[dependencies.b]\nversion = "2"\n[dev-dependencies]\nc.version = "3"\n'
    assert places("Cargo.toml", text) == ['a = "1"', "[dependencies.b]", 'version = "3"']


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("module m\n\ngo 1.22\n\nrequire github.com/a/b v1.2.3\n", ["github.com/a/b v1.2.3"], id="single"),
        pytest.param(
            "module m\nrequire (\n\ta.b/c v1.0.0\n\td.e/f v0.0.0-20200101000000-abcdefabcdef // indirect\n)\n",
            ["a.b/c v1.0.0", "d.e/f v0.0.0-20200101000000-abcdefabcdef"],
            id="block, indirect",
        ),
        pytest.param("module m\nrequire(\n\ta.b/c v1.0.0\n)\n", ["a.b/c v1.0.0"], id="block without a space"),
        pytest.param(
            "module m\nrequire a/b v1.0.0\nreplace a/b => a/b v1.5.0\n",
            ["a/b ?", "!a/b v1.5.0"],
            id="replaced by another version",
        ),
        pytest.param(
            "module m\nrequire a/b v1.0.0\nreplace a/b => c/d v1.5.0\n",
            ["a/b ?", "c/d v1.5.0"],
            id="replaced by another module",
        ),
        pytest.param(
            "module m\nrequire a/b v1.0.0\nreplace a/b v1.0.0 => ../b\n", ["a/b ?"], id="replaced by a folder"
        ),
        pytest.param(
            "module m\nrequire a/b v1.0.0\nreplace a/b v0.9.0 => ../b\n",
            ["a/b v1.0.0"],
            id="another version is replaced",
        ),
        pytest.param(
            "module m\nexclude a/b v1.0.0\nretract [v1.0.0, v1.1.0]\n// require x/y v1.0.0\n",
            [],
            id="excluded, retracted, commented",
        ),
    ],
)
def test_go_mod(entries, text, expected):
    assert entries("go.mod", text) == expected


@pytest.mark.parametrize("text", ["module m\nrequires a/b v1\n", "module m\nrequire (\n a/b v1.0.0\n"])
def test_a_malformed_go_mod_is_refused(text):
    with pytest.raises(ManifestProblem):
        declared(Manifest("go.mod", text))


def test_go_mod_places_and_module_path(places):
    assert places("go.mod", "require (\n\ta/b v1.0.0 // indirect\n)\n") == ["a/b v1.0.0"]
    assert module_path('// x\nmodule "example.org/m"\n') == "example.org/m"
    assert module_path("go 1.22\n") == ""
