"""Devices: a browser of its own, in which somebody sits at a table."""

import re
from typing import Any, Final, Literal, TypeAlias

from playwright.sync_api import Browser, Locator, Page, expect

from tests.e2e.checks import Complaints
from tests.e2e.secrets import Recorder

Luck: TypeAlias = Literal["high", "low"]
PHONE: Final[dict[str, Any]] = {
    "viewport": {"width": 360, "height": 740},
    "has_touch": True,
    "is_mobile": True,
}
DESKTOP: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 900}}
ENGLISH: Final[dict[str, Any]] = {"locale": "en-GB"}
FRENCH: Final[dict[str, Any]] = {"locale": "fr-FR"}
PATIENCE: Final = 10_000
_MOVED: Final = """stamp => {
    const table = document.querySelector(".table-page");
    return table && table.dataset.stamp !== stamp;
}"""
_SIDES: Final = re.compile(r"d(\d+)")


class Device:
    """Somebody's browser. `types` says what he types for his dice: "high" for one below a die's most, "low"
    for 2; None where he lets the table throw."""

    def __init__(self, browser: Browser, name: str, types: Luck | None = None, **look: Any) -> None:
        self.name = name
        self.types: Luck | None = types
        self.browser = browser
        options: dict[str, Any] = {"reduced_motion": "reduce", **DESKTOP, **ENGLISH, **look}
        self.context = browser.new_context(**options)
        self.context.set_default_timeout(PATIENCE)
        self.recorder = Recorder(self.context)
        self.page: Page = self.context.new_page()
        self.complaints = Complaints(self.page)

    def enter(self, link: str) -> None:
        """Follow a link to the table."""
        self.page.goto(link)
        expect(self.page.locator("#main")).to_be_visible()

    @property
    def base(self) -> str:
        """The address that the seat's pages lie below."""
        found = re.match(r"(.*/at/[^/]+)/", self.page.url)
        assert found, self.page.url
        return found[1]

    @property
    def stamp(self) -> str:
        """The state that the page shows."""
        return self.page.locator(".table-page").get_attribute("data-stamp") or ""

    def open(self, page: str) -> None:
        """Another page of the seat."""
        self.page.goto(f"{self.base}/{page}")

    def is_asked(self) -> bool:
        """Whether the page asks its reader."""
        return self.page.locator("#throw, form[id^=choose-]").count() > 0

    def is_over(self) -> bool:
        """Whether the page shows how the scene ended."""
        return self.page.locator("#ended-title").count() > 0

    def answer(self) -> None:
        """Answer what the page asks: the answer that is pushed, or the dice."""
        if self.page.locator("#throw").count() == 0:
            self.press(self.pushed())
        elif (luck := self.types) is None:
            self.press(self.page.locator("#throw button"))
        else:
            self.type(*self.numbers(luck))

    def numbers(self, luck: Luck) -> list[int]:
        """A number for each die that is to be typed, by the sides that its label names."""
        labels = self.page.locator("#typed label").all_inner_texts()
        most = [int(found[1]) if (found := _SIDES.search(label)) else 6 for label in labels]
        return [sides - 1 if luck == "high" else 2 for sides in most]

    def pushed(self) -> Locator:
        """The answer that stands out; the first where none does."""
        chosen = self.page.locator("form[id^=choose-] .choice:not(.is-other)")
        return chosen if chosen.count() else self.page.locator("form[id^=choose-] .choice").first

    def type(self, *numbers: int) -> None:
        """Type what the dice of the real table show, and send it."""
        for field, number in zip(self.page.locator("#typed input[inputmode]").all(), numbers, strict=True):
            field.fill(str(number))
        self.press(self.page.locator("#typed button"))

    def press(self, button: Locator) -> None:
        """Press a button that changes the scene, and see the page change."""
        stamp = self.stamp
        button.click()
        self.page.wait_for_function(_MOVED, arg=stamp)

    def unfold(self, title: str) -> None:
        """Open a folded part of the game master's panel, by its title or a part of it."""
        self.page.locator("details.fold > summary", has_text=title).click()

    def faults_of_policy(self) -> list[str]:
        """What the page complained of, but for answers that say no and a network that was taken away."""
        wanted = ("status of 409", "status of 422", "ERR_INTERNET_DISCONNECTED", "status of 401")
        return [said for said in self.complaints.heard if not any(each in said for each in wanted)]

    def close(self) -> None:
        """Put it away."""
        self.context.close()
