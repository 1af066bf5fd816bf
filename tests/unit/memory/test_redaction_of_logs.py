"""What programs print of settings, commands and headers: what goes of it, and what only speaks of secrets and stays."""

from __future__ import annotations

import pytest

from adrguard.memory.secrets.redaction import Redactor, redact

WORD = "sword" + "fish"
MIXED = "a8b7c6d5" + "e4f3a2b1"
HASH = "6629fae49393a053" + "97450978507c4ef1"


@pytest.mark.parametrize(
    ("line", "secret"),
    [
        *[
            pytest.param(line.replace("@", WORD), WORD, id=line)
            for line in (
                "password: @",
                "  db_password: @",
                "spring.datasource.password: @",
                "- passphrase: @",
                "config/app.yml:12:  password: @",
                "      - POSTGRES_PASSWORD=@",
                "+ mysql -u root -p@ shop",
                "$ mysqldump --password=@ shop",
                "+ PGPASSWORD=@ psql -h db",
                "+ curl --user admin:@ https://shop.example",
                "+ curl -uadmin:@ https://shop.example",
                "+ docker login -u ci -p @ registry.example",
                "+ sshpass -p @ ssh build@host.example".replace("build@", "build%"),
                "+ redis-cli -a @ ping",
                "+ openssl rsa -passin pass:@ -in key",
                "+ keytool -list -storepass @",
                "ENV SECRET @",
                "Step 3/9 : ENV DB_PASSWORD @",
                "#7 [3/9] ENV DB_PASSWORD=@",
                "ARG DB_PASSWORD=@",
                "ENV SECRET_KEY=@",
                "jdbc:postgresql://db/shop?user=a&password=@",
                "Server=db;Database=x;User Id=sa;Password=@;Encrypt=yes",
                "Server=db;Uid=sa;Pwd=@;",
                "machine shop.example login ci password @",
                "CREATE USER 'a'|'%' IDENTIFIED BY '@'",
                "ALTER ROLE shop WITH PASSWORD '@'",
                "> Cookie: sid=@",
                "< Set-Cookie: sid=@; Path=/",
            )
        ],
        *[
            pytest.param(line.replace("@", MIXED), MIXED, id=line)
            for line in (
                "ENV API_TOKEN @",
                "ARG NPM_TOKEN=@",
                "Authorization: ApiKey @",
                "'Authorization': 'Negotiate @'",
                "authorization: @",
                "Proxy-Authorization: Basic @",
                "X-Auth-Token: @",
                "DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=@;EndpointSuffix=core.example",
                "Endpoint=sb://shop.example/;SharedAccessKeyName=Root;SharedAccessKey=@",
                "https://shop.example/blob?sv=2022&sig=@1234%3D&se=x",
            )
        ],
        pytest.param(f'> Authorization: Digest username="a", response="{HASH}"', HASH, id="Digest"),
        pytest.param(f"Authorization: AWS4-HMAC-SHA256 Credential=A/b, Signature={HASH}", HASH, id="AWS4-HMAC-SHA256"),
    ],
)
def test_a_secret_goes(line: str, secret: str) -> None:
    text, count = redact(f"one\n{line}\nthree\n")
    assert count == 1, text
    assert secret not in text
    assert text.count("[redacted: ") == 1
    assert (text.startswith("one\n"), text.endswith("\nthree\n")) == (True, True)


STAYS = """
password: must be at least 8 characters
password: required
Password: incorrect
password: [redacted]
password: {{ vault_password }}
password: !vault |
password: !ref DBPassword
password: hashedPassword
password: z.string().min(8)
password: SecretString
  password: unchanged
test_password: PASSED
validate_password: skipped
FAILED tests/test_login.py::test_password: AssertionError
passwd: password updated successfully
Wrong password: try again
password: This field is required.
{"password":"string"}
"password": "required"
PWD=/home/user/x
OLDPWD=/work/x
ENV PASSWORD_FILE=/run/secrets/db
passwordResetTokenExpiry: 3600
error: unexpected token: x
token: expected identifier
tokens: 1234567890123456
token_count: 123456789012345678
input_tokens=12345678901234
tokenizer: bert-base-uncased-2018
tokenEndpoint: https://login.example/oauth2/v2.0/token
Cache restored from key: Linux-node-9f8a7b6c5d4e3f2a1b0c9f8a7b6c5d4e3f2a1b0c
key: value
secretName: db-credentials
mysql -u root -p shop
mysql -h db -p"$MYSQL_PASSWORD"
usage: mysql [-p] [--password=PASSWORD]
mysqldump -p --all-databases
docker run -p 8080:80 nginx
docker login --password-stdin
docker login -u ci -p $TOKEN
mkdir -p build/x && ssh -p 2222 host
curl -u user:password https://shop.example
https://user:pass@host:port/path?query#fragment
ENV PATH /usr/bin
ENV TOKEN_URL https://login.example
ARG NPM_TOKEN
Authorization: header is missing
Authorization: Bearer <token>
authorization: required
headers = {"Authorization": v4auth_header}
Load a dynamic library identified by 'name'.
AccountKey=<key>
commit 9f8a7b6c5d4e3f2a1b0c9f8a7b6c5d4e3f2a1b0c
sha512-abc123== integrity of the package
ssh://git@git.example.org/shop.git
http://localhost:8080/@fs/x
Private-Lines: how many there are
""".strip().split("\n")


@pytest.mark.parametrize("line", STAYS)
def test_what_only_speaks_of_secrets_stays(line: str) -> None:
    assert redact(line + "\n") == (line + "\n", 0)


def test_the_lines_of_a_putty_key_go_and_no_other() -> None:
    head = "PuTTY-User-Key-File-3: ssh-ed25519\nPublic-Lines: 1\nAAAAC3Nza\n"
    tail = "Private-MAC: 4a2f9e\nAAAAnext\n"
    text, count = redact(f"{head}Private-Lines: 2\nAAAAIEX1\nAAAAIEX2\n{tail}")
    assert text == f"{head}Private-Lines: 2\n[redacted: Private Key]\n[redacted: Private Key]\n{tail}"
    assert count == 1
    redactor = Redactor()
    pieces = [b"Private-Lines: 2\n", b"AAAAIEX1\n", b"AAAAIEX2\n", b"Private-MAC: 4a2f9e\n"]
    assert [b"AAAA" in redactor.redacted(piece) for piece in pieces] == [False] * 4
    assert Redactor().redacted(b"Private-Lines: 9999\n" + b"AAAA\n" * 500).count(b"[redacted") == 200


@pytest.mark.parametrize(
    "line",
    [
        "mysql " * 20_000 + "-p",
        "ENV " * 40_000,
        "user " * 20_000 + "password 'x",
        "Authorization: a " * 9000,
        "a:1:" * 4000 + "password: b",
    ],
    ids=lambda line: line[:20],
)
def test_hostile_lines_are_soon_done(line: str) -> None:
    assert len(redact(line)[0]) > 0
