from __future__ import annotations

import pytest

from adrguard.memory import stack

GO = """module github.com/acme/pay/v2

go 1.22

require (
	github.com/gin-gonic/gin v1.9.1
	github.com/redis/go-redis/v9 v9.1.0
	github.com/jackc/pgx/v5 v5.5.0 // indirect
)
"""


@pytest.mark.parametrize(
    ("name", "text", "names", "expected"),
    [
        pytest.param("go.mod", GO, ("pay",), ("Go 1.22", "Gin 1.9", "PostgreSQL", "Redis"), id="go"),
        pytest.param(
            "pyproject.toml",
            '[project]\nname = "Shop"\nrequires-python = ">=3.11,<4"\n'
            'dependencies = ["Django>=5.0,<6", "psycopg[binary]>=3", "redis", "celery~=5.4"]\n'
            "[project.optional-dependencies]\ndev = ['flask']\n",
            ("Shop",),
            ("Python 3.11+", "Django 5.0+", "Celery 5.4", "PostgreSQL", "Redis"),
            id="pep-621",
        ),
        pytest.param(
            "pyproject.toml",
            '[tool.poetry]\nname = "api"\n[tool.poetry.dependencies]\npython = "^3.12"\nfastapi = {version = "^0.115"}\n'
            '[tool.poetry.group.dev.dependencies]\nflask = "*"\n',
            ("api",),
            ("Python 3.12", "FastAPI 0.115"),
            id="poetry",
        ),
        pytest.param(
            "package.json",
            '{"name": "@acme/web", "dependencies": {"next": "15.1.2", "react": "^19.0.0", "pg": "8"},'
            ' "devDependencies": {"typescript": "~5.7.2"}, "engines": {"node": ">=20"}}',
            ("@acme/web",),
            ("TypeScript 5.7", "Node 20+", "Next.js 15.1", "React 19.0", "PostgreSQL"),
            id="npm",
        ),
        pytest.param(
            "package.json", '{"dependencies": {"vue": "latest"}}', (), ("JavaScript", "Vue"), id="npm-without-versions"
        ),
        pytest.param(
            "Cargo.toml",
            '[package]\nname = "srv"\nedition = "2021"\nrust-version = "1.75"\n[dependencies]\naxum = "0.7"\n'
            'tokio = { version = "1.38", features = ["full"] }\n',
            ("srv",),
            ("Rust 1.75", "Axum 0.7", "Tokio 1.38"),
            id="cargo",
        ),
        pytest.param("requirements.txt", "Flask==3.0.1\n", (), ("Flask 3.0",), id="requirements"),
    ],
)
def test_a_manifest_tells_languages_and_frameworks(
    name: str, text: str, names: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    made = stack.of({name: text})
    assert made.names == names
    assert made.stack == expected


@pytest.mark.parametrize("name", stack.NAMES)
@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param("\0\x1b{[", id="noise"),
        pytest.param("[]", id="list"),
        pytest.param(
            '{"name": 1, "engines": [], "dependencies": {"react": {}}, "devDependencies": 3}', id="wrong-json"
        ),
        pytest.param("project = 1\npackage = []\ntool = 'x'\n", id="wrong-toml"),
        pytest.param("[" * 100_000, id="deep"),
        pytest.param('{"a":' * 100_000, id="deep-json"),
        pytest.param('[project]\nname = 3\ndependencies = "x"\nrequires-python = []\n', id="wrong-types"),
    ],
)
def test_a_broken_manifest_breaks_nothing(name: str, text: str) -> None:
    made = stack.of({name: text})
    assert made.names == ()
    assert made.description == ""


def test_one_broken_manifest_does_not_hide_another() -> None:
    assert stack.of({"package.json": "{", "go.mod": "module a.example/b\n\ngo 1.23\n"}).stack == ("Go 1.23",)


def test_several_folders_are_told_as_one() -> None:
    made = stack.merged([stack.Made(("a",), "", ("Go",)), stack.Made(("b",), "what", ("Go", "Vue"))])
    assert made == stack.Made(("a", "b"), "what", ("Go", "Vue"))


def test_it_is_the_same_whatever_the_order() -> None:
    files = {"go.mod": GO, "package.json": '{"dependencies": {"react": "1"}}'}
    assert stack.of(files) == stack.of(dict(reversed(files.items())))
