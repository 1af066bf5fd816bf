"""The page in a real browser: nothing is loaded, nothing complains, and eyes, fingers, keys and ears can all use it."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from fakes import browser as browsers
from fakes.surveying import finding, rule, survey

from adrguard.report.html.page import render

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not browsers.program(), reason=f"no browser is there: {' or '.join(browsers.NAMES)}"),
    pytest.mark.skipif(os.name == "nt", reason="the browser is driven through POSIX pipes"),
]

HOSTILE = "</script><script>document.title='forged'</script><img src=//example.org/x onerror=alert(1)>\"'\u202e"
LONG = "a_very_long_name_without_any_place_to_break_it_" * 6
AXE = os.environ.get("ADRGUARD_AXE", "")
FOCUSABLE = "a[href], input, summary, [tabindex='0']"


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    """One browser for all tests."""
    opened = browsers.Browser(str(tmp_path_factory.mktemp("profile")))
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Pages as files: with hostile and long text in every part, and with ten thousand findings."""
    folder: Path = tmp_path_factory.mktemp("pages")
    rules = [rule(f"ADR-{n}#x", decision=f"ADR-{n}", note=f"docs/adr/{n}.md") for n in range(20)]
    many = tuple(finding(f"src/{n % 97}/{n}.py", rule=rules[n % 20]) for n in range(10_000))
    found = {"words": survey(), "hostile": survey(HOSTILE), "long": survey(LONG), "many": survey(findings=many)}
    for name, one in found.items():
        (folder / f"{name}.html").write_text(render(one), encoding="utf-8")
    return folder


@pytest.fixture
def shown(browser, pages):
    """Show a page: `shown("words", width=320, scheme="dark")`."""

    def show(name: str, *, width: int = 1200, scheme: str = "light"):
        browser.prefer(scheme)
        browser.resize(width, 900)
        browser.open(f"file://{pages}/{name}.html")
        return browser

    return show


@pytest.mark.parametrize("name", ["words", "hostile", "many"])
def test_nothing_is_loaded_and_nothing_complains(shown, pages, name: str) -> None:
    page = shown(name)
    page.ask("document.querySelectorAll('details').forEach(one => { one.open = true })")
    assert page.complaints == []
    assert page.requests == [f"file://{pages}/{name}.html"]
    assert page.ask("document.title").startswith("Decisions of r")


def test_even_markup_that_slipped_through_could_not_run_or_load_anything(browser, tmp_path) -> None:
    forged = (
        "<script>document.title='forged'</script><img src='http://127.0.0.1:9/x'><style>body{color:red}</style></main>"
    )
    (tmp_path / "forged.html").write_text(render(survey()).replace("</main>", forged), encoding="utf-8")
    browser.open(f"file://{tmp_path}/forged.html")
    assert browser.ask("document.title") == "Decisions of rwords"
    assert len(browser.complaints) == 3
    assert all("violates the following Content Security Policy" in one for one in browser.complaints)


@pytest.mark.parametrize("name", ["words", "hostile", "long", "many"])
def test_on_a_phone_nothing_scrolls_sideways_but_the_graph(shown, name: str) -> None:
    page = shown(name, width=320)
    page.ask("document.querySelectorAll('details').forEach(one => { one.open = true })")
    assert page.ask("document.documentElement.scrollWidth") == 320
    wide = "[...document.querySelectorAll('main *')].filter(one => !one.closest('.scroll, thead')"
    assert page.ask(f"{wide} && one.getBoundingClientRect().right > 321).map(one => one.outerHTML.slice(0, 99))") == []


@pytest.mark.parametrize(("scheme", "ground"), [("light", "rgb(255, 255, 255)"), ("dark", "rgb(20, 23, 27)")])
def test_it_is_as_light_as_the_reader_likes_it(shown, scheme: str, ground: str) -> None:
    page = shown("words", scheme=scheme)
    assert page.ask("getComputedStyle(document.body).backgroundColor") == ground
    # The style that a digest names is in force, or all of this would be the browser's own.
    assert page.ask("getComputedStyle(document.querySelector('.facts')).display") == "grid"


def test_keys_reach_everything_in_its_order(shown) -> None:
    page = shown("words")
    page.press("Tab")
    assert page.ask("document.activeElement.className") == "skip"
    assert page.ask("document.activeElement.getBoundingClientRect().left") == 0
    assert page.ask("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    visible = f'[...document.querySelectorAll("{FOCUSABLE}")].filter(one => one.checkVisibility())'
    expected = page.ask(f"{visible}.length")
    order = [page.ask(f"{visible}.indexOf(document.activeElement)")]
    for _ in range(expected - 1):
        page.press("Tab")
        order.append(page.ask(f"{visible}.indexOf(document.activeElement)"))
    assert order == list(range(expected))


def test_keys_skip_to_the_content_and_open_what_is_closed(shown) -> None:
    page = shown("many")
    page.press("Tab")
    page.press("Enter")
    assert page.ask("document.activeElement.id") == "main"
    page.ask("document.querySelector('#findings summary').focus()")
    before = page.ask("document.activeElement.parentNode.open")
    page.press("Enter")
    assert page.ask("document.activeElement.parentNode.open") is not before


def _tree(page) -> list[tuple[str, str]]:
    nodes = page.call("Accessibility.getFullAXTree")["nodes"]
    return [(one["role"]["value"], one.get("name", {}).get("value", "")) for one in nodes if not one["ignored"]]


@pytest.mark.parametrize("width", [1200, 320])
def test_a_screen_reader_finds_landmarks_tables_and_pictures_with_names(shown, width: int) -> None:
    tree = _tree(shown("words", width=width))
    roles = [role for role, _ in tree]
    assert {"banner", "navigation", "main", "contentinfo", "rowheader", "columnheader"} <= set(roles)
    assert roles.count("table") == 6
    assert ("navigation", "Contents") in tree
    assert ("region", "Decisions") in tree
    assert ("image", "Which decision supersedes or depends on which") in tree
    assert ("searchbox", "Filter rows") in tree
    named = {"table", "image", "link", "region", "heading", "searchbox", "DisclosureTriangle"}
    assert [role for role, name in tree if role in named and not name.strip()] == []


def test_the_filter_narrows_and_opens_and_takes_both_back(shown) -> None:
    page = shown("many")
    field = "document.getElementById('filter')"
    rows = "document.querySelectorAll('main li:not([hidden]), main tbody tr:not([hidden])').length"
    total, opened = page.ask(rows), page.ask("document.querySelectorAll('details[open]').length")
    page.ask(f"{field}.value = 'src/3/'; {field}.dispatchEvent(new Event('input'))")
    _until(lambda: page.ask(rows) < total)
    assert page.ask("document.getElementById('filter-count').textContent") == f"{page.ask(rows)} of {total} rows"
    assert page.ask("document.querySelectorAll('details[open]').length") > opened
    page.ask(f"{field}.value = ''; {field}.dispatchEvent(new Event('input'))")
    _until(lambda: page.ask(rows) == total)
    assert page.ask("document.querySelectorAll('details[open]').length") == opened


def _until(holds) -> None:
    for _ in range(200):
        if holds():
            return
        time.sleep(0.05)
    pytest.fail("it never came to pass")


def test_without_scripts_only_the_filter_is_missing(shown) -> None:
    page = shown("words")
    page.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        shown("words")
        tree = _tree(page)
    finally:
        page.call("Emulation.setScriptExecutionDisabled", value=False)
    assert "searchbox" not in [role for role, _ in tree]
    assert [name for role, name in tree if role == "heading"].count("Findings") == 1
    assert any(role == "mark" for role, _ in tree)


def test_on_paper_what_is_closed_is_there_too(shown) -> None:
    page = shown("many")
    page.prefer("dark", "print")
    assert page.ask("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.ask("document.querySelector('#findings details:not([open]) li').checkVisibility()")
    page.prefer("light")
    assert not page.ask("document.querySelector('#findings details:not([open]) li').checkVisibility()")


def test_ten_thousand_findings_are_shown_at_once_and_take_few_elements(shown) -> None:
    page = shown("many")
    assert page.ask("document.querySelectorAll('*').length") < 15_000
    assert page.ask("document.body.textContent.includes('9,000 more findings')")


@pytest.mark.skipif(not AXE, reason="no axe-core: ADRGUARD_AXE names its file axe.min.js")
@pytest.mark.parametrize("width", [1200, 320])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["words", "hostile"])
def test_axe_finds_nothing_wrong(shown, name: str, scheme: str, width: int) -> None:
    page = shown(name, width=width, scheme=scheme)
    page.ask("document.querySelectorAll('details').forEach(one => { one.open = true })")
    page.call("Runtime.evaluate", expression=Path(AXE).read_text(encoding="utf-8"))
    found = page.ask(
        "axe.run().then(all => [all.passes.length, all.violations.map(one => [one.id, one.nodes[0].html])])"
    )
    assert found[1] == []
    assert found[0] > 20
