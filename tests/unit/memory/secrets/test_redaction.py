from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adrguard.memory.secrets.redaction import Redactor, redact, shapes

# Put together here so that no scanner takes this file for a leak.
AWS = "AKIA" + "IOSFODNN7EXAMPLE"
BEGIN, END = "-----BEGIN RSA " + "PRIVATE KEY-----", "-----END RSA " + "PRIVATE KEY-----"
HEX = "0123456789abcdef" * 2
GITHUB = "ghp_" + "0123456789abcdefghijklmnopqrstuvwxyz"
GITHUB_FINE = "github_pat_" + "11ABCDEFG0123456789abc"
GITLAB = "glpat-" + "abcdefghij0123456789"
SLACK = "xoxb-" + "123456789012-abcdefghijkl"
STRIPE = "sk_live_" + "0123456789abcdefghijABCD"
JWT = "eyJhbGciOiJIUzI1NiJ9." + "eyJzdWIiOiIxMjM0In0.abcDEF123"
NPM = "npm_" + "0123456789abcdefghijklmnopqrstuvwxyz"


@pytest.mark.parametrize(
    ("line", "secret"),
    [
        pytest.param(f"using key {AWS} now", AWS, id="AWS"),
        pytest.param(f"fatal: {GITHUB} was refused", GITHUB, id="GitHub"),
        pytest.param(f"remote: {GITHUB_FINE}", GITHUB_FINE, id="GitHub, fine-grained"),
        pytest.param(f"https://oauth2:{GITLAB}@gitlab.example.org/x.git", GITLAB, id="GitLab in an address"),
        pytest.param(f"SLACK={SLACK}", SLACK, id="Slack"),
        pytest.param(f"charge failed ({STRIPE})", STRIPE, id="Stripe"),
        pytest.param(f"cookie {JWT};", JWT, id="JWT"),
        pytest.param(f"//registry.example.org/:_authToken={NPM}", NPM, id="npm"),
        pytest.param("postgres://app:s3cr3tpw@db:5432/x", "s3cr3tpw", id="a password in an address"),
        pytest.param("DB_PASSWORD=hunter2", "hunter2", id="a variable"),
        pytest.param("  password: 'correct-horse'", "correct-horse", id="a quoted value"),
        pytest.param('"client_secret": "a8b7c6d5e4f3a2b1"', "a8b7c6d5e4f3a2b1", id="JSON"),
        pytest.param("Authorization: Bearer abc.def-123", "abc.def-123", id="a header"),
        pytest.param(f"\x1b[31m{AWS}\x1b[0m", AWS, id="within colours"),
        pytest.param("DB_PASSWORD: 'correct horse battery'", "correct horse battery", id="words in quotes"),
        pytest.param('{"password":"p@$$w0rd (old)"}', "p@$$w0rd (old)", id="signs as in code"),
        pytest.param("PASSWORD=pa$$word1", "pa$$word1", id="a sign of money"),
        pytest.param("redis://:s3cr3tpw@cache:6379/0", "s3cr3tpw", id="an address without a user"),
        pytest.param(f"https://{HEX}@git.example.org/x", HEX, id="a token for a user"),
        pytest.param("> Cookie: sid=abcdef; csrf=ghijkl", "abcdef; csrf=ghijkl", id="cookies that are sent"),
        pytest.param("< Set-Cookie: sid=abcdef; Path=/", "abcdef", id="a cookie that is set"),
        pytest.param("+ deploy --db-password s3cr3tpw --now", "s3cr3tpw", id="an option"),
        pytest.param("+ curl -sS -u ci:s3cr3tpw https://example.org", "s3cr3tpw", id="a user of curl"),
        pytest.param(f"{BEGIN}\\nMIIEvQ/+{END}", "\\nMIIEvQ/+", id="a private key in one line"),
        pytest.param(f'{{"key":"{BEGIN}\\nMIIE\\nvQ=="}}', "\\nMIIE\\nvQ==", id="a private key that was cut"),
    ],
)
def test_a_secret_goes_and_the_rest_stays(line: str, secret: str) -> None:
    before, after = line.split(secret)
    text, count = redact(f"one\n{line}\nthree\n")
    assert count == 1
    assert secret not in text
    middle = text.split("\n")[1]
    assert middle.startswith(before)
    assert middle.endswith(after)
    assert "[redacted: " in middle


@pytest.mark.parametrize("secret", [AWS, GITHUB, "password=s3cr3tpw42"])
@pytest.mark.parametrize("seam", [12288, 16384, 24576, 32768])
def test_no_seam_of_a_long_line_cuts_a_secret_in_two(secret: str, seam: int) -> None:
    for before in range(seam - len(secret), seam + 1, 3):
        text, count = redact(f"{'x' * before} {secret} {'y' * 20_000}\n")
        assert (count, secret[-9:] in text) == (1, False), before


@pytest.mark.parametrize(
    ("line", "goes_on"),
    [
        (f"key: {BEGIN}", True),
        (f"\x1b[2m{BEGIN}\x1b[0m", True),
        (f'"{BEGIN}\\nMIIE\\n"', False),
        (f"a {BEGIN} b {END} c", False),
    ],
)
def test_what_follows_a_private_key_goes_only_where_the_key_goes_on(line: str, goes_on: bool) -> None:
    assert ("next" in redact(f"{line}\nnext\n")[0]) is not goes_on


@pytest.mark.parametrize(
    "line",
    [
        "error: unexpected token: identifier",
        "password: 'must be given'",
        'error: "token": "unexpected end of the file at line 12"',
        "  --password string   the password of the database",
        "PASSWORD=$DB_PASSWORD",
        "PASSWORD='${DB_PASSWORD}'",
        "git clone ssh://git@git.example.org/x",
        "curl -u $USER:$TOKEN https://example.org",
        "cookie: none was sent",
        "src/lib.rs:12: let token = parser.next();",
        "self.password = password",
        "def login(user: str, password: str) -> Token:",
        'secret = os.environ["SECRET"]',
        "commit 9f8a7b6c5d4e3f2a1b0c9f8a7b6c5d4e3f2a1b0c",
        "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef",
        "PASSED tests/test_tokens.py::test_key",
        "Downloading https://files.example.org/a-1.0.tar.gz",
        "password: ********",
    ],
)
def test_what_only_speaks_of_secrets_stays(line: str) -> None:
    assert redact(line + "\n") == (line + "\n", 0)


def test_a_private_key_goes_line_by_line() -> None:
    begin, end = "-----BEGIN RSA " + "PRIVATE KEY-----", "-----END RSA " + "PRIVATE KEY-----"
    text, count = redact(f"a\n{begin}\nMIIEabc\nDEFghi\n{end}\nb\n")
    assert text == f"a\n{begin}\n[redacted: Private Key]\n[redacted: Private Key]\n{end}\nb\n"
    assert count == 1


def test_a_key_that_comes_in_pieces_goes_and_one_without_end_takes_not_all() -> None:
    redactor = Redactor()
    begin = b"-----BEGIN " + b"PRIVATE KEY-----\n"
    assert redactor.redacted(b"x\n" + begin) == b"x\n" + begin
    assert redactor.redacted(b"MIIE\n" * 500).count(b"[redacted: Private Key]") == 200


def test_what_has_none_is_the_very_same_and_loads_no_detector() -> None:
    program = (
        "import sys\nfrom adrguard.memory.secrets.redaction import Redactor\ndata = b'all is well\\n' * 1000\n"
        "assert Redactor().redacted(data) is data\nprint('detect_secrets' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_every_shape_of_the_detector_is_known_to_re2() -> None:
    assert len(shapes()) > 30
    for shape in shapes():
        assert shape.pattern.search(b"x") is None


@pytest.mark.parametrize(
    "line",
    [
        "password=" * 20_000,
        "a" * 100_000 + "://" * 5000,
        "key " * 50_000,
        "=" * 200_000,
        "a_" * 8000 + "password='a b c'",
        f"{BEGIN}\\" * 9000,
    ],
)
def test_hostile_lines_are_soon_done(line: str) -> None:
    assert len(redact(line)[0]) > 0


@given(st.lists(st.text(alphabet="abk=:/@ \"'pwdAKIey.\n\r\té", max_size=60), max_size=8))
@settings(max_examples=100, deadline=None)
def test_lines_stay_lines(lines: list[str]) -> None:
    text = "\n".join(lines)
    changed, count = redact(text)
    assert changed.count("\n") == text.count("\n")
    assert (changed == text) == (count == 0)


@pytest.mark.parametrize("secret", [AWS, GITHUB, GITHUB_FINE, GITLAB, SLACK, STRIPE, JWT, NPM])
def test_one_search_for_all_shapes_misses_none_of_them(secret: str) -> None:
    line = f"key=1 {secret} key=2".encode()
    assert any(shape.pattern.search(line) for shape in shapes())
    assert redact(line.decode())[1]
