"""Python imports: layouts, packages, relative imports."""

from __future__ import annotations

import pytest

from adrguard.syntax.resolve.python import Python
from adrguard.syntax.resolve.repository import EXTERNAL, UNRESOLVED, Repository

SRC = [
    "pyproject.toml", "src/app/__init__.py", "src/app/api.py", "src/app/db/__init__.py", "src/app/db/models.py",
    "src/app/db/sql/query.py", "tests/__init__.py", "tests/helpers.py", "tests/test_api.py", "scripts/run.py",
    "scripts/tools.py", "scripts/types.py",
]  # fmt: skip
FLAT = ["setup.py", "app/__init__.py", "app/db.py", "app/db_test.py", "noinit/x/y.py"]
MONO = [
    "svc/one/pyproject.toml", "svc/one/src/core/__init__.py", "svc/one/src/core/a.py", "svc/one/src/main.py",
    "svc/two/pyproject.toml", "svc/two/src/core/__init__.py", "svc/two/src/core/b.py", "svc/two/src/main.py",
    "svc/two/src/core/a.py", "libs/shared/shared/__init__.py", "libs/shared/shared/x.py",
]  # fmt: skip


def resolve(files, source, module, *names, texts=None):
    return Python(Repository([*files, source], (texts or {}).get)).resolve(source, module, names)


@pytest.mark.parametrize(
    ("files", "source", "module", "names", "expected"),
    [
        pytest.param(SRC, "src/app/api.py", "app.db.models", (), ["src/app/db/models.py"], id="import a.b.c"),
        pytest.param(
            SRC, "src/app/api.py", "app.db", ("models",), ["src/app/db/models.py"], id="from package import submodule"
        ),
        pytest.param(
            SRC, "src/app/api.py", "app.db", ("Session",), ["src/app/db/__init__.py"], id="from package import name"
        ),
        pytest.param(
            SRC,
            "src/app/api.py",
            "app.db",
            ("models", "Session"),
            ["src/app/db/models.py", "src/app/db/__init__.py"],
            id="both",
        ),
        pytest.param(
            SRC, "src/app/api.py", "app.db.models", ("User",), ["src/app/db/models.py"], id="from module import name"
        ),
        pytest.param(SRC, "src/app/api.py", "app.db", ("*",), ["src/app/db/__init__.py"], id="star"),
        pytest.param(
            SRC, "src/app/api.py", "app.db.sql", ("query",), ["src/app/db/sql/query.py"], id="namespace package inside"
        ),
        pytest.param(SRC, "src/app/api.py", ".db", ("models",), ["src/app/db/models.py"], id="relative"),
        pytest.param(SRC, "src/app/api.py", ".", ("db",), ["src/app/db/__init__.py"], id="from . import"),
        pytest.param(SRC, "src/app/db/models.py", "..api", (), ["src/app/api.py"], id="one up"),
        pytest.param(
            SRC, "src/app/db/__init__.py", ".models", ("User",), ["src/app/db/models.py"], id="relative in __init__"
        ),
        pytest.param(SRC, "tests/test_api.py", "app.api", (), ["src/app/api.py"], id="tests import the src layout"),
        pytest.param(SRC, "tests/test_api.py", "tests.helpers", (), ["tests/helpers.py"], id="tests package"),
        pytest.param(SRC, "scripts/run.py", "tools", (), ["scripts/tools.py"], id="a script's neighbour"),
        pytest.param(FLAT, "app/db_test.py", "app.db", (), ["app/db.py"], id="flat layout"),
        pytest.param(FLAT, "app/db.py", "noinit.x.y", (), ["noinit/x/y.py"], id="namespace package"),
        pytest.param(MONO, "svc/one/src/main.py", "core.a", (), ["svc/one/src/core/a.py"], id="the nearest project"),
        pytest.param(MONO, "svc/two/src/main.py", "core.a", (), ["svc/two/src/core/a.py"], id="the other project"),
        pytest.param(
            MONO, "svc/two/src/main.py", "shared.x", (), ["libs/shared/shared/x.py"], id="a package without a project"
        ),
        pytest.param(["a/__init__.py", "a/b.pyi"], "a/c.py", "a.b", (), ["a/b.pyi"], id="stub"),
    ],
)
def test_an_import_leads_to_its_file(files, source, module, names, expected):
    assert list(resolve(files, source, module, *names).files) == expected


@pytest.mark.parametrize(
    ("source", "module", "names", "kind", "why"),
    [
        pytest.param("src/app/api.py", "requests.adapters", (), EXTERNAL, "'requests' is no package", id="third party"),
        pytest.param("src/app/api.py", "os.path", (), EXTERNAL, "'os'", id="standard library"),
        pytest.param(
            "scripts/run.py", "types", (), EXTERNAL, "'types'", id="a script does not shadow the standard library"
        ),
        pytest.param("src/app/api.py", "app.gone", (), UNRESOLVED, "'src/app' is here, but has no 'gone'", id="gone"),
        pytest.param("src/app/api.py", ".gone", ("x",), UNRESOLVED, "no module src/app/gone", id="relative, gone"),
        pytest.param("src/app/api.py", "......x", (), UNRESOLVED, "leaves the repository", id="above the root"),
        pytest.param(
            "src/app/api.py", "app.db.sql", ("gone",), UNRESOLVED, "is a folder", id="name in a namespace package"
        ),
        pytest.param("src/app/api.py", "apple", (), EXTERNAL, "'apple'", id="only the beginning of a name"),
    ],
)
def test_what_leads_nowhere_is_explained(source, module, names, kind, why):
    found = resolve(SRC, source, module, *names)
    assert found.kind == kind
    assert why in found.why


@pytest.mark.parametrize(
    "config",
    [
        '[tool.setuptools.packages.find]\nwhere = ["code"]\n',
        '[tool.setuptools.package-dir]\n"" = "code"\n',
        '[tool.pytest.ini_options]\npythonpath = "code"\n',
        '[[tool.poetry.packages]]\ninclude = "a"\nfrom = "code"\n',
        '[tool.hatch.build.targets.wheel]\npackages = ["code/a"]\n',
    ],
)
def test_a_project_says_where_its_packages_are(config):
    files = ["pyproject.toml", "code/a/b.py"]
    assert resolve(files, "x.py", "a.b", texts={"pyproject.toml": config}).files == ("code/a/b.py",)
    assert resolve(files, "x.py", "a.b", texts={"pyproject.toml": "[broken"}).kind == EXTERNAL
