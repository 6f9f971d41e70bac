"""Somebody who visits the pages of a demonstration campaign, in this process and without scripts."""

import html
import re
from collections.abc import Awaitable, Callable
from html.parser import HTMLParser
from typing import Any

import httpx

from tests.web.calling import HOST, calling

ORIGIN = {"Origin": f"http://{HOST}"}


class Form(HTMLParser):
    """The fields of a page's form as a browser would send them, untouched."""

    def __init__(self, page: str, id: str) -> None:
        super().__init__()
        self.fields: dict[str, Any] = {}
        self._is_in = False
        self._select = self._area = ""
        self._id = id
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._is_in = given.get("id") == self._id
        if not self._is_in and given.get("form") != self._id and tag != "option":
            return
        if tag == "input":
            self._input(given, is_ticked="checked" in given)
        elif tag == "select":
            self._select = given["name"]
        elif tag == "option" and self._select and (self._select not in self.fields or "selected" in given):
            self.fields[self._select] = given["value"]
        elif tag == "textarea":
            self._area = given["name"]
            self.fields[self._area] = ""

    def _input(self, given: dict[str, str], *, is_ticked: bool) -> None:
        if given.get("type") == "checkbox":
            if is_ticked:
                self.fields.setdefault(given["name"], []).append(given["value"])
        elif given.get("type") != "file":
            self.fields[given["name"]] = given.get("value", "")

    def handle_data(self, data: str) -> None:
        if self._area:
            self.fields[self._area] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea" and self._area:
            self.fields[self._area] = self.fields[self._area].removeprefix("\n")
            self._area = ""
        elif tag == "select":
            self._select = ""
        elif tag == "form":
            self._is_in = False


class Visitor:
    """A seat of a campaign, by what its browser holds."""

    def __init__(self, http: httpx.AsyncClient, base: str) -> None:
        self.http, self.base = http, base

    async def get(self, page: str, **query: str) -> httpx.Response:
        return await self.http.get(f"{self.base}/{page}", params=query)

    async def page(self, page: str, **query: str) -> str:
        """A page that must be there."""
        answer = await self.get(page, **query)
        assert answer.status_code == 200, answer.text
        return answer.text

    async def post(
        self, page: str, fields: dict[str, Any], files: Any = None, **headers: str
    ) -> httpx.Response:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return await self.http.post(f"{self.base}/{page}", data=fields, files=files, headers=ORIGIN | named)

    async def sheet(self, title: str) -> str:
        """The id of a sheet by its title."""
        listed = await self.page("sheets")
        found: str = next(id for id, said in re.findall(r"/sheets/(\w+)\">([^<]+)<", listed) if said == title)
        return found

    async def enter(self, name: str) -> "Visitor":
        """A player who comes in by a new link, in a browser of his own."""
        made = await self.post("seats", {"do": "make_seat", "role": "player", "name": name})
        key = re.search(r"/join/([\w.-]+)", made.text)
        assert key is not None
        transport = self.http._transport  # the same application
        other = httpx.AsyncClient(transport=transport, base_url=self.http.base_url)
        entered = await other.get(f"/join/{key[1]}")
        if entered.status_code == 200:
            entered = await other.post("/join", data={"key": key[1]}, headers=ORIGIN)
        return Visitor(other, "/".join(entered.headers["location"].split("/")[:3]))


def visiting(call: Callable[[Visitor], Awaitable[None]], lang: str = "en") -> None:
    """The game master of a new demonstration campaign visits."""

    async def run(http: httpx.AsyncClient) -> None:
        http.headers["Accept-Language"] = lang
        founded = await http.post("/demonstration", headers=ORIGIN)
        await call(Visitor(http, "/".join(founded.headers["location"].split("/")[:3])))

    calling(run)


def faults_of(page: str) -> list[str]:
    """What is said at the fields of a page, in order."""
    found = re.findall(r'<span class="field-fault"(?: id="fault-([^"]+)")?>(.*?)</span>', page)
    return [html.unescape(f"{where}: {text}" if where else text) for where, text in found]
