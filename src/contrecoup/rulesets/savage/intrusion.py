"""An intrusion, phase by phase (rule page, Intrusion and Backlash)."""

from collections.abc import Callable, Iterator

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
    option,
    pick,
    result_of,
)
from contrecoup.rulesets.savage import blow as blows
from contrecoup.rulesets.savage import comparing
from contrecoup.rulesets.savage.conditions import DOWN, body_of, changes_of, obstacles, tallies_of
from contrecoup.rulesets.savage.options import (
    ACT,
    CONNECT,
    DISCONNECT,
    GO_ON,
    KEEP,
    REROLL,
    STEADY,
    STOP,
    UNSHAKE,
)
from contrecoup.rulesets.savage.rules.backlash import system_damage
from contrecoup.rulesets.savage.rules.markers import after_marks, hacker_markers, system_markers
from contrecoup.rulesets.savage.rules.trait import (
    BACKDOOR_BONUS,
    HIGHEST,
    LOWEST,
    NOTHING,
    TARGET,
    hacking_test,
    ice_test,
    keep,
    spider_test,
    spirit_test,
    totals,
)
from contrecoup.rulesets.savage.setup import Intrusion, Played
from contrecoup.rulesets.savage.sheets import ALERT_MINUTES, System, alert_left
from contrecoup.rulesets.savage.state import Blow, IntrusionPhase, IntrusionState
from contrecoup.rulesets.savage.trimming import trimmed

State = IntrusionState


def start(setup: Intrusion) -> State:
    """Before connecting; Refused where this hacker never can."""
    reasons = tuple(obstacles(setup.hacker, "hacker"))
    if reasons:
        raise Refused(reasons, "savage")
    system = setup.system
    spiders = (1 << len(system.spiders)) - 1
    state = State("offline", body_of(setup.hacker), alert=alert_left(system) > 0, spiders=spiders)
    return _with_markers(setup, state) if setup.plan.once else state


def _with_markers(setup: Intrusion, state: State) -> State:
    return replace(state, hacker=hacker_markers(setup.hacker), system=system_markers(setup.system))


def node(setup: Intrusion, state: State) -> Node:
    """The question of the state's phase."""
    return _NODES.get(state.phase, _ask_blow)(setup, state)


def apply(setup: Intrusion, state: State, answer: Answer) -> State:
    """The state after an answer to the question of the state's phase."""
    if state.phase in _CHOICES:
        after = _CHOICES[state.phase](setup, state, pick(node(setup, state), answer))
    else:
        after = _THROWS.get(state.phase, _blow)(setup, state, result_of(answer))
    return trimmed(after) if isinstance(setup, Played) else after


# Before and after an attempt


def _ask_offline(setup: Intrusion, state: State) -> Choice:
    shaken = state.body.shaken
    ways = [STEADY] if shaken else [CONNECT]
    if shaken and state.body.bennies:
        ways.append(UNSHAKE)
    push = STOP if state.outcome else ways[0]
    return Choice("hacker", (*ways, STOP), push, "choice.shaken" if shaken else "choice.offline")


def _offline(setup: Intrusion, state: State, chosen: Option) -> State:
    if chosen == STOP:
        return replace(state, phase="over")
    if chosen == STEADY:
        return replace(state, phase="spirit")
    if chosen == UNSHAKE:
        body = replace(state.body, shaken=False, bennies=state.body.bennies - 1)
        return replace(state, body=body)
    # Where there is one attempt alone, the first state has its markers: what follows is the same for all.
    state = state if setup.plan.once else _with_markers(setup, state)
    return replace(state, phase="round", outcome="")


def _ask_spirit(setup: Intrusion, state: State) -> Throw:
    test, key = spirit_test(setup.hacker, state.body), ("spirit", state.body.wounds, state.body.fatigue)
    return Throw("hacker", test, "throw.spirit", key, cap=1, mishap_matters=False)


def _spirit(setup: Intrusion, state: State, result: Result) -> State:
    return replace(state, phase="offline", body=replace(state.body, shaken=not result.value))


# Rounds


def _ask_round(setup: Intrusion, state: State) -> Choice:
    return Choice("hacker", (GO_ON, DISCONNECT), GO_ON, "choice.round")


def _round(setup: Intrusion, state: State, chosen: Option) -> State:
    if chosen == GO_ON:
        return replace(state, phase="ice")
    if setup.rulings.disconnect == "after_ice":
        return replace(state, phase="ice", leaving=True)
    return _leave(setup, state)


def _leave(setup: Intrusion, state: State) -> State:
    phase: IntrusionPhase = "over" if setup.plan.once else "offline"
    return replace(state, phase=phase, backdoor=0, leaving=False, outcome=state.outcome or "disconnected")


def _ask_ice(setup: Intrusion, state: State) -> Throw:
    test = ice_test(setup.system, setup.rulings, state.alert, state.spiders)
    key = ("ice", state.alert, state.spiders)
    finds = not (state.backdoor or state.leaving)
    return Throw("system", test, "throw.ice", key, cap=state.hacker, mishap_matters=finds, round=True)


def _ice(setup: Intrusion, state: State, result: Result) -> State:
    hacker = after_marks(state.hacker, result.value)
    if state.leaving:
        return _leave(setup, replace(state, hacker=hacker)) if hacker else _eject(replace(state, hacker=0))
    found = 1 if result.mishap and not state.backdoor else state.backdoor
    return replace(state, phase="hacking", hacker=hacker, backdoor=found)


def _ask_hacking(setup: Intrusion, state: State) -> Throw:
    if setup.rulings.benny_reroll and state.body.bennies:
        return _compared(setup, state, "throw.hacking")
    test, key = _hacking(setup, state)
    return Throw("hacker", test, "throw.hacking", key, cap=state.system, mishap_matters=not state.alerted)


def _compared(setup: Intrusion, state: State, reason: str) -> Throw:
    """A Hacking throw whose total is compared, since a Benny may buy another one."""
    test, key = _hacking(setup, state)
    if isinstance(setup, Played):
        return comparing.throw(state, totals(test), reason, key)
    return Throw("hacker", totals(test), reason, ("total", *key), floor=LOWEST, cap=HIGHEST)


def _hacking(setup: Intrusion, state: State) -> tuple[TraitTest, tuple[object, ...]]:
    """The hacker's Hacking test, and all that it depends on beside the setup."""
    bonus = BACKDOOR_BONUS if state.backdoor == 2 else 0
    body = state.body
    return hacking_test(setup.hacker, setup.rulings, body, bonus), (
        "hacking",
        bonus,
        body.wounds,
        body.fatigue,
    )


def _hack(setup: Intrusion, state: State, result: Result) -> State:
    if not (setup.rulings.benny_reroll and state.body.bennies):
        return _take_marks(setup, state, result.value, result.mishap)
    return _offer_benny(setup, state, result)


def _offer_benny(setup: Intrusion, state: State, result: Result) -> State:
    if isinstance(setup, Played):
        return comparing.after(state, result)
    return replace(state, phase="benny", kept=keep(result, state.kept))


def _ask_benny(setup: Intrusion, state: State) -> Choice:
    return Choice("hacker", (KEEP, REROLL), KEEP, "choice.benny")


def _benny(setup: Intrusion, state: State, chosen: Option) -> State:
    if chosen == REROLL:
        body = replace(state.body, bennies=state.body.bennies - 1)
        return replace(state, phase="again", body=body)
    return _take_kept(setup, state)


def _ask_again(setup: Intrusion, state: State) -> Throw:
    return _compared(setup, state, "throw.again")


def _again(setup: Intrusion, state: State, result: Result) -> State:
    state = _offer_benny(setup, state, result)
    return _take_kept(setup, state) if state.phase == "benny" and not state.body.bennies else state


def _take_kept(setup: Intrusion, state: State) -> State:
    total, natural_one = state.kept or NOTHING
    return _take_marks(setup, replace(state, kept=None), marks_of(total, TARGET), natural_one)


def _take_marks(setup: Intrusion, state: State, marks: int, natural_one: bool) -> State:
    """The end of a round: marks, alert and backdoor take effect, then it is seen who is out."""
    system = after_marks(state.system, marks)
    state = replace(
        state,
        phase="round",
        system=system,
        backdoor=2 if state.backdoor else 0,
        alert=state.alert or natural_one,
        alerted=state.alerted or natural_one,
    )
    if state.hacker and system:
        return state
    if state.hacker or (not system and setup.rulings.both_out == "control"):
        return replace(state, phase="control", outcome="control")
    return _eject(state)


def _alert(state: State, natural_one: bool) -> State:
    return replace(state, alert=True, alerted=True) if natural_one else state


# In control


def _ask_control(setup: Intrusion, state: State) -> Choice:
    there = (place for place in range(len(setup.system.spiders)) if state.spiders >> place & 1)
    outs = tuple(option("throw_out", spider=place + 1) for place in there)
    return Choice("hacker", (ACT, *outs, DISCONNECT), DISCONNECT, "choice.control")


def _control(setup: Intrusion, state: State, chosen: Option) -> State:
    if chosen == DISCONNECT:
        return _leave(setup, state)
    if chosen == ACT:
        return replace(state, phase="act")
    place = chosen["spider"]
    assert isinstance(place, int)
    return replace(state, phase="throw_out", target=place - 1)


def _ask_act(setup: Intrusion, state: State) -> Throw:
    test, key = _hacking(setup, state)
    return Throw("hacker", test, "throw.act", key, cap=1, mishap_matters=not state.alerted)


def _act(setup: Intrusion, state: State, result: Result) -> State:
    return _alert(replace(state, phase="control"), result.mishap)


def _ask_throw_out(setup: Intrusion, state: State) -> Throw:
    test, key = _hacking(setup, state)
    return Throw("hacker", totals(test), "throw.throw_out", ("total", *key), floor=LOWEST, cap=HIGHEST)


def _throw_out(setup: Intrusion, state: State, result: Result) -> State:
    return _alert(replace(state, phase="resist", kept=keep(result, None)), result.mishap)


def _ask_resist(setup: Intrusion, state: State) -> Throw:
    test = totals(spider_test(setup.system.spiders[state.target], setup.rulings))
    key = ("resist", state.target)
    return Throw("system", test, "throw.resist", key, floor=LOWEST, cap=HIGHEST, mishap_matters=False)


def _resist(setup: Intrusion, state: State, result: Result) -> State:
    total, _ = state.kept or NOTHING
    succeeds = total >= TARGET or not setup.rulings.opposed_needs_success
    out = succeeds and total > keep(result, None).total
    spiders = state.spiders & ~(1 << state.target) if out else state.spiders
    return replace(state, phase="control", kept=None, target=0, spiders=spiders)


# Backlash


def _eject(state: State) -> State:
    """The commlink crashes; what the attempt had gained is lost, the alert stays."""
    return replace(
        state,
        phase="backlash",
        backdoor=0,
        leaving=False,
        struck=True,
        outcome="ejected",
        blow=Blow("hacker", state.system),
    )


def victim_of(setup: Intrusion, state: State) -> blows.Victim:
    """Who suffers the blow, of what kind."""
    red = setup.system.colour == "red"
    shakes = red or setup.rulings.fatigue_shakes
    return blows.Victim("hacker", setup.hacker, state.body, red, shakes, setup.plan.soak)


def _ask_blow(setup: Intrusion, state: State) -> Node:
    victim, blow = victim_of(setup, state), _struck(state)
    if state.phase != "backlash":
        return blows.node(state.phase, victim, blow)
    test = system_damage(setup.system, setup.rulings, state.alert, blow.markers, setup.hacker)
    return blows.damage_throw("system", test, victim, (state.alert, blow.markers))


def _blow(setup: Intrusion, state: State, answer: Answer) -> State:
    step = blows.apply(state.phase, victim_of(setup, state), _struck(state), answer)
    if step.phase:
        return replace(state, phase=step.phase, body=step.body, blow=step.blow)
    phase: IntrusionPhase = "over" if step.body.fate in DOWN or setup.plan.once else "offline"
    return replace(state, phase=phase, body=step.body, blow=None)


def _struck(state: State) -> Blow:
    assert state.blow is not None, "a blow's phases come with their blow"
    return state.blow


def _end(setup: Intrusion, state: State) -> End:
    outcome = state.outcome or "disconnected"
    left = {"hacker": state.hacker, "system": state.system}
    seats = {"control": ("hacker",), "ejected": ("system",)}.get(outcome, tuple(left))
    tallies = tuple(Tally("left", left[seat], seat) for seat in seats)
    changes = (*changes_of("hacker", setup.hacker, state.body), *_alert_changes(setup.system, state))
    return End(outcome, (*tallies, *tallies_of(setup.hacker, state.body)), changes)


def _alert_changes(system: System, state: State) -> Iterator[Change]:
    """What an alert of this scene changes on the system's sheet."""
    if state.alerted and not system.alert:
        yield Change("system", "alert", True)
    if state.alerted and alert_left(system) < ALERT_MINUTES:
        yield Change("system", "alert_minutes", ALERT_MINUTES)


_NODES: dict[str, Callable[[Intrusion, State], Node]] = {
    "offline": _ask_offline,
    "spirit": _ask_spirit,
    "round": _ask_round,
    "ice": _ask_ice,
    "hacking": _ask_hacking,
    "benny": _ask_benny,
    "again": _ask_again,
    "higher": _ask_again,
    "control": _ask_control,
    "act": _ask_act,
    "throw_out": _ask_throw_out,
    "resist": _ask_resist,
    "over": _end,
}
_CHOICES: dict[str, Callable[[Intrusion, State, Option], State]] = {
    "offline": _offline,
    "round": _round,
    "benny": _benny,
    "control": _control,
    "soak": _blow,
}
_THROWS: dict[str, Callable[[Intrusion, State, Result], State]] = {
    "spirit": _spirit,
    "ice": _ice,
    "hacking": _hack,
    "again": _again,
    "higher": _again,
    "act": _act,
    "throw_out": _throw_out,
    "resist": _resist,
}
