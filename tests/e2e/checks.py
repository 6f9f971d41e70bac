"""What every page is held to: axe-core's rules, the page's own policy, and nothing cut off."""

from typing import Any, Final

from playwright.sync_api import ConsoleMessage, Page

from tests.architecture.tree import ROOT

_AXE: Final = ROOT / "build" / "npm" / "node_modules" / "axe-core" / "axe.min.js"
_RUN: Final = """async options => {
    const found = await axe.run(document, {resultTypes: ["violations"], ...options});
    return found.violations.map(each => ({
        rule: each.id, help: each.help, nodes: each.nodes.map(node => [node.html, node.failureSummary]),
    }));
}"""
_CUT_OFF: Final = """() => [...document.querySelectorAll("body *")]
    .filter(each => each.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
    .filter(each => !each.closest(".scroll, .unseen, .skip, dialog:not([open])"))
    .map(each => each.outerHTML.slice(0, 120))"""


def violations(page: Page, *rules: str) -> list[dict[str, Any]]:
    """What axe-core finds wrong with a page as it is shown now, by all its rules or those of some kinds."""
    if not _AXE.is_file():
        raise FileNotFoundError(f"{_AXE} is missing: `make setup` fetches it")
    # by evaluation, not as an element: the page's policy lets no foreign script in
    if not page.evaluate("'axe' in window"):
        page.evaluate(_AXE.read_text("utf-8"))
    found: list[dict[str, Any]] = page.evaluate(_RUN, {"runOnly": [*rules]} if rules else {})
    return found


def cut_off(page: Page) -> list[str]:
    """Elements that reach beyond the right edge of a page that can't be scrolled there."""
    found: list[str] = page.evaluate(_CUT_OFF)
    return found


class Complaints:
    """Everything that a page complains of: errors, and what its policy or the network refused."""

    def __init__(self, page: Page) -> None:
        self.heard: list[str] = []
        page.on("console", self._listen)
        page.on("pageerror", lambda error: self.heard.append(str(error)))

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.heard.append(message.text)
