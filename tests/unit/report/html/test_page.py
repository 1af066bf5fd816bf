from __future__ import annotations

import base64
import hashlib
import itertools
import re

import pytest
from fakes.surveying import Shape, finding, survey
from hypothesis import example, given, settings
from hypothesis import strategies as st

from adrguard.model.findings import Outcome
from adrguard.report.html.page import render
from adrguard.report.html.style import STYLE
from adrguard.report.survey import Survey

HOSTILE = (
    "</script><script>alert(1)</script>", "</style><style>*{display:none}", "<!--", "-->", "]]>", "<![CDATA[", '" onload="x',
    "' autofocus onfocus='x", "&lt;b&gt;", "javascript:alert(1)", "data:text/html,x", "<svg/onload=x>", "\u202e", "\x1b[2J",
    "\0", "\ud800", "\udcff", "`${x}`", "<img src=x onerror=y>", "</title>", "</textarea>", "</main>", "::error::x", "|", "\r\n",
)  # fmt: skip
ANYTHING = st.one_of(
    st.sampled_from(HOSTILE), st.text(st.characters(), max_size=20), st.lists(st.sampled_from(HOSTILE)).map("".join)
)


@given(ANYTHING.filter(lambda text: text.strip() and text not in (".", "..")))
@settings(max_examples=60, deadline=None)
@example("".join(HOSTILE))
def test_no_text_of_a_repository_becomes_markup(text: str) -> None:
    made, plain = Shape(render(survey(text))), Shape(render(survey("words")))
    # A link may lead nowhere and become a mere name: a path that is none.
    assert [one for one in made.elements if one[0] not in ("a", "span")] == [
        one for one in plain.elements if one[0] not in ("a", "span")
    ]
    assert all(address.startswith(("#", "../")) or address == "data:," for address in made.addresses)
    assert made.ids == plain.ids
    assert not made.open


def test_the_page_says_what_there_is() -> None:
    text = Shape(render(survey("words"))).text
    for said in (
        "Decisions of rwords",
        "Violations: something stands",
        "Mistakes in decisions",
        "allowed because: words",
    ):
        assert said in text


def test_every_address_on_the_page_exists() -> None:
    page = Shape(render(survey()))
    inner = {address[1:] for address in page.addresses if address.startswith("#")}
    assert inner <= set(page.ids)
    assert len(page.ids) == len(set(page.ids))


def test_headings_leave_no_step_out() -> None:
    headings = Shape(render(survey())).headings
    assert headings[0] == 1
    assert headings.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(headings))


def test_tables_have_captions_and_heads() -> None:
    page = render(survey())
    assert page.count("<table") == page.count("<caption>") > 4
    assert '<th scope="col"' in page
    assert '<th scope="row"' in page


def test_the_policy_names_style_and_script_and_forbids_all_else() -> None:
    page = render(survey())
    (policy,) = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    policy = policy.replace("&#39;", "'")
    for name in ("style", "script"):
        (part,) = re.findall(f"<{name}>(.*?)</{name}>", page, re.DOTALL)
        digest = base64.b64encode(hashlib.sha256(part.encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy
    assert " style=" not in page
    assert not re.findall(r"\son[a-z]+=", page)


def test_the_same_survey_makes_the_same_page() -> None:
    assert render(survey()) == render(survey())


def test_an_empty_repository_has_a_page() -> None:
    text = Shape(render(Survey("empty", "2026-01-02", Outcome()))).text
    assert "Clean: nothing stands against" in text
    assert "There is no decision yet." in text
    assert "Trend" not in text


def test_ten_thousand_findings_make_a_page_of_bearable_size() -> None:
    many = tuple(finding(f"src/{number % 97}/{number}.py") for number in range(10_000))
    page = render(survey(findings=many))
    assert len(page.encode()) < 500_000
    assert "10,000 findings of ADR-001" in page
    assert "… and 9,000 more findings are counted here" in page


def _luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


ON = {
    "ground": ("text", "muted", "link", "good", "bad", "warn"),
    "raised": ("text", "muted", "link", "good", "bad", "warn"),
    "mark": ("mark-text",),
    **dict.fromkeys(("in-force", "proposed", "superseded", "ended", "missing"), ("text",)),
}


@pytest.mark.parametrize("palette", range(3), ids=["light", "dark", "print"])
def test_every_text_stands_out_from_its_ground(palette: int) -> None:
    block = re.findall(r":root \{(.*?)\}", STYLE, re.DOTALL)[palette]
    colours = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]+);", block))
    weak = [
        (text, ground, round(contrast(colours[text], colours[ground]), 2))
        for ground, texts in ON.items()
        for text in texts
        if contrast(colours[text], colours[ground]) < 4.5
    ]
    assert not weak
