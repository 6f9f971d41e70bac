"""Odds of a seat over the API: its own belief, and its options."""

import pytest

import contrecoup
from tests.web.api.playing import SCENE, Group


def test_a_players_odds_are_those_of_the_rules(group: Group, example: str) -> None:
    group.player.answer(group.scene)
    odds = group.player.http.get("/odds").json()
    assert odds["scene"] == group.scene
    ends = {end["id"]: end["p"] for end in odds["ends"]}
    assert sum(ends.values()) == pytest.approx(1)
    solved = contrecoup.odds(contrecoup.load("examples/fast-joe.toml"))
    assert ends["control"] == pytest.approx(float(solved.ends["control"]), abs=0.2)
    assert all(end["text"] != end["id"] for end in odds["ends"])


def test_each_option_has_its_own_odds(group: Group) -> None:
    answer = group.player.http.get("/odds", params={"lang": "fr"})
    assert answer.status_code == 200, answer.text
    odds = answer.json()
    asked = group.player.see()["scene"]["question"]["options"]
    assert [option["id"] for option in odds["options"]] == [option["id"] for option in asked]
    stop = next(option for option in odds["options"] if option["id"] == "stop")
    assert sum(end["p"] for end in stop["ends"]) == pytest.approx(1)
    assert stop["ends"] != odds["ends"]


def test_whoever_has_no_part_in_the_scene_has_no_odds(group: Group) -> None:
    answer = group.screen.http.get("/odds")
    assert answer.status_code == 422
    assert answer.json()["reasons"]


def test_before_a_scene_there_are_no_odds(group: Group) -> None:
    scene = group.prepare(SCENE)
    assert group.player.http.get("/odds", params={"scene": scene}).status_code == 404
    assert group.gm.http.get("/odds", params={"scene": scene}).status_code == 409
