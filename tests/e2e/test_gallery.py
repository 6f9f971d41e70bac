"""Components are accessible, whole and usable in both themes, languages and sizes, scripts or none."""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.checks import Complaints, cut_off, violations

SIZES: Final = {"phone": (360, 740), "desktop": (1280, 900)}


@pytest.fixture(params=[True, False], ids=["scripts", "no_scripts"])
def has_scripts(request: pytest.FixtureRequest) -> bool:
    return bool(request.param)


@pytest.fixture(params=sorted(SIZES))
def page(browser: Browser, request: pytest.FixtureRequest, has_scripts: bool) -> Iterator[Page]:
    width, height = SIZES[request.param]
    context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion="reduce")
    if not has_scripts:  # not by a context without scripts: axe-core is one
        context.route("**/app.js*", lambda route: route.fulfill(content_type="text/javascript", body=""))
    context.set_default_timeout(5000)
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_axe_finds_nothing_and_nothing_is_cut_off(
    page: Page, gallery_address: str, lang: str, theme: str
) -> None:
    complaints = Complaints(page)
    page.goto(f"{gallery_address}/{lang}-{theme}.html")
    page.locator(".menu > summary").click()
    assert violations(page) == []
    assert cut_off(page) == []
    assert complaints.heard == []


def test_a_dialog_opens_without_scripts_too_and_closes_by_its_button(
    page: Page, gallery_address: str
) -> None:
    page.goto(f"{gallery_address}/en-light.html")
    page.get_by_role("button", name="End the scene…").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    assert violations(page) == []
    dialog.get_by_role("button", name="Leave it as it is").click()
    expect(dialog).to_be_hidden()


def test_the_device_chooses_the_theme_where_the_viewer_has_not(page: Page, gallery_address: str) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(f"{gallery_address}/en-system.html")
    dark = _ground(page)
    page.emulate_media(color_scheme="light")
    assert dark != _ground(page)
    page.goto(f"{gallery_address}/en-dark.html")
    assert _ground(page) == dark


def _ground(page: Page) -> str:
    colour: str = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    return colour
