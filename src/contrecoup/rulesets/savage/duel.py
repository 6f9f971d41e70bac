"""Hacker against hacker, phase by phase (rule page, Hacker against hacker)."""

from collections.abc import Callable
from typing import Literal

from msgspec.structs import replace

from contrecoup.dice import TraitTest, marks_of
from contrecoup.kernel import (
    Answer,
    Change,
    Choice,
    End,
    Node,
    Option,
    Refused,
    Result,
    Tally,
    Throw,
    pick,
    result_of,
)
from contrecoup.rulesets.savage import blow as blows
from contrecoup.rulesets.savage.conditions import body_of, changes_of, obstacles, tallies_of
from contrecoup.rulesets.savage.options import GO_ON, KEEP, LEAVE, REROLL, STEADY, UNSHAKE
from contrecoup.rulesets.savage.rules.backlash import hacker_damage
from contrecoup.rulesets.savage.rules.markers import after_marks, hacker_markers
from contrecoup.rulesets.savage.rules.trait import (
    FAULT_BONUS,
    HIGHEST,
    LOWEST,
    NOTHING,
    TARGET,
    hacking_test,
    keep,
    spirit_test,
    totals,
)
from contrecoup.rulesets.savage.setup import Duel
from contrecoup.rulesets.savage.sheets import Hacker
from contrecoup.rulesets.savage.state import Blow, DuelState, Side

State = DuelState
Who = Literal["attacker", "defender"]


def start(setup: Duel) -> State:
    """Both with their markers, whoever is Shaken before he connects; Refused where one of them never can."""
    pairs = (("attacker", setup.attacker), ("defender", setup.defender))
    reasons = [reason for where, hacker in pairs for reason in obstacles(hacker, where)]
    if reasons:
        raise Refused(reasons, "savage")
    return _connect(State("round", _side(setup.attacker), _side(setup.defender)))


def node(setup: Duel, state: State) -> Node:
    """The question of the state's phase."""
    return _NODES.get(state.phase, _ask_blow)(setup, state)


def apply(setup: Duel, state: State, answer: Answer) -> State:
    """The state after an answer to the question of the state's phase."""
    if state.phase in _CHOICES:
        return _CHOICES[state.phase](setup, state, pick(node(setup, state), answer))
    return _THROWS.get(state.phase, _blow)(setup, state, result_of(answer))


def _side(hacker: Hacker) -> Side:
    return Side(hacker_markers(hacker), body_of(hacker))


def other_of(who: Who) -> Who:
    """Against whom."""
    return "defender" if who == "attacker" else "attacker"


def sheet_of(setup: Duel, who: Who) -> Hacker:
    """The sheet of one of the two."""
    return setup.attacker if who == "attacker" else setup.defender


def side_of(state: State, who: Who) -> Side:
    """How one of the two stands."""
    return state.attacker if who == "attacker" else state.defender


def _with(state: State, who: Who, side: Side) -> State:
    return replace(state, attacker=side) if who == "attacker" else replace(state, defender=side)


# Before the first round


def _connect(state: State) -> State:
    """The first round, or the turn of who is still Shaken."""
    pair: tuple[Who, Who] = ("attacker", "defender")
    shaken = [who for who in pair if side_of(state, who).body.shaken]
    return replace(state, phase="shaken" if shaken else "round", turn=shaken[0] if shaken else "attacker")


def _ask_shaken(setup: Duel, state: State) -> Choice:
    bennies = side_of(state, state.turn).body.bennies
    ways = (STEADY, UNSHAKE, LEAVE) if bennies else (STEADY, LEAVE)
    return Choice(state.turn, ways, STEADY, "choice.shaken")


def _shaken(setup: Duel, state: State, chosen: Option) -> State:
    if chosen == LEAVE:
        return replace(state, phase="over", outcome=f"{state.turn}_leaves")
    if chosen == STEADY:
        return replace(state, phase="spirit")
    side = side_of(state, state.turn)
    body = replace(side.body, shaken=False, bennies=side.body.bennies - 1)
    return _connect(_with(state, state.turn, replace(side, body=body)))


def _ask_spirit(setup: Duel, state: State) -> Throw:
    test = spirit_test(sheet_of(setup, state.turn), side_of(state, state.turn).body)
    return Throw(state.turn, test, "throw.spirit", ("spirit", state.turn), cap=1, mishap_matters=False)


def _spirit(setup: Duel, state: State, result: Result) -> State:
    side = side_of(state, state.turn)
    body = replace(side.body, shaken=not result.value)
    return _connect(_with(state, state.turn, replace(side, body=body)))


# Rounds


def _ask_round(setup: Duel, state: State) -> Choice:
    return Choice(state.turn, (GO_ON, LEAVE), GO_ON, "choice.round")


def _round(setup: Duel, state: State, chosen: Option) -> State:
    if chosen == LEAVE:
        return replace(state, phase="over", outcome=f"{state.turn}_leaves")
    if state.turn == "attacker":
        return replace(state, turn="defender")
    return replace(state, phase="hacking", turn="attacker")


def _ask_hacking(setup: Duel, state: State) -> Throw:
    return _hacking_throw(setup, state, "throw.hacking", opens=state.turn == "attacker")


def _ask_again(setup: Duel, state: State) -> Throw:
    return _hacking_throw(setup, state, "throw.again", opens=False)


def _hacking_throw(setup: Duel, state: State, reason: str, opens: bool) -> Throw:
    test, key = _hacking(setup, state, state.turn)
    other = side_of(state, other_of(state.turn))
    if reason == "throw.again" or _may_reroll(setup, state):
        key = ("total", *key)
        return Throw(state.turn, totals(test), reason, key, floor=LOWEST, cap=HIGHEST, round=opens)
    matters = not other.bonus
    return Throw(state.turn, test, reason, key, cap=other.markers, mishap_matters=matters, round=opens)


def _hacking(setup: Duel, state: State, who: Who) -> tuple[TraitTest, tuple[object, ...]]:
    """A Hacking test of one of the two, and all that it depends on beside the setup."""
    side = side_of(state, who)
    bonus = FAULT_BONUS if side.bonus == 2 else 0
    test = hacking_test(sheet_of(setup, who), setup.rulings, side.body, bonus)
    return test, ("hacking", who, bonus)


def _may_reroll(setup: Duel, state: State) -> bool:
    return setup.rulings.benny_reroll and side_of(state, state.turn).body.bennies > 0


def _hack(setup: Duel, state: State, result: Result) -> State:
    if not _may_reroll(setup, state):
        return _take_marks(setup, state, result.value, result.mishap)
    return _kept(state, result)


def _kept(state: State, result: Result) -> State:
    side = side_of(state, state.turn)
    return _with(replace(state, phase="benny"), state.turn, replace(side, kept=keep(result, side.kept)))


def _ask_benny(setup: Duel, state: State) -> Choice:
    return Choice(state.turn, (KEEP, REROLL), KEEP, "choice.benny")


def _benny(setup: Duel, state: State, chosen: Option) -> State:
    if chosen == KEEP:
        return _take_kept(setup, state)
    side = side_of(state, state.turn)
    body = replace(side.body, bennies=side.body.bennies - 1)
    return _with(replace(state, phase="again"), state.turn, replace(side, body=body))


def _again(setup: Duel, state: State, result: Result) -> State:
    state = _kept(state, result)
    return state if side_of(state, state.turn).body.bennies else _take_kept(setup, state)


def _take_kept(setup: Duel, state: State) -> State:
    side = side_of(state, state.turn)
    total, natural_one = side.kept or NOTHING
    state = _with(state, state.turn, replace(side, kept=None))
    return _take_marks(setup, state, marks_of(total, TARGET), natural_one)


def _take_marks(setup: Duel, state: State, marks: int, natural_one: bool) -> State:
    """Marks take the other's markers. A fault gives him +2 from the next roll on, not in this round."""
    who, other = state.turn, other_of(state.turn)
    hit = side_of(state, other)
    bonus = hit.bonus or (1 if natural_one else 0)
    state = _with(state, other, replace(hit, markers=after_marks(hit.markers, marks), bonus=bonus))
    if who == "attacker":
        return replace(state, phase="hacking", turn="defender")
    return _close_round(setup, state)


def _close_round(setup: Duel, state: State) -> State:
    sides = (state.attacker, state.defender)
    one, two = (replace(side, bonus=2 if side.bonus else 0) for side in sides)
    state = replace(state, attacker=one, defender=two, turn="attacker")
    if one.markers and two.markers:
        return replace(state, phase="round")
    if not one.markers and not two.markers:
        return _crash(state, "attacker", "both_crash")
    loser: Who = "defender" if one.markers else "attacker"
    return _crash(state, loser, f"{loser}_crashes")


# Backlash


def _crash(state: State, loser: Who, outcome: str) -> State:
    blow = Blow(loser, side_of(state, other_of(loser)).markers)
    return replace(state, phase="backlash", turn=loser, struck=True, outcome=outcome, blow=blow)


def victim_of(setup: Duel, state: State) -> blows.Victim:
    """Who suffers the blow, of what kind."""
    who = state.turn
    wounding = sheet_of(setup, other_of(who)).wild_card
    shakes = wounding or setup.rulings.fatigue_shakes
    body = side_of(state, who).body
    return blows.Victim(who, sheet_of(setup, who), body, wounding, shakes, setup.plan.soak)


def _ask_blow(setup: Duel, state: State) -> Node:
    victim, blow = victim_of(setup, state), _struck(state)
    if state.phase != "backlash":
        return blows.node(state.phase, victim, blow)
    striker = other_of(state.turn)
    sheet, bonus = sheet_of(setup, striker), FAULT_BONUS if side_of(state, striker).bonus else 0
    # Both throw at the same moment: what the other's blow has just done to the striker doesn't count.
    test = hacker_damage(sheet, setup.rulings, body_of(sheet), bonus, blow.markers, victim.sheet)
    return blows.damage_throw(striker, test, victim, (state.turn, bonus, blow.markers))


def _blow(setup: Duel, state: State, answer: Answer) -> State:
    step = blows.apply(state.phase, victim_of(setup, state), _struck(state), answer)
    state = _with(state, state.turn, replace(side_of(state, state.turn), body=step.body))
    if step.phase:
        return replace(state, phase=step.phase, blow=step.blow)
    if state.outcome == "both_crash" and state.turn == "attacker":
        return _crash(state, "defender", state.outcome)
    return replace(state, phase="over", turn="attacker", blow=None)


def _struck(state: State) -> Blow:
    assert state.blow is not None, "a blow's phases come with their blow"
    return state.blow


def _end(setup: Duel, state: State) -> End:
    pairs: tuple[Who, Who] = ("attacker", "defender")
    left = [(who, side_of(state, who).markers) for who in pairs]
    tallies = [Tally("left", markers, who) for who, markers in left if markers]
    changes: list[Change] = []
    for who in pairs:
        sheet, body = sheet_of(setup, who), side_of(state, who).body
        tallies += tallies_of(sheet, body, who)
        changes += changes_of(who, sheet, body)
    return End(state.outcome, tuple(tallies), tuple(changes))


_NODES: dict[str, Callable[[Duel, State], Node]] = {
    "shaken": _ask_shaken,
    "spirit": _ask_spirit,
    "round": _ask_round,
    "hacking": _ask_hacking,
    "benny": _ask_benny,
    "again": _ask_again,
    "over": _end,
}
_CHOICES: dict[str, Callable[[Duel, State, Option], State]] = {
    "shaken": _shaken,
    "round": _round,
    "benny": _benny,
    "soak": _blow,
}
_THROWS: dict[str, Callable[[Duel, State, Result], State]] = {
    "spirit": _spirit,
    "hacking": _hack,
    "again": _again,
}
