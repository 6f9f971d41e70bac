"""Entering by a link, leaving, and several seats in one browser."""

from http.cookies import Morsel, SimpleCookie

import httpx
import pytest

from contrecoup.web.settings import Settings
from tests.web import plain
from tests.web.api.playing import Group
from tests.web.calling import calling


def _cookies(answer: httpx.Response) -> dict[str, "Morsel[str]"]:
    read: dict[str, Morsel[str]] = {}
    for header in answer.headers.get_list("set-cookie"):
        read.update(SimpleCookie(header))
    return read


@pytest.mark.parametrize(("scheme", "prefix"), [("http", ""), ("https", "__Host-")])
def test_what_a_browser_keeps_is_out_of_reach_of_scripts_and_of_other_sites(scheme: str, prefix: str) -> None:
    answer = calling(lambda caller: caller.post("/api/v1/campaigns", json={"title": "A"}), scheme=scheme)
    founded, cookies = answer.json(), _cookies(answer)
    assert set(cookies) == {f"{prefix}contrecoup", f"{prefix}contrecoup-{founded['table']}-gm"}
    for cookie in cookies.values():
        assert cookie.value == founded["session"]
        assert (cookie["samesite"].lower(), cookie["path"], cookie["domain"]) == ("strict", "/", "")
        assert cookie["httponly"]
        assert bool(cookie["secure"]) == (scheme == "https")


def test_a_link_opens_its_seat_again_and_again_on_any_device(group: Group) -> None:
    for _ in range(2):
        entered = plain.post(
            f"{group.address}/api/v1/join", json={"key": group.keys[group.player.seat]}
        ).json()
        assert (entered["table"], entered["seat"]) == (group.table, group.player.seat)
        assert entered["session"] == group.player.token


@pytest.mark.parametrize("key", ["x", "0" * 32, "é" * 30, "\x00", "a" * 100])
def test_a_key_that_opens_nothing_says_nothing_else(group: Group, key: str) -> None:
    answer = plain.post(f"{group.address}/api/v1/join", json={"key": key}, headers={"accept-language": "fr"})
    other = plain.post(f"{group.address}/api/v1/join", json={"key": "y"}, headers={"accept-language": "fr"})
    assert answer.status_code == 401
    assert answer.content == other.content
    assert "set-cookie" not in answer.headers


def test_a_session_token_is_no_key_and_a_key_no_session_token(group: Group) -> None:
    answer = plain.post(f"{group.address}/api/v1/join", json={"key": group.player.token})
    assert answer.status_code == 401
    key = group.keys[group.player.seat]
    answer = plain.get(f"{group.address}/api/v1/table", headers={"Authorization": f"Bearer {key}"})
    assert answer.status_code == 401


@pytest.mark.parametrize("path", ["/table", "/session", "/stream"])
def test_nothing_is_shown_to_whoever_entered_no_seat(group: Group, path: str) -> None:
    forged = group.player.token[:-1] + ("A" if group.player.token[-1] != "A" else "B")
    for headers in ({}, {"Authorization": f"Bearer {forged}"}, {"Authorization": "Basic eDp5"}):
        answer = plain.get(f"{group.address}/api/v1{path}", headers=headers)
        assert answer.status_code == 401
        assert answer.json()["type"] == "urn:contrecoup:problem:not_entered"


def test_one_browser_holds_several_seats_and_says_which_is_meant(group: Group) -> None:
    with plain.Client(base_url=f"{group.address}/api/v1") as browser:
        ats = []
        for key in (group.key, group.keys[group.player.seat]):
            ats.append(browser.post("/join", json={"key": key}).json()["at"])
        assert browser.get("/session").json()["seat"] == group.player.seat
        assert [browser.get("/session", params={"at": at}).json()["seat"] for at in ats] == [
            "gm",
            group.player.seat,
        ]
        assert browser.get("/session", params={"at": f"{group.table}.{group.screen.seat}"}).status_code == 401


def test_whoever_leaves_a_seat_keeps_the_others(group: Group) -> None:
    with plain.Client(base_url=f"{group.address}/api/v1") as browser:
        gm = browser.post("/join", json={"key": group.key}).json()["at"]
        player = browser.post("/join", json={"key": group.keys[group.player.seat]}).json()["at"]
        assert browser.delete("/session", params={"at": player}).status_code == 204
        assert browser.get("/session", params={"at": player}).status_code == 401
        assert browser.get("/session").status_code == 401
        assert browser.get("/session", params={"at": gm}).status_code == 200


def test_a_server_that_founds_nothing_says_so() -> None:
    answer = calling(
        lambda caller: caller.post("/api/v1/campaigns", json={"title": "A"}), Settings(founding=False)
    )
    assert answer.status_code == 403
    assert answer.json()["reasons"][0]["id"] == "web.no_founding"


def test_guessing_keys_is_slowed_down() -> None:
    async def guess(caller: httpx.AsyncClient) -> list[int]:
        return [
            (await caller.post("/api/v1/join", json={"key": f"guess{number}"})).status_code
            for number in range(35)
        ]

    found = calling(guess)
    assert set(found[:30]) == {401}
    assert set(found[32:]) == {429}
