"""Joining by a link: from nowhere, from another site, and by a link that opens nothing."""

import re
from collections.abc import Awaitable, Callable

import httpx

from tests.web.calling import calling
from tests.web.site.visiting import ORIGIN


def with_key(call: Callable[[httpx.AsyncClient, str], Awaitable[None]]) -> None:
    """Somebody who has been given a link of a campaign."""

    async def run(http: httpx.AsyncClient) -> None:
        founded = await http.post("/demonstration", headers=ORIGIN)
        seats = "/".join(founded.headers["location"].split("/")[:3]) + "/seats"
        made = await http.post(
            seats, data={"do": "make_seat", "role": "player", "name": "Ada"}, headers=ORIGIN
        )
        key = re.search(r"/join/([\w.-]+)", made.text)
        assert key is not None
        async with httpx.AsyncClient(transport=http._transport, base_url=http.base_url) as other:
            await call(other, key[1])

    calling(run)


def test_a_link_from_nowhere_leads_to_the_table_at_once() -> None:
    async def call(other: httpx.AsyncClient, key: str) -> None:
        entered = await other.get(f"/join/{key}")
        assert entered.status_code == 303
        assert (await other.get(entered.headers["location"])).status_code == 200

    with_key(call)


def test_a_link_on_another_site_gets_a_page_that_goes_on_by_itself() -> None:
    async def call(other: httpx.AsyncClient, key: str) -> None:
        headers = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
        entered = await other.get(f"/join/{key}", headers=headers)
        assert entered.status_code == 200
        address = re.search(r'http-equiv="refresh" content="0;url=([^"]+)"', entered.text)
        assert address is not None
        assert (await other.get(address[1])).status_code == 200

    with_key(call)


def test_a_link_that_opens_nothing_says_so_and_sets_no_cookie() -> None:
    async def call(other: httpx.AsyncClient, key: str) -> None:
        for page in (f"/join/{key[:-1]}", "/join/nothing"):
            entered = await other.get(page, headers={"accept-language": "fr"})
            assert entered.status_code == 401
            assert "set-cookie" not in entered.headers
            assert "Ce lien n’ouvre plus rien" in entered.text

    with_key(call)
