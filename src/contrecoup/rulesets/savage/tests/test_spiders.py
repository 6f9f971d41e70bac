"""Rule page, Spiders: helping the Ice, and being thrown out."""

from typing import Any

import pytest

from contrecoup.dice import Helper
from contrecoup.kernel import option
from contrecoup.rulesets.savage.tests.hands import asked, breach, ids, intrusion, modifier, offered, told

WEB: dict[str, Any] = {
    "spiders": [{"name": "Moth", "hacking": "d6", "wild_card": True}, {"hacking": "unskilled"}]
}
SETUP = intrusion(None, WEB)
IN_CONTROL: tuple[str | int, ...] = ("connect", "go_on", 0, 8)


def helpers(state: object) -> object:
    test: Any = asked(SETUP, state).test
    return test.helpers


def throw_out(spider: int, total: int, against: int, setup: Any = SETUP) -> Any:
    return breach(setup, *IN_CONTROL, option("throw_out", spider=spider), total, against)


def test_every_spider_helps_each_ice_test() -> None:
    moth = Helper(6, wild=6, label="die.spider")
    other = Helper(4, modifier=-2, label="die.spider")
    assert helpers(breach(SETUP, "connect", "go_on")) == (moth, other)


def test_spiders_do_not_help_the_backlash() -> None:
    assert helpers(breach(SETUP, "connect", "go_on", 8, 0)) == ()


def test_a_hacker_in_control_may_throw_out_each_spider_that_is_there() -> None:
    assert offered(SETUP, breach(SETUP, *IN_CONTROL)) == ["act", "throw_out", "throw_out", "disconnect"]


@pytest.mark.parametrize(
    ("total", "against", "is_out"), [(5, 4, True), (5, 5, False), (5, 6, False), (3, 2, False), (4, 3, True)]
)
def test_it_takes_a_success_and_a_higher_total(total: int, against: int, is_out: bool) -> None:
    state = throw_out(1, total, against)
    assert (state.spiders, state.phase, state.kept) == (0b10 if is_out else 0b11, "control", None)


def test_the_higher_total_is_enough_where_the_ruling_says_so() -> None:
    setup = intrusion(None, WEB, {"opposed_needs_success": False})
    assert throw_out(1, 3, 2, setup).spiders == 0b10
    assert throw_out(1, 3, 3, setup).spiders == 0b11


def test_a_spider_thrown_out_stays_out_of_the_scene() -> None:
    state = breach(SETUP, "disconnect", "connect", "go_on", state=throw_out(1, 9, 2))
    assert helpers(state) == (Helper(4, modifier=-2, label="die.spider"),)
    assert offered(SETUP, throw_out(2, 9, 2)).count("throw_out") == 1


def test_a_natural_1_alerts_and_the_alert_is_not_the_spiders() -> None:
    state = breach(SETUP, *IN_CONTROL, option("throw_out", spider=2))
    assert ids(SETUP, state, (5, True)) == ["throws_out", "alert_starts"]
    state = breach(SETUP, (5, True), state=state)
    assert state.alert
    assert modifier(SETUP, state) == -2  # unskilled, and nothing more


def test_the_hackers_bonuses_and_help_count() -> None:
    setup = intrusion({"wounds": 1}, WEB)
    state = breach(setup, "connect", "go_on", (0, True), 8, option("throw_out", spider=1))
    test: Any = asked(setup, state).test
    assert (test.modifier, len(test.helpers)) == (2 - 1, 1)


def test_two_spiders_of_one_name_are_told_apart_by_their_numbers() -> None:
    setup = intrusion(None, {"spiders": [{"name": "Moth", "hacking": "d6"}] * 2})
    state = breach(setup, *IN_CONTROL, option("throw_out", spider=2), 5)
    (said,) = told(setup, state, 4)
    assert dict(said.values)["spider"] == 2
    assert breach(setup, 4, state=state).spiders == 0b01


@pytest.mark.parametrize(
    ("total", "against", "id"), [(5, 4, "spider_out"), (5, 5, "spider_stays"), (3, 2, "spider_stays_failure")]
)
def test_the_outcome_is_told_with_both_totals(total: int, against: int, id: str) -> None:
    state = breach(SETUP, *IN_CONTROL, option("throw_out", spider=1), total)
    (said,) = told(SETUP, state, against)
    assert (said.id, said.rule) == (id, "spiders")
    assert {"spider": "Moth", "total": total, "against": against}.items() <= dict(said.values).items()
