"""The dial finds the nearest settings, says how odds move around them, and why a wish isn't met."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest

from contrecoup import dial, load, odds
from contrecoup.kernel import Refused
from contrecoup.odds.dials import search as module
from contrecoup.odds.dials import wishes

EXAMPLES = Path(__file__).parents[3] / "examples"
JOE = load(EXAMPLES / "fast-joe.toml")
DICE, COLOURS = ("d4", "d6", "d8", "d10", "d12"), ("green", "red")
KEYS = "system.ice,system.colour,system.alert"

TRACE: dict[str, Any] = {
    "rules": "tracing",
    "scene": "session",
    "tn": 6,
    "attacker": {"computers": 3, "stealth": 2, "body": 3, "intelligence": 3},
    "defender": {
        "computers": 4,
        "stealth": 4,
        "programs": [{"kind": "white_ic", "rating": 4}, {"kind": "white_ic", "rating": 5}],
    },
    "plan": {"level": 3, "defender": {"actions": ["white_ic"]}},
}
TRACED = load(TRACE)


def test_the_nearest_setting_is_the_nearest_of_all_solved_one_by_one() -> None:
    found = dial(JOE, ["control=0.65", "rounds<=6"], [KEYS])
    gaps = {}
    for ice, colour, alert in product(DICE, COLOURS, ("false", "true")):
        keys = {"system.ice": ice, "system.colour": colour, "system.alert": alert}
        one = odds(load(EXAMPLES / "fast-joe.toml", keys))
        over = max(0.0, float(one.rounds.mean) - 6) / 6
        gaps[ice, colour, alert == "true"] = ((float(one.ends["control"]) - 0.65) ** 2 + over**2) ** 0.5
    best = min(gaps, key=lambda each: gaps[each])
    assert tuple(found.nearest[0].values.values()) == best == ("d6", "red", True)
    assert found.nearest[0].distance == pytest.approx(gaps[best], abs=1e-12)
    assert [round(each.distance, 9) for each in found.nearest] == sorted(
        round(gap, 9) for gap in gaps.values()
    )[:10]
    assert (found.is_whole, found.settings, found.tried, found.refused) == (True, 20, 20, 0)


def test_without_keys_those_are_turned_that_the_rules_declare() -> None:
    assert [axis.key for axis in dial(JOE, {"control": 0.9}).axes] == KEYS.split(",")


def test_steps_are_the_settings_around_the_nearest_one() -> None:
    found = dial(JOE, ["control=0.88"], ["system.ice", "system.colour"])
    assert found.is_met
    assert dict(found.nearest[0].values) == {"system.ice": "d6", "system.colour": "green"}
    steps = [(step.key, step.value) for step in found.steps]
    assert steps == [("system.ice", "d4"), ("system.ice", "d8"), ("system.colour", "red")]
    control = odds(load(EXAMPLES / "fast-joe.toml", {"system.ice": "d4"})).ends["control"]
    assert found.steps[0].setting.figures[0] == pytest.approx(float(control), abs=1e-12)
    assert found.now is not None
    assert found.now.ends["control"] == pytest.approx(0.564025138299891)


def test_a_wish_that_no_setting_meets_comes_with_its_reach() -> None:
    found = dial(JOE, ["control=0.5", "rounds>=30"], ["system.ice"])
    assert not found.is_met
    assert not found.reach[1].is_met
    assert found.reach[1].most < 30
    assert found.reach[0].least < 0.5 < found.reach[0].most


def test_tallies_can_be_wished_by_value_and_by_mean() -> None:
    found = dial(JOE, ["harm.none>=0.9", "left.hacker>=4"], ["system.ice"])
    easy = odds(load(EXAMPLES / "fast-joe.toml", {"system.ice": "d4"}))
    assert found.nearest[0].values["system.ice"] == "d4"
    left = easy.left["hacker"]
    mean = sum(value * share for value, share in left.items()) / sum(left.values())
    assert found.nearest[0].figures == pytest.approx((easy.harm["none"], float(mean)))
    assert found.means == (False, True)


def test_rulings_are_turned_where_asked() -> None:
    found = dial(JOE, {"control": 0.69}, ["rulings.both_out"])
    assert [setting.values["rulings.both_out"] for setting in found.nearest] == ["control", "ejected"]


def test_a_list_is_turned_by_its_length_and_the_numbers_in_it() -> None:
    found = dial(TRACED, ["skill_lost.0<=0.2"], ["defender.programs=1|2", "defender.programs[].rating=3|6"])
    assert [(axis.key, axis.values, axis.now) for axis in found.axes] == [
        ("defender.programs", (1, 2), 2),
        ("defender.programs[].rating", (3, 6), 4),
    ]
    one = TRACE | {"defender": TRACE["defender"] | {"programs": [{"kind": "white_ic", "rating": 6}]}}
    wanted = {"defender.programs": 1, "defender.programs[].rating": 6}
    setting = next(each for each in found.nearest if dict(each.values) == wanted)
    assert setting.figures[0] == pytest.approx(odds(load(one)).tallies["skill_lost"][0])
    both = dial(TRACED, ["rounds<=9"], ["defender.programs"])
    assert [axis.key for axis in both.axes] == ["defender.programs", "defender.programs[].rating"]
    assert both.axes[0].values == (0, 1, 2, 3, 4, 5)


def test_entries_are_chosen_by_a_value_of_theirs() -> None:
    fight = load(EXAMPLES / "machines-duel.toml")
    found = dial(fight, ["north=0.9"], ["combatants[side=south].sheet.combat.firearms=0"])
    assert found.nearest[0].values == {"combatants[side=south].sheet.combat.firearms": 0}
    same = load(EXAMPLES / "machines-duel.toml", {"combatants[1].sheet.combat.firearms": "0"})
    assert found.nearest[0].ends["north"] == pytest.approx(float(odds(same).ends["north"]), abs=1e-12)


def test_beyond_the_bound_one_key_after_the_other_is_turned(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = dial(JOE, ["control=0.95"], [f"{KEYS},hacker.hacking"])
    monkeypatch.setattr(module, "MOST_SETTINGS", 10)
    monkeypatch.setattr(module, "FEWEST_SETTINGS", 10)
    found = dial(JOE, ["control=0.95"], [f"{KEYS},hacker.hacking"])
    assert not found.is_whole
    assert found.tried < found.settings == whole.tried == 120
    assert found.nearest[0].distance >= whole.nearest[0].distance
    assert found.now is not None
    assert found.nearest[0].distance < found.now.distance


def test_settings_that_the_rules_refuse_are_left_out_and_counted() -> None:
    found = dial(JOE, ["control=0.9"], ["system.ice=d4|d7"])
    assert found.refused == 1
    assert [setting.values["system.ice"] for setting in found.nearest] == ["d4", "d8"]


@pytest.mark.parametrize(
    ("want", "vary", "ids"),
    [
        ([], [], ["dial.no_wish"]),
        (["control", "rounds<5", "x=-1", "control=0,5"], [], ["dial.wish_form"] * 4),
        (["contrl=0.5", "zzzz=1"], [], ["dial.figure_near", "dial.figure"]),
        (["control=65"], [], ["dial.share"]),
        (["control=0.5"], ["system.icy", "hacker.name"], ["scene.unknown_key_near", "dial.no_values"]),
        (["control=0.5"], ["system.spiders"], ["dial.no_entry"]),
        (["control=0.5"], ["system[x]"], ["scene.set_no_key"]),
        (["control=0.5"], ["system.spiders=some"], ["dial.counts"]),
    ],
)
def test_what_cannot_be_wished_or_turned_is_refused_at_once(
    want: list[str], vary: list[str], ids: list[str]
) -> None:
    with pytest.raises(Refused) as raised:
        dial(JOE, want, vary)
    assert [reason.id for reason in raised.value.reasons] == ids


def test_a_percent_is_a_part_of_a_hundred() -> None:
    assert [wish.target for wish in wishes.read(["control=65%", "rounds <= 6"])] == [0.65, 6.0]


def test_a_long_search_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_STATES_AT_ONCE", 1)
    told: list[tuple[int, int]] = []
    dial(JOE, ["control=0.65"], [KEYS], lambda tried, whole: told.append((tried, whole)))
    assert told == [(tried, 20) for tried in range(20)]


def test_lines_have_every_setting_that_differs_from_the_nearest_in_one_key() -> None:
    found = dial(JOE, ["control=0.65"], [KEYS])
    assert [step.value for step in found.lines["system.ice"]] == list(DICE)
    assert found.nearest[0] in [step.setting for step in found.lines["system.ice"]]
    others = {tuple(step.setting.values.values())[1:] for step in found.lines["system.ice"]}
    assert others == {tuple(found.nearest[0].values.values())[1:]}
