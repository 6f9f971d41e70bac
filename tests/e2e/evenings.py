"""Evenings: a campaign at a real server, with seats that browsers enter by their links."""

from collections.abc import Mapping
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Final, Self

from playwright.sync_api import Browser

from tests.e2e.devices import Device
from tests.web import plain
from tests.web.api.playing import Member

TITLE: Final = "An evening"


class Evening:
    """A campaign whose game master and players are set up over the API and then play in browsers."""

    def __init__(self, address: str, browser: Browser) -> None:
        self.address = address
        founded = plain.post(f"{address}/api/v1/campaigns", json={"title": TITLE}).json()
        self.keys: dict[str, str] = {"gm": founded["key"]}
        self.seats: dict[str, str] = {"gm": "gm"}
        self.gm = Member(address, founded["session"], "gm")
        self.browser = browser
        self._open = ExitStack()
        self._open.callback(self.gm.close)

    def seat(self, name: str, role: str = "player") -> str:
        """A new seat; its id."""
        made = self.gm.do({"do": "make_seat", "role": role, "name": name})
        self.keys[name] = made["key"]
        self.seats[name] = str(made["made"])
        return self.seats[name]

    def begin(self, toml: str, chairs: Mapping[str, str], title: str = "The scene") -> str:
        """A running scene, `chairs` by the names of their seats; its id."""
        seated = {chair: self.seats[name] for chair, name in chairs.items()}
        made = self.gm.do({"do": "prepare", "title": title, "toml": toml, "chairs": seated})
        scene = str(made["made"])
        self.gm.do({"do": "begin"}, scene)
        return scene

    def device(self, name: str, **look: Any) -> Device:
        """A browser of its own that has entered a seat by its link; `look` is how Playwright makes it."""
        device = Device(self.browser, name, **look)
        self._open.callback(device.close)
        device.enter(f"{self.address}/join/{self.keys[name]}")
        return device

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()


def play(devices: list[Device], most: int = 200) -> int:
    """Everybody answers what he is asked, until the scene is over; how many answers that took."""
    for count in range(most):
        asked = asked_of(devices)
        if asked is None:
            return count
        asked.answer()
    raise AssertionError(f"not over after {most} answers")


def asked_of(devices: list[Device]) -> Device | None:
    """The device whose page asks its reader; None once the scene is over."""
    for _ in range(400):
        if devices[0].is_over():
            return None
        for device in devices:
            if device.is_asked():
                return device
        devices[0].page.wait_for_timeout(25)
    raise AssertionError("nobody is asked, and the scene is not over")
