"""A seat's odds rest on what it has seen alone: exactly updated, and equal where truths look alike."""

import copy
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from contrecoup import load, odds
from contrecoup.kernel import GM, Choice, Refused, Throw
from contrecoup.odds.beliefs import Belief, believe
from contrecoup.odds.beliefs.sights import sights
from contrecoup.play import Session, TypedDice
from tests.odds.belief.evenings import JOE, TRACE, begun, belief, chances, play


def changed(data: Mapping[str, Any], **tables: Mapping[str, Any]) -> dict[str, Any]:
    """The data with some keys of its tables set otherwise."""
    copied: dict[str, Any] = copy.deepcopy(dict(data))
    for table, values in tables.items():
        copied[table] = {**copied.get(table, {}), **values}
    return copied


def told(found: Belief) -> list[Any]:
    """All that a seat is told: figures to their last bit, and the belief itself."""
    answer = found.odds()
    return [
        dict(answer.ends), dict(answer.rounds.p), answer.rounds.mean, answer.tallies, answer.cut,
        answer.states, [(dict(each.values), each.chance) for each in found.possible],
    ]  # fmt: skip


def until_asked(session: Session, reason: str) -> None:
    """Play on, dice showing 5 wherever they can, until something is asked."""
    for _ in range(40):
        node = session.question()
        if getattr(node, "reason", "") == reason:
            return
        play(session, [5], 1)
    raise AssertionError(reason)


@pytest.mark.parametrize("ice", ["d4", "d6", "d12"])
def test_before_anything_is_seen_every_truth_gives_equal_odds_to_the_last_bit(ice: str) -> None:
    here = told(believe(load(JOE), "hacker"))
    other = changed(JOE, system={"ice": ice, "colour": "red", "consequences": "The lift stops."})
    assert told(believe(load(other), "hacker")) == here


def test_the_odds_before_play_are_the_mean_over_all_that_may_be() -> None:
    found = believe(load(JOE), "hacker").odds(exact=True)
    every = [
        odds(load(changed(JOE, system={"ice": ice, "colour": colour})), exact=True).ends["control"]
        for ice in ("d4", "d6", "d8", "d10", "d12")
        for colour in ("green", "red")
    ]
    assert found.ends["control"] == sum(every, Fraction(0)) / 10


def test_stated_weights_are_the_prior() -> None:
    stated = {"system.ice": {"values": ["d4", "d8"], "weights": [1, 3]}, "system.colour": ["green"]}
    found = believe(load({**JOE, "beliefs": {"hacker": stated}}), "hacker")
    assert chances(found, "system.ice") == {"d4": 0.25, "d8": 0.75}
    low, high = (odds(load(changed(JOE, system={"ice": ice})), exact=True) for ice in ("d4", "d8"))
    assert found.odds(exact=True).ends["control"] == (low.ends["control"] + 3 * high.ends["control"]) / 4


def test_what_the_table_shows_decides() -> None:
    session = begun(JOE)
    assert len(belief(session, "hacker").possible) == 10
    play(session, [], 1)  # connected: the system's markers, which its Ice gives, lie on the table
    assert set(chances(belief(session, "hacker"), "system.ice")) == {"d8"}
    assert chances(belief(session, "hacker"), "system.colour") == {"green": 0.5, "red": 0.5}


@pytest.mark.parametrize("steps", [0, 1])
def test_truths_that_look_alike_after_some_play_give_equal_odds(steps: int) -> None:
    both = [
        play(begun(changed(JOE, system={"colour": colour})), [3, 5, 4, 6], steps)
        for colour in ("green", "red")
    ]
    first, second = (told(belief(session, "hacker")) for session in both)
    assert first == second
    assert both[0].scene.setup != both[1].scene.setup


def test_dice_that_are_seen_decide() -> None:
    red = play(begun(changed(JOE, system={"colour": "red"})), [3], 3)
    assert dict(belief(red, "hacker").marginals["system.colour"]) == {"red": 1}


def test_a_hidden_throw_is_weighed_by_what_the_seat_hears_of_it() -> None:
    session = begun(TRACE)
    until_asked(session, "throw.detect")
    assert chances(belief(session, "attacker"), "defender.computers") == {2: 1 / 3, 5: 1 / 3, 8: 1 / 3}
    node = session.question()
    assert isinstance(node, Throw)
    before = session.state
    weights = {}
    for computers in (2, 5, 8):
        scene = load(changed(TRACE, defender={"computers": computers}))
        test = scene.ruleset.node(scene.setup, before).test
        table = test.weights(node.floor, node.cap)
        weights[computers] = Fraction(
            sum(weight for result, weight in table.items() if result.value > 0), sum(table.values())
        )
    play(session, [5], 1)
    until_asked(session, "throw.end")
    found = dict(belief(session, "attacker").marginals["defender.computers"])
    whole = sum(weights.values(), Fraction(0))
    assert found == {computers: weight / whole for computers, weight in weights.items()}
    assert len(set(found.values())) == 3


def test_dice_that_the_seat_does_not_see_change_nothing_for_it() -> None:
    sessions = []
    for computers in (5, 8):
        session = begun(changed(TRACE, defender={"computers": computers}))
        until_asked(session, "throw.detect")
        play(session, [5], 1)
        until_asked(session, "throw.end")
        sessions.append(session)
    first, second = (told(belief(session, "attacker")) for session in sessions)
    assert first == second
    assert sessions[0].records[-1] != sessions[1].records[-1]


def test_a_secret_modifier_changes_nothing_that_its_victim_is_told() -> None:
    plain, secret = begun(JOE), begun(JOE)
    for session in (plain, secret):
        play(session, [], 2)
    secret.adjust(-1, "a hidden watcher", audience=frozenset())
    for session in (plain, secret):
        play(session, [3], 1)
    assert plain.state == secret.state
    assert told(belief(plain, "hacker")) == told(belief(secret, "hacker"))


def test_a_secret_modifier_that_decides_is_put_down_to_what_cannot_be_known() -> None:
    session = play(begun(JOE), [], 2)
    session.adjust(-4, "a hidden watcher", audience=frozenset())
    play(session, [5], 1)
    assert belief(session, "hacker").possible


def test_the_game_master_knows_the_truth() -> None:
    session = play(begun(JOE), [], 1)
    found = belief(session, GM)
    assert [dict(each.values) for each in found.possible] == [{}]
    assert found.odds().ends["control"] == pytest.approx(float(odds(load(JOE)).ends["control"]), abs=1e-12)


def test_over_is_over() -> None:
    session = begun({**JOE, "plan": {"once": True}})
    for face in [5, 3] * 30:
        if not session.is_over():
            play(session, [face], 1)
    assert session.is_over()
    found = belief(session, "hacker").odds()
    assert max(found.ends.values()) == pytest.approx(1)
    assert found.rounds.mean == 0


@pytest.mark.parametrize(
    ("data", "seat", "id"),
    [
        (JOE, "attacker", "odds.seat"),
        (JOE, "screen", "odds.seat"),
        ({**JOE, "beliefs": {"hacker": {"system.ice": ["d7"]}}}, "hacker", "belief.all_refused"),
        (
            {
                **JOE,
                "beliefs": {"hacker": {"system.alert_minutes": list(range(100)), "system.alert": [True] * 9}},
            },
            "hacker",
            "belief.too_many",
        ),
        ({**JOE, "beliefs": {"hacker": {"system.alert": [True]}}}, "hacker", "belief.impossible"),
    ],
)
def test_a_belief_that_cannot_be_is_refused(data: dict[str, Any], seat: str, id: str) -> None:
    with pytest.raises(Refused) as raised:
        believe(load(data), seat)
    assert raised.value.reasons[0].id == id


@pytest.mark.parametrize(
    ("beliefs", "where", "id"),
    [
        ({"hackr": {}}, "beliefs.hackr", "scene.not_accepted"),
        ({"hacker": {"system.ice": "d8"}}, 'beliefs.hacker."system.ice"', "scene.impossible"),
        (
            {"hacker": {"system.ice": {"values": ["d4"], "weights": [1, 2]}}},
            "beliefs.hacker.system.ice",
            "belief.weights",
        ),
        ({"hacker": {"system.ice": []}}, 'beliefs.hacker."system.ice"', "scene.list_length"),
    ],
)
def test_beliefs_of_a_scene_file_are_refused_when_it_is_read(
    beliefs: dict[str, Any], where: str, id: str
) -> None:
    with pytest.raises(Refused) as raised:
        load({**JOE, "beliefs": beliefs})
    assert [(reason.where, reason.id) for reason in raised.value.reasons] == [(where, id)]


@pytest.mark.parametrize("hidden", [True, False])
def test_dice_that_the_game_master_hid_are_no_evidence(hidden: bool) -> None:
    """A 4 and a 5 are one success each; who may not see them sees the same, and believes the same."""
    seen = []
    for face in (4, 5):
        session = begun(JOE)
        until_asked(session, "throw.ice")
        node = session.question()
        assert isinstance(node, Throw)
        session.throw(TypedDice(tuple(min(face, die.sides - 1) for die in node.test.dice())), hidden=hidden)
        seen.append((list(sights(session.scene, "hacker", session.steps)), told(belief(session, "hacker"))))
    (four, believed), (five, believed_too) = seen
    assert (four == five) == hidden
    assert believed == believed_too


def _asked_of_the_ice(colour: str) -> Session:
    """An intrusion whose Ice is asked to throw: one die, or two where the system is Red."""
    session = begun(changed(JOE, system={"colour": colour}))
    while isinstance(node := session.question(), Choice):
        session.choose(node.push)
    assert isinstance(node, Throw)
    assert (node.seat, len(node.test.dice())) == ("system", {"green": 1, "red": 2}[colour])
    return session


@pytest.mark.parametrize("is_thrown", [False, True], ids=["asked", "thrown unseen"])
def test_another_s_dice_tell_nothing_before_they_are_thrown_in_the_open(is_thrown: bool) -> None:
    both = []
    for colour, numbers in (("green", (5,)), ("red", (5, 2))):
        session = _asked_of_the_ice(colour)
        if is_thrown:
            session.throw(TypedDice(numbers), hidden=True)
        both.append(belief(session, "hacker"))
    assert told(both[0]) == told(both[1])
    assert set(chances(both[0], "system.colour")) == {"green", "red"}


@pytest.mark.parametrize(("colour", "numbers"), [("green", (5,)), ("red", (5, 2))])
def test_another_s_dice_tell_what_they_are_once_they_are_thrown_in_the_open(
    colour: str, numbers: tuple[int, ...]
) -> None:
    session = _asked_of_the_ice(colour)
    session.throw(TypedDice(numbers))
    assert chances(belief(session, "hacker"), "system.colour") == {colour: 1.0}
