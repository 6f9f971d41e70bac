"""Commands: done once, refused with reasons, and what is refused has changed nothing."""

from typing import Any

import httpx
import pytest

from tests.web.api.playing import Group, reply


def _reasons(answer: httpx.Response) -> list[str]:
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["status"] == answer.status_code
    assert all(reason["text"] and reason["text"] != reason["id"] for reason in problem["reasons"])
    return [reason["id"] for reason in problem["reasons"]]


def test_a_command_is_answered_with_what_came_of_it_and_shows_at_once(group: Group) -> None:
    before = group.turn(group.player)
    receipt = group.player.answer(group.scene)
    after = group.player.see()["scene"]
    assert receipt["turn"] == after["turn"] > before
    assert "Fast Joe: Connect to the system" in receipt["told"]


def test_the_same_request_again_gives_the_same_answer_and_is_done_once(group: Group) -> None:
    seen = group.player.see()["scene"]
    first = group.player.do(reply(seen), group.scene, seen["turn"], request="the same")
    stamps = group.stamps()
    again = group.player.do(reply(seen), group.scene, seen["turn"], request="the same")
    assert first == again
    assert group.stamps() == stamps


def test_a_new_links_key_is_told_once(group: Group) -> None:
    command = {"do": "make_seat", "role": "player", "name": "Ada"}
    first = group.gm.do(command, request="ada")
    again = group.gm.do(command, request="ada")
    assert first["key"]
    assert again == first | {"key": ""}
    assert [seat["name"] for seat in group.gm.see()["seats"]].count("Ada") == 1


def test_a_request_id_is_for_one_request(group: Group) -> None:
    group.gm.do({"do": "note", "text": "one"}, request="note")
    answer = group.gm.ask({"do": "note", "text": "two"}, request="note")
    assert answer.status_code == 422
    assert [note["text"] for note in group.gm.see()["notes"]] == ["one"]
    assert _reasons(answer)


def test_two_seats_may_use_the_same_request_id(group: Group) -> None:
    seen = group.player.see()["scene"]
    group.gm.do({"do": "note", "text": "one"}, request="mine")
    group.player.do(reply(seen), group.scene, seen["turn"], request="mine")


def test_whoever_comes_second_is_told_what_stands(group: Group) -> None:
    seen = group.player.see()["scene"]
    done = group.player.do(reply(seen), group.scene, seen["turn"])
    stamps = group.stamps()
    answer = group.player.ask({"do": "choose", "option": "stop"}, group.scene, seen["turn"])
    assert answer.status_code == 409
    assert answer.json()["stands"]["told"] == done["told"]
    assert answer.json()["stands"]["turn"] == done["turn"]
    assert group.stamps() == stamps
    assert _reasons(answer)


@pytest.mark.parametrize(
    ("role", "command", "status"),
    [
        ("screen", {"do": "choose", "option": "connect"}, 403),
        ("screen", {"do": "note", "text": "hello"}, 403),
        ("player", {"do": "rewind", "to": 1}, 403),
        ("player", {"do": "make_seat", "role": "player", "name": "Eve"}, 403),
        ("player", {"do": "adjust", "by": 4, "reason": "because", "secret": True}, 403),
        ("player", {"do": "throw"}, 409),
        ("player", {"do": "choose", "option": "fly"}, 422),
        ("gm", {"do": "rewind", "to": 9_999}, 422),
        ("gm", {"do": "adjust", "by": 1_000, "reason": " "}, 422),
        ("gm", {"do": "correct", "path": "nowhere", "value": 1, "reason": "because"}, 422),
        ("gm", {"do": "rotate_key", "seat": "nobody"}, 404),
        ("gm", {"do": "drop_sheet", "sheet": "none"}, 404),
    ],
)
def test_what_a_seat_may_not_or_cannot_do_changes_nothing(
    group: Group, role: str, command: dict[str, Any], status: int
) -> None:
    member = {"gm": group.gm, "player": group.player, "screen": group.screen}[role]
    stamps, turn = group.stamps(), group.turn(member)
    answer = member.ask(command, group.scene, turn)
    assert answer.status_code == status, answer.text
    assert _reasons(answer)
    assert group.stamps() == stamps


def test_a_scene_that_is_not_there_and_one_that_is_hidden_look_the_same(group: Group) -> None:
    what_if = group.gm.do({"do": "fork", "to": 1}, group.scene)["made"]
    hidden = group.player.ask({"do": "throw"}, what_if, 0)
    absent = group.player.ask({"do": "throw"}, "0" * len(what_if), 0)
    assert hidden.status_code == absent.status_code == 404
    assert hidden.content == absent.content
    assert group.player.http.get("/table", params={"scene": what_if}).status_code == 404
    assert group.gm.http.get("/table", params={"scene": what_if}).status_code == 200


def test_another_tables_scene_is_no_scene_of_this_one(group: Group) -> None:
    with Group(group.address) as other:
        assert group.gm.http.get("/table", params={"scene": other.scene}).status_code == 404
        assert group.gm.ask({"do": "pause"}, other.scene).status_code == 404
        assert other.player.see()["scene"]["status"] == "running"


def test_a_seat_of_another_is_not_looked_through_but_by_the_game_master(group: Group) -> None:
    seen = group.gm.see(preview=group.player.seat)
    assert seen["preview_of"] == group.player.seat
    assert seen["scene"]["board"] == group.player.see()["scene"]["board"]
    answer = group.player.http.get("/table", params={"preview": group.screen.seat})
    assert answer.status_code == 403
    assert _reasons(answer)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 400),
        (b"{", 400),
        (b"[]", 400),
        (b"\xff\xfe", 400),
        (b'{"request": "a"}', 400),
        (b'{"request": "", "command": {"do": "pause"}}', 400),
        (b'{"request": "a", "command": {"do": "fly"}}', 400),
        (b'{"request": "a", "command": {"do": "adjust", "by": "2", "reason": "x"}}', 400),
        (b'{"request": "a", "command": {"do": "adjust", "by": 1e99, "reason": "x"}}', 400),
        (b'{"request": "a", "command": {"do": "pause", "more": 1}}', 400),
        (b'{"request": "' + b"a" * 65 + b'", "command": {"do": "pause"}}', 400),
        (b"[" * 100_000, 400),
        (b'{"request": "a", "command": {"do": "note", "text": "' + b"a" * 300_000 + b'"}}', 413),
    ],
)
def test_what_is_no_command_is_refused_before_it_is_one(group: Group, body: bytes, status: int) -> None:
    stamps = group.stamps()
    answer = group.gm.http.post("/commands", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    assert group.stamps() == stamps


def test_a_body_that_claims_to_be_shorter_than_it_is_is_no_way_round(group: Group) -> None:
    def pieces() -> Any:
        for _ in range(40):
            yield b" " * 10_000

    answer = group.gm.http.post("/commands", content=pieces(), headers={"content-type": "application/json"})
    assert answer.status_code == 413


def test_refusals_speak_the_language_that_is_asked_for(group: Group) -> None:
    asked = {"request": "a", "command": {"do": "rewind", "to": 1}, "scene": group.scene, "turn": 0}
    english, french = (
        group.player.http.post("/commands", json=asked, params={"lang": lang}).json() for lang in ("en", "fr")
    )
    assert english["reasons"][0]["id"] == french["reasons"][0]["id"]
    assert english["detail"] != french["detail"]
    assert english["title"] != french["title"]


def test_what_is_seen_has_a_tag_by_which_it_is_not_sent_twice(group: Group) -> None:
    first = group.player.http.get("/table")
    again = group.player.http.get("/table", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert first.headers["etag"] == f'"{first.json()["stamp"]}"'
    group.player.answer(group.scene)
    later = group.player.http.get("/table", headers={"If-None-Match": first.headers["etag"]})
    assert later.status_code == 200
    assert later.headers["etag"] != first.headers["etag"]


def test_texts_are_data_wherever_they_go(group: Group) -> None:
    text = "<script>alert(1)</script>'\"; DROP TABLE rows; -- {turn} %s \U0001f9d9"
    group.gm.do({"do": "note", "text": text, "audience": ["*"]})
    answer = group.player.http.get("/table")
    assert answer.json()["notes"][0]["text"] == text
    assert answer.headers["content-type"] == "application/json"
