"""`python -m tests.e2e.screenshots OUT`: a picture of every page, on a desktop and a phone, light and dark,
in English and in French; and of a table in the middle of a scene, for the game master and for a player."""

import sys
import tempfile
from itertools import product
from pathlib import Path
from typing import Any, Final, Literal

from playwright.sync_api import Browser, sync_playwright

from tests.e2e.browsers import launch_options
from tests.e2e.devices import DESKTOP, ENGLISH, FRENCH, PHONE, Device
from tests.e2e.pages import crawl
from tests.web.served import served

SIZES: Final[dict[str, dict[str, Any]]] = {"desktop": DESKTOP, "phone": PHONE}
LANGUAGES: Final[dict[str, dict[str, Any]]] = {"en": ENGLISH, "fr": FRENCH}
THEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")


def main(out: Path) -> None:
    """Take all pictures, into a folder that is made where there is none."""
    out.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(**launch_options(playwright.chromium.executable_path))
        with served("--data", str(Path(folder) / "tables.db")) as server:
            for size, lang in product(SIZES, LANGUAGES):
                _take(browser, server.address, out, f"{size}-{lang}", {**SIZES[size], **LANGUAGES[lang]})
        browser.close()


def _take(browser: Browser, address: str, out: Path, look: str, options: dict[str, Any]) -> None:
    """Every page of the demonstration as the game master sees it, and the player's table."""
    device = Device(browser, "gm", **options)
    device.page.goto(address)
    _picture(device, out, f"start-{look}")
    player = enter_the_demonstration(device, options)
    play_some(device, player)
    _picture(player, out, f"table-player-{look}")
    _picture(device, out, f"table-gm-{look}")
    device.page.locator("details.fold").evaluate_all("all => all.forEach(each => each.open = true)")
    _picture(device, out, f"table-gm-unfolded-{look}")
    crawl(device, lambda kind: _picture(device, out, f"{_file(kind)}-{look}"))
    player.close()
    device.close()


def enter_the_demonstration(device: Device, options: dict[str, Any]) -> Device:
    """The game master opens the demonstration; the first player, who has come by a link, as a device."""
    device.page.locator("main form[action='/demonstration'] button").click()
    device.open("seats")
    device.page.locator("form:has([value=rotate_key]) button").nth(1).click()
    player = Device(device.browser, "player", **options)
    player.enter(device.page.locator(".invite code").inner_text())
    device.open("table")
    return player


def play_some(device: Device, player: Device, answers: int = 7) -> None:
    """A few answers, and on until the player's dice are asked for."""
    for _ in range(answers * 4):
        if answers <= 0 and player.page.locator("#throw").count():
            return
        asked = next((each for each in (player, device) if each.is_asked()), None)
        if asked:
            asked.answer()
            answers -= 1
        else:
            device.page.wait_for_timeout(100)


def _file(kind: str) -> str:
    return "".join(each if each.isalnum() else "-" for each in kind).strip("-")


def _picture(device: Device, out: Path, name: str) -> None:
    for theme in THEMES:
        device.page.emulate_media(color_scheme=theme)
        device.page.screenshot(path=out / f"{name}-{theme}.png", full_page=True)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]))
