"""Rule page, The session: split, opening, attempts, wear, detection, and the hooks found on the way."""

from typing import Any

import pytest

from contrecoup.kernel import GM, GM_ONLY, option
from contrecoup.rulesets.tracing import RULESET
from contrecoup.rulesets.tracing.tests.hands import (
    asked,
    ended,
    exposed,
    held,
    ids,
    left,
    offered,
    refusals,
    session,
    throw_of,
    told,
    why,
)

OPEN = (("split", {"computers": 1}), 9)


def test_the_split_goes_into_every_test_of_its_kind() -> None:
    setup = session()
    state = held(setup, ("split", {"computers": 1}))
    assert throw_of(setup, state).count == 5 + 3
    state = held(setup, 9, ("attempt", {"level": 1}), state=state)
    assert throw_of(setup, state).count == 6 + 1
    state = held(setup, 0, 2, ("attempt", {"level": 1}), state=state)
    assert throw_of(setup, state).count == 6 + 1


def test_a_planned_split_must_add_up_to_the_pool() -> None:
    assert refusals("session", plan={"pool": {"computers": 2, "stealth": 1}}) == ["plan.pool: refused.split"]


def test_backing_out_before_the_opening_costs_nothing() -> None:
    setup = session()
    assert left(setup, held(setup, "back_out")) == {}


def test_from_the_opening_on_it_is_an_earlier_session() -> None:
    setup = session({"previous": 1, "traced": True})
    state = held(setup, *OPEN, "leave")
    assert ended(setup, state).outcome == "left"
    assert left(setup, state) == {"attacker.previous": 2, "attacker.traced": False}


def test_the_opening_result_is_the_sessions_stealth() -> None:
    setup = session()
    assert held(setup, *OPEN).intruders[0].stealth == 9
    wounded = session({"boxes": 6})
    assert throw_of(wounded, held(wounded, OPEN[0])).read([7] + [1] * 7).value == 4


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_failed_attempt_lowers_stealth_by_its_level_and_may_wear_it(level: int) -> None:
    setup = session()
    attempt = ("attempt", {"level": level})
    assert held(setup, *OPEN, attempt, 0, 2).intruders[0].stealth == 9 - level
    assert held(setup, *OPEN, attempt, 0, 1).intruders[0].stealth == 9 - level - 2


def test_success_wears_stealth_as_well_before_anybody_may_notice() -> None:
    setup = session()
    state = held(setup, *OPEN, ("attempt", {"level": 3}), 1, 1)
    assert throw_of(setup, state).tn == 9 - 2 - 6
    assert held(setup, 0, state=state).intruders[0].stealth == 7


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_level_costs_twice_its_number_for_this_attempt_only(level: int) -> None:
    setup = session()
    state = held(setup, *OPEN, ("attempt", {"level": level}), 1, 2)
    assert throw_of(setup, state).tn == 9 - 2 * level
    assert throw_of(setup, state).count == 5 + 3
    assert held(setup, 0, state=state).intruders[0].stealth == 9


def test_unnoticed_the_facts_are_handed_over_one_by_one() -> None:
    setup = session(dossier={"3": ["A", "B"]})
    state = held(setup, *OPEN, ("attempt", {"level": 3}), 1, 2)
    assert ids(setup, state, 0, "attacker") == ["gained", "fact", "fact"]
    over = held(setup, 0, "leave", state=state)
    assert ended(setup, over).outcome == "found_unnoticed"
    assert left(setup, over)["attacker.known.3"] is True
    assert "attacker.contact" not in left(setup, over)


def test_a_level_that_is_known_already_is_told_as_such() -> None:
    setup = session({"known": {"2": True}})
    state = held(setup, *OPEN, ("attempt", {"level": 2}), 1, 2)
    assert ids(setup, state, 0, "attacker") == ["again"]
    assert ended(setup, held(setup, 0, "leave", state=state)).outcome == "left"


def test_failures_go_unnoticed_but_by_ruling() -> None:
    attempt = (*OPEN, ("attempt", {"level": 1}), 0, 2)
    assert held(session(), *attempt).phase == "act"
    setup = session(rulings={"detection": "every_attempt"})
    noticed = held(setup, *attempt)
    assert noticed.phase == "detect"
    assert held(setup, 0, state=noticed).intruders[0].stealth == 8
    assert held(setup, 1, "wait", "go_through", state=noticed).intruders[0].stealth == 8


def test_the_wear_throw_is_the_game_masters_alone() -> None:
    setup = session()
    state = held(setup, *OPEN, ("attempt", {"level": 1}), 1)
    assert (asked(setup, state).seat, asked(setup, state).audience) == (GM, GM_ONLY)
    assert ids(setup, state, 1, "attacker") == ids(setup, state, 2, "attacker") == []
    shown = session(rulings={"stealth_shown": "always"})
    assert ids(shown, held(shown, *OPEN, ("attempt", {"level": 1}), 1), 1, "attacker") == ["wears"]


def test_stealth_that_runs_out_is_thrown_against_2_or_by_ruling_found_out_at_once() -> None:
    attempt = (("split", {"computers": 0}), 3, ("attempt", {"level": 2}), 1, 1)
    setup = session()
    assert throw_of(setup, held(setup, *attempt)).counted_tn == 2
    failing = (("split", {"computers": 0}), 3, ("attempt", {"level": 2}), 0, 1)
    strict = session(rulings={"stealth_out": "exposed"})
    assert held(strict, *failing).exposed
    assert not held(setup, *failing).exposed
    assert held(strict, ("split", {"computers": 0}), 0).exposed


def test_a_wounded_defender_notices_less() -> None:
    setup = session(None, {"boxes": 6})
    assert throw_of(setup, held(setup, *OPEN, ("attempt", {"level": 1}), 1, 2)).tn == 9 - 2 + 3


def test_a_hook_found_in_or_before_the_session_lowers_the_target_number() -> None:
    setup = session(findable=[{"kind": "system_contact"}, {"kind": "hunted", "value": -3}], tn=9)
    state = held(setup, ("hook", {"number": 1}), *OPEN, ("hook", {"number": 2}), ("attempt", {"level": 1}))
    assert throw_of(setup, state).tn == 9 - 2 - 3
    node = RULESET.node(setup, RULESET.start(setup))
    assert getattr(node, "seat", "") == GM
    assert getattr(node, "audience", None) == GM_ONLY


def test_the_first_hook_found_ends_a_blind_search() -> None:
    setup = session(tn=None, findable=[{"kind": "personal_system"}])
    assert (setup.session_tn(0), setup.session_tn(1)) == (13, 3)


def test_computers_0_can_only_leave() -> None:
    setup = session({"computers": 0})
    state = held(setup, ("split", {"computers": 0}), 9)
    assert offered(setup, state) == ["leave"]
    assert why(setup, state, option("attempt", level=1, dice=0)) == ["refused.no_computers"]


@pytest.mark.parametrize(
    ("ruling", "count", "complement"), [("dice", 11, 0), ("complementary", 6, 5), ("off", 6, 0)]
)
def test_a_datajack_supplements_computers(ruling: str, count: int, complement: int) -> None:
    setup = session({"datajack": True}, rulings={"datajack_intelligence": ruling})
    test = throw_of(setup, held(setup, ("split", {"computers": 0}), 9, ("attempt", {"level": 1})))
    assert (test.count, test.complement) == (count, complement)


def test_a_datajack_gives_half_the_intelligence_as_a_pool_to_one_who_has_none() -> None:
    def splits(**sheet: Any) -> int:
        setup = session(sheet)
        return len(getattr(RULESET.node(setup, RULESET.start(setup)), "options", ())) - 2

    assert splits(tech_pool=0, datajack=True) == 2
    assert splits(tech_pool=4, datajack=True) == 4
    assert splits(tech_pool=0) == 0


def test_the_attacker_learns_with_the_answer_or_at_once_by_ruling() -> None:
    setup = session()
    before = held(setup, *OPEN, ("attempt", {"level": 1}), 1, 2)
    assert ids(setup, before, 1, "attacker") == []
    assert ids(setup, before, 1, "defender") == ["exposed"]
    assert ids(setup, exposed(setup), "wait", "attacker") == ["exposed"]
    early = session(rulings={"exposed_learns": "at_once"})
    assert ids(early, held(early, *OPEN, ("attempt", {"level": 1}), 1, 2), 1, "attacker") == ["exposed"]
    assert [said.id for said in told(early, exposed(early), "wait", "attacker")] == []
