"""Rule page, Scene files: what is refused, and what odds may share."""

from typing import Any

import pytest

import contrecoup
from contrecoup.kernel import Refused
from contrecoup.rulesets.savage import RULESET
from contrecoup.rulesets.savage.tests.hands import HACKER, SYSTEM, breach, clash, duel, intrusion


def reasons(start: Any) -> list[tuple[str, str]]:
    with pytest.raises(Refused) as refused:
        start()
    assert refused.value.domain == "savage"
    return [(reason.where, reason.id) for reason in refused.value.reasons]


@pytest.mark.parametrize(
    ("who", "reason"),
    [
        ({"commlink": None}, ("hacker.commlink", "refused.no_commlink")),
        ({"incapacitated": True}, ("hacker.incapacitated", "refused.incapacitated")),
        ({"dead": True}, ("hacker.dead", "refused.dead")),
        ({"fatigue": 3}, ("hacker.fatigue", "refused.tired")),
        ({"wild_card": False, "wounds": 1}, ("hacker.wounds", "refused.extra_wounded")),
    ],
)
def test_who_never_can_connect_is_refused(who: dict[str, Any], reason: tuple[str, str]) -> None:
    assert reasons(lambda: RULESET.start(intrusion(who))) == [reason]


def test_the_exhausted_are_told_what_is_the_most() -> None:
    with pytest.raises(Refused) as refused:
        RULESET.start(intrusion({"fatigue": 3}))
    assert refused.value.reasons[0].values == (("most", 2),)


@pytest.mark.parametrize(
    "who",
    [{"shaken": True}, {"fatigue": 2}, {"wounds": 3}, {"commlink": None, "mode": "hot_sim"}, {"bennies": 20}],
)
def test_who_can_is_not(who: dict[str, Any]) -> None:
    assert RULESET.start(intrusion(who)).phase == "offline"


def test_every_reason_is_given_at_once_with_its_place() -> None:
    setup = duel({"commlink": None, "dead": True}, {"fatigue": 3, "incapacitated": True})
    assert reasons(lambda: RULESET.start(setup)) == [
        ("attacker.commlink", "refused.no_commlink"),
        ("attacker.dead", "refused.dead"),
        ("defender.incapacitated", "refused.incapacitated"),
        ("defender.fatigue", "refused.tired"),
    ]


@pytest.mark.parametrize(
    ("where", "value"),
    [
        ("system.ice", "d7"),
        ("system.colour", "blue"),
        ("hacker.hacking", "d20"),
        ("hacker.wounds", 4),
        ("hacker.bennies", -1),
        ("rulings.assist_cap", 5),
        ("system.alert_minutes", 361),
        ("hacker.comlink", 1),
    ],
)
def test_what_no_sheet_can_say_is_refused_at_its_key(where: str, value: object) -> None:
    table, key = where.split(".")
    data: dict[str, Any] = {"hacker": dict(HACKER), "system": dict(SYSTEM), "rulings": {}}
    data[table][key] = value
    with pytest.raises(Refused) as refused:
        contrecoup.load({"rules": "savage", "scene": "intrusion", **data})
    assert [reason.where for reason in refused.value.reasons] == [where]


# Shapes


def test_before_a_blow_colours_dice_and_kinds_share_a_shape() -> None:
    one = intrusion(once=True)
    others = (
        intrusion({"hacking": "d12", "wild_card": False}, {"colour": "red", "ice": "d12"}, once=True),
        intrusion({"commlink": {"rating": 4}}, None, {"natural_one": "any_face"}, once=True),
        intrusion({"mode": "hot_sim", "spirit": "d12"}, {"alert": True}, once=True),
    )
    state = breach(one, "connect", "go_on", 1)
    assert {other.shape(state) for other in others} == {one.shape(state)}


def test_after_a_blow_colour_and_kind_tell_shapes_apart() -> None:
    one = intrusion(once=True)
    state = breach(one, "connect", "go_on", 8, 0)
    for other in (intrusion({"wild_card": False}, once=True), intrusion(None, {"colour": "red"}, once=True)):
        assert other.shape(state) != one.shape(state)


def test_who_may_come_back_shares_only_with_the_same_markers() -> None:
    one, other = intrusion(), intrusion({"commlink": {"rating": 6}})
    state = breach(one, "connect", "go_on", 1)
    assert one.shape(state) != other.shape(state)
    assert one.shape(state) == intrusion({"hacking": "d4"}).shape(state)


def test_an_attempt_that_is_the_only_one_has_its_markers_from_the_start() -> None:
    one, other = intrusion(once=True), intrusion({"commlink": {"rating": 4}}, once=True)
    first, second = RULESET.start(one), RULESET.start(other)
    assert (first.hacker, second.hacker) == (8, 4)  # type: ignore[union-attr]  # an intrusion's states
    assert first != second
    assert RULESET.start(intrusion()) == RULESET.start(intrusion({"commlink": {"rating": 4}}))


def test_what_push_never_uses_is_taken_out_of_the_walk() -> None:
    pushed = intrusion({"bennies": 3}, None, {"disconnect": "after_ice"}).pushed()
    assert pushed.plan.once
    assert (pushed.hacker.bennies, pushed.rulings.benny_reroll) == (0, False)
    assert pushed.rulings.disconnect == "before_rolls"
    both = duel({"bennies": 3}, {"bennies": 2}).pushed()
    assert (both.attacker.bennies, both.defender.bennies) == (0, 0)


def test_duels_share_until_somebody_crashes() -> None:
    one, other = duel(), duel({"hacking": "d4", "commlink": {"rating": 4}}, {"wild_card": False})
    assert one.shape(clash(one)) == other.shape(clash(one))
    crashed = clash(one, "go_on", "go_on", 8, 0)
    assert one.shape(crashed) != other.shape(crashed)
