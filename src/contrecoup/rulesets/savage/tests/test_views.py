"""Rule page, Who sees what: the table's view, and the sheets of those whose they are."""

from typing import Any

import pytest

from contrecoup.kernel import GM, SCREEN, Card, Clock, Condition, Dice, Pool, Table, Track
from contrecoup.rulesets.savage import RULESET
from contrecoup.rulesets.savage.state import Body
from contrecoup.rulesets.savage.tests.hands import breach, clash, duel, intrusion, strike

SETUP = intrusion(
    {"bennies": 2, "commlink": {"rating": 8, "armour": 2}, "wild_card": False},
    {"consequences": "Doors lock.", "spiders": [{"name": "Moth", "hacking": "d6"}, {"hacking": "unskilled"}]},
    {"benny_reroll": False},
)
SHEET = (
    Condition("extra", "hacker"),
    Dice("hacking", "hacker", "d8"),
    Dice("spirit", "hacker", "d6"),
    Dice("vigor", "hacker", "d6"),
    Dice("commlink", "hacker", "d8"),
    Condition("armour", "hacker", 2),
)
SYSTEM_SHEET = (
    Condition("green", "system"),
    Dice("ice", "system", "d8"),
    Table("spider_dice", "system", ("part.spider", "part.hacking"), (("Moth", "d6"), (2, "d4-2"))),
)


def parts(setup: Any, state: Any, viewer: str) -> tuple[Any, ...]:
    return RULESET.view(setup, state, viewer).parts


def test_nothing_of_the_system_shows_before_connecting() -> None:
    state = RULESET.start(SETUP)
    assert parts(SETUP, state, SCREEN) == (Pool("bennies", "hacker", 2, 2),)
    assert parts(SETUP, state, "hacker") == (Pool("bennies", "hacker", 2, 2), *SHEET)


def test_markers_and_spiders_are_everyones_once_connected() -> None:
    state = breach(SETUP, "connect", "go_on", 1)
    assert parts(SETUP, state, SCREEN) == (
        Track("markers", "hacker", 7, 8),
        Track("markers", "system", 8, 8),
        Condition("spiders", "system", 2),
        Pool("bennies", "hacker", 2, 2),
    )


def test_sheets_are_the_owners_and_the_game_masters() -> None:
    state = breach(SETUP, "connect")
    for viewer, shown in (("hacker", SHEET), ("system", SYSTEM_SHEET)):
        seen = parts(SETUP, state, viewer)
        assert set(shown) <= set(seen)
        assert not {*SHEET, *SYSTEM_SHEET}.difference(shown) & set(seen)
    assert {*SHEET, *SYSTEM_SHEET} <= set(parts(SETUP, state, GM))


def test_the_line_for_outside_the_matrix_is_the_game_masters_once_the_alert_is_on() -> None:
    card = Card("consequences", "system", ("Doors lock.",))
    quiet, loud = breach(SETUP, "connect", "go_on", 0, 0), breach(SETUP, "connect", "go_on", 0, (0, True))
    assert card not in parts(SETUP, quiet, GM)
    assert [viewer for viewer in (GM, "system", "hacker", SCREEN) if card in parts(SETUP, loud, viewer)] == [
        GM
    ]


@pytest.mark.parametrize(
    ("sheet", "given", "minutes"),
    [({"alert_minutes": 20}, 0, 20), ({"alert_minutes": 20}, (0, True), 360), ({"alert": True}, 0, 360)],
)
def test_the_alert_shows_with_its_clock(sheet: dict[str, Any], given: Any, minutes: int) -> None:
    setup = intrusion(None, sheet)
    seen = parts(setup, breach(setup, "connect", "go_on", 0, given), SCREEN)
    assert Condition("alert", "system") in seen
    assert Clock("alert_clock", "system", minutes) in seen


def test_a_backdoor_shows_as_found_and_then_as_open() -> None:
    setup = intrusion()
    found = breach(setup, "connect", "go_on", (0, True))
    assert Condition("backdoor_found", "hacker") in parts(setup, found, SCREEN)
    assert Condition("backdoor", "hacker") in parts(setup, breach(setup, 0, state=found), SCREEN)


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        (Body(shaken=True), {Condition("shaken", "hacker")}),
        (Body(wounds=2, fatigue=1), {Condition("wounds", "hacker", 2), Condition("fatigue", "hacker", 1)}),
    ],
)
def test_conditions_are_everyones(body: Body, shown: set[Condition]) -> None:
    setup = intrusion()
    assert shown <= set(parts(setup, strike(setup, 0, body), SCREEN))


@pytest.mark.parametrize(
    ("given", "shown"), [((), "incapacitated"), ((0,), "bleeding"), ((1,), "stable"), (((0, True),), "dead")]
)
def test_his_fate_is_everyones(given: tuple[Any, ...], shown: str) -> None:
    setup = intrusion(None, {"colour": "red"})
    state = breach(setup, *given, state=strike(setup, 5))
    assert Condition(shown, "hacker") in parts(setup, state, SCREEN)


def test_hot_sim_shows() -> None:
    setup = intrusion({"mode": "hot_sim"})
    assert Condition("hot_sim", "hacker") in parts(setup, RULESET.start(setup), SCREEN)


def test_markers_stay_as_they_lay_once_it_is_over() -> None:
    setup = intrusion()
    over = breach(setup, "connect", "go_on", 1, 8, "disconnect", "stop")
    assert Track("markers", "hacker", 7, 8) in parts(setup, over, SCREEN)
    assert parts(setup, breach(setup, "stop"), SCREEN) == ()


def test_a_duellist_sees_his_own_sheet_and_the_table() -> None:
    setup = duel({"hacking": "d10"}, {"hacking": "d4"})
    state = clash(setup)
    mine, other = Dice("hacking", "attacker", "d10"), Dice("hacking", "defender", "d4")
    seen = {viewer: set(parts(setup, state, viewer)) & {mine, other} for viewer in ("attacker", "defender")}
    assert seen == {"attacker": {mine}, "defender": {other}}
    assert parts(setup, state, SCREEN) == (
        Track("markers", "attacker", 8, 8),
        Track("markers", "defender", 8, 8),
    )
    assert {mine, other} <= set(parts(setup, state, GM))


def test_a_fault_shows_as_given_and_then_as_standing() -> None:
    setup = duel()
    state = clash(setup, "go_on", "go_on", (0, True))
    assert Condition("fault_given", "defender") in parts(setup, state, SCREEN)
    assert Condition("fault_bonus", "defender") in parts(setup, clash(setup, 0, state=state), SCREEN)


def test_before_a_shaken_duellist_connects_no_markers_show() -> None:
    setup = duel({"shaken": True})
    assert parts(setup, clash(setup), SCREEN) == (Condition("shaken", "attacker"),)
