import pytest
from fakes.fixing import reasons, rewritten

from adrguard.fixer.locks import stale

MOVE = "deny dependency: `requests`\nrewrite: `requests` -> `httpx >=0.27,<1`"
RAISE = "deny dependency: `lodash <4.17.21`\nrewrite: `lodash` -> `lodash ^4.17.21`"


@pytest.mark.parametrize(
    ("rule", "path", "before", "after"),
    [
        pytest.param(
            MOVE,
            "requirements.txt",
            "flask\nrequests == 2.31 ; python_version>'3'  # http\r\n",
            "flask\nhttpx >=0.27,<1 ; python_version>'3'  # http\r\n",
            id="requirements",
        ),
        pytest.param(
            MOVE,
            "pyproject.toml",
            "[project]\nname = 'x'\ndependencies = [\n  'requests>=2',  # http\n]\n",
            "[project]\nname = 'x'\ndependencies = [\n  'httpx>=0.27,<1',  # http\n]\n",
            id="pyproject",
        ),
        pytest.param(
            MOVE,
            "setup.cfg",
            "[options]\ninstall_requires =\n    requests\n    flask\n",
            "[options]\ninstall_requires =\n    httpx>=0.27,<1\n    flask\n",
            id="setup.cfg",
        ),
        pytest.param(
            "deny dependency: `requests`\nrewrite: requests -> `httpx ^0.27`",
            "pyproject.toml",
            '[tool.poetry.dependencies]\nrequests = "^2"  # http\n',
            '[tool.poetry.dependencies]\nhttpx = "^0.27"  # http\n',
            id="poetry",
        ),
        pytest.param(
            RAISE,
            "package.json",
            '{\n\t"dependencies": {\n\t\t"b": "1",\n\t\t"lodash" : "^4.17.0",\n\t\t"a": "1"\n\t}\n}',
            '{\n\t"dependencies": {\n\t\t"b": "1",\n\t\t"lodash" : "^4.17.21",\n\t\t"a": "1"\n\t}\n}',
            id="package.json",
        ),
        pytest.param(
            "deny dependency: `lodash`\nrewrite: lodash -> `@x/lo-dash`",
            "package.json",
            '{"devDependencies": {"lodash": "1"}}',
            '{"devDependencies": {"@x/lo-dash": "*"}}',
            id="package.json, no range",
        ),
        pytest.param(
            "deny dependency: `failure`\nrewrite: failure -> `anyhow 1`",
            "Cargo.toml",
            '[dependencies]\nfailure = "0.1"\n',
            '[dependencies]\nanyhow = "1"\n',
            id="cargo",
        ),
        pytest.param(
            "deny dependency: `time <0.3`\nrewrite: time -> `time 0.3`",
            "Cargo.toml",
            "[dependencies]\ntime = { version = '0.1', features = ['x'] } # t\n",
            "[dependencies]\ntime = { version = '0.3', features = ['x'] } # t\n",
            id="cargo, in a table",
        ),
        pytest.param(
            "deny dependency: `time <0.3`\nrewrite: time -> `chrono 0.4`",
            "Cargo.toml",
            '[dependencies.time]\nversion = "0.1"\n',
            '[dependencies.chrono]\nversion = "0.4"\n',
            id="cargo, under a header",
        ),
        pytest.param(
            "deny dependency: `time <0.3`\nrewrite: time -> `chrono 0.4`",
            "Cargo.toml",
            '[dependencies]\nt = { package = "time", version = "0.1" }\n',
            '[dependencies]\nt = { package = "chrono", version = "0.4" }\n',
            id="cargo, under another name",
        ),
        pytest.param(
            "deny dependency: `github.com/a/b`\nrewrite: `github.com/a/b` -> `github.com/c/d v1.2.3`",
            "go.mod",
            "module m\n\nrequire (\n\tgithub.com/a/b v0.1.0 // indirect\n)\n",
            "module m\n\nrequire (\n\tgithub.com/c/d v1.2.3 // indirect\n)\n",
            id="go.mod",
        ),
    ],
)
def test_an_entry_is_rewritten_in_its_place(rule: str, path: str, before: str, after: str) -> None:
    assert rewritten(rule, before, path) == after


@pytest.mark.parametrize(
    ("rule", "path", "text", "reason"),
    [
        pytest.param(MOVE, "requirements.txt", "requests[socks]\n", "extras", id="extras of the old one"),
        pytest.param(MOVE, "requirements.txt", "requests==2 --hash=sha256:00\n", "hashes", id="hashes of the old one"),
        pytest.param(
            MOVE, "requirements.txt", "requests==2 \\\n  --hash=sha256:00\n", "hashes", id="hashes on the next line"
        ),
        pytest.param(MOVE, "requirements.txt", "requests @ https://x.org/a.zip\n", "comes from", id="an address"),
        pytest.param(MOVE, "requirements.txt", "requests\nhttpx\n", "declared as well", id="the new one is there"),
        pytest.param(
            MOVE, "requirements.txt", "httpx\nrequests[socks]\n", "extras", id="what is its own goes before the new one"
        ),
        pytest.param(MOVE, "Gemfile", "gem 'requests'\n", "not rewritten", id="another format"),
        pytest.param(
            "deny dependency: `a/b.c`\nrewrite: `a/b.c` -> `d.e/f`",
            "go.mod",
            "module m\nrequire a/b.c v1.0.0\n",
            "asks for a version",
            id="no version for go",
        ),
        pytest.param(
            "deny dependency: `time <0.3`\nrewrite: time -> `chrono 0.4`",
            "Cargo.toml",
            '[dependencies]\ntime = { version = "0.1", features = ["x"] }\n',
            "'features' is of the old",
            id="features of the old one",
        ),
    ],
)
def test_what_is_left(rule: str, path: str, text: str, reason: str) -> None:
    assert [reason in one for one in reasons(rule, text, path)] == [True]


def test_lock_files_are_named_with_the_command_that_refreshes_them() -> None:
    paths = {"package-lock.json", "web/yarn.lock", "uv.lock"}
    assert [(one.path, one.command) for one in stale("web/app/package.json", paths)] == [
        ("package-lock.json", "npm install --package-lock-only"),
        ("web/yarn.lock", "yarn install"),
    ]
