"""Without scripts the same pages are plain forms and links."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.serving import Site


@pytest.fixture
def page(browser: Browser, site: Site) -> Iterator[Page]:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740})
    context.set_default_timeout(5000)
    page = context.new_page()
    page.goto(f"{site.address}/fr-dark.html")
    yield page
    context.close()


@pytest.mark.parametrize(
    ("button", "address", "sent"),
    [
        ("Se déconnecter", "/do", {"do=choose", "option=leave", "turn=13"}),
        ("Lancer les dés", "/do", {"do=throw", "turn=13"}),
        ("Prendre ces nombres", "/do", {"do=type", "turn=13", "numbers.0=16", "numbers.1="}),
        ("Ajouter le modificateur", "/do", {"do=adjust", "by=x", "secret=yes"}),
        ("Continuer", "/step", {"go=on", "system.hard_disk=9", "gear.0.id=scanner", "gear.0.level=2"}),
    ],
)
def test_a_button_sends_its_form(page: Page, button: str, address: str, sent: set[str]) -> None:
    with page.expect_request(f"**{address}") as request:
        page.get_by_role("button", name=button, exact=True).click()
    assert request.value.method == "POST"
    assert sent <= set((request.value.post_data or "").split("&"))


def test_language_and_theme_are_buttons_of_forms(page: Page) -> None:
    page.locator(".menu > summary").click()
    with page.expect_request("**/preferences") as request:
        page.get_by_role("button", name="English").click()
    assert {"lang=en", "back=%2Fgallery", "token=t"} <= set((request.value.post_data or "").split("&"))


def test_odds_are_a_link(page: Page) -> None:
    link = page.get_by_role("link", name="Se déconnecter")
    expect(link).to_have_attribute("href", "/at/key/odds?scene=s1&turn=13&place=2")


def test_what_only_scripts_can_do_is_not_offered(page: Page) -> None:
    page.locator(".menu > summary").click()
    expect(page.get_by_text("Son et vibration")).to_be_hidden()
    expect(page.get_by_role("button", name="Fermer")).to_be_hidden()
