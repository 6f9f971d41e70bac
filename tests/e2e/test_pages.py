"""Every page of the site is accessible and whole, in both themes and languages, on a phone and a desktop."""

from collections.abc import Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.checks import cut_off, violations
from tests.e2e.devices import DESKTOP, ENGLISH, FRENCH, PHONE, Device
from tests.e2e.pages import crawl
from tests.web.served import Served, served

LOOKS: dict[str, dict[str, Any]] = {
    "desktop_en": {**DESKTOP, **ENGLISH},
    "phone_fr": {**PHONE, **FRENCH},
}
THEMES: dict[Literal["light", "dark"], tuple[str, ...]] = {"light": (), "dark": ("cat.color",)}
"""By which of axe-core's rules a page is looked at in a theme: all of them, or those of colours."""
MASTERS = {"table", "scenes", "sheets", "log", "workshop", "rules", "seats", "settings", "help"}
PLAYERS = {"table", "sheets", "log", "workshop", "rules", "help"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served("--data", str(tmp_path_factory.mktemp("tables") / "tables.db")) as server:
        yield server


@pytest.fixture(params=sorted(LOOKS))
def device(server: Served, browser: Browser, request: pytest.FixtureRequest) -> Iterator[Device]:
    device = Device(browser, "gm", **LOOKS[request.param])
    device.page.goto(server.address)
    yield device
    device.close()


def test_axe_finds_nothing_on_any_page_of_the_game_master(device: Device) -> None:
    _enter_the_demonstration(device)
    faults: list[str] = []
    kinds = crawl(device, lambda kind: faults.extend(_faults(device, kind)))
    assert kinds >= MASTERS
    assert faults == []
    assert device.faults_of_policy() == []


def test_axe_finds_nothing_on_any_page_of_a_player_nor_on_the_way_there(
    device: Device, browser: Browser
) -> None:
    faults = _faults(device, "start")
    _enter_the_demonstration(device)
    device.open("seats")
    device.page.locator("form:has([value=rotate_key]) button").nth(1).click()
    link = device.page.locator(".invite code").inner_text()
    faults += _faults(device, "invitation")
    player = Device(browser, "player", **PHONE)
    player.enter(link)
    kinds = crawl(player, lambda kind: faults.extend(_faults(player, kind)))
    assert kinds >= PLAYERS
    player.page.goto(link.rpartition("/")[0] + "/nothing")
    faults += _faults(player, "gone")
    player.page.goto(f"{device.base}/seats")
    faults += _faults(player, "problem")
    assert faults == []
    player.close()


def _enter_the_demonstration(device: Device) -> None:
    device.page.locator("main form[action='/demonstration'] button").click()
    expect(device.page.locator(".table-page")).to_be_visible()


def _faults(device: Device, kind: str) -> list[str]:
    """What is wrong with the page that is shown. The other theme has other colours and nothing else."""
    found = [f"{kind}: cut off: {each}" for each in cut_off(device.page)]
    for theme, rules in THEMES.items():
        device.page.emulate_media(color_scheme=theme)
        found += [
            f"{kind} ({theme}): {each['rule']}: {each['nodes'][:2]}"
            for each in violations(device.page, *rules)
        ]
    return found
