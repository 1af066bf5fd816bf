"""What tools print, line by line: secrets planted in it go, and what only speaks of them stays."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from adrguard.memory.secrets.redaction import Redactor, redact

GOLDEN = Path(__file__).parents[3] / "golden" / "secrets"
MARKED = re.compile("«(.*?)»")


def lines_of(name: str) -> list[str]:
    """Return the lines of a file without those that say what follows, which stand by themselves."""
    blocks = (GOLDEN / name).read_text("utf-8").split("\n")
    return [line for line in blocks if line and not re.match(r"# [a-zA-Z, ]+$|# Lines ", line)]


PLANTED = [line.replace("¦", "") for line in lines_of("planted.txt") if "«" in line]
SPOKEN = lines_of("spoken.txt")


def test_there_are_many_of_both() -> None:
    assert len(PLANTED) > 350
    assert len(SPOKEN) > 500


def test_every_planted_secret_goes_and_the_rest_of_its_line_stays() -> None:
    wrong = []
    for line in PLANTED:
        told, count = redact(MARKED.sub(r"\1", line) + "\n")
        rest = ".*".join(map(re.escape, MARKED.split(line)[::2]))
        if count < 1 or any(one in told for one in MARKED.findall(line)) or not re.fullmatch(rest, told[:-1]):
            wrong.append(told)
    assert wrong == []


def test_every_line_that_only_speaks_of_secrets_stays() -> None:
    assert [told for line in SPOKEN if (told := redact(line + "\n")[0]) != line + "\n"] == []


def test_all_lines_together_are_redacted_as_each_alone() -> None:
    every = "".join(MARKED.sub(r"\1", line) + "\n" for line in PLANTED[::5])
    assert redact(every)[0] == "".join(redact(f"{line}\n")[0] for line in every.split("\n")[:-1])


LISTED = """  env:
  - name: DB_PASSWORD
    value: @
  - name: PORT
    value: 8080
  - name: API_TOKEN
    valueFrom: secrets
  {
    "name": "DB_SECRET",
    "value": "@"
  },
"""


def test_the_value_of_a_listed_variable_goes_with_the_line_after_its_name() -> None:
    text = LISTED.replace("@", "swordfish")
    told, count = redact(text)
    assert (count, told) == (2, LISTED.replace("@", "[redacted: Secret Field]"))
    redactor = Redactor()
    assert b"".join(redactor.redacted(line.encode()) for line in text.splitlines(keepends=True)).decode() == told
    assert redact("name: DB_PASSWORD\n") == ("name: DB_PASSWORD\n", 0)
    assert redact("name: DB_PASSWORD\nvalue: $(VALUE)\n")[1] == 0


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("CREATE USER a IDENTIFIED BY 'one1'; CREATE USER b IDENTIFIED BY 'two2';", 2),
        ("+ curl -d 'token=one&password=two' -F api_key=three https://shop.example", 3),
        ("+ helm upgrade x --set a.password=one,b.token=two --set c.secret=three", 3),
        ("+ kubectl create secret generic x --from-literal=a=one --from-literal b=two", 2),
    ],
)
def test_a_line_may_have_several(line: str, count: int) -> None:
    told, found = redact(line)
    assert found == count
    assert not re.search("one|two|three", told)


@pytest.mark.parametrize(
    "line",
    [
        "curl -d a=b " * 8000 + "token=x",
        "curl " * 20_000,
        "create user " * 8000 + "identified by 'x'",
        "--token " * 12_000,
        "name: TOKEN " * 8000,
        "enter password for " * 5000 + ": x",
        "<password>" * 9000,
        "echo " * 18_000 + "| chpasswd",
        'password = "x" -> ' * 5000,
        "://a:" * 20_000 + "b@c",
        "password is " * 8000,
    ],
    ids=lambda line: line[:18],
)
def test_hostile_lines_are_soon_done(line: str) -> None:
    assert len(redact(line)[0]) > 0
