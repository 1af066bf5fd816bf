from __future__ import annotations

import pytest

from adrguard.syntax.rooted import dotted_names, path_names

WITH_PACKAGES = {"backend/shop/__init__.py", "backend/shop/db/__init__.py"}


@pytest.mark.parametrize(
    ("parts", "paths", "names"),
    [
        pytest.param(
            "backend.shop.db.x", WITH_PACKAGES, ["backend.shop.db.x", "shop.db.x"], id="from the first package"
        ),
        pytest.param("shop.db.x", {"shop/__init__.py"}, ["shop.db.x"], id="a package at the root keeps its name"),
        pytest.param("src.shop.x", set(), ["src.shop.x", "shop.x"], id="a folder called as roots are"),
        pytest.param("shop.redis.x", set(), ["shop.redis.x"], id="no other folder without a package"),
        pytest.param("stubs.shop.x", {"stubs/shop/__init__.pyi"}, ["stubs.shop.x", "shop.x"], id="stubs"),
        pytest.param("x", set(), [], id="nothing is relative at the root"),
    ],
)
def test_a_module_of_python_goes_by_what_comes_after_its_root(parts, paths, names):
    assert [".".join(name) for name in dotted_names(parts.split("."), lambda: paths)] == names


@pytest.mark.parametrize(
    ("parts", "folder", "paths", "names"),
    [
        pytest.param("src.requests", "src", {"src/requests.py"}, ["src.requests"], id="a module beside the file"),
        pytest.param("src.requests.get", "src", {"src/requests.py"}, ["src.requests.get"], id="what is taken of it"),
        pytest.param("src.requests.get", "src.app", {"src/requests.py"}, ["src.requests.get"], id="a module above"),
        pytest.param("src.app.db", "src.app", {"src/app/db.py"}, ["src.app.db", "app.db"], id="its own package"),
        pytest.param("src.app.db", "src", {"src/app/db.py"}, ["src.app.db", "app.db"], id="a folder beside the file"),
        pytest.param("src.infra.db", "src.app", {"src/infra/db.py"}, ["src.infra.db", "infra.db"], id="its neighbour"),
    ],
)
def test_a_single_module_beside_or_above_a_file_is_no_distribution_of_its_name(parts, folder, paths, names):
    found = dotted_names(parts.split("."), lambda: paths, folder.split("."))
    assert [".".join(name) for name in found] == names


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("src/x", ["src/x"]),
        ("src/x.js", ["src/x.js", "src/x"]),
        ("src/x/index", ["src/x/index", "src/x"]),
        ("src/x/index.ts", ["src/x/index.ts", "src/x/index", "src/x"]),
    ],
)
def test_a_path_goes_without_its_suffix(path, names):
    assert ["/".join(name) for name in path_names(path.split("/"))] == names


def test_no_path_has_no_name():
    assert path_names([]) == []
