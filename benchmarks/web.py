"""From a click in one browser to the change in another, against the least that HTTP can do in the same run.

    python benchmarks/web.py [--rounds 20]

Ours: two tabs of one seat, in browsers of their own; one presses an answer or throws, the other is told by
its stream and has its page changed. Measured from the click until the other tab's document has the new state;
the game's steps are durable. The floor: a page of a server of the standard library that does nothing but pass
the word on, posting by fetch, listening by EventSource, and setting one attribute. Taken in turns.

Also: from the request of the first page until it can be used.
"""

import argparse
import queue
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median, quantiles
from typing import Any, Final

import httpx
from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))
from tests.e2e.browsers import launch_options
from tests.e2e.devices import Device
from tests.e2e.evenings import Evening
from tests.e2e.scripts import INTRUSION
from tests.web.served import served

_PAGE: Final = b"""<!doctype html><title>floor</title><button id=press>press</button>
<script>
new EventSource("/stream").onmessage = event => document.documentElement.dataset.stamp = event.data;
document.getElementById("press").onclick = () => fetch("/do", {method: "POST"});
</script>"""
_NOTE: Final = """() => new MutationObserver(() => { window.changed = Date.now(); })
    .observe(document.documentElement, {subtree: true, attributes: true, attributeFilter: ["data-stamp"]})"""
_CLICK: Final = """selector => {
    window.pressed = Date.now();
    document.querySelector(selector).click();
}"""
_USABLE: Final = "() => performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"
_BUTTON: Final = "#throw button, form[id^=choose-] .choice:not(.is-other), form[id^=choose-] .choice"


class Floor(BaseHTTPRequestHandler):
    """A page, and the word passed on to all who listen."""

    protocol_version = "HTTP/1.1"
    listeners: Final[list[queue.Queue[int]]] = []

    def do_GET(self) -> None:
        if self.path == "/stream":
            self._listen()
        else:
            self._answer(_PAGE)

    def do_POST(self) -> None:
        for each in self.listeners:
            each.put(time.monotonic_ns())
        self._answer(b"")

    def log_message(self, format: str, *arguments: Any) -> None:
        """Only figures are printed."""

    def _answer(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _listen(self) -> None:
        heard: queue.Queue[int] = queue.Queue()
        self.listeners.append(heard)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        with suppress(ConnectionError):
            while word := heard.get():
                self.wfile.write(f"data: {word}\n\n".encode())


def passed(presser: Page, other: Page, button: str) -> float:
    """Milliseconds from the click in one page to the change in another."""
    other.evaluate("() => { window.changed = 0; }")
    presser.evaluate(_CLICK, button)
    other.wait_for_function("() => window.changed")
    changed: float = other.evaluate("window.changed")
    pressed: float = presser.evaluate("window.pressed")
    return changed - pressed


@contextmanager
def floor(browser: Browser) -> Generator[Callable[[], float]]:
    """A click at the floor."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Floor) as server:
        server.daemon_threads = True
        server.block_on_close = False
        threading.Thread(target=server.serve_forever, daemon=True).start()
        pages = [browser.new_context().new_page() for _ in range(2)]
        for page in pages:
            page.goto(f"http://127.0.0.1:{server.server_port}/")
        pages[1].evaluate(_NOTE)
        yield lambda: passed(pages[0], pages[1], "#press")
        for page in pages:
            page.context.close()
        for each in Floor.listeners:
            each.put(0)
        server.shutdown()


class Ours:
    """A player's two tabs; the system plays on by itself, and a scene that is over is begun anew."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        evening.seat("Ada")
        self._begin()
        self._tabs = [evening.device("Ada"), evening.device("Ada")]
        self._tabs[1].page.evaluate(_NOTE)

    def _begin(self) -> None:
        scene = self._evening.begin(INTRUSION.toml, INTRUSION.chairs)
        self._evening.gm.do({"do": "set_auto", "seat": "system", "auto": True}, scene)
        self._scene = scene

    def click(self) -> float:
        """A click at our table."""
        if any(tab.is_over() for tab in self._tabs):
            self._evening.gm.do({"do": "close", "apply": False}, self._scene)
            self._begin()
        for tab in self._tabs:
            tab.page.wait_for_selector(_BUTTON)
        return passed(self._tabs[0].page, self._tabs[1].page, _BUTTON)


def first_page(browser: Browser, address: str) -> float:
    """Milliseconds until the first page can be used, in a browser that has never been there."""
    device = Device(browser, "new")
    device.page.goto(address)
    taken: float = device.page.evaluate(_USABLE)
    device.close()
    return taken


def tell(name: str, figures: list[float]) -> float:
    """Print a line; the median."""
    middle = median(figures)
    print(
        f"{name:34} median {middle:6.1f} ms   p90 {quantiles(figures, n=10)[-1]:6.1f} ms   n {len(figures)}"
    )
    return middle


def main(rounds: int) -> None:
    with ExitStack() as stack:
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(**launch_options(playwright.chromium.executable_path))
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        server = stack.enter_context(served("--data", str(Path(folder) / "tables.db")))
        httpx.get(server.address)  # the process's own first request is no page's
        firsts = [first_page(browser, server.address) for _ in range(max(3, rounds // 5))]
        ours = Ours(stack.enter_context(Evening(server.address, browser)))
        bare = stack.enter_context(floor(browser))
        pairs = [(ours.click(), bare()) for _ in range(rounds)]
        told = tell("click to the other browser, ours", [each for each, _ in pairs])
        least = tell("click to the other browser, floor", [each for _, each in pairs])
        print(f"ratio {told / max(least, 1.0):.1f}")
        tell("first page until it can be used", firsts)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=20)
    main(parser.parse_args().rounds)
