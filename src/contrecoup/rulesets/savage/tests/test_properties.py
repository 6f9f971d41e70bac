"""What holds in every scene of these rules, whatever the sheets, rulings, choices and dice."""

from itertools import pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import contrecoup
from contrecoup.kernel import Answer, Choice, End, Result, may_see
from contrecoup.rulesets.savage import RULESET
from contrecoup.rulesets.savage.rules.backlash import levels_of, suffer
from contrecoup.rulesets.savage.setup import Duel, Intrusion
from contrecoup.rulesets.savage.sheets import Hacker, Rulings, System
from contrecoup.rulesets.savage.state import Body, DuelState, IntrusionState
from contrecoup.text import Texts

DICE = st.sampled_from(["d4", "d6", "d8", "d10", "d12"])
SKILL = st.one_of(DICE, st.just("unskilled"))
LINK = st.fixed_dictionaries(
    {"rating": st.sampled_from([4, 6, 8, 10, 12]), "armour": st.integers(min_value=0, max_value=6)}
)


@st.composite
def hackers(draw: st.DrawFn) -> dict[str, Any]:
    """A hacker who can take part."""
    wild = draw(st.booleans())
    return {
        "wild_card": wild,
        "hacking": draw(SKILL),
        "spirit": draw(DICE),
        "vigor": draw(DICE),
        "bennies": draw(st.integers(min_value=0, max_value=3)),
        "mode": draw(st.sampled_from(["commlink", "hot_sim"])),
        "commlink": draw(LINK),
        "shaken": draw(st.booleans()),
        "wounds": draw(st.integers(min_value=0, max_value=3)) if wild else 0,
        "fatigue": draw(st.integers(min_value=0, max_value=2)),
    }


SPIDERS = st.lists(st.fixed_dictionaries({"hacking": SKILL, "wild_card": st.booleans()}), max_size=3)
SYSTEMS = st.fixed_dictionaries(
    {
        "colour": st.sampled_from(["green", "red"]),
        "ice": DICE,
        "alert": st.booleans(),
        "alert_minutes": st.integers(min_value=0, max_value=360),
        "spiders": SPIDERS,
        "consequences": st.sampled_from(["", "Doors lock."]),
    }
)
RULINGS = st.fixed_dictionaries(
    {
        "both_out": st.sampled_from(["ejected", "control"]),
        "natural_one": st.sampled_from(["first_face", "any_face"]),
        "ones_on": st.sampled_from(["any_die", "trait_die"]),
        "assist_cap": st.sampled_from(["none", 4]),
        "disconnect": st.sampled_from(["before_rolls", "after_ice"]),
    }
    | {
        name: st.booleans()
        for name, value in msgspec.structs.asdict(Rulings()).items()
        if isinstance(value, bool)
    }
)
PLANS = st.fixed_dictionaries({"soak": st.booleans(), "once": st.booleans()})


@st.composite
def setups(draw: st.DrawFn) -> Intrusion | Duel:
    """Either scene."""
    rest = {"rulings": draw(RULINGS), "plan": draw(PLANS)}
    if draw(st.booleans()):
        return msgspec.convert({"hacker": draw(hackers()), "system": draw(SYSTEMS)} | rest, Intrusion)
    return msgspec.convert({"attacker": draw(hackers()), "defender": draw(hackers())} | rest, Duel)


Step = tuple[Any, Answer, Any]


@st.composite
def walks(draw: st.DrawFn) -> tuple[Intrusion | Duel, list[Step]]:
    """A scene and some steps of it by any answers."""
    setup = draw(setups())
    state = RULESET.start(setup)
    steps: list[Step] = []
    for _ in range(draw(st.integers(min_value=1, max_value=60))):
        node = RULESET.node(setup, state)
        if isinstance(node, End):
            break
        answer: Answer
        if isinstance(node, Choice):
            answer = draw(st.sampled_from(node.options))
        else:
            low, high = max(node.floor, -6), min(node.cap, 40) + 2
            answer = Result(draw(st.integers(min_value=low, max_value=high)), draw(st.booleans()))
        after = RULESET.apply(setup, state, answer)
        steps.append((state, answer, after))
        state = after
    return setup, steps


def bodies(state: Any) -> list[Body]:
    if isinstance(state, IntrusionState):
        return [state.body]
    assert isinstance(state, DuelState)
    return [state.attacker.body, state.defender.body]


@settings(max_examples=150, deadline=None)
@given(walks())
def test_bodies_and_bennies_stay_within_the_rules(walk: tuple[Any, list[Step]]) -> None:
    _, steps = walk
    for before, _, after in steps:
        for old, new in zip(bodies(before), bodies(after), strict=True):
            assert 0 <= new.bennies <= old.bennies
            assert old.wounds <= new.wounds <= 4
            assert old.fatigue <= new.fatigue <= 3
            assert not (new.wounds > old.wounds and new.fatigue > old.fatigue)
            assert new.fate == "up" or new.wounds in (1, 4) or new.fatigue == 3


@settings(max_examples=150, deadline=None)
@given(walks())
def test_alerts_last_spiders_go_and_backdoors_need_a_connection(walk: tuple[Any, list[Step]]) -> None:
    _, steps = walk
    for before, _, after in steps:
        if isinstance(after, IntrusionState):
            assert after.alert >= before.alert
            assert after.spiders & ~before.spiders == 0
            assert not (after.backdoor and after.phase in ("offline", "spirit", "backlash", "over"))
            assert after.hacker >= 0
            assert after.system >= 0


@settings(max_examples=150, deadline=None)
@given(walks())
def test_everything_said_has_words_with_every_placeholder_filled(walk: tuple[Any, list[Step]]) -> None:
    setup, steps = walk
    for lang in ("en", "fr"):
        texts = Texts(lang, "savage")
        for before, answer, after in steps:
            for said in RULESET.tell(setup, before, answer, after):
                assert texts.has(said.id)
                assert "{" not in texts.say(said)
                assert said.rule


@settings(max_examples=100, deadline=None)
@given(walks())
def test_only_the_game_master_hears_of_what_happens_outside(walk: tuple[Any, list[Step]]) -> None:
    setup, steps = walk
    for before, answer, after in steps:
        for said in RULESET.tell(setup, before, answer, after):
            if said.id == "alert_consequences":
                assert not any(
                    may_see(said.audience, seat) for seat in ("hacker", "system", "attacker", "screen")
                )


@settings(max_examples=100, deadline=None)
@given(walks())
def test_what_stays_fits_the_sheets_and_another_scene_begins_with_it(walk: tuple[Any, list[Step]]) -> None:
    setup, steps = walk
    node = RULESET.node(setup, steps[-1][2])
    if not isinstance(node, End):
        return
    data = msgspec.to_builtins(setup)
    for change in node.aftermath:
        assert data[change.sheet][change.field] != change.value
        data[change.sheet][change.field] = change.value
    again = msgspec.convert(data, type(setup))
    for name in ("hacker", "attacker", "defender"):
        who: Hacker | None = getattr(again, name, None)
        if who and not (who.incapacitated or who.dead or who.fatigue == 3):
            assert 0 <= who.wounds <= 3


@given(st.integers(min_value=0, max_value=12), st.booleans())
def test_more_damage_is_never_less_harm(marks: int, is_shaken: bool) -> None:
    assert levels_of(marks, is_shaken) <= levels_of(marks + 1, is_shaken)
    assert levels_of(marks, False) <= levels_of(marks, True)


@given(
    st.integers(min_value=0, max_value=12),
    st.booleans(),
    st.booleans(),
    st.builds(Body, wounds=st.integers(0, 3), fatigue=st.integers(0, 2)),
)
def test_a_greater_blow_never_leaves_a_sounder_body(
    levels: int, wounding: bool, wild: bool, body: Body
) -> None:
    less, more = (suffer(body, count, wounding, wild, shakes=True) for count in (levels, levels + 1))
    assert less.wounds <= more.wounds
    assert less.fatigue <= more.fatigue
    assert less.fate == "up" or more.fate == less.fate


@given(
    st.builds(Hacker, hacking=st.just("d6"), spirit=st.just("d6"), fatigue=st.integers(0, 3)),
    st.integers(0, 2_000),
    st.integers(0, 2_000),
)
def test_rest_in_whole_hours_adds_up(sheet: Hacker, one: int, other: int) -> None:
    split = RULESET.later(RULESET.later(sheet, one * 60), other * 60)
    assert split == RULESET.later(sheet, (one + other) * 60)


@given(
    st.builds(
        System,
        colour=st.just("red"),
        ice=st.just("d8"),
        alert=st.booleans(),
        alert_minutes=st.integers(min_value=0, max_value=360),
    ),
    st.integers(1, 400),
    st.integers(1, 400),
)
def test_an_alert_runs_out_alike_in_one_go_or_two(sheet: System, one: int, other: int) -> None:
    assert RULESET.later(RULESET.later(sheet, one), other) == RULESET.later(sheet, one + other)


MIRRORED = {"attacker": "defender", "defender": "attacker"}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"hacking": "d10", "spirit": "d8", "commlink": {"rating": 6}}, {"hacking": "d4", "mode": "hot_sim"}),
        ({"hacking": "d6", "wild_card": False, "commlink": {"rating": 4}}, {"hacking": "d8", "wounds": 2}),
    ],
)
def test_a_duel_is_the_same_seen_from_the_other_side(one: dict[str, Any], other: dict[str, Any]) -> None:
    common: dict[str, Any] = {"spirit": "d6", "commlink": {"rating": 4}}
    pair = (common | one, common | other)
    scene = {"rules": "savage", "scene": "duel"}
    here = contrecoup.odds(contrecoup.load(scene | {"attacker": pair[0], "defender": pair[1]}))
    there = contrecoup.odds(contrecoup.load(scene | {"attacker": pair[1], "defender": pair[0]}))
    for seat, twin in MIRRORED.items():
        assert here.ends[f"{seat}_crashes"] == pytest.approx(there.ends[f"{twin}_crashes"], abs=1e-12)
        assert here.harm[seat] == pytest.approx(there.harm[twin], abs=1e-12)
    assert here.ends["both_crash"] == pytest.approx(there.ends["both_crash"], abs=1e-12)
    assert here.rounds.mean == pytest.approx(there.rounds.mean, abs=1e-11)


@settings(max_examples=60, deadline=None)
@given(setups())
def test_equal_keys_ask_for_equal_tests(setup: Intrusion | Duel) -> None:
    tests: dict[Any, Any] = {}
    waiting, seen = [RULESET.start(setup)], set[Any]()
    while waiting and len(seen) < 150:
        state = waiting.pop(0)
        node = RULESET.node(setup, state)
        if state in seen or isinstance(node, End):
            continue
        seen.add(state)
        answers: tuple[Answer, ...]
        if isinstance(node, Choice):
            answers = node.options
        else:
            assert tests.setdefault(node.key, node.test) == node.test
            answers = tuple(
                Result(value, mishap) for value in (node.floor, node.cap) for mishap in (False, True)
            )
        waiting += [RULESET.apply(setup, state, answer) for answer in answers]


def test_every_answer_of_push_moves_on() -> None:
    setup = msgspec.convert(
        {
            "hacker": {"hacking": "d8", "spirit": "d6", "mode": "hot_sim"},
            "system": {"colour": "red", "ice": "d4"},
        },
        Intrusion,
    )
    states = [RULESET.start(setup)]
    while not isinstance(node := RULESET.node(setup, states[-1]), End):
        answer = node.push if isinstance(node, Choice) else Result(1)
        states.append(RULESET.apply(setup, states[-1], answer))
    assert all(before != after for before, after in pairwise(states))
