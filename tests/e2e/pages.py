"""Pages: every page that a seat can reach by links, one of each kind."""

import re
from collections.abc import Callable
from typing import Final
from urllib.parse import urldefrag, urlsplit

from playwright.sync_api import Error

from tests.e2e.devices import Device

_IDS: Final = re.compile(r"[0-9a-f]{8,}(\.[0-9a-f]{8,})?|=[^&]*|-\d+|(?<=/)\d+")
_LINKS: Final = """() => [...document.querySelectorAll("a[href]:not([download])")].map(each => each.href)"""


def crawl(device: Device, look: Callable[[str], None]) -> set[str]:
    """Look at a page of each kind while it is shown, beginning with the one that is; the kinds. A kind is a
    path without ids, with the names of what is asked of it."""
    found: set[str] = set()
    waiting = [device.page.url]
    while waiting:
        address = waiting.pop(0)
        kind = kind_of(address)
        if kind in found or not _is_page(device, address):
            continue
        found.add(kind)
        look(kind)
        links: list[str] = device.page.evaluate(_LINKS)
        ours = (urldefrag(link).url for link in links if link.startswith(device.base))
        waiting += [link for link in dict.fromkeys(ours) if kind_of(link) not in found]
    return found


def kind_of(address: str) -> str:
    """What sort of page an address leads to."""
    parts = urlsplit(address)
    path = _IDS.sub("", parts.path.rpartition("/at/")[2].partition("/")[2] or "start")
    return path + ("?" + _IDS.sub("", parts.query) if parts.query else "")


def _is_page(device: Device, address: str) -> bool:
    """Go there; whether it is a page and not a file."""
    try:
        response = device.page.goto(address)
    except Error as error:
        if "Download is starting" in str(error):
            return False
        raise
    return response is not None and "text/html" in response.headers.get("content-type", "")
