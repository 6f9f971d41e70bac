"""Every seat gets odds of its own, and truths that look alike to it give equal ones to the last bit."""

import copy
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from contrecoup import Refused, load
from contrecoup.odds.beliefs import Belief, believe
from contrecoup.registry import find
from contrecoup.registry.overrides import put
from tests.odds.belief.evenings import JOE, begun, belief, chances, play

DUEL: dict[str, Any] = {
    "rules": "machines",
    "scene": "fight",
    "combatants": [
        {"side": "north", "weapon": "blade", "sheet": {"kind": "human", "name": "Ortiz", "damage": 4}},
        {"side": "south", "weapon": "blade", "sheet": {"kind": "human", "name": "Conscript", "damage": 4}},
    ],
}
ATTACK: dict[str, Any] = {**DUEL, "scene": "attack"}
SESSION: dict[str, Any] = {
    "rules": "tracing",
    "scene": "session",
    "tn": 5,
    "attacker": {"name": "Kestrel", "computers": 4, "stealth": 3, "tech_pool": 2},
    "defender": {"computers": 5, "stealth": 3},
    "helpers": [{"side": "attackers", "computers": 6}, {"side": "defenders", "name": "Moth", "computers": 4}],
}


def changed(data: Mapping[str, Any], changes: Mapping[tuple[str | int, ...], Any]) -> dict[str, Any]:
    whole: Any = copy.deepcopy(dict(data))
    for path, value in changes.items():
        whole = put(whole, path, value, "")
    return dict(whole)


def told(found: Belief) -> list[Any]:
    """All that a seat is told: figures to their last bit, and the belief itself."""
    answer = found.odds()
    return [
        dict(answer.ends), dict(answer.rounds.p), answer.rounds.mean, answer.tallies, answer.cut,
        answer.states, answer.sampled, [(dict(each.values), each.chance) for each in found.possible],
    ]  # fmt: skip


@cache
def told_of_the_session(seat: str) -> list[Any]:
    """What a seat of the session is told before it begins."""
    return told(believe(load(SESSION), seat))


FOE = ("combatants", 1)
HIDDEN_FOES: list[dict[tuple[str | int, ...], Any]] = [
    {(*FOE, "weapon"): "laser", (*FOE, "sheet", "combat"): {"firearms": 5}},
    {(*FOE, "armour"): 4, (*FOE, "also"): ["pistol"]},
    {(*FOE, "sheet", "attributes"): {"dexterity": 5}, (*FOE, "sheet", "traits"): []},
    {(*FOE, "weapon"): "pistol", (*FOE, "rounds"): 1, (*FOE, "magazines"): 3},
]


@pytest.mark.parametrize("data", [DUEL, ATTACK], ids=["fight", "attack"])
@pytest.mark.parametrize("foe", HIDDEN_FOES, ids=["arms", "armour", "body", "rounds"])
def test_a_fighter_s_odds_are_the_same_whatever_his_foe_hides(
    data: dict[str, Any], foe: dict[tuple[str | int, ...], Any]
) -> None:
    other = load(changed(data, foe))
    assert told(believe(load(data), "fighter_1")) == told(believe(other, "fighter_1"))
    assert other.setup != load(data).setup


def test_a_ready_character_and_a_sheet_of_his_name_look_alike() -> None:
    named = changed(DUEL, {(*FOE, "sheet"): "conscript"})
    plain = changed(DUEL, {(*FOE, "sheet"): {"kind": "human", "name": "Conscript", "willpower": 9}})
    assert told(believe(load(named), "fighter_1")) == told(believe(load(plain), "fighter_1"))


def test_a_foe_is_held_for_the_ready_characters_of_his_kind_with_the_wounds_that_show() -> None:
    found = believe(load(DUEL), "fighter_1")
    key = "combatants[side!=north].sheet"
    assert chances(found, key) == {"conscript": 0.5, "soldier": 0.5}
    sheets = [held.candidate.scene.data["combatants"][1]["sheet"] for held in found._held]
    assert [(sheet["name"], sheet["damage"]) for sheet in sheets] == [("Conscript", 4)] * 2
    assert [sheet["combat"]["firearms"] for sheet in sheets] == [1, 3]


def test_a_fighter_knows_his_own_side() -> None:
    weaker = changed(DUEL, {("combatants", 0, "sheet", "attributes"): {"dexterity": 5, "vigor": 5}})
    assert told(believe(load(DUEL), "fighter_1")) != told(believe(load(weaker), "fighter_1"))


def test_what_a_scene_states_of_a_foe_goes_before_the_ready_characters() -> None:
    stated = {"fighter_1": {"combatants[1].sheet": ["soldier"], "combatants[1].weapon": ["blade", "laser"]}}
    named = changed({**DUEL, "beliefs": stated}, {(*FOE, "sheet", "name"): "Soldier"})
    found = believe(load(changed(named, {(*FOE, "sheet", "damage"): 0})), "fighter_1")
    assert set(found.marginals) == {"combatants[1].sheet", "combatants[1].weapon"}
    assert chances(found, "combatants[1].weapon") == {"blade": 0.5, "laser": 0.5}


def test_a_played_fight_gives_a_fighter_equal_odds_where_his_foe_s_secrets_have_not_shown() -> None:
    conscript = changed(DUEL, {(*FOE, "sheet"): "conscript"})
    secret: dict[tuple[str | int, ...], Any] = {
        (*FOE, "armour"): 4,
        (*FOE, "weapon"): "laser",
        (*FOE, "also"): ["pistol"],
    }
    both = [play(begun(changed(conscript, foe)), [5, 6], 2) for foe in ({}, secret)]
    first, second = (told(belief(session, "fighter_1")) for session in both)
    assert both[0].scene.setup != both[1].scene.setup
    assert belief(both[0], "fighter_1").sights
    assert first == second


HIDDEN_ATTACKERS: list[dict[tuple[str | int, ...], Any]] = [
    {("attacker", "computers"): 9, ("attacker", "stealth"): 1},
    {("attacker", "name"): "Merlin", ("attacker", "boxes"): 3, ("attacker", "tech_pool"): 0},
    {("tn",): 8, ("hooks",): [{"kind": "personal_information"}]},
    {("attacker", "dossier"): {"1": ["A name"]}, ("attacker", "previous"): 4, ("plan",): {"level": 4}},
]


@pytest.mark.parametrize("attacker", HIDDEN_ATTACKERS, ids=["skills", "body", "number", "history"])
@pytest.mark.parametrize("seat", ["defender", "helper_2"])
def test_the_defenders_odds_are_the_same_whoever_comes(
    seat: str, attacker: dict[tuple[str | int, ...], Any]
) -> None:
    other = load(changed(SESSION, attacker))
    assert told_of_the_session(seat) == told(believe(other, seat))
    assert other.setup != load(SESSION).setup


@pytest.mark.parametrize(
    "defender",
    [
        {("defender", "computers"): 9, ("defender", "stealth"): 1},
        {("defender", "programs"): [{"kind": "white_ic", "rating": 6}], ("defender", "tech_pool"): 4},
        {("helpers", 1, "computers"): 9, ("dossier",): {"2": ["By the sea"]}},
        {("plan",): {"level": 2, "defender": {"actions": ["wait"]}}},
    ],
    ids=["skills", "programs", "helpers", "plan"],
)
def test_a_helper_s_odds_hang_on_himself_alone(defender: dict[tuple[str | int, ...], Any]) -> None:
    other = load(changed(SESSION, defender))
    assert told_of_the_session("helper_1") == told(believe(other, "helper_1"))


def test_the_defender_knows_his_own_sheet() -> None:
    stronger = load(changed(SESSION, {("defender", "computers"): 9}))
    assert told_of_the_session("defender") != told(believe(stronger, "defender"))


def test_a_played_session_tells_the_defender_nothing_of_an_attacker_whom_he_has_not_met() -> None:
    both = [play(begun(changed(SESSION, each)), [5, 5], 1) for each in ({}, HIDDEN_ATTACKERS[0])]
    first, second = (told(belief(session, "defender")) for session in both)
    assert first == second


def test_what_stands_for_something_secret_is_not_told_as_a_belief() -> None:
    found = believe(load(SESSION), "helper_2")
    assert set(found.marginals) == {"attacker.computers", "defender.computers", "tn"}


def test_every_seat_of_every_scene_has_something_said_of_what_it_cannot_know() -> None:
    silent = {
        (manifest.id, scene)
        for manifest in find().values()
        for scene in manifest.scenes
        if not manifest.hidden.get(scene)
    }
    assert not silent


def test_a_seat_that_the_scene_does_not_have_is_refused() -> None:
    with pytest.raises(Refused) as raised:
        believe(load(DUEL), "fighter_9")
    assert raised.value.reasons[0].id == "odds.seat"


def test_spiders_are_a_surprise_whose_dice_may_be_any_until_they_show() -> None:
    spiders = [{"hacking": "d6"}, {"hacking": "d10"}]
    session = begun(changed(JOE, {("system", "spiders"): spiders}))
    assert "system.spiders" not in belief(session, "hacker").marginals
    play(session, [], 1)
    held = belief(session, "hacker").marginals["system.spiders"]
    assert {len(value) for value, _ in held} == {2}
    assert len({str(value) for value, _ in held}) == 25
    play(session, [3], 2)
    assert [value for value, _ in belief(session, "hacker").marginals["system.spiders"]] == [spiders]


@pytest.mark.parametrize("steps", [0, 1])
def test_spiders_of_other_dice_look_alike_before_they_throw(steps: int) -> None:
    both = [
        play(begun(changed(JOE, {("system", "spiders"): [{"hacking": die}]})), [], steps)
        for die in ("d4", "d12")
    ]
    first, second = (told(belief(session, "hacker")) for session in both)
    assert first == second


def test_a_foe_s_weapon_that_fits_no_ready_character_is_a_surprise() -> None:
    armed = changed(
        DUEL, {(*FOE, "sheet"): "conscript", (*FOE, "weapon"): "laser", ("combatants", 1, "at"): 1}
    )
    session = begun(armed)
    for _ in range(12):
        if set(belief(session, "fighter_1").marginals) != {"combatants[side!=north].sheet"}:
            break
        play(session, [6, 6, 6], 1)
    assert chances(belief(session, "fighter_1"), "combatants[side!=north].weapon") == {"laser": 1}
